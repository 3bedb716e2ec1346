"""How a turn came out: hit points, deaths, enchantments that ended, surrenders, extra turns, the end of the duel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.enchantments import ANTI_SPELL
from engine.events import BankLost, ControlChanged, Corrected, Died, Doom, EnchantmentEnded, Ended, HitPointsChanged
from engine.model import Result
from engine.views import UNKNOWN
from referee.mail.scroll import Scroll
from referee.mail.wording import listed

_BOTH_UNBORNE: Final = "met what they cannot bear and vanished, before they could strike"
_TOGETHER: Final = (Doom.HARM, Doom.ELEMENT)  # monsters lost in these ways are told of together


def ends(scroll: Scroll) -> Iterator[str]:
    """What the turn came to, for everybody the viewer knows of."""
    yield from _sums(scroll)
    yield from _killed(scroll)
    for died in scroll.died:
        if died.doom not in _TOGETHER or scroll.is_wizard(died.being):
            yield death_told(scroll, died)
    yield from _enchantments(scroll)
    for wizard in scroll.left:
        yield f"{scroll.voice.name(wizard)} surrendered and left the duel"
    yield from _freed(scroll)
    if scroll.stopped:
        yield _stopped(scroll)
    if scroll.result is not None:
        yield ending(scroll, scroll.result)
    for corrected in scroll.of(Corrected):
        yield f"the director corrected this afterwards: {scroll.voice.name(corrected.being)} {listed(corrected.told)}"


def _sums(scroll: Scroll) -> Iterator[str]:
    """Hit points of those who live: before and after. Who was only healed, and was whole, is told with the cure."""
    dead = {died.being for died in scroll.died}
    changed = [s for s in scroll.of(HitPointsChanged) if s.being not in dead]
    moved = [s for s in changed if s.after != s.before]
    even = [s.being for s in changed if s.after == s.before and s.harm]
    if moved:
        yield f"that leaves {listed(_sum(scroll, s, unit=place == 0) for place, s in enumerate(moved))}"
    if even:
        yield f"harm and healing came out even for {scroll.voice.all_of(even)}"


def _sum(scroll: Scroll, change: HitPointsChanged, *, unit: bool) -> str:
    points = (f" hit point{'' if change.after == 1 else 's'}") if unit else ""
    both = f": {change.harm} of harm, {change.healing} of healing" if change.harm and change.healing else ""
    return f"{scroll.voice.name(change.being)} at {change.after}{points} (from {change.before}{both})"


def _killed(scroll: Scroll) -> Iterator[str]:
    """The monsters that the harm of the turn killed, or that elements unmade, in one sentence each."""
    for doom, one, several in (
        (Doom.ELEMENT, "met what it cannot bear and vanished, before it could strike", _BOTH_UNBORNE),
        (Doom.HARM, "was killed", "were killed"),
    ):
        lost = [died.being for died in scroll.died if died.doom is doom and not scroll.is_wizard(died.being)]
        if lost:
            yield f"{listed(lost)} {one if len(lost) == 1 else several}"


def _wounds(scroll: Scroll, died: Died) -> str:
    """A wizard dies of the sum of the turn."""
    name, total = scroll.voice.name(died.being), scroll.total(died.being)
    if total is None:
        return f"{name} died"
    healing = f" and {total.healing} healing" if total.healing else ""
    left = f"{total.before} hit point{'' if total.before == 1 else 's'}"
    return f"{name} took {total.harm} damage{healing} with {left} left, and died"


def death_told(scroll: Scroll, died: Died) -> str:
    """Of what a being died."""
    name = scroll.voice.name(died.being)
    match died.doom:
        case Doom.HARM:
            return _wounds(scroll, died)
        case Doom.FINGER_OF_DEATH:
            return f"{name} died of the {died.doom}"
        case Doom.DISEASE | Doom.POISON:
            return f"{name} died of {died.doom}"
        case Doom.REMOVED | Doom.DISPELLED:
            return f"{name} was unmade, by {died.doom}"
        case Doom.BLINDNESS | Doom.INVISIBILITY:
            return f"{name} was destroyed by {died.doom}, before it could strike"
        case _:  # elements unmake no wizard
            return f"{name} vanished"


def _told(scroll: Scroll, ended: EnchantmentEnded) -> bool:
    """Told with the Remove enchantment that ended it; or Anti-spell, whose cut stays and never wears off."""
    if ended.why is Ended.WORN_OFF:
        return ended.enchantment.name == ANTI_SPELL
    return ended.why is Ended.REMOVED and ended.being in scroll.removed


def _enchantments(scroll: Scroll) -> Iterator[str]:
    """Why enchantments ended; those that Delayed effect and Permanency spent are told with the spell they took."""
    for why, one, several in (
        (Ended.WORN_OFF, "wore off", "wore off"),
        (Ended.REMOVED, "ended, by Remove enchantment", "ended, by Remove enchantment"),
        (Ended.DISPELLED, "ended, by Dispel magic", "ended, by Dispel magic"),
        (Ended.CURED, "was cured", "were cured"),
        (Ended.SPENT, "is spent on the spell it took", "are spent on the spells they took"),
        (Ended.DISPLACED, "made way for the new one", "made way for the new ones"),
    ):
        found = [e for e in scroll.ended if e.why is why and not _told(scroll, e)]
        ended = list(dict.fromkeys(f"{scroll.voice.whose(e.being)} {e.enchantment.name}" for e in found))
        if ended:
            yield f"{listed(ended)} {one if len(ended) == 1 else several}"
    for lost in scroll.of(BankLost):
        if lost.why is not Ended.DEPARTED:
            spell = "spell" if lost.spell == UNKNOWN else lost.spell
            yield f"the {spell} that {scroll.voice.name(lost.wizard)} had stored is lost"


def _freed(scroll: Scroll) -> Iterator[str]:
    freed = [c.monster for c in scroll.of(ControlChanged) if not c.charmed and c.controller is None]
    if freed:
        yield f"{listed(freed)} {'has' if len(freed) == 1 else 'have'} no master any more"


def _stopped(scroll: Scroll) -> str:
    voice, acting = scroll.voice, scroll.view.duel.acting
    wizards = [name for name in scroll.stopped if name in acting]
    if not wizards:
        return f"time stands still for all but {voice.all_of(scroll.stopped)}, for a blow more"
    have = "has" if len(wizards) == 1 and wizards[0] != scroll.view.viewer else "have"
    return (
        f"time stands still: {voice.all_of(scroll.stopped)} {have} an extra turn, "
        "before the next one and outside everyone's defences"
    )


def ending(scroll: Scroll, result: Result) -> str:
    """How the duel ended."""
    if result.winner is None:
        return f"the duel is over: a draw, by {result.reason}"
    winner = scroll.voice.name(result.winner)
    return f"the duel is over: {winner} won, by {result.reason}"
