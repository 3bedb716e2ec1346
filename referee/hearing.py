"""Whose words a letter holds: each game's block by itself, with what proves whose it is, or why it is not heard."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from msgspec import Struct

from referee import play
from referee.config import Config
from referee.dispatch import Post
from referee.mail import identity, signs, trust
from referee.mail.blocks import Block, joined
from referee.mail.identity import Place
from referee.mail.letter import Letter
from referee.mail.trust import Verdict
from referee.mail.wording import listed
from referee.store import confirmations, games, players, turns
from referee.store.confirmations import Confirmation, Purpose
from referee.store.database import Store
from referee.store.games import GOING_ON, Game, GameState, Seat
from referee.store.players import Player
from referee.threads import awaited

_QUESTION_SPEAKS: Final = timedelta(weeks=signs.WEEKS_VALID)


class Proof(StrEnum):
    """Why words are believed to be a player's: a seat's token, a sign of his in a mail outside of any game, his own
    mail server's word (or the director's rule that none is needed), or that he confirmed them. Or they are not yet."""

    TOKEN = "token"
    SIGN = "sign"
    SENDER = "sender"
    CONFIRMED = "confirmed"
    NONE = "none"


class Heard(Struct, frozen=True, kw_only=True):
    """The words of one player to one game. `place`: the seat and the turn that they are for; `stale`: that turn is
    over. `left_out`: sentences on what he also said to that game, and that is not taken."""

    game: Game
    seat: Seat
    place: identity.Seat
    lines: tuple[str, ...]
    proof: Proof
    stale: bool = False
    left_out: tuple[str, ...] = ()


class Unheard(Struct, frozen=True, kw_only=True):
    """Words that may not be carried out, and why in a sentence to their writer. `game`: the one that they name."""

    game: int | None
    why: str


class Writer(Struct, frozen=True, kw_only=True):
    """Who wrote a letter. `proven`: the seat that its tokens prove in each game, the surest token's game first; `lost`:
    the games in which they prove one that another player has taken since, with what is to be said of that. `games`:
    all these games as they stand.

    `player`: whom a token or a sign proves, or whose address the letter bears; `proof` how that is known. `sender` and
    `vouched`: the same without any token."""

    proven: dict[int, identity.Seat]
    lost: dict[int, str]
    games: dict[int, Game]
    player: Player | None
    proof: Proof
    sender: Player | None
    vouched: Proof


class Hearing(Struct, frozen=True, kw_only=True):
    """All of a letter's blocks: at most one for each game is heard, the letter's own game first.

    `own`: the game that words belong to which name none. `claimed`: what would be heard if `claimant`, who seems to
    have written it, confirmed that he did; only where nothing is heard. `player`: whose commands the letter holds,
    None where a stranger wrote it, and `proof` how that is known. `lost`: sentences to one whose tokens are those of a
    seat that another player has taken."""

    own: int | None = None
    player: Player | None = None
    proof: Proof = Proof.NONE
    heard: tuple[Heard, ...] = ()
    unheard: tuple[Unheard, ...] = ()
    claimed: tuple[Heard, ...] = ()
    claimant: Player | None = None
    lost: tuple[str, ...] = ()


def question_of(store: Store, keys: identity.Keys, sign: signs.Sign, now: datetime) -> Confirmation | None:
    """The question that the sign proves, None where it proves none, or is older than a sign of a player's may be."""
    number = signs.confirmed_by(keys, sign)
    asked = confirmations.load(store, number) if number is not None else None
    return asked if asked is not None and now - asked.created_at <= _QUESTION_SPEAKS else None


