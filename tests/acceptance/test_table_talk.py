"""Press, offers of a draw, resignations and spectators: what is done, who learns of it, and what is refused."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.enchantments import BLINDNESS, PARALYSIS
from engine.model import Enchantment, Gesture, Hand
from referee.commands import COMMANDS
from referee.commands.press import CHARS_MAX, LETTERS_PER_HOUR_MAX
from referee.commands.watch import WATCHED_MAX
from referee.deeds.ending import abort
from referee.mail import signs
from referee.store import codec, results, table_talk
from referee.store.games import Ending, GameState
from referee.store.results import Way
from tests.acceptance.at_the_desk import Table, address_of
from tests.acceptance.by_mail import reply, text_of
from tests.referee.hall import Hall, hall_of


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Ann, Bob and Cid play game 1, Ann and Bob game 2; Eve and Fay play nowhere."""
    with hall_of(tmp_path, "Ann", "Bob", "Cid", "Eve", "Fay") as made:
        made.table.start("Ann", "Bob", "Cid")
        made.table.start("Ann", "Bob")
        yield made


def write(hall: Hall, name: str, words: str, *, game: int = 2) -> None:
    """The player answers his last report with these words."""
    hall.table.answer(name, words, game=game)


def newest(hall: Hall, name: str, words: str = "") -> EmailMessage:
    """The last mail to a player with these words in its subject."""
    return next(mail for mail in reversed(hall.table.mails_to(name)) if words in str(mail["Subject"]))


def text(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def count(hall: Hall, name: str) -> int:
    return len(hall.table.mails_to(name))


def over(hall: Hall, name: str) -> str:
    return text(newest(hall, name, "won" if hall.table.game(2).ending is Ending.VICTORY else "draw"))


# -- press -----------------------------------------------------------------------------------------------------------


def test_a_letter_goes_to_those_who_are_named_without_an_address_and_no_order_in_it_is_sent(hall: Hall) -> None:
    before = count(hall, "Bob")
    write(hall, "Ann", "press to cid: Shall we turn on Bob?\n\nHe is weak.\nLH: F\nRH: P", game=1)
    letter = newest(hall, "Cid", "Ann writes to you")
    assert "Ann writes to you: | Shall we turn on Bob? | He is weak. To answer" in text(letter)
    assert address_of("Ann") not in letter.as_string()
    assert "LH: F" not in text(letter)
    assert count(hall, "Bob") == before
    assert hall.table.held(1) == {"LH: F", "RH: P"}
    (kept,) = table_talk.press(hall.table.store, 1)
    assert (kept.seat, kept.recipients, kept.words) == (1, (3,), "Shall we turn on Bob?\nHe is weak.")


@pytest.mark.parametrize("line", ["LH: Q", "left hand: fingrs", "RH D", "both: W", "status", "cast Shield on self"])
def test_a_letter_ends_before_whatever_may_be_an_order_or_a_command(hall: Hall, line: str) -> None:
    write(hall, "Ann", f"press to Bob: hello\n{line}\nand more", game=2)
    assert text(newest(hall, "Bob", "writes")).count("|") == 1


def test_a_letter_to_all_goes_to_everybody_else_and_says_so(hall: Hall) -> None:
    told = hall.ask("Ann", "press 1 to all: peace!")
    assert told.words == "Your letter goes to Bob and Cid."
    assert "Ann writes to you and Cid: | peace!" in text(newest(hall, "Bob"))
    assert "Ann writes to you and Bob: | peace!" in text(newest(hall, "Cid"))


def test_the_answer_to_a_letter_can_hold_a_letter_and_orders(hall: Hall) -> None:
    hall.ask("Ann", "press 2 to Bob: peace?")
    letter = newest(hall, "Bob", "writes")
    hall.table.receive(reply(letter, address_of("Bob"), "lh p rh d\npress to Ann: never"))
    assert "Bob writes to you: | never" in text(newest(hall, "Ann", "writes"))
    assert hall.table.held(2, game=2) == {"LH: P", "RH: D"}


def test_grey_letters_do_not_say_who_wrote_nor_to_whom_else(hall: Hall) -> None:
    hall.table.start("Ann", "Bob", "Cid", terms="3d grey press")
    assert "does not say who wrote it" in hall.ask("Ann", "press 3 to all: beware").words
    letter = newest(hall, "Cid", "somebody writes")
    assert "Somebody writes to you: | beware" in text(letter)
    assert "Bob" not in text(letter).replace("ANN V BOB V CID", "").replace("Ann v Bob v Cid", "")


def test_words_of_players_break_no_page_and_are_no_orders_when_they_come_back(hall: Hall) -> None:
    write(hall, "Ann", "press to Bob: LH: F, RH: P\r\x07 =?utf-8?q?x?= " + "x" * 300)
    letter = newest(hall, "Bob", "writes")
    assert max(map(len, text_of(letter).splitlines())) <= 72
    assert "\x07" not in text_of(letter)
    hall.table.receive(reply(letter, address_of("Bob"), text_of(letter)))
    assert hall.table.held(2, game=2) == set()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("press 2 to Ann: hello", "Ann is your own wizard"),
        ("press 2 to Cid: hello", "Nobody in game 2 is called Cid. You can write to Bob, or to all."),
        ("press 2 to Bob:", "There was nothing to send"),
        ("press 2 to Bob: " + "x" * (CHARS_MAX + 1), "A letter can have"),
        ("press 3 to Bob: hello", "Game 3 is not yours."),
        ("press 9 to Bob: hello", "There is no game 9."),
        ("press 4 to Bob: hello", "In game 4 no letters are carried"),
        ("press to Bob: hello", "Say which game you mean"),
    ],
)
def test_letters_that_cannot_be_sent_are_refused_and_nobody_gets_any(hall: Hall, words: str, why: str) -> None:
    hall.table.start("Bob", "Cid")
    hall.table.start("Ann", "Bob", terms="3d no press")
    mails = hall.table.count()
    told = hall.ask("Ann", words)
    assert not told.done
    assert why in told.words
    assert hall.table.count() == mails


