"""The clocks of games as the store has them: what is written down, put together with orders, mails and absences."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import product
from typing import Final

from msgspec.structs import replace

from engine.model import Part
from referee.deadlines import due, machine
from referee.deadlines.state import ClockState, Extension, SeatClock, Span, Vacation
from referee.store import clocks, looks, mailbag, outgoing, reachability, turns, vacations
from referee.store.clocks import TurnClock
from referee.store.database import Store
from referee.store.games import Game, GameState, Seat
from referee.store.outgoing import MailState, QueuedMail
from referee.times.durations import DAY, MINUTE

# A player whose mails come back is waited for so long after the first of them; from then on his reports count as
# delivered when they are queued, and what the terms say of missing orders happens.
UNREACHED_MAX: Final = 7 * DAY
# A report that came back, or that our own server refused for its address, is sent once more after so long, as long as
# delivery to the address is not paused.
AGAIN_AFTER: Final = DAY
TRIED_AGAIN_AFTER: Final = MINUTE


class Clocks:
    """Reads and writes the clocks of games. What writes is called within a transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- what it says --------------------------------------------------------------------------------------------

    def state(self, game: Game, now: datetime) -> ClockState:
        """The clock of the coming turn. One that nobody has started yet starts now."""
        return self._state(game, self.written(game, now), now)

    def paused_at(self, game: Game, now: datetime) -> datetime | None:
        """Since when the director has stopped the clock of a game; None where it runs, or the game does not."""
        return self.state(game, now).paused_at if game.state is GameState.RUNNING else None

    def written(self, game: Game, now: datetime) -> TurnClock:
        """What is written down of the coming turn's clock; a fresh one where there is none."""
        found = clocks.load(self._store, game.id)
        extra = game.duel.next_part is Part.TIME_STOP
        if found is not None and (found.turn, found.extra) == (game.duel.next_turn, extra):
            return found
        banks = found.banks if found is not None else {}
        return TurnClock(turn=game.duel.next_turn, extra=extra, began=now, banks=banks)

    def reports(self, game: Game) -> dict[int, QueuedMail]:
        """The mails that ask for the coming turn's orders, without their bytes, by number of seat."""
        return outgoing.asking(self._store, game.id, turn=game.duel.next_turn)

    @staticmethod
    def closing(state: ClockState) -> datetime:
        """When the time of the turn is up for those who owe orders."""
        closes = due.closing(state, owing=state.owing)
        assert closes is not None, "the game waits for orders"
        return closes

    # -- what happens to it --------------------------------------------------------------------------------------

    def begin(self, game: Game, now: datetime, *, banks: dict[int, timedelta] | None = None) -> ClockState:
        """The coming turn begins: its reports are being queued. Its clock."""
        clock = replace(self.written(game, now), began=now, told=None, banks=banks or {})
        state = self._state(game, clock, now)
        told = due.deadline(state)
        self._save(game, replace(clock, told=told), state, now)
        return replace(state, told=told)

    def save(self, game: Game, clock: TurnClock, now: datetime) -> None:
        """Write the clock down, and when it must be looked at next."""
        self._save(game, clock, self._state(game, clock, now), now)

    def attended(
        self, game: Game, clock: TurnClock, state: ClockState, now: datetime, *, besides: datetime | None
    ) -> None:
        """The same where nothing has changed since `state` was read but what was told, reminded and offered; when it
        must be looked at next is the moment `besides` at the latest."""
        seats = tuple(
            replace(seat, reminded_at=clock.reminded.get(seat.seat), offered_at=clock.offered.get(seat.seat))
            for seat in state.seats
        )
        self._save(game, clock, replace(state, seats=seats, told=clock.told), now, besides=besides)

    def _save(
        self, game: Game, clock: TurnClock, state: ClockState, now: datetime, *, besides: datetime | None = None
    ) -> None:
        if game.state is not GameState.RUNNING or game.duel.result is not None:
            clocks.save(self._store, game.id, clock, look_at=None)
            return
        event = machine.next_event(state)
        moments = [event.moment] if event is not None else []
        moments += [besides] if besides is not None else []
        moments += self._about_reports(game, now)
        # What is due and could not be done, as the inbox was not looked at since, is tried again in a while.
        first = min(moments, default=None)
        look_at = now + TRIED_AGAIN_AFTER if first is not None and first <= now else first
        clocks.save(self._store, game.id, clock, look_at=look_at)

    def taken_over(self, game: Game, seat: int, now: datetime) -> TurnClock:
        """A new player sits there from now on: he has a whole turn and a full bank. Saved, and given."""
        clock = self.written(game, now)
        clock = replace(
            clock,
            taken=clock.taken | {seat: now},
            banks={number: left for number, left in clock.banks.items() if number != seat},
            reminded={number: at for number, at in clock.reminded.items() if number != seat},
            offered={number: at for number, at in clock.offered.items() if number != seat},
        )
        clocks.save(self._store, game.id, clock, look_at=now)
        return clock

    def extend(self, game: Game, extension: Extension, now: datetime) -> None:
        """The director's word on the coming turn."""
        clock = self.written(game, now)
        self.save(game, replace(clock, extensions=(*clock.extensions, extension)), now)

    def banks_after(self, game: Game, state: ClockState, now: datetime) -> dict[int, timedelta]:
        """What is left in each seat's bank once the turn is closed."""
        kept = {seat.number: self._bank(game, self.written(game, now), seat.number) for seat in game.seats}
        return kept | {seat.seat: due.bank_left(state, seat, closed_at=now) for seat in state.seats}

    # -- reports that did not arrive -----------------------------------------------------------------------------

    def send_again(self, game: Game, now: datetime) -> int:
        """Send reports once more that came back a while ago; how many."""
        ripe = [mail for mail, at in self._returned(game, now) if at is not None and at <= now]
        return sum(outgoing.release(self._store, mail.id, now=now) for mail in ripe)

    def _about_reports(self, game: Game, now: datetime) -> Iterator[datetime]:
        """When a report that did not arrive is sent again, or counts as delivered."""
        for mail, again in self._returned(game, now):
            if again is not None:
                yield again
            counts = self._counts_at(game, mail, now)
            if counts > now:
                yield counts

    def _returned(self, game: Game, now: datetime) -> Iterator[tuple[QueuedMail, datetime | None]]:
        """Reports of the coming turn that came back or wait, with when each is sent again (None: when he writes)."""
        reports = self.reports(game)
        for seat in self._acting(game):
            mail = reports.get(seat.number)
            if mail is None or mail.state in (MailState.SENT, MailState.QUEUED):
                continue
            known = reachability.of(self._store, seat.player, now=now)
            paused = known is not None and known.paused_at is not None
            again = known.last_at + AGAIN_AFTER if known is not None else mail.created_at + AGAIN_AFTER
            # One that was set aside for another reason than its address waits for a human.
            came_back = mail.state is MailState.RETURNED or (mail.state is MailState.SET_ASIDE and known is not None)
            yield mail, again if came_back and not paused else None

    def _counts_at(self, game: Game, mail: QueuedMail, now: datetime) -> datetime:
        """From when on a report that did not arrive counts as delivered."""
        seat = game.seat(mail.seat or 0)
        known = reachability.of(self._store, seat.player, now=now) if seat is not None else None
        return max(mail.created_at, (known.since if known is not None else mail.created_at) + UNREACHED_MAX)

    def _reported(
        self, game: Game, seat: Seat, mail: QueuedMail | None, *, began: datetime, now: datetime
    ) -> tuple[datetime | None, bool]:
        """When the report went out to a seat last, None where it never did; and whether it has not arrived since: its
        time still counts from when it went out, or a deadline that was told would come back. Whoever is forgotten gets
        none, and is not waited for."""
        if not seat.address:
            return began, False
        if mail is None:
            return None, False
        if mail.state is MailState.SENT:
            return mail.sent_at, False
        if mail.state is not MailState.QUEUED and (counts := self._counts_at(game, mail, now)) <= now:
            return max(counts, mail.sent_at or counts), False
        return mail.sent_at, mail.sent_at is not None

    # -- putting it together -------------------------------------------------------------------------------------

    @staticmethod
    def _acting(game: Game) -> list[Seat]:
        return [seat for seat in game.seats if seat.wizard in game.duel.acting]

    def _state(self, game: Game, clock: TurnClock, now: datetime) -> ClockState:
        held = turns.held_orders(self._store, game.id, turn=clock.turn, part=game.duel.next_part)
        reports = self.reports(game)
        seats = []
        for seat in self._acting(game):
            orders = held.get(seat.number)
            mail = reports.get(seat.number)
            reported_at, undelivered = self._reported(game, seat, mail, began=clock.began, now=now)
            seats.append(
                SeatClock(
                    seat=seat.number,
                    owes=orders is None or not orders.complete,
                    orders_at=self._came_at(orders, clock) if orders is not None else None,
                    bank=self._bank(game, clock, seat.number),
                    reported_at=reported_at,
                    undelivered=undelivered,
                    reminded_at=clock.reminded.get(seat.number),
                    silent_turns=seat.missed,
                    offered_at=clock.offered.get(seat.number),
                    taken_at=clock.taken.get(seat.number),
                )
            )
        return ClockState(
            terms=game.terms,
            began=clock.began,
            seats=tuple(seats),
            told=clock.told,
            vacations=tuple(self._vacations(game, clock)),
            pauses=clock.pauses,
            extensions=clock.extensions,
            outages=looks.since(self._store, game.mailbox, clock.began),
        )

    def _came_at(self, orders: turns.HeldOrders, clock: TurnClock) -> datetime:
        """When orders reached the mailbox, which may be long before they were read. Never before the turn began."""
        arrived = mailbag.arrived_at(self._store, orders.letter) if orders.letter is not None else None
        came = orders.received_at if arrived is None else min(orders.received_at, arrived)
        return max(came, clock.began)

    @staticmethod
    def _bank(game: Game, clock: TurnClock, seat: int) -> timedelta:
        return clock.banks.get(seat, game.terms.bank)

    def _vacations(self, game: Game, clock: TurnClock) -> Iterator[Vacation]:
        """Absences of players who still play. One that is called off stops the clock of the turn that runs as it did:
        a deadline that was told does not come nearer."""
        players = [seat.player for seat in game.seats]
        known = vacations.of_players(self._store, players, called_off_after=clock.began)
        for seat, away in product(game.seats, known):
            if away.player == seat.player and seat.wizard in game.duel.living:
                span = Span(away.begins_at, away.ends_at)
                shown = _whole_days(span) if game.terms.anonymous else span
                yield Vacation(seat=seat.number, span=shown, booked_at=away.taken_at)


def _whole_days(span: Span) -> Span:
    """The days of UTC that a span touches: at which hour a player's own days begin would tell his zone."""
    start = span.start.replace(hour=0, minute=0, second=0, microsecond=0)
    end = span.end.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(start, end if end == span.end else end + DAY)
