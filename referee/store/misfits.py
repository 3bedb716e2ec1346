"""Rows that do not fit their check values."""

from typing import Final

from referee.store.database import Store
from referee.store.digests import COVERED, row_digest

DIFFERS: Final = "not what was stored: the check value differs"
_NUMBERED: Final = ("outgoing", "acts", "games", "challenges")


def misfits(store: Store, table: str, where: str = "TRUE", *values: object) -> list[dict[str, str]]:
    """The rows of a table that are not what was stored, each as texts; they are read whatever stands in them."""
    columns = (*COVERED[table], "digest", *(("id",) if table in _NUMBERED else ()))
    found = []
    cast = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
    for values_of in store.db.execute(f"SELECT {cast} FROM {table} WHERE {where}", values):
        row = dict(zip(columns, values_of, strict=True))
        if row["digest"] != row_digest(table, row).encode():
            found.append({column: (value or b"").decode(errors="replace") for column, value in row.items()})
    return found
