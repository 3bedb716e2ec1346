"""What orders would do, in lines of text that no reader takes for orders: for a receipt, a mail or the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.enchantments import DELAYED_EFFECT
from engine.gestures import Begun
from engine.model import Duel, Hand, Part
from engine.orders import in_words
from engine.preview import Foreseen, Kind, Preview
from engine.stopping import Stop
from referee.mail import receipts
from referee.mail.outlook import outlook
from referee.mail.tables import beside, outlook_lines
from referee.mail.wording import Voice, listed, own
from referee.mail.wrapping import wrapped

_EDGE: Final = "| "
_ALL_SEEN: Final = "no spell that you can see coming stops it"
_PALMS: Final = "Both palms together are a surrender: these orders give the duel up."
_EXTRA: Final = "This is an extra turn, in which nobody's defence counts: nothing that others do stops these spells."


def preview_lines(seen: Preview, duel: Duel) -> tuple[str, ...]:
    """All that a preview tells its wizard, in lines of 72 columns at most; `duel` is the one it was made for."""
    lines: list[str] = []
    ordered = [row for line in in_words(seen.checked) for row in beside(_EDGE, [line])]
    lines += ["Your orders as understood", *ordered] if ordered else ["No orders stand."]
    hands = outlook_lines(outlook(seen.checked, duel, seen.wizard))
    lines += ["", "What they come to", *hands] if hands else []
    lines += _taken(seen)
    told = [receipts.complaint_sentence(c) for c in seen.complaints]
    lines += ["", "What is wrong with them or may surprise you", *(wrapped(t, _EDGE) for t in told)] if told else []
    if any(caution.kind is Kind.SURRENDER for caution in seen.cautions):
        lines += ["", wrapped(_PALMS, _EDGE)]
    lines += _missing(seen)
    lines += _stopping(seen)
    return tuple(line for text in lines for line in text.split("\n"))


def _missing(seen: Preview) -> list[str]:
    told = []
    for caution in seen.cautions:
        if caution.kind is Kind.UNSEEN:
            told.append(f"{caution.spell} will miss {caution.at}, who is invisible, unless that ends this turn.")
        elif caution.kind is Kind.BLIND:
            told.append(f"{caution.spell} will miss {caution.at}: by these rules the blind hit only themselves.")
    return ["", *(wrapped(line, _EDGE) for line in told)] if told else []


def _taken(seen: Preview) -> list[str]:
    told = []
    for each in seen.spells:
        if each.taker is not None:
            becomes = "it is banked, not cast" if _banked(each) else "it will be permanent"
            told.append(f"{each.taker} takes {each.cast.spell}: {becomes}.")
    return ["", *(wrapped(line, _EDGE) for line in told)] if told else []


def _banked(foreseen: Foreseen) -> bool:
    return foreseen.taker == DELAYED_EFFECT


# -- who could stop them -----------------------------------------------------------------------------------------


def _stopping(seen: Preview) -> list[str]:
    """A row for each spell that others might still stop, and what of their hands is not known."""
    at_stake = [each for each in seen.spells if _at_stake(each)]
    if not at_stake:
        return []
    if seen.part is Part.TIME_STOP:
        return ["", wrapped(_EXTRA, _EDGE)]
    lines = ["", "What could still stop them this turn"]
    wide = max(len(each.cast.spell) for each in at_stake) + 2
    voice = Voice(seen.wizard)
    for each in at_stake:
        lines += beside(f"{_EDGE}{each.cast.spell:{wide}}", list(_ways(each, voice)) or [_ALL_SEEN])
    unseen = [reach.who for reach in seen.opponents if reach.unseen]
    if unseen:
        hands = listed(own(who) for who in unseen)
        lines.append(wrapped(f"You have not seen all that {hands} hands made of late: there may be more.", _EDGE))
    if seen.banked:
        has = "has" if len(seen.banked) == 1 else "have each"
        lines.append(wrapped(f"{listed(seen.banked)} {has} a banked spell, which may be anything.", _EDGE))
    if seen.delayed:
        banks = "banks" if len(seen.delayed) == 1 else "bank"
        lines.append(
            wrapped(f"Delayed effect: {listed(seen.delayed)} {banks} one spell before any can be cast.", _EDGE)
        )
    return lines


def _at_stake(foreseen: Foreseen) -> bool:
    cast = foreseen.cast
    lost = cast.subject is None and cast.by_default  # storms have no subject, but not by default
    return not (cast.discharged or lost or _banked(foreseen))


def _ways(foreseen: Foreseen, voice: Voice) -> Iterator[str]:
    """`Bob could counter it: Counter-spell at Bob, with P of either hand`."""
    alike: dict[tuple[str, str, Stop, str | None], list[Begun]] = {}
    for answer in foreseen.answers:
        alike.setdefault((answer.who, answer.way.spell, answer.stop, answer.at), []).append(answer.way)
    for (who, spell, stop, at), ways in alike.items():
        fewest = min(len(way.missing) for way in ways)
        gestures = " or ".join(dict.fromkeys(_gestures([w for w in ways if len(w.missing) == fewest])))
        aim = f" at {voice.name(at)}" if at is not None else ""
        yield f"{who} could {_VERBS[stop]}: {spell}{aim}, with {gestures}"


def _gestures(ways: list[Begun]) -> Iterator[str]:
    """`P of either hand`, `W of both hands`, `W, then P, of the left hand`."""
    hands: dict[str, set[Hand]] = {}
    for way in ways:
        hands.setdefault(way.missing, set()).add(way.hand)
    for letters, found in hands.items():
        told = ", then ".join(letters.upper())
        if letters.islower() or Hand.BOTH in found:
            yield f"{told} of both hands"
        else:
            whose = "either hand" if len(found) > 1 else f"the {min(found)} hand"
            mixed = ", the last with both hands" if letters[-1].islower() else ""
            yield f"{told} of {whose}{mixed}"


_VERBS: Final = {
    Stop.DISPELS: "dispel it",
    Stop.COUNTERS: "counter it",
    Stop.REFLECTS: "throw it back at you",
    Stop.SHIELDS: "shield whom it is aimed at",
    Stop.RESISTS: "resist it",
    Stop.CANCELS: "cancel it",
    Stop.CLASHES: "make both fail",
    Stop.ENDS: "end it at once",
    Stop.UNMAKES: "destroy the monster",
    Stop.SPARES: "be spared",
}
