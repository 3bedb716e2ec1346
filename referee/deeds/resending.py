"""A mail is sent again at a director's word. Within a transaction of the caller's.

One that never arrived goes out as it is. One that a server took goes out under another Message-ID: with the same one
the server of its recipient would drop it as a mail that came twice.
"""

from datetime import datetime
from itertools import count
from typing import Final

from referee.commands.doors import Doors
from referee.commands.games_meant import Meant
from referee.commands.resend import newest
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, found, mail_of
from referee.dispatch import AGAIN, Answering
from referee.mail.again import another_id, once_more
from referee.names import look_alike_key
from referee.store import acts, corrections, outgoing, players, reachability, turns
from referee.store.games import Game, GameState, Seat
from referee.store.outgoing import MailState, QueuedMail

_NOTE: Final = "The director has this report sent to you once more."
_NEWEST: Final = "`referee mail resend --game {0} --to WIZARD` sends the newest report"


def resend(desk: Doors, number: int, *, reason: str | None, now: datetime) -> QueuedMail:
    """Send the outgoing mail of that number again; the mail that goes out. Raises Refused."""
    mail = mail_of(
        desk.store, number, otherwise="that went out; `referee mail queue --game GAME` lists those of a game"
    )
    _refuse(desk, mail)
    if mail.state is MailState.SENT:
        again = _copy(desk, mail, now)
    else:
        outgoing.release(desk.store, number, now=now)
        again = number
    sent = outgoing.mail(desk.store, again)
    assert sent is not None, again
    _note(desk, sent, {"mail": number, "as": again, "to": sent.recipient}, reason, now)
    return sent


def resend_report(desk: Doors, number: int, who: str, *, reason: str | None, now: datetime) -> QueuedMail:
    """Send the newest report of a game to the wizard, or player, of that name once more, to where he is written to now;
    the mail that goes out. Raises Refused."""
    game = found(desk.store, number)
    seat = _seat(desk, game, who)
    refuse_own(desk, number)
    if game.state is GameState.ABORTED:
        raise Refused(f"game {number} was ended without a winner, and has no report that asks for anything any more")
    if not seat.address:
        raise Refused(f"whoever played {seat.wizard} is forgotten, and is sent nothing any more")
    _refuse_paused(desk, seat.address)
    latest = turns.latest(desk.store, number)
    mail = newest(desk, Meant(game, seat), latest, note=_NOTE, now=now)
    before = outgoing.last(desk.store)
    mark = f"director-{int(now.timestamp())}"
    answering = Answering(letter=None, message_id="", mark=mark, now=now)
    desk.post.send_again(game, seat, mail, mark=mark, answering=answering, asks=True)
    queued = outgoing.queued_after(desk.store, before)
    if not queued:
        raise Refused(f"that report was sent to {seat.wizard} this very second")
    _note(desk, queued[0], {"as": queued[0].id, "to": seat.address}, reason, now)
    return queued[0]


def _refuse(desk: Doors, mail: QueuedMail) -> None:
    if mail.game is not None:
        refuse_own(desk, mail.game)
    if mail.state is MailState.QUEUED:
        raise Refused(f"mail {mail.id} has not gone out yet; it is due {mail.due_at:%F %R}Z")
    if not mail.raw:
        raise Refused(f"mail {mail.id} was erased with all that is known of its recipient")
    hint = f"; {_NEWEST.format(mail.game)}" if mail.game is not None else ""
    if mail.state is MailState.DROPPED:
        raise Refused(f"mail {mail.id} was out of date before it arrived{hint}")
    if mail.game is not None and corrections.corrected_since(desk.store, mail.game, mail.created_at):
        raise Refused(f"game {mail.game} was corrected since, and mail {mail.id} is worth nothing any more{hint}")
    if mail.seat is not None and players.by_address(desk.store, mail.recipient) is None:
        raise Refused(f"no player is written to at {mail.recipient} any more{hint}")
    if not mail.sound:
        raise Refused(f"mail {mail.id} is not what was queued, and is not sent{hint}")
    _refuse_paused(desk, mail.recipient)


def _refuse_paused(desk: Doors, address: str) -> None:
    if reachability.is_paused(desk.store, address):
        raise Refused(
            f"mail to {address} comes back, so nothing is sent there: `referee player address` gives him another, or"
            " one mail of his starts it again"
        )


def _seat(desk: Doors, game: Game, who: str) -> Seat:
    """The seat of the wizard or the player of that name or address."""
    key = look_alike_key(who)
    for seat in game.seats:
        player = players.load(desk.store, seat.player)
        names = {look_alike_key(seat.wizard), *([look_alike_key(player.name)] if player and player.name else [])}
        if key in names or players.address_key(who) == players.address_key(seat.address):
            return seat
    raise Refused(f"nobody in game {game.id} is called {who}; there are {', '.join(s.wizard for s in game.seats)}")


def _copy(desk: Doors, mail: QueuedMail, now: datetime) -> int:
    """The same mail under the first Message-ID that is free."""
    ids = (another_id(mail.message_id, number) for number in count(1))
    message_id = next(each for each in ids if outgoing.by_message_id(desk.store, each) is None)
    return outgoing.put(
        desk.store,
        message_id=message_id,
        recipient=mail.recipient,
        envelope_from=mail.envelope_from,
        raw=once_more(mail.raw, message_id, now=now),
        subject=mail.subject,
        kind=AGAIN,
        game=mail.game,
        seat=mail.seat,
        turn=mail.turn,
        mailbox=mail.mailbox,
        now=now,
    )


def _note(desk: Doors, mail: QueuedMail, facts: dict[str, object], reason: str | None, now: datetime) -> None:
    acts.note(desk.store, "mail resend", who=desk.who, now=now, game=mail.game, reason=reason, facts=facts)
