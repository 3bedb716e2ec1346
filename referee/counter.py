"""The counter: the commands of a letter are carried out in their order, and answered together in one mail."""

from collections.abc import Sequence
from typing import Final

from referee.commands import COMMANDS
from referee.commands.command import Access, Answer, Asked, Caller, refusal
from referee.commands.doors import Doors
from referee.commands.reading import COMMANDS_MAX, Unread
from referee.dispatch import Answering
from referee.mail import compose
from referee.mail.answers import Answered

ASKED_CHARS_MAX: Final = 60


class Counter:
    """Serves players, and strangers as far as they may be. Within the letter's transaction."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    def serve(self, caller: Caller, asked: Sequence[Asked], unread: Sequence[Unread], answering: Answering) -> None:
        """Carry out what is asked and queue the answer. What only a proved player may do was kept from others before
        (`needs_proof`)."""
        if len(asked) > COMMANDS_MAX:
            answered = [_too_many(asked)]
        else:
            answered = [_answered(each, self._answer(caller, each)) for each in asked]
        sentences = [
            f"line {each.line}, “{each.text[:ASKED_CHARS_MAX]}”: {each.reason}. Try: {each.suggestion}"
            for each in unread
        ]
        mail = compose.answers(referee=self._doors.post.referee.name, answered=answered, unread=sentences)
        if caller.player is not None:
            self._doors.post.answer_player(caller.player, mail, kind="answers", answering=answering)
        else:
            self._doors.post.reply(caller.address, mail, kind="answers", answering=answering)

    def _answer(self, caller: Caller, asked: Asked) -> Answer:
        command = COMMANDS[asked.name]
        if caller.player is None and command.access is not Access.ANYONE:
            return refusal(
                "This address is not registered yet. Write register and the name that you want to play under, as in"
                " register Merlyn."
            )
        return command.run(self._doors, caller, asked)


def needs_proof(asked: Sequence[Asked]) -> bool:
    """Whether any of these may only be done for one who has proved who he is."""
    return any(COMMANDS[each.name].access is Access.CHANGES for each in asked)


def _answered(asked: Asked, answer: Answer) -> Answered:
    return Answered(name=asked.name, asked=asked.text[:ASKED_CHARS_MAX], parts=answer.parts, done=answer.done)


def _too_many(asked: Sequence[Asked]) -> Answered:
    why = (
        f"Your mail has {len(asked)} commands; {COMMANDS_MAX} at most are taken from one mail, so none was carried out."
    )
    return _answered(asked[0], refusal(why, "Please send them in several mails."))
