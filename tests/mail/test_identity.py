"""Tokens and the places where they travel."""

import pytest

from referee.mail import identity
from referee.mail.identity import Keys, Mark, Place, Seat, marks

KEYS = Keys("a secret of some length")
SEAT = Seat(game=17, seat=2, turn=4)
TOKEN = KEYS.token(SEAT)
HOME = "referee@duel.example.org"


def test_a_token_is_sixteen_lower_case_characters_and_always_the_same() -> None:
    assert len(TOKEN) == 16
    assert TOKEN.lower() == TOKEN
    assert Keys("a secret of some length").token(SEAT) == TOKEN


def test_each_game_seat_turn_and_secret_has_its_own_token() -> None:
    others = [Seat(game=1, seat=2, turn=4), Seat(game=17, seat=1, turn=4), Seat(game=17, seat=2, turn=5)]
    words = {KEYS.token(seat) for seat in [SEAT, *others]} | {Keys("another secret, also long").token(SEAT)}
    assert len(words) == 5


def test_numbers_cannot_be_shifted_from_one_part_to_the_next() -> None:
    assert KEYS.token(Seat(game=11, seat=1, turn=1)) != KEYS.token(Seat(game=1, seat=11, turn=1))


@pytest.mark.parametrize(
    ("header", "value", "place"),
    [
        ("Delivered-To", identity.reply_address(HOME, SEAT, TOKEN), Place.DELIVERED),
        ("X-Original-To", f"<{identity.reply_address(HOME, SEAT, TOKEN).upper()}>", Place.DELIVERED),
        ("Envelope-To", identity.reply_address(HOME, SEAT, TOKEN), Place.DELIVERED),
        ("To", f"Referee <{identity.reply_address(HOME, SEAT, TOKEN)}>", Place.ADDRESSED),
        ("Cc", f"bob@example.net, {identity.reply_address(HOME, SEAT, TOKEN)}", Place.ADDRESSED),
        ("Subject", f"Re: AW: {identity.report_tag(SEAT, TOKEN)} Ann v Bob, turn 3", Place.SUBJECT),
        ("In-Reply-To", identity.message_id(HOME, SEAT, TOKEN, "report"), Place.ANSWERED),
        ("References", f"<x@example.net> {identity.message_id(HOME, SEAT, TOKEN, 'report')}", Place.THREAD),
    ],
)
def test_a_token_is_found_and_proved_in_every_place(header: str, value: str, place: Place) -> None:
    (mark,) = marks([(header, value)])
    assert mark.place is place
    assert KEYS.seat_of(mark) == SEAT
    assert Keys("another secret, also long").seat_of(mark) is None


def test_the_surest_place_comes_first_and_in_a_thread_the_latest_mail() -> None:
    old = Seat(game=17, seat=2, turn=3)
    thread = [identity.message_id(HOME, seat, KEYS.token(seat), "report") for seat in (old, SEAT)]
    found = marks(
        [("References", " ".join(thread)), ("Subject", "Re: [WH 17.4]"), ("To", "referee+17.2.4." + TOKEN + "@x")]
    )
    assert [mark.place for mark in found] == [Place.ADDRESSED, Place.SUBJECT, Place.THREAD, Place.THREAD]
    assert [mark.turn for mark in found] == [4, 4, 4, 3]


def test_the_subject_of_an_answer_names_game_and_turn_and_proves_nothing() -> None:
    (mark,) = marks([("Subject", f"Re: {identity.answer_tag(17, 4)} Orders: complete")])
    assert (mark.game, mark.turn, mark.token) == (17, 4, None)
    assert KEYS.seat_of(mark) is None


@pytest.mark.parametrize(
    "change", [{"game": 18}, {"turn": 5}, {"seat": 1}, {"token": TOKEN[:-1] + "7"}, {"token": None}]
)
def test_a_token_proves_nothing_but_its_own_seat(change: dict[str, int | str | None]) -> None:
    said: dict[str, int | str | None] = {"game": 17, "seat": 2, "turn": 4, "token": TOKEN}
    assert TOKEN[-1] != "7"
    assert KEYS.seat_of(Mark(place=Place.ADDRESSED, **(said | change))) is None


def test_a_bounce_names_the_seat_whose_mail_came_back_and_opens_nothing() -> None:
    address = identity.bounce_address(HOME, SEAT, KEYS.bounce_token(SEAT))
    (mark,) = marks([("Delivered-To", address)])
    assert mark.bounce
    assert KEYS.bounced_seat_of(mark) == SEAT
    assert KEYS.seat_of(mark) is None
    stolen = Mark(place=mark.place, game=17, seat=2, turn=4, token=mark.token)
    assert KEYS.seat_of(stolen) is None


def test_the_address_of_those_who_want_no_more_mails_names_the_seat_and_opens_nothing() -> None:
    address = identity.unsubscribe_address(HOME, 17, 2, KEYS.unsubscribe_token(17, 2))
    (mark,) = marks([("To", f"<{address.upper()}>")])
    assert (mark.unsubscribe, mark.bounce, mark.turn) == (True, False, None)
    assert KEYS.unsubscriber_of(mark) == (17, 2)
    assert KEYS.seat_of(mark) is None
    assert KEYS.bounced_seat_of(mark) is None
    for forged in (KEYS.unsubscribe_token(17, 1), TOKEN, KEYS.bounce_token(SEAT)):
        (mark,) = marks([("To", identity.unsubscribe_address(HOME, 17, 2, forged))])
        assert KEYS.unsubscriber_of(mark) is None
    (mark,) = marks([("To", identity.reply_address(HOME, SEAT, KEYS.unsubscribe_token(17, 2)))])
    assert KEYS.seat_of(mark) is None


def test_the_local_part_stays_below_sixty_four_characters_at_the_largest() -> None:
    largest = Seat(game=999_999_999, seat=12, turn=9999)
    address = identity.bounce_address(HOME, largest, KEYS.bounce_token(largest))
    assert len(address.partition("@")[0]) <= 64


def test_a_purpose_that_would_break_the_message_id_is_refused() -> None:
    with pytest.raises(ValueError, match="purpose"):
        identity.message_id(HOME, SEAT, TOKEN, "two words")


def test_the_form_code_names_the_turn_and_is_no_token() -> None:
    code = KEYS.form_code(17, 4)
    assert len(code) == 9
    assert code[4] == "-"
    assert code != KEYS.form_code(17, 5)
    assert code.replace("-", "") not in TOKEN


def test_a_subject_full_of_tags_gives_a_bounded_number_of_marks() -> None:
    assert len(marks([("Subject", " ".join(f"[WH {n}.1]" for n in range(5000)))])) == identity.MARKS_MAX
