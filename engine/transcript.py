"""Duel transcripts: a duel written as text is adjudicated turn by turn and comes back as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.clauses import AnyClause, Complaint, ComplaintKind, Orders
from engine.dice import Roll
from engine.events import Turn
from engine.language import Field, name_fault, read
from engine.model import Duel, Part, State, Value, Wizard, new_duel
from engine.orders import Checked, check, in_order
from engine.record import FORMAT, result_record, turn_record
from engine.resolver import adjudicate
from engine.script import Block, Script, Section, TranscriptError, fold, read_script
from engine.setup import read_dice, set_up

__all__ = ["Asked", "Played", "TranscriptError", "adjudicate_text", "asked", "play"]


class Asked(Value, frozen=True, kw_only=True):
    """The orders of the one wizard who has written any for the last turn of a transcript, and the duel before it."""

    script: Script
    duel: Duel
    wizard: str
    checked: Checked
    complaints: tuple[Complaint, ...]


class Played(Value, frozen=True, kw_only=True):
    """One adjudicated turn or Time stop part, the orders as accepted, and what was wrong with whose."""

    turn: Turn
    orders: tuple[Orders, ...] = ()
    complaints: tuple[tuple[str, Complaint], ...]


def adjudicate_text(text: str, *, name: str = "-", viewer: str | None = None) -> dict[str, Any]:
    """The record of the duel that `text` tells, in the shape of the transcript format.

    `name` is the file's name for errors, `viewer` a wizard whose knowledge limits the record. Raises TranscriptError.
    """
    script, played = play(text, name=name)
    viewer = viewer and viewer_of(script, viewer, file=name)
    return {
        "format": FORMAT,
        "title": script.title,
        "rules": script.rules,
        "salt": script.salt,
        "wizards": list(script.wizards),
        "turns": [turn_record(each.turn, each.complaints, viewer=viewer) for each in played],
        "result": result_record(played[-1].turn.after if played else opening(script)),
    }


def viewer_of(script: Script, viewer: str, *, file: str) -> str:
    """The wizard of the duel whose name `viewer` is, however it is written. Raises TranscriptError."""
    for wizard in script.wizards:
        if fold(wizard) == fold(viewer):
            return wizard
    raise TranscriptError(script.wizards_line, f"no wizard in this duel is called {viewer!r}", file=file)


def play(text: str, *, name: str = "-") -> tuple[Script, tuple[Played, ...]]:
    """A transcript's script and all its turns; TranscriptError (with `name` as the file) if anything is faulty."""
    try:
        script = read_script(text)
        return script, tuple(_Table(opening(script)).play(script))
    except TranscriptError as error:
        raise TranscriptError(error.line, error.reason, file=name) from None


def asked(text: str, *, name: str = "-") -> Asked:
    """A transcript played up to its last turn, for which one wizard alone has orders; TranscriptError as in `play`,
    and where nobody has orders for the last turn, or several have. Dice of that turn are not looked at."""
    try:
        script = read_script(text)
        if not script.sections:
            raise TranscriptError(0, "there is no turn; write `turn 1` and one wizard's orders")
        *before, last = script.sections
        if not last.blocks:
            raise TranscriptError(last.line, f"turn {last.turn} has nobody's orders; one wizard's are wanted")
        if len(last.blocks) > 1:
            names = " and ".join(block.name for block in last.blocks)
            line = last.blocks[1].line
            raise TranscriptError(line, f"turn {last.turn} has the orders of {names}; one wizard's alone are wanted")
        return _Table(opening(script)).ask(script, before, last)
    except TranscriptError as error:
        raise TranscriptError(error.line, error.reason, file=name) from None


def opening(script: Script) -> Duel:
    """The duel before its first turn, set up."""
    for wizard in script.wizards:
        fault = name_fault(wizard)
        if fault is not None:
            raise TranscriptError(script.wizards_line, f"{wizard!r} cannot be a wizard's name: {fault}")
    return set_up(new_duel(script.wizards, salt=script.salt, rules=script.rules), script.setups)


