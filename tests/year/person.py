"""A simulated player: reads what comes, gives orders late or soon, and has whims."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Protocol
from zoneinfo import ZoneInfo

from engine.language import canonical_text
from engine.model import Duel
from engine.orders import check
from referee.store import challenges, games
from referee.store.database import Store
from referee.store.games import Game, GameState
from tests.simulation.seekers import Seeker
from tests.year.letters import Came, letter
from tests.year.plan import DAY, HOUR, OPEN_OPTIONS, OPTIONS, ZONES, Habits

ASKING = ("invitation", "report", "seat", "reminder", "again")
PERSONAL = ("answers", "challenge", "watched")  # a reply to one of these is proved
LONG_GAME = 18  # turns after which draws are thought of
NO_WORD = (
    "anybody there",
    "help me, please",
    "zone Atlantis",
    "vacation 3 January 2020 to 5 January 2020",
    "accept 9999",
)


class World(Protocol):
    """What a person can do and know."""

    store: Store
    now: datetime
    start: datetime

    def post(self, person: Person, raw: bytes, *, robot: bool = False) -> None:
        """Send a letter."""

    def later(self, person: Person, after: timedelta, came: Came, *, orders: bool) -> None:
        """Come back to a mail that came: `person.order` or `person.agree` is called then."""

    def ordered(self, person: Person, place: tuple[int, int, int], *, complete: bool) -> None:
        """Orders for that game, seat and turn are on their way, or (not `complete`) may be there no more."""


class Person:
    """One player. `address` is where the referee writes to, as far as he knows; `old` where he did before."""

    def __init__(self, name: str, habits: Habits, rng: Random, *, zone: str) -> None:
        self.name, self.habits, self.rng, self.zone = name, habits, rng, zone
        self.address = f"{name.lower()}@home.example.net"
        self.known = False  # registered
        self.forgotten = False
        self.away_until: datetime | None = None  # on vacation, with a program that says so
        self.last: Came | None = None  # a mail whose answer is proved
        self.minds: dict[tuple[int, int], Seeker] = {}
        self.told_away: set[str] = set()
        self.letters = 0
        self.arrives = datetime.min.replace(tzinfo=UTC)  # when the last of them is there

    # -- when ----------------------------------------------------------------------------------------------------

    def day(self, world: World) -> float:
        return (world.now - world.start) / DAY

    def listens(self, world: World) -> bool:
        """Whether he looks at his mail at present."""
        habits, day = self.habits, self.day(world)
        if self.forgotten or (habits.leaves is not None and day > habits.leaves):
            return False
        return habits.gone is None or not habits.gone[0] <= day <= habits.gone[1]

    def loses(self, world: World) -> bool:
        """Whether mails to him do not arrive at present."""
        lost = self.habits.lost
        return lost is not None and lost[0] <= self.day(world) <= lost[1]

    def awake(self, world: World, after: timedelta) -> timedelta:
        """The same, or so much later that it is not night where he lives."""
        hour = (world.now + after).astimezone(ZoneInfo(self.zone)).hour
        return after if hour >= 7 else after + (7 - hour) * HOUR

    # -- mails come ----------------------------------------------------------------------------------------------

    def read(self, world: World, came: Came) -> None:
        """A mail is in his mailbox."""
        if self.away_until is not None and world.now < self.away_until:
            self._say_away(world, came)
            return
        if not self.listens(world):
            return
        rng = self.rng
        if came.kind in PERSONAL and came.reply_to.startswith("referee+p."):
            self.last = came
        if came.kind == "answers":
            self._learn(came)
        elif came.kind == "confirm":
            if rng.random() < 0.95:
                world.later(self, self.awake(world, rng.uniform(0.1, 30) * HOUR), came, orders=False)
        elif came.kind in ASKING and rng.random() < (0.6 if came.kind == "reminder" else self.habits.reads):
            hours = rng.uniform(*self.habits.delay) if came.kind != "reminder" else rng.uniform(0.1, 4)
            world.later(self, self.awake(world, hours * HOUR), came, orders=True)

    def _learn(self, came: Came) -> None:
        text = came.flat
        if f"Welcome, {self.name}!" in text:
            self.known = True
        if "I have forgotten you" in text:
            self.forgotten = True
        if "From now on I write to " in text:
            self.address = text.partition("From now on I write to ")[2].split()[0].rstrip(".")

    def _say_away(self, world: World, came: Came) -> None:
        """A program answers, once to each address of the referee's."""
        if came.reply_to not in self.told_away:
            self.told_away.add(came.reply_to)
            mark = self._mark("away")
            raw = letter(self.address, "I am away.", mark=mark, at=world.now, answered=came, robot=True)
            world.post(self, raw, robot=True)

    # -- letters go ----------------------------------------------------------------------------------------------

    def _mark(self, what: str) -> str:
        self.letters += 1
        return f"{self.name.lower()}.{what}.{self.letters}"

    def write(self, world: World, words: str, answered: Came | None = None) -> None:
        """A letter, once or (as programs sometimes do) twice."""
        sender = answered.recipient if answered is not None else self.address
        raw = letter(sender, words, mark=self._mark("letter"), at=world.now, answered=answered)
        world.post(self, raw)
        if self.rng.random() < 0.02:
            world.post(self, raw)

    def agree(self, world: World, came: Came) -> None:
        """Answer a question: mostly with yes."""
        if not self.listens(world):
            return
        chance = self.rng.random()
        if "challenges you" in came.subject:
            word = "yes, with pleasure" if len(list(self.seats(world))) < self.habits.games + 1 else "no, sorry"
        elif "A seat in game" in came.subject:
            word = "yes" if chance < 0.6 else "no"
        else:
            word = "yes" if chance < 0.95 else "no"
        self.write(world, word, came)

    def order(self, world: World, came: Came) -> None:
        """Give orders in answer to a mail that asks for them."""
        if not self.listens(world):
            return
        number, seat, turn = came.place
        game = games.load(world.store, number)
        place = game.seat(seat) if game is not None else None
        if game is None or place is None:
            return
        if game.state is not GameState.RUNNING or game.duel.next_turn != turn or place.wizard not in game.duel.acting:
            if self.rng.random() < 0.2:  # he does not know that it is too late
                self.write(world, "LH: P, RH: F", came)
            return
        words, complete = self._orders(game.duel, place.wizard, number, seat)
        words += self._asides(game)
        self.write(world, words, came)
        world.ordered(self, came.place, complete=complete)
        if self.rng.random() < 0.05:  # and changes his mind
            again, complete = self._orders(game.duel, place.wizard, number, seat)
            self.write(world, f"clear\n{again}", came)
            world.ordered(self, came.place, complete=complete)

    def _orders(self, duel: Duel, wizard: str, game: int, seat: int) -> tuple[str, bool]:
        mind = self.minds.setdefault((game, seat), Seeker(wizard, self.rng, duel.rules))
        clauses = mind.clauses(duel, self.rng.choice(duel.living), keen=True)
        return canonical_text(clauses), check(duel, wizard, clauses, previous=()).complete

    def _asides(self, game: Game) -> str:
        """Commands beside the orders."""
        rng, number = self.rng, game.id
        if game.duel.turn > LONG_GAME and rng.random() < 0.3:
            return "\ndraw"
        if game.duel.turn > LONG_GAME and rng.random() < 0.03:
            return "\nresign"
        if rng.random() < 0.03:
            return f"\npress {number} to all: Well met, all of you, and mind the goblin."
        return "\nstatus" if rng.random() < 0.02 else ""

    # -- whims ---------------------------------------------------------------------------------------------------

    def seats(self, world: World) -> Iterator[int]:
        """The games that he plays in."""
        for row in world.store.rows(
            "SELECT seats.game FROM seats JOIN players ON players.id = seats.player JOIN games ON games.id = seats.game"
            " WHERE players.address = ? AND games.state = 'running'",
            [self.address],
        ):
            yield row["game"]

    def look_round(self, world: World, others: list[Person]) -> None:
        """Once a day: what he asks of the referee besides his games."""
        if not self.listens(world) or (self.away_until is not None and world.now < self.away_until):
            return
        if not self.known:
            if self.rng.random() < 0.5:
                self.write(world, f"Dear referee,\n\nregister {self.name}\n")
            return
        playing = list(self.seats(world))
        if len(playing) < self.habits.games and self.rng.random() < world.plan.eager:
            self._seek_game(world, others)
        if self.rng.random() < self.habits.whims / 7:
            self._command(world, self._whim(world, playing))

    def _seek_game(self, world: World, others: list[Person]) -> None:
        rng = self.rng
        offered = [each for each in challenges.standing(world.store) if each.size > 2 or rng.random() < 0.7]
        if offered and rng.random() < 0.6:
            self._command(world, f"accept {rng.choice(offered).id}")
        elif rng.random() < 0.4:
            self._command(world, f"open {rng.choice(OPEN_OPTIONS)}")
        else:
            other = rng.choice(others)
            if other is not self and other.known:
                self._command(world, f"challenge {other.name} {rng.choice(OPTIONS)}")

    def _command(self, world: World, words: str) -> None:
        proved = self.last if self.rng.random() < 0.8 else None
        self.write(world, words, proved)

    def _whim(self, world: World, playing: list[int]) -> str:
        rng = self.rng
        lot = rng.random()
        if lot < 0.1:
            first = world.now.astimezone(ZoneInfo(self.zone)) + rng.randint(1, 10) * DAY
            last = first + rng.randint(0, 8) * DAY
            self.away_until = last + DAY if first - world.now < 2 * DAY else None
            return f"vacation {first:%Y-%m-%d} to {last:%Y-%m-%d}"
        if lot < 0.2:
            self.zone = rng.choice(ZONES)
            return f"zone {self.zone}"
        if lot < 0.24:
            return f"address {self.name.lower()}.{self.letters}@new.example.net"
        if lot < 0.26 and not playing and self.day(world) > 30:
            return "forget me"
        if lot < 0.36 and playing:
            what, game = rng.choice(("history", "resend", "orders", "undo", "draw")), rng.choice(playing)
            if what == "undo":
                world.ordered(self, (game, 0, 0), complete=False)
            return f"{what} {game}"
        if lot < 0.4 and playing:
            return f"resign {rng.choice(playing)}"
        if lot < 0.46:
            return rng.choice(NO_WORD)
        if lot < 0.55:
            return f"watch {rng.randint(1, 40)}"
        return rng.choice(
            ("standby on", "standby on", "standby off", "mute", "mute off", "games", "whoami", "challenges")
        )
