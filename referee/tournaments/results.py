"""What a game at the desk is worth to its event, and what it would be if it ended as it stands."""

from collections.abc import Sequence
from typing import Final

from engine.model import Duel
from engine.tournament.model import Outcome, Pairing, Result, Score
from referee.endings import places_by_lasting
from referee.mail.wording import counted, listed
from referee.store import results
from referee.store.database import Store
from referee.store.games import Game, GameState

_OUT: Final = "Of those who are out, who lasted longer is before."
LEAD: Final = 3  # hit points that somebody must be ahead by, his monsters' counted, to have won when it is adjudicated


def played_result(store: Store, pairing: Pairing, game: Game) -> Result | None:
    """What came of a game; None while it goes on. One that the director ended counts for nobody."""
    if game.state is GameState.ABORTED:
        return void(pairing)
    if game.state is not GameState.FINISHED:
        return None
    places = {each.seat: each.place for each in results.of_game(store, game.id)}
    return by_places(pairing, game, [places[seat.number] for seat in game.seats])


def by_places(pairing: Pairing, game: Game, places: Sequence[int]) -> Result:
    """The result where the seats have those places, in their order; the first, shared, is a draw."""
    first = list(places).count(1)
    scores = tuple(
        Score(
            player=player,
            outcome=Outcome.LOSS if place > 1 else Outcome.WIN if first == 1 else Outcome.DRAW,
            place=place,
            hit_points=hit_points(game.duel, seat.wizard),
        )
        for player, seat, place in zip(pairing.players, game.seats, places, strict=True)
    )
    return Result(scores=scores, turns=game.duel.turn)


def void(pairing: Pairing) -> Result:
    """It counts for nobody."""
    return Result(scores=tuple(Score(player=each, outcome=Outcome.VOID) for each in pairing.players))


def forfeited(pairing: Pairing, name: str) -> Result:
    """One of two players does not play, and the other has a walkover."""
    return Result(
        scores=tuple(
            Score(
                player=each,
                outcome=Outcome.FORFEIT if each == name else Outcome.WALKOVER,
                place=2 if each == name else 1,
            )
            for each in pairing.players
        )
    )


def hit_points(duel: Duel, wizard: str) -> int:
    """What a wizard has left, 0 when he is dead or gone."""
    figure = duel.wizard(wizard)
    return max(0, figure.hit_points) if figure is not None and figure.alive else 0


def strength(duel: Duel, wizard: str) -> int:
    """His hit points and those of the monsters that obey him; 0 for one who is out."""
    own = hit_points(duel, wizard)
    monsters = sum(each.hit_points for each in duel.monsters if each.alive and each.controller == wizard)
    return own + monsters if own else 0


def as_it_stands(store: Store, game: Game) -> tuple[list[int], str]:
    """The places that the seats would have if the game ended now, and why in a sentence.

    In a duel one must be ahead by LEAD, or it is drawn; in a melee the strengths decide, and of those who are out who
    lasted longer is before."""
    totals = [strength(game.duel, seat.wizard) for seat in game.seats]
    told = listed(
        f"{seat.wizard} has {counted(total, 'hit point')}" for seat, total in zip(game.seats, totals, strict=True)
    )
    why = f"With the monsters' counted to those whom they obey, {told}."
    if len(totals) == 2 and 0 < abs(totals[0] - totals[1]) < LEAD:
        return [1, 1], f"{why} A lead of less than {LEAD} makes a draw."
    return _places(_ranks(store, game)), why + (f" {_OUT}" if totals.count(0) > 1 else "")


def drawn(store: Store, game: Game) -> list[int]:
    """The places where all who are not out share the first."""
    return places_by_lasting(store, game)


def won(store: Store, game: Game, winner: int) -> list[int]:
    """The places where the seat of that index is first, and the others come after as it stands."""
    ranks = _ranks(store, game)
    ranks[winner] = (max(strength_ for strength_, _ in ranks) + 1, 0)
    return _places(ranks)


def _ranks(store: Store, game: Game) -> list[tuple[int, int]]:
    """What the seats are compared by: the higher is before."""
    lasted = places_by_lasting(store, game)
    return [(strength(game.duel, seat.wizard), -place) for seat, place in zip(game.seats, lasted, strict=True)]


def _places(ranks: Sequence[tuple[int, int]]) -> list[int]:
    return [1 + sum(other > own for other in ranks) for own in ranks]


def in_words(result: Result) -> str:
    """`Ann has won`, `it is a draw`, `it counts for nobody`."""
    first = [each.player for each in result.scores if each.outcome in (Outcome.WIN, Outcome.DRAW)]
    outcomes = {each.outcome for each in result.scores}
    if Outcome.VOID in outcomes:
        return "it counts for nobody"
    if Outcome.FORFEIT in outcomes:
        return f"{listed(each.player for each in result.scores if each.outcome is Outcome.FORFEIT)} forfeits it"
    if Outcome.BYE in outcomes:
        return "a bye"
    if Outcome.DRAW in outcomes:
        return "it is a draw" if len(first) == len(result.scores) else f"it is a draw of {listed(first)}"
    return f"{listed(first)} has won"
