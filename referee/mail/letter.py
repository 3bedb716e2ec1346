"""bytes -> Letter: who wrote, about which game and turn, what is new in it, and what sort of mail it is."""

from datetime import datetime

from msgspec import Struct

from referee.mail import head as heads
from referee.mail import text_part
from referee.mail.head import Head
from referee.mail.identity import Mark, marks
from referee.mail.kinds import Kind, Verdict, classify
from referee.mail.quotes import Form, Fresh, fresh

MAIL_BYTES_MAX = 262_144
THREAD_MAX = 50
SINGLE_FIELDS = ("from", "to", "subject", "date", "message-id")
READ_FROM_FORM = "form"


class UnreadableMail(Exception):
    """No letter can be made of these bytes; the mail goes to Rejected, and a person may look at it."""


class Letter(Struct, frozen=True, kw_only=True):
    """One mail as the rest of the house sees it. Nothing in it is proved: `marks` and `forms` are only what the
    mail says.

    `sender`: the one From address, or "" when it is missing or there are several. `null_sender`: its envelope's
    sender is empty, so nothing may be answered. `lines`: what counts as orders or commands, trimmed, in order, the
    forms' lines among them (where several forms count, each under a line `game N`). `read_from`: the media type of
    the part read, "form" when a filled-in form was, None when nothing was. `why`: sentences on how it was read."""

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


def read(raw: bytes, *, size: int | None = None, referee: str = "") -> Letter:
    """The letter in `raw`, which may be any bytes; only the first MAIL_BYTES_MAX are looked at.

    `size` is the length of the whole mail in bytes where `raw` is but its beginning. `referee` is our own address, for
    telling our own mail. Raises UnreadableMail."""
    whole_size = max(size or 0, len(raw))
    try:
        head, body = heads.split(raw[:MAIL_BYTES_MAX])
        tree = text_part.parse(head.mime, body)
        verdict = classify(head, tree, referee=referee)
        text = text_part.choose(tree, truncated=whole_size > min(len(raw), MAIL_BYTES_MAX))
        return _letter(head, verdict, text, text_part.media_types(tree))
    except text_part.TooDeep as error:
        raise UnreadableMail("it has more parts within parts than any mail that a person sends") from error
    except Exception as error:
        raise UnreadableMail(f"the mail parser gave up on it ({type(error).__name__}: {str(error)[:200]})") from error


def _letter(head: Head, verdict: Verdict, text: text_part.Text | None, media_types: list[str]) -> Letter:
    writers = head.people("from")
    single = writers[0] if len(writers) == 1 and len(head.all("from")) == 1 else None
    kind, why, new = _new_text(verdict, text, media_types)
    repeated = [name for name in SINGLE_FIELDS if len(head.all(name)) > 1]
    if repeated:
        why.append(f"It has more than one field of a kind that a mail has but once: {', '.join(repeated)}.")
    if single is None:
        why.append("It does not say who wrote it, or names several writers.")
    lines, read_from = _lines(new, text)
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
        read_from=read_from,
        lines=lines,
        forms=new.forms,
        marks=marks(head.fields),
        why=tuple(why),
    )


def _new_text(verdict: Verdict, text: text_part.Text | None, media_types: list[str]) -> tuple[Kind, list[str], Fresh]:
    """The kind, why, and the new text; there is none in mail that no person wrote."""
    nothing = Fresh(lines=(), forms=(), ignored=())
    if verdict.kind is not Kind.MESSAGE:
        return verdict.kind, [verdict.why], nothing
    if text is None:
        held = ", ".join(sorted(set(media_types))[:5]) or "nothing"
        return Kind.NO_TEXT, [f"There is no plain text in it that could be read, only {held}."], nothing
    if not text.whole:
        return (
            Kind.TOO_BIG,
            [f"It is too big: its first {MAIL_BYTES_MAX // 1024} kB do not hold its whole text."],
            nothing,
        )
    new = fresh(text.lines)
    why = [f"Read from its {text.media_type} part{', an attachment' if text.attached else ''}."]
    if text.clipped:
        why.append(f"Only its first {text_part.LINES_MAX} lines or {text_part.TEXT_CHARS_MAX} characters were read.")
    if new.ignored:
        why.append(f"Left out: {', '.join(new.ignored)}.")
    if not new.lines and not new.forms:
        return Kind.NO_TEXT, [*why, "Nothing in it is new."], nothing
    return Kind.MESSAGE, why, new


def _lines(new: Fresh, text: text_part.Text | None) -> tuple[tuple[str, ...], str | None]:
    if text is None or not (new.lines or new.forms):
        return (), None
    lines = list(new.lines)
    for form in new.forms:
        if len(new.forms) > 1:
            lines.append(f"game {form.game}")
        # The same words on top and in the form count once; two different orders are for the reader to refuse.
        lines += form.lines if len(new.forms) > 1 else [line for line in form.lines if line not in new.lines]
    return tuple(lines), READ_FROM_FORM if new.forms else text.media_type
