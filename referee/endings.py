"""How games end: what came of each seat, how that is told, and the last report with its transcript."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.clauses import Orders
from engine.events import Turn
from engine.model import NOBODY, Duel
from engine.setup_writing import Untellable
from engine.transcript_writing import Told
from engine.views import View, observe
from referee import archive, rating_list
from referee.dispatch import OVER, Post
from referee.journal import Journal
from referee.mail import table_mails
from referee.mail.compose import Mail
from referee.mail.headers import Attachment
from referee.mail.scene import Scene
from referee.mail.wording import counted, listed, sentence
from referee.store import clocks, games, mailbag, offers, players, results, tournaments, turns
from referee.store.database import Store
from referee.store.games import Ending, Game, GameState, Seat
from referee.store.offers import OfferState
from referee.store.results import SeatResult, Way
from referee.terms.model import SilenceKind

NAMELESS: Final = "a player without a name"
_BETWEEN_TURNS: Final = {Ending.AGREED: "a draw by agreement", Ending.DECIDED: "it is decided"}


class End(Struct, frozen=True, kw_only=True):
    """A game at its end, with what came of its seats (`results`) and of those who took them when it began (`counted`).
    `ratings` and `people` are rows of the last report: how ratings
    changed, and in an anonymous game who sat where."""

    game: Game
    ending: Ending
    results: tuple[SeatResult, ...]
    counted: tuple[SeatResult, ...]
    transcript: Attachment | None
    people: tuple[str, ...]
    rated: bool
    ratings: tuple[str, ...] = ()


class Endings:
    """Ends games. Within a transaction of the caller's."""

    def __init__(self, store: Store, post: Post, journal: Journal) -> None:
        self._store = store
        self._post = post
        self._journal = journal

    # -- by the rules --------------------------------------------------------------------------------------------

    def by_rules(self, after: Game, turn: Turn, orders: Sequence[Orders], now: datetime) -> End:
        """What the last turn, which is not stored yet, makes of a game."""
        assert turn.after.result is not None
        last = Told(turn=turn.turn, part=turn.part, orders=tuple(orders), events=turn.events)
        ending = Ending.DRAW if turn.after.result.winner is None else Ending.VICTORY
        return self._with_ratings(self._end(after, ending, [(turn.turn, turn.after)], last), now)

    def last_report(self, end: End, seat: Seat, view: View, notes: Sequence[str], now: datetime) -> Mail:
        """The last report to a seat, with all that had been hidden."""
        return table_mails.over(
            self._post.scenes.of(end.game, seat, now=now),
            view=view,
            whole=end.game.duel,
            ending=tuple(told(end, seat.wizard)),
            between=_BETWEEN_TURNS.get(end.ending, ""),
            notes=notes,
            ratings=end.ratings,
            people=end.people,
            transcript=end.transcript,
        )

    def told_to_spectators(self, end: End, scene: Scene, view: View | None) -> Mail:
        """The last report to those who watched: nothing is a secret any more. `view` None: it ended by agreement."""
        return table_mails.over(
            scene,
            view=view or _between(end.game, NOBODY),
            whole=end.game.duel,
            ending=tuple(told(end, NOBODY)),
            between=_BETWEEN_TURNS.get(end.ending, ""),
            ratings=end.ratings,
            people=end.people,
            transcript=end.transcript,
        )

    def note(self, end: End, now: datetime) -> None:
        """Keep what came of a game that is over."""
        results.note(self._store, end.counted, rated=end.rated, now=now)
        mailbag.expire(self._store, end.game.id, now=now)
        clocks.stop(self._store, end.game.id)
        tournaments.look_soon(self._store, end.game.id, now)

    def again(self, game: Game, seat: Seat, notes: Sequence[str], now: datetime) -> Mail:
        """The last report of a game that was played to its end some time ago."""
        result = game.duel.result
        by_rules = Ending.VICTORY if result is not None and result.winner is not None else Ending.DRAW
        end = self._end(game, game.ending or by_rules, (), None)
        end = replace(end, results=tuple(results.of_game(self._store, game.id)) or end.results)
        latest = turns.latest(self._store, game.id)
        view = (
            observe(latest, seat.wizard) if latest is not None and result is not None else _between(game, seat.wizard)
        )
        return self.last_report(end, seat, view, notes, now)

    # -- by agreement --------------------------------------------------------------------------------------------

    def agreed(self, game: Game, now: datetime) -> End:
        """All who are left agree on a draw: the game ends between two turns, and everybody gets his last report."""
        games.finish(self._store, game.id, Ending.AGREED, now=now)
        over = replace(game, state=GameState.FINISHED, ending=Ending.AGREED)
        end = self._with_ratings(self._end(over, Ending.AGREED, (), None), now)
        self._tell(end, now)
        self._journal.note("game-drawn", game=game.id, turn=game.duel.next_turn)
        return end

    def _tell(self, end: End, now: datetime) -> None:
        """Everybody gets his last report of a game that ends between two turns, and what came of it is kept."""
        for seat in end.game.seats:
            mail = self.last_report(end, seat, _between(end.game, seat.wizard), (), now)
            self._post.announce(end.game, seat, mail, kind=OVER, now=now)
        self.note(end, now)

    # -- by the director -----------------------------------------------------------------------------------------

    def decided(self, game: Game, places: Sequence[int], reason: str, now: datetime, *, rated: bool) -> End:
        """The game ends as it stands, with these places of its seats; everybody gets his last report with the reason.
        `rated` False: it does not count for ratings, whatever its terms say."""
        games.finish(self._store, game.id, Ending.DECIDED, now=now, reason=reason)
        over = replace(game, state=GameState.FINISHED, ending=Ending.DECIDED, reason=reason)
        end = self._end(over, Ending.DECIDED, (), None)
        end = replace(
            end,
            results=_placed(end.results, places),
            counted=_placed(end.counted, places),
            rated=rated and game.terms.rated,
        )
        end = self._with_ratings(end, now)
        self._tell(end, now)
        self._journal.note("game-decided", game=game.id, turn=game.duel.next_turn, places=list(places))
        return end

    def transcript(self, game: Game, last: Told | None = None) -> Attachment | None:
        """All that was played, as a file to send along; None where it cannot be told, which is logged."""
        over = replace(game, state=GameState.FINISHED) if game.state is not GameState.ABORTED else game
        try:
            export = archive.written(self._store, over, last=last)
        except Untellable as error:
            self._journal.trouble("no-transcript", game=game.id, why=str(error))
            return None
        if export.differs is not None:
            self._journal.trouble("no-transcript", game=game.id, why=export.differs)
            return None
        return Attachment(f"game-{game.id}.duel", export.text)

    # -- what came of it -----------------------------------------------------------------------------------------

    def _end(self, after: Game, ending: Ending, more: Sequence[tuple[int, Duel]], last: Told | None) -> End:
        fresh = games.load(self._store, after.id)  # what this turn counted of silence is in there
        assert fresh is not None, after.id
        game = replace(after, seats=fresh.seats, ending=ending)
        course = [(record.turn, record.after) for record in turns.records(self._store, game.id)] + list(more)
        return End(
            game=game,
            ending=ending,
            results=tuple(_results(game, course, {})),
            counted=tuple(_results(game, course, self._leavers(game))),
            transcript=self.transcript(game, last),
            people=tuple(self._people(game)) if game.terms.anonymous else (),
            rated=game.terms.rated,
        )

    def _with_ratings(self, end: End, now: datetime) -> End:
        """The same with how it changes ratings; it must not be in their log yet."""
        rows = rating_list.rows(self._store, end.counted, now) if end.rated else ()
        return replace(end, ratings=rows)

    def _leavers(self, game: Game) -> dict[int, int]:
        """Who sat at first at a seat that was given to somebody on standby, by number of seat."""
        taken = [each for each in offers.of_game(self._store, game.id) if each.state is OfferState.TAKEN]
        return {each.seat: each.leaver for each in taken if each.holder == 0}

    def _people(self, game: Game) -> Iterator[str]:
        for seat in game.seats:
            player = players.load(self._store, seat.player)
            yield f"{seat.wizard} was {player.name if player and player.name else NAMELESS}"


