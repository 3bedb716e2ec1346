"""The tables of a report: exact tables for duels played from transcripts, and what holds for every table."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.language import Field, read
from engine.model import Duel
from engine.transcript import play
from engine.views import View, observe
from referee.mail.board_histories import cast_marks, histories, histories_in_full
from referee.mail.board_prospects import prospects
from referee.mail.board_standing import Standing, standing
from referee.mail.tables import history_lines, prospect_lines, standing_lines

RULES = Path(__file__).parents[1] / "rules"
TRANSCRIPTS = sorted(RULES.rglob("*.duel"))
HEAD = "duel: Practice\nwizards: Ann, Bob\n"


def views(text: str, viewer: str) -> list[View]:
    """Every turn of a transcript as one wizard sees it; all its orders must be good."""
    _, played = play(text)
    assert [complaint for each in played for complaint in each.complaints] == []
    return [observe(each.turn, viewer) for each in played]


def last_view(text: str, viewer: str) -> View:
    return views(HEAD + text, viewer)[-1]


def standing_of(text: str, viewer: str) -> str:
    return "\n".join(standing_lines(standing(last_view(text, viewer))))


def notes_of(text: str, viewer: str, name: str) -> tuple[str, ...]:
    return next(row.notes for row in standing(last_view(text, viewer)) if row.name == name)


def history_of(text: str, viewer: str) -> str:
    """With the marks of the last turn."""
    view = last_view(text, viewer)
    return "\n".join(history_lines(histories(view.duel, viewer, cast_marks(view))))


def prospects_of(text: str, viewer: str, who: str) -> str:
    return "\n".join(prospect_lines(prospects(last_view(text, viewer).duel, viewer, who)))


def table(text: str) -> str:
    """The rows of a table written with an indent."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


SHORT = """\
turn 1
Ann: F S
Bob: S W
turn 2
Ann: F D
Bob: F W
turn 3
Ann: F P
Bob: W P
"""


def test_a_short_duel_shows_who_is_hurt_held_and_protected() -> None:
    assert standing_of(SHORT, "Ann") == table("""
        |            hit points
        | Ann (you)  15
        | Bob        14          left hand paralysed on turn 4: palm
        |                        Protection from evil: 3 more turns
        | goblin 1    1          obeys Bob, attacked you
    """)


def test_a_change_of_hit_points_stands_beside_them() -> None:
    rows = standing(views(HEAD + SHORT, "Bob")[1])
    assert [(row.name, row.is_you, row.hit_points, row.change) for row in rows] == [
        ("Ann", False, "15", ""),
        ("Bob", True, "14", "(-1)"),
    ]


def test_a_heading_says_after_which_turn() -> None:
    rows = (Standing(name="Ann", is_you=True, is_monster=False, hit_points="15"),)
    assert standing_lines(rows, when="after turn 3") == (
        "| after turn 3  hit points",
        "| Ann (you)     15",
    )


def test_a_short_duel_shows_the_gestures_lined_up_and_what_was_cast() -> None:
    assert history_of(SHORT, "Ann") == table("""
        |           1   2   3
        | Ann  LH   F   F   F*  * Paralysis
        |      RH   S   D   P*  * Shield
        | Bob  LH   S   F   W*  * Summon goblin
        |      RH   W   W   P*  * Protection from evil
    """)


def test_marks_of_earlier_turns_have_a_star_and_no_legend() -> None:
    seen = views(HEAD + SHORT, "Ann")
    marks = dict(cast_marks(seen[1])) | dict(cast_marks(seen[2]))
    assert history_lines(histories(seen[-1].duel, "Ann", marks))[2] == "|      RH   S   D*  P*  * Shield"


def test_one_more_gesture_of_each_hand_is_told_the_longest_spell_first() -> None:
    assert prospects_of(SHORT, "Ann", "Ann") == table("""
        | left hand       F Paralysis, P Shield
        | right hand      P Amnesia or Shield
    """)


def test_a_paralysed_hand_can_only_make_what_it_is_frozen_into_and_two_palms_are_warned_of() -> None:
    assert prospects_of(SHORT, "Ann", "Bob") == table("""
        | left hand       (will make a palm) Shield
        | right hand      P Counter-spell or Shield (but two palms are a
        |                   surrender)
    """)


def long_duel(turns: int) -> str:
    return "".join(
        f"turn {turn}\nAnn: {'FW'[turn % 2]} -\nBob: LH - RH {'DP'[turn % 2]}\n" for turn in range(1, turns + 1)
    )


