"""The director's commands on letters: those that wait for somebody are listed, shown, tried again and rejected."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.deeds import ending
from referee.mail import letter as letters
from referee.mail.inbox import Filing
from referee.mail.letter import Letter
from referee.store import acts, outgoing
from referee.store.mailbag import LetterState
from tests.acceptance.at_the_desk import SETTINGS, Table, address_of, laid_table
from tests.acceptance.by_mail import reply, text_of
from tests.acceptance.test_trust import new_mail, question

ORDERS = "LH: S\nRH: W"
WHY = ("--reason", "that address is gone")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob, with its config.toml beside it; the daemon's desk stays open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    with laid_table(tmp_path) as laid:
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        yield laid


def call(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["mail", *words], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def listed() -> list[dict[str, Any]]:
    return list(json.loads(call("list", "--json").stdout))


@pytest.fixture
def poisoned(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Letter 1 with Ann's orders is set aside, as reading it fails; undone, it can be read."""

    def fragile(raw: bytes, **more: Any) -> Letter:
        raise RuntimeError("nobody thought of this")

    with monkeypatch.context() as patch:
        patch.setattr(letters, "read", fragile)
        incoming = table.come(reply(table.asked("Ann"), address_of("Ann"), ORDERS))
        assert [table.receive_again(incoming) for _ in range(3)][-1] is Filing.REJECTED
        yield patch


def test_nothing_waits_at_first(table: Table) -> None:
    assert call("list").stdout == "Nothing waits.\n"
    assert listed() == []


def test_what_waits_is_listed_with_why_and_what_to_do(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS, Subject="here \x1b[31mthey are"))
    table.receive(new_mail("stranger", "buy this"))
    table.answer("Bob", "LH: W")
    first, second = listed()
    assert (first["id"], first["state"], first["sender"]) == (1, "unconfirmed", "ann@duel.example.org")
    assert "waits for a yes" in first["why"]
    assert "mail reject 1" in first["to_do"]
    assert (second["state"], second["sender"]) == ("rejected", "stranger@duel.example.org")
    told = call("list").stdout
    assert "waits for a yes from ann@duel.example.org" in told
    assert "\x1b" not in told


