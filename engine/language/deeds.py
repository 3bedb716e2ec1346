"""The other clauses of a turn: monsters, elements, the bank, permanency, what is done if forced, surrender."""

from __future__ import annotations

from engine.clauses import (
    ALL_MONSTERS,
    BankClause,
    ElementClause,
    ForcedClause,
    MonsterClause,
    PermanentClause,
    ReleaseClause,
    SameAgainClause,
    SurrenderClause,
)
from engine.language.beings import being, hand
from engine.language.casts import no_such_spell, spell
from engine.language.lexicon import ELEMENTS, Role
from engine.language.motions import GESTURE_HINT, gesture
from engine.language.naming import Being
from engine.language.view import Fault, Parsed, View
from engine.model import NOBODY, Hand

VICTIMS_MAX = 2  # of a hasted or time-stopped monster (canon 4.8)


def monster(view: View, i: int) -> Parsed | None:
    """`goblin attacks Bob`, `monsters attack Bob and Cyd`, `troll rests`."""
    who = _all_monsters(view, i) or being(view, i, attacker=True)
    if who is None:
        return None
    j = who.end + 1 if view.word(who.end) == ":" else who.end
    attacks = view.has(j, Role.ATTACK)
    if not attacks and not view.has(j, Role.REST):
        return None
    if who.name is None:
        victims = _victims(view, j + 1)[1] if attacks else j + 1
        return Parsed(victims, (), (who.fault or Fault("which monster?"),))
    if who.name in view.field.wizards or who.name == NOBODY:
        end = _victims(view, j + 1)[1] if attacks else j + 1
        hint = f"stab {view.text_of(j + 1, end)}" if attacks and who.name == view.wizard else None
        return Parsed(
            end, (), (Fault(f"{who.name} is no monster, so it cannot be told to attack or rest", None, hint),)
        )
    if not attacks:
        return Parsed(j + 1, (MonsterClause(monster=who.name, victims=(NOBODY,)),))
    victims_found, end, fault = _victims(view, j + 1)
    if fault is not None:
        return Parsed(end, (), (fault,))
    if who.name in victims_found:
        return Parsed(end, (), (Fault("a monster cannot attack itself"),))
    return Parsed(end, (MonsterClause(monster=who.name, victims=victims_found),))


def _all_monsters(view: View, i: int) -> Being | None:
    while view.has(i, Role.MY) or view.has(i, Role.ALL) or view.has(i, Role.THE):
        i += 1
    return Being(i + 1, ALL_MONSTERS) if view.has(i, Role.MONSTERS) else None


def _victims(view: View, j: int) -> tuple[tuple[str, ...], int, Fault | None]:
    """Up to two victims joined by `and`: their names, where they end, what is wrong with them."""
    names: list[str] = []
    while True:
        whom = being(view, j)
        if whom is None:
            return (), j, Fault("attacks whom?")
        if whom.name is None:
            return (), whom.end, whom.fault or Fault("attacks whom?")
        names.append(whom.name)
        j = whom.end
        if len(names) == VICTIMS_MAX or not view.has(j, Role.AND):
            return tuple(names), j, None
        other = being(view, j + 1)
        if other is None or _begins_another(view, other):
            return tuple(names), j, None
        j += 1


def _begins_another(view: View, other: Being) -> bool:
    k = other.end + 1 if view.word(other.end) == ":" else other.end
    return view.has(k, Role.ATTACK) or view.has(k, Role.REST)


def element(view: View, i: int) -> Parsed | None:
    """`element: fire`, `element ice if Bob casts Fire storm`."""
    if not view.has(i, Role.ELEMENT):
        return None
    j = i + 2 if view.word(i + 1) in (":", "=") else i + 1
    kind = ELEMENTS.get(view.word(j))
    if kind is None:
        if view.stops(j):
            return Parsed(j, (), () if j > i + 1 else (Fault("which element?", None, "element: fire"),))
        return Parsed(j + 1, (), (Fault("an element is fire or ice", None, "element: fire"),))
    if not view.has(j + 1, Role.IF):
        return Parsed(j + 1, (ElementClause(element=kind),))
    whom = being(view, j + 2)
    if whom is None or not view.has(whom.end, Role.CAST):
        end = j + 2 if whom is None else whom.end
        hint = f"element {kind} if {next(iter(view.field.opponents(view.wizard)), view.wizard)} casts Fire storm"
        return Parsed(end, (), (Fault("if who casts what?", None, hint),))
    if whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("if who casts what?"),))
    named = spell(view, whom.end + 1)
    if named is None:
        return no_such_spell(view, whom.end + 1)
    if named.spell is None:
        return Parsed(named.end, (), (Fault(f"which spell: {' or '.join(named.spells)}?"),))
    return Parsed(named.end, (ElementClause(element=kind, caster=whom.name, spell=named.spell),))


def bank(view: View, i: int) -> Parsed | None:
    """`bank Fear`, `bank LH`."""
    if not view.has(i, Role.BANK) or view.word(i + 1) == ":":
        return None
    which = hand(view, i + 1)
    if which is not None:
        return Parsed(which[1], (BankClause(hand=which[0]),))
    named = spell(view, i + 1)
    if named is None:
        return _spell_or_hand(view, i + 1, "bank")
    return Parsed(named.end, (BankClause(spell=named.spell, candidates=named.candidates),))


