"""Steps 3 and 4: finished spells and their choices, Delayed effect and Permanency, releases (canon 2, 5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.battlefield import Battlefield, Cast
from engine.casting import Choice, choose, default_subject, hands_of
from engine.clauses import BankClause, PermanentClause, ReleaseClause
from engine.enchantments import DELAYED_EFFECT, PERMANENCY
from engine.events import (
    CastFated,
    EnchantmentEnded,
    Ended,
    Event,
    Fate,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
)
from engine.gestures import would_finish_each
from engine.model import NOBODY, Duel, Enchantment, Hand, Wizard
from engine.settling import settle
from engine.spellbook import Summon
from engine.variants import rules_of


def complete(field: Battlefield) -> Iterator[Event]:
    """Every finished gesture is spent on a spell; then banked spells are let loose."""
    number = 0
    for name in field.acting:
        wizard = field.before.wizard(name)
        assert wizard is not None, name
        finished = would_finish_each(wizard, field.performed[name], rules=field.rules)
        orders = field.orders.get(name)
        written = orders.clauses if orders else ()
        for choice in choose(finished, written, field.compelled[name], rules=field.rules):
            yield spell_cast(field.before, number, name, choice)
            number += 1
    for name in field.acting:
        wizard = field.before.wizard(name)
        release = next(iter(field.clauses(name, ReleaseClause)), None)
        if wizard is not None and wizard.banked is not None and release is not None:
            yield SpellReleased(wizard=name, spell=wizard.banked)
            yield released_cast(field.before, number, wizard, release)
            number += 1


def spell_cast(duel: Duel, number: int, caster: str, choice: Choice) -> SpellCast:
    """The event of one choice: its subject as written, or the default (canon 2.6, 3)."""
    spell = rules_of(duel).spellbook[choice.spell]
    subject = choice.subject if spell.aimed else None
    by_default = False
    if not choice.discharged and spell.aimed:
        if isinstance(spell.effect, Summon) and spell.effect.elemental:
            wizard = duel.wizard(subject) if subject else None
            legal = wizard is not None and wizard.alive
            subject, by_default = (subject, False) if legal else (caster, subject is None)  # A125
        elif subject is None:
            subject, by_default = default_subject(duel, caster, spell), True
    return SpellCast(
        cast=number,
        caster=caster,
        spell=choice.spell,
        formula=choice.formula,
        hand=choice.hand,
        half=choice.half,
        subject=subject,
        by_default=by_default,
        by_fallback=choice.clause is None,
        discharged=choice.discharged,
        once=choice.formula in spell.once,
    )


def released_cast(duel: Duel, number: int, wizard: Wizard, release: ReleaseClause) -> SpellCast:
    """The event of a wizard's banked spell that is let loose, its subject as written, or the default (canon 5.9)."""
    assert wizard.banked is not None, wizard.name
    at = release.subject if wizard.banked_at is None else wizard.banked_at  # fixed when it was stored (A92)
    discharged = at == NOBODY and rules_of(duel).spellbook[wizard.banked].dischargeable
    choice = Choice(
        spell=wizard.banked,
        formula="",
        hand=Hand.BANK,
        half=0,
        subject=None if at == NOBODY else at,
        discharged=discharged,
        clause=release,
    )
    return spell_cast(duel, number, wizard.name, choice)


def bank(field: Battlefield) -> Iterator[Event]:
    """Step 4: pending Delayed effects and Permanencies take their spells, in the canon's order of takers."""
    pending = [c for c in field.casts if c.spell.name in (DELAYED_EFFECT, PERMANENCY) and not c.discharged]
    arriving: dict[int, str] = {}
    if pending:
        plan = settle(field, field.casts)
        for cast in pending:
            landing = plan.landings[cast.number]
            if landing.arrives and landing.subject is not None:
                arriving[cast.number] = landing.subject
    for name in field.acting:
        mine = [c for c in field.casts if c.caster == name and c.hand is not Hand.BANK]
        if mine:
            yield from _take(field, name, mine, [c for c in pending if arriving.get(c.number) == name])


