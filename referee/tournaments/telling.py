"""What the players of an event and its director are mailed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from engine.dice import commitment
from engine.tournament.model import Pairing
from engine.tournament.tables import crosstables
from engine.tournament.terms import League, Swiss
from engine.tournament.wording import points_said
from referee.dispatch import Post
from referee.mail import compose, event_mails
from referee.mail.answers import Piece
from referee.mail.event_mails import Section, Told
from referee.mail.wording import listed, sentence
from referee.store import games, players, tournaments
from referee.store.database import Store
from referee.store.pairings import Paired, Settled
from referee.store.players import Player
from referee.store.tournaments import Tournament
from referee.terms.event import Definition
from referee.times.showing import show
from referee.tournaments.book import Book
from referee.tournaments.results import in_words
from referee.tournaments.tables import standings
from referee.tournaments.wording import rules_in_full

DIGEST_EVERY: Final = timedelta(days=7)
SHOWN_MAX: Final = 60  # games in a digest
_KIND: Final = "event"


class Telling:
    """Queues the mails of events. Within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post) -> None:
        self._store = store
        self._post = post

    # -- to all --------------------------------------------------------------------------------------------------

    def opened(self, found: Tournament, now: datetime) -> int:
        """Tell every player of an event that he can join; how many."""
        how: tuple[Told, ...] = (
            "Answer with one of these lines to play; the second says how many games at a time. Until it begins, the"
            " last takes you out again.",
            (f"join {found.id}", f"join {found.id} with 1 game", f"leave {found.id}"),
        )
        lots = (
            "Lots are drawn from a secret that is told at the end. Its SHA-256, so that you can check it then:",
            (_digest(found.seed),),
        )
        sections = [Section("", rules_in_full(found.definition)), Section("How to join", how), Section("", lots)]
        everyone = players.everyone(self._store)
        whom = [each for each in everyone if each.name is not None and each.confirmed_at and not each.banned_at]
        return self._all(found, whom, "you can join", sections, mark="open", now=now)

    def note(self, book: Book, about: str, told: str, now: datetime, *, mark: str) -> None:
        """Tell all who have not left something in a sentence or two."""
        self._all(
            book.tournament, self._people(book), about, [Section("", (told,))], mark=mark, now=now, muted_too=True
        )

    def digest(self, book: Book, since: datetime, now: datetime, *, first: str = "") -> None:
        """How the event stands, and what has happened since; `first`: what is said before."""
        done = [each for each in book.paired if each.result is not None and self._ended(each) >= since]
        still = [each for each in book.paired if each.result is None]
        sections = [
            *([Section("", (first,))] if first else []),
            Section("How it stands", (standings(self._store, book),)),
            *self._listed("Games that ended this week", done),
            *self._listed("Games that go on", still),
        ]
        self._all(book.tournament, self._people(book), "this week", sections, mark=f"digest-{now:%Y-%m-%d}", now=now)

    def over(self, book: Book, now: datetime, *, reason: str = "") -> None:
        """The event is over: the table, who met whom, and the secret of its lots. `reason`: why the director has it end
        before its last round."""
        table = standings(self._store, book)
        crossed = crosstables(book.event, book.games)
        winner = table.rows[0][1] if table.rows else ""
        why = (f"The director has declared it over as it stands. The reason: {reason}",) if reason else ()
        won = sentence(f"{book.name} is over, and {winner} has won it")
        sections = [
            Section("", (won, *why, "Thank you all for playing.")),
            Section("The table", (table,)),
            *([Section("Who met whom", crossed)] if crossed else []),
            Section("The lots", ("This is the secret that all lots were drawn from:", (book.tournament.seed,))),
        ]
        people = self._people(book, gone_too=True)
        self._all(book.tournament, people, f"{winner} has won", sections, mark="over", now=now, muted_too=True)

    def _listed(self, head: str, paired: Sequence[Paired]) -> Iterator[Section]:
        if paired:
            rows = tuple(row for each in paired[:SHOWN_MAX] for row in game_rows(each))
            more = (f"and {len(paired) - SHOWN_MAX} more.",) if len(paired) > SHOWN_MAX else ()
            yield Section(head, (rows, *more))

    def _ended(self, paired: Paired) -> datetime:
        game = games.load(self._store, paired.game) if paired.game is not None else None
        ended = game.ended_at if game is not None else None
        return ended or paired.paired_at

    # -- to some -------------------------------------------------------------------------------------------------

    def paired(self, book: Book, started: Sequence[Paired], now: datetime) -> None:
        """Each player whom games were started for is told of his."""
        names = dict.fromkeys(name for each in started for name in each.pairing.players)
        for name in names:
            entry = book.entry(name)
            player = players.load(self._store, entry.player)
            if player is not None and entry.entrant.last is None:
                own = [each for each in started if name in each.pairing.players]
                sections = [self._section(book, each, name, player, now) for each in own]
                mail = self._mail(book.tournament, _about(book.tournament.definition, own, name), sections)
                mark = f"{book.tournament.id}-paired-{own[0].id}"
                self._under(book.tournament).tell_player(player, mail, kind=_KIND, mark=mark, now=now)

    def _section(self, book: Book, paired: Paired, name: str, reader: Player, now: datetime) -> Section:
        place = place_of(book.tournament.definition, paired.pairing)
        others = [each for each in paired.pairing.players if each != name]
        if paired.game is None:
            way = paired.result
            told = sentence(in_words(way)) if way is not None and others else ""
            if not others and isinstance(book.tournament.definition.format, Swiss):
                told = f"It gives you {points_said(book.tournament.definition.scoring.bye)}."
            return Section(sentence(place).rstrip("."), tuple(each for each in (paired.pairing.reason, told) if each))
        game = games.load(self._store, paired.game)
        assert game is not None, paired
        assert paired.due_at is not None, paired
        until = show(paired.due_at, reader.zone or "UTC", now=now)
        parts: tuple[Told, ...] = (
            paired.pairing.reason,
            f"It is game {game.id}; another mail asks for your first orders. Its time is over {until}: if it still goes"
            " on then, it is adjudicated as it stands.",
            "Its dice come from a salt that stays secret until the end. The SHA-256 of that salt:",
            (commitment(game.duel.salt),),
        )
        return Section(f"{sentence(place).rstrip('.')}: you play {listed(others)}", parts)

    def to_players(
        self, book: Book, paired: Paired, about: str, told: Callable[[str], Sequence[Told]], now: datetime, *, mark: str
    ) -> None:
        """Tell the players of one game, each what `told` says to a reader in his zone."""
        for name in paired.pairing.players:
            player = players.load(self._store, book.entry(name).player)
            if player is not None and player.name is not None:
                mail = self._mail(book.tournament, about, [Section("", tuple(told(player.zone or "UTC")))])
                self._under(book.tournament).tell_player(player, mail, kind=_KIND, mark=f"{mark}-{paired.id}", now=now)

    def struck(self, book: Book, paired: Paired, now: datetime) -> None:
        """Who had a bye or a walkover is told that it rests on nothing any more."""
        place = place_of(book.tournament.definition, paired.pairing)
        what = "bye" if len(paired.pairing.players) == 1 else "walkover"
        told = (
            f"The {what} in {place} of {book.name} does not count any more: a result was taken back on which it rests."
            " You will hear who meets whom once that game is over."
        )
        about = f"the {what} in {place} does not count"
        self.to_players(book, paired, about, lambda _: (told,), now, mark="struck")

    def person(self, player: Player, found: Tournament, told: str, now: datetime) -> None:
        """Tell one player something in a sentence or two."""
        mail = self._mail(found, "about your place", [Section("", (told,))])
        self._under(found).tell_player(player, mail, kind=_KIND, mark=f"{found.id}-place", now=now)

    def entered(self, player: Player, found: Tournament, told: str, now: datetime) -> None:
        """Tell one player that he plays in an event, and what it is played by."""
        how: tuple[Told, ...] = ("Who does not want to play writes:", (f"leave {found.id}",))
        sections = [Section("", (told, *how)), Section("What it is played by", rules_in_full(found.definition))]
        mail = self._mail(found, "you play in it", sections)
        self._under(found).tell_player(player, mail, kind=_KIND, mark=f"{found.id}-entered", now=now)

    def director(self, found: Tournament, why: str, remedies: Iterable[str], now: datetime, *, mark: str) -> None:
        """The director is asked to look."""
        mail = event_mails.director_event(
            referee=self._under(found).referee.name,
            name=found.name,
            number=found.id,
            why=why,
            remedies=tuple(remedies),
        )
        self._under(found).tell_director(mail, mark=f"event-{found.id}-{mark}-{int(now.timestamp())}", now=now)

    def director_of_damage(self, number: int, why: str, now: datetime) -> None:
        """The director is asked to look at an event that cannot be read."""
        name, what = "that cannot be read any more", "see what else is damaged: referee db verify"
        referee = self._post.referee.name
        mail = event_mails.director_event(referee=referee, name=name, number=number, why=why, remedies=(what,))
        self._post.tell_director(mail, mark=f"event-{number}-held-{int(now.timestamp())}", now=now)

    # -- in between ----------------------------------------------------------------------------------------------

    def _people(self, book: Book, *, gone_too: bool = False) -> list[Player]:
        found = (players.load(self._store, each.player) for each in (book.entries if gone_too else book.here))
        return [each for each in found if each is not None and each.name is not None]

    def _all(
        self,
        found: Tournament,
        whom: Iterable[Player],
        about: str,
        sections: Sequence[Section],
        *,
        mark: str,
        now: datetime,
        muted_too: bool = False,
    ) -> int:
        """The same mail to all of them, once for each mark."""
        if not tournaments.announce(self._store, found.id, _KIND, mark, now=now):
            return 0
        mail = self._mail(found, about, sections)
        told = [each for each in whom if muted_too or each.muted_at is None]
        post = self._under(found)
        for player in told:
            post.tell_player(player, mail, kind=_KIND, mark=f"{found.id}-{mark}", now=now)
        return len(told)

    def _mail(self, found: Tournament, about: str, sections: Sequence[Section]) -> compose.Mail:
        name = self._under(found).referee.name
        return event_mails.event(referee=name, name=found.name, about=about, sections=sections)

    def _under(self, found: Tournament) -> Post:
        """The post in the name of the event's mailbox."""
        return self._post.under(found.definition.mailbox)


