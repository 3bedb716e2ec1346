"""HTML -> lines of text as their writer saw them, the quoted ones marked with > as a plain mail would have them."""

import re

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.mail.html_quotes import begins_quoted_rest, is_hidden, is_quote, is_signature

HTML_CHARS_MAX = 131_072
DEPTH_MAX = 600
NODES_MAX = 60_000
QUOTE_MARKS_MAX = 6

_UNREAD_NAMES = "head title style script template noscript object svg math select textarea iframe"
_BLOCK_NAMES = (
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr li main nav ol p pre section table tbody td tfoot th thead tr ul"
)
# Elements that need no end tag do not count when it is counted how deep a page goes.
_UNCLOSED_NAMES = (
    "p br hr img meta link input wbr col area base embed source track param tbody thead tfoot td th tr dd dt option "
    "html head body"
)
_UNREAD = frozenset(_UNREAD_NAMES.split())
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_UNCLOSED = frozenset(_UNCLOSED_NAMES.split())
# Formatting elements are opened anew in every block that follows them, which can make a small text a huge tree; and
# they mean nothing here.
_FORMATTING = re.compile(r"<(/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})")
# An element takes time with the square of its attributes.
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{4000,}")
_DATA = re.compile(r"data:[^\"'>\s]{100,}", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_KEPT_BLANKS = re.compile(r"white-space:(?:pre|break-spaces)", re.IGNORECASE)


class Page(Struct, frozen=True):
    """The lines of a page. `clipped`: it was longer or deeper than what is read of any page."""

    lines: tuple[str, ...]
    clipped: bool = False


def lines_of_html(html: str) -> Page:
    """The page's lines as they are shown: hidden text, styles and comments are left out, a table's row is a line.

    Quoted text comes with a mark before each line; so does all that stands below a program's own "the original
    follows". Any text will do; the time is bounded."""
    kept = _without(_without(_without(html, "<!--", "-->"), "<style", "</style"), "<script", "</script")
    kept = _FORMATTING.sub(r"<\1span", _LONG_TAG.sub("<span", _DATA.sub("", kept)))
    shallow = _shallow(kept[:HTML_CHARS_MAX])
    walk = _Walk()
    finished = walk.over(LexborHTMLParser(shallow).root)
    return Page(tuple(walk.lines), clipped=not finished or len(shallow) < len(kept))


def looks_like_html(text: str) -> bool:
    """Whether a text that is called plain is a page's source."""
    start = text[:2000].lstrip().lower()
    return start.startswith(("<html", "<!doctype html", "<body", "<div", "<p>", "<table", "<span")) and "</" in text


def has_tags(text: str) -> bool:
    return re.search(r"<[a-zA-Z!/][^<>]{0,2000}>", text[:HTML_CHARS_MAX]) is not None


def _without(html: str, start: str, end: str) -> str:
    """The page without what stands from `start` to `end`; without an end, without all the rest."""
    lower = html.lower() if html.isascii() else "".join(c.lower() if c.isascii() else c for c in html)
    kept: list[str] = []
    position = 0
    while (begin := lower.find(start, position)) >= 0:
        kept.append(html[position:begin])
        # "<!-->" is a whole comment already.
        stop = lower.find(end, begin + (2 if start == "<!--" else len(start)))
        if stop < 0:
            position = len(html)
            break
        position = stop + len(end)
        if end.startswith("</"):
            position = lower.find(">", position) + 1 or len(html)
    kept.append(html[position:])
    return "".join(kept)


def _shallow(html: str) -> str:
    """The page up to where it goes deeper than any that a person's program makes; parsing takes depth times length."""
    depth = 0
    for tag in _TAG.finditer(html):
        if tag[2].lower() in _UNCLOSED:
            continue
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if depth > DEPTH_MAX:
            return html[: tag.start()]
    return html


class _Sort(Struct, frozen=True):
    """What an element does to the text in it."""

    tag: str
    block: bool = False
    quote: bool = False
    pre: bool = False


class _Walk:
    """One pass over a page, gathering lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.pieces: list[str] = []
        self.depth = 0
        self.rest_quoted = False
        self.pre = 0
        self.rows: list[list[tuple[int, int]]] = []
        self.cells: list[int] = []

    def over(self, root: LexborNode | None) -> bool:
        """Take the whole page; False if it has more nodes than are looked at."""
        waiting: list[tuple[LexborNode | None, _Sort | None]] = [(root, None)]
        nodes = 0
        while waiting:
            node, opened = waiting.pop()
            if opened is not None:
                self.leave(opened)
                continue
            nodes += 1
            if nodes > NODES_MAX:
                return False
            if node is None or node.is_comment_node:
                continue
            if node.is_text_node:
                self.say(node.text_content or "")
                continue
            sort = self.enter(node)
            if sort is None:
                continue
            waiting.append((None, sort))
            child = node.last_child
            while child is not None:
                waiting.append((child, None))
                child = child.prev
        self.end_line()
        return True

    def enter(self, node: LexborNode) -> _Sort | None:
        """Open an element; None where nothing in it is read."""
        tag = (node.tag or "").lower()
        attributes = {name.lower(): value or "" for name, value in node.attributes.items()} if tag[:1] != "-" else {}
        if tag == "br":
            self.end_line(blank=True)
            return None
        if tag == "img":
            self.picture(attributes.get("alt", ""))
            return None
        style = _BLANKS.sub("", attributes.get("style", ""))
        if tag in _UNREAD or is_hidden(attributes, style) or is_signature(attributes):
            if tag in _BLOCKS:
                self.end_line()
            return None
        if tag in _BLOCKS:
            self.end_line()
        self.rest_quoted = self.rest_quoted or begins_quoted_rest(node, attributes, style)
        sort = _Sort(
            tag,
            block=tag in _BLOCKS,
            quote=is_quote(node, tag, attributes, style),
            pre=tag == "pre" or _KEPT_BLANKS.match(style) is not None or ";white-space:pre" in style,
        )
        self.open(sort)
        return sort

    def open(self, sort: _Sort) -> None:
        self.depth += sort.quote
        self.pre += sort.pre
        if sort.tag == "tr":
            self.rows.append([])
        elif sort.tag in ("td", "th"):
            self.cells.append(len(self.lines))

    def leave(self, sort: _Sort) -> None:
        if sort.block or sort.quote:
            self.end_line()
        self.depth -= sort.quote
        self.pre -= sort.pre
        if sort.tag in ("td", "th") and self.cells:
            start = self.cells.pop()
            if self.rows:
                self.rows[-1].append((start, len(self.lines)))
        elif sort.tag == "tr" and self.rows:
            self.end_row(self.rows.pop())

    def end_row(self, cells: list[tuple[int, int]]) -> None:
        """A row of short cells is one line; a table that only lays out a page has its lines one below another."""
        if len(cells) < 2:
            return
        said = [[line for line in self.lines[start:end] if line.strip("> ")] for start, end in cells]
        if all(len(lines) <= 1 for lines in said):
            one = [lines[0] for lines in said if lines]
            self.lines[cells[0][0] :] = [" ".join([*one[:1], *(line.lstrip("> ") for line in one[1:])])] if one else []

    def say(self, text: str) -> None:
        if not self.pre:
            self.pieces.append(_BLANKS.sub(" ", text))
            return
        first, *others = text.split("\n")
        self.pieces.append(first)
        for line in others:
            self.end_line(blank=True)
            self.pieces.append(line)

    def picture(self, alt: str) -> None:
        """An emoji that a program sent as a picture."""
        if 0 < len(alt) <= 8 and not alt.isascii():
            self.pieces.append(alt)

    def end_line(self, *, blank: bool = False) -> None:
        line = "".join(self.pieces)
        self.pieces.clear()
        if not line.strip() and not blank:
            return
        depth = min(self.depth + (1 if self.rest_quoted and not self.depth else 0), QUOTE_MARKS_MAX)
        self.lines.append(f"{'> ' * depth}{line.strip()}".rstrip())
