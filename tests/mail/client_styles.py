"""How mail programs send a mail of ours back: each program's way of quoting, as text and as HTML, nothing added."""

import re
from collections.abc import Callable
from typing import Final

HOME: Final = "referee@duel.example.org"
Style = Callable[[str], str]

_HEAD = (
    f"From: Referee <{HOME}>\nSent: Thursday, November 26, 2026 6:02 PM\nTo: Ann <ann@example.net>\nSubject: [WH 17.3]"
)
_KOPF = (
    f"Von: Referee <{HOME}>\nGesendet: Donnerstag, 26. November 2026 18:02\nAn: Ann <ann@example.net>\n"
    "Betreff: [WH 17.3]"
)
_TETE = f"De : Referee <{HOME}>\nEnvoyé : jeudi 26 novembre 2026 18:02\nÀ : Ann <ann@example.net>\nObjet : [WH 17.3]"
_GALAXY = (
    f"-------- Original message --------\nFrom: Referee <{HOME}>\nDate: 26/11/2026  18:02  (GMT+00:00)\n"
    "To: ann@example.net\nSubject: [WH 17.3]"
)


def marked(text: str, mark: str = "> ") -> str:
    """Each line after a mark."""
    return "\n".join((mark + line).rstrip() for line in text.splitlines()) + "\n"


# Top-posting programs leave room above, bottom-posting ones below; some put their own signature there.
PLAIN: Final[dict[str, Style]] = {
    "nobody's": lambda text: text,
    "Gmail": lambda text: f"\n\nOn Thu, Nov 26, 2026 at 6:02 PM Referee <{HOME}>\nwrote:\n\n{marked(text)}",
    "Gmail's app": lambda text: f"On Thu, 26 Nov 2026, 18:02 Referee, <{HOME}> wrote:\n\n{marked(text)}",
    "Gmail in German": lambda text: (
        f"\nAm Do., 26. Nov. 2026 um 18:02 Uhr schrieb Referee <\n{HOME}>:\n\n{marked(text)}"
    ),
    "Gmail in Japanese": lambda text: f"\n2026年11月26日(木) 18:02 Referee <{HOME}>:\n\n{marked(text)}",
    "Gmail in Spanish": lambda text: (
        f"\nEl jue, 26 nov 2026 a las 18:02, Referee (<{HOME}>) escribió:\n\n{marked(text)}"
    ),
    "Outlook": lambda text: f"\n\n{_HEAD}\n\n{text}",
    "Outlook of old": lambda text: f"\n-----Original Message-----\n{_HEAD}\n\n{text}",
    "Outlook in German": lambda text: f"\n\n{_KOPF}\n\n{text}",
    "Outlook in French": lambda text: f"\n\n{_TETE}\n\n{text}",
    "Outlook on the web": lambda text: f"\n{'_' * 32}\n{_HEAD}\n\n{text}",
    "Outlook for iOS": lambda text: f"\nGet Outlook for iOS<https://aka.ms/o0ukef>\n{'_' * 32}\n{_HEAD}\n\n{text}",
    "Apple Mail": lambda text: f"\n\n> On 26 Nov 2026, at 18:02, Referee <{HOME}> wrote:\n> \n{marked(text)}",
    "iPhone": lambda text: f"\nSent from my iPhone\n\n> On 26 Nov 2026, at 18:02, Referee wrote:\n>\n{marked(text)}",
    "iPhone in French": lambda text: (
        f"\nEnvoyé de mon iPhone\n\n> Le 26 nov. 2026 à 18:02, Referee <{HOME}> a écrit :\n> \n> {marked(text)}"
    ),
    "Thunderbird": lambda text: f"On 26/11/2026 18:02, Referee wrote:\n{marked(text)}\n\n-- \nAnn of the Circle\n",
    "Thunderbird in Polish": lambda text: f"W dniu 26.11.2026 o 18:02, Referee pisze:\n{marked(text)}\n",
    "Thunderbird in German": lambda text: f"Am 26.11.26 um 19:02 schrieb Referee:\n{marked(text, '>')}",
    "Yahoo": lambda text: (
        f"\n    On Thursday, November 26, 2026 at 06:02:11 PM GMT, Referee <{HOME}> wrote:  \n \n {marked(text, ' ')}"
    ),
    "Proton": lambda text: (
        "\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n"
        f"On Thursday, November 26th, 2026 at 18:02, Referee <{HOME}> wrote:\n\n{marked(text)}"
    ),
    "K-9": lambda text: (
        "\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n\n"
        f"On 26 November 2026 18:02:11 UTC, Referee <{HOME}> wrote:\n{marked(text, '>')}"
    ),
    "K-9 in German": lambda text: f"\nAm 26. November 2026 18:02:11 UTC schrieb Referee <{HOME}>:\n{marked(text, '>')}",
    "mutt": lambda text: f"On Thu, Nov 26, 2026 at 06:02:11PM +0000, Referee wrote:\n{marked(text)}\n",
    "mutt with initials": lambda text: f"* Referee <{HOME}> [2026-11-26 18:02]:\n{marked(text, 'R> ')}\n",
    "Samsung": lambda text: f"\n\n\nSent from my Galaxy\n\n\n{_GALAXY}\n\n{text}",
    "forwarded": lambda text: f"\n---------- Forwarded message ---------\n{_HEAD}\n\n{text}",
    "twice quoted": lambda text: f"On Friday Bob wrote:\n> On Thursday Ann wrote:\n{marked(text, '> > ')}",
}