def test_a_duel_of_sixty_turns_shows_the_last_and_says_how_many_columns_are_left_out() -> None:
    assert history_of(long_duel(60), "Ann") == table("""
        |           46  47  48  49  50  51  52  53  54  55  56  57  58  59  60
        | Ann  LH   F   W   F   W   F   W   F   W   F   W   F   W   F   W   F
        |      RH   -   -   -   -   -   -   -   -   -   -   -   -   -   -   -
        | Bob  LH   -   -   -   -   -   -   -   -   -   -   -   -   -   -   -
        |      RH   D   P   D   P   D   P   D   P   D   P   D   P   D   P   D
        | 45 earlier columns are not shown
    """)


def test_where_the_columns_leave_no_room_the_legend_stands_below() -> None:
    assert history_of(long_duel(59), "Ann").splitlines()[-3:] == [
        "|      RH   P   D   P   D   P   D   P   D   P   D   P   D   P   D   P*",
        "|           * Shield",
        "| 44 earlier columns are not shown",
    ]


def test_a_whole_history_comes_in_as_many_parts_as_it_needs() -> None:
    duel = last_view(long_duel(60), "Ann").duel
    parts = histories_in_full(duel, "Ann", {})
    assert [column.turn for part in parts for column in part.columns] == list(range(1, 61))
    assert [part.left_out for part in parts] == [0, 0, 0, 0]


HASTED = """\
setup: Ann has Haste
turn 1
Ann: F S then D P
Bob: W P
turn 2
Ann: F W then F D
Bob: P -
"""


def test_a_hasted_turn_takes_two_columns() -> None:
    assert history_of(HASTED, "Bob") == table("""
        |           1   1b  2   2b
        | Ann  LH   F   D   F   F
        |      RH   S   P   W   D
        | Bob  LH   W       P*      * Shield
        |      RH   P       -
    """)


def test_the_prospects_of_the_hasted_are_those_of_their_first_pair() -> None:
    assert prospects_of(HASTED, "Ann", "Ann") == table("""
        | left hand       F Paralysis, P Shield
        | right hand      P Shield
        | (hasted: this is for the first of two pairs)
    """)


STOPPED = """\
setup: Ann history LH SPP RH DWD
turn 1
Ann: C C
Bob: W P
"""


def test_a_both_hands_spell_is_marked_on_both_hands_and_told_once() -> None:
    view = views(HEAD + STOPPED, "Bob")[0]
    assert "\n".join(history_lines(histories(view.duel, "Bob", cast_marks(view)))) == table("""
        |           -2  -1  0   1
        | Ann  LH   S   P   P   C*  * Time stop (both hands)
        |      RH   D   W   D   C*
        | Bob  LH               W
        |      RH               P*  * Shield
    """)


def test_the_extra_turn_has_a_column_of_its_own_which_the_others_did_not_see() -> None:
    extra = STOPPED + "turn 1 time stop\nAnn: F P\n"
    assert history_of(extra, "Ann") == table("""
        |           -2  -1  0   1   1+
        | Ann  LH   S   P   P   C   F
        |      RH   D   W   D   C   P*  * Shield
        | Bob  LH               W
        |      RH               P
    """)
    assert history_of(extra, "Bob") == table("""
        |           -2  -1  0   1   1+
        | Ann  LH   S   P   P   C   ?
        |      RH   D   W   D   C   ?
        | Bob  LH               W
        |      RH               P
    """)
    assert prospects_of(extra, "Bob", "Ann") == "| you have not seen enough of their hands"


def test_a_both_hands_formula_is_told_under_both_hands() -> None:
    ready = "setup: Ann history LH PWPWW RH -----\nturn 1\nAnn: LH - RH -\nBob: LH - RH -\n"
    assert "both hands" not in prospects_of(ready, "Bob", "Ann")
    ready = "setup: Ann history LH PWPW RH ----\nturn 1\nAnn: W -\nBob: LH - RH -\n"
    assert prospects_of(ready, "Bob", "Ann") == table("""
        | left hand       P Protection from evil or Shield, S Counter-spell
        | right hand      P Shield
        | both hands      C Haste
    """)


BLIND = """\
setup: Bob has Blindness
setup: Ann controls a goblin
setup: Ann controls a troll
turn 1
Ann: S P
  troll attacks nobody
Bob: W P
turn 2
Ann: F W
Bob: S D
"""


