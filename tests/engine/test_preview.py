"""Previews: what orders finish, whom they warn of, and which spells of others could still stop which of theirs."""

from __future__ import annotations

import json

import pytest

from engine.preview import Kind, Preview, preview, preview_record
from engine.transcript import TranscriptError, asked

HEAD = "duel: Practice\nwizards: Ann, Bob\n"


def seen(text: str, head: str = HEAD) -> Preview:
    found = asked(head + text)
    return preview(found.duel, found.checked, complaints=found.complaints)


def answers(found: Preview, spell: str) -> set[str]:
    """`Bob counters with left P: Counter-spell at Bob`."""
    told = set()
    for each in found.spells:
        if each.cast.spell == spell:
            for a in each.answers:
                at = f" at {a.at}" if a.at is not None else ""
                told.add(f"{a.who} {a.stop} with {a.way.finishing} {a.way.missing}: {a.way.spell}{at}")
    return told


def cautions(found: Preview) -> list[tuple[Kind, str]]:
    return [(caution.kind, caution.spell or caution.hand.value) for caution in found.cautions]


def test_the_spells_are_foreseen_with_their_subjects_and_what_was_filled_in() -> None:
    found = seen("setup: Ann history LH S RH S\nturn 1\nAnn: D/D, Missile with LH at Ann\n")
    assert [(f.cast.spell, f.cast.subject, f.cast.by_default, f.cast.by_fallback) for f in found.spells] == [
        ("Missile", "Ann", False, False),
        ("Missile", "Bob", True, True),
    ]
    assert (found.wizard, found.turn, found.complaints) == ("Ann", 1, ())


@pytest.mark.parametrize(
    ("mine", "order", "spell", "theirs", "expected"),
    [
        (
            "S",
            "D/-",
            "Missile",
            "---",
            {"Bob shields with left P: Shield at Bob", "Bob shields with right P: Shield at Bob"},
        ),
        ("WF", "P/-", "Cause light wounds", "WP", {"Bob counters with left P: Counter-spell at Bob"}),
        (
            "FF",
            "F/-",
            "Paralysis",
            "CDP",
            {"Bob dispels with left W: Dispel magic", "Bob clashes with left P: Amnesia at Bob"},
        ),
        ("FF", "F/-", "Paralysis", "C", {"Bob reflects with both w: Magic mirror at Bob"}),
        ("FF", "F/-", "Paralysis", "SW", {"Bob clashes with left D: Fear at Bob"}),
        ("FF", "F/-", "Paralysis", "PDW", {"Bob ends with left P: Remove enchantment at Bob"}),
        ("FSSD", "D/-", "Fireball", "WWF", {"Bob resists with left P: Resist heat at Bob"}),
        ("FSSD", "D/-", "Fireball", "WSS", {"Bob cancels with both c: Ice storm"}),
        ("SWW", "C/C", "Fire storm", "WSS", {"Bob cancels with both c: Ice storm"}),
        (
            "SWW",
            "C/C",
            "Fire storm",
            "CSWW",
            {"Bob cancels with left S: Summon elemental", "Bob spares with left S: Counter-spell at Bob"},
        ),
        ("SWW", "C/C", "Fire storm", "WP", {"Bob spares with left P: Counter-spell at Bob"}),
        ("SWW", "C/C", "Fire storm", "WWF", {"Bob spares with left P: Resist heat at Bob"}),
        ("WSS", "C/C", "Ice storm", "FSSD", {"Bob spares with left D: Fireball at Bob"}),
        ("PWPFSSS", "D/-", "Finger of death", "WP", set()),
        ("PWPFSSS", "D/-", "Finger of death", "DWWFW", {"Bob cancels with both c: Raise dead at Bob"}),
        ("DSFFF", "C/C", "Disease", "DFP", {"Bob ends with left W: Cure heavy wounds at Bob"}),
        ("SF", "W/-", "Summon goblin", "PDW", {"Bob unmakes with left P: Remove enchantment at LH:Ann"}),
        ("SF", "W/-", "Summon goblin", "DWFF", {"Bob unmakes with both d: Blindness at LH:Ann"}),
        ("SF", "W/-", "Summon goblin", "WP", {"Bob counters with left P: Counter-spell at Ann"}),
        ("SF", "W/-", "Summon goblin", "C", set()),
        ("CSWW", "S/-", "Summon elemental", "FSSD", {"Bob cancels with left D: Fireball at LH:Ann"}),
        ("CSWW", "S/-", "Summon elemental", "SSF", {"Bob cancels with left P: Resist cold at LH:Ann"}),
        (
            "CSWW",
            "S/-",
            "Summon elemental",
            "SWW",
            {"Bob cancels with both c: Fire storm", "Bob counters with left S: Counter-spell at Ann"},
        ),
        (
            "CSWW",
            "S/-",
            "Summon elemental",
            "CSWW",
            {
                "Bob cancels with left S: Summon elemental",
                "Bob cancels with both c: Fire storm",
                "Bob counters with left S: Counter-spell at Ann",
            },
        ),
        ("CDP", "W/-", "Dispel magic", "CDP", set()),
        ("WP", "P/-", "Counter-spell", "WP", set()),
        ("C", "W/W", "Magic mirror", "C", set()),
        ("C", "W/W", "Magic mirror", "WP", {"Bob counters with left P: Counter-spell at Ann"}),
        ("DF", "W/-", "Cure light wounds", "C", set()),
        (
            "S",
            "D/-",
            "Missile",
            "WW",
            {
                "Bob shields with left P: Protection from evil at Bob",
                "Bob counters with left S: Counter-spell at Bob",
            },
        ),
    ],
)
def test_what_an_opponents_hand_could_still_stop(
    mine: str, order: str, spell: str, theirs: str, expected: set[str]
) -> None:
    right, other = ("".join("C" if letter == "C" else "-" for letter in letters) for letters in (mine, theirs))
    found = seen(
        f"setup: Ann history LH {mine} RH {right}\nsetup: Bob history LH {theirs} RH {other}\n"
        f"turn 1\nAnn: {order}, cast {spell}\n"
    )
    palms = {f"Bob shields with {hand} P: Shield at Bob" for hand in ("left", "right")}
    assert answers(found, spell) - (palms if theirs != "---" else set()) == expected


