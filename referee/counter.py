"""The counter: the commands of a letter are carried out in their order, and answered together in one mail."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from referee.commands import COMMANDS, join
from referee.commands.command import Access, Answer, Asked, Caller, refusal
from referee.commands.doors import Doors
from referee.commands.help import overview
from referee.commands.reading import COMMANDS_MAX, Unread
from referee.dispatch import ANSWERS_COUNTED, Answering
from referee.mail import compose
from referee.mail.answers import Answered
from referee.store import games, outgoing, players

ASKED_CHARS_MAX: Final = 60
UNPROVED_PER_HOUR_MAX: Final = 3  # to one address, in answer to mails that another may have written
_KIND: Final = "answers"
_UNPROVED: Final = "answers-unproved"


class Counter:
    """Serves players, and strangers as far as they may be. Within the letter's transaction."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    def serve(
        self,
        caller: Caller,
        asked: Sequence[tuple[Caller, Asked]],
        unread: Sequence[Unread],
        answering: Answering,
        *,
        before: Sequence[Answered] = (),
    ) -> None:
        """Carry out what is asked, each by its caller (the same one, but where he stands in different games), and queue
        the answer, with `before` at its beginning. Who must prove himself first was seen to before (`needs_proof`)."""
        if len(asked) > COMMANDS_MAX:
            answers = [(asked[0][1], _too_many(len(asked)))]
        else:
            answers = [(each, self._answer(self._now(here), each)) for here, each in asked]
        if not before and not unread and all(answer.elsewhere for _, answer in answers):
            return
        answered = [*before, *(answered_to(each.name, each.text, answer) for each, answer in answers)]
        self.say(caller, answered, [unread_sentence(self._at_present(each)) for each in unread], answering)

    def say(self, caller: Caller, answered: Sequence[Answered], unread: Sequence[str], answering: Answering) -> None:
        """Queue the mail with these answers, to the caller's registered address where he has one."""
        mail = compose.answers(referee=self._doors.post.referee.name, answered=answered, unread=unread)
        if caller.player is not None and not caller.proved:
            # Anybody can write mails that seem to be his: they must not use up the answers to his own.
            since = answering.now - ANSWERS_COUNTED
            if outgoing.answers_since(self._doors.store, caller.address, since, kind=_UNPROVED) < UNPROVED_PER_HOUR_MAX:
                self._doors.post.answer_player(caller.player, mail, kind=_UNPROVED, answering=answering)
        elif caller.player is not None:
            self._doors.post.answer_player(caller.player, mail, kind=_KIND, answering=answering)
        else:
            self._doors.post.reply(caller.address, mail, kind=_KIND, answering=answering)

    def _now(self, caller: Caller) -> Caller:
        """The caller as he stands after the commands before."""
        player = players.load(self._doors.store, caller.player.id) if caller.player is not None else None
        game = games.load(self._doors.store, caller.game.id) if caller.game is not None else None
        return replace(caller, player=player, game=game)

    def _at_present(self, unread: Unread) -> Unread:
        """The example of `join` names an event that can be joined."""
        if unread.suggestion != join.COMMAND.example:
            return unread
        return replace(unread, suggestion=join.example(self._doors))

    def welcome(self, address: str, mark: str, answering: Answering) -> None:
        """Tell a stranger how to begin, once: `mark` is his own."""
        parts = (
            "This is the referee of Waving Hands, a duel of wizards that is played by mail. To play, answer with the"
            " word register and the name that you want to play under, as in register Merlyn.",
            *overview(),
        )
        answered = Answered(name="welcome", asked="hello", parts=parts, done=True)
        mail = compose.answers(referee=self._doors.post.referee.name, answered=[answered], unread=())
        self._doors.post.reply_once(address, mail, kind="welcome", mark=mark, answering=answering)

    def _answer(self, caller: Caller, asked: Asked) -> Answer:
        command = COMMANDS[asked.name]
        if caller.player is None and command.access is not Access.ANYONE:
            return refusal(
                "This address is not registered yet. Write register and the name that you want to play under, as in"
                " register Merlyn."
            )
        return command.run(self._doors, caller, asked)


def is_open(asked: Sequence[Asked]) -> bool:
    """Whether any of these is for strangers too. What is for players only is not answered to others: the mail may be
    a robot's, in the name of a bystander."""
    return any(COMMANDS[each.name].access is Access.ANYONE for each in asked)


def needs_proof(asked: Sequence[Asked]) -> bool:
    """Whether any of these may only be done for one who has proved who he is."""
    return any(COMMANDS[each.name].access is Access.CHANGES for each in asked)


def answered_to(name: str, text: str, answer: Answer) -> Answered:
    """The answer to a command, or to words that stood for one, as the mail tells it."""
    return Answered(name=name, asked=text[:ASKED_CHARS_MAX], parts=answer.parts, done=answer.done)


def unread_sentence(unread: Unread) -> str:
    """What is said to a line that is like a command but is none."""
    return f"line {unread.line}, “{unread.text[:ASKED_CHARS_MAX]}”: {unread.reason}. Try: {unread.suggestion}"


def _too_many(count: int) -> Answer:
    why = f"Your mail has {count} commands. One mail may have {COMMANDS_MAX}, so none of them was carried out."
    return refusal(why, "Please send them in several mails.")
