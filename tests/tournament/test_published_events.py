"""Published events come out as they were printed: points, tie-breaks to the digit, and the order of the table."""

import pytest

from engine.tournament.cards import Line, points
from engine.tournament.model import Outcome, Scoring, TieBreak
from engine.tournament.running import standings
from engine.tournament.tiebreaks import RECKONED, Field, direct_encounter
from tests.tournament.published_events import DRAUGHTS, as_event, read

COLUMNS = (
    TieBreak.BUCHHOLZ,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.SONNEBORN_BERGER_CUT_1,
    TieBreak.WINS,
)
BERGER = (TieBreak.SONNEBORN_BERGER,)


def today(cell: str) -> str:
    """What is right since 2026; "-" where nothing was printed of it."""
    return cell.split("/", maxsplit=1)[0]


@pytest.mark.parametrize(("column", "tiebreak"), list(enumerate(COLUMNS, start=1)))
def test_fides_exercise_of_a_swiss_comes_out_to_the_digit(column: int, tiebreak: TieBreak) -> None:
    field, printed = read("swiss_of_5_rounds")
    for player, values in printed.items():
        assert points(field.cards[player]) == float(values[0])
        if today(values[column]) != "-":
            assert RECKONED[tiebreak](field, player) == float(today(values[column])), player


def test_fides_exercise_of_a_round_robin_comes_out_to_the_digit() -> None:
    field, printed = read("round_robin_of_the_exercises", fixed=True)
    for player, (had, berger, cut, _) in printed.items():
        assert points(field.cards[player]) == float(had)
        assert RECKONED[TieBreak.SONNEBORN_BERGER](field, player) == float(berger)
        assert RECKONED[TieBreak.SONNEBORN_BERGER_CUT_1](field, player) == float(cut)


@pytest.mark.parametrize(("event", "fixed"), [("swiss_of_9_rounds", False), ("round_robin_of_the_exercises", True)])
def test_fides_exercises_of_direct_encounter_come_out(event: str, fixed: bool) -> None:
    field, printed = read(event, fixed=fixed)
    for player, values in printed.items():
        assert rank(field, player) == int(values[-1]), player


def rank(field: Field, player: str) -> int:
    had = {name: points(card) for name, card in field.cards.items()}
    above = sum(other > had[player] for other in had.values())
    for group in direct_encounter(field, [name for name in had if had[name] == had[player]]):
        if player in group:
            return above + 1
        above += len(group)
    raise AssertionError(player)


@pytest.mark.parametrize(
    ("name", "tiebreaks"),
    [
        ("round_robin_of_tashkent", (TieBreak.DIRECT, *BERGER)),
        ("round_robin_of_norway", BERGER),
        ("round_robin_of_6", BERGER),
    ],
)
def test_the_final_table_of_a_real_round_robin_comes_out(name: str, tiebreaks: tuple[TieBreak, ...]) -> None:
    field, printed = read(name, fixed=True)
    table = standings(*as_event(field, tiebreaks))
    assert [row.player for row in table] == list(printed)
    for row in table:
        had, berger, *won = printed[row.player]
        assert row.points == float(had)
        assert RECKONED[TieBreak.SONNEBORN_BERGER](field, row.player) == float(berger)
        assert won in ([], [f"{RECKONED[TieBreak.WINS](field, row.player):.0f}"])


def test_the_final_table_of_a_real_swiss_comes_out() -> None:
    """By points and Buchholz cut 1; what told the last level ones apart was not printed, so they may change places."""
    field, printed = read("swiss_of_68", scoring=DRAUGHTS)
    for player, (had, solkoff) in printed.items():
        assert points(field.cards[player]) == float(had)
        if solkoff != "-":
            assert RECKONED[TieBreak.BUCHHOLZ_CUT_1](field, player) == float(solkoff), player
    table = standings(*as_event(field, (TieBreak.BUCHHOLZ_CUT_1,)))
    assert [printed[row.player] for row in table] == list(printed.values())


def test_a_round_missed_by_choice_counts_as_the_manual_of_fides_arbiters_has_it() -> None:
    """Laxman, SOA International Grandmasters 2024, away in round 4: Buchholz 55, cut 1 50, Sonneborn-Berger 37.25.

    Source: FIDE Arbiters' Manual 2026, the worked example on C.07 (pages 258-259), under the rules of March 2026. What
    the opponents had in all is printed, not how they came to it.
    """
    met = [(1, 5), (1, 5), (0, 6.5), None, (1, 4.5), (0.5, 6), (1, 5), (0.5, 6.5), (1, 5.5), (1, 6)]
    ways = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}
    own, cards = [], {}
    for round_, game in enumerate(met, start=1):
        if game is None:
            own.append(Line(round=round_, outcome=Outcome.ABSENT, points=0))
            continue
        other = f"opponent {round_}"
        own.append(Line(round=round_, outcome=ways[game[0]], points=game[0], opponent=other))
        cards[other] = (Line(round=round_, outcome=Outcome.LOSS, points=game[1], opponent="Laxman"),)
    field = Field(cards={"Laxman": tuple(own), **cards}, scoring=Scoring())
    assert points(field.cards["Laxman"]) == 7
    assert RECKONED[TieBreak.BUCHHOLZ](field, "Laxman") == 55
    assert RECKONED[TieBreak.BUCHHOLZ_CUT_1](field, "Laxman") == 50
    assert RECKONED[TieBreak.SONNEBORN_BERGER](field, "Laxman") == 37.25
