"""Which challenge a player means, and the rows in which challenges are listed."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, assert_never

from referee.challenging import Challenging, is_open_to_all
from referee.commands.command import Answer, Caller, refusal
from referee.commands.doors import Doors
from referee.mail.answers import Piece
from referee.mail.wording import listed
from referee.store import challenges
from referee.store.challenges import Challenge, ChallengeState, Reply
from referee.store.faults import Damaged
from referee.store.players import Player
from referee.terms import text
from referee.times.showing import show_day
from referee.times.zones import zone

ID: Final = r"(?:challenge |number |no\.? ?)?#?[0-9]{1,9}"
ROW_CHARS: Final = 46  # what a telephone shows of a table
_NUMBER: Final = re.compile(r"[0-9]{1,9}\Z")
_INDENT: Final = 4


def challenging(desk: Doors) -> Challenging:
    """What the desk does about challenges."""
    return Challenging(desk.store, desk.post)


def named_player(caller: Caller) -> Player | Answer:
    """The caller under the name that he plays under, or the refusal of one who has none yet."""
    assert caller.player is not None, "only players get here"
    if caller.player.name is None:
        return refusal(
            "You have no name yet that you could play under. Write register and a name, as in register Merlyn."
        )
    return caller.player


def challenge_meant(
    desk: Doors, caller: Caller, said: str, mine: Iterable[Challenge], *, verb: str
) -> Challenge | Answer:
    """The challenge whose number is in `said`, or without one the only one of `mine`; a refusal where none stands."""
    assert caller.player is not None, "only players get here"
    found = _NUMBER.search(said)
    of_mine = list(mine)
    if found is None:
        if len(of_mine) == 1:
            return of_mine[0]
        which = "There is none that you could mean." if not of_mine else f"Say which, as in {verb} {of_mine[0].id}:"
        return refusal(which, *_listing(desk, caller, of_mine))
    challenge = challenge_of(desk, int(found[0]), caller.now)
    if isinstance(challenge, Answer):
        return challenge
    if challenge is None:
        return refusal(f"There is no challenge {found[0]}.", *_listing(desk, caller, of_mine))
    why = ended(challenge, caller.now)
    return challenge if why is None else refusal(why, *_listing(desk, caller, of_mine))


def challenge_of(desk: Doors, number: int, now: datetime) -> Challenge | Answer | None:
    """The challenge of that number, None where there is none; one that cannot be read lapses, and is refused."""
    try:
        return challenges.load(desk.store, number)
    except Damaged as error:
        challenging(desk).lapse_unread(number, str(error), now)
        return refusal(f"Challenge {number} cannot be read any more, so nothing comes of it.")


def ended(challenge: Challenge, now: datetime) -> str | None:
    """Why nothing can be done about a challenge any more, None while it stands."""
    match challenge.state:
        case ChallengeState.OPEN if now >= challenge.expires_at:
            return f"Challenge {challenge.id} has lapsed; it could be taken up for two weeks."
        case ChallengeState.OPEN:
            return None
        case ChallengeState.PLAYED:
            return f"Challenge {challenge.id} is taken up already: it is game {challenge.game} now."
        case ChallengeState.DECLINED:
            return f"Challenge {challenge.id} was declined, so nothing comes of it."
        case ChallengeState.WITHDRAWN:
            return f"Challenge {challenge.id} was taken back."
        case ChallengeState.EXPIRED:
            return f"Challenge {challenge.id} has lapsed; it could be taken up for two weeks."
        case _:
            assert_never(challenge.state)


def waiting_for(desk: Doors, player: Player, now: datetime) -> list[Challenge]:
    """The challenges that a player was named in and has not answered."""
    return [each for each in standing(desk, now) if each.replies.get(player.id) is Reply.WAITED_FOR]


def open_to(desk: Doors, player: Player, now: datetime) -> list[Challenge]:
    """The challenges in which a player may take a seat as anybody may."""
    return [
        each
        for each in standing(desk, now)
        if is_open_to_all(each) and each.player != player.id and each.replies.get(player.id) is not Reply.ACCEPTED
    ]


def standing(desk: Doors, now: datetime) -> list[Challenge]:
    """All that can be taken up."""
    return [each for each in challenging(desk).standing(now) if now < each.expires_at]


def rows(desk: Doors, caller: Caller, listed_ones: Iterable[Challenge]) -> tuple[str, ...]:
    """Each challenge in three rows or more: its number and who plays, its terms, and until when it stands."""
    return tuple(row for each in listed_ones for row in _row(desk, caller, each))


def _listing(desk: Doors, caller: Caller, mine: list[Challenge]) -> tuple[Piece, ...]:
    return (rows(desk, caller, mine),) if mine else ("Write challenges to see those that stand.",)


def _row(desk: Doors, caller: Caller, each: Challenge) -> Iterator[str]:
    assert caller.player is not None, "only players get here"
    at = challenging(desk)
    people = [_called(at, who, each, caller.player) for who in each.accepted]
    here = each.expires_at.astimezone(zone(caller.player.zone or "UTC")).date()
    day = show_day(here, this_year=caller.now.year)
    yield from _wrapped(f"{each.id:<{_INDENT}}{_who(people)}; {at.lacking(each, caller.player.id)}", _INDENT)
    yield from _wrapped(f"{'':{_INDENT}}{text(each.terms)}", _INDENT)
    yield f"{'':{_INDENT}}stands until {day}"


def _called(at: Challenging, who: int, each: Challenge, reader: Player) -> str:
    return "you" if who == reader.id else at.called(who, each)


def _who(people: list[str]) -> str:
    first, *more = people
    return f"of {first}" + (f", joined by {listed(more)}" if more else "")


def _wrapped(line: str, indent: int) -> list[str]:
    return textwrap.wrap(line, ROW_CHARS, subsequent_indent=" " * indent, drop_whitespace=True, break_on_hyphens=False)
