"""What orders come to, as far as their writer can know: what each hand finishes, what his monsters do."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engine.clauses import ALL_MONSTERS, HandClause, MonsterClause
from engine.events import SpellCast
from engine.gestures import on_the_way
from engine.grip import Grip, grip
from engine.model import NOBODY, Duel, Gesture, Hand, Monster, Wizard
from engine.monsters import ELEMENTALS
from engine.orders import Checked
from engine.variants import RuleSet, rules_of
from referee.mail.wording import HAND_WORDS, Voice

NEXT_SPELLS_MAX: Final = 2
_HANDS: Final = (Hand.LEFT, Hand.RIGHT)
_PAIRS: Final = ("first", "second")


class HandLine(Struct, frozen=True, kw_only=True):
    """One row: whose gesture it is (`left hand`), the gesture, what it comes to; monsters have no gesture."""

    label: str
    gesture: str
    told: str


def outlook(checked: Checked, duel: Duel, name: str) -> tuple[HandLine, ...]:
    """What each hand of the wizard comes to by these orders, and his monsters that no order names."""
    wizard = duel.wizard(name)
    if wizard is None or name not in duel.acting or checked.withdrawn or checked.guarded_off:
        return ()
    rules, held = rules_of(duel), grip(duel, wizard)
    halves = range(len(checked.pairs))
    rows = [row for half in halves for row in _Half(checked, wizard, held, half, rules).rows()]
    if len(checked.missing) == len(rows):
        rows = []  # that nothing was ordered is said above
    rows += [
        HandLine(label="from the bank", gesture="", told=f"{cast.spell}{_at(cast, name, rules)}")
        for cast in checked.casts
        if cast.hand is Hand.BANK
    ]
    return (*rows, *_monsters(checked, duel, name))


class _Half:
    """One pair of gestures, and the spells that it finishes."""

    def __init__(self, checked: Checked, wizard: Wizard, held: Grip, half: int, rules: RuleSet) -> None:
        self.checked = checked
        self.wizard = wizard
        self.held = held
        self.rules = rules
        self.half = half
        self.pair = checked.pairs[half]
        self.casts = {cast.hand: cast for cast in checked.casts if cast.half == half}

    def rows(self) -> Iterator[HandLine]:
        pair = f", {_PAIRS[self.half]} pair" if len(self.checked.pairs) > 1 else ""
        both = self.casts.get(Hand.BOTH)
        if both is not None:
            told = f"finish {both.spell}{_at(both, self.wizard.name, self.rules)}"
            yield HandLine(label=HAND_WORDS[Hand.BOTH] + pair, gesture=self.pair[0], told=told)
            return
        for hand, gesture in zip(_HANDS, self.pair, strict=True):
            missing = (self.half, hand) in self.checked.missing
            told = "still missing" if missing else self.told(hand, gesture) + self.bound(hand)
            yield HandLine(label=HAND_WORDS[hand] + pair, gesture="?" if missing else gesture, told=told)

    def told(self, hand: Hand, gesture: Gesture) -> str:
        cast = self.casts.get(hand)
        if cast is not None:
            return f"finishes {cast.spell}{_at(cast, self.wizard.name, self.rules)}"
        match gesture:
            case Gesture.NOTHING:
                return "rests"
            case Gesture.STAB:
                return self.stab(hand)
            case Gesture.CLAP if self.pair[0] != self.pair[1]:
                return "claps alone, which is worth nothing"
            case _:
                return f"finishes nothing{self.ahead(hand)}"

    def stab(self, hand: Hand) -> str:
        """`stabs Bob (default subject)`."""
        mine = [c for c in self.checked.orders.clauses if isinstance(c, HandClause) and c.gesture is Gesture.STAB]
        ordered = next((c for c in mine if c.hand is hand and (c.half or 0) == self.half), None)
        if ordered is None or ordered.subject is None:
            return "stabs"
        written = [c for c in self.checked.written if isinstance(c, HandClause) and c.hand is hand]
        named = any(c.subject is not None and (c.half or 0) == self.half for c in written)
        return f"stabs {ordered.subject}{'' if named else ' (default subject)'}"

    def bound(self, hand: Hand) -> str:
        """What else decides this hand's gesture."""
        slot = (self.half, hand)
        if slot in self.held.fixed:
            return f" ({self.held.by[slot]} holds it)"
        return f" (unless {self.held.by[slot]} makes it another)" if slot in self.held.loose else ""

    def ahead(self, hand: Hand) -> str:
        """What one more gesture of this hand would finish: `; next D Missile`."""
        if self.half + 1 < len(self.checked.pairs):
            return ""
        ways = on_the_way(self.wizard, rules=self.rules, after=self.checked.pairs, missing_max=1)
        found = {w.spell: f"{w.missing.upper()} {w.spell}" for w in ways if w.finishing is hand}
        best = list(found.values())[:NEXT_SPELLS_MAX]
        return f"; next {' or '.join(best)}" if best else ""


def _at(cast: SpellCast, wizard: str, rules: RuleSet) -> str:
    """`, at Bob (default subject)`."""
    if cast.discharged:
        return ", let go at nobody"
    filled = ["spell"] if cast.by_fallback else []
    where = ""
    if cast.subject is not None:
        where = f", at {'yourself' if cast.subject == wizard else Voice(wizard).name(cast.subject)}"
        filled += ["subject"] if cast.by_default else []
    elif rules.spellbook[cast.spell].aimed:
        where = ", but at nobody, as you named no subject: it will be lost"
    if len(filled) > 1:
        return f"{where} (by default)"
    return where + (f" (default {filled[0]})" if filled else "")


def _monsters(checked: Checked, duel: Duel, name: str) -> Iterator[HandLine]:
    """The wizard's monsters that his orders do not name, and what they do then (canon 4.4)."""
    ordered = {c.monster for c in checked.orders.clauses if isinstance(c, MonsterClause)}
    for monster in duel.monsters:
        obeys = monster.alive and monster.controller == name and monster.kind not in ELEMENTALS
        if obeys and not ordered & {monster.name, ALL_MONSTERS} and not duel.stopped:
            yield HandLine(label=monster.name, gesture="", told=f"{_by_default(monster, duel, name)} (no new order)")


def _by_default(monster: Monster, duel: Duel, master: str) -> str:
    if monster.standing not in (None, NOBODY) and monster.standing in duel.living:
        return f"attacks {'you' if monster.standing == master else monster.standing} as before"
    opponent = None if monster.standing == NOBODY else duel.sole_opponent(master)
    return f"attacks {opponent}" if opponent else "rests"
