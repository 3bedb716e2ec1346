"""Which element a summoned elemental has, and which elementals are one (canon 4.6, A69, A106, A131)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.battlefield import Battlefield, Cast, Plan, enchanted
from engine.clauses import Element, ElementClause
from engine.enchantments import RESIST_COLD, RESIST_HEAT
from engine.model import Kind, unborn
from engine.monsters import ELEMENTALS
from engine.spellbook import Remove, Summon

KINDS: Final = {Element.FIRE: Kind.FIRE_ELEMENTAL, Element.ICE: Kind.ICE_ELEMENTAL}


def chosen_kind(field: Battlefield, plan: Plan, casts: Sequence[Cast], made: Summon, subject: str) -> Kind:
    """The kind of an elemental summoned on `subject`, who has the choice there is after the reveal (4.6, A69, A131)."""
    if len(made.kinds) == 1:
        return made.kinds[0]
    for clause in field.clauses(subject, ElementClause):
        if clause.caster is None or any(
            c.caster == clause.caster and c.spell.name == clause.spell and c.formula for c in field.casts
        ):
            return KINDS[clause.element]
    resists = {
        spell: enchanted(field.before, subject, spell) is not None or _takes_hold(plan, casts, subject, spell)
        for spell in (RESIST_HEAT, RESIST_COLD)
    }
    return Kind.ICE_ELEMENTAL if resists[RESIST_COLD] and not resists[RESIST_HEAT] else Kind.FIRE_ELEMENTAL


def _takes_hold(plan: Plan, casts: Sequence[Cast], subject: str, spell: str) -> bool:
    landed = [  # a banked cast lands nowhere
        c for c in casts if (at := plan.landings.get(c.number)) and at.arrives and at.subject == subject
    ]
    removed = any(c.kind is Remove for c in landed)
    return not removed and any(c.spell.name == spell for c in landed)


def merging(field: Battlefield, casts: Sequence[Cast], plan: Plan) -> dict[str, str]:
    """Which elementals will be one: every name, unborn ones too, to the name of the oldest of its kind (A106)."""
    newborn = [
        (unborn(c.hand, c.caster), chosen_kind(field, plan, casts, c.effect, subject))
        for c in casts
        if isinstance(c.effect, Summon)
        and c.effect.elemental
        and (landing := plan.landings[c.number]).arrives
        and (subject := landing.subject) is not None
    ]
    standing = [
        (m.name, m.kind)
        for m in field.before.monsters
        if m.kind in ELEMENTALS and (m.alive or (m.name in plan.born and not m.merged))
    ]
    aliases: dict[str, str] = {}
    for kind in ELEMENTALS if len(standing) + len(newborn) > 1 else ():
        names = [name for name, each in (*standing, *newborn) if each is kind]
        aliases |= {name: names[0] for name in names[1:] if name != names[0]}
    return aliases
