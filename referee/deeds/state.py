"""A wizard or monster is put right by hand: the last turn is void, and one with the correction stands in its place."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.enchantments import ELEMENTALS as ON_ELEMENTALS
from engine.enchantments import ENCHANTMENTS, MONSTERS, WIZARDS, Rule
from engine.events import Corrected, Turn
from engine.evolve import apply
from engine.language.nearest import nearest
from engine.model import FULL_HIT_POINTS, NOBODY, Being, Duel, Enchantment, Monster, State, Wizard
from engine.monsters import ELEMENTALS
from referee.commands.doors import Doors
from referee.deeds import correcting
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, running
from referee.deeds.rollback import banks_of
from referee.store import acts, corrections, punctuality, turns
from referee.store.games import GOING_ON, Game

_LEFT: Final = {State.DEAD: "is dead", State.SURRENDERED: "has surrendered", State.ALIVE: "is alive"}


class Change(Struct, frozen=True, kw_only=True):
    """What a being is to be; None and nothing: as it is. `laid`: enchantments with the turns that they still last, None
    until they are removed; `ended`: names of those that end. `controller` NOBODY: none."""

    hit_points: int | None = None
    state: State | None = None
    controller: str | None = None
    laid: tuple[tuple[str, int | None], ...] = ()
    ended: tuple[str, ...] = ()


def correct(desk: Doors, number: int, name: str, change: Change, *, reason: str, now: datetime) -> Sequence[str]:
    """Put a being of a running game right, and tell its players; what is so now, in a few words each. Orders that were
    sent for the coming turn stay. Raises Refused."""
    game = running(desk.store, number, states=GOING_ON)
    refuse_own(desk, number)
    latest = turns.latest(desk.store, number)
    records = turns.records(desk.store, number)
    if latest is None:
        raise Refused(
            f"no turn of game {number} was played yet; `referee game abort {number}`, and start it as it should be"
        )
    being = _being(game.duel, name)
    after, told = _changed(game.duel, being, change)
    if after == being:
        raise Refused(f"{being.name} is so already")
    figure = {"wizard": after} if isinstance(after, Wizard) else {"monster": after}
    event = Corrected(being=being.name, told=told, **figure)
    duel = apply(game.duel, event)
    _refuse_end(game, duel)
    stood = corrections.standing(desk.store, number, since=duel.next_turn)
    beside = corrections.before_turn(desk.store, number, latest.turn)
    correcting.clear(desk, game, now)
    void = corrections.void_last(desk.store, number, now=now)
    corrections.set_back(desk.store, number, latest.before, now=now)
    turn = Turn(turn=latest.turn, part=latest.part, events=(*latest.events, event), before=latest.before, after=duel)
    made = turns.append(desk.store, number, turn, orders=records[-1].orders, now=now, before=beside)
    punctuality.carry(desk.store, void, made)
    banks = banks_of(desk, number)
    fresh = correcting.begin_anew(desk, number, now, banks=banks)
    what = f"The director has put this right: {being.name} {'; '.join(told)}."
    note = "Orders that you have sent for this turn stay as they are: look whether they still fit."
    correcting.tell(desk, fresh, what=what, reason=reason, told=lambda _: (note,), now=now)
    facts = {"being": being.name, "turn": latest.turn, "is now": list(told)}
    act = acts.note(desk.store, "set", who=desk.who, now=now, game=number, reason=reason, facts=facts)
    corrections.remember(desk.store, act, stood)
    return told


def _being(duel: Duel, name: str) -> Being:
    found = next((being for being in duel.beings if being.name.casefold() == name.casefold()), None)
    if found is not None:
        return found
    raise Refused(f"nobody in that duel is called {name}; there are {', '.join(being.name for being in duel.beings)}")


def _refuse_end(game: Game, duel: Duel) -> None:
    living = [wizard.name for wizard in duel.wizards if wizard.alive]
    if len(living) < 2:
        raise Refused(f"that would end the duel, which a turn must do; `referee game rollback {game.id}` may help")
    gone = [name for name in duel.stopped if name not in duel.living]
    if gone:
        raise Refused(f"{gone[0]} has the extra turn that comes now, and cannot leave before it")


def _changed(duel: Duel, being: Being, change: Change) -> tuple[Being, tuple[str, ...]]:
    told: list[str] = []
    if change.state is not None:
        being = _in_state(being, change.state, told)
    if change.hit_points is not None:
        being = _with_hit_points(being, change.hit_points, told)
    if change.controller is not None:
        being = _controlled(duel, being, change.controller, told)
    for name in change.ended:
        being = _without(being, name, told)
    for name, turns_left in change.laid:
        being = _under(duel, being, name, turns_left, told)
    if not told:
        raise Refused("say what is to be so: hit points, state, controller or enchantments")
    return being, tuple(told)


def _in_state(being: Being, state: State, told: list[str]) -> Being:
    alive = state is State.ALIVE
    told.append(_LEFT[state])
    hit_points = max(being.hit_points, 1) if alive else 0 if state is State.DEAD else being.hit_points
    if isinstance(being, Monster):
        if state is State.SURRENDERED:
            raise Refused("a monster cannot surrender")
        kept = being.enchantments if alive and being.alive else ()
        return replace(being, alive=alive, hit_points=hit_points, enchantments=kept)
    if state is being.state:
        return being
    return replace(being, state=state, hit_points=hit_points, enchantments=(), banked=None, banked_at=None)


def _with_hit_points(being: Being, points: int, told: list[str]) -> Being:
    if not being.alive:
        raise Refused(f"{being.name} is not in the duel any more; say --state alive too")
    if not 1 <= points <= FULL_HIT_POINTS:
        raise Refused(f"hit points are 1 to {FULL_HIT_POINTS}; one who is dead is said so by --state dead")
    told.append(f"has {points} hit point{'' if points == 1 else 's'}")
    return replace(being, hit_points=points)


def _controlled(duel: Duel, being: Being, controller: str, told: list[str]) -> Being:
    if not isinstance(being, Monster):
        raise Refused(f"{being.name} is a wizard, and obeys nobody")
    if being.kind in ELEMENTALS:
        raise Refused("elementals obey nobody")
    if controller.casefold() == NOBODY:
        told.append("obeys nobody")
        return replace(being, controller=None, standing=None)
    wizard = next((w for w in duel.wizards if w.name.casefold() == controller.casefold()), None)
    if wizard is None:
        raise Refused(
            f"no wizard is called {controller}; there are {', '.join(w.name for w in duel.wizards)}, or nobody"
        )
    told.append(f"obeys {wizard.name}")
    return replace(being, controller=wizard.name, standing=None)


def _without(being: Being, name: str, told: list[str]) -> Being:
    rule = _rule(name)
    kept = tuple(each for each in being.enchantments if each.name != rule.name)
    if len(kept) == len(being.enchantments):
        raise Refused(f"{being.name} is not under {rule.name}")
    told.append(f"is not under {rule.name} any more")
    return replace(being, enchantments=kept)


def _under(duel: Duel, being: Being, name: str, left: int | None, told: list[str]) -> Being:
    rule = _rule(name)
    sort = WIZARDS if isinstance(being, Wizard) else ON_ELEMENTALS if being.kind in ELEMENTALS else MONSTERS
    if rule.mind or not rule.listed or sort not in rule.on or not being.alive:
        raise Refused(f"{rule.name} cannot be laid on {being.name} by hand; `referee game rollback` may help")
    if left is None and rule.turns is not None:
        left = rule.turns
    if left is not None and rule.turns is None:
        raise Refused(f"{rule.name} lasts until it is removed")
    if left is not None and not 1 <= left <= (rule.turns or left):
        raise Refused(f"{rule.name} lasts 1 to {rule.turns} turns")
    until = None if left is None else duel.turn + left
    told.append(f"is under {rule.name}" + (f" for {left} more turn{'' if left == 1 else 's'}" if left else ""))
    kept = tuple(each for each in being.enchantments if each.name != rule.name)
    return replace(being, enchantments=(*kept, Enchantment(name=rule.name, laid=duel.turn, until=until)))


def _rule(name: str) -> Rule:
    found = next((rule for rule in ENCHANTMENTS.values() if rule.name.casefold() == name.strip().casefold()), None)
    if found is None:
        near = nearest(name, ENCHANTMENTS)
        raise Refused(f"there is no enchantment {name}" + (f"; did you mean {near}?" if near else ""))
    return found
