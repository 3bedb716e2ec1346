"""Silence: turns that differ only in what a wizard may not know look the same to him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from engine.clauses import AimClause, AnyClause, CastClause, ForcedClause, HandClause, Orders
from engine.enchantments import AMNESIA, PARALYSIS
from engine.events import Compelled, Turn
from engine.model import Duel, Gesture, Hand, Made, Monster, Wizard
from engine.orders import check
from engine.resolver import adjudicate
from engine.variants import rules_of
from engine.views import View, observe
from referee.mail import compose
from referee.mail.compose import Mail
from tests.mail.scenes import scene
from tests.simulation.knowing import knowable, seen
from tests.simulation.measures import chunk_name, games
from tests.simulation.renaming import given_dice
from tests.simulation.seekers import Played, Seeker, played

Change = tuple[Duel, dict[str, Orders]]
FREE = tuple(Gesture(letter) for letter in "FPSWD-")


@pytest.mark.parametrize("seeds", games(80, 12_000), ids=chunk_name)
def test_turns_that_differ_only_in_secrets_look_the_same(seeds: range) -> None:
    told: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        for each in played(seed):
            viewer = rng.choice(each.turn.before.wizards).name
            for name, change in SECRETS.items():
                for duel, orders in change(each, viewer, rng):
                    other = adjudicate(duel, orders, dice=given_dice(each.turn))
                    told[name] += looks_alike(each.turn, other, viewer, f"game {seed}, {name}")
    assert all(told[name] > 3 for name in SECRETS), told


def looks_alike(one: Turn, other: Turn, viewer: str, where: str) -> bool:
    """Whether two different turns are alike in all that the viewer may know; if so, they must look alike."""
    if one == other or knowable(one, viewer) != knowable(other, viewer):
        return False
    where = f"{where}, turn {one.turn}, {viewer}"
    first, second = observe(one, viewer), observe(other, viewer)
    assert seen(first) == seen(second), where
    if not (one.after.result or other.after.result):  # the last report tells all that was secret
        assert _report(one, first) == _report(other, second), where
    return True


def _report(turn: Turn, view: View) -> Mail:
    """The whole mail that the viewer gets: subject, text and page."""
    assert view.viewer is not None
    return compose.report(scene(turn.after, view.viewer), view=view)


# -- secrets: each gives the turn's duel and orders with something changed that the viewer may not know ----------------


def other_orders(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """Somebody else orders something quite different: a secret where the viewer neither sees nor feels it."""
    duel = each.turn.before
    for name in duel.acting:
        if name != viewer:
            focus = rng.choice([n for n in duel.living if n != viewer] or [viewer])
            clauses = Seeker(name, rng, duel.rules).clauses(duel, focus)
            yield duel, each.orders | {name: check(duel, name, clauses).orders}


def held_hands(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """What somebody wanted to do with a hand that Amnesia or Paralysis held."""
    for event in each.turn.events:
        held = isinstance(event, Compelled) and event.spell in (AMNESIA, PARALYSIS) and event.wizard != viewer
        if held and isinstance(event, Compelled) and event.made is not Gesture.STAB and event.wizard in each.orders:
            orders = each.orders[event.wizard]
            clauses = tuple(
                replace(c, gesture=rng.choice(FREE), subject=None)
                if isinstance(c, HandClause) and c.hand is event.hand and (c.half or 0) == event.half
                else c
                for c in orders.clauses
            )
            yield each.turn.before, each.orders | {event.wizard: replace(orders, clauses=clauses)}


def choices_spelled_out(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """Defaults that somebody wrote out himself."""
    for name, checked in each.checked.items():
        if name != viewer and not any(isinstance(c, ForcedClause) for c in checked.orders.clauses):
            kept: list[AnyClause] = [c for c in checked.orders.clauses if not isinstance(c, CastClause | AimClause)]
            kept += [
                CastClause(
                    spell=cast.spell,
                    hand=cast.hand,
                    half=cast.half,
                    subject="nobody" if cast.discharged else cast.subject,
                )
                for cast in checked.casts
                if cast.hand is not Hand.BANK
            ]
            yield each.turn.before, each.orders | {name: replace(checked.orders, clauses=tuple(kept))}


def banks(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """What somebody has banked, and does not use this turn."""
    yield from _with_wizards(
        each,
        lambda w: (
            w
            if w.name == viewer or w.banked is None
            else replace(w, banked=rng.choice(tuple(rules_of(each.turn.before).spellbook)))
        ),
    )


def salts(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """What the dice of later turns will be."""
    yield replace(each.turn.before, salt=str(rng.random())), each.orders


def hidden_gestures(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """What somebody's hands made when the viewer could not see them."""

    def other(made: Made) -> Made:
        return replace(made, left=rng.choice(FREE), right=rng.choice(FREE)) if viewer in made.hidden_from else made

    yield from _with_wizards(each, lambda w: replace(w, history=tuple(map(other, w.history))))


def standing_orders(each: Played, viewer: str, rng: Random) -> Iterator[Change]:
    """Whom somebody's monsters are told to attack, where they do not come to it."""
    duel = each.turn.before

    def other(monster: Monster) -> Monster:
        if monster.controller == viewer or not monster.alive:
            return monster
        return replace(monster, standing=rng.choice((None, *(n for n in duel.living if n != monster.name))))

    monsters = tuple(map(other, duel.monsters))
    if monsters != duel.monsters:
        yield replace(duel, monsters=monsters), each.orders


def _with_wizards(each: Played, change: Callable[[Wizard], Wizard]) -> Iterator[Change]:
    duel = each.turn.before
    wizards = tuple(map(change, duel.wizards))
    if wizards != duel.wizards:
        yield replace(duel, wizards=wizards), each.orders


SECRETS: dict[str, Callable[[Played, str, Random], Iterator[Change]]] = {
    "other orders": other_orders,
    "held hands": held_hands,
    "choices spelled out": choices_spelled_out,
    "banks": banks,
    "salts": salts,
    "hidden gestures": hidden_gestures,
    "standing orders": standing_orders,
}