def test_a_blind_wizard_sees_his_own_hit_points_and_what_struck_him() -> None:
    assert standing_of(BLIND, "Bob") == table("""
        |            hit points
        | Ann         ?
        | Bob (you)  14  (-1)    Blindness: 1 more turn
        | goblin 1    ?          obeys Ann, attacked you
    """)


def test_a_blind_wizard_sees_no_gestures_but_his_own() -> None:
    assert history_of(BLIND, "Bob") == table("""
        |           1   2
        | Ann  LH   ?   ?
        |      RH   ?   ?
        | Bob  LH   W   S
        |      RH   P   D
    """)
    assert prospects_of(BLIND, "Bob", "Ann") == "| you have not seen enough of their hands"


def test_what_was_not_seen_so_long_ago_that_no_spell_can_use_it_does_no_harm() -> None:
    def blind_then(turns: int) -> str:
        return "setup: Bob has Blindness\n" + "".join(
            f"turn {turn}\nAnn: LH {'F' if turn > turns - 2 else '-'} RH -\nBob: LH - RH -\n"
            for turn in range(1, turns + 1)
        )

    assert prospects_of(blind_then(9), "Bob", "Ann") == "| you have not seen enough of their hands"
    assert prospects_of(blind_then(10), "Bob", "Ann").splitlines()[0] == "| left hand       F Paralysis, P Shield"


ANTI_SPELL = """\
setup: Ann history LH SP RH --
turn 1
Ann: F -
Bob: W W
turn 2
Ann: LH - RH -
Bob: W -
"""


def test_anti_spell_is_marked_after_the_last_gesture_that_it_made_useless() -> None:
    assert history_of(ANTI_SPELL, "Bob") == table("""
        |           -1  0   1   2
        | Ann  LH   S   P   F   -
        |      RH   -   -   -   -
        | Bob  LH           W/  W
        |      RH           W/  -
    """)
    assert prospects_of(ANTI_SPELL, "Bob", "Bob").splitlines()[0] == "| left hand       P Shield"


def test_an_anti_spell_on_a_turn_that_was_not_seen_is_not_told() -> None:
    blind = "wizards: Ann, Bob, Cyd\nduel: Practice\nsetup: Cyd has Blindness\n" + ANTI_SPELL.replace(
        "Ann: F -", "Ann: F -\n  left at Bob"
    )
    seen = views(blind, "Cyd")[-1]
    assert not any(cell.cut_after for row in histories(seen.duel, "Cyd", {}).rows for cell in row.cells)
    seen = views(blind, "Ann")[-1]
    assert any(cell.cut_after for row in histories(seen.duel, "Ann", {}).rows for cell in row.cells)


def melee(turns: int) -> str:
    """Twelve wizards of the longest names, who do nothing but wave and point."""
    names = [f"Bartholomew Ignatiu{letter}" for letter in "abcdefghijkl"]
    orders = ["".join(f"{name}: {pair}\n" for name in names) for pair in ("W D", "D -")]
    return f"duel: Melee\nwizards: {', '.join(names)}\n" + "".join(
        f"turn {turn}\n{orders[turn % 2]}" for turn in range(1, turns + 1)
    )


def test_twelve_wizards_have_two_rows_each_and_the_last_columns_that_fit() -> None:
    view = views(melee(12), "Bartholomew Ignatiuc")[-1]
    lines = history_lines(histories(view.duel, view.viewer, cast_marks(view)))
    assert len(lines) == 1 + 2 * 12 + 1
    assert lines[:3] == (
        "|                            3   4   5   6   7   8   9   10  11  12",
        "| Bartholomew Ignatiua  LH   D   W   D   W   D   W   D   W   D   W",
        "|                       RH   -   D   -   D   -   D   -   D   -   D",
    )
    assert lines[-1] == "| 2 earlier columns are not shown"
    table_of_all = standing_lines(standing(view))
    assert table_of_all[3] == "| Bartholomew Ignatiuc (you)  15"
    assert len(table_of_all) == 1 + 12


def test_an_enchantment_is_told_with_its_remaining_turns_and_how_it_ends() -> None:
    ill = "".join(
        f"setup: Ann has {name}\n"
        for name in ("Disease", "Poison", "Resist heat", "Blindness", "Delayed effect", "Permanency")
    )
    text = f"{ill}setup: Ann banked Missile\nturn 1\nAnn: LH - RH -\nBob: LH - RH -\n"
    assert notes_of(text, "Ann", "Ann") == (
        "Disease: you die at the end of turn 5 unless cured",
        "Poison: you die at the end of turn 5 unless it is removed",
        "Resist heat",
        "Blindness: 2 more turns",
        "Delayed effect (banks the next spell): 2 more turns",
        "Permanency (makes the next spell last): 2 more turns",
        "Missile is banked",
    )
    assert notes_of(text, "Bob", "Ann")[0] == "Disease: dies at the end of turn 5 unless cured"
    assert notes_of(text, "Bob", "Ann")[-1] == "a spell is banked"


