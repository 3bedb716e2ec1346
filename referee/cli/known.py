"""What commands are given by number or by name: games, events, mails, players, wizards. A shell can complete them."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from referee.cli.settings import CONFIG_VARIABLE, DEFAULT_CONFIG
from referee.config import ConfigError, load
from referee.store import games, mailbag, outgoing, players, tournaments
from referee.store.database import Store
from referee.store.faults import StoreError
from referee.store.games import GOING_ON
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState

OFFERED_MAX: Final = 100
_WAITING: Final = (LetterState.SET_ASIDE, LetterState.UNCONFIRMED)
Found = Iterable[tuple[str, str | None]]
Look = Callable[[Store, click.Context], Found]


class Known(click.ParamType[Any]):
    """Something that is in the database. The shell offers what `look` finds there: each a word and what it means."""

    name = "text"

    def __init__(self, look: Look) -> None:
        self._look = look

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Those that begin so, as far as a shell takes them for one word. Without settings or a database, none."""
        begun = incomplete.casefold()
        with suppress(ConfigError, StoreError), _store(ctx) as store:
            found = [each for each in self._look(store, ctx) if each[0].casefold().startswith(begun)]
            return [CompletionItem(word, help=told) for word, told in found if " " not in word][:OFFERED_MAX]
        return []


class Numbered(Known):
    """The same, which is called by its number."""

    name = "number"

    def __init__(self, what: str, look: Look) -> None:
        super().__init__(look)
        self._what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a thing that need not exist."""
        said = str(value).removeprefix("#")
        if not (said.isascii() and said.isdigit() and len(said) < 10):
            self.fail(f"{value!r} is not the number of {self._what}, such as 7", param, ctx)
        return int(said)


@contextmanager
def _store(ctx: click.Context) -> Iterator[Store]:
    """The configured store, as it is. Raises ConfigError, StoreError."""
    path = ctx.params.get("config_path") or os.environ.get(CONFIG_VARIABLE) or DEFAULT_CONFIG
    with Store.open_to_read(load(Path(path)).store.path) as store:
        yield store


def _games(store: Store, _: click.Context) -> Found:
    for each in games.listing(store, GOING_ON):
        yield str(each.id), each.title or " v ".join(seat.wizard for seat in each.seats)


def _events(store: Store, _: click.Context) -> Found:
    return ((str(each.id), each.name) for each in tournaments.listing(store))


def _mails(store: Store, _: click.Context) -> Found:
    return ((str(each.id), each.sender) for each in mailbag.letters(store, _WAITING))


def _unsent(store: Store, _: click.Context) -> Found:
    states = (MailState.WAITING, MailState.RETURNED, MailState.SET_ASIDE)
    return ((str(each.id), each.recipient) for each in outgoing.listing(store, states))


def _players(store: Store, _: click.Context) -> Found:
    for each in players.everyone(store):
        yield from ((word, other) for word, other in ((each.name, each.address), (each.address, each.name)) if word)


def _beings(store: Store, ctx: click.Context) -> Found:
    game = games.load(store, ctx.params.get("number") or 0)
    return ((being.name, None) for being in game.duel.beings) if game is not None else ()


GAME: Final = Numbered("a game", _games)
EVENT: Final = Numbered("an event", _events)
SENT: Final = Numbered("a mail", _unsent)
MAIL: Final = Numbered("a mail", _mails)
PLAYER: Final = Known(_players)
BEING: Final = Known(_beings)
