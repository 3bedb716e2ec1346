"""What players ask in vain: each is refused with the reason and what would work, and nothing of it is done."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from referee.mail.inbox import Filing
from tests.acceptance.at_the_desk import REFEREE, Table, address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of

DAY = timedelta(days=1)
MAILS = ("letters", "outgoing", "looks", "sqlite_sequence")  # tables in which each letter and its answer leave a trace


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Game 1 of Ann and Bob goes on, game 2 is Cid's and Bob's, game 3 of Ann and Bob is over; Bob has just declined a
    challenge of Ann's. It is 26 November 2026."""
    with hall_of(tmp_path, "Ann", "Bob", "Cid") as made:
        table = made.table
        table.start("Ann", "Bob", terms="3d")
        table.start("Cid", "Bob", terms="3d")
        table.start("Ann", "Bob", terms="3d")
        table.post()
        table.answer("Ann", "surrender", game=3)
        table.answer("Bob", "LH: P, RH: F", game=3)
        made.ask("Ann", "challenge Bob")
        made.ask("Bob", "decline 1")
        table.now += DAY
        yield made


def kept(table: Table) -> dict[str, list[dict[str, Any]]]:
    """All that is stored but mails."""
    names = [row["name"] for row in table.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: table.store.rows(f"SELECT * FROM {name}") for name in names if name not in MAILS}


def told(table: Table, name: str) -> str:
    return " ".join(text_of(table.mails_to(name)[-1]).replace("| ", "").split())


def proved(table: Table) -> EmailMessage:
    """A mail whose answer is surely Ann's."""
    table.receive(plain("Ann", "whoami"))
    return table.mails_to("Ann")[-1]


def plain(name: str, words: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address_of(name), REFEREE, "hello"
    mail.set_content(words)
    return mail


CASES = {
    "a wrong zone": ("zone Atlantis", "Atlantis", "zone"),
    "two zones that may be meant": ("zone EST", "EST", "America/New_York"),
    "past dates": ("vacation 3 January 2020 to 5 January 2020", "has passed", "4 December 2026"),
    "dates that have begun": (
        "vacation 20 November 2026 to 30 November 2026",
        "has passed",
        "27 November 2026 to 30 November 2026",
    ),
    "dates the wrong way round": (
        "vacation 9 December to 5 December 2026",
        "is before",
        "5 December 2026 to 9 December 2026",
    ),
    "a vacation over budget": ("vacation 1 December 2026 to 15 January 2027", "you have 30 left", "30 December"),
    "no dates at all": ("vacation 33 Smarch to 40 Smarch", "is no month", "4 December 2026"),
    "a challenge to oneself": ("challenge Ann", "You cannot challenge yourself", "open"),
    "a challenge to one who has declined": ("challenge Bob 2d", "Bob has declined your challenge 1", "Ask again after"),
    "a challenge to nobody": ("challenge Cidd", "Nobody here is called Cidd", "Did you mean Cid?"),
    "terms that go ill together": ("open 3d, 4d", "do not go together", "help options"),
    "a challenge that is over": ("accept 1", "was declined", "Write challenges"),
    "a challenge that never was": ("accept 77", "There is no challenge 77", "Write challenges"),
    "a code that is none": ("confirm 88-aaaa-bbbb", "That is not a code of mine", "reply"),
    "orders of a game that is over": ("preview 3: LH: P", "Game 3 is over", "These are yours: 1 Ann v Bob"),
    "a draw in a game that is over": ("draw 3", "Game 3 is over", "These are yours: 1 Ann v Bob"),
    "resigning a game that is over": ("resign 3", "Game 3 is over", "These are yours: 1 Ann v Bob"),
    "a letter in a game that is over": ("press 3 to Bob: good game", "Game 3 is over", "These are yours: 1 Ann v Bob"),
    "undoing in somebody else's game": ("undo 2", "Game 2 is not yours", "These are yours"),
    "a draw in somebody else's game": ("draw 2", "Game 2 is not yours", "These are yours"),
    "resigning somebody else's game": ("resign 2", "Game 2 is not yours", "These are yours"),
    "a letter in somebody else's game": (
        "press 2 to Bob: hello",
        "Game 2 is not yours",
        "as in this: press 1 to all: hello",
    ),
    "a game that never was": ("history 99", "There is no game 99", "These are yours"),
    "watching one's own game": ("watch 1", "You play in game 1", "get its reports anyhow"),
    "a name for one who has one": ("register Zoe", "you are Ann here", ""),
    "an address that is none": ("address nobody@", "address is written", "Try: address ann@example.net"),
    "one's own address": (f"address {address_of('Ann')}", "write to already", ""),
    "being forgotten in the middle of a game": ("forget me", "You still play in game 1", "Resign"),
    "thirty commands": ("\n".join(["zone Berlin"] * 30), "30 commands", "several mails"),
    "thirty different commands": (
        "\n".join([f"vacation {day} December 2026 to {day} December 2026" for day in range(1, 31)]),
        "none of them was carried out",
        "several mails",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_refused_with_the_reason_and_what_would_work_and_nothing_is_done(hall: Hall, case: str) -> None:
    words, why, works = CASES[case]
    table = hall.table
    answered = proved(table)
    before, mails = kept(table), table.count()
    assert table.receive(reply(answered, address_of("Ann"), words)) is Filing.PROCESSED
    assert why.lower() in told(table, "Ann").lower()
    assert works.lower() in told(table, "Ann").lower()
    assert kept(table) == before
    assert table.count() == mails + 1, "nobody else hears of it"
    refused = str(table.mails_to("Ann")[-1]["Subject"])
    assert "not done" in refused or "not understood" in refused or "refused" in refused, refused


def test_a_name_that_is_taken_is_refused_to_a_newcomer_with_one_that_is_free(hall: Hall) -> None:
    table = hall.table
    before = kept(table)
    table.receive(plain("Eve", "register bob"))
    assert "Somebody is called Bob already" in told(table, "Eve")
    assert "bob II" in told(table, "Eve")
    assert kept(table) == before


def test_a_code_that_has_expired_does_nothing_and_says_so(hall: Hall) -> None:
    table = hall.table
    table.receive(plain("Eve", "register Eve"))
    asked = table.mails_to("Eve")[-1]
    code = next(line for line in text_of(asked).splitlines() if line.startswith("| confirm ")).removeprefix("| ")
    table.now += 8 * DAY
    before = kept(table)
    for mail in (plain("Eve", code), reply(asked, address_of("Eve"), "yes")):
        table.receive(mail)
        assert "That came too late: it had to be confirmed within 7 days" in told(table, "Eve")
    assert kept(table) == before


def test_a_code_that_was_used_does_nothing_the_second_time(hall: Hall) -> None:
    table = hall.table
    table.receive(plain("Eve", "register Eve"))
    asked = table.mails_to("Eve")[-1]
    table.receive(reply(asked, address_of("Eve"), "yes"))
    before = kept(table)
    table.receive(reply(asked, address_of("Eve"), "yes, once more"))
    assert "already" in told(table, "Eve")
    assert kept(table) == before


def test_a_refused_command_undoes_none_of_those_beside_it(hall: Hall) -> None:
    table = hall.table
    table.receive(reply(proved(table), address_of("Ann"), "zone Berlin\nzone Atlantis\nchallenge Ann"))
    player = hall.player("Ann")
    assert player.zone == "Europe/Berlin"
    assert "You cannot challenge yourself" in told(table, "Ann")
