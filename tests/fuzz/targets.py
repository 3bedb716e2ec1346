"""What must hold of any bytes whatever: each target reads some and asserts it."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.clauses import AnyClause
from engine.language import Field, canonical, canonical_text
from engine.language import read as read_orders
from engine.model import Kind as MonsterKind
from engine.model import Monster, new_duel
from referee.mail import head as heads
from referee.mail import letter as letters
from referee.mail import text_part
from referee.mail.blocks import BLOCKS_MAX
from referee.mail.bounces import bounce
from referee.mail.gist import GUARDS, reading
from referee.mail.html_text import HTML_CHARS_MAX, QUOTE_MARKS_MAX, lines_of_html
from referee.mail.inspection import inspected
from referee.mail.kinds import Kind
from referee.mail.letter import MAIL_BYTES_MAX, Letter, UnreadableMail
from referee.mail.quotes import FORM_LINES_MAX, FORMS_MAX, fresh

HOME = "referee@duel.example.org"
SERVER = "mx.example.org"
GOLDEN = Path(__file__).parents[1] / "mail" / "golden"
LINES_MAX = text_part.LINES_MAX + FORMS_MAX * (FORM_LINES_MAX + 1)
PAGE_CHARS_MAX = 2 * HTML_CHARS_MAX
DUEL = new_duel(("Ann", "Bob", "Mary Ann"))
GOBLINS = [
    Monster(name=f"goblin {n}", kind=MonsterKind.GOBLIN, hit_points=1, controller="Ann", alive=n > 1) for n in (1, 2, 3)
]
FIELD = Field.of(msgspec.structs.replace(DUEL, monsters=tuple(GOBLINS)))
REPORTS = tuple(
    file.read_text(encoding="utf-8").partition("\n\n")[2]
    for file in (GOLDEN / f"{name}.txt" for name in ("invitation", "report", "receipt", "stale"))
    if file.exists()
)
_END = re.compile(r"[\r\n\x0b\x0c\x85\u2028\u2029]")


def letter(data: bytes) -> None:
    """Any bytes are a letter or are refused; what is read of them is bounded, and can be stored and printed."""
    size = MAIL_BYTES_MAX * 2 if data[:1] > b"\xf0" else None
    try:
        found = letters.read(data, size=size, ours=(HOME,))
    except UnreadableMail as error:
        assert "gave up" not in str(error), error  # it is refused for a reason that we know
    else:
        _sound(found)
    msgspec.json.encode(inspected(data, (HOME,), SERVER))


def _sound(found: Letter) -> None:
    msgspec.json.encode(found)
    assert found.kind is Kind.MESSAGE or not (found.lines or found.forms or found.blocks), found.kind
    assert found.kind is not Kind.MESSAGE or found.lines or found.forms
    assert (found.bounce is not None) is (found.kind is Kind.BOUNCE)
    assert len(found.lines) <= LINES_MAX
    assert len(found.blocks) <= BLOCKS_MAX
    assert sum(map(len, found.lines)) <= MAIL_BYTES_MAX
    for line in found.lines:
        assert line and line == line.strip(), repr(line)
        assert not _END.search(line), repr(line)
    for value in (found.subject, found.sender, found.sender_name, found.message_id, *found.recipients):
        assert not _END.search(value), repr(value)


def quoting(data: bytes) -> None:
    """A report quoted below any words adds nothing to what the words order, whatever they are."""
    words = data[1:].decode("utf-8", "replace")
    if not REPORTS:
        return
    report = REPORTS[data[0] % len(REPORTS) if data else 0]
    quoted = [f"> {line}".rstrip() for line in report.splitlines()]
    lines = words.splitlines()
    alone = _orders(tuple(lines))
    whole = _orders((*lines, "", "On Thursday the referee wrote:", *quoted))
    assert whole <= alone, whole - alone


def _orders(lines: tuple[str, ...]) -> set[str]:
    new = fresh(lines)
    said = (*new.lines, *(line for form in new.forms for line in form.lines))
    found: set[str] = set()
    for start in range(0, len(said), 50):
        found |= {canonical(each) for each in reading(said[start : start + 50]).clauses if not isinstance(each, GUARDS)}
    return found


def bounced(data: bytes) -> None:
    """Any mail can be looked at as a bounce."""
    head, body = heads.split(data[:MAIL_BYTES_MAX])
    try:
        tree = text_part.parse(head.mime, body)
    except text_part.TooDeep:
        return
    found = bounce(head, tree)
    msgspec.json.encode(found)
    assert not found.recipient or "@" in found.recipient, found.recipient
    assert re.fullmatch(r"(?:[245]\.\d{1,3}\.\d{1,3})?", found.status), found.status


def page(data: bytes) -> None:
    """Any text is a page of lines, and not of more text than it had."""
    found = lines_of_html(data.decode("utf-8", "replace"))
    assert sum(len(line) for line in found.lines) <= PAGE_CHARS_MAX + 2 * QUOTE_MARKS_MAX * len(found.lines)
    for line in found.lines:
        assert line == line.rstrip()
        assert "\n" not in line, repr(line)


def language(data: bytes) -> None:
    """Any text is orders and complaints, and the orders printed and read again are the same."""
    text = data.decode("utf-8", "surrogateescape")
    found = read_orders(text, FIELD, "Ann")
    msgspec.json.encode(found)
    assert set(found.chatter).isdisjoint(found.order_lines)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(1 <= complaint.line <= lines for complaint in found.complaints)
    printed = canonical_text(found.clauses)
    again = read_orders(printed, FIELD, "Ann")
    assert again.complaints == (), (printed, again.complaints)
    assert _bare(again.clauses) == _bare(found.clauses), printed
    assert canonical_text(again.clauses) == printed


def _bare(clauses: tuple[AnyClause, ...]) -> list[AnyClause]:
    """The clauses without the lines that they stood in, in the order in which they are printed."""
    kept = [msgspec.structs.replace(clause, line=0, text="") for clause in clauses]
    return sorted(kept, key=lambda clause: (clause.half or 0, type(clause).__name__, canonical(clause)))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "letter": letter,
    "language": language,
    "page": page,
    "bounced": bounced,
    "quoting": quoting,
}
