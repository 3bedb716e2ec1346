"""Every spell in every situation: which transcripts show it. `python -m tests.rules.situations` prints the table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from engine.events import CastFated, Fate, MonsterMade, SpellCast, Turn, Warded
from engine.explaining import spell_clause
from engine.model import Duel, Monster, is_unborn
from engine.monsters import ELEMENTALS
from engine.spellbook import (
    SPELLBOOK,
    Counter,
    Dispel,
    Hurt,
    Mirror,
    Raise,
    Spell,
    Storm,
    Summon,
)
from engine.spellbook import Death as Finger
from engine.transcript import play
from tests.rules.clauses import duels, expectations
from tests.rules.expectations import Json


class Situation(StrEnum):
    """What a spell meets, or whom it is aimed at."""

    WORKS = "works"
    COUNTER = "against a Counter-spell"
    DISPEL = "against a Dispel magic"
    MIRROR = "against a mirror"
    SHIELD = "against a Shield"
    REMOVE = "beside a Remove enchantment"
    UNSEEN = "at the invisible"
    NOBODY = "let go"
    WIZARD = "on a wizard"
    MONSTER = "on a monster"
    ELEMENTAL = "on an elemental"
    CORPSE = "on a corpse"
    UNBORN = "on the unborn"


Cell = tuple[str, Situation]
SHIELDS: Final = ("Shield", "Protection from evil")


def wanted(spell: Spell, situation: Situation) -> frozenset[str]:
    """What the canon says becomes of a spell there: any of these outcomes; none where the question has no sense."""
    effect = spell.effect
    storm, elemental = isinstance(effect, Storm), isinstance(effect, Summon) and effect.elemental
    if elemental and situation in (Situation.MONSTER, Situation.ELEMENTAL, Situation.CORPSE, Situation.UNBORN):
        return frozenset()  # it goes to its caster instead (A125)
    if isinstance(effect, Dispel) and situation in (Situation.SHIELD, Situation.REMOVE):
        return frozenset()  # it ends all shields but its own, and voids the Remove
    if isinstance(effect, Counter) and situation is Situation.REMOVE:
        return frozenset()  # it voids the Remove
    match situation:
        case Situation.COUNTER:  # 3.1 Counter-spell: storms pass its subject by
            free = storm or isinstance(effect, (Finger, Dispel, Counter))
            return frozenset({"works" if free else "countered"})
        case Situation.DISPEL:  # 1.4.6
            return frozenset({"works" if isinstance(effect, Dispel) else "dispelled"})
        case Situation.MIRROR:  # 3.1 Magic mirror, A15; two mirrors are one
            free = storm or isinstance(effect, (Counter, Dispel, Mirror))
            return frozenset({"works" if free else "reflected"})
        case Situation.SHIELD:  # 3.1 Shield
            return frozenset({"shielded" if isinstance(effect, Hurt) and effect.physical else "works"})
        case Situation.UNSEEN:  # 1.4.5; a Dispel ends the invisibility
            return frozenset({"works" if storm or isinstance(effect, Dispel) else "missed"})
        case Situation.NOBODY:  # 2.7
            return frozenset({"discharged" if spell.dischargeable else "works"})
        case Situation.CORPSE:  # 1.7; a storm passes corpses by
            if storm:
                return frozenset()
            free = elemental or isinstance(effect, (Raise, Dispel))
            return frozenset(
                {"works", "no subject"} if isinstance(effect, Dispel) else {"works" if free else "no subject"}
            )
        case Situation.ELEMENTAL:  # 3.2, 3.3, 4.6
            if isinstance(effect, Summon) and not elemental:
                return frozenset({"no subject"})
            return frozenset({"works"})
        case _:
            return frozenset({"works"})


@cache
def shown_situations() -> dict[Cell, tuple[str, ...]]:
    """Each cell, and the transcripts that show it and demand it."""
    cells = (
        (name, situation) for name, spell in SPELLBOOK.items() for situation in Situation if wanted(spell, situation)
    )
    found: dict[Cell, tuple[str, ...]] = dict.fromkeys(cells, ())
    for duel in duels():
        for cell in dict.fromkeys(_cells(duel)):
            found[cell] = (*found.get(cell, ()), duel.stem)
    return found


def _cells(duel: Path) -> Iterator[Cell]:
    expect = expectations(duel)
    script, played = play(duel.read_text(encoding="utf-8"), name=duel.name)
    if script.rules != "bartle":
        return
    for each in played:
        for cast in (e for e in each.turn.events if isinstance(e, SpellCast)):
            spell, outcome = SPELLBOOK[cast.spell], _outcome(cast, each.turn)
            if _demanded(expect, each.turn, cast, outcome):
                for situation in _situations(cast, spell, each.turn):
                    if outcome in wanted(spell, situation):
                        yield cast.spell, situation


def _outcome(cast: SpellCast, turn: Turn) -> str:
    """The first outcome that holds, as of the transcript format."""
    if cast.discharged:
        return "discharged"
    fates = [e.fate for e in turn.events if isinstance(e, CastFated) and e.cast == cast.cast]
    return min(fates, key=list(Fate).index, default=Fate.WORKS).value


def _demanded(expect: Json, turn: Turn, cast: SpellCast, outcome: str) -> bool:
    """Whether the file says of itself that it shows this spell, or demands what became of this cast."""
    if spell_clause(SPELLBOOK[cast.spell]) in expect["clauses"]:
        return True
    key = f"{turn.turn}" if turn.part.value == "normal" else f"{turn.turn} {turn.part.value}"
    said = [one for check in ("casts", "casts_exactly") for one in expect.get(check, {}).get(key, [])]
    mine = {"caster": cast.caster, "spell": cast.spell, "outcome": outcome}
    return any("outcome" in one and all(one.get(k, v) == v for k, v in mine.items()) for one in said)


def _situations(cast: SpellCast, spell: Spell, turn: Turn) -> Iterator[Situation]:
    if cast.discharged:
        yield Situation.NOBODY
        return
    if cast.by_default and not spell.dischargeable:
        yield Situation.NOBODY
    subjects = [cast.subject] if spell.aimed else [*turn.before.living, *_made(turn)]
    if not spell.aimed:
        yield Situation.NOBODY
    yield Situation.WORKS
    for subject in subjects:
        if subject is not None:
            yield _kind(subject, turn)
            yield from _meets(cast, subject, turn)


def _made(turn: Turn) -> list[str]:
    return [f"LH:{e.maker}" for e in turn.events if isinstance(e, MonsterMade)]


def _kind(subject: str, turn: Turn) -> Situation:
    if is_unborn(subject):
        return Situation.UNBORN
    being = turn.before.being(subject)
    if being is None:
        return Situation.UNBORN
    if not being.alive:
        return Situation.CORPSE
    if isinstance(being, Monster):
        return Situation.ELEMENTAL if being.kind in ELEMENTALS else Situation.MONSTER
    return Situation.WIZARD


def _meets(cast: SpellCast, subject: str, turn: Turn) -> Iterator[Situation]:
    others = [e for e in turn.events if isinstance(e, SpellCast) and e.cast != cast.cast and not e.discharged]
    if any(e.spell == "Dispel magic" for e in others):
        yield Situation.DISPEL
    elif any(e.spell == "Counter-spell" and e.subject == subject for e in others):
        yield Situation.COUNTER
    elif cast.caster != subject and any(e.spell == "Magic mirror" and e.subject == subject for e in others):
        yield Situation.MIRROR
    if any(isinstance(e, Warded) and e.being == subject and e.spell in SHIELDS for e in turn.events):
        yield Situation.SHIELD
    if any(e.spell == "Remove enchantment" and e.subject == subject and _works(e, turn) for e in others):
        yield Situation.REMOVE
    if _unseen(subject, turn.before) and subject != cast.caster:
        yield Situation.UNSEEN


def _works(cast: SpellCast, turn: Turn) -> bool:
    return _outcome(cast, turn) == "works"


def _unseen(name: str, duel: Duel) -> bool:
    being = duel.being(name)
    return being is not None and any(e.name == "Invisibility" for e in being.enchantments)


if __name__ == "__main__":
    for (spell_name, where), names in shown_situations().items():
        print(f"{spell_name:22}{where:26}{', '.join(names)}")
