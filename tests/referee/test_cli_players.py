"""What a director does with players at the command line, with what he is refused."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.mail.inbox import Filing
from referee.store import players
from referee.store.players import Player
from tests.acceptance.at_the_desk import Table, address_of
from tests.acceptance.by_mail import reply
from tests.referee.director import WHY, acts_done, facts, last_words, office, refused, says

ANN, BOB, EVE = address_of("Ann"), address_of("Bob"), address_of("Eve")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob, whose players have these names."""
    with office(tmp_path, monkeypatch) as laid:
        laid.start("Ann", "Bob")
        says("player", "rename", ANN, "Ann")
        says("player", "rename", BOB, "Bob")
        yield laid


def known(table: Table, address: str) -> Player:
    found = players.by_address(table.store, address)
    assert found is not None
    return found


def test_players_are_listed_and_shown(table: Table) -> None:
    assert [(each["name"], each["state"], each["games"]) for each in facts("player", "list")] == [
        ("Ann", "confirmed", [1]),
        ("Bob", "confirmed", [1]),
    ]
    assert ANN in says("player", "list")
    for who in ("ann", ANN.upper(), "1", "#1"):
        assert facts("player", "show", who)["number"] == 1
    assert "games that go on: 1" in says("player", "show", "Ann")
    assert "there is no player Annn; did you mean Ann?" in refused("player", "show", "Annn")


def test_a_player_is_added_renamed_and_written_to_elsewhere(table: Table) -> None:
    assert f"Player #3 is {EVE}" in says("player", "add", EVE, "--name", "Eve")
    assert "has that address" in refused("player", "add", EVE)
    assert "is not an address" in refused("player", "add", "eve at home")
    says("player", "rename", "Eve", "Evita")
    assert "is called Evita already" in refused("player", "rename", "Evita", "Evita")
    assert "is called Bob, which is too like B0b" in refused("player", "rename", "Evita", "B0b")
    assert "cannot be a name" in refused("player", "rename", "Evita", "Director")
    says("player", "address", "Evita", "eve@example.org")
    assert known(table, "eve@example.org").name == "Evita"
    assert "is that player's address already" in refused("player", "address", "Evita", "eve@example.org")
    assert "has that address" in refused("player", "address", "Evita", ANN)
    assert "Your address is changed" in str(table.mails_at(EVE)[-1]["Subject"])
    assert acts_done()[-3:] == ["player add", "player rename", "player address"]


def test_the_mails_of_one_who_is_banned_are_not_taken_which_he_is_told_once(table: Table) -> None:
    says("player", "ban", "Bob", *WHY)
    assert "is banned already" in refused("player", "ban", "Bob", *WHY)
    before = len(table.mails_to("Bob"))
    for words in ("LH: W, RH: P", "LH: D, RH: D", "help"):
        assert table.receive(reply(table.asked("Bob"), BOB, words)) is Filing.REJECTED
    assert table.owing() == ("Ann", "Bob")
    assert len(table.mails_to("Bob")) == before + 1
    assert "You are banned here" in last_words(table, "Bob")
    says("game", "abort", "1", *WHY)
    assert "is banned" in refused("game", "start", "--wizard", f"Ann={ANN}", "--wizard", f"Bob={BOB}")
    says("player", "ban", "Bob", "--lift", *WHY)
    assert "is not banned" in refused("player", "ban", "Bob", "--lift", *WHY)
    assert "your mails are taken again" in last_words(table, "Bob")


def test_who_is_banned_does_not_get_a_seat(table: Table) -> None:
    says("player", "add", EVE)
    says("player", "ban", EVE, *WHY)
    assert "is banned" in refused("game", "replace", "1", "Bob", EVE, *WHY)


def test_two_addresses_become_one_person_who_may_write_from_both(table: Table) -> None:
    says("player", "add", EVE, "--name", "Eve")
    says("player", "merge", EVE, BOB, *WHY)
    assert known(table, BOB).id == known(table, EVE).id == 3
    assert table.game().seats[1].address == EVE
    table.receive(reply(table.mails_to("Bob")[0], BOB, "LH: W, RH: P"))
    assert table.owing() == ("Ann",)
    assert facts("player", "show", "Eve")["other_addresses"] == [BOB]
    assert [each["state"] for each in facts("player", "list")] == ["confirmed", "is player #3", "confirmed"]
    assert "are one player already" in refused("player", "merge", EVE, BOB, *WHY)
    assert facts("db", "verify")["faults"] == []


def test_two_who_play_each_other_are_not_joined(table: Table) -> None:
    assert "both play in game 1" in refused("player", "merge", "Ann", "Bob", *WHY)


def test_a_player_is_erased_once_his_games_are_over(table: Table) -> None:
    assert "still plays in game 1" in refused("player", "erase", "Bob")
    says("game", "abort", "1", *WHY)
    table.post()
    says("player", "erase", "Bob")
    assert players.by_address(table.store, BOB) is None
    assert table.store.rows("SELECT count(*) AS n FROM outgoing WHERE recipient = ? AND state = 'sent'", [BOB]) == [
        {"n": 0}
    ]
    assert "there is no player Bob" in refused("player", "erase", "Bob")


