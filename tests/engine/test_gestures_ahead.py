"""What lies ahead of a wizard's hands: spells that are begun, and those the next turn could finish."""

from __future__ import annotations

from itertools import product

import pytest

from engine.compulsion import BARRED_BY_FEAR
from engine.gestures import MAGICAL, Begun, Reach, known_cut, on_the_way, within_reach, would_finish, would_finish_each
from engine.grip import grip
from engine.model import Duel, Gesture, Hand, Pair, Wizard
from engine.transcript import play
from engine.variants import rules_of
from engine.views import observe, observe_duel
from tests.simulation.seekers import Game

HEAD = "duel: Practice\nwizards: Ann, Bob\n"
FREE = tuple(Gesture(letter) for letter in (*MAGICAL, ">", "-"))


def after(text: str, head: str = HEAD) -> Duel:
    _, played = play(head + text)
    assert [complaint for each in played for complaint in each.complaints] == []
    return played[-1].turn.after


def seen_by(text: str, viewer: str, head: str = HEAD) -> Duel:
    _, played = play(head + text)
    return observe(played[-1].turn, viewer).duel


def reach(duel: Duel, viewer: str, who: str) -> Reach:
    found = within_reach(duel, viewer, who)
    assert found is not None
    return found


def words(ways: tuple[Begun, ...]) -> list[str]:
    """`left Paralysis: F`: what is missing."""
    return [f"{way.hand} {way.spell}: {way.missing}" for way in ways]


def wizard(duel: Duel, name: str) -> Wizard:
    found = duel.wizard(name)
    assert found is not None
    return found


def test_a_pair_of_gestures_finishes_all_that_can_be_chosen_from_the_longest_first() -> None:
    duel = after("turn 1\nAnn: W/D\nturn 2\nAnn: P/S\n")
    found = would_finish(wizard(duel, "Ann"), Gesture.PALM, Gesture.FINGERS, rules=rules_of(duel))
    assert [(f.spell, f.hand) for f in found] == [
        ("Counter-spell", Hand.LEFT),
        ("Confusion", Hand.RIGHT),
        ("Shield", Hand.LEFT),
    ]


# -- on the way --------------------------------------------------------------------------------------------------


def test_a_hand_is_on_the_way_to_the_spells_it_has_begun_the_nearest_first() -> None:
    duel = after("setup: Ann history LH PWP RH ---\nturn 1\n")
    ann = wizard(duel, "Ann")  # she did nothing in turn 1, which broke all
    assert on_the_way(ann, rules=rules_of(duel)) == ()
    duel = after("turn 1\nAnn: P/-\nturn 2\nAnn: S/-\nturn 3\nAnn: F/-\n")
    assert words(on_the_way(wizard(duel, "Ann"), rules=rules_of(duel))) == [
        "left Summon ogre: W",
        "left Summon goblin: W",
        "left Paralysis: FF",
        "left Fireball: SSDD",
        "left Summon troll: PSFW",
    ]


def test_a_clap_begins_a_mirror_for_both_hands_together_and_other_spells_for_each() -> None:
    duel = after("turn 1\nAnn: clap\n")
    found = words(on_the_way(wizard(duel, "Ann"), rules=rules_of(duel)))
    assert found[0] == "both Magic mirror: w"
    assert {"left Dispel magic: DPW", "right Dispel magic: DPW", "right Summon elemental: SWWS"} <= set(found)


def test_pairs_that_are_ordered_may_stand_after_the_history() -> None:
    duel = after("turn 1\nAnn: S/-\n")
    ways = on_the_way(wizard(duel, "Ann"), rules=rules_of(duel), after=[(Gesture.FINGERS, Gesture.SNAP)])
    assert words(ways)[:3] == ["left Summon goblin: W", "right Missile: D", "right Anti-spell: PF"]


