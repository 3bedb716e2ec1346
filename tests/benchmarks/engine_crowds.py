"""Turns of many: a melee of eight with twelve monsters, and how a turn's cost grows with its beings and casts."""

from collections.abc import Iterator
from random import Random

from engine.events import SpellCast
from engine.model import Kind
from engine.resolver import adjudicate
from engine.script import read_script
from engine.transcript import opening
from engine.variants import BARTLE
from tests.benchmarks.table import Row, rate
from tests.simulation.openings import Opening, near_ends
from tests.simulation.seekers import Game, Played

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lea")
KINDS = (Kind.GOBLIN, Kind.OGRE, Kind.TROLL, Kind.GIANT)
SIZES = ((2, 3), (4, 6), (8, 12), (12, 18))  # wizards and monsters
MELEE = (8, 12)
GAMES, TURNS = 30, 3  # of each size; later on most are dead
RUNS = 7


def rows() -> Iterator[Row]:
    """The melee in turns per second; then each size in units of work, a unit for each being and cast of a turn.

    Where a turn costs no more than its beings times its casts, the units per second do not fall as the field grows:
    no ratio is below 1.
    """
    turns = {size: [turn for seed in range(GAMES) for turn in _crowd(seed, *size)] for size in SIZES}
    yield Row(
        name="turns of a melee, 8 wizards and 12 monsters",
        rates=[rate(len(turns[MELEE]), lambda: _adjudicate(turns[MELEE])) for _ in range(RUNS)],
    )
    smallest: Row | None = None
    for (wizards, monsters), played in turns.items():
        work = sum(map(_units, played))
        row = Row(
            name=f"beings x casts, {wizards} wizards and {monsters} monsters",
            rates=[_work_rate(work, played) for _ in range(RUNS)],
            beside=smallest,
            aim=None if smallest is None else 1.0,
        )
        smallest = smallest or row
        yield row


def _crowd(seed: int, wizards: int, monsters: int) -> Iterator[Played]:
    """The first turns of a duel in the middle of things."""
    rng = Random(seed)
    names = NAMES[:wizards]
    lines = ["duel: a crowd", f"wizards: {', '.join(names)}", f"salt: {seed}"]
    lines += [f"setup: {names[n % wizards]} controls a {KINDS[n % len(KINDS)]}" for n in range(monsters)]
    for name in names:
        left, right = near_ends(rng, BARTLE, [])
        lines += [f"setup: {name} history LH {left} RH {right}"] if left else []
    start = Opening(duel=opening(read_script("\n".join(lines))), header="", told=False)
    return Game(seed, start=start).play(TURNS)


def _units(played: Played) -> int:
    """Beings on the field times spells cast; a turn of no spells is still work."""
    return len(played.turn.before.living) * max(1, sum(isinstance(e, SpellCast) for e in played.turn.events))


def _work_rate(work: int, played: list[Played]) -> float:
    return rate(work, lambda: _adjudicate(played))


def _adjudicate(played: list[Played]) -> None:
    for each in played:
        adjudicate(each.turn.before, each.orders)
