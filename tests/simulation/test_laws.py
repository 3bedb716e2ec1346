"""Laws that hold in every turn, over duels of two to five wizards who seek spells."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battlefield import Battlefield
from engine.clauses import AnyClause
from engine.enchantments import ENCHANTMENTS
from engine.events import Attacked, Blow, Gestured, MonsterMade, Raised, SpellCast, Stabbed, Turn
from engine.evolve import replay
from engine.language import Field, canonical_text, read
from engine.model import FULL_HIT_POINTS, Duel, Hand, Part, State
from engine.monsters import MONSTERS
from engine.orders import Checked, check
from engine.resolver import ANYHOW, PHASES, adjudicate
from engine.transcript import play
from engine.variants import rules_of
from tests.simulation.measures import SOAK, chunk_name, games
from tests.simulation.renaming import (
    NEW_NAMES,
    depends_on_seats,
    given_dice,
    orders_renamed,
    renamed,
    reseated,
    told,
)
from tests.simulation.seekers import Game, Played, transcript

TURNS = msgspec.json.Decoder(Turn)
CHECKED = msgspec.json.Decoder(Checked)


class Table(NamedTuple):
    """A game that has been played, with its seed."""

    seed: int
    game: Game
    turns: list[Played]

    def where(self, each: Played) -> str:
        return f"game {self.seed}, turn {each.turn.turn}, {each.turn.part}"


@pytest.fixture(scope="module", params=games(160, 19_200), ids=chunk_name)
def tables(request: pytest.FixtureRequest) -> list[Table]:
    """Some games; every law is held against all of them before the next are played."""
    return [Table(seed, game, list(game.play())) for seed in request.param for game in (Game(seed),)]


def test_events_replayed_over_the_duel_before_give_the_duel_after(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            assert replay(each.turn.before, each.turn.events) == each.turn.after, table.where(each)


def test_the_same_orders_give_the_same_turn(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            again = adjudicate(each.turn.before, dict(reversed(each.orders.items())))
            assert again == each.turn, table.where(each)


def test_a_phase_that_is_passed_over_would_have_said_nothing(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            field = Battlefield(each.turn.before, each.orders, given_dice(each.turn))
            for phase, works_on in PHASES:
                events = tuple(phase(field))
                if works_on is not ANYHOW and field.there.isdisjoint(works_on):
                    assert events == (), f"{table.where(each)}: {phase.__name__}"
                field.record(events)
            assert field.duel == each.turn.after, table.where(each)


def test_names_and_seats_of_wizards_do_not_matter(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            if depends_on_seats(each.turn):
                continue
            names = dict(zip((w.name for w in each.turn.before.wizards), NEW_NAMES, strict=False))
            seats = list(range(len(names)))
            Random(table.seed).shuffle(seats)
            dice = tuple(renamed(roll, names) for roll in given_dice(each.turn))
            duel = reseated(each.turn.before, names, seats)
            other = adjudicate(duel, orders_renamed(each.orders, names), dice=dice)
            assert told(other) == told(renamed(each.turn, names)), table.where(each)


def test_nothing_is_out_of_bounds_and_nobody_dead_acts(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            assert out_of_bounds(each.turn.after) == [], table.where(each)
            assert impossible(each.turn) == [], table.where(each)


def test_turns_and_orders_written_as_json_come_back(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            assert TURNS.decode(msgspec.json.encode(each.turn)) == each.turn, table.where(each)
            for checked in each.checked.values():
                assert CHECKED.decode(msgspec.json.encode(checked)) == checked, table.where(each)


def test_clauses_written_in_words_come_back(tables: list[Table]) -> None:
    for table in tables:
        for each in table.turns:
            field = Field.of(each.turn.before)
            for name, checked in each.checked.items():
                again = read(canonical_text(checked.written), field, name)
                assert again.complaints == (), table.where(each)
                assert bare(again.clauses) == bare(first_half_first(checked.written)), table.where(each)


def test_a_game_written_as_a_transcript_goes_the_same_way(tables: list[Table]) -> None:
    for table in tables:
        if table.game.opening.told:
            again = play(transcript(table.game.opening, table.turns))[1]
            for one, other in zip(table.turns, again, strict=False):
                assert other.turn == one.turn, table.where(one)
            assert len(table.turns) <= len(again) <= len(table.turns) + 1  # an extra turn owed is taken as rest


# -- totality ----------------------------------------------------------------------------------------------------

WORDS: Final = """LH RH both : ; , . cast at on with stab attacks and then make charm paralyse Bob's Ann Bob goblin 1
nobody Shield Fireball Charm person Haste P W S F D C > - if = release bank permanent by frozen element fire ice
surrender LH:Ann bank:Bob corpse monsters rest let go"""
MISTAKES: Final = (
    """LH: Q; cast Sheild on self; goblin attacks Zed; then; RH: stab me; withdraw orders; same again; LH"""
)
noise = st.one_of(
    st.text(max_size=40),
    st.sampled_from(MISTAKES.split("; ")),
    st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join),
)


@settings(max_examples=20_000 if SOAK else 250)
@given(st.integers(0, 10**6), st.integers(0, 6), st.lists(noise, max_size=4), st.randoms(use_true_random=False))
def test_any_text_as_orders_gives_a_turn(seed: int, turns: int, lines: list[str], rng: Random) -> None:
    game = Game(seed)
    for each in game.play(turns):
        lines += canonical_text(next(iter(each.clauses.values()), ())).split("\n")
    rng.shuffle(lines)
    text = "\n".join(lines)
    if game.duel.result is not None:
        return
    orders = {}
    for name in game.duel.acting:
        reading = read(text, Field.of(game.duel), name)
        checked = check(game.duel, name, reading.clauses, previous=game.previous.get(name, ()), spoiled=reading.spoiled)
        orders[name] = checked.orders
    turn = adjudicate(game.duel, orders)
    assert out_of_bounds(turn.after) == []
    assert impossible(turn) == []
    assert replay(turn.before, turn.events) == turn.after


# -- what the laws speak of --------------------------------------------------------------------------------------


def bare(clauses: tuple[AnyClause, ...]) -> list[AnyClause]:
    return [msgspec.structs.replace(clause, line=0, text="") for clause in clauses]


def first_half_first(clauses: tuple[AnyClause, ...]) -> tuple[AnyClause, ...]:
    return (*(c for c in clauses if c.half != 1), *(c for c in clauses if c.half == 1))


def out_of_bounds(duel: Duel) -> list[str]:
    """What is wrong with the numbers of a duel."""
    wrong = []
    for wizard in duel.wizards:
        if not 0 <= wizard.hit_points <= FULL_HIT_POINTS or (wizard.hit_points == 0) is not (
            wizard.state is State.DEAD
        ):
            wrong.append(f"{wizard.name}, {wizard.state}, has {wizard.hit_points} hit points")
        if wizard.cut > len(wizard.history):
            wrong.append(f"{wizard.name}'s history is cut beyond its end")
        if not wizard.alive and (wizard.enchantments or wizard.banked):
            wrong.append(f"{wizard.name} is gone and yet enchanted")
    for monster in duel.monsters:
        if not 0 <= monster.hit_points <= MONSTERS[monster.kind].hit_points or (monster.hit_points > 0) is not (
            monster.alive
        ):
            wrong.append(f"{monster.name}, alive {monster.alive}, has {monster.hit_points} hit points")
    for being in duel.beings:
        had = Counter((e.name, e.permanent) for e in being.enchantments)
        wrong += [f"{being.name} has {name} twice" for (name, _), count in had.items() if count > 1]
        wrong += [
            f"{being.name}'s {e.name} should have run out"
            for e in being.enchantments
            if e.until is not None and not duel.turn < e.until <= duel.turn + (ENCHANTMENTS[e.name].turns or 0)
        ]
    names = [being.name for being in duel.beings]
    if len(set(names)) < len(names):
        wrong.append("two beings have one name")
    return wrong


def impossible(turn: Turn) -> list[str]:
    """Deeds of those who could not do them."""
    wrong = []
    acting = turn.before.acting
    fresh = {e.name for e in turn.events if isinstance(e, MonsterMade)}
    fresh |= {e.being for e in turn.events if isinstance(e, Raised)}
    alive = {m.name for m in turn.before.monsters if m.alive} | fresh
    spent: Counter[tuple[str, int, Hand]] = Counter()
    for event in turn.events:
        if isinstance(event, Gestured | Stabbed) and event.wizard not in acting:
            wrong.append(f"{event.wizard} may not act")
        elif isinstance(event, SpellCast):
            if event.caster not in acting:
                wrong.append(f"{event.caster} may not cast")
            for hand in (Hand.LEFT, Hand.RIGHT) if event.hand is Hand.BOTH else (event.hand,):
                spent[event.caster, event.half, hand] += 1
        elif isinstance(event, Attacked) and event.monster not in alive:
            wrong.append(f"{event.monster} is dead and attacks")
        if isinstance(event, Attacked | Stabbed) and event.blow is Blow.HIT:
            striker = event.monster if isinstance(event, Attacked) else event.wizard
            may = isinstance(event, Stabbed) and rules_of(turn.before).may_stab_oneself
            wrong += [f"{striker} strikes itself"] * (event.victim == striker and not may)
    wrong += [f"{name}'s {hand} finished two spells" for (name, _, hand), count in spent.items() if count > 1]
    stabs = Counter((e.wizard, e.half) for e in turn.events if isinstance(e, Stabbed))
    wrong += [f"{name} stabbed twice in one half" for (name, _), count in stabs.items() if count > 1]
    if turn.part is Part.TIME_STOP and turn.after.stopped:
        wrong.append("an extra turn gave another")
    return wrong
