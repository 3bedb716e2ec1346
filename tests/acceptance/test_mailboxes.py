"""Several mailboxes at one desk: each game is written in the name of its own, and is heard wherever its mail comes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from referee.deadlines.due import deadline
from referee.deeds.refusal import Refused
from referee.mail.inbox import Filing, Incoming
from referee.operation.homes import homeless
from referee.store import challenges, looks, outgoing, players
from referee.store.challenges import ChallengeState
from referee.store.mailbag import LetterState
from referee.store.outgoing import MailState
from referee.times.durations import DAY, HOUR
from tests.acceptance.at_the_desk import DIRECTOR, REFEREE, Table, address_of, laid_table
from tests.acceptance.bouncing import last_report, report, sent
from tests.acceptance.by_mail import is_receipt, reply, text_of
from tests.acceptance.events import Hosted
from tests.acceptance.test_growth import steps
from tests.acceptance.test_trust import new_mail, vouched
from tests.post_office import DOMAIN

CUP = f"cup@{DOMAIN}"
SETTINGS = f"""
[mailboxes.cup]
name = "The Cup"
address = "{CUP}"
[mailboxes.cup.imap]
user = "cup"
password = "not used either"
"""
MANY = "".join(
    f'[mailboxes.more-{n}]\naddress = "more-{n}@{DOMAIN}"\n[mailboxes.more-{n}.imap]\ninbox = "more {n}"\n'
    for n in range(30)
)
MAIN_GAME, CUP_GAME = 1, 2
ORDERS = "LH: F, RH: S"


@contextmanager
def games_at_two(folder: Path) -> Iterator[Table]:
    """Game 1 of Ann and Bob at the first mailbox, game 2 of Ann and Cyd at that of the cup."""
    with laid_table(folder, SETTINGS) as laid:
        laid.start("Ann", "Bob", terms="3d, no grace, no orders: rest")
        laid.start("Ann", "Cyd", terms="3d, no grace, no orders: rest", mailbox="cup")
        yield laid


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with games_at_two(tmp_path) as laid:
        yield laid


def all_mails(table: Table) -> list[outgoing.QueuedMail]:
    return outgoing.listing(table.store, MailState)


def test_whatever_is_told_of_an_event_at_another_mailbox_comes_from_there(table: Table) -> None:
    swiss = 'name = "Winter Cup"\nmailbox = "cup"\n[format]\ntype = "swiss"\nrounds = 2\n'
    event = Hosted(table, swiss, ("Ann", "Bob", "Cyd", "Dan"))
    event.begin()
    event.directing.bring_in(1, [("Eve", address_of("Eve"), None, None)], now=table.later(), reason=None)
    assert "you play in it" in table.mails_to("Eve")[-1]["Subject"]
    assert f"<{CUP}>" in table.mails_to("Eve")[-1]["From"]
    event.deciding.swap(1, "Ann", "Bob", now=table.later(), reason="so it is")
    assert {table.game(each.game or 0).mailbox for each in event.open_games()} == {"cup"}


def due(table: Table, game: int) -> timedelta:
    """How long from now the game's deadline is."""
    return deadline(table.desk.post.clocks.state(table.game(game), table.now)) - table.now


# -- in whose name -----------------------------------------------------------------------------------------------------


def test_a_game_is_written_in_the_name_of_its_mailbox(table: Table) -> None:
    table.turn(CUP_GAME, ann=ORDERS, cyd=ORDERS)
    mails = table.mails_to("Cyd")
    assert {str(mail["From"]) for mail in mails} == {f"The Cup <{CUP}>"}
    assert {str(mail["X-Loop"]) for mail in mails} == {CUP}
    assert all(str(mail["Reply-To"]).startswith("cup+2.") for mail in mails)
    assert str(mails[-1]["List-Unsubscribe"]).startswith("<mailto:cup+unsub.2.")
    assert last_report(table, "Cyd", game=CUP_GAME).envelope_from.startswith("cup+b.2.")
    assert "The Cup" in text_of(mails[-1])
    assert {mail.mailbox for mail in all_mails(table) if mail.game == CUP_GAME} == {"cup"}
    assert {str(mail["From"]) for mail in table.mails_to("Bob")} == {f"Referee <{REFEREE}>"}
    assert {mail.mailbox for mail in all_mails(table) if mail.game == MAIN_GAME} == {"main"}


