"""What players read: each mail is a subject and two templates, text and HTML, over plain data."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct
from msgspec.structs import replace

from engine.clauses import AnyClause, Complaint, ComplaintKind, HoldClause
from engine.language import canonical_text
from engine.model import Duel, Part
from engine.orders import Checked, in_words
from engine.variants import rules_of
from engine.views import View
from referee.mail import receipts, tables
from referee.mail.answers import Answered, Piece, summary
from referee.mail.board_histories import cast_marks, histories
from referee.mail.board_prospects import prospects
from referee.mail.board_standing import standing
from referee.mail.headers import Attachment
from referee.mail.letter import Letter
from referee.mail.narrate import tell
from referee.mail.outlook import outlook
from referee.mail.quotes import CUT_LINE
from referee.mail.scene import Scene
from referee.mail.wording import listed
from referee.mail.wrapping import wrapped

COMPLAINTS_IN_FULL: Final = 5

GESTURES_TAUGHT: Final = (
    ("F", "wriggled fingers"),
    ("P", "a proffered palm"),
    ("S", "a snap of the fingers"),
    ("W", "a wave"),
    ("D", "a pointing digit"),
    ("C", "a clap, which needs both hands"),
    (">", "a stab with the knife"),
    ("-", "nothing"),
)

# Every mail: the name of its two templates, NAME.txt.j2 and NAME.html.j2, and its subject after the tag.
MAILS: Final = {
    "invitation": "{title}: the duel begins. Your orders for turn 1, please",
    "receipt": "Orders for {turn}: {state}",
    "report": "{title}, {played}: {headline}",
    "over": "{title}: {headline}",
    "press": "{title}: {who} writes to you",
    "watched": "{title}, {played}, as everyone may know it: {headline}",
    "answers": "{summary}",
    "confirm": "Please confirm: {what}",
    "reminder": "{title}: your orders for {turn} {state}",
    "seat_offer": "A seat in game {game} is free: would you play on as {wizard}?",
    "seat": "{title}: you are {wizard} now. Your orders for {turn}, please",
    "replaced": "{title}: another player plays {wizard} from now on",
    "seat_on_offer": "{title}: the seat of {wizard} is on offer",
    "seat_lost": "{title}: another player has taken your seat",
    "deadline": "{title}: your orders for {turn} are due at another time",
    "challenge": "{challenger} challenges you: accept or decline",
    "corrected": "{title}: {about}{asks}",
    "directed": "{title}: {about}",
    "stale": "{title}: {over}",
    "unread": "{title}: your mail could not be used",
    "note": "{about}",
    "refused": "Your orders could not be accepted",
    "held": "{title}: the game is held",
    "aborted": "{title}: the game is ended",
    "unsubscribe": "{title}: no more mails?",
    "event": "{event}: {about}",
    "director_event": "{event} does not go on by itself",
    "director_held": "Game {game} is held: its turn could not be adjudicated",
    "director_outage": "The referee did not read his mail for {length}: may the games go on?",
    "director_letter": "Mail {letter} was set aside: it could not be handled",
    "director_backup": "The database could not be backed up",
    "director_unreachable": "Mail to {address} comes back; delivery is paused",
    "director_reachable": "{address} has written; delivery goes on",
}


class Mail(Struct, frozen=True, kw_only=True):
    """A mail without its headers."""

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()


def invitation(scene: Scene, *, commitment: str, terms: str = "") -> Mail:
    """The game begins: who plays, how to play in brief, the terms in words, and the SHA-256 of the salt."""
    return write(
        "invitation",
        scene.report_tag,
        scene,
        commitment=commitment,
        terms=terms,
        spells=tuple(rules_of(scene.duel).spellbook.values()),
        gestures=GESTURES_TAUGHT,
    )


def receipt(
    scene: Scene,
    *,
    checked: Checked,
    complaints: Sequence[Complaint],
    talk: Sequence[Complaint] = (),
    replaced: Sequence[AnyClause],
    understood: bool,
    letter: Letter,
    left_out: Sequence[str] = (),
    ahead: Sequence[tuple[int, Sequence[str]]] = (),
    present: bool = True,
) -> Mail:
    """Whether anything is still owed, the orders as understood, what the hands finish, what was wrong or left out.

    `talk` are complaints about lines that do not look like orders: one who is done need not hear of them in the
    subject. `left_out`: sentences on what was not taken at all, such as words for another game. `ahead`: lines for
    coming turns, kept as drafts; `present`: something was for the turn that the game waits for as well."""
    verdict = receipts.verdict(scene, checked, understood=understood, ahead=ahead, present=present)
    judged = understood and present and not checked.guarded_off and scene.wizard in scene.duel.acting
    problems = [*complaints, *(() if verdict.done else talk)]
    refused = [c for c in problems if c.kind is ComplaintKind.REFUSED]
    warnings = [c for c in problems if c.kind is ComplaintKind.WARNING]
    return write(
        "receipt",
        scene.answer_tag,
        scene,
        state=verdict.state + (receipts.counts(checked, refused) if judged else ""),
        turn=scene.turn_name if present else listed(f"turn {turn}" for turn, _ in ahead),
        verdict=verdict,
        orders=in_words(checked) if present else (),
        drafts=[(turn, lines) for turn, lines in ahead if lines],
        surrenders=checked.surrenders,
        rows=outlook(checked, scene.duel, scene.wizard) if present else (),
        refused=[receipts.complaint_sentence(each) for each in refused[:COMPLAINTS_IN_FULL]],
        more_refused=max(0, len(refused) - COMPLAINTS_IN_FULL),
        warnings=[receipts.complaint_sentence(each) for each in warnings[:COMPLAINTS_IN_FULL]],
        more_warnings=max(0, len(warnings) - COMPLAINTS_IN_FULL),
        talk=[each.text for each in talk[:COMPLAINTS_IN_FULL]] if verdict.done else [],
        more_talk=max(0, len(talk) - COMPLAINTS_IN_FULL),
        replaced=canonical_text(tuple(c for c in replaced if not isinstance(c, HoldClause))).splitlines(),
        left_out=left_out,
        how_read=receipts.how_read(letter),
    )


def report(scene: Scene, *, view: View, notes: Sequence[str] = ()) -> Mail:
    """The report of a turn. `notes`: sentences on what the referee did of himself, for want of orders say."""
    return write("report", scene.report_tag, scene, notes=notes, **tell_view(scene, view))


def stale(scene: Scene, *, view: View | None, left_out: Sequence[str] = ()) -> Mail:
    """An answer to orders for a turn that is over: how things stand now. `left_out`: what else was not taken."""
    told = tell_view(scene, view) if view is not None else {"view": None}
    ended = scene.duel.result is not None and not scene.running
    over = "the game is over; here is how it ended" if ended else "that turn is over; here is how things stand"
    return write("stale", scene.answer_tag, scene, left_out=left_out, over=over, **told)


def unread(scene: Scene, *, why: Sequence[str], ambiguous: bool = False) -> Mail:
    """An answer to a mail in which nothing could be read, or (`ambiguous`) two versions that order different things."""
    return write("unread", scene.answer_tag, scene, why=why, ambiguous=ambiguous)


def held(scene: Scene) -> Mail:
    """The players learn that their game waits for the director."""
    return write("held", scene.answer_tag, scene)


def aborted(scene: Scene, *, reason: str, transcript: Attachment | None = None) -> Mail:
    """The players learn that the director ended their game."""
    mail = write("aborted", scene.answer_tag, scene, reason=reason, transcript=transcript is not None)
    return attached(mail, transcript)


def answers(*, referee: str, answered: Sequence[Answered], unread: Sequence[str]) -> Mail:
    """The answers to a mail's commands. `unread`: sentences on lines that were nearly commands."""
    told = [(each.asked, each.done, [_piece(part) for part in each.parts]) for each in answered]
    return write(
        "answers", "[WH]", None, referee=referee, answered=told, unread=unread, summary=summary(answered, len(unread))
    )


