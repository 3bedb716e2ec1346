"""Where the engine and the second opinion differ about one turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import (
    Attacked,
    Blow,
    CastFated,
    Died,
    Doom,
    ElementalsMerged,
    Fate,
    Harmed,
    MonsterMade,
    Raised,
    SpellBanked,
    SpellCast,
    Stabbed,
    StormRaged,
    Turn,
)
from engine.model import Part
from engine.variants import rules_of
from tests.simulation.elements_opinion import FIRE, ICE, STORM_OF, Elements, elements_of
from tests.simulation.second_opinion import DISPEL, VOID, Opinion, casts_of, opinion_of

ORDER = tuple(Fate)
SETTLED = (*VOID, Fate.REFLECTED, Fate.CLASHED)


def differences(turn: Turn) -> Iterator[str]:
    """Every point on which the engine and the second opinion do not agree."""
    opinion = opinion_of(turn)
    elements = elements_of(turn)
    yield from fates_differ(turn, opinion, elements)
    yield from storms_differ(turn, elements)
    if turn.part is Part.NORMAL:
        yield from blows_differ(turn, elements, opinion)
        yield from banks_differ(turn)


def engine_fates(turn: Turn) -> dict[int, set[Fate]]:
    fates: dict[int, set[Fate]] = {c.cast: set() for c in casts_of(turn)}
    for event in turn.events:
        if isinstance(event, CastFated):
            fates[event.cast].add(event.fate)
    return fates


def outcome(fates: set[Fate]) -> Fate:
    return min(fates, key=ORDER.index, default=Fate.WORKS)


def fates_differ(turn: Turn, opinion: Opinion, elements: Elements) -> Iterator[str]:
    """The first outcome of each cast, and whether what was thrown back was void after all."""
    theirs = engine_fates(turn)
    for cast in casts_of(turn):
        mine = opinion.fates.get(cast.cast)
        if mine is None or cast.cast in opinion.unsure or cast.spell == DISPEL:
            continue
        if turn.part is Part.NORMAL:
            mine = mine | element_fates(cast, mine, opinion, elements, on_field(turn))
        first, other = outcome(mine), outcome(theirs[cast.cast])
        if turn.part is Part.TIME_STOP and (first in (Fate.WORKS, Fate.SHIELDED) or other not in SETTLED):
            continue
        if first is not other:
            yield f"{cast.caster}'s {cast.spell} at {cast.subject} ({cast.cast}): {other}, by second opinion {first}"
        elif bool(mine & VOID) is not bool(theirs[cast.cast] & VOID):
            yield f"{cast.caster}'s {cast.spell} ({cast.cast}) is void or not: {theirs[cast.cast]}, {mine}"


def element_fates(cast: SpellCast, mine: set[Fate], opinion: Opinion, elements: Elements, there: set[str]) -> set[Fate]:
    """Neutralised, shielded or resisted: of storms, Fireballs and Missiles."""
    if mine & {*VOID, Fate.CLASHED, Fate.NEUTRALISED}:
        return set()
    if cast.spell in STORM_OF:
        return {Fate.NEUTRALISED} if STORM_OF[cast.spell] in elements.cancelled else set()
    name = opinion.subject[cast.cast] or ""
    name = elements.named.get(name, name)
    if cast.spell == "Missile" and name in elements.shielded & there:
        return {Fate.SHIELDED}
    if cast.spell != "Fireball":
        return set()
    if name.startswith("fire elemental"):
        return {Fate.NEUTRALISED}
    if name.startswith("ice elemental"):
        return set()
    if ICE in elements.rages:
        return {Fate.NEUTRALISED}
    return {Fate.RESISTED} if name in elements.resists[FIRE] & there else set()


def storms_differ(turn: Turn, elements: Elements) -> Iterator[str]:
    """Which storms rage, and whom they harm."""
    raged = {STORM_OF[e.spell]: e.casts for e in turn.events if isinstance(e, StormRaged)}
    if set(raged) != elements.rages:
        yield f"storms that rage: {sorted(raged)}, by second opinion {sorted(elements.rages)}"
    if turn.part is Part.TIME_STOP:
        return
    for element, casts in raged.items():
        harmed = {e.being for e in turn.events if isinstance(e, Harmed) and e.cast in casts}
        wanted = on_field(turn) - elements.resists[element] - elements.spared[element]
        if harmed != wanted:
            yield f"the {element} storm harms {sorted(harmed)}, by second opinion {sorted(wanted)}"


def on_field(turn: Turn) -> set[str]:
    """The beings on the field when blows fall: not those unmade before, or merged into others."""
    before = (Doom.BLINDNESS, Doom.INVISIBILITY, Doom.ELEMENT)
    early = {e.being for e in turn.events if isinstance(e, Died) and e.doom in before}
    early |= {e.gone for e in turn.events if isinstance(e, ElementalsMerged)}
    there = {b.name for b in turn.before.beings if b.alive}
    there |= {e.name for e in turn.events if isinstance(e, MonsterMade)}
    there |= {e.being for e in turn.events if isinstance(e, Raised)}
    return there - early


def blows_differ(turn: Turn, elements: Elements, opinion: Opinion) -> Iterator[str]:
    """Which elementals strike, and whom; no shielded being is hit by any blow, and every other is."""
    for element in (FIRE, ICE):
        blows = [e for e in turn.events if isinstance(e, Attacked) and e.monster.startswith(f"{element} elemental")]
        strikers = {e.monster for e in blows}
        there = {name for name in on_field(turn) if name.startswith(f"{element} elemental")}
        if (element in elements.gone) and there:
            yield f"the {element} elemental should have vanished: {sorted(there)}"
        if strikers != there:
            yield f"{element} elementals that strike: {sorted(strikers)}, on the field {sorted(there)}"
        hit = {e.victim for e in blows if e.blow is Blow.HIT}
        wanted = on_field(turn) - there - elements.resists[element] - elements.shielded - unseen(turn, opinion)
        if blows and hit != wanted:
            yield f"the {element} elemental hits {sorted(map(str, hit))}, by second opinion {sorted(wanted)}"
    for event in turn.events:
        if isinstance(event, Attacked | Stabbed) and event.victim in on_field(turn):
            if event.blow is Blow.SHIELDED and event.victim not in elements.shielded:
                yield f"a blow at {event.victim} is shielded, not by second opinion"
            if event.blow is Blow.HIT and isinstance(event, Stabbed) and gropes(turn, event):
                yield f"{event.wizard} stabs {event.victim}, though blind"
            if event.blow is Blow.HIT and event.victim in elements.shielded | (unseen(turn, opinion) - own(event)):
                yield f"a blow hits {event.victim}, who is shielded or unseen by second opinion"


def own(event: Attacked | Stabbed) -> set[str]:
    """Who is not hidden from himself."""
    return {event.wizard} if isinstance(event, Stabbed) else set()


def gropes(turn: Turn, stab: Stabbed) -> bool:
    """Whether a stab at another goes astray because the wizard is blind."""
    wizard = turn.before.wizard(stab.wizard)
    blind = wizard is not None and any(e.name == "Blindness" for e in wizard.enchantments)
    return rules_of(turn.before).blind_miss and blind and stab.victim != stab.wizard


def unseen(turn: Turn, opinion: Opinion) -> set[str]:
    """Who is invisible, and stays so for the blows of this turn."""
    hidden = {w.name for w in turn.before.wizards if any(e.name == "Invisibility" for e in w.enchantments)}
    if any(c.spell == DISPEL and c.cast in opinion.fates for c in casts_of(turn)):
        return set()
    ended = {
        c.caster
        for c in casts_of(turn)
        if c.spell == "Remove enchantment"
        and c.cast in opinion.fates
        and not opinion.fates[c.cast] & VOID
        and opinion.subject[c.cast] == c.caster
    }
    return hidden - ended


def banks_differ(turn: Turn) -> Iterator[str]:
    """A Delayed effect of this turn takes a spell only if it holds with all spells of the turn in place (1.4.4)."""
    full = opinion_of(turn, banked=())
    taken = {e.taker: e.wizard for e in turn.events if isinstance(e, SpellBanked)}
    for cast in casts_of(turn):
        if rules_of(turn.before).delayed_effect_waits_for_choice and cast.cast in taken:
            yield f"{cast.caster}'s Delayed effect took a spell on its own turn"
        if cast.spell != "Delayed effect" or cast.discharged or cast.cast not in full.fates:
            continue
        wizard = turn.before.wizard(full.subject[cast.cast] or "")
        holds = wizard is not None and not full.fates[cast.cast] & {*VOID, Fate.CLASHED}
        if cast.cast in taken and (not holds or (wizard is not None and taken[cast.cast] != wizard.name)):
            yield f"{cast.caster}'s Delayed effect took a spell, by second opinion it does not hold"