def test_a_reply_to_the_wrong_address_counts_and_is_answered_by_the_games_own(table: Table) -> None:
    asked = table.asked("Cyd", CUP_GAME)
    wrong = str(asked["Reply-To"]).replace("cup+", "referee+")
    assert table.receive(reply(asked, address_of("Cyd"), ORDERS, To=wrong)) is Filing.PROCESSED
    assert table.held(2, CUP_GAME) == {"LH: F", "RH: S"}
    receipt = table.mails_to("Cyd")[-1]
    assert is_receipt(receipt)
    assert str(receipt["Reply-To"]).startswith("cup+2.")


def test_what_belongs_to_no_game_is_answered_by_the_mailbox_that_it_came_to(table: Table) -> None:
    table.receive(new_mail("Dee", "help"), mailbox="cup")
    table.receive(new_mail("Eve", "help"))
    assert [str(table.mails_to(name)[-1]["From"]) for name in ("Dee", "Eve")] == [
        f"The Cup <{CUP}>",
        f"Referee <{REFEREE}>",
    ]


def test_a_director_is_answered_by_the_mailbox_that_he_wrote_to(table: Table) -> None:
    table.receive(vouched("Director", "list"), mailbox="cup")
    assert str(table.mails_at(DIRECTOR)[-1]["From"]) == f"The Cup <{CUP}>"


@pytest.mark.parametrize("mailbox", ["main", "cup"])
@pytest.mark.parametrize("name", ["Bob", "Cyd"])
def test_a_mail_of_ours_that_comes_to_any_of_our_mailboxes_is_not_answered(
    table: Table, name: str, mailbox: str
) -> None:
    before = table.count()
    ours = table.mails_to(name)[0]
    assert table.receive(ours, mailbox=mailbox) is Filing.PROCESSED
    for sender in (CUP, f"cup+x@{DOMAIN}", REFEREE):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, CUP, "hello"
        mail.set_content("help")
        table.receive(mail, mailbox=mailbox)
    assert table.count() == before
    assert [letter.kind for letter in table.letters()] == ["loop"] * 4


def test_what_comes_back_counts_whichever_mailbox_it_comes_to(table: Table) -> None:
    sent(table)
    bounced = last_report(table, "Cyd", game=CUP_GAME)
    table.receive(report(bounced), mailbox="cup")
    assert [mail.state for mail in all_mails(table) if mail.id == bounced.id] == [MailState.RETURNED]


# -- what begins where -------------------------------------------------------------------------------------------------


def befriended(table: Table) -> None:
    """Ann and Bob are registered."""
    with table.store.transaction():
        for name in ("Ann", "Bob"):
            player = players.by_address(table.store, address_of(name))
            assert player is not None
            players.rename(table.store, player.id, name, name.lower())


def test_a_challenge_is_played_where_it_was_made_wherever_it_is_taken_up(table: Table) -> None:
    befriended(table)
    table.receive(vouched("Ann", "challenge Bob"), mailbox="cup")
    asked = table.mails_to("Bob")[-1]
    assert str(asked["From"]) == f"The Cup <{CUP}>"
    table.receive(vouched("Bob", "accept 1"))
    game = table.game(3)
    assert game.mailbox == "cup"
    assert str(table.asked("Bob", 3)["Reply-To"]).startswith("cup+3.")


def test_an_event_and_its_games_belong_to_the_mailbox_that_its_definition_names(table: Table) -> None:
    text = 'name = "The Cup"\nmailbox = "cup"\nterms = "3d"\n[format]\ntype = "round robin"\n'
    event = Hosted(table, text, ["Kim", "Lou"])
    event.begin()
    paired = event.open_games()
    assert {table.game(each.game or 0).mailbox for each in paired} == {"cup"}
    assert {str(mail["From"]) for mail in table.mails_to("Kim")} == {f"The Cup <{CUP}>"}