def confirm(*, referee: str, what: str, why: str, code: str, words: Sequence[str] = ()) -> Mail:
    """An address is asked to confirm something by its reply: `what` in a few words, `why` in sentences, and the
    code to type where a reply cannot carry it. `words`: of a mail that would be carried out."""
    return write("confirm", "[WH]", None, referee=referee, what=what, why=why, code=code, words=words)


def challenge(
    *, referee: str, challenger: str, number: int, others: Sequence[str], terms: Sequence[str], until: str, code: str
) -> Mail:
    """A player is asked for a game. `others`: who else is asked; `terms`: paragraphs on what is proposed."""
    facts = {"challenger": challenger, "number": number, "others": others, "terms": terms, "until": until, "code": code}
    return write("challenge", "[WH]", None, referee=referee, **facts)


def notice(*, referee: str, about: str, told: str) -> Mail:
    """A player learns of something that he does not have to answer: `about` in a few words, `told` in sentences."""
    return _note(referee, about, told)


def refused(*, referee: str, games: Sequence[int], subject: str) -> Mail:
    """A registered address wrote without a token that proves whose orders these are."""
    return write("refused", "[WH]", None, referee=referee, games=games, theirs=subject)


def settled(*, referee: str, told: str) -> Mail:
    """What came of an answer to such a question that takes nothing."""
    return _note(referee, "Nothing was carried out", told)


