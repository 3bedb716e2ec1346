"""People who write to the referee's plain address: they register, and see to their own affairs."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.store import players
from referee.store.games import GameState
from referee.store.mailbag import LetterState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import text_of


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def written(name: str, words: str, *, subject: str = "hello") -> EmailMessage:
    """A mail to the referee's plain address."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address_of(name), REFEREE, subject
    mail.set_content(words)
    return mail


def answering(asked: EmailMessage, sender: str, words: str) -> EmailMessage:
    """A reply to a mail of ours, from that address."""
    mail = EmailMessage()
    mail["From"], mail["To"] = sender, str(asked["Reply-To"] or asked["From"])
    mail["Subject"], mail["In-Reply-To"] = f"Re: {asked['Subject']}", str(asked["Message-ID"])
    mail["References"] = f"{asked.get('References', '')} {asked['Message-ID']}".strip()
    quoted = "\n".join(f"> {line}" for line in text_of(asked).splitlines())
    mail.set_content(f"{words}\n\nOn Thursday the referee wrote:\n{quoted}\n")
    return mail


def registered(table: Table, name: str) -> EmailMessage:
    """The player registers; the mail that welcomes him."""
    table.receive(written(name, f"register {name}"))
    table.receive(answering(table.mails_to(name)[-1], address_of(name), "yes"))
    return table.mails_to(name)[-1]


def player(table: Table, name: str) -> players.Player:
    found = players.by_address(table.store, address_of(name))
    assert found is not None
    return found


def test_a_newcomer_registers_with_two_mails(table: Table) -> None:
    table.receive(written("Ann", "Hello!\n\nregister Merlyn\n\nAnn"))
    (asked,) = table.mails_to("Ann")
    assert "confirm" in str(asked["Subject"])
    assert players.by_address(table.store, address_of("Ann")) is None
    table.receive(answering(asked, address_of("Ann"), "Here I am."))
    welcome = table.mails_to("Ann")[-1]
    assert "Welcome, Merlyn!" in text_of(welcome)
    assert player(table, "Ann").name == "Merlyn"
    assert player(table, "Ann").confirmed_at is not None


def test_the_code_may_be_typed_where_the_reply_loses_its_address(table: Table) -> None:
    table.receive(written("Ann", "register Merlyn"))
    (asked,) = table.mails_to("Ann")
    code = next(line for line in text_of(asked).splitlines() if line.startswith("| confirm "))
    table.receive(written("Ann", code.removeprefix("| ")))
    assert player(table, "Ann").name == "Merlyn"


def test_a_name_that_looks_like_another_is_refused_to_the_second(table: Table) -> None:
    registered(table, "Merlyn")
    table.receive(written("Bob", "register MERLYN"))
    answer = text_of(table.mails_to("Bob")[-1])
    assert "Somebody is called Merlyn already" in answer
    assert players.by_address(table.store, address_of("Bob")) is None


def test_of_two_who_ask_for_one_name_the_first_to_confirm_gets_it(table: Table) -> None:
    for name in ("Ann", "Bob"):
        table.receive(written(name, "register Merlyn"))
    asked_ann, asked_bob = table.mails_to("Ann")[-1], table.mails_to("Bob")[-1]
    table.receive(answering(asked_bob, address_of("Bob"), "yes"))
    table.receive(answering(asked_ann, address_of("Ann"), "yes"))
    assert player(table, "Bob").name == "Merlyn"
    assert players.by_address(table.store, address_of("Ann")) is None
    assert "already" in text_of(table.mails_to("Ann")[-1])


def test_a_reply_to_the_welcome_is_not_taken_for_one_to_the_question(table: Table) -> None:
    welcome = registered(table, "Merlyn")
    table.receive(answering(welcome, address_of("Merlyn"), "zone Berlin\nwhoami"))
    answer = text_of(table.mails_to("Merlyn")[-1])
    assert "in Berlin" in answer
    assert "Europe/Berlin" in answer
    assert player(table, "Merlyn").zone == "Europe/Berlin"


def test_no_is_no_and_the_question_is_done_with(table: Table) -> None:
    table.receive(written("Ann", "register Merlyn"))
    (asked,) = table.mails_to("Ann")
    table.receive(answering(asked, address_of("Ann"), "no!"))
    table.receive(answering(asked, address_of("Ann"), "yes"))
    assert players.by_address(table.store, address_of("Ann")) is None


def test_what_only_reads_is_answered_to_the_registered_address_whoever_wrote(table: Table) -> None:
    registered(table, "Merlyn")
    before = len(table.mails_to("Merlyn"))
    table.receive(written("Merlyn", "whoami"))
    assert len(table.mails_to("Merlyn")) == before + 1
    assert "Merlyn" in text_of(table.mails_to("Merlyn")[-1])


def test_what_changes_something_waits_for_a_yes_where_nothing_proves_the_writer(table: Table) -> None:
    registered(table, "Merlyn")
    table.receive(written("Merlyn", "zone Berlin"))
    assert table.letters()[-1].state is LetterState.UNCONFIRMED
    assert player(table, "Merlyn").zone is None
    asked = table.mails_to("Merlyn")[-1]
    assert "zone Berlin" in text_of(asked)
    table.receive(answering(asked, address_of("Merlyn"), "yes"))
    assert player(table, "Merlyn").zone == "Europe/Berlin"