class _Table:
    """The duel as it goes on; `ordered` keeps what each wizard ordered in the last ordinary turn."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.ordered: dict[str, tuple[AnyClause, ...]] = {}

    def play(self, script: Script) -> Iterator[Played]:
        for section in script.sections:
            yield from self.come_to(section)
            yield self.section(section)
        if self.duel.stopped:
            yield self.adjudicate({}, (), ())

    def ask(self, script: Script, before: Sequence[Section], last: Section) -> Asked:
        """All sections but the last are played; what its one wizard orders is judged."""
        for section in before:
            for _ in self.come_to(section):
                pass
            self.section(section)
        for _ in self.come_to(last):
            pass
        wizard = self.wizard(last.blocks[0], last)
        checked, complaints = self.judge(wizard, last.blocks[0])
        return Asked(script=script, duel=self.duel, wizard=wizard, checked=checked, complaints=complaints)

    def come_to(self, section: Section) -> Iterator[Played]:
        """What must be adjudicated before this section: an extra turn for which nobody has written anything."""
        if section.part is Part.NORMAL and self.duel.stopped:
            yield self.adjudicate({}, (), ())
        self.expect(section)

    def expect(self, section: Section) -> None:
        """A section must be the one that comes next."""
        if self.duel.result is not None:
            raise TranscriptError(section.line, f"the duel ended on turn {self.duel.result.turn}")
        if section.part is Part.TIME_STOP:
            if not self.duel.stopped or section.turn != self.duel.turn:
                raise TranscriptError(section.line, f"nobody has an extra turn after turn {section.turn}")
        elif section.turn != self.duel.next_turn:
            raise TranscriptError(section.line, f"turn {self.duel.next_turn} comes next, not turn {section.turn}")

    def section(self, section: Section) -> Played:
        orders: dict[str, Orders] = {}
        ordered: dict[str, tuple[AnyClause, ...]] = {}
        complaints: list[tuple[str, Complaint]] = []
        named: set[str] = set()
        for block in section.blocks:
            wizard = self.wizard(block, section)
            if wizard in named:
                raise TranscriptError(block.line, f"{wizard} has orders in this turn already")
            named.add(wizard)
            sent, written, wrong = self.orders(wizard, block)
            orders[wizard] = sent
            ordered[wizard] = written
            complaints += [(wizard, complaint) for complaint in wrong]
        if section.part is Part.NORMAL:
            self.ordered = ordered
        return self.adjudicate(orders, read_dice(self.duel, section.dice), tuple(complaints))

    def wizard(self, block: Block, section: Section) -> str:
        """The wizard whose whole name stands before the colon."""
        for wizard in self.duel.wizards:
            if fold(wizard.name) == fold(block.name):
                if section.part is Part.TIME_STOP and wizard.name not in self.duel.stopped:
                    raise TranscriptError(block.line, f"{wizard.name} has no extra turn")
                return wizard.name
        raise TranscriptError(block.line, f"no wizard in this duel is called {block.name!r}")

    def orders(self, name: str, block: Block) -> tuple[Orders, tuple[AnyClause, ...], tuple[Complaint, ...]]:
        """What a wizard sends, what `same again` may repeat of it, and what was wrong with it."""
        checked, complaints = self.judge(name, block)
        return checked.orders, checked.written, complaints

    def judge(self, name: str, block: Block) -> tuple[Checked, tuple[Complaint, ...]]:
        """A wizard's orders as understood, and all that is wrong with them."""
        wizard = self.duel.wizard(name)
        if wizard is not None and not wizard.alive:
            return Checked(orders=Orders(wizard=name)), _from_beyond(wizard, block)
        reading = read(block.text, Field.of(self.duel), name, first_line=block.line)
        previous = self.ordered.get(name, ())
        checked = check(self.duel, name, reading.clauses, previous=previous, spoiled=reading.spoiled)
        return checked, in_order(reading.complaints, checked.complaints)

    def adjudicate(
        self, orders: dict[str, Orders], dice: tuple[Roll, ...], complaints: tuple[tuple[str, Complaint], ...]
    ) -> Played:
        turn = adjudicate(self.duel, orders, dice=dice)
        self.duel = turn.after
        return Played(turn=turn, orders=tuple(orders.values()), complaints=complaints)


def _from_beyond(wizard: Wizard, block: Block) -> tuple[Complaint, ...]:
    """The dead and the departed order nothing, whatever they wrote."""
    gone = "is dead" if wizard.state is State.DEAD else "has left the duel"
    for line, text in enumerate(block.text.split("\n"), start=block.line):
        if text.strip():
            reason = f"{wizard.name} {gone} and orders nothing"
            return (Complaint(kind=ComplaintKind.REFUSED, line=line, text=text.strip(), reason=reason),)
    return ()
