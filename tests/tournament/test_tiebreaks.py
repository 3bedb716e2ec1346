"""Tie-breaks against published exercises, and where they have a ruling of their own."""

import pytest

from engine.tournament.cards import points
from engine.tournament.model import Entrant, Event, TieBreak
from engine.tournament.running import standings
from engine.tournament.terms import RoundRobin
from engine.tournament.tiebreaks import RECKONED, Field, direct_encounter
from tests.tournament import published_events

COLUMNS = (
    TieBreak.BUCHHOLZ,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.SONNEBORN_BERGER_CUT_1,
    TieBreak.WINS,
)


def today(cell: str) -> str:
    """What is right since 2026; "-" where nothing was printed of it."""
    return cell.split("/", maxsplit=1)[0]


@pytest.mark.parametrize(("column", "tiebreak"), list(enumerate(COLUMNS, start=1)))
def test_a_published_swiss_comes_out_to_the_digit(column: int, tiebreak: TieBreak) -> None:
    field, printed = published_events.read("swiss_of_5_rounds")
    for player, values in printed.items():
        assert points(field.cards[player]) == float(values[0])
        if today(values[column]) != "-":
            assert RECKONED[tiebreak](field, player) == float(today(values[column])), player


def test_a_published_round_robin_comes_out_to_the_digit() -> None:
    field, printed = published_events.read("round_robin", fixed=True)
    for player, (had, berger, cut, _) in printed.items():
        assert points(field.cards[player]) == float(had)
        assert RECKONED[TieBreak.SONNEBORN_BERGER](field, player) == float(berger)
        assert RECKONED[TieBreak.SONNEBORN_BERGER_CUT_1](field, player) == float(cut)


@pytest.mark.parametrize(("event", "fixed"), [("swiss_of_9_rounds", False), ("round_robin", True)])
def test_published_ranks_by_direct_encounter_come_out(event: str, fixed: bool) -> None:
    field, printed = published_events.read(event, fixed=fixed)
    for player, values in printed.items():
        assert rank(field, player) == int(values[-1]), player


def test_the_final_table_of_a_real_tournament_comes_out() -> None:
    field, printed = published_events.read("round_robin_of_10", fixed=True)
    order = (TieBreak.DIRECT, TieBreak.SONNEBORN_BERGER)
    event = Event(
        name="Cup",
        seed="salt",
        terms=RoundRobin(),
        tiebreaks=order,
        entrants=tuple(Entrant(name=name, games_at_once=9) for name in field.cards),
    )
    table = standings(event, published_events.as_games(field))
    assert [row.player for row in table] == list(printed)
    for row in table:
        had, berger, won = (float(value) for value in printed[row.player])
        assert row.points == had
        assert RECKONED[TieBreak.SONNEBORN_BERGER](field, row.player) == berger
        assert RECKONED[TieBreak.WINS](field, row.player) == won


def rank(field: Field, player: str) -> int:
    had = {name: points(card) for name, card in field.cards.items()}
    above = sum(other > had[player] for other in had.values())
    for group in direct_encounter(field, [name for name in had if had[name] == had[player]]):
        if player in group:
            return above + 1
        above += len(group)
    raise AssertionError(player)
