"""Who asks to be forgotten is: no address of his is left anywhere, however it came there."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.deeds import people
from referee.store import outgoing, players
from referee.store.games import GameState
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from tests.acceptance.at_the_desk import DIRECTOR, REFEREE, Table, address_of, laid_table
from tests.acceptance.bouncing import last_report, report
from tests.acceptance.by_mail import text_of
from tests.acceptance.test_director_by_mail import write
from tests.acceptance.test_newcomers import answering, registered, written
from tests.acceptance.test_trust import vouched

MERLYN, BOB, NEW = (address_of(name) for name in ("Merlyn", "Bob", "New"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        registered(laid, "Merlyn")
        registered(laid, "Bob")
        laid.start("Merlyn", "Bob")
        laid.post()
        yield laid


def everywhere(table: Table) -> bytes:
    """All that stands in the tables, and then in the file of the database, with the pages that are free."""
    names = [row["name"] for row in table.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    told = str([table.store.rows(f"SELECT * FROM {name}") for name in names]).encode()
    table.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return told + table.store.path.read_bytes()


def over(table: Table) -> None:
    table.turn(merlyn="surrender", bob="LH: P\nRH: D")
    assert table.game().state is GameState.FINISHED
    table.post()


def leave(table: Table, address: str = MERLYN) -> None:
    """He asks to be forgotten, confirms it, and the outbox sends him a farewell."""
    table.receive(vouched(address.partition("@")[0], "forget me", From=address))
    table.receive(answering(table.mails_at(address)[-1], address, "yes"))
    assert "Farewell" in text_of(table.mails_at(address)[-1])
    table.post()
    assert players.by_address(table.store, address) is None


def newest(table: Table, address: str, subject: str) -> EmailMessage:
    return [mail for mail in table.mails_at(address) if subject in str(mail["Subject"])][-1]


def moves(table: Table) -> str:
    table.receive(vouched("Merlyn", f"address {NEW}"))
    table.receive(answering(newest(table, MERLYN, "new address"), MERLYN, "yes"))
    table.receive(answering(newest(table, NEW, "new address"), NEW, "yes"))
    return NEW


def is_moved(table: Table) -> str:
    table.direct(people.readdress, MERLYN, NEW, reason="he said so", now=table.later())
    return NEW


def asks_to_move(table: Table) -> str:
    table.receive(vouched("Merlyn", f"address {NEW}"))
    return MERLYN


def writes_from_elsewhere(table: Table) -> str:
    table.receive(answering(newest(table, MERLYN, "WH 1.1."), NEW, "zone Berlin"))
    assert newest(table, NEW, "")
    return MERLYN


def is_not_vouched_for(table: Table) -> str:
    table.receive(written("Merlyn", "zone Berlin"))
    table.receive(written("Merlyn", "zone Paris"))
    assert {each.state for each in table.letters()[-2:]} == {LetterState.UNCONFIRMED}
    return MERLYN


def is_not_reached(table: Table) -> str:
    table.receive(report(last_report(table, "Merlyn")))
    assert table.letters()[-1].kind == "bounce"
    return MERLYN


def is_shown_to_the_director(table: Table) -> str:
    write(table, "show 1")
    assert MERLYN in text_of(table.mails_at(DIRECTOR)[-1])
    answer = EmailMessage()
    answer["From"], answer["To"], answer["Subject"] = DIRECTOR, REFEREE, "to the desk"
    answer["Message-ID"] = "<quoting@example.org>"
    answer.set_content(f"list\n\n> {MERLYN}: alive\n", cte="base64")
    table.receive(answer)
    return MERLYN


def is_named_by_others(table: Table) -> str:
    table.answer("Merlyn", f"LH: P\nRH: D\npress: write to {MERLYN.upper()}.")
    return MERLYN


def is_refused(table: Table) -> str:
    number = next(mail.id for mail in outgoing.listing(table.store, MailState) if mail.recipient == MERLYN)
    with table.store.transaction():
        outgoing.release(table.store, number, now=table.now)
        table.store.change("UPDATE outgoing SET state = 'queued' WHERE id = ?", [number])
    table.desk.refused(number, f"550 5.1.1 <{MERLYN}>: who is that?", table.now)
    return MERLYN


@pytest.mark.parametrize(
    "happened",
    [
        moves,
        is_moved,
        asks_to_move,
        writes_from_elsewhere,
        is_not_vouched_for,
        is_not_reached,
        is_refused,
        is_shown_to_the_director,
        is_named_by_others,
    ],
)
def test_no_address_of_one_who_is_forgotten_is_left(table: Table, happened: Callable[[Table], str]) -> None:
    address = happened(table)
    over(table)
    assert MERLYN.encode() in everywhere(table)
    leave(table, address)
    left = everywhere(table).lower()
    assert MERLYN.encode() not in left
    assert NEW.encode() not in left
    assert BOB.encode() in left


def test_an_address_that_another_has_by_now_is_left_to_him(table: Table) -> None:
    moves(table)
    over(table)
    table.direct(people.add, MERLYN, "Cyd", reason=None, now=table.later())
    table.receive(vouched("Merlyn", "whoami"))
    leave(table, NEW)
    assert "Cyd" in text_of(newest(table, MERLYN, "whoami"))
    assert players.by_address(table.store, MERLYN) is not None


def test_what_had_not_gone_out_to_one_whom_the_director_erases_never_does(table: Table) -> None:
    over(table)
    table.receive(vouched("Merlyn", "whoami"))
    table.direct(people.erase, MERLYN, reason="he asked for it", now=table.later())
    assert not outgoing.due(table.store, table.now)
    assert MERLYN.encode() not in everywhere(table)
