"""What is read of a game beside its reports: the last one with all that was hidden, press, and what spectators get."""

from collections.abc import Sequence
from typing import Final

from engine.model import Duel
from engine.views import View
from referee.mail.board_histories import histories_in_full
from referee.mail.compose import Mail, attached, tell_view, write
from referee.mail.headers import Attachment
from referee.mail.scene import Scene

WORD_CHARS_MAX: Final = 60


def over(
    scene: Scene,
    *,
    view: View,
    whole: Duel,
    ending: Sequence[str],
    between: str = "a draw by agreement",
    notes: Sequence[str] = (),
    ratings: Sequence[str] = (),
    people: Sequence[str] = (),
    transcript: Attachment | None = None,
) -> Mail:
    """The last report: `whole` is the duel with all that had been hidden, its salt too; `ending` says in sentences how
    the game ended. A view without events: it ended between two turns, for which the subject says `between`.

    `ratings` and `people` are rows: how ratings changed, who sat where. `notes` as in `report`."""
    told = tell_view(scene, view, whole=whole)
    if not view.events:
        told |= {
            "played": f"before turn {whole.next_turn}",
            "headline": between,
            "words": (),
            "story": (),
        }
    mail = write(
        "over",
        scene.report_tag,
        scene,
        notes=notes,
        ending=" ".join(ending),
        ratings=ratings,
        people=people,
        transcript=transcript.name if transcript is not None else "",
        whole=whole,
        parts=histories_in_full(whole, scene.wizard, {}),
        **told,
    )
    return attached(mail, transcript)


def press(scene: Scene, *, writer: str | None, others: Sequence[str], words: Sequence[str]) -> Mail:
    """A letter of one player to others. `writer` None: nobody is told who wrote; `others`: who else it goes to."""
    who = writer or "somebody"
    return write("press", scene.answer_tag, scene, who=who, others=others, words=[_breakable(line) for line in words])


def watched(scene: Scene, *, view: View) -> Mail:
    """A turn as everyone may know it, for those who watch."""
    return write("watched", scene.report_tag, scene, **tell_view(scene, view))


def _breakable(line: str) -> str:
    """The line with its longest words cut up, so that it can be wrapped."""
    words = (word[at : at + WORD_CHARS_MAX] for word in line.split() for at in range(0, len(word), WORD_CHARS_MAX))
    return " ".join(words)
