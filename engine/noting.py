"""What phases remember of a turn's events beside the working duel: a note for each kind of event that has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine.events import (
    Attacked,
    BeingRevealed,
    CastFated,
    Compelled,
    ControlChanged,
    Died,
    ElementalsMerged,
    Event,
    Fate,
    Gestured,
    Harmed,
    Healed,
    Left,
    MonsterMade,
    PalmsShown,
    Raised,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    Stabbed,
    Warded,
)
from engine.model import Monster, unborn

if TYPE_CHECKING:
    from engine.battlefield import Battlefield


def note(field: Battlefield, event: Event) -> None:
    """Write down on the field what this event says; most kinds say nothing that the duel does not hold."""
    write = _NOTES.get(type(event))
    if write is not None:
        write(field, event)


def _compelled(field: Battlefield, event: Compelled) -> None:
    field.compelled[event.wizard][event.half, event.hand] = event.made


def _gestured(field: Battlefield, event: Gestured) -> None:
    field.performed[event.wizard] = event.pairs


def _palms_shown(field: Battlefield, event: PalmsShown) -> None:
    field.palms[event.wizard].add(event.half)


def _spell_cast(field: Battlefield, event: SpellCast) -> None:
    field.let_fly(event)


def _taken(field: Battlefield, event: SpellBanked | SpellMadePermanent) -> None:
    taken = field.banked if isinstance(event, SpellBanked) else field.permanent
    taken.add(event.cast)
    field.spent.add(event.taker)


def _fated(field: Battlefield, event: CastFated) -> None:
    if event.fate is not Fate.REFLECTED:
        field.spoiled.add(event.cast)
    field.divert()


def _revealed(field: Battlefield, event: BeingRevealed) -> None:
    field.revealed.add(event.being)


def _warded(field: Battlefield, event: Warded) -> None:
    field.wards[event.being].add(event.spell)


def _monster_made(field: Battlefield, event: MonsterMade) -> None:
    field.there.add(Monster)
    field.born.setdefault(unborn(event.hand, event.maker), event.name)
    field.lands_on[event.name] = event.lands_on
    field.divert()


def _merged(field: Battlefield, event: ElementalsMerged) -> None:
    field.merged[event.gone] = event.into
    field.divert()


def _control_changed(field: Battlefield, event: ControlChanged) -> None:
    if event.charmed:
        field.charmed.add(event.monster)


def _struck(field: Battlefield, event: Attacked | Stabbed) -> None:
    if event.victim is not None:
        field.harm[event.victim] += event.harm


def _harmed(field: Battlefield, event: Harmed) -> None:
    field.harm[event.being] += event.harm
    field.harmed_by[event.being].add(event.cast)


def _raised(field: Battlefield, event: Raised) -> None:
    field.raisers.add(event.cast)


def _healed(field: Battlefield, event: Healed) -> None:
    field.healing[event.being] += event.healing


def _departed(field: Battlefield, event: Died | Left) -> None:
    field.departed.append(event)


_NOTES: Final[dict[type, Callable[[Battlefield, Any], None]]] = {
    Compelled: _compelled,
    Gestured: _gestured,
    PalmsShown: _palms_shown,
    SpellCast: _spell_cast,
    SpellBanked: _taken,
    SpellMadePermanent: _taken,
    CastFated: _fated,
    BeingRevealed: _revealed,
    Warded: _warded,
    MonsterMade: _monster_made,
    ElementalsMerged: _merged,
    ControlChanged: _control_changed,
    Attacked: _struck,
    Stabbed: _struck,
    Harmed: _harmed,
    Raised: _raised,
    Healed: _healed,
    Died: _departed,
    Left: _departed,
}
