"""The clocks of games: given more time, stopped, and set going again. All within a transaction of the caller's."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from referee.commands.doors import Doors
from referee.deadlines.due import deadline
from referee.deadlines.state import Extension, Pause
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found, running
from referee.mail import director_mails
from referee.store import acts, clocks, corrections, games, looks, turns
from referee.store.clocks import TurnClock
from referee.store.games import Game, GameState
from referee.times.durations import long
from referee.times.showing import show

_PAST = "the deadline of game {0} would have passed then; {1}"

_LOST = "Orders of yours were damaged where they were kept, and do not count: please send them again."


def extend(desk: Doors, number: int, by: timedelta, *, reason: str, now: datetime) -> str:
    """Give the coming turn of a game so much more time, and mail its players why; a sentence on when it is due now.
    Raises Refused."""
    game = running(desk.store, number)
    refuse_own(desk, number)
    state = desk.post.clocks.state(game, now)
    until = max(deadline(state), state.paused_at or now) + by
    desk.post.clocks.extend(game, Extension(until=until, reason=reason), now)
    desk.adjudication.advance(game, now)
    facts = {"until": until}
    _note(desk, "extend", game, reason, now, facts=facts, before={"until": until.isoformat(), "reason": reason})
    if state.paused:
        more = f"the {long(by)} are added when `referee game resume {number}` lets it run again"
        return f"The clock of game {number} stands still; {more}."
    due = deadline(desk.post.clocks.state(game, now))
    return f"The coming turn of game {number} is due {show(due, 'UTC', now=now)}."


def pause(desk: Doors, number: int, *, reason: str, now: datetime) -> None:
    """Stop the clock of a game until it is resumed, and mail its players why. Raises Refused."""
    game = running(desk.store, number)
    refuse_own(desk, number)
    if desk.post.clocks.state(game, now).paused:
        raise Refused(f"the clock of game {number} stands still already")
    clock = desk.post.clocks.written(game, now)
    stopped = Pause(start=now, end=None, reason=reason)
    desk.post.clocks.save(game, replace(clock, pauses=(*clock.pauses, stopped)), now)
    tell(desk, game, about="the clock stands still", what="The director has stopped the clock.", reason=reason, now=now)
    _note(desk, "pause", game, reason, now, before={"at": now.isoformat()})


def resume(desk: Doors, number: int, *, reason: str, now: datetime) -> None:
    """Let a game go on that is paused or held, and mail its players why. Orders that were damaged are forgotten, and
    sent anew. Raises Refused."""
    game = found(desk.store, number)
    refuse_own(desk, number)
    lost = turns.drop_damaged(desk.store, number)
    if game.state is GameState.HELD or (lost and game.state is GameState.RUNNING):
        _release(desk, game, lost, reason, now)
        return
    game = running(desk.store, number)
    clock = desk.post.clocks.written(game, now)
    if all(each.end is not None for each in clock.pauses):
        raise Refused(f"game {number} goes on, and its clock runs")
    for stood in [each for each in clock.pauses if each.end is None]:
        clock = _over(clock, stood, now)
    tick(desk, game, clock, now)
    tell(
        desk, game, about="the clock runs again", what="The director lets the clock run again.", reason=reason, now=now
    )
    _note(desk, "resume", game, reason, now, before={"at": now.isoformat()})
    desk.adjudication.advance(game, now)


def _over(clock: TurnClock, stood: Pause, end: datetime) -> TurnClock:
    """A pause is over: what was left then of the time that the director gave is left still."""
    pauses = tuple(replace(each, end=end) if each == stood else each for each in clock.pauses)
    return replace(clock, pauses=pauses, extensions=_moved(clock, after=stood.start, by=end - stood.start))


def _moved(clock: TurnClock, *, after: datetime, by: timedelta) -> tuple[Extension, ...]:
    return tuple(replace(each, until=each.until + by) if each.until > after else each for each in clock.extensions)


def _release(desk: Doors, game: Game, lost: set[int], reason: str, now: datetime) -> None:
    """A held game goes on, and its players have the whole time of the turn again."""
    games.resume(desk.store, game.id)
    game = found(desk.store, game.id)
    tick(desk, game, replace(desk.post.clocks.written(game, now), began=now), now)
    what = "The director lets the game go on."
    tell(desk, game, about="the game goes on", what=what, reason=reason, now=now, lost=lost)
    _note(desk, "resume", game, reason, now, facts={"orders lost by seat": sorted(lost)} if lost else None)
    desk.adjudication.advance(game, now)
    after = found(desk.store, game.id)
    if after.state is GameState.HELD:
        raise Refused(f"game {game.id} still cannot be adjudicated: {after.reason}; see `referee game rollback --help`")


def resume_after_outage(desk: Doors, *, reason: str, now: datetime) -> int:
    """Let the games go on that wait after a long outage; how many outages that were. Raises Refused."""
    outages = looks.unconfirmed(desk.store)
    if not outages:
        raise Refused("no game waits for a word after an outage")
    for mailbox, outage in outages:
        looks.confirm(desk.store, mailbox, outage, now)
        facts = {"mailbox": mailbox, "start": outage.start, "end": outage.end}
        acts.note(desk.store, "resume after outage", who=desk.who, now=now, reason=reason, facts=facts)
        clocks.look_at_all(desk.store, mailbox, now)
    return len(outages)


def tick(desk: Doors, game: Game, clock: TurnClock, now: datetime) -> None:
    """Write down a clock whose deadline the players are told with what is done."""
    desk.post.clocks.save(game, clock, now)
    desk.post.clocks.save(game, replace(clock, told=deadline(desk.post.clocks.state(game, now))), now)


def tell(
    desk: Doors, game: Game, *, about: str, what: str, reason: str, now: datetime, lost: Collection[int] = ()
) -> None:
    """Mail each player what the director did; those who owe orders hear until when. `lost`: seats whose orders are."""
    for seat in game.seats:
        said = f"{what} {_LOST}" if seat.number in lost else what
        mail = director_mails.directed(desk.post.scenes.of(game, seat, now=now), about=about, what=said, reason=reason)
        desk.post.announce(game, seat, mail, kind=about.replace(" ", "-"), now=now)


def _note(
    desk: Doors,
    act: str,
    game: Game,
    reason: str,
    now: datetime,
    *,
    facts: dict[str, Any] | None = None,
    before: dict[str, Any] | None = None,
) -> None:
    number = acts.note(desk.store, act, who=desk.who, now=now, game=game.id, reason=reason, facts=facts)
    if before is not None:
        corrections.remember(desk.store, number, before | {"turn": game.duel.next_turn, "part": game.duel.next_part})


# -- taken back ------------------------------------------------------------------------------------------------------


def take_back(desk: Doors, game: Game, act: str, before: dict[str, Any], *, reason: str, now: datetime) -> None:
    """Take an extension, a pause or the end of one back; the turn must be the same still. Raises Refused."""
    clock = clocks.load(desk.store, game.id)
    if clock is None or (game.duel.next_turn, game.duel.next_part) != (before["turn"], before["part"]):
        raise Refused(f"turn {before['turn']} of game {game.id}, whose clock that was, is over")
    running(desk.store, game.id)
    tick(desk, game, replace(_without(clock, act, before), told=None), now)  # by this alone it may come nearer
    state = desk.post.clocks.state(game, now)
    if act != "resume" and not state.paused and deadline(state) <= now:
        better = f"`referee game resume {game.id}` ends the pause" if act == "pause" else "let it stand"
        raise Refused(_PAST.format(game.id, better))
    what = {
        "extend": "The director has taken back the time that he gave.",
        "pause": "The director has taken back that he stopped the clock, as if it had run on.",
        "resume": "The director has stopped the clock again, as if it had not run in between.",
    }
    tell(desk, game, about="the clock is set anew", what=what[act], reason=reason, now=now)


def _without(clock: TurnClock, act: str, before: dict[str, Any]) -> TurnClock:
    if act == "extend":
        until = datetime.fromisoformat(before["until"])
        gone = Extension(until=until, reason=before["reason"])
        return replace(clock, extensions=tuple(each for each in clock.extensions if each != gone))
    at = datetime.fromisoformat(before["at"])
    if act == "pause":
        return replace(clock, pauses=tuple(each for each in clock.pauses if each.start != at))
    for stood in [each for each in clock.pauses if each.end == at]:
        pauses = tuple(replace(each, end=None) if each == stood else each for each in clock.pauses)
        clock = replace(clock, pauses=pauses, extensions=_moved(clock, after=at, by=stood.start - at))
    return clock
