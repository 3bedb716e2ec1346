"""Time zones as players name them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.misreading import Misreading
from referee.times.zones import NEAREST_MAX, is_zone, place, read_zone, zone

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe / berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("  new york.", "America/New_York"),
        ("America/Buenos Aires", "America/Buenos_Aires"),
        ("S\u00e3o Paulo", "America/Sao_Paulo"),
        ("Z\u00fcrich", "Europe/Zurich"),
        ("calcutta", "Asia/Calcutta"),
        ("Norway", "Europe/Oslo"),
        ("UK", "Europe/London"),
        ("London time", "Europe/London"),
        ("CET", "CET"),
        ("mesz", "CET"),
        ("utc", "UTC"),
        ("GMT", "UTC"),
        ("UTC+2", "UTC+2"),
        ("utc + 02:00", "UTC+2"),
        ("GMT\u22123", "UTC-3"),
        ("+0530", "UTC+5:30"),
        ("UTC+0", "UTC"),
        ("Etc/GMT+5", "UTC-5"),
    ],
)
def test_a_zone_is_found_by_what_players_call_it(said: str, name: str) -> None:
    assert read_zone(said) == name
    assert is_zone(name)
    NOON.astimezone(zone(name))


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Berln", "Europe/Berlin"),
        ("Europa/Berlin", "Europe/Berlin"),
        ("EST", "America/New_York"),
        ("IST", "Asia/Kolkata"),
        ("Germany", "Europe/Berlin"),
        ("USA", "America/New_York"),
        ("Londn", "Europe/London"),
        ("UTC+27", "UTC+2"),
        ("UTC+5:31", "UTC+2"),
        ("", "Europe/Berlin"),
        ("qqqqqq", "Europe/Berlin"),
    ],
)
def test_what_is_no_zone_or_several_is_asked_back_with_the_nearest(said: str, first: str) -> None:
    fault = read_zone(said)
    assert isinstance(fault, Misreading)
    assert fault.nearest[0] == first
    assert all(is_zone(name) for name in fault.nearest if name != "Berlin")


def test_the_sign_of_a_distance_is_that_of_the_clock() -> None:
    assert NOON.astimezone(zone("UTC+5:30")).utcoffset() == timedelta(hours=5, minutes=30)
    assert NOON.astimezone(zone("UTC-3")).hour == 9


def test_an_unknown_name_has_no_zone() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        zone("Europe/Atlantis")
    with pytest.raises(ValueError, match="no time zone"):
        zone("../etc/passwd")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Europe/Berlin", "in Berlin"),
        ("America/Argentina/Buenos_Aires", "in Buenos Aires"),
        ("UTC", "UTC"),
        ("UTC+2", "UTC+2"),
        ("CET", "CET"),
    ],
)
def test_a_zone_is_named_as_people_say_it(name: str, words: str) -> None:
    assert place(name) == words


@given(st.text(max_size=80))
def test_any_text_is_a_zone_or_asked_back(said: str) -> None:
    read = read_zone(said)
    if isinstance(read, str):
        assert read_zone(read) == read
        zone(read)
    else:
        assert len(read.nearest) <= NEAREST_MAX
        assert read.sentence().isprintable()
