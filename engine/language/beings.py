"""Phrases for beings: self, names, kinds, corpses, the unborn, nobody; and whose hand is meant."""

from __future__ import annotations

from engine.language.lexicon import KINDS, Role
from engine.language.naming import Being, named, prefixed, unknown
from engine.language.view import Fault, View
from engine.model import NOBODY, Hand, Kind, unborn

ATTACKER_WORDS_MAX = 3
_ELEMENTALS = (Kind.FIRE_ELEMENTAL, Kind.ICE_ELEMENTAL)


def hand(view: View, i: int) -> tuple[Hand, int] | None:
    """A hand: `LH`, `left`, `my right hand`, `both hands`; not `bank`."""
    if view.has(i, Role.THE) or view.has(i, Role.MY):
        i += 1
    which = view.hand(i)
    if which is None or which is Hand.BANK:
        return None
    i += 1
    dash = 1 if view.word(i) == "-" and view.has(i + 1, Role.HAND) and len(view.word(i - 1)) > 2 else 0
    if view.has(i + dash, Role.HAND) and not view.has(i - 1, Role.BOTH_HANDS):
        i += dash + 1
    return which, i


def being(view: View, i: int, *, attacker: bool = False) -> Being | None:
    """The being that the words at `i` mean; None if they are not a name at all. `attacker`: a kind means mine first."""
    start = i
    if view.has(i, Role.THE):
        i += 1
    plain = _pronoun(view, i) or _unborn(view, i)
    if plain is not None:
        return plain
    owned = _owned(view, i, attacker=attacker)
    if owned is not None:
        return owned
    found = named(view, i) or _kind(view, i, None, attacker=attacker) or prefixed(view, i)
    if found is not None:
        return found
    whose = owner(view, i)
    if whose is not None and whose.name is not None:
        said = view.text_of(i, whose.end)
        return Being(whose.end, None, Fault(f'something is missing after "{said}"', (start, whose.end, whose.name)))
    if whose is not None or not attacker:
        return whose or unknown(view, i)
    return _unknown_attacker(view, i)


def _unknown_attacker(view: View, i: int) -> Being | None:
    """An unknown name is only taken for an attacker's where it attacks or rests."""
    end = i
    while end < i + ATTACKER_WORDS_MAX and view.stranger(end):
        end += 1
    return unknown(view, i) if end > i and (view.has(end, Role.ATTACK) or view.has(end, Role.REST)) else None


def owner(view: View, i: int) -> Being | None:
    """A possessive being at `i`: `Bob's`, `Bobs`, `the goblin's`, `my opponent's`."""
    if view.has(i, Role.THE) or view.has(i, Role.MY):
        i += 1
    for stem in view.tokens[i].owners if i < len(view.tokens) else ():
        if view.word(i) != stem and stem in ("opponent", "enemy", "foe"):
            return _opponent(view, i + 1, owner=True)
        if stem in KINDS and view.field.exact((view.word(i),)) is None:
            return _one(view, i, i + 1, view.field.of_kind((KINDS[stem],)), "'s")
    for found in (named(view, i, owner=True), prefixed(view, i, owner=True)):
        if found is not None and found.owner:
            return found
    return None


def owned_hand(view: View, i: int, *, bare: bool = False) -> tuple[Being, Hand, int] | None:
    """Somebody's hand at `i`: `Bob's RH`; where `bare` also `Bob RH`. BOTH is no answer here."""
    whose = owner(view, i)
    if whose is None and bare:
        whose = being(view, i)
    if whose is None:
        return None
    which = hand(view, whose.end)
    if which is None or which[0] is Hand.BOTH:
        return None
    return whose, which[0], which[1]


def _pronoun(view: View, i: int) -> Being | None:
    if view.has(i, Role.SELF):
        return Being(i + 1, view.wizard)
    if view.has(i, Role.NOBODY) or (view.has(i, Role.AIR) and view.has(i - 1, Role.THE)):
        return Being(i + 1, NOBODY)
    if view.has(i, Role.NO):
        j = i + 2 if view.word(i + 1) == "-" else i + 1
        return Being(j + 1, NOBODY) if view.has(j, Role.ONE) else None
    j = i + 1 if view.has(i, Role.MY) else i
    return _opponent(view, j + 1) if view.has(j, Role.OPPONENT) else None


def _opponent(view: View, end: int, *, owner: bool = False) -> Being:
    others = view.field.opponents(view.wizard)
    if len(others) == 1:
        return Being(end, others[0], owner=owner)
    reason = f"you have several opponents: {', '.join(others)}" if others else "you have no opponent left"
    swap = (end - 1, end, others[0] + ("'s" if owner else "")) if others else None
    return Being(end, None, Fault(reason, swap), owner)


