"""Knockout: who loses is out, or in double elimination who has lost twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.model import Value
from engine.tournament.cards import cards
from engine.tournament.formats.bracket import Settled, Tie, outcome, seeded
from engine.tournament.games import Pair, is_open, meetings, room
from engine.tournament.lots import seeding
from engine.tournament.model import Event, Game, Outcome, Over, Plan, Standing, Start, Wait
from engine.tournament.standings import gone
from engine.tournament.terms import Knockout
from engine.tournament.wording import being_played, listed

STAGES = {2: "final", 4: "semifinals", 8: "quarterfinals"}


class Field(Value, frozen=True, kw_only=True):
    """Who is still in at the beginning of a stage, and who fell in which of the earlier ones.

    `upper` are those who have not lost, as they stand in the bracket (None is a bye); `lower` those with a life left.
    """

    stage: int
    upper: tuple[str | None, ...]
    lower: tuple[str, ...] = ()
    fallen: tuple[tuple[str, ...], ...] = ()

    @property
    def remaining(self) -> list[str]:
        return [name for name in (*self.upper, *self.lower) if name is not None]


def next_games(event: Event, terms: Knockout, games: Sequence[Game]) -> Plan:
    """The games of a stage, once the stage before is over, and the replays of drawn ones at once; each as soon as both
    of its players have room."""
    field = _newest(event, terms, games)
    if len(field.remaining) < 2:
        return Over()
    standing = [outcome(event, tie, games, terms.replays) for tie in _ties(event, field, games)]
    new = [each for each in standing if isinstance(each, Game)]
    space = room(event, games)
    full = sorted(name for game in new if is_open(game) for name in game.pairing.players if space[name] < 1)
    ready = tuple(game for game in new if not is_open(game) or not any(name in full for name in game.pairing.players))
    if ready:
        return Start(games=ready)
    if full:
        return Wait(reason=f"Stage {field.stage} waits for {listed(full)}, who cannot play more games at a time.")
    return Wait(reason=f"Stage {field.stage}: {being_played(sum(map(is_open, games)))}.")


def standings(event: Event, terms: Knockout, games: Sequence[Game]) -> list[Standing]:
    """Those still in, then the others, the last to fall first; level ones by seed. Points are games won."""
    field = _newest(event, terms, games)
    seeds = {each.name: n for n, each in enumerate(seeding(event))}
    groups = [[name for name in field.upper if name is not None], field.lower, *reversed(field.fallen)]
    order = [name for group in groups for name in sorted(group, key=seeds.__getitem__)]
    order += [name for name in seeds if name not in order]
    lines = cards(event, games)
    return [
        Standing(
            rank=rank,
            player=name,
            points=float(sum(line.outcome in {Outcome.WIN, Outcome.WALKOVER} for line in lines[name])),
            games=sum(line.outcome is not Outcome.BYE for line in lines[name]),
            note="; ".join(part for part in (_fate(field, name), gone(event, name)) if part),
        )
        for rank, name in enumerate(order, start=1)
    ]


def _fate(field: Field, name: str) -> str:
    if name in field.remaining:
        return "champion" if len(field.remaining) == 1 else "still in"
    stage = next((n for n, group in enumerate(field.fallen, start=1) if name in group), None)
    return "not in the bracket" if stage is None else f"out in stage {stage}"


def pairs_by_stage(event: Event, terms: Knockout, games: Sequence[Game]) -> dict[int, set[Pair]]:
    """Who meets whom (or has a bye) in each stage, up to the first that is not over."""
    return {
        field.stage: {frozenset(tie.players) for tie in _ties(event, field, games)}
        for field in _stages(event, terms, games)
    }


def seats(event: Event) -> list[tuple[int, str]]:
    """Seed numbers and names in the order of the bracket, neighbours meeting; byes left out."""
    names = _names(event)
    return [(names.index(name) + 1, name) for name in seeded(names) if name is not None]


def _names(event: Event) -> list[str]:
    return [each.name for each in seeding(event) if each.plays(1)]


def _newest(event: Event, terms: Knockout, games: Sequence[Game]) -> Field:
    return _stages(event, terms, games)[-1]


def _stages(event: Event, terms: Knockout, games: Sequence[Game]) -> list[Field]:
    """Stage after stage as the games tell them, up to the first that is not over."""
    fields = [Field(stage=1, upper=tuple(seeded(_names(event))))]
    while len(fields[-1].remaining) > 1:
        settled = [outcome(event, tie, games, terms.replays) for tie in _ties(event, fields[-1], games)]
        known = [each for each in settled if isinstance(each, Settled)]
        if len(known) < len(settled):
            break
        fields.append(_after(fields[-1], known, terms.lives))
    return fields


def _after(field: Field, settled: Sequence[Settled], lives: int) -> Field:
    """The next stage: winners in the order of the bracket, and losers to the lower part or out."""
    lost = {each.loser for each in settled if each.loser is not None}
    spared = tuple(name for name in field.upper if name in lost and name is not None and lives > 1)
    return Field(
        stage=field.stage + 1,
        upper=tuple(name for name in field.upper if name is not None and name not in lost),
        lower=(*(name for name in field.lower if name not in lost), *spared),
        fallen=(*field.fallen, tuple(sorted(lost - set(spared)))),
    )


def _ties(event: Event, field: Field, games: Sequence[Game]) -> list[Tie]:
    """Who plays in a stage: neighbours of the bracket, and those of the lower part; at last the two who are left."""
    if len(field.remaining) < 2:
        return []
    if len(field.remaining) == 2:
        first, second = field.remaining
        stage = "final" if field.upper else "deciding final"
        reason = f"{first} meets {second}: no others are left."
        return [Tie(stage=stage, round=field.stage, players=(first, second), reason=reason)]
    upper = [_upper_tie(field, n) for n in range(0, len(field.upper), 2)] if len(field.upper) > 1 else []
    return [*upper, *_lower_ties(event, field, games)]


def _upper_tie(field: Field, n: int) -> Tie:
    size = len(field.upper)
    players = tuple(name for name in field.upper[n : n + 2] if name is not None)
    if len(players) == 1:
        reason = f"{players[0]} has a bye: the bracket has {size} places, and the best seeds fill it up."
    elif field.stage == 1:
        reason = f"{players[0]} meets {players[1]}: the bracket puts the best seeds furthest from each other."
    else:
        reason = f"{players[0]} meets {players[1]}: they won neighbouring games of the bracket."
    stage = STAGES.get(size, f"round of {size}")
    return Tie(stage=stage if not field.lower else f"upper {stage}", round=field.stage, players=players, reason=reason)


def _lower_ties(event: Event, field: Field, games: Sequence[Game]) -> list[Tie]:
    """The best seed against the last whom he has not met; with an odd number a bye for one with the fewest."""
    if len(field.lower) < 2:
        return []
    seeds = {each.name: n for n, each in enumerate(seeding(event))}
    before = [game for game in games if game.pairing.round < field.stage]
    byes = Counter(game.pairing.players[0] for game in before if len(game.pairing.players) == 1)
    met = meetings(before)
    left = sorted(field.lower, key=seeds.__getitem__)
    ties = []
    if len(left) % 2:
        idle = min(left, key=lambda name: (byes[name], seeds[name]))
        left.remove(idle)
        reason = f"{idle} has a bye: the lower part is odd, and nobody in it had fewer."
        ties.append(Tie(stage="lower part", round=field.stage, players=(idle,), reason=reason))
    while left:
        first = left.pop(0)
        second = next((name for name in reversed(left) if not met[frozenset((first, name))]), left[-1])
        left.remove(second)
        reason = f"{first} meets {second}: both have lost once."
        ties.append(Tie(stage="lower part", round=field.stage, players=(first, second), reason=reason))
    return ties
