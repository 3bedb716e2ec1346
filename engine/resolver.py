"""adjudicate(duel, orders) -> Turn: the phases of a turn, in the canon's order (1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.battlefield import Battlefield
from engine.clauses import Orders
from engine.dice import Roll
from engine.events import Event, Turn
from engine.model import Duel
from engine.phases import blows, closing, completion, control, creation, elements, fate, harm, opening, protection

Phase = Callable[[Battlefield], Iterator[Event]]

PHASES: Final[tuple[Phase, ...]] = (
    opening.speak,
    opening.compel_and_reveal,
    completion.complete,
    completion.bank,
    fate.decide_fates,
    creation.cancel_deaths,
    creation.raise_dead,
    creation.summon,
    elements.merge,
    elements.settle_elements,
    protection.protect,
    control.clash,
    control.charm_monsters,
    control.unmake,
    blows.strike,
    blows.stab,
    harm.hurt,
    harm.storm,
    harm.heal,
    harm.kill,
    harm.bury_marked,
    harm.end_enchantments,
    harm.run_down,
    closing.surrender,
    closing.take_hold,
    closing.wear_off,
    closing.cut_histories,
    closing.free_monsters,
    closing.close,
)


def adjudicate(duel: Duel, orders: Mapping[str, Orders], *, dice: Sequence[Roll] = ()) -> Turn:
    """The next turn, or its Time stop part where somebody is stopped.

    `orders` by name of wizard, as accepted by `orders.check`; who has none does nothing. `dice` are rolls given from
    outside; all others come from the duel's salt. ValueError if the duel is over.
    """
    if duel.result is not None:
        raise ValueError(f"the duel ended on turn {duel.result.turn}")
    field = Battlefield(duel, orders, dice)
    for phase in PHASES:
        field.record(tuple(phase(field)))
    return Turn(turn=field.turn, part=field.part, events=tuple(field.events), before=duel, after=field.duel)
