"""What orders would do, as far as their writer may know: the spells they finish, and who could still stop them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.clauses import Complaint
from engine.compulsion import HANDS
from engine.enchantments import BLINDNESS, CHARM_PERSON, CONFUSION, DELAYED_EFFECT, INVISIBILITY, PERMANENCY
from engine.events import SpellBanked, SpellCast, SpellMadePermanent
from engine.gestures import Begun, Reach, within_reach
from engine.model import Duel, Gesture, Hand, Part, Value, Wizard, unborn
from engine.orders import Checked, in_words
from engine.record import complaint_record
from engine.resolver import adjudicate
from engine.spellbook import Death, Dispel, Raise, Spell, Storm, Summon
from engine.stopping import Stop, stops
from engine.variants import rules_of
from engine.views import UNKNOWN, observe_duel


class Kind(StrEnum):
    """What a wizard should be warned of."""

    SURRENDER = "surrender"
    LONE_CLAP = "lone clap"
    LOST = "lost"  # a spell that is aimed at nobody
    UNSEEN = "unseen"  # a spell at an invisible being, which it misses (canon 1.4.5)
    BLIND = "blind"  # a spell of the blind, where they hit nobody but themselves (A39)


class Caution(Value, frozen=True, kw_only=True):
    """One warning: `half` and `hand` (BOTH for a surrender) where it happens, the `spell` lost, `at` whom it was."""

    kind: Kind
    half: int
    hand: Hand
    spell: str | None = None
    at: str | None = None


class Answer(Value, frozen=True, kw_only=True):
    """How an opponent could stop a spell: `way` says the spell that would, and the gestures he needs for it.

    `at` is whom he must aim at (`LH:Ann` for a monster still to be made), None where it needs no aim.
    """

    who: str
    way: Begun
    stop: Stop
    at: str | None


class Foreseen(Value, frozen=True, kw_only=True):
    """One spell that the orders finish or let loose. `taker`: the Delayed effect that banks it, or the Permanency."""

    cast: SpellCast
    taker: str | None = None
    answers: tuple[Answer, ...] = ()


class Preview(Value, frozen=True, kw_only=True):
    """What a wizard's orders for the next part of the duel would do.

    `opponents` are the hands that can still act against them, as he may know them: none in a Time stop turn, in which
    nobody's defence counts (canon 5.11). `banked` are those of them who have a banked spell, which may be anything;
    `delayed` those whose Delayed effect takes the next spell they finish, so that it stops nothing (canon 5.9).
    """

    wizard: str
    turn: int
    part: Part
    checked: Checked
    complaints: tuple[Complaint, ...]
    spells: tuple[Foreseen, ...]
    cautions: tuple[Caution, ...]
    opponents: tuple[Reach, ...]
    banked: tuple[str, ...]
    delayed: tuple[str, ...]


def preview(duel: Duel, checked: Checked, *, complaints: tuple[Complaint, ...] | None = None) -> Preview:
    """Look ahead at orders as `orders.check` understood them, in the duel for which they are.

    Of others only what their writer may know goes into it (`views.observe_duel`). `complaints`: all there are, where
    the reading of the orders had some too.
    """
    name = checked.orders.wizard
    known, _ = observe_duel(duel, name)
    rivals = [w for w in known.wizards if w.name in duel.acting and w.name != name] if not duel.stopped else []
    reaches = tuple(reach for w in rivals if (reach := within_reach(known, name, w.name)) is not None)
    takers = _takers(known, checked)
    foreseen = []
    for cast in checked.casts:
        taker = takers.get((cast.hand, cast.half))
        there = taker != DELAYED_EFFECT and not cast.discharged
        answers = tuple(_answers(known, cast, reaches)) if there else ()
        foreseen.append(Foreseen(cast=cast, taker=taker, answers=answers))
    return Preview(
        wizard=name,
        turn=duel.next_turn,
        part=duel.next_part,
        checked=checked,
        complaints=checked.complaints if complaints is None else complaints,
        spells=tuple(foreseen),
        cautions=tuple(_cautions(known, checked)),
        opponents=reaches,
        banked=tuple(w.name for w in rivals if w.banked == UNKNOWN),
        delayed=tuple(w.name for w in rivals if _must_bank(known, w)),
    )


def _takers(known: Duel, checked: Checked) -> dict[tuple[Hand, int], str]:
    """Which of the casts Delayed effect or Permanency takes, if nobody else acts and no dice fall (canon 5.9, 5.10)."""
    name = checked.orders.wizard
    figure = known.wizard(name)
    held = {e.name for e in figure.enchantments} if figure is not None else set()
    if not {DELAYED_EFFECT, PERMANENCY} & (held | {cast.spell for cast in checked.casts}):
        return {}
    calm = replace(known, wizards=tuple(replace(w, enchantments=_calm(w.enchantments)) for w in known.wizards))
    turn = adjudicate(calm, {name: checked.orders})
    mine = {e.cast: (e.hand, e.half) for e in turn.events if isinstance(e, SpellCast) and e.caster == name}
    taken = {mine[e.cast]: PERMANENCY for e in turn.events if isinstance(e, SpellMadePermanent) and e.cast in mine}
    banked = {mine[e.cast]: DELAYED_EFFECT for e in turn.events if isinstance(e, SpellBanked) and e.cast in mine}
    return taken | banked


def _calm(enchantments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(e for e in enchantments if e.gesture is not None or e.name not in (CONFUSION, CHARM_PERSON))


def _must_bank(known: Duel, wizard: Wizard) -> bool:
    waits = rules_of(known).delayed_effect_waits_for_choice
    return not waits and any(e.name == DELAYED_EFFECT for e in wizard.enchantments)


def _cautions(known: Duel, checked: Checked) -> Iterator[Caution]:
    for half, (left, right) in enumerate(checked.pairs):
        if left is right is Gesture.PALM:
            yield Caution(kind=Kind.SURRENDER, half=half, hand=Hand.BOTH)
        for hand, gesture, other in zip(HANDS, (left, right), (right, left), strict=True):
            if gesture is Gesture.CLAP and other is not Gesture.CLAP:
                yield Caution(kind=Kind.LONE_CLAP, half=half, hand=hand)
    book = rules_of(known).spellbook
    for cast in checked.casts:
        if cast.subject is None and not cast.discharged and book[cast.spell].aimed:
            yield Caution(kind=Kind.LOST, half=cast.half, hand=cast.hand, spell=cast.spell)
        missing = _missing(known, checked, cast)
        if missing is not None:
            yield Caution(kind=missing, half=cast.half, hand=cast.hand, spell=cast.spell, at=cast.subject)


def _missing(known: Duel, checked: Checked, cast: SpellCast) -> Kind | None:
    """Why this cast misses its subject, as far as its caster knows; a Dispel magic works whatever it is aimed at."""
    rules = rules_of(known)
    effects = {each.spell: rules.spellbook[each.spell].effect for each in checked.casts}
    me = known.wizard(cast.caster)
    if cast.subject in (None, cast.caster) or isinstance(effects[cast.spell], Dispel) or me is None:
        return None
    if rules.blind_miss and any(e.name == BLINDNESS for e in me.enchantments):
        return Kind.BLIND
    unhindered = known.next_part is Part.TIME_STOP and rules.time_stop_beats_mirror_and_sight
    revealed = any(isinstance(effect, Dispel) for effect in effects.values())
    return Kind.UNSEEN if _invisible(known, cast.subject) and not (unhindered or revealed) else None


# -- what opponents could do -------------------------------------------------------------------------------------


def _answers(known: Duel, cast: SpellCast, reaches: tuple[Reach, ...]) -> Iterator[Answer]:
    """Every spell within an opponent's reach that stops this cast, with the fewest gestures, the best first."""
    book = rules_of(known).spellbook
    threat = book[cast.spell]
    if threat.aimed and cast.subject is None:
        return
    for reach in reaches:
        for way in reach.spells:
            defence = book[way.spell]
            stop = stops(defence, threat, at_corpse=_at_corpse(known, threat, cast.subject))
            if stop is Stop.REFLECTS and cast.subject == cast.caster:
                continue  # one's own spells on oneself are not thrown back
            if stop is None:
                continue
            at = _aim(reach.who, defence, stop, cast)
            if at is None or at == reach.who or not _invisible(known, at):
                yield Answer(who=reach.who, way=way, stop=stop, at=at)


