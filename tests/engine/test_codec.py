"""Duels, orders and events as JSON and back."""

import pytest

from engine.codec import CodecError, clauses_from_json, duel_from_json, events_from_json, orders_from_json, to_json
from tests.simulation.seekers import played


@pytest.mark.parametrize("seed", range(8))
def test_what_was_written_as_json_comes_back_equal(seed: int) -> None:
    for each in played(seed, 8):
        orders = tuple(each.orders.values())
        assert duel_from_json(to_json(each.turn.after)) == each.turn.after
        assert events_from_json(to_json(each.turn.events)) == each.turn.events
        assert orders_from_json(to_json(orders)) == orders
        for clauses in each.clauses.values():
            assert clauses_from_json(to_json(clauses)) == clauses


@pytest.mark.parametrize("text", ["", "{", "[]", '{"wizards": 3}', "null"])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(CodecError):
        duel_from_json(text)