def _lines(text: str) -> str:
    return text.replace("<", "&lt;").replace("\n", "<br>\n")


def _unstyled(page: str) -> str:
    """As programs rewrite what they quote: without its style sheet, classes and ids."""
    return re.sub(r' (?:class|id|role|style)="[^"]*"', "", page)


_WROTE = f"On Thu, Nov 26, 2026 at 6:02&#8239;PM Referee &lt;<a href='mailto:{HOME}'>{HOME}</a>&gt; wrote:<br>"
PAGES: Final[dict[str, Style]] = {
    "nobody's": lambda page: page,
    "nobody's, unstyled": _unstyled,
    "Gmail": lambda page: (
        '<div dir="ltr"><br></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f'{_WROTE}</div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex"><u></u>{page}</blockquote></div>'
    ),
    "Gmail's app": lambda page: (
        '<div dir="auto"></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Le jeu. 26 nov. 2026, '
        f'18:02, Referee &lt;{HOME}&gt; a écrit :<br></div><blockquote class="gmail_quote">{page}</blockquote></div>'
    ),
    "Outlook": lambda page: (
        '<div class="WordSection1"><p class="MsoNormal">&nbsp;</p><div><div style="border:none;border-top:solid '
        f'#E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">{_lines(_HEAD)}</p></div></div>'
        f"{_unstyled(page)}</div>"
    ),
    "Outlook in German": lambda page: (
        '<div class="WordSection1"><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
        f"{_lines(_KOPF)}</p></div>{_unstyled(page)}</div>"
    ),
    "Outlook on the web": lambda page: (
        '<div class="elementToProof"><br></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" '
        f'tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">{_lines(_HEAD)}</div><div>{page}</div>'
    ),
    "Outlook for iOS": lambda page: (
        '<div dir="ltr"><br></div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook '
        'for iOS</a></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
        f"{_lines(_HEAD)}</div>{page}"
    ),
    "Apple Mail": lambda page: (
        '<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 26 Nov 2026, at 18:02, '
        f'Referee &lt;{HOME}&gt; wrote:</div><br class="Apple-interchange-newline"><div>{page}</div></blockquote></div>'
    ),
    "iPhone": lambda page: (
        '<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br>'
        f'<blockquote type="cite">On 26 Nov 2026, at 18:02, Referee &lt;{HOME}&gt; wrote:<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">{page}</div></blockquote>'
    ),
    "Thunderbird": lambda page: (
        '<div class="moz-cite-prefix">Am 26.11.26 um 19:02 schrieb Referee:<br></div><blockquote type="cite" '
        f'cite="mid:1@duel.example.org">{page}</blockquote><p><br></p>'
        '<pre class="moz-signature" cols="72">-- \nAnn of the Circle</pre>'
    ),
    "Yahoo": lambda page: (
        '<div class="ydp1yahoo-style-wrap"><div dir="ltr"></div></div><div id="yahoo_quoted_1" class="yahoo_quoted">'
        f"<div><div>On Thursday, November 26, 2026 at 6:02 PM GMT, Referee wrote:</div><div>{page}</div></div></div>"
    ),
    "Proton": lambda page: (
        '<div><br></div><div class="protonmail_signature_block">Sent with Proton Mail secure email.</div><div '
        f'class="protonmail_quote">On Thursday, November 26th, 2026 at 18:02, Referee wrote:<br><blockquote '
        f'class="protonmail_quote" type="cite">{page}</blockquote></div>'
    ),
    "K-9": lambda page: (
        '<br><br><div class="k9mail-signature">-- <br>Sent from my Android device with K-9 Mail.</div><br><div '
        f'class="gmail_quote"><div dir="auto">{_WROTE}</div><blockquote class="gmail_quote">{page}</blockquote></div>'
    ),
    "Samsung": lambda page: (
        '<div dir="auto"><br></div><div id="composer_signature" dir="auto">Sent from my Galaxy</div><div dir="auto">'
        f'<br></div><div align="left" dir="auto"><div>{_lines(_GALAXY)}</div></div><div dir="auto"><br></div>{page}'
    ),
    "GMX": lambda page: f'<div name="quote"><div>Von: Referee</div><div name="quoted-content">{page}</div></div>',
}


def body_of(page: str) -> str:
    """What stands in a page's body, as the programs quote it."""
    inner = re.search(r"<body[^>]*>(.*)</body>", page, re.DOTALL)
    assert inner is not None
    return inner[1]
