"""What a spell that came through did, by its effect: parts of a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from engine.enchantments import CHARM_MONSTER, ENCHANTMENTS, RESIST_COLD, RESIST_HEAT, TIME_STOP
from engine.events import (
    Attacked,
    ControlChanged,
    Doom,
    ElementalsMerged,
    Ended,
    Harmed,
    Healed,
    SpellCast,
    StormRaged,
    Warded,
)
from engine.model import Being, Kind, Monster, Part
from engine.monsters import ELEMENTALS
from engine.spellbook import (
    Counter,
    Cure,
    Death,
    Dispel,
    Enchant,
    Hurt,
    Mirror,
    Raise,
    Remove,
    Shield,
    Storm,
    Summon,
)
from referee.mail.holds import laying
from referee.mail.scroll import Scroll
from referee.mail.wording import listed


def worked(scroll: Scroll, cast: SpellCast, at: str | None) -> Iterator[str]:
    """What the cast did at `at`, whom it reached."""
    effect = scroll.book[cast.spell].effect
    voice = scroll.voice
    if isinstance(effect, Storm):
        yield from _storm(scroll, cast)
    elif isinstance(effect, Dispel):
        yield ": all other spells of the turn were void, all enchantments ended, "
        yield "and whatever monster there was struck for the last time"
        if at is not None and _warded(scroll, at, cast):
            yield f"; {voice.was(at)} shielded besides"
    elif at is None:
        yield ", which came to nothing"
    elif isinstance(effect, Shield):
        yield f", which covered {voice.name(at)} at once, for this turn"
    elif isinstance(effect, Counter):
        yield f", which shielded {voice.name(at)} and voided all other spells aimed there"
    elif isinstance(effect, Mirror):
        yield f", which stood before {voice.name(at)} for this turn"
    elif isinstance(effect, Remove):
        yield from _removed(scroll, at)
    elif isinstance(effect, Raise | Cure):
        yield from _healed(scroll, cast, at)
    elif isinstance(effect, Summon):
        yield from _summoned(scroll, cast)
    elif isinstance(effect, Hurt):
        yield from _hurt(scroll, cast, at)
    elif isinstance(effect, Death):
        yield (
            f", which killed {voice.name(at)}" if _died(scroll, at, Doom.FINGER_OF_DEATH) else ", which came to nothing"
        )
    else:
        assert isinstance(effect, Enchant)
        yield from _enchanted(scroll, cast, at)


def _warded(scroll: Scroll, being: str, cast: SpellCast) -> bool:
    return any(ward.being == being and ward.cast == cast.cast for ward in scroll.of(Warded))


def _died(scroll: Scroll, being: str, doom: Doom) -> bool:
    known = scroll.voice.born.get(being, being)
    return any(died.being == known and died.doom is doom for died in scroll.died)


def _storm(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    """Who was hurt is told with the first of the casts that made one storm."""
    together = next((s.casts for s in scroll.of(StormRaged) if cast.cast in s.casts), (cast.cast,))
    if cast.cast != together[0]:
        yield ": the two storms raged as one"
        return
    hurt = [harm for harm in scroll.of(Harmed) if harm.cast in together]
    if not hurt:
        yield ", which raged but hurt nobody"
        return
    yield f", which raged and hurt {scroll.voice.all_of(h.being for h in hurt)} for {hurt[0].harm}"
    spared = [name for name in _there(scroll) if name not in {h.being for h in hurt}]
    if spared and not scroll.view.blind and not scroll.outside:
        yield f" and spared {scroll.voice.all_of(spared)}"


def _there(scroll: Scroll) -> list[str]:
    """All beings that were on the field when the harm of the turn was done, as far as the viewer sees."""
    gone = {died.being for died in scroll.died if died.doom is Doom.ELEMENT}
    died = {died.being for died in scroll.died} | set(scroll.left)
    merged = {m.gone for m in scroll.of(ElementalsMerged)}
    return [
        being.name
        for being in scroll.view.duel.beings
        if (being.alive or being.name in died) and being.name not in gone | merged
    ]


def _removed(scroll: Scroll, at: str) -> Iterator[str]:
    ended = [e.enchantment.name for e in scroll.ended if e.being == at and e.why is Ended.REMOVED]
    if _died(scroll, at, Doom.REMOVED):
        yield f", which unmade {scroll.voice.name(at)} after a last blow"
    elif ended:
        yield f", which ended {scroll.voice.whose(at)} {listed(dict.fromkeys(ended))}"
    else:
        yield ", which found no enchantment from before to end"


def _healed(scroll: Scroll, cast: SpellCast, at: str) -> Iterator[str]:
    raised = scroll.raised.get(cast.cast)
    if raised is not None:
        obeys = f", to obey {scroll.voice.name(raised.controller)}" if raised.controller else ""
        yield f": {scroll.voice.name(raised.being)} rose from the dead with {raised.hit_points} hit points{obeys}"
        return
    healing = sum(h.healing for h in scroll.of(Healed) if h.cast == cast.cast)
    cured = [e.enchantment.name for e in scroll.ended if e.being == at and e.why is Ended.CURED]
    effect = scroll.book[cast.spell].effect
    parts = [_healing(scroll, at, healing)] if healing else []
    if cured and isinstance(effect, Cure) and effect.cures_disease:
        parts.append(f"ended the {listed(dict.fromkeys(cured))}")
    yield f", which {listed(parts) or 'came to nothing'}"


def _healing(scroll: Scroll, at: str, healing: int) -> str:
    """Nobody has more than full hit points: healing may find little to heal, or nothing."""
    name = scroll.voice.name(at)
    total = scroll.total(at)
    if total is None or total.after == 0:
        return f"healed {name} for {healing}"
    healed = total.after - total.before + total.harm
    if healed <= 0:
        return f"found no wound to heal on {name}"
    return f"healed {name} for {'' if healed >= total.healing else 'up to '}{healing}"


def _summoned(scroll: Scroll, cast: SpellCast) -> Iterator[str]:
    made = scroll.made.get(cast.cast)
    if made is None:
        yield ", but you saw nothing come of it"
    elif made.kind in ELEMENTALS:
        yield f": up rose {made.name}, which obeys nobody"
    elif made.controller is None:
        yield f": out stepped {made.name}, with nobody to obey"
    else:
        yield f": out stepped {made.name}, to obey {scroll.voice.name(made.controller)}"


def _hurt(scroll: Scroll, cast: SpellCast, at: str) -> Iterator[str]:
    harm = sum(h.harm for h in scroll.of(Harmed) if h.cast == cast.cast)
    if harm:
        yield f", which hurt {scroll.voice.name(at)} for {harm}"
    elif _died(scroll, at, Doom.ELEMENT):
        yield f", which melted {scroll.voice.name(at)}"
    else:
        yield ", which found nothing left to hurt"


# -- enchantments -------------------------------------------------------------------------------------------------


def _enchanted(scroll: Scroll, cast: SpellCast, at: str) -> Iterator[str]:
    name = cast.spell
    laid = next((e for e in scroll.laid if e.cast == cast.cast), None)
    if laid is not None:
        yield f": {laying(scroll, laid)}"
        return
    being = scroll.view.duel.being(scroll.voice.born.get(at, at))
    charmed = next((c for c in scroll.of(ControlChanged) if c.cast == cast.cast), None)
    if charmed is not None and charmed.controller is not None:
        yield f": {scroll.voice.name(charmed.monster)} obeys {scroll.voice.name(charmed.controller)} from now on"
    elif any(e.being == at and e.enchantment.name == name for e in scroll.laid):
        yield ", one with the other"
    elif ENCHANTMENTS[name].unmakes and (_died(scroll, at, Doom.BLINDNESS) or _died(scroll, at, Doom.INVISIBILITY)):
        yield f", which destroyed {scroll.voice.name(at)} before it could strike"
    elif _died(scroll, at, Doom.ELEMENT) and name in (RESIST_HEAT, RESIST_COLD):
        yield f", which destroyed {scroll.voice.name(at)}"
    elif name == TIME_STOP:
        yield _time_stopped(scroll, at)
    elif isinstance(being, Monster) and any(a.monster == being.name and a.spell == name for a in scroll.of(Attacked)):
        yield f", which seized {scroll.voice.name(at)} at once"
    elif being is not None and not being.alive:
        yield f", which came too late for {scroll.voice.name(at)}"
    else:
        yield ", but " + _no_hold(scroll, name, at, being)


def _time_stopped(scroll: Scroll, at: str) -> str:
    if at in scroll.stopped:
        return f", which gives {scroll.voice.name(at)} an extra turn"
    if scroll.view.part is Part.TIME_STOP:
        return ", but an extra turn gives no further one"
    return f", which came too late for {scroll.voice.name(at)}"


def _no_hold(scroll: Scroll, name: str, at: str, being: Being | None) -> str:
    who = scroll.voice.name(at)
    if at in scroll.removed:
        return "Remove enchantment ended it at once"
    if isinstance(being, Monster):
        return f"it has no hold on {_kind(being.kind)}"
    if name == CHARM_MONSTER:
        return f"{who} {'are' if who == 'you' else 'is'} no monster"
    return f"it changed nothing for {who}"


def _kind(kind: Kind) -> str:
    return f"{'an' if kind.value[0] in 'aeio' else 'a'} {kind}"
