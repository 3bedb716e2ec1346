"""The canonical text: whatever clauses are printed, the same are read again."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clauses import (
    ALL_MONSTERS,
    AimClause,
    AnyClause,
    BankClause,
    CastClause,
    CharmClause,
    Element,
    ElementClause,
    ForcedClause,
    GameGuardClause,
    HandClause,
    HoldClause,
    MakeClause,
    MonsterClause,
    ParalysisClause,
    PermanentClause,
    ReleaseClause,
    SameAgainClause,
    SayClause,
    StabClause,
    SurrenderClause,
    TurnGuardClause,
    WithdrawClause,
)
from engine.language import Field, canonical, canonical_text, read
from engine.model import NOBODY, Duel, Gesture, Hand, Kind, Monster, State, Wizard
from engine.spellbook import SPELLBOOK

NAMES = ("Ann", "Bob", "Bobs", "Mary Ann", "Mary", "James", "O'Brien", "Jean-Luc", "Zoë", "Agent 7")
MONSTERS = ("goblin 1", "goblin 2", "fire elemental 1")
FIELD = Field.of(
    Duel(
        wizards=tuple(Wizard(name=name, state=State.DEAD if name == "Mary" else State.ALIVE) for name in NAMES),
        monsters=(
            Monster(name="goblin 1", kind=Kind.GOBLIN, hit_points=1, controller="Ann"),
            Monster(name="goblin 2", kind=Kind.GOBLIN, hit_points=0, alive=False, controller="Bob"),
            Monster(name="fire elemental 1", kind=Kind.FIRE_ELEMENTAL, hit_points=3),
        ),
    )
)

wizards = st.sampled_from(NAMES)
others = st.sampled_from([*NAMES[1:], *MONSTERS, "LH:Bob", "RH:Ann", "BH:James", "bank:Jean-Luc"])
beings = st.one_of(wizards, others, st.just(NOBODY))
perhaps = st.none() | beings
sides = st.sampled_from([Hand.LEFT, Hand.RIGHT])
hands = st.sampled_from([Hand.LEFT, Hand.RIGHT, Hand.BOTH])
gestures = st.sampled_from([g for g in Gesture if g is not Gesture.UNSEEN])
plain = gestures.filter(lambda g: g is not Gesture.STAB)
spells = st.sampled_from(list(SPELLBOOK))
candidates = st.sets(spells, min_size=2, max_size=4).map(lambda s: tuple(n for n in SPELLBOOK if n in s))
named = st.one_of(
    spells.map(lambda name: {"spell": name, "candidates": ()}),
    candidates.map(lambda c: {"spell": None, "candidates": c}),
)
halves = st.sampled_from([None, 0, 1])
numbers = st.integers(0, 10**9 - 1)
words = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1).map(str.strip)

clauses: st.SearchStrategy[AnyClause] = st.one_of(
    st.builds(HandClause, hand=sides, gesture=plain),
    st.builds(HandClause, hand=sides, gesture=st.just(Gesture.STAB), subject=st.none() | others),
    st.builds(StabClause, subject=st.none() | others),
    st.builds(CastClause, spell=st.none(), hand=st.none() | hands),
    st.builds(lambda n, h, s: CastClause(**n, hand=h, subject=s), named, st.none() | hands, perhaps),
    st.builds(AimClause, hand=hands, subject=beings),
    st.builds(MonsterClause, monster=st.sampled_from([*MONSTERS, "LH:Ann", ALL_MONSTERS]), victims=st.tuples(wizards)),
    st.builds(MonsterClause, monster=st.sampled_from(MONSTERS), victims=st.just((NOBODY,))),
    st.builds(
        MonsterClause, monster=st.just("RH:Bob"), victims=st.tuples(beings, beings).filter(lambda v: "RH:Bob" not in v)
    ),
    st.builds(ParalysisClause, victim=wizards, hand=sides),
    st.builds(
        ParalysisClause, victim=wizards, by_frozen=st.lists(gestures, min_size=1, unique=True, max_size=8).map(tuple)
    ),
    st.builds(CharmClause, victim=wizards, hand=sides),
    st.builds(MakeClause, victim=wizards, hand=sides, gesture=plain),
    st.builds(
        MakeClause,
        victim=st.just("Bob"),
        hand=sides,
        gesture=st.just(Gesture.STAB),
        subject=st.none() | st.just("Mary Ann"),
    ),
    st.builds(ElementClause, element=st.sampled_from(Element)),
    st.builds(ElementClause, element=st.sampled_from(Element), caster=wizards, spell=spells),
    st.builds(lambda n: BankClause(**n), named),
    st.builds(BankClause, hand=hands),
    st.builds(lambda n: PermanentClause(**n), named),
    st.builds(PermanentClause, hand=hands),
    st.builds(ReleaseClause, subject=perhaps),
    st.builds(lambda n, s: ReleaseClause(**n, subject=s), named, perhaps),
    st.builds(lambda h, g, n, s: ForcedClause(hand=h, gesture=g, **n, subject=s), sides, gestures, named, perhaps),
    st.builds(ForcedClause, hand=sides, gesture=gestures, spell=st.none(), subject=beings),
    st.builds(SayClause, words=words.filter(bool)),
    st.builds(TurnGuardClause, turn=numbers),
    st.builds(GameGuardClause, game=numbers),
    st.builds(HoldClause, ready=st.booleans()),
    st.sampled_from([SurrenderClause(), SameAgainClause(), WithdrawClause()]),
)
HALFLESS = (SayClause, TurnGuardClause, GameGuardClause, HoldClause, SameAgainClause, WithdrawClause)


def bare(clause: AnyClause) -> AnyClause:
    return msgspec.structs.replace(clause, line=0, text="")


@given(clauses)
def test_a_clause_printed_is_the_clause_read(clause: AnyClause) -> None:
    reading = read(canonical(clause), FIELD, "Ann")
    assert reading.complaints == ()
    assert [bare(found) for found in reading.clauses] == [clause]


@given(st.lists(clauses, max_size=12))
def test_a_set_of_clauses_printed_is_the_set_read(orders: list[AnyClause]) -> None:
    reading = read(canonical_text(tuple(orders)), FIELD, "Ann")
    assert reading.complaints == ()
    assert [bare(found) for found in reading.clauses] == orders


@given(st.lists(clauses, min_size=1, max_size=8), st.lists(clauses, max_size=8))
def test_the_halves_of_a_hasted_turn_come_back(first: list[AnyClause], second: list[AnyClause]) -> None:
    halved = tuple(
        clause if isinstance(clause, HALFLESS) else msgspec.structs.replace(clause, half=half)
        for half, part in enumerate((first, second))
        for clause in part
    )
    ordered = [c for c in halved if c.half != 1] + [c for c in halved if c.half == 1]
    reading = read(canonical_text(halved), FIELD, "Ann")
    assert [bare(found) for found in reading.clauses] == ordered


@given(st.lists(clauses, max_size=6))
def test_canonical_text_on_one_line_reads_the_same(orders: list[AnyClause]) -> None:
    spoken = [clause for clause in orders if not isinstance(clause, SayClause)]
    reading = read(", ".join(map(canonical, spoken)), FIELD, "Ann")
    assert [bare(found) for found in reading.clauses] == spoken


@pytest.mark.parametrize(
    "text", ["LH: stab Bob", "cast Missile with LH at Bob", "element: ice if Bob casts Fire storm"]
)
def test_canonical_text_is_plain(text: str) -> None:
    assert canonical(read(text, FIELD, "Ann").clauses[0]) == text
