"""How an event goes on: results are taken in, rounds start, the week is told of, and in the end the table."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, assert_never

from engine.tournament.formats import ladder
from engine.tournament.model import Game, Impossible, Over, Start, Wait
from engine.tournament.rollback import unfounded
from engine.tournament.running import next_games
from engine.tournament.terms import Ladder
from referee.adjudication import Adjudication
from referee.dispatch import Post
from referee.journal import Journal
from referee.mail.wording import listed
from referee.opening import open_game
from referee.steps import At, Step
from referee.store import looks, pairings, players, tournaments
from referee.store.database import Store
from referee.store.faults import Damaged, is_general
from referee.store.pairings import Paired
from referee.store.tournaments import Tournament, TournamentState
from referee.tournaments.book import Book, book_of, up_to_date, with_room
from referee.tournaments.rulings import Rulings
from referee.tournaments.telling import DIGEST_EVERY, Telling

STARTS_AT_ONCE_MAX: Final = 100  # byes that bring on the next round, and so on; more would be a fault of ours
LOOKS_AT_ONCE_MAX: Final = 100
AGAIN_AFTER: Final = timedelta(minutes=1)
WAITS: Final = "It waits for the director, who has been told. Until then no new games begin; those that go on do so."
_HOW: Final = {  # what a director writes, by what the format says would help
    "end the event": ": end event {0} WHY",
    "end the event after the last round": ": end event {0} WHY",
    "lift a pair's ban": ": referee tournament allow {0} NAME NAME --reason WHY",
    "let somebody in": ": referee tournament import {0} FILE",
    "let somebody in or out": ": referee tournament import {0} FILE, or remove event {0} NAME: WHY",
}


class Running:
    """Carries events on."""

    def __init__(self, store: Store, post: Post, adjudication: Adjudication, journal: Journal) -> None:
        self._store = store
        self._post = post
        self._journal = journal
        self._rulings = Rulings(store, post, adjudication)
        self._telling = Telling(store, post)

    # -- the clock -----------------------------------------------------------------------------------------------

    def catch_up(self, now: datetime, at: At) -> datetime | None:
        """Look at each event that must be looked at by now, in a transaction of its own; when the next must be."""
        for _ in range(LOOKS_AT_ONCE_MAX):
            waiting = tournaments.due(self._store, now)
            if not waiting:
                break
            self._look_at(waiting[0], now, at)
        return tournaments.next_look(self._store)

    def _look_at(self, number: int, now: datetime, at: At) -> None:
        """One event by itself: what goes wrong with it holds it, and neither its games nor any other."""
        try:
            with self._store.transaction():
                if self._is_deaf(number, now):
                    tournaments.change(self._store, number, look_at=now + looks.DEAF_AGAIN_AFTER)
                else:
                    self.look(number, now)
                at(Step.BEFORE_COMMIT)
        except Exception as error:  # one bad event must not end the daemon; it is held and told of
            if is_general(error):
                raise
            self._journal.failure("event-held", error, tournament=number)
            self._hold_by_itself(number, f"{type(error).__name__}: {error}", now)
        at(Step.AFTER_COMMIT)

    def _hold_by_itself(self, number: int, reason: str, now: datetime) -> None:
        try:
            with self._store.transaction():
                self.hold(number, reason, (), now)
        except Damaged:  # the event cannot be read to say more
            with self._store.transaction():
                self._stop(number, reason, now)
                self._telling.director_of_damage(number, reason, now)

    def _is_deaf(self, number: int, now: datetime) -> bool:
        """Whether its mailbox was not read for long: appeals and the like may lie there."""
        found = tournaments.load(self._store, number)
        return found is not None and looks.is_deaf(self._store, found.definition.mailbox, now)

    def hold(self, number: int, reason: str, remedies: Sequence[str], now: datetime) -> None:
        """The event waits for the director, who is told, and its players once a day; its games and the week's mails go
        on."""
        found = tournaments.load(self._store, number)
        assert found is not None, number
        self._stop(number, reason, found.stopped_at or now)
        digest_at = _after(found.digest_at, now)
        tournaments.change(self._store, number, digest_at=digest_at, look_at=digest_at)
        resume = f"when it is put right: resume event {number} WHY"
        self._telling.director(found, reason, [*remedies, resume], now, mark="held")
        told = f"{found.name} does not go on by itself. {WAITS}"
        about = "it waits for the director"
        self._telling.note(book_of(self._store, found), about, told, now, mark=f"held-{now:%Y-%m-%d}")

    def _stop(self, number: int, reason: str, since: datetime) -> None:
        tournaments.change(
            self._store, number, state=TournamentState.HELD, reason=reason, stopped_at=since, look_at=None
        )

    # -- one event -----------------------------------------------------------------------------------------------

    def look(self, number: int, now: datetime) -> None:
        """All that is to be done for an event by now: for one that is held that is the week's mail. Within a
        transaction."""
        found = tournaments.load(self._store, number)
        if found is None or found.state not in (TournamentState.RUNNING, TournamentState.HELD):
            return
        if found.state is TournamentState.HELD:
            up_to_date(self._store, found, now)
            tournaments.change(self._store, number, look_at=self._digest(found, now, waits=True))
            return
        book = up_to_date(self._store, found, now)
        lost = self._unfounded(book, now)
        if lost:
            self._hold_as_unfounded(found, lost, now)
            return
        book = book_of(self._store, found)
        again = self._rulings.attend(book, now)
        plan = self._go_on(found, now)
        if isinstance(plan, Over):
            return
        question = plan if isinstance(plan, Impossible) else None
        digest_at = self._digest(found, now, waits=question is not None)
        if question is not None:
            self._ask_director(found, question, digest_at, now)
        moments = [each for each in (again, self._next_due(found, now), digest_at) if each is not None]
        look_at = min(moments, default=None)
        if look_at is not None and look_at <= now:
            look_at = now + AGAIN_AFTER
        tournaments.change(self._store, number, look_at=look_at, reason=question.reason if question else None)

    def _unfounded(self, book: Book, now: datetime) -> list[Paired]:
        """The games that were paired upon results that are no longer so. Byes and walkovers among them are struck, and
        come again when there is something for them to rest on."""
        pairs = {each.pairing for each in unfounded(book.event, book.games)}
        lost = [each for each in book.paired if each.pairing in pairs]
        for paired in lost:
            if paired.game is None:
                pairings.void(self._store, paired.id, now=now)
                self._telling.struck(book, paired, now)
        return [each for each in lost if each.game is not None]

    def _hold_as_unfounded(self, found: Tournament, lost: Sequence[Paired], now: datetime) -> None:
        """What was played upon results that are no longer so: only the director can say what becomes of it."""
        numbers = [str(each.game) for each in lost]
        why = f"Results were taken back, on which these games rest: {listed(numbers)}."
        remedies = [f"answer for each of them: void {number} WHY" for number in numbers]
        self.hold(found.id, why, remedies, now)

    def _go_on(self, found: Tournament, now: datetime) -> Over | Impossible | Wait:
        """Start what can start; what comes of it then."""
        started: list[Paired] = []
        for _ in range(STARTS_AT_ONCE_MAX):
            book = book_of(self._store, found)
            plan = next_games(with_room(self._store, book), book.games)
            match plan:
                case Start(games=to_start):
                    tables = Counter(each.pairing.round for each in book.paired)
                    for game in to_start:
                        tables[game.pairing.round] += 1
                        started.append(self._begin(book, game, tables[game.pairing.round], now))
                case Over():
                    self._tell_started(found, started, now)
                    self.finish(found, now)
                    return plan
                case Impossible() | Wait():
                    self._tell_started(found, started, now)
                    self._drop_idle(book, now)
                    return plan
                case unknown:
                    assert_never(unknown)
        raise RuntimeError(f"event {found.id} starts games without end")

    def _drop_idle(self, book: Book, now: datetime) -> None:
        """Challenges of a ladder that cannot begin, as something else began or somebody left since they were taken."""
        terms = book.tournament.definition.format
        if not isinstance(terms, Ladder):
            return
        event = with_room(self._store, book)
        for each in ladder.idle(event, book.games):
            why = ladder.refusal(event, terms, book.games, each)
            tournaments.forget_climb(self._store, book.tournament.id, each.number)
            player = players.load(self._store, book.entry(each.challenger).player)
            if player is not None and player.name is not None:
                told = f"Your challenge of {each.challenged} in {book.name} could not begin, and is dropped. {why}"
                self._telling.person(player, book.tournament, told, now)

    def _begin(self, book: Book, game: Game, number: int, now: datetime) -> Paired:
        """A game is added to the event, with that number in its round, and begins at the desk if it is to be played."""
        defined, pairing = book.tournament.definition, game.pairing
        played = None
        if game.result is None:
            seats = [(name, book.entry(name).player) for name in pairing.players]
            played = open_game(self._store, self._post.under(defined.mailbox), seats, now=now, terms=defined.games)
        due_at = now + defined.game_time if played is not None else None
        added = pairings.add(
            self._store, book.tournament.id, game, number=number, played=played, now=now, due_at=due_at
        )
        paired = pairings.load(self._store, added)
        assert paired is not None, added
        return paired

    def _tell_started(self, found: Tournament, started: Sequence[Paired], now: datetime) -> None:
        if started:
            self._telling.paired(book_of(self._store, found), started, now)
            self._journal.note("event-games-started", tournament=found.id, games=[each.game for each in started])

    def _ask_director(self, found: Tournament, plan: Impossible, digest_at: datetime | None, now: datetime) -> None:
        """A round that nobody can pair: the director is asked, and again with each week's mail until he decides."""
        mark = f"{plan.round}: {plan.reason} {digest_at}"
        if tournaments.announce(self._store, found.id, "impossible", mark, now=now):
            told = [f"{each}{_HOW.get(each, '').format(found.id)}" for each in plan.remedies]
            self._telling.director(found, plan.reason, told, now, mark="impossible")

    def finish(self, found: Tournament, now: datetime, *, reason: str = "") -> None:
        """The event is over: the table goes to all who were in it, with the director's reason where it was his word."""
        tournaments.change(
            self._store, found.id, state=TournamentState.OVER, reason=reason or None, ended_at=now, look_at=None
        )
        self._telling.over(book_of(self._store, found), now, reason=reason)
        self._journal.note("event-over", tournament=found.id)

    def _digest(self, found: Tournament, now: datetime, *, waits: bool) -> datetime | None:
        """Once a week all are told how it stands, and whether it waits for the director; when the next time is."""
        if found.digest_at is None or found.digest_at > now:
            return found.digest_at
        book = book_of(self._store, found)
        self._telling.digest(book, found.digest_at - DIGEST_EVERY, now, first=WAITS if waits else "")
        digest_at = _after(found.digest_at, now)
        tournaments.change(self._store, found.id, digest_at=digest_at)
        return digest_at

    def _next_due(self, found: Tournament, now: datetime) -> datetime | None:
        dues = (
            self._rulings.due(each, now)
            for each in pairings.standing(self._store, found.id)
            if each.result is None and pairings.open_ruling(self._store, each.id) is None
        )
        return min((each for each in dues if each is not None), default=None)


def _after(digest_at: datetime | None, now: datetime) -> datetime | None:
    """The next time for the week's mail that is to come: after an outage one is enough."""
    while digest_at is not None and digest_at <= now:
        digest_at += DIGEST_EVERY
    return digest_at
