"""Threads: the tags, tokens and Message-IDs of the mails between the referee and one seat, known without looking."""

from typing import Final

from engine.model import Duel, Part
from referee.mail import identity
from referee.mail.identity import Keys
from referee.store.games import Game, Seat

INVITATION: Final = "invitation"
REPORT: Final = "report"


def awaited(seat: Seat, duel: Duel) -> identity.Seat:
    """The seat and the turn (or extra turn) that `duel` waits for."""
    return identity.Seat(
        game=seat.game,
        seat=seat.number,
        turn=duel.next_turn,
        extra=duel.next_part is Part.TIME_STOP,
        holder=seat.holder,
        epoch=seat.epoch,
    )


class Threads:
    """What the mails of seats are called and known by. `address`: the referee's."""

    def __init__(self, keys: Keys, address: str) -> None:
        self._keys = keys
        self._address = address

    # -- tags and codes ------------------------------------------------------------------------------------------

    def report_tag(self, seat: Seat, duel: Duel) -> str:
        """The Subject's tag of a mail that asks for the orders that `duel` waits for."""
        place = awaited(seat, duel)
        return identity.report_tag(place, self._keys.token(place))

    @staticmethod
    def answer_tag(game: int, duel: Duel) -> str:
        """The Subject's tag of an answer, which carries no token."""
        return identity.answer_tag(game, duel.next_turn)

    def form_code(self, seat: Seat, duel: Duel) -> str:
        """The code in the order form for the turn that `duel` waits for."""
        return self._keys.form_code(seat.game, duel.next_turn, seat.epoch)

    # -- Message-IDs ---------------------------------------------------------------------------------------------

    def asking_id(self, place: identity.Seat) -> str:
        """The Message-ID of the mail that asks for the orders of `place`."""
        return self.giving_id(place, INVITATION if place.turn == 1 and not place.extra else REPORT)

    def giving_id(self, place: identity.Seat, purpose: str) -> str:
        """The Message-ID of a mail of that purpose, a reply to which gives the orders of `place`."""
        return identity.message_id(self._address, place, self._keys.token(place), purpose)

    def answer_id(self, game: Game, seat: Seat, mark: str) -> str:
        """The Message-ID of an answer: the same for the same cause, however often that is met."""
        return self.own_id(game, seat, f"answer-{mark}")

    def own_id(self, game: Game, seat: Seat, purpose: str) -> str:
        """A Message-ID of ours in the thread of a seat; turn 0 has no token that could give orders."""
        place = identity.Seat(game=game.id, seat=seat.number, turn=0, holder=seat.holder)
        return self.giving_id(place, purpose)

    def opening_id(self, game: Game, seat: Seat) -> str:
        """The Message-ID that a seat's thread begins with."""
        return self.asking_id(identity.Seat(game=game.id, seat=seat.number, turn=1, holder=seat.holder))

    # -- addresses -----------------------------------------------------------------------------------------------

    def reply_address(self, place: identity.Seat) -> str:
        """Where orders for `place` are written to."""
        return identity.reply_address(self._address, place, self._keys.token(place))

    def bounce_address(self, place: identity.Seat) -> str:
        """Where the mail that asks for the orders of `place` comes back to."""
        return identity.bounce_address(self._address, place, self._keys.bounce_token(place))

    def unsubscribe_address(self, place: identity.Seat) -> str:
        """Where the holder of the seat asks for no more mails."""
        token = self._keys.unsubscribe_token(place.game, place.seat, place.holder)
        return identity.unsubscribe_address(self._address, place.game, place.seat, token)
