"""Words that nothing vouches for: their writer's address is asked once, and its yes takes them as if proved."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from referee import play
from referee.dispatch import Answering, Post
from referee.hearing import Heard, Hearer, Hearing, question_of
from referee.mail import compose, identity, signs
from referee.mail import letter as letters
from referee.mail.kinds import Kind
from referee.mail.letter import Letter
from referee.requests import Requests, requests
from referee.store import confirmations, mailbag, players
from referee.store.confirmations import Confirmation, Purpose
from referee.store.database import Store
from referee.store.mailbag import LetterState, StoredLetter
from referee.store.players import Player

WORD_CHARS_MAX: Final = 40
ASKED_AGAIN_AFTER: Final = timedelta(hours=1)  # at the earliest, for each address
_WORD: Final = re.compile(r"\W*([^\W\d_]+(?:['’]t)?)\b")
_ALONE: Final = re.compile(r"\W*(?:i\W+)?(?:(accept(?:ed)?)|declined?)\W*", re.IGNORECASE)
_IN_FULL: Final = re.compile(
    r"\W*i\s+(?:((?:do|am|will)\s+not|don['’]?t|won['’]?t|refuse)|do|am|will|confirm|agree)\b(?:\W+(?:that|it|this))?\W*",
    re.IGNORECASE,
)
_YES: Final = frozenset(("yes", "y", "yep", "yeah", "ok", "okay", "confirm", "confirmed", "agreed"))
_WHY: Final = (
    "A mail came in your name, but nothing in it proves that you wrote it, so nothing of it was carried out. If you"
    " did, confirm it, orders before their turn is over; or write again in a reply to one of my mails instead. It"
    " says:"
)
_NO: Final = frozenset(("no", "n", "nope", "not", "never", "stop", "don't", "don’t", "dont", "reject", "rejected"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A yes or no. `heard`: what is taken by it, out of `letter`, and `requests` the commands that
    `player` gave in it; `address`: where the question went; `why`: what came of it, for the records."""

    letter: Letter
    heard: tuple[Heard, ...]
    requests: Requests | None = None
    player: int | None = None
    answering: Answering
    address: str
    why: str