def test_a_mailbox_that_is_not_there_is_refused_with_the_nearest_that_is(table: Table) -> None:
    with pytest.raises(Refused, match=r"there is no mailbox cups in the settings, but main, cup; did you mean cup\?"):
        table.start("Ann", "Bob", mailbox="cups")
    text = 'name = "A Cup"\nmailbox = "cups"\nterms = "3d"\n[format]\ntype = "round robin"\n'
    with pytest.raises(Refused, match=r"did you mean cup\?"):
        Hosted(table, text, ["Kim", "Lou"])


# -- the same mail -----------------------------------------------------------------------------------------------------


def test_one_uid_in_two_mailboxes_is_two_letters(table: Table) -> None:
    first, second = (vouched(name, "help").replace(b"help", b"help ") for name in ("Dee", "Eve"))
    places = [
        Incoming(folder="INBOX", uidvalidity=1, uid=9, arrived=table.now, raw=r, size=len(r)) for r in (first, second)
    ]
    table.receive_again(places[0])
    table.receive_again(places[1], mailbox="cup")
    table.receive_again(places[1], mailbox="cup")
    assert [(letter.mailbox, letter.state) for letter in table.letters()] == [
        ("main", LetterState.HANDLED),
        ("cup", LetterState.HANDLED),
    ]


def test_one_mail_to_two_mailboxes_has_one_effect_and_one_answer(table: Table) -> None:
    asked = table.asked("Cyd", CUP_GAME)
    mail = reply(asked, address_of("Cyd"), ORDERS, Cc=REFEREE)
    assert table.receive(mail, mailbox="cup") is Filing.PROCESSED
    assert table.receive(mail, delivered_to=REFEREE) is Filing.PROCESSED
    assert sum(is_receipt(each) for each in table.mails_to("Cyd")) == 1


# -- outages -----------------------------------------------------------------------------------------------------------


def test_a_mailbox_that_is_not_read_holds_its_own_games_only(table: Table) -> None:
    table.wait(DAY)
    table.heard = ("main",)
    table.wait(3 * DAY)
    assert table.game(MAIN_GAME).duel.turn == 1
    assert table.game(CUP_GAME).duel.turn == 0


def test_a_game_that_was_due_while_a_look_at_its_mailbox_went_on_is_looked_at_once_it_is_done(table: Table) -> None:
    table.wait(3 * DAY - HOUR)
    began = table.now + timedelta(minutes=59)
    table.now += timedelta(minutes=61)
    table.desk.catch_up(table.now)
    for mailbox in table.heard:
        table.desk.inbox_seen_empty(mailbox, began)
    assert table.game(MAIN_GAME).duel.turn == 0
    table.wait(HOUR)
    assert table.game(MAIN_GAME).duel.turn == 1


def test_its_outage_moves_the_deadlines_of_its_own_games_only(table: Table) -> None:
    table.wait(3 * DAY - 2 * HOUR)
    table.heard = ("main",)
    table.wait(timedelta(minutes=110))
    before = due(table, MAIN_GAME)
    table.heard = ("main", "cup")
    table.wait(timedelta(minutes=1))
    assert timedelta() < due(table, MAIN_GAME) < before
    assert due(table, CUP_GAME) > timedelta(minutes=100)
    table.wait(HOUR)
    assert [table.game(number).duel.turn for number in (MAIN_GAME, CUP_GAME)] == [1, 0]
    table.wait(HOUR)
    assert table.game(CUP_GAME).duel.turn == 1


def test_the_director_is_asked_about_the_mailbox_that_was_not_read_and_lets_its_games_go_on(table: Table) -> None:
    table.wait(DAY)
    table.heard = ("main",)
    table.wait(2 * DAY)
    table.heard = ("main", "cup")
    table.wait(HOUR)
    asked = [mail for mail in table.mails_at(DIRECTOR) if "may the games go on" in str(mail["Subject"])]
    assert [str(mail["From"]) for mail in asked] == [f"The Cup <{CUP}>"]
    assert f"did not read the mail to {CUP}" in " ".join(text_of(asked[0]).split())
    table.wait(2 * DAY)
    assert (table.game(MAIN_GAME).duel.turn, table.game(CUP_GAME).duel.turn) == (1, 0)


