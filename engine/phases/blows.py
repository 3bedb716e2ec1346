"""Step 13, first half: monsters and elementals strike, wizards stab (canon 4, 1.5, A89, A104, A113, A118, A122)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.battlefield import Battlefield
from engine.clauses import ALL_MONSTERS, AimClause, HandClause, MakeClause, MonsterClause
from engine.compulsion import HANDS, binding
from engine.dice import roll
from engine.enchantments import AMNESIA, CHARM_PERSON, CONFUSION, HASTE, PARALYSIS
from engine.events import Attacked, Blow, CompulsionFixed, Event, MonsterSet, Stabbed
from engine.model import NOBODY, Enchantment, Gesture, Hand, Monster, Part, is_unborn
from engine.monsters import ELEMENTALS, MONSTERS
from engine.spellbook import Enchant, Remove

STAB_HARM = 1


def strike(field: Battlefield) -> Iterator[Event]:
    """Every monster that may strike does."""
    for monster in field.duel.monsters:
        if not monster.alive or monster.merged:
            continue
        if field.part is Part.TIME_STOP:
            yield from _in_stopped_time(field, monster)
        elif monster.kind in ELEMENTALS:
            yield from _rage(field, monster)
        else:
            yield from _obey(field, monster)


def _rage(field: Battlefield, elemental: Monster) -> Iterator[Event]:
    """An elemental attacks everyone but itself (4.6); twice when hasted."""
    hasted = field.running(elemental.name, HASTE) is not None
    for _ in range(2 if hasted else 1):
        for victim in field.duel.living:
            if victim != elemental.name:
                yield _blow(field, elemental, victim)


def _obey(field: Battlefield, monster: Monster) -> Iterator[Event]:
    """An ordinary monster strikes whom its master named, its standing victim, or his opponent (4.4)."""
    ordered = _ordered(field, monster)
    meant, standing = _meant(field, monster, ordered)
    hasted = field.running(monster.name, HASTE) is not None
    victims = _spread(meant, 2 if hasted else 1)
    spell = None
    for held in _bound(field, monster):
        spell = held.name
        if _stands_idle(field, held.name):
            victims = ()
            break
        if held.name == AMNESIA:
            victims = _spread(held.victims, 2 if hasted else 1)
        else:  # Confusion: nothing else is left of what can be laid on a monster
            dazed = held.victims[:1] or _confused_victim(field, monster.name)
            victims = dazed * (2 if hasted else 1)
            if held.permanent and not held.victims:
                yield CompulsionFixed(being=monster.name, before=held, after=replace(held, victims=victims[:1]))
    if not victims:
        yield Attacked(monster=monster.name, victim=None, blow=Blow.IDLE, spell=spell)
    for victim in victims:
        yield replace(_blow(field, monster, victim), spell=spell)
    after = MonsterSet(monster=monster.name, standing=standing, last=victims, meant=meant)
    if (after.standing, after.last, after.meant) != (monster.standing, monster.last, monster.meant):
        yield after


def _bound(field: Battlefield, monster: Monster) -> list[Enchantment]:
    """What bends a monster's blow: what was laid before, and what acts at once (A32, A45, A46, A50)."""
    laid = () if field.plan.dispelled or field.part is Part.TIME_STOP else _enchantments_before(field, monster.name)
    fresh = tuple(Enchantment(name=name, laid=field.turn) for name in _seized_by(field, monster.name))
    bound = binding((*laid, *fresh), rules=field.rules)
    return sorted(bound, key=lambda held: not _stands_idle(field, held.name))


def _seized_by(field: Battlefield, monster: str) -> Iterator[str]:
    """The control spells of this turn that bend this monster's blow at once, unless Remove enchantment ends them."""
    if any(at == monster for _, at in field.arrivals(Remove)):
        return
    for cast, at in field.arrivals(Enchant):
        if at == monster and field.rules.seizes_monsters_at_once(cast.spell.name):
            yield cast.spell.name


def _stands_idle(field: Battlefield, spell: str) -> bool:
    """Whether a monster that is bound by this spell does not strike."""
    return spell == PARALYSIS or (spell != CONFUSION and field.rules.seizes_monsters_at_once(spell))


def _in_stopped_time(field: Battlefield, monster: Monster) -> Iterator[Event]:
    """The extra blow of a monster that Time stop took, unless charmed in it: no defence counts (4.8, A89, A118).

    What a stopped master orders any of his monsters stands for the next turn.
    """
    ordered = () if monster.kind in ELEMENTALS else _ordered(field, monster)
    if monster.name in field.before.stopped and monster.name not in field.charmed:
        same = monster.meant[-1:] if field.rules.time_stop_has_second_victim else monster.meant[:1]
        targets, spell = ordered[:1] or same, None
        if monster.kind in ELEMENTALS:
            targets = tuple(name for name in field.duel.living if name != monster.name)
        elif bound := _bound(field, monster):
            spell = bound[0].name
            targets = () if _stands_idle(field, spell) else _confused_victim(field, monster.name)
        victims = [target for target in targets if target != NOBODY]
        for victim in victims:
            yield replace(_blow(field, monster, victim), spell=spell)
        if not victims:
            yield Attacked(monster=monster.name, victim=None, blow=Blow.IDLE, spell=spell)
    if ordered and _kept(field, ordered[0]) != monster.standing:
        yield MonsterSet(
            monster=monster.name, standing=_kept(field, ordered[0]), last=monster.last, meant=monster.meant
        )


