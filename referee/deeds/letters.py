"""Letters that came in and hold orders: who may look at them, and that it was done. Within a transaction of the
caller's."""

from datetime import datetime

from referee.commands.doors import Doors
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused
from referee.mail import letter as letters
from referee.store import acts, games, mailbag, players
from referee.store.mailbag import LetterState, StoredLetter


def looked_at(desk: Doors, number: int, *, reason: str | None, now: datetime) -> StoredLetter:
    """The letter of that number, for its director to read. Where it was carried out in games that go on, it may hold
    sealed orders, and that they were seen is noted. Raises Refused."""
    stored = mailbag.letter(desk.store, number)
    if stored is None:
        raise Refused(f"there is no mail {number}; `referee mail list` shows those that wait for somebody")
    refuse_own_letter(desk, stored)
    if stored.state is LetterState.HANDLED:
        for game in _concerned(desk, stored):
            found = games.load(desk.store, game)
            if found is not None and found.state in games.GOING_ON:
                facts = {"letter": number}
                acts.note(desk.store, "reveal mail", who=desk.who, now=now, game=game, reason=reason, facts=facts)
    return stored


def refuse_own_letter(desk: Doors, stored: StoredLetter) -> None:
    """Raises Refused where the letter is about a game of an event in which who acts has a seat."""
    for game in _concerned(desk, stored):
        refuse_own(desk, game)


def _concerned(desk: Doors, stored: StoredLetter) -> list[int]:
    """The games that a letter is about: what is noted of it and what it says itself, as one that failed was never
    noted; of one that names none, those that its sender is in."""
    numbers = {stored.game} if stored.game is not None else set()
    try:
        read = letters.read(stored.raw, size=stored.size, ours=desk.post.ours)
    except Exception:  # noqa: BLE001 -- it may be set aside for this very fault, and can be looked at all the same
        return sorted(numbers)
    numbers |= {mark.game for mark in read.marks}
    player = players.by_address(desk.store, read.sender) if read.sender and not numbers else None
    if player is not None:
        numbers |= {seat.game for seat in games.seats_of(desk.store, player.id, games.GOING_ON)}
    return sorted(numbers)
