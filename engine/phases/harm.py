"""Step 13, second half: harm and healing by spells, the sums, deaths and clocks (canon 1.4.13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battlefield import Battlefield, Cast
from engine.enchantments import DISEASE, ENCHANTMENTS, RESIST_HEAT
from engine.events import (
    BankLost,
    CastFated,
    Died,
    Doom,
    EnchantmentEnded,
    Ended,
    Event,
    Fate,
    Harmed,
    Healed,
    HitPointsChanged,
)
from engine.model import FULL_HIT_POINTS, Being, Kind, Monster, Part, Wizard
from engine.monsters import ELEMENTALS, MONSTERS
from engine.spellbook import Cure, Death, Hurt, Raise, Remove, Storm


def hurt(field: Battlefield) -> Iterator[Event]:
    """Missiles, wounds, bolts and Fireballs at their subjects (3.3)."""
    for cast, at in field.arrivals(Hurt):
        effect = cast.effect
        assert isinstance(effect, Hurt)
        if field.living(at) is None:  # an ice elemental at which a Fireball flies has gone in step 10
            continue
        if effect.physical and field.shielded(at, by=cast.caster):
            yield CastFated(cast=cast.number, fate=Fate.SHIELDED, being=at)
        elif effect.heat and field.resists(at, RESIST_HEAT, by=cast.caster):
            yield CastFated(cast=cast.number, fate=Fate.RESISTED, being=at)
        else:
            yield Harmed(being=at, harm=effect.harm, cast=cast.number)


def storm(field: Battlefield) -> Iterator[Event]:
    """A storm that prevails harms every being once, save those who are spared (3.3)."""
    fireballed = _fireballed(field)
    for kind in ELEMENTALS:
        casts = [
            c
            for c in field.casts
            if isinstance(c.effect, Storm)
            and c.effect.kind is kind
            and c.number not in field.spoiled
            and c.number in field.plan.landings
            and field.plan.landings[c.number].arrives
        ]
        for name in field.duel.living if casts else ():
            if kind is Kind.ICE_ELEMENTAL and name in fireballed:
                continue
            hitting = [c for c in casts if not _spared(field, name, c, MONSTERS[kind].resisted_by)]
            if hitting:
                assert isinstance(hitting[0].effect, Storm)
                yield Harmed(being=name, harm=hitting[0].effect.harm, cast=hitting[0].number)


def _spared(field: Battlefield, name: str, cast: Cast, resisted_by: str | None) -> bool:
    if field.resists(name, resisted_by, by=cast.caster):
        return True
    return field.counts(name, cast.caster) and any(field.name(c) == name for c in field.plan.countered)


def _fireballed(field: Battlefield) -> set[str | None]:
    """Whom Fireballs reached, those that an Ice storm put out included (A107)."""
    fireballs = [c.number for c in field.casts if isinstance(c.effect, Hurt) and c.effect.heat]
    landings = [field.plan.landings[number] for number in fireballs if number in field.plan.landings]
    return {field.name(landing.subject) for landing in landings if landing.arrives}


def heal(field: Battlefield) -> Iterator[Event]:
    """Cures, and Raise dead on the living or after the first on a corpse (3.1, A119)."""
    for cast, at in field.arrivals(Cure, Raise):
        assert isinstance(cast.effect, Cure | Raise)
        if field.living(at) is not None and cast.number not in field.raisers:
            yield Healed(being=at, healing=cast.effect.heal, cast=cast.number)


def kill(field: Battlefield) -> Iterator[Event]:
    """The sum for each being; who is at 0 is dead, and who was pointed at by the Finger of death."""
    fingered = {at for _, at in field.arrivals(Death)}
    for being in field.duel.beings:
        if not being.alive:
            continue
        hurt, healed = field.harm.get(being.name, 0), field.healing.get(being.name, 0)
        after = min(_full(being), being.hit_points - hurt + healed)
        if hurt or healed:
            yield HitPointsChanged(
                being=being.name, before=being.hit_points, after=max(0, after), harm=hurt, healing=healed
            )
        if being.name in fingered:
            yield Died(being=being.name, doom=Doom.FINGER_OF_DEATH)
        elif after <= 0:
            yield Died(being=being.name, doom=Doom.HARM)


def _full(being: Being) -> int:
    return MONSTERS[being.kind].hit_points if isinstance(being, Monster) else FULL_HIT_POINTS


def bury_marked(field: Battlefield) -> Iterator[Event]:
    """Monsters marked by Remove enchantment or Dispel magic go now, whatever the sum (1.4.13, A79, A121, A132)."""
    removed = {at for _, at in field.arrivals(Remove)}
    unmakes = field.rules.remove_unmakes_summons
    for monster in field.duel.monsters:
        if not monster.alive:
            continue
        if field.plan.dispelled:
            yield Died(being=monster.name, doom=Doom.DISPELLED)
        elif monster.name in removed or (unmakes and field.lands_on.get(monster.name) in removed):
            yield Died(being=monster.name, doom=Doom.REMOVED)


def end_enchantments(field: Battlefield) -> Iterator[Event]:
    """Remove enchantment ends all on its subject, Dispel magic all there are, Cure heavy wounds Disease (3.1, A94)."""
    removed = {at for _, at in field.arrivals(Remove)}
    cured = {at for cast, at in field.arrivals(Cure) if isinstance(cast.effect, Cure) and cast.effect.cures_disease}
    for being in field.duel.beings:
        if not being.alive:
            continue
        if field.plan.dispelled or being.name in removed:
            why = Ended.DISPELLED if field.plan.dispelled else Ended.REMOVED
            yield from (EnchantmentEnded(being=being.name, enchantment=e, why=why) for e in being.enchantments)
            if isinstance(being, Wizard) and being.banked is not None:
                yield BankLost(wizard=being.name, spell=being.banked, why=why)
        elif being.name in cured:
            yield from (
                EnchantmentEnded(being=being.name, enchantment=e, why=Ended.CURED)
                for e in being.enchantments
                if e.name == DISEASE
            )


def run_down(field: Battlefield) -> Iterator[Event]:
    """Disease and Poison whose last turn this is kill, save perhaps a wizard who is surrendering (A53, A57, A59)."""
    if field.part is Part.TIME_STOP:
        return
    saved = set(field.palms) if field.rules.surrender_outruns_disease else set()
    for being in field.duel.beings:
        if being.alive and being.name not in saved:
            for enchantment in being.enchantments:
                if ENCHANTMENTS[enchantment.name].kills and enchantment.until == field.turn:
                    yield Died(being=being.name, doom=Doom(enchantment.name))
                    break
