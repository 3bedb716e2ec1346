"""What programs add around a person's words: gateways' banners, disclaimers, signatures, footers, OpenPGP armour."""

import re

from referee.mail.gist import has_orders, is_order
from referee.mail.phrases import (
    ADVERTISEMENTS,
    BANNERS,
    DISCLAIMERS,
    FOOTERS,
    FOOTERS_LAST,
    LINE_CHARS_MAX,
    REACTIONS,
    begins,
)

BANNER_LINES_MAX = 8
BANNERS_MAX = 4
SUSPECTED_LINES_MAX = 60

BANNER = "the banner that a mail gateway put there"
DISCLAIMER = "the disclaimer"
SIGNATURE = "your signature"
FOOTER = "your program's footer"
ARMOUR = "the OpenPGP signature"
ENCRYPTED = "what is encrypted, as there is no key to read it with"
REACTION = "a reaction"

_PROGRAMS = begins((*FOOTERS, *ADVERTISEMENTS))
_PROGRAMS_LAST = begins(FOOTERS_LAST)
_BANNER = begins(BANNERS, after=r"\W{0,12}")
_DISCLAIMER = begins(DISCLAIMERS, after=r"\W{0,12}")
_REACTION = begins(REACTIONS)
_SIGNED = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----")
_SIGNATURE_START = re.compile(r"-----BEGIN PGP SIGNATURE-----")
_SIGNATURE_END = re.compile(r"-----END PGP SIGNATURE-----")
_SECRET_START = re.compile(r"-----BEGIN PGP MESSAGE-----")
_SECRET_END = re.compile(r"-----END PGP MESSAGE-----")
_HASH = re.compile(r"(?:Hash|Charset|Version|Comment|NotDashEscaped): ?.{0,100}", re.IGNORECASE)


def without_armour(lines: list[str], ignored: list[str]) -> list[str]:
    """The lines of a text that was signed or encrypted inline by OpenPGP, without what the program put around them."""
    if not any(line.startswith(("-----BEGIN PGP", "-----END PGP")) for line in lines):
        return lines
    kept: list[str] = []
    inside: re.Pattern[str] | None = None
    heading = False
    signed = False
    for line in lines:
        bare = line.strip()
        if inside is not None:
            inside = None if inside.match(bare) else inside
        elif _SIGNED.match(bare):
            heading = signed = True
        elif _SIGNATURE_START.match(bare):
            ignored.append(ARMOUR)
            inside = _SIGNATURE_END
            signed = False
        elif _SECRET_START.match(bare):
            ignored.append(ENCRYPTED)
            inside = _SECRET_END
        elif heading and (not bare or _HASH.fullmatch(bare)):
            heading = bool(bare)
        else:
            heading = False
            kept.append(line[2:] if signed and line.startswith("- ") else line)
    return kept


def without_banners(lines: list[str], ignored: list[str]) -> list[str]:
    """The lines without the warnings that mail gateways put on top of mail from outside."""
    kept = list(lines)
    for _ in range(BANNERS_MAX):
        start = next((index for index, line in enumerate(kept) if line.strip(" \t*_=-|")), None)
        if start is None or not _BANNER.match(kept[start].strip()[:LINE_CHARS_MAX]):
            return kept
        stop = start + 1
        while stop < min(len(kept), start + BANNER_LINES_MAX) and kept[stop].strip() and not is_order(kept[stop]):
            stop += 1
        ignored.append(BANNER)
        kept = [*kept[:start], *kept[stop:]]
    return kept


def without_ending(lines: list[str], ignored: list[str]) -> list[str]:
    """The lines without signature, disclaimer, footers and advertisements."""
    for index, line in enumerate(lines):
        if line.rstrip() in ("--", "—", "– –") and (
            # Some programs put the signature on top, and what is written below a quotation then stands below it.
            any(above.strip() for above in lines[:index]) or not has_orders(tuple(lines[index + 1 :]))
        ):
            ignored.append(SIGNATURE)
            lines = lines[:index]
            break
    kept: list[str] = []
    suspected = 0
    disclaiming = False
    for line in lines:
        short = line.strip()[:LINE_CHARS_MAX]
        if disclaiming and suspected < SUSPECTED_LINES_MAX and short:
            suspected += 1
            disclaiming = not is_order(short)
        if disclaiming:
            continue
        if _is_footer(short):
            ignored.append(FOOTER)
        elif _REACTION.match(short):
            ignored.append(REACTION)
        elif _DISCLAIMER.match(short):
            ignored.append(DISCLAIMER)
            disclaiming = True
        else:
            kept.append(line)
    return kept


def _is_footer(line: str) -> bool:
    return _PROGRAMS.match(line) is not None or _PROGRAMS_LAST.fullmatch(line) is not None
