"""bytes -> Letter: who wrote, about which game and turn, what is new in it, and what sort of mail it is."""

from collections.abc import Collection
from datetime import datetime
from email.message import Message

from msgspec import Struct

from referee.mail import head as heads
from referee.mail import text_part
from referee.mail.blocks import Block, blocks, until_end
from referee.mail.bounces import Bounce, bounce
from referee.mail.choosing import Chosen, choose
from referee.mail.gist import has_orders
from referee.mail.head import Head
from referee.mail.identity import Mark, marks
from referee.mail.kinds import Kind, Verdict, classify
from referee.mail.quotes import Form, Fresh
from referee.mail.signs import Sign, signs
from referee.mail.wording import listed

MAIL_BYTES_MAX = 262_144
TOO_BIG = f"It is too big: its first {MAIL_BYTES_MAX // 1024} kB do not hold its whole text."
THREAD_MAX = 50
SINGLE_FIELDS = ("from", "to", "subject", "date", "message-id")
SUBJECT_CHARS_MAX = 300
READ_FROM_FORM = "form"
ORIGIN_FIELDS = ("from", "received", "authentication-results")
NOTHING = Fresh(lines=(), forms=(), ignored=())


class UnreadableMail(Exception):
    """No letter can be made of these bytes; the mail goes to Rejected, and a person may look at it."""


class Letter(Struct, frozen=True, kw_only=True):
    """One mail as the rest of the house sees it. Nothing in it is proved: `marks` and `forms` are only what the
    mail says.

    `sender`: the one From address, or "" when it is missing or there are several. `null_sender`: its envelope's
    sender is empty, so nothing may be answered. `lines`: what counts as orders or commands, trimmed, in order, the
    forms' lines among them (where several forms count, each under a line `game N`). `read_from`: the media type of
    the part read, "form" when a filled-in form was, None when nothing was. `why`: sentences on how it was read.

    `blocks`: the same words, each game's by themselves. `doubts`: sentences on orders that stand differently in two
    versions of the mail; where there are any, ask back and carry out nothing. `ignored`: the names of what was left
    out. `attached`: the part read was an attached file. `bounce`: whose mail came back, where it is a bounce.
    `origin`: the header fields that trust is judged by (`referee.mail.trust`). `signs`: what it says of its writer
    apart from any game (`referee.mail.signs`)."""

    kind: Kind
    sender: str
    sender_name: str
    null_sender: bool
    recipients: tuple[str, ...]
    subject: str
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    date: datetime | None
    read_from: str | None
    lines: tuple[str, ...]
    forms: tuple[Form, ...]
    marks: tuple[Mark, ...]
    why: tuple[str, ...]
    blocks: tuple[Block, ...] = ()
    doubts: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    attached: bool = False
    bounce: Bounce | None = None
    origin: tuple[tuple[str, str], ...] = ()
    signs: tuple[Sign, ...] = ()


def read(raw: bytes, *, size: int | None = None, ours: Collection[str] = ()) -> Letter:
    """The letter in `raw`, which may be any bytes; only the first MAIL_BYTES_MAX are looked at.

    `size` is the length of the whole mail in bytes where `raw` is but its beginning. `ours` are our own addresses, for
    telling our own mail. Raises UnreadableMail."""
    whole_size = max(size or 0, len(raw))
    try:
        head, body = heads.split(raw[:MAIL_BYTES_MAX])
        tree = text_part.parse(head.mime, body)
        verdict = classify(head, tree, ours=ours)
        truncated = whole_size > min(len(raw), MAIL_BYTES_MAX)
        chosen = choose(text_part.texts(tree, truncated=truncated)) if verdict.kind is Kind.MESSAGE else None
        if chosen is None and truncated and verdict.kind is Kind.MESSAGE and text_part.advice(tree) is None:
            verdict = Verdict(Kind.TOO_BIG, TOO_BIG)
        return _letter(head, tree, verdict, chosen)
    except text_part.TooDeep as error:
        raise UnreadableMail("it has more parts within parts than any mail that a person sends") from error
    except Exception as error:
        raise UnreadableMail(f"the mail parser gave up on it ({type(error).__name__}: {str(error)[:200]})") from error


