"""The demo's simple opponent, in duels against himself."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.events import SpellCast
from engine.language import Field, read
from engine.model import Enchantment, new_duel
from engine.orders import check
from engine.resolver import adjudicate
from referee.demo.house_player import orders

TURNS_MAX = 60


@pytest.mark.parametrize("seed", range(8))
def test_his_orders_are_complete_and_bring_a_duel_to_its_end(seed: int) -> None:
    duel, rng, spells = new_duel(("Ann", "Hob"), salt=str(seed)), Random(seed), set()
    while duel.result is None and duel.turn < TURNS_MAX:
        sent = {}
        for name in duel.acting:
            reading = read(orders(duel, name, rng), Field.of(duel), name)
            checked = check(duel, name, reading.clauses, spoiled=reading.spoiled)
            assert checked.complete
            assert reading.complaints == ()
            sent[name] = checked.orders
        turn = adjudicate(duel, sent)
        spells |= {event.spell for event in turn.events if isinstance(event, SpellCast)}
        duel = turn.after
    assert duel.result is not None
    assert duel.result.reason == "death"
    assert len(spells) >= 3


def test_he_gives_both_pairs_when_he_is_hasted() -> None:
    duel = new_duel(("Ann", "Hob"))
    hasted = replace(duel.wizards[1], enchantments=(Enchantment(name="Haste", laid=0, until=3),))
    duel = replace(duel, wizards=(duel.wizards[0], hasted))
    reading = read(orders(duel, "Hob", Random(1)), Field.of(duel), "Hob")
    checked = check(duel, "Hob", reading.clauses, spoiled=reading.spoiled)
    assert checked.complete
    assert len(checked.pairs) == 2
