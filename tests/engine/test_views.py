"""What a wizard may know of a turn and of the duel after it, event by event."""

from __future__ import annotations

from typing import TypeVar

import pytest

from engine.enchantments import CHARM_PERSON, CONFUSION, PARALYSIS
from engine.events import (
    BankLost,
    CompulsionFixed,
    ControlChanged,
    Died,
    Doom,
    Event,
    Harmed,
    MonsterMade,
    PalmsShown,
    SpellCast,
    Turn,
)
from engine.model import NOBODY, Duel, Enchantment, Gesture, Hand
from engine.resolver import adjudicate
from engine.transcript import play
from engine.views import UNKNOWN, everything, observe, observe_duel, public
from tests.engine.bench import bound, duel_of

Kind = TypeVar("Kind", bound=Event)
HEAD = "duel: x\nwizards: Ann, Bob, Cid\n"


def last(text: str, head: str = HEAD) -> Turn:
    """The last turn of a transcript."""
    return play(head + text)[1][-1].turn


def seen(turn: Turn, viewer: str, kind: type[Kind]) -> list[Kind]:
    return [event for event in observe(turn, viewer).events if isinstance(event, kind)]


def known(turn: Turn, kind: type[Kind]) -> list[Kind]:
    return [event for event in public(turn).events if isinstance(event, kind)]


def held(duel: Duel, viewer: str) -> Enchantment:
    bob = observe_duel(duel, viewer)[0].wizard("Bob")
    assert bob is not None
    return bob.enchantments[-1]


def test_at_a_table_everything_is_seen() -> None:
    turn = last("setup: Ann has Invisibility\nturn 1\nAnn: P/-\n")
    assert (everything(turn).events, everything(turn).duel, everything(turn).viewer) == (
        turn.events,
        turn.after,
        NOBODY,
    )


def test_hands_that_cannot_be_seen_show_no_palms() -> None:
    turn = last("setup: Bob has Invisibility\nturn 1\nBob: surrender\n")
    assert seen(turn, "Bob", PalmsShown)
    assert not seen(turn, "Ann", PalmsShown)
    assert not known(turn, PalmsShown)


def test_what_a_permanent_confusion_settles_on_is_seen_in_the_hands_alone() -> None:
    fixed = bound(duel_of(), "Bob", name=CONFUSION, permanent=True, until=None, hand=Hand.LEFT, gesture=Gesture.SNAP)
    mine, theirs = held(fixed, "Bob"), held(fixed, "Ann")
    assert (mine.hand, mine.gesture) == (Hand.LEFT, Gesture.SNAP)
    assert (theirs.hand, theirs.half, theirs.gesture) == (None, None, None)
    frozen = bound(duel_of(), "Bob", name=PARALYSIS, hand=Hand.LEFT, gesture=Gesture.DIGIT)
    assert held(frozen, "Ann").gesture is Gesture.DIGIT


def test_of_a_turn_that_one_does_not_see_only_what_touches_one_is_told() -> None:
    text = (
        "setup: Ann has Blindness\nsetup: Bob controls a goblin\nsetup: Cid history LH PSD RH -SF\n"
        "setup: Bob has 1 hit point\nsetup: Bob banked Missile\nsetup: Bob has Disease\n"
        "turn 1\nCid: LH: D, RH: W, cast Charm monster with LH at goblin, cast Summon goblin with RH at Cid\n"
    )
    turn = last(text)
    assert {type(event) for event in turn.events} >= {ControlChanged, MonsterMade}
    assert not seen(turn, "Ann", ControlChanged)
    assert not seen(turn, "Ann", MonsterMade)
    assert not seen(turn, "Ann", SpellCast)
    assert not known(turn, MonsterMade)


def test_the_blind_hear_who_dies_and_not_of_what() -> None:
    turn = last(
        "setup: Ann has Blindness\nsetup: Bob has 1 hit point\nsetup: Cid history LH PWPFSSS RH -------\n"
        "turn 1\nCid: LH: D, RH: -, cast Finger of death with LH at Bob\n"
    )
    assert [event.doom for event in seen(turn, "Cid", Died)] == [Doom.FINGER_OF_DEATH]
    assert [event.doom for event in seen(turn, "Ann", Died)] == [Doom.HARM]
    assert [event.doom for event in known(turn, Died)] == [Doom.HARM]


def test_a_stored_spell_that_is_lost_is_known_to_its_owner_alone() -> None:
    text = (
        "setup: Bob banked Missile\n%ssetup: Cid history LH PDW RH ---\nturn 1\nCid: P/-, remove enchantment at Bob\n"
    )
    turn = last(text % "")
    assert [event.spell for event in seen(turn, "Bob", BankLost)] == ["Missile"]
    assert [event.spell for event in seen(turn, "Ann", BankLost)] == [UNKNOWN]
    assert [event.spell for event in known(turn, BankLost)] == [UNKNOWN]
    blinded = last(text % "setup: Ann has Blindness\n")
    assert not seen(blinded, "Ann", BankLost)


def test_what_a_permanent_spell_settled_on_is_told_to_him_whom_it_holds() -> None:
    before = bound(duel_of(), "Bob", name=CONFUSION, permanent=True, until=None)
    turn = adjudicate(before, {})
    assert seen(turn, "Bob", CompulsionFixed)
    assert not seen(turn, "Ann", CompulsionFixed)


def test_where_two_see_nothing_the_public_is_told_what_reaches_everybody_alike() -> None:
    text = (
        "setup: Ann has Blindness\nsetup: Bob has Blindness\nsetup: Cid history LH S RH WSS\n"
        "turn 1\nCid: LH: D, RH: -, cast Missile with LH at Ann\n"
    )
    turn = last(text)
    assert seen(turn, "Ann", Harmed)
    assert not known(turn, Harmed)
    assert public(turn).dim
    assert public(turn).unknown_beings == {"Ann", "Bob", "Cid"}
    assert not public(last("turn 1\nAnn: P/-\n")).dim


@pytest.mark.parametrize(("viewer", "gesture"), [("Ann", Gesture.FINGERS), ("Cid", Gesture.UNSEEN)])
def test_the_gesture_that_a_charmer_fixed_is_unseen_until_it_is_made(viewer: str, gesture: Gesture) -> None:
    charmed = bound(
        duel_of(wizards="Ann, Bob, Cid"),
        "Bob",
        name=CHARM_PERSON,
        by="Ann",
        permanent=True,
        until=None,
        hand=Hand.LEFT,
        gesture=Gesture.FINGERS,
    )
    assert held(charmed, viewer).gesture is gesture
