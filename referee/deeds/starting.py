"""Whether a director may start such a game: its seats, its rules and its title."""

from collections.abc import Sequence

from engine.language import Field, name_fault, read
from engine.language.tokens import name_key
from engine.model import WIZARDS_MAX, WIZARDS_MIN, new_duel
from engine.variants import RULE_SETS
from referee.deeds.refusal import Refused
from referee.mail.headers import is_address


def refuse_bad_seats(seats: Sequence[tuple[str, str]], rules: str) -> None:
    """Raises Refused where no game can be played by these (wizard, address) and rules."""
    if rules not in RULE_SETS:
        raise Refused(f"there is no rule set {rules!r}; there is {', '.join(RULE_SETS)}")
    if not WIZARDS_MIN <= len(seats) <= WIZARDS_MAX:
        raise Refused(f"a game takes {WIZARDS_MIN} to {WIZARDS_MAX} wizards, not {len(seats)}")
    for name, address in seats:
        fault = name_fault(name)
        if fault is not None:
            raise Refused(f"{name!r} cannot be a wizard's name: {fault}")
        if not is_address(address):
            raise Refused(f"{address!r} is not an address that can be written to")
    if len({name_key(name) for name, _ in seats}) < len(seats):
        raise Refused("two wizards of one game cannot have names that differ in case or accents only")


def reads_as_an_order(title: str, names: Sequence[str]) -> bool:
    """Whether the title of a game between these wizards could be taken for an order."""
    return bool(read(title, Field.of(new_duel(tuple(names))), names[0]).clauses)
