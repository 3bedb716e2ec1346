"""Further mailboxes in the configuration: what they leave out, and what two of them may not have together."""

import re
from pathlib import Path

import pytest

from referee.config import Box, secret_files
from tests.referee.test_config import EXAMPLE, GOOD, faults, read

CUP = """
[mailboxes.cup]
address = "cup@duel.example.org"
[mailboxes.cup.imap]
user = "cup"
password = "two"
"""


def box(text: str) -> Box:
    return read(GOOD + text).mailboxes["cup"]


def test_a_file_with_one_mailbox_has_the_first_one_only() -> None:
    config = read(GOOD)
    assert list(config.mailboxes) == ["main"]
    assert config.mailboxes["main"] == Box(referee=config.referee, imap=config.imap, smtp=config.smtp)
    assert config.addresses == ("referee@duel.example.org",)


def test_what_a_mailbox_leaves_out_is_as_at_the_first() -> None:
    config = read(GOOD.replace('user = "referee"', 'user = "referee"\nprocessed = "Done"\nport = 1993') + CUP)
    cup = config.mailboxes["cup"]
    assert list(config.mailboxes) == ["main", "cup"]
    assert (cup.referee.name, cup.referee.director) == ("Referee", "director@example.org")
    assert (cup.imap.host, cup.imap.port, cup.imap.processed) == ("imap.example.org", 1993, "Done")
    assert (cup.imap.user, cup.imap.password.reveal()) == ("cup", "two")
    assert cup.smtp == config.smtp
    assert config.addresses == ("referee@duel.example.org", "cup@duel.example.org")


def test_a_mailbox_may_have_a_name_and_servers_of_its_own() -> None:
    own = CUP.replace("[mailboxes.cup]", '[mailboxes.cup]\nname = "The Cup"') + (
        'host = "imap.example.net"\n[mailboxes.cup.smtp]\nhost = "smtp.example.net"\nuser = "cup"\npassword = "three"'
    )
    cup = box(own)
    assert cup.referee.name == "The Cup"
    assert (cup.imap.host, cup.imap.port, cup.imap.authserv_id) == ("imap.example.net", 993, "")
    assert (cup.smtp.host, cup.smtp.port, cup.smtp.security) == ("smtp.example.net", 465, "tls")


def test_nobody_elses_password_goes_to_another_server() -> None:
    elsewhere = CUP.replace('user = "cup"\npassword = "two"', 'host = "imap.example.net"\nuser = "referee"')
    assert faults(GOOD + elsewhere) == ["mailboxes.cup.imap.password: is missing"]


