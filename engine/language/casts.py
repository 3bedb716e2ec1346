"""Clauses of spells: cast, let go, and the spell phrase that other clauses use too."""

from __future__ import annotations

from typing import NamedTuple

from engine.clauses import AnyClause, CastClause, CharmClause, Element, ElementClause, ParalysisClause
from engine.language.beings import being, hand, owned_hand
from engine.language.lexicon import ELEMENTS, Role
from engine.language.naming import Being
from engine.language.nearest import nearest
from engine.language.spell_names import SPELL_WORDS_MAX, names_of
from engine.language.view import Fault, Parsed, View
from engine.model import NOBODY, Hand, Kind
from engine.spellbook import Summon

_BARE_PREFIX_LETTERS_MIN = 3


class Named(NamedTuple):
    """A spell phrase: the spells it fits, where it ends; `sure` unless it was only an abbreviation by prefix."""

    spells: tuple[str, ...]
    end: int
    sure: bool = True
    element: Element | None = None

    @property
    def spell(self) -> str | None:
        return self.spells[0] if len(self.spells) == 1 else None

    @property
    def candidates(self) -> tuple[str, ...]:
        return self.spells if len(self.spells) > 1 else ()


def spell(view: View, i: int) -> Named | None:
    """The longest spell name at `i`; several names may be joined by `or`."""
    found = _spell(view, i)
    while found is not None and view.has(found.end, Role.OR):
        other = _spell(view, found.end + 1)
        if other is None:
            break
        both = set(found.spells) | set(other.spells)
        fits = tuple(name for name in view.field.rules.spellbook if name in both)
        found = Named(fits, other.end, found.sure and other.sure)
    return found


def _spell(view: View, i: int) -> Named | None:
    summoned = _elemental(view, i)
    if summoned is not None:
        return summoned
    names = names_of(view.field.rules.name)
    words, ends = _words(view, i)
    for size in range(len(words), 0, -1):
        sure = names.by_name(words[:size])
        if sure:
            return Named(sure, ends[size - 1])
    if len(words) > 0 and len(words[0]) == 2:
        initials = names.by_initials(words[0])
        if initials and not view.has(i, Role.AT) and view.hand(i) is None:
            return Named(initials, ends[0], sure=False)
    for size in range(len(words), 0, -1):
        meant = names.by_prefix(words[:size])
        if meant and not _goes_on(view, ends[size - 1]):
            return Named(meant, ends[size - 1], sure=False)
    return None


def _goes_on(view: View, j: int) -> bool:
    """Whether a word follows that means nothing and is nobody: then what stands before it was no abbreviation."""
    whom = being(view, j) if view.stranger(j) else None
    return whom is not None and whom.name is None


def _words(view: View, i: int) -> tuple[tuple[str, ...], list[int]]:
    """Up to SPELL_WORDS_MAX words at `i`, hyphens between them left out, and where each ends."""
    words: list[str] = []
    ends: list[int] = []
    while len(words) < SPELL_WORDS_MAX and view.word(i)[:1].isalnum():
        words.append(view.word(i))
        i += 1
        ends.append(i)
        if view.word(i) == "-":
            i += 1
    return tuple(words), ends


def _elemental(view: View, i: int) -> Named | None:
    """`Summon fire elemental`, `ice elemental`: the spell, and the element where it leaves a choice."""
    j = i + 1 if view.word(i) == "summon" else i
    element = ELEMENTS.get(view.word(j))
    if element is None or not view.has(j + 1, Role.ELEMENTAL):
        return None
    makers = {
        name: each.effect.kinds
        for name, each in view.field.rules.spellbook.items()
        if isinstance(each.effect, Summon) and Kind(f"{element} elemental") in each.effect.kinds
    }
    choice = element if any(len(kinds) > 1 for kinds in makers.values()) else None
    return Named(tuple(makers), j + 2, sure=j > i, element=choice)


def cast(view: View, i: int) -> Parsed | None:
    """`cast SPELL ...` and a spell's name alone."""
    if view.has(i, Role.CAST):
        return cast_by(view, i, None, signed=False)
    if view.has(i, Role.PARALYSE):
        return None
    named = spell(view, i)
    if named is None or not (named.sure or _bare_abbreviation(view, i, named)):
        return None
    parsed = subject_tail(view, named)
    vague = not named.sure and not view.has(named.end, Role.AT) and not parsed.clauses
    return parsed._replace(weak=vague or parsed.end == named.end)


def _bare_abbreviation(view: View, i: int, named: Named) -> bool:
    """Whether an abbreviation without `cast` is meant as a spell: long enough, or a subject or a hand follows."""
    if len(view.word(i)) < _BARE_PREFIX_LETTERS_MIN or view.has(i, Role.CHARM) or view.is_kind(i):
        return False
    begins = names_of(view.field.rules.name).begins
    if named.spell is not None and (named.end > i + 1 or begins(view.word(i), named.spell)):
        return True
    whom = _subject(view, named)
    return (whom is not None and whom.name is not None) or view.has(named.end, Role.WITH)


