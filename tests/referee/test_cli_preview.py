"""`referee preview`: what orders would do, on the screen and as a record, and what is refused."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from referee.__main__ import main

DUEL = """\
duel: Practice
wizards: Ann, Bob, Cid
setup: Bob banked Fear
turn 1
Ann: W/S
Bob: W/C
turn 2
Ann: F/F
Bob: P/D
turn 3
Ann: P/W, cause light wounds at Bob, cast Sheild, RH:Ann attacks Cid
"""
TOLD = """\
Practice: Ann, turn 3

Your orders as understood
| LH: P
| RH: W
| cast Cause light wounds at Bob
| RH:Ann attacks Cid

What they come to
| left hand   P  finishes Cause light wounds, at Bob
| right hand  W  finishes Summon goblin, at yourself (by default)

What is wrong with them or may surprise you
| line 11, “cast Sheild”: there is no spell "Sheild"; did you
| mean Shield? Try: cast Shield

What could still stop them this turn
| Cause light wounds  Bob could counter it: Counter-spell at Bob, with P
|                       of the left hand
| Summon goblin       Bob could counter it: Counter-spell at you, with P
|                       of the left hand
| Bob has a banked spell, which may be anything.
"""


def preview(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["preview", "-", *options], input=text, catch_exceptions=False)


def test_a_preview_tells_the_orders_what_they_come_to_and_what_could_stop_them() -> None:
    told = preview(DUEL)
    assert told.exit_code == 0
    assert told.stdout == TOLD


def test_an_extra_turn_is_told_as_such() -> None:
    text = """duel: x\nwizards: Ann, Bob\nsetup: Ann history LH SPP RH --S
turn 1\nAnn: C/C, Time stop\nturn 1 time stop\nAnn: P/P"""
    told = preview(text).stdout
    assert told.startswith("x: Ann, turn 1, the extra turn\n")
    assert "nobody's defence counts" in told
    assert "Both palms together are a surrender" in told


def test_banks_hidden_hands_and_takers_are_told() -> None:
    text = """duel: x\nwizards: Ann, Bob, Cid\nsetup: Ann has Blindness\nsetup: Ann has Permanency\nsetup: Bob has Haste
setup: Ann history LH WWFFF RH -----\nsetup: Cid has Delayed effect\nsetup: Bob banked Fear
setup: Cid banked Amnesia\nturn 1\nAnn: F/P, Paralysis at Bob\n"""
    told = " ".join(preview(text).stdout.replace("| ", "").split())
    assert "Permanency takes Paralysis: it will be permanent." in told
    assert "Shield no spell that you can see coming stops it" in told
    seeing = " ".join(preview(text.replace("setup: Ann has Blindness\n", "")).stdout.replace("| ", "").split())
    assert "Bob could throw it back at you: Magic mirror at Bob, with C, then W of both hands" in seeing
    assert "Bob and Cid have each a banked spell, which may be anything." in seeing
    assert "Delayed effect: Cid banks one spell before any can be cast." in seeing
    again = "duel: x\nwizards: Ann, Bob\nsetup: Ann has Blindness\nturn 1\nBob: W/W\nAnn: F/-\nturn 2\nAnn: P/-\n"
    assert "You have not seen all that Bob's hands made of late" in " ".join(
        preview(again).stdout.replace("| ", "").split()
    )


def test_the_record_holds_the_same_as_strings_numbers_and_lists() -> None:
    found = json.loads(preview(DUEL, "--json").stdout)
    assert (found["wizard"], found["turn"], found["part"], found["complete"]) == ("Ann", 3, "normal", True)
    assert found["orders"][:2] == ["LH: P", "RH: W"]
    assert [(s["spell"], s["subject"], s["subject_by_default"]) for s in found["spells"]] == [
        ("Cause light wounds", "Bob", False),
        ("Summon goblin", "Ann", True),
    ]
    assert found["spells"][0]["answers"] == [
        {"who": "Bob", "how": "counters", "at": "Bob", "spell": "Counter-spell", "hand": "left", "gestures": "P"}
    ]
    assert found["banked"] == ["Bob"]
    assert {reach["who"] for reach in found["opponents"]} == {"Bob", "Cid"}


def test_what_asks_for_no_preview_is_refused_with_file_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "two.duel"
    file.write_text("duel: x\nwizards: Ann, Bob\nturn 1\nAnn: F/F\nBob: F/F\n")
    refused = CliRunner().invoke(main, ["preview", str(file)])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"{file}:5: turn 1 has the orders of Ann and Bob; one wizard's alone are wanted\n"
    missing = CliRunner().invoke(main, ["preview", str(tmp_path / "none.duel")])
    assert (missing.exit_code, "cannot be read: No such file" in missing.stderr) == (2, True)
