"""Steps 1 and 2: words, compulsion of the hands, and the reveal (canon 1.4, 5.2 to 5.6, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.battlefield import Battlefield
from engine.clauses import HandClause, MakeClause, SayClause
from engine.compulsion import BARRED_BY_FEAR, HANDS, REST, binding
from engine.dice import CONFUSED_GESTURES, Roll, roll
from engine.enchantments import PARALYSIS
from engine.events import Compelled, CompulsionFixed, Event, Gestured, PalmsShown, Said
from engine.model import Enchantment, Gesture, Hand, Pair, Part, Wizard


def speak(field: Battlefield) -> Iterator[Event]:
    """The wizards' words come first."""
    for name in field.acting:
        for clause in field.clauses(name, SayClause):
            yield Said(wizard=name, words=clause.words)


def compel_and_reveal(field: Battlefield) -> Iterator[Event]:
    """Each wizard's pairs as ordered, bent by what holds his mind, then shown."""
    for name in field.acting:
        wizard = field.before.wizard(name)
        assert wizard is not None, name
        pairs = _ordered(field, name)
        bent: list[Compelled] = []
        if field.part is Part.NORMAL:
            for enchantment in binding(wizard.enchantments, rules=field.rules):
                pairs, compelled, fixed = _bend(field, wizard, enchantment, pairs)
                bent += compelled
                yield from fixed
        pairs = [_one_knife(field, pair, {c.hand for c in bent if c.half == half}) for half, pair in enumerate(pairs)]
        yield from bent
        yield Gestured(
            wizard=name,
            turn=field.turn,
            part=field.part,
            pairs=tuple(pairs),
            held=next((c.hand for c in bent if c.spell == PARALYSIS), None),
            hidden_from=_hidden_from(field, name),
        )
        for half, pair in enumerate(pairs):
            if pair == (Gesture.PALM, Gesture.PALM):
                yield PalmsShown(wizard=name, half=half)


def _ordered(field: Battlefield, name: str) -> list[Pair]:
    """The pairs as written; a hand without a gesture does nothing (A112)."""
    written = {(c.half or 0, c.hand): c.gesture for c in field.clauses(name, HandClause)}
    return [
        (
            written.get((half, Hand.LEFT), Gesture.NOTHING),
            written.get((half, Hand.RIGHT), Gesture.NOTHING),
        )
        for half in range(field.halves(name))
    ]


def _bend(
    field: Battlefield, wizard: Wizard, held: Enchantment, pairs: list[Pair]
) -> tuple[list[Pair], list[Compelled], list[CompulsionFixed]]:
    """One compulsion: the pairs after it, what it did to which hand, and what a permanent one settles on."""
    fixed = held
    forced: dict[tuple[int, Hand], Gesture] = {}
    rolled = False
    match held.name:
        case "Amnesia":
            forced = _forgotten(held, pairs)
        case "Confusion":
            rolled = held.gesture is None
            fixed = held if held.gesture is not None else _confused(field, wizard.name, held)
            assert fixed.hand is not None and fixed.gesture is not None
            half = fixed.half if fixed.half is not None and fixed.half < len(pairs) else 0
            forced = {(half, fixed.hand): fixed.gesture}
        case "Charm person":
            fixed = _charmed(field, wizard.name, held)
            if fixed.gesture is not None and fixed.hand is not None:
                forced = {(half, fixed.hand): fixed.gesture for half in range(len(pairs))}
        case "Paralysis":
            assert held.hand is not None and held.gesture is not None
            forced = {(half, held.hand): held.gesture for half in range(len(pairs))}
        case _:
            forced = {
                (half, hand): Gesture.NOTHING
                for half, pair in enumerate(pairs)
                for hand, gesture in zip(HANDS, pair, strict=True)
                if gesture in BARRED_BY_FEAR
            }
    compelled = [
        Compelled(
            wizard=wizard.name,
            half=half,
            hand=hand,
            spell=held.name,
            ordered=pairs[half][HANDS.index(hand)],
            made=gesture,
            rolled=rolled,
        )
        for (half, hand), gesture in forced.items()
    ]
    after = [
        (forced.get((half, Hand.LEFT), left), forced.get((half, Hand.RIGHT), right))
        for half, (left, right) in enumerate(pairs)
    ]
    settled = held.permanent and fixed != held
    return after, compelled, [CompulsionFixed(being=wizard.name, before=held, after=fixed)] if settled else []


def _forgotten(held: Enchantment, pairs: list[Pair]) -> dict[tuple[int, Hand], Gesture]:
    """Amnesia: half k repeats half k, or the last there was; an unhasted turn repeats the last pair (A108)."""
    past = held.pairs or (REST,)
    source = [past[-1]] if len(pairs) == 1 else [past[min(half, len(past) - 1)] for half in range(len(pairs))]
    return {(half, hand): made for half, pair in enumerate(source) for hand, made in zip(HANDS, pair, strict=True)}


def _confused(field: Battlefield, name: str, held: Enchantment) -> Enchantment:
    """The dice of Confusion: a half when hasted, a hand and a gesture, or as already rolled (A44, A109)."""
    given = field.rolled(name) or Roll(being=name)
    salt, turn, halves = field.before.salt, field.turn, field.halves(name)
    half = given.half
    if half is None:
        half = 0 if halves == 1 or given.hand is not None else roll(salt, turn, f"confusion half {name}", (0, 1))
    hand = given.hand or roll(salt, turn, f"confusion hand {name}", HANDS)
    gesture = given.gesture or roll(salt, turn, f"confusion gesture {name}", CONFUSED_GESTURES)
    return replace(held, half=half, hand=hand, gesture=gesture)


def _charmed(field: Battlefield, victim: str, held: Enchantment) -> Enchantment:
    """What the charmer makes the hand do, if he lives and said so; a permanent charm keeps the first (A116)."""
    if held.gesture is not None or field.living(held.by) is None:
        return held
    assert held.by is not None
    for clause in field.clauses(held.by, MakeClause):
        if clause.victim == victim and clause.hand is held.hand:
            return replace(held, gesture=clause.gesture, subject=clause.subject)
    return held


def _one_knife(field: Battlefield, pair: Pair, compelled: set[Hand]) -> Pair:
    """Of two stabs in one half the compelled hand's stays, else the left; or always the right (A10)."""
    if pair != (Gesture.STAB, Gesture.STAB):
        return pair
    only_right = Hand.RIGHT in compelled and Hand.LEFT not in compelled
    if only_right or field.rules.right_knife_wins:
        return (Gesture.NOTHING, Gesture.STAB)
    return (Gesture.STAB, Gesture.NOTHING)


def _hidden_from(field: Battlefield, name: str) -> tuple[str, ...]:
    """Who does not see these gestures, now or ever (canon 5.6, 5.11)."""
    others = [w.name for w in field.before.wizards if w.name != name]
    if field.part is Part.TIME_STOP:
        return tuple(w for w in others if w not in field.acting)
    if field.invisible(name):
        return tuple(others)
    return tuple(w for w in others if field.blind(w))
