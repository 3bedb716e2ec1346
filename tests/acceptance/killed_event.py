"""An event whose referee is killed again and again, each time at a visit to a step where it was not killed before.

`python -m tests.acceptance.killed_event FOLDER kill` plays it on FOLDER/referee.db, with `pass` nobody is killed. Each
life of the referee is a process of its own, forked from this one; the times of day are given, so that two plays of the
same event send the same mails."""

import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from referee.mailboxes import MAIN
from referee.steps import At, Step, pass_by
from referee.store import looks, outgoing
from referee.store.database import Store
from referee.tournaments.book import Book, book_of
from referee.tournaments.directing import Directing
from tests.acceptance.at_the_desk import Table
from tests.acceptance.by_mail import parsed, reply
from tests.acceptance.events import DAY, NAMES, defined

EVENT: Final = """
name = "Winter Cup"
terms = "20d, no grace, rated"
game_time = "8d"
appeal = "1d"
[format]
type = "swiss"
rounds = 2
"""
LIVES_MAX: Final = 200


def prepare(folder: Path) -> None:
    """The event begins, before anybody is killed."""
    with Store.open(folder / "referee.db") as store:
        table = Table(store, folder)
        with store.transaction():
            doors = Directing(table.desk.doors)
            number = doors.create(defined(EVENT, table), now=table.later(), reason=None, seed="lots")
            rows = [(name, f"{name.lower()}@duel.example.org", None, 2000.0 - n) for n, name in enumerate(NAMES[:4])]
            doors.bring_in(number, rows, now=table.later(), reason=None)
            doors.open(number, now=table.later(), reason=None)
            doors.start(number, now=table.later(), reason=None)
        table.post()
        (folder / "deed").write_text(f"0 {table.now.isoformat()}")


def book(table: Table) -> Book:
    return book_of(table.store, Directing(table.desk.doors).found(1))


Deed = Callable[[Table, Path], None]


def letter(number: int, name: str, words: str) -> Deed:
    """A player answers the mail that asks for orders in his open game; the mailbox has it under that number."""

    def done(table: Table, folder: Path) -> None:
        file = folder / f"{number}.eml"
        if not file.exists():
            file.write_bytes(_answer(table, name, words))
        incoming = replace(table.come(parsed(file.read_bytes())), uid=number)
        table.receive_again(incoming)
        table.wait(timedelta(minutes=1))

    return done


def _answer(table: Table, name: str, words: str) -> bytes:
    found = (each for each in book(table).paired if each.result is None and name in each.pairing.players)
    game = next(found).game
    assert game is not None
    seat = table.game(game).seat_of(name)
    assert seat is not None
    row = outgoing.asking(table.store, game, turn=1).get(seat.number)
    mail = outgoing.mail(table.store, row.id) if row is not None else None
    assert mail is not None
    own = f"<{name}.{game}@example.org>"  # so that the answers to it are called the same in each play
    return reply(parsed(mail.raw), seat.address, words, Message_ID=own).as_bytes()


def wait(span: timedelta) -> Deed:
    """A while goes by; a new life goes on at the moment of the last look."""

    def done(table: Table, _: Path) -> None:
        end = table.now + span
        table.now = max(table.now, looks.last_look(table.store, MAIN) or table.now)
        table.wait(end - table.now)

    return done


DEEDS: Final[Sequence[Deed]] = (
    letter(1, "Ann", "LH: W, RH: W"),
    letter(2, "Cid", "surrender"),  # the first game of round 1 ends
    wait(7 * DAY),  # the week is told of
    wait(2 * DAY),  # how the other game is to be decided is told, then it is, and round 2 begins
    letter(3, "Cid", "surrender"),
    letter(4, "Dee", "surrender"),
    letter(5, "Bob", "surrender"),
    letter(6, "Ann", "LH: W, RH: W"),  # the event is over
)


def live(folder: Path, *, kill: bool) -> None:
    """One life of the referee: it goes on with the deed that the last one did not bring to its end."""
    with Store.open(folder / "referee.db", create=False) as store:
        table = Table(store, folder)
        while (here := _here(folder))[0] < len(DEEDS):
            number, table.now = here
            table.restart(_deadly(store, folder, number) if kill else pass_by)
            DEEDS[number](table, folder)
            _go_on(folder, number + 1, table.now)


def _deadly(store: Store, folder: Path, deed: int) -> At:
    """Kill this process at each visit to a step once; those with more mails in the queue are others."""
    file = folder / "killed"
    known = set(file.read_text().splitlines()) if file.exists() else set()

    def at(step: Step) -> None:
        visit = f"{deed} {step.value} {outgoing.last(store)}"
        if visit not in known:
            with file.open("a") as lines:
                lines.write(f"{visit}\n")
            os.kill(os.getpid(), signal.SIGKILL)

    return at


def _here(folder: Path) -> tuple[int, datetime]:
    number, _, moment = (folder / "deed").read_text().partition(" ")
    return int(number), datetime.fromisoformat(moment)


def _go_on(folder: Path, number: int, now: datetime) -> None:
    fresh = folder / "deed.new"
    fresh.write_text(f"{number} {now.isoformat()}")
    fresh.replace(folder / "deed")


def play(folder: Path, *, kill: bool) -> int:
    """The whole event, life after life; how many it took."""
    prepare(folder)
    for lives in range(1, LIVES_MAX):
        child = os.fork()
        if not child:
            status = 1
            try:
                live(folder, kill=kill)
                status = 0
            except BaseException:
                traceback.print_exc()
                raise
            finally:
                os._exit(status)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended == 0:
            return lives
        assert ended == -signal.SIGKILL, ended
    raise AssertionError("it is killed without end")


if __name__ == "__main__":
    print(play(Path(sys.argv[1]), kill=sys.argv[2] == "kill"))
