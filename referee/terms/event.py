"""What an event is played by, as its director defines it and its players are told before they join."""

from datetime import timedelta
from typing import Final

from engine.model import Value
from engine.tournament.model import Scoring, TieBreak, Withdrawals
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss
from engine.tournament.terms import Terms as Format
from referee.mailboxes import MAIN
from referee.terms.model import Terms
from referee.times.durations import DAY

GAMES_AT_ONCE_MAX: Final = 50
ENTRANTS_MAX: Final = 10_000  # that an event can take
FORMATS: Final[dict[str, type[Format]]] = {
    "round robin": RoundRobin,
    "swiss": Swiss,
    "knockout": Knockout,
    "ladder": Ladder,
    "league": League,
    "melees": Melees,
}
_ALL_PLAY_ALL: Final = (TieBreak.DIRECT, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
TIEBREAKS: Final[dict[type[Format], tuple[TieBreak, ...]]] = {
    RoundRobin: _ALL_PLAY_ALL,
    League: _ALL_PLAY_ALL,
    Swiss: (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS),
    Melees: (TieBreak.WINS, TieBreak.HIT_POINTS, TieBreak.TURNS),
    Knockout: (),
    Ladder: (),
}


class Definition(Value, frozen=True, kw_only=True):
    """An event before anybody has joined it.

    `games`: the terms of every game in it. `game_time`: after so long an open game is adjudicated, and `appeal` is how
    long its players then have to appeal. `games_at_once`: how many one plays who does not say. `forbidden`: pairs of
    names who are not to meet. `mailbox`: the one of the referee's that its games and mails belong to."""

    name: str
    format: Format
    games: Terms
    mailbox: str = MAIN
    about: str = ""
    scoring: Scoring = Scoring()
    tiebreaks: tuple[TieBreak, ...] = ()
    withdrawals: Withdrawals = Withdrawals.HALF
    forbidden: tuple[tuple[str, str], ...] = ()
    games_at_once: int = 2
    entrants_max: int | None = None
    late_entries: bool = False
    game_time: timedelta = 60 * DAY
    appeal: timedelta = 5 * DAY
