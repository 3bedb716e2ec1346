"""Swiss: each round everybody meets somebody with about as many points whom he has not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

from engine.tournament.cards import cards_by_round, points
from engine.tournament.games import bye, is_open, meetings, room
from engine.tournament.lots import seeding
from engine.tournament.model import (
    Entrant,
    Event,
    Game,
    Impossible,
    Outcome,
    Over,
    Pairing,
    Plan,
    Standing,
    Start,
    Wait,
)
from engine.tournament.pairing import Candidate, Paired, pair
from engine.tournament.standings import table
from engine.tournament.terms import Swiss
from engine.tournament.tiebreaks import Field
from engine.tournament.wording import being_played, listed, points_said, points_text


def next_games(event: Event, terms: Swiss, games: Sequence[Game]) -> Plan:
    """The next round as a whole, once enough of the last is over and everybody has room for another game."""
    newest = max((game.pairing.round for game in games), default=0)
    still = [game for game in games if is_open(game)]
    if newest >= terms.rounds:
        return Wait(reason=f"{being_played(len(still))}.") if still else Over()
    of_newest = [game for game in games if game.pairing.round == newest]
    done = sum(not is_open(game) for game in of_newest)
    if 100 * done < terms.settled_percent * len(of_newest):
        return Wait(reason=f"Round {newest}: {done} of {len(of_newest)} games are over.")
    if any(game.pairing.round < newest for game in still):
        return Wait(reason=f"Games from before round {newest} are still being played.")
    return _round(event, terms, games, newest + 1)


def standings(event: Event, games: Sequence[Game]) -> list[Standing]:
    """The table by points and tie-breaks."""
    field = Field(cards=cards_by_round(event, games), scoring=event.scoring)
    return table(event, field, [each.name for each in event.entrants])


def rounds_allowed(players: int, forbidden: int) -> int:
    """How many rounds so many can always be paired for, whatever the results, if nobody leaves.

    `forbidden` is the greatest number of others whom one player is not to meet. After r rounds the pairs who have not
    met are a regular graph of degree n - 1 - r (n made even by the bye); it has a perfect matching where the degree is
    at least n / 2 (G. A. Dirac, "Some theorems on abstract graphs", Proc. London Math. Soc. 2 (1952), 69-81), and where
    it is odd and n is below 3 * degree + 7 (W. D. Wallis, "The smallest regular graphs without one-factors", Ars
    Combinatoria 11 (1981), 295-300), which allows one round more where n / 2 is even.
    """
    half = (players + 1) // 2
    return half + (half % 2 == 0) if forbidden == 0 else max(0, half - forbidden)


def _round(event: Event, terms: Swiss, games: Sequence[Game], round_: int) -> Plan:
    there = [each for each in seeding(event) if each.plays(round_)]
    if len(there) < 2:
        return Impossible(
            round=round_, reason=f"Fewer than two players are left for round {round_}.", remedies=("end the event",)
        )
    space = room(event, games)
    full = [each.name for each in there if space[each.name] < 1]
    if full:
        return Wait(reason=f"Round {round_} waits for {listed(full)}, who cannot play more games at a time.")
    candidates = _candidates(event, terms, games, there)
    found = pair(candidates, {*meetings(games), *map(frozenset, event.forbidden)})
    if found is None:
        banned = (" or whom he is not to meet", "lift a pair's ban") if event.forbidden else ("",)
        return Impossible(
            round=round_,
            reason=f"The {len(there)} players left cannot be paired for round {round_} without meeting somebody "
            f"twice{banned[0]}.",
            remedies=("end the event after the last round", *banned[1:], "let somebody in or out"),
        )
    return Start(games=_started(found, candidates, round_, _counted(event, terms, games, round_)))


def _counted(event: Event, terms: Swiss, games: Sequence[Game], round_: int) -> str:
    """What makes the points that a round is paired by others than those of the table, in words."""
    drawn = " Games still being played count as drawn." if any(map(is_open, games)) else ""
    lent = set(_lent(event, terms, round_).values())
    return drawn + "".join(f" The upper half of the field is lent {points_said(much)}." for much in lent)


def _candidates(event: Event, terms: Swiss, games: Sequence[Game], there: Sequence[Entrant]) -> list[Candidate]:
    """Everybody with the points he is paired by: open games count as drawn, and what is lent to him is added."""
    newest = max((game.pairing.round for game in games), default=0)
    lines = cards_by_round(event, games)
    drawn = Counter(player for game in games if is_open(game) for player in game.pairing.players)
    lent, lent_last = _lent(event, terms, newest + 1), _lent(event, terms, newest)
    before = {
        name: points(line for line in own if line.round < newest) + lent_last.get(name, 0.0)
        for name, own in lines.items()
    }
    last = {
        game.pairing.players[n]: game.pairing.players[1 - n] for game in games for n in (0, 1) if _is_last(game, newest)
    }
    return [
        Candidate(
            name=name,
            points=points(lines[name]) + drawn[name] * event.scoring.draw + lent.get(name, 0.0),
            rank=rank,
            byes=sum(line.outcome is Outcome.BYE for line in lines[name]),
            walkovers=sum(line.outcome is Outcome.WALKOVER for line in lines[name]),
            floated=_sign(before[last[name]] - before[name]) if name in last else 0,
        )
        for rank, name in enumerate(each.name for each in there)
    ]


def _is_last(game: Game, newest: int) -> bool:
    return game.pairing.round == newest and len(game.pairing.players) == 2


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


def _lent(event: Event, terms: Swiss, round_: int) -> dict[str, float]:
    """The points lent for the pairing of an accelerated round, to whom (FIDE C.04.5.1, Baku acceleration).

    The upper half of those there from the beginning (rounded up to an even number) are lent a win's points in the first
    half of the accelerated rounds, and a draw's in the second; accelerated is the first half of all rounds. Halves of
    rounds are rounded up.
    """
    accelerated = ceil(terms.rounds / 2) if terms.accelerated else 0
    if not 1 <= round_ <= accelerated:
        return {}
    started = [each.name for each in seeding(event) if each.first == 1]
    much = event.scoring.win if round_ <= ceil(accelerated / 2) else event.scoring.draw
    return dict.fromkeys(started[: 2 * ceil(len(started) / 4)], much)


def _started(found: Paired, candidates: Sequence[Candidate], round_: int, counted: str) -> tuple[Game, ...]:
    by_name = {each.name: each for each in candidates}
    sizes = Counter(each.points for each in candidates)
    games = [
        Game(pairing=Pairing(round=round_, players=(first, second), reason=f"{why}{counted}"))
        for first, second in found.pairs
        for why in [_reason(by_name[first], by_name[second], sizes)]
    ]
    if found.bye is not None:
        reason = f"{found.bye} has the bye: the number is odd, and this is the lowest place without one."
        if by_name[found.bye].byes:
            reason = f"{found.bye} has the bye: the number is odd, and all have had as many."
        games.append(bye(Pairing(round=round_, players=(found.bye,), reason=reason)))
    return tuple(games)


def _reason(first: Candidate, second: Candidate, sizes: Counter[float]) -> str:
    """Why those two meet, in words for both."""
    meet = f"{first.name} meets {second.name}"
    if first.points != second.points:
        odd = sizes[first.points] % 2 == 1
        cause = (
            f"an odd number has {points_said(first.points)}"
            if odd
            else f"those with {points_said(first.points)} cannot all meet new opponents among themselves"
        )
        return f"{meet}, {points_text(first.points)} against {points_text(second.points)}: {cause}."
    if sizes[first.points] == 2:
        return f"{meet}: they are the two with {points_said(first.points)}."
    return (
        f"{meet}: both have {points_said(first.points)}, and of the {sizes[first.points]} who do the upper half "
        "meets the lower, as far as they have not met."
    )
