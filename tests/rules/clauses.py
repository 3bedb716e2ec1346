"""The paragraphs of the canon, and which transcripts show each: `python -m tests.rules.clauses` prints the table."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from engine.variants import RULE_SETS
from tests.rules.expectations import Json

HERE: Final = Path(__file__).parent
RULINGS: Final = tuple(f"A{number}" for number in range(1, 133))


def _numbered(chapter: str, last: int) -> tuple[str, ...]:
    return tuple(f"{chapter}.{number}" for number in range(1, last + 1))


# Paragraphs that fall into numbered steps, points or rows of their own.
PARTS: Final = {
    "1.4": _numbered("1.4", 15),
    "1.5": _numbered("1.5", 5),
    "1.6": _numbered("1.6", 9),
    "4.5": ("4.5", "4.5.1"),
    "4.6": ("4.6", *_numbered("4.6", 7)),
}
SPELLS: Final = {
    "3.1": "Shield, Remove enchantment, Magic mirror, Counter-spell, Dispel magic, Raise dead, Cure light wounds, "
    "Cure heavy wounds",
    "3.2": "Summon goblin, Summon ogre, Summon troll, Summon giant, Summon elemental",
    "3.3": "Missile, Finger of death, Lightning bolt, Cause light wounds, Cause heavy wounds, Fireball, Fire storm, "
    "Ice storm",
    "3.4": "Amnesia, Confusion, Charm person, Charm monster, Paralysis, Fear, Anti-spell, Protection from evil, "
    "Resist heat, Resist cold, Disease, Poison, Blindness, Invisibility, Haste, Time stop, Delayed effect, Permanency",
}
MATRIX: Final = (
    "monster attack",
    "elemental attack",
    "stab",
    "Missile",
    "wounds, bolt",
    "Fireball",
    "storm",
    "Finger of death",
    "enchantments",
    "cures, Raise (living)",
    "Raise (corpse)",
    "summons",
    "Shield, Resist, Protection",
    "Counter-spell",
    "Remove enchantment",
    "surrender",
)


def _paragraphs() -> tuple[str, ...]:
    plain = (*_numbered("1", 7), *_numbered("2", 11))
    later = (*_numbered("4", 8), *_numbered("5", 11))
    spells = [f"{section} {spell}" for section, names in SPELLS.items() for spell in names.split(", ")]
    matrix = [f"3.5 {row}" for row in MATRIX]
    return tuple(part for each in (*plain, *spells, *matrix, *later) for part in PARTS.get(each, (each,)))


PARAGRAPHS: Final = _paragraphs()
CLAUSES: Final = (*PARAGRAPHS, *RULINGS)


def duels() -> tuple[Path, ...]:
    """All transcripts, in order."""
    return tuple(sorted(HERE.rglob("*.duel")))


@cache
def expectations(duel: Path) -> Json:
    """What stands beside a transcript."""
    expect: Json = json.loads(duel.with_suffix(".expect.json").read_text(encoding="utf-8"))
    return expect


@cache
def shown() -> dict[str, tuple[str, ...]]:
    """Each clause of the canon, and the transcripts that name it as theirs; those of other rule sets do not count."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(CLAUSES, ())
    for duel in duels():
        if duel.parent.name in RULE_SETS:
            continue
        for clause in expectations(duel)["clauses"]:
            found[clause] = (*found.get(clause, ()), duel.stem)
    return found


if __name__ == "__main__":
    for clause, names in shown().items():
        print(f"{clause:32} {', '.join(names)}")
