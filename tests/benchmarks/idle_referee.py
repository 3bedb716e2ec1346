"""A referee that does nothing: the same inbox loop as the daemon's, and each mail is filed unread."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from referee import journal
from referee.config import load
from referee.mail import inbox
from referee.mail.imap_line import Incoming
from referee.mail.inbox import Filing


async def _file_all(mails: Sequence[Incoming]) -> Sequence[Filing]:
    return [Filing.PROCESSED] * len(mails)


async def _watch(config: Path) -> None:
    settings = load(config).imap
    await inbox.watch(settings, _file_all, bell=asyncio.Event(), stop=asyncio.Event(), journal=journal.start())


if __name__ == "__main__":
    asyncio.run(_watch(Path(sys.argv[1])))
