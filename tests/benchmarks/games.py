"""Games for the benchmarks, and the mails that their players answer the referee's with."""

from collections.abc import Iterator
from datetime import datetime

from referee.desk import Desk
from referee.store import outgoing
from referee.store.database import Store
from referee.store.outgoing import MailState
from tests.acceptance.by_mail import parsed, reply, seat_and_turn
from tests.post_office import DOMAIN

# Two hands that finish something now and then, and never surrender.
LEFT, RIGHT = "SFWDFFDD", "WFPDSDPW"


def start(desk: Desk, count: int, now: datetime) -> None:
    """Start so many games between the two players of the office."""
    for _ in range(count):
        desk.start_game([("Ann", f"ann@{DOMAIN}"), ("Bob", f"bob@{DOMAIN}")], now=now)


def answers(store: Store, turn: int) -> Iterator[tuple[str, bytes]]:
    """(sender, mail) for each mail of the referee that asks for orders for that turn, the reports quoted."""
    for row in outgoing.listing(store, MailState):
        if row.kind in ("invitation", "report") and row.turn == turn:
            mail = outgoing.mail(store, row.id)
            assert mail is not None
            asked = parsed(mail.raw)
            left, right = LEFT[(turn - 1) % len(LEFT)], RIGHT[(turn - 1) % len(RIGHT)]
            assert seat_and_turn(asked)[2] == turn
            answer = reply(asked, mail.recipient, f"LH: {left}\nRH: {right}")
            yield mail.recipient, answer.as_bytes()
