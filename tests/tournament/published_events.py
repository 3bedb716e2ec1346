"""Published crosstables typed in as text: score cards, the values that were printed, and the same as an event."""

from pathlib import Path

from engine.tournament.cards import Line
from engine.tournament.model import Entrant, Event, Game, Outcome, Pairing, Result, Score, Scoring, TieBreak
from engine.tournament.terms import RoundRobin, Swiss
from engine.tournament.tiebreaks import Field

FOLDER = Path(__file__).parent / "published"

PLAYED = {"+": Outcome.WIN, "=": Outcome.DRAW, "-": Outcome.LOSS}
UNPLAYED = {"+": Outcome.WALKOVER, "-": Outcome.FORFEIT}
ALONE = {"bye": (Outcome.BYE, 1.0), "half": (Outcome.ABSENT, 0.5), "none": (Outcome.ABSENT, 0.0)}
CHESS = Scoring()
DRAUGHTS = Scoring(win=2, draw=1, bye=2, walkover=2)


def read(name: str, *, fixed: bool = False, scoring: Scoring = CHESS) -> tuple[Field, dict[str, list[str]]]:
    """The event's field, and by player the columns behind his rounds."""
    rows = [line for line in (FOLDER / f"{name}.txt").read_text().splitlines() if line and line[0] != "#"]
    cards, printed = {}, {}
    for row in rows:
        player, rounds, *values = (cell.strip() for cell in row.split("|"))
        cards[player] = tuple(_line(n, entry, scoring) for n, entry in enumerate(rounds.split(), start=1))
        printed[player] = values
    return Field(cards=cards, scoring=scoring, fixed=fixed), printed


def _line(round_: int, entry: str, scoring: Scoring) -> Line:
    if entry in ALONE:
        outcome, points = ALONE[entry]
        return Line(round=round_, outcome=outcome, points=points)
    outcome = (UNPLAYED if entry.endswith("!") else PLAYED)[entry[0]]
    return Line(round=round_, outcome=outcome, points=scoring.points(outcome), opponent=entry[1:].rstrip("!"))


def as_event(field: Field, tiebreaks: tuple[TieBreak, ...]) -> tuple[Event, list[Game]]:
    """The same as an event of duels and its games."""
    terms = RoundRobin() if field.fixed else Swiss(rounds=len(next(iter(field.cards.values()))))
    entrants = tuple(Entrant(name=name, games_at_once=9) for name in field.cards)
    event = Event(name="Cup", seed="salt", terms=terms, entrants=entrants, scoring=field.scoring, tiebreaks=tiebreaks)
    games = []
    for player, card in field.cards.items():
        for line in card:
            if line.opponent is None or int(player) > int(line.opponent):
                continue
            other = next(each.outcome for each in field.cards[line.opponent] if each.opponent == player)
            scores = (Score(player=player, outcome=line.outcome), Score(player=line.opponent, outcome=other))
            pairing = Pairing(round=line.round, players=(player, line.opponent))
            games.append(Game(pairing=pairing, result=Result(scores=scores)))
    return event, games
