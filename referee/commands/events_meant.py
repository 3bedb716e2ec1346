"""Which event a player means: by its number or its name, or because there is but one that it could be."""

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from engine.language.nearest import nearest
from referee.commands.command import Answer, Caller, refusal
from referee.commands.doors import Doors
from referee.mail.answers import Piece
from referee.names import look_alike_key
from referee.store import tournaments
from referee.store.tournaments import Tournament, TournamentState
from referee.tournaments.wording import sort_of, told_state

NUMBER: Final = r"(?:(?:in |of |the )*(?:event |tournament |no\.? ?)?#?[0-9]{1,9})"
CALLED: Final = r"(?:(?:the )?(?:event|tournament) [^\n]{1,60})"
ANY: Final = rf"(?:{NUMBER}|[^\n]{{1,60}})"
TOLD: Final = tuple(each for each in TournamentState if each is not TournamentState.PLANNED)
ROW_CHARS: Final = 46  # what a telephone shows of a table
_NOUN: Final = re.compile(r"(?:the )?(?:event|tournament) ", re.IGNORECASE)
_NUMBER: Final = re.compile(NUMBER, re.IGNORECASE)
NAMED: Final = r"(?:[^\s,]+(?: +[^\s,]+){0,6}?)"  # a name by itself, which elsewhere may be talk
_BEFORE: Final = frozenset(("in", "of", "the", "event", "tournament"))


def event_meant(
    desk: Doors, caller: Caller, said: str, *, verb: str, could_be: Sequence[Tournament]
) -> Tournament | Answer:
    """The event that `said` names, or where nothing is said the one that it could be; else a refusal that lists them.
    `verb` is the command's word."""
    said = " ".join(said.split())
    if not said:
        return could_be[0] if len(could_be) == 1 else refusal(*which(could_be, verb))
    if _NUMBER.fullmatch(said):
        found = tournaments.load(desk.store, int(re.sub(r"\D", "", said)))
    else:
        found = called(desk, said)
    if found is None or found.state not in TOLD:
        known = tournaments.listing(desk.store, TOLD)
        near = nearest(said, [each.name for each in known])
        return refusal(
            f"There is no event {_NOUN.sub('', said)[:60]}." + (f" Did you mean {near}?" if near else ""),
            *which(could_be, verb),
        )
    return found


def called(desk: Doors, said: str) -> Tournament | None:
    """The event of that name. Words that may stand before one are left out, but as few as can be: an event's name may
    begin with them."""
    words = said.split()
    while words:
        found = tournaments.by_name(desk.store, look_alike_key(" ".join(words)))
        if found is not None or words[0].lower() not in _BEFORE:
            return found
        words = words[1:]
    return None


def which(could_be: Sequence[Tournament], verb: str) -> tuple[Piece, ...]:
    """What would work."""
    if not could_be:
        return ("Write tournaments to see which events there are.",)
    rows = tuple(row for each in could_be for row in event_row(each))
    return (f"Say which event you mean, as in {verb} {could_be[0].id}:", rows)


def event_row(found: Tournament) -> tuple[str, ...]:
    """An event in a row or more: its number, name, format and where it stands."""
    line = f"{found.id:<4}{found.name}: {sort_of(found.definition)}, {told_state(found)}"
    return tuple(textwrap.wrap(line, ROW_CHARS, subsequent_indent=" " * 4, break_on_hyphens=False))


def mine_or_all(desk: Doors, caller: Caller) -> list[Tournament]:
    """The events that the caller is in, or where he is in none all that have begun."""
    assert caller.player is not None, "only players get here"
    return tournaments.of_player(desk.store, caller.player.id) or tournaments.listing(desk.store, TOLD)
