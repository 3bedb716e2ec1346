"""The tables of a report: where everybody stands after the turn, as rows that text and HTML both print."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from engine import enchantments as names
from engine.enchantments import ENCHANTMENTS
from engine.events import Died, HitPointsChanged
from engine.model import NOBODY, Enchantment, Gesture, Monster, State, Wizard
from engine.monsters import ELEMENTALS
from engine.views import UNKNOWN, View
from referee.mail.wording import GESTURE_NOUNS, counted, pair_made

COLUMNS: Final = 72
NAME_COLUMNS_MIN: Final = 16
HIT_POINT_COLUMNS: Final = 10


class Row(Struct, frozen=True, kw_only=True):
    """One being: hit points as printed (`?` where the viewer does not know), the change of this turn, what holds it."""

    name: str
    is_you: bool = False
    hit_points: str
    change: str = ""
    notes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.name} (you)" if self.is_you else self.name


def standing(view: View) -> tuple[Row, ...]:
    """A row for each wizard in order of seats, then for each monster that lives or died this turn."""
    died = {event.being for event in view.events if isinstance(event, Died)}
    changes = {
        event.being: event.after - event.before for event in view.events if isinstance(event, HitPointsChanged)
    }
    wizards = [_wizard(view, wizard, changes.get(wizard.name, 0)) for wizard in view.duel.wizards]
    monsters = [
        _monster(view, monster, changes.get(monster.name, 0))
        for monster in view.duel.monsters
        if monster.alive or (monster.name in died and not monster.merged)
    ]
    return (*wizards, *monsters)


def _wizard(view: View, wizard: Wizard, change: int) -> Row:
    is_you = wizard.name == view.viewer
    if wizard.state is State.DEAD:
        return Row(name=wizard.name, is_you=is_you, hit_points="0", change=_signed(change), notes=("dead",))
    if wizard.state is State.SURRENDERED:
        return Row(name=wizard.name, is_you=is_you, hit_points="-", notes=("surrendered and gone",))
    if wizard.name in view.unknown_beings:
        return Row(name=wizard.name, is_you=is_you, hit_points=UNKNOWN, notes=("you cannot see",))
    notes = [note for held in wizard.enchantments for note in _held(view, held, is_you=is_you)]
    if wizard.banked is not None:
        notes.append("a spell stored" if wizard.banked == UNKNOWN else f"{wizard.banked} stored")
    return Row(
        name=wizard.name,
        is_you=is_you,
        hit_points=str(wizard.hit_points),
        change=_signed(change),
        notes=tuple(notes),
    )


def _monster(view: View, monster: Monster, change: int) -> Row:
    if monster.name in view.unknown_beings:
        return Row(name=monster.name, hit_points=UNKNOWN, notes=("you cannot see",))
    if not monster.alive:
        return Row(name=monster.name, hit_points="0", change=_signed(change), notes=("dead",))
    notes = [_obeys(view, monster), *(n for held in monster.enchantments for n in _held(view, held, is_you=False))]
    return Row(
        name=monster.name,
        hit_points=str(monster.hit_points),
        change=_signed(change),
        notes=tuple(note for note in notes if note),
    )


def _obeys(view: View, monster: Monster) -> str:
    if monster.kind in ELEMENTALS:
        return "obeys nobody, rages at all"
    if monster.controller is None:
        return "obeys nobody"
    if monster.controller != view.viewer:
        return f"obeys {monster.controller}"
    target = _target(view, monster)
    return f"obeys you; {target}" if target else "obeys you"


def _target(view: View, monster: Monster) -> str:
    """Whom the reader's own monster goes for if he says nothing."""
    if monster.standing == NOBODY:
        return "told to keep still"
    standing = view.duel.being(monster.standing) if monster.standing else None
    if standing is not None and standing.alive:
        return f"goes for {'you' if standing.name == view.viewer else standing.name}"
    other = view.duel.sole_opponent(view.viewer)
    return f"goes for {other}" if other else "waits for a victim"


def _signed(change: int) -> str:
    return f"({change:+d})" if change else ""


def _held(view: View, held: Enchantment, *, is_you: bool) -> Iterator[str]:
    """What an enchantment means from the next turn on; nothing for one that is over."""
    left = held.turns_left(view.duel.turn)
    if not ENCHANTMENTS[held.name].listed or (left is not None and left <= 0):
        return
    if ENCHANTMENTS[held.name].kills:
        yield f"{held.name}: death at the end of turn {held.until}"
        return
    detail = _detail(view, held, is_you=is_you)
    if held.permanent:
        yield f"{held.name}, permanent{': ' + detail if detail else ''}"
    elif left is None:
        yield f"{held.name} until it is removed"
    elif detail:
        yield f"{held.name} next turn: {detail}"
    else:
        yield f"{held.name}: {counted(left, 'more turn')}"


def _detail(view: View, held: Enchantment, *, is_you: bool) -> str:
    hand = f"{held.hand} hand" if held.hand is not None else "hand"
    match held.name:
        case names.AMNESIA if held.pairs:
            return "repeats what it " + ("was" if len(held.pairs) > 1 else _repeats(held))
        case names.AMNESIA:
            return "repeats this turn"
        case names.CONFUSION if held.hand is None:
            return "the dice choose"
        case names.CONFUSION | names.PARALYSIS:
            made = GESTURE_NOUNS[held.gesture] if held.gesture not in (None, Gesture.UNSEEN) else "what it did"
            return f"{made} with the {hand}" if held.hand is not None else "cannot strike"
        case names.CHARM_PERSON:
            chooser = "you choose" if held.by == view.viewer else f"{held.by or 'another'} chooses"
            return f"{chooser} for the {hand}"
        case names.FEAR:
            return "no snap, point, clap or fingers"
        case names.ANTI_SPELL:
            return "nothing made before counts"
        case _:
            return ""


def _repeats(held: Enchantment) -> str:
    return pair_made(held.pairs[-1])


def standing_lines(rows: Sequence[Row], turn: str = "") -> tuple[str, ...]:
    """The rows as text, each line beginning with `| `."""
    name_width = max([NAME_COLUMNS_MIN, *(len(row.label) for row in rows)]) + 2
    lines = [f"| {turn:<{name_width}}hit points".rstrip()]
    for row in rows:
        head = f"| {row.label:<{name_width}}{row.hit_points:>2} {row.change:<{HIT_POINT_COLUMNS - 3}}"
        room = COLUMNS - len(head)
        notes = [line for note in row.notes for line in textwrap.wrap(note, room, subsequent_indent="  ")] or [""]
        lines.append((head + notes[0]).rstrip())
        lines += [("| " + " " * (len(head) - 2) + note).rstrip() for note in notes[1:]]
    return tuple(lines)

