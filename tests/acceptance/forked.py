"""`referee run` as a process of its own that need not import anything first, as it is forked from one that has.

The acceptance tests start some hundred daemons, and a daemon's first second goes by with imports. What is installed as
`referee` is run where nothing else but a refusal, or a command that ends by itself, is looked at (`House.called`)."""

import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from referee.__main__ import main

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["referee.__main__"])


class Forked:
    """`referee` with some words, in a folder and with an environment; `said` is what it writes on standard error."""

    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        ours, theirs = os.pipe()
        with Connection(theirs, readable=False) as ear:
            self._process = _FORKS.Process(target=_become, args=(tuple(words), folder, dict(environment), ear))
            self._process.start()
        self.said = os.fdopen(ours, encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def status(self, seconds: float | None = 0.0) -> int | None:
        """Its exit status (the number of a signal that ended it is negative), None where it goes on for so long."""
        self._process.join(seconds)
        return self._process.exitcode

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)


def _become(words: Sequence[str], folder: Path, environment: Mapping[str, str], ear: Connection) -> None:
    os.dup2(ear.fileno(), 2)
    ear.close()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    random.seed()  # all forks would have the same, and their mails the same names
    sys.argv = ["referee", *words]
    main()
