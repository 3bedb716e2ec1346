"""The tables of kept ratings, as the migration that made them has them, and what sees to it that they are true."""

from typing import Final


def _period(moment: str) -> str:
    """The rating period of a stamp, as `ratings.period_of` has it."""
    return f"(CAST(substr({moment}, 1, 4) AS INTEGER) * 12 + CAST(substr({moment}, 6, 2) AS INTEGER) - 1)"


def _queued(row: str) -> str:
    """Whose lines a rated result changes: that of the player, and of all others in the game."""
    period = _period(f"{row}.ended_at")
    return f"""
        INSERT OR IGNORE INTO unrated SELECT {period}, {row}.player WHERE {row}.rated = 1;
        INSERT OR IGNORE INTO unrated SELECT {period}, player FROM results
            WHERE {row}.rated = 1 AND game = {row}.game AND voided_at IS NULL;"""


RATINGS: Final = (
    # The line of a player after each period in which he ended a rated game, the one that runs among them. A player has
    # no foreign key here: whatever becomes of him comes by way of his results.
    """CREATE TABLE ratings (
        player INTEGER NOT NULL,
        period INTEGER NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        duels INTEGER NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        melees INTEGER NOT NULL,
        PRIMARY KEY (player, period)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX ratings_period ON ratings (period)",
    # Which of them have to be worked out again before any is read. Triggers write it, so that no change of results,
    # by whatever way it comes, can be forgotten.
    """CREATE TABLE unrated (
        period INTEGER NOT NULL,
        player INTEGER NOT NULL,
        PRIMARY KEY (period, player)
    ) STRICT, WITHOUT ROWID""",
    f"CREATE TRIGGER results_came AFTER INSERT ON results BEGIN {_queued('NEW')} END",
    f"CREATE TRIGGER results_changed AFTER UPDATE ON results BEGIN {_queued('OLD')} {_queued('NEW')} END",
    f"CREATE TRIGGER results_gone AFTER DELETE ON results BEGIN {_queued('OLD')} END",
    f"INSERT OR IGNORE INTO unrated SELECT {_period('ended_at')}, player FROM results"
    " WHERE rated = 1 AND voided_at IS NULL",
    "DROP INDEX results_rated",
    "CREATE INDEX results_rated ON results (ended_at, game, seat) WHERE rated = 1 AND voided_at IS NULL",
    "DROP INDEX results_player",
    "CREATE INDEX results_player ON results (player, ended_at)",
    "CREATE INDEX players_merged ON players (merged_into) WHERE merged_into IS NOT NULL",
)
