"""Steps 5 to 8: sight, Dispel magic, Counter-spell and Magic mirror, redirection (canon 1.4); see `settling.py`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.battlefield import Battlefield
from engine.elementals import merging
from engine.events import BeingRevealed, CastFated, Event, Fate
from engine.settling import settle


def decide_fates(field: Battlefield) -> Iterator[Event]:
    """Work the fates out, and tell them."""
    casts = [c for c in field.casts if c.number not in field.banked]
    plan = settle(field, casts)
    aliases = merging(field, casts, plan)
    field.follow(settle(field, casts, aliases) if aliases else plan)
    for name in sorted(field.plan.revealed):
        yield BeingRevealed(being=name)
    for cast in casts:
        landing = field.plan.landings[cast.number]
        if landing.mirror is not None:
            yield CastFated(cast=cast.number, fate=Fate.REFLECTED, being=landing.mirror, onto=landing.subject)
        if landing.fate not in (None, Fate.DISCHARGED):
            yield CastFated(cast=cast.number, fate=landing.fate, being=landing.subject)
