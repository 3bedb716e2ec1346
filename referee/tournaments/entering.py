"""Who plays in an event: players join and leave, and somebody else takes over a place."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from engine.tournament import entering as rules
from engine.tournament.entering import Refused as TooLate
from engine.tournament.formats.ladder import refusal as cannot_climb
from engine.tournament.glicko import START
from engine.tournament.melee_skill import Skill
from engine.tournament.model import Challenge, Entrant, Event, Game, Outcome, Start
from engine.tournament.running import next_games
from engine.tournament.terms import Ladder, Melees
from referee import resigning
from referee.adjudication import Adjudication
from referee.dispatch import Post
from referee.mail.wording import counted
from referee.names import look_alike_key
from referee.store import games, pairings, ratings, tournaments
from referee.store.database import Store
from referee.store.games import GOING_ON
from referee.store.pairings import Paired, Settled
from referee.store.players import Player
from referee.store.tournaments import BEFORE, BEGUN, Entry, Tournament, TournamentState
from referee.terms.event import GAMES_AT_ONCE_MAX
from referee.tournaments.book import Book, book_of, up_to_date, with_room
from referee.tournaments.rulings import Rulings
from referee.tournaments.wording import told_state


class Fault(Struct, frozen=True):
    """Why it cannot be done, and what would work."""

    why: str


class Entering:
    """Lets players in and out. Within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, adjudication: Adjudication) -> None:
        self._store = store
        self._adjudication = adjudication
        self._rulings = Rulings(store, post, adjudication)

    # -- in ------------------------------------------------------------------------------------------------------

    def join(
        self,
        found: Tournament,
        player: Player,
        now: datetime,
        *,
        at_once: int | None,
        rating: float | None = None,
        let_in: bool = False,
    ) -> str | Fault:
        """A player comes in, or says anew how many games he plays at a time; what is to be told of it. `let_in`: the
        director wants him in, though nobody can join by himself now."""
        if at_once is not None and not 1 <= at_once <= GAMES_AT_ONCE_MAX:
            return Fault(f"One can play 1 to {GAMES_AT_ONCE_MAX} games at a time, not {at_once}.")
        book = book_of(self._store, found)
        mine = book.entry_of(player.id)
        if mine is not None and mine.entrant.last is None:
            return self._say_anew(found, mine, at_once, now)
        fault = self._closed(book, mine, let_in=let_in) or _namesake(book, player)
        if fault is not None:
            return Fault(fault)
        games_at_once = at_once or found.definition.games_at_once
        seeded_by = rating if rating is not None else self._rating(found, player, now)
        entrant = Entrant(name=player.name or "", games_at_once=games_at_once, rating=seeded_by)
        admitted = rules.admit(book.event, book.games, entrant)
        if isinstance(admitted, TooLate):
            return Fault(admitted.reason)
        entrant = admitted.entrants[-1]
        tournaments.enter(self._store, found.id, player.id, entrant, now=now)
        self._look_soon(found, now)
        begun = found.state in BEGUN
        since = f", from round {entrant.first} on" if begun and entrant.first > 1 else ""
        return (
            f"You play in {found.name}{since}, with at most {counted(games_at_once, 'game')} at a time over all events."
            + ("" if begun else " You will hear from me when it begins.")
        )

    def _say_anew(self, found: Tournament, mine: Entry, at_once: int | None, now: datetime) -> str | Fault:
        if at_once is None:
            return Fault(f"You play in {found.name} already.")
        entrant = replace(mine.entrant, games_at_once=at_once)
        tournaments.save_entry(self._store, replace(mine, entrant=entrant))
        self._look_soon(found, now)
        return f"You play {counted(at_once, 'game')} at a time in {found.name} from now on."

    @staticmethod
    def _closed(book: Book, mine: Entry | None, *, let_in: bool) -> str | None:
        """Why nobody, or he, can come in."""
        found, defined = book.tournament, book.tournament.definition
        late = found.state is TournamentState.RUNNING and defined.late_entries and found.closed_at is None
        if found.state is not TournamentState.OPEN and not late and not let_in:
            return f"Nobody can join {found.name} now: it is {told_state(found)}."
        if mine is not None:
            return f"You have left {found.name}, and cannot come back."
        if defined.entrants_max is not None and len(book.here) >= defined.entrants_max:
            return f"{found.name} is full: {counted(defined.entrants_max, 'player')} is the most that it takes."
        return None

    def _rating(self, found: Tournament, player: Player, now: datetime) -> float:
        """What seeds him: in melees the skill that he surely has, else his strength in duels; as a newcomer without."""
        line = ratings.of(self._store, [player.id], now).get(player.id)
        if isinstance(found.definition.format, Melees):
            return line.skill.ordinal if line is not None and line.melees else Skill().ordinal
        return line.strength.rating if line is not None and line.duels else START

    # -- out -----------------------------------------------------------------------------------------------------

    def leave(self, found: Tournament, name: str, now: datetime) -> str | Fault:
        """Who has entered under that name leaves; what is to be told of it. Before the first round nothing is left of
        him, later the event's rule says what becomes of his games."""
        book = up_to_date(self._store, found, now)
        mine = book.entry(name)
        if found.state in BEFORE:
            tournaments.remove(self._store, mine.id)
            return f"You are out of {found.name} again."
        if found.state not in BEGUN or mine.entrant.last is not None:
            return Fault(f"There is nothing to leave: {found.name} is {told_state(found)}, or you have left already.")
        after, settled = rules.withdraw(book.event, book.games, name)
        entrant = after.by_name[name]
        tournaments.save_entry(self._store, replace(mine, entrant=entrant))
        ended = self._end_games(book, settled, name, now)
        self._look_soon(found, now)
        struck = "Your games do not count." if entrant.struck_from is not None else "What you have played counts."
        return f"You have left {found.name}. {struck}" + (
            f" {counted(ended, 'game').capitalize()} of yours ended with that." if ended else ""
        )

    def _end_games(self, book: Book, settled: tuple[Game, ...], name: str, now: datetime) -> int:
        """His open duels end as the format says; from open melees he resigns. How many that were."""
        after = {each.pairing: each for each in settled}
        open_ones = [each for each in book.paired if each.result is None and name in each.pairing.players]
        for paired in open_ones:
            result = after[paired.pairing].result
            if result is None:
                self._resign(paired, name, now)
                continue
            counts = any(each.outcome is not Outcome.VOID for each in result.scores)
            scores = tuple(replace(each, place=1 + (each.player == name)) for each in result.scores)
            reason = f"{name} has left {book.name}" + ("." if counts else ", and his games there do not count.")
            self._rulings.decide(paired, replace(result, scores=scores), reason, now)
            pairings.settle(self._store, paired.id, result, Settled.UNPLAYED)
        return len(open_ones)

    def _resign(self, paired: Paired, name: str, now: datetime) -> None:
        game = games.load(self._store, paired.game) if paired.game is not None else None
        if game is not None and game.state in GOING_ON:
            seat = game.seats[paired.pairing.players.index(name)]
            resigning.resign(self._store, game, seat, now=now)

    # -- another ---------------------------------------------------------------------------------------------------

    def replace(self, found: Tournament, name: str, other: Player, now: datetime) -> str | Fault:
        """Another player takes over the place of `name`, with his points and his open games; what is to be told."""
        book = up_to_date(self._store, found, now)
        mine = book.entry(name)
        if any(each.player == other.id for each in book.entries):
            return Fault(f"{other.name} is or was in {found.name} already.")
        fault = _namesake(book, other, but=mine)
        if fault is not None:
            return Fault(fault)
        seat = Entrant(name=other.name or "", games_at_once=mine.entrant.games_at_once)
        changed = rules.substitute(book.event, book.games, name, seat)
        if isinstance(changed, TooLate):
            return Fault(changed.reason)
        event, played = changed
        tournaments.save_entry(self._store, replace(mine, player=other.id, entrant=event.by_name[seat.name]))
        tournaments.rename_in_climbs(self._store, found.id, name, seat.name)
        self._allow(found, event)
        for paired, game in zip(book.paired, played, strict=True):
            if name in paired.pairing.players:
                pairings.rename(self._store, paired, game.pairing.players, game.result)
                self._hand_over(found, paired, name, other, now)
        self._look_soon(found, now)
        return f"{seat.name} plays in place of {name} in {found.name}."

    def _allow(self, found: Tournament, event: Event) -> None:
        """Whom he was not to meet, the other is not to meet either."""
        if event.forbidden != found.definition.forbidden:
            tournaments.redefine(self._store, found.id, replace(found.definition, forbidden=event.forbidden))

    def _hand_over(self, found: Tournament, paired: Paired, name: str, other: Player, now: datetime) -> None:
        game = games.load(self._store, paired.game) if paired.game is not None else None
        if game is not None and game.state in GOING_ON:
            seat = paired.pairing.players.index(name) + 1
            reason = f"{other.name} plays in place of {name} in {found.name}."
            self._adjudication.waking.standbys.hand_over(game.id, seat, other.id, now, reason=reason)

    # -- up a ladder ---------------------------------------------------------------------------------------------

    def climb(self, found: Tournament, challenger: str, challenged: str, now: datetime) -> str | Fault:
        """One on a ladder wants the place of another above him; what is to be told of it."""
        book = book_of(self._store, found)
        terms = found.definition.format
        if not isinstance(terms, Ladder) or found.state is not TournamentState.RUNNING or found.closed_at is not None:
            return Fault(f"Nobody can be challenged in {found.name}: it is no ladder that is being played.")
        number = 1 + max((each.number for each in book.climbs), default=0)
        asked = Challenge(number=number, challenger=challenger, challenged=challenged)
        event = with_room(self._store, book)
        plan = next_games(event, book.games)
        begin = plan.games if isinstance(plan, Start) else ()  # challenges that were taken a moment ago
        why = cannot_climb(event, terms, [*book.games, *begin], asked)
        if why:
            return Fault(why + self._since(book, (challenger, challenged)))
        tournaments.climb(self._store, found.id, challenger, challenged, now=now)
        self._look_soon(found, now)
        return f"You challenge {challenged} for a place in {found.name}. The game begins at once."

    def _since(self, book: Book, names: tuple[str, str]) -> str:
        """The game that one of them plays."""
        for each in book.paired:
            if each.result is None and not set(names).isdisjoint(each.pairing.players):
                return f" That is game {each.game}, since {each.paired_at:%d %B %Y}."
        return ""

    def _look_soon(self, found: Tournament, now: datetime) -> None:
        if found.state is TournamentState.RUNNING:
            tournaments.change(self._store, found.id, look_at=now)


def _namesake(book: Book, player: Player, *, but: Entry | None = None) -> str | None:
    """Why a player cannot be in an event under his name: somebody (`but` him) entered under that one, or one that looks
    like it, and is called otherwise now."""
    key = look_alike_key(player.name or "")
    for each in book.entries:
        if each != but and look_alike_key(each.entrant.name) == key:
            return f"Somebody else is {each.entrant.name} in {book.name}; it can be joined under another name only."
    return None
