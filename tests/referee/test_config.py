"""The configuration: what it accepts, and that it names every fault at once."""

import re
from pathlib import Path

import pytest

from referee.config import Config, ConfigError, Secret, is_loopback, known_keys, parse

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
GOOD = """
[referee]
address = "referee@duel.example.org"
director = "director@example.org"
[tokens]
secret = "a secret of some length"
[imap]
host = "imap.example.org"
user = "referee"
password = "one"
[smtp]
host = "smtp.example.org"
security = "starttls"
"""


def read(text: str, folder: Path = Path("/nowhere"), **environment: str) -> Config:
    return parse(text, folder=folder, environment=environment)


def faults(text: str, folder: Path = Path("/nowhere"), **environment: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read(text, folder, **environment)
    return [line.removeprefix("config.toml: ") for line in caught.value.lines]


def test_a_small_configuration_is_filled_in_with_the_usual_values() -> None:
    config = read(GOOD)
    assert (config.imap.port, config.smtp.port) == (993, 587)
    assert (config.imap.inbox, config.imap.processed, config.imap.rejected) == ("INBOX", "Processed", "Rejected")
    assert config.imap.password.reveal() == "one"
    assert config.smtp.user is None
    assert config.referee.name == "Referee"


def test_every_fault_is_named_at_once_and_unknown_keys_with_the_nearest_known() -> None:
    text = """
    [refree]
    [referee]
    address = "no address"
    derector = "director@example.org"
    [imap]
    hots = "imap.example.org"
    port = 99999
    user = 7
    [smtp]
    host = "smtp.example.org"
    security = "ssl"
    """
    said = faults(text)
    assert "[refree]: no such section; did you mean referee?" in said
    assert "referee.derector: no such setting; did you mean director?" in said
    assert "referee.director: is missing" in said
    assert "tokens.secret: is missing" in said
    assert "imap.hots: no such setting; did you mean host?" in said
    assert "imap.password: is missing" in said
    assert "referee.address: 'no address' is no mail address" in said
    assert any(line.startswith("imap.host: is missing") for line in said)
    assert any(line.startswith("imap.port: expected int <= 65535") for line in said)
    assert any(line.startswith("imap.user: expected str") for line in said)
    assert any(line.startswith("smtp.security: invalid enum value 'ssl'") for line in said)
    assert len(said) == 11


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"referee@duel.example.org"', '"x y"', "referee.address: 'x y' is no mail address"),
        ('"director@example.org"', '"me"', "referee.director: 'me' is no mail address"),
        ("referee@duel", "a-name-that-is-far-too-long-by-half@duel", "too long to carry a reply token"),
        ('"a secret of some length"', '"short"', "tokens.secret: must have 16 characters"),
        ('"starttls"', '"none"', 'smtp.security: "none" is for this machine itself only'),
        ('user = "referee"', 'user = "referee"\nsecurity = "none"', 'imap.security: "none" is for this machine'),
        ('security = "starttls"', 'user = "referee"', "smtp: user and password go together"),
        ('password = "one"', 'password = "one"\nrejected = "INBOX"', "must be three folders"),
        ('password = "one"', 'password = "one"\nrejected = "Über"', "imap.rejected: "),
        ('password = "one"', 'password = ""', "imap.password: must be a text"),
        ('password = "one"', 'password = "a\\nb"', "imap.password: must be one line"),
        ('password = "one"', 'password = "one"\npassword_env = "X"', "imap.password: is given more than once"),
        ("[imap]", "[[imap]]", "imap: must be a section"),
    ],
)
def test_one_fault_gives_one_line(old: str, new: str, fault: str) -> None:
    assert old in GOOD
    said = faults(GOOD.replace(old, new, 1))
    assert len(said) == 1
    assert fault in said[0]


def test_a_file_that_is_no_toml_is_named_with_the_place() -> None:
    assert "line 2" in faults("[referee]\naddress = 'x' y\n")[0]


def test_secrets_come_from_the_environment_or_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sixteen and more characters\n")
    text = GOOD.replace('secret = "a secret of some length"', 'secret_file = "key"')
    config = read(text.replace('password = "one"', 'password_env = "WORD"'), tmp_path, WORD="two")
    assert config.tokens.secret.reveal() == "sixteen and more characters"
    assert config.imap.password.reveal() == "two"


def test_a_secret_that_is_not_there_is_said(tmp_path: Path) -> None:
    text = GOOD.replace('secret = "a secret of some length"', 'secret_file = "key"')
    said = faults(text.replace('password = "one"', 'password_env = "WORD"'), tmp_path)
    assert said[0].startswith(f"tokens.secret_file: {tmp_path / 'key'} cannot be read")
    assert said[1] == "imap.password_env: the environment has no WORD"


def test_the_store_lies_relative_to_the_configuration() -> None:
    assert read(GOOD + '[store]\npath = "games/all.db"', Path("/etc/referee")).store.path == Path(
        "/etc/referee/games/all.db"
    )
    assert read(GOOD, Path("/etc/referee")).store.path == Path("/etc/referee/referee.db")


def test_no_secret_is_ever_printed() -> None:
    config = read(GOOD)
    assert "a secret of some length" not in repr(config) + str(config.tokens.secret) + f"{config.imap.password}"
    assert config.imap.password == Secret("one")


def test_the_example_names_every_setting_and_no_other() -> None:
    section, named = "", set()
    for line in _without_further_mailboxes(EXAMPLE.read_text(encoding="utf-8")).splitlines():
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
        elif setting := re.match(r"(?:# )?([a-z_]+) = ", line):
            assert (section, setting[1]) not in named, "a setting is documented twice"
            named.add((section, setting[1]))
    assert named == set(known_keys())


def test_the_example_is_a_good_configuration_and_its_commented_lines_show_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("0123456789abcdef")
    text = EXAMPLE.read_text(encoding="utf-8")
    config = read(text, tmp_path, REFEREE_PASSWORD="word")
    first = _without_further_mailboxes(text)
    shown = re.sub(r"^# ((?!secret|password)[a-z_]+ = )", r"\1", first, flags=re.MULTILINE)
    assert shown != text
    assert read(shown, tmp_path, REFEREE_PASSWORD="word") == config


def _without_further_mailboxes(example: str) -> str:
    return example.partition("# [mailboxes.")[0]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1"])
def test_the_loopback_is_known_by_its_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["localhost.example.org", "10.0.0.1", "0.0.0.0", "example.org"])
def test_other_hosts_are_no_loopback(host: str) -> None:
    assert not is_loopback(host)