def bound(left: str, right: str, pair: str, *, setup: str = "", more: str = "") -> str:
    """Bob, who begins with these histories, makes a pair of gestures; Ann makes `D W`."""
    return f"setup: Bob history LH {left} RH {right}\n{setup}turn 1\nBob: {pair}\n{more}Ann: D W\n"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (bound("SW", "--", "D -"), "Fear on turn 2: no C, D, F or S"),
        (bound("DP", "--", "P -"), "Amnesia on turn 2: repeats left D, right W"),
        (bound("DS", "--", "F -"), "Confusion on turn 2: the dice move one hand"),
        (bound("PSD", "---", "F -"), "left hand charmed on turn 2: Bob says what it does"),
        (bound("FF", "--", "F -"), "left hand paralysed on turn 2: levelled forefinger"),
        (bound("SW", "--", "D -", setup="setup: Bob has Permanency\n"), "Fear for good: no C, D, F or S"),
    ],
)
def test_a_spell_that_holds_the_mind_is_told_with_the_turn_on_which_it_binds(text: str, note: str) -> None:
    assert notes_of(text, "Ann", "Ann") == (note,)


def test_a_permanent_protection_is_told_as_permanent() -> None:
    text = bound("WW", "--", "P -", setup="setup: Bob has Permanency\n")
    assert notes_of(text, "Ann", "Bob") == ("Protection from evil, permanent",)


def test_a_permanent_confusion_is_told_by_what_it_settled_on() -> None:
    text = bound("DS", "--", "F -", setup="setup: Bob has Permanency\n")
    text += "turn 2\ndice: Ann right S\nBob: LH - RH -\nAnn: LH - RH -\n"
    assert notes_of(text, "Bob", "Ann") == ("Confusion for good: right hand makes a snap",)


def test_what_a_permanent_confusion_settled_on_is_not_told_to_one_who_has_not_seen_it() -> None:
    text = bound("DS", "--", "F -", setup="setup: Bob has Permanency\nsetup: Ann history LH PPW RH --W\n")
    unseen = text.replace("Ann: D W", "Ann: S S") + "turn 2\ndice: Ann right S\nBob: LH - RH -\nAnn: LH - RH -\n"
    assert "Confusion for good: the dice move one hand" in notes_of(unseen, "Bob", "Ann")
    assert "Confusion for good: right hand makes a snap" in notes_of(unseen, "Ann", "Ann")


def test_the_charmer_is_told_that_the_hand_is_his_to_move() -> None:
    text = bound("PSD", "---", "F -")
    assert notes_of(text, "Bob", "Ann") == ("left hand charmed on turn 2: you say what it does",)
    assert prospects_of(text, "Bob", "Ann") == table("""
        | left hand       (you say what it does) P Shield
        | right hand      P Shield
    """)
    assert prospects_of(text, "Ann", "Ann").startswith("| left hand       (Bob says what it does) P Shield")


def test_fear_and_amnesia_leave_only_the_gestures_that_they_allow() -> None:
    afraid = bound("SW", "--", "D -", setup="setup: Ann history LH SP RH FF\n")
    assert prospects_of(afraid, "Bob", "Ann") == table("""
        | left hand       P Shield
        | right hand      P Shield
    """)
    forgetful = bound("DP", "--", "P -")
    assert prospects_of(forgetful, "Bob", "Ann") == table("""
        | left hand       (will make a levelled forefinger)
        | right hand      (will make a wave)
    """)


MONSTERS = """setup: Ann controls a goblin
setup: Ann controls an ogre
setup: Ann controls a fire elemental
turn 1
Ann: LH - RH -
  goblin attacks nobody
  ogre attacks goblin
Bob: LH - RH -
"""


def test_only_the_master_is_told_what_his_monsters_are_ordered_to_do() -> None:
    text = MONSTERS.replace("setup: Ann controls a fire elemental\n", "").replace("attacks goblin", "attacks Bob")
    assert notes_of(text, "Ann", "goblin 1") == ("obeys you, attacks nobody",)
    assert notes_of(text, "Bob", "goblin 1") == ("obeys Ann",)
    assert notes_of(text, "Ann", "ogre 1") == ("obeys you, attacks Bob",)
    assert notes_of(text, "Bob", "ogre 1") == ("obeys Ann, attacked you",)


