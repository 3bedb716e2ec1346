"""The tables of tournaments, as the migration that made them has them."""

from typing import Final

TOURNAMENTS: Final = (
    # An event and what it is played by. `seed` is what its lots are drawn from; `look_at` as of games. `stopped_at`:
    # since when it is paused or held. `closed_at`: nobody comes in any more, and a ladder takes no challenges.
    """CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name_key TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        reason TEXT,
        definition TEXT NOT NULL,
        seed TEXT NOT NULL,
        created_at TEXT NOT NULL,
        closed_at TEXT,
        started_at TEXT,
        stopped_at TEXT,
        ended_at TEXT,
        digest_at TEXT,
        look_at TEXT
    ) STRICT""",
    "CREATE INDEX tournaments_look ON tournaments (look_at) WHERE look_at IS NOT NULL",
    # Who plays in it, under which name; rounds count from 1, in a league they are seasons.
    """CREATE TABLE entrants (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        player INTEGER NOT NULL REFERENCES players (id),
        name TEXT NOT NULL,
        games_at_once INTEGER NOT NULL,
        rating REAL NOT NULL,
        first_round INTEGER NOT NULL,
        last_round INTEGER,
        struck_from INTEGER,
        drawn_as TEXT NOT NULL,
        joined_at TEXT NOT NULL,
        UNIQUE (tournament, name)
    ) STRICT""",
    "CREATE INDEX entrants_player ON entrants (player)",
    # A game of an event, or a bye or walkover without one. `players` are names of entrants in order of seats. One that
    # was paired in vain stays with `voided_at`.
    """CREATE TABLE pairings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        round INTEGER NOT NULL,
        stage TEXT NOT NULL,
        number INTEGER NOT NULL,
        players TEXT NOT NULL,
        reason TEXT NOT NULL,
        game INTEGER UNIQUE REFERENCES games (id),
        result TEXT,
        way TEXT,
        paired_at TEXT NOT NULL,
        due_at TEXT,
        voided_at TEXT
    ) STRICT""",
    "CREATE UNIQUE INDEX pairings_standing ON pairings (tournament, round, stage, players) WHERE voided_at IS NULL",
    # How an open game is to be decided, unless somebody appeals until `stands_at`.
    """CREATE TABLE rulings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pairing INTEGER NOT NULL REFERENCES pairings (id),
        who TEXT NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        proposed_at TEXT NOT NULL,
        stands_at TEXT NOT NULL,
        appealed_at TEXT,
        appellant INTEGER REFERENCES players (id),
        appeal TEXT,
        settled_at TEXT
    ) STRICT""",
    "CREATE INDEX rulings_pairing ON rulings (pairing)",
    # In a ladder: who wants whose place, in the order in which they said so.
    """CREATE TABLE climbs (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        challenger TEXT NOT NULL,
        challenged TEXT NOT NULL,
        made_at TEXT NOT NULL,
        PRIMARY KEY (tournament, number)
    ) STRICT, WITHOUT ROWID""",
    # What was told to all of an event, or to the director of it, and must not be told twice.
    """CREATE TABLE announcements (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        kind TEXT NOT NULL,
        mark TEXT NOT NULL,
        sent_at TEXT NOT NULL,
        PRIMARY KEY (tournament, kind, mark)
    ) STRICT, WITHOUT ROWID""",
)
