"""The tables of the archive, as the migration that made them has them."""

from typing import Final

ARCHIVE: Final = (
    "ALTER TABLE games ADD COLUMN archived_at TEXT",
    "CREATE INDEX games_ended ON games (ended_at) WHERE ended_at IS NOT NULL AND archived_at IS NULL",
    # What was in the tables of a game that is over, in one piece, with the SHA-256 of that.
    """CREATE TABLE archive (
        game INTEGER PRIMARY KEY REFERENCES games (id),
        record BLOB NOT NULL,
        digest BLOB NOT NULL
    ) STRICT""",
    # To whom the mails in it went, in small letters: who is to be forgotten is to be found there too.
    """CREATE TABLE archived_addresses (
        address TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES archive (game),
        PRIMARY KEY (address, game)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX archived_addresses_game ON archived_addresses (game)",
    # All mails from and to a person, however many games there are.
    "CREATE INDEX letters_sender ON letters (sender COLLATE NOCASE) WHERE sender IS NOT NULL",
    "CREATE INDEX outgoing_recipient ON outgoing (recipient COLLATE NOCASE)",
)
