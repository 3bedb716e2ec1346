"""What an .expect.json file may demand of a duel's record, and in which words a player hears that it is otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]
Found = list[str]
PartCheck = Callable[[Any, Json, str], Found]

PARTS = ("normal", "time stop")


def differences(expect: Json, record: Json) -> Found:
    """Every way in which `record` (as of transcript.md's `--json`) is not what `expect` demands; empty if none.

    `expect` holds any of the keys of CHECKS, and `clauses`, the rules the file shows. Keys such as "4" and "4 time
    stop" name a part of a turn: for what holds at the end of turn 4 "4" is its last part, for what happens in it the
    normal one.
    """
    found = [
        f"no check is called {key!r}; there are {', '.join(sorted(CHECKS))}" for key in expect.keys() - CHECKS.keys()
    ]
    found += [] if expect.get("clauses") else ["the file does not say which clauses it shows"]
    for key in expect.keys() & CHECKS.keys():
        try:
            found += CHECKS[key](expect[key], record)
        except NoSuchPart as missing:
            found.append(f"{key}: {missing}")
    return sorted(found)


class NoSuchPart(Exception):
    """The record has no such turn, or no such part of it."""


def part_at_end(record: Json, key: str) -> Json:
    """The part of turn `key` after which nothing more happens in that turn, or the part that `key` names."""
    return _parts(record, key)[-1]


def part_in_play(record: Json, key: str) -> Json:
    """The normal part of turn `key`, or the part that `key` names."""
    return _parts(record, key)[0]


def _parts(record: Json, key: str) -> list[Json]:
    number, _, part = key.partition(" ")
    wanted = (part,) if part else PARTS
    parts = [turn for turn in record["turns"] if turn["turn"] == int(number) and turn["part"] in wanted]
    if not parts:
        raise NoSuchPart(f"the record has no turn {key}")
    return parts


def _of_wizards(field: str, words: str) -> PartCheck:
    """A check of one field of some wizards in one part of a turn; `words` say it with {name}, {got} and {want}."""

    def check(wanted: Json, part: Json, when: str) -> Found:
        return [
            f"{when}: " + words.format(name=name, got=got, want=want)
            for name, want in wanted.items()
            if (got := part["wizards"][name][field]) != want
        ]

    return check


def _enchanted(having: bool) -> PartCheck:
    def check(wanted: Json, part: Json, when: str) -> Found:
        return [
            f"{when}: {name} should {'have' if having else 'not have'} {spell}; enchantments: {_listed(current)}"
            for name, spells in wanted.items()
            for current in [[each["name"] for each in part["wizards"][name]["enchantments"]]]
            for spell in spells
            if (spell.lower() in [each.lower() for each in current]) is not having
        ]

    return check


def _turns_left(wanted: Json, part: Json, when: str) -> Found:
    found = []
    for name, spells in wanted.items():
        running = {each["name"]: each["turns_left"] for each in part["wizards"][name]["enchantments"]}
        for spell, turns in spells.items():
            if spell not in running:
                found.append(f"{when}: {name} is not under {spell}; enchantments: {_listed(running)}")
            elif running[spell] != turns:
                found.append(f"{when}: {name}'s {spell} has {_turns(running[spell])} to run, not {_turns(turns)}")
    return found


def _turns(turns: int | None) -> str:
    return "for ever" if turns is None else f"{turns} turn{'' if turns == 1 else 's'}"


def _monsters(wanted: list[Json], part: Json, when: str) -> Found:
    there = part["monsters"]
    if not wanted:
        alive = [monster for monster in there if monster["alive"]]
        return [f"{when}: no monster should be alive, but there is {_monster(monster)}" for monster in alive]
    missing = _unmatched(wanted, there)
    return [f"{when}: no monster like {each}; there are: {_listed(map(_monster, there))}" for each in missing]


def _monster(monster: Json) -> str:
    state = f"{monster['hit_points']} hit points" if monster["alive"] else "dead"
    return f"{monster['name']} ({monster['kind']}, {monster['controller'] or 'nobody'}'s, {state})"


def _alive_monsters(wanted: int, part: Json, when: str) -> Found:
    alive = [_monster(monster) for monster in part["monsters"] if monster["alive"]]
    return [] if len(alive) == wanted else [f"{when}: {wanted} monsters should be alive; there are: {_listed(alive)}"]


def _gestures(wanted: Json, part: Json, when: str) -> Found:
    found = []
    for name, pairs in wanted.items():
        got = [list(pair) for pair in part["gestures"].get(name, [])]
        if got != pairs:
            found.append(f"{when}: {name} made {_pairs(got)}, not {_pairs(pairs)}")
    return found


def _pairs(pairs: list[list[str]]) -> str:
    return " then ".join("/".join(pair) for pair in pairs) or "no gestures"


def _casts(wanted: list[Json], part: Json, when: str) -> Found:
    casts = part["casts"]
    missing = [each for each in wanted if not any(_fits(each, cast) for cast in casts)]
    return [f"{when}: no cast like {each}; cast were: {_listed(map(_cast, casts))}" for each in missing]


def _casts_exactly(wanted: list[Json], part: Json, when: str) -> Found:
    casts = part["casts"]
    found = [
        f"{when}: no cast like {each}; cast were: {_listed(map(_cast, casts))}" for each in _unmatched(wanted, casts)
    ]
    if len(casts) > len(wanted):
        found.append(f"{when}: {len(wanted)} spells should be cast; cast were: {_listed(map(_cast, casts))}")
    return found


def _no_casts(wanted: list[Json], part: Json, when: str) -> Found:
    return [
        f"{when}: nothing like {each} should be cast, but {_cast(cast)}"
        for each in wanted
        for cast in part["casts"]
        if _fits(each, cast)
    ]


def _cast(cast: Json) -> str:
    return f"{cast['caster']}'s {cast['spell']} ({cast['hand']}) at {cast['subject'] or 'no one'}: {cast['outcome']}"


def _complaints(wanted: list[Json], part: Json, when: str) -> Found:
    heard = part["complaints"]
    missing = [each for each in wanted if not any(_fits(each, complaint) for complaint in heard)]
    return [f"{when}: no complaint like {each}; complaints: {_listed(map(_complaint, heard))}" for each in missing]


def _complaint(complaint: Json) -> str:
    return f"{complaint['wizard']}: {complaint.get('text')!r} {complaint.get('kind')}, {complaint.get('reason')}"


def _no_complaints(turns: list[str], record: Json) -> Found:
    return [
        f"turn {turn}: there should be no complaint, but {_complaint(complaint)}"
        for turn in turns
        for complaint in part_in_play(record, turn)["complaints"]
    ]


def _result(wanted: Json, record: Json) -> Found:
    got = record["result"]
    return [
        f"result: {key} is {got.get(key)!r}, not {want!r}" for key, want in wanted.items() if got.get(key, "") != want
    ]


def _fits(wanted: Json, got: Json) -> bool:
    return all(key in got and got[key] == want for key, want in wanted.items())


def _unmatched(wanted: list[Json], there: list[Json]) -> list[Json]:
    """Those wanted that find no partner of their own; the most particular choose first."""
    rest = list(there)
    missing = []
    for each in sorted(wanted, key=len, reverse=True):
        partner = next((one for one in rest if _fits(each, one)), None)
        if partner is None:
            missing.append(each)
        else:
            rest.remove(partner)
    return missing


def _listed(things: Iterable[str]) -> str:
    return "; ".join(things) or "none"


def _finally(check: PartCheck) -> Callable[[Any, Json], Found]:
    """The check for the end of the duel."""
    return lambda wanted, record: check(wanted, record["turns"][-1], "at the end")


def _each(find: Callable[[Json, str], Json], check: PartCheck) -> Callable[[Json, Json], Found]:
    """The check for every turn named in {turn: what is wanted of it}."""

    def of_turns(wanted: Json, record: Json) -> Found:
        return [line for key, want in wanted.items() for line in check(want, find(record, key), f"turn {key}")]

    return of_turns


HIT_POINTS = _of_wizards("hit_points", "{name} has {got} hit points, not {want}")
STATE = _of_wizards("state", "{name} is {got}, not {want}")
BANKED = _of_wizards("banked", "{name} has banked {got}, not {want}")

CHECKS: dict[str, Callable[[Any, Json], Found]] = {
    "clauses": lambda _wanted, _record: [],
    "seen_by": lambda _wanted, _record: [],  # {wizard: expectations of the record as that wizard may know it}
    "hit_points": _finally(HIT_POINTS),
    "hit_points_at": _each(part_at_end, HIT_POINTS),
    "state": _finally(STATE),
    "state_at": _each(part_at_end, STATE),
    "banked_at": _each(part_at_end, BANKED),
    "has": _finally(_enchanted(True)),
    "has_at": _each(part_at_end, _enchanted(True)),
    "lacks": _finally(_enchanted(False)),
    "lacks_at": _each(part_at_end, _enchanted(False)),
    "turns_left_at": _each(part_at_end, _turns_left),
    "monsters": _finally(_monsters),
    "monsters_at": _each(part_at_end, _monsters),
    "alive_monsters": _finally(_alive_monsters),
    "gestures": _each(part_in_play, _gestures),
    "gestures_at_part": _each(part_in_play, _gestures),
    "casts": _each(part_in_play, _casts),
    "casts_exactly": _each(part_in_play, _casts_exactly),
    "no_casts": _each(part_in_play, _no_casts),
    "complaints": _each(part_in_play, _complaints),
    "no_complaints": _no_complaints,
    "result": _result,
}
