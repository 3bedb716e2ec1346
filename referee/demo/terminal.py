"""The reader's seat: mails are shown at the terminal, and lines typed there are the answer."""

import asyncio
import sys
import threading
from email.message import EmailMessage
from typing import Final

from referee.demo.players import asks, is_report, place_of, subject_of, text_of, topic_of
from referee.demo.show import heading, say

_COMPLETE: Final = ": complete"


class Left(Exception):
    """The reader has ended the input."""


class Terminal:
    """Standard input by lines. They are read in a thread that does not keep the program from ending."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for typed in sys.stdin:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, typed)
        self._loop.call_soon_threadsafe(self._lines.put_nowait, "")

    async def mind(self, mail: EmailMessage) -> str | None:
        """Show a mail and ask for the words to answer it with, where it wants an answer. Raises Left."""
        heading(f"mail: {topic_of(mail)}")
        say(text_of(mail).strip())
        if asks(mail) or (not is_report(mail) and _COMPLETE not in subject_of(mail)):
            return await self._ask(place_of(mail)[1])
        return None

    async def _ask(self, turn: int) -> str:
        heading(f"your orders for turn {turn}, line by line; an empty line sends them")
        words: list[str] = []
        while True:
            typed = await self._lines.get()
            if not typed:
                raise Left
            if typed.strip():
                words.append(typed.rstrip("\n"))
            elif words:
                return "\n".join(words)