def test_a_challenge_does_not_lapse_while_nobody_reads_where_its_answers_come(table: Table) -> None:
    befriended(table)
    table.receive(vouched("Ann", "challenge Bob"), mailbox="cup")
    table.look()
    table.heard = ("main",)
    table.now += 15 * DAY
    table.look()
    wakes = table.desk.catch_up(table.now)
    offered = challenges.load(table.store, 1)
    assert offered is not None and offered.state is ChallengeState.OPEN
    assert wakes is not None and wakes > table.now
    table.heard = ("main", "cup")
    table.look()
    table.desk.catch_up(table.now)
    offered = challenges.load(table.store, 1)
    assert offered is not None and offered.state is ChallengeState.EXPIRED


# -- what goes out, and what it costs ----------------------------------------------------------------------------------


def test_an_outbox_gets_the_mails_of_its_own_mailboxes(table: Table) -> None:
    cup = {mail.id for mail in outgoing.Queue(table.store, of=("cup",)).due(table.now)}
    rest = {mail.id for mail in outgoing.Queue(table.store, but=("cup",)).due(table.now)}
    assert cup == {mail.id for mail in all_mails(table) if mail.mailbox == "cup"}
    assert rest == {mail.id for mail in all_mails(table)} - cup


def answered(table: Table, mail: bytes) -> None:
    assert table.receive(mail) is Filing.PROCESSED
    table.desk.inbox_seen_empty("main", table.now)
    table.desk.catch_up(table.now)
    for each in outgoing.Queue(table.store).due(table.now):
        outgoing.Queue(table.store).sent(each.id, table.now)


@pytest.mark.parametrize("write", [lambda t: t.asked("Ann"), lambda t: None], ids=["orders", "a command"])
def test_what_a_mail_costs_does_not_grow_with_the_number_of_mailboxes(
    tmp_path: Path, write: Callable[[Table], EmailMessage | None]
) -> None:
    counts = []
    for more in ("", MANY):
        folder = tmp_path / f"with{len(more)}"
        folder.mkdir()
        with laid_table(folder, more) as table:
            table.start("Ann", "Bob")
            table.look()
            table.post()
            asked = write(table)
            mail = reply(asked, address_of("Ann"), ORDERS).as_bytes() if asked is not None else vouched("Ann", "help")
            counts.append(steps(table.store, partial(answered, table, mail)))
    assert counts[0] == counts[1] > 0


# -- what is missing, and what is ours ---------------------------------------------------------------------------------


def test_a_mailbox_that_is_missed_is_named_with_all_that_goes_on_there(table: Table) -> None:
    assert list(homeless(table.store, ["main", "cup"])) == []
    (told,) = homeless(table.store, ["main"])
    assert told.startswith("mailboxes.cup: is missing, but still has one game; put it back, or let another mailbox")


@pytest.mark.parametrize("address", [CUP, REFEREE, f"cup+ann@{DOMAIN}"])
def test_nobody_plays_from_an_address_of_the_referees_own(table: Table, address: str) -> None:
    with pytest.raises(Refused, match="is an address of the referee's own"):
        table.desk.start_game([("Ann", address_of("Ann")), ("Bob", address)], now=table.now)


def test_a_mailbox_that_was_taken_out_and_comes_back_was_not_away_in_between(tmp_path: Path) -> None:
    with laid_table(tmp_path, SETTINGS) as table:
        table.look()
        last = table.now
    with laid_table(tmp_path) as alone:
        alone.desk.begin(alone.now)
    with laid_table(tmp_path, SETTINGS) as again:
        again.now = last + 300 * DAY
        again.desk.begin(again.now)
        again.start("Ann", "Bob", mailbox="cup")
        assert again.desk.inbox_seen_empty("cup", again.later()) is False
        assert looks.since(again.store, "cup", last) == ()
        again.desk.inbox_seen_empty("main", again.later())
        assert len(looks.since(again.store, "main", last)) == 1