def test_no_more_letters_are_carried_than_the_budget_of_an_hour(hall: Hall) -> None:
    for _ in range(LETTERS_PER_HOUR_MAX):
        assert hall.ask("Ann", "press 2 to Bob: again").done
    assert "as many as I carry" in hall.ask("Ann", "press 2 to Bob: again").words
    assert hall.ask("Bob", "press 2 to Ann: enough").done


# -- draws -----------------------------------------------------------------------------------------------------------


def test_when_all_offer_a_draw_the_game_ends_at_once_and_nobody_was_told_before(hall: Hall) -> None:
    before = count(hall, "Bob")
    assert "Nobody is told of it" in hall.ask("Ann", "draw 2").words
    assert count(hall, "Bob") == before
    assert "game 2 is over" in hall.ask("Bob", "draw 2").words
    game = hall.table.game(2)
    assert (game.state, game.ending) == (GameState.FINISHED, Ending.AGREED)
    assert [(each.place, each.way) for each in results.of_game(hall.table.store, 2)] == [(1, Way.STAYED)] * 2
    assert "THE DUEL IS OVER. All who were left agreed on a draw before turn 1 was played" in over(hall, "Ann")
    assert "it is a draw between Ann and you" in over(hall, "Bob")


def test_an_offer_lapses_with_the_turn_and_can_be_taken_back(hall: Hall) -> None:
    hall.ask("Ann", "draw 2")
    hall.table.turn(2, ann="lh p rh d", bob="lh p rh d")
    hall.ask("Bob", "draw 2")
    assert hall.table.game(2).state is GameState.RUNNING
    hall.ask("Ann", "draw 2")
    assert hall.table.game(2).state is GameState.FINISHED


