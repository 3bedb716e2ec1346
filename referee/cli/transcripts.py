"""Transcripts that commands are given: a file, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from engine.transcript import TranscriptError

FAULTY: Final = 2  # exit status


def text_of(file: str) -> str:
    """The text of a transcript, `-` for standard input. Raises TranscriptError."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise TranscriptError(0, f"cannot be read: {error.strerror}", file=file) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TranscriptError(line, "is not UTF-8 text", file=file) from None
