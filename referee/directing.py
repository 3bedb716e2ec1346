"""A director's mail: his commands are carried out, each by itself, and answered in one mail."""

from collections.abc import Sequence
from typing import Final

from referee.commands.command import Answer, Asked, Caller, refusal
from referee.commands.director import DIRECTOR_COMMANDS
from referee.commands.doors import Doors
from referee.commands.reading import COMMANDS_MAX, parted
from referee.counter import answered_to
from referee.deeds.refusal import Refused
from referee.dispatch import ANSWERS_COUNTED, Answering
from referee.mail import compose, signs
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
        """What came of a director's commands, in a sentence; None where the letter bears another address or has none.

        He has proved himself where his server stands behind the mail (`vouched`), or it answers one of ours to him."""
        if players.address_key(letter.sender) != players.address_key(self._referee.director):
            return None
        lines = [line for block in letter.blocks for line in block.lines]
        asked = parted(lines, DIRECTOR_COMMANDS, in_game=True).asked
        if not asked:
            return None
        if not vouched and not self._signed(letter, answering):
            return self._ask_for_proof(answering)
        if len(asked) > COMMANDS_MAX:
            answers = [(asked[0], refusal(f"One mail may have {COMMANDS_MAX} commands; none of them was carried out."))]
        else:
            answers = [(each, self._answer(each, answering)) for each in asked]
        self._say(answers, answering)
        return f"The director's commands: {', '.join(each.name for each in asked)}."

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

    def _say(self, answers: Sequence[tuple[Asked, Answer]], answering: Answering) -> None:
        answered = [answered_to(asked.name, asked.text, answer) for asked, answer in answers]
        mail = compose.answers(referee=self._referee.name, answered=answered, unread=())
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
