"""What is fixed for each format before the first round."""

from __future__ import annotations

from engine.model import Value


class RoundRobin(Value, frozen=True, kw_only=True, tag="round robin"):
    """Everybody meets everybody, `legs` times; in sections, the best `advance` of each then play a final.

    Those who met in their section do not meet again in the final: that game counts in both tables.
    """

    legs: int = 1
    sections: int = 1
    advance: int = 0  # 0 where there is one section


class Swiss(Value, frozen=True, kw_only=True, tag="swiss"):
    """As many rounds as told; opponents of like score who have not met.

    A round begins when `settled_percent` of the games of the one before are over, and all of those before that: with
    100 rounds wait for each other, with less they overlap. A game still open counts as drawn when its round's successor
    is paired.
    """

    rounds: int
    settled_percent: int = 100
    accelerated: bool = False


class Knockout(Value, frozen=True, kw_only=True, tag="knockout"):
    """Who has lost `lives` games is out. A drawn game is played again, at most `replays` times; then lots are drawn."""

    lives: int = 1  # 1 single elimination, 2 double
    replays: int = 1


class Ladder(Value, frozen=True, kw_only=True, tag="ladder"):
    """A challenger who wins takes the place of the one he beat. Challenges go `reach` places up at most.

    Everybody has one game of the ladder at a time, so that it does not matter in which order games end. Nobody
    challenges the same opponent again before `rest` games of his own with others, unless nobody else is within reach.
    """

    reach: int = 3
    rest: int = 1


class League(Value, frozen=True, kw_only=True, tag="league"):
    """Divisions of about `size`; each season a round robin in each; `movers` go up and as many down after each."""

    seasons: int
    size: int
    movers: int
    legs: int = 1


class Melees(Value, frozen=True, kw_only=True, tag="melees"):
    """Each round everybody sits at a table of about `table` wizards (3 to 8), with others than before if it can be.

    `places` are the points for the first, second, ... place; who is below the last of them has none. Those who share a
    place share its points and the next ones'.
    """

    rounds: int
    table: int
    places: tuple[float, ...]


Terms = RoundRobin | Swiss | Knockout | Ladder | League | Melees
