"""How everybody stands after a turn: hit points, their change, and what lies on him in words."""

from __future__ import annotations

from typing import Final

from engine import enchantments as names
from engine.events import Attacked, Died, HitPointsChanged
from engine.model import NOBODY, Duel, Enchantment, Gesture, Hand, Kind, Monster, State, Value, Wizard
from engine.monsters import ELEMENTALS
from engine.variants import rules_of
from engine.views import UNKNOWN, View
from referee.mail.wording import GESTURE_NOUNS, HAND_WORDS, listed

_ELEMENTS: Final = {Kind.FIRE_ELEMENTAL: "fire", Kind.ICE_ELEMENTAL: "ice"}
_HOLDS_HAND: Final = {names.PARALYSIS: "paralysed", names.CHARM_PERSON: "charmed"}
_ADDED: Final = {names.DELAYED_EFFECT: " (banks the next spell)", names.PERMANENCY: " (makes the next spell last)"}
_FATAL: Final = {names.DISEASE: "unless cured", names.POISON: "unless it is removed"}


class Standing(Value, frozen=True, kw_only=True):
    """One being after a turn.

    `hit_points` is a number, `?` where the reader does not see it, `dead` or `surrendered`; `change` is like `(-1)`,
    empty where there was none; `notes` are what binds him, in words; `element` is `fire` or `ice` for an elemental.
    """

    name: str
    is_you: bool
    is_monster: bool
    hit_points: str
    change: str = ""
    notes: tuple[str, ...] = ()
    element: str = ""


def standing(view: View) -> tuple[Standing, ...]:
    """All wizards in order of seats, then the monsters that live or died this turn, as the viewer may know them."""
    died = {e.being for e in view.events if isinstance(e, Died)}
    rows = [_wizard_row(view, wizard) for wizard in view.duel.wizards]
    rows += [_monster_row(view, m) for m in view.duel.monsters if not m.merged and (m.alive or m.name in died)]
    return tuple(rows)


def _wizard_row(view: View, wizard: Wizard) -> Standing:
    notes = [_words(view, wizard.name, e) for e in wizard.enchantments]
    if wizard.banked is not None:
        notes.append(f"{'a spell' if wizard.banked == UNKNOWN else wizard.banked} is banked")
    points = _points(view, wizard.name, wizard.hit_points)
    return Standing(
        name=wizard.name,
        is_you=wizard.name == view.viewer,
        is_monster=False,
        hit_points=points if wizard.state is State.ALIVE else wizard.state.value,
        change=_change(view, wizard.name),
        notes=tuple(notes),
    )


def _monster_row(view: View, monster: Monster) -> Standing:
    notes = [_duty(view, monster), *(_words(view, monster.name, e) for e in monster.enchantments)]
    return Standing(
        name=monster.name,
        is_you=False,
        is_monster=True,
        hit_points=_points(view, monster.name, monster.hit_points) if monster.alive else "dead",
        change=_change(view, monster.name),
        notes=tuple(notes) if monster.alive else (),
        element=_ELEMENTS.get(monster.kind, ""),
    )


def _points(view: View, name: str, hit_points: int) -> str:
    return "?" if name in view.unknown_beings else str(hit_points)


def _change(view: View, name: str) -> str:
    change = sum(e.after - e.before for e in view.events if isinstance(e, HitPointsChanged) and e.being == name)
    return f"({change:+d})" if change else ""


def _named(view: View, name: str | None) -> str:
    return "you" if name == view.viewer else name or "nobody"


def _duty(view: View, monster: Monster) -> str:
    """Whom a monster obeys and attacks: as ordered for the viewer's own, as seen this turn for the others."""
    if monster.kind in ELEMENTALS:
        return "attacks everyone else"
    obeys = f"obeys {_named(view, monster.controller)}"
    if monster.controller == view.viewer and monster.name not in view.unknown_beings:
        return f"{obeys}, {_standing_order(view, view.duel, monster)}"
    struck = [e.victim for e in view.events if isinstance(e, Attacked) and e.monster == monster.name and e.victim]
    seen = listed(_named(view, victim) for victim in dict.fromkeys(struck))
    return f"{obeys}, attacked {seen}" if seen else obeys


