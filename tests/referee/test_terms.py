"""The terms of a game: read from words and tables, written, told."""

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.language import Field, read
from engine.model import new_duel
from engine.variants import RULE_SETS
from referee.terms import (
    Press,
    Silence,
    SilenceKind,
    Terms,
    faults,
    options_begin,
    read_table,
    read_terms,
    table,
    tell,
    text,
)
from referee.terms.help import option_rows
from referee.terms.options import OPTIONS
from referee.times.durations import DAY, HOUR, MINUTE

RULES = tuple(RULE_SETS)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "UTC+5:30", "CET", "America/Argentina/Buenos_Aires", "UTC-3")
COUNTED = (SilenceKind.SURRENDER, SilenceKind.STANDBY)
COLUMNS = 72
WORDS = (
    "3d",
    "at",
    ":",
    ",",
    "no",
    "grace",
    "bank",
    "orders",
    "rest",
    "20",
    "zone",
    "in",
    "for",
    "press",
    "after",
    "a",
)

silences = st.one_of(
    st.sampled_from([kind for kind in SilenceKind if kind not in COUNTED]).map(Silence),
    st.builds(Silence, st.sampled_from(COUNTED), st.integers(1, 20)),
)


@st.composite
def all_terms(draw: st.DrawFn) -> Terms:
    at = draw(st.none() | st.builds(time, st.integers(0, 23), st.integers(0, 59)))
    turn = DAY * draw(st.integers(1, 60)) if at is not None else MINUTE * draw(st.integers(60, 60 * 24 * 60))
    return Terms(
        turn=turn,
        weekdays=draw(st.booleans()),
        at=at,
        zone=draw(st.sampled_from(ZONES)),
        grace=MINUTE * draw(st.integers(0, min(7 * DAY, turn) // MINUTE)),
        bank=MINUTE * draw(st.integers(0, 90 * 24 * 60)),
        cool_off=MINUTE * draw(st.integers(0, min(DAY, turn / 2) // MINUTE)),
        rules=draw(st.sampled_from(RULES)),
        wizards=draw(st.integers(2, 12)),
        rated=draw(st.booleans()),
        anonymous=draw(st.booleans()),
        press=draw(st.sampled_from(Press)),
        silence=draw(silences),
        watchers_behind=draw(st.integers(0, 1)),
    )


@given(all_terms())
def test_terms_come_back_from_their_words_and_from_their_table(terms: Terms) -> None:
    assert faults(terms) == ()
    assert read_terms(text(terms)) == terms
    assert read_terms(text(terms).upper().replace(",", "")) == terms
    assert read_table(table(terms)) == terms


@given(all_terms(), all_terms())
def test_what_is_not_said_stays_as_it_was_and_a_table_says_all(terms: Terms, base: Terms) -> None:
    assert read_terms("", base=base) == base
    assert read_table(table(terms), base=base) == terms


def test_the_example_of_the_invitation_is_read() -> None:
    said = "3d weekdays at 20:00 Europe/Berlin, grace 12h, rated, anonymous, firetop, no orders: rest"
    assert read_terms(said) == Terms(
        turn=3 * DAY,
        weekdays=True,
        at=time(20),
        zone="Europe/Berlin",
        grace=12 * HOUR,
        rated=True,
        anonymous=True,
        rules="firetop",
        silence=Silence(SilenceKind.REST),
    )


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ("72h", {}),
        ("3 Days Per Turn", {}),
        ("every 2 days", {"turn": 2 * DAY}),
        ("a week per turn", {"turn": 7 * DAY}),
        ("turn time: 36 hours", {"turn": 36 * HOUR}),
        ("weekly turns, please!", {"turn": 7 * DAY}),
        ("a daily game", {"turn": DAY}),
        ("one turn per week", {"turn": 7 * DAY}),
        ("2 days each", {"turn": 2 * DAY}),
        ("2 days, 3 days", None),
        ("2d 3d", None),
        ("melee", None),
        ("5 working days", {"turn": 5 * DAY, "weekdays": True}),
        ("3d no weekends", {"weekdays": True}),
        ("mon-fri", {"weekdays": True}),
        ("3d 24h grace", {"grace": DAY}),
        ("12h grace no press", {"press": Press.NONE}),
        ("no grace no press", {"grace": timedelta(), "press": Press.NONE}),
        ("no grace", {"grace": timedelta()}),
        ("2h", {"turn": 2 * HOUR, "grace": 2 * HOUR}),
        ("a time bank of 10 days", {"bank": 10 * DAY}),
        ("cooling-off 30 minutes", {"cool_off": 30 * MINUTE}),
        ("at 8pm Berlin", {"at": time(20), "zone": "Europe/Berlin"}),
        ("due at 20.30 in New York rated", {"at": time(20, 30), "zone": "America/New_York", "rated": True}),
        ("at 20h30", {"at": time(20, 30)}),
        ("à 20h30", {"at": time(20, 30)}),
        ("20h30 Berlin", {"at": time(20, 30), "zone": "Europe/Berlin"}),
        ("8.30 pm", {"at": time(20, 30)}),
        ("2h30m, no grace", {"turn": timedelta(hours=2, minutes=30), "grace": timedelta()}),
        ("1.25 h, no grace", {"turn": timedelta(hours=1, minutes=15), "grace": timedelta()}),
        ("8pm London time", {"at": time(20), "zone": "Europe/London"}),
        ("20:00 Berlin time bank 2d", {"at": time(20), "zone": "Europe/Berlin", "bank": 2 * DAY}),
        ("hidden names, no messages", {"anonymous": True, "press": Press.NONE}),
        ("at noon UTC+2", {"at": time(12), "zone": "UTC+2"}),
        ("at midnight", {"at": time(0)}),
        ("at 24:00", {"at": time(0)}),
        ("at 12am", {"at": time(0)}),
        ("12:00 at", None),
        ("gray press", {"press": Press.GREY}),
        ("anonymous press", {"press": Press.GREY}),
        ("anonymous, open press", {"anonymous": True}),
        ("unrated and not anonymous", {}),
        ("melee of five, friendly game", {"wizards": 5}),
        ("for 3, rated", {"wizards": 3, "rated": True}),
        ("4 players", {"wizards": 4}),
        ("nmr: same", {"silence": Silence(SilenceKind.SAME)}),
        ("without orders wait and remind", {"silence": Silence(SilenceKind.WAIT)}),
        ("If no orders come: surrender after 2 turns in a row", {"silence": Silence(SilenceKind.SURRENDER, 2)}),
        ("standby after three", {"silence": Silence(SilenceKind.STANDBY, 3)}),
        ("no orders: offer the seat", {"silence": Silence(SilenceKind.STANDBY, 2)}),
        ("spectators one turn later", {"watchers_behind": 1}),
        ("FIRETOP rules", {"rules": "firetop"}),
        ("rated; rated", {"rated": True}),
    ],
)
def test_options_are_read_as_players_write_them(said: str, changes: dict[str, object] | None) -> None:
    terms = read_terms(said)
    if changes is None:
        assert isinstance(terms, tuple)
    else:
        assert terms == replace(Terms(), **changes)


@pytest.mark.parametrize(
    ("said", "reason", "nearest"),
    [
        ("wekdays", '"wekdays" is no option of a game', "weekdays only"),
        ("grace lots", '"grace lots" is no option of a game', "grace 12h"),
        ("3", '"3" is no option of a game', "3d"),
        ("turn 3", '"turn 3" is no option of a game', "3d"),
        ("wait", '"wait" is no option of a game', "no orders: wait"),
        ("3d, 2d", '"3d" and "2d" do not go together', "3d"),
        ("30m", "the shortest turn is 1h", "turn 1h"),
        ("90d", "the longest turn here is 60d", "turn 60d"),
        ("1d, grace 2d", "the longest grace here is 1d", "grace 1d"),
        ("36h at 20:00", "a fixed hour goes with turns of whole days", "turn 2d"),
        ("at 25:00", '"at 25:00" is no hour of the day', "at 20:00"),
        ("2h30", '"2h30" may be an hour of the day, or how long a turn is', "at 2:30"),
        ("rated 26h30", '"26h30" is no hour of the day', "at 20:00"),
        ("20.30", '"20.30" may be an hour of the day, or how long a turn is', "at 20:30"),
        ("at 13pm", '"at 13pm" is no hour of the day', "at 20:00"),
        ("zone Berln", 'no time zone is called "berln"', "Europe/Berlin"),
        ("rules chess", 'no rule set is called "chess"', "rules bartle"),
        ("20 wizards", "a game takes 2 to 12 wizards", "12 wizards"),
        ("surrender after 0", "the silent turns counted are 1 to 20", "no orders: surrender after 1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_read(said: str, reason: str, nearest: str) -> None:
    complaints = read_terms(said)
    assert isinstance(complaints, tuple)
    assert (complaints[0].reason, complaints[0].nearest[0]) == (reason, nearest)


def test_every_form_in_the_help_is_read_and_every_complaint_proposes_such_forms() -> None:
    for option in OPTIONS:
        for form in option.forms:
            assert isinstance(read_terms(form), Terms), form
        assert option.help.endswith(".")


def test_all_complaints_come_at_once() -> None:
    complaints = read_terms("wekdays, 3 dogs, at 25:00, rated")
    assert isinstance(complaints, tuple)
    assert [each.said for each in complaints] == ["wekdays", "3 dogs", "at 25:00"]


@given(st.text(max_size=200) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_makes_terms_that_can_be_played_or_complaints(said: str) -> None:
    terms = read_terms(said)
    if isinstance(terms, Terms):
        assert faults(terms) == ()
    else:
        assert terms
        assert all(complaint.reason and complaint.sentence().isprintable() for complaint in terms)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"turn": timedelta(hours=15, seconds=1)}, "the turn is in whole minutes"),
        ({"turn": timedelta(0), "grace": timedelta(0)}, "the shortest turn is 1h"),
        ({"bank": -DAY}, "the shortest bank is 0h"),
        ({"cool_off": 25 * HOUR}, "the longest cool-off here is 1d"),
        ({"zone": "Europe/Atlantis"}, "there is no time zone 'Europe/Atlantis'"),
        ({"rules": "chess"}, "no rule set is called 'chess'"),
        ({"wizards": 1}, "a game takes 2 to 12 wizards"),
        ({"watchers_behind": 2}, "spectators are told at once or one turn later"),
        ({"silence": Silence(SilenceKind.REST, 2)}, "the silent turns counted are 0 to 0"),
        ({"silence": Silence(SilenceKind.STANDBY, 99)}, "the silent turns counted are 1 to 20"),
    ],
)
def test_terms_made_otherwise_are_checked_as_well_and_what_is_proposed_would_do(
    changes: dict[str, object], reason: str
) -> None:
    (fault,) = faults(replace(Terms(), **changes))
    assert fault.reason == reason
    assert isinstance(read_terms(fault.nearest[0]), Terms)


def test_options_without_end_are_not_read() -> None:
    complaints = read_terms("rated " * 1000)
    assert isinstance(complaints, tuple)
    assert complaints[0].reason == "options are at most 1000 characters"


def test_a_table_is_refused_with_the_nearest_key() -> None:
    complaints = read_table({"rate": True, "turn": [3]})
    assert isinstance(complaints, tuple)
    assert complaints[0].sentence() == 'No option is called "rate"; write `rated`.'
    assert complaints[1].sentence() == "Turn must be a text, a number, true or false."


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Bob 3d rated", "Bob "),
        ("Bob, Cid at 8pm", "Bob, Cid "),
        ("Bob", "Bob"),
        ("\u00d3lafur \u7530\u4e2d, 4 wizards", "\u00d3lafur \u7530\u4e2d, "),
        ("3d", ""),
    ],
)
def test_names_before_the_options_are_told_apart(said: str, names: str) -> None:
    assert said[: options_begin(said)] == names


