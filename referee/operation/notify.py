"""Notices to the service manager, as systemd's sd_notify(3) describes them; nothing where there is none."""

import os
import socket
import time
from typing import Final

_SOCKET: Final = "NOTIFY_SOCKET"
_WATCHDOG: Final = "WATCHDOG_USEC"


def ready() -> None:
    """The database is ours and all loops run."""
    _tell("READY=1\nSTATUS=serving")


def reloading() -> None:
    """New settings are being taken up; `ready` ends that."""
    _tell(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")


def stopping() -> None:
    """We are ending."""
    _tell("STOPPING=1")


def alive() -> None:
    """Sent more often than `watchdog_seconds`, or the service manager starts us anew."""
    _tell("WATCHDOG=1")


def watchdog_seconds() -> float | None:
    """How long the service manager waits for a sign of life; None where it does not wait for any."""
    said = os.environ.get(_WATCHDOG, "")
    return int(said) / 1_000_000 if said.isdigit() and int(said) and _SOCKET in os.environ else None


def _tell(words: str) -> None:
    path = os.environ.get(_SOCKET)
    if not path:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(words.encode(), "\0" + path[1:] if path.startswith("@") else path)
