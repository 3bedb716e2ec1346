"""What players read: each mail is a subject and two templates, text and HTML, over plain data."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct

from engine.clauses import AnyClause, Complaint, ComplaintKind
from engine.enchantments import CHARM_PERSON
from engine.events import SpellCast
from engine.language import canonical_text
from engine.model import Duel, Hand, Part
from engine.orders import Checked
from engine.spellbook import SPELLBOOK
from engine.views import View
from referee.mail import tables
from referee.mail.board_histories import cast_marks, histories, histories_in_full
from referee.mail.board_prospects import prospects
from referee.mail.board_standing import standing
from referee.mail.narrate import tell
from referee.mail.quotes import CUT_LINE, FORM_END, form_start
from referee.mail.wrapping import wrapped

COMPLAINTS_IN_FULL: Final = 5

# Every mail: the name of its two templates, NAME.txt.j2 and NAME.html.j2, and its subject after the tag.
MAILS: Final = {
    "invitation": "{title}: the duel begins. Your orders for turn 1, please",
    "receipt": "Orders for {turn}: {state}",
    "report": "{title}, {played}: {headline}",
    "over": "{title}: {headline}",
    "stale": "{title}: that turn is over; here is how things stand",
    "unread": "{title}: your mail could not be used",
    "refused": "Your orders could not be accepted",
    "held": "{title}: the game is held",
    "aborted": "{title}: the game is ended",
    "director_held": "Game {game} is held: its turn could not be adjudicated",
    "director_letter": "Mail {letter} was set aside: it could not be handled",
}


class Mail(Struct, frozen=True, kw_only=True):
    """A mail without its headers."""

    subject: str
    text: str
    html: str


class Scene(Struct, frozen=True, kw_only=True):
    """Where a mail plays: the game as the reader may know it.

    `duel` is viewed by `wizard`; `owes` whether orders are asked of him now, `owing` all who owe; the tags are those
    of a report and of an answer, `code` stands in the order form. `running` is False when the game is held or over.
    """

    referee: str
    game: int
    title: str
    wizard: str
    duel: Duel
    owing: tuple[str, ...]
    report_tag: str
    answer_tag: str
    code: str
    running: bool = True

    @property
    def owes(self) -> bool:
        return self.running and self.wizard in self.duel.acting

    @property
    def others(self) -> tuple[str, ...]:
        """The living opponents."""
        return self.duel.opponents(self.wizard)

    @property
    def halves(self) -> int:
        """How many pairs of gestures are asked for."""
        wizard = self.duel.wizard(self.wizard)
        hasted = wizard is not None and any(e.name == "Haste" for e in wizard.enchantments)
        return 2 if hasted and self.duel.next_part is Part.NORMAL else 1

    @property
    def turn_name(self) -> str:
        """`turn 4`, or `the extra turn after turn 4`."""
        extra = self.duel.next_part is Part.TIME_STOP
        return f"the extra turn after turn {self.duel.next_turn}" if extra else f"turn {self.duel.next_turn}"

    @property
    def form(self) -> tuple[str, ...]:
        """The order form, which says nothing until it is filled in."""
        slots = ["LH:", "RH:"] if self.halves == 1 else ["LH:", "RH:", "then", "LH:", "RH:"]
        slots += [f"make {other}'s {label}:" for other, label in self.charmed]
        start = form_start(self.game, self.duel.next_turn, self.code)
        return (start, *slots, "cast:", FORM_END)

    @property
    def charmed(self) -> tuple[tuple[str, str], ...]:
        """The hands that the reader's Charm person moves next turn, as (wizard, `LH` or `RH`)."""
        return tuple(
            (w.name, "LH" if e.hand is Hand.LEFT else "RH")
            for w in self.duel.wizards
            for e in w.enchantments
            if e.name == CHARM_PERSON and e.by == self.wizard and e.gesture is None
        )

    @property
    def banked(self) -> str | None:
        """The spell that the reader has stored."""
        wizard = self.duel.wizard(self.wizard)
        return wizard.banked if wizard is not None else None


def invitation(scene: Scene, *, commitment: str) -> Mail:
    """The game begins: who plays, how to play in brief, and the SHA-256 of the salt."""
    return _write("invitation", scene.report_tag, scene, commitment=commitment, spells=tuple(SPELLBOOK.values()))


def receipt(
    scene: Scene,
    *,
    checked: Checked,
    complaints: Sequence[Complaint],
    replaced: Sequence[AnyClause],
    understood: bool,
) -> Mail:
    """Orders as understood, what they finish, what was filled in, what is wrong or missing."""
    if not understood:
        state = "nothing understood"
    elif checked.withdrawn:
        state = "withdrawn"
    elif checked.draft:
        state = "a draft"
    else:
        state = "complete" if checked.complete else "incomplete"
    refused = sum(c.kind is ComplaintKind.REFUSED for c in complaints)
    if refused and state in ("complete", "incomplete"):
        state += f", {refused} {'line' if refused == 1 else 'lines'} refused"
    return _write(
        "receipt",
        scene.answer_tag,
        scene,
        state=state,
        turn=scene.turn_name,
        checked=checked,
        understood=understood,
        orders=canonical_text(checked.written).splitlines(),
        casts=[cast_sentence(cast, scene.wizard) for cast in checked.casts],
        missing=[missing_words(half, hand, scene.halves) for half, hand in checked.missing],
        complaints=[complaint_sentence(each) for each in complaints[:COMPLAINTS_IN_FULL]],
        more_complaints=max(0, len(complaints) - COMPLAINTS_IN_FULL),
        replaced=canonical_text(tuple(replaced)).splitlines(),
    )


