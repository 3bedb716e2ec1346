"""What would be read from a mail, as facts to print: no duel, no database and no settings are needed."""

from collections.abc import Collection
from typing import Any

import msgspec

from engine.clauses import AnyClause, Complaint
from engine.language import Reading, canonical
from referee.mail import letter as letters
from referee.mail.gist import reading
from referee.mail.head import split
from referee.mail.kinds import Kind
from referee.mail.letter import Letter, UnreadableMail
from referee.mail.trust import Verdict, judge

HEAD_SHOWN = ("from", "to", "cc", "subject", "date", "message-id", "in-reply-to", "authentication-results")
HEAD_FIELDS_MAX = 20
HEAD_CHARS_MAX = 200
FORMAT = 1  # of the JSON of `mail inspect`


def inspected(raw: bytes, ours: Collection[str] = (), server: str = "") -> dict[str, Any]:
    """The facts about a mail, any bytes whatever. `ours`: the referee's own addresses, none if not known. `server`: the
    name of our own mail server in its Authentication-Results, "" if not known.

    `orders` are the clauses in canonical form and `complaints` what is wrong with the others, as far as both can be
    told without the duel: any name may be somebody there, and which spells are finished is not known."""
    try:
        letter = letters.read(raw, ours=ours)
    except UnreadableMail as error:
        return _facts(Kind.NO_TEXT.value, why=[str(error)])
    facts = _facts(letter.kind.value, why=list(letter.why))
    said = _reading(letter)
    trust = judge(letter.origin, sender=letter.sender, server=server)
    facts |= {
        "read_from": letter.read_from,
        "lines": list(letter.lines),
        "orders": [canonical(clause) for clause in said.clauses],
        "complaints": _complaints(said),
        "trust": trust.verdict.value,
        "sender": letter.sender,
        "doubts": list(letter.doubts),
        "marks": [
            {"game": mark.game, "turn": mark.turn, "token": mark.token is not None, "place": mark.place.value}
            for mark in letter.marks
        ],
    }
    if trust.verdict is not Verdict.UNKNOWN:
        facts["why"].append(trust.why)
    if letter.bounce is not None:
        came_back = letter.bounce
        facts |= {
            "recipient": came_back.recipient or None,
            "status": came_back.status or None,
            "hard": came_back.hard,
        }
    return facts


def heads(raw: bytes) -> list[tuple[str, str]]:
    """The fields of a mail's head that tell a reader what it is, decoded and clipped."""
    head, _ = split(raw[: letters.MAIL_BYTES_MAX])
    shown = [(name.title(), value[:HEAD_CHARS_MAX]) for name, value in head.fields if name in HEAD_SHOWN]
    return shown[:HEAD_FIELDS_MAX]


def _facts(kind: str, *, why: list[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": kind,
        "read_from": None,
        "lines": [],
        "orders": [],
        "complaints": [],
        "trust": Verdict.UNKNOWN.value,
        "why": why,
        "sender": "",
        "doubts": [],
        "marks": [],
    }


def _reading(letter: Letter) -> Reading:
    """All blocks as one, each read by itself: END ends but its own block."""
    clauses: list[AnyClause] = []
    complaints: list[Complaint] = []
    first = 0
    for block in letter.blocks:
        said = reading(block.lines)
        clauses += said.clauses
        complaints += [msgspec.structs.replace(each, line=each.line + first) for each in said.complaints]
        first += len(block.lines)
    return Reading(clauses=tuple(clauses), complaints=tuple(complaints))


def _complaints(said: Reading) -> list[dict[str, Any]]:
    """As the order language has them."""
    return [
        {"line": each.line, "text": each.text, "reason": each.reason, "suggestion": each.suggestion}
        for each in said.complaints
    ]
