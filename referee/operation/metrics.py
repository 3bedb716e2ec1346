"""Counters for Prometheus on this machine itself: events as the journal tells them, and what the database holds."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from referee import clock
from referee.config import Config
from referee.operation import backups
from referee.store import counts
from referee.store.database import Store
from referee.store.faults import StoreError

if TYPE_CHECKING:
    from prometheus_client.core import Metric

HOST: Final = "127.0.0.1"
# Events that have a counter of their own; all warnings and errors are counted by their names beside.
_EVENTS: Final = {
    "letter-handled": ("referee_letters_handled", "Letters that were handled."),
    "mail-sent": ("referee_mails_sent", "Mails that a server took."),
    "turn-adjudicated": ("referee_turns_adjudicated", "Turns that were adjudicated."),
    "backup-taken": ("referee_backups_taken", "Backups that were taken and verified."),
}


class MetricsMissing(Exception):
    """The library that serves them is not installed, or the port cannot be had."""


class Tally(logging.Handler):
    """Counts the journal's events by name, and apart from that those that are troubles."""

    def __init__(self) -> None:
        super().__init__()
        self.events: Counter[str] = Counter()
        self.troubles: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        event = getattr(record, "event", record.name)
        self.events[event] += 1
        if record.levelno >= logging.WARNING:
            self.troubles[event] += 1


@contextmanager
def served(config: Config, tally: Tally, now: Callable[[], datetime] = clock.now) -> Iterator[None]:
    """Serve them on the configured port, if there is one, for as long as the block lasts. Raises MetricsMissing."""
    if not config.metrics.port:
        yield
        return
    try:
        from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError as error:
        raise MetricsMissing(
            f"metrics.port needs one more library ({error.name}): pip install 'waving-hands-referee[metrics]'"
        ) from error
    registry = CollectorRegistry()
    registry.register(_Collector(config, tally, now))
    try:
        server, thread = start_http_server(config.metrics.port, addr=HOST, registry=registry)
    except OSError as error:
        raise MetricsMissing(f"metrics.port: {HOST}:{config.metrics.port} cannot be had: {error.strerror}") from error
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Collector:
    """What is told is put together anew for each question, with a connection of its own."""

    def __init__(self, config: Config, tally: Tally, now: Callable[[], datetime]) -> None:
        self._config, self._tally, self._now = config, tally, now

    def describe(self) -> list[Any]:
        """Nothing ahead: the registry would have to ask the database for it."""
        return []

    def collect(self) -> Iterator["Metric"]:
        """All metrics as they are now; those of the database are missing while it cannot be read."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415 -- an extra

        for event, (name, words) in _EVENTS.items():
            yield CounterMetricFamily(name, words, value=self._tally.events[event])
        troubles = CounterMetricFamily("referee_troubles", "Warnings and errors of the journal.", labels=["event"])
        for event, count in sorted(self._tally.troubles.items()):
            troubles.add_metric([event], count)
        yield troubles
        try:
            found = self._asked()
        except StoreError:
            return
        for name, words, label, values in (
            ("referee_queue_mails", "Mails that are not out yet, by what becomes of them.", "state", found.mails),
            ("referee_waiting_letters", "Letters that wait for somebody, by state.", "state", found.letters),
            ("referee_games", "Games by state.", "state", found.games),
        ):
            gauge = GaugeMetricFamily(name, words, labels=[label])
            for state, count in values.items():
                gauge.add_metric([state], count)
            yield gauge
        words = "Since the inbox of a mailbox was last seen empty, in seconds."
        since = GaugeMetricFamily("referee_seconds_since_look", words, labels=["mailbox"])
        for name, moment in sorted(found.looked_at.items()):  # of the mailboxes that are looked into now
            since.add_metric([name], (self._now() - moment).total_seconds())
        yield since
        known = backups.existing(self._config.backup.folder, self._config.store.path)
        if known:
            seconds = (self._now() - known[-1].at).total_seconds()
            yield GaugeMetricFamily("referee_seconds_since_backup", "Since the last good backup.", value=seconds)

    def _asked(self) -> counts.Counts:
        with Store.open_to_read(self._config.store.path) as store:
            return counts.counted(store)
