"""What the elements of a mail's HTML are: quotations, the programs' signatures, and what nobody can see."""

import re

from selectolax.lexbor import LexborNode

SCANNED_CHARS_MAX = 1000

_HIDDEN = re.compile(
    r"(?:display:none|visibility:hidden|mso-hide:all|opacity:0(?:\.0+)?(?![.\d])|font-size:0(?:px|pt|em|%)?(?![.\d])"
    r"|max-height:0(?:px)?(?![.\d]))",
    re.IGNORECASE,
)
_RULE_ABOVE = re.compile(r"border-top:[^;]{0,100}solid", re.IGNORECASE)
_NO_BORDER = re.compile(r"border(?:-left)?:(?:none|0|0px)(?:;|$)", re.IGNORECASE)
_HEADERS_MIN = 3
_HEADER_LINE = re.compile(r"(?:^|\n)[^\n:：]{2,40}[:：]")

_ATTRIBUTIONS = re.compile(r"(?:^|[\s_-])(?:gmail_attr|moz-cite-prefix|moz-email-headers-table|OutlookMessageHeader)\b")
_ATTRIBUTION_IDS = ("reply-intro",)
_WHOLE_QUOTES = re.compile(
    r"yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-forward-container|cite-quote|\bgmail_quote_forward"
)
_QUOTE_NAMES = ("quote", "quoted-content", "messagereplysection")
_QUOTE_IDS = re.compile(r"(?:x_)*(?:isReplyContent|yahoo_quoted_\d*|QuoteSpan|replyBody)$")
_REST_IS_QUOTED = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|replySplit"
    r"|stopSpelling|divtagdefaultreply)$"
)
_SIGNATURES = re.compile(r"(?:^|[\s_])(?:gmail_signature|moz-signature|protonmail_signature_block)\b")
_SIGNATURE_IDS = ("ms-outlook-mobile-signature", "protonmail_signature_block")


def is_hidden(attributes: dict[str, str], style: str) -> bool:
    """Whether nothing of the element is seen; `style` is its style without blanks."""
    return "hidden" in attributes or _HIDDEN.search(style) is not None


def is_signature(attributes: dict[str, str]) -> bool:
    """Whether the element holds what a program puts below each mail."""
    return (
        attributes.get("id") in _SIGNATURE_IDS
        or attributes.get("data-smartmail") == "gmail_signature"
        or _SIGNATURES.search(attributes.get("class", "")) is not None
    )


def is_quote(node: LexborNode, tag: str, attributes: dict[str, str], style: str) -> bool:
    """Whether the element is quoted, or is the line that introduces the quotation."""
    classes = attributes.get("class", "")
    if tag == "blockquote":
        # Some programs indent what a person writes by the same element, with no line at its side.
        plainly = attributes.get("type", "").lower() == "cite" or "cite" in attributes or "quote" in classes
        return plainly or _NO_BORDER.search(style) is None
    if _ATTRIBUTIONS.search(classes) or attributes.get("id") in _ATTRIBUTION_IDS:
        return True
    if _WHOLE_QUOTES.search(classes) or _QUOTE_IDS.match(attributes.get("id", "")):
        return True
    if attributes.get("name", "").lower() in _QUOTE_NAMES and tag == "div":
        return True
    # Gmail's element holds what is written below the quotation too, but of a forwarded mail there is no other sign.
    return "gmail_quote" in classes.split() and node.css_first("blockquote") is None


def begins_quoted_rest(node: LexborNode, attributes: dict[str, str], style: str) -> bool:
    """Whether all that follows on the page is the mail that is answered."""
    if _REST_IS_QUOTED.match(attributes.get("id", "")):
        return True
    if not _RULE_ABOVE.search(style):
        return False
    # Word puts a line above the quoted mail's head; others put such a line anywhere.
    text = node.text(deep=True, separator="\n")[:SCANNED_CHARS_MAX]
    lines = "\n".join(line.strip() for line in text.split("\n") if line.strip())
    return "@" in text and len(_HEADER_LINE.findall(re.sub(r"\n([:：])", r"\1", lines))) >= _HEADERS_MIN
