"""What tests of the store put into it: players, a game, letters, mails, and turns of a duel that somebody plays."""

import random
from datetime import UTC, datetime, timedelta

from engine.clauses import HandClause, Orders
from engine.events import Turn
from engine.model import Duel, Gesture, Hand, new_duel
from engine.resolver import adjudicate
from referee.store import games, mailbag, outgoing, players
from referee.store.database import Store

NOW = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
WIZARDS = ("Ann", "Bob")
# What wizards who seek spells would do more often than chance: full formulas, one after the other, on each hand.
_PATHS = ("SFW", "PSDF", "WFP", "SD", "WWS", "DPP", "SWD", "PDWP", "SPFP", "FSSDD", "PSFW", "DSF", ">", "P", "WWFP")


def start_game(store: Store, *, duel: Duel | None = None) -> int:
    """A game of Ann and Bob, or of that duel, each wizard with a player of his own; its number."""
    duel = duel or new_duel(WIZARDS, salt="pepper")
    with store.transaction():
        people = [players.add(store, f"{w.name.lower()}@example.org", now=NOW, confirmed=True) for w in duel.wizards]
        return games.create(store, duel, [player.id for player in people], now=NOW)


def store_letter(
    store: Store, raw: bytes, *, uid: int, folder: str = "INBOX", mailbox: str = "main", uidvalidity: int = 7
) -> tuple[int, bool]:
    """A letter in a transaction of its own."""
    with store.transaction():
        return mailbag.store_letter(
            store, mailbox=mailbox, folder=folder, uidvalidity=uidvalidity, uid=uid, raw=raw, arrived_at=NOW, now=LATER
        )


def put_mail(
    store: Store, message_id: str, *, game: int | None = None, seat: int | None = None, due_at: datetime | None = None
) -> int:
    """A mail to Ann in a transaction of its own."""
    with store.transaction():
        return outgoing.put(
            store,
            message_id=message_id,
            recipient="ann@example.org",
            envelope_from="",
            raw=b"Subject: a report\r\n\r\nSo it went.\r\n",
            subject="a report",
            kind="report",
            game=game,
            seat=seat,
            turn=None if game is None else 1,
            now=NOW,
            due_at=due_at,
        )


class Play:
    """A seeded duel: gives orders for all who act, towards spells, and adjudicates them."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._coming: dict[tuple[str, Hand], str] = {}

    def orders(self, duel: Duel) -> dict[str, Orders]:
        """Both hands' gestures for each wizard who acts."""
        return {
            name: Orders(
                wizard=name,
                clauses=tuple(
                    HandClause(hand=hand, gesture=self._next(name, hand), line=number, text="as I please")
                    for number, hand in enumerate((Hand.LEFT, Hand.RIGHT), start=1)
                ),
            )
            for name in duel.acting
        }

    def turn(self, duel: Duel) -> tuple[dict[str, Orders], Turn]:
        """The next turn, and the orders it was adjudicated from."""
        orders = self.orders(duel)
        return orders, adjudicate(duel, orders)

    def _next(self, wizard: str, hand: Hand) -> Gesture:
        path = self._coming.get((wizard, hand)) or self._dice.choice(_PATHS)
        self._coming[wizard, hand] = path[1:]
        return Gesture(path[0])
