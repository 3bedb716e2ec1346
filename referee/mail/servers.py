"""What both mail clients need to know of servers: growing pauses, outages, wrong passwords."""

import asyncio

from referee.journal import Journal


class WrongPassword(Exception):
    """The mail server does not accept our name and password; waiting will not help."""


class Pace:
    """Pauses in seconds: `first`, then twice as long each time, `longest` at most; back to `first` after a success."""

    def __init__(self, *, first: float = 1.0, longest: float = 60.0) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def pause(self) -> float:
        """The pause before the next attempt."""
        pause = self._next
        self._next = min(pause * 2, self._longest)
        return pause

    def succeeded(self) -> None:
        self._next = self._first


class Outage:
    """Tells the journal once that a server is lost and once that it is back, however often it was tried in between."""

    def __init__(self, journal: Journal, server: str) -> None:
        self._journal, self._server = journal, server
        self._down = False

    def lost(self, reason: str) -> None:
        if not self._down:
            self._journal.trouble(f"{self._server}-lost", reason=reason)
        else:
            self._journal.detail(f"{self._server}-still-lost", reason=reason)
        self._down = True

    def back(self) -> None:
        if self._down:
            self._journal.note(f"{self._server}-back")
        self._down = False


async def until(*events: asyncio.Event, seconds: float) -> None:
    """Until one of the events is set, or the time is over."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
