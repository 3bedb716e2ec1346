"""Step 9: Raise dead against Finger of death, summons, and corpses that rise (canon 3.1, 3.2, A64, A77, A119, A122)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battlefield import Battlefield, Cast
from engine.elementals import chosen_kind
from engine.events import CastFated, Event, Fate, MonsterMade, Raised
from engine.model import FULL_HIT_POINTS, Monster, unborn
from engine.monsters import ELEMENTALS, MONSTERS
from engine.spellbook import Death, Raise, Summon


def cancel_deaths(field: Battlefield) -> Iterator[Event]:
    """Raise dead and Finger of death on one subject come to nothing: all of them, or of the Raises the first (A77)."""
    first = {at: cast.number for cast, at in reversed(field.arrivals(Raise))}
    doomed = {at for _, at in field.arrivals(Death)}
    for cast, at in field.arrivals(Raise, Death):
        spent = cast.kind is Death or field.rules.every_raise_is_spent_on_death
        if at in first and at in doomed and (spent or first[at] == cast.number):
            yield CastFated(cast=cast.number, fate=Fate.NEUTRALISED, being=at)


def raise_dead(field: Battlefield) -> Iterator[Event]:
    """The first Raise dead on a corpse, by order of seats, raises it; its caster owns a monster so raised."""
    risen: set[str] = set()
    for cast, at in field.arrivals(Raise):
        corpse = field.duel.being(at)
        if corpse is None or corpse.alive or at in risen:
            continue
        risen.add(at)
        if isinstance(corpse, Monster):
            full, controller = MONSTERS[corpse.kind].hit_points, None if corpse.kind in ELEMENTALS else cast.caster
        else:
            full, controller = FULL_HIT_POINTS, None
        yield Raised(being=at, hit_points=full, controller=controller, cast=cast.number)


def summon(field: Battlefield) -> Iterator[Event]:
    """The monsters of this turn, numbered in order of casts."""
    landed = [(c, field.plan.landings[c.number].subject or at) for c, at in field.arrivals(Summon)]
    masters = _masters(field, landed)
    numbers = dict(field.duel.numbers)
    for cast, subject in landed:
        assert isinstance(cast.effect, Summon)
        master = masters[cast.number]
        kind = cast.effect.kinds[0]
        if cast.effect.elemental:
            kind = chosen_kind(field, field.plan, field.casts, cast.effect, subject)
        numbers[kind] = numbers.get(kind, 0) + 1
        yield MonsterMade(
            name=f"{kind} {numbers[kind]}",
            kind=kind,
            controller=None if cast.effect.elemental else master,
            lands_on=master,
            hit_points=MONSTERS[kind].hit_points,
            maker=cast.caster,
            hand=cast.hand,
            cast=cast.number,
        )


def _masters(field: Battlefield, landed: list[tuple[Cast, str]]) -> dict[int, str | None]:
    """For whom each summons makes its monster: a wizard, or the master of the monster it was cast at (A64, A122)."""
    summoned_at = {unborn(cast.hand, cast.caster): subject for cast, subject in reversed(landed)}

    def master(subject: str) -> str | None:
        while subject in summoned_at:  # it ends: what lands on the unborn is born after it (see `settling.py`)
            subject = summoned_at[subject]
        monster = field.duel.monster(subject)
        return subject if monster is None else monster.controller

    return {cast.number: master(subject) for cast, subject in landed}
