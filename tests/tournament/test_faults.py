"""Events that cannot start: what is wrong, and what would do."""

from math import inf, nan

import pytest
from msgspec.structs import replace

from engine.tournament.faults import faults
from engine.tournament.model import Entrant, Event, Scoring, TieBreak
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss, Terms
from tests.tournament.rounds import field

EIGHT = "Ann Bob Cid Dee Eve Fay Gus Hal"
MELEES = Melees(rounds=2, table=4, places=(3, 2, 1))


@pytest.mark.parametrize(
    "terms", [RoundRobin(), Swiss(rounds=3), Knockout(), Ladder(), League(seasons=2, size=4, movers=2), MELEES]
)
def test_a_sound_event_has_none(terms: Terms) -> None:
    assert faults(field(EIGHT, terms)) == ()


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        (RoundRobin(legs=3), "3 legs: it must be 1 to 2."),
        (RoundRobin(sections=5, advance=1), "5 sections: it must be 1 to 4."),
        (RoundRobin(sections=2), "0 finalists of a section: it must be 1 to 4."),
        (RoundRobin(advance=1), "One section has no final; name more sections, or nobody to advance."),
        (Swiss(rounds=0), "0 rounds: it must be 1 to 1000."),
        (Swiss(rounds=2, settled_percent=0), "0 percent of a round's games that are over before the next: it must be"),
        (Knockout(lives=3), "3 lives: it must be 1 to 2."),
        (Knockout(replays=-1), "-1 replays of a drawn game: it must be 0 to 9."),
        (Ladder(reach=0), "0 places that a challenge may go up: it must be 1 to 1000."),
        (Ladder(rest=-1), "-1 games before meeting again: it must be 0 to 1000."),
        (League(seasons=1, size=2, movers=0), "2 wizards in a division: it must be 3 to 1000."),
        (League(seasons=1, size=4, movers=3), "3 movers: it must be 0 to 2."),
        (replace(MELEES, table=9), "9 wizards at a table: it must be 3 to 8."),
        (
            replace(MELEES, places=(1, 2)),
            "The points for places are 0 to 1000, and must not grow",
        ),
        (replace(MELEES, places=(nan,)), "The points for places are 0 to 1000"),
        (replace(MELEES, places=(inf, 1)), "The points for places are 0 to 1000"),
        (replace(MELEES, rounds=10**22), "10000000000000000000000 rounds: it must be 1 to 1000."),
    ],
)
def test_terms_that_cannot_be_are_named_with_what_can(terms: Terms, fault: str) -> None:
    (found,) = faults(field(EIGHT, terms))
    assert found.startswith(fault)


def changed(**more: object) -> Event:
    return replace(field(EIGHT, Swiss(rounds=2)), **more)


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (changed(entrants=()), "2 players are needed at least, and so many have entered: 0."),
        (changed(entrants=(Entrant(name="Ann", games_at_once=1),) * 4), "Ann has entered 4 times; once will do."),
        (changed(scoring=Scoring(draw=0.3)), "0.3 points for draw: points are 0 to 1000, in quarters."),
        (changed(scoring=Scoring(win=inf)), "inf points for win: points are 0 to 1000, in quarters."),
        (changed(scoring=Scoring(win=1e308)), "1e+308 points for win: points are 0 to 1000, in quarters."),
        (changed(scoring=Scoring(bye=nan)), "nan points for bye: points are 0 to 1000, in quarters."),
        (changed(scoring=Scoring(win=0.5)), "A win must give more points than a draw"),
        (changed(tiebreaks=(TieBreak.WINS,) * 2), "The tie-break wins is named 2 times; once will do."),
        (changed(forbidden=(("Ann", "Zoe"),)), "Zoe is not to meet somebody, and has not entered."),
        (changed(terms=RoundRobin(), forbidden=(("Ann", "Bob"),)), "Pairs who are not to meet can be kept apart"),
        (changed(terms=MELEES, tiebreaks=(TieBreak.DIRECT,)), "The tie-break direct encounter is for duels; for"),
        (changed(terms=RoundRobin(), tiebreaks=(TieBreak.BUCHHOLZ,)), "The tie-break Buchholz tells nobody apart"),
        (
            changed(terms=League(seasons=1, size=4, movers=1), tiebreaks=(TieBreak.BUCHHOLZ_MEDIAN,)),
            "The tie-break Buchholz median tells nobody apart where all meet the same opponents.",
        ),
        (changed(terms=Knockout(), tiebreaks=(TieBreak.WINS,)), "Tie-breaks are for tables by points, and here the"),
        (changed(terms=Ladder(), tiebreaks=(TieBreak.LOT,)), "Tie-breaks are for tables by points, and here the"),
    ],
)
def test_other_faults_of_an_event(event: Event, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(event)), faults(event)


def test_who_can_play_no_game_is_told() -> None:
    idle = changed(entrants=tuple(Entrant(name=name, games_at_once=0) for name in ("Ann", "Bob")), terms=RoundRobin())
    assert faults(idle) == tuple(
        f"{name} can play no game at a time; it must be 1 at least." for name in ("Ann", "Bob")
    )
