"""What a wizard's spells did, a sentence each: how it was finished, at whom, and what became of it and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.enchantments import PARALYSIS, PROTECTION, RESIST_HEAT
from engine.events import BeingRevealed, CastFated, Fate, SpellCast
from engine.model import Hand, Kind, is_unborn
from engine.spellbook import Death, Default, Raise, Storm
from referee.mail.effects import worked
from referee.mail.scroll import Scroll

SHIELDS: Final = frozenset({"Shield", "Counter-spell", "Dispel magic", PROTECTION})


def spells(scroll: Scroll, wizard: str) -> Iterator[str]:
    """A sentence for each spell of one wizard, and for what was stored and let loose."""
    voice = scroll.voice
    if any(revealed.being == wizard for revealed in scroll.of(BeingRevealed)):
        found = "you" if wizard == scroll.view.viewer else "them"
        yield f"{voice.whose(wizard)} invisibility fell in time for the spells of this turn to find {found}"
    for cast in scroll.casts_of(wizard):
        yield _cast(scroll, cast)


def unexplained(scroll: Scroll) -> Iterator[str]:
    """The monsters of summonses that the reader was not told of."""
    for made in scroll.made.values():
        if made.cast not in scroll.casts:
            obeys = f", to obey {scroll.voice.name(made.controller)}" if made.controller is not None else ""
            yield f"from where you could not see, out stepped {made.name}{obeys}"


def _cast(scroll: Scroll, cast: SpellCast) -> str:
    """The whole sentence; at whom is left out where what the spell did says it."""
    outcome = "".join(_outcome(scroll, cast))
    said = cast.subject is not None and _says(outcome, scroll.voice.name(cast.subject))
    aim = "" if said and not scroll.fates(cast.cast) else _aim(scroll, cast)
    return f"{_opening(scroll, cast)}{aim}{outcome}"


def _says(text: str, name: str) -> bool:
    """Whether the text says the name, or whose something is."""
    return re.search(rf"\b{re.escape(name)}(?:r|'s?)?(?!\w)", text) is not None


def _opening(scroll: Scroll, cast: SpellCast) -> str:
    """The hand and the spell; whose hand it was has just been told with the gestures."""
    whose = "your" if cast.caster == scroll.view.viewer else "the"
    once = " by the way that works but once" if cast.once else ""
    match cast.hand:
        case Hand.LEFT | Hand.RIGHT:
            return f"{whose} {cast.hand} hand finished {cast.spell}{once}"
        case Hand.BOTH:
            return f"{'your hands' if whose == 'your' else 'the hands together'} finished {cast.spell}{once}"
        case Hand.BANK:
            return f"{scroll.voice.name(cast.caster)} let the stored {cast.spell} loose"
        case _:
            return f"unseen, {scroll.voice.name(cast.caster)} finished {cast.spell}"


def _aim(scroll: Scroll, cast: SpellCast) -> str:
    """At whom, unless it is whom the spell is for by its nature."""
    if cast.subject is None or cast.cast in scroll.banked:
        return ""
    if cast.subject != cast.caster:
        return f", aimed at {scroll.voice.name(cast.subject)}"
    if scroll.book[cast.spell].default is Default.SELF:
        return ""
    return f", aimed at {'yourself' if cast.caster == scroll.view.viewer else scroll.voice.name(cast.caster)}"


def _outcome(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    """What became of it, in order, then what it did where it came through; each part with its own comma or colon."""
    if cast.cast in scroll.banked:
        yield from _banking(scroll, cast)
        return
    if cast.cast in scroll.permanent:
        yield ", taken by Permanency to make it last"
    if cast.discharged:
        yield " at nobody, harmlessly" if cast.hand is Hand.BANK else ", but let it go at nobody, harmlessly"
        return
    if cast.cast in scroll.view.unknown_casts:
        yield ", but what came of it you could not see"
        return
    fates = scroll.fates(cast.cast)
    for place, fate in enumerate(fates):
        yield f", {'but' if place == 0 else 'and there'} {became(scroll, cast, fate)}"
    if all(fate.fate is Fate.REFLECTED for fate in fates):
        yield from worked(scroll, cast, scroll.landed(cast))


def _banking(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    banked = scroll.banked[cast.cast]
    yield ", and Delayed effect keeps it for a later turn"
    if banked.displaced is not None:
        yield f"; the {banked.displaced} that was kept before is lost"


def became(scroll: Scroll, cast: SpellCast, fate: CastFated) -> str:
    """One turn in a cast's fate: what stopped it, or where it went."""
    voice = scroll.voice
    being = fate.being
    whose = voice.whose(being) if being is not None else "a"
    match fate.fate:
        case Fate.NO_SUBJECT:
            return _no_subject(scroll, cast)
        case Fate.MISSED:
            return f"it missed, as {_why_missed(scroll, cast, being)}"
        case Fate.DISPELLED:
            return "Dispel magic voided it"
        case Fate.REFLECTED:
            at = f" at {voice.name(fate.onto)}" if fate.onto is not None else ""
            return f"{whose} Magic mirror threw it back{at}"
        case Fate.COUNTERED:
            return f"{whose} Counter-spell voided it"
        case Fate.CLASHED:
            mind = f"{voice.whose(being)} mind" if being is not None else "the mind"
            if cast.spell == PARALYSIS and scroll.rules.paralysis_yields:
                return f"it gave way to another spell that holds {mind}"
            return f"it met another spell that holds {mind}, and both failed"
        case Fate.NEUTRALISED:
            return _neutralised(scroll, cast, being)
        case Fate.SHIELDED:
            ward = scroll.ward(being, SHIELDS) if being is not None else None
            return f"{ward or f'{whose} shield'} stopped it"
        case Fate.RESISTED:
            return f"{whose} {RESIST_HEAT} let nothing of it through"
        case _:
            return f"it was {fate.fate}"


def _why_missed(scroll: Scroll, cast: SpellCast, being: str | None) -> str:
    """Its subject could not be seen, or its caster could not see (A39)."""
    if scroll.groped(cast.caster):
        return f"{scroll.voice.was(cast.caster)} blind"
    return f"{scroll.voice.was(being) if being else 'its subject was'} invisible"


def _no_subject(scroll: Scroll, cast: SpellCast) -> str:
    if cast.subject is None:
        return "nobody was named for it, so it was lost"
    name = scroll.voice.name(cast.subject)
    if is_unborn(cast.subject) and cast.subject not in scroll.voice.born:
        return "no such monster appeared, so it was lost"
    being = scroll.view.duel.being(scroll.voice.born.get(cast.subject, cast.subject))
    if being is not None and being.alive:
        return f"that is nothing it could work on, so it was lost on {name}"
    return f"{name} was not there any more, so it was lost"


def _neutralised(scroll: Scroll, cast: SpellCast, being: str | None) -> str:
    effect = scroll.book[cast.spell].effect
    if isinstance(effect, Storm):
        return "it met its opposite, and nothing came of it"
    if isinstance(effect, Death):
        return "Raise dead held it off, and the two were spent on each other"
    if isinstance(effect, Raise):
        return "it met the Finger of death, and the two were spent on each other"
    monster = scroll.view.duel.monster(being) if being is not None else None
    if monster is not None and monster.kind is Kind.FIRE_ELEMENTAL:
        return "fire does nothing to a fire elemental"
    return "the Ice storm put it out, and it kept the Ice storm off in return"
