"""Standings and crosstables as cells, and the cells as text of 72 columns; HTML takes the cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final, assert_never

from msgspec.structs import replace

from engine.model import Value
from engine.tournament.cards import cards, points
from engine.tournament.formats import knockout, league, round_robin
from engine.tournament.games import in_order
from engine.tournament.model import Event, Game, Outcome, Standing, TieBreak
from engine.tournament.running import standings
from engine.tournament.terms import Knockout, Ladder, League, Melees, RoundRobin, Swiss
from engine.tournament.wording import columns, points_text, shortened

COLUMNS_MAX: Final = 72
NAME_COLUMNS_MAX: Final = 24
RIVAL_COLUMNS_MAX: Final = 12  # names within a cell
DUEL: Final = 2
MARGIN: Final = "| "
STICKY: Final = 2  # the columns that stand in every block: place and name

SHORT: Final[Mapping[TieBreak, str]] = {
    TieBreak.DIRECT: "Dir",
    TieBreak.BUCHHOLZ: "Bh",
    TieBreak.BUCHHOLZ_CUT_1: "Bh-1",
    TieBreak.BUCHHOLZ_CUT_2: "Bh-2",
    TieBreak.BUCHHOLZ_MEDIAN: "BhM",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.SONNEBORN_BERGER_CUT_1: "SB-1",
    TieBreak.WINS: "Won",
    TieBreak.HIT_POINTS: "HP",
    TieBreak.TURNS: "Turns",
    TieBreak.LOT: "Lot",
}
_SAID: Final[Mapping[TieBreak, str]] = {TieBreak.DIRECT: "direct encounter (place among those level)"}
MARKS: Final[Mapping[Outcome, str]] = {
    Outcome.WIN: "W",
    Outcome.DRAW: "D",
    Outcome.LOSS: "L",
    Outcome.WALKOVER: "+",
    Outcome.FORFEIT: "-",
    Outcome.VOID: "v",
}
MARKS_SAID: Final = "W won, D drawn, L lost, + walkover, - forfeit, v void, ? being played."


class Grid(Value, frozen=True, kw_only=True):
    """A table: a title (may be empty), headings and rows of as many cells. The second column holds names.

    `legend` says below it what its abbreviations mean, where there are any.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: str = ""


def standings_grid(event: Event, games: Sequence[Game]) -> Grid:
    """Place, name, points, games, the tie-breaks that were asked of anybody, and a remark."""
    rows = standings(event, games)
    asked = [each for each in event.tiebreaks if any(each == used for row in rows for used, _ in row.tiebreaks)]
    noted = any(row.note for row in rows)
    head = ("", "", "Points", "Games", *(SHORT[each] for each in asked), *(("",) if noted else ()))
    return Grid(
        title="Standings",
        head=head,
        rows=tuple(_standing(row, asked, noted=noted) for row in rows),
        legend="; ".join(f"{SHORT[each]}: {_SAID.get(each, each.value)}" for each in asked) + ("." if asked else ""),
    )


def crosstables(event: Event, games: Sequence[Game]) -> tuple[Grid, ...]:
    """Who did what against whom: a square for each group in which all meet, a bracket, or a column for each round.

    A ladder has none.
    """
    games = in_order(games)
    rows = standings(event, games)
    match event.terms:
        case RoundRobin() as terms:
            groups = {**round_robin.sections(event, terms), round_robin.FINAL: _played_in(games, round_robin.FINAL)}
            return _told_once(_square(event, games, rows, title, names) for title, names in groups.items() if names)
        case League() as terms:
            season = max((game.pairing.round for game in games), default=1)
            of_season = [game for game in games if game.pairing.round == season]
            named = enumerate(league.divisions(event, terms, games, season), start=1)
            return _told_once(
                _square(event, of_season, rows, f"Season {season}, division {n}", names) for n, names in named
            )
        case Knockout():
            return (_bracket(event, games, rows),)
        case Swiss():
            return (replace(_by_round(games, rows), legend=f"The number is the opponent's place. {MARKS_SAID}"),)
        case Melees():
            return (replace(_by_round(games, rows), legend="2:4 second of four, v void, ? being played."),)
        case Ladder():
            return ()
        case unknown:
            assert_never(unknown)


def _told_once(grids: Iterable[Grid]) -> tuple[Grid, ...]:
    """The grids, and what the marks mean below the last."""
    found = tuple(grids)
    return (*found[:-1], *(replace(last, legend=MARKS_SAID) for last in found[-1:]))


def as_text(grid: Grid) -> list[str]:
    """The grid in lines of at most 72 columns that begin with "| "; columns that do not fit go into further blocks."""
    cells = [grid.head, *grid.rows]
    cells = [(place, shortened(name, NAME_COLUMNS_MAX), *rest) for place, name, *rest in cells]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    lines = [f"{MARGIN}{grid.title}"] if grid.title else []
    lines += [_line(row, widths, block) for block in _blocks(widths) for row in cells]
    return lines + [f"{MARGIN}{line}" for line in wrap(grid.legend, COLUMNS_MAX - len(MARGIN))]