def _at_corpse(known: Duel, threat: Spell, subject: str | None) -> bool:
    being = known.being(subject) if subject is not None else None
    return isinstance(threat.effect, Raise) and being is not None and not being.alive


def _aim(who: str, defence: Spell, stop: Stop, cast: SpellCast) -> str | None:
    """Whom the defence must be aimed at: the cast's subject, or the monster it makes."""
    if isinstance(defence.effect, Dispel | Storm) or (isinstance(defence.effect, Summon) and stop is Stop.CANCELS):
        return None
    if stop is Stop.SPARES:
        return who
    meets_monster = stop in (Stop.UNMAKES, Stop.CANCELS) and not isinstance(defence.effect, Death | Raise)
    return unborn(cast.hand, cast.caster) if meets_monster else cast.subject


def _invisible(known: Duel, name: str | None) -> bool:
    """Whether spells of others miss this being (canon 1.4.5)."""
    being = known.being(name) if name is not None else None
    return being is not None and any(e.name == INVISIBILITY for e in being.enchantments)


# -- the record --------------------------------------------------------------------------------------------------

_PLAIN: Final = msgspec.to_builtins


def preview_record(seen: Preview) -> dict[str, Any]:
    """What `referee preview --json` prints: strings, numbers and lists."""
    return {
        "wizard": seen.wizard,
        "turn": seen.turn,
        "part": seen.part.value,
        "orders": list(in_words(seen.checked)),
        "complete": seen.checked.complete,
        "gestures": _PLAIN(seen.checked.pairs),
        "missing": [{"half": half, "hand": hand.value} for half, hand in seen.checked.missing],
        "complaints": [complaint_record(seen.wizard, complaint) for complaint in seen.complaints],
        "cautions": _PLAIN(seen.cautions),
        "spells": [_foreseen_record(each) for each in seen.spells],
        "opponents": [_reach_record(reach) for reach in seen.opponents],
        "banked": list(seen.banked),
        "delayed": list(seen.delayed),
    }


def _foreseen_record(foreseen: Foreseen) -> dict[str, Any]:
    cast = foreseen.cast
    return {
        "spell": cast.spell,
        "hand": cast.hand.value,
        "half": cast.half,
        "subject": cast.subject,
        "subject_by_default": cast.by_default,
        "spell_by_default": cast.by_fallback,
        "discharged": cast.discharged,
        "taker": foreseen.taker,
        "answers": [{"who": a.who, "how": a.stop.value, "at": a.at, **_way_record(a.way)} for a in foreseen.answers],
    }


def _reach_record(reach: Reach) -> dict[str, Any]:
    return {
        "who": reach.who,
        "unseen": reach.unseen,
        "pairs": reach.halves,
        "could_finish": [_way_record(way) for way in reach.spells],
    }


def _way_record(way: Begun) -> dict[str, Any]:
    return {"spell": way.spell, "hand": way.finishing.value, "gestures": way.missing}
