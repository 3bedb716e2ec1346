"""A finished rated game is set back and goes another way: all is then as if it had been played so from the start."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.deeds.refusal import Refused
from referee.deeds.rollback import forward, roll_back
from referee.mail.inbox import Filing
from referee.store import acts, clocks, games, players, ratings, results, table_talk, turns
from referee.store.games import GameState
from referee.store.verification import verify
from referee.tournaments.exporting import as_facts
from tests.acceptance.at_the_desk import Table, address_of, laid_table
from tests.acceptance.by_mail import parsed, reply, text_of
from tests.acceptance.events import Hosted

TERMS = "30d, bank 2d, rated, no orders: surrender after 2"
START: Sequence[Mapping[str, str]] = (
    {"ann": "LH: S, RH: W", "bob": "LH: P, RH: F"},
    {"ann": "LH: F, RH: F", "bob": "LH: W, RH: P"},
    {"ann": "LH: W, RH: P", "bob": "LH: D, RH: S"},
    {"ann": "LH: P, RH: S", "bob": "LH: F, RH: W"},
    {"ann": "LH: S, RH: D", "bob": "LH: S, RH: D"},
)
WRONG: Sequence[Mapping[str, str]] = (
    {"ann": "stab Bob with my right hand, LH: W", "bob": "LH: P, RH: F"},
    {"ann": "LH: W, RH: P", "bob": "LH: S, RH: F"},
    {"ann": "LH: D, RH: D", "bob": "surrender"},
)
RIGHT: Sequence[Mapping[str, str]] = (
    {"ann": "LH: D, RH: W", "bob": "LH: P, RH: F"},
    {"ann": "LH: W, RH: S", "bob": "LH: D, RH: W"},
    {"ann": "LH: F, RH: P", "bob": "LH: P, RH: D"},
    {"ann": "surrender", "bob": "LH: P, RH: F"},
)
EVENT = f"""name = "Winter Cup"
terms = "{TERMS}"
format = {{type = "swiss", rounds = 2}}
"""
SET_BACK_TO = len(START) + 1
LATER = timedelta(days=9)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with laid_table(tmp_path) as laid:
        yield laid


def named(table: Table, *names: str) -> None:
    """The players of these names, which the lists of ratings use."""
    with table.store.transaction():
        for name in names:
            player = players.add(table.store, address_of(name), now=table.now, confirmed=True)
            players.rename(table.store, player.id, name, name.lower())


def play(table: Table, script: Sequence[Mapping[str, str]], game: int = 1) -> None:
    for orders in script:
        for name, words in orders.items():
            assert table.answer(name.capitalize(), words, game=game) is Filing.PROCESSED
        table.post()


def set_back(table: Table, turn: int, *, keep: bool = False, number: int = 1) -> None:
    with table.store.transaction():
        roll_back(table.desk.doors, number, turn, keep=keep, reason="a slip of mine", now=table.now)


def go_forward(table: Table, to: int | None = None) -> None:
    with table.store.transaction():
        forward(table.desk.doors, 1, to=to, reason=None, now=table.later())


def plain(raw_texts: Sequence[str]) -> list[str]:
    """Texts without the codes of forms, which differ from epoch to epoch."""
    return [re.sub(r"[a-z2-7]{4}-[a-z2-7]{4}", "CODE", each) for each in raw_texts]


def everything(table: Table, since: datetime) -> dict[str, Any]:
    """All that there is to know of the game, and what players were mailed since then."""
    game = table.game()
    rows = table.store.rows("SELECT look_at, ended_at FROM games")
    log = [(r.game, r.player, r.place, r.ended_at) for r in results.rated(table.store)]
    sent = table.store.rows(
        "SELECT raw, recipient FROM outgoing WHERE created_at > ? ORDER BY id",
        [since.isoformat(timespec="microseconds")],
    )
    mails = [(row["recipient"], parsed(row["raw"])) for row in sent]
    return {
        "duel": game.duel,
        "state": (game.state, game.ending, [(seat.missed, seat.resigned_at) for seat in game.seats]),
        "turns": [(r.turn, r.part, r.orders, r.events, r.after) for r in turns.records(table.store, 1)],
        "moments": [r.adjudicated_at for r in turns.records(table.store, 1) if r.turn >= SET_BACK_TO],
        "clock": (clocks.load(table.store, 1), rows),
        "results": results.of_game(table.store, 1),
        "log": log,
        "ratings": ratings.of_all(table.store, table.now),
        "mails": plain(
            [f"{to}\n{re.sub('[a-z2-7]{16}', 'TOKEN', str(m['Subject']))}\n{text_of(m)}" for to, m in mails]
        ),
        "attached": [[part.get_content() for part in m.iter_attachments()] for _, m in mails],
    }


def test_a_finished_rated_game_set_back_three_turns_is_as_if_it_had_been_played_so_from_the_start(
    tmp_path: Path,
) -> None:
    found = []
    for name, slip in (("slip", True), ("straight", False)):
        (tmp_path / name).mkdir()
        with laid_table(tmp_path / name) as table:
            named(table, "Ann", "Bob")
            table.start("Ann", "Bob", terms=TERMS)
            moment = table.now + LATER
            if slip:
                play(table, (*START, *WRONG))
                assert table.game().state is GameState.FINISHED
                assert results.of_game(table.store, 1)[0].place == 1
                table.now = moment
                set_back(table, SET_BACK_TO)
                table.post()
            else:
                play(table, START[:-1])
                table.now = moment - timedelta(seconds=2)
                play(table, START[-1:])
                assert table.now == moment
            play(table, RIGHT[:2])
            table.wait(timedelta(days=40))  # Bob's reminders, and then nothing of him
            play(table, RIGHT[2:])
            assert table.game().state is GameState.FINISHED
            found.append(everything(table, moment))
            assert verify(table.store).faults == ()
    for what, slipped in found[0].items():
        assert slipped == found[1][what], what
    assert found[0]["results"][1].place == 1


def mails_since(table: Table, moment: datetime) -> list[str]:
    """Who was mailed what after that moment, without what is drawn at random for each game."""
    sql = "SELECT raw, recipient FROM outgoing WHERE created_at > ? ORDER BY id"
    rows = table.store.rows(sql, [moment.isoformat(timespec="microseconds")])
    told = [(row["recipient"], parsed(row["raw"])) for row in rows]
    texts = [f"{to}\n{mail['Subject']}\n{text_of(mail)}" for to, mail in told]
    return [re.sub(r"\b[0-9a-f]{32,64}\b|\b[a-z2-7]{16}\b", "RANDOM", each) for each in plain(texts)]


def test_the_standings_of_its_event_and_what_spectators_hear_are_as_if_it_had_been_played_so_too(
    tmp_path: Path,
) -> None:
    found = []
    for name, slip in (("slip", True), ("straight", False)):
        (tmp_path / name).mkdir()
        with laid_table(tmp_path / name) as table:
            event = Hosted(table, EVENT, ("Ann", "Cid", "Bob", "Dee"))
            event.begin()
            game, other = event.game_of("Ann"), event.game_of("Cid")
            assert table.game(game).seat_of("Bob") is not None
            named(table, "Eve")
            watcher = players.by_address(table.store, address_of("Eve"))
            assert watcher is not None
            with table.store.transaction():
                table_talk.watch(table.store, game, watcher.id, now=table.now)
            moment = table.now + LATER
            if slip:
                play(table, (*START, *WRONG), game)
                table.wait(timedelta(minutes=1))
                assert event.book.paired[0].result is not None
                table.now = moment
                set_back(table, SET_BACK_TO, number=game)
                table.post()
            else:
                play(table, START[:-1], game)
                table.now = moment - timedelta(seconds=2)
                play(table, START[-1:], game)
            play(table, RIGHT, game)
            event.lose(other, "Dee")
            table.wait(timedelta(minutes=1))
            assert event.round == 2
            facts = as_facts(event.book) | {"ratings": ratings.of_all(table.store, table.now)}
            looks = table.store.rows("SELECT id, look_at FROM games ORDER BY id")
            found.append(facts | {"looks": looks, "mails": mails_since(table, moment)})
            assert verify(table.store).faults == ()
    for what, slipped in found[0].items():
        assert slipped == found[1][what], what
    assert found[0]["standings"][0]["player"] == "Bob"
    assert any(mail.startswith(address_of("Eve")) for mail in found[0]["mails"])


def test_what_was_taken_back_stays_readable_as_void(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, (*START, *WRONG))
    before = turns.records(table.store, 1)
    set_back(table, SET_BACK_TO)
    rows = table.store.rows("SELECT turn, voided_at, events FROM turns ORDER BY id")
    assert [row["turn"] for row in rows] == [record.turn for record in before]
    assert [row["turn"] for row in rows if row["voided_at"] is not None] == [6, 7, 8]
    assert table.store.rows("SELECT count(*) AS n FROM results WHERE voided_at IS NOT NULL") == [{"n": 2}]
    assert results.rated(table.store) == []
    assert acts.listing(table.store, game=1)[-1].act == "rollback"


def test_each_player_gets_one_mail_that_says_what_was_corrected_and_what_is_owed(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, (*START, *WRONG))
    counts = {name: len(table.mails_to(name)) for name in ("Ann", "Bob")}
    table.later()
    set_back(table, SET_BACK_TO)
    for name, count in counts.items():
        (mail,) = table.mails_to(name)[count:]
        words = " ".join(text_of(mail).replace("| ", "").split())
        assert (
            "THE GAME WAS CORRECTED. The director has taken back turns 6 to 8. The reason given: a slip of mine"
            in words
        )
        assert "The game is not over any more. Its result is void, and ratings are worked out without it." in words
        assert "Your orders for turn 6 are still owed" in words
        assert "[WH 1.6." in str(mail["Subject"])


def test_an_old_mail_of_the_same_turn_gives_no_orders_for_the_new_one(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, START)
    old = table.asked("Ann", turn=6)
    play(table, WRONG[:1])
    table.later()
    set_back(table, 6)
    assert table.asked("Ann")["Message-ID"] != old["Message-ID"]
    table.receive(reply(old, address_of("Ann"), "LH: D, RH: D"))
    assert table.held(1) == set()
    assert "TOO LATE" in text_of(table.mails_to("Ann")[-1])
    table.answer("Ann", "LH: P, RH: W")
    assert table.held(1) == {"LH: P", "RH: W"}


def test_an_old_form_in_a_new_reply_is_not_taken(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    lines = text_of(table.asked("Ann")).splitlines()
    start = next(i for i, each in enumerate(lines) if re.search("[a-z2-7]{4}-[a-z2-7]{4}", each))
    filled = "\n".join(lines[start : start + 5]).replace("LH:", "LH: D").replace("RH:", "RH: D")
    play(table, START[:1])
    table.later()
    set_back(table, 1)
    table.answer("Ann", filled)
    assert table.held(1) == set()
    assert "TOO LATE" in text_of(table.mails_to("Ann")[-1])
    table.answer("Ann", "LH: F\n\n" + filled)
    assert table.held(1) == {"LH: F"}
    assert "from before the game was corrected" in " ".join(
        text_of(table.mails_to("Ann")[-1]).replace("| ", "").split()
    )


def test_orders_that_are_kept_are_drafts_until_their_writer_says_so(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, START)
    play(table, WRONG[:1])
    table.later()
    set_back(table, 6, keep=True)
    assert table.owing() == ("Ann", "Bob")
    assert "Your draft for turn 6" in text_of(table.mails_to("Ann")[-1])
    table.answer("Ann", "yes")
    assert table.owing() == ("Bob",)
    table.answer("Bob", "LH: S, RH: S\nready")
    assert table.game().duel.turn == 6


def test_forward_plays_the_kept_orders_again_to_the_same_end(table: Table) -> None:
    named(table, "Ann", "Bob")
    table.start("Ann", "Bob", terms=TERMS)
    play(table, (*START, *WRONG))
    before = everything(table, table.now)
    table.later()
    set_back(table, 4, keep=True)
    go_forward(table)
    after = everything(table, table.now)
    for what in ("duel", "state", "turns", "results", "ratings"):
        assert after[what] == before[what], what
    with pytest.raises(Refused, match="is over"):
        go_forward(table)


def test_forward_goes_as_far_as_it_is_told_with_orders_that_came_since(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, (*START, *WRONG))
    table.later()
    set_back(table, 6, keep=True)
    table.answer("Bob", "LH: S, RH: S\nready")
    go_forward(table, to=7)
    game = table.game()
    assert (game.state, game.duel.turn) == (GameState.RUNNING, 6)
    last = turns.records(table.store, 1)[-1]
    assert {orders.wizard: len(orders.clauses) for orders in last.orders}.keys() == {"Ann", "Bob"}
    assert game.duel.wizards[1].history[-1].left == "S"
    assert "The director had turn 6 adjudicated again." in " ".join(text_of(table.asked("Ann")).split())
    with pytest.raises(Refused, match="turn 8 up to 9"):
        go_forward(table, to=7)


def test_what_is_done_already_is_refused(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, START)
    table.later()
    set_back(table, 3)
    for turn, said in ((3, "waits for turn 3 already"), (4, "its turns are 1 to 3"), (0, "1 to 3")):
        with pytest.raises(Refused, match=said):
            set_back(table, turn)
    with pytest.raises(Refused, match="no game 9"):
        set_back(table, 1, number=9)


def test_a_resignation_is_taken_back_with_its_turn_and_silence_is_counted_as_it_was(table: Table) -> None:
    table.start("Ann", "Bob", terms=TERMS)
    play(table, START[:2])
    with table.store.transaction():
        games.resign(table.store, 1, 2, now=table.later())
    table.answer("Ann", "LH: F, RH: F")
    assert table.game().state is GameState.FINISHED
    assert table.game().seats[1].resigned_at is not None
    table.later()
    set_back(table, 3)
    assert [seat.resigned_at for seat in table.game().seats] == [None, None]
    assert table.owing() == ("Ann", "Bob")