def _unborn(view: View, i: int) -> Being | None:
    which = (Hand.BANK, i + 1) if view.hand(i) is Hand.BANK else hand(view, i)
    if which is None or view.word(which[1]) != ":":
        return None
    j = which[1] + 1
    maker = Being(j + 1, view.wizard) if view.has(j, Role.SELF) else named(view, j) or prefixed(view, j)
    if maker is None:
        return None
    if maker.name is None:
        return maker
    if view.field.is_monster(maker.name):
        return Being(maker.end, None, Fault(f"{maker.name} is no wizard, so no monster comes from its hands"))
    return Being(maker.end, unborn(which[0], maker.name))


def _owned(view: View, i: int, *, attacker: bool) -> Being | None:
    """`my goblin`, `Bob's goblin`, `Bob's corpse`, `Ann's goblin's corpse`, `goblin's corpse`."""
    mine = _kind(view, i + 1, view.wizard, attacker=attacker) if view.has(i, Role.MY) else None
    if mine is not None:
        return mine
    whose = owner(view, i)
    if whose is None:
        return None
    if whose.name is None:
        return whose if not view.has(whose.end, Role.CORPSE) else _kind(view, i, None, attacker=attacker)
    if view.has(whose.end, Role.CORPSE):
        if _stem_of_kind(view, i) is None:
            return _corpse(view, i, whose.end + 1, whose.name)
        return _kind(view, i, None, attacker=attacker)
    exact = named(view, whose.end)
    if exact is not None and exact.name is not None and view.field.is_monster(exact.name):
        return exact
    exact = named(view, whose.end, owner=True)
    if exact is not None and exact.name is not None and view.field.is_monster(exact.name):
        return _corpse_after(view, i, exact)
    return _kind(view, whose.end, whose.name, attacker=attacker)


def _corpse_after(view: View, i: int, whose: Being) -> Being | None:
    if view.has(whose.end, Role.CORPSE) and whose.name is not None:
        return _corpse(view, i, whose.end + 1, whose.name)
    return None


def _corpse(view: View, i: int, end: int, name: str) -> Being:
    if view.field.gone(name) is None:
        return Being(end, None, Fault(f"{name} is alive and has no corpse", (i, end, name)))
    return Being(end, name)


def _stem_of_kind(view: View, i: int) -> Kind | None:
    return next((KINDS[stem] for stem in view.tokens[i].owners if stem in KINDS), None)


def _kind(view: View, i: int, whose: str | None, *, attacker: bool) -> Being | None:
    """`goblin`, `fire elemental`, `elemental`, and their corpses; of `whose` where that is said."""
    kinds, end, possessive = _kind_words(view, i)
    if not kinds:
        return None
    if possessive and view.has(end, Role.CORPSE):
        return _one(view, i, end + 1, view.field.of_kind(kinds, owner=whose, dead=True), "'s corpse")
    if possessive:
        return None
    if view.word(end).isdigit():
        return Being(end + 1, None, Fault(f"nobody here is called {view.text_of(i, end + 1)}"))
    found = view.field.of_kind(kinds, owner=whose)
    if attacker and whose is None:
        mine = view.field.of_kind(kinds, owner=view.wizard)
        found = mine if len(mine) == 1 else found
    return _one(view, i, end, found)


def _kind_words(view: View, i: int) -> tuple[tuple[Kind, ...], int, bool]:
    """The kinds that the words at `i` name, where they end, and whether they are a possessive."""
    element = {"fire": (Kind.FIRE_ELEMENTAL,), "ice": (Kind.ICE_ELEMENTAL,)}.get(view.word(i))
    j = i + 1 if element else i
    if view.has(j, Role.ELEMENTAL):
        return element or _ELEMENTALS, j + 1, False
    if "elemental" in view.tokens[min(j, len(view.tokens) - 1)].owners:
        return element or _ELEMENTALS, j + 1, True
    if element:
        return (), i, False
    plain = KINDS.get(view.word(i))
    if plain is not None:
        return (plain,), i + 1, False
    stem = _stem_of_kind(view, min(i, len(view.tokens) - 1))
    return ((stem,), i + 1, True) if stem is not None else ((), i, False)


def _one(view: View, i: int, end: int, found: tuple[str, ...], suffix: str = "") -> Being:
    """The one being found, or what is wrong; the suffix makes it a possessive (`'s`) or a corpse (`'s corpse`)."""
    owner = suffix == "'s"
    if len(found) == 1:
        return Being(end, found[0], owner=owner)
    said = view.text_of(i, end)
    if not found:
        hint = f"; a monster made this turn is called by its hand: LH:{view.wizard}" if not suffix else ""
        return Being(end, None, Fault(f"there is no {said} here{hint}"), owner)
    reason = f"there are several: {', '.join(found)}"
    return Being(end, None, Fault(reason, (i, end, found[0] + suffix)), owner)
