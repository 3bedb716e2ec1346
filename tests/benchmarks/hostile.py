"""What hostile mails cost beside an order mail: the time until each is filed, and the memory taken meanwhile."""

import gc
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random

from tests.acceptance.at_the_desk import REFEREE, address_of, laid_table
from tests.acceptance.by_mail import reply
from tests.benchmarks.table import print_lines
from tests.mail.hostile.broken import BROKEN
from tests.mail.hostile.foes import FOES
from tests.mail.hostile.robots import ROBOTS
from tests.mail.hostile.scene import Make, Scene

RUNS = 7
PLAIN = "an order mail"
KINDS: dict[str, dict[str, Make]] = {"robot": ROBOTS, "foe": FOES, "broken": BROKEN}


@dataclass(frozen=True, kw_only=True)
class Cost:
    """The medians of some mails of one kind: bytes sent, seconds of the processor, bytes at the peak above what was
    there before."""

    name: str
    sent: float
    seconds: float
    memory: float


def show() -> None:
    """A line for each kind, the dearest first, and what all of them left behind in memory."""
    seconds, _ = _measured(_seconds)
    tracemalloc.start()
    memory, left = _measured(_peak)
    tracemalloc.stop()
    costs = [
        Cost(name=name, sent=sent, seconds=taken, memory=memory[name][1]) for name, (sent, taken) in seconds.items()
    ]
    print_lines(("hostile mails, until filed", "kB", "ms", "ratio", "peak kB", "ratio"), _lines(costs))
    print(f"left in memory by {RUNS * (len(costs) - 1)} hostile mails: {left / 1000:,.0f} kB")


def _lines(costs: list[Cost]) -> Iterator[tuple[str, ...]]:
    plain = costs[0]
    for cost in [plain, *sorted(costs[1:], key=lambda cost: -cost.seconds)]:
        yield (
            cost.name,
            f"{cost.sent / 1000:,.0f}",
            f"{cost.seconds * 1000:,.1f}",
            f"{cost.seconds / plain.seconds:.1f}",
            f"{cost.memory / 1000:,.0f}",
            f"{cost.memory / plain.memory:.1f}",
        )


def _measured(measure: Callable[[Callable[[], object]], float]) -> tuple[dict[str, tuple[float, float]], float]:
    """For each kind the median size of its mails and what was measured of them, and by how much memory grew."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, laid_table(Path(folder)) as table:
        table.start("Ann", "Bob")
        mails = dict(_mails(table.asked("Ann")))
        for mail in mails[PLAIN]:
            table.receive(mail)  # what is made but once
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for name, some in mails.items():
            amounts = [measure(partial(table.receive, b"X-Run: 1\n" + mail)) for mail in some]
            found[name] = (statistics.median(map(len, some)), statistics.median(amounts))
        gc.collect()
        return found, tracemalloc.get_traced_memory()[0] - before


def _mails(asked: EmailMessage) -> Iterator[tuple[str, list[bytes]]]:
    ann = address_of("Ann")
    orders = (f"LH: {'FPSWDF'[number % 6]}\nRH: P\nsay: {number}" for number in range(RUNS))
    yield PLAIN, [reply(asked, ann, words).as_bytes() for words in orders]
    for sort, kinds in KINDS.items():
        for name, make in kinds.items():
            scenes = (Scene(asked=asked, player=ann, home=REFEREE, dice=Random(number)) for number in range(RUNS))
            yield f"{sort}: {name}", [make(scene) for scene in scenes]


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _peak(work: Callable[[], object]) -> float:
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    work()
    return tracemalloc.get_traced_memory()[1] - before