def test_a_mail_is_shown_as_it_was_read_and_as_it_came(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    told = call("show", "1").stdout
    for words in ("mail 1: unconfirmed", "Subject: my orders", "From: ann@", "  | LH: S", "waits for a yes", "To do: "):
        assert words in told
    facts = json.loads(call("show", "1", "--json").stdout)
    assert facts["read"]["lines"] == ["LH: S", "RH: W"]
    assert call("show", "1", "--raw").stdout_bytes.startswith(b"Return-Path: <ann@")


def test_that_the_orders_of_a_game_that_goes_on_were_read_in_a_mail_is_kept(table: Table) -> None:
    table.answer("Ann", ORDERS)
    table.receive(new_mail("Bob", ORDERS))
    assert "  | LH: S" not in call("show", "1", "--dry-run").stdout
    before = acts.last(table.store)
    assert "  | LH: S" in call("show", "1", "--reason", "Ann complains").stdout
    call("show", "1", "--raw")
    call("show", "2")
    kept = acts.listing(table.store, after=before)
    assert [(act.act, act.game, act.reason, act.facts) for act in kept] == [
        ("reveal mail", 1, "Ann complains", {"letter": 1}),
        ("reveal mail", 1, None, {"letter": 1}),
    ]
    table.direct(ending.abort, 1, reason="Bob is away", now=table.later())
    before = acts.last(table.store)
    call("show", "1")
    assert not acts.listing(table.store, after=before)


@pytest.mark.parametrize("deed", ["show", "retry", "reject"])
def test_an_unknown_number_is_refused(table: Table, deed: str) -> None:
    result = call(deed, "99", status=1)
    assert "there is no mail 99" in result.stderr
    assert result.stdout == ""


def test_a_mail_that_failed_is_handled_once_the_fault_is_gone(table: Table, poisoned: pytest.MonkeyPatch) -> None:
    assert "failed again" in call("retry", "1", status=1).stderr
    assert table.letters()[0].state is LetterState.SET_ASIDE
    poisoned.undo()
    assert call("retry", "1").stdout.startswith("Mail 1 is handled")
    assert table.held(1) == {"LH: S", "RH: W"}
    assert "LH: S" in text_of(table.mails_to("Ann")[-1])
    assert listed() == []
    assert "is handled" in call("retry", "1", status=1).stderr
    (act,) = [each for each in acts.listing(table.store) if each.act == "mail retry"]
    assert act.facts == {"letter": 1}


def test_a_mail_that_comes_to_nothing_again_says_why(table: Table) -> None:
    table.receive(new_mail("stranger", ORDERS))
    before = table.count()
    assert "mail 1 is rejected: " in call("retry", "1", status=1).stderr
    assert table.count() == before
    table.receive(new_mail("Ann", ORDERS))
    before = table.count()
    assert "who was asked at" in call("retry", "2", status=1).stderr
    assert table.count() == before
    table.receive(reply(question(table), address_of("Ann"), "yes"))
    assert table.held(1) == {"LH: S", "RH: W"}


def test_a_mail_without_a_token_that_is_tried_again_is_still_for_the_turn_it_came_in(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    table.turn(ann="LH: F, RH: -", bob="LH: W, RH: -")
    settings = Path("config.toml")
    settings.write_text(SETTINGS + '[mail]\ntrust = "sender"\n')
    call("retry", "1")
    assert table.held(1) == set()
    assert "turn that is over" in text_of(table.mails_to("Ann")[-1])


def test_a_rejected_mail_is_closed_for_good_and_its_player_is_told(table: Table) -> None:
    table.receive(new_mail("Ann", ORDERS))
    asked = question(table)
    told = call("reject", "1", "--reason", "Bob has shown me who wrote it.").stdout
    assert told == "Mail 1 is closed; ann@duel.example.org is told.\n"
    assert "Bob has shown me" in text_of(table.mails_to("Ann")[-1])
    assert table.letters()[0].state is LetterState.CLOSED
    for deed in ("retry", "reject"):
        assert "mail 1 is closed" in call(deed, "1", status=1).stderr
    table.receive(reply(asked, address_of("Ann"), "yes"))
    assert table.held(1) == set()
    (act,) = [each for each in acts.listing(table.store) if each.act == "mail reject"]
    assert (act.facts, act.reason) == ({"letter": 1}, "Bob has shown me who wrote it.")


def test_a_mail_that_could_never_be_read_is_rejected_without_a_word_to_anybody(
    table: Table, poisoned: pytest.MonkeyPatch
) -> None:
    before = table.count()
    assert "nobody is told" in call("reject", "1").stdout
    assert table.count() == before


def test_what_had_its_effect_cannot_be_rejected(table: Table) -> None:
    table.answer("Ann", ORDERS)
    assert "mail 1 is handled" in call("reject", "1", status=1).stderr
    assert table.held(1) == {"LH: S", "RH: W"}


def test_a_mail_that_cannot_arrive_is_given_up_and_all_is_well_again(table: Table) -> None:
    with table.store.transaction():
        outgoing.set_aside(table.store, 1, "550 no such user")
    assert "Missing option '--reason'" in call("drop", "1", status=2).stderr
    assert "there is no mail 77" in call("drop", "77", *WHY, status=1).stderr
    assert "mail 2 is queued; only one that was set aside" in call("drop", "2", *WHY, status=1).stderr
    assert "Dry run, nothing is changed: Mail 1" in call("drop", "1", *WHY, "--dry-run").stdout
    call("drop", "1", "2", *WHY, status=1)  # all of them or none
    assert [mail["id"] for mail in json.loads(call("queue", "--json").stdout)] == [1, 2]
    assert "Mail 1 to ann@duel.example.org will not be sent." in call("drop", "1", *WHY).stdout
    assert [mail["id"] for mail in json.loads(call("queue", "--json").stdout)] == [2]
    assert "mail 1 is dropped" in call("drop", "1", *WHY, status=1).stderr
    said = CliRunner().invoke(main, ["status", "--json"], catch_exceptions=False).stdout
    assert not [each for each in json.loads(said)["to_do"] if "could not be sent" in each]
    act = acts.listing(table.store)[-1]
    assert (act.act, act.reason, act.game, act.facts["mail"]) == ("mail drop", "that address is gone", 1, 1)
