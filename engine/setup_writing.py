"""The field before turn 1 as the setup lines of a transcript that lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model import FULL_HIT_POINTS, Being, Duel, new_duel
from engine.monsters import MONSTERS
from engine.script import Line, TranscriptError
from engine.setup import set_up


class Untellable(ValueError):
    """An opening that no setup lines lead to, or a salt that no line can hold."""


def setup_lines(opening: Duel) -> tuple[str, ...]:
    """The setup lines that lead to this opening; Untellable where there are none that do."""
    names = tuple(wizard.name for wizard in opening.wizards)
    lines = tuple(_setup(opening))
    plain = new_duel(names, salt=opening.salt, rules=opening.rules)
    try:
        reached = set_up(plain, tuple(Line(0, line) for line in lines))
    except TranscriptError as error:
        raise Untellable(f"the opening cannot be set up: {error.reason}") from None
    if reached != opening:
        raise Untellable("the opening holds what no setup line can say")
    return lines


def _setup(opening: Duel) -> Iterator[str]:
    for monster in opening.monsters:
        article = "an" if monster.kind[0] in "aeiou" else "a"
        yield f"{monster.controller or opening.wizards[0].name} controls {article} {monster.kind}"
    for being in opening.beings:
        if being.hit_points != _full(opening, being):
            yield f"{being.name} has {being.hit_points} hit points"
        for enchantment in being.enchantments:
            yield f"{being.name} has {enchantment.name}"
    for wizard in opening.wizards:
        if wizard.banked is not None:
            yield f"{wizard.name} banked {wizard.banked}"
        if wizard.history:
            left, right = ("".join(getattr(made, hand) for made in wizard.history) for hand in ("left", "right"))
            yield f"{wizard.name} history LH {left} RH {right}"


def _full(opening: Duel, being: Being) -> int:
    monster = opening.monster(being.name)
    return FULL_HIT_POINTS if monster is None else MONSTERS[monster.kind].hit_points
