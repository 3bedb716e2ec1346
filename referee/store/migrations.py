"""The tables, as a row of migrations: each release's changes in order, never edited once released, only added to.

Moments are text as `codec.stamp` writes them, JSON is text as `codec.encode` does. Closed sets of words (states,
kinds) are checked by the enumerations of the code, not by the tables: those grow, and a table's CHECK cannot.
Every question that a mail asks is answered from an index, whatever the number of games. Rows of games that are over may
be in the archive, by names of columns: a change that takes a column away, or renames one, has to change those too.
"""

from collections.abc import Callable
from typing import Final

from sqlite_utils import Database, Migrations

from referee.store.archive_tables import ARCHIVE
from referee.store.digests import row_digest, turn_digest
from referee.store.rating_tables import RATINGS
from referee.store.tournament_tables import TOURNAMENTS

APPLICATION_ID: Final = 0x57485245  # "WHRE", in the file's header: this is a database of the referee
TABLE: Final = Migrations.migrations_table

_FIRST: Final = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    # A person with an address. The name is for display and still free to be missing; `address_key` finds the person.
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT,
        address TEXT NOT NULL,
        address_key TEXT NOT NULL,
        confirmed_at TEXT,
        created_at TEXT NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX players_address ON players (address_key)",
    # Numbers of games stand in tokens that are long abroad: AUTOINCREMENT, as they must never be given twice.
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL,
        reason TEXT,
        title TEXT,
        rules TEXT NOT NULL,
        salt TEXT NOT NULL,
        opening TEXT NOT NULL,
        duel TEXT NOT NULL,
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        created_at TEXT NOT NULL,
        ended_at TEXT
    ) STRICT""",
    "CREATE INDEX games_state ON games (state)",
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 12),
        wizard TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        PRIMARY KEY (game, number),
        UNIQUE (game, wizard)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX seats_player ON seats (player)",
    # A raw mail, stored before anything reads it. `raw` may be the beginning of a mail of `size` bytes.
    """CREATE TABLE letters (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        mailbox TEXT NOT NULL,
        uidvalidity INTEGER NOT NULL,
        uid INTEGER NOT NULL,
        sha256 BLOB NOT NULL UNIQUE,
        raw BLOB NOT NULL,
        size INTEGER NOT NULL,
        arrived_at TEXT NOT NULL,
        stored_at TEXT NOT NULL,
        state TEXT NOT NULL,
        kind TEXT,
        sender TEXT,
        subject TEXT,
        game INTEGER REFERENCES games (id),
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        verdict TEXT,
        handled_at TEXT,
        UNIQUE (mailbox, uidvalidity, uid)
    ) STRICT""",
    "CREATE INDEX letters_state ON letters (state, id)",
    "CREATE INDEX letters_game ON letters (game) WHERE game IS NOT NULL",
    # What a wizard's orders for a turn are now; the turns table keeps what was adjudicated.
    """CREATE TABLE orders (
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        seat INTEGER NOT NULL,
        clauses TEXT NOT NULL,
        complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
        letter INTEGER REFERENCES letters (id),
        received_at TEXT NOT NULL,
        PRIMARY KEY (game, turn, part, seat),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX orders_letter ON orders (letter) WHERE letter IS NOT NULL",
    # A turn that is taken back stays here with `voided_at`; of those that stand there is one for each part.
    """CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games (id),
        turn INTEGER NOT NULL,
        part TEXT NOT NULL,
        orders TEXT NOT NULL,
        events TEXT NOT NULL,
        after TEXT NOT NULL,
        adjudicated_at TEXT NOT NULL,
        voided_at TEXT
    ) STRICT""",
    "CREATE UNIQUE INDEX turns_standing ON turns (game, turn, part) WHERE voided_at IS NULL",
    "CREATE INDEX turns_game ON turns (game, id)",
    # One mail to one recipient. `letter` is the mail that caused it.
    """CREATE TABLE outgoing (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        message_id TEXT NOT NULL UNIQUE,
        recipient TEXT NOT NULL,
        envelope_from TEXT NOT NULL,
        raw BLOB NOT NULL,
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        game INTEGER REFERENCES games (id),
        seat INTEGER,
        turn INTEGER,
        letter INTEGER REFERENCES letters (id),
        created_at TEXT NOT NULL,
        due_at TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL,
        last_error TEXT,
        sent_at TEXT,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT""",
    "CREATE INDEX outgoing_state ON outgoing (state, due_at, id)",
    "CREATE INDEX outgoing_seat ON outgoing (game, seat, id) WHERE game IS NOT NULL",
    "CREATE INDEX outgoing_letter ON outgoing (letter) WHERE letter IS NOT NULL",
    # What a human in charge did, and why. Nothing is ever taken out of here.
    """CREATE TABLE acts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        act TEXT NOT NULL,
        game INTEGER REFERENCES games (id),
        reason TEXT,
        facts TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX acts_game ON acts (game, id) WHERE game IS NOT NULL",
)


def _first(db: Database) -> None:
    """Release 0.1: players, games, letters in, mails out."""
    for statement in _FIRST:
        db.execute(statement)


def _reachability(db: Database) -> None:
    """Players whose mails come back, and since when nothing goes out to them. No row: nothing is known against it."""
    db.execute(
        """CREATE TABLE reachability (
            player INTEGER PRIMARY KEY REFERENCES players (id),
            points REAL NOT NULL,
            day TEXT NOT NULL,
            day_points REAL NOT NULL,
            status TEXT NOT NULL,
            since TEXT NOT NULL,
            last_at TEXT NOT NULL,
            paused_at TEXT
        ) STRICT"""
    )


_LIFE_BY_MAIL: Final = (
    # A name is a person's own and unique after folding; who was forgotten has neither name nor address left.
    "ALTER TABLE players ADD COLUMN name_key TEXT",
    "ALTER TABLE players ADD COLUMN zone TEXT",
    "ALTER TABLE players ADD COLUMN muted_at TEXT",
    "ALTER TABLE players ADD COLUMN standby_at TEXT",
    "ALTER TABLE players ADD COLUMN forgotten_at TEXT",
    "CREATE UNIQUE INDEX players_name ON players (name_key) WHERE name_key IS NOT NULL",
    "CREATE INDEX players_standby ON players (standby_at) WHERE standby_at IS NOT NULL",
    # What a game is played by, where its clock stands, and when somebody has to look at it next.
    "ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE games ADD COLUMN clock TEXT",
    "ALTER TABLE games ADD COLUMN look_at TEXT",
    "CREATE INDEX games_look ON games (look_at) WHERE look_at IS NOT NULL",
    # `holder` counts the people who have sat there: tokens of those before are worth nothing.
    "ALTER TABLE seats ADD COLUMN holder INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE seats ADD COLUMN resigned_at TEXT",
    # Something that waits for a person's word: an address to be confirmed, a name to be erased.
    """CREATE TABLE confirmations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        player INTEGER REFERENCES players (id),
        facts TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        done_at TEXT
    ) STRICT""",
    "CREATE INDEX confirmations_player ON confirmations (player, kind) WHERE player IS NOT NULL",
    # An offer of a game: to players by name, or open to whoever comes first. `size` counts its wizards.
    """CREATE TABLE challenges (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        terms TEXT NOT NULL,
        size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 12),
        state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        game INTEGER REFERENCES games (id)
    ) STRICT""",
    "CREATE INDEX challenges_state ON challenges (state, expires_at)",
    """CREATE TABLE invited (
        challenge INTEGER NOT NULL REFERENCES challenges (id),
        player INTEGER NOT NULL REFERENCES players (id),
        answer TEXT NOT NULL,
        answered_at TEXT,
        PRIMARY KEY (challenge, player)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX invited_player ON invited (player, answer)",
    # What players say to each other in a game; `recipients` are numbers of seats.
    """CREATE TABLE press (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games (id),
        turn INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        recipients TEXT NOT NULL,
        words TEXT NOT NULL,
        sent_at TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT""",
    "CREATE INDEX press_game ON press (game, id)",
    # An offer of a draw stands until the turn is adjudicated.
    """CREATE TABLE draws (
        game INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        offered_at TEXT NOT NULL,
        PRIMARY KEY (game, turn, seat),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE vacations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        begins_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        taken_at TEXT NOT NULL,
        cancelled_at TEXT
    ) STRICT""",
    "CREATE INDEX vacations_player ON vacations (player, ends_at)",
    """CREATE TABLE watchers (
        game INTEGER NOT NULL REFERENCES games (id),
        player INTEGER NOT NULL REFERENCES players (id),
        since TEXT NOT NULL,
        PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX watchers_player ON watchers (player)",
    # When each mailbox was last seen empty: a gap is an outage, in which nobody could be heard.
    """CREATE TABLE looks (
        mailbox TEXT PRIMARY KEY,
        looked_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
)


def _life_by_mail(db: Database) -> None:
    """Release 0.2: players with names and zones, terms and clocks, challenges, press, vacations, watchers."""
    for statement in _LIFE_BY_MAIL:
        db.execute(statement)


_LETTERS_AGAIN: Final = (
    # `mail_key`: the same mail by two ways has the same; `words_key`: so has the same again from the same sender.
    "ALTER TABLE letters ADD COLUMN mail_key BLOB",
    "ALTER TABLE letters ADD COLUMN words_key BLOB",
    "CREATE INDEX letters_mail_key ON letters (mail_key) WHERE mail_key IS NOT NULL",
    "CREATE INDEX letters_words_key ON letters (words_key, handled_at) WHERE words_key IS NOT NULL",
    "CREATE INDEX outgoing_answers ON outgoing (recipient COLLATE NOCASE, created_at) WHERE letter IS NOT NULL",
)


def _letters_again(db: Database) -> None:
    """What is needed to know a letter that came before, and to count the answers to an address."""
    for statement in _LETTERS_AGAIN:
        db.execute(statement)


_CLOCKS: Final = (
    # When nobody looked at the mail, and what the director said of it.
    """CREATE TABLE outages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        begins_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        asked_at TEXT,
        confirmed_at TEXT
    ) STRICT""",
    "CREATE INDEX outages_end ON outages (ends_at)",
    # A seat that is offered to a player on standby. `holder` and `leaver`: who sat there when it was offered.
    """CREATE TABLE offers (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        holder INTEGER NOT NULL,
        leaver INTEGER NOT NULL REFERENCES players (id),
        player INTEGER NOT NULL REFERENCES players (id),
        state TEXT NOT NULL,
        offered_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT""",
    "CREATE INDEX offers_seat ON offers (game, seat)",
    "CREATE INDEX offers_player ON offers (player)",
)


def _clocks(db: Database) -> None:
    """Outages, and seats that are offered to players on standby."""
    for statement in _CLOCKS:
        db.execute(statement)


def _orders_before(db: Database) -> None:
    """What a player's orders were before their last change, to go back to; `clauses` NULL: there were none."""
    db.execute(
        """CREATE TABLE orders_before (
            game INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            part TEXT NOT NULL,
            seat INTEGER NOT NULL,
            clauses TEXT,
            complete INTEGER CHECK (complete IN (0, 1)),
            PRIMARY KEY (game, turn, part, seat),
            FOREIGN KEY (game, seat) REFERENCES seats (game, number)
        ) STRICT, WITHOUT ROWID"""
    )


def _digests(db: Database) -> None:
    """A check value beside each turn. Of those that are there already it can only say what they are now."""
    db.execute("ALTER TABLE turns ADD COLUMN digest BLOB")
    for number in [row["id"] for row in db.query("SELECT id FROM turns")]:
        row = next(iter(db.query("SELECT * FROM turns WHERE id = ?", [number])))
        db.execute("UPDATE turns SET digest = ? WHERE id = ?", [turn_digest(row), number])


_RESULTS: Final = (
    "ALTER TABLE games ADD COLUMN ending TEXT",
    # What came of each seat of a game that was played to its end. `place` counts from 1; several at the first place
    # have drawn. `player` is he whose result it is. Ratings are worked out from the rated ones.
    """CREATE TABLE results (
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        place INTEGER NOT NULL,
        way TEXT NOT NULL,
        turn INTEGER,
        rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
        ended_at TEXT NOT NULL,
        PRIMARY KEY (game, seat),
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX results_rated ON results (game, seat) WHERE rated = 1",
    "CREATE INDEX results_player ON results (player)",
)


def _results(db: Database) -> None:
    """How games ended, and what came of it for whom."""
    for statement in _RESULTS:
        db.execute(statement)


_CORRECTIONS: Final = (
    # `epoch` counts the corrections of a game: tokens of those before are worth nothing.
    "ALTER TABLE games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE games ADD COLUMN corrected_at TEXT",
    # What stood beside the duel before the turn: banks, and silent turns.
    "ALTER TABLE turns ADD COLUMN beside TEXT",
    # A result that is taken back stays, with `voided_at`; of those that stand there is one for each seat.
    "ALTER TABLE results RENAME TO results_before",
    "DROP INDEX results_rated",
    "DROP INDEX results_player",
    """CREATE TABLE results (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        place INTEGER NOT NULL,
        way TEXT NOT NULL,
        turn INTEGER,
        rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
        ended_at TEXT NOT NULL,
        voided_at TEXT,
        FOREIGN KEY (game, seat) REFERENCES seats (game, number)
    ) STRICT""",
    "INSERT INTO results (game, seat, player, place, way, turn, rated, ended_at)"
    " SELECT game, seat, player, place, way, turn, rated, ended_at FROM results_before ORDER BY game, seat",
    "DROP TABLE results_before",
    "CREATE UNIQUE INDEX results_standing ON results (game, seat) WHERE voided_at IS NULL",
    "CREATE INDEX results_rated ON results (game, seat) WHERE rated = 1 AND voided_at IS NULL",
    "CREATE INDEX results_player ON results (player)",
    # What there was before a director's act, to take it back.
    """CREATE TABLE takebacks (
        act INTEGER PRIMARY KEY REFERENCES acts (id),
        facts TEXT NOT NULL,
        undone_at TEXT
    ) STRICT""",
    # Whose mails are not taken any more, and who turned out to be another player: `merged_into` is the one that counts.
    "ALTER TABLE players ADD COLUMN banned_at TEXT",
    "ALTER TABLE players ADD COLUMN merged_into INTEGER REFERENCES players (id)",
)


def _corrections(db: Database) -> None:
    """Turns, results and a director's changes that are taken back; players who are banned or joined."""
    for statement in _CORRECTIONS:
        db.execute(statement)


def _tournaments(db: Database) -> None:
    """Events: who plays in them, their games, rulings and announcements."""
    for statement in TOURNAMENTS:
        db.execute(statement)


_PUNCTUALITY: Final = (
    # How the orders came that a turn asked of a player; those of void turns count for nothing.
    """CREATE TABLE punctuality (
        turn INTEGER NOT NULL REFERENCES turns (id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        came TEXT NOT NULL,
        PRIMARY KEY (turn, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX punctuality_player ON punctuality (player, turn)",
)


def _punctuality(db: Database) -> None:
    """Which orders came in time."""
    for statement in _PUNCTUALITY:
        db.execute(statement)


def _archive(db: Database) -> None:
    """Games that are over, out of the tables of those that run."""
    for statement in ARCHIVE:
        db.execute(statement)


_MAILBOXES: Final = (
    # At which of the referee's mailboxes a thing lives, by the name that the settings give it. What was there before
    # there were several belongs to the first.
    "ALTER TABLE games ADD COLUMN mailbox TEXT NOT NULL DEFAULT 'main'",
    "ALTER TABLE challenges ADD COLUMN mailbox TEXT NOT NULL DEFAULT 'main'",
    "ALTER TABLE outages ADD COLUMN mailbox TEXT NOT NULL DEFAULT 'main'",
    "ALTER TABLE outgoing ADD COLUMN mailbox TEXT NOT NULL DEFAULT 'main'",
    "DROP INDEX outgoing_state",
    "CREATE INDEX outgoing_state ON outgoing (state, due_at, id, mailbox)",
    # UIDs are unique within one folder of one mailbox only; `mailbag` writes which.
    "ALTER TABLE letters RENAME COLUMN mailbox TO folder",
    "ALTER TABLE letters ADD COLUMN mailbox TEXT NOT NULL DEFAULT 'main'",
    # Looks were kept by the account and its folder; only the last one was of the mailbox as it is now.
    "CREATE TEMP TABLE last_look AS SELECT max(looked_at) AS looked_at FROM looks",
    "DELETE FROM looks",
    "INSERT INTO looks (mailbox, looked_at) SELECT 'main', looked_at FROM last_look WHERE looked_at IS NOT NULL",
    "DROP TABLE last_look",
)


def _mailboxes(db: Database) -> None:
    """Games, challenges, letters, mails, looks and outages by mailbox."""
    for statement in _MAILBOXES:
        db.execute(statement)


def _ratings(db: Database) -> None:
    """Ratings kept by the period, and which of them are out of date; who is the same as whom is found at once."""
    for statement in RATINGS:
        db.execute(statement)


def _order_digests(db: Database) -> None:
    """A check value beside orders that are held. Of those that are there already it can only say what they are now."""
    for table in ("orders", "orders_before"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN digest TEXT")
        place = "game = :game AND turn = :turn AND part = :part AND seat = :seat"
        for row in list(db.query(f"SELECT * FROM {table}")):
            digest = row_digest(table, row)
            db.execute(f"UPDATE {table} SET digest = :digest WHERE {place}", row | {"digest": digest})


def _more_digests(db: Database) -> None:
    """The same beside mails that go out (not those that were erased), acts, games and challenges."""
    for table, key in (("outgoing", "id"), ("acts", "id"), ("takebacks", "act"), ("games", "id"), ("challenges", "id")):
        db.execute(f"ALTER TABLE {table} ADD COLUMN digest TEXT")
        for number in [row["number"] for row in db.query(f"SELECT {key} AS number FROM {table}")]:
            row = next(iter(db.query(f"SELECT * FROM {table} WHERE {key} = ?", [number])))
            if row.get("raw") != b"":
                digest = row_digest(table, row)
                db.execute(f"UPDATE {table} SET digest = ? WHERE {key} = ?", [digest, number])


CHANGES: Final[dict[str, Callable[[Database], None]]] = {
    "0001 first": _first,
    "0002 reachability": _reachability,
    "0003 life by mail": _life_by_mail,
    "0004 letters again": _letters_again,
    "0005 clocks": _clocks,
    "0006 orders before": _orders_before,
    "0007 digests": _digests,
    "0008 results": _results,
    "0009 corrections": _corrections,
    "0010 tournaments": _tournaments,
    "0011 punctuality": _punctuality,
    "0012 archive": _archive,
    "0013 mailboxes": _mailboxes,
    "0014 ratings": _ratings,
    "0015 digests of orders": _order_digests,
    "0016 more digests": _more_digests,
}

migrations: Final = Migrations("referee")
for _name, _change in CHANGES.items():
    migrations(name=_name)(_change)


def unknown(db: Database) -> tuple[str, ...]:
    """Names of changes made to this database that this release does not know: it was written by a later one."""
    return tuple(done.name for done in migrations.applied(db) if done.name not in CHANGES)
