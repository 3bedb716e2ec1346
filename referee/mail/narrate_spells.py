"""What a wizard's spells did, one sentence each: how it was finished, at whom, and what became of it and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.enchantments import PROTECTION, RESIST_HEAT
from engine.events import BeingRevealed, CastFated, Fate, SpellCast, SpellReleased
from engine.model import Hand, Kind, is_unborn
from engine.spellbook import SPELLBOOK, Death, Raise, Storm
from referee.mail.effects import worked
from referee.mail.scroll import Scroll

SHIELDS: Final = frozenset({"Shield", "Counter-spell", "Dispel magic", PROTECTION})


def spells(scroll: Scroll, wizard: str) -> Iterator[str]:
    """A sentence for each spell of one wizard, and for what he banked or let loose."""
    voice = scroll.voice
    if any(revealed.being == wizard for revealed in scroll.of(BeingRevealed)):
        found = "you" if wizard == scroll.view.viewer else "them"
        yield f"{voice.whose(wizard)} invisibility fell in time for the spells of this turn to find {found}"
    for released in scroll.of(SpellReleased):
        if released.wizard == wizard:
            yield f"{voice.name(wizard)} let the stored {released.spell} loose"
    for cast in scroll.casts_of(wizard):
        yield _cast(scroll, cast)


def _cast(scroll: Scroll, cast: SpellCast) -> str:
    return f"{_opening(scroll, cast)}{_aim(scroll, cast)}{_told(list(_outcome(scroll, cast)))}"


def _told(parts: list[str]) -> str:
    return f": {'; '.join(parts)}" if parts else ""


def _opening(scroll: Scroll, cast: SpellCast) -> str:
    whose = scroll.voice.whose(cast.caster)
    once = ", which works once a duel" if cast.once else ""
    match cast.hand:
        case Hand.LEFT | Hand.RIGHT:
            return f"{whose} {cast.hand} hand finished {cast.spell}{once}"
        case Hand.BOTH:
            return f"{whose} hands finished {cast.spell}{once}"
        case Hand.BANK:
            return f"{whose} stored spell was {cast.spell}"
        case _:
            return f"{whose} unseen hands finished {cast.spell}"


def _aim(scroll: Scroll, cast: SpellCast) -> str:
    if cast.subject is None or cast.cast in scroll.banked:
        return ""
    if cast.subject == cast.caster:
        return (
            f" upon {scroll.voice.self_word(cast.caster)}" if cast.caster == scroll.view.viewer else " upon themselves"
        )
    return f", aimed at {scroll.voice.name(cast.subject)}"


def _outcome(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    """What became of it, in order; what it did where it came through."""
    if cast.discharged:
        yield "it was let go at nobody, harmlessly"
    if cast.cast in scroll.banked:
        yield from _banking(scroll, cast)
        return
    if cast.cast in scroll.permanent:
        yield "Permanency took it, to make it last"
    if cast.discharged:
        return
    if cast.cast in scroll.view.unknown_casts:
        yield "what came of it you could not see"
        return
    fates = scroll.fates(cast.cast)
    for fate in fates:
        yield _fate(scroll, cast, fate)
    if all(fate.fate is Fate.REFLECTED for fate in fates):
        yield from worked(scroll, cast, scroll.landed(cast))


def _banking(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    banked = scroll.banked[cast.cast]
    yield "Delayed effect took it and keeps it for a later turn"
    if banked.displaced is not None:
        yield f"the {banked.displaced} that was kept before is lost"


def _fate(scroll: Scroll, cast: SpellCast, fate: CastFated) -> str:
    voice = scroll.voice
    being = fate.being
    name = voice.name(being) if being is not None else "nobody"
    whose = voice.whose(being) if being is not None else "a"
    match fate.fate:
        case Fate.NO_SUBJECT:
            return _no_subject(scroll, cast)
        case Fate.MISSED:
            return f"{voice.was(being) if being else 'its subject was'} invisible, so it missed"
        case Fate.DISPELLED:
            return "Dispel magic voided it"
        case Fate.REFLECTED:
            at = f" at {voice.name(fate.onto)}" if fate.onto is not None else ""
            return f"{whose} Magic mirror threw it back{at}"
        case Fate.COUNTERED:
            return f"{whose} Counter-spell voided it"
        case Fate.CLASHED:
            return f"it met another spell that holds the mind of {name}, and both failed"
        case Fate.NEUTRALISED:
            return _neutralised(scroll, cast, being)
        case Fate.SHIELDED:
            ward = scroll.ward(being, SHIELDS) if being is not None else None
            return f"{ward or f'{whose} shield'} stopped it"
        case Fate.RESISTED:
            return f"{whose} {RESIST_HEAT} let nothing of it through"
        case _:
            return f"it was {fate.fate}"


def _no_subject(scroll: Scroll, cast: SpellCast) -> str:
    if cast.subject is None:
        return "it was aimed at nobody, and was lost"
    name = scroll.voice.name(cast.subject)
    if is_unborn(cast.subject):
        return (
            "no monster that it could reach appeared there, so it was lost"
            if name.startswith("a ")
            else (f"{name} was none that it could reach, so it was lost")
        )
    being = scroll.view.duel.being(cast.subject)
    if being is not None and being.alive:
        return f"{name} was nothing that it could reach, so it was lost"
    return f"{name} was not there any more, so it was lost"


def _neutralised(scroll: Scroll, cast: SpellCast, being: str | None) -> str:
    effect = SPELLBOOK[cast.spell].effect
    if isinstance(effect, Storm):
        return "it met its opposite, and nothing came of it"
    if isinstance(effect, Death):
        return "Raise dead held it off, and the two were spent on each other"
    if isinstance(effect, Raise):
        return "it met the Finger of death, and the two were spent on each other"
    monster = scroll.view.duel.monster(being) if being is not None else None
    if monster is not None and monster.kind is Kind.FIRE_ELEMENTAL:
        return "fire does nothing to a fire elemental"
    return "the Ice storm put it out, and it kept the Ice storm off"
