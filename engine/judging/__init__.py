"""Judging orders before the turn: what is not legal, what has no effect, and what will be filled in."""
