"""Replies to questions: a yes or a no settles them, and whatever else stands in the reply is heard as well."""

from msgspec.structs import replace

from referee.commands import COMMANDS, confirm, orders, register
from referee.commands.command import Answer, Caller, refusal
from referee.commands.doors import Doors
from referee.commands.reading import Parted, parted
from referee.confirming import Confirming, said
from referee.counter import Counter, answered_to
from referee.dispatch import Answering
from referee.mail import compose
from referee.mail.gist import has_orders
from referee.mail.letter import Letter
from referee.store import players
from referee.store.confirmations import Confirmation


class Agreeing:
    """Hears replies to questions about anything but a letter. All methods are called within a transaction."""

    def __init__(self, doors: Doors, confirming: Confirming, counter: Counter) -> None:
        self._doors = doors
        self._confirming = confirming
        self._counter = counter

    def hear(self, letter: Letter, answering: Answering) -> str | None:
        """What came of such a reply, for the records; None for all other letters, and for those that say neither yes
        nor no but something that can be carried out: they are heard like any other."""
        waiting = self._confirming.waiting_for(letter, answering.now)
        if waiting is None:
            return None
        word = said(letter)
        below = letter.lines if word is None else ("", *letter.lines[1:])  # the lines keep their numbers
        more = parted(below, COMMANDS, in_game=True)
        another_name = any(each.name == register.COMMAND.name for each in more.asked)
        if confirm.is_clear(waiting, word) and not another_name:
            self._settle(waiting, word, letter, more, answering)
            return f"It answers question {waiting.id}."
        if more.asked or has_orders(letter.lines):
            return None
        self._ask_again(waiting, letter, answering)
        return f"It answers question {waiting.id} with neither yes nor no."

    def _settle(
        self, waiting: Confirmation, word: bool | None, letter: Letter, more: Parted, answering: Answering
    ) -> None:
        """Do what the word decides, then the commands below it, and answer all of it in one mail."""
        store = self._doors.store
        player = players.load(store, waiting.player) if waiting.player is not None else None
        caller = Caller(player=player, address=waiting.address, now=answering.now, letter=answering.letter or 0)
        answer = confirm.replied(self._doors, waiting, caller, word)
        # By now a newcomer is known, and one who left is not: the answer goes to where the question went.
        caller = replace(caller, player=players.by_address(store, waiting.address))
        answered = [answered_to(confirm.TITLES[waiting.kind], _first(letter), answer)]
        if has_orders(more.others):
            why = "Orders were in your mail too, which were not taken. Send them in a reply to the report."
            answered.append(answered_to(orders.COMMAND.name, "orders", refusal(why)))
        self._counter.serve(caller, [(caller, each) for each in more.asked], more.unread, answering, before=answered)

    def _ask_again(self, waiting: Confirmation, letter: Letter, answering: Answering) -> None:
        """The answer can be replied to with the word, as the question can."""
        told = "I could not tell whether that means yes. Please reply to this mail with the word yes, or with no."
        about = f"{confirm.TITLES[waiting.kind]}: yes or no?"
        answered = answered_to(about, _first(letter), Answer(parts=(told,)))
        post = self._doors.post
        mail = compose.answers(referee=post.referee.name, answered=[answered], unread=())
        post.ask_again(waiting.id, waiting.address, mail, answering=answering)


def _first(letter: Letter) -> str:
    return letter.lines[0] if letter.lines else "yes"