def _blocks(widths: Sequence[int]) -> list[list[int]]:
    """The columns of each block: place and name, and as many others as fit."""
    sticky = list(range(STICKY))
    start = len(MARGIN) + sum(widths[n] + 1 for n in sticky)
    blocks, used = [list(sticky)], start
    for n in range(STICKY, len(widths)):
        if used + widths[n] > COLUMNS_MAX and len(blocks[-1]) > STICKY:
            blocks.append(list(sticky))
            used = start
        blocks[-1].append(n)
        used += widths[n] + 1
    return blocks


def _line(row: Sequence[str], widths: Sequence[int], block: Sequence[int]) -> str:
    gaps = [" " * (widths[n] - columns(row[n])) for n in block]
    cells = [row[n] + gap if n == 1 else gap + row[n] for n, gap in zip(block, gaps, strict=True)]
    return f"{MARGIN}{' '.join(cells)}".rstrip()


def _standing(row: Standing, asked: Sequence[TieBreak], *, noted: bool) -> tuple[str, ...]:
    values = dict(row.tiebreaks)
    breaks = [_number(values[each]) if each in values else "" for each in asked]
    note = (row.note,) if noted else ()
    return (str(row.rank), row.player, points_text(row.points), str(row.games), *breaks, *note)


def _number(value: float) -> str:
    return "none" if value == float("inf") else points_text(value)


def _played_in(games: Sequence[Game], stage: str) -> list[str]:
    return sorted({player for game in games if game.pairing.stage == stage for player in game.pairing.players})


def _square(event: Event, games: Sequence[Game], rows: Sequence[Standing], title: str, names: Sequence[str]) -> Grid:
    """Those names in the order of the table, each against each; two games stand side by side."""
    ranked = [row.player for row in rows if row.player in names]
    among = [game for game in games if set(game.pairing.players) <= set(names)]
    cells, lines_of = _met(among), cards(event, among)
    lines = [
        (
            str(n),
            name,
            *("*" if name == other else cells.get((name, other), ".") for other in ranked),
            points_text(points(lines_of[name])),
        )
        for n, name in enumerate(ranked, start=1)
    ]
    head = ("", "", *(str(n) for n in range(1, len(ranked) + 1)), "Points")
    return Grid(title=title[:1].upper() + title[1:], head=head, rows=tuple(lines))


def _met(games: Sequence[Game]) -> dict[tuple[str, str], str]:
    """How each game of two went, from each side; two games of theirs stand together."""
    cells: dict[tuple[str, str], str] = {}
    for game in games:
        if len(game.pairing.players) != DUEL:
            continue
        for own, other in (game.pairing.players, game.pairing.players[::-1]):
            mark = "?" if game.result is None else MARKS[game.result.of(own).outcome]
            cells[own, other] = cells.get((own, other), "") + mark
    return cells


def _by_round(games: Sequence[Game], rows: Sequence[Standing]) -> Grid:
    """A column for each round: the opponent's place in the table and how it went; in a melee the place of how many."""
    places = {row.player: row.rank for row in rows}
    cells: dict[tuple[str, int], str] = {}
    for game in games:
        for player in game.pairing.players:
            at = (player, game.pairing.round)
            cells[at] = "/".join(part for part in (cells.get(at, ""), _entry(game, player, places)) if part)
    rounds = range(1, max((game.pairing.round for game in games), default=0) + 1)
    lines = [
        (str(row.rank), row.player, *(cells.get((row.player, n), ".") for n in rounds), points_text(row.points))
        for row in rows
    ]
    return Grid(title="", head=("", "", *map(str, rounds), "Points"), rows=tuple(lines))


def _bracket(event: Event, games: Sequence[Game], rows: Sequence[Standing]) -> Grid:
    """By seed number, in the order in which neighbours meet; a column for each stage, and the place in the table."""
    places = {row.player: row.rank for row in rows}
    met: dict[tuple[str, int], list[Game]] = {}
    for game in games:
        for player in game.pairing.players:
            met.setdefault((player, game.pairing.round), []).append(game)
    stages = range(1, max((game.pairing.round for game in games), default=0) + 1)
    lines = [
        (str(seed), name, *(_tie(name, met.get((name, n), [])) for n in stages), str(places[name]))
        for seed, name in knockout.seats(event)
    ]
    head = ("Seed", "", *map(str, stages), "Place")
    return Grid(title="Bracket", head=head, rows=tuple(lines), legend=MARKS_SAID)


def _tie(player: str, games: Sequence[Game]) -> str:
    """Whom he met in a stage and how it went, replays among it: "DW Hal"."""
    marks = "".join("?" if game.result is None else MARKS.get(game.result.of(player).outcome, "") for game in games)
    others = {other for game in games for other in game.pairing.players} - {player}
    if not games:
        return "."
    return f"{marks} {shortened(others.pop(), RIVAL_COLUMNS_MAX)}" if others else "bye"


def _entry(game: Game, player: str, places: Mapping[str, int]) -> str:
    others = [each for each in game.pairing.players if each != player]
    if not others:
        return "bye"
    if game.result is None:
        return f"{places[others[0]]}?" if len(others) == 1 else "?"
    score = game.result.of(player)
    if len(others) == 1:
        return f"{places[others[0]]}{MARKS[score.outcome]}"
    return MARKS[Outcome.VOID] if score.outcome is Outcome.VOID else f"{score.place}:{len(others) + 1}"
