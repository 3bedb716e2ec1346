"""`referee demo` as a reader starts it: the written duel, a seat at the terminal, an office for mail programs."""

import imaplib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from smtplib import SMTP
from typing import IO

import pytest

from referee.demo.duel import DUEL, WIZARDS
from tests.acceptance.by_mail import COMMAND, parsed, reply
from tests.ear import PATIENCE_SECONDS
from tests.post_office import HOST

HER_TURNS = "LH: W\nRH: D\n\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where it is started nothing stays."""
    monkeypatch.chdir(tmp_path)
    yield
    assert list(tmp_path.iterdir()) == []


def run(*options: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "demo", *options], input=typed, capture_output=True, check=False, text=True, timeout=PATIENCE_SECONDS
    )


@contextmanager
def started(*options: str) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [COMMAND, "demo", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def read_until(output: IO[str] | None, words: str) -> str:
    """The output up to the first line with these words; the test fails where it ends before."""
    assert output is not None
    text = ""
    for line in output:
        text += line
        if words in line:
            return text
    raise AssertionError(f"{words!r} was never said, only:\n{text}")


def test_the_written_duel_is_played_by_mail_to_its_end() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout
    for turn in range(1, len(DUEL) + 1):
        assert shown.count(f", turn {turn} adjudicated,") == 1
        for name in WIZARDS:
            assert len(re.findall(rf"{name} -> Referee +orders for turn {turn}:", shown)) == 1
            assert shown.count(f"Orders for turn {turn}: complete") == len(WIZARDS)
    report = shown.partition("-- the last report")[2]
    assert "Subject: [WH 1.11." in report
    assert "Magic mirror" in report
    *_, winner, took = shown.rstrip().splitlines()
    assert winner == "Ann has won on turn 10, by death."
    assert re.fullmatch(r"It took \d+\.\d seconds\.", took)


def test_a_reader_plays_at_the_terminal_until_he_leaves() -> None:
    done = run("--play", typed=HER_TURNS * 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert "turn 2 adjudicated" in done.stdout
    assert "turn 3 adjudicated" not in done.stdout
    assert re.search(r"Hob -> Referee +orders for turn 1$", done.stdout, re.MULTILINE)  # and not what they are
    assert "your orders for turn 3, line by line" in done.stdout
    assert done.stdout.rstrip().endswith("You have left; the post office closes.")


def test_what_the_reader_mistypes_is_asked_for_again() -> None:
    done = run("--play", typed="LH: W\nRH: Q\n\nRH: D\n\n")
    assert done.returncode == 0
    assert "Orders for turn 1: incomplete, 1 line not understood" in done.stdout
    assert done.stdout.count("your orders for turn 1, line by line") == 2
    assert "turn 1 adjudicated" in done.stdout


def test_a_reader_who_surrenders_gets_the_last_report() -> None:
    done = run("--play", typed="surrender\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "-- the last report" in done.stdout
    assert done.stdout.rstrip().endswith("Hob has won on turn 1, by surrender.")


def test_the_served_office_takes_a_mail_program() -> None:
    with started("--serve") as process:
        accounts = read_until(process.stdout, "Ctrl-C closes.")
        imap, smtp = (int(port) for port in re.findall(r"P  127\.0\.0\.1  port (\d+)", accounts))
        found = re.search(r"name ann, password (\S+), address (\S+)", accounts)
        assert found is not None
        read_until(process.stdout, "Referee -> Ann  Ann v Hob: the duel begins")
        with imaplib.IMAP4(HOST, imap, timeout=PATIENCE_SECONDS) as reader:
            reader.login("ann", found[1])
            assert reader.select("INBOX")[1] == [b"2"]
            mails = [answer[1] for answer in reader.fetch("1:2", "(RFC822)")[1] if isinstance(answer, tuple)]
        invitation = next(mail for mail in map(parsed, mails) if "Ann v Hob" in str(mail["Subject"]))
        with SMTP(HOST, smtp, timeout=PATIENCE_SECONDS) as sender:
            sender.login("ann", found[1])
            sender.send_message(reply(invitation, found[2], "LH: W, RH: D"))
        read_until(process.stdout, "Referee -> Ann  Ann v Hob, turn 1:")
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, errors) == (0, "")
    assert rest.endswith("The post office is closed, and its mails are gone.\n")


def test_a_missing_extra_is_told_in_one_line() -> None:
    without = "import sys; sys.modules['pymap'] = None; from referee.__main__ import main; main(['demo'])"
    done = subprocess.run(
        [sys.executable, "-c", without], capture_output=True, check=False, text=True, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "pip install 'waving-hands-referee[demo]'" in done.stderr
    assert "make demo" in done.stderr
