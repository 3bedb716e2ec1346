"""Whose words a letter holds: each game's block by itself, with what proves whose it is, or why it is not heard."""

from collections.abc import Sequence

from msgspec import Struct

from referee.dispatch import Post
from referee.mail import identity
from referee.mail.blocks import Block, joined
from referee.mail.letter import Letter
from referee.store import games
from referee.store.database import Store
from referee.store.games import Game, GameState, Seat


class Heard(Struct, frozen=True, kw_only=True):
    """The words of one player to one game, proved to be his. `stale`: they are for a turn that is over. `left_out`:
    sentences on what he also said to that game, and that is not taken."""

    game: Game
    seat: Seat
    lines: tuple[str, ...]
    stale: bool = False
    left_out: tuple[str, ...] = ()


class Unheard(Struct, frozen=True, kw_only=True):
    """Words that may not be carried out, and why in a sentence to their writer. `game`: the one that they name."""

    game: int | None
    why: str


class Hearing(Struct, frozen=True, kw_only=True):
    """All of a letter's blocks: at most one for each game is heard, the letter's own game first."""

    heard: tuple[Heard, ...] = ()
    unheard: tuple[Unheard, ...] = ()


class Hearer:
    """Tells whose words a letter holds. Reads the store, and changes nothing."""

    def __init__(self, store: Store, post: Post) -> None:
        self._store = store
        self._post = post

    def hear(self, letter: Letter) -> Hearing:
        """Each block of the letter that is proved, and the others. Words that name no game belong to the game whose
        mail the letter answers; a letter that proves a seat is heard even when nothing is in it for that game."""
        proven = self._proven(letter)
        own = next(iter(proven), None)
        heard: list[Heard] = []
        unheard: list[Unheard] = []
        for number, blocks in _by_game(letter.blocks, own).items():
            place = proven.get(number) if number is not None else None
            if place is None:
                unheard.append(Unheard(game=number, why=_unproved(number)))
                continue
            heard.append(self._said(place, blocks))
        return Hearing(heard=tuple(heard), unheard=tuple(unheard))

    def _proven(self, letter: Letter) -> dict[int, identity.Seat]:
        """The seat that the letter's tokens prove in each game, the surest token's game first."""
        found: dict[int, identity.Seat] = {}
        for mark in letter.marks:
            place = self._post.keys.seat_of(mark)
            if place is not None and place.game not in found and self._seat(place) is not None:
                found[place.game] = place
        return found

    def _seat(self, place: identity.Seat) -> tuple[Game, Seat] | None:
        game = games.load(self._store, place.game)
        seat = game.seat(place.seat) if game is not None else None
        return (game, seat) if game is not None and seat is not None else None

    def _said(self, place: identity.Seat, blocks: Sequence[Block]) -> Heard:
        """One game's words. A form that is not ours, or for another turn, is left out; where nothing is said but forms
        for another turn, all of it is stale."""
        found = self._seat(place)
        assert found is not None, place
        game, seat = found
        turn = game.duel.next_turn
        foreign = [block for block in blocks if not self._is_ours(block, game.id)]
        late = [block for block in blocks if block.code is not None and block.turn != turn and block not in foreign]
        timely = [block for block in blocks if block not in late and block not in foreign]
        over = game.state in (GameState.FINISHED, GameState.ABORTED) or place != self._post.place(seat, game.duel)
        stale = over or (bool(late) and not timely)
        left_out = () if stale else (*(_late(block, turn) for block in late), *map(_foreign, foreign))
        return Heard(game=game, seat=seat, lines=joined(timely), stale=stale, left_out=left_out)

    def _is_ours(self, block: Block, game: int) -> bool:
        """Whether the code of the form that the block stood in, if any, was given out for that turn."""
        return block.code is None or block.code == self._post.keys.form_code(game, block.turn or 0)


def _by_game(blocks: Sequence[Block], own: int | None) -> dict[int | None, list[Block]]:
    """The blocks of each game, the letter's own first, which is there even without any."""
    found: dict[int | None, list[Block]] = {own: []} if own is not None or not blocks else {}
    for block in blocks:
        found.setdefault(own if block.game is None else block.game, []).append(block)
    return found


def _unproved(game: int | None) -> str:
    if game is None:
        return "The mail carries no token that proves whose orders it holds."
    return (
        f"The lines for game {game} were not taken, as the mail carries no token for that game:"
        f" please send them in a reply to the last report of game {game}."
    )


def _late(block: Block, turn: int) -> str:
    return f"The form for turn {block.turn} was left out, as the game waits for turn {turn}."


def _foreign(block: Block) -> str:
    return (
        f"A form with the code {block.code} was left out: it is none of this game's. Please use the one in this mail."
    )
