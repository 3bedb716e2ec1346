"""The field: which names mean which beings, as it stood after the last turn (canon A124)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.language.tokens import name_key
from engine.model import Duel, Kind, Monster, State
from engine.monsters import ELEMENTALS
from engine.variants import BARTLE, RuleSet, rules_of

NAME_WORDS_MAX: Final = 20  # tokens; a name of 20 characters cannot have more

Found = tuple[str, ...]
"""The names that a text may mean: one is an answer, several are not, none is unknown."""


class Field:
    """The beings of a duel by name. Build it once for a duel with `Field.of`; it does not change."""

    def __init__(
        self,
        wizards: Mapping[str, State],
        monsters: Iterable[Monster] = (),
        aliases: Mapping[str, str] | None = None,
        *,
        rules: RuleSet = BARTLE,
    ) -> None:
        self.rules = rules
        self.wizards = dict(wizards)
        self.monsters = tuple(monsters)
        self._monster = {monster.name: monster for monster in self.monsters}
        names = [*self.wizards, *self._monster]
        self._keys: dict[tuple[str, ...], str] = {}
        for alias, name in (*((name, name) for name in names), *(aliases or {}).items()):
            self._keys.setdefault(name_key(alias), name)
        self.longest = min(NAME_WORDS_MAX, max((len(key) for key in self._keys), default=1))
        self.words = frozenset(word for key in self._keys for word in key)

    @classmethod
    def of(cls, duel: Duel, aliases: Mapping[str, str] | None = None) -> Field:
        """The field of a duel; `aliases` are further names that monsters have: alias to name."""
        states = {wizard.name: wizard.state for wizard in duel.wizards}
        return cls(states, duel.monsters, aliases, rules=rules_of(duel))

    def exact(self, words: tuple[str, ...]) -> str | None:
        """The being whose whole name these folded words are."""
        return self._keys.get(words)

    def prefixed(self, words: tuple[str, ...], letters_min: int) -> Found:
        """The beings whose names these folded words begin."""
        if sum(len(word) for word in words if word != "-") < letters_min:
            return ()
        *whole, last = words
        size = len(words)
        found = {
            name: None
            for key, name in self._keys.items()
            if len(key) >= size and key[: size - 1] == tuple(whole) and key[size - 1].startswith(last)
        }
        return tuple(found)

    def of_kind(self, kinds: tuple[Kind, ...], *, owner: str | None = None, dead: bool = False) -> Found:
        """The monsters of some kinds, living or (as corpses) dead, of one controller or of any."""
        return tuple(
            monster.name
            for monster in self.monsters
            if monster.kind in kinds
            and monster.alive is not dead
            and (owner is None or monster.controller == owner)
            and not (dead and monster.kind in ELEMENTALS and not self.rules.elementals_rise)
        )

    def is_monster(self, name: str) -> bool:
        return name in self._monster

    def opponents(self, wizard: str) -> Found:
        """The other living wizards."""
        return tuple(name for name, state in self.wizards.items() if state is State.ALIVE and name != wizard)

    def gone(self, name: str) -> str | None:
        """What became of a being that is no longer on the field: `has died` or `has left the duel`; else None."""
        state = self.wizards.get(name)
        if state is State.SURRENDERED:
            return "has left the duel"
        monster = self._monster.get(name)
        if state is State.DEAD or (monster is not None and not monster.alive):
            return "has died"
        return None

    @property
    def present(self) -> Found:
        """The names of all who are still on the field."""
        return tuple(name for name in (*self.wizards, *self._monster) if self.gone(name) is None)
