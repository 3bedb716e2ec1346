"""Anonymous games: whoever sits behind the other seats, every mail is the same to the byte until the game is over."""

from datetime import timedelta
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.store import outgoing
from referee.store.outgoing import MailState
from referee.terms import Terms, read_terms
from tests.acceptance.at_the_desk import address_of
from tests.acceptance.by_mail import parsed, reply, text_of
from tests.referee.hall import Hall, hall_of

PEOPLE: Final = ("Ann", "Bob", "Cid", "Dee", "Eve")
WIZARDS: Final = ("Onyx", "Willow")
TERMS: Final = "1d, no grace, rated, anonymous, no orders: surrender after 4, press signed"


class Course(Struct, frozen=True):
    """What was sent while the game was played: to each of the seats, and the words said to one who has none."""

    mails: dict[int, list[bytes]]
    outside: list[str]
    last: dict[int, str]


def course(folder: Path, *sitting: str) -> Course:
    """A game of these people, played the same whoever they are; Eve looks on from outside."""
    folder.mkdir()
    with hall_of(folder, *PEOPLE) as hall:
        hall.ask("Cid", "zone Asia/Tokyo")
        hall.ask("Cid", "standby on")
        hall.ask("Dee", "mute")
        hall.ask("Dee", "zone America/New_York")
        hall.ask("Ann", "zone Europe/Berlin")
        agreed = read_terms(TERMS)
        assert isinstance(agreed, Terms)
        begins = hall.table.later()
        seats = [(wizard, address_of(name)) for wizard, name in zip(WIZARDS, sitting, strict=True)]
        game = hall.table.desk.start_game(seats, now=begins, salt="7", terms=agreed)
        outside = _played(hall, game, *sitting)
        mails = {seat: _mails(hall, name, game) for seat, name in enumerate(sitting, 1)}
        hall.table.turn(game, **{sitting[0].lower(): "surrender", sitting[1].lower(): "lh p rh d"})
        last = {seat: text_of(hall.table.mails_to(name)[-1]) for seat, name in enumerate(sitting, 1)}
        return Course(mails, outside, last)


def _played(hall: Hall, game: int, first: str, second: str) -> list[str]:
    """Turns with letters, lateness, a vacation, an address that is out of reach, and questions from outside."""
    table = hall.table
    outside: list[str] = []

    def asked(words: str) -> None:
        told = hall.ask("Eve", words)
        outside.append(f"{told.words} {told.rows}")

    table.answer(
        first, "lh s rh w, say: good luck\npress to all: who are you?", game=game, Message_ID="<mail-1@example.org>"
    )
    letters = [mail for mail in table.mails_to(second) if "writes to you" in str(mail["Subject"])]
    if letters:
        table.receive(reply(letters[-1], address_of(second), "press to Onyx: guess", Message_ID="<mail-0@example.org>"))
    table.answer(second, "lh d rh p", game=game, Message_ID="<mail-2@example.org>")
    asked(f"status {game}")
    asked(f"watch {game}")
    hall.ask(second, "zone UTC")  # in another one he would be away at other hours, whoever he is
    hall.ask(second, "vacation 28 November 2026 to 30 November 2026")
    table.wait(timedelta(days=4))
    table.answer(first, "lh d rh w", game=game, Message_ID="<mail-3@example.org>")
    table.wait(timedelta(days=2))
    hall.ask(second, f"draw {game}")
    hall.ask(first, f"status {game}")
    table.answer(second, "lh w rh p", game=game, Message_ID="<mail-4@example.org>")
    table.wait(timedelta(days=2))
    asked("challenges")
    asked("games")
    return outside


def _mails(hall: Hall, name: str, game: int) -> list[bytes]:
    """All that was queued for a player, as it goes out."""
    found = []
    for row in outgoing.listing(hall.table.store, MailState):
        mail = outgoing.mail(hall.table.store, row.id)
        assert mail is not None
        if mail.recipient == address_of(name):
            assert parsed(mail.raw)["From"].addresses[0].display_name == "Referee"
            found.append(mail.envelope_from.encode() + b"\n" + mail.raw)
    return found


def test_nobody_can_tell_who_plays_until_the_game_is_over(tmp_path: Path) -> None:
    usual = course(tmp_path / "usual", "Ann", "Bob")
    assert len(usual.mails[1]) > 8
    assert any(b"writes to you" in mail for mail in usual.mails[1])
    other = course(tmp_path / "other", "Ann", "Cid")
    assert other.mails[1] == usual.mails[1]
    assert other.outside == usual.outside
    swapped = course(tmp_path / "swapped", "Cid", "Bob")
    assert swapped.mails[2] == usual.mails[2]
    assert swapped.outside == usual.outside


def test_when_it_is_over_all_are_told_who_sat_where_and_how_ratings_changed(tmp_path: Path) -> None:
    last = course(tmp_path / "usual", "Ann", "Bob").last
    for told in last.values():
        assert "| Onyx was Ann\n| Willow was Bob\n" in told
        assert "| Bob                   new → 1662±290" in told


def test_no_name_or_address_of_another_stands_in_any_mail_before(tmp_path: Path) -> None:
    played = course(tmp_path / "usual", "Ann", "Bob")
    for seat, stranger in ((1, b"Bob"), (2, b"Ann")):
        for mail in played.mails[seat]:
            assert stranger.lower() not in mail.lower()


def test_a_vacation_in_an_anonymous_game_does_not_tell_in_which_zone_the_days_begin(tmp_path: Path) -> None:
    with hall_of(tmp_path, *PEOPLE) as hall:
        hall.ask("Cid", "zone Asia/Tokyo")
        game = hall.table.start("Ann", "Cid", terms="3d anonymous")
        plain = hall.table.start("Ann", "Cid", terms="3d")
        assert hall.ask("Cid", "vacation 28 November 2026 to 30 November 2026").done
        clocks = hall.table.desk.post.clocks
        (secret,) = clocks.state(hall.table.game(game), hall.table.now).vacations
        (known,) = clocks.state(hall.table.game(plain), hall.table.now).vacations
        assert (known.span.start.hour, known.span.end.hour) == (15, 15)
        assert (f"{secret.span.start:%d %H:%M}", f"{secret.span.end:%d %H:%M}") == ("27 00:00", "01 00:00")
