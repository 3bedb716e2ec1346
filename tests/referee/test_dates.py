"""Days, durations and moments as players write and see them."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.misreading import Misreading
from referee.times.dates import Days, read_day, read_days
from referee.times.durations import DAY, LONGEST, long, read_duration, short
from referee.times.showing import far, show, show_moment

TODAY = date(2026, 11, 30)  # a Monday
NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)
DEC = (date(2026, 12, 3), date(2026, 12, 10))


@pytest.mark.parametrize(
    "said",
    [
        "3 Dec to 10 Dec",
        "from 2026-12-03 until 2026-12-10",
        "2026-12-03 - 2026-12-10",
        "2026-12-03/2026-12-10",
        "2026-12-03 2026-12-10",
        "3-10 Dec",
        "3\u201310 December 2026",
        "3 - 10 Dec",
        "Dec 3-10",
        "Dec 3-10, 2026",
        "Dec 3 to Dec 10",
        "3 Dec-10 Dec",
        "the 3rd of December until the 10th of December",
        "December 3rd through December 10th",
        "3.12. - 10.12.",
        "3.12.2026 till 10.12.2026",
        "Thu 3 Dec to Thursday 10 Dec",
        "3 Dec for 8 days",
        "thursday for 8 days",
        "Thursday to 10 Dec",
    ],
)
def test_a_span_is_read_however_it_is_written(said: str) -> None:
    assert read_days(said, today=TODAY) == Days(first=DEC[0], last=DEC[1])


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("Dec 3", DEC[0], DEC[0]),
        ("today", TODAY, TODAY),
        ("tomorrow for a week", date(2026, 12, 1), date(2026, 12, 7)),
        ("for 10 days", TODAY, date(2026, 12, 9)),
        ("Monday", date(2026, 12, 7), date(2026, 12, 7)),
        ("25/12", date(2026, 12, 25), date(2026, 12, 25)),
        ("12/25", date(2026, 12, 25), date(2026, 12, 25)),
        ("25/12 to 3/1", date(2026, 12, 25), date(2027, 1, 3)),
        ("12/25 to 1/3", date(2026, 12, 25), date(2027, 1, 3)),
        ("this week", TODAY, date(2026, 12, 6)),
        ("next week", date(2026, 12, 7), date(2026, 12, 13)),
        ("until Sunday", TODAY, date(2026, 12, 6)),
        ("from Thursday until Sunday", date(2026, 12, 3), date(2026, 12, 6)),
        ("until 10 Dec", TODAY, date(2026, 12, 10)),
        ("3/3", date(2027, 3, 3), date(2027, 3, 3)),
        ("28 Dec to 3 Jan", date(2026, 12, 28), date(2027, 1, 3)),
        ("29 Dec 2026 to 2 Jan 2027", date(2026, 12, 29), date(2027, 1, 2)),
    ],
)
def test_days_without_a_year_are_the_next_ones(said: str, first: date, last: date) -> None:
    assert read_days(said, today=TODAY) == Days(first=first, last=last)


@pytest.mark.parametrize(
    ("said", "reason", "nearest"),
    [
        ("3/12", "3/12 may mean two days", ("3 December 2026", "12 March 2027")),
        (
            "1/2 to 5 Feb",
            "may mean two days",
            ("1 February 2027 to 5 February 2027", "2 January 2027 to 5 February 2027"),
        ),
        (
            "3/12 to 10/12",
            "3/12 to 10/12 may mean two days",
            ("3 December 2026 to 10 December 2026",),  # 12 October has just passed
        ),
        ("3/12/2026", "3/12/2026 may mean two days", ("3 December 2026",)),
        ("3-12-2026", "3-12-2026 may mean two days", ("3 December 2026",)),
        ("31/31", "no day", None),
        ("2025-01-01", "1 January 2025 has passed", None),
        ("20 Nov", "20 November has passed", ("20 November 2027",)),
        ("10 Dec to 3 Dec", "3 December 2026 is before 10 December 2026", ("3 December 2026 to 10 December 2026",)),
        ("Fri 3 Dec", "3 December 2026 is a Thursday", ("Thursday 3 December 2026",)),
        ("3 Decmber", '"decmber" is no month', ("3 December",)),
        ("40 Decmber", '"decmber" is no month', ("7 December 2026", "2026-12-07")),
        ("20 Nov to 5 Dec", "20 November has passed", ("30 November 2026 to 5 December 2026",)),
        ("2026-11-20 to 2026-12-05", "20 November 2026 has passed", ("30 November 2026 to 5 December 2026",)),
        ("31 Feb", "there is no such day", None),
        ("2099-01-01", "too far ahead", None),
        ("3 Dec for 5 hours", "no number of whole days", None),
        ("soon", '"soon" is no day', None),
        ("", "no days are given", None),
    ],
)
def test_what_is_doubtful_or_past_is_asked_back(said: str, reason: str, nearest: tuple[str, ...] | None) -> None:
    fault = read_days(said, today=TODAY)
    assert isinstance(fault, Misreading)
    assert reason in fault.reason
    assert fault.nearest
    assert nearest is None or fault.nearest == nearest


@pytest.mark.parametrize(
    "said",
    [
        "3/12",
        "3/12 to 4/12",
        "20 Nov",
        "10 Dec to 3 Dec",
        "Fri 3 Dec",
        "3 Decmber",
        "40 Smarch",
        "20 Nov to 30 Nov",
        "31 Feb",
        "soon",
        "",
    ],
)
def test_what_is_proposed_instead_would_be_read(said: str) -> None:
    fault = read_days(said, today=TODAY)
    assert isinstance(fault, Misreading)
    assert all(isinstance(read_days(form, today=TODAY), Days) for form in fault.nearest)


def test_a_single_day_in_figures_is_asked_back_too() -> None:
    fault = read_day("3/12", today=TODAY)
    assert isinstance(fault, Misreading)
    assert fault.nearest == ("3 December 2026", "12 March 2027")
    assert read_day("25/12", today=TODAY) == date(2026, 12, 25)


@pytest.mark.parametrize("said", ["3 Dec to 10 Decmber", "3 Decmber to 10 Dec", "soon for a week", "3 Dec to 31 Feb"])
def test_both_days_of_a_span_must_be_days(said: str) -> None:
    assert isinstance(read_days(said, today=TODAY), Misreading)


def test_no_duration_is_longer_than_ten_years() -> None:
    assert read_duration("99999 weeks 99999 days") == LONGEST
    assert long(timedelta(seconds=59)) == "less than a minute"


@given(st.text(alphabet="0123456789 -/.,decmarjuntofor", max_size=40) | st.text(max_size=60))
def test_any_text_is_days_from_today_on_or_is_asked_back(said: str) -> None:
    days = read_days(said, today=TODAY)
    if isinstance(days, Days):
        assert TODAY <= days.first <= days.last
    else:
        assert days.sentence().isprintable()


@given(st.dates(min_value=TODAY, max_value=date(2028, 1, 1)))
def test_a_day_is_read_as_it_is_shown(day: date) -> None:
    for form in (day.isoformat(), f"{day:%d %B %Y}", f"{day:%B %d, %Y}", f"{day:%A %d %b %Y}", f"{day:%d.%m.%Y}"):
        assert read_day(form, today=TODAY) == day


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("3d", 3 * DAY),
        ("72h", 3 * DAY),
        ("72 hours", 3 * DAY),
        ("a week", 7 * DAY),
        ("two days", 2 * DAY),
        ("1d 12h", 1.5 * DAY),
        ("1.5 days", 1.5 * DAY),
        ("36 hours and 30 minutes", 1.5 * DAY + timedelta(minutes=30)),
        ("90m", timedelta(minutes=90)),
    ],
)
def test_durations_are_read(said: str, span: timedelta) -> None:
    assert read_duration(said) == span


@pytest.mark.parametrize("said", ["", "3", "three", "3 dogs", "d", "3d later", "-3d", "3d 5d", "5h 3d"])
def test_what_is_no_duration_is_none(said: str) -> None:
    assert read_duration(said) is None


@given(st.integers(0, 100_000))
def test_a_short_duration_is_read_as_the_same_span(minutes: int) -> None:
    span = timedelta(minutes=minutes)
    assert read_duration(short(span)) == span
    assert minutes == 0 or read_duration(long(span)) == span


@pytest.mark.parametrize(
    ("moment", "reader", "text"),
    [
        (
            "2026-12-03T19:00+00:00",
            "Europe/Berlin",
            "Thursday 3 December, 20:00 in Berlin (19:00 UTC), in 2 days 23 hours",
        ),
        ("2026-12-03T19:00+00:00", "UTC", "Thursday 3 December, 19:00 UTC, in 2 days 23 hours"),
        (
            "2026-12-01T01:30+00:00",
            "UTC-5",
            "Monday 30 November, 20:30 UTC-5 (Tuesday 1 December, 01:30 UTC), in 5 hours 30 minutes",
        ),
        ("2027-01-01T09:00+00:00", "CET", "Friday 1 January 2027, 10:00 CET (09:00 UTC), in 31 days 13 hours"),
        ("2026-11-30T01:00+00:00", "UTC", "Monday 30 November, 01:00 UTC, 19 hours ago"),
        ("2026-11-30T20:00:30+00:00", "UTC", "Monday 30 November, 20:00 UTC, now"),
    ],
)
def test_a_moment_is_shown_in_the_readers_zone_and_in_utc(moment: str, reader: str, text: str) -> None:
    assert show(datetime.fromisoformat(moment), reader, now=NOW) == text


def test_an_hour_that_comes_twice_is_told_apart_by_utc() -> None:
    first, second = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert "02:30 in Berlin (00:30 UTC)" in show_moment(first, "Europe/Berlin", now=NOW)
    assert "02:30 in Berlin (01:30 UTC)" in show_moment(second, "Europe/Berlin", now=NOW)


@given(st.timedeltas(min_value=timedelta(days=-400), max_value=timedelta(days=400)))
def test_how_far_off_a_moment_is_has_two_units_at_most(span: timedelta) -> None:
    words = far(NOW + span, now=NOW).split()
    assert len(words) <= 5
