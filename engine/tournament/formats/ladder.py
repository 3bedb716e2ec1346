"""Ladder: who beats somebody above takes the place; challenges go up, a few places at a time."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tournament.cards import cards, counting, points
from engine.tournament.games import is_open, room
from engine.tournament.lots import seeding
from engine.tournament.model import (
    Challenge,
    Event,
    Game,
    Outcome,
    Over,
    Pairing,
    Plan,
    Standing,
    Start,
    Wait,
)
from engine.tournament.standings import gone
from engine.tournament.terms import Ladder
from engine.tournament.wording import being_played, listed


def next_games(event: Event, terms: Ladder, games: Sequence[Game]) -> Plan:
    """The challenges that stand, in the order in which they came. What does not stand now is not to begin later either,
    as a surprise: who keeps the event takes it out (`idle`)."""
    known = list(games)
    started = []
    for challenge in sorted(event.challenges, key=lambda each: each.number):
        if _taken_up(challenge, known) or refusal(event, terms, known, challenge):
            continue
        game = Game(pairing=_pairing(event, known, challenge))
        known.append(game)
        started.append(game)
    if started:
        return Start(games=tuple(started))
    if any(is_open(game) for game in games):
        return Wait(reason=f"{being_played(sum(map(is_open, games)))}.")
    return Over() if event.closed else Wait(reason="Nobody has challenged anybody.")


def standings(event: Event, games: Sequence[Game]) -> list[Standing]:
    """The ladder from the top, those who left below it. Points are those of all games, and decide nothing."""
    lines = cards(event, games)
    rungs = order(event, games)
    left = [each.name for each in seeding(event) if each.name not in rungs]
    return [
        Standing(rank=rank, player=name, points=points(lines[name]), games=len(lines[name]), note=gone(event, name))
        for rank, name in enumerate([*rungs, *left], start=1)
    ]


def order(event: Event, games: Sequence[Game]) -> list[str]:
    """Who stands where, the top first: newcomers at the bottom, then each game in the order of its challenge.

    That is as it would be in the order in which they ended: games that are open at a time are of other players, and
    then no two of them want the same.
    """
    rungs = [each.name for each in seeding(event)]
    for game, result in counting(event, games):
        challenger, challenged = game.pairing.players
        won = result.of(challenger).outcome in {Outcome.WIN, Outcome.WALKOVER}
        if won and rungs.index(challenger) > rungs.index(challenged):
            rungs.remove(challenger)
            rungs.insert(rungs.index(challenged), challenger)
    left = {each.name for each in event.entrants if each.last is not None}
    return [name for name in rungs if name not in left]


def refusal(event: Event, terms: Ladder, games: Sequence[Game], challenge: Challenge) -> str:
    """Why a challenge cannot be played now, and what would do; empty where it can."""
    challenger, challenged = challenge.challenger, challenge.challenged
    rungs = order(event, games)
    for name in (challenger, challenged):
        if name not in rungs:
            return f"{name} is not on the ladder."
    above = rungs[max(0, rungs.index(challenger) - terms.reach) : rungs.index(challenger)]
    if challenged not in above:
        within = f"within reach: {listed(above)}" if above else f"{challenger} stands at the top"
        return f"{challenger} cannot challenge {challenged}: {within}."
    for name in (challenger, challenged):
        if game := playing(games, name):
            other = next(each for each in game.pairing.players if each != name)
            return (
                f"{name} plays {other} on this ladder, and can neither challenge nor be challenged before that is over."
            )
    space = room(event, games)
    for name in (challenger, challenged):
        if space[name] < 1:
            return f"{name} cannot play more games at a time."
    own = sorted((game for game in games if challenger in game.pairing.players), key=lambda each: each.pairing.round)
    recent = {name for game in own[max(0, len(own) - terms.rest) :] for name in game.pairing.players}
    others = [name for name in above if name not in recent]
    if challenged in recent and others:
        return f"{challenger} met {challenged} a short while ago; others within reach come first: {listed(others)}."
    return ""


def playing(games: Sequence[Game], name: str) -> Game | None:
    """The open game of somebody on the ladder."""
    return next((game for game in games if is_open(game) and name in game.pairing.players), None)


def idle(event: Event, games: Sequence[Game]) -> tuple[Challenge, ...]:
    """The challenges of which no game came."""
    return tuple(each for each in event.challenges if not _taken_up(each, games))


def _taken_up(challenge: Challenge, games: Sequence[Game]) -> bool:
    return any(game.pairing.round == challenge.number for game in games)


def _pairing(event: Event, games: Sequence[Game], challenge: Challenge) -> Pairing:
    rungs = order(event, games)
    place = rungs.index(challenge.challenged) + 1
    return Pairing(
        round=challenge.number,
        players=(challenge.challenger, challenge.challenged),
        reason=f"{challenge.challenger} challenged {challenge.challenged} for place {place} of the ladder.",
    )