def _digest(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()


def place_of(defined: Definition, pairing: Pairing) -> str:
    """`round 2`, `season 1, division 2`."""
    word = "season" if isinstance(defined.format, League) else "round"
    return f"{word} {pairing.round}" + (f", {pairing.stage}" if pairing.stage else "")


def _about(defined: Definition, own: Sequence[Paired], name: str) -> str:
    """`round 2, you play Bob and Cid`, `round 3, you have a bye`: all of a player's pairings, by their places."""
    places: dict[str, list[Paired]] = {}
    for each in own:
        places.setdefault(place_of(defined, each.pairing), []).append(each)
    return listed(f"{place}, {listed(_met(there, name))}" for place, there in places.items())


def _met(paired: Sequence[Paired], name: str) -> Iterator[str]:
    games = [each.pairing.players for each in paired if each.game is not None]
    if games:
        yield f"you play {listed(dict.fromkeys(each for players in games for each in players if each != name))}"
    rest = ("a walkover" if len(each.pairing.players) > 1 else "you have a bye" for each in paired if each.game is None)
    yield from dict.fromkeys(rest)


def game_rows(paired: Paired) -> Iterator[str]:
    """A game of an event in a row or two: its number, who plays, and what came of it."""
    number = str(paired.game) if paired.game is not None else "-"
    names = paired.pairing.players
    yield f"{number:<6}{' v '.join(names)}{', a bye' if len(names) == 1 else ''}"[:70]
    if paired.result is not None and len(names) > 1:
        ruled = " (ruled)" if paired.way is Settled.RULED else ""
        yield f"      {in_words(paired.result)}{ruled}"[:70]


def pieces_of(paired: Iterable[Paired]) -> Piece:
    """Games of an event as rows."""
    return tuple(row for each in paired for row in game_rows(each))
