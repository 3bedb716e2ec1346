"""Events as the tie-break program of FIDE's Technical Commission sees them.

The program is gacrux (PyPI; copyright FIDE, written by O. Milvang): the one behind FIDE's tie-break server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gacrux import tiebreak, trf2json

from engine.tournament.cards import Cards, Line, points
from engine.tournament.model import Outcome, TieBreak

CODES = {
    TieBreak.DIRECT: "DE",
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.BUCHHOLZ_CUT_1: "BH/C1",
    TieBreak.BUCHHOLZ_CUT_2: "BH/C2",
    TieBreak.BUCHHOLZ_MEDIAN: "BH/M1",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.SONNEBORN_BERGER_CUT_1: "SB/C1",
    TieBreak.WINS: "WIN",
}
PAIRED = {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0", Outcome.WALKOVER: "+", Outcome.FORFEIT: "-"}
ALONE = {(Outcome.BYE, 1.0): "U", (Outcome.ABSENT, 0.5): "H", (Outcome.ABSENT, 0.0): "Z"}

Reckoned = tuple[dict[str, int], dict[TieBreak, dict[str, float]]]


def reckoned(cards: Cards, order: Sequence[TieBreak], *, fixed: bool) -> Reckoned:
    """Everybody's rank by points and those tie-breaks, equals sharing the best; and each tie-break's numbers."""
    reader = trf2json.trf2json()
    reader.parse_file(report(cards), False)
    event = reader.get_tournament(1)
    codes = ["PTS", *(CODES[each] for each in order)]
    asked = {"tiebreak": codes, "check": False, "unrated": None, "pre_determined": fixed, "swiss": not fixed}
    rows = tiebreak.tiebreak(event, -1, asked).compute_tiebreaks(event, asked)["competitors"]
    names = list(cards)
    ranks = {names[row["cid"] - 1]: row["rank"] for row in rows}
    numbers = {
        each: {names[row["cid"] - 1]: float(row["tiebreakScore"][n]) for row in rows}
        for n, each in enumerate(order, start=1)
    }
    return ranks, numbers


def report(cards: Cards) -> str:
    """The event in FIDE's tournament report file: a line for each player, in fixed columns (C.04, annex 2)."""
    numbers = {name: n for n, name in enumerate(cards, start=1)}
    rounds = max(len(card) for card in cards.values())
    lines = ["012 Event", f"062 {len(cards)}", "072 0", f"142 {rounds}"]
    for name, card in cards.items():
        games = "".join(_game(line, numbers[name], numbers) for line in card)
        lines.append(f"001{numbers[name]:5}{'':6}{name:33} 2000{'':28}{points(card):4.1f}{numbers[name]:5}{games}")
    return "\n".join(lines) + "\n"


def _game(line: Line, own: int, numbers: Mapping[str, int]) -> str:
    if line.opponent is None:
        return f"  0000 - {ALONE[line.outcome, line.points]}"
    other = numbers[line.opponent]
    return f"  {other:4} {'w' if own < other else 'b'} {PAIRED[line.outcome]}"