def test_the_terms_are_told_in_plain_words() -> None:
    terms = read_terms("3d weekdays at 20:00 Berlin, bank 5d, rated, anonymous, no orders: rest, no press")
    assert isinstance(terms, Terms)
    assert tell(terms) == (
        "Turns take 3 days, weekdays only, due at 20:00 in Berlin. Late orders\n"
        "are still taken for 12 hours after that. Each player then has 5 days\n"
        "more in the bank for the whole game, used up only while his orders are\n"
        "late. If orders are missing then, both hands of that wizard do nothing\n"
        "in that turn. A turn ends as soon as all orders are in.\n"
        "\n"
        "This game of 2 wizards goes by the Bartle rules and is rated. It is not\n"
        "told who plays which wizard before the game is over. The referee carries\n"
        "no letters between the players."
    )


@given(all_terms())
def test_no_line_of_it_is_too_long_or_reads_as_an_order(terms: Terms) -> None:
    field = Field.of(new_duel(("Ann", "Bob")))
    for line in tell(terms).splitlines():
        assert len(line) <= COLUMNS
        assert read(line, field, "Ann").clauses == (), line


def test_the_page_on_options_names_each_with_forms_and_holds_no_order() -> None:
    rows = option_rows()
    field = Field.of(new_duel(("Ann", "Bob")))
    for option in OPTIONS:
        assert any(row.startswith(f"{option.key} ") and row.endswith(option.help) for row in rows)
        assert any(option.forms[0] in row for row in rows)
    for row in rows:
        assert len(row) <= COLUMNS
        assert read(row, field, "Ann").clauses == (), row


def test_a_standby_game_is_told_in_full() -> None:
    terms = read_terms("2d, no grace, no orders: standby after 2")
    assert isinstance(terms, Terms)
    assert " ".join(tell(terms).split("\n\n")[0].split()) == (
        "Turns take 2 days. If orders are missing then, both hands of that wizard do nothing, and the seat is offered "
        "to a standby player after 2 silent turns in a row. Once it has been on offer for the length of a "
        "turn the game goes on without orders for it. A turn ends as soon as all orders are in."
    )
