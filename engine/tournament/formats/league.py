"""League: divisions that play a round robin each season; after it the best go up and the last go down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from engine.tournament.cards import cards
from engine.tournament.games import Pair, is_open, meetings
from engine.tournament.lots import seeding
from engine.tournament.model import Event, Game, Over, Pairing, Plan, Standing, Start, Wait
from engine.tournament.schedule import all_pairings, to_start
from engine.tournament.standings import ranked, table
from engine.tournament.terms import League
from engine.tournament.tiebreaks import Field
from engine.tournament.wording import being_played


def next_games(event: Event, terms: League, games: Sequence[Game]) -> Plan:
    """As many games of the season as the players have room for; the next season begins when they are all over."""
    for season in range(1, terms.seasons + 1):
        of_season = [game for game in games if game.pairing.round == season]
        started = to_start(event, games, _pairings(event, terms, games, season), meetings(of_season))
        if started:
            return Start(games=started)
        still = sum(map(is_open, of_season))
        if still:
            return Wait(reason=f"Season {season}: {being_played(still)}.")
    return Over()


def standings(event: Event, terms: League, games: Sequence[Game]) -> list[Standing]:
    """The tables of the newest season, the first division above the second; who is in none of them comes last."""
    season = max((game.pairing.round for game in games), default=1)
    rows = _tables(event, terms, games, season)
    named = [[replace(row, note=_note(n, row)) for row in part] for n, part in enumerate(rows, start=1)]
    inside = {row.player for part in rows for row in part}
    outside = [each.name for each in event.entrants if each.name not in inside]
    return ranked([*named, table(event, _field(event, games, season), outside)])


def divisions(event: Event, terms: League, games: Sequence[Game], season: int) -> list[list[str]]:
    """Who plays in which division that season, the first division first; each in the order in which it was filled.

    The best `movers` of a division change places with the last of the one above. Who has left makes room, so that the
    next move up; who is new begins at the bottom.
    """
    new = [each.name for each in seeding(event) if each.first == season and each.plays(season)]
    if season == 1:
        return _filled(terms, new)
    order = [[row.player for row in part] for part in _tables(event, terms, games, season - 1)]
    for upper, lower in pairwise(order):
        movers = min(terms.movers, len(upper) // 2, len(lower) // 2)
        upper[len(upper) - movers :], lower[:movers] = lower[:movers], upper[len(upper) - movers :]
    stay = [name for part in order for name in part if event.by_name[name].plays(season)]
    return _filled(terms, [*stay, *new])


def pairs(event: Event, terms: League, games: Sequence[Game], season: int) -> set[Pair]:
    """Who is to meet in a season, as the one before stands; nobody while that is not over."""
    before = [game for game in games if game.pairing.round == season - 1]
    if any(map(is_open, before)):
        return set()
    return {frozenset(pairing.players) for pairing in _pairings(event, terms, games, season)}


def _filled(terms: League, names: Sequence[str]) -> list[list[str]]:
    """The names dealt to divisions of as equal a size as can be, the upper ones the larger."""
    count = max(1, round(len(names) / terms.size))
    size, larger = divmod(len(names), count)
    starts = [n * size + min(n, larger) for n in range(count + 1)]
    return [list(names[start:end]) for start, end in pairwise(starts)]


def _pairings(event: Event, terms: League, games: Sequence[Game], season: int) -> list[Pairing]:
    by_round = [
        pairing
        for n, names in enumerate(divisions(event, terms, games, season), start=1)
        for pairing in all_pairings(
            names,
            legs=terms.legs,
            stage=f"division {n}",
            reason=f"{{first}} meets {{second}}: both play in division {n} in season {season}.",
        )
    ]
    return [replace(pairing, round=season) for pairing in sorted(by_round, key=lambda pairing: pairing.round)]


def _tables(event: Event, terms: League, games: Sequence[Game], season: int) -> list[list[Standing]]:
    field = _field(event, games, season)
    return [table(event, field, names) for names in divisions(event, terms, games, season)]


def _field(event: Event, games: Sequence[Game], season: int) -> Field:
    of_season = [game for game in games if game.pairing.round == season]
    struck = frozenset(each.name for each in event.entrants if each.struck_from == season)
    return Field(cards=cards(event, of_season), scoring=event.scoring, fixed=True, struck=struck)


def _note(division: int, row: Standing) -> str:
    return f"division {division} {row.note}".strip()
