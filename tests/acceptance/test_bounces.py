"""Mails that come back: a player who cannot be reached keeps the seat, and is written to again once he writes."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.deeds.ending import abort
from referee.mail.inbox import Filing
from referee.store import outgoing, reachability
from referee.store.outgoing import MailState
from tests.acceptance import bouncing
from tests.acceptance.at_the_desk import REFEREE, Table, address_of, laid_table
from tests.acceptance.by_mail import parsed, reply, text_of

CORPUS = Path(__file__).parents[1] / "mail" / "corpus"
DAY = timedelta(days=1)
DELAYS = {"bounce-exim-warning"}
SHAPES = sorted(file.stem for file in CORPUS.glob("bounce-*.eml") if file.stem not in DELAYS)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        laid.start("Ann", "Bob")
        bouncing.sent(laid)
        yield laid


def points(table: Table) -> float:
    found = reachability.listing(table.store, now=table.now)
    return found[0].points if found else 0.0


def told(table: Table, name: str) -> str:
    return " ".join(text_of(table.mails_to(name)[-1]).split())


def lose_bob(table: Table) -> None:
    """Two mails to Bob come back for good, on two days: the invitations to games 1 and 2, which he has just begun."""
    table.start("Ann", "Bob")
    bouncing.sent(table)
    table.receive(bouncing.report(bouncing.last_report(table, "Bob", game=1)))
    table.now += DAY
    table.receive(bouncing.report(bouncing.last_report(table, "Bob", game=2)))


# -- what counts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_bounce_of_any_shape_counts_once_its_token_proves_whose_mail_it_was(table: Table, shape: str) -> None:
    mail = bouncing.last_report(table, "Bob")
    before = table.count()
    raw = (CORPUS / f"{shape}.eml").read_bytes()
    assert table.receive(bouncing.corpus(raw, mail)) is Filing.PROCESSED
    assert points(table) in (0.5, 1.0)
    assert bouncing.states(table, "Bob") == [("invitation", "returned")]
    assert table.count() == before


@pytest.mark.parametrize("shape", sorted(DELAYS))
def test_a_notice_of_a_delay_counts_for_nothing(table: Table, shape: str) -> None:
    mail = bouncing.last_report(table, "Bob")
    table.receive(bouncing.corpus((CORPUS / f"{shape}.eml").read_bytes(), mail))
    table.receive(bouncing.report(mail, action="delayed", status="4.4.1"))
    table.receive(bouncing.report(mail, action="relayed", status="2.0.0"))
    assert points(table) == 0
    assert bouncing.states(table, "Bob") == [("invitation", "sent")]


def test_a_status_for_now_counts_half_and_a_full_mailbox_is_one(table: Table) -> None:
    table.receive(bouncing.report(bouncing.last_report(table, "Ann"), status="5.2.2"))
    assert points(table) == 0.5


@pytest.mark.parametrize("shape", SHAPES)
def test_a_bounce_without_the_token_changes_nothing(table: Table, shape: str) -> None:
    mail = bouncing.last_report(table, "Bob")
    raw = bouncing.corpus((CORPUS / f"{shape}.eml").read_bytes(), mail)
    table.receive(raw.replace(mail.envelope_from.encode(), b"referee@duel.example.org"))
    assert points(table) == 0
    assert bouncing.states(table, "Bob") == [("invitation", "sent")]
    assert table.letters()[-1].error == "No token in the address that it came to proves whose mail came back."


def test_forged_bounces_change_nothing(table: Table) -> None:
    ann, bob = bouncing.last_report(table, "Ann"), bouncing.last_report(table, "Bob")
    made_up = bob.envelope_from.replace(bob.envelope_from[-30:-20], "abcdefghij")
    reply = str(table.asked("Bob")["Reply-To"])
    as_bounce = reply.replace("+", "+b.")  # the token for orders is not the one for bounces
    for to in ("referee+b.1.2.1.abcdefghijklmnop@duel.example.org", made_up, reply, as_bounce):
        table.receive(bouncing.report(bob, to=to))
        table.receive(bouncing.words(bob, "550 5.1.1 no such user", to=to))
    table.receive(bouncing.report(bob, to=ann.envelope_from))  # his own token, for the mail of another
    foreign = bouncing.report(bob).replace(bob.message_id.encode(), b"<somebody.else@example.net>")
    table.receive(foreign)
    assert points(table) == 0
    assert {state for _, state in bouncing.states(table, "Ann") + bouncing.states(table, "Bob")} == {"sent"}


def test_a_bounce_for_an_address_that_the_seat_has_left_does_not_count(table: Table) -> None:
    mail = bouncing.last_report(table, "Bob")
    with table.store.transaction():
        table.store.change(
            "UPDATE players SET address = 'rob@example.net', address_key = 'rob@example.net' WHERE address_key = ?",
            [address_of("Bob")],
        )
    table.receive(bouncing.report(mail))
    assert points(table) == 0


def test_a_mail_that_comes_back_twice_counts_once(table: Table) -> None:
    mail = bouncing.last_report(table, "Bob")
    for day in range(5):
        table.receive(bouncing.words(mail, f"550 5.1.1 no such user, notice {day}"))
        table.now += DAY
    assert points(table) == 1


def test_orders_to_the_address_for_bounces_are_none(table: Table) -> None:
    mail = bouncing.last_report(table, "Bob")
    table.receive(bouncing.plain(address_of("Bob"), mail.envelope_from, "LH: W, RH: S"))
    assert table.held(2) == set()


# -- the pause -------------------------------------------------------------------------------------------------------


def test_at_the_threshold_delivery_pauses_and_the_director_is_told(table: Table) -> None:
    table.answer("Bob", "LH: W, RH: S")
    lose_bob(table)
    assert [mail["Subject"] for mail in table.mails_to("director")] == [
        f"[WH] Mail to {address_of('Bob')} comes back; delivery is paused"
    ]
    assert "game 1, Bob" in text_of(table.mails_to("director")[-1])
    table.start("Ann", "Bob")
    table.now += 30 * DAY
    table.answer("Ann", "LH: S, RH: W")
    assert table.game().duel.turn == 1
    assert bouncing.states(table, "Bob") == [
        ("invitation", "returned"),
        ("receipt", "sent"),
        ("invitation", "returned"),
        ("invitation", "waiting"),
        ("report", "waiting"),
    ]
    assert address_of("Bob") not in {mail.recipient for mail in outgoing.due(table.store, table.now)}


def test_bounces_of_one_day_are_no_pause_nor_are_those_of_long_ago(table: Table) -> None:
    table.start("Ann", "Bob")
    bouncing.sent(table)
    for game in (1, 2):
        table.receive(bouncing.report(bouncing.last_report(table, "Bob", game=game)))
    assert points(table) == 1
    table.start("Ann", "Bob")
    bouncing.sent(table)
    table.now += 8 * DAY
    table.receive(bouncing.report(bouncing.last_report(table, "Bob", game=3)))
    assert points(table) == 1
    assert table.mails_to("director") == []


def test_four_days_of_a_full_mailbox_are_a_pause(table: Table) -> None:
    for game in range(1, 5):
        assert table.mails_to("director") == []
        table.receive(bouncing.report(bouncing.last_report(table, "Bob", game=game), status="4.2.2"))
        table.now += DAY
        table.start("Ann", "Bob")
        bouncing.sent(table)
    assert len(table.mails_to("director")) == 1


def test_the_opponents_are_told_by_the_wizard_s_name_and_the_player_himself_is_not(table: Table) -> None:
    table.answer("Bob", "LH: W, RH: S")
    lose_bob(table)
    table.answer("Ann", "LH: S", game=2)
    assert "The player of Bob cannot be reached at present" in told(table, "Ann")  # a receipt
    table.answer("Ann", "LH: S, RH: W")
    for mail in table.mails_to("Ann")[-2:]:
        assert "The player of Bob cannot be reached at present" in " ".join(text_of(mail).split())
        assert address_of("Bob") not in mail.as_string()
    assert "cannot be reached" not in told(table, "Bob")


def test_a_refusal_by_our_own_server_counts_like_a_bounce(table: Table) -> None:
    for game in (2, 3):
        table.start("Ann", "Bob")
        table.desk.refused(bouncing.last_report(table, "Bob", game=game).id, "550 5.1.1 no such user", table.now)
        table.now += DAY
    assert [kind for kind, state in bouncing.states(table, "Bob") if state == "set aside"] == ["invitation"] * 2
    assert len(table.mails_to("director")) == 1
    with table.store.transaction():
        number = outgoing.listing(table.store, [MailState.QUEUED])[-1].id
    table.desk.refused(number, "550 5.1.1 no such director", table.now)
    assert len(reachability.listing(table.store, now=table.now)) == 1


# -- he writes -------------------------------------------------------------------------------------------------------


def test_one_mail_of_the_player_starts_delivery_with_all_that_is_still_of_use(table: Table) -> None:
    table.answer("Bob", "LH: W, RH: S")
    lose_bob(table)
    table.start("Ann", "Bob")
    table.answer("Ann", "LH: S, RH: W")
    table.answer("Ann", "LH: S, RH: W", game=2)
    table.answer("Bob", "LH: W, RH: S", game=2)
    assert table.game(2).duel.turn == 1, "orders from a paused address count"
    assert reachability.listing(table.store, now=table.now) == []
    assert bouncing.states(table, "Bob") == [
        ("invitation", "dropped"),
        ("receipt", "sent"),
        ("invitation", "dropped"),
        ("invitation", "queued"),  # game 3
        ("report", "queued"),  # game 1
        ("receipt", "queued"),
        ("report", "queued"),  # game 2
    ]
    assert [str(mail["Subject"]).split(";")[-1] for mail in table.mails_to("director")] == [
        " delivery is paused",
        " delivery goes on",
    ]
    table.answer("Ann", "LH: S")
    assert "cannot be reached" not in told(table, "Ann")


def test_a_mail_that_came_back_goes_again_with_the_same_message_id_when_the_player_writes(table: Table) -> None:
    table.start("Ann", "Bob")
    bouncing.sent(table)
    lost = bouncing.last_report(table, "Bob", game=2)
    table.receive(bouncing.report(lost, status="4.2.2"))
    table.answer("Bob", "LH: W")
    (again,) = [mail for mail in outgoing.due(table.store, table.now) if mail.kind == "invitation"]
    assert (again.id, again.message_id) == (lost.id, lost.message_id)
    assert points(table) == 0
    assert table.mails_to("director") == []


def test_a_deadline_that_was_told_stands_until_the_report_has_reached_him(table: Table) -> None:
    table.answer("Bob", "LH: W, RH: S")
    lose_bob(table)
    table.wait(timedelta(days=7))  # turn 2 begins, and its report counts as delivered seven days after the first bounce
    assert "Orders are due Sunday 6 December, 18:00 UTC" in told(table, "Ann")
    table.receive(reply(table.asked("Bob"), address_of("Bob"), "resend"))
    assert "Orders are due Sunday 6 December, 18:00 UTC" in told(table, "Bob")
    assert "You were told a later deadline before, and that stands." in told(table, "Bob")


@pytest.mark.parametrize("field", ["Auto-Submitted", "List-Id"])
def test_a_robot_s_mail_from_the_paused_address_starts_nothing(table: Table, field: str) -> None:
    lose_bob(table)
    table.answer(
        "Bob", "LH: W, RH: S", **{field: "auto-replied" if field == "Auto-Submitted" else "<list.example.org>"}
    )
    stranger = bouncing.plain(address_of("Bob"), "referee@duel.example.org", "LH: W, RH: S")
    table.receive(stranger)  # without any token
    assert len(reachability.listing(table.store, now=table.now)) == 1
    assert bouncing.states(table, "Bob")[:2] == [("invitation", "returned"), ("invitation", "returned")]


# -- no more mails, please ---------------------------------------------------------------------------------------------


def test_reports_name_an_address_for_those_who_want_no_more_of_them_and_answers_do_not(table: Table) -> None:
    table.turn(ann="LH: S, RH: W", bob="LH: W, RH: S")
    for mail in table.mails_to("Bob"):
        asks = mail["Precedence"] == "bulk"
        assert (mail["List-Unsubscribe"] is not None) == asks
        assert mail["List-Unsubscribe-Post"] is None
    assert len({mail["List-Unsubscribe"] for mail in table.mails_to("Bob")} - {None}) == 1


def test_a_mail_to_that_address_gives_no_orders_and_is_answered_once_to_the_registered_address(table: Table) -> None:
    address = str(table.asked("Bob")["List-Unsubscribe"]).removeprefix("<mailto:").removesuffix(">")
    before = table.count()
    for sender in ("scanner@example.net", address_of("Bob")):
        mail = bouncing.plain(sender, address, "LH: P, RH: P\nsurrender", subject=str(table.asked("Bob")["Subject"]))
        assert table.receive(mail) is Filing.PROCESSED
    assert table.count() == before + 1
    assert table.held(2) == set()
    assert "which changed nothing" in told(table, "Bob")
    assert table.mails_to("Bob")[-1]["Auto-Submitted"] == "auto-replied"
    table.receive(bouncing.plain(address_of("Ann"), address.replace("+unsub.1.2", "+unsub.1.1"), "stop"))
    assert "which changed nothing" not in told(table, "Ann"), "the word of another seat proves nothing"


def test_a_robot_at_that_address_is_not_answered(table: Table) -> None:
    address = str(table.asked("Bob")["List-Unsubscribe"]).removeprefix("<mailto:").removesuffix(">")
    mail = bouncing.plain("scanner@example.net", address, "unsubscribe")
    mail["Auto-Submitted"] = "auto-generated"
    before = table.count()
    table.receive(mail)
    assert table.count() == before


# -- all mails ---------------------------------------------------------------------------------------------------------


def test_every_kind_of_mail_says_that_a_program_sent_it_and_asks_for_no_automatic_answer(table: Table) -> None:
    for lines in ("LH: W", "hello there", "LH: W, RH: S"):
        table.answer("Bob", lines)
    lose_bob(table)
    table.answer("Bob", "LH: W, RH: S", game=2)
    table.receive(bouncing.plain(address_of("Bob"), "referee@duel.example.org", "LH: W, RH: S"))
    table.receive(bouncing.plain(address_of("Bob"), str(table.asked("Bob")["Reply-To"]), " "))
    address = str(table.asked("Bob")["List-Unsubscribe"]).removeprefix("<mailto:").removesuffix(">")
    table.receive(bouncing.plain(address_of("Bob"), address, "stop"))
    first = table.asked("Bob")
    table.answer("Ann", "LH: S, RH: W")
    table.receive(bouncing.plain(address_of("Bob"), str(first["Reply-To"]), "LH: S, RH: W"))
    table.turn(ann="LH: P, RH: P", bob="LH: W, RH: S")
    table.direct(abort, 2, reason="Bob has moved to the moon.", now=table.now)
    queued = outgoing.listing(table.store, MailState)
    assert {mail.kind for mail in queued} == {
        *("invitation", "receipt", "report", "over", "aborted"),
        *("stale", "unread", "refused", "unsubscribe", "director"),
    }
    for each in queued:
        mail = outgoing.mail(table.store, each.id)
        assert mail is not None
        head = parsed(mail.raw)
        answers = mail.letter is not None
        assert head["Auto-Submitted"] == ("auto-replied" if answers else "auto-generated")
        assert head["X-Auto-Response-Suppress"] == "All"
        assert head["X-Loop"] == REFEREE
        verp = mail.envelope_from.startswith("referee+b.")
        assert verp if mail.game is not None and not answers else mail.envelope_from == ""
        assert (head["Precedence"] == "bulk") == verp == (head["List-Unsubscribe"] is not None)
