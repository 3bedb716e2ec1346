"""Mails that break what reads them, sent by a player's own address with a good token: they order nothing."""

import base64

from tests.mail.hostile.scene import Make, Scene, part, raw

CHAT = "Good luck to you all in this, and my regards to your familiar."
MANY = 20_000
DEEP = 3000
HTML = "Content-Type: text/html; charset=utf-8"


def from_of_quotes(scene: Scene) -> bytes:
    return raw(scene, From='"' * MANY + f" <{scene.player}>", body=CHAT)


def comments_in_from(scene: Scene) -> bytes:
    return raw(scene, From="(" * MANY + f" <{scene.player}>", body=CHAT)


def many_parameters(scene: Scene) -> bytes:
    return raw(scene, "Content-Type: text/plain" + "".join(f"; a{n}=x" for n in range(MANY)), body=CHAT)


def many_encoded_words(scene: Scene) -> bytes:
    return raw(scene, Subject="=?utf-8?q?a?= " * MANY, body=CHAT)


def many_addresses(scene: Scene) -> bytes:
    return raw(scene, Cc=", ".join(f"a{n}@example.com" for n in range(MANY)), body=CHAT)


def many_fields(scene: Scene) -> bytes:
    return raw(scene, *(f"References: <{n}@example.com>" for n in range(MANY)), body=CHAT)


def folded_without_end(scene: Scene) -> bytes:
    return raw(scene, "References: x" + "\n x" * MANY, body=CHAT)


def deep_multiparts(scene: Scene) -> bytes:
    body = "".join(f"--{n}\nContent-Type: multipart/mixed; boundary={n + 1}\n\n" for n in range(DEEP))
    return raw(scene, "Content-Type: multipart/mixed; boundary=0", body=body)


def deep_enclosures(scene: Scene) -> bytes:
    return raw(scene, "Content-Type: message/rfc822", body="Content-Type: message/rfc822\n\n" * DEEP + CHAT)


def deep_page(scene: Scene) -> bytes:
    return raw(scene, HTML, body="<div>" * MANY + CHAT)


def quotes_in_quotes(scene: Scene) -> bytes:
    return raw(scene, body="\n".join(f"{'> ' * (n % 300)}{scene.token()}" for n in range(2000)))


def many_parts(scene: Scene) -> bytes:
    return raw(scene, "Content-Type: multipart/mixed; boundary=b", body=part("text/plain", "") * MANY)


def boundary_without_end(scene: Scene) -> bytes:
    return raw(scene, f"Content-Type: multipart/mixed; boundary={'b' * 2000}", body=f"--{'b' * 2000}\n" * 50)


def unknown_charset(scene: Scene) -> bytes:
    name = scene.dice.choice(("x-klingon", "utf-99", "idna", "rot13", "unicode-escape", "\x00", "a" * 3000, "''''"))
    return raw(scene, f'Content-Type: text/plain; charset="{name}"', body=CHAT.encode() + bytes(range(128, 256)))


def nuls(scene: Scene) -> bytes:
    return raw(scene, Subject="a\x00b", body=b"\x00" * scene.dice.randint(1, 5000) + b"\x00good\x00 luck\x00")


def wide(scene: Scene) -> bytes:
    coded = scene.dice.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"))
    return raw(scene, f"Content-Type: text/plain; charset={coded}", body=CHAT.encode(coded)[:-1])


def winmail(scene: Scene) -> bytes:
    body = part("application/ms-tnef", "eJ8+IgAAAAA=", "Content-Transfer-Encoding: base64") + "--b--\n"
    return raw(scene, "Content-Type: multipart/mixed; boundary=b", body=body)


def empty(scene: Scene) -> bytes:
    return raw(scene, body=scene.dice.choice(("", "\n" * 3000, " " * MANY, "\u200b" * 200, "> \n" * 500)))