def test_what_anti_spell_cut_off_and_a_used_short_bolt_are_begun_no_more() -> None:
    duel = after(
        "turn 1\nBob: S/-\nAnn: F/-\nturn 2\nBob: P/-\nAnn: F/-\nturn 3\nBob: F/-, Anti-spell at Ann\nAnn: -/-\n"
    )
    assert on_the_way(wizard(duel, "Ann"), rules=rules_of(duel)) == ()
    text = "setup: Ann history LH WDD RH ---\nturn 1\nAnn: clap\nturn 2\nAnn: W/-\nturn 3\nAnn: D/-\nturn 4\nAnn: D/-\n"
    duel = after(text)
    assert "left Lightning bolt: c" not in words(on_the_way(wizard(duel, "Ann"), rules=rules_of(duel)))


# -- within reach ------------------------------------------------------------------------------------------------


def test_an_opponents_next_pair_could_finish_what_is_one_gesture_away() -> None:
    duel = seen_by("turn 1\nBob: F/S\nturn 2\nBob: F/D\nturn 3\nBob: S/P\n", "Ann")
    assert words(reach(duel, "Ann", "Bob").spells) == [
        "right Amnesia: P",
        "left Missile: D",
        "left Shield: P",
        "right Shield: P",
    ]


def test_the_hasted_reach_two_gestures_far() -> None:
    duel = seen_by("setup: Bob has Haste\nturn 1\nBob: S/- then W/-\n", "Ann")
    found = reach(duel, "Ann", "Bob")
    assert found.halves == 2
    assert {
        "left Fear: D",
        "left Fire storm: Wc",
        "both Magic mirror: cw",
        "right Missile: SD",
        "left Shield: P",
    } <= set(words(found.spells))
    assert all(len(way.missing) <= 2 for way in found.spells)


def test_a_stopped_wizard_reaches_one_pair_far_and_nothing_holds_him() -> None:
    text = """setup: Ann history LH SPP RH FF-\nsetup: Bob history LH SW RH --\nsetup: Ann has Haste
turn 1\nAnn: clap, Time stop at Ann\nBob: D/-, fear at Ann\n"""
    turn = play(HEAD + text)[1][0].turn
    found = reach(observe(turn, "Bob").duel, "Bob", "Ann")
    assert (found.halves, found.afraid) == (1, False)
    later = reach(observe(play(HEAD + text)[1][1].turn, "Bob").duel, "Bob", "Ann")
    assert (later.halves, later.afraid) == (2, True)


def test_who_is_not_stopped_acts_in_the_turn_after_as_hasted_as_he_is() -> None:
    text = "setup: Ann history LH SPP RH ---\nsetup: Bob has Haste\nturn 1\nAnn: clap, Time stop at Ann\nBob: D/-\n"
    found = reach(observe(play(HEAD + text)[1][0].turn, "Ann").duel, "Ann", "Bob")
    assert found.halves == 2


@pytest.mark.parametrize(
    ("spell", "history", "letter", "fixed", "afraid"),
    [
        ("Paralysis at Bob, paralyse Bob's LH", "FF", "F", {(0, Hand.LEFT): Gesture.DIGIT}, False),
        ("Amnesia at Bob", "DP", "P", {(0, Hand.LEFT): Gesture.SNAP, (0, Hand.RIGHT): Gesture.FINGERS}, False),
        ("Fear at Bob", "SW", "D", {}, True),
    ],
)
def test_known_compulsion_bounds_what_can_be_finished(
    spell: str, history: str, letter: str, fixed: dict[tuple[int, Hand], Gesture], afraid: bool
) -> None:
    text = f"setup: Ann history LH {history} RH --\nturn 1\nAnn: {letter}/-, {spell}\nBob: S/F\n"
    found = reach(seen_by(text, "Ann"), "Ann", "Bob")
    assert (found.fixed, found.afraid) == (fixed, afraid)
    missile = "left Missile: D" in words(found.spells)
    assert missile is (not afraid and "Amnesia" not in spell)


