"""What a mail costs does not grow with the number of games: counted in the steps of SQLite's own machine."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from referee.commands import COMMANDS, forget
from referee.commands.ratings import SHOWN_MAX
from referee.names import look_alike_key
from referee.operation.overview import overview
from referee.store import codec, games, outgoing, players, ratings
from referee.store.database import Store
from referee.store.games import GameState
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.by_mail import parsed, reply
from tests.acceptance.events import Hosted
from tests.acceptance.test_trust import vouched
from tests.referee.growth import grow

COPIES = 150  # of each sort: games that run, and games that are over
# A question about a few rows takes some hundred steps; one that goes through all games takes some for each.
MORE_MAX = COPIES // 3
SEARCHED = 300  # steps to look at a player and through all that he was sent and has written
RANKED = 60  # steps to rank a player by his rating
LISTED = 60  # steps to list one of those who stand first
COUNTED = 30  # steps to count a game that is over from an index, as `referee status` does
OVER = 3  # the number of a rated game that has ended
SETTINGS = "[mail]\nanswers_per_hour = 100000\n"
NAMES = ("Ann", "Bob", "Merlyn", "Cid")

# Where the example of the help is about a game or an event that is not there.
WORDS = {
    "accept": "accept 1",
    "appeal": "appeal 1: my troll was about to win",
    "challenge": "challenge Cid 3d, rated",
    "climb": "climb past Bob in 1",
    "decline": "decline 1",
    "draw": "draw 1",
    "history": "history 1 1",
    "join": "join 1 with 2 games",
    "leave": "leave 1",
    "orders": "orders 1",
    "pairings": "pairings 1",
    "press": "press 1 to Bob: Shall we rest?",
    "preview": "preview 1: LH: P, RH: D, cast Shield on self",
    "resend": "resend 1",
    "resign": "resign 1",
    "rounds": "rounds 1",
    "standings": "standings 1",
    "status": "status 1",
    "undo": "undo 1",
    "watch": "watch 2",
    "unwatch": "unwatch 2",
    "withdraw": "withdraw 1",
}
LADDER = """
name = "Winter Ladder"
terms = "2d, rated"
game_time = "10d"
appeal = "2d"
[format]
type = "ladder"
"""
DIRECTED = ("show 1", "extend 1 2d the mail was down", "pause 1 Bob is ill", "resume 1")

Pair = tuple[Table, Table]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """A table with two games and one that is over, and the same with very many more."""
    small, large = tmp_path_factory.mktemp("small"), tmp_path_factory.mktemp("large")
    with Store.open(small / "referee.db") as store:
        table = Table(store, small, SETTINGS)
        with store.transaction():
            for name in NAMES:
                made = players.add(store, address_of(name), now=table.now, confirmed=True)
                players.rename(store, made.id, name, look_alike_key(name))
        table.start("Ann", "Bob", terms="3d, rated")
        table.start("Merlyn", "Cid", terms="3d, rated")
        for game, one, other in ((1, "Ann", "Bob"), (2, "Merlyn", "Cid")):
            table.turn(game, **{one: "LH: S\nRH: W", other: "LH: P\nRH: F"})
        table.start("Ann", "Cid", terms="3d, rated")
        table.turn(OVER, Ann="LH: P\nRH: F", Cid="surrender")
        Hosted(table, LADDER, ("Ann", "Bob")).begin()
        table.receive(vouched("Cid", "challenge Ann, Bob rated"))
        table.post()
        table.desk.inbox_seen_empty("main", table.now)
        moment = table.now
    shutil.copy(small / "referee.db", large)
    with ExitStack() as stack:
        tables = []
        for folder in (small, large):
            store = stack.enter_context(Store.open(folder / "referee.db"))
            table = Table(store, folder, SETTINGS)
            table.now, table._uid = moment, 100
            tables.append(table)
        running = grow(tables[1].store, 2, count=COPIES, state=GameState.RUNNING)
        with tables[1].store.transaction():
            later = [codec.stamp(moment + timedelta(days=300)), running[0]]
            tables[1].store.change("UPDATE games SET look_at = ? WHERE id >= ?", later)
        grow(tables[1].store, OVER, count=COPIES, state=GameState.FINISHED)
        for table in tables:
            # As the first mail after it would: so many games do not end between two mails.
            assert len(ratings.of_all(table.store, table.now)) == 2 + (2 * COPIES if table is tables[1] else 0)
        yield tables[0], tables[1]


def steps(store: Store, work: Callable[[], object]) -> int:
    """How many steps SQLite takes for it."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    store.db.conn.set_progress_handler(count, 1)
    try:
        work()
    finally:
        store.db.conn.set_progress_handler(None, 1)
    return taken


