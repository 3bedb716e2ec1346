"""Published crosstables typed in as text, as a field of score cards and the values that were printed."""

from pathlib import Path

from engine.tournament.cards import Line
from engine.tournament.model import Game, Outcome, Pairing, Result, Score, Scoring
from engine.tournament.tiebreaks import Field

FOLDER = Path(__file__).parent / "published"

PLAYED = {"+": Outcome.WIN, "=": Outcome.DRAW, "-": Outcome.LOSS}
UNPLAYED = {"+": Outcome.WALKOVER, "-": Outcome.FORFEIT}
ALONE = {"bye": (Outcome.BYE, 1.0), "half": (Outcome.ABSENT, 0.5), "none": (Outcome.ABSENT, 0.0)}


def read(name: str, *, fixed: bool = False) -> tuple[Field, dict[str, list[str]]]:
    """The event's field, and by player the columns behind his rounds."""
    rows = [line for line in (FOLDER / f"{name}.txt").read_text().splitlines() if line and line[0] != "#"]
    cards, printed = {}, {}
    for row in rows:
        player, rounds, *values = (cell.strip() for cell in row.split("|"))
        cards[player] = tuple(_line(n, entry) for n, entry in enumerate(rounds.split(), start=1))
        printed[player] = values
    return Field(cards=cards, scoring=Scoring(), fixed=fixed), printed


def _line(round_: int, entry: str) -> Line:
    if entry in ALONE:
        outcome, points = ALONE[entry]
        return Line(round=round_, outcome=outcome, points=points)
    outcome = (UNPLAYED if entry.endswith("!") else PLAYED)[entry[0]]
    return Line(round=round_, outcome=outcome, points=Scoring().points(outcome), opponent=entry[1:].rstrip("!"))


def as_games(field: Field) -> list[Game]:
    """The same as games of an event of duels."""
    games = []
    for player, card in field.cards.items():
        for line in card:
            if line.opponent is None or int(player) > int(line.opponent):
                continue
            other = field.cards[line.opponent][line.round - 1].outcome
            scores = (Score(player=player, outcome=line.outcome), Score(player=line.opponent, outcome=other))
            pairing = Pairing(round=line.round, players=(player, line.opponent))
            games.append(Game(pairing=pairing, result=Result(scores=scores)))
    return games
