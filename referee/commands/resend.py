"""`resend`: a report is sent once more."""

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from engine.dice import commitment
from engine.events import Turn
from engine.views import observe, observe_duel
from referee.commands.command import Access, Answer, Asked, Caller, Command, refusal
from referee.commands.doors import Doors
from referee.commands.games_meant import Meant, game_meant
from referee.commands.history import SHAPE, game_and_turn, missing
from referee.dispatch import Answering
from referee.mail import compose
from referee.store import turns
from referee.store.games import GameState
from referee.terms import tell

_AGAIN: Final = "You asked for this report once more."


def _run(desk: Doors, caller: Caller, asked: Asked) -> Answer:
    said, turn = game_and_turn(asked.rest)
    meant = game_meant(desk, caller, said, verb="resend", over=True)
    if isinstance(meant, Answer):
        return meant
    latest = turns.latest(desk.store, meant.game.id)
    if turn is None or (latest is not None and turn == latest.turn):
        _send(desk, caller, meant, "now", newest(desk, meant, latest, note=_AGAIN, now=caller.now), asks=True)
        return Answer(parts=(f"The newest report of game {meant.game.id} is on its way once more.",), elsewhere=True)
    played = turns.played(desk.store, meant.game.id, turn)
    if not played:
        return refusal(missing(meant, turn))
    for each in played:
        _send(desk, caller, meant, f"{turn}-{each.part.value.replace(' ', '-')}", _of_old(desk, caller, meant, each))
    return Answer(
        parts=(f"The report of turn {turn} of game {meant.game.id} is on its way once more.",), elsewhere=True
    )


def newest(desk: Doors, meant: Meant, latest: Turn | None, *, note: str, now: datetime) -> compose.Mail:
    """The report that asks for the coming turn's orders, the invitation before the first, or the last of all."""
    game, seat = meant.game, meant.seat
    scene = desk.post.scenes.of(game, seat, now=now)
    if game.state is GameState.FINISHED:
        return desk.adjudication.endings.again(game, seat, (note,), now)
    if latest is None:
        return compose.invitation(scene, commitment=commitment(game.duel.salt), terms=tell(game.terms))
    return compose.report(scene, view=observe(latest, seat.wizard), notes=(note,))


def _of_old(desk: Doors, caller: Caller, meant: Meant, turn: Turn) -> compose.Mail:
    """The report of a turn that others have followed: it asks for nothing, and no reply to it gives orders."""
    scene = desk.post.scenes.of(meant.game, meant.seat, now=caller.now)
    then = observe_duel(turn.after, meant.seat.wizard)[0]
    scene = replace(scene, duel=then, report_tag=scene.answer_tag, running=False, owing=(), unreachable=(), due="")
    return compose.report(scene, view=observe(turn, meant.seat.wizard), notes=(_AGAIN,))


def _send(desk: Doors, caller: Caller, meant: Meant, mark: str, mail: compose.Mail, *, asks: bool = False) -> None:
    answering = Answering(letter=caller.letter or None, message_id="", mark=mark, now=caller.now)
    desk.post.send_again(meant.game, meant.seat, mail, mark=f"{caller.letter}-{mark}", answering=answering, asks=asks)


COMMAND: Final = Command(
    name="resend",
    usage=("resend", "resend GAME", "resend GAME TURN"),
    summary="have a report sent once more",
    help=(
        "Sends the newest report of a game again, with its order form, as a mail of its own that you can reply to; or"
        " that of an earlier turn, to read. For when a mail was lost."
    ),
    example="resend 17",
    access=Access.READS,
    shape=SHAPE,
    run=_run,
)
