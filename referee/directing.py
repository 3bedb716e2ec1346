"""A director's mail: his commands are carried out, each by itself, and answered in one mail."""

from collections.abc import Sequence
from typing import Final

from referee.commands.command import Answer, Asked, Caller, refusal
from referee.commands.director import DIRECTOR_COMMANDS
from referee.commands.director.reading import read
from referee.commands.doors import Doors
from referee.commands.reading import COMMANDS_MAX, Parted, Unread
from referee.counter import answered_to, unread_sentence
from referee.deeds.refusal import Refused
from referee.dispatch import ANSWERS_COUNTED, Answering
from referee.mail import compose, signs
from referee.mail.answers import Answered
from referee.mail.letter import Letter
from referee.store import acts, outgoing, players

UNPROVED_PER_HOUR_MAX: Final = 3
UNPROVED_SUBJECT: Final = "Your commands need a proof"
_KIND: Final = "directed-answers"
_UNPROVED: Final = "directed-unproved"


class Directing:
    """Hears directors. All methods are called within a transaction."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._keys = doors.post.keys
        self._referee = doors.post.referee

    def hear(self, letter: Letter, answering: Answering, *, vouched: bool) -> str | None:
        """What came of a director's commands, in a sentence; None where the letter bears another address, or its words
        are nobody's or a player's.

        He has proved himself where his server stands behind the mail (`vouched`), or it answers one of ours to him."""
        if players.address_key(letter.sender) != players.address_key(self._referee.director):
            return None
        lines = [line for block in letter.blocks for line in block.lines]
        plays = bool(letter.marks) or players.by_address(self._doors.store, letter.sender) is not None
        found = read(lines, plays=plays)
        if found is None:
            return None
        proved = vouched or self._signed(letter, answering)
        if not found.asked and not found.unread:
            return self._nothing_to_do(lines, answering) if proved else None
        if not proved:
            return self._ask_for_proof(answering)
        return self._carry_out(found, answering)

    def _carry_out(self, found: Parted, answering: Answering) -> str:
        asked = found.asked
        if len(asked) > COMMANDS_MAX:
            answers = [(asked[0], refusal(f"One mail may have {COMMANDS_MAX} commands; none of them was carried out."))]
        else:
            answers = [(each, self._answer(each, answering)) for each in asked]
        answered = [answered_to(each.name, each.text, answer) for each, answer in answers]
        self._say(answered, found.unread[:COMMANDS_MAX], answering)
        return f"The director's commands: {', '.join(each.name for each in asked) or 'none that is known'}."

    def _nothing_to_do(self, lines: Sequence[str], answering: Answering) -> str:
        told = f"I found no command in your mail. There are {', '.join(DIRECTOR_COMMANDS)}; list is a beginning."
        answered = answered_to("nothing to carry out", next(filter(None, lines), "nothing"), refusal(told))
        self._say([answered], (), answering)
        return "The director's mail holds no command."

    def _signed(self, letter: Letter, answering: Answering) -> bool:
        return any(signs.person_of(self._keys, sign, answering.now) == signs.DIRECTOR for sign in letter.signs)

    def _answer(self, asked: Asked, answering: Answering) -> Answer:
        caller = Caller(player=None, address=self._referee.director, now=answering.now, letter=answering.letter or 0)
        store = self._doors.store
        last = acts.last(store)
        try:
            with store.attempt():
                answer = DIRECTOR_COMMANDS[asked.name].run(self._doors, caller, asked)
                acts.came_by(store, caller.letter, after=last)
                return answer
        except Refused as error:
            return refusal(f"Not done: {error}.")

    def _say(self, answered: Sequence[Answered], unread: Sequence[Unread], answering: Answering) -> None:
        told = [unread_sentence(each) for each in unread]
        mail = compose.answers(referee=self._referee.name, answered=answered, unread=told)
        self._doors.post.answer_director(mail, kind=_KIND, answering=answering)

    def _ask_for_proof(self, answering: Answering) -> str:
        """Anybody can write mails that seem to be his."""
        since = answering.now - ANSWERS_COUNTED
        address = self._referee.director
        if outgoing.answers_since(self._doors.store, address, since, kind=_UNPROVED) < UNPROVED_PER_HOUR_MAX:
            told = (
                "A mail with commands of yours came, but nothing proves that you wrote it, so none was carried out. If"
                " you did, write them again in a reply to this mail."
            )
            mail = compose.notice(referee=self._referee.name, about=UNPROVED_SUBJECT, told=told)
            self._doors.post.answer_director(mail, kind=_UNPROVED, answering=answering)
        return "Nothing proves that the director wrote it."
