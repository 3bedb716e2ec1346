"""What goes on at one mailbox goes on at another. Within a transaction of the caller's."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from referee.challenging import Challenging
from referee.commands.doors import Doors
from referee.deadlines import outages
from referee.deadlines.due import closing, deadline
from referee.deadlines.state import ClockState, Extension, Outage
from referee.deeds.refusal import Refused, found, writing_at
from referee.deeds.timing import tell, tick
from referee.store import acts, challenges, games, looks, pairings, tournaments
from referee.store.games import Game, GameState
from referee.store.tournaments import GOING_ON
from referee.times.showing import show_moment

_ABOUT = "another address"


class Moved(Struct, frozen=True, kw_only=True):
    """The numbers of what moved."""

    games: tuple[int, ...]
    challenges: tuple[int, ...]
    events: tuple[int, ...]


def move(desk: Doors, old: str, new: str, *, reason: str, now: datetime) -> Moved:
    """All that goes on at the mailbox `old`, which need not be in the settings any more, goes on at `new`; the players
    of its games and challenges are told. What time nobody read the old one is given back to them. Raises Refused."""
    address = writing_at(desk.post, new).referee.address
    moved = Moved(
        games=tuple(game.id for game in games.listing(desk.store, games.GOING_ON) if game.mailbox == old),
        challenges=tuple(each.id for each in Challenging(desk.store, desk.post).standing(now) if each.mailbox == old),
        events=tuple(each.id for each in tournaments.listing(desk.store, GOING_ON) if each.definition.mailbox == old),
    )
    if old == new or not (moved.games or moved.challenges or moved.events):
        raise Refused(f"nothing goes on at the mailbox {old} that could move to {new}")
    heard = looks.last_look(desk.store, old)
    gap = outages.gap(heard, now=now) if heard is not None else None
    for number in moved.games:
        _game(desk, found(desk.store, number), new, address=address, gap=gap, reason=reason, now=now)
    for number in moved.challenges:
        challenges.move(desk.store, number, new)
        if gap is not None:
            challenges.prolong(desk.store, number, outages.length(gap))
        why = f"{_lost(gap, now)} The reason given: {reason}"
        Challenging(desk.store, desk.post).tell_moved(number, about=_ABOUT, why=why, now=now)
    for number in moved.events:
        event = tournaments.load(desk.store, number)
        assert event is not None, number
        tournaments.redefine(desk.store, number, replace(event.definition, mailbox=new))
    facts = {"old": old, "new": new, "games": moved.games, "challenges": moved.challenges, "events": moved.events}
    acts.note(desk.store, "mail move", who=desk.who, now=now, reason=reason, facts=facts)
    return moved


def _game(desk: Doors, game: Game, new: str, *, address: str, gap: Outage | None, reason: str, now: datetime) -> None:
    """Nobody's deadline comes nearer by it: outages of the old mailbox do not count at the new one."""
    _in_event(desk, game, new, gap=gap, now=now)
    before = _heard_again(desk.post.clocks.state(game, now), gap, now)
    games.move(desk.store, game.id, new)
    game = replace(game, mailbox=new)
    if game.state is GameState.RUNNING and game.duel.result is None:
        after = desk.post.clocks.state(game, now)
        untold = (replace(each, told=None) for each in (before, after))  # what was told may be taken back
        until = max((*_owed(before, after), *_owed(*untold)), default=None)
        if until is not None:
            desk.post.clocks.extend(game, Extension(until=until, reason=reason), now)
        tick(desk, game, desk.post.clocks.written(game, now), now)
    what = f"From now on this game is played at {address}. Send your orders in a reply to this mail, or to later ones."
    tell(desk, game, about=_ABOUT, what=what + _lost(gap, now), reason=reason, now=now)


def _lost(gap: Outage | None, now: datetime) -> str:
    if gap is None:
        return ""
    return f" What you wrote since {show_moment(gap.start, 'UTC', now=now)} may not have come: please write it again."


def _in_event(desk: Doors, game: Game, new: str, *, gap: Outage | None, now: datetime) -> None:
    """Neither does the end of its time in an event, nor the moment from which a ruling on it stands."""
    paired = pairings.of_game(desk.store, game.id)
    if paired is None or paired.result is not None:
        return

    def owed(since: datetime) -> timedelta:
        unheard = gap.end - max(gap.start, since) if gap is not None else timedelta()
        known = looks.lost(desk.store, game.mailbox, since, now) - looks.lost(desk.store, new, since, now)
        return max(timedelta(), known + unheard)

    pairings.put_off(desk.store, paired, owed)


def _heard_again(state: ClockState, gap: Outage | None, now: datetime) -> ClockState:
    """The clock as it would be if the old mailbox were read again now, and the director let its games go on."""
    known = (*state.outages, gap) if gap is not None else state.outages
    said = (outages.confirmed(each, now=now) if outages.needs_director(each) else each for each in known)
    return replace(state, outages=tuple(said))


def _owed(before: ClockState, after: ClockState) -> Iterator[datetime]:
    """Until when the turn must not be due for its deadline, and for its end, to be as late as before."""
    if deadline(after) < deadline(before):
        yield deadline(before)
    ended, ends = (closing(each, owing=each.owing) for each in (before, after))
    if ended is not None and ends is not None and ends < ended:
        yield ended - before.terms.grace
