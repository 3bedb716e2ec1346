"""What tells a letter from others: the same mail that came twice, and the same words again."""

import hashlib

from referee.mail.letter import Letter


def mail_key(letter: Letter) -> bytes | None:
    """What tells a mail from others: the same mail that came by two ways has the same key. None where it has no
    Message-ID: two mails that say yes are not the same."""
    return digest(letter.message_id, letter.sender, *letter.lines) if letter.message_id else None


def words_key(letter: Letter) -> bytes:
    """The same for the same words from the same sender, to the same turn."""
    marks = (f"{mark.game}.{mark.seat}.{mark.turn}" for mark in letter.marks)
    return digest(letter.sender.casefold(), *sorted(set(marks)), "", *letter.lines)


def digest(*words: str) -> bytes:
    """Sixteen bytes that stand for the words."""
    return hashlib.sha256("\n".join(words).encode("utf-8", "replace")).digest()[:16]
