"""What makes a transcript faulty: the line and the reason are told; orders never do."""

from __future__ import annotations

import pytest

from engine.transcript import TranscriptError, adjudicate_text

HEAD = "duel: a fault\nwizards: Ann, Bob\n"
TURN = "turn 1\nAnn: LH: P, RH: P\nBob: both: W\n"

FAULTS = [
    ("", 1, "no `duel:` line"),
    ("duel: x\n", 2, "no `wizards:` line"),
    ("duel: x\nwizards: Ann\n", 2, "a duel takes 2 to 12 wizards, not 1"),
    ("duel: x\nwizards: Ann, ann\n", 2, "two wizards have the same name"),
    ("duel: x\nwizards: Ann, Fire\n", 2, "'Fire' cannot be a wizard's name"),
    ("duel: x\nduel: y\n", 2, "`duel:` stands twice, first in line 1"),
    ("duel:\n", 1, "nothing follows `duel:`"),
    ("duel: x\nwizard: Ann\n", 2, "'wizard' is no header line"),
    (HEAD + "rules: chess\n", 3, "no rule set 'chess'; known: bartle, firetop"),
    (HEAD + "Ann is here\n", 3, "not understood: 'Ann is here'"),
    (HEAD + "  LH: P\n", 3, "no wizard stands above it"),
    (HEAD + "turn one\n", 3, "a turn line is `turn 4` or `turn 4 time stop`"),
    (HEAD + "turn 2\n", 3, "turn 1 comes next, not turn 2"),
    (HEAD + "turn 1\nturn 1\n", 4, "turn 2 comes next, not turn 1"),
    (HEAD + "turn 1\nZed: LH: P\n", 4, "no wizard in this duel is called 'Zed'"),
    (HEAD + "turn 1\nAn: LH: P\n", 4, "no wizard in this duel is called 'An'"),
    (HEAD + "turn 1\nAnn: LH: P\nAnn: RH: P\n", 5, "Ann has orders in this turn already"),
    (HEAD + "turn 1\nturn 1 time stop\n", 4, "nobody has an extra turn after turn 1"),
    (HEAD + TURN + "turn 2\n", 6, "the duel ended on turn 1"),
    (HEAD + TURN + "turn 1 time stop\n", 6, "the duel ended on turn 1"),
    (HEAD + "setup: Zed has 5 hit points\n", 3, "no wizard or monster is called 'Zed'"),
    (HEAD + "setup: Bob has 0 hit points\n", 3, "Bob may have 1 to 15 hit points, not 0"),
    (HEAD + "setup: Bob has 16 hit points\n", 3, "Bob may have 1 to 15 hit points, not 16"),
    (HEAD + "setup: Bob controls a dragon\n", 3, "no such monster: 'dragon'"),
    (
        HEAD + "setup: Bob controls a goblin\nsetup: goblin has 2 hit points\n",
        4,
        "goblin 1 may have 1 to 1 hit points, not 2",
    ),
    (HEAD + "setup: Bob has Missile\n", 3, "Missile is no enchantment"),
    (HEAD + "setup: Bob has Time stop\n", 3, "Time stop is no enchantment"),
    (HEAD + "setup: Bob has Fear\n", 3, "Fear holds the mind and cannot be set up"),
    (HEAD + "setup: Bob has Wibble\n", 3, "no such spell: 'Wibble'"),
    (HEAD + "setup: Bob controls a goblin\nsetup: goblin has Blindness\n", 4, "Blindness has no effect on goblin 1"),
    (
        HEAD + "setup: Bob controls a fire elemental\nsetup: fire elemental has resist heat\n",
        4,
        "Resist heat has no effect on fire elemental 1",
    ),
    (
        HEAD + "setup: Bob controls a goblin\nsetup: goblin controls an ogre\n",
        4,
        "no wizard in this duel is called 'goblin'",
    ),
    (HEAD + "setup: Bob history LH XQ\n", 3, "no history: 'XQ'"),
    (HEAD + "setup: Bob history LH P LH F\n", 3, "the left hand's history stands twice"),
    (HEAD + "setup: Bob history LH P\nsetup: Bob history RH P\n", 4, "Bob's history has been given already"),
    (HEAD + "setup: Bob likes tea\n", 3, "not understood: 'Bob likes tea'"),
    (HEAD + "turn 1\ndice: Bob right\n", 4, "a die is `NAME right C` or `goblin attacks NAME`"),
    (HEAD + "turn 1\ndice: Bob right >\n", 4, "the die shows one of C D F P S W, not >"),
    (HEAD + "turn 1\ndice: Zed right C\n", 4, "no wizard in this duel is called 'Zed'"),
    (
        HEAD + "setup: Ann controls a goblin\nsetup: Bob controls a goblin\nsetup: goblin has Haste\n",
        5,
        "'goblin' may be any of goblin 1, goblin 2",
    ),
    (
        HEAD + "setup: Ann controls a goblin\nturn 1\ndice: goblin attacks LH:Zed\n",
        5,
        "no wizard in this duel is called",
    ),
    (HEAD + "turn 1\ndice: goblin attacks Bob\n", 4, "no wizard or monster is called 'goblin'"),
    (HEAD + "turn 1\ndice: Ann attacks Bob\n", 4, "Ann is no monster"),
    (
        HEAD + "setup: Ann controls a goblin\nturn 1\ndice: goblin attacks goblin 1\n",
        5,
        "a confused monster does not attack itself",
    ),
    (HEAD + "turn 1\ndice: Bob right C\ndice: Bob left C\n", 5, "Bob's die has been given already"),
    (HEAD + "turn 1\ndice: Bob paralysed left\ndice: Bob paralysed right\n", 5, "Bob's die has been given already"),
    (HEAD + "turn 1\ndice: Zed paralysed left\n", 4, "no wizard in this duel is called 'Zed'"),
]


