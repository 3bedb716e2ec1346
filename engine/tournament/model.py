"""The frozen values of an event: entrants, pairings, games and results, standings, and what is to be done next."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.model import Value
from engine.tournament.glicko import START
from engine.tournament.terms import Terms


class Outcome(StrEnum):
    """How a game ended for one who was to play it. The first three were played, the others not."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"  # no opponent that round
    WALKOVER = "walkover"  # the opponent did not play
    FORFEIT = "forfeit"  # did not play, the opponent is not to blame
    VOID = "void"  # counts for nobody, and is played again in a knockout alone
    ABSENT = "absent"  # not paired that round, by his own wish or as he was not yet or no more there


PLAYED: Final = frozenset((Outcome.WIN, Outcome.DRAW, Outcome.LOSS))


class Withdrawals(StrEnum):
    """What becomes of the games of one who leaves, where everybody plays everybody; told in the invitation.

    KEEP: what was played stands and the rest is lost, as in ICCF's server events since its congress of 2022 (proposal
    2022-030). HALF is FIDE's rule (General Regulations for Competitions, on players who withdraw from a round robin):
    with fewer than half of the games completed they do not count, else what was played stands and the rest are
    walkovers. VOID: none of his games counts, as ICCF had it before for who withdrew early.
    """

    KEEP = "keep"
    HALF = "half"
    VOID = "void"


class TieBreak(StrEnum):
    """What orders those who have the same points (`tiebreaks`)."""

    DIRECT = "direct encounter"
    BUCHHOLZ = "Buchholz"
    BUCHHOLZ_CUT_1 = "Buchholz cut 1"
    BUCHHOLZ_CUT_2 = "Buchholz cut 2"
    BUCHHOLZ_MEDIAN = "Buchholz median"
    SONNEBORN_BERGER = "Sonneborn-Berger"
    SONNEBORN_BERGER_CUT_1 = "Sonneborn-Berger cut 1"
    WINS = "wins"
    HIT_POINTS = "hit points kept"
    TURNS = "turns needed"
    LOT = "lot"


class Scoring(Value, frozen=True, kw_only=True):
    """Points for a result, in quarters at the finest, so that no sum depends on its order; nothing for a void game."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    bye: float = 1.0
    walkover: float = 1.0
    forfeit: float = 0.0
    absent: float = 0.0  # for a round before a late entry

    def points(self, outcome: Outcome) -> float:
        """What that outcome is worth."""
        return 0.0 if outcome is Outcome.VOID else float(getattr(self, outcome.value))


class Entrant(Value, frozen=True, kw_only=True):
    """Who plays in an event; `first` and `last` are the rounds (in a league: seasons) that he takes part in."""

    name: str
    games_at_once: int  # as many as he said he can play at the same time, 1 or more
    rating: float = START  # what seeds him; equal ratings are put in order by lot
    first: int = 1
    last: int | None = None  # None while he has not left
    struck_from: int | None = None  # games from that round on do not count, as he left early (`Withdrawals`)
    drawn_as: str = ""  # for a substitute: the name under which lots were drawn for the seat

    def plays(self, round_: int) -> bool:
        """Whether he takes part in that round."""
        return self.first <= round_ and (self.last is None or round_ <= self.last)


class Challenge(Value, frozen=True, kw_only=True):
    """One wizard of a ladder wants another's place; numbered from 1 in the order in which they came."""

    number: int
    challenger: str
    challenged: str


class Event(Value, frozen=True, kw_only=True):
    """A tournament as it was announced, with those who are in it. Everything else follows from this and the games."""

    name: str
    seed: str  # what lots are drawn from (`lots`)
    terms: Terms
    entrants: tuple[Entrant, ...]
    scoring: Scoring = Scoring()
    tiebreaks: tuple[TieBreak, ...] = ()
    withdrawals: Withdrawals = Withdrawals.KEEP
    forbidden: tuple[tuple[str, str], ...] = ()  # pairs who are not to meet (Swiss)
    challenges: tuple[Challenge, ...] = ()  # ladder
    closed: bool = False  # ladder: no more challenges come

    @property
    def by_name(self) -> dict[str, Entrant]:
        return {each.name: each for each in self.entrants}


class Pairing(Value, frozen=True, kw_only=True):
    """Who plays whom: one name is a bye, two a duel, more a melee. Stage, round and players tell it from all others."""

    round: int
    players: tuple[str, ...]
    stage: str = ""  # "section A", "final", "division 2" where there are such
    reason: str = ""  # for players: "Ann meets Bob, as ..."


class Score(Value, frozen=True, kw_only=True):
    """How a game ended for one player. Places count in melees alone (1 is best, equal places are shared)."""

    player: str
    outcome: Outcome
    place: int = 1
    hit_points: int = 0  # left at the end


class Result(Value, frozen=True, kw_only=True):
    """How a game ended: a score for each player, and how many turns it took."""

    scores: tuple[Score, ...]
    turns: int = 0

    def of(self, player: str) -> Score:
        """That player's score; KeyError if he was not in it."""
        for score in self.scores:
            if score.player == player:
                return score
        raise KeyError(player)


class Game(Value, frozen=True, kw_only=True):
    """A game of an event: being played while it has no result. A bye and a walkover are born with one."""

    pairing: Pairing
    result: Result | None = None


class Start(Value, frozen=True, kw_only=True, tag="start"):
    """Games to be added to the event: duels and melees to begin, and byes and walkovers that are over already."""

    games: tuple[Game, ...]


class Wait(Value, frozen=True, kw_only=True, tag="wait"):
    """Nothing can begin before something else ends; why."""

    reason: str


class Impossible(Value, frozen=True, kw_only=True, tag="impossible"):
    """A round that nobody can pair: the director must decide. What is wrong, and what would help."""

    round: int
    reason: str
    remedies: tuple[str, ...]


class Over(Value, frozen=True, kw_only=True, tag="over"):
    """The event has ended: the standings are final."""


Plan = Start | Wait | Impossible | Over


class Standing(Value, frozen=True, kw_only=True):
    """A line of the table; ranks are 1, 2, 3... and never shared."""

    rank: int
    player: str
    points: float
    games: int = 0  # that count, byes and walkovers among them
    tiebreaks: tuple[tuple[TieBreak, float], ...] = ()  # in the order in which they were asked
    note: str = ""  # "withdrew", "champion", "division 2"
