"""Whether all that lives at a mailbox has one: what is played or waits there, and is missing in the settings."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from referee.mail.wording import counted, listed
from referee.store import tournaments
from referee.store.database import Store
from referee.store.games import GOES_ON
from referee.store.tournaments import GOING_ON

_LIVING: Final = (
    ("game", f"SELECT mailbox, count(*) AS count FROM games WHERE {GOES_ON} GROUP BY mailbox"),
    ("challenge", "SELECT mailbox, count(*) AS count FROM challenges WHERE state = 'open' GROUP BY mailbox"),
)


def homeless(store: Store, mailboxes: Collection[str]) -> Iterator[str]:
    """For each mailbox that is not among these, but where something goes on: what, and what to do."""
    found: dict[str, list[str]] = {}
    for what, sql in _LIVING:
        for row in store.rows(sql):
            found.setdefault(row["mailbox"], []).append(counted(row["count"], what))
    events = Counter(each.definition.mailbox for each in tournaments.listing(store, GOING_ON))
    for mailbox, count in events.items():
        found.setdefault(mailbox, []).append(counted(count, "event"))
    for mailbox, living in found.items():
        if mailbox not in mailboxes:
            yield (
                f"mailboxes.{mailbox}: is missing, but still has {listed(living)}; put it back, or let another mailbox"
                f" have that: referee mail move {mailbox} main"
            )
