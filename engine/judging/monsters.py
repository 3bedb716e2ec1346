"""Monsters' orders under judgement: whose monster, which victim, one line for each blow."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clauses import ALL_MONSTERS, AnyClause, CastClause, ForcedClause, MonsterClause
from engine.enchantments import CHARM_MONSTER, HASTE, TIME_STOP
from engine.judging.case import Case, is_elemental
from engine.model import NOBODY, Monster, is_unborn
from engine.spellbook import Raise


def judge_monsters(case: Case, clauses: Sequence[AnyClause]) -> None:
    """Keep the orders of monsters that obey this wizard, or may obey him before they strike."""
    legal = [c for c in clauses if isinstance(c, MonsterClause) and _legal(case, c)]
    for clause in list(legal):
        rivals = [other for other in legal if other.monster == clause.monster and _half(other) == _half(clause)]
        if any(other.victims != clause.victims for other in rivals):
            case.refuse_all(rivals, f"two orders for {clause.monster}: they contradict each other", clause.text)
            legal = [c for c in legal if all(c is not other for other in rivals)]
    for clause in legal:
        _warn_of_second(case, clause)
    case.kept += legal


def _half(clause: MonsterClause) -> int:
    return clause.half or 0


def _legal(case: Case, clause: MonsterClause) -> bool:
    if clause.monster in clause.victims:
        case.refuse(clause, "a monster cannot attack itself", f"{clause.monster} rests")
        return False
    if clause.monster == ALL_MONSTERS:
        return True
    if is_unborn(clause.monster):
        return _legal_unborn(case, clause)
    monster = case.duel.monster(clause.monster)
    if monster is None:
        case.refuse(clause, f"{clause.monster} is no monster")
        return False
    if is_elemental(monster):
        case.refuse(clause, "an elemental obeys nobody: it attacks everybody")
        return False
    if monster.controller == case.name and monster.alive:
        return True
    if _may_become_mine(case, monster):
        return True
    if not monster.alive:
        return True  # a name that stood for a monster: `losses` says that it is dead (A124)
    master = f"obeys {monster.controller}" if monster.controller else "obeys nobody"
    case.refuse(clause, f"{monster.name} {master}, not you", _mine_instead(case, clause))
    return False


def _legal_unborn(case: Case, clause: MonsterClause) -> bool:
    """An order for a monster that somebody may make this turn (canon 4.2)."""
    label, _, maker = clause.monster.partition(":")
    if maker == case.name and not case.makes(clause.monster):
        case.warn(clause, f"you make no monster as {label} this turn: this order will be lost")
    return True


def _may_become_mine(case: Case, monster: Monster) -> bool:
    """Whether this wizard charms or raises it this turn, as far as his own orders say."""
    spells = [(cast.spell, cast.subject) for cast in case.casts]
    for clause in case.kept:
        if isinstance(clause, CastClause | ForcedClause) and clause.spell is not None:
            spells.append((clause.spell, clause.subject))
    for spell, subject in spells:
        charms = spell == CHARM_MONSTER and monster.alive and subject in (monster.name, None)
        raises = isinstance(case.book[spell].effect, Raise) and not monster.alive and subject == monster.name
        if charms or raises:
            return True
    return False


def _mine_instead(case: Case, clause: MonsterClause) -> str | None:
    mine = [m.name for m in case.duel.monsters if m.alive and m.controller == case.name]
    if not mine or not clause.victims:
        return None
    victims = " and ".join(clause.victims)
    return f"{mine[0]} rests" if clause.victims == (NOBODY,) else f"{mine[0]} attacks {victims}"


def _warn_of_second(case: Case, clause: MonsterClause) -> None:
    """A second victim is only for the hasted and the time-stopped."""
    monster = case.duel.monster(clause.monster)
    if monster is None or len(clause.victims) < 2:
        return
    hasted = any(e.name == HASTE for e in monster.enchantments)
    stopping = any(cast.spell == TIME_STOP for cast in case.casts) or case.wizard.banked == TIME_STOP
    if not hasted and not (stopping and case.rules.time_stop_has_second_victim):
        case.warn(clause, f"{monster.name} strikes once: at {clause.victims[0]}")
