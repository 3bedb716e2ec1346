"""Turns that the engine adjudicates, for two wizards who seek spells, and what is asked beside them."""

from collections.abc import Iterator

from engine.model import new_duel
from engine.orders import check
from engine.preview import preview
from engine.resolver import adjudicate
from engine.views import observe
from tests.benchmarks.table import Row, rate
from tests.simulation.openings import Opening
from tests.simulation.seekers import Game, Played

DUELS = 100
RUNS = 7
AIM = 10_000


def rows() -> Iterator[Row]:
    """Adjudication alone, and with the checking of both wizards' orders before it."""
    played = [turn for seed in range(DUELS) for turn in _duel(seed)]
    yield Row(
        name="turns of two seekers, adjudicated",
        rates=[rate(len(played), lambda: _adjudicate(played)) for _ in range(RUNS)],
        aim=AIM,
    )
    yield Row(
        name="turns of two seekers, checked and adjudicated",
        rates=[rate(len(played), lambda: _check_and_adjudicate(played)) for _ in range(RUNS)],
    )

    orders = sum(len(each.clauses) for each in played)
    yield Row(name="orders of one wizard, checked", rates=[rate(orders, lambda: _check(played)) for _ in range(RUNS)])
    yield Row(
        name="orders of one wizard, previewed", rates=[rate(orders, lambda: _preview(played)) for _ in range(RUNS)]
    )
    views = 2 * len(played)
    yield Row(name="turns observed by one wizard", rates=[rate(views, lambda: _observe(played)) for _ in range(RUNS)])


def _duel(seed: int) -> Iterator[Played]:
    start = Opening(duel=new_duel(("Ann", "Bob"), salt=str(seed)), header="", told=False)
    return Game(seed, start=start).play()


def _adjudicate(played: list[Played]) -> None:
    for each in played:
        adjudicate(each.turn.before, each.orders)


def _check_and_adjudicate(played: list[Played]) -> None:
    for each in played:
        before = each.turn.before
        adjudicate(before, {name: check(before, name, said).orders for name, said in each.clauses.items()})


def _check(played: list[Played]) -> None:
    for each in played:
        for name, said in each.clauses.items():
            check(each.turn.before, name, said)


def _preview(played: list[Played]) -> None:
    for each in played:
        for checked in each.checked.values():
            preview(each.turn.before, checked)


def _observe(played: list[Played]) -> None:
    for each in played:
        for wizard in each.turn.before.wizards:
            observe(each.turn, wizard.name)