def page_of_scripts(scene: Scene) -> bytes:
    script = "<script>alert('LH: C')</script><style>RH: C</style><!-- surrender --><template>surrender</template>"
    return raw(scene, HTML, body=f"<html><body onload='x'>{script * 50}<p>{CHAT}<svg><text>surrender</text></svg>")


def hidden_page(scene: Scene) -> bytes:
    hidden = "".join(f'<div style="{how}">surrender</div>' for how in ("display:none", "font-size:0", "mso-hide:all"))
    return raw(scene, HTML, body=f"<p>{CHAT}</p>{hidden * 100}")


def page_of_attributes(scene: Scene) -> bytes:
    return raw(scene, HTML, body="<p " + "".join(f"a{n}=x " for n in range(MANY)) + f">{CHAT}</p>")


def page_of_rules(scene: Scene) -> bytes:
    return raw(scene, HTML, body=('<div style="border-top:solid">@' + "\n" * 900 + "</div>") * 100 + CHAT)


def page_of_formatting(scene: Scene) -> bytes:
    return raw(scene, HTML, body="<b><i><u><font a=1><p>" * 5000 + CHAT)


def picture_only(scene: Scene) -> bytes:
    picture = base64.encodebytes(scene.dice.randbytes(300_000)).decode()
    body = part("image/jpeg", picture, "Content-Transfer-Encoding: base64") + "--b--\n"
    return raw(scene, "Content-Type: multipart/mixed; boundary=b", body=body)


def base64_garbage(scene: Scene) -> bytes:
    coding = "Content-Transfer-Encoding: base64"
    return raw(scene, coding, body="".join(scene.dice.choice("AB=\n+/ é") for _ in range(5000)))


def base64_by_looks(scene: Scene) -> bytes:
    return raw(scene, body="A" + "\n" * 200_000 + "!!!")


def noise(scene: Scene) -> bytes:
    return raw(scene, body=scene.dice.randbytes(scene.dice.randint(1, MANY)))


def nothing_but_noise(scene: Scene) -> bytes:
    return scene.dice.randbytes(scene.dice.randint(0, 3000))


def reply_parsers_bane(scene: Scene) -> bytes:
    return raw(scene, body=scene.dice.choice(("On ", "\n", "From:\n", "wrote:\n", "-----\n", "<x@y> ")) * MANY)


def encoded_line_ends(scene: Scene) -> bytes:
    coded = scene.dice.choice(("=0D=0A", "=0A", "=0D", "=E2=80=A8", "=00"))
    return raw(scene, Subject=f"=?utf-8?q?{coded}Bcc:_eve=40example.com?=", body=CHAT)


def injected_fields(scene: Scene) -> bytes:
    end = scene.dice.choice(("\r", "\x0b", "\x0c", "\x85", "\u2028", "%0d%0a", "\\r\\n"))
    subject = f"orders{end}Bcc: eve@example.com{end}X-Injected: yes"
    return raw(scene, Subject=subject, From=f'"x{end}X-Injected: yes" <{scene.player}>', body=CHAT)


def templates(scene: Scene) -> bytes:
    braces = scene.dice.choice(("{{ 7*7 }}", "{% for x in y %}", "{{ ''.__class__ }}", "{# x #}", "${7*7}", "%s%n"))
    return raw(scene, Subject=braces, From=f'"{braces}" <{scene.player}>', body=f"{braces}\n{CHAT}")


BROKEN: dict[str, Make] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(from_of_quotes, comments_in_from, many_parameters, many_encoded_words, many_addresses, many_fields),
        *(folded_without_end, deep_multiparts, deep_enclosures, deep_page, quotes_in_quotes, many_parts),
        *(boundary_without_end, unknown_charset, nuls, wide, winmail, empty, page_of_scripts, hidden_page),
        *(page_of_attributes, page_of_rules, page_of_formatting, picture_only, base64_garbage, base64_by_looks),
        *(noise, nothing_but_noise, reply_parsers_bane, encoded_line_ends, injected_fields, templates),
    )
}
