"""What all tests share: the throw-away post office, and an honest word at the end about what could not run."""

import os
from collections.abc import Iterator

import pytest

from tests.post_office import PostOffice, has_dovecot

NO_DOVECOT = "Dovecot is not installed (Debian: dovecot-imapd and dovecot-lmtpd)"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs_dovecot: talks to a real Dovecot; fails where CI=true and there is none")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("needs_dovecot") is None or has_dovecot():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{NO_DOVECOT}, and here it must be", pytrace=False)
    pytest.skip(NO_DOVECOT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [one for one in terminalreporter.stats.get("skipped", []) if NO_DOVECOT in str(one.longrepr)]
    if skipped:
        terminalreporter.section("NOT RUN", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests did not run: {NO_DOVECOT}.")


@pytest.fixture(scope="module")
def post_office() -> Iterator[PostOffice]:
    """A Dovecot with an SMTP server in front of it, on free ports of the loopback; one for each module."""
    with PostOffice.open({"referee": "rot13", "ann": "annpw", "bob": "bobpw"}) as office:
        yield office
