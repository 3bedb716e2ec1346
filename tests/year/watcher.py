"""What is looked at all along: every mail, every turn that closes, every game that goes on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from engine.model import Part
from referee.deadlines.wording import tell_deadline
from referee.store import games, outgoing, players, reachability, turns, verification
from referee.store.games import Ending, Game, GameState
from referee.store.outgoing import MailState, QueuedMail
from referee.store.turns import TurnRecord
from referee.terms.model import SilenceKind
from tests.acceptance.at_the_desk import DIRECTOR
from tests.year import phrases
from tests.year.letters import Came
from tests.year.plan import DAY, HOUR

if TYPE_CHECKING:
    from tests.year.person import Person
    from tests.year.world import World

ASKING = ("invitation", "report", "seat")
REPORTS = ("report", "over")
UNREACHED = 7 * DAY  # after which a game does not wait for one to whom nothing can be delivered
MOVED = timedelta(minutes=5)  # what a deadline moves by without a word
SLACK = timedelta(minutes=1)  # moments are told without their seconds
TURN_SLACK = 3 * HOUR  # by which a turn may be shorter than its terms say: fixed hours, reports a little late
STUCK = 60 * DAY  # no turn of a game that does not wait for ever takes so long
_ADDRESS = re.compile(r"[\w.+-]+@(?:home|new)\.example\.net")
_COUNTED = {
    "players registered": "players WHERE name IS NOT NULL",
    "players forgotten": "players WHERE forgotten_at IS NOT NULL",
    "players muted": "players WHERE muted_at IS NOT NULL",
    "players who changed their address": "players WHERE address LIKE '%@new.example.net'",
    "vacations": "vacations",
    "outages": "outages",
    "seats offered": "offers",
    "seats taken over": "seats WHERE holder > 0",
    "seats resigned": "results WHERE way = 'resigned'",
    "seats abandoned": "results WHERE way = 'abandoned'",
    "challenges": "challenges",
}
_REASONS = (
    "went out late",
    "took over",
    "stopped the clock",
    "stands still",
    "gave more time",
    "did not read his mail",
)
_MOVES = (*_REASONS, "do not count", "Turns are due at")


class Watcher:
    """Looks at everything that the desk did since the last time; AssertionError where something must not be."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._store = world.store
        self._mails = 0
        self._turns = 0
        self._closed = 0
        self.tally: Counter[str] = Counter()
        self._robots: set[int] = set()
        # Of each seat and part of a turn: when its deadline was told last, and which.
        self._told: dict[tuple[int, int, int, Part], tuple[datetime, datetime]] = {}
        self._came_to: dict[int, datetime] = {}  # when mails were delivered
        self._undelivered: dict[str, datetime] = {}  # since when nothing reaches an address
        self._ids: set[str] = set()
        self._ordered: dict[tuple[int, int, int], tuple[Person, datetime]] = {}  # complete orders, there by then

    # -- letters and mails -----------------------------------------------------------------------------------------

    def came(self, uid: int, *, robot: bool) -> None:
        """A letter was taken in."""
        row = self._store.row("SELECT id, uid, kind, state FROM letters ORDER BY id DESC LIMIT 1")
        if row is None or row["uid"] != uid:  # the very same bytes as before
            self.tally["letters: again"] += 1
            return
        self.tally[f"letters: {row['kind']}"] += 1
        assert row["state"] != "set aside", f"letter {row['id']}"
        if robot:
            assert row["kind"] != "message", f"letter {row['id']} is a robot's"
            self._robots.add(row["id"])

    def ordered(self, person: Person, place: tuple[int, int, int], *, by: datetime, complete: bool) -> None:
        """A player sends orders for a game, seat and turn (0: he takes back whatever he sent)."""
        self.tally["sets of orders" if complete else "sets of orders taken back or with something missing"] += 1
        if complete:
            self._ordered[place] = (person, by)
            return
        for known in [each for each in self._ordered if each == place or (not place[2] and each[0] == place[0])]:
            del self._ordered[known]

    def sent(self, mail: QueuedMail) -> None:
        """A mail is delivered."""
        self._came_to[mail.id] = self._world.now
        self._undelivered.pop(mail.recipient, None)
        if mail.recipient != DIRECTOR:
            person = self._world.by_name[mail.recipient.partition("@")[0].partition(".")[0]]
            assert not person.forgotten, f"mail {mail.id} ({mail.kind}) to {mail.recipient}, who is forgotten"
            assert not reachability.is_paused(self._store, mail.recipient), f"mail {mail.id} goes to a paused address"

    def lost(self, mail: QueuedMail) -> None:
        """A mail did not arrive."""
        self._came_to.pop(mail.id, None)
        self._undelivered.setdefault(mail.recipient, self._world.now)

    def look(self, closed: Sequence[dict[str, object]]) -> None:
        """At all that is new."""
        for listed in outgoing.queued_after(self._store, self._mails):
            self._mails = listed.id
            mail = outgoing.mail(self._store, listed.id)
            assert mail is not None
            self._look_at_mail(mail)
        for facts in closed[self._closed :]:
            self._look_at_turn(facts)
        self._closed = len(closed)

    def _look_at_mail(self, mail: QueuedMail) -> None:
        self.tally[f"mails: {mail.kind}"] += 1
        where = f"mail {mail.id} ({mail.kind}) of game {mail.game}, turn {mail.turn}, to {mail.recipient}"
        assert mail.kind != "held", where
        assert mail.letter not in self._robots, f"{where} answers a robot"
        assert mail.message_id not in self._ids, where
        self._ids.add(mail.message_id)
        if mail.recipient == DIRECTOR or not mail.raw:
            return
        came = self._world.came(mail)
        shown = set(_ADDRESS.findall(mail.raw.decode().replace("=\n", ""))) - {mail.recipient}
        own = {_owner(mail.recipient)}
        assert {_owner(each) for each in shown} <= own, f"{where} shows {shown}"
        player = players.by_address(self._store, mail.recipient)
        zone = player.zone if player is not None and player.zone else "UTC"
        try:
            for _ in phrases.moments(came.flat, zone=zone, now=mail.created_at):
                self.tally["moments told"] += 1
            due = phrases.deadline(came.flat, zone=zone, now=mail.created_at)
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}\n{came.text}") from error
        assert due is not None or mail.kind != "deadline", f"{where}: {came.text}"
        if due is not None and mail.game is not None and mail.seat is not None and mail.turn is not None:
            self._hear_deadline(mail, came, due)

    def _hear_deadline(self, mail: QueuedMail, came: Came, due: datetime) -> None:
        game = games.load(self._store, mail.game or 0)
        assert game is not None
        assert mail.seat is not None
        key = (game.id, mail.seat, game.duel.next_turn, game.duel.next_part)
        before = self._told.get(key)
        self._told[key] = (mail.created_at, due)
        extra = game.duel.next_part.value != "normal" or mail.kind in ASKING
        if before is not None and abs(due - before[1]) > MOVED and not extra:
            self.tally["deadlines told anew"] += 1
            assert due > before[1], f"mail {mail.id} tells {due}, and {before[1]} was told before"
            assert any(reason in came.flat for reason in _MOVES), f"mail {mail.id} moves {before[1]} without a reason"
        if mail.kind == "deadline":
            assert any(reason in came.flat for reason in _MOVES), f"mail {mail.id} gives no reason\n{came.text}"

    # -- turns -----------------------------------------------------------------------------------------------------

    def _look_at_turn(self, facts: dict[str, Any]) -> None:
        game = games.load(self._store, facts["game"])
        assert game is not None
        record = turns.record(self._store, game.id, turn=facts["turn"], part=facts["part"])
        assert record is not None
        self.tally[f"turns: {facts['why']}"] += 1
        if facts["silent"] is None:
            return
        for wizard in facts["silent"]:
            seat = game.seat_of(wizard)
            assert seat is not None
            self.tally["silent wizards"] += 1
            if record.part is Part.NORMAL:
                self._look_at_orders(game, seat.number, seat.address, record)
            self._look_at_silence(game, seat.number, seat.address, record)

    def _look_at_orders(self, game: Game, seat: int, address: str, record: TurnRecord) -> None:
        """What had come in time counts, whenever it is read."""
        told = self._told.get((game.id, seat, record.turn, record.part))
        person, by = self._ordered.get((game.id, seat, record.turn), (None, record.adjudicated_at))
        if person is not None and told is not None and _owner(address) == person.name.lower():
            where = f"game {game.id}, turn {record.turn}, seat {seat}"
            assert by > told[1], f"{where}: closed at {record.adjudicated_at}, and orders were there by {by}"

    def _look_at_silence(self, game: Game, seat: int, address: str, record: TurnRecord) -> None:
        """A turn was closed without somebody's orders: not before what he was told, and he had his report."""
        turn, closed = record.turn, record.adjudicated_at
        where = f"game {game.id}, turn {turn}, seat {seat}"
        told = self._told.get((game.id, seat, turn, record.part))
        assert told is not None, f"{where}: no deadline was told"
        assert closed >= told[1] - SLACK, f"{where}: closed at {closed}, told {told[1]} at {told[0]}"
        assert game.terms.silence.kind is not SilenceKind.WAIT, where
        asking = [each for each in outgoing.to_seat(self._store, game.id, seat) if each.kind in ASKING]
        mail = [each for each in asking if each.turn == turn and each.created_at < closed][-1]
        delivered = self._came_to.get(mail.id)
        if delivered is not None:
            floor = delivered + game.terms.turn + game.terms.grace - TURN_SLACK
            assert closed >= floor, f"{where}: closed at {closed}, and the report came at {delivered}"
            return
        since = self._undelivered.get(address)
        assert since is not None, f"{where}: closed, and mail {mail.id} ({mail.state}) is on its way"
        assert closed >= since + UNREACHED - SLACK, f"{where}: closed at {closed}, undelivered since {since}"
        self.tally["turns closed without one who could not be reached"] += 1

    # -- games -----------------------------------------------------------------------------------------------------

    def look_at_games(self) -> None:
        """No game stands without a moment at which it will be looked at, and each deadline can be explained."""
        now = self._world.now
        deaf = any(each.start <= now <= each.start + each.length + 20 * HOUR for each in self._world.plan.outages)
        for game in games.listing(self._store, [GameState.RUNNING]):
            row = self._store.row("SELECT look_at, clock FROM games WHERE id = ?", [game.id])
            assert row is not None
            state = self._world.desk.post.clocks.state(game, now)
            waits = game.terms.silence.kind is SilenceKind.WAIT
            on_its_way = any(self._is_queued(game, seat.seat) for seat in state.owing)
            assert row["look_at"] is not None or (waits and state.owing) or on_its_way or deaf, (
                f"game {game.id} is never looked at"
            )
            if row["look_at"] is not None and not deaf:
                assert datetime.fromisoformat(row["look_at"]) >= now - HOUR, f"game {game.id} is not looked at"
            names = {seat.number: seat.wizard for seat in game.seats}
            for seat in game.seats:
                told = tell_deadline(state, self._world.desk.post.scenes.reader(seat, now), names)
                assert told, f"game {game.id}"
                for sentence in told:
                    zone = self._world.desk.post.scenes.reader(seat, now).zone
                    assert list(phrases.moments(sentence, zone=zone, now=now)), sentence
            if not waits:
                assert now - state.began < STUCK, f"game {game.id} stands at turn {game.duel.next_turn}"
        self.tally["looks at games"] += 1

    def _is_queued(self, game: Game, seat: int) -> bool:
        """Whether a report is with the outbox, which will come to an end with it."""
        mail = outgoing.asking(self._store, game.id, turn=game.duel.next_turn).get(seat)
        return mail is not None and mail.state is MailState.QUEUED

    # -- the end ---------------------------------------------------------------------------------------------------

    def at_the_end(self) -> None:
        """Each player of each game had exactly one report of each turn, and all that is stored is sound."""
        for game in games.listing(self._store):
            self.tally[f"games: {game.ending or game.state}"] += 1
            self._count_reports(game)
        found = verification.verify(self._store)
        assert found is not None
        assert found.faults == ()
        self.tally["turns that replay"] = found.turns
        for what, sql in _COUNTED.items():
            self.tally[what] = self._store.rows(f"SELECT count(*) AS count FROM {sql}")[0]["count"]

    def _count_reports(self, game: Game) -> None:
        played = turns.records(self._store, game.id)
        rows = self._store.rows(
            "SELECT seat, turn, kind FROM outgoing WHERE game = ? AND kind IN ('report', 'over') ORDER BY id", [game.id]
        )
        got: dict[int, list[int]] = defaultdict(list)
        for row in rows:
            got[row["seat"]].append(row["turn"])
        wanted = _wanted(game, [each.after.next_turn for each in played])
        for seat in game.seats:
            assert got[seat.number] == wanted, f"game {game.id}, seat {seat.number}: {got[seat.number]}, not {wanted}"


def _wanted(game: Game, following: Sequence[int]) -> list[int]:
    """The turn after each that was played, and once more the last where all agreed on a draw before it."""
    drawn = game.ending is Ending.AGREED
    return [*following, *([following[-1] if following else 1] if drawn else [])]


def _owner(address: str) -> str:
    return address.partition("@")[0].partition(".")[0]


def table(tally: Counter[str]) -> str:
    """What happened, a line for each thing."""
    return "\n".join(f"{count:>9,}  {what}" for what, count in sorted(tally.items()))
