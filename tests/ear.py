"""A journal that tests can listen to."""

import asyncio

from referee.journal import Journal

PATIENCE_SECONDS = 300.0  # then it hangs; nothing is measured by it, for machines are busy at times


class Ear(Journal):
    """Remembers the names of all events; `until` waits for one of them to be heard often enough."""

    def __init__(self) -> None:
        super().__init__("referee.tests")
        self.events: list[str] = []
        self._news = asyncio.Event()

    def note(self, event: str, **facts: object) -> None:
        self._hear(event)

    def detail(self, event: str, **facts: object) -> None:
        self._hear(event)

    def trouble(self, event: str, **facts: object) -> None:
        self._hear(event)

    async def until(self, event: str, count: int = 1) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.events.count(event) < count:
                self._news.clear()
                await self._news.wait()

    def _hear(self, event: str) -> None:
        self.events.append(event)
        self._news.set()
