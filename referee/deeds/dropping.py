"""A mail that could not be sent is given up by a director. Within a transaction of the caller's."""

from datetime import datetime

from referee.commands.doors import Doors
from referee.deeds.own import refuse_own
from referee.deeds.refusal import Refused, mail_of
from referee.store import acts, outgoing
from referee.store.outgoing import MailState, QueuedMail


def drop(desk: Doors, number: int, *, reason: str, now: datetime) -> QueuedMail:
    """Never send the outgoing mail of that number, which was set aside; that mail. Raises Refused."""
    mail = mail_of(desk.store, number, otherwise="that was to go out; `referee mail queue` lists those that wait")
    if mail.game is not None:
        refuse_own(desk, mail.game)
    if mail.state is not MailState.SET_ASIDE:
        raise Refused(f"mail {number} is {mail.state}; only one that was set aside can be given up")
    outgoing.give_up(desk.store, number, reason)
    facts = {"mail": number, "to": mail.recipient}
    acts.note(desk.store, "mail drop", who=desk.who, now=now, game=mail.game, reason=reason, facts=facts)
    return mail