def assert_no_dearer(pair: Pair, work: Callable[[Table], object], *, more_max: int = MORE_MAX) -> None:
    few, many = (steps(table.store, partial(work, table)) for table in pair)
    assert few > 0
    assert many <= few + more_max, f"{few} steps with three games, {many} with {2 * COPIES} more"


def write(table: Table, name: str, words: str) -> None:
    """In a reply to the report of game 1."""
    raw = table.store.rows(
        "SELECT raw FROM outgoing WHERE game = 1 AND recipient = ? AND kind = 'report'", [address_of(name)]
    )
    table.receive(reply(parsed(raw[-1]["raw"]), address_of(name), words))


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_is_dearer_with_many_games(pair: Pair, command: str) -> None:
    rated = 2 * COPIES if command == "ratings" else 0  # which lists all who are
    work = partial(write, name="Ann", words=WORDS.get(command, COMMANDS[command].example))
    assert_no_dearer(pair, work, more_max=MORE_MAX + RANKED * rated + LISTED * min(rated, SHOWN_MAX))


@pytest.mark.parametrize("words", DIRECTED)
def test_no_command_of_the_director_s_is_dearer_with_many_games(pair: Pair, words: str) -> None:
    assert_no_dearer(pair, lambda table: table.receive(vouched("director", words)))


def test_neither_orders_nor_a_turn_nor_the_end_of_a_rated_game_are_dearer_with_many_games(pair: Pair) -> None:
    for name, words in (
        ("Ann", "LH: F, RH: F"),
        ("Bob", "LH: W, RH: W"),
        ("Ann", "LH: P, RH: P"),
        ("Bob", "LH: -, RH: -"),
    ):
        assert_no_dearer(pair, lambda table, name=name, words=words: write(table, name, words))


def test_neither_the_clock_nor_an_empty_inbox_nor_the_outbox_are_dearer_with_many_games(pair: Pair) -> None:
    assert_no_dearer(pair, lambda table: table.desk.catch_up(table.now))
    assert_no_dearer(pair, lambda table: table.desk.inbox_seen_empty("main", table.now))
    assert_no_dearer(pair, lambda table: outgoing.due(table.store, table.now))


def test_to_forget_somebody_the_mails_of_others_are_looked_at_once_each(pair: Pair) -> None:
    def erase(table: Table) -> None:
        player = players.by_address(table.store, address_of("Cid"))
        assert player is not None
        table.direct(forget.erase, player.id, table.now)

    few, many = (steps(table.store, partial(erase, table)) for table in pair)
    # Players, among whom other addresses of his are looked for, and their mails, in which his may stand.
    assert many <= few + SEARCHED * 4 * COPIES, (few, many)


def test_the_overview_and_the_list_of_games_are_no_dearer_with_many_games_that_are_over(tmp_path: Path) -> None:
    with laid_table(tmp_path) as table:
        table.start("Ann", "Bob")
        few = [steps(table.store, partial(work, table)) for work in (_overview, _listed)]
        grow(table.store, 1, count=COPIES, state=GameState.FINISHED)
        many = [steps(table.store, partial(work, table)) for work in (_overview, _listed)]
    assert many[0] <= few[0] + COUNTED * COPIES, (few, many)
    assert many[1] <= few[1] + MORE_MAX, (few, many)


def _overview(table: Table) -> None:
    overview(table.desk, table._config, now=table.now)


def _listed(table: Table) -> None:
    games.listing(table.store, (GameState.RUNNING, GameState.HELD))