def test_a_monster_without_an_order_attacks_the_only_opponent_and_no_one_of_several() -> None:
    turn = "setup: Ann controls a goblin\nturn 1\nAnn: LH - RH -\nBob: LH - RH -\n"
    assert notes_of(turn, "Ann", "goblin 1") == ("obeys you, attacks Bob",)
    three = views(f"duel: Practice\nwizards: Ann, Bob, Cyd\n{turn}Cyd: LH - RH -\n", "Ann")[-1]
    assert [row.notes for row in standing(three) if row.is_monster] == [("obeys you, has no order",)]


def test_monsters_that_died_this_turn_are_still_shown_and_elementals_have_their_element() -> None:
    assert standing_of(MONSTERS, "Bob") == table("""
        |                   hit points
        | Ann               12  (-3)
        | Bob (you)         12  (-3)
        | goblin 1          dead  (-1)
        | ogre 1            dead  (-2)
        | fire elemental 1   3          attacks everyone else
    """)
    later = last_view(MONSTERS + "turn 2\nAnn: LH - RH -\nBob: LH - RH -\n", "Bob")
    assert [(row.name, row.element) for row in standing(later)] == [
        ("Ann", ""),
        ("Bob", ""),
        ("fire elemental 1", "fire"),
    ]


def test_the_dead_and_the_departed_are_told_as_such_and_have_no_prospects() -> None:
    text = "duel: Practice\nwizards: Ann, Bob, Cyd, Dan\nsetup: Cyd has 1 hit points\n"
    text += "turn 1\nAnn: LH stab Cyd, RH -\nBob: P P\nCyd: LH - RH -\nDan: LH - RH -\n"
    view = views(text, "Ann")[-1]
    assert [(row.name, row.hit_points, row.change) for row in standing(view)] == [
        ("Ann", "15", ""),
        ("Bob", "surrendered", ""),
        ("Cyd", "dead", "(-1)"),
        ("Dan", "15", ""),
    ]
    assert prospects(view.duel, "Ann", "Bob") == prospects(view.duel, "Ann", "Cyd") == ()
    assert prospects(view.duel, "Ann", "Dan") != ()


def test_before_the_first_turn_there_is_no_history() -> None:
    duel = views(HEAD + "turn 1\nAnn: LH - RH -\nBob: LH - RH -\n", "Ann")[-1].duel
    fresh = Duel(wizards=tuple(type(wizard)(name=wizard.name) for wizard in duel.wizards))
    assert history_lines(histories(fresh, "Ann", {})) == ()


def lines_of(view: View) -> list[str]:
    """All tables of one viewer after one turn, the whole history too."""
    marks = cast_marks(view)
    lines = [*standing_lines(standing(view), when=f"after turn {view.turn}")]
    lines += history_lines(histories(view.duel, view.viewer, marks))
    for part in histories_in_full(view.duel, view.viewer, marks):
        lines += history_lines(part)
    for wizard in view.duel.wizards:
        lines += prospect_lines(prospects(view.duel, view.viewer, wizard.name))
    return lines


def assert_rows(view: View) -> None:
    lines = lines_of(view)
    assert [line for line in lines if len(line) > 72 or not line.startswith("| ") or line != line.rstrip()] == []
    assert read("\n".join(lines), Field.of(view.duel), view.viewer).clauses == ()


@pytest.mark.parametrize("text", [long_duel(60), HASTED, STOPPED, BLIND, ANTI_SPELL, MONSTERS, SHORT])
def test_no_row_is_too_wide_or_reads_as_an_order(text: str) -> None:
    for viewer in ("Ann", "Bob"):
        for view in views(HEAD + text, viewer):
            assert_rows(view)


def test_no_row_of_twelve_wizards_is_too_wide_or_reads_as_an_order() -> None:
    for view in views(melee(12), "Bartholomew Ignatiua"):
        assert_rows(view)


@pytest.mark.parametrize("folder", sorted({path.parent for path in TRANSCRIPTS}), ids=lambda path: path.name)
def test_every_wizard_of_every_transcript_gets_good_tables(folder: Path) -> None:
    tables = 0
    for path in folder.glob("*.duel"):
        _, played = play(path.read_text(encoding="utf-8"))
        for each in played:
            for wizard in each.turn.after.wizards:
                assert_rows(observe(each.turn, wizard.name))
                tables += 1
    assert tables > 0