def test_another_folder_of_the_same_account_needs_no_password() -> None:
    cup = box('[mailboxes.cup]\naddress = "cup@duel.example.org"\n[mailboxes.cup.imap]\ninbox = "Cup"\n')
    assert (cup.imap.user, cup.imap.password.reveal(), cup.imap.inbox) == ("referee", "one", "Cup")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("cup@duel", "Referee+cup@duel", "mailboxes.cup.address: is that of the mailbox main too"),
        ("cup@duel", "cup duel", "mailboxes.cup.address: 'cup duel.example.org' is no mail address"),
        ("cup@duel", "a-name-that-is-far-too-long-by-half@duel", "too long to carry a reply token"),
        ('address = "cup@duel.example.org"\n', "", "mailboxes.cup.address: is missing"),
        ("address", "adress", "mailboxes.cup.adress: no such setting; did you mean address?"),
        ('password = "two"', "", "mailboxes.cup.imap.password: is missing"),
        ('password = "two"', 'password_env = "WORD"', "mailboxes.cup.imap.password_env: the environment has no WORD"),
        ('user = "cup"\npassword = "two"', "", "mailboxes.cup.imap: is the inbox of the mailbox main too; give it"),
        ('user = "cup"\npassword = "two"', 'inbox = "inbox"', "mailboxes.cup.imap: is the inbox of the mailbox main"),
        ('user = "cup"\npassword = "two"', 'inbox = "Rejected"\nrejected = "Bad"', "is a folder of the mailbox main"),
        (
            'user = "cup"\npassword = "two"',
            'inbox = "Cup"\nprocessed = "INBOX"',
            "the inbox of the mailbox main is where mails are filed that were read",
        ),
        ('password = "two"', 'password = "two"\nsecurity = "none"', 'mailboxes.cup.imap.security: "none" is for'),
        ('password = "two"', 'password = "two"\nrejected = "INBOX"', "mailboxes.cup.imap: inbox, processed and"),
        ('password = "two"', '[mailboxes.cup.smtp]\nuser = "cup"', "mailboxes.cup.imap.password: is missing"),
        ('password = "two"', 'password = "two"\n[mailboxes.cup.smtp]\nuser = "x"', "mailboxes.cup.smtp: user and"),
        ("[mailboxes.cup.imap]", "[mailboxes.cup.imp]", "mailboxes.cup.imp: no such setting; did you mean imap?"),
        ("mailboxes.cup", "mailboxes.main", "mailboxes.main: the mailbox of [referee] is called so"),
        ("mailboxes.cup", "mailboxes.Cup_1", "mailboxes.Cup_1: a name is of small letters, digits and hyphens"),
        ("[mailboxes.cup]", "[mailboxs.cup]", "[mailboxs]: no such section; did you mean mailboxes?"),
    ],
)
def test_bad_mailboxes_are_refused_with_what_to_do(old: str, new: str, fault: str) -> None:
    assert old in CUP
    said = faults(GOOD + CUP.replace(old, new))
    assert fault in said[0]


@pytest.mark.parametrize("table", ["mailboxes = 3", "[[mailboxes]]\nname = 'cup'", "[mailboxes]\ncup = 3"])
def test_what_is_no_table_of_mailboxes_is_refused(table: str) -> None:
    text = f"{table}\n{GOOD}" if "[" not in table else GOOD + table
    assert faults(text) == ["mailboxes: must hold sections, written [mailboxes.NAME]"]


def test_two_further_mailboxes_may_not_be_one() -> None:
    said = faults(GOOD + CUP + CUP.replace("mailboxes.cup", "mailboxes.league"))
    assert said[0].startswith("mailboxes.league.address: is that of the mailbox cup too")
    assert said[1].startswith("mailboxes.league.imap: is the inbox of the mailbox cup too")


def test_the_director_reads_elsewhere() -> None:
    said = faults(GOOD.replace("director@example.org", "cup@duel.example.org") + CUP)
    assert said == ["referee.director: is the address of the mailbox cup, where nobody reads; name a person's"]


def test_the_files_with_secrets_of_all_mailboxes_are_known(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    kept = GOOD.replace('"a secret of some length"', '"a secret of some length"\n')
    assert secret_files(kept, path) == [path]
    text = GOOD.replace("secret =", "secret_file =").replace("password =", "password_file =")
    text += CUP.replace('password = "two"', 'password_file = "cup.txt"')
    assert secret_files(text, path) == [tmp_path / "a secret of some length", tmp_path / "cup.txt", tmp_path / "one"]


def test_the_example_shows_a_further_mailbox_that_is_good(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("0123456789abcdef")
    text = EXAMPLE.read_text(encoding="utf-8")
    shown = re.sub(r"^# (?=\[mailboxes)", "", text, flags=re.MULTILINE)
    first, mark, further = shown.partition("[mailboxes")
    further = re.sub(r"^# (?=[a-z_]+ = )", "", further, flags=re.MULTILINE)
    config = read(first + mark + further, tmp_path, REFEREE_PASSWORD="word", SPRING_CUP_PASSWORD="other")
    cup = config.mailboxes["spring-cup"]
    assert (cup.referee.name, cup.imap.password.reveal()) == ("The Spring Cup", "other")
