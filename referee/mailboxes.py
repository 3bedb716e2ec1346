"""What mailboxes are called: the first one, which every referee has, and those that are added to it."""

import re
from typing import Final

MAIN: Final = "main"  # the mailbox of [referee], [imap] and [smtp]
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")


def is_name(word: str) -> bool:
    """Whether a mailbox may be called so: small letters, digits and hyphens, 30 at most, a letter first."""
    return _NAME.fullmatch(word) is not None
