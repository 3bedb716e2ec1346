"""Every mail that whole games give rise to: seekers play at the desk, and all that can go amiss does."""

from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from engine.language import canonical_text
from engine.model import Part
from referee import play
from referee.deeds.ending import abort
from referee.mail import letter as letters
from referee.store import outgoing
from referee.store.games import GameState
from referee.store.outgoing import MailState
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import parsed, reply, text_of
from tests.simulation.seekers import Seeker

KINDS: Final = {
    "invitation",
    "report",
    "receipt",
    "over",
    "stale",
    "unread",
    "refused",
    "held",
    "aborted",
    "director",
    "answers",
}
TURNS_MAX: Final = 10
SEED: Final = 5
TAUNT: Final = "LH: F, RH: P; cast Missile at Bob"
# What a player may write before he finds the right words, each answered by a receipt of its own.
BLUNDERS: Final = (
    "LH: F",
    "LH: Q, RH: W\ncast Sheild on self\nAnn",
    "Hello there!\nIt is a lovely evening, is it not?\nYours, Ann",
    "LH: F, LH: S, RH: C, cast Fireball at Bob, goblin attacks Zed",
    "both: P",
    "LH: W, RH: W, wait",
    "turn 99, LH: F",
    "game 77, LH: F, RH: D",
    "withdraw orders",
    f"say: {TAUNT}",
    "same again",
    "help",
    "status\nrules Paralysis\nstaus 17",
    "\n".join(f"LH: Q{number}" for number in range(8)),
)


class Sent(NamedTuple):
    """A mail that was sent: its kind, its text and its page."""

    kind: str
    text: str
    page: str


def mails_of_a_whole_game(folder: Path) -> list[Sent]:
    """Every mail that was queued."""
    with laid_table(folder, "[mail]\nanswers_per_hour = 10000\n") as table:
        first = table.start("Ann", "Bob")
        _play(table, first, ("Ann", "Bob"), SEED)
        _aborted(table, table.start("Cid", "Dee", "Eve"))
        _held(table, table.start("Cid", "Dee"))
        _set_aside(table, first)
        listed = outgoing.listing(table.store, MailState)
        queued = [(row.kind, outgoing.mail(table.store, row.id)) for row in listed]
        mails = [(kind, parsed(mail.raw)) for kind, mail in queued if mail is not None]
        return [Sent(kind, text_of(mail), page_of(mail)) for kind, mail in mails]


def page_of(mail: EmailMessage) -> str:
    """What the HTML part of a mail says."""
    body = mail.get_body(("html",))
    assert body is not None, mail
    return str(body.get_content()).replace("\r\n", "\n")


def _play(table: Table, number: int, names: tuple[str, ...], seed: int) -> None:
    """A game by players who know what they want, and blunder on the way."""
    rng = Random(seed)
    rules = table.game(number).duel.rules
    seekers = {name: Seeker(name, rng, rules) for name in names}
    blunders = list(BLUNDERS)
    for _ in range(TURNS_MAX):
        duel = table.game(number).duel
        if blunders:
            table.answer("Ann", blunders.pop(0), game=number)
        if duel.turn == 2:
            _strange_mails(table, number)
        for name in duel.acting:
            clauses = seekers[name].clauses(duel, rng.choice(duel.living))
            words = canonical_text(clauses) + (f"\nsay: {TAUNT}" if duel.turn == 3 else "")
            table.answer(name, words, game=number)
            if table.game(number).duel == duel and name in play.owing(table.store, table.game(number)):
                table.answer(name, "LH: nothing, RH: nothing\nready", game=number)
        if table.game(number).state is not GameState.RUNNING:
            break
    else:
        table.answer("Bob", "surrender", game=number)
        table.answer("Ann", "LH: nothing, RH: nothing\nready", game=number)
    assert table.game(number).state is GameState.FINISHED
    table.answer("Ann", "LH: F, RH: F", game=number)  # and who writes afterwards is answered


def _strange_mails(table: Table, number: int) -> None:
    """A reply to an old report, two versions that differ, nothing new, no token."""
    duel = table.game(number).duel
    assert duel.next_part is Part.NORMAL
    table.receive(reply(table.asked("Ann", number, turn=1), address_of("Ann"), "LH: F, RH: F"))
    doubtful = reply(table.asked("Ann", number), address_of("Ann"), "LH: F, RH: P")
    doubtful.add_alternative("<p>LH: S, RH: W</p>", subtype="html")
    table.receive(doubtful)
    table.answer("Ann", "", game=number)
    stranger = EmailMessage()
    stranger["From"], stranger["To"], stranger["Subject"] = address_of("Ann"), REFEREE, "LH: F, RH: P"
    stranger.set_content("LH: F, RH: P")
    table.receive(stranger)


def _aborted(table: Table, number: int) -> None:
    """Three wizards, of whom the director has enough."""
    for name in ("Cid", "Dee", "Eve"):
        table.answer(name, "LH: D, RH: stab", game=number)
        table.answer(name, "LH: D, RH: W", game=number)
    table.direct(abort, number, reason="Eve has moved to the moon.", now=table.now)
    table.answer("Cid", "LH: F, RH: F", game=number)


def _held(table: Table, number: int) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ArithmeticError("LH: F")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "adjudicate", broken)
        for name in ("Cid", "Dee"):
            table.answer(name, "LH: D, RH: W", game=number)
    table.answer("Cid", "LH: S, RH: W", game=number)


def _set_aside(table: Table, number: int) -> None:
    """A mail at which the program fails each time."""

    def broken(*_: Any, **__: Any) -> None:
        raise ArithmeticError("RH: P")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(letters, "read", broken)
        table.receive(reply(table.asked("Ann", number), address_of("Ann"), "LH: F"))
        for _ in range(3):
            table.desk.catch_up(table.now)
