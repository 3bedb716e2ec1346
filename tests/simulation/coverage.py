"""What the seekers reach: `python -m tests.simulation.coverage [GAMES]` prints every spell, and every pair of 3.5."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from engine.enchantments import ENCHANTMENTS
from engine.events import (
    Attacked,
    BankLost,
    CastFated,
    ControlChanged,
    Died,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Fate,
    Harmed,
    Healed,
    HistoryCut,
    MonsterMade,
    PalmsShown,
    Raised,
    SpellCast,
    Stabbed,
    StormRaged,
    TimeStopped,
    Turn,
    Warded,
)
from engine.monsters import ELEMENTALS
from engine.variants import RULE_SETS
from tests.simulation.matrix import BLOWS, COLUMNS, ROWS, SPELLS, pairs_wanted
from tests.simulation.second_opinion import casts_of, opinion_of
from tests.simulation.seekers import TURNS_MAX, played

GAMES: Final = 2000
GAMES_BETWEEN_LOOKS: Final = 100
SPELLS_OF: Final = [(rules.name, spell) for rules in RULE_SETS.values() for spell in rules.spellbook]


class Reached:
    """Counts: how often each spell was cast and had effect, and how often each pair of the matrix met."""

    def __init__(self) -> None:
        self.turns = 0
        self.cast: Counter[tuple[str, str]] = Counter()  # by rule set and spell
        self.worked: Counter[tuple[str, str]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.clashes: Counter[frozenset[str]] = Counter()

    def add(self, turn: Turn) -> None:
        self.turns += 1
        casts = casts_of(turn)
        spell_of = {c.cast: c.spell for c in casts}
        rules = turn.before.rules
        self.cast.update((rules, c.spell) for c in casts)
        self.worked.update((rules, spell) for spell in set(effects(turn, spell_of)))
        self._meet(turn, casts)

    def _meet(self, turn: Turn, casts: list[SpellCast]) -> None:
        """The rows and the columns of the matrix that one being was the subject of, in one turn."""
        opinion = opinion_of(turn)
        there: dict[str, set[str]] = {}
        storms: set[str] = set()
        living = {b.name for b in turn.before.beings if b.alive}
        for cast in casts:
            aimed = cast.subject
            if cast.cast not in opinion.fates or {Fate.NO_SUBJECT, Fate.MISSED} & opinion.fates[cast.cast]:
                continue
            if not SPELLS[cast.spell].aimed:
                storms.add(cast.spell)
            elif aimed is not None:
                corpse = cast.spell == "Raise dead" and aimed not in living
                there.setdefault(aimed, set()).add("a corpse raised" if corpse else cast.spell)
        for name in living:
            there.setdefault(name, set()).update(storms)
        for wizard, event in blows(turn):
            there.setdefault(wizard, set()).add(event)
        dispelled = any(c.spell == "Dispel magic" and c.cast in opinion.fates for c in casts)
        for met in there.values():
            self._count(met, dispelled)
        for spells in there.values():
            minds = sorted(s for s in spells if s in ENCHANTMENTS and ENCHANTMENTS[s].mind)
            self.clashes.update(frozenset((a, b)) for a in minds for b in minds if a < b)

    def _count(self, met: set[str], dispelled: bool) -> None:
        """Dispel magic meets every spell of the turn, but only those blows that fall on its subject."""
        for column, columns in COLUMNS.items():
            for row, spells in ROWS.items():
                if row == "Raise (corpse)":
                    here = "a corpse raised" in met
                else:
                    here = row in met or bool(met & set(spells) - (set(columns) if row != column else set()))
                everywhere = column == "Dispel" and dispelled and row not in BLOWS
                if here and (everywhere or met & set(columns)):
                    self.pairs[row, column] += 1

    def missing(self) -> list[str]:
        """What was never reached: spells without effect, and pairs."""
        spells = [f"{name} had no effect ({rules})" for rules, name in SPELLS_OF if not self.worked[rules, name]]
        return spells + [f"{row} never met {column}" for row, column in pairs_wanted() if not self.pairs[row, column]]

    def table(self) -> str:
        lines = [f"{self.turns} turns", "", f"{'spell':22}{'cast':>8}{'with effect':>14}"]
        lines += [f"{key[1]:22}{self.cast[key]:8}{self.worked[key]:14}  {key[0]}" for key in SPELLS_OF]
        lines += ["", f"{'on one being':28}" + "".join(f"{column:>14}" for column in COLUMNS)]
        for row in ROWS:
            lines.append(f"{row:28}" + "".join(f"{self.pairs[row, column]:14}" for column in COLUMNS))
        lines += ["", "control spells on one being"]
        lines += [f"{' + '.join(sorted(pair)):32}{count:8}" for pair, count in self.clashes.most_common()]
        return "\n".join(lines)


def blows(turn: Turn) -> Iterator[tuple[str, str]]:
    """Who was attacked, stabbed, or surrendered."""
    for event in turn.events:
        if isinstance(event, Attacked) and event.victim is not None:
            monster = turn.after.monster(event.monster)
            elemental = monster is not None and monster.kind in ELEMENTALS
            yield event.victim, "elemental attack" if elemental else "monster attack"
        elif isinstance(event, Stabbed) and event.victim is not None:
            yield event.victim, "stab"
        elif isinstance(event, PalmsShown):
            yield event.wizard, "surrender"


def effects(turn: Turn, spell_of: dict[int, str]) -> Iterator[str]:
    """The spells cast this turn that did something."""
    for event in turn.events:
        yield from _effect(event, spell_of)
        if isinstance(event, CastFated) and event.fate in (Fate.REFLECTED, Fate.COUNTERED):
            yield "Magic mirror" if event.fate is Fate.REFLECTED else "Counter-spell"


def _effect(event: Event, spell_of: dict[int, str]) -> Iterable[str]:
    match event:
        case Harmed() | Healed() | MonsterMade() | Raised():
            return (spell_of[event.cast],)
        case EnchantmentLaid() | ControlChanged() | Warded() if event.cast is not None:
            return (spell_of[event.cast],)
        case StormRaged():
            return (event.spell,)
        case Died():
            return (event.doom.value,) if event.doom.value in SPELLS else ()
        case EnchantmentEnded() | BankLost():
            return ("Remove enchantment",) if event.why.value == "removed" else ()
        case HistoryCut():
            return ("Anti-spell",)
        case TimeStopped():
            return ("Time stop",)
        case _:
            return ()


def reach(games: Iterable[int], turns_max: int = TURNS_MAX, *, until_complete: bool = False) -> Reached:
    """What the games of these seeds reach, of all of them or of no more than it takes to reach everything."""
    reached = Reached()
    for number, seed in enumerate(games, start=1):
        for each in played(seed, turns_max):
            reached.add(each.turn)
        if until_complete and number % GAMES_BETWEEN_LOOKS == 0 and not reached.missing():
            break
    return reached


if __name__ == "__main__":
    found = reach(range(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
    print(found.table())
    print("\nnever reached:", "; ".join(found.missing()) or "nothing")
