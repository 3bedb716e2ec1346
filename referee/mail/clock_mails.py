"""What players read as the clock goes on: reminders, deadlines that moved, seats that are offered, taken and lost."""

from collections.abc import Sequence
from datetime import datetime

from engine.views import View
from referee.deadlines.ladder import Rung
from referee.mail.compose import Mail, notice, tell_view, write
from referee.mail.narrate import tell
from referee.mail.scene import Scene


def reminder(scene: Scene, *, rung: Rung, warning: str) -> Mail:
    """Orders are owed; `warning`: what happens without them."""
    state = "were due" if rung in (Rung.DUE, Rung.LATE) else "are owed"
    return write("reminder", scene.report_tag, scene, turn=scene.turn_name, state=state, rung=rung, warning=warning)


def seat_offer(
    *,
    referee: str,
    game: int,
    turn: int,
    wizard: str,
    standing: Sequence[str],
    terms: str,
    until: str,
    code: str,
) -> Mail:
    """A player on standby is offered a seat, until a moment in words. `standing`: a row for each living wizard."""
    facts = {"referee": referee, "game": game, "turn": turn, "wizard": wizard, "standing": standing}
    return write("seat_offer", "[WH]", None, **facts, terms=terms, until=until, code=code)


def seat_gone(*, referee: str, game: int) -> Mail:
    """The seat that was offered is not free any more."""
    told = (
        f"The seat in game {game} that I offered you is not free any more. You keep your place among those on standby."
    )
    return notice(referee=referee, about=f"The seat in game {game} is not free any more", told=told)


def seat_given_away(*, referee: str, told: Sequence[str]) -> Mail:
    """An answer to orders of one whose seat another player has taken."""
    return notice(referee=referee, about="Your seat is another player's now", told=" ".join(told))


def seat(scene: Scene, *, views: Sequence[View], terms: str) -> Mail:
    """To one who takes over a seat: all turns so far as the seat may know them (the first first), and the terms."""
    stories = [tell(view) for view in views]
    past = [
        (f"turn {view.turn}", story.words, [" ".join(sentences) for sentences in story.paragraphs])
        for view, story in zip(views, stories, strict=True)
    ]
    told = tell_view(scene, views[-1]) if views else {"view": None}
    return write(
        "seat", scene.report_tag, scene, **told, wizard=scene.wizard, turn=scene.turn_name, past=past, terms=terms
    )


def replaced(scene: Scene, *, wizard: str, who: str | None, reasons: Sequence[str], directed: bool = False) -> Mail:
    """Another player plays `wizard` from now on: who, where that may be told, and why orders are due when they are.
    `directed`: the director has decided it; else no orders had come."""
    why = "as the director has decided" if directed else "as no orders had come from that seat"
    facts = {"wizard": wizard, "who": who, "why": why, "turn": scene.turn_name, "reasons": reasons}
    return write("replaced", scene.answer_tag, scene, **facts)


def seat_on_offer(scene: Scene, *, wizard: str, until: str) -> Mail:
    """No orders came for `wizard`, so that seat is offered to standby players. `until`: how long the turn waits."""
    mine = wizard == scene.wizard
    told = (
        f"No orders have come from you for {wizard}, so, as the terms of the game say, your seat is offered to players"
        f" on standby now. The turn waits for one of them until {until}. If your orders come before somebody takes it,"
        " the seat stays yours: send them in a reply to the report."
        if mine
        else f"No orders have come for {wizard}, so, as the terms of the game say, that seat is offered to players on"
        f" standby. The turn waits for one of them, or for the orders, until {until}; then it goes on without any."
    )
    return write("seat_on_offer", scene.answer_tag, scene, wizard=wizard, turn=scene.turn_name, told=told, mine=mine)


def seat_lost(scene: Scene, *, wizard: str, reason: str = "") -> Mail:
    """A player learns that another has his seat. `reason`: the director's; "" where orders did not come."""
    return write("seat_lost", scene.answer_tag, scene, wizard=wizard, reason=reason)


def deadline_moved(scene: Scene, *, reasons: Sequence[str]) -> Mail:
    """Orders are due at another time than was told; `reasons`: a sentence for each step to the new deadline."""
    return write("deadline", scene.answer_tag, scene, turn=scene.turn_name, reasons=reasons)


def director_outage(*, referee: str, address: str, start: datetime, end: datetime, length: str) -> Mail:
    """The director is asked whether games may go on after the referee did not read the mail to one of his addresses for
    so long."""
    said = {"address": address, "start": start, "end": end, "length": length}
    return write("director_outage", "[WH]", None, referee=referee, **said)