def test_raise_dead_at_a_corpse_is_stopped_by_the_finger_of_death_and_not_countered() -> None:
    head = "duel: x\nwizards: Ann, Bob, Cid\n"
    text = """setup: Ann history LH DWWF RH ----\nsetup: Bob history LH WPWPFSS RH -------\nsetup: Cid has 1 hit points
turn 1\nBob: S/stab Cid\nAnn: W/-\n"""
    found = seen(text + "turn 2\nAnn: C/C, Raise dead at Cid\n", head)
    assert answers(found, "Raise dead") == {"Bob cancels with left D: Finger of death at Cid"}


def test_the_invisible_are_out_of_reach_of_what_must_be_aimed() -> None:
    text = """setup: Ann has Invisibility\nsetup: Ann history LH DF RH --\nsetup: Bob history LH CDP RH CWP
turn 1\nAnn: W/-, cure light wounds\n"""
    assert answers(seen(text), "Cure light wounds") == {"Bob dispels with left W: Dispel magic"}
    visible = answers(seen(text.replace("setup: Ann has Invisibility\n", "")), "Cure light wounds")
    assert "Bob counters with right P: Counter-spell at Ann" in visible


def test_the_hasted_may_answer_with_two_gestures() -> None:
    found = seen("setup: Bob has Haste\nsetup: Ann history LH FF RH --\nturn 1\nAnn: F/-, paralyse Bob's LH\n")
    assert "Bob reflects with both cw: Magic mirror at Bob" in answers(found, "Paralysis")


def test_both_pairs_of_the_hasted_are_foreseen() -> None:
    found = seen("setup: Ann has Haste\nturn 1\nAnn: S/P then D/P\n")
    assert [(f.cast.spell, f.cast.half) for f in found.spells] == [("Shield", 0), ("Missile", 1), ("Shield", 1)]


def test_in_an_extra_turn_nobody_can_stop_anything() -> None:
    text = """setup: Ann history LH SPP RH ---\nsetup: Bob history LH WP RH --
turn 1\nAnn: C/C, Time stop\nturn 1 time stop\nAnn: P/-\n"""
    found = seen(text)
    assert (found.part, found.opponents) == ("time stop", ())
    assert [f.answers for f in found.spells] == [()]


def test_a_held_hand_answers_with_what_it_is_held_in_alone() -> None:
    text = "setup: Ann history LH FF RH --\nturn 1\nAnn: F/S, paralyse Bob's LH\nBob: F/W\nturn 2\nAnn: -/D\n"
    assert answers(seen(text), "Missile") == {"Bob shields with right P: Shield at Bob"}


