"""What a game's clock asks for between two turns: reminders, news of a moved deadline, questions to the director."""

from datetime import datetime
from typing import Final, assert_never

from msgspec.structs import replace

from referee.deadlines.due import closing, deadline
from referee.deadlines.ladder import Rung
from referee.deadlines.machine import AskDirector, Close, OfferSeats, Remind, due_actions, noted
from referee.deadlines.outages import length
from referee.deadlines.silence import warning
from referee.deadlines.state import ClockState
from referee.deadlines.wording import tell_deadline
from referee.dispatch import Post
from referee.journal import Journal
from referee.mail import clock_mails
from referee.standbys import Standbys
from referee.store import clocks, looks
from referee.store.clocks import TurnClock
from referee.store.database import Store
from referee.store.games import Game
from referee.store.outgoing import MailState
from referee.times.durations import DAY, MINUTE, long
from referee.times.showing import show

# A deadline that moved by less is not worth a mail.
MOVED_MIN: Final = 5 * MINUTE


class Waking:
    """Attends to running games, within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, journal: Journal) -> None:
        self._store = store
        self._post = post
        self._journal = journal
        self.standbys = Standbys(store, post, journal)

    def attend(self, game: Game, state: ClockState, now: datetime) -> None:
        """Do all that is due in a game whose turn goes on, and set when it must be looked at next."""
        clock = self._post.clocks.written(game, now)
        clocks.save(self._store, game.id, clock, look_at=None)  # from now on the turn has begun
        if self._post.clocks.send_again(game, now):
            state = self._post.clocks.state(game, now)
        clock = self._tell_moved(game, state, clock, now)
        clock = self.standbys.attend(game, state, clock, now)
        for action in due_actions(state, now=now):
            match action:
                case Remind():
                    self._remind(game, action, now)
                    clock = replace(clock, reminded=clock.reminded | {action.seat: now})
                case AskDirector():
                    self._ask_director(game.mailbox, action, now)
                    state = self._post.clocks.state(game, now)
                case OfferSeats() if looks.heard_all(self._store, game.mailbox, self._post.clocks.closing(state)):
                    for number in action.seats:
                        clock = self.standbys.offer(game, game.seats[number - 1], clock, now)
                        if clock.offered[number] == now:
                            self._tell_offer(game, noted(state, (action,), now=now), number, now)
                case Close() | OfferSeats():
                    pass  # the inbox must be looked at first
                case _:
                    assert_never(action)
        self._post.clocks.attended(game, clock, state, now, besides=self.standbys.next_moment(game))

    def _tell_moved(self, game: Game, state: ClockState, clock: TurnClock, now: datetime) -> TurnClock:
        """A deadline that is not what was told any more is told anew, with all the reasons for it."""
        due = deadline(state)
        if clock.told is not None and abs(due - clock.told) < MOVED_MIN:
            return clock
        if clock.told is not None:
            names = {seat.number: seat.wizard for seat in game.seats}
            for each in state.seats:
                seat = game.seats[each.seat - 1]
                reasons = tell_deadline(state, self._post.scenes.reader(seat, now), names)
                mail = clock_mails.deadline_moved(self._post.scenes.of(game, seat, now=now), reasons=reasons)
                self._post.announce(game, seat, mail, kind="deadline", now=now)
            self._journal.note("deadline-moved", game=game.id, turn=clock.turn, due=due, before=clock.told)
        return replace(clock, told=due)

    def _tell_offer(self, game: Game, state: ClockState, number: int, now: datetime) -> None:
        """Everybody learns that a seat is on offer, and until when the turn waits for a new player."""
        (offered,) = (each for each in state.seats if each.seat == number)
        ends = closing(state, owing=(offered,))
        assert ends is not None, "a game with standby players does not wait without end"
        for seat in game.seats:
            if seat.wizard in game.duel.living:
                until = show(ends, self._post.scenes.reader(seat, now).zone, now=now)
                mail = clock_mails.seat_on_offer(
                    self._post.scenes.of(game, seat, now=now), wizard=game.seats[number - 1].wizard, until=until
                )
                self._post.announce(game, seat, mail, kind="seat-on-offer", mark=str(number), now=now)

    def _remind(self, game: Game, action: Remind, now: datetime) -> None:
        seat = game.seats[action.seat - 1]
        report = self._post.clocks.reports(game).get(seat.number)
        if report is None or report.state is not MailState.SENT:
            return  # his report did not arrive; reminders would only heap up beside it
        late = f"-{(now - action.deadline) // DAY}" if action.rung is Rung.LATE else ""
        mark = f"{action.rung.name.lower()}{late}-{int(action.deadline.timestamp())}"
        mail = clock_mails.reminder(
            self._post.scenes.of(game, seat, now=now),
            rung=action.rung,
            warning=warning(game.terms.silence, silent_turns=seat.missed),
        )
        if self._post.remind(game, seat, mail, mark=mark, now=now):
            self._journal.note("player-reminded", game=game.id, seat=seat.number, rung=action.rung)

    def _ask_director(self, mailbox: str, action: AskDirector, now: datetime) -> None:
        outage = action.outage
        looks.asked(self._store, mailbox, outage, now)
        post = self._post.under(mailbox)
        mail = clock_mails.director_outage(
            referee=post.referee.name,
            address=post.referee.address,
            start=outage.start,
            end=outage.end,
            length=long(length(outage), units=2),
        )
        post.tell_director(mail, mark=f"outage-{mailbox}-{int(outage.start.timestamp())}", now=now)
        self._journal.trouble("outage-unconfirmed", mailbox=mailbox, start=outage.start, end=outage.end)
