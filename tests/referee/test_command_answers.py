"""Whatever is answered to commands fits the page, and no line of it reads as an order in the game that it is about."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.language import Field, read
from engine.orders import Checked
from referee.commands import COMMANDS
from referee.commands.help import options, overview, page
from referee.commands.reading import parted
from referee.mail import compose
from referee.mail.answers import Answered
from referee.mail.compose import Mail
from referee.mail.wrapping import COLUMNS
from referee.names import look_alike_key
from referee.store import games, players, turns
from tests.acceptance.by_mail import text_of
from tests.referee.hall import Hall, hall_of
from tests.simulation.seekers import Played, played

SEEDS = range(0, 8)
TURNS = 8
ASKED = (
    *(command.example for command in COMMANDS.values()),
    "games",
    "challenges",
    "help options",
    "status",
    "status 1",
    "history 1",
    *(f"history 1 {turn}" for turn in range(1, TURNS)),
    "orders 1",
    "preview 1: LH: W, RH: P",
    "undo 1",
    "open for 4 2d at 20:00 Europe/Berlin weekdays, no orders: standby after 2, grey press",
    "open for 13",
    "challenge Nobody",
    "accept 99",
)


def seat(hall: Hall, game: list[Played]) -> int:
    """The game in the hall's store, with the orders for its last turn still held; its number."""
    store, before = hall.table.store, game[0].turn.before
    with store.transaction():
        people = []
        for wizard in before.wizards:
            player = players.add(store, f"{wizard.name.lower()}@example.org", now=hall.table.now, confirmed=True)
            players.rename(store, player.id, wizard.name, look_alike_key(wizard.name))
            people.append(player.id)
        number = games.create(store, before, people, now=hall.table.now)
        for each in game[:-1]:
            turns.append(store, number, each.turn, orders=each.orders.values(), now=hall.table.now)
        last = game[-1]
        for place, wizard in enumerate(before.wizards[:-1], 1):  # one wizard still owes
            checked: Checked | None = last.checked.get(wizard.name)
            if checked is not None:
                turns.save_orders(
                    store,
                    number,
                    turn=last.turn.turn,
                    part=last.turn.part,
                    seat=place,
                    clauses=[replace(clause, line=0) for clause in checked.written],
                    complete=checked.complete,
                    now=hall.table.now,
                )
    return number


def answers_to(hall: Hall, name: str, words: str) -> Mail:
    """The mail in which one command is answered."""
    (asked,) = parted(words.splitlines(), COMMANDS, in_game=False).asked
    player = players.by_name(hall.table.store, look_alike_key(name))
    assert player is not None
    caller = hall.caller_of(player)
    with hall.table.store.transaction():
        answer = COMMANDS[asked.name].run(hall.doors, caller, asked)
    answered = Answered(name=asked.name, asked=asked.text[:60], parts=answer.parts, done=answer.done)
    return compose.answers(referee="Referee", answered=[answered], unread=())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_line_of_any_answer_reads_as_an_order_and_none_is_too_long(seed: int, tmp_path: Path) -> None:
    with hall_of(tmp_path) as hall:
        game = list(played(seed, TURNS))
        number = seat(hall, game)
        duel = hall.table.game(number).duel
        for wizard in duel.wizards[:2]:
            for words in ASKED:
                mail = answers_to(hall, wizard.name, words)
                check_page(mail.text, Field.of(duel), wizard.name)
        for wizard in duel.wizards:
            for sent in hall.table.mails_at(f"{wizard.name.lower()}@example.org"):
                check_page(text_of(sent), Field.of(duel), wizard.name)


def check_page(text: str, field: Field, wizard: str) -> None:
    assert max(map(len, text.splitlines())) <= COLUMNS, text
    assert "\n\n\n" not in text
    for line in text.splitlines():
        found = read(line, field, wizard).clauses
        assert not found or line.strip() == "then", (line, text)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page_and_an_example_that_is_read_as_that_command(name: str) -> None:
    command = COMMANDS[name]
    found = parted(command.example.splitlines(), COMMANDS, in_game=False)
    assert [asked.name for asked in found.asked] == [name]
    assert not found.unread
    assert re.fullmatch(r"[^.]{10,60}", command.summary)
    assert command.help.endswith(".")
    assert all(form.split()[0].rstrip(":") == name for form in command.usage)
    assert page(command)


def test_the_tables_of_help_fit_behind_an_edge() -> None:
    rows = [row for part in (*overview(), *options()) if isinstance(part, tuple) for row in part]
    rows += [row for command in COMMANDS.values() for row in command.usage]
    assert max(map(len, rows)) <= COLUMNS - 2