def test_who_must_bank_his_next_spell_is_named() -> None:
    found = seen("setup: Bob has Delayed effect\nsetup: Ann history LH S RH -\nturn 1\nAnn: D/-\n")
    assert found.delayed == ("Bob",)


def test_what_delayed_effect_and_permanency_take_is_said_and_no_longer_at_stake() -> None:
    found = seen("setup: Ann has Delayed effect\nsetup: Ann history LH S RH -\nturn 1\nAnn: D/P\n")
    assert next((f.cast.spell, f.taker, f.answers) for f in found.spells) == ("Missile", "Delayed effect", ())
    assert found.spells[1].taker is None
    found = seen("setup: Ann has Permanency\nsetup: Ann history LH FF RH --\nturn 1\nAnn: F/P\n")
    assert [f.taker for f in found.spells] == ["Permanency", None]


def test_a_banked_spell_that_is_let_loose_is_foreseen_and_others_banks_are_named() -> None:
    found = seen("setup: Ann banked Missile\nsetup: Bob banked Fear\nturn 1\nAnn: -/-, release at Bob\n")
    assert [(f.cast.spell, f.cast.hand, f.cast.subject) for f in found.spells] == [("Missile", "bank", "Bob")]
    assert len(answers(found, "Missile")) == 2
    assert found.banked == ("Bob",)


def test_a_surrender_a_lone_clap_and_a_lost_spell_are_warned_of() -> None:
    assert cautions(seen("turn 1\nAnn: surrender\n")) == [(Kind.SURRENDER, "both")]
    assert cautions(seen("turn 1\nAnn: C/-\n")) == [(Kind.LONE_CLAP, "left")]
    melee = "duel: x\nwizards: Ann, Bob, Cid\nsetup: Ann history LH FF RH SW\n"
    found = seen("turn 1\nAnn: F/D, fear at nobody\n", melee)
    assert cautions(found) == [(Kind.LOST, "Paralysis")]
    assert all(each.answers == () for each in found.spells)


def test_a_spell_that_misses_is_warned_of_as_far_as_its_caster_can_know() -> None:
    text = "setup: Bob has Invisibility\nsetup: Ann history LH %s RH %s\nturn 1\nAnn: %s\n"
    missing = seen(text % ("SP", "WS", "LH: P, RH: D, missile at Bob"))
    assert [(c.kind, c.spell, c.at) for c in missing.cautions] == [(Kind.UNSEEN, "Missile", "Bob")]
    assert not seen(text % ("SP", "WS", "LH: P, RH: D, missile at Ann")).cautions
    assert not seen(text % ("CDP", "C-S", "LH: W, RH: D, dispel magic at Bob, missile at Bob")).cautions
    assert not seen("setup: Ann has Blindness\n" + text % ("SP", "WS", "LH: P, RH: D, missile at Bob")).cautions


def test_the_blind_are_warned_where_they_miss_everybody_else() -> None:
    text = (
        "setup: Ann has Blindness\nsetup: Ann history LH S RH S\nturn 1\nAnn: D/D, missile at Bob with LH, RH at Ann\n"
    )
    assert not seen(text).cautions
    assert [(c.kind, c.hand) for c in seen("rules: firetop\n" + text).cautions] == [(Kind.BLIND, "left")]


def test_in_an_extra_turn_the_invisible_may_be_hit_unless_the_rules_say_otherwise() -> None:
    text = """setup: Ann history LH SPP RH ---\nsetup: Bob has Invisibility
turn 1\nAnn: C/C, Time stop\nturn 1 time stop\nAnn: S/-\nturn 2\nAnn: D/-, missile at Bob\n"""
    assert [c.kind for c in seen(text).cautions] == [Kind.UNSEEN]
    again = text.replace("LH SPP RH ---", "LH SPP RH --S").replace("Ann: S/-\nturn 2\nAnn: D/-", "Ann: -/D")
    again = again.replace("RH --S\n", "RH ---\nsetup: Ann banked Missile\n").replace("-/D, missile", "-/-, release")
    assert not seen(again).cautions
    assert [c.kind for c in seen("rules: firetop\n" + again).cautions] == [Kind.UNSEEN]


def test_in_a_melee_every_opponent_is_looked_at() -> None:
    melee = "duel: x\nwizards: Ann, Bob, Cid, Dee\nsetup: Ann history LH S RH -\nsetup: Dee history LH WP RH --\n"
    found = seen("turn 1\nAnn: D/-, missile at Cid\n", melee)
    assert answers(found, "Missile") == {
        *(f"{who} shields with {hand} P: Shield at Cid" for who in ("Bob", "Cid", "Dee") for hand in ("left", "right")),
        "Dee counters with left P: Counter-spell at Cid",
    }