def _blow(field: Battlefield, monster: Monster, victim: str) -> Attacked:
    stats = MONSTERS[monster.kind]
    blow = Blow.HIT
    if victim == monster.name or field.living(victim) is None:
        blow = Blow.LOST
    elif field.unreachable(victim):
        blow = Blow.MISSED
    elif field.shielded(victim, by=None):
        blow = Blow.SHIELDED
    elif field.resists(victim, stats.resisted_by, by=None):
        blow = Blow.RESISTED
    return Attacked(monster=monster.name, victim=victim, blow=blow, harm=stats.damage if blow is Blow.HIT else 0)


def _ordered(field: Battlefield, monster: Monster) -> tuple[str, ...]:
    """The victims that its master of this moment wrote for it; a line of its own goes before a line for all."""
    if monster.controller is None:
        return ()
    lines = field.clauses(monster.controller, MonsterClause)
    own = [c for c in lines if c.monster != ALL_MONSTERS and field.name(c.monster) == monster.name]
    # A line in each half names the first and the second victim; one alone is its line, wherever it stands (A113).
    halves = {c.half or 0: c.victims for c in reversed(own or [c for c in lines if c.monster == ALL_MONSTERS])}
    victims = tuple(v[0] for _, v in sorted(halves.items())) if len(halves) > 1 else next(iter(halves.values()), ())
    return tuple(field.name(v) or v for v in victims)


def _meant(field: Battlefield, monster: Monster, ordered: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """Whom it is meant for this turn, and the order that stands afterwards (4.4, A66 to A68, A122)."""
    if ordered:
        return tuple(v for v in ordered if v != NOBODY), _kept(field, ordered[0])
    standing = monster.standing
    if standing == NOBODY:
        return (), standing
    if standing is not None and _on_field_before(field, standing):
        return (standing,), standing
    if monster.controller is None:
        last = monster.meant[:1]
        return (last, None) if last and _on_field_before(field, last[0]) else ((), None)
    default = field.duel.sole_opponent(monster.controller)
    return ((default,) if default is not None else ()), None


def _kept(field: Battlefield, victim: str) -> str | None:
    """The order that stands: a victim that was never born leaves none."""
    return None if is_unborn(victim) else victim


def _on_field_before(field: Battlefield, name: str) -> bool:
    being = field.before.being(name)
    return being is not None and being.alive


def _spread(victims: Sequence[str], blows: int) -> tuple[str, ...]:
    """One victim for each blow; the last again where there are fewer."""
    return tuple(victims[min(k, len(victims) - 1)] for k in range(blows)) if victims else ()


def _enchantments_before(field: Battlefield, name: str) -> tuple[Enchantment, ...]:
    monster = field.before.monster(name)
    return monster.enchantments if monster is not None and monster.alive else ()


def _confused_victim(field: Battlefield, name: str) -> tuple[str, ...]:
    """Any other living being, as likely each (A45), or as already rolled; empty where there is no other."""
    given = field.rolled(name)
    if given is not None and given.victim is not None:
        return (field.name(given.victim) or given.victim,)
    others = [other for other in field.duel.living if other != name]
    return (roll(field.before.salt, field.turn, f"confused victim {name}", others),) if others else ()


def stab(field: Battlefield) -> Iterator[Event]:
    """Every stab, one for each half at most."""
    for name in field.acting:
        for half, pair in enumerate(field.performed[name]):
            for hand, gesture in zip(HANDS, pair, strict=True):
                if gesture is Gesture.STAB:
                    victim = field.name(_stab_subject(field, name, half, hand))
                    blow = _stab_blow(field, name, victim)
                    harm = STAB_HARM if blow is Blow.HIT else 0
                    yield Stabbed(wizard=name, half=half, hand=hand, victim=victim, blow=blow, harm=harm)


def _stab_blow(field: Battlefield, wizard: str, victim: str | None) -> Blow:
    if victim is None or field.living(victim) is None or (victim == wizard and not field.rules.may_stab_oneself):
        return Blow.LOST
    if victim != wizard and (field.unreachable(victim) or field.gropes(wizard, victim)):
        return Blow.MISSED
    return Blow.SHIELDED if field.shielded(victim, by=wizard) else Blow.HIT


def _stab_subject(field: Battlefield, name: str, half: int, hand: Hand) -> str | None:
    """Whom a stab goes at: as written for it (a stab that is ordered has a subject), or, compelled, by 5.4 and A127."""
    stabs = [c for c in field.clauses(name, HandClause) if c.gesture is Gesture.STAB and c.subject is not None]
    exact = [c.subject for c in stabs if c.hand is hand and (c.half or 0) == half]
    if exact:
        return exact[0]
    own = [c.subject for c in stabs if c.hand is hand] + [c.subject for c in stabs]
    own += [c.subject for c in field.clauses(name, AimClause) if c.hand in (hand, Hand.BOTH)]
    if own:
        return own[0]
    charm = next((e for e in _charms(field, name) if e.hand is hand), None)
    return field.before.sole_opponent(name) if charm is None else _charmed_subject(field, name, charm)


def _charms(field: Battlefield, name: str) -> list[Enchantment]:
    wizard = field.before.wizard(name)
    assert wizard is not None, name
    held = binding(wizard.enchantments, rules=field.rules)
    return [e for e in held if e.name == CHARM_PERSON]


def _charmed_subject(field: Battlefield, victim: str, charm: Enchantment) -> str | None:
    """The subject that the charmer named, else the charmer himself, or as A36 says; without him A127."""
    if charm.gesture is not None:  # fixed: a permanent charm, A116
        named = charm.subject
    else:
        made = field.clauses(charm.by, MakeClause) if charm.by is not None else []
        named = next((c.subject for c in made if c.victim == victim and c.hand is charm.hand), None)
    if named is not None:
        return named
    charmer = None if charm.by is None else field.before.wizard(charm.by)
    at_charmer = field.rules.charmed_stab_at_charmer and charmer is not None and charmer.alive
    return charm.by if at_charmer else field.before.sole_opponent(victim)