class Confirming:
    """Asks, and hears the answers. All methods are called within a transaction."""

    def __init__(self, store: Store, post: Post, hearer: Hearer) -> None:
        self._store = store
        self._post = post
        self._hearer = hearer

    # -- the question --------------------------------------------------------------------------------------------

    def ask(
        self, letter: Letter, hearing: Hearing, answering: Answering, *, commands: Sequence[str] = ()
    ) -> str | None:
        """Let the letter wait for a yes; in a sentence, whose. None where nothing in it could be taken by that.
        `commands`: those in it, as they were written.

        The question goes out once for each letter, and to each address once within an hour at most."""
        player = hearing.claimant
        assert answering.letter is not None
        if player is None or letter.kind is not Kind.MESSAGE or letter.doubts:
            return None
        orders = {each.game.id: play.understood(each.game, each.seat, each.lines) for each in hearing.claimed}
        claimed = [each for each in hearing.claimed if orders[each.game.id]]
        if not claimed and not commands:
            return None
        waits = self._unasked(player, answering.letter, answering)
        if waits is not None:
            return waits
        number = confirmations.ask(
            self._store,
            Purpose.LETTER,
            player.address,
            now=answering.now,
            player=player.id,
            facts=_facts(answering.letter, hearing.own, claimed) | {"commands": bool(commands)},
        )
        mail = compose.confirm(
            referee=self._post.referee.name,
            what="your orders" if claimed else "your words",
            why=_WHY,
            code=signs.code_of(self._post.keys, number),
            words=[*(line for each in claimed for line in (_about(each), *orders[each.game.id])), *commands],
        )
        self._post.ask_to_confirm(number, player.address, mail, now=answering.now, letter=answering.letter)
        return f"It waits for a yes from {player.address}."

    def _unasked(self, player: Player, letter: int, answering: Answering) -> str | None:
        """Why the question does not go out now, None where it does."""
        asked = confirmations.of_letter(self._store, letter, player=player.id)
        if asked is not None:
            return f"It waits for a yes from {player.address}, who was asked at {asked.created_at:%F %R} UTC."
        last = confirmations.latest(self._store, Purpose.LETTER, player=player.id)
        why = "was asked about another mail" if last is not None else ""
        if last is None or answering.now - last.created_at >= ASKED_AGAIN_AFTER:
            why = "" if self._post.may_answer(player.address, answering) else "has had enough answers"
        return f"Nothing proves that {player.address} wrote it, who {why} within the hour." if why else None

    # -- the answer ----------------------------------------------------------------------------------------------

    def word_of(self, letter: Letter, answering: Answering) -> Word | None:
        """What comes of a letter that answers such a question with yes or no; None for every other letter."""
        number = self._number(letter)
        asked = confirmations.load(self._store, number) if number is not None else None
        answer = said(letter)
        if asked is None or asked.kind is not Purpose.LETTER or answer is None:
            return None
        waiting = mailbag.letter(self._store, int(asked.facts["letter"]))
        assert waiting is not None, asked
        fault = asked.fault(answering.now)
        if fault is None and waiting.state not in (LetterState.UNCONFIRMED, LetterState.REJECTED):
            fault = "that mail is done with"
        if fault is not None:
            return self._nothing(letter, asked, f"Nothing was done, as {fault}.", answering)
        confirmations.done(self._store, asked.id, now=answering.now)
        if not answer:
            return self._thrown_away(letter, waiting, asked, answering)
        return self._taken(waiting, asked, answering)

    def waiting_for(self, letter: Letter, now: datetime) -> Confirmation | None:
        """What the letter answers that waits for a word, other than a letter; proved by its address or its thread."""
        for sign in letter.signs[:1]:
            asked = question_of(self._store, self._post.keys, sign, now)
            if asked is not None and asked.kind is not Purpose.LETTER:
                return asked
        return None

    def _number(self, letter: Letter) -> int | None:
        """The number of the question that the letter answers, proved by its address, its thread or a typed code."""
        numbers = (signs.confirmed_by(self._post.keys, sign) for sign in letter.signs[:1])
        typed = signs.confirmation_of(self._post.keys, letter.lines[0][:WORD_CHARS_MAX]) if letter.lines else None
        return next((each for each in numbers if each is not None), typed)

    def _taken(self, waiting: StoredLetter, asked: Confirmation, answering: Answering) -> Word:
        """Yes: the letter's words for the turns that still go on."""
        whole = letters.read(waiting.raw, size=waiting.size, ours=self._post.ours)
        parts = requests(whole, in_game=bool(whole.marks))
        letter = parts.letter
        heard = self._hearer.hear_confirmed(letter, asked.facts["own"], _places(asked.facts))
        commands = bool(asked.facts.get("commands"))
        if commands or any(not each.stale for each in heard):
            mailbag.settle(self._store, waiting.id, LetterState.HANDLED, why=None, now=answering.now)
        else:
            why = "It was confirmed after its turn was over."
            mailbag.settle(self._store, waiting.id, LetterState.REJECTED, why=why, now=answering.now)
        return Word(
            letter=letter,
            heard=heard,
            requests=parts if commands else None,
            player=asked.player,
            answering=replace(answering, letter=waiting.id),
            address=asked.address,
            why=f"It confirms letter {waiting.id}.",
        )

    def _thrown_away(self, letter: Letter, waiting: StoredLetter, asked: Confirmation, answering: Answering) -> Word:
        """No: the letter is closed for good."""
        why = "The one whose address it bears did not write it."
        mailbag.settle(self._store, waiting.id, LetterState.CLOSED, why=why, now=answering.now)
        told = "That mail is thrown away, and nothing of it was carried out."
        return self._nothing(letter, asked, told, answering)

    def _nothing(self, letter: Letter, asked: Confirmation, told: str, answering: Answering) -> Word:
        mail = compose.settled(referee=self._post.referee.name, told=told)
        player = players.load(self._store, asked.player or 0)
        assert player is not None, asked
        self._post.answer_player(player, mail, kind="settled", answering=answering)
        return Word(letter=letter, heard=(), answering=answering, address=asked.address, why=told)


def said(letter: Letter) -> bool | None:
    """Whether the first line of the letter says yes (True) or no (False); None for any other, and for a yes with a
    question mark. Accept and decline are that only where they stand alone, as the number of a challenge may follow."""
    line = letter.lines[0].rstrip() if letter.lines else ""
    start = line[:WORD_CHARS_MAX]
    if (alone := _ALONE.fullmatch(start)) is not None:
        return alone[1] is not None
    if (whole := _IN_FULL.fullmatch(line[: WORD_CHARS_MAX + 1])) is not None:
        return whole[1] is None and not line.endswith("?")
    found = _WORD.match(start)
    word = found[1].casefold() if found is not None else ""
    if word in _NO:
        return False
    return True if word in _YES and not line.endswith("?") else None


def _about(heard: Heard) -> str:
    extra = " (the extra turn)" if heard.place.extra else ""
    return f"For {heard.seat.wizard} in game {heard.place.game}, turn {heard.place.turn}{extra}:"


def _facts(letter: int, own: int | None, claimed: Sequence[Heard]) -> dict[str, Any]:
    """What is kept with the question: which letter, and for which seats and turns it would be taken."""
    places = [[p.game, p.seat, p.turn, p.extra, p.holder, p.epoch] for p in (each.place for each in claimed)]
    return {"letter": letter, "own": own, "places": places}


def _places(facts: Mapping[str, Any]) -> dict[int, identity.Seat]:
    return {
        game: identity.Seat(game=game, seat=seat, turn=turn, extra=extra, holder=sum(more[:1]), epoch=sum(more[1:]))
        for game, seat, turn, extra, *more in facts["places"]
    }
