"""What is held for a seat, in words: for the commands that show orders, and those that change them."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.orders import Checked, in_words
from referee import drafts, play
from referee.commands.doors import Doors
from referee.commands.games_meant import Meant
from referee.mail import receipts
from referee.mail.answers import Piece, rows_of
from referee.mail.outlook import outlook
from referee.mail.scene import Scene
from referee.mail.tables import beside, outlook_lines


def held_orders(desk: Doors, meant: Meant, scene: Scene) -> tuple[Piece, ...]:
    """The orders that are held for the seat and what they come to, what is still owed, and drafts for later turns."""
    return (*_present(desk, meant, scene), *_later(desk, meant))


def _later(desk: Doors, meant: Meant) -> Iterator[Piece]:
    for draft in drafts.later(desk.store, meant.game, meant.seat):
        yield f"Your draft for turn {draft.turn}, which does not count before you confirm it then:"
        yield rows_of(f"| {line}" for line in draft.orders)


def _present(desk: Doors, meant: Meant, scene: Scene) -> tuple[Piece, ...]:
    checked = play.standing_orders(desk.store, meant.game, meant.seat)
    where = f"for {scene.turn_name} of game {scene.game}, {scene.title}"
    if not scene.owes and checked is None:
        return (f"No orders are asked of you {where}.",)
    if checked is None:
        return (f"I hold no orders of yours {where}.", *_due(scene))
    verdict = receipts.verdict(replace(scene, owing=scene.owing), checked, understood=True)
    ordered = rows_of(line for each in in_words(checked) for line in beside("| ", [each]))
    parts: list[Piece] = [f"These orders of yours are held {where}:", ordered, *_outlook(checked, scene)]
    return (*parts, " ".join(told for told in verdict.told if told), *_due(scene))


def _outlook(checked: Checked, scene: Scene) -> tuple[Piece, ...]:
    hands = outlook_lines(outlook(checked, scene.duel, scene.wizard))
    return ("What they come to:", rows_of(hands)) if hands else ()


def _due(scene: Scene) -> tuple[str, ...]:
    return (scene.due,) if scene.due and scene.wizard in scene.owing else ()