def _between(game: Game, viewer: str) -> View:
    """How anybody sees a game that ended between two turns: everything."""
    duel = game.duel
    return View(viewer=viewer, turn=duel.turn, part=duel.part, events=(), duel=duel)


def _results(game: Game, course: Sequence[tuple[int, Duel]], leavers: Mapping[int, int]) -> Iterator[SeatResult]:
    """Who lasted longer has the better place; who left on the same turn share one. The winner is first however he
    left (canon A60). Those of `leavers`, who let another play on for them, have abandoned the game and are last."""
    left = {seat.wizard: _left_at(seat.wizard, course) for seat in game.seats}
    winner = game.duel.result.winner if game.duel.result is not None else None
    lasted = {name: len(course) if at is None else at for name, at in left.items()}
    if winner is not None:
        lasted[winner] = len(course) + 1
    gone = [seat for seat in game.seats if seat.number in leavers]
    lasted |= {seat.wizard: -1 for seat in gone}
    for seat in game.seats:
        at = left[seat.wizard]
        abandoned = seat in gone
        yield SeatResult(
            game=game.id,
            seat=seat.number,
            player=leavers.get(seat.number, seat.player),
            place=1 + sum(other > lasted[seat.wizard] for other in lasted.values()),
            way=Way.ABANDONED if abandoned else Way.STAYED if at is None else _way(game, seat),
            turn=None if at is None or abandoned else course[at][0],
        )