def _standing_order(view: View, duel: Duel, monster: Monster) -> str:
    """What the viewer's own monster does unless he orders otherwise."""
    if monster.standing == NOBODY:
        return "attacks nobody"
    wanted = duel.being(monster.standing) if monster.standing is not None else None
    victim = wanted.name if wanted is not None and wanted.alive else duel.sole_opponent(view.viewer)
    return f"attacks {_named(view, victim)}" if victim is not None else "has no order"


def _words(view: View, being: str, enchantment: Enchantment) -> str:
    """An enchantment in words, with how long it will last."""
    name = enchantment.name
    if name in names.COMPULSIONS:
        when = "for good" if enchantment.permanent else f"on turn {enchantment.until}"
        return _mind(view, being, enchantment, when)
    if name in _FATAL:
        dies = "you die" if being == view.viewer else "dies"
        return f"{name}: {dies} at the end of turn {enchantment.until} {_FATAL[name]}"
    if name == names.ANTI_SPELL:
        return f"{name}: no gesture up to turn {enchantment.laid} counts any more"
    if enchantment.permanent:
        return f"{name}, permanent"
    left = enchantment.turns_left(view.duel.turn)
    if left is None:
        return name
    waits = name == names.DELAYED_EFFECT and rules_of(view.duel).delayed_effect_waits_for_choice
    added = " (can bank a spell)" if waits else _ADDED.get(name, "")
    return f"{name}{added}: {left} more turn{'' if left == 1 else 's'}"


def _mind(view: View, being: str, enchantment: Enchantment, when: str) -> str:
    """What a spell that holds the mind does, and when."""
    name = enchantment.name
    if view.duel.monster(being) is not None:
        return f"{name} {when}: {_monster_mind(view, enchantment)}"
    if name in _HOLDS_HAND and enchantment.hand is not None:
        return f"{HAND_WORDS[enchantment.hand]} {_HOLDS_HAND[name]} {when}{_held(view, enchantment)}"
    if name == names.FEAR:
        return f"{name} {when}: no C, D, F or S"
    if name == names.AMNESIA:
        return f"{name} {when}: {_repeats(enchantment)}"
    if enchantment.hand is not None and enchantment.gesture is not None:  # a permanent Confusion that has settled
        return f"{name} {when}: {HAND_WORDS[enchantment.hand]} makes {GESTURE_NOUNS[enchantment.gesture]}"
    return f"{name} {when}: the dice move one hand"


def _monster_mind(view: View, enchantment: Enchantment) -> str:
    if enchantment.name == names.PARALYSIS or (
        enchantment.name != names.CONFUSION and rules_of(view.duel).seizes_monsters_at_once(enchantment.name)
    ):
        return "does not attack"
    if enchantment.victims:
        return f"attacks {listed(_named(view, victim) for victim in dict.fromkeys(enchantment.victims))}"
    return "attacks nobody" if enchantment.name == names.AMNESIA else "attacks whom the dice say"


def _held(view: View, enchantment: Enchantment) -> str:
    """What a held hand will make, or who says it: `: palm`, `: Ann says what it does`."""
    if enchantment.gesture is Gesture.UNSEEN:
        return ""
    if enchantment.gesture is not None:
        return f": {GESTURE_NOUNS[enchantment.gesture].removeprefix('a ')}"
    says = "you say" if enchantment.by == view.viewer else f"{_named(view, enchantment.by)} says"
    return f": {says} what it does"


def _repeats(enchantment: Enchantment) -> str:
    """`makes a palm and a wave again`; the pairs may be unknown."""
    if not enchantment.pairs:
        return f"repeats turn {enchantment.laid}"
    told = [_pair(left, right) for left, right in enchantment.pairs]
    return f"repeats {', then '.join(told)}"


def _pair(left: Gesture, right: Gesture) -> str:
    return f"{Hand.LEFT} {left}, {Hand.RIGHT} {right}"
