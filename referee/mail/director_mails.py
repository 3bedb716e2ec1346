"""What players read of a director's deeds."""

from collections.abc import Sequence

from engine.views import View
from referee.mail.compose import Mail, tell_view, write
from referee.mail.scene import Scene


def corrected(scene: Scene, *, about: str, what: str, reason: str, told: Sequence[str], view: View | None) -> Mail:
    """The game was corrected (`about` in a few words): `what` and `told` in sentences, and what is owed now. `view`: of
    the last turn that stands, None before the first."""
    facts = tell_view(scene, view) if view is not None else {"view": None}
    asks = f". Your orders for {scene.turn_name}, please" if scene.owes else ""
    return write(
        "corrected",
        scene.report_tag if scene.owes else scene.answer_tag,
        scene,
        **facts,
        turn=scene.turn_name,
        about=about,
        what=what,
        reason=reason,
        told=told,
        asks=asks,
    )


def directed(scene: Scene, *, about: str, what: str, reason: str) -> Mail:
    """The director did something between two turns: `about` in a few words, `what` in sentences."""
    return write("directed", scene.answer_tag, scene, turn=scene.turn_name, about=about, what=what, reason=reason)