@pytest.mark.parametrize(
    "words",
    [("erase",), ("rename", "Bob"), ("address", BOB), ("ban", *WHY), ("ban", "--lift", *WHY), ("merge", "Ann", *WHY)],
)
def test_with_one_who_is_forgotten_nothing_can_be_done_any_more(table: Table, words: tuple[str, ...]) -> None:
    says("game", "abort", "1", *WHY)
    says("player", "erase", "Bob")
    since = facts("log")[-1]["at"][:10]
    assert f"player #2 is forgotten already, since {since}" in refused("player", words[0], "2", *words[1:])
    said = says("player", "show", "2")
    assert said == f"Player #2 is forgotten, since {since}: neither name nor address is kept.\n"
    assert facts("player", "show", "2")["state"] == "forgotten"
    assert facts("log")[-1]["act"] == "player erase"


def test_who_has_no_rating_is_spoken_of_and_not_to(table: Table) -> None:
    assert "ratings: none yet: no rated game has ended\n" in says("player", "show", "Ann")


def test_all_that_is_known_of_a_player_is_written_down(table: Table) -> None:
    table.answer("Ann", "LH: W, RH: P")
    told = json.loads(says("player", "export", "Ann"))
    assert told["player"]["address"] == ANN
    assert told["seats"][0]["wizard"] == "Ann"
    assert "LH: W, RH: P" in told["mails from him"][0]["raw"]
    assert len(told["mails to him"]) == len(table.mails_to("Ann"))
    assert "Bob" not in [row.get("name") for row in [told["player"]]]
    says("player", "export", "Ann", "--to", "ann.json")
    assert json.loads(Path("ann.json").read_text()) == told
    assert "cannot be written" in refused("player", "export", "Ann", "--to", "ann.json")


# -- undo --------------------------------------------------------------------------------------------------------------


def test_a_player_who_was_added_has_never_been_if_nothing_is_known_of_him(table: Table) -> None:
    says("player", "add", EVE, "--name", "Eve")
    assert says("undo", *WHY).startswith("Taken back: player add (")
    assert players.by_address(table.store, EVE) is None
    assert "was taken back already" in refused("undo", *WHY)
    says("player", "add", EVE, "--name", "Eve")
    table.start("Cyd", "Eve")
    with table.store.transaction():
        table.store.change("DELETE FROM acts WHERE id = (SELECT max(id) FROM acts)")
    assert "has played, written or been written to since; `referee player erase`" in refused("undo", *WHY)
    assert known(table, EVE).name == "Eve"


def test_a_name_is_given_back_if_it_is_still_free(table: Table) -> None:
    says("player", "rename", "Ann", "Morgana")
    says("undo", *WHY)
    assert known(table, ANN).name == "Ann"
    table.start("Cyd", "Dee")
    says("player", "rename", address_of("Cyd"), "Cyd")
    says("undo", *WHY)
    assert known(table, address_of("Cyd")).name is None
    says("player", "rename", "Ann", "Morgana")
    with table.store.transaction():
        players.rename(table.store, known(table, address_of("Cyd")).id, "Ann", "ann")
    assert "is called Ann by now, which is too like Ann" in refused("undo", *WHY)
    with table.store.transaction():
        players.rename(table.store, known(table, ANN).id, "Fay", "fay")
    assert "that player is called Fay by now, and not Morgana" in refused("undo", *WHY)


def test_an_address_is_given_back_and_both_are_told(table: Table) -> None:
    says("player", "address", "Ann", "ann@example.net")
    assert "Dry run" in says("undo", *WHY, "--dry-run")
    assert known(table, "ann@example.net").name == "Ann"
    says("undo", *WHY)
    assert known(table, ANN).name == "Ann"
    for address in (ANN, "ann@example.net"):
        assert "taken back the change of your address" in str(table.mails_at(address)[-1].get_body())
    says("player", "address", "Ann", "ann@example.net")
    with table.store.transaction():
        players.add(table.store, ANN, now=table.now)
    assert f"{ANN} is the address of player #3 by now" in refused("undo", *WHY)
    with table.store.transaction():
        players.readdress(table.store, 1, "ann@example.com")
    assert "that player is written to at ann@example.com by now" in refused("undo", *WHY)


def test_a_ban_and_its_end_are_taken_back(table: Table) -> None:
    with table.store.transaction():
        players.set_standby(table.store, 2, table.now)
    before = known(table, BOB)
    says("player", "ban", "Bob", *WHY)
    banned_at = known(table, BOB).banned_at
    says("undo", *WHY)
    assert known(table, BOB) == before
    assert "The director has lifted the ban" in last_words(table, "Bob")
    says("player", "ban", "Bob", *WHY)
    banned_at = known(table, BOB).banned_at
    says("player", "ban", "Bob", "--lift", *WHY)
    says("undo", *WHY)
    assert known(table, BOB).banned_at == banned_at


def test_what_was_joined_or_erased_stays_so(table: Table) -> None:
    says("player", "add", EVE)
    says("player", "merge", "Ann", EVE, *WHY)
    assert "what each of the two had is not known apart any more" in refused("undo", *WHY)
    says("player", "add", "fay@example.org")
    says("player", "erase", "fay@example.org", *WHY)
    assert "what is erased is gone" in refused("undo", *WHY)
