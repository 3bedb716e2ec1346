"""Who vouches for a mail's sender: the Authentication-Results of our own mail server (RFC 8601), and nobody else's."""

import re
from enum import StrEnum

from authres import AuthenticationResultsHeader
from authres.core import AuthenticationResult, AuthResError
from msgspec import Struct

RESULTS_CHARS_MAX = 4096
HEADERS_MAX = 20

_SERVER = re.compile(r"\s*([A-Za-z0-9.-]{1,255})(?:\s+[0-9]+)?\s*(?:;|$)")
_LOCAL_HOP = re.compile(r"\bby\s+[^\s;]{1,255}\s+with\s+LMTPS?A?\b", re.IGNORECASE)
_COMMENT = re.compile(r"\([^()]*\)")
_COMMENTS_DEEP_MAX = 5


class Verdict(StrEnum):
    """`pass`: our server found that the sender's own domain stands behind the mail. `fail`: it found the contrary.
    `none`: it found nothing. `unknown`: no server of ours is named in the settings, so nobody was asked."""

    PASS = "pass"
    FAIL = "fail"
    NONE = "none"
    UNKNOWN = "unknown"


class Trust(Struct, frozen=True, kw_only=True):
    """The verdict, by which method (`dmarc`, `dkim`, or ""), and why in a sentence."""

    verdict: Verdict
    method: str = ""
    why: str = ""


def judge(origin: tuple[tuple[str, str], ...], *, sender: str, server: str) -> Trust:
    """What our own server says of the sender.

    `origin`: the From, Received and Authentication-Results fields (lower-case name, value) from the top of the mail
    down, as `Letter.origin` has them. `sender`: the one address in From, "" where there is none or several. `server`:
    the name that our mail server puts first into its Authentication-Results, "" where it is not known."""
    if not server:
        return Trust(verdict=Verdict.UNKNOWN, why="No mail server of our own is named, whose word would be taken.")
    if not sender or sum(name == "from" for name, _ in origin) != 1:
        return Trust(verdict=Verdict.NONE, why="A mail without one single sender is never trusted.")
    results = _own_results(origin, server.strip().lower())
    if results is None:
        return Trust(verdict=Verdict.NONE, why=f"{server} says nothing about it that can be read.")
    domain = sender.rpartition("@")[2].lower().rstrip(".")
    return _weighed(results, domain)


def _weighed(results: list[AuthenticationResult], domain: str) -> Trust:
    failed = ""
    for result in results:
        method, verdict = str(result.method or "").lower(), str(result.result or "").lower()
        about = _domains(result, method)
        if method == "dmarc" and domain in about:
            if verdict == "pass":
                return Trust(verdict=Verdict.PASS, method="dmarc", why=f"DMARC holds for {domain}.")
            failed = "dmarc" if verdict == "fail" else failed
    if failed:
        return Trust(verdict=Verdict.FAIL, method=failed, why=f"DMARC does not hold for {domain}.")
    for result in results:
        if str(result.method or "").lower() == "dkim" and str(result.result or "").lower() == "pass":
            signer = next((name for name in _domains(result, "dkim") if _is_aligned(name, domain)), None)
            if signer is not None:
                return Trust(verdict=Verdict.PASS, method="dkim", why=f"{signer} signed it (DKIM).")
    return Trust(verdict=Verdict.NONE, why=f"Nothing that was found stands for {domain}.")


def _domains(result: AuthenticationResult, method: str) -> list[str]:
    """Which domains a result is about."""
    names = {"dmarc": ("from",), "dkim": ("d", "i")}.get(method, ())
    found = []
    for each in result.properties or []:
        if str(each.type).lower() == "header" and str(each.name).lower() in names:
            found.append(str(each.value or "").lower().rpartition("@")[2].rstrip("."))
    return found


def _is_aligned(signer: str, domain: str) -> bool:
    """Whether the signer answers for the domain: it is the domain itself, or one that it lies within."""
    return signer == domain or ("." in signer and domain.endswith(f".{signer}"))


def _own_results(origin: tuple[tuple[str, str], ...], server: str) -> list[AuthenticationResult] | None:
    """What our server found; None where it said nothing readable.

    Only what stands above everything that came with the mail is ours: above the line that says how it entered our
    system, and above any other server's results. A hop from our server to its own mailbox may stand above it."""
    found: list[AuthenticationResult] | None = None
    for name, value in origin:
        if name == "received" and not _is_local_hop(value):
            break
        if name != "authentication-results":
            continue
        spoken = _SERVER.match(value)
        if spoken is None or spoken[1].lower() != server:
            break
        parsed = _parsed(value)
        if parsed is None or (found is not None and len(found) > HEADERS_MAX):
            break
        found = [*(found or []), *parsed]
    return found


def _is_local_hop(received: str) -> bool:
    """Whether a server handed the mail to its own mailbox (LMTP). What stands in comments is the sender's to choose."""
    for _ in range(_COMMENTS_DEEP_MAX):
        received, removed = _COMMENT.subn(" ", received)
        if not removed:
            break
    return "(" not in received and ")" not in received and _LOCAL_HOP.search(received) is not None


def _parsed(value: str) -> list[AuthenticationResult] | None:
    if len(value) >= RESULTS_CHARS_MAX:  # it was clipped, and might say something else
        return None
    try:
        return list(AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").results)
    except (AuthResError, ValueError, RecursionError):
        return None
