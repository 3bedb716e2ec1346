"""Scenes for tests of mails: a duel at some point, as one of its wizards may know it."""

from msgspec.structs import replace

from engine.language import Field, read
from engine.model import Duel
from engine.orders import check, in_order
from engine.views import observe_duel
from referee.mail import compose
from referee.mail import letter as letters
from referee.mail.compose import Mail
from referee.mail.scene import Scene

DUE = (
    "Orders are due Thursday 3 December, 20:00 in Berlin (19:00 UTC), in 2 days 23 hours. Late ones are taken for 12"
    " hours more. If orders are missing then, both hands of that wizard do nothing in that turn."
)


def scene(duel: Duel, wizard: str, *, running: bool = True) -> Scene:
    """The scene of game 17 for that wizard; everybody who acts owes orders."""
    going_on = running and duel.result is None
    return Scene(
        referee="Referee of Graven Circle",
        game=17,
        title=" v ".join(each.name for each in duel.wizards),
        wizard=wizard,
        duel=observe_duel(duel, wizard)[0],
        owing=duel.acting if going_on else (),
        report_tag=f"[WH 17.{duel.next_turn}.abcdefgh2345mnop]",
        answer_tag=f"[WH 17.{duel.next_turn}]",
        code="k7f3-92ab",
        running=going_on,
        due=DUE if going_on and wizard in duel.acting else "",
    )


def receipt_of(duel: Duel, words: str, *, wizard: str = "Ann", head: str = "Content-Type: text/plain") -> Mail:
    """The receipt of a mail with these words; nobody else's orders are in."""
    raw = f"From: {wizard}@example.org\n{head}; charset=utf-8\n\n{words}\n"
    letter = letters.read(raw.encode())
    reading = read("\n".join(letter.lines), Field.of(duel), wizard)
    checked = check(duel, wizard, reading.clauses, spoiled=reading.spoiled, game=17)
    talk = tuple(c for c in reading.complaints if c.line in reading.chatter)
    place = scene(duel, wizard)
    done = checked.complete and not checked.draft
    owing = tuple(name for name in place.owing if name != wizard or not done)
    return compose.receipt(
        replace(place, owing=owing),
        checked=checked,
        complaints=in_order((c for c in reading.complaints if c not in talk), checked.complaints),
        talk=talk,
        replaced=(),
        understood=bool(reading.clauses or reading.spoiled),
        letter=letter,
    )
