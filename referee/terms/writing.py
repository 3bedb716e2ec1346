"""Terms as words that are read as the same terms, and as a table."""

from collections.abc import Iterator
from typing import Final

from referee.terms.model import Silence, Terms
from referee.times.durations import short

_USUAL: Final = Terms()


def text(terms: Terms) -> str:
    """On one line, what is usual left out: `3d weekdays at 20:00 Europe/Berlin, rated, no orders: rest`."""
    return ", ".join(_phrases(terms))


def table(terms: Terms) -> dict[str, str | int | bool]:
    """All options under their keys; `read_table` makes the same terms of it."""
    return {
        "turn": short(terms.turn),
        "weekdays": terms.weekdays,
        "at": "any hour" if terms.at is None else f"{terms.at:%H:%M}",
        "zone": terms.zone,
        "grace": short(terms.grace),
        "bank": short(terms.bank),
        "cool_off": short(terms.cool_off),
        "rules": terms.rules,
        "wizards": terms.wizards,
        "rated": terms.rated,
        "anonymous": terms.anonymous,
        "press": terms.press.value,
        "no_orders": _silence(terms.silence),
        "spectators": "1 turn later" if terms.watchers_behind else "at once",
    }


def _phrases(terms: Terms) -> Iterator[str]:
    yield short(terms.turn) + (" weekdays" if terms.weekdays else "") + _when(terms)
    if terms.grace != _USUAL.grace:
        yield f"grace {short(terms.grace)}" if terms.grace else "no grace"
    if terms.bank:
        yield f"bank {short(terms.bank)}"
    if terms.cool_off:
        yield f"cool-off {short(terms.cool_off)}"
    if terms.rules != _USUAL.rules:
        yield f"rules {terms.rules}"
    if terms.wizards != _USUAL.wizards:
        yield f"{terms.wizards} wizards"
    if terms.rated:
        yield "rated"
    if terms.anonymous:
        yield "anonymous"
    if terms.press is not _USUAL.press:
        yield f"press {terms.press}"
    if terms.silence != _USUAL.silence:
        yield f"no orders: {_silence(terms.silence)}"
    if terms.watchers_behind:
        yield "spectators 1 turn later"


def _when(terms: Terms) -> str:
    if terms.at is not None:
        return f" at {terms.at:%H:%M} {terms.zone}"
    return f" zone {terms.zone}" if terms.zone != _USUAL.zone else ""


def _silence(silence: Silence) -> str:
    return f"{silence.kind} after {silence.after}" if silence.after else silence.kind.value