def _take(field: Battlefield, name: str, mine: list[Cast], fresh: list[Cast]) -> Iterator[Event]:
    """The takers of one wizard, one spell each: those of earlier turns first, Delayed effect before Permanency."""
    wizard = field.duel.wizard(name)
    assert wizard is not None, name
    wanted = _wanted(field, name, mine)
    stored = wizard.banked
    taken: set[int] = set()
    for kind, held, number in _takers(wizard.enchantments, fresh):
        waits = kind == DELAYED_EFFECT and field.rules.delayed_effect_waits_for_choice
        if number in taken or (waits and number is not None):  # from the next turn on (A91)
            continue
        able = [c for c in mine if c.number not in taken and c.number != number and _takes(field, kind, c)]
        if waits:
            able = [c for c in able if c.number == wanted[kind]]
        pick = _pick(able, wanted[kind], wanted[DELAYED_EFFECT if kind == PERMANENCY else PERMANENCY])
        if pick is None:
            continue
        taken.add(pick.number)
        if kind == DELAYED_EFFECT:
            yield _banked(field, name, pick, displaced=stored, taker=number)
            yield CastFated(cast=pick.number, fate=Fate.BANKED)
            stored = pick.spell.name
        else:
            yield SpellMadePermanent(cast=pick.number, wizard=name, spell=pick.spell.name, taker=number)
        if held is not None and not held.permanent:
            yield EnchantmentEnded(being=name, enchantment=held, why=Ended.SPENT)


def _banked(field: Battlefield, name: str, pick: Cast, *, displaced: str | None, taker: int | None) -> SpellBanked:
    """The spell is stored, with its subject where that is fixed now (A92)."""
    subject = NOBODY if pick.discharged else pick.aimed
    return SpellBanked(
        cast=pick.number,
        wizard=name,
        spell=pick.spell.name,
        displaced=displaced,
        taker=taker,
        subject=subject if field.rules.bank_keeps_subject else None,
    )


def _takers(held: Sequence[Enchantment], fresh: Sequence[Cast]) -> Iterator[tuple[str, Enchantment | None, int | None]]:
    for kind in (DELAYED_EFFECT, PERMANENCY):
        yield from ((kind, e, None) for e in held if e.name == kind)
    for kind in (DELAYED_EFFECT, PERMANENCY):
        yield from ((kind, None, c.number) for c in [c for c in fresh if c.spell.name == kind][:1])


def _takes(field: Battlefield, kind: str, cast: Cast) -> bool:
    """Delayed effect takes any spell, Permanency the eligible enchantments (5.10, A95)."""
    return kind == DELAYED_EFFECT or field.rules.may_be_permanent(cast.spell.name)


def _wanted(field: Battlefield, name: str, mine: list[Cast]) -> dict[str, int | None]:
    """Which cast each taker was told to take, by `bank X` and `make X permanent`."""
    return {
        kind: next((c.number for clause in field.clauses(name, asked) for c in mine if _named(clause, c)), None)
        for kind, asked in _ASKED.items()
    }


def _named(clause: BankClause | PermanentClause, cast: Cast) -> bool:
    if clause.spell is not None and clause.spell != cast.spell.name:
        return False
    if clause.half is not None and clause.half != cast.half:
        return False
    return clause.hand is None or clause.hand is cast.hand or clause.hand in hands_of(cast.hand)


def _pick(able: list[Cast], wanted: int | None, reserved: int | None) -> Cast | None:
    """The one asked for; else the longest, then the first half, a both-hands spell, the left hand (step 4)."""
    for cast in able:
        if cast.number == wanted:
            return cast
    free = [c for c in able if c.number != reserved]
    order = (Hand.BOTH, Hand.LEFT, Hand.RIGHT)
    return min(free, key=lambda c: (-len(c.formula), c.half, order.index(c.hand)), default=None)


_ASKED: Final[dict[str, type[BankClause] | type[PermanentClause]]] = {
    DELAYED_EFFECT: BankClause,
    PERMANENCY: PermanentClause,
}
