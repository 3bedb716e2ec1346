"""The doctor: what he says of files, clock, disk, database and records, each fault with what to do."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import dns.exception
import dns.resolver
import pytest
from click.testing import CliRunner, Result

from referee import clock
from referee.__main__ import main
from referee.config import parse
from referee.operation import backups, doctor_dns, doctor_mail, doctor_trip, lock
from referee.operation.doctor_dns import NoResolver, records
from referee.operation.findings import Finding, Level
from referee.store import migrations, outgoing
from tests.acceptance.at_the_desk import SETTINGS, Table, laid_table
from tests.acceptance.test_trust import new_mail
from tests.post_office import free_port


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game of Ann and Bob beside its config.toml, a daemon that looked just now, and a backup."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_CONFIG", raising=False)
    (tmp_path / "config.toml").write_text(SETTINGS)
    (tmp_path / "config.toml").chmod(0o600)
    with laid_table(tmp_path) as laid, lock.held(tmp_path / "referee.db"):
        laid.now = clock.now()
        laid.start("Ann", "Bob")
        laid.desk.inbox_seen_empty("main", laid.now)
        backups.take(tmp_path / "referee.db", tmp_path / "backups", now=laid.now)
        yield laid


def call(*words: str, status: int) -> Result:
    result = CliRunner().invoke(main, ["check", "--local", *words], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def said(status: int = 0) -> dict[str, tuple[str, str]]:
    """By what it is about: the level and the words of each finding that is not well."""
    found = json.loads(call("--json", status=status).stdout)
    return {each["about"]: (each["level"], each["told"]) for each in found if each["level"] != "well"}


def test_a_healthy_referee_gets_a_clean_bill(table: Table) -> None:
    lines = call(status=0).stdout.splitlines()
    assert lines[-1] == "no faults, no warnings"
    assert [line[:4] for line in lines[:-1]] == ["ok  "] * (len(lines) - 1)
    assert said() == {}


def test_faulty_settings_are_the_first_and_last_thing_that_is_said(table: Table) -> None:
    Path("config.toml").write_text(SETTINGS.replace("director =", "derector ="))
    level, told = said(1)["config"]
    assert level == "fault"
    assert "referee.director" in call(status=1).stdout
    assert told


def test_what_others_can_read_is_named(table: Table, tmp_path: Path) -> None:
    Path("config.toml").write_text(SETTINGS.replace('secret = "a secret of some length"', 'secret_file = "key"'))
    Path("key").write_text("sixteen and more characters")
    Path("key").chmod(0o640)
    assert said(1) == {"files": ("fault", "others can read key (mode 640)")}
    assert "to do: chmod 600 key" in call(status=1).stdout
    Path("key").chmod(0o600)
    assert said() == {}
    Path("config.toml").chmod(0o644)  # the password stands in it
    assert said(1) == {"files": ("fault", "others can read config.toml (mode 644)")}
    Path("config.toml").chmod(0o600)
    Path("environment").write_text("REFEREE_PASSWORD=swordfish")
    Path("environment").chmod(0o640)  # the service reads it
    assert said(1) == {"files": ("fault", "others can read environment (mode 640)")}
    Path("environment").unlink()
    Path("config.toml").chmod(0o644)
    no_secrets = SETTINGS.replace('secret = "a secret of some length"', 'secret_file = "key"').replace(
        'password = "not used"', 'password_file = "key"'
    )
    Path("config.toml").write_text(no_secrets)
    assert said() == {}


def test_a_full_disk_is_told_before_it_is_full(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "room", lambda _: 1_000_000)
    found = said(1)
    assert found["disk"] == ("fault", "1 MB are free at .")
    assert found["disk of backups"][0] == "fault"


def test_a_clock_that_was_set_back_is_noticed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = clock.now() - timedelta(hours=2)
    monkeypatch.setattr(clock, "now", lambda: earlier)
    assert said(1)["clock"][1].startswith(f"it shows {earlier:%F %R}Z, and the database knows of ")


def test_a_damaged_or_old_or_missing_database_is_named(table: Table) -> None:
    with table.store.transaction():
        table.store.change(f"DELETE FROM {migrations.TABLE} WHERE name > '0003'")
    assert said()["database"][0] == "warning"
    Path("referee.db").rename("elsewhere.db")
    assert said(1)["database"] == ("fault", "there is no database referee.db")


def test_what_waits_for_a_human_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.receive(new_mail("Ann", "LH: F, RH: S"))
    with table.store.transaction():
        table.store.change("UPDATE letters SET state = 'set aside'")
        outgoing.set_aside(table.store, 1, "550 no such user")
    found = said()
    assert found["letters"] == ("warning", "1 were set aside")
    assert found["queue"] == ("warning", "1 could not be sent")
    later = clock.now() + timedelta(hours=50, minutes=30)
    monkeypatch.setattr(clock, "now", lambda: later)
    found = said(1)
    assert found["queue"][1].startswith("a mail is to go out since 2 days")
    assert found["daemon"][0] == "fault"
    assert "the inbox was seen empty 2 days 2 hours ago" in found["daemon"][1]
    assert found["backup"] == ("warning", "the last one was taken 2 days 2 hours ago")


def test_without_a_daemon_and_without_backups_that_is_said(table: Table, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with laid_table(tmp_path / "other"):
        pass
    Path("config.toml").write_text(SETTINGS + '[store]\npath = "other/referee.db"\n[backup]\nkeep = 0\n')
    assert said() == {
        "daemon": ("warning", "none runs; the inbox was never seen empty"),
        "backup": ("skipped", "backup.keep is 0: you see to backups yourself"),
    }
    Path("config.toml").write_text(SETTINGS + '[store]\npath = "other/referee.db"\n[backup]\nfolder = "new"\n')
    assert said()["backup"] == ("warning", "there is none yet")


# -- the servers, when they are not there ------------------------------------------------------------------------------


def test_servers_that_do_not_answer_are_named_with_the_settings(tmp_path: Path) -> None:
    settings = SETTINGS.replace("[smtp]", f"port = {free_port()}\n[smtp]") + f"port = {free_port()}\n"
    config = parse(settings, folder=tmp_path, environment={})
    found = [*doctor_mail.imap(config.imap), *doctor_mail.smtp(config.smtp)]
    assert [(each.about, each.level) for each in found] == [("imap", Level.FAULT), ("smtp", Level.FAULT)]
    assert all("cannot be reached" in each.told for each in found)
    assert "imap.port" in found[0].to_do
    (trip,) = doctor_trip.round_trip(config.mailboxes["main"], mark="x", patience=0, now=clock.now(), came={})
    assert trip.level is Level.SKIPPED


# -- the DNS -----------------------------------------------------------------------------------------------------------

DOMAIN = "duel.graven-circle.org"
GOOD = {
    DOMAIN: ["something else", "v=spf1 include:provider.net -all"],
    f"_dmarc.{DOMAIN}": ["v=DMARC1; p=none"],
    f"s1._domainkey.{DOMAIN}": ["v=DKIM1; k=rsa; p=MIGf"],
}


def asked(*changes: tuple[str, list[str]], signed: bool = True) -> dict[str, Finding]:
    """What is said when the DNS holds GOOD with these changes."""
    zone = GOOD | dict(changes)
    found = records(DOMAIN, signed_by=(DOMAIN, "s1") if signed else None, ask=lambda name: zone.get(name, []))
    return {each.about: each for each in found}


def test_good_records_are_shown() -> None:
    found = asked()
    assert [each.level for each in found.values()] == [Level.WELL] * 3
    assert "include:provider.net" in found["spf"].told


@pytest.mark.parametrize(
    ("change", "about", "level", "words"),
    [
        ((DOMAIN, []), "spf", Level.WARNING, "has no SPF record"),
        ((DOMAIN, ["v=spf1 -all", "v=spf1 mx -all"]), "spf", Level.FAULT, "2 SPF records"),
        ((DOMAIN, ["v=spf1 +all"]), "spf", Level.WARNING, "lets everybody send"),
        ((DOMAIN, ["v=spf10 -all"]), "spf", Level.WARNING, "has no SPF record"),
        ((f"_dmarc.{DOMAIN}", []), "dmarc", Level.WARNING, "has no DMARC record"),
        ((f"s1._domainkey.{DOMAIN}", []), "dkim", Level.FAULT, "has no key"),
        ((f"s1._domainkey.{DOMAIN}", ["v=DKIM1; p=; t=s"]), "dkim", Level.FAULT, "has no key"),
    ],
)
def test_what_is_wrong_with_records_is_told(
    change: tuple[str, list[str]], about: str, level: Level, words: str
) -> None:
    found = asked(change)[about]
    assert (found.level, words in found.told) == (level, True), found
    assert found.to_do


def test_a_mail_without_a_signature_and_the_record_of_the_domain_above() -> None:
    found = asked((f"_dmarc.{DOMAIN}", []), ("_dmarc.graven-circle.org", ["v=DMARC1;p=reject"]), signed=False)
    assert found["dmarc"].told == "_dmarc.graven-circle.org: v=DMARC1;p=reject"
    assert (found["dkim"].level, found["spf"].level) == (Level.WARNING, Level.WELL)


def test_without_a_resolver_and_for_names_of_examples_it_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(name: str) -> list[str]:
        raise NoResolver("nobody answers")

    (found,) = records(DOMAIN, signed_by=None, ask=nobody)
    assert (found.level, found.told) == (Level.SKIPPED, "no resolver answers here (nobody answers)")
    (found,) = records("duel.example.org", signed_by=None, ask=nobody)
    assert (found.level, found.told) == (Level.SKIPPED, "duel.example.org is a name for examples")


@pytest.mark.parametrize(
    ("error", "resolved"),
    [(dns.resolver.NXDOMAIN, []), (dns.resolver.NoAnswer, []), (dns.resolver.NoNameservers, None), (OSError, None)],
)
def test_a_name_that_is_not_there_is_no_silence(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], resolved: list[str] | None
) -> None:
    def resolve(*_: object, **__: object) -> object:
        raise error

    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    if resolved is None:
        with pytest.raises(NoResolver):
            doctor_dns.texts(DOMAIN)
    else:
        assert doctor_dns.texts(DOMAIN) == resolved
