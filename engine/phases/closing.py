"""Steps 14 and 15: surrenders, what was laid takes hold, clocks, the end (canon 1.6, 5.7 to 5.11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.battlefield import Battlefield, Cast
from engine.compulsion import freeze, shown_on
from engine.enchantments import (
    AMNESIA,
    ANTI_SPELL,
    CHARM_PERSON,
    DELAYED_EFFECT,
    DISEASE,
    ENCHANTMENTS,
    PARALYSIS,
    PERMANENCY,
    RESIST_COLD,
    RESIST_HEAT,
    TIME_STOP,
    Rule,
)
from engine.enchantments import (
    ELEMENTALS as ON_ELEMENTALS,
)
from engine.enchantments import (
    MONSTERS as ON_MONSTERS,
)
from engine.enchantments import (
    WIZARDS as ON_WIZARDS,
)
from engine.events import (
    ControlChanged,
    DuelEnded,
    EnchantmentEnded,
    EnchantmentLaid,
    Ended,
    Event,
    HistoryCut,
    Left,
    TimeStopped,
    TurnClosed,
)
from engine.mindhold import charmed_hand, last_shown, master, paralysed_hand
from engine.model import Being, Enchantment, Hand, Monster, Part, Result, Wizard
from engine.monsters import ELEMENTALS
from engine.spellbook import Cure, Enchant, Remove


def surrender(field: Battlefield) -> Iterator[Event]:
    """Who showed two palms and lives leaves the duel (1.6)."""
    for wizard in field.duel.wizards:
        if wizard.alive and field.palms.get(wizard.name):
            yield Left(wizard=wizard.name)


def take_hold(field: Battlefield) -> Iterator[Event]:
    """The enchantments of this turn are laid (1.4.15)."""
    removed = {at for _, at in field.arrivals(Remove)}
    cured = {at for cast, at in field.arrivals(Cure) if isinstance(cast.effect, Cure) and cast.effect.cures_disease}
    together: dict[tuple[str, str], list[Cast]] = {}
    for cast, at in field.arrivals(Enchant):
        being = field.living(at)
        rule = ENCHANTMENTS[cast.spell.name]
        if being is None or at in removed or not rule.listed or not _holds(field, rule, being):
            continue
        fleeting = isinstance(being, Monster) and cast.number not in field.permanent
        if fleeting and field.rules.seizes_monsters_at_once(rule.name):  # it has had its effect
            continue
        if rule.name == DISEASE and at in cured:  # A117
            continue
        if rule.name in (DELAYED_EFFECT, PERMANENCY) and cast.number in field.spent:
            continue
        together.setdefault((at, rule.name), []).append(cast)
    for (at, name), casts in together.items():
        yield from _lay(field, at, ENCHANTMENTS[name], casts)


def _holds(field: Battlefield, rule: Rule, being: Being) -> bool:
    """Whether an enchantment does anything to this kind of being."""
    if isinstance(being, Wizard):
        return ON_WIZARDS in rule.on
    if being.kind in ELEMENTALS:  # Resist on the other elemental does nothing, on its own it has destroyed it
        return ON_ELEMENTALS in rule.on and rule.name not in (RESIST_HEAT, RESIST_COLD)
    return ON_MONSTERS in rule.on or field.rules.seizes_monsters_at_once(rule.name)


def _lay(field: Battlefield, at: str, rule: Rule, casts: list[Cast]) -> Iterator[Event]:
    """One enchantment on one being; several castings of a name are one, permanent if one of them is (A115)."""
    being = field.living(at)
    assert being is not None, at
    permanent = any(c.number in field.permanent for c in casts)
    running = [e for e in being.enchantments if e.name == rule.name]
    if rule.mind:
        running = [e for e in running if e.permanent is permanent]
    elif running and not permanent and (running[0].permanent or not rule.restarts):
        return
    laid = _shape(field, at, rule, casts[0])
    if laid is None:
        return
    until = None if permanent or rule.turns is None else field.turn + rule.turns
    yield EnchantmentLaid(
        being=at,
        enchantment=replace(laid, until=until, permanent=permanent),
        replaces=running[0] if running else None,
        cast=casts[0].number,
    )


def _shape(field: Battlefield, at: str, rule: Rule, cast: Cast) -> Enchantment | None:
    """What the enchantment holds; None where nobody was there to choose for it (A19)."""
    plain = Enchantment(name=rule.name, laid=field.turn, by=cast.caster)
    being = field.living(at)
    if isinstance(being, Monster):
        return replace(plain, victims=being.last) if rule.name == AMNESIA else plain
    assert isinstance(being, Wizard)
    if rule.name == AMNESIA:
        return replace(plain, pairs=shown_on(being.history, field.turn))
    if rule.name == PARALYSIS:
        hand = paralysed_hand(field, cast, at)
        left, right = last_shown(field, at)
        frozen = freeze(left if hand is Hand.LEFT else right)
        return replace(plain, hand=hand, gesture=frozen) if hand is not None else None
    if rule.name == CHARM_PERSON:
        decider = master(field, cast)
        hand = charmed_hand(field, cast, at)
        return replace(plain, hand=hand, by=decider) if decider is not None else None
    return plain


def wear_off(field: Battlefield) -> Iterator[Event]:
    """What bound for the last time this turn ends (A58); extra turns never tick (5.7)."""
    if field.part is Part.TIME_STOP:
        return
    for being in field.duel.beings:
        for enchantment in being.enchantments if being.alive else ():
            if enchantment.until is not None and enchantment.until <= field.turn:
                yield EnchantmentEnded(being=being.name, enchantment=enchantment, why=Ended.WORN_OFF)


def cut_histories(field: Battlefield) -> Iterator[Event]:
    """Anti-spell laid this turn: nothing gestured so far may be part of a spell (3.4, A101)."""
    removed = {at for _, at in field.arrivals(Remove)}
    for at in dict.fromkeys(at for cast, at in field.arrivals(Enchant) if cast.spell.name == ANTI_SPELL):
        wizard = field.living(at)
        if isinstance(wizard, Wizard) and at not in removed:
            yield HistoryCut(wizard=at, entries=len(wizard.history))


def free_monsters(field: Battlefield) -> Iterator[Event]:
    """A monster whose master died or left obeys nobody from now on (A129)."""
    for monster in field.duel.monsters:
        if monster.alive and monster.controller is not None and field.living(monster.controller) is None:
            yield ControlChanged(monster=monster.name, controller=None, charmed=False)


def close(field: Battlefield) -> Iterator[Event]:
    """The turn is over; perhaps the duel is; else those whom Time stop took go on at once (5.11)."""
    yield TurnClosed(turn=field.turn, part=field.part)
    result = _result(field)
    if result is not None:
        yield DuelEnded(result=result)
    elif field.part is Part.NORMAL:
        removed = {at for _, at in field.arrivals(Remove)}
        stopped = {at for cast, at in field.arrivals(Enchant) if cast.spell.name == TIME_STOP} - removed
        beings = tuple(name for name in field.duel.living if name in stopped)
        if beings:
            yield TimeStopped(beings=beings)


def _result(field: Battlefield) -> Result | None:
    """The end of the duel: at most one wizard is alive and unsurrendered (1.6, A60, A61)."""
    standing = [w.name for w in field.duel.wizards if w.alive]
    if len(standing) > 1:
        return None
    gone = [e for e in field.departed if isinstance(e, Left) or field.duel.wizard(e.being) is not None]
    ways = {"surrender" if isinstance(e, Left) else "death" for e in gone}
    reason = " and ".join(way for way in ("surrender", "death") if way in ways)
    winner = standing[0] if standing else _victor_in_surrender(field)
    return Result(state="won" if winner else "draw", winner=winner, turn=field.turn, reason=reason)


def _victor_in_surrender(field: Battlefield) -> str | None:
    """The sole surrenderer wins if the spells of his palms harmed all others, and all of them died this turn (A60)."""
    left = [e.wizard for e in field.departed if isinstance(e, Left)]
    if len(left) != 1 or not field.rules.surrender_may_win:
        return None
    mine = {
        c.number
        for c in field.casts
        if c.caster == left[0] and c.hand is not Hand.BANK and c.half in field.palms[left[0]]
    }
    others = field.before.opponents(left[0])
    killed = all(field.harmed_by[other] & mine for other in others)
    return left[0] if others and killed else None
