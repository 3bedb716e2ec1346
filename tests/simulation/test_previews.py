"""Previews of seekers' orders: they keep secrets, can always be told, and what they say would stop a spell does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from engine.clauses import CastClause, HandClause, Orders
from engine.compulsion import HANDS
from engine.events import CastFated, Compelled, Fate, SpellCast, Turn
from engine.language import Field, read
from engine.model import Duel, Gesture, Part
from engine.orders import check
from engine.preview import Answer, Foreseen, preview, preview_record
from engine.resolver import adjudicate
from engine.stopping import Stop
from engine.transcript import asked
from referee.mail.previews import preview_lines
from referee.mail.wrapping import COLUMNS
from tests.simulation.measures import chunk_name, games
from tests.simulation.seekers import Played, played
from tests.simulation.test_silence import banks, hidden_gestures, salts, standing_orders

FATES = {
    Stop.DISPELS: Fate.DISPELLED,
    Stop.COUNTERS: Fate.COUNTERED,
    Stop.REFLECTS: Fate.REFLECTED,
    Stop.SHIELDS: Fate.SHIELDED,
    Stop.RESISTS: Fate.RESISTED,
    Stop.CLASHES: Fate.CLASHED,
}


@pytest.mark.parametrize("seeds", games(40, 6_000), ids=chunk_name)
def test_a_preview_does_not_change_with_what_its_wizard_may_not_know(seeds: range) -> None:
    told: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        for each in played(seed):
            name = rng.choice(list(each.checked))
            before = record(each.turn.before, each, name)
            for change in (banks, hidden_gestures, salts, standing_orders):
                for duel, _ in change(each, name, rng):
                    told[change.__name__] += 1
                    assert record(duel, each, name) == before, f"game {seed}, turn {each.turn.turn}, {change.__name__}"
    assert len(told) == 4, told


def record(duel: Duel, each: Played, name: str) -> object:
    return preview_record(preview(duel, check(duel, name, each.checked[name].written)))


@pytest.mark.parametrize("seeds", games(24, 4_000), ids=chunk_name)
def test_every_preview_is_told_in_lines_that_are_no_orders(seeds: range) -> None:
    for seed in seeds:
        for each in played(seed):
            for name, checked in each.checked.items():
                lines = preview_lines(preview(each.turn.before, checked), each.turn.before)
                assert all(len(line) <= COLUMNS for line in lines), lines
                assert read("\n".join(lines), Field.of(each.turn.before), name).clauses == (), lines


@pytest.mark.parametrize("seeds", games(48, 8_000), ids=chunk_name)
def test_what_a_preview_says_would_stop_a_spell_stops_it(seeds: range) -> None:
    stopped: Counter[str] = Counter()
    for seed in seeds:
        for each in played(seed):
            for where, stop, fate in answered(each):
                assert fate is FATES[stop], f"game {seed}, turn {each.turn.turn}, {where}: {fate}"
                stopped[stop] += 1
    assert stopped[Stop.SHIELDS] and stopped[Stop.COUNTERS], stopped


def answered(each: Played) -> Iterator[tuple[str, Stop, Fate]]:
    """Each answer to a spell that would work if nobody else did anything: what becomes of the spell if it is given."""
    duel = each.turn.before
    if each.turn.part is Part.TIME_STOP:
        return
    for name, checked in each.checked.items():
        alone = adjudicate(duel, {name: checked.orders})
        seen = preview(duel, checked)
        if any(isinstance(e, Compelled) for e in alone.events) or len(_casts(alone)) > 1:
            continue  # dice, held hands and other spells make it another turn
        for foreseen in seen.spells:
            for answer in foreseen.answers:
                if answer.who in seen.delayed or answer.stop not in FATES or fate_of(alone, foreseen) is not Fate.WORKS:
                    continue
                turn = adjudicate(duel, {name: checked.orders, answer.who: orders_of(answer)})
                if not any(isinstance(e, Compelled) for e in turn.events):
                    yield f"{answer} to {foreseen.cast}", answer.stop, fate_of(turn, foreseen)


def _casts(turn: Turn) -> list[SpellCast]:
    return [e for e in turn.events if isinstance(e, SpellCast)]


def orders_of(answer: Answer) -> Orders:
    """Only the gestures that the answer needs, and the spell where it must go."""
    way = answer.way
    hand = HANDS[0] if way.hand not in HANDS else way.hand
    gestures = [
        HandClause(hand=each, half=half, gesture=Gesture(letter.upper()))
        for half, letter in enumerate(way.missing)
        for each in (HANDS if letter.islower() else (hand,))
    ]
    cast = CastClause(spell=way.spell, hand=way.finishing, half=len(way.missing) - 1, subject=answer.at)
    return Orders(wizard=answer.who, clauses=(*gestures, cast))


def fate_of(turn: Turn, foreseen: Foreseen) -> Fate:
    """The first outcome that holds for the cast, as in a record."""
    wanted = replace(foreseen.cast, cast=0)
    number = next((c.cast for c in _casts(turn) if replace(c, cast=0) == wanted), None)
    fates = [e.fate for e in turn.events if isinstance(e, CastFated) and e.cast == number]
    return min(fates, key=list(Fate).index, default=Fate.WORKS if number is not None else Fate.NO_SUBJECT)


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("setup: Bob has Invisibility\n", "| Missile will miss Bob, who is invisible, unless that ends this turn."),
        (
            "rules: firetop\nsetup: Ann has Blindness\n",
            "| Missile will miss Bob: by these rules the blind hit only themselves.",
        ),
    ],
)
def test_a_spell_that_misses_is_told(setup: str, told: str) -> None:
    found = asked(
        f"duel: x\nwizards: Ann, Bob\n{setup}setup: Ann history LH S RH -\nturn 1\nAnn: D/-, missile at Bob\n"
    )
    assert told in preview_lines(preview(found.duel, found.checked), found.duel)