def cast_by(view: View, i: int, side: Hand | None, *, signed: bool) -> Parsed | None:
    """A cast clause behind a hand (`LH: cast Shield`, `LH: Shield`) or, with side None, behind no hand."""
    j = i
    if view.has(i, Role.CAST):
        j = i + 2 if view.word(i + 1) == ":" else i + 1
        if view.stops(j):
            return Parsed(j) if view.word(j - 1) == ":" else Parsed(j, (), (Fault("cast what?"),))
    elif not signed:
        return None
    if view.word(j) in ("nothing", "none"):
        return _let_go(view, j + 1, side)
    if view.has(j, Role.THE):
        j += 1
    named = spell(view, j)
    if named is None or (j == i and not named.sure):
        return no_such_spell(view, j) if view.has(i, Role.CAST) else None
    return subject_tail(view, named, side)


def let_go(view: View, i: int) -> Parsed | None:
    """`let go RH`, `let RH go`, `let go of Missile`."""
    if not view.has(i, Role.LET):
        return None
    if not view.has(i + 1, Role.GO):
        which = hand(view, i + 1)
        if which is None or not view.has(which[1], Role.GO):
            return None
        return Parsed(which[1] + 1, (CastClause(spell=None, hand=which[0]),))
    j = i + 3 if view.has(i + 2, Role.OF) else i + 2
    named = spell(view, j)
    if named is not None and hand(view, j) is None:
        side, end = _with(view, named.end)
        found = CastClause(spell=named.spell, candidates=named.candidates, hand=side, subject=NOBODY)
        return Parsed(end, (found,))
    return _let_go(view, j, None)


def _let_go(view: View, j: int, side: Hand | None) -> Parsed:
    which = hand(view, j + 1) if view.has(j, Role.WITH) else hand(view, j)
    if side is None and which is not None and not _gesture_follows(view, which[1]):
        side, j = which
    return Parsed(j, (CastClause(spell=None, hand=side),), weak=side is None)


def _gesture_follows(view: View, j: int) -> bool:
    return view.word(j) in (":", "=") or view.gesture(j) is not None


def _with(view: View, j: int) -> tuple[Hand | None, int]:
    """`with LH`, or a hand alone that no gesture follows."""
    which = hand(view, j + 1) if view.has(j, Role.WITH) else hand(view, j)
    if which is None or _gesture_follows(view, which[1]):
        return None, j
    return which


def subject_tail(view: View, named: Named, side: Hand | None = None) -> Parsed:
    """What stands behind a spell's name: a hand and a subject, in either order."""
    j = named.end
    subject: str | None = None
    more: tuple[AnyClause, ...] = ()
    for _ in range(2):
        if side is None:
            side, j = _with(view, j)
        if subject is None:
            held = _held_hand(view, named, j)
            if held is not None:
                more, subject, j = held
                continue
            whom = _subject(view, named._replace(end=j))
            if whom is not None and whom.name is None:
                return Parsed(whom.end, (), (whom.fault or Fault("at whom?"),))
            if whom is not None:
                subject, j = whom.name, whom.end
    if named.element is not None and subject in (None, view.wizard):
        more = (ElementClause(element=named.element),)
    found = CastClause(spell=named.spell, candidates=named.candidates, hand=side, subject=subject)
    return Parsed(j, (found, *more))


def _held_hand(view: View, named: Named, j: int) -> tuple[tuple[AnyClause, ...], str, int] | None:
    """`cast Paralysis at Bob's LH`: the hand is named with the subject."""
    if named.spell not in ("Paralysis", "Charm person"):
        return None
    held = owned_hand(view, j + 1 if view.has(j, Role.AT) else j)
    if held is None or held[0].name is None:
        return None
    victim, side, end = held[0].name, held[1], held[2]
    if named.spell == "Paralysis":
        return (ParalysisClause(victim=victim, hand=side),), victim, end
    return (CharmClause(victim=victim, hand=side),), victim, end


def _subject(view: View, named: Named) -> Being | None:
    """The subject behind a spell: `at Bob`, `on self`, `for me`, or a name alone. A fault has no name."""
    j = named.end
    if view.has(j, Role.AT) or view.word(j) == "for":
        whom = being(view, j + 1)
        if whom is None:
            said = view.word(j + 1)
            return Being(j + 2 if said and not view.stops(j + 1) else j + 1, None, Fault("at whom?"))
        return whom
    whom = being(view, j)
    if whom is None or view.has(whom.end, Role.ATTACK) or view.has(whom.end, Role.REST):
        return None
    return whom


def no_such_spell(view: View, j: int) -> Parsed:
    """The complaint about words that name no spell."""
    end = j
    while not view.stops(end) and not (
        view.has(end, Role.AT) or view.has(end, Role.WITH) or view.has(end, Role.AND) or hand(view, end) is not None
    ):
        end += 1
    said = view.text_of(j, max(end, j + 1))
    near = nearest(said, view.field.rules.spellbook)
    tail = end
    while not view.stops(tail) and not view.has(tail, Role.AND):
        if hand(view, tail) is not None and not view.has(tail - 1, Role.WITH):
            break
        tail += 1
    hint = f"; did you mean {near}?" if near else ""
    return Parsed(tail, (), (Fault(f'there is no spell "{said}"{hint}', (j, max(end, j + 1), near) if near else None),))
