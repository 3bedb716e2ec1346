"""Seats of silent players: offered to those on standby, the longest waiting first, and given to the one who accepts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from engine.events import Turn
from engine.views import View, observe
from referee.deadlines.due import deadline
from referee.deadlines.state import ClockState
from referee.deadlines.wording import tell_deadline
from referee.dispatch import SEAT, Post
from referee.journal import Journal
from referee.mail import clock_mails, signs
from referee.store import confirmations, games, offers, outgoing, players, reachability, table_talk, turns, vacations
from referee.store.clocks import TurnClock
from referee.store.confirmations import Purpose
from referee.store.database import Store
from referee.store.games import Game, GameState, Seat
from referee.store.offers import Offer, OfferState
from referee.store.players import Player
from referee.terms import tell
from referee.times.showing import show

TURNS_TOLD_MAX: Final = 60  # of the history that a new player is sent, the latest


class Standbys:
    """Finds new players for seats. All methods are called within a transaction."""

    def __init__(self, store: Store, post: Post, journal: Journal) -> None:
        self._store = store
        self._post = post
        self._journal = journal

    # -- offers --------------------------------------------------------------------------------------------------

    def attend(self, game: Game, state: ClockState, clock: TurnClock, now: datetime) -> TurnClock:
        """Offers that came to their end: the seat goes to the next, or rests if there is none. The clock then."""
        for offer in self._open(game):
            seat = game.seats[offer.seat - 1]
            owes = any(each.seat == offer.seat and each.owes for each in state.seats)
            if not owes or seat.holder != offer.holder:
                self._withdraw(offer, now)
            elif self._declined(offer) or offer.expires_at <= now:
                how = OfferState.DECLINED if self._declined(offer) else OfferState.LAPSED
                offers.settle(self._store, offer.id, how)
                self._journal.note("seat-not-taken", game=game.id, seat=seat.number, player=offer.player, why=how)
                if offer.seat in clock.offered:
                    clock = self.offer(game, seat, clock, now)
        return clock

    def offer(self, game: Game, seat: Seat, clock: TurnClock, now: datetime) -> TurnClock:
        """Offer a seat to the next on standby. Where nobody is left it counts as offered long ago: the turn goes on."""
        if any(each.seat == seat.number for each in self._open(game)):
            return replace(clock, offered={seat.number: now} | clock.offered)
        player = self._next(game, seat, now)
        if player is None:
            self._journal.note("nobody-on-standby", game=game.id, seat=seat.number)
            return replace(clock, offered=clock.offered | {seat.number: clock.began})
        made = offers.make(
            self._store,
            game=game.id,
            seat=seat.number,
            holder=seat.holder,
            leaver=seat.player,
            player=player.id,
            now=now,
        )
        self._ask(game, seat, player, made, now)
        self._journal.note("seat-offered", game=game.id, seat=seat.number, player=player.id)
        return replace(clock, offered={seat.number: now} | clock.offered)

    def next_moment(self, game: Game) -> datetime | None:
        """When an offer in the game lapses next."""
        return min((each.expires_at for each in self._open(game)), default=None)

    def close(self, game: Game, now: datetime, *, silent: Sequence[int] = ()) -> None:
        """A turn is over: a seat whose orders came in time is not free any more, only those of the silent are."""
        for offer in self._open(game):
            if offer.seat not in silent:
                self._withdraw(offer, now)

    def _open(self, game: Game) -> list[Offer]:
        return [each for each in offers.of_game(self._store, game.id) if each.state is OfferState.OPEN]

    def _declined(self, offer: Offer) -> bool:
        """Whether he said no: his question was answered, and the seat not taken."""
        asked = confirmations.of_offer(self._store, offer.id)
        return asked is not None and asked.done_at is not None

    def _next(self, game: Game, seat: Seat, now: datetime) -> Player | None:
        """Who waits longest, and neither sits in the game, nor left it, nor was asked for this seat, nor is away or
        out of reach, nor has another offer to answer. In an anonymous game nobody who has been watching it."""
        known = offers.of_game(self._store, game.id)
        barred = {each.player for each in game.seats}
        barred |= {each.leaver for each in known}
        barred |= {each.player for each in known if (each.seat, each.holder) == (seat.number, seat.holder)}
        waiting = [each for each in players.on_standby(self._store) if each.id not in barred]
        numbers = [each.id for each in waiting]
        barred |= reachability.paused(self._store, numbers) | offers.busy(self._store, numbers, now)
        if game.terms.anonymous:
            barred |= set(table_talk.watchers(self._store, game.id))
        return next((each for each in waiting if each.id not in barred and not self._is_away(each, now)), None)

    def _is_away(self, player: Player, now: datetime) -> bool:
        return any(each.begins_at <= now < each.ends_at for each in vacations.of_player(self._store, player.id))

    def _ask(self, game: Game, seat: Seat, player: Player, made: Offer, now: datetime) -> None:
        number = confirmations.ask(
            self._store, Purpose.TAKE_SEAT, player.address, now=now, player=player.id, facts={"offer": made.id}
        )
        post = self._post.under(game.mailbox)
        mail = clock_mails.seat_offer(
            referee=post.referee.name,
            game=game.id,
            turn=game.duel.next_turn,
            wizard=seat.wizard,
            standing=[f"{each.name}: {each.hit_points} hit points" for each in game.duel.wizards if each.alive],
            terms=tell(game.terms),
            until=show(made.expires_at, player.zone or "UTC", now=now),
            code=signs.code_of(self._post.keys, number),
        )
        post.ask_to_confirm(number, player.address, mail, now=now, letter=None)

    def _withdraw(self, offer: Offer, now: datetime) -> None:
        offers.settle(self._store, offer.id, OfferState.WITHDRAWN)
        asked = confirmations.of_offer(self._store, offer.id)
        player = players.load(self._store, offer.player)
        if asked is not None:
            confirmations.done(self._store, asked.id, now=now)
        if player is not None:
            post = self._post.under(games.mailbox_of(self._store, offer.game))
            mail = clock_mails.seat_gone(referee=post.referee.name, game=offer.game)
            post.tell(player.address, mail, kind="seat-gone", mark=str(offer.id), now=now)

    # -- the seat is taken ---------------------------------------------------------------------------------------

    def fault(self, offer: Offer, now: datetime) -> str | None:
        """Why the seat cannot be taken any more, None where it can."""
        game = games.load(self._store, offer.game)
        seat = game.seat(offer.seat) if game is not None else None
        if offer.expires_at <= now:
            return "the offer stood for two days, and these are over"
        if game is None or seat is None or offer.state is not OfferState.OPEN or seat.holder != offer.holder:
            return "that seat is not free any more"
        if game.state is not GameState.RUNNING or seat.wizard not in game.duel.living:
            return "that duel is over"
        if any(each.player == offer.player for each in game.seats):
            return "you have a seat in that game already"
        return None

    def take(self, offer: Offer, now: datetime) -> Game:
        """The player accepts: the seat is his, with a fresh clock; everybody is told. Only where `fault` finds none."""
        offers.settle(self._store, offer.id, OfferState.TAKEN)
        players.set_standby(self._store, offer.player, now)  # at the end of the row
        return self.hand_over(offer.game, offer.seat, offer.player, now)

    def hand_over(self, number: int, seat: int, player: int, now: datetime, *, reason: str = "") -> Game:
        """Another player sits there from now on, with a fresh clock; everybody is told. `reason`: the director's, who
        gives the seat; "" where it was offered for want of orders."""
        before = games.load(self._store, number)
        assert before is not None, number
        left = before.seats[seat - 1]
        games.give_seat(self._store, number, seat, player)
        turns.drop_all_orders(self._store, number, seat, since=before.duel.next_turn)
        table_talk.take_back_draw(self._store, number, turn=before.duel.next_turn, seat=seat)
        game = games.load(self._store, number)
        assert game is not None, number
        clock = self._post.clocks.taken_over(game, seat, now)
        state = self._post.clocks.state(game, now)
        self._post.clocks.save(game, replace(clock, told=deadline(state)), now)
        self._welcome(game, game.seats[seat - 1], now)
        self._tell_others(before, game, left, state, reason=reason, now=now)
        self._journal.note("seat-taken", game=number, seat=seat, player=player, before=left.player)
        return game

    def _welcome(self, game: Game, seat: Seat, now: datetime) -> None:
        """The new player gets all that the seat may know of what happened, and what is asked of him."""
        views = self._views(game, seat)
        mail = clock_mails.seat(self._post.scenes.of(game, seat, now=now), views=views, terms=tell(game.terms))
        self._post.ask(game, seat, mail, kind=SEAT, before=None, now=now)

    def _views(self, game: Game, seat: Seat) -> list[View]:
        before = games.opening(self._store, game.id)
        views = []
        for record in turns.records(self._store, game.id):
            assert before is not None
            turn = Turn(turn=record.turn, part=record.part, events=record.events, before=before, after=record.after)
            views.append(observe(turn, seat.wizard))
            before = record.after
        return views[-TURNS_TOLD_MAX:]

    def _tell_others(
        self, before: Game, game: Game, left: Seat, state: ClockState, *, reason: str, now: datetime
    ) -> None:
        names = {seat.number: seat.wizard for seat in game.seats}
        player = players.load(self._store, game.seats[left.number - 1].player)
        who = player.name if player is not None and not game.terms.anonymous else None
        for seat in game.seats:
            if seat.number != left.number and seat.wizard in game.duel.living:
                reasons = tell_deadline(state, self._post.scenes.reader(seat, now), names)
                scene = self._post.scenes.of(game, seat, now=now)
                mail = clock_mails.replaced(scene, wizard=left.wizard, who=who, reasons=reasons, directed=bool(reason))
                self._post.announce(game, seat, mail, kind="replaced", now=now)
        mail = clock_mails.seat_lost(self._post.scenes.of(before, left, now=now), wizard=left.wizard, reason=reason)
        outgoing.drop_waiting(self._store, game.id, left.number, "the seat was given to another player")
        self._post.announce(before, left, mail, kind="seat-lost", now=now)
