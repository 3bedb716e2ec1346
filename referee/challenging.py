"""Challenges from their offer to their end: who is asked and told, and how a game comes of them."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from msgspec import Struct

from referee import rating_list
from referee.dispatch import Post
from referee.mail import compose, signs
from referee.mail.wording import counted, listed
from referee.opening import open_game
from referee.seating import named_seats, secret_seats
from referee.store import challenges, confirmations, looks, players
from referee.store.challenges import Challenge, ChallengeState, Reply
from referee.store.confirmations import Purpose
from referee.store.database import Store
from referee.store.players import Player
from referee.terms import Terms
from referee.terms.prose import clock_sentences, table_sentences
from referee.times.showing import show

LASTS: Final = timedelta(days=14)
SOMEBODY: Final = "somebody"  # who plays in an anonymous game
_KIND: Final = "challenge"


class Joined(Struct, frozen=True, kw_only=True):
    """A seat was taken. `game`: the number of the game that begins with it, None while others are waited for."""

    challenge: Challenge
    game: int | None


class Challenging:
    """All that becomes of challenges. Within a transaction of the caller's; what may be done is for him to see to."""

    def __init__(self, store: Store, post: Post) -> None:
        self._store = store
        self._post = post

    def offer(self, challenger: Player, terms: Terms, named: Sequence[Player], now: datetime) -> Challenge:
        """Offer a game, to the players named, who are asked by mail, or with nobody named to everyone."""
        number = challenges.offer(
            self._store,
            challenger.id,
            terms=terms,
            named=[player.id for player in named],
            now=now,
            expires_at=now + LASTS,
            mailbox=self._post.mailbox,
        )
        offered = self._load(number)
        for player in named:
            self._ask(offered, challenger, player, named, now)
        return offered

    def _ask(
        self, offered: Challenge, challenger: Player, player: Player, named: Sequence[Player], now: datetime
    ) -> None:
        """Ask one of those who are named; a reply to that mail proves who answers."""
        question = confirmations.ask(
            self._store,
            Purpose.CHALLENGE,
            player.address,
            now=now,
            player=player.id,
            facts={"challenge": offered.id},
            valid=LASTS,
        )
        post = self._post.under(offered.mailbox)
        mail = compose.challenge(
            referee=post.referee.name,
            challenger=challenger.name or "",
            number=offered.id,
            others=[other.name or "" for other in named if other.id != player.id],
            terms=(*told_terms(offered.terms), *self._told_ratings(offered, challenger, named, now)),
            until=until(offered, player, now),
            code=signs.code_of(self._post.keys, question),
        )
        post.ask_to_confirm(question, player.address, mail, now=now, letter=None)

    def _told_ratings(
        self, offered: Challenge, challenger: Player, named: Sequence[Player], now: datetime
    ) -> Iterator[str]:
        """How strong those are who would play a rated game."""
        if offered.terms.rated:
            people = [challenger.id, *(player.id for player in named)]
            yield rating_list.told(self._store, people, seats=offered.size, now=now)

    def join(self, offered: Challenge, player: Player, now: datetime) -> Joined:
        """A player takes a seat; with the last one the game begins."""
        challenges.reply(self._store, offered.id, player.id, Reply.ACCEPTED, now=now)
        joined = self._load(offered.id)
        if len(joined.accepted) == joined.size:
            return Joined(challenge=joined, game=self._begin(joined, now))
        who = self.called(player.id, joined)
        about = f"Challenge {joined.id}: {who} plays"
        self._tell([joined.player], joined, about, f"{who} takes up your challenge {joined.id}.", now)
        return Joined(challenge=joined, game=None)

    def _begin(self, full: Challenge, now: datetime) -> int:
        people = self._people(full.accepted)
        salt = secrets.token_hex(16)
        seats = secret_seats(self._store, people, salt) if full.terms.anonymous else named_seats(people)
        game = open_game(self._store, self._post.under(full.mailbox), seats, now=now, salt=salt, terms=full.terms)
        challenges.close(self._store, full.id, ChallengeState.PLAYED, game=game)
        return game

    def decline(self, offered: Challenge, player: Player, now: datetime) -> None:
        """A player who was named, or had taken a seat, does not play: without him a challenge by name is at its end,
        and in one that is open to all a seat is free again."""
        is_open = is_open_to_all(offered)
        challenges.reply(self._store, offered.id, player.id, Reply.DECLINED, now=now)
        who = self.called(player.id, offered)
        if is_open:
            told = f"{who} plays no more in your challenge {offered.id}, and the seat is free again."
            self._tell([offered.player], offered, f"Challenge {offered.id}: a seat is free again", told, now)
            return
        challenges.close(self._store, offered.id, ChallengeState.DECLINED)
        told = (
            f"{who} declines challenge {offered.id} of {self.called(offered.player, offered)}. So nothing comes of it."
        )
        rest = [other for other in concerned(offered) if other != player.id]
        self._tell(rest, offered, f"Challenge {offered.id}: {who} declines", told, now)

    def withdraw(self, offered: Challenge, now: datetime) -> None:
        """The challenger takes it back."""
        challenges.close(self._store, offered.id, ChallengeState.WITHDRAWN)
        who = self.called(offered.player, offered)
        told = f"{who} has taken back challenge {offered.id}. There is nothing for you to do."
        rest = [other for other in concerned(offered) if other != offered.player]
        self._tell(rest, offered, f"Challenge {offered.id} is taken back", told, now)

    def lapse(self, number: int, now: datetime) -> None:
        """One whose time is over comes to its end; the challenger is told, and whoever had taken it up."""
        over = self._load(number)
        if looks.is_deaf(self._store, over.mailbox, now):
            return  # an answer may lie there
        challenges.close(self._store, number, ChallengeState.EXPIRED)
        told = f"Challenge {number} has lapsed: it stood for {LASTS.days} days, and {self.lacking(over)}."
        self._tell(over.accepted, over, f"Challenge {number} has lapsed", told, now)

    def lapse_unread(self, number: int, why: str, now: datetime) -> None:
        """The same for one of which something is damaged, so that nobody but the director can be told; nothing where
        it is at its end already."""
        if not challenges.close(self._store, number, ChallengeState.EXPIRED):
            return
        told = (
            f"Something is wrong with challenge {number}, so it has lapsed, and no player is told: {why}. To see what"
            " else is damaged: referee db verify"
        )
        mail = compose.notice(referee=self._post.referee.name, about=f"Challenge {number} has failed", told=told)
        self._post.tell_director(mail, mark=f"challenge-{number}", now=now)

    def standing(self, now: datetime) -> list[Challenge]:
        """All that are open, the oldest first. One that cannot be read is not among them: it lapses, now that somebody
        has met it."""
        found, unread = challenges.standing_and_unread(self._store)
        for number, error in unread.items():
            self.lapse_unread(number, str(error), now)
        return found

    def tell_moved(self, number: int, *, about: str, why: str, now: datetime) -> None:
        """One stands at another mailbox from now on: whoever has to do with it is told its address, and until when it
        stands. `why`: more sentences."""
        offered = self._load(number)
        address = self._post.under(offered.mailbox).referee.address
        for reader in self._people(concerned(offered)):
            mine = reader.id == offered.player
            which = (
                f"your challenge {number}" if mine else f"challenge {number} of {self.called(offered.player, offered)}"
            )
            told = f"From now on write to {address} about {which}. It stands until {until(offered, reader, now)}."
            if offered.replies.get(reader.id) is Reply.WAITED_FOR:
                told += f" It waits for your answer: reply to this mail with accept {number} or decline {number}."
            self._tell([reader.id], offered, f"Challenge {number}: {about}", told + why, now)

    def forsake(self, player: Player, now: datetime) -> None:
        """A player goes away for good: what he offered is taken back, and what he was asked is declined."""
        for offered in self.standing(now):
            if offered.player == player.id:
                self.withdraw(offered, now)
            elif offered.replies.get(player.id) in (Reply.WAITED_FOR, Reply.ACCEPTED):
                self.decline(offered, player, now)

    # -- words -----------------------------------------------------------------------------------------------------

    def called(self, player: int, offered: Challenge) -> str:
        """What a player is called to the others: nobody learns who plays in an anonymous game."""
        found = players.load(self._store, player)
        return SOMEBODY if offered.terms.anonymous or found is None or found.name is None else found.name

    def lacking(self, offered: Challenge, reader: int | None = None) -> str:
        """Whom the game waits for, as `Bob and Cid have not answered`; the reader is `you`."""
        if is_open_to_all(offered):
            return f"{counted(offered.room, 'seat')} {'is' if offered.room == 1 else 'are'} still free"
        waiting = [who for who, said in offered.replies.items() if said is Reply.WAITED_FOR]
        names = ["you"] * (reader in waiting) + [self.called(who, offered) for who in waiting if who != reader]
        return f"{listed(names)} {'has' if len(names) == 1 and reader not in waiting else 'have'} not answered"

    def _tell(self, whom: Iterable[int], offered: Challenge, about: str, told: str, now: datetime) -> None:
        about, told = about[:1].upper() + about[1:], told[:1].upper() + told[1:]
        post = self._post.under(offered.mailbox)
        mail = compose.notice(referee=post.referee.name, about=about, told=told)
        for player in self._people(whom):
            post.tell_player(player, mail, kind=_KIND, mark=f"{offered.id}-{_digest(about)}", now=now)

    def _people(self, numbers: Iterable[int]) -> list[Player]:
        found = [players.load(self._store, number) for number in numbers]
        return [player for player in found if player is not None and player.name is not None]

    def _load(self, number: int) -> Challenge:
        found = challenges.load(self._store, number)
        assert found is not None, number
        return found


def _digest(words: str) -> str:
    """What tells the mails about one challenge apart."""
    return sha256(words.encode()).hexdigest()[:8]


def is_open_to_all(offered: Challenge) -> bool:
    """Whether whoever comes first may take a seat, while it stands: in one by name no seat is without a name."""
    return offered.room > 0


def concerned(offered: Challenge) -> tuple[int, ...]:
    """Who has to do with it: the challenger and all who have not declined."""
    return (offered.player, *(who for who, said in offered.replies.items() if said is not Reply.DECLINED))


def told_terms(terms: Terms) -> tuple[str, str]:
    """What is proposed, in two paragraphs: the clock, and the rest."""
    return " ".join(clock_sentences(terms)), " ".join(table_sentences(terms))


def until(offered: Challenge, reader: Player, now: datetime) -> str:
    """Until when it stands, as this reader is told moments."""
    return show(offered.expires_at, reader.zone or "UTC", now=now)