def test_an_offer_that_was_taken_back_does_not_count(hall: Hall) -> None:
    hall.ask("Ann", "draw 2")
    assert hall.ask("Ann", "draw 2 off").done
    assert "You offer no draw" in hall.ask("Ann", "draw 2 off").words
    hall.ask("Bob", "draw 2")
    assert hall.table.game(2).state is GameState.RUNNING


def test_in_a_melee_all_who_are_left_must_offer_and_those_who_left_need_not(hall: Hall) -> None:
    hall.table.turn(1, ann="surrender", bob="lh p rh d", cid="lh p rh d")
    assert "whether it ends is for those who are left" in hall.ask("Ann", "draw 1").words
    hall.ask("Bob", "draw 1")
    assert hall.table.game(1).state is GameState.RUNNING
    hall.ask("Cid", "draw 1")
    found = [(each.place, each.way) for each in results.of_game(hall.table.store, 1)]
    assert found == [(3, Way.SURRENDERED), (1, Way.STAYED), (1, Way.STAYED)]
    assert "a draw between you and Cid. Ann surrendered on turn 1." in text(newest(hall, "Bob"))


def test_orders_in_the_mail_that_ends_a_game_by_agreement_are_not_carried_out(hall: Hall) -> None:
    write(hall, "Ann", "lh p rh d")
    hall.ask("Ann", "draw 2")
    write(hall, "Bob", "draw\nlh p rh d")
    assert hall.table.game(2).ending is Ending.AGREED
    assert hall.table.game(2).duel.turn == 0
    assert "that turn is over" in str(newest(hall, "Bob", "[WH 2.1]")["Subject"])


@pytest.mark.parametrize("command", ["draw 2", "resign 2", "press 2 to Bob: hello", "draw 2 off"])
def test_in_a_game_that_is_over_there_is_nothing_to_do(hall: Hall, command: str) -> None:
    hall.table.turn(2, ann="surrender", bob="lh p rh d")
    told = hall.ask("Ann", command)
    assert not told.done
    assert "Game 2 is over" in told.words


@pytest.mark.parametrize("command", ["draw 2", "resign 2"])
def test_in_a_game_of_others_there_is_nothing_to_do(hall: Hall, command: str) -> None:
    for name in ("Cid", "Eve"):
        told = hall.ask(name, command)
        assert not told.done
        assert "Game 2 is not yours." in told.words


# -- resigning -------------------------------------------------------------------------------------------------------


def resign(hall: Hall, name: str, game: int) -> None:
    hall.ask(name, f"resign {game}")
    question = newest(hall, name, "Please confirm")
    hall.table.receive(reply(question, address_of(name), "yes"))


def test_a_resignation_is_asked_back_once_and_then_nobody_waits_for_that_player(hall: Hall) -> None:
    hall.ask("Ann", "resign 2")
    assert hall.table.game(2).seats[0].resigned_at is None
    question = newest(hall, "Ann", "Please confirm: you resign game 2")
    hall.table.receive(reply(question, address_of("Ann"), "yes"))
    assert hall.table.owing(2) == ("Bob",)
    assert "You have resigned game 2" in text(newest(hall, "Ann", "[WH]"))
    hall.table.turn(2, bob="lh p rh d")
    assert "You won. Ann resigned, and left on turn 1." in over(hall, "Bob")
    assert "Bob won. You resigned, and left on turn 1." in over(hall, "Ann")
    found = results.of_game(hall.table.store, 2)
    assert [(each.place, each.way, each.turn) for each in found] == [(2, Way.RESIGNED, 1), (1, Way.STAYED, None)]


def test_a_resignation_that_is_not_confirmed_is_none(hall: Hall) -> None:
    hall.ask("Ann", "resign 2")
    hall.table.receive(reply(newest(hall, "Ann", "Please confirm"), address_of("Ann"), "no"))
    assert hall.table.game(2).seats[0].resigned_at is None


