"""Challenges by mail: who is asked, what becomes of them, and what is refused with the reason."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.deeds import people
from referee.mail.inbox import Filing
from referee.store import challenges, games
from referee.store.challenges import ChallengeState
from referee.store.games import GameState
from tests.acceptance.at_the_desk import DIRECTOR, address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, "Ann", "Bob", "Cid", "Dee", "Eve", "Merlyn") as made:
        yield made


def state_of(hall: Hall, number: int) -> ChallengeState:
    found = challenges.load(hall.table.store, number)
    assert found is not None
    return found.state


# -- to players by name ------------------------------------------------------------------------------------------


def test_a_challenged_player_is_told_the_terms_in_plain_words_and_the_game_begins_when_he_accepts(hall: Hall) -> None:
    told = hall.ask("Ann", "challenge bob 2d at 20:00 Europe/Berlin, no orders: rest")
    assert told.done
    assert "Challenge 1 is on its way to Bob" in told.words
    (mail,) = hall.table.mails_to("Bob")
    assert mail["Subject"] == "[WH] Ann challenges you: accept or decline"
    text = " ".join(text_of(mail).split())
    assert "Ann challenges you to a duel of wizards" in text
    assert "Turns take 2 days, due at 20:00 in Berlin." in text
    assert "both hands of that wizard do nothing in that turn" in text
    assert address_of("Ann") not in str(mail)
    assert games.listing(hall.table.store) == []
    assert hall.ask("Bob", "accept 1").words.startswith("All seats are taken: game 1 begins")
    assert [seat.wizard for seat in hall.table.game().seats] == ["Ann", "Bob"]
    assert state_of(hall, 1) is ChallengeState.PLAYED
    for name in ("Ann", "Bob"):
        assert "the duel begins" in hall.subjects(name)[-1]


def test_a_melee_begins_with_the_last_yes_and_its_challenger_hears_of_each(hall: Hall) -> None:
    assert hall.ask("Ann", "challenge Bob, Cid and Dee").done
    assert "melee of 4 wizards, together with Cid and Dee" in " ".join(text_of(hall.table.mails_to("Bob")[0]).split())
    assert "Cid and Dee have not answered" in hall.ask("Bob", "accept").words
    assert hall.subjects("Ann") == ["[WH] Challenge 1: Bob plays"]
    assert hall.ask("Dee", "accept #1").done
    assert games.listing(hall.table.store) == []
    assert hall.ask("Cid", "accept challenge 1").done
    assert [seat.wizard for seat in hall.table.game().seats] == ["Ann", "Bob", "Dee", "Cid"]


def test_one_no_ends_a_challenge_by_name_and_all_who_said_yes_are_told(hall: Hall) -> None:
    assert hall.ask("Ann", "challenge Bob, Cid").done
    assert hall.ask("Bob", "accept 1").done
    assert hall.ask("Cid", "decline").done
    assert state_of(hall, 1) is ChallengeState.DECLINED
    assert hall.subjects("Ann")[-1] == hall.subjects("Bob")[-1] == "[WH] Challenge 1: Cid declines"
    assert "was declined" in hall.ask("Bob", "accept 1").words


def test_a_challenge_that_is_taken_back_is_over_for_all(hall: Hall) -> None:
    assert hall.ask("Ann", "challenge Bob").done
    assert not hall.ask("Bob", "withdraw 1").done
    assert hall.ask("Ann", "withdraw 1").done
    assert hall.subjects("Bob")[-1] == "[WH] Challenge 1 is taken back"
    assert "was taken back" in hall.ask("Bob", "accept 1").words
    assert "was taken back" in hall.ask("Ann", "withdraw 1").words


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("challenge Ann", "You cannot challenge yourself"),
        ("challenge Bob, Ann", "leave your own name out"),
        ("challenge Merlin", "Did you mean Merlyn?"),
        ("challenge Bob, bob", "You name Bob twice"),
        ("challenge", "Write whom you challenge"),
        ("challenge 3d", "Write whom you challenge"),
        ("challenge Bob for 4", "Name as many as it takes"),
        ("challenge Bob, Cid, Dee duel", "Name as many as it takes"),
        ("challenge Bob rtaed", "write `rated`"),
        ("challenge Bob 3d rtaed", "write `rated`"),
        ("challenge Bob 3d, 4d", "do not go together"),
        ("challenge Bob 30m", "shortest turn is 1h"),
        ("challenge Bob anonymous", "open anonymous"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_work_and_nobody_hears_of_it(
    hall: Hall, words: str, why: str
) -> None:
    told = hall.ask("Ann", words)
    assert not told.done
    assert why in told.words
    assert challenges.standing(hall.table.store) == []
    assert hall.table.count() == 0


def test_a_player_who_has_just_declined_is_not_asked_again_by_the_same_one(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Bob", "decline 1")
    again = hall.ask("Ann", "challenge Bob, Cid")
    assert not again.done
    assert "Bob has declined your challenge 1" in again.words
    assert hall.ask("Cid", "challenge Bob").done
    hall.table.now += timedelta(days=8)
    assert hall.ask("Ann", "challenge Bob").done


def test_the_same_challenge_again_is_the_one_that_stands(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob 3d")
    assert "That is your challenge 1" in hall.ask("Ann", "challenge Bob").words
    assert hall.ask("Ann", "challenge Bob 2d").done


def test_a_player_offers_ten_games_at_once_at_most(hall: Hall) -> None:
    for _ in range(10):
        assert hall.ask("Ann", "open").done
    told = hall.ask("Ann", "open")
    assert not told.done
    assert "withdraw 1" in told.words
    assert "withdraw 1" in hall.ask("Ann", "challenge Bob").words


# -- accepting, in vain ------------------------------------------------------------------------------------------


def test_who_cannot_accept_is_told_why(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob, Cid")
    for name, words, why in (
        ("Ann", "accept 1", "your own"),
        ("Dee", "accept 1", "one to other players"),
        ("Bob", "accept 7", "There is no challenge 7"),
        ("Dee", "accept", "There is none that you could mean"),
        ("Dee", "decline 1", "one to other players"),
        ("Ann", "decline 1", "write withdraw 1"),
    ):
        told = hall.ask(name, words)
        assert not told.done
        assert why in told.words, told
    assert hall.ask("Bob", "accept 1").done
    twice = hall.ask("Bob", "accept 1")
    assert not twice.done
    assert "already" in twice.words
    assert hall.ask("Cid", "accept 1").done
    assert "it is game 1 now" in hall.ask("Cid", "accept 1").words
    assert len(games.listing(hall.table.store)) == 1


def test_of_several_challenges_the_number_must_be_given(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Cid", "challenge Bob")
    told = hall.ask("Bob", "accept")
    assert not told.done
    assert [row[:3].strip() for row in told.rows if row[0] != " "] == ["1", "2"]


def test_a_challenge_lapses_after_two_weeks_and_its_challenger_is_told_once(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.table.now += timedelta(days=13)
    hall.lapse()
    assert state_of(hall, 1) is ChallengeState.OPEN
    hall.table.now += timedelta(days=1)
    assert "has lapsed" in hall.ask("Bob", "accept 1").words
    hall.lapse()
    hall.lapse()
    assert state_of(hall, 1) is ChallengeState.EXPIRED
    assert hall.subjects("Ann") == ["[WH] Challenge 1 has lapsed"]
    assert "Bob has not answered" in " ".join(text_of(hall.table.mails_to("Ann")[0]).split())


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE challenges SET terms = 'x' || terms WHERE id = 1",
        "UPDATE challenges SET expires_at = 'x' || expires_at WHERE id = 1",
        "UPDATE challenges SET created_at = '' WHERE id = 1",
        "UPDATE invited SET answer = 'perhaps' WHERE challenge = 1",
    ],
)
def test_a_challenge_that_is_damaged_ends_by_itself_and_the_director_is_told_once(hall: Hall, damage: str) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Cid", "challenge Dee")
    with hall.table.store.transaction():
        hall.table.store.change(damage)
    hall.table.now += timedelta(days=15)
    hall.lapse()
    hall.table.now += timedelta(minutes=1)
    hall.lapse()
    states = hall.table.store.rows("SELECT DISTINCT state FROM challenges")
    assert states == [{"state": ChallengeState.EXPIRED}]
    assert hall.subjects("Cid") == ["[WH] Challenge 2 has lapsed"]
    (mail,) = [each for each in hall.table.mails_at(DIRECTOR) if "Challenge 1 has failed" in str(each["Subject"])]
    assert "referee db verify" in " ".join(text_of(mail).split())


DAMAGES = (
    "UPDATE challenges SET terms = '{\"x' WHERE id = 1",
    "UPDATE challenges SET created_at = 'x' WHERE id = 1",
    "UPDATE challenges SET expires_at = '2036-02-31' || substr(expires_at, 11) WHERE id = 1",
    "UPDATE invited SET answer = 'perhaps' WHERE challenge = 1",
    "UPDATE challenges SET terms = CAST(x'ff' AS TEXT) WHERE id = 1",
)


def damaged(hall: Hall, damage: str) -> None:
    """Ann's challenge to Bob and Cid is damaged; Cid's to Dee is not."""
    hall.ask("Ann", "challenge Bob, Cid")
    hall.ask("Cid", "challenge Dee")
    with hall.table.store.transaction():
        hall.table.store.change(damage)


def told_of_failed(hall: Hall) -> int:
    return sum("Challenge 1 has failed" in str(mail["Subject"]) for mail in hall.table.mails_at(DIRECTOR))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_challenge_that_is_damaged_lapses_when_it_is_met_and_keeps_nobody_from_the_others(
    hall: Hall, damage: str
) -> None:
    damaged(hall, damage)
    assert hall.ask("Bob", "challenges").done
    assert "cannot be read any more" in hall.ask("Bob", "accept 1").words
    assert "cannot be read any more" in hall.ask("Cid", "decline 1").words
    assert hall.ask("Dee", "accept 2").done
    hall.lapse()
    assert hall.table.store.rows("SELECT state FROM challenges WHERE id = 1") == [{"state": "expired"}]
    assert told_of_failed(hall) == 1


@pytest.mark.parametrize("words", ["yes", "no"])
def test_who_answers_the_question_about_a_challenge_that_is_damaged_is_told_so(hall: Hall, words: str) -> None:
    damaged(hall, DAMAGES[0])
    asked = hall.table.mails_to("Bob")[0]
    assert hall.table.receive(reply(asked, address_of("Bob"), words)) is Filing.PROCESSED
    assert "cannot be read any more" in " ".join(text_of(hall.table.mails_to("Bob")[-1]).split())
    assert told_of_failed(hall) == 1


def test_a_damaged_challenge_does_not_keep_the_director_from_banning_a_player(hall: Hall) -> None:
    damaged(hall, DAMAGES[0])
    hall.table.direct(people.ban, "Dee", reason="why not", now=hall.table.now)
    assert hall.table.store.rows("SELECT state FROM challenges ORDER BY id") == [
        {"state": ChallengeState.EXPIRED},
        {"state": ChallengeState.DECLINED},
    ]
    assert told_of_failed(hall) == 1


def test_a_challenge_that_was_declined_and_is_damaged_still_counts_as_declined(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Bob", "decline 1")
    with hall.table.store.transaction():
        hall.table.store.change(DAMAGES[0])
    assert "has declined your challenge 1" in hall.ask("Ann", "challenge Bob").words


# -- open to all ---------------------------------------------------------------------------------------------------


def test_an_open_challenge_begins_when_its_seats_are_taken_and_a_seat_can_be_given_back(hall: Hall) -> None:
    assert "two seats are free" in hall.ask("Ann", "open for 3 2d").words
    assert hall.ask("Bob", "accept 1").done
    assert hall.ask("Bob", "decline 1").done
    assert hall.subjects("Ann")[-1] == "[WH] Challenge 1: a seat is free again"
    for name in ("Cid", "Bob"):
        assert hall.ask(name, "accept").done
    assert [seat.wizard for seat in hall.table.game().seats] == ["Ann", "Cid", "Bob"]


def test_challenges_lists_mine_those_to_me_and_those_open_to_all(hall: Hall) -> None:
    assert "none is open" in hall.ask("Ann", "challenges").words
    hall.ask("Ann", "challenge Bob, Cid rated")
    hall.ask("Dee", "open for 4 anonymous")
    hall.ask("Cid", "accept 1")
    for name, head in (("Ann", "you have made"), ("Bob", "wait for your answer"), ("Cid", "as soon as all seats")):
        told = hall.ask(name, "challenges")
        assert head in told.words
        assert any("3 wizards, rated" in row for row in told.rows), told
    shown = " ".join(hall.ask("Eve", "challenges").rows)
    assert "Dee" not in shown
    assert "three seats are still free" in shown


def test_an_anonymous_game_tells_nobody_who_plays(hall: Hall) -> None:
    hall.ask("Ann", "open for 3 anonymous")
    hall.ask("Bob", "accept 1")
    hall.ask("Cid", "accept 1")
    wizards = [seat.wizard for seat in hall.table.game().seats]
    assert not {"Ann", "Bob", "Cid"} & set(wizards)
    for name in ("Ann", "Bob", "Cid"):
        others = {"Ann", "Bob", "Cid"} - {name}
        for mail in hall.table.mails_to(name):
            assert not [other for other in others if re.search(rf"\b{other}\b", str(mail), re.IGNORECASE)], str(mail)


def test_the_seats_of_anonymous_games_are_in_no_order_that_tells_who_sits_there(hall: Hall) -> None:
    orders = set()
    for number in range(1, 9):
        hall.ask("Ann", "open for 3 anonymous")
        hall.ask("Bob", f"accept {number}")
        hall.ask("Cid", f"accept {number}")
        orders.add(tuple(seat.player for seat in hall.table.game(number).seats))
    assert len(orders) > 1
    assert len(games.listing(hall.table.store, (GameState.RUNNING,))) == 8


def test_a_player_who_goes_away_leaves_no_challenge_that_waits_for_him(hall: Hall) -> None:
    hall.ask("Ann", "challenge Bob")
    hall.ask("Bob", "open for 3")
    hall.ask("Cid", "accept 2")
    hall.ask("Dee", "open for 3")
    hall.ask("Bob", "accept 3")
    with hall.table.store.transaction():
        hall.challenging.forsake(hall.player("Bob"), hall.table.now)
    assert [each.id for each in challenges.standing(hall.table.store)] == [3]
    assert hall.subjects("Cid")[-1] == "[WH] Challenge 2 is taken back"
    assert hall.subjects("Ann")[-1] == "[WH] Challenge 1: Bob declines"