@pytest.mark.parametrize(("text", "line", "reason"), FAULTS, ids=[f"fault-{n}" for n in range(len(FAULTS))])
def test_a_faulty_line_is_named_with_the_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        adjudicate_text(text, name="some.duel")
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == ("some.duel", line)
    assert str(caught.value) == f"some.duel:{line}: {caught.value.reason}"


def test_an_extra_turn_is_only_for_those_who_are_stopped() -> None:
    stopping = (
        HEAD
        + "setup: Ann history LH SPP RH ---\n"
        + "turn 1\nAnn: clap, time stop on me\n"
        + "turn 1 time stop\nAnn: LH: P\n"
    )
    assert [turn["part"] for turn in adjudicate_text(stopping)["turns"]] == ["normal", "time stop"]
    with pytest.raises(TranscriptError, match=r"^-:8: Bob has no extra turn$"):
        adjudicate_text(stopping + "Bob: LH: P\n")
    with pytest.raises(TranscriptError, match="nobody has an extra turn after turn 1"):
        adjudicate_text(stopping + "turn 1 time stop\n")


def test_the_dead_are_told_that_they_order_nothing_and_are_not_if_they_wrote_nothing() -> None:
    text = "duel: x\nwizards: Ann, Bob, Cid\nsetup: Cid has 1 hit point\nturn 1\nAnn: LH: stab Cid, RH: -\nturn 2\nCid:"
    (_, silent) = adjudicate_text(text + "\n")["turns"]
    assert silent["complaints"] == []
    (_, turn) = adjudicate_text(text + "\n    LH: F, RH: F\n")["turns"]
    assert [complaint["reason"] for complaint in turn["complaints"]] == ["Cid is dead and orders nothing"]


def test_a_confused_monster_may_be_rolled_to_strike_a_monster_still_to_be_made() -> None:
    confusing = "setup: Ann controls an ogre\nsetup: Bob history LH DS RH --\nsetup: Ann history LH S RH -\n" + (
        "turn 1\nAnn: LH: F, RH: -\nBob: LH: F, RH: -, cast Confusion at ogre\n"
        "turn 2\ndice: ogre attacks LH: Ann\nAnn: LH: W, RH: -\n"
    )
    (_, turn) = adjudicate_text(HEAD + confusing)["turns"]
    (goblin,) = [monster for monster in turn["monsters"] if monster["kind"] == "goblin"]
    assert goblin["alive"] is False


def test_an_unknown_viewer_is_a_fault() -> None:
    with pytest.raises(TranscriptError, match="no wizard in this duel is called 'Zed'"):
        adjudicate_text(HEAD + TURN, viewer="Zed")


@pytest.mark.parametrize("orders", ["LH: Q", "cast Sheild", "???", "goblin attacks Zed", "LH LH LH", "- then - then -"])
def test_orders_lead_to_complaints_and_never_to_an_error(orders: str) -> None:
    (turn,) = adjudicate_text(HEAD + f"turn 1\nAnn: RH: P, {orders}\n")["turns"]
    assert turn["complaints"]
    assert turn["gestures"]["Ann"][0][1] in ("P", "-")