def test_who_has_resigned_cannot_order_nor_offer_nor_resign_any_more(hall: Hall) -> None:
    resign(hall, "Ann", 2)
    write(hall, "Ann", "lh f rh f")
    assert "You have resigned game 2" in text(newest(hall, "Ann", "could not be used"))
    assert hall.table.owing(2) == ("Bob",)
    assert not hall.ask("Ann", "draw 2").done
    assert "already" in hall.ask("Ann", "resign 2").words
    hall.ask("Bob", "draw 2")
    assert hall.table.game(2).state is GameState.RUNNING


def test_who_resigns_takes_his_offer_of_a_draw_with_him(hall: Hall) -> None:
    hall.ask("Ann", "draw 2")
    resign(hall, "Ann", 2)
    hall.ask("Bob", "draw 2")
    assert hall.table.game(2).state is GameState.RUNNING


def test_in_a_melee_the_others_play_on_and_the_report_says_who_resigned(hall: Hall) -> None:
    resign(hall, "Ann", 1)
    hall.table.turn(1, bob="lh p rh d", cid="lh p rh d")
    assert "Ann has resigned: both palms are offered" in text(newest(hall, "Cid", "turn 1:"))
    assert hall.table.owing(1) == ("Bob", "Cid")
    assert "has left game 1 already" in hall.ask("Ann", "resign 1").words


def test_a_spell_that_holds_a_hand_puts_the_surrender_off_and_nobody_waits(hall: Hall) -> None:
    held = Enchantment(name=PARALYSIS, laid=0, until=1, by="Bob", hand=Hand.LEFT, gesture=Gesture.DIGIT)
    enchant(hall.table, 2, "Ann", held)
    resign(hall, "Ann", 2)
    hall.table.turn(2, bob="lh p rh d")
    assert hall.table.game(2).state is GameState.RUNNING
    assert hall.table.owing(2) == ("Bob",)
    assert "asked" not in text(newest(hall, "Ann", "turn 1:"))
    hall.table.turn(2, bob="lh p rh d")
    assert "Ann resigned, and left on turn 2." in over(hall, "Bob")


def enchant(table: Table, game: int, wizard: str, laid: Enchantment) -> None:
    """Lay an enchantment on a wizard of a game that has not begun."""
    duel = table.game(game).duel
    wizards = tuple(replace(w, enchantments=(laid,)) if w.name == wizard else w for w in duel.wizards)
    after = codec.encode(replace(duel, wizards=wizards))
    with table.store.transaction():
        table.store.change("UPDATE games SET duel = ?, opening = ? WHERE id = ?", [after, after, game])


# -- spectators ------------------------------------------------------------------------------------------------------


def test_a_spectator_is_told_each_turn_and_at_the_end_everything(hall: Hall) -> None:
    assert "You watch game 2" in hall.ask("Eve", "watch 2").words
    hall.table.turn(2, ann="lh p rh d", bob="lh w rh d, say: hello")
    first = newest(hall, "Eve", "turn 1, as everyone may know it")
    assert '| Bob says "hello"' in text(first)
    assert "Ann's left hand offered a palm" in text(first)
    hall.table.turn(2, ann="surrender", bob="lh w rh d")
    last = newest(hall, "Eve")
    assert "THE DUEL IS OVER. Bob won. Ann surrendered on turn 2." in text(last)
    assert [part.get_filename() for part in last.iter_attachments()] == ["game-2.duel"]
    assert table_talk.watched(hall.table.store, hall.player("Eve").id) == ()


def test_spectators_are_told_a_turn_later_where_the_terms_say_so(hall: Hall) -> None:
    number = hall.table.start("Ann", "Bob", terms="3d spectators 1 turn later")
    assert "one turn after its players" in hall.ask("Eve", f"watch {number}").words
    told = count(hall, "Eve")
    hall.table.turn(number, ann="lh p rh d", bob="lh w rh d")
    assert count(hall, "Eve") == told
    hall.table.turn(number, ann="lh p rh d", bob="lh w rh d")
    assert "turn 1, as everyone" in str(newest(hall, "Eve")["Subject"])
    hall.table.turn(number, ann="surrender", bob="lh w rh d")
    assert "turn 2, as everyone" in str(hall.table.mails_to("Eve")[-2]["Subject"])
    assert "THE DUEL IS OVER" in text(newest(hall, "Eve"))


