"""What an event is played by, as its players read it: points, tie-breaks, and who is kept apart."""

import pytest
from msgspec.structs import replace

from engine.tournament.model import Scoring, TieBreak
from engine.tournament.terms import Knockout, Ladder, Melees, Swiss
from referee.terms import Terms
from referee.terms.event import Definition
from referee.tournaments.wording import rules_in_full, told_points

SWISS, MELEES = Swiss(rounds=3), Melees(rounds=2, table=4, places=(3, 1))
WORTH = "In points a win gives 1, a draw ½, a loss 0, a bye 1 and a walkover 1."
APART = "Who has as many points is told apart by "


def event(**more: object) -> Definition:
    return replace(Definition(name="Winter Cup", format=SWISS, games=Terms()), **more)


@pytest.mark.parametrize(
    ("defined", "told"),
    [
        (event(tiebreaks=(TieBreak.WINS,)), f"{WORTH} {APART}wins, then lot."),
        (event(tiebreaks=(TieBreak.WINS, TieBreak.LOT)), f"{WORTH} {APART}wins, then lot."),
        (event(tiebreaks=(TieBreak.LOT, TieBreak.WINS)), f"{WORTH} {APART}lot."),
        (event(), f"{WORTH} {APART}lot."),
        (
            event(scoring=Scoring(forfeit=0.25, absent=0.5)),
            "In points a win gives 1, a draw ½, a loss 0, a bye 1, a walkover 1, a forfeit ¼ and each round before a"
            f" late entry ½. {APART}lot.",
        ),
        (event(format=MELEES, tiebreaks=(TieBreak.WINS,)), f"{APART}wins, then lot."),
        (event(format=MELEES), f"{APART}lot."),
        (event(format=Knockout()), ""),
        (event(format=Ladder()), ""),
    ],
)
def test_points_and_tie_breaks_are_told_as_they_are_counted(defined: Definition, told: str) -> None:
    assert told_points(defined) == told


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ((("Ann", "Bob"),), "Not paired are Ann with Bob."),
        ((("Ann", "Bob"), ("Cyd", "Dan")), "Not paired are Ann with Bob and Cyd with Dan."),
    ],
)
def test_who_is_kept_apart_is_told_pair_by_pair(pairs: tuple[tuple[str, str], ...], told: str) -> None:
    assert told in " ".join(rules_in_full(event(forbidden=pairs)))
