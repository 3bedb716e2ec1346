"""Duels written as transcripts: the exact words, and what cannot be written."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clauses import AimClause, HandClause
from engine.model import Duel, Gesture, Hand, new_duel
from engine.orders import check
from engine.resolver import adjudicate
from engine.script import read_script
from engine.setup_writing import Untellable, setup_lines
from engine.transcript import opening, play
from engine.transcript_writing import Told, write_transcript

PLAYED = """\
duel: the first
wizards: Ann, Bob, Cid
salt: 12
setup: Ann has Haste
setup: Bob has 5 hit points
setup: Bob controls an ogre
setup: Cid banked Fear
setup: Bob history LH DS RH --

turn 1
Ann: f/p then p/f, shield on Cid with lh
Bob: f/-, confusion on ann, ogre attacks Ann, goblin attacks Ann
Cid: d/stab bob, say: well, well

turn 2
dice: Ann second half left D
Ann: L=S, R=P, then F/F
Bob: lh w
"""
WRITTEN = """\
duel: the second
wizards: Ann, Bob, Cid
rules: bartle
salt: 12
setup: Bob controls an ogre
setup: Ann has Haste
setup: Bob has 5 hit points
setup: Bob history LH DS RH --
setup: Cid banked Fear

turn 1
Ann: LH: F, RH: P
    then LH: P, RH: F, cast Shield with LH at Cid
# filled in for Ann: cast Shield with RH at Ann
Bob: LH: F, RH: -, cast Confusion with LH at Ann, ogre 1 attacks Ann
Cid: LH: D, RH: stab Bob, say: well, well

turn 2
dice: Ann second half left D
Ann: LH: S, RH: P
    then LH: F, RH: F
# filled in for Ann: cast Shield with RH at Ann then cast Missile with LH
Bob: LH: W
# filled in for Bob: cast Summon goblin with LH at Bob
"""


def written(text: str, title: str = "the second") -> str:
    script, played = play(text)
    told = [Told(turn=p.turn.turn, part=p.turn.part, orders=p.orders, events=p.turn.events) for p in played]
    return write_transcript(opening(script), told, title=title)


def test_orders_are_written_in_full_with_what_was_filled_in_beside_them() -> None:
    assert written(PLAYED) == WRITTEN


def test_a_confused_monster_has_its_die_unless_a_wizard_called_dice_would_take_it_for_orders() -> None:
    text = """duel: x\nwizards: NAME, Bob\nsetup: Bob controls a goblin
setup: NAME history LH DS RH --\n\nturn 1\nNAME: f/-, confusion at goblin
turn 2\nBob: goblin attacks NAME"""
    assert "\ndice: goblin 1 attacks " in written(text.replace("NAME", "Ann"))
    assert "\ndice: " not in written(text.replace("NAME", "Dice"))


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("a  long\nnight", "a long night"),
        ("#2 of # games", "no. 2 of no. games"),
        ("C# minor", "C# minor"),
        (" ", "untitled"),
    ],
)
def test_a_title_is_one_line_without_a_comment(title: str, line: str) -> None:
    assert write_transcript(new_duel(("Ann", "Bob")), [], title=title).startswith(f"duel: {line}\n")


@pytest.mark.parametrize("salt", ["", " 7", "7 # 8", "7\n8"])
def test_a_salt_that_no_line_can_hold_is_refused(salt: str) -> None:
    with pytest.raises(Untellable, match="salt"):
        write_transcript(new_duel(("Ann", "Bob"), salt=salt), [], title="x")


def test_an_opening_beyond_words_is_refused() -> None:
    plain = new_duel(("Ann", "Bob"))

    def with_ann(**changes: object) -> Duel:
        return replace(plain, wizards=(replace(plain.wizards[0], **changes), plain.wizards[1]))

    with pytest.raises(Untellable, match="may have 1 to 15 hit points"):
        setup_lines(with_ann(hit_points=16))
    with pytest.raises(Untellable, match="what no setup line can say"):
        setup_lines(with_ann(short_bolt_used=True))


def test_an_aim_that_a_later_mail_left_for_both_pairs_is_written_in_both() -> None:
    script = read_script("duel: x\nwizards: Ann, Bob, Cid\nsetup: Ann has Haste\n")
    made = [HandClause(hand=Hand.RIGHT, half=half, gesture=Gesture.PALM) for half in (0, 1)]
    free = [HandClause(hand=Hand.LEFT, half=half, gesture=Gesture.WAVE) for half in (0, 1)]
    checked = check(opening(script), "Ann", [*made, *free, AimClause(hand=Hand.RIGHT, subject="Bob")])
    turn = adjudicate(opening(script), {"Ann": checked.orders})
    told = Told(turn=turn.turn, part=turn.part, orders=(checked.orders,), events=turn.events)
    text = write_transcript(turn.before, [told], title="x")
    assert text.count(", RH at Bob\n") == 2
    assert play(text)[1][0].turn.events == turn.events


PLAYED_AGAIN = {
    "an unnamed hand that the dice chose": (
        "rules: firetop\nsetup: Ann history LH FF RH --\n"
        "turn 1\nAnn: LH: F, RH: -, paralysis on Bob\nBob: LH: D, RH: -\n",
        "dice: Bob paralysed right",
    ),
    "both blows of a confused monster": (
        "setup: Ann controls an ogre\nsetup: ogre has Haste\nsetup: Bob history LH DS RH --\n"
        "turn 1\nBob: LH: F, RH: -, cast Confusion at ogre\nturn 2\nBob: LH: -, RH: -\n",
        "dice: ogre 1 attacks Bob",
    ),
    "a clause for a hand that was held": (
        "setup: Ann history LH S RH S\nsetup: Bob history LH FF RH --\n"
        "turn 1\nBob: LH: F, RH: -, paralyse Ann's LH\nAnn: LH: S, RH: S\n"
        "turn 2\nAnn: LH: F, RH: D, if LH=D cast Missile at Ann, cast Missile with RH at Bob\n",
        "Ann: LH: F, RH: D, cast Missile with RH at Bob, if LH=D cast Missile at Ann",
    ),
    "more clauses than a line holds": (
        "setup: Ann history LH S RH S\nsetup: Ann controls a goblin\nsetup: Ann controls a troll\n"
        "turn 1\nAnn: LH: D, RH: D, RH at Ann, cast Missile with RH, LH at Bob, "
        "goblin attacks Bob, troll attacks Ann\n",
        "    troll 1 attacks Ann",
    ),
}


@pytest.mark.parametrize(("text", "line"), PLAYED_AGAIN.values(), ids=PLAYED_AGAIN)
def test_what_was_written_goes_the_same_way_and_is_written_the_same_way(text: str, line: str) -> None:
    text = f"duel: the second\nwizards: Ann, Bob\n{text}"
    again = written(text)
    assert line in again.splitlines()
    assert written(again) == again
    assert [each.turn.events for each in play(again)[1]] == [each.turn.events for each in play(text)[1]]
