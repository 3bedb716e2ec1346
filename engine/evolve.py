"""apply(duel, event) -> duel: the only place where a duel changes. It knows no rules; events carry the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from engine.events import (
    BankLost,
    CompulsionFixed,
    ControlChanged,
    Corrected,
    Died,
    DuelEnded,
    ElementalsMerged,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Gestured,
    HistoryCut,
    HitPointsChanged,
    Left,
    MonsterMade,
    MonsterSet,
    Raised,
    SpellBanked,
    SpellCast,
    SpellReleased,
    TimeStopped,
    TurnClosed,
)
from engine.model import Duel, Enchantment, Made, Monster, State, Wizard


def apply(duel: Duel, event: Event) -> Duel:
    """The duel after one event. Events that only tell something leave it as it is."""
    change = _CHANGES.get(type(event))
    return duel if change is None else change(duel, event)


def replay(duel: Duel, events: Iterable[Event]) -> Duel:
    """The duel after all these events."""
    for event in events:
        duel = apply(duel, event)
    return duel


def _wizard(duel: Duel, name: str, **changes: Any) -> Duel:
    return replace(duel, wizards=tuple(replace(w, **changes) if w.name == name else w for w in duel.wizards))


def _monster(duel: Duel, name: str, **changes: Any) -> Duel:
    return replace(duel, monsters=tuple(replace(m, **changes) if m.name == name else m for m in duel.monsters))


def _being(duel: Duel, name: str, **changes: Any) -> Duel:
    if duel.wizard(name) is not None:
        return _wizard(duel, name, **changes)
    return _monster(duel, name, **changes)


def _gestured(duel: Duel, event: Gestured) -> Duel:
    wizard = duel.wizard(event.wizard)
    assert wizard is not None, event
    made = tuple(
        Made(
            turn=event.turn,
            part=event.part,
            half=half,
            left=left,
            right=right,
            held=event.held,
            hidden_from=event.hidden_from,
        )
        for half, (left, right) in enumerate(event.pairs)
    )
    return _wizard(duel, event.wizard, history=wizard.history + made)


def _cast(duel: Duel, event: SpellCast) -> Duel:
    return _wizard(duel, event.caster, short_bolt_used=True) if event.once else duel


def _banked(duel: Duel, event: SpellBanked) -> Duel:
    return _wizard(duel, event.wizard, banked=event.spell, banked_at=event.subject)


def _released(duel: Duel, event: SpellReleased) -> Duel:
    return _wizard(duel, event.wizard, banked=None, banked_at=None)


def _bank_lost(duel: Duel, event: BankLost) -> Duel:
    return _wizard(duel, event.wizard, banked=None, banked_at=None)


def _made(duel: Duel, event: MonsterMade) -> Duel:
    monster = Monster(name=event.name, kind=event.kind, hit_points=event.hit_points, controller=event.controller)
    used = dict(duel.numbers)
    used[event.kind] = used.get(event.kind, 0) + 1
    return replace(duel, monsters=(*duel.monsters, monster), numbers=tuple(used.items()))


def _merged(duel: Duel, event: ElementalsMerged) -> Duel:
    duel = _monster(duel, event.gone, alive=False, merged=True, hit_points=0, enchantments=())
    return _monster(duel, event.into, hit_points=event.hit_points)


def _raised(duel: Duel, event: Raised) -> Duel:
    if duel.wizard(event.being) is not None:
        return _wizard(
            duel,
            event.being,
            hit_points=event.hit_points,
            state=State.ALIVE,
            enchantments=(),
            banked=None,
            banked_at=None,
            history=(),
            cut=0,
        )
    return _monster(
        duel,
        event.being,
        hit_points=event.hit_points,
        alive=True,
        controller=event.controller,
        enchantments=(),
        standing=None,
        last=(),
        meant=(),
    )


def _control(duel: Duel, event: ControlChanged) -> Duel:
    if event.charmed:
        return _monster(duel, event.monster, controller=event.controller, standing=None)
    return _monster(duel, event.monster, controller=event.controller)


def _set(duel: Duel, event: MonsterSet) -> Duel:
    return _monster(duel, event.monster, standing=event.standing, last=event.last, meant=event.meant)


def _hit_points(duel: Duel, event: HitPointsChanged) -> Duel:
    return _being(duel, event.being, hit_points=event.after)


def _died(duel: Duel, event: Died) -> Duel:
    if duel.wizard(event.being) is not None:
        return _wizard(duel, event.being, hit_points=0, state=State.DEAD, enchantments=(), banked=None, banked_at=None)
    return _monster(duel, event.being, hit_points=0, alive=False, enchantments=())


def _enchantments(duel: Duel, name: str) -> tuple[Enchantment, ...]:
    being = duel.being(name)
    assert being is not None, name
    return being.enchantments


def _laid(duel: Duel, event: EnchantmentLaid) -> Duel:
    kept = tuple(e for e in _enchantments(duel, event.being) if e != event.replaces)
    return _being(duel, event.being, enchantments=(*kept, event.enchantment))


def _ended(duel: Duel, event: EnchantmentEnded) -> Duel:
    kept = tuple(e for e in _enchantments(duel, event.being) if e != event.enchantment)
    return _being(duel, event.being, enchantments=kept)


def _fixed(duel: Duel, event: CompulsionFixed) -> Duel:
    fixed = tuple(event.after if e == event.before else e for e in _enchantments(duel, event.being))
    return _being(duel, event.being, enchantments=fixed)


def _cut(duel: Duel, event: HistoryCut) -> Duel:
    return _wizard(duel, event.wizard, cut=event.entries)


def _left(duel: Duel, event: Left) -> Duel:
    return _wizard(duel, event.wizard, state=event.state, enchantments=(), banked=None, banked_at=None)


def _stopped(duel: Duel, event: TimeStopped) -> Duel:
    return replace(duel, stopped=event.beings)


def _closed(duel: Duel, event: TurnClosed) -> Duel:
    return replace(duel, turn=event.turn, part=event.part, stopped=())


def _over(duel: Duel, event: DuelEnded) -> Duel:
    return replace(duel, result=event.result, stopped=())


def _corrected(duel: Duel, event: Corrected) -> Duel:
    for figure in (event.wizard, event.monster):
        if isinstance(figure, Wizard):
            duel = replace(duel, wizards=tuple(figure if w.name == event.being else w for w in duel.wizards))
        elif figure is not None:
            duel = replace(duel, monsters=tuple(figure if m.name == event.being else m for m in duel.monsters))
    return duel


_CHANGES: dict[type, Callable[[Duel, Any], Duel]] = {
    Gestured: _gestured,
    SpellCast: _cast,
    SpellBanked: _banked,
    SpellReleased: _released,
    BankLost: _bank_lost,
    MonsterMade: _made,
    ElementalsMerged: _merged,
    Raised: _raised,
    ControlChanged: _control,
    MonsterSet: _set,
    HitPointsChanged: _hit_points,
    Died: _died,
    EnchantmentLaid: _laid,
    EnchantmentEnded: _ended,
    CompulsionFixed: _fixed,
    HistoryCut: _cut,
    Left: _left,
    TimeStopped: _stopped,
    TurnClosed: _closed,
    DuelEnded: _over,
    Corrected: _corrected,
}