def test_an_address_is_changed_once_both_ends_have_confirmed_it(table: Table) -> None:
    welcome = registered(table, "Merlyn")
    table.receive(answering(welcome, address_of("Merlyn"), "address new@duel.example.org"))
    old = next(m for m in table.mails_to("Merlyn") if "new address" in str(m["Subject"]))
    (new,) = table.mails_to("new")
    table.receive(answering(old, address_of("Merlyn"), "yes"))
    assert player(table, "Merlyn").name == "Merlyn"
    table.receive(answering(new, "new@duel.example.org", "yes"))
    assert player(table, "new").name == "Merlyn"
    assert players.by_address(table.store, address_of("Merlyn")) is None


def test_whether_an_address_is_another_player_s_is_told_to_nobody_but_its_owner(table: Table) -> None:
    registered(table, "Bob")
    welcome = registered(table, "Ann")
    table.receive(answering(welcome, address_of("Ann"), f"address {address_of('Bob')}"))
    old = next(m for m in table.mails_to("Ann") if "new address" in str(m["Subject"]))
    assert f"one to {address_of('Bob')}" in " ".join(text_of(table.mails_to("Ann")[-1]).split())
    table.receive(answering(old, address_of("Ann"), "yes"))
    table.receive(answering(table.mails_to("Bob")[-1], address_of("Bob"), "yes"))
    assert "A player has that address already." in text_of(table.mails_to("Bob")[-1])
    assert (player(table, "Ann").name, player(table, "Bob").name) == ("Ann", "Bob")


def test_who_asks_to_be_forgotten_is_asked_back_and_then_is(table: Table) -> None:
    welcome = registered(table, "Merlyn")
    table.receive(answering(welcome, address_of("Merlyn"), "forget me"))
    asked = table.mails_to("Merlyn")[-1]
    table.receive(answering(asked, address_of("Merlyn"), "what?"))
    assert player(table, "Merlyn").name == "Merlyn"
    table.receive(answering(asked, address_of("Merlyn"), "yes"))
    assert players.by_address(table.store, address_of("Merlyn")) is None
    assert not any(b"Merlyn" in letter.raw for letter in table.letters())


def test_who_still_plays_cannot_be_forgotten(table: Table) -> None:
    table.start("Ann", "Bob")
    table.receive(answering(table.asked("Ann"), address_of("Ann"), "forget me"))
    assert "still play in game 1" in text_of(table.mails_to("Ann")[-1])


def test_who_is_out_of_a_melee_is_forgotten_at_once_and_it_goes_on_without_mails_to_him(table: Table) -> None:
    table.start("Ann", "Bob", "Cyd")
    table.turn(ann="LH: S, RH: W", bob="LH: W, RH: D", cyd="surrender")
    table.receive(answering(table.mails_to("Cyd")[-1], address_of("Cyd"), "forget me"))
    table.receive(answering(table.mails_to("Cyd")[-1], address_of("Cyd"), "yes"))
    assert players.by_address(table.store, address_of("Cyd")) is None
    before = len(table.mails_to("Cyd")), len(table.mails_at(""))
    table.turn(ann="LH: D, RH: D", bob="LH: F, RH: F")
    table.turn(ann="LH: D, RH: D", bob="surrender")
    assert table.game().state is GameState.FINISHED
    assert "THE DUEL IS OVER" in text_of(table.mails_to("Ann")[-1])
    assert (len(table.mails_to("Cyd")), len(table.mails_at(""))) == before


def test_commands_beside_orders_are_answered_by_themselves(table: Table) -> None:
    table.start("Ann", "Bob")
    table.receive(answering(table.asked("Ann"), address_of("Ann"), "LH: F\nspells FFF\nRH: P"))
    receipt, answers = (text_of(mail) for mail in table.mails_to("Ann")[-2:])
    if "LH: F" not in receipt:
        receipt, answers = answers, receipt
    assert table.held(1) == {"LH: F", "RH: P"}
    assert "Paralysis" in answers


def test_thirty_commands_in_one_mail_are_refused_together(table: Table) -> None:
    welcome = registered(table, "Merlyn")
    table.receive(answering(welcome, address_of("Merlyn"), "\n".join(["zone Berlin"] * 30)))
    assert "30 commands" in text_of(table.mails_to("Merlyn")[-1])
    assert player(table, "Merlyn").zone is None


def test_a_word_that_is_no_command_is_told_the_nearest(table: Table) -> None:
    welcome = registered(table, "Merlyn")
    table.receive(answering(welcome, address_of("Merlyn"), "whoamI?\nzoen Berlin"))
    answer = table.mails_to("Merlyn")[-1]
    assert "Try: zone Europe/Berlin" in " ".join(text_of(answer).replace("| ", " ").split())
    assert str(answer["Subject"]).endswith("whoami, 1 line not understood")