def permanent(view: View, i: int) -> Parsed | None:
    """`permanent RH`, `permanent Fear`, `make Fear permanent`."""
    making = view.has(i, Role.MAKE)
    if not making and not view.has(i, Role.PERMANENT):
        return None
    which = hand(view, i + 1)
    named = None if which is not None else spell(view, i + 1)
    end = which[1] if which is not None else named.end if named is not None else i + 1
    if making:
        if not view.has(end, Role.PERMANENT) or end == i + 1:
            return None
        end += 1
    if which is not None:
        return Parsed(end, (PermanentClause(hand=which[0]),))
    if named is None:
        return _spell_or_hand(view, i + 1, "permanent")
    return Parsed(end, (PermanentClause(spell=named.spell, candidates=named.candidates),))


def _spell_or_hand(view: View, j: int, verb: str) -> Parsed:
    if view.stops(j):
        return Parsed(j, (), (Fault("which spell or hand?", None, f"{verb} LH"),))
    return no_such_spell(view, j)


def release(view: View, i: int) -> Parsed | None:
    """`release Fear at Bob`, `release at Bob`, `release`."""
    if not view.has(i, Role.RELEASE):
        return None
    named = spell(view, i + 1)
    j = i + 1 if named is None else named.end
    candidates = () if named is None else named.candidates
    whom = being(view, j + 1 if view.has(j, Role.AT) else j)
    if whom is None:
        if view.has(j, Role.AT):
            return Parsed(j + 1, (), (Fault("at whom?"),))
        found = ReleaseClause(spell=named.spell if named else None, candidates=candidates)
        return Parsed(j, (found,), weak=named is None)
    if whom.name is None:
        if named is None and not view.has(j, Role.AT):
            return no_such_spell(view, j)
        return Parsed(whom.end, (), (whom.fault or Fault("at whom?"),))
    found = ReleaseClause(spell=named.spell if named else None, candidates=candidates, subject=whom.name)
    return Parsed(whom.end, (found,))


def forced(view: View, i: int) -> Parsed | None:
    """`if RH=D cast Missile at Bob`: also with `then` or a comma before what is to be done."""
    if not view.has(i, Role.IF):
        return None
    which = hand(view, i + 1)
    if which is None or which[0] is Hand.BOTH:
        return _no_condition(view, i, "if which hand makes which gesture?", weak=True)
    side, j = which
    if view.word(j) in (":", "=") or view.has(j, Role.IS):
        j += 1
    made = gesture(view, j)
    if made is None:
        return _no_condition(view, i, f"if that hand makes which gesture? {GESTURE_HINT}")
    what, j = made
    if view.has(j, Role.THEN) or view.word(j) == ",":
        j += 1
    return _deed(view, ForcedClause(hand=side, gesture=what, spell=None), j)


def _no_condition(view: View, i: int, reason: str, *, weak: bool = False) -> Parsed:
    """A condition that is not understood takes with it what was to be done, also behind `then` or a comma."""
    end = view.stop(i)
    if not any(view.has(k, Role.CAST) or view.has(k, Role.LET) for k in range(i, end)):
        more = view.has(end, Role.THEN) or view.word(end) == ","
        end = view.stop(end + 1) if more else end
    return Parsed(end, (), (Fault(reason, None, "if RH=D cast Missile"),), weak=weak)


def _deed(view: View, base: ForcedClause, j: int) -> Parsed:
    """What is done if forced, at `j`."""
    if view.has(j, Role.CAST):
        j += 1
        if view.word(j) in ("nothing", "none"):
            return Parsed(j + 1, (_with_deed(base, None, (), NOBODY),))
    elif view.has(j, Role.LET) and view.has(j + 1, Role.GO):
        return Parsed(j + 2, (_with_deed(base, None, (), NOBODY),))
    elif view.has(j, Role.AT):
        return _deed_subject(view, base, None, (), j)
    named = spell(view, j)
    if named is None:
        return no_such_spell(view, j)
    return _deed_subject(view, base, named.spell, named.candidates, named.end)


def _deed_subject(view: View, base: ForcedClause, name: str | None, candidates: tuple[str, ...], j: int) -> Parsed:
    whom = being(view, j + 1 if view.has(j, Role.AT) else j)
    if whom is not None and whom.name is None:
        return Parsed(whom.end, (), (whom.fault or Fault("at whom?"),))
    if whom is None and view.has(j, Role.AT):
        return Parsed(j + 1, (), (Fault("at whom?"),))
    if whom is None or (not view.has(j, Role.AT) and _begins_another(view, whom)):
        return Parsed(j, (_with_deed(base, name, candidates, None),))
    return Parsed(whom.end, (_with_deed(base, name, candidates, whom.name),))


def _with_deed(base: ForcedClause, name: str | None, candidates: tuple[str, ...], subject: str | None) -> ForcedClause:
    return ForcedClause(hand=base.hand, gesture=base.gesture, spell=name, candidates=candidates, subject=subject)


def surrender(view: View, i: int) -> Parsed | None:
    if not view.has(i, Role.SURRENDER):
        return None
    return Parsed(i + 1, (SurrenderClause(),), weak=True)


def same_again(view: View, i: int) -> Parsed | None:
    if not view.has(i, Role.SAME) or not view.has(i + 1, Role.AGAIN):
        return None
    return Parsed(i + 2, (SameAgainClause(),), weak=True)
