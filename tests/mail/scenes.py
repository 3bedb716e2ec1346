"""Scenes for tests of mails: a duel at some point, as one of its wizards may know it."""

from engine.model import Duel
from engine.views import observe_duel
from referee.mail.scene import Scene


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
    )
