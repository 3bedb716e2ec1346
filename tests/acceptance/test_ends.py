"""How games end: the words for each end, what had been hidden, the dice, the transcript, and the ratings."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.enchantments import CONFUSION
from engine.events import Compelled
from engine.model import Enchantment
from engine.transcript import play
from referee import rating_list
from referee.deeds.ending import abort
from referee.store import codec, ratings, results, turns
from referee.store.games import Ending, GameState
from referee.store.results import Way
from tests.acceptance.at_the_desk import address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with hall_of(tmp_path, "Ann", "Bob", "Cid", "Dee") as made:
        yield made


def last(hall: Hall, name: str) -> EmailMessage:
    """The last report to a player."""
    return next(mail for mail in reversed(hall.table.mails_to(name)) if "THE DUEL IS OVER" in text_of(mail))


def words(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def surrender(hall: Hall, loser: str, winner: str, *, terms: str = "3d rated") -> int:
    """A game that the one loses by surrender on its first turn."""
    game = hall.table.start(winner, loser, terms=terms)
    hall.table.turn(game, **{loser.lower(): "surrender", winner.lower(): "lh p rh d"})
    return game


# -- words -----------------------------------------------------------------------------------------------------------


def test_silence_until_the_wizard_gives_up_is_told_as_abandonment(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", terms="1d, no grace, no orders: surrender after 2")
    for _ in range(2):
        hall.table.turn(game, bob="lh p rh d")
        hall.table.wait(timedelta(days=1, hours=1))
    told = words(last(hall, "Bob"))
    assert "You won. Ann sent no orders for two turns, which is abandonment, and gave up on turn 2." in told
    found = results.of_game(hall.table.store, game)
    assert [(each.place, each.way) for each in found] == [(2, Way.ABANDONED), (1, Way.STAYED)]


def test_a_game_that_the_director_ended_has_no_result_but_shows_what_was_played(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", terms="3d rated")
    hall.table.turn(game, ann="lh p rh d", bob="lh p rh d")
    hall.table.direct(abort, game, reason="Bob has moved to the moon.", now=hall.table.later())
    mail = hall.table.mails_to("Ann")[-1]
    assert "counts for no rating" in words(mail)
    assert [part.get_filename() for part in mail.iter_attachments()] == [f"game-{game}.duel"]
    assert hall.table.game(game).ending is Ending.ABORTED
    assert results.of_game(hall.table.store, game) == []


def test_two_who_die_or_leave_together_share_their_place(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", "Cid")
    hall.table.turn(game, ann="surrender", bob="lh p rh d", cid="lh p rh d")
    hall.table.turn(game, bob="surrender", cid="surrender")
    assert hall.table.game(game).ending is Ending.DRAW
    assert [each.place for each in results.of_game(hall.table.store, game)] == [3, 1, 1]
    assert "Nobody won: it is a draw between you and Cid. Ann surrendered on turn 1." in words(last(hall, "Bob"))


def test_the_last_report_can_be_had_once_more(hall: Hall) -> None:
    game = surrender(hall, "Ann", "Bob")
    for _ in range(2):
        assert hall.ask("Ann", f"resend {game}").done
    again = last(hall, "Ann")
    assert "Bob won. You surrendered on turn 1." in words(again)
    assert [part.get_filename() for part in again.iter_attachments()] == [f"game-{game}.duel"]


# -- the transcript --------------------------------------------------------------------------------------------------


def attached(mail: EmailMessage) -> str:
    (part,) = mail.iter_attachments()
    assert part.get_content_type() == "text/plain"
    return str(part.get_content())


def test_the_attached_transcript_adjudicates_to_the_same_events(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob")
    hall.table.turn(game, ann="lh s rh w, say: ünïcode = 3D", bob="lh s rh p")
    hall.table.turn(game, ann="lh d rh f, missile at Bob", bob="surrender")
    _, played = play(attached(last(hall, "Ann")))
    kept = turns.records(hall.table.store, game)
    assert [each.turn.events for each in played] == [each.events for each in kept]
    assert [part.get_filename() for part in last(hall, "Bob").iter_attachments()] == [f"game-{game}.duel"]


@pytest.mark.parametrize("quoted", [True, False])
def test_a_reply_with_the_transcript_orders_nothing(hall: Hall, quoted: bool) -> None:
    other = hall.table.start("Ann", "Bob")
    surrender(hall, "Ann", "Bob")
    report = last(hall, "Ann")
    transcript = attached(report)
    answer = reply(
        report, address_of("Ann"), "\n".join(("> " if quoted else "") + line for line in transcript.split("\n"))
    )
    answer.add_attachment(transcript, filename="game-2.duel")
    before = hall.table.held(1, other), hall.table.owing(other)
    hall.table.receive(answer)
    assert (hall.table.held(1, other), hall.table.owing(other)) == before


# -- the dice --------------------------------------------------------------------------------------------------------


def rolled(recipe: str, turn: int, purpose: str) -> str:
    """A roll by what the last report says, with nothing but a hash function."""
    salt = re.search(r"the salt (\S+) whose SHA-256", " ".join(recipe.split()))
    row = re.search(rf"^\| (SALT\|TURN\|{purpose.rpartition(' ')[0]} NAME) +(.*)$", recipe, re.MULTILINE)
    assert salt is not None and row is not None, recipe
    asked = row[1].replace("SALT", salt[1]).replace("TURN", str(turn)).replace("NAME", purpose.rpartition(" ")[2])
    faces = row[2].split(" (")[0].split(", ")
    return faces[int.from_bytes(sha256(asked.encode()).digest()[:8], "big") % len(faces)]


def test_the_dice_can_be_checked_with_what_the_first_and_the_last_mail_say(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob")
    confuse(hall, game, "Ann")
    invited = words(hall.table.asked("Ann", game))
    for _ in range(4):
        hall.table.turn(game, ann="lh s rh s", bob="lh w rh d")
    hall.table.turn(game, ann="lh s rh s", bob="surrender")
    recipe = text_of(last(hall, "Ann"))
    found = re.search(r"the salt (\S+) whose SHA-256", " ".join(recipe.split()))
    assert found is not None and sha256(found[1].encode()).hexdigest() in invited
    rolls = [
        (record.turn, event)
        for record in turns.records(hall.table.store, game)
        for event in record.events
        if isinstance(event, Compelled)
    ]
    assert len(rolls) > 3
    for turn, event in rolls:
        assert rolled(recipe, turn, "confusion hand Ann") == event.hand
        assert rolled(recipe, turn, "confusion gesture Ann") == event.made


def confuse(hall: Hall, game: int, wizard: str) -> None:
    """A wizard is confused for the first four turns of a game."""
    duel = hall.table.game(game).duel
    laid = tuple(Enchantment(name=CONFUSION, laid=turn, until=turn + 1) for turn in range(4))
    wizards = tuple(replace(w, enchantments=laid) if w.name == wizard else w for w in duel.wizards)
    after = codec.encode(replace(duel, wizards=wizards))
    with hall.table.store.transaction():
        hall.table.store.change("UPDATE games SET duel = ?, opening = ? WHERE id = ?", [after, after, game])


# -- ratings ---------------------------------------------------------------------------------------------------------


def rating(hall: Hall, name: str, *, seats: int = 2) -> str:
    found = ratings.of_all(hall.table.store, hall.table.now)
    return rating_list.strength(found.get(hall.player(name).id), seats=seats)


def test_rated_games_change_ratings_and_the_last_report_says_how(hall: Hall) -> None:
    surrender(hall, "Ann", "Bob")
    assert rating(hall, "Bob") == "1662±290"
    assert rating(hall, "Ann") == "1338±290"
    assert "| Bob new → 1662±290 | Ann new → 1338±290" in words(last(hall, "Ann"))
    rows = hall.ask("Bob", "whoami").rows
    assert any(row.split() == ["ratings", "duels", "1662±290", "(1", "game)"] for row in rows)


def test_games_that_are_not_rated_or_were_ended_by_the_director_change_nothing(hall: Hall) -> None:
    surrender(hall, "Ann", "Bob", terms="3d unrated")
    game = hall.table.start("Ann", "Bob", terms="3d rated")
    hall.table.direct(abort, game, reason="a flood", now=hall.table.later())
    assert rating(hall, "Bob") == "new"
    assert "rated" not in words(last(hall, "Ann"))


def test_a_resignation_counts_as_lost_and_a_draw_by_agreement_as_a_draw(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", terms="3d rated")
    hall.ask("Ann", f"resign {game}")
    question = hall.table.mails_to("Ann")[-1]
    assert "counts as lost" in words(question)
    hall.table.receive(reply(question, address_of("Ann"), "yes"))
    hall.table.turn(game, bob="lh p rh d")
    assert rating(hall, "Ann") == "1338±290"
    other = hall.table.start("Cid", "Dee", terms="3d rated")
    for name in ("Cid", "Dee"):
        hall.ask(name, f"draw {other}")
    assert rating(hall, "Cid") == rating(hall, "Dee") == "1500±290"


def test_melees_have_ratings_of_their_own(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", "Cid", terms="3d rated")
    hall.table.turn(game, ann="surrender", bob="lh p rh d", cid="lh p rh d")
    hall.table.turn(game, bob="surrender", cid="lh p rh d")
    skills = [float(rating(hall, name, seats=3).partition("±")[0]) for name in ("Cid", "Bob", "Ann")]
    assert skills == sorted(skills, reverse=True) and len(set(skills)) == 3
    assert rating(hall, "Ann") == "new"


def test_a_challenge_to_a_rated_game_tells_how_strong_those_are_who_would_play(hall: Hall) -> None:
    surrender(hall, "Ann", "Bob")
    hall.ask("Bob", "challenge Cid rated")
    told = words(hall.table.mails_to("Cid")[-1])
    assert "The ratings: Bob 1662±290 (" in told
    assert " of orders in time), Cid new." in told
    hall.ask("Bob", "challenge Dee unrated")
    assert "1662" not in words(hall.table.mails_to("Dee")[-1])


def test_who_leaves_a_rated_game_to_a_standby_player_has_lost_it_whatever_comes_of_it(hall: Hall) -> None:
    game = hall.table.start("Ann", "Bob", terms="1d, no grace, rated, no orders: standby after 1")
    hall.ask("Cid", "standby on")
    for _ in range(40):
        if hall.table.game(game).seats[0].holder:
            break
        if "Bob" in hall.table.owing(game):
            hall.table.turn(game, bob="lh p rh d")
        hall.table.wait(timedelta(hours=12))
        question = next((m for m in hall.table.mails_to("Cid") if "confirm" in str(m["Subject"]).lower()), None)
        offered = [mail for mail in hall.table.mails_to("Cid") if str(mail["Reply-To"]).startswith("referee+c.")]
        if offered:
            hall.table.receive(reply(offered[-1], address_of("Cid"), "yes"))
        assert question is None or offered
    assert hall.table.game(game).seats[0].player == hall.player("Cid").id
    for _ in range(3):
        if hall.table.game(game).state is GameState.RUNNING:
            for seat, name, orders in ((1, "Cid", "lh p rh d"), (2, "Bob", "surrender")):
                if hall.table.game(game).seats[seat - 1].wizard in hall.table.owing(game):
                    hall.table.answer(name, orders, game=game)
    assert hall.table.game(game).ending is Ending.VICTORY
    assert "Ann won" in words(last(hall, "Bob"))
    assert (rating(hall, "Bob"), rating(hall, "Ann"), rating(hall, "Cid")) == ("1662±290", "1338±290", "new")
