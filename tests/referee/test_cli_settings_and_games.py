"""The director's commands: settings and games are made, shown and ended from the command line."""

import json
import stat
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from referee.__main__ import main
from referee.config import load

OPTIONS = {
    "--address": "referee@duel.example.org",
    "--director": "director@example.org",
    "--imap-host": "imap.example.org",
    "--smtp-host": "smtp.example.org",
    "--password": "a password",
}
PLAYERS = ("--wizard", "Ann=ann@example.net", "--wizard", "Bob=bob@example.com")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    return tmp_path


def call(*words: str, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=answers, catch_exceptions=False)


def prints(*words: str) -> str:
    result = call(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def fails(status: int, *words: str) -> str:
    result = call(*words)
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    return result.stderr


def init(**changes: str) -> None:
    options = OPTIONS | {f"--{name.replace('_', '-')}": value for name, value in changes.items()}
    prints("init", *(word for pair in options.items() for word in pair))


def shown(number: int = 1) -> dict[str, Any]:
    facts = json.loads(prints("game", "show", str(number), "--json"))
    assert isinstance(facts, dict)
    return facts


# -- init --------------------------------------------------------------------------------------------------------------


def test_init_writes_settings_that_can_be_loaded_and_an_empty_database(folder: Path) -> None:
    init(imap_security="tls", smtp_security="starttls", smtp_port="2587", user="referee", name="Graven Circle")
    config = load(folder / "config.toml", {})
    assert (config.referee.name, config.referee.address) == ("Graven Circle", "referee@duel.example.org")
    assert (config.imap.host, config.imap.port, config.imap.user) == ("imap.example.org", 993, "referee")
    assert (config.smtp.host, config.smtp.port, config.smtp.security) == ("smtp.example.org", 2587, "starttls")
    assert config.imap.password.reveal() == "a password"
    assert prints("game", "list") == "No games.\n"


def test_init_asks_for_what_no_option_says(folder: Path) -> None:
    answers = ["referee@duel.example.org", "director@example.org", "imap.example.org", "smtp.example.org", "a password"]
    result = call("init", answers="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "a password" not in result.output
    config = load(folder / "config.toml", {})
    assert (config.referee.director, config.smtp.host) == ("director@example.org", "smtp.example.org")
    assert config.imap.user == "referee@duel.example.org"


def test_init_makes_files_that_nobody_else_can_read_and_a_new_secret_each_time(folder: Path) -> None:
    init()
    init(config="other.toml", database="other.db")
    for name in ("config.toml", "referee.db", "other.toml", "other.db"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name
    first, second = (tomllib.loads((folder / name).read_text()) for name in ("config.toml", "other.toml"))
    assert first["tokens"]["secret"] != second["tokens"]["secret"]


def test_init_overwrites_nothing(folder: Path) -> None:
    init()
    before = (folder / "config.toml").read_bytes()
    result = call("init", *(word for pair in OPTIONS.items() for word in pair))
    assert result.exit_code == 1
    assert "is there already" in result.stderr
    assert (folder / "config.toml").read_bytes() == before


def test_init_keeps_a_database_that_is_there_already(folder: Path) -> None:
    init()
    prints("game", "start", *PLAYERS)
    (folder / "config.toml").unlink()
    init()
    assert shown()["state"] == "running"


def test_init_refuses_what_cannot_work_before_it_writes_anything(folder: Path) -> None:
    said = fails(
        2, "init", *(w for pair in (OPTIONS | {"--address": "nobody", "--imap-security": "none"}).items() for w in pair)
    )
    assert "referee.address" in said
    assert "imap.security" in said
    assert list(folder.iterdir()) == []


def test_init_leaves_nothing_behind_where_the_database_cannot_be_made(folder: Path) -> None:
    options = OPTIONS | {"--database": "not-there/referee.db"}
    assert "not-there" in fails(1, "init", *(word for pair in options.items() for word in pair))
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("form", ["env", "file"])
def test_init_can_leave_the_password_elsewhere(folder: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "password.txt").write_text("from elsewhere\n")
    options = {key: value for key, value in OPTIONS.items() if key != "--password"}
    options[f"--password-{form}"] = {"env": "MAIL_PASSWORD", "file": "password.txt"}[form]
    prints("init", *(word for pair in options.items() for word in pair))
    assert "from elsewhere" not in (folder / "config.toml").read_text()
    config = load(folder / "config.toml", {"MAIL_PASSWORD": "from elsewhere"})
    assert config.imap.password.reveal() == config.smtp.password.reveal() == "from elsewhere"


# -- games -------------------------------------------------------------------------------------------------------------


def test_a_game_is_started_listed_and_shown() -> None:
    init()
    assert "Game 1" in prints("game", "start", *PLAYERS, "--salt", "7", "--title", "Spring cup")
    assert "Spring cup" in prints("game", "list")
    (listed,) = json.loads(prints("game", "list", "--json"))
    assert (listed["game"], listed["state"], listed["turn"], listed["owing"]) == (1, "running", 1, ["Ann", "Bob"])
    facts = shown()
    assert [(w["wizard"], w["address"], w["hit_points"], w["owes"]) for w in facts["wizards"]] == [
        ("Ann", "ann@example.net", 15, True),
        ("Bob", "bob@example.com", 15, True),
    ]
    assert "Ann (ann@example.net)" in prints("game", "show", "1")
    queued = json.loads(prints("mail", "queue", "--json"))
    assert [(mail["kind"], mail["recipient"], mail["state"]) for mail in queued] == [
        ("invitation", "ann@example.net", "queued"),
        ("invitation", "bob@example.com", "queued"),
    ]
    assert "ann@example.net" in prints("mail", "queue")


def test_the_salt_is_drawn_anew_for_each_game_and_shown_to_nobody() -> None:
    init()
    prints("game", "start", *PLAYERS, "--salt", "grains-of-salt")
    assert "grains-of-salt" not in prints("game", "show", "1") + prints("game", "show", "1", "--json")


def test_one_address_may_hold_several_seats_and_twelve_wizards_fit() -> None:
    init()
    wizards = [f"--wizard=W{'abcdefghijkl'[seat]}=ann@example.net" for seat in range(12)]
    prints("game", "start", *wizards)
    assert len(shown()["wizards"]) == 12
    assert len(json.loads(prints("mail", "queue", "--json"))) == 12


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (["Ann=ann@example.net"], "2 to 12"),
        ([f"W{letter}=ann@example.net" for letter in "abcdefghijklm"], "2 to 12"),
        (["Ann=ann@example.net", "ann=bob@example.com"], "case or accents"),
        (["Zoe=ann@example.net", "Zoë=bob@example.com"], "case or accents"),
        (["Ann=ann@example.net", "Fireball=bob@example.com"], "cannot be a wizard's name"),
        (["Ann=ann@example.net", "Bob=bob at example.com"], "not an address"),
        (["Ann=ann@example.net", "Bob=bob@example.com\nBcc: x@example.com"], "not an address"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason(seats: list[str], said: str) -> None:
    init()
    assert said in fails(1, "game", "start", *(f"--wizard={seat}" for seat in seats))
    assert json.loads(prints("game", "list", "--all", "--json")) == []
    assert json.loads(prints("mail", "queue", "--json")) == []


@pytest.mark.parametrize("title", ["turn 3", "A title that is too long to stand beside the turn in a report"])
def test_a_title_that_would_spoil_a_report_is_refused(title: str) -> None:
    init()
    assert "a title" in fails(1, "game", "start", *PLAYERS, "--title", title)


def test_an_unknown_rule_set_is_refused_with_those_there_are() -> None:
    init()
    assert "bartle, firetop" in fails(1, "game", "start", *PLAYERS, "--rules", "house")


def test_a_game_is_played_by_the_rule_set_it_was_started_with() -> None:
    init()
    prints("game", "start", *PLAYERS, "--rules", "firetop")
    assert [game["rules"] for game in json.loads(prints("game", "list", "--json"))] == ["firetop"]


def test_a_game_is_aborted_once_with_a_reason_and_its_players_are_mailed() -> None:
    init()
    prints("game", "start", *PLAYERS)
    prints("game", "abort", "1", "--reason", "the hall burnt down")
    facts = shown()
    assert (facts["state"], facts["reason"], facts["owing"]) == ("aborted", "the hall burnt down", [])
    kinds = [mail["kind"] for mail in json.loads(prints("mail", "queue", "--json"))]
    assert sorted(kinds) == ["aborted", "aborted", "invitation", "invitation"]
    assert "aborted already" in fails(1, "game", "abort", "1", "--reason", "again")
    assert prints("game", "list") == "No games.\n"
    assert "aborted" in prints("game", "list", "--all")


@pytest.mark.parametrize("words", [("show", "7"), ("abort", "7", "--reason", "rain")])
def test_a_game_that_is_not_there_is_said_so(words: tuple[str, ...]) -> None:
    init()
    assert "there is no game 7" in fails(1, "game", *words)


# -- mail inspect ------------------------------------------------------------------------------------------------------


def test_inspect_shows_what_would_be_read_and_stores_nothing(folder: Path) -> None:
    mail = folder / "a.eml"
    mail.write_bytes(
        b"From: Ann <ann@example.net>\r\nTo: referee+1.1.3.abcdefghijklmnop@duel.example.org\r\n"
        b"Subject: Re: [WH 1.3]\r\n\r\nLH: F\r\nRH: P\r\n\r\nOn Monday, Referee wrote:\r\n> LH: D\r\n"
    )
    facts = json.loads(prints("mail", "inspect", str(mail), "--json"))
    assert (facts["kind"], facts["sender"], facts["lines"]) == ("message", "ann@example.net", ["LH: F", "RH: P"])
    assert facts["marks"][0] | {"place": ""} == {"game": 1, "turn": 3, "token": True, "place": ""}
    assert "abcdefghijklmnop" not in json.dumps(facts)
    assert "| LH: F" in prints("mail", "inspect", str(mail))
    assert [each.name for each in folder.iterdir()] == ["a.eml"]


def test_inspect_knows_our_own_address_from_the_settings_or_an_option(folder: Path) -> None:
    mail = folder / "a.eml"
    mail.write_bytes(b"From: referee@duel.example.org\r\nSubject: x\r\n\r\nLH: F\r\n")
    assert json.loads(prints("mail", "inspect", str(mail), "--json"))["kind"] == "message"
    own = ("--address", "referee@duel.example.org")
    assert json.loads(prints("mail", "inspect", str(mail), "--json", *own))["kind"] == "loop"
    init()
    assert json.loads(prints("mail", "inspect", str(mail), "--json"))["kind"] == "loop"


def test_inspect_says_why_a_mail_cannot_be_read(folder: Path) -> None:
    mail = folder / "deep.eml"
    mail.write_bytes(b"From: ann@example.net\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 3000)
    facts = json.loads(prints("mail", "inspect", str(mail), "--json"))
    assert facts["lines"] == []
    assert facts["why"]


# -- wrong usage and wrong settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("gmae",),
        ("game", "begin"),
        ("game", "start"),
        ("game", "start", "--wizard", "Ann", "--wizard", "Bob=bob@example.com"),
        ("game", "start", "--wizards", "Ann=ann@example.net"),
        ("game", "show"),
        ("game", "show", "seven"),
        ("game", "abort", "1"),
        ("mail", "inspect", "not-there.eml"),
        ("init", "--imap-security", "ssl"),
        ("run", "now"),
    ],
)
def test_wrong_usage_ends_with_status_2_and_says_what_is_wrong(words: tuple[str, ...]) -> None:
    init()
    assert "Error:" in fails(2, *words)


@pytest.mark.parametrize("words", [("run",), ("game", "list"), ("game", "start", *PLAYERS), ("mail", "queue")])
def test_without_settings_every_command_names_the_file_that_it_looked_for(words: tuple[str, ...]) -> None:
    assert fails(2, *words) == "referee: config.toml: cannot be read: No such file or directory\n"


def test_a_wrong_setting_is_named_with_the_nearest_right_one_and_all_faults_at_once(folder: Path) -> None:
    init()
    file = folder / "config.toml"
    text = file.read_text().replace("director =", "derector =").replace("[imap]\nhost", "[imap]\nport = 99999\nhots")
    file.write_text(text)
    lines = fails(2, "run").splitlines()
    assert all(line.startswith("referee: config.toml: ") for line in lines)
    assert any("referee.derector: no such setting; did you mean director?" in line for line in lines)
    assert any("imap.hots: no such setting; did you mean host?" in line for line in lines)
    assert any("imap.port" in line for line in lines)
    assert any("imap.host: is missing" in line for line in lines)


def test_settings_may_lie_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "deep").mkdir()
    init(config="deep/mine.toml")
    assert (folder / "deep" / "referee.db").exists()
    assert prints("game", "list", "--config", "deep/mine.toml") == "No games.\n"
    monkeypatch.setenv("REFEREE_CONFIG", "deep/mine.toml")
    assert prints("game", "list") == "No games.\n"


def test_a_database_that_is_gone_is_told_of_and_not_made_again(folder: Path) -> None:
    init()
    (folder / "referee.db").unlink()
    assert "there is no database" in fails(1, "game", "list")
    assert not (folder / "referee.db").exists()


def test_every_command_and_option_has_a_help_text() -> None:
    def check(command: Any, words: tuple[str, ...]) -> None:
        assert command.help, words
        for option in command.params:
            assert isinstance(option, click.Argument) or getattr(option, "help", None), (words, option.name)
        for name, sub in getattr(command, "commands", {}).items():
            check(sub, (*words, name))

    check(main, ("referee",))