def _letter(head: Head, tree: Message, verdict: Verdict, chosen: Chosen | None) -> Letter:
    writers = head.people("from")
    single = writers[0] if len(writers) == 1 and len(head.all("from")) == 1 else None
    kind, why = _kind(head, tree, verdict, chosen)
    new = chosen.new if chosen is not None and kind is Kind.MESSAGE else NOTHING
    new = Fresh(lines=until_end(new.lines), forms=new.forms, ignored=new.ignored)
    repeated = [name for name in SINGLE_FIELDS if len(head.all(name)) > 1]
    if repeated:
        why.append(f"It has more than one field of a kind that a mail has but once: {', '.join(repeated)}.")
    if single is None:
        why.append("It does not say who wrote it, or names several writers.")
    said = bool(new.lines or new.forms)
    media_type = chosen.text.media_type if chosen is not None else None
    return Letter(
        kind=kind,
        sender=single.address if single else "",
        sender_name=single.name if single else "",
        null_sender=head.first("return-path").replace(" ", "") == "<>",
        recipients=tuple(person.address for person in head.people("to", "cc")),
        subject=head.first("subject"),
        message_id="".join(heads.identifiers(head.first("message-id"))[:1]),
        in_reply_to="".join(heads.identifiers(head.first("in-reply-to"))[:1]),
        references=heads.identifiers(head.first("references"))[-THREAD_MAX:],
        date=heads.moment(head.first("date")),
        read_from=(READ_FROM_FORM if new.forms else media_type) if said else None,
        lines=_lines(new),
        forms=new.forms,
        marks=marks(head.fields),
        why=tuple(why),
        blocks=blocks(new.lines, new.forms),
        doubts=chosen.doubts if chosen is not None and said else (),
        ignored=chosen.new.ignored if chosen is not None else (),
        attached=said and chosen is not None and chosen.text.attached,
        bounce=bounce(head, tree) if kind is Kind.BOUNCE else None,
        origin=tuple(field for field in head.undecoded if field[0] in ORIGIN_FIELDS),
        signs=signs(head.fields),
    )


def _kind(head: Head, tree: Message, verdict: Verdict, chosen: Chosen | None) -> tuple[Kind, list[str]]:
    """The kind, and sentences on why, and on how it was read."""
    if verdict.kind is not Kind.MESSAGE:
        return verdict.kind, [verdict.why]
    advice = text_part.advice(tree)
    if chosen is None:
        held = f"only {listed(text_part.contents(tree))}" if text_part.contents(tree) else "nor anything else"
        return Kind.NO_TEXT, [advice or f"There is no text in it that could be read, {held}.", *_hint(head)]
    if not chosen.text.whole:
        return Kind.TOO_BIG, [TOO_BIG]
    new = chosen.new
    source = f"Read from its {chosen.text.media_type} part{', an attachment' if chosen.text.attached else ''}."
    why = []
    if chosen.text.clipped:
        why.append(f"Only its first {text_part.LINES_MAX} lines or {text_part.TEXT_CHARS_MAX} characters were read.")
    if new.ignored:
        why.append(f"Left out: {', '.join(new.ignored)}.")
    if not new.lines and not new.forms:
        return Kind.NO_TEXT, [*why, advice or "Nothing in it is new.", *_hint(head)]
    return Kind.MESSAGE, [source, *why, *chosen.doubts]


def _hint(head: Head) -> list[str]:
    """The subject is no place for orders, but it tells that somebody thought so."""
    subject = head.first("subject")[:SUBJECT_CHARS_MAX]
    if not has_orders((subject,)):
        return []
    return ["Its subject looks like orders, but only the text of a mail is read: please write them there."]


def _lines(new: Fresh) -> tuple[str, ...]:
    lines = list(new.lines)
    for form in new.forms:
        if len(new.forms) > 1:
            lines.append(f"game {form.game}")
        # The same words on top and in the form count once; two different orders are for the reader to refuse.
        lines += form.lines if len(new.forms) > 1 else [line for line in form.lines if line not in new.lines]
    return tuple(lines)
