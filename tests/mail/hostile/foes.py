"""Mails of people who mean harm, and who lack the token of the game that they mean, or hide who they are."""

from tests.mail.hostile.scene import EVE, POISON, Make, Scene, part, raw


def _outside(scene: Scene, *fields: str, body: str = POISON, **head: str | None) -> bytes:
    """Without any token."""
    told = {"To": scene.home, "Delivered_To": scene.home, "Subject": "orders", "In_Reply_To": None}
    return raw(scene, *fields, body=body, **(told | head))


def a_player_s_name_only(scene: Scene) -> bytes:
    return _outside(scene)


def a_stranger(scene: Scene) -> bytes:
    return _outside(scene, From=EVE, Return_Path=f"<{EVE}>")


def forged_results(scene: Scene) -> bytes:
    domain = scene.player.partition("@")[2]
    server = scene.dice.choice((domain, "mx.example.org", f"mx.{domain}", "localhost"))
    says = f"Authentication-Results: {server}; dmarc=pass header.from={domain}; dkim=pass header.d={domain}"
    return _outside(scene, "Received: from a by b", says, says)


def two_senders(scene: Scene) -> bytes:
    """With a good token even: a mail that does not say who wrote it is nobody's."""
    return raw(scene, f"From: {EVE}")


def senders_in_one_field(scene: Scene) -> bytes:
    return raw(scene, From=f"{scene.player}, {EVE}")


def no_sender(scene: Scene) -> bytes:
    return raw(scene, From=scene.dice.choice((None, "", "Ann", "<>", "ann", ";")))


def guessed_token(scene: Scene) -> bytes:
    to = scene.to.replace(scene.to.partition("@")[0][-16:], "a" * 16)
    return _outside(scene, To=to, Delivered_To=to)


def stolen_form(scene: Scene) -> bytes:
    """The form's code shows that the form is ours, and nothing about who filled it in."""
    form = [line for line in scene.report.splitlines() if line.startswith(">> orders")]
    body = "\n".join([*form, "LH: C", "RH: C", "<< end of orders <<", ""])
    return _outside(scene, body=body, From=EVE, Return_Path=f"<{EVE}>")


def replayed_message_id(scene: Scene) -> bytes:
    return _outside(scene, Message_ID=f"<replayed.{scene.dice.randint(1, 5)}@mail.example.net>")


def our_message_id(scene: Scene) -> bytes:
    """As if it were the mail that asks: its identity must not stand in the way of ours."""
    return _outside(scene, Message_ID=scene.own_id.replace(".", "x", 1))


def enclosed_orders(scene: Scene) -> bytes:
    inner = f"From: {scene.player}\nTo: {scene.to}\n\n{POISON}"
    return _outside(scene, "Content-Type: multipart/mixed; boundary=b", body=part("message/rfc822", inner) + "--b--\n")


def directors_name(scene: Scene) -> bytes:
    domain = scene.home.partition("@")[2]
    return _outside(scene, From=f"director@{domain}", body="abort 1\ngame 1\n" + POISON)


def many_games(scene: Scene) -> bytes:
    return _outside(scene, body="".join(f"game {n}\n{POISON}" for n in range(1, 200)))


FOES: dict[str, Make] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(a_player_s_name_only, a_stranger, forged_results, two_senders, senders_in_one_field, no_sender),
        *(guessed_token, stolen_form, replayed_message_id, our_message_id, enclosed_orders, directors_name, many_games),
    )
}
