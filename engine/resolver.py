"""adjudicate(duel, orders) -> Turn: the phases of a turn, in the canon's order (1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine.battlefield import Battlefield, Cast
from engine.clauses import Orders
from engine.dice import Roll
from engine.events import Event, Turn
from engine.model import Duel, Monster
from engine.phases import blows, closing, completion, control, creation, elements, fate, harm, opening, protection
from engine.spellbook import Cure, Death, Dispel, Enchant, Hurt, Raise, Remove, Storm, Summon

Phase = Callable[[Battlefield], Iterator[Event]]

ANYHOW: Final = ()

# Each phase with what it works on: a kind of spell in flight, any cast at all, monsters. Where none of it is there the
# phase has nothing to say and is passed over; the tests run them all beside it and hear nothing from those.
PHASES: Final[tuple[tuple[Phase, tuple[type, ...]], ...]] = (
    (opening.speak, ANYHOW),
    (opening.compel_and_reveal, ANYHOW),
    (completion.complete, ANYHOW),
    (completion.bank, (Cast,)),
    (fate.decide_fates, (Cast,)),
    (creation.cancel_deaths, (Death,)),
    (creation.raise_dead, (Raise,)),
    (creation.summon, (Summon,)),
    (elements.merge, (Monster,)),
    (elements.settle_elements, (Monster, Storm)),
    (protection.protect, ANYHOW),
    (control.clash, (Enchant,)),
    (control.charm_monsters, (Enchant,)),
    (control.unmake, (Enchant,)),
    (blows.strike, (Monster,)),
    (blows.stab, ANYHOW),
    (harm.hurt, (Hurt,)),
    (harm.storm, (Storm,)),
    (harm.heal, (Cure, Raise)),
    (harm.kill, ANYHOW),
    (harm.bury_marked, (Monster,)),
    (harm.end_enchantments, (Remove, Dispel, Cure)),
    (harm.run_down, ANYHOW),
    (closing.surrender, ANYHOW),
    (closing.take_hold, (Enchant,)),
    (closing.wear_off, ANYHOW),
    (closing.cut_histories, (Enchant,)),
    (closing.free_monsters, (Monster,)),
    (closing.close, ANYHOW),
)


def adjudicate(duel: Duel, orders: Mapping[str, Orders], *, dice: Sequence[Roll] = ()) -> Turn:
    """The next turn, or its Time stop part where somebody is stopped.

    `orders` by name of wizard, as accepted by `orders.check`; who has none does nothing. `dice` are rolls given from
    outside; all others come from the duel's salt. ValueError if the duel is over.
    """
    if duel.result is not None:
        raise ValueError(f"the duel ended on turn {duel.result.turn}")
    field = Battlefield(duel, orders, dice)
    for phase, works_on in PHASES:
        if works_on is ANYHOW or not field.there.isdisjoint(works_on):
            field.record(tuple(phase(field)))
    return Turn(turn=field.turn, part=field.part, events=tuple(field.events), before=duel, after=field.duel)
