"""Mails that programs send by themselves: none may be answered, whatever it says and to whom it was sent."""

from email.message import EmailMessage

from tests.mail.hostile.scene import EVE, POISON, Make, Scene, part, raw

AUTO_FIELDS = (
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated; owner-token=1",
    "Auto-Submitted: (vacation) auto-replied",
    "Auto-Submitted: auto-notified",
    "Auto-submitted:auto-replied (vacation)",
    "Precedence: junk",
    "Precedence: auto_reply",
    "X-Autoreply: yes",
    "X-Autorespond: vacation",
    "X-Autoresponder: 1",
    "X-Mail-Autoreply: x",
    "X-FC-MachineGenerated: true",
)
AUTO_SUBJECTS = (
    "Out of Office: {}",
    "Automatic reply: {}",
    "Auto: {}",
    "Automatische Antwort: {}",
    "Abwesenheitsnotiz: {}",
    "Réponse automatique : {}",
    "Respuesta automática: {}",
    "Risposta automatica: {}",
    "Automatisch antwoord: {}",
    "自动回复: {}",
    "自動応答: {}",
    "Автоответ: {}",
    "Autosvar: {}",
)
LIST_FIELDS = (
    "List-Id: Wizards <wizards.example.org>",
    "List-Post: <mailto:wizards@example.org>",
    "List-Unsubscribe: <mailto:leave@example.org>",
    "List-Help: <https://example.org/>",
    "Precedence: list",
    "Precedence: bulk",
)
DAEMONS = (
    "MAILER-DAEMON@mx.example.net",
    "postmaster@example.net",
    "Mailer_Daemon@example.net",
    "mail-daemon@example.net",
    "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net",
)
AWAY = "I am away until Monday. In urgent cases:\n\n"


def auto_reply(scene: Scene) -> bytes:
    return raw(scene, scene.dice.choice(AUTO_FIELDS), body=AWAY + POISON + "\n" + scene.quoted)


def auto_subject(scene: Scene) -> bytes:
    subject = scene.dice.choice(AUTO_SUBJECTS).format(scene.subject)
    return raw(scene, body=AWAY + POISON, Subject=subject)


def auto_page(scene: Scene) -> bytes:
    page = f"<html><body><p>{AWAY}</p><p>{POISON.replace(chr(10), '<br>')}</p></body></html>"
    return raw(scene, scene.dice.choice(AUTO_FIELDS), "Content-Type: text/html; charset=utf-8", body=page)


def null_sender(scene: Scene) -> bytes:
    return raw(scene, Return_Path=scene.dice.choice(("<>", "< >", " <>")))


def no_reply(scene: Scene) -> bytes:
    name = scene.dice.choice(("noreply", "no-reply", "do-not-reply", "donotreply", "auto-reply", "noreply-games"))
    return raw(scene, From=f"{name}@example.net")


def reading_receipt(scene: Scene) -> bytes:
    report = part("message/disposition-notification", f"Final-Recipient: rfc822;{scene.player}\nDisposition: displayed")
    kind = "Content-Type: multipart/report; report-type=disposition-notification; boundary=b"
    return raw(scene, kind, body=part("text/plain", POISON) + report + "--b--\n")


def delivered(scene: Scene) -> bytes:
    report = part("message/delivery-status", f"Reporting-MTA: dns; x\n\nAction: delivered\nFinal-Recipient: {EVE}")
    kind = "Content-Type: multipart/report; report-type=delivery-status; boundary=b"
    return raw(scene, kind, body=part("text/plain", POISON) + report + "--b--\n", From=scene.dice.choice(DAEMONS))


def calendar(scene: Scene) -> bytes:
    body = part("text/plain", POISON) + part("text/calendar; method=REPLY", "BEGIN:VCALENDAR\nEND:VCALENDAR") + "--b--"
    return raw(scene, "Content-Type: multipart/alternative; boundary=b", body=body, Subject="Accepted: a duel")


def bounce(scene: Scene) -> bytes:
    status = scene.dice.choice(("5.1.1", "4.2.2", "5.2.2", "4.4.7", "5.7.1", ""))
    action = scene.dice.choice(("failed", "delayed", "error", "FAILED"))
    group = f"Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; {EVE}\nAction: {action}\nStatus: {status}"
    body = part("text/plain", POISON) + part("message/delivery-status", group)
    body += part("message/rfc822", scene.asked.as_string()) + "--b--\n"
    kind = "Content-Type: multipart/report; report-type=delivery-status; boundary=b"
    return raw(scene, kind, body=body, From=scene.dice.choice(DAEMONS), Return_Path="<>")


def bounce_in_words(scene: Scene) -> bytes:
    words = f"<{EVE}>: user unknown\n\n{POISON}\n--- Below is a copy of the message.\n\n{scene.asked.as_string()}"
    return raw(scene, body=words, From=scene.dice.choice(DAEMONS), Subject="failure notice", Return_Path="<>")


def bounce_to_a_guessed_token(scene: Scene) -> bytes:
    box, _, host = scene.home.partition("@")
    to = f"{box}+b.1.1.1.{'a' * 16}@{host}"
    return raw(scene, f"X-Failed-Recipients: {scene.player}", From=DAEMONS[0], To=to, Delivered_To=to, Return_Path="<>")


def loop_of_ours(scene: Scene) -> bytes:
    """A mail of ours that comes back as it was."""
    return b"Delivered-To: " + scene.to.encode() + b"\nReceived: from a by b\n" + scene.asked.as_bytes()


def loop_marked(scene: Scene) -> bytes:
    return raw(scene, f"X-Loop: {scene.home}", Return_Path=None)


def loop_from_us(scene: Scene) -> bytes:
    box, _, host = scene.home.partition("@")
    sender = scene.dice.choice((scene.home, scene.home.upper(), f"{box}+1.1.1.{'a' * 16}@{host}"))
    return raw(scene, From=f"Referee <{sender}>")


def loop_through_us(scene: Scene) -> bytes:
    return raw(scene, f"Sender: {scene.home}")


def listed(scene: Scene) -> bytes:
    return raw(scene, scene.dice.choice(LIST_FIELDS))


def listed_digest(scene: Scene) -> bytes:
    enclosed = EmailMessage()
    enclosed["From"], enclosed["To"], enclosed["Subject"] = scene.player, scene.to, "orders"
    enclosed.set_content(POISON)
    body = part("message/rfc822", enclosed.as_string()) * 3 + "--b--\n"
    return raw(scene, *LIST_FIELDS[:3], "Content-Type: multipart/digest; boundary=b", body=body)


def challenge(scene: Scene) -> bytes:
    return raw(scene, Subject="Please confirm your message", Return_Path="<>", From=f"robot@{EVE.partition('@')[2]}")


ROBOTS: dict[str, Make] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(auto_reply, auto_subject, auto_page, null_sender, no_reply, reading_receipt, delivered, calendar, bounce),
        *(bounce_in_words, bounce_to_a_guessed_token, loop_of_ours, loop_marked, loop_from_us, loop_through_us),
        *(listed, listed_digest, challenge),
    )
}
