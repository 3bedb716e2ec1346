"""Monsters that strike and wizards that stab: whom, for how much, and what stopped them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.enchantments import AMNESIA, CONFUSION, FEAR, PARALYSIS
from engine.events import Attacked, Blow, ElementalsMerged, Stabbed
from engine.model import Monster, is_unborn
from engine.monsters import ELEMENTALS, MONSTERS
from referee.mail.narrate_spells import SHIELDS
from referee.mail.scroll import Scroll
from referee.mail.wording import listed

_STOOD: Final = {PARALYSIS: "stood paralysed", AMNESIA: "forgot all its orders", FEAR: "cowered in fear"}


def fights(scroll: Scroll) -> Iterator[str]:
    """All blows and stabs of the turn."""
    for merged in scroll.of(ElementalsMerged):
        yield f"{merged.gone} and {merged.into} became one, {merged.into}, at full strength"
    attacks = scroll.attacks()
    idle = [monster for monster, blows in attacks.items() if all(_idle(scroll, blow) for blow in blows)]
    for monster, blows in attacks.items():
        if monster not in idle:
            yield from _monster(scroll, monster, blows)
    if idle:
        yield f"{listed(idle)} had nobody to strike"
    for stab in scroll.of(Stabbed):
        yield stab_told(scroll, stab)


def _monster(scroll: Scroll, name: str, blows: list[Attacked]) -> Iterator[str]:
    monster = scroll.view.duel.monster(name)
    if isinstance(monster, Monster) and monster.kind in ELEMENTALS:
        yield _elemental(scroll, monster, blows)
        return
    for blow, times in _tallied(blows):
        yield blow_told(scroll, name, blow) + (", twice" if times == 2 else f", {times} times" if times > 2 else "")


def _idle(scroll: Scroll, blow: Attacked) -> bool:
    """No victim, and no spell that would explain it."""
    return blow.victim is None and _stood(scroll, blow) is None


def _stood(scroll: Scroll, blow: Attacked) -> str | None:
    """How a spell kept a monster from striking."""
    if blow.spell == PARALYSIS or (blow.spell and scroll.rules.seizes_monsters_at_once(blow.spell)):
        return _STOOD.get(blow.spell)
    return None


def _tallied(blows: Iterable[Attacked]) -> list[tuple[Attacked, int]]:
    tally: dict[Attacked, int] = {}
    for blow in blows:
        tally[blow] = tally.get(blow, 0) + 1
    return list(tally.items())


def blow_told(scroll: Scroll, name: str, blow: Attacked) -> str:
    """One blow of one monster."""
    voice = scroll.voice
    why = {CONFUSION: ", confused,", AMNESIA: ", repeating itself,"}.get(blow.spell or "", "")
    if blow.victim is None:
        stood = _stood(scroll, blow)
        if stood is not None:
            return f"{name} {stood} and did not strike"
        return f"{name} had nobody to strike"
    victim = voice.name(blow.victim)
    went = f"{name}{why} went for {victim}"
    match blow.blow:
        case Blow.HIT:
            return f"{went} and hurt {_him(scroll, blow.victim)} for {blow.harm}"
        case Blow.SHIELDED:
            return f"{went}, but {scroll.ward(blow.victim, SHIELDS) or 'a shield'} stopped it"
        case Blow.RESISTED:
            return f"{went}, but {_resistance(scroll, name, blow.victim)} let nothing through"
        case Blow.MISSED:
            return f"{went}, but {voice.was(blow.victim)} invisible"
        case _:
            return _lost(scroll, name, blow.victim)


def _him(scroll: Scroll, being: str) -> str:
    """`you`, or `it` for a monster, or the name again."""
    return scroll.voice.name(being) if scroll.is_wizard(being) else "it"


def _resistance(scroll: Scroll, name: str, victim: str) -> str:
    monster = scroll.view.duel.monster(name)
    resisted = MONSTERS[monster.kind].resisted_by if monster is not None else None
    return f"{scroll.voice.whose(victim)} {resisted or 'resistance'}"


def _lost(scroll: Scroll, name: str, victim: str) -> str:
    if is_unborn(victim) and victim not in scroll.voice.born:
        return f"{name} found no such monster to strike"
    if scroll.voice.born.get(victim, victim) == name:
        return f"{name} could not strike itself"
    return f"{name} went for {scroll.voice.name(victim)}, but found nobody there"


def _elemental(scroll: Scroll, monster: Monster, blows: list[Attacked]) -> str:
    """An elemental goes for everybody: the hits in one list, then who was safe and why."""
    voice = scroll.voice
    hit = [blow for blow in blows if blow.blow is Blow.HIT]
    parts = []
    if hit:
        twice = len(hit) > len({blow.victim for blow in hit})
        victims = voice.all_of(blow.victim for blow in hit if blow.victim is not None)
        parts.append(f"hurt {victims} for {hit[0].harm}{' at each of two blows' if twice else ''}")
    shielded = [b.victim for b in blows if b.blow is Blow.SHIELDED and b.victim is not None]
    if shielded:
        wards = (scroll.ward(victim, SHIELDS) or f"the shield of {voice.name(victim)}" for victim in shielded)
        parts.append(f"was stopped by {listed(dict.fromkeys(wards))}")
    resisted = [b.victim for b in blows if b.blow is Blow.RESISTED and b.victim is not None]
    if resisted:
        wards = (_resistance(scroll, monster.name, victim) for victim in resisted)
        parts.append(f"was kept off by {listed(dict.fromkeys(wards))}")
    missed = [b.victim for b in blows if b.blow is Blow.MISSED and b.victim is not None]
    if missed:
        parts.append(f"could not find {voice.all_of(missed)}, invisible")
    return f"{monster.name} raged at everyone: it {listed(parts) or 'found nobody'}"


def stab_told(scroll: Scroll, stab: Stabbed) -> str:
    """One stab."""
    voice = scroll.voice
    who = voice.name(stab.wizard)
    if stab.victim is None:
        return f"{who} stabbed at nobody"
    victim = voice.name(stab.victim)
    match stab.blow:
        case Blow.HIT:
            return f"{who} stabbed {victim}, for {stab.harm}"
        case Blow.SHIELDED:
            ward = scroll.ward(stab.victim, SHIELDS) or "a shield"
            return f"{who} stabbed at {victim}, but {ward} turned the knife aside"
        case Blow.MISSED if scroll.groped(stab.wizard):
            return f"{who} stabbed blindly at {victim} and met the air"
        case Blow.MISSED:
            return f"{who} stabbed at {victim}, invisible, and met the air"
        case _ if stab.victim == stab.wizard:
            return f"{who} stabbed at nobody"
        case _:
            return f"{who} stabbed at {victim}, but found nobody there"