def test_the_charmer_of_a_hand_is_named_and_the_hand_may_do_anything() -> None:
    text = "setup: Ann history LH PSD RH ---\nturn 1\nAnn: F/-, Charm person at Bob, charm Bob's RH\nBob: -/S\n"
    found = reach(seen_by(text, "Ann"), "Ann", "Bob")
    assert found.charmers == {Hand.RIGHT: "Ann"}
    assert "right Missile: D" in words(found.spells)


def test_unseen_gestures_finish_nothing_and_are_said_to_be_unseen() -> None:
    text = "setup: Ann has Blindness\nturn 1\nBob: F/P\nturn 2\nBob: F/S\n"
    found = reach(seen_by(text, "Ann"), "Ann", "Bob")
    assert found.unseen
    assert words(found.spells) == ["left Shield: P", "right Shield: P"]


def test_amnesia_of_unseen_gestures_holds_nothing_that_is_known() -> None:
    text = """setup: Ann has Blindness\nsetup: Ann history LH DP RH --\nturn 1\nAnn: P/-, Amnesia at Bob\nBob: S/F\n"""
    _, played = play(HEAD + text)
    assert reach(observe_duel(played[-1].turn.after, "Ann", blind=False)[0], "Ann", "Bob").fixed == {}


def test_a_cut_that_was_not_seen_is_not_known() -> None:
    duel = after("turn 1\nBob: S/-\nAnn: F/-\nturn 2\nBob: P/-\nturn 3\nBob: F/-, Anti-spell at Ann\n")
    assert known_cut(wizard(duel, "Ann")) == 3
    text = "setup: Cid has Blindness\nturn 1\nBob: S/-\nturn 2\nBob: P/-\nturn 3\nBob: F/-, Anti-spell at Ann\n"
    blind = seen_by(text, "Cid", "duel: x\nwizards: Ann, Bob, Cid\n")
    assert known_cut(wizard(blind, "Ann")) == 0


def test_nobody_who_is_gone_has_anything_within_reach() -> None:
    duel = seen_by("turn 1\nBob: surrender\n", "Ann")
    assert within_reach(duel, "Ann", "Ann") is within_reach(duel, "Ann", "Bob") is None


def test_what_is_within_reach_is_what_some_pairs_would_finish() -> None:
    """Every pair that a wizard may make is tried, for the spells of the seekers' games."""
    tried = hasted = 0
    for seed in range(70):
        game = Game(seed)
        for each in game.play(4):
            duel = each.turn.after
            for name in duel.acting:
                found = reach(duel, name, name)
                hasted += found.halves > 1
                if found.halves > 1 and hasted > 6:
                    continue
                tried += 1
                assert reached(found) == enumerated(duel, wizard(duel, name)), f"game {seed}, turn {duel.turn}, {name}"
    assert tried > 300
    assert hasted > 6


def reached(found: Reach) -> set[tuple[str, str, Hand]]:
    both = (Hand.LEFT, Hand.RIGHT)
    return {
        (way.spell, way.formula, hand)
        for way in found.spells
        for hand in (both if way.finishing is way.hand is Hand.BOTH and way.formula[-1].isupper() else (way.finishing,))
    }


def enumerated(duel: Duel, who: Wizard) -> set[tuple[str, str, Hand]]:
    held = grip(duel, who)

    def choices(half: int) -> list[Pair]:
        hands = []
        for hand in (Hand.LEFT, Hand.RIGHT):
            fixed = held.fixed.get((half, hand))
            free = [g for g in FREE if not (held.afraid and g in BARRED_BY_FEAR)]
            hands.append(free if fixed is None else [fixed])
        return list(product(*hands))

    return {
        (finished.spell, finished.formula, finished.hand)
        for pairs in product(*(choices(half) for half in range(held.halves)))
        for found in would_finish_each(who, pairs, rules=rules_of(duel))
        for finished in found
    }
