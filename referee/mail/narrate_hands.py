"""What hands did, in words, and what bent them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.enchantments import AMNESIA, CHARM_PERSON, CONFUSION, FEAR, PARALYSIS
from engine.events import Compelled, CompulsionFixed, PalmsShown
from engine.model import Gesture, Hand
from referee.mail.scroll import Scroll
from referee.mail.wording import GESTURE_NOUNS, HAND_WORDS, listed, pairs_made


def hands(scroll: Scroll, wizard: str) -> Iterator[str]:
    """The gestures of one wizard, and why they were not his own."""
    voice = scroll.voice
    event = scroll.gestured.get(wizard)
    if event is None:
        return
    if not scroll.unseen(wizard):
        yield pairs_made(event.pairs, voice.whose(wizard))
    elif scroll.view.dim:
        yield f"not everyone saw {voice.whose(wizard)} hands"
    elif not scroll.view.blind and not scroll.outside:
        yield f"{voice.was(wizard)} invisible, and nobody saw those hands"
    yield from _bent(scroll, wizard)
    if any(shown.wizard == wizard for shown in scroll.of(PalmsShown)):
        yield "that pair of palms is a surrender"


def _bent(scroll: Scroll, wizard: str) -> Iterator[str]:
    by_spell: dict[str, list[Compelled]] = {}
    for event in scroll.of(Compelled):
        if event.wizard == wizard:
            by_spell.setdefault(event.spell, []).append(event)
    for spell, events in by_spell.items():
        yield _why(scroll, wizard, spell, events) + _instead(scroll, wizard, events)
    for fixed in scroll.of(CompulsionFixed):
        if fixed.being == wizard and fixed.after.hand is not None and fixed.after.gesture is not None:
            made = GESTURE_NOUNS[fixed.after.gesture]
            hand = f"{scroll.voice.whose(wizard)} {HAND_WORDS[fixed.after.hand]}"
            yield f"{fixed.after.name} is permanent, so {hand} will make {made} again, turn after turn"


def _why(scroll: Scroll, wizard: str, spell: str, events: list[Compelled]) -> str:
    whose = scroll.voice.whose(wizard)
    which = listed(dict.fromkeys(HAND_WORDS[event.hand] for event in events))
    made = listed(dict.fromkeys(GESTURE_NOUNS[event.made] for event in events))
    seen = not scroll.unseen(wizard)
    if spell == AMNESIA:
        return f"it was Amnesia that made {scroll.voice.name(wizard)} repeat the turn before"
    if spell == CONFUSION:
        rolled = "the dice of Confusion" if events[0].rolled else "Confusion"
        return f"{rolled} fell on {whose} {which}" + (f" and made it show {made}" if seen else "")
    if spell == CHARM_PERSON:
        return f"it was Charm person that moved {whose} {which}" + (f" to make {made}" if seen else "")
    if spell == PARALYSIS:
        return f"it was Paralysis that held {whose} {which}" + (f", which could only show {made}" if seen else "")
    assert spell == FEAR, spell
    return f"it was Fear that kept {whose} {which} from more"


def _instead(scroll: Scroll, wizard: str, events: list[Compelled]) -> str:
    """What he had ordered, where he is the reader and it was something else."""
    changed = [e for e in events if e.ordered not in (Gesture.UNSEEN, e.made)]
    if wizard != scroll.view.viewer or not changed:
        return ""
    wanted = listed(
        dict.fromkeys(
            f"{GESTURE_NOUNS[e.ordered]} with the {'left' if e.hand is Hand.LEFT else 'right'}" for e in changed
        )
    )
    return f" (you had ordered {wanted})"
