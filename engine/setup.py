"""The `setup` and `dice` lines of a transcript: the field before turn 1, and dice that have been rolled already."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine.dice import CONFUSED_GESTURES, Roll
from engine.enchantments import ANTI_SPELL, ELEMENTALS, ENCHANTMENTS, MONSTERS, WIZARDS, Rule
from engine.model import FULL_HIT_POINTS, Being, Duel, Enchantment, Gesture, Hand, Kind, Made, Monster, Wizard
from engine.monsters import ELEMENTALS as ELEMENTAL_KINDS
from engine.monsters import MONSTERS as STATS
from engine.script import Line, TranscriptError, fold, plain
from engine.variants import rules_of

_HANDS: Final = {"lh": Hand.LEFT, "rh": Hand.RIGHT, "left": Hand.LEFT, "right": Hand.RIGHT}
_GESTURES: Final = {gesture.value: gesture for gesture in Gesture if gesture is not Gesture.UNSEEN}
_LAID: Final = 0  # setup stands for what happened on the turn before turn 1


class _Fault(Exception):
    """Why a line is refused; its number is added where it is caught."""


def set_up(duel: Duel, lines: tuple[Line, ...]) -> Duel:
    """The duel after the setup lines, in order; TranscriptError at the first faulty one."""
    for line in lines:
        try:
            duel = _set_up_one(duel, plain(line.text).rstrip("."))
        except _Fault as fault:
            raise TranscriptError(line.number, str(fault)) from None
    return replace(duel, wizards=tuple(_cut(w) for w in duel.wizards))


def read_dice(duel: Duel, lines: tuple[Line, ...]) -> tuple[Roll, ...]:
    """The dice given for the next turn; those of beings that are not confused will not be used."""
    rolls: list[Roll] = []
    for line in lines:
        try:
            roll = _die(duel, plain(line.text).rstrip("."))
        except _Fault as fault:
            raise TranscriptError(line.number, str(fault)) from None
        if any((roll.being, roll.paralysed is None) == (other.being, other.paralysed is None) for other in rolls):
            raise TranscriptError(line.number, f"{roll.being}'s die has been given already")
        rolls.append(roll)
    return tuple(rolls)


# -- setup -------------------------------------------------------------------------------------------------------


def _set_up_one(duel: Duel, text: str) -> Duel:
    for pattern, change in _SETUPS:
        found = pattern.fullmatch(text)
        if found:
            return change(duel, *found.groups())
    raise _Fault(
        f"not understood: {text!r}; it may be `NAME has N hit points`, `NAME controls a KIND`, `NAME has SPELL`, "
        "`NAME banked SPELL` or `NAME history LH XX RH XX`"
    )


def _hit_points(duel: Duel, name: str, number: str) -> Duel:
    being = _being(duel, name)
    full = FULL_HIT_POINTS if isinstance(being, Wizard) else STATS[being.kind].hit_points
    if not 1 <= int(number) <= full:
        raise _Fault(f"{being.name} may have 1 to {full} hit points, not {number}")
    return _put(duel, replace(being, hit_points=int(number)))


def _control(duel: Duel, name: str, what: str) -> Duel:
    master = _wizard(duel, name)
    kind = next((kind for kind in Kind if kind.value == fold(what)), None)
    if kind is None:
        raise _Fault(f"no such monster: {what!r}; they are {', '.join(Kind)}")
    numbers = dict(duel.numbers)
    numbers[kind] = numbers.get(kind, 0) + 1
    monster = Monster(
        name=f"{kind} {numbers[kind]}",
        kind=kind,
        hit_points=STATS[kind].hit_points,
        controller=None if kind in ELEMENTAL_KINDS else master.name,
    )
    return replace(duel, monsters=(*duel.monsters, monster), numbers=tuple(numbers.items()))


def _enchant(duel: Duel, name: str, what: str) -> Duel:
    being = _being(duel, name)
    spell = _spell(duel, what)
    rule = ENCHANTMENTS.get(spell)
    if rule is None or not rule.listed:
        raise _Fault(f"{spell} is no enchantment that a being could have at the start")
    if rule.mind:
        raise _Fault(f"{spell} holds the mind and cannot be set up; write the turn on which it is cast")
    if not _holds(rule, being):
        raise _Fault(f"{spell} has no effect on {being.name}")
    until = None if rule.turns is None else _LAID + rule.turns
    kept = tuple(e for e in being.enchantments if e.name != spell)
    return _put(duel, replace(being, enchantments=(*kept, Enchantment(name=spell, laid=_LAID, until=until))))


def _bank(duel: Duel, name: str, what: str) -> Duel:
    return _put(duel, replace(_wizard(duel, name), banked=_spell(duel, what)))


def _history(duel: Duel, name: str, what: str) -> Duel:
    wizard = _wizard(duel, name)
    if wizard.history:
        raise _Fault(f"{wizard.name}'s history has been given already")
    hands: dict[Hand, list[Gesture]] = {}
    filling: list[Gesture] | None = None
    for word in what.replace(":", " ").split():
        hand = _HANDS.get(word.lower())
        if hand is not None:
            if hand in hands:
                raise _Fault(f"the {hand} hand's history stands twice")
            filling = hands[hand] = []
        elif filling is None or not set(word.upper()) <= set(_GESTURES):
            raise _Fault(
                f"no history: {word!r}; write `LH` or `RH` and then gestures, each one of {' '.join(_GESTURES)}"
            )
        else:
            filling += [_GESTURES[letter] for letter in word.upper()]
    left, right = hands.get(Hand.LEFT, []), hands.get(Hand.RIGHT, [])
    length = max(len(left), len(right))
    left = [Gesture.NOTHING] * (length - len(left)) + left
    right = [Gesture.NOTHING] * (length - len(right)) + right
    made = tuple(
        Made(turn=_LAID - length + 1 + index, left=a, right=b)
        for index, (a, b) in enumerate(zip(left, right, strict=True))
    )
    return _put(duel, replace(wizard, history=made))


def _cut(wizard: Wizard) -> Wizard:
    """Anti-spell of the turn before turn 1 cuts all history that was set up."""
    struck = any(e.name == ANTI_SPELL for e in wizard.enchantments)
    return replace(wizard, cut=len(wizard.history)) if struck else wizard


_SETUPS: Final[tuple[tuple[re.Pattern[str], Callable[..., Duel]], ...]] = (
    (re.compile(r"(.+?) has ([0-9]{1,9}) hit points?", re.IGNORECASE), _hit_points),
    (re.compile(r"(.+?) controls (?:an? )?(.+)", re.IGNORECASE), _control),
    (re.compile(r"(.+?) banked (.+)", re.IGNORECASE), _bank),
    (re.compile(r"(.+?) history (.+)", re.IGNORECASE), _history),
    (re.compile(r"(.+?) has (.+)", re.IGNORECASE), _enchant),
)


# -- dice --------------------------------------------------------------------------------------------------------

_WIZARDS_DIE: Final = re.compile(
    r"(.+?)(?: (first|second) half)? (left|right|lh|rh)(?: hand)? ([a-z>-])", re.IGNORECASE
)
_PARALYSIS_DIE: Final = re.compile(r"(.+?) paralysed (left|right|lh|rh)", re.IGNORECASE)
_MONSTERS_DIE: Final = re.compile(r"(.+?) attacks (.+)", re.IGNORECASE)


def _die(duel: Duel, text: str) -> Roll:
    found = _PARALYSIS_DIE.fullmatch(text)
    if found:
        return Roll(being=_wizard(duel, found[1]).name, paralysed=_HANDS[found[2].lower()])
    found = _WIZARDS_DIE.fullmatch(text)
    if found:
        name, half, hand, letter = found.groups()
        gesture = _GESTURES.get(letter.upper())
        if gesture not in CONFUSED_GESTURES:
            raise _Fault(f"the die shows one of {' '.join(CONFUSED_GESTURES)}, not {letter}")
        return Roll(
            being=_wizard(duel, name).name,
            half=None if half is None else ("first", "second").index(half.lower()),
            hand=_HANDS[hand.lower()],
            gesture=gesture,
        )
    found = _MONSTERS_DIE.fullmatch(text)
    if found is None:
        known = "`NAME right C` or `goblin attacks NAME`, of Paralysis `NAME paralysed right`"
        raise _Fault(f"not understood: {text!r}; a die is {known}")
    monster = _being(duel, found[1])
    if isinstance(monster, Wizard):
        raise _Fault(f"{monster.name} is no monster")
    victim = _victim(duel, found[2])
    if victim == monster.name:
        raise _Fault("a confused monster does not attack itself")
    return Roll(being=monster.name, victim=victim)


def _victim(duel: Duel, text: str) -> str:
    """Also a monster that appears this turn, by the name it will have or as `LH:Ann`."""
    maker = re.fullmatch(r"(LH|RH|BH|bank) ?: ?(.+)", text, re.IGNORECASE)
    if maker:
        hand = "bank" if maker[1].lower() == "bank" else maker[1].upper()
        return f"{hand}:{_wizard(duel, maker[2]).name}"
    coming = re.fullmatch(rf"({'|'.join(Kind)}) [0-9]{{1,9}}", fold(text))
    if coming:
        return fold(text)
    return _being(duel, text).name


# -- names -------------------------------------------------------------------------------------------------------


def _wizard(duel: Duel, text: str) -> Wizard:
    for wizard in duel.wizards:
        if fold(wizard.name) == fold(text.strip('"')):
            return wizard
    raise _Fault(f"no wizard in this duel is called {text!r}")


def _being(duel: Duel, text: str) -> Being:
    """A wizard by name, a monster by name, by kind where there is one, or as `Ann's goblin`."""
    wanted = fold(text.strip('"'))
    named: list[Being] = [w for w in duel.wizards if fold(w.name) == wanted]
    named += [m for m in duel.monsters if fold(m.name) == wanted]
    if not named:
        living = [m for m in duel.monsters if m.alive]
        named = [m for m in living if wanted in (m.kind.value, fold(f"{m.controller}'s {m.kind}"))]
    if len(named) > 1:
        raise _Fault(f"{text!r} may be any of {', '.join(being.name for being in named)}")
    if not named:
        raise _Fault(f"no wizard or monster is called {text!r}")
    return named[0]


def _spell(duel: Duel, text: str) -> str:
    def letters(words: str) -> str:
        return re.sub("[^a-z]", "", fold(words))

    for name in rules_of(duel).spellbook:
        if letters(name) == letters(text):
            return name
    raise _Fault(f"no such spell: {text!r}")


def _holds(rule: Rule, being: Being) -> bool:
    if isinstance(being, Wizard):
        return WIZARDS in rule.on
    if being.kind in ELEMENTAL_KINDS:
        return ELEMENTALS in rule.on and STATS[being.kind].resisted_by != rule.name
    return MONSTERS in rule.on


def _put(duel: Duel, being: Being) -> Duel:
    if isinstance(being, Wizard):
        return replace(duel, wizards=tuple(being if w.name == being.name else w for w in duel.wizards))
    return replace(duel, monsters=tuple(being if m.name == being.name else m for m in duel.monsters))