def test_a_blind_wizard_counts_on_no_gesture_he_has_not_seen() -> None:
    text = "setup: Ann has Blindness\nturn 1\nBob: W/-\nAnn: S/-\nturn 2\nAnn: D/-\n"
    found = seen(text)
    assert [reach.unseen for reach in found.opponents] == [True]
    assert answers(found, "Missile") == {f"Bob shields with {hand} P: Shield at Bob" for hand in ("left", "right")}


def test_the_record_holds_all_of_it_in_plain_values() -> None:
    found = seen(
        "setup: Ann history LH S RH -\nsetup: Bob banked Fear\nturn 1\nAnn: LH: D, RH: C, goblin attacks Bob\n"
    )
    record = json.loads(json.dumps(preview_record(found)))
    assert (record["wizard"], record["turn"], record["part"], record["complete"]) == ("Ann", 1, "normal", True)
    assert record["orders"] == ["LH: D", "RH: C"]
    assert record["gestures"] == [["D", "C"]]
    assert [each["kind"] for each in record["cautions"]] == ["lone clap"]
    assert [complaint["text"] for complaint in record["complaints"]] == ["goblin attacks Bob", "RH: C"]
    (missile,) = record["spells"]
    assert (missile["spell"], missile["subject"], missile["subject_by_default"]) == ("Missile", "Bob", True)
    palm = {"who": "Bob", "how": "shields", "at": "Bob", "spell": "Shield", "hand": "left", "gestures": "P"}
    assert palm in missile["answers"]
    (bob,) = record["opponents"]
    assert (bob["who"], bob["unseen"], bob["pairs"]) == ("Bob", False, 1)
    assert {"spell": "Shield", "hand": "left", "gestures": "P"} in bob["could_finish"]
    assert (record["banked"], record["delayed"]) == (["Bob"], [])


def test_a_surrender_is_recorded_as_its_palms() -> None:
    assert preview_record(seen("turn 1\nAnn: surrender\n"))["orders"] == ["LH: P", "RH: P"]


def test_of_two_pairs_the_second_is_recorded_behind_then() -> None:
    hasted = seen("setup: Ann has Haste\nturn 1\nAnn: F/P then surrender\n")
    assert preview_record(hasted)["orders"] == ["LH: F", "RH: P", "then", "LH: P", "RH: P"]


# -- transcripts that ask for a preview ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 0, "there is no turn"),
        ("turn 1\n", 3, "turn 1 has nobody's orders"),
        ("turn 1\nAnn: F/F\nBob: F/F\n", 5, "turn 1 has the orders of Ann and Bob"),
        ("turn 1\nZed: F/F\n", 4, "no wizard in this duel is called 'Zed'"),
        ("turn 2\nAnn: F/F\n", 3, "turn 1 comes next"),
        ("turn 1\nAnn: surrender\nturn 2\nBob: F/F\n", 5, "the duel ended on turn 1"),
        ("turn 1\nAnn: F/F\nturn 1 time stop\nAnn: F/F\n", 5, "nobody has an extra turn"),
    ],
)
def test_a_transcript_that_asks_for_nothing_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(TranscriptError, match=reason) as error:
        asked(HEAD + text, name="a.duel")
    assert (error.value.file, error.value.line) == ("a.duel", line)


def test_the_dead_are_told_that_they_order_nothing() -> None:
    head = "duel: x\nwizards: Ann, Bob, Cid\nsetup: Cid has 1 hit points\n"
    found = seen("turn 1\nAnn: stab Cid with LH, RH: -\nturn 2\nCid: F/F\n", head)
    assert (found.spells, [c.reason for c in found.complaints]) == ((), ["Cid is dead and orders nothing"])


def test_an_extra_turn_that_nobody_wrote_of_is_over_before_the_next_turn() -> None:
    text = "setup: Ann history LH SPP RH ---\nturn 1\nAnn: C/C, Time stop\nturn 2\nBob: same again\n"
    found = seen(text)
    assert (found.turn, found.wizard) == (2, "Bob")
    before = "setup: Ann history LH SPP RH ---\nturn 1\nAnn: C/C, Time stop\nturn 2\nAnn: P/-\nturn 3\nAnn: P/-\n"
    assert seen(before).turn == 3