def test_what_one_wizard_cannot_see_no_spectator_is_told(hall: Hall) -> None:
    enchant(hall.table, 2, "Ann", Enchantment(name=BLINDNESS, laid=0, until=3))
    hall.ask("Eve", "watch 2")
    hall.table.turn(2, ann="lh p rh d", bob="lh w rh f")
    told = text(newest(hall, "Eve"))
    assert "not everyone" in told.lower()
    assert "Bob's left hand waved" not in told


def test_who_wants_no_mails_watches_no_more_or_plays_there_is_told_nothing(hall: Hall) -> None:
    for name in ("Eve", "Fay"):
        hall.ask(name, "watch 2")
    hall.ask("Eve", "mute")
    assert hall.ask("Fay", "unwatch").words == "You do not watch game 2 any more."
    before = count(hall, "Eve"), count(hall, "Fay")
    hall.table.turn(2, ann="lh p rh d", bob="lh w rh d")
    assert (count(hall, "Eve"), count(hall, "Fay")) == before


def test_spectators_learn_that_a_game_was_drawn_or_ended_by_the_director(hall: Hall) -> None:
    hall.ask("Eve", "watch 1")
    hall.ask("Eve", "watch 2")
    hall.table.direct(abort, 1, reason="Bob has moved to the moon.", now=hall.table.later())
    assert "Bob has moved to the moon." in text(newest(hall, "Eve"))
    for name in ("Ann", "Bob"):
        hall.ask(name, "draw 2")
    assert "it is a draw between Ann and Bob" in text(newest(hall, "Eve"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("watch 9", "There is no game 9."),
        ("unwatch 2", "You do not watch game 2. You watch no game."),
        ("watch 3", "Game 3 is over"),
        ("watch 4", "an anonymous game"),
    ],
)
def test_what_cannot_be_watched_is_refused(hall: Hall, words: str, why: str) -> None:
    hall.table.start("Ann", "Bob")
    hall.table.start("Ann", "Bob", terms="3d anonymous")
    hall.table.turn(3, ann="surrender", bob="lh p rh d")
    told = hall.ask("Eve", words)
    assert not told.done
    assert why in told.words


def test_nobody_watches_twice_nor_his_own_game_nor_all_games(hall: Hall) -> None:
    assert "You play in game 2" in hall.ask("Ann", "watch 2").words
    hall.ask("Eve", "watch 2")
    assert "You watch game 2 already." in hall.ask("Eve", "watch 2").words
    hall.ask("Eve", "mute")
    assert "mute off" in hall.ask("Eve", "watch 1").words
    hall.ask("Eve", "mute off")
    for number in range(3, WATCHED_MAX + 3):
        hall.table.start("Ann", "Bob")
        told = hall.ask("Eve", f"watch {number}")
    assert "as many as you can" in told.words


def test_the_mail_to_a_spectator_speaks_for_no_seat(hall: Hall) -> None:
    hall.ask("Eve", "watch 2")
    hall.table.turn(2, ann="lh p rh d", bob="lh w rh d")
    mail = newest(hall, "Eve")
    assert str(mail["Reply-To"]) == signs.person_address(
        "referee@duel.example.org", hall.table.desk.post.keys, hall.player("Eve").id, hall.table.now
    )
    hall.table.receive(reply(mail, address_of("Eve"), "lh p rh p\nunwatch"))
    assert hall.table.owing(2) == ("Ann", "Bob")
    assert table_talk.watchers(hall.table.store, 2) == ()


def test_all_these_commands_are_listed() -> None:
    assert {"press", "draw", "resign", "watch", "unwatch"} <= set(COMMANDS)
