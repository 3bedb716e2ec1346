"""A turn in a few words, for the Subject of its report."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import HitPointsChanged
from referee.mail.scroll import Scroll
from referee.mail.wording import counted

PARTS_MAX = 2


def headline(scroll: Scroll) -> str:
    """The weightiest things that happened, two at most."""
    told = list(dict.fromkeys(_news(scroll)))
    return ", ".join(told[:PARTS_MAX]) if told else "nobody is hurt"


def _news(scroll: Scroll) -> Iterator[str]:
    voice = scroll.voice
    if scroll.result is not None:
        winner = scroll.result.winner
        yield "a draw" if winner is None else "you won" if winner == scroll.view.viewer else f"{winner} won"
    for wizard in scroll.left:
        yield f"{voice.name(wizard)} surrendered"
    for died in scroll.died:
        if scroll.is_wizard(died.being):
            yield f"{voice.name(died.being)} died"
    dead = {died.being for died in scroll.died}
    changes = [change for change in scroll.of(HitPointsChanged) if change.being not in dead]
    for change in sorted(changes, key=lambda s: (s.being != scroll.view.viewer, s.after - s.before)):
        lost = change.before - change.after
        if lost > 0 and scroll.is_wizard(change.being):
            yield f"{voice.name(change.being)} lost {counted(lost, 'hit point')}"
    for raised in scroll.raised.values():
        yield f"{voice.name(raised.being)} rose from the dead"
    for made in scroll.made.values():
        yield f"{made.name} appeared"
    for laid in scroll.laid:
        yield f"{laid.enchantment.name} on {voice.name(laid.being)}"
    if scroll.view.blind:
        yield "you are blind"
    for cast in scroll.casts.values():
        if not cast.discharged:
            yield f"{voice.name(cast.caster)} cast {cast.spell}"
