"""Terms in plain English, as invitations and reports tell them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import assert_never

from referee.mail.wrapping import wrapped
from referee.terms.model import Press, Silence, SilenceKind, Terms
from referee.times.durations import DAY, HOUR, long
from referee.times.zones import place


def tell(terms: Terms) -> str:
    """Two paragraphs in lines of 72 columns: the clock with what happens to silent wizards, and the rest."""
    return "\n\n".join(wrapped(" ".join(part)) for part in (clock_sentences(terms), table_sentences(terms)))


def clock_sentences(terms: Terms) -> Iterator[str]:
    """How long a turn takes, and what happens when it is over."""
    due = "" if terms.at is None else f", due at {terms.at:%H:%M} {place(terms.zone)}"
    days = ", weekdays only" if terms.weekdays else ""
    where = f" (days {place(terms.zone)})" if terms.weekdays and terms.at is None else ""
    yield f"Turns take {_plain(terms.turn)}{days}{where}{due}."
    if terms.grace:
        yield f"Late orders are still taken for {_plain(terms.grace)} after that."
    if terms.bank:
        yield (
            f"Each player then has {_plain(terms.bank)} more in the bank for the whole game, used up "
            "only while his orders are late."
        )
    yield silence_sentence(terms.silence)
    if terms.cool_off:
        yield f"Once all orders are in they can be changed for {_plain(terms.cool_off)} more."
    else:
        yield "A turn ends as soon as all orders are in."


def silence_sentence(silence: Silence) -> str:
    """What happens when a wizard's time is over without orders, told in advance."""
    match silence.kind:
        case SilenceKind.WAIT:
            return "If orders are missing then, the game waits for them, and the player is reminded."
        case SilenceKind.REST:
            return "If orders are missing then, both hands of that wizard do nothing in that turn."
        case SilenceKind.SAME:
            return "If orders are missing then, that wizard makes the gestures of his last turn once more."
        case SilenceKind.SURRENDER:
            end = f"that wizard gives up the game{_count(silence.after)}"
            return f"If orders are missing then, {_until(silence.after)}{end}."
        case SilenceKind.STANDBY:
            end = f"the seat is offered to a standby player{_count(silence.after)}"
            return (
                f"If orders are missing then, {_until(silence.after)}{end}. "
                "Once it has been on offer for the length of a turn the game goes on without orders for it."
            )
    assert_never(silence.kind)


def table_sentences(terms: Terms) -> Iterator[str]:
    """Who plays, by which rules, and who is told what."""
    rated = "rated" if terms.rated else "not rated"
    yield f"This game of {terms.wizards} wizards goes by the {terms.rules.capitalize()} rules and is {rated}."
    if terms.anonymous:
        yield "It is not told who plays which wizard before the game is over."
    match terms.press:
        case Press.NONE:
            yield "The referee carries no letters between the players."
        case Press.SIGNED:
            yield "The referee carries letters between the players and says which wizard sent them."
        case Press.GREY:
            yield "The referee carries letters between the players and never says who sent them."
    if terms.watchers_behind:
        yield "Spectators are told of each turn one turn later."


def _until(after: int) -> str:
    return "both hands of that wizard do nothing, and " if after > 1 else ""


def _count(after: int) -> str:
    return f" after {after} silent turns in a row" if after > 1 else ""


def _plain(span: timedelta) -> str:
    """`72h` is three days to everybody, but nobody says `1 day 12 hours`."""
    hours = span / HOUR
    if hours.is_integer() and span < 3 * DAY and span % DAY:
        return f"{int(hours)} hours" if hours != 1 else "1 hour"
    return long(span)
