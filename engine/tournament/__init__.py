"""Tournaments and ratings, pure like the rest of the engine: they see results, never a duel or the resolver."""
