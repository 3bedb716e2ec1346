"""Signs of players and of what waits to be confirmed, and the places where they travel."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.mail import signs
from referee.mail.headers import LOCAL_CHARS_MAX, is_address
from referee.mail.identity import Keys, marks

KEYS = Keys("a secret of some length")
OTHERS = Keys("another secret, also long")
HOME = "referee@duel.example.org"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("name", ["Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"])
def test_a_player_is_proved_by_the_address_that_he_answers_to(name: str) -> None:
    address = signs.person_address(HOME, KEYS, 12, NOW)
    (found,) = signs.signs([(name, f"Referee <{address.upper()}>")])
    assert signs.person_of(KEYS, found, NOW) == 12
    assert signs.person_of(OTHERS, found, NOW) is None
    assert signs.confirmed_by(KEYS, found) is None
    assert is_address(address)
    assert len(address.partition("@")[0]) <= LOCAL_CHARS_MAX


@pytest.mark.parametrize("name", ["In-Reply-To", "References"])
def test_a_player_is_proved_by_the_mail_that_he_answers(name: str) -> None:
    identifier = signs.person_message_id(HOME, KEYS, 12, NOW, "answer-17")
    (found,) = signs.signs([(name, f"<x@example.net> {identifier}")])
    assert signs.person_of(KEYS, found, NOW) == 12


def test_a_players_sign_is_worth_nothing_after_half_a_year_nor_before_it_was_given() -> None:
    (found,) = signs.signs([("To", signs.person_address(HOME, KEYS, 12, NOW))])
    assert signs.person_of(KEYS, found, NOW + timedelta(weeks=signs.WEEKS_VALID)) == 12
    assert signs.person_of(KEYS, found, NOW + timedelta(weeks=signs.WEEKS_VALID + 1)) is None
    assert signs.person_of(KEYS, found, NOW - timedelta(weeks=1)) is None


def test_the_week_of_a_sign_cannot_be_changed() -> None:
    (found,) = signs.signs([("To", signs.person_address(HOME, KEYS, 12, NOW))])
    later = signs.signs([("To", f"referee+p.12.{signs.week_of(NOW) + 1}.{found.token}@duel.example.org")])
    assert signs.person_of(KEYS, later[0], NOW + timedelta(weeks=1)) is None


def test_an_answer_to_a_question_confirms_it_and_nothing_else() -> None:
    (found,) = signs.signs([("To", signs.confirmation_address(HOME, KEYS, 88))])
    assert signs.confirmed_by(KEYS, found) == 88
    assert signs.confirmed_by(OTHERS, found) is None
    assert signs.person_of(KEYS, found, NOW) is None
    (threaded,) = signs.signs([("References", signs.confirmation_message_id(HOME, KEYS, 88, "ask"))])
    assert signs.confirmed_by(KEYS, threaded) == 88


@pytest.mark.parametrize("typed", ["{}", "confirm {}.", "  {}  ", "CODE: {}"])
def test_a_code_may_be_typed_instead(typed: str) -> None:
    code = signs.code_of(KEYS, 88)
    assert signs.confirmation_of(KEYS, typed.format(code.upper())) == 88
    assert signs.confirmation_of(OTHERS, typed.format(code)) is None
    assert signs.confirmation_of(KEYS, typed.format(code.replace("88", "87", 1))) is None


@pytest.mark.parametrize("nonsense", ["", "88", "yes", "88-aaaa", "9" * 40])
def test_what_is_no_code_confirms_nothing(nonsense: str) -> None:
    assert signs.confirmation_of(KEYS, nonsense) is None


def test_signs_and_marks_of_seats_are_never_taken_for_each_other() -> None:
    fields = [("To", signs.person_address(HOME, KEYS, 12, NOW)), ("Cc", signs.confirmation_address(HOME, KEYS, 88))]
    assert marks(fields) == ()
    assert signs.signs([("To", "referee+17.2.4.aaaaaaaaaaaaaaaa@duel.example.org")]) == ()


def test_of_very_many_signs_the_first_are_looked_at() -> None:
    many = " ".join(f"referee+c.{n}.{'a' * 16}@x" for n in range(100))
    assert len(signs.signs([("To", many)])) == signs.SIGNS_MAX


def test_the_mail_that_is_answered_counts_before_those_of_its_thread() -> None:
    asked = signs.confirmation_message_id(HOME, KEYS, 88, "ask")
    answered = signs.person_message_id(HOME, KEYS, 12, NOW, "answers-1")
    found = signs.signs([("References", f"{asked} {answered}"), ("In-Reply-To", answered)])
    assert [sign.sort for sign in found] == [signs.Sort.PERSON, signs.Sort.CONFIRMATION]
