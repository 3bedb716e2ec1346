"""What is not as it was stored is neither played nor sent: it waits for the director, who is told what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.deeds import timing
from referee.deeds.refusal import Refused
from referee.deeds.resending import resend
from referee.deeds.rollback import roll_back
from referee.deeds.undo import undo
from referee.desk import ATTEMPTS_MAX
from referee.mail.inbox import Filing
from referee.store import acts, outgoing
from referee.store.faults import Damaged
from referee.store.games import GameState
from referee.store.verification import verify
from tests.acceptance.at_the_desk import DIRECTOR, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.test_clocks import DAY, HOUR, words

FLIPS = (
    """clauses = replace(clauses, '"W"', '"S"')""",
    "clauses = CAST(x'ff' || clauses AS TEXT)",
    "received_at = replace(received_at, '2026', '2025')",
    "digest = NULL",
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        for game in (1, 2):
            laid.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
            laid.answer("Ann", "LH: W\nRH: W", game=game)
        yield laid


def damage(table: Table, sql: str) -> None:
    with table.store.transaction():
        assert table.store.change(sql)


def told(table: Table) -> str:
    return " ".join(text_of(table.mails_at(DIRECTOR)[-1]).split())


def faults(table: Table) -> list[str]:
    found = verify(table.store)
    assert found is not None
    return [f"{fault.where}: {fault.what}" for fault in found.faults]


@pytest.mark.parametrize("flip", FLIPS)
def test_orders_that_are_not_what_was_stored_hold_the_game_until_they_are_sent_anew(table: Table, flip: str) -> None:
    damage(table, f"UPDATE orders SET {flip} WHERE game = 1")
    assert "game 1, turn 1: Ann's orders for turn 1 are not what was stored: the check value differs" in faults(table)
    table.wait(3 * DAY + HOUR)
    assert table.store.rows("SELECT state, turn FROM games WHERE id = 1") == [{"state": "held", "turn": 0}]
    assert table.game(2).duel.next_turn == 2
    assert "Ann's orders for turn 1 of game 1 are not what was stored" in told(table)
    assert "`referee game resume 1` has them sent anew" in told(table)
    table.direct(timing.resume, 1, reason="The disk was replaced.", now=table.later())
    assert table.game().state is GameState.RUNNING
    assert table.owing() == ("Ann", "Bob")
    assert "do not count: please send them again" in words(table, "Ann")
    assert "do not count" not in words(table, "Bob")
    assert acts.listing(table.store, game=1)[-1].facts == {"orders lost by seat": [1]}
    table.turn(Ann="LH: W\nRH: W", Bob="LH: P\nRH: P")
    assert table.game().duel.wizards[0].history[-1].left == "W"
    assert faults(table) == []


def test_a_letter_that_meets_damaged_orders_is_set_aside_and_can_be_handled_when_they_are_forgotten(
    table: Table,
) -> None:
    damage(table, f"UPDATE orders SET {FLIPS[0]} WHERE game = 1")
    letter = table.come(reply(table.asked("Bob", 1), address_of("Bob"), "LH: P\nRH: P"))
    assert [table.receive_again(letter) for _ in range(ATTEMPTS_MAX)][-1] is Filing.REJECTED
    assert "Ann's orders for turn 1 of game 1 are not what was stored" in told(table)
    table.direct(timing.resume, 1, reason="The disk was replaced.", now=table.later())
    table.desk.retry_mail(table.letters()[-1].id, now=table.later())
    assert table.owing() == ("Ann",)


def test_a_correction_keeps_no_orders_that_are_not_what_was_stored(table: Table) -> None:
    table.answer("Bob", "LH: P\nRH: P")
    damage(table, f"UPDATE orders SET {FLIPS[0]} WHERE game = 1 AND seat = 1")
    with pytest.raises(Damaged, match="Ann's orders for turn 1"):
        table.direct(roll_back, 1, 1, keep=True, reason="again", now=table.later())
    table.direct(roll_back, 1, 1, keep=False, reason="again", now=table.later())
    assert faults(table) == []


@pytest.mark.parametrize(
    "flip",
    [
        "recipient = 'r' || recipient",
        "recipient = CAST(x'ff' || recipient AS TEXT)",
        "envelope_from = 'rob' || envelope_from",
        "raw = CAST(replace(CAST(raw AS TEXT), 'turn', 'turm') AS BLOB)",
        "created_at = 'x' || created_at",
    ],
)
def test_a_mail_that_is_not_what_was_queued_is_given_to_the_outbox_as_such(table: Table, flip: str) -> None:
    queue = outgoing.Queue(table.store)
    assert all(mail.sound for mail in queue.due(table.now))
    mine = queue.due(table.now)[-1].id
    damage(table, f"UPDATE outgoing SET {flip} WHERE id = {mine}")
    assert [mail.id for mail in queue.due(table.now) if not mail.sound] == [mine]
    assert any(fault.startswith((f"outgoing mail {mine}: it is not", "table outgoing")) for fault in faults(table))
    queue.set_aside(mine, "it is not what was queued")
    with pytest.raises((Refused, Damaged)):
        table.direct(resend, mine, reason=None, now=table.later())


def test_a_change_whose_facts_are_damaged_is_not_taken_back(table: Table) -> None:
    table.direct(timing.extend, 1, DAY, reason="It rains.", now=table.later())
    damage(table, "UPDATE takebacks SET facts = replace(facts, 'rains', 'raims')")
    assert faults(table) == ["what there was before act 3: it is not what was stored: the check value differs"]
    with pytest.raises(Damaged, match="what there was before act 3 is not what was stored"):
        table.direct(undo, reason="A mistake.", now=table.later())


def test_whoever_is_forgotten_leaves_a_database_that_is_sound(table: Table) -> None:
    table.post()
    with table.store.transaction():
        number = acts.note(
            table.store, "player address", who="director", now=table.now, facts={"before": "bob@example.com"}
        )
        acts.came_by(table.store, 1, after=number - 1)
        assert acts.erase_address(table.store, "bob@example.com") == 1
        assert outgoing.erase_to(table.store, address_of("Bob"), letters=[1]) > 0
    assert acts.listing(table.store)[-1].facts == {"before": "", "by mail": 1}
    assert faults(table) == []
