"""Duels to judge orders in, judgements in a form that a table can hold, and the tables in `orders/`.

A table's cases are parted by blank lines. Of a case's lines `wizards`, `setup`, `held` (an enchantment on Ann that
binds), `dead`, `left` and `wizard` (who orders; Ann if unsaid) make the duel, `orders` are the orders' lines, and the
rest is what is expected: `complaint` (kind|text|reason), `try` (the suggestion of the complaint above), `owed`, `cast`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.clauses import AnyClause, Complaint
from engine.language import Field, read
from engine.model import Duel, Enchantment, Gesture, Hand, State
from engine.orders import Checked, check, in_order
from engine.script import read_script
from engine.transcript import opening


def duel_of(*setup: str, wizards: str = "Ann, Bob") -> Duel:
    """A duel before turn 1 with these setup lines."""
    return opening(read_script("\n".join(["duel: a bench", f"wizards: {wizards}", *(f"setup: {s}" for s in setup)])))


def bound(duel: Duel, bearer: str, **enchantment: Any) -> Duel:
    """The duel after turn 1, with an enchantment on `bearer` that binds on turn 2."""
    laid = Enchantment(**{"laid": 1, "until": 2, **enchantment})
    wizards = tuple(replace(w, enchantments=(*w.enchantments, laid)) if w.name == bearer else w for w in duel.wizards)
    return replace(duel, turn=1, wizards=wizards)


def fallen(duel: Duel, name: str, state: State = State.DEAD) -> Duel:
    """The duel after turn 1, on which `name` died or left."""
    wizards = tuple(replace(w, state=state) if w.name == name else w for w in duel.wizards)
    monsters = tuple(replace(m, alive=False, hit_points=0) if m.name == name else m for m in duel.monsters)
    return replace(duel, turn=1, wizards=wizards, monsters=monsters)


def clauses_of(duel: Duel, text: str, wizard: str = "Ann") -> tuple[AnyClause, ...]:
    return read(text, Field.of(duel), wizard).clauses


def judged(duel: Duel, text: str, wizard: str = "Ann", previous: Sequence[AnyClause] = ()) -> Checked:
    """The orders as checked; its complaints are those of reading and of checking together."""
    reading = read(text, Field.of(duel), wizard)
    checked = check(duel, wizard, reading.clauses, previous=previous, spoiled=reading.spoiled)
    return replace(checked, complaints=in_order(reading.complaints, checked.complaints))


def told(complaints: Sequence[Complaint]) -> list[str]:
    """`refused|LH: C|the reason` for each."""
    return [f"{each.kind}|{each.text}|{each.reason}" for each in complaints]


def casts(checked: Checked) -> list[str]:
    """`Missile left Bob`, with `by default` and `by itself` where the referee filled in subject or spell."""
    return [
        f"{cast.spell} {cast.hand} {'let go' if cast.discharged else cast.subject}"
        + (" by default" if cast.by_default else "")
        + (" by itself" if cast.by_fallback else "")
        for cast in checked.casts
    ]


def missing(checked: Checked) -> list[str]:
    return [f"{half} {hand}" for half, hand in checked.missing]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case of a table, with the line on which it begins."""

    line: int
    said: tuple[tuple[str, str], ...]

    def all(self, word: str) -> list[str]:
        return [text for said, text in self.said if said == word]

    def one(self, word: str, default: str) -> str:
        return (self.all(word) or [default])[0]

    @property
    def duel(self) -> Duel:
        duel = duel_of(*self.all("setup"), wizards=self.one("wizards", "Ann, Bob"))
        for held in self.all("held"):
            duel = bound(duel, "Ann", **_enchantment(held))
        for name in self.all("dead"):
            duel = fallen(duel, name)
        for name in self.all("left"):
            duel = fallen(duel, name, State.SURRENDERED)
        return duel

    @property
    def checked(self) -> Checked:
        return judged(self.duel, "\n".join(self.all("orders")), self.one("wizard", "Ann"))


def cases(table: str) -> list[Case]:
    """The cases of `orders/TABLE.txt`."""
    found: list[Case] = []
    said: list[tuple[str, str]] = []
    lines = (Path(__file__).parent / "orders" / f"{table}.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith("#"):
            continue
        if line.strip():
            word, _, text = line.partition(":")
            said.append((word, text.strip()))
        elif said:
            found.append(Case(line=number - len(said), said=tuple(said)))
            said = []
    return found


def case_name(case: Case) -> str:
    return f"line-{case.line}"


def suggestions(case: Case) -> list[tuple[str, str]]:
    """The pairs of `complaint` and the `try` below it."""
    return [(case.said[n - 1][1], text) for n, (word, text) in enumerate(case.said) if word == "try"]


def _enchantment(held: str) -> dict[str, Any]:
    name, *more = (part.strip() for part in held.split(","))
    found: dict[str, Any] = {"name": name, "by": "Bob" if name == "Charm person" else None}
    for each in more:
        if each.startswith("repeats "):
            left, right = each.removeprefix("repeats ")
            found["pairs"] = ((Gesture(left), Gesture(right)),)
        elif each in ("left", "right"):
            found["hand"] = Hand(each)
        else:
            found["gesture"] = Gesture(each)
    return found
