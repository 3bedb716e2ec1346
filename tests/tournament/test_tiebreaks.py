"""Tie-breaks where they have a ruling of their own, and sums that can be told by hand."""

from msgspec.structs import replace

from engine.tournament.cards import Line, points
from engine.tournament.model import Outcome, Scoring, TieBreak
from engine.tournament.tiebreaks import RECKONED, Field, direct_encounter
from tests.tournament import published_events


def test_cuts_and_medians_leave_out_the_weakest_and_the_strongest() -> None:
    """In an event where all games were played, the sums of the opponents' points can be told by hand."""
    field, _ = published_events.read("round_robin_of_tashkent")
    had = {name: points(card) for name, card in field.cards.items()}
    for name, card in field.cards.items():
        opponents = sorted(had[str(line.opponent)] for line in card)
        assert RECKONED[TieBreak.BUCHHOLZ](field, name) == sum(opponents)
        assert RECKONED[TieBreak.BUCHHOLZ_CUT_2](field, name) == sum(opponents[2:])
        assert RECKONED[TieBreak.BUCHHOLZ_MEDIAN](field, name) == sum(opponents[1:-1])


def test_sonneborn_berger_counts_halves_whatever_an_event_gives_for_a_draw() -> None:
    field, printed = published_events.read("round_robin_of_tashkent")
    for line in field.cards["1"]:
        assert line.points == Scoring().points(line.outcome)
    football = Scoring(win=3, draw=1)
    cards = {
        name: tuple(replace(line, points=football.points(line.outcome)) for line in card)
        for name, card in field.cards.items()
    }
    other = Field(cards=cards, scoring=football)
    had = {name: points(card) for name, card in cards.items()}
    share = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
    for name in printed:
        expected = sum(had[str(line.opponent)] * share[line.outcome] for line in cards[name])
        assert RECKONED[TieBreak.SONNEBORN_BERGER](other, name) == expected


def test_a_cut_of_more_rounds_than_there_were_leaves_nothing() -> None:
    line = Line(round=1, outcome=Outcome.WIN, points=1, opponent="Bob")
    other = Line(round=1, outcome=Outcome.LOSS, points=0, opponent="Ann")
    field = Field(cards={"Ann": (line,), "Bob": (other,)}, scoring=Scoring())
    assert RECKONED[TieBreak.BUCHHOLZ_CUT_2](field, "Bob") == 0
    assert RECKONED[TieBreak.BUCHHOLZ_MEDIAN](field, "Bob") == 0
    assert RECKONED[TieBreak.BUCHHOLZ](Field(cards={"Ann": ()}, scoring=Scoring()), "Ann") == 0


def test_in_a_round_robin_there_is_nothing_to_count_without_an_opponent() -> None:
    missed = Line(round=1, outcome=Outcome.ABSENT, points=0)
    field = Field(cards={"Ann": (missed,)}, scoring=Scoring(), fixed=True)
    assert RECKONED[TieBreak.SONNEBORN_BERGER](field, "Ann") == 0


def test_who_has_beaten_all_he_met_is_first_where_the_others_have_not_met() -> None:
    def line(outcome: Outcome, opponent: str) -> Line:
        return Line(round=1, outcome=outcome, points=float(outcome is Outcome.WIN), opponent=opponent)

    cards = {
        "Ann": (line(Outcome.WIN, "Bob"), line(Outcome.WIN, "Cid")),
        "Bob": (line(Outcome.LOSS, "Ann"),),
        "Cid": (line(Outcome.LOSS, "Ann"),),
    }
    assert direct_encounter(Field(cards=cards, scoring=Scoring()), ["Bob", "Ann", "Cid"]) == [["Ann"], ["Bob", "Cid"]]
