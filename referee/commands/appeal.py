"""`appeal`: a player is against how a game of his is to be decided."""

import re
from collections.abc import Iterator
from typing import Final

from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME
from referee.store import tournaments
from referee.tournaments.book import book_of
from referee.tournaments.rulings import Rulings, appealable

CHARS_MAX: Final = 1000  # of the reason
_SHOWN: Final = 40  # of its last characters that fit
_AGAINST: Final = (
    r"(?:(?:against|about) )?(?:(?:the|this|that|your) )?(?:(?:ruling|decision|adjudication|proposal) )?"
    r"(?:(?:on|about) )?"
)
_PARTS: Final = re.compile(rf"{_AGAINST}(?P<game>{GAME})(?:[:,]? *(?P<why>.*))?", re.IGNORECASE | re.DOTALL)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    assert caller.player is not None, "only players get here"
    parts = _PARTS.fullmatch(asked.rest.strip())
    if parts is None:
        return refusal("Say which game you mean, and why, as in appeal 17: my troll was about to win.")
    number = int(re.sub(r"\D", "", parts["game"]))
    found = appealable(desk.store, number)
    if isinstance(found, str):
        return refusal(found)
    event = tournaments.load(desk.store, found.paired.tournament)
    assert event is not None, found
    book = book_of(desk.store, event)
    mine = book.entry_of(caller.player.id)
    if mine is None or mine.entrant.name not in found.paired.pairing.players:
        return refusal(f"Game {number} is not yours.")
    whole = " ".join(" ".join((parts["why"] or "", *asked.more)).split())
    words = whole[:CHARS_MAX].rstrip()
    rulings = Rulings(desk.store, desk.post, desk.adjudication)
    rulings.appeal(book, found.paired, caller.player.id, words, caller.now)
    told = f"The director has your appeal on game {number} and decides it. The game goes on until then."
    return Answer(parts=(told, *_cut(whole, words)))


def _cut(whole: str, words: str) -> Iterator[str]:
    """What is said of a reason that is too long."""
    if len(whole) > CHARS_MAX:
        yield (
            f"Your reason has {len(whole)} characters, and the director is told the first {CHARS_MAX} of them, up to"
            f" these words: {words[-_SHOWN:].partition(' ')[2]}"
        )


COMMAND: Final = Command(
    name="appeal",
    usage=("appeal GAME: WHY",),
    summary="be against how a game of an event is to be decided",
    help=(
        "When the time of a game in an event is over, you are told how it is to be decided. If you are against it,"
        " write this within the time given there, with your reason behind it; the director then decides. The lines"
        f" below it are part of the reason, up to {CHARS_MAX} characters, or to the first line that is an order or"
        " another command."
    ),
    example="appeal 17: my troll was about to win",
    access=Access.CHANGES,
    shape=rf"{_AGAINST}{GAME}\b.*",
    run=_run,
    takes_lines=True,
    until_orders=True,
)
