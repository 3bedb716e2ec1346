"""The named steps of a mail's way, and the one test hook: a daemon that ends itself at such a step.

Code that walks the way calls `at(Step.X)`, where `at` is handed to it. In ordinary life `at` is `pass_by` and does
nothing. The tests of crashes start the real daemon with `REFEREE_END_AT="after commit"` in its environment;
`from_environment` then gives an `at` that ends the process with SIGKILL when it comes to that step, as a power cut
would."""

import os
import signal
from collections.abc import Callable, Mapping
from enum import StrEnum

END_AT = "REFEREE_END_AT"


class Step(StrEnum):
    """Where a mail can be on its way through the daemon, in the order of the way."""

    FETCHED = "fetched"
    STORED = "stored"
    PARSED = "parsed"
    BEFORE_COMMIT = "before commit"
    AFTER_COMMIT = "after commit"
    BEFORE_FILING = "before filing"
    BEFORE_SEND = "before send"
    AFTER_SEND = "after send"


At = Callable[[Step], None]


def pass_by(step: Step) -> None:
    """What `at` does when nobody tests crashes: nothing."""


def end_at(fatal: Step) -> At:
    """An `at` that kills this process, without any cleaning up, on the first visit to `fatal`."""

    def at(step: Step) -> None:
        if step is fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    return at


def from_environment(environment: Mapping[str, str]) -> At:
    """`end_at` the step named in REFEREE_END_AT, else `pass_by`. Raises ValueError for a name that is no step."""
    name = environment.get(END_AT, "")
    return end_at(Step(name)) if name else pass_by