def report(scene: Scene, *, view: View) -> Mail:
    """The report of a turn."""
    return _write("report", scene.report_tag, scene, **_told(scene, view))


def over(scene: Scene, *, view: View, whole: Duel) -> Mail:
    """The last report: `whole` is the duel with all that had been hidden, its salt too."""
    parts = histories_in_full(whole, scene.wizard, {})
    return _write("over", scene.report_tag, scene, **_told(scene, view), whole=whole, parts=parts)


def stale(scene: Scene, *, view: View | None) -> Mail:
    """An answer to orders for a turn that is over: how things stand now."""
    told = _told(scene, view) if view is not None else {"view": None}
    return _write("stale", scene.answer_tag, scene, **told)


def unread(scene: Scene, *, why: Sequence[str], ambiguous: bool = False) -> Mail:
    """An answer to a mail in which nothing could be read, or (`ambiguous`) two versions that order different things."""
    return _write("unread", scene.answer_tag, scene, why=why, ambiguous=ambiguous)


def held(scene: Scene) -> Mail:
    """The players learn that their game waits for the director."""
    return _write("held", scene.answer_tag, scene)


def aborted(scene: Scene, *, reason: str) -> Mail:
    """The players learn that the director ended their game."""
    return _write("aborted", scene.answer_tag, scene, reason=reason)


def refused(*, referee: str, games: Sequence[int], subject: str) -> Mail:
    """A registered address wrote without a token that proves whose orders these are."""
    return _write("refused", "[WH]", None, referee=referee, games=games, theirs=subject)


def director_held(*, referee: str, game: int, turn: int, error: str) -> Mail:
    """The director learns that a game is held, and why."""
    return _write("director_held", "[WH]", None, referee=referee, game=game, turn=turn, error=error)


def director_letter(*, referee: str, letter: int, error: str, attempts: int) -> Mail:
    """The director learns of a mail that could not be handled."""
    return _write("director_letter", "[WH]", None, referee=referee, letter=letter, error=error, attempts=attempts)


def cast_sentence(cast: SpellCast, wizard: str) -> str:
    """One spell that orders would finish, in words: `Missile with the left hand at Bob (as nobody was named)`."""
    hand = {Hand.LEFT: "the left hand", Hand.RIGHT: "the right hand", Hand.BOTH: "both hands"}.get(cast.hand)
    words = cast.spell + (f" with {hand}" if hand else ", from the bank")
    if cast.discharged:
        return f"{words}, let go at nobody"
    if cast.subject is not None:
        words += f" at {'yourself' if cast.subject == wizard else cast.subject}"
    elif SPELLBOOK[cast.spell].aimed:
        words += " at nobody: you named no subject, so it will be lost"
    filled = []
    if cast.by_fallback:
        filled.append("chosen for you")
    if cast.by_default and cast.subject is not None:
        filled.append("aimed for you")
    return words + (f" ({', '.join(filled)})" if filled else "")


def complaint_sentence(complaint: Complaint) -> str:
    """`line 2, "LH: Q": there is no gesture "Q". Try "LH: F"`."""
    where = f"line {complaint.line}, " if complaint.line else ""
    reason = complaint.reason if complaint.reason.endswith((".", "?", "!")) else f"{complaint.reason}."
    tried = f" Try: {complaint.suggestion}" if complaint.suggestion else ""
    return f"{where}“{complaint.text}”: {reason}{tried}"


def missing_words(half: int, hand: Hand, halves: int) -> str:
    """`your left hand`, or with which of the two pairs."""
    words = f"your {hand} hand"
    return words if halves == 1 else f"{words} in the {('first', 'second')[half]} pair"


def _told(scene: Scene, view: View) -> dict[str, Any]:
    story = tell(view)
    extra = ", extra turn," if view.part is Part.TIME_STOP else ""
    ahead = [scene.wizard, *scene.others] if scene.running else []
    return {
        "view": view,
        "played": f"turn {view.turn}{extra}",
        "headline": story.headline,
        "words": story.words,
        "story": [" ".join(sentences) for sentences in story.paragraphs],
        "standing": standing(view),
        "history": histories(view.duel, view.viewer, cast_marks(view)),
        "prospects": [
            ("you" if who == scene.wizard else who, prospects(view.duel, scene.wizard, who)) for who in ahead
        ],
    }


def _write(name: str, tag: str, scene: Scene | None, **facts: Any) -> Mail:
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
    environment.filters["among"] = _among
    return environment


def _among(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cyd`."""
    return " and ".join(([", ".join(names[:-1])] if len(names) > 1 else []) + list(names[-1:]))
