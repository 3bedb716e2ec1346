"""`vacation`: days on which a player is away, and his games wait for him."""

from datetime import date, datetime, timedelta
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.deadlines import vacations as budget
from referee.deadlines.standstill import day_span
from referee.mail.answers import Piece
from referee.misreading import Misreading
from referee.store import games, vacations
from referee.store.games import GameState
from referee.store.players import Player
from referee.store.vacations import Vacation
from referee.times.dates import Days, read_days
from referee.times.showing import WEEKDAYS, show_day
from referee.times.zones import place, zone

_NOON: Final = timedelta(hours=12)  # from there a day is the same day in any zone near to the one it was booked in
_DAY: Final = "|".join(("today", "tomorrow", "week", *(f"{day[:3]}[a-z]*" for day in WEEKDAYS)))
_CANCELS: Final = ("cancel", "off", "none", "stop")


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    words = asked.rest.strip().lower()
    if not words:
        return Answer(parts=_overview(desk, caller.player, caller.now))
    first, _, rest = words.partition(" ")
    if first in _CANCELS:
        return _cancel(desk, caller.player, rest, caller.now)
    return _take(desk, caller.player, asked.rest, caller.now)


def _take(desk: Doors, player: Player, said: str, now: datetime) -> Answer:
    where, today = _where(player), _today(player, now)
    wanted = read_days(said, today=today)
    if isinstance(wanted, Misreading):
        return refusal(wanted.sentence())
    booked = tuple(_days(each, where) for each in vacations.of_player(desk.store, player.id))
    fault = budget.refuse(wanted, booked, today=today)
    if fault is not None:
        return refusal(fault.sentence())
    if budget.days_of((wanted,)) <= budget.days_of(booked):
        return Answer(parts=("You had booked these days already.", *_overview(desk, player, now)))
    span = day_span(wanted.first, wanted.last, where)
    vacations.take(desk.store, player.id, span.start, span.end, now=now)
    for seat in games.seats_of(desk.store, player.id, (GameState.RUNNING,)):
        game = games.load(desk.store, seat.game)
        assert game is not None, seat
        desk.adjudication.advance(game, now)
    left = budget.days_left((*booked, wanted), wanted.first.year)
    return Answer(
        parts=(
            f"You are away {_when(wanted, today)}, by the clocks {_place(where)}. The clocks of your games stand still"
            f" on these days; where that moves a deadline, everybody in the game is told. Of the"
            f" {budget.DAYS_PER_YEAR} days of {wanted.first.year} you have {left} left.",
        )
    )


def _cancel(desk: Doors, player: Player, which: str, now: datetime) -> Answer:
    standing = _standing(desk, player, now)
    if which:
        standing = [each for each in standing if which.lstrip("#") == str(each.id)]
    if len(standing) != 1:
        why = "Which one? Write vacation cancel and its number." if standing else "There is no such vacation of yours."
        return refusal(why, *_overview(desk, player, now))
    (found,) = standing
    where = _where(player)
    vacations.cancel(desk.store, found.id, now=now)
    rest = budget.cut_short(_days(found, where), today=_today(player, now))
    if rest is not None:
        span = day_span(rest.first, rest.last, where)
        vacations.take(desk.store, player.id, span.start, span.end, now=now)
    return Answer(
        parts=(
            "Your vacation is called off, and what is left of its days is yours again. Deadlines that were told"
            " already stay as they are; turns that begin from now on do not wait for it.",
        )
    )


def _overview(desk: Doors, player: Player, now: datetime) -> tuple[Piece, ...]:
    where, today = _where(player), _today(player, now)
    booked = vacations.of_player(desk.store, player.id)
    left = budget.days_left([_days(each, where) for each in booked], today.year)
    told = f"Of the {budget.DAYS_PER_YEAR} days of vacation in {today.year} you have {left} left."
    rows = tuple(f"{each.id:<4}{_plain(_days(each, where), today)}" for each in booked if each.ends_at > now)
    return (f"{told} You are away:", rows) if rows else (f"{told} You have booked none.",)


def _standing(desk: Doors, player: Player, now: datetime) -> list[Vacation]:
    return [each for each in vacations.of_player(desk.store, player.id) if each.ends_at > now]


def _where(player: Player) -> str:
    return player.zone or "UTC"


def _today(player: Player, now: datetime) -> date:
    return now.astimezone(zone(_where(player))).date()


def _days(booked: Vacation, where: str) -> Days:
    there = zone(where)
    first, last = (moment.astimezone(there).date() for moment in (booked.begins_at + _NOON, booked.ends_at - _NOON))
    return Days(first=first, last=last)


def _plain(days: Days, today: date) -> str:
    return " to ".join(show_day(day, this_year=today.year) for day in dict.fromkeys((days.first, days.last)))


def _when(days: Days, today: date) -> str:
    return f"{'on' if days.first == days.last else 'from'} {_plain(days, today)}"


def _place(where: str) -> str:
    told = place(where)
    return told if told.startswith("in ") else f"of {told}"


COMMAND: Final = Command(
    name="vacation",
    usage=("vacation", "vacation FROM to TO", "vacation cancel", "vacation cancel NUMBER"),
    summary="days on which your games wait for you",
    help=(
        f"From the first day to the last, both meant, by your own clocks (see zone), the clocks of all your games stand"
        f" still. You have {budget.DAYS_PER_YEAR} days in a year. A deadline that moves is told to everybody in the"
        " game; in an anonymous game not whose vacation it is. Alone, the word lists what you have booked."
    ),
    example="vacation 20 July to 3 August",
    access=Access.CHANGES,
    shape=(
        rf"(?:(?:cancel|off|none|stop)(?: #?[0-9]{{1,9}})?|(?:(?:from|on|next|this) )?(?:{_DAY})\b[\w ,./-]{{0,50}}"
        r"|(?:until|till|up to|for)\b[\w ,./-]{1,50}|[\w ,./-]{0,30}[0-9][\w ,./-]{0,50})?"
    ),
    run=_run,
)
