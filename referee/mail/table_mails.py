"""What is read of a game beside its reports: the last one with all that was hidden, press, and what spectators get."""

from collections.abc import Sequence

from engine.model import Duel
from engine.views import View
from referee.mail.board_histories import histories_in_full
from referee.mail.compose import Mail, attached, tell_view, write
from referee.mail.headers import Attachment
from referee.mail.scene import Scene


def over(
    scene: Scene,
    *,
    view: View,
    whole: Duel,
    ending: Sequence[str],
    notes: Sequence[str] = (),
    ratings: Sequence[str] = (),
    people: Sequence[str] = (),
    transcript: Attachment | None = None,
) -> Mail:
    """The last report: `whole` is the duel with all that had been hidden, its salt too; `ending` says in sentences how
    the game ended. A view without events: it ended between two turns, by agreement.

    `ratings` and `people` are rows: how ratings changed, who sat where. `notes` as in `report`."""
    told = tell_view(scene, view, whole=whole)
    if not view.events:
        told |= {
            "played": f"before turn {whole.next_turn}",
            "headline": "a draw by agreement",
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
