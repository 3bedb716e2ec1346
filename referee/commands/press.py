"""`press`: a letter to other players of a game, which the referee carries without showing an address."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from engine.language.nearest import nearest
from engine.language.tokens import name_key
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import GAME, Meant, game_meant
from referee.mail import table_mails
from referee.mail.headers import clean
from referee.mail.wording import listed
from referee.store import table_talk
from referee.store.games import Game, Seat
from referee.terms.model import Press

LETTERS_PER_HOUR_MAX: Final = 10  # of one seat
CHARS_MAX: Final = 4000
LINES_MAX: Final = 100
_EVERYBODY: Final = ("all", "everybody", "everyone", "both")
_ADDRESSED: Final = re.compile(rf"({GAME})?+,?\s?(?:to\s)?([^:]{{1,200}}+):(.*)", re.IGNORECASE | re.DOTALL)
_STOPS: Final = " \t.!?;,"
_BETWEEN: Final = re.compile(r",|;|&|\band\b", re.IGNORECASE)


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    parts = _ADDRESSED.match(asked.rest)
    assert parts is not None, asked
    meant = game_meant(desk, caller, parts[1] or "", verb="press")
    if isinstance(meant, Answer):
        return meant
    game, seat = meant.game, meant.seat
    if game.terms.press is Press.NONE:
        return refusal(f"In game {game.id} no letters are carried; its terms say so. Words in orders, after say, are.")
    whom = _recipients(game, seat, parts[2])
    if isinstance(whom, Answer):
        return whom
    stops = asked.text[len(asked.text.rstrip(_STOPS)) :]  # which no command keeps, but a letter does
    words = tuple(_trimmed([parts[3] + stops, *asked.more]))
    fault = _fault(desk, caller, meant, words)
    if fault is not None:
        return refusal(fault)
    return _send(desk, caller, meant, whom, words)


def _send(desk: Doors, caller: Caller, meant: Meant, whom: tuple[Seat, ...], words: tuple[str, ...]) -> Answer:
    game, seat = meant.game, meant.seat
    number = table_talk.send(
        desk.store,
        game.id,
        turn=game.duel.next_turn,
        seat=seat.number,
        recipients=[to.number for to in whom],
        words="\n".join(words),
        letter=caller.letter or None,
        now=caller.now,
    )
    signed = game.terms.press is Press.SIGNED
    for to in whom:
        mail = table_mails.press(
            desk.post.scenes.of(game, to, now=caller.now),
            writer=seat.wizard if signed else None,
            others=[other.wizard for other in whom if other != to] if signed else [],
            words=words,
        )
        desk.post.announce(game, to, mail, kind="press", mark=str(number), now=caller.now)
    name = "" if signed else " It does not say who wrote it."
    return Answer(parts=(f"Your letter goes to {listed(to.wizard for to in whom)}.{name}",))


def _recipients(game: Game, seat: Seat, said: str) -> tuple[Seat, ...] | Answer:
    """The seats that are named, each once, in their order."""
    others = tuple(other for other in game.seats if other != seat)
    if said.strip().casefold() in _EVERYBODY:
        return others
    found: list[Seat] = []
    for name in filter(None, (each.strip(" \t.\"'") for each in _BETWEEN.split(said))):
        to = _called(game, name)
        if to is None:
            near = nearest(name, [other.wizard for other in others])
            hint = f" Did you mean {near}?" if near else ""
            wizards = listed(other.wizard for other in others)
            return refusal(f"Nobody in game {game.id} is called {name}.{hint} You can write to {wizards}, or to all.")
        if to == seat:
            return refusal(f"{to.wizard} is your own wizard: that letter would only come back to you.")
        found.append(to)
    return tuple(other for other in others if other in found) or refusal("Say to whom, as in press 17 to all: hello.")


def _called(game: Game, name: str) -> Seat | None:
    """The seat of the wizard of that name, or the only one whose name begins so."""
    key = " ".join(name_key(name))
    keys = {seat: " ".join(name_key(seat.wizard)) for seat in game.seats}
    exact = [seat for seat in game.seats if keys[seat] == key]
    begun = [seat for seat in game.seats if len(key) > 1 and keys[seat].startswith(key)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def _trimmed(lines: list[str]) -> Iterator[str]:
    """The words of the letter: one line each without control characters, no blank lines at its ends."""
    kept = [clean(line, CHARS_MAX + 1) for line in lines]
    full = [index for index, line in enumerate(kept) if line]
    yield from kept[full[0] : full[-1] + 1] if full else []


def _fault(desk: Doors, caller: Caller, meant: Meant, words: tuple[str, ...]) -> str | None:
    if not words:
        return "There was nothing to send: write your words after the colon, or on the lines below it."
    if len(words) > LINES_MAX or sum(map(len, words)) > CHARS_MAX:
        return f"A letter can have {CHARS_MAX} characters and {LINES_MAX} lines. Please send it in several."
    since = caller.now - timedelta(hours=1)
    sent = table_talk.press_since(desk.store, meant.game.id, meant.seat.number, since)
    if sent >= LETTERS_PER_HOUR_MAX:
        return f"You have sent {sent} letters in this game within an hour, which is as many as I carry. Try later."
    return None


COMMAND: Final = Command(
    name="press",
    usage=("press to NAME: WORDS", "press GAME to NAME, NAME: WORDS", "press GAME to all: WORDS"),
    summary="write to other players of a game",
    help=(
        "Your words go to the players of the wizards that you name, or to all, by the referee: nobody sees an address."
        " The letter takes the lines below it too, up to the first that is an order or another command, so that orders"
        f" are never sent to anybody. The terms of the game say whether the letter tells who wrote it (signed press)"
        f" or not (grey press), or that none is carried. {LETTERS_PER_HOUR_MAX} letters an hour are carried in each"
        " game. Words for everybody's report can stand in your orders, after say."
    ),
    example="press 17 to Bob: Shall we turn on Cid together?",
    access=Access.CHANGES,
    shape=rf"(?:{GAME})?+,?\s?(?:to\s)?[^:\n]{{1,200}}+:.*",
    run=_run,
    takes_lines=True,
    until_orders=True,
)
