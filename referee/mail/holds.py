"""What an enchantment that takes hold will do to its subject, and for how long."""

from __future__ import annotations

from engine import enchantments as names
from engine.events import EnchantmentLaid
from engine.model import Enchantment, Gesture, Hand
from referee.mail.scroll import Scroll
from referee.mail.wording import GESTURE_NOUNS, HAND_VERBS, HAND_WORDS


def laying(scroll: Scroll, event: EnchantmentLaid) -> str:
    """What an enchantment that takes hold will do, and for how long."""
    held, at = event.enchantment, event.being
    text = _wizard_held(scroll, held, at) if scroll.is_wizard(at) else _monster_held(scroll, held, at)
    if held.permanent:
        text += ", for good"
    return text


def _turns(scroll: Scroll, held: Enchantment) -> str:
    first = scroll.view.turn + 1
    if held.until is None:
        return "until something ends it"
    return f"in turn {first}" if held.until == first else f"in turns {first} to {held.until}"


def _wizard_held(scroll: Scroll, held: Enchantment, at: str) -> str:
    voice = scroll.voice
    name, whose = voice.name(at), voice.whose(at)
    following = "every turn" if held.permanent else "next turn"
    match held.name:
        case names.AMNESIA:
            return f"{following} {name} will repeat {'your' if name == 'you' else 'the'} gestures of this one"
        case names.CONFUSION:
            return f"{following} the dice will choose one of {whose} gestures"
        case names.CHARM_PERSON:
            return _charm(scroll, held, at, following)
        case names.PARALYSIS:
            return _paralysis(scroll, held, at, following)
        case names.FEAR:
            return f"{following} {whose} hands dare no C nor D nor F nor S"
        case names.ANTI_SPELL:
            return f"nothing that {whose} hands have done so far can be part of a spell any more"
        case names.BLINDNESS:
            return f"{name} will see nobody else's hands {_turns(scroll, held)}"
        case names.INVISIBILITY:
            return f"nobody will see or hit {name} {_turns(scroll, held)}"
        case names.HASTE:
            return f"{name} will make two pairs of gestures a turn {_turns(scroll, held)}"
        case names.DELAYED_EFFECT:
            return _delayed(scroll, held, name)
        case names.PERMANENCY:
            return f"the next enchantment that can last that {name} will finish, up to turn {held.until}, is permanent"
        case _:
            return _body_held(scroll, held, at)


def _delayed(scroll: Scroll, held: Enchantment, name: str) -> str:
    """Delayed effect takes the next spell, or the one that is chosen (A91)."""
    until = f", up to turn {held.until}," if held.until is not None else ""
    if scroll.rules.delayed_effect_waits_for_choice:
        return f"of the spells that {name} will finish from next turn on{until or ','} one can be kept for later"
    return f"the next spell that {name} will finish{until} is kept for later"


def _charm(scroll: Scroll, held: Enchantment, at: str, following: str) -> str:
    hand = HAND_WORDS[held.hand] if held.hand is not None else "hand"
    chooser = scroll.voice.name(held.by) if held.by is not None else "somebody else"
    return f"{following} {chooser} will choose what {scroll.voice.whose(at)} {hand} does"


def _paralysis(scroll: Scroll, held: Enchantment, at: str, following: str) -> str:
    whose = scroll.voice.whose(at)
    hand = HAND_WORDS[held.hand] if held.hand is not None else "hand"
    event = scroll.gestured.get(at)
    frozen = held.gesture
    if frozen is None or frozen is Gesture.UNSEEN:
        return f"{following} {whose} {hand} will be frozen in what it did"
    if event is not None and not scroll.unseen(at) and event.pairs:
        made = event.pairs[-1][0 if held.hand is Hand.LEFT else 1]
        if made is not frozen:
            return f"{whose} {hand} {HAND_VERBS[made]}, so {following} it freezes into {GESTURE_NOUNS[frozen]}"
    return f"{following} {whose} {hand} can show nothing but {GESTURE_NOUNS[frozen]}"


def _body_held(scroll: Scroll, held: Enchantment, at: str) -> str:
    voice = scroll.voice
    match held.name:
        case names.PROTECTION:
            last = f"up to turn {held.until}" if held.until is not None else "from now on"
            return f"it shielded {voice.name(at)} this turn already, and will {last}"
        case names.RESIST_HEAT:
            return f"from this turn on heat does {voice.name(at)} no harm"
        case names.RESIST_COLD:
            return f"from this turn on cold does {voice.name(at)} no harm"
        case names.DISEASE:
            return f"{voice.name(at)} will die of it at the end of turn {held.until}, unless it is cured or removed"
        case names.POISON:
            return f"{voice.name(at)} will die of it at the end of turn {held.until}, unless it is removed"
        case _:
            return f"it took hold of {voice.name(at)}"


def _monster_held(scroll: Scroll, held: Enchantment, at: str) -> str:
    following = "every turn" if held.permanent else "next turn"
    name = scroll.voice.name(at)
    match held.name:
        case names.AMNESIA:
            return f"{following} {name} will turn on whom it was set on this turn"
        case names.CONFUSION:
            return f"{following} the dice will choose whom {name} turns on"
        case names.PARALYSIS:
            return f"{following} {name} cannot strike"
        case names.HASTE:
            return f"{name} will strike twice a turn {_turns(scroll, held)}"
        case _:
            return _body_held(scroll, held, at)
