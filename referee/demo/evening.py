"""An evening at the embedded post office: a game is started, the real daemon runs, and the players write."""

import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.views import observe_duel
from referee import clock, daemon, journal
from referee.config import Backup, Config, Identity, Imap, Mail, Secret, Smtp, Tokens
from referee.config import Store as StoreSettings
from referee.demo import house_player
from referee.demo.office import HOST, Office
from referee.demo.players import Mind, Player, asks, is_report, place_of
from referee.demo.show import Show
from referee.desk import Desk
from referee.journal import Journal
from referee.store import games
from referee.store.database import Store
from referee.store.games import Game, GameState

REFEREE: Final = "referee"
ANSWERS_PER_HOUR: Final = 10_000  # many duels fit into an evening
POLL_SECONDS: Final = 5


class Evening:
    """The referee of one evening, with a store that is gone afterwards."""

    def __init__(self, office: Office, folder: Path, show: Show) -> None:
        self.office = office
        self._show = show
        password = Secret(office.passwords[REFEREE])
        address = office.address(REFEREE)
        self._config = Config(
            referee=Identity(name="Referee", address=address, director=address),
            store=StoreSettings(path=folder / "referee.db"),
            tokens=Tokens(secret=Secret(secrets.token_urlsafe(32))),
            imap=Imap(
                host=HOST,
                port=office.imap,
                security="none",
                user=REFEREE,
                password=password,
                poll_seconds=POLL_SECONDS,
            ),
            smtp=Smtp(host=HOST, port=office.smtp, security="none", user=REFEREE, password=password),
            mail=Mail(answers_per_hour=ANSWERS_PER_HOUR),
            backup=Backup(keep=0),
        )

    def start_game(self, wizards: Sequence[str], *, salt: str | None = None) -> int:
        """Start a game; each wizard's player has the account of the same name."""
        with Store.open(self._config.store.path) as store:
            seats = [(name, self.office.address(name.lower())) for name in wizards]
            return Desk(store, self._config, Journal()).start_game(seats, now=clock.now(), salt=salt)

    def game(self, number: int) -> Game:
        """How a game stands."""
        with Store.open(self._config.store.path, create=False) as store:
            found = games.load(store, number)
        assert found is not None, number
        return found

    def ended(self, mail: EmailMessage) -> bool:
        """Whether a mail is the last report of its game."""
        if not is_report(mail) or asks(mail):
            return False
        number, turn = place_of(mail)
        game = self.game(number)
        return game.state is GameState.FINISHED and turn == game.duel.next_turn

    @asynccontextmanager
    async def referee_at_work(self) -> AsyncIterator["asyncio.Task[None]"]:
        """The daemon runs for as long as the block lasts, or until it fails, which the block is told as a task."""
        stop = asyncio.Event()
        work = asyncio.create_task(daemon.run(self._config, stop=stop, journal=self._show))
        try:
            yield work
        finally:
            stop.set()
            await work

    def player(self, name: str, mind: Mind) -> Player:
        """Somebody at one of the accounts."""
        return Player(name, self.office, mind=mind, ended=self.ended)

    def house(self, name: str) -> Player:
        """The simple opponent. He sees of the duel what his wizard may know of it."""
        rng = Random(secrets.randbits(64))

        async def mind(mail: EmailMessage) -> str | None:
            if not asks(mail):
                return None
            duel, _ = observe_duel(self.game(place_of(mail)[0]).duel, name)
            return await asyncio.to_thread(house_player.orders, duel, name, rng)

        return self.player(name, mind)


@asynccontextmanager
async def an_evening(names: Sequence[str], *, sealed: bool = False) -> AsyncIterator[Evening]:
    """An office with accounts for the referee and these people, and a folder for the store."""
    journal.start()  # for what it does to talkative libraries; our own events go to the show
    show = Show(referee=REFEREE.capitalize(), sealed=sealed)
    passwords = {name.lower(): secrets.token_urlsafe(6) for name in (REFEREE, *names)}
    with tempfile.TemporaryDirectory(prefix="waving-hands-") as folder:
        async with Office(passwords, show.delivered).open() as office:
            yield Evening(office, Path(folder), show)


async def last_mails(players: Sequence[Player], *, unless: "asyncio.Task[None]") -> list[EmailMessage]:
    """The last mails of all players, unless the referee or one of them fails first."""
    plays = [asyncio.create_task(player.play()) for player in players]
    everybody = asyncio.gather(*plays)
    try:
        watched: set[asyncio.Future[Any]] = {everybody, unless}
        await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
        if not everybody.done():
            await unless
            raise RuntimeError("the referee ended before the game")
        return await everybody
    finally:
        for play in plays:
            play.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
