"""Write databases/NAME.sql: a database of this release with something in every table. See databases/README.md."""

import sys
import tempfile
from datetime import timedelta
from pathlib import Path

from engine.model import Duel, new_duel
from engine.tournament.model import Entrant, Outcome, Pairing, Result, Score
from engine.tournament.model import Game as Played
from engine.tournament.terms import Ladder
from referee.store import (
    acts,
    archived,
    challenges,
    confirmations,
    corrections,
    games,
    looks,
    mailbag,
    outgoing,
    pairings,
    players,
    punctuality,
    ratings,
    reachability,
    results,
    table_talk,
    tournaments,
    turns,
    vacations,
)
from referee.store.confirmations import Purpose
from referee.store.database import Store
from referee.store.mailbag import LetterState
from referee.store.migrations import APPLICATION_ID
from referee.store.punctuality import Came, Owed
from referee.terms import Terms
from referee.terms.event import Definition
from tests.referee.store_samples import NOW, Play, put_mail, start_game, store_letter

TURNS = 6
CAME = (Owed(seat=1, player=1, came=Came.IN_TIME), Owed(seat=2, player=2, came=Came.LATE))
EVENT = Definition(name="Cup", format=Ladder(), games=Terms())


def _played(store: Store, game: int, play: Play) -> Duel:
    """The game after its turns."""
    for _ in range(TURNS):
        found = games.load(store, game)
        assert found is not None
        orders, turn = play.turn(found.duel)
        with store.transaction():
            row = turns.append(store, game, turn, orders=orders.values(), now=NOW)
            punctuality.note(store, row, CAME)
    return turn.after


def fill(store: Store) -> None:
    """Something in every table, and a game in the archive."""
    _fill_tables(store)
    _archive_one(store)


def _fill_tables(store: Store) -> None:
    """A game of six turns, with orders for the next, and letters and mails in every state."""
    game = start_game(store, duel=new_duel(("Ann", "Bob", "Cyd"), salt="pepper"))
    play = Play(5)
    duel = _played(store, game, play)
    letters = [
        store_letter(store, b"From: ann@example.org\r\n\r\nLH F %d" % uid, uid=uid)[0]
        for uid in range(len(LetterState))
    ]
    mails = [put_mail(store, f"<{number}@example.org>", game=game, seat=1) for number in range(6)]
    with store.transaction():
        turns.save_orders(
            store,
            game,
            turn=duel.next_turn,
            part=duel.next_part,
            seat=1,
            clauses=play.orders(duel)["Ann"].clauses,
            complete=True,
            now=NOW,
            letter=letters[0],
        )
        turns.remember_orders(store, game, turn=duel.next_turn, part=duel.next_part, seat=1)
        for letter, state in zip(letters, LetterState, strict=True):
            if state is not LetterState.STORED:
                mailbag.close_letter(store, letter, state, kind="message", verdict="processed", now=NOW, game=game)
        outgoing.sent(store, mails[0], now=NOW)
        outgoing.set_aside(store, mails[1], "550 no such user")
        outgoing.sent(store, mails[3], now=NOW)
        outgoing.returned(store, mails[3], "5.1.1")
        outgoing.hold_back(store, "ann@example.org")
        outgoing.drop(store, mails[4], "out of date")
        outgoing.release(store, mails[5], now=NOW)
        reachability.count(store, 1, 1.0, status="5.1.1", now=NOW)
        reachability.pause(store, 1, now=NOW)
        ann, bob, cyd = (player.id for player in players.everyone(store)[:3])
        players.rename(store, ann, "Ann", "ann")
        players.set_zone(store, ann, "Europe/Berlin")
        week = NOW + timedelta(days=7)
        confirmations.ask(store, Purpose.FORGET, "bob@example.org", now=NOW, player=bob, facts={})
        challenge = challenges.offer(store, ann, terms=Terms(wizards=3), named=[bob], now=NOW, expires_at=week)
        challenges.reply(store, challenge, cyd, challenges.Reply.ACCEPTED, now=NOW)
        vacations.take(store, cyd, NOW, week, now=NOW)
        table_talk.send(store, game, turn=1, seat=1, recipients=[2], words="Peace?", letter=letters[0], now=NOW)
        table_talk.offer_draw(store, game, turn=duel.next_turn, seat=2, now=NOW)
        table_talk.watch(store, game, cyd, now=NOW)
        note_results(store, game, ann, bob)
        ratings.of_all(store, NOW)  # which keeps them
        event = tournaments.create(store, EVENT, name_key="cup", seed="lots", now=NOW)
        tournaments.enter(store, event, ann, Entrant(name="Ann", games_at_once=2, rating=1600.0), now=NOW)
        tournaments.enter(store, event, bob, Entrant(name="Bob", games_at_once=1), now=NOW)
        paired = Played(pairing=Pairing(round=1, players=("Ann", "Bob"), reason="Ann challenged Bob."))
        pairing = pairings.add(store, event, paired, number=1, played=game, now=NOW, due_at=week)
        drawn = Result(scores=tuple(Score(player=each, outcome=Outcome.DRAW) for each in ("Ann", "Bob")))
        pairings.propose(store, pairing, drawn, who="director", reason="as it stands", now=NOW, stands_at=week)
        tournaments.climb(store, event, "Ann", "Bob", now=NOW)
        tournaments.announce(store, event, "event", "open", now=NOW)
        looks.note(store, "main", NOW)
        looks.note(store, "main", week)
        act = acts.note(
            store, "start", who="director", now=NOW, game=game, reason="for the record", facts={"wizards": 3}
        )
        corrections.remember(store, act, {"turn": 1})


def note_results(store: Store, game: int, *people: int) -> None:
    """These players are the first, the second ... of a rated game."""
    way = results.Way.DIED
    seats = (
        results.SeatResult(game=game, seat=place, player=player, place=place, way=way, turn=6)
        for place, player in enumerate(people, start=1)
    )
    results.note(store, seats, rated=True, now=NOW)


def _archive_one(store: Store) -> None:
    """A second game, which is over and in the archive."""
    game = start_game(store, duel=new_duel(("Dee", "Eve"), salt="thyme"))
    put_mail(store, "<gone@example.org>", game=game, seat=1)
    letter, _ = store_letter(store, b"From: dee@example.org\r\n\r\nLH P", uid=70)
    orders, turn = (play := Play(7)).turn(new_duel(("Dee", "Eve"), salt="thyme"))
    with store.transaction():
        turns.append(store, game, turn, orders=orders.values(), now=NOW)
        held = play.orders(turn.after)["Dee"].clauses
        turns.save_orders(
            store, game, turn=2, part=turn.after.next_part, seat=1, clauses=held, complete=True, now=NOW, letter=letter
        )
        mailbag.close_letter(
            store, letter, LetterState.HANDLED, kind="message", verdict="processed", now=NOW, game=game
        )
        table_talk.send(store, game, turn=1, seat=1, recipients=[2], words="Rest?", letter=letter, now=NOW)
        store.change("UPDATE outgoing SET state = 'sent' WHERE game = ?", [game])
        games.finish(store, game, games.Ending.AGREED, now=NOW)
        note_results(store, game, 1, 2)
        archived.put_away(store, game, now=NOW)


def dump(target: Path) -> None:
    """Write the dump; a file that is there already is a released one and stays."""
    if target.exists():
        raise SystemExit(f"{target} is there already")
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "referee.db") as store:
        fill(store)
        lines = [f"PRAGMA application_id = {APPLICATION_ID};", *store.db.conn.iterdump()]
    target.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    dump(Path(__file__).parent / "databases" / f"{sys.argv[1]}.sql")