class Hearer:
    """Tells whose words a letter holds. Reads the store, and changes nothing."""

    def __init__(self, store: Store, post: Post, config: Config) -> None:
        self._store = store
        self._post = post
        self._server = config.mailboxes[post.mailbox].imap.authserv_id
        self._believes_senders = config.mail.trust == "sender"

    def hear(self, letter: Letter, writer: Writer, *, since: datetime) -> Hearing:
        """Each block of the letter that is proved, and the others. `since`: when the letter came.

        Words that name no game belong to the game whose mail the letter answers, or else to the one that its writer
        must mean. A letter that proves a seat is heard even when nothing is in it for that game."""
        proven, lost, player, proof = writer.proven, writer.lost, writer.sender, writer.vouched
        own = next(iter((*proven, *lost)), None)
        puzzle = ""
        if own is None and player is not None and (not letter.blocks or any(b.game is None for b in letter.blocks)):
            own, puzzle = self._own_game(letter, player)
        heard: list[Heard] = []
        claimed: list[Heard] = []
        unheard: list[Unheard] = []
        for number, blocks in _by_game(letter.blocks, own).items():
            place = proven.get(number) if number is not None else None
            if place is not None:
                heard.append(self._said(writer.games[place.game], place, blocks, Proof.TOKEN))
                continue
            if number in lost:
                unheard.append(Unheard(game=number, why=lost[number]))
                continue
            game = games.load(self._store, number) if player is not None and number is not None else None
            place = self._place_of(player, game, letter, since) if player is not None and game is not None else None
            words = self._said(game, place, blocks, proof) if game is not None and place is not None else None
            if words is not None and proof is not Proof.NONE:
                heard.append(words)
                continue
            if words is not None and not proven:
                claimed.append(words)
            unheard.append(Unheard(game=number, why=puzzle if number is None and puzzle else _unproved(number)))
        return Hearing(
            own=own,
            heard=tuple(heard),
            unheard=tuple(unheard),
            claimed=() if heard else tuple(each for each in claimed if not each.stale),
            claimant=writer.player if writer.proof is Proof.NONE else None,
            player=writer.player,
            proof=writer.proof,
            lost=tuple(lost.values()),
        )

    def hear_confirmed(self, letter: Letter, own: int | None, places: Mapping[int, identity.Seat]) -> tuple[Heard, ...]:
        """The blocks of a letter that its writer has confirmed: those for the seats and turns in `places`, by game."""
        found = _by_game(letter.blocks, own)
        meant = [(games.load(self._store, place.game), place) for number, place in places.items() if number in found]
        return tuple(
            self._said(game, place, found[place.game], Proof.CONFIRMED)
            for game, place in meant
            if game is not None and game.seat(place.seat) is not None
        )

    # -- who writes ----------------------------------------------------------------------------------------------

    def writer(self, letter: Letter, now: datetime) -> Writer:
        """Who wrote the letter, as far as can be told."""
        marked = {number: games.load(self._store, number) for number in {mark.game for mark in letter.marks}}
        known = {number: game for number, game in marked.items() if game is not None}
        proven, lost = self._proven(letter, known)
        sender, vouched = self._sender(letter, now)
        player, proof = self._speaker(letter, proven, known) or (sender, vouched)
        return Writer(proven=proven, lost=lost, games=known, player=player, proof=proof, sender=sender, vouched=vouched)

    def _proven(self, letter: Letter, known: Mapping[int, Game]) -> tuple[dict[int, identity.Seat], dict[int, str]]:
        """The seat that the letter's tokens prove in each game, and what is to be said of those that are lost."""
        found: dict[int, identity.Seat] = {}
        lost: dict[int, str] = {}
        for mark in letter.marks:
            game = known.get(mark.game)
            if game is None or game.id in found:
                continue
            place = self._post.keys.seat_of(mark, holders=game.holders, epochs=game.epochs)
            seat = game.seat(place.seat) if place is not None else None
            if place is None or seat is None:
                continue
            if place.holder == seat.holder:
                found[game.id] = place
            else:
                lost[game.id] = _lost(seat)
        return found, {game: why for game, why in lost.items() if game not in found}

    def _sender(self, letter: Letter, now: datetime) -> tuple[Player | None, Proof]:
        """The player who wrote the letter, and how that is proved without a token; or (NONE) who seems to have."""
        for sign in letter.signs:
            number = signs.person_of(self._post.keys, sign, now) or self._asked(sign, now)
            player = players.load(self._store, number) if number is not None else None
            if player is not None and player.forgotten_at is None:
                return player, Proof.SIGN
        player = players.by_address(self._store, letter.sender) if letter.sender else None
        if player is None:
            return None, Proof.NONE
        return player, Proof.SENDER if self.is_vouched(letter) else Proof.NONE

    def _speaker(
        self, letter: Letter, proven: Mapping[int, identity.Seat], known: Mapping[int, Game]
    ) -> tuple[Player, Proof] | None:
        """The player at the seat that a token proves, for his commands. The token of a turn that is over has been
        quoted about by then: it proves him only in a mail that bears his address as well."""
        for place in proven.values():
            game = known[place.game]
            seat = game.seat(place.seat)
            player = players.load(self._store, seat.player) if seat is not None else None
            if seat is None or player is None:
                continue
            fresh = place == awaited(seat, game.duel)
            own = players.address_key(letter.sender) == players.address_key(player.address)
            return player, Proof.TOKEN if fresh or own else Proof.NONE
        return None

    def _asked(self, sign: signs.Sign, now: datetime) -> int | None:
        """The player who answers a question that went to an address of his, and so has shown who he is."""
        asked = question_of(self._store, self._post.keys, sign, now)
        if asked is None or asked.kind is Purpose.TAKE_ADDRESS:
            return None
        owner = players.by_address(self._store, asked.address)  # he may have left it since
        return owner.id if owner is not None and owner.id == asked.player else None

    def is_vouched(self, letter: Letter) -> bool:
        """Whether the sender is believed. A forgery that our own server found is not, whatever the director's rule."""
        verdict = trust.judge(letter.origin, sender=letter.sender, server=self._server).verdict
        return verdict is Verdict.PASS or (self._believes_senders and verdict is not Verdict.FAIL)

    # -- which game ----------------------------------------------------------------------------------------------

    def _own_game(self, letter: Letter, player: Player) -> tuple[int | None, str]:
        """The game that a player must mean who names none, or None and why it cannot be told."""
        seats = games.seats_of(self._store, player.id, GOING_ON)
        mine = dict.fromkeys(seat.game for seat in seats)
        named = [mark.game for mark in letter.marks if mark.place is Place.SUBJECT and mark.game in mine]
        if named:
            return named[0], ""
        owing = [seat.game for seat in seats if self._owes(seat)]
        if len(set(owing)) == 1 or len(mine) == 1:
            return next(iter(owing or mine)), ""
        if not mine:
            return None, "You have no seat in a game that goes on."
        numbers = listed(str(number) for number in mine)
        return None, f"You play in games {numbers}; say which you mean, as in: game {next(iter(mine))}."

    def _owes(self, seat: Seat) -> bool:
        game = games.load(self._store, seat.game)
        return game is not None and game.state is GameState.RUNNING and seat.wizard in play.owing(self._store, game)

    def _place_of(self, player: Player, game: Game, letter: Letter, since: datetime) -> identity.Seat | None:
        """The one seat of a player in a game, with the turn that a letter without a token is for: the one that its
        Subject names, or else the one that the game waited for when it came (turn 0: one that is over)."""
        mine = [seat for seat in game.seats if seat.player == player.id]
        if len(mine) != 1:
            return None
        place = awaited(mine[0], game.duel)
        asked = [mark.turn for mark in letter.marks if mark.place is Place.SUBJECT and mark.game == game.id]
        named = next((turn for turn in asked if turn is not None), place.turn)
        late = named != place.turn or turns.moved_since(self._store, game.id, since)
        return identity.Seat(game=game.id, seat=mine[0].number, turn=0) if late else place

    def _said(self, game: Game, place: identity.Seat, blocks: Sequence[Block], proof: Proof) -> Heard:
        """One game's words. A form that is not ours, or for another turn, is left out; where nothing is said but forms
        for another turn, all of it is stale."""
        seat = game.seat(place.seat)
        assert seat is not None, place
        turn = game.duel.next_turn
        foreign = [block for block in blocks if not self._is_ours(block, seat)]
        code = self._post.threads.form_code(seat, game.duel)
        late = [b for b in blocks if b.code is not None and (b.turn, b.code) != (turn, code) and b not in foreign]
        timely = [block for block in blocks if block not in late and block not in foreign]
        over = game.state not in GOING_ON or place != awaited(seat, game.duel)
        stale = over or (bool(late) and not timely)
        left_out = () if stale else (*(_late(block, turn) for block in late), *map(_foreign, foreign))
        return Heard(
            game=game, seat=seat, place=place, lines=joined(timely), proof=proof, stale=stale, left_out=left_out
        )

    def _is_ours(self, block: Block, seat: Seat) -> bool:
        """Whether the code of the form that the block stood in, if any, was ever given out for that turn."""
        codes = (self._post.keys.form_code(seat.game, block.turn or 0, epoch) for epoch in range(seat.epoch + 1))
        return block.code is None or block.code in codes


def _by_game(blocks: Sequence[Block], own: int | None) -> dict[int | None, list[Block]]:
    """The blocks of each game, the letter's own first, which is there even without any."""
    found: dict[int | None, list[Block]] = {own: []} if own is not None or not blocks else {}
    for block in blocks:
        found.setdefault(own if block.game is None else block.game, []).append(block)
    return found


def _lost(seat: Seat) -> str:
    return f"Nothing of your mail was taken for game {seat.game}: another player plays {seat.wizard} there now."


def _unproved(game: int | None) -> str:
    if game is None:
        return "The mail carries no token that proves whose orders it holds."
    return (
        f"The lines for game {game} were not taken, as nothing in the mail proves that they are yours:"
        f" please send them in a reply to the last report of game {game}."
    )


def _late(block: Block, turn: int) -> str:
    if block.turn == turn:
        return (
            f"The form for turn {turn} was left out: it is from before the game was corrected. Please use the new one."
        )
    return f"The form for turn {block.turn} was left out, as the game waits for turn {turn}."


def _foreign(block: Block) -> str:
    return (
        f"A form with the code {block.code} was left out: it is none of this game's. Please use the one in this mail."
    )
