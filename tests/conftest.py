"""What all tests share: the throw-away post office, and an honest word at the end about what could not run."""

import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.post_office import PostOffice, has_dovecot

# Where the tests' files are kept in memory: what a killed process leaves is the same as on a disk, and no commit waits.
MEMORY = Path("/dev/shm")
MEMORY_BYTES_MIN = 4 << 30
NO_DOVECOT = "Dovecot is not installed (Debian: dovecot-imapd and dovecot-lmtpd)"


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile("no wall time", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("no wall time")
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES_MIN:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    config.addinivalue_line("markers", "needs_dovecot: talks to a real Dovecot; fails where CI=true and there is none")


@pytest.hookimpl(optionalhook=True)  # xdist may not be there, or be turned off
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors, as there is always one that waits for a mail."""
    return (os.cpu_count() or 1) + 1


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("needs_dovecot") is not None and not has_dovecot():
        pytest.skip(NO_DOVECOT)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI=true everything must be there to run every test: a skipped one has failed."""
    report = yield
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"could not run, and here it must: {call.excinfo.value if call.excinfo else report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = Counter(str(one.longrepr[-1]) for one in terminalreporter.stats.get("skipped", []))
    if reasons:
        terminalreporter.section("NOT RUN", red=True, bold=True)
        for reason, count in reasons.items():
            terminalreporter.line(f"{count} tests did not run: {reason.removeprefix('Skipped: ')}.")


@pytest.fixture(scope="module")
def post_office() -> Iterator[PostOffice]:
    """A Dovecot with an SMTP server in front of it, on free ports of the loopback; one for each module."""
    with PostOffice.open({"referee": "rot13", "ann": "annpw", "bob": "bobpw"}) as office:
        yield office