def elsewhere(*, referee: str) -> Mail:
    """Who wrote from another address than his own, with a token, learns that it was answered there, and no more."""
    told = "Your mail came. Its answer went to the address that is registered for this, not to the one you wrote from."
    return _note(referee, "Your mail came; its answer went to another address", told)


def closed(*, referee: str, subject: str, reason: str) -> Mail:
    """The director rejected a player's letter."""
    told = "The director has looked at this mail of yours, and rejected it: nothing of it is carried out."
    quoted = [f"Your mail: {subject[:60]}" if subject else "", f"The reason given: {reason}" if reason else ""]
    return _note(referee, "Your mail was rejected", told, [each for each in quoted if each])


def _note(referee: str, about: str, told: str, quoted: Sequence[str] = ()) -> Mail:
    return write("note", "[WH]", None, about=about, referee=referee, told=told, quoted=quoted)


def director_held(*, referee: str, game: int, turn: int | None, error: str) -> Mail:
    """The director learns that a game is held, and why; `turn` None where the game itself cannot be read."""
    return write("director_held", "[WH]", None, referee=referee, game=game, turn=turn, error=error)


def director_backup(*, referee: str, reason: str, last: datetime | None) -> Mail:
    """The director learns that there is no new backup, why, and from when the last good one is."""
    told = f"{last:%F %R} UTC" if last is not None else None
    return write("director_backup", "[WH]", None, referee=referee, reason=reason, last=told)


def director_letter(*, referee: str, letter: int, error: str, attempts: int) -> Mail:
    """The director learns of a mail that could not be handled."""
    return write("director_letter", "[WH]", None, referee=referee, letter=letter, error=error, attempts=attempts)


def unsubscribe(scene: Scene) -> Mail:
    """An answer to a mail, perhaps of a program, to the address for those who want no more mails."""
    return write("unsubscribe", scene.answer_tag, scene)


def director_unreachable(*, referee: str, address: str, seats: Sequence[tuple[int, str]], status: str) -> Mail:
    """The director learns that nothing is sent to an address for now; its seats as (game, wizard)."""
    facts = {"referee": referee, "address": address, "seats": seats, "status": status}
    return write("director_unreachable", "[WH]", None, **facts)


def director_reachable(*, referee: str, address: str, sent: int, dropped: int) -> Mail:
    """The director learns that delivery goes on: how many of the mails that waited go out, how many are out of date."""
    facts = {"referee": referee, "address": address, "sent": sent, "dropped": dropped}
    return write("director_reachable", "[WH]", None, **facts)


def _piece(part: Piece) -> dict[str, Any]:
    """A part as the templates tell it: a paragraph or rows."""
    return {"rows": part, "words": ""} if isinstance(part, tuple) else {"rows": (), "words": part}


def tell_view(scene: Scene, view: View, *, whole: Duel | None = None) -> dict[str, Any]:
    """A turn as the templates tell it. `whole`: the duel with all that was hidden, to show how everybody stands."""
    story = tell(view)
    extra = ", extra turn," if view.part is Part.TIME_STOP else ""
    ahead = [scene.wizard, *scene.others] if scene.running else []
    return {
        "view": view,
        "played": f"turn {view.turn}{extra}",
        "headline": story.headline,
        "words": story.words,
        "story": [" ".join(sentences) for sentences in story.paragraphs],
        "standing": standing(view if whole is None else replace(view, duel=whole, unknown_beings=frozenset())),
        "history": histories(view.duel, view.viewer, cast_marks(view)),
        "prospects": [
            ("you" if who == scene.wizard else who, prospects(view.duel, scene.wizard, who)) for who in ahead
        ],
    }


def attached(mail: Mail, file: Attachment | None) -> Mail:
    """The mail with a file sent along."""
    return mail if file is None else replace(mail, attachments=(*mail.attachments, file))


def write(name: str, tag: str, scene: Scene | None, **facts: Any) -> Mail:
    """The mail of that name in MAILS, with these facts in its templates."""
    about = {"scene": scene, "cut": CUT_LINE, **facts}
    text = _templates("txt").get_template(f"{name}.txt.j2").render(about)
    html = _templates("html").get_template(f"{name}.html.j2").render(about)
    words = {"title": scene.title if scene is not None else "", **facts}
    return Mail(subject=f"{tag} {MAILS[name].format(**words)}", text=text, html=html)


@cache
def _templates(kind: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("mail_templates", ""),
        autoescape=kind == "html",
        undefined=StrictUndefined,
        auto_reload=False,  # templates do not change under a running daemon
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["wrap"] = wrapped
    environment.filters["standing_lines"] = tables.standing_lines
    environment.filters["history_lines"] = tables.history_lines
    environment.filters["prospect_lines"] = tables.prospect_lines
    environment.filters["outlook_lines"] = tables.outlook_lines
    environment.filters["among"] = listed
    return environment