def places_by_lasting(store: Store, game: Game) -> list[int]:
    """The place of each seat, in their order, if a game that goes on ended now and all who live shared the first."""
    course = [(record.turn, record.after) for record in turns.records(store, game.id)]
    return [each.place for each in _results(game, course, {})]


def _left_at(wizard: str, course: Sequence[tuple[int, Duel]]) -> int | None:
    """Which part of the course was the last that he lived to the end of, plus one; None where he lives at its end."""
    at: int | None = None
    for index, (_, duel) in enumerate(course):
        figure = duel.wizard(wizard)
        lives = figure is not None and figure.alive
        at = None if lives else index if at is None else at
    return at


def _way(game: Game, seat: Seat) -> Way:
    if seat.resigned_at is not None:
        return Way.RESIGNED
    figure = game.duel.wizard(seat.wizard)
    assert figure is not None, seat
    if figure.state.value != "surrendered":
        return Way.DIED
    silence = game.terms.silence
    silent = silence.kind is SilenceKind.SURRENDER and seat.missed >= silence.after
    return Way.ABANDONED if silent else Way.SURRENDERED


def told(end: End, reader: str) -> Iterator[str]:
    """The end in whole sentences, to one of the wizards (or to NOBODY, who watched)."""
    names = {seat.number: "you" if seat.wizard == reader else seat.wizard for seat in end.game.seats}
    first = [names[each.seat] for each in end.results if each.place == 1]
    match end.ending:
        case Ending.VICTORY:
            yield sentence(f"{first[0]} won")
        case Ending.DRAW:
            yield f"Nobody won: it is a draw between {listed(first)}."
        case Ending.AGREED:
            yield (
                f"All who were left agreed on a draw before turn {end.game.duel.next_turn} was played: it is a draw"
                f" between {listed(first)}."
            )
        case Ending.DECIDED:
            yield sentence(f"The game is decided as it stood: {_decided(first)}")
            yield sentence(f"The reason: {end.game.reason}")
        case Ending.ABORTED:
            yield "The director ended it, and nobody won."
        case _:
            assert_never(end.ending)
    for each in end.results:
        if each.way is not Way.STAYED:
            yield sentence(f"{names[each.seat]} {_how(each, end.game)}")


def _placed(found: Sequence[SeatResult], places: Sequence[int]) -> tuple[SeatResult, ...]:
    return tuple(replace(each, place=place) for each, place in zip(found, places, strict=True))


def _decided(first: Sequence[str]) -> str:
    return f"{first[0]} won" if len(first) == 1 else f"it is a draw between {listed(first)}"


def _how(result: SeatResult, game: Game) -> str:
    match result.way:
        case Way.DIED:
            return f"died on turn {result.turn}"
        case Way.SURRENDERED:
            return f"surrendered on turn {result.turn}"
        case Way.RESIGNED:
            return f"resigned, and left on turn {result.turn}"
        case Way.ABANDONED:
            silent = counted(game.terms.silence.after, "turn")
            return f"sent no orders for {silent}, which is abandonment, and gave up on turn {result.turn}"
        case Way.STAYED:
            return "stayed to the end"
        case _:
            assert_never(result.way)
