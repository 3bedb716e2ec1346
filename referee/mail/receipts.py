"""What a receipt says: whether a player is done, his orders as understood, what his hands finish, what was wrong."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.clauses import Complaint, ComplaintKind
from engine.orders import Checked
from referee.mail.letter import READ_FROM_FORM, Letter
from referee.mail.scene import Scene
from referee.mail.text_part import HTML
from referee.mail.wording import listed

_PAIRS: Final = ("first", "second")


class Verdict(Struct, frozen=True, kw_only=True):
    """Whether the player is done, for the subject (`complete`), as a word to begin with, and in sentences.
    `asks`: gestures are asked of him, so that the order form is of use."""

    done: bool
    state: str
    word: str
    told: tuple[str, ...]
    asks: bool = False


# -- whether he is done -----------------------------------------------------------------------------------------------


def verdict(
    scene: Scene,
    checked: Checked,
    *,
    understood: bool,
    ahead: Sequence[tuple[int, Sequence[str]]] = (),
    present: bool = True,
) -> Verdict:
    """What the mail came to, and whether the player has more to do. `ahead` and `present` as in `compose.receipt`."""
    if not present:
        return _kept(scene, ahead)
    found = _present(scene, checked, understood=understood)
    if not ahead:
        return found
    names = listed(f"turn {turn}" for turn, _ in ahead)
    told = f"What your mail says for {names} is kept as a draft until then."
    return replace(found, state=f"{found.state}; {names} put by", told=(*found.told, told))


def _present(scene: Scene, checked: Checked, *, understood: bool) -> Verdict:
    if scene.wizard not in scene.duel.acting:
        told = "No orders are asked of you now, so your mail changed nothing."
        return _verdict(scene, done=True, state="none are owed", word="Nothing to do", told=told)
    if checked.guarded_off:
        done = scene.running and scene.wizard not in scene.owing
        told = "Your mail says that it is for another turn or game, so nothing of it was taken." + _stands(done)
        return _verdict(
            scene, done=done, state=f"{_state(done)}, meant for another turn or game", word="Not taken", told=told
        )
    if checked.withdrawn:
        told = f"Your orders for {scene.turn_name} are forgotten, as you asked. New ones are owed."
        return _verdict(scene, done=False, state="withdrawn", word="Withdrawn", told=told)
    owed = f"A gesture for {missing_words(checked)} is still missing." if checked.missing else ""
    done = checked.complete and not checked.draft
    if not understood:
        told = f"Nothing in your mail could be read as an order.{_stands(done)} {owed}".rstrip()
        return _verdict(scene, done=done, state=f"{_state(done)}, nothing understood", word="Nothing new", told=told)
    if checked.draft:
        told = f"You asked to wait, so these orders are kept as a draft. {owed or 'They have all that is needed.'}"
        told += " Send the word ready when they are final."
        state = f"a draft, {_state(checked.complete)}"
        drafted = _verdict(scene, done=False, state=state, word="A draft", told=told)
        return replace(drafted, asks=drafted.asks and not checked.complete)
    if not done:
        return _verdict(scene, done=False, state="incomplete", word="Not complete", told=owed)
    told = f"Your orders for {scene.turn_name} are in; there is nothing more that you must do."
    state = "complete, a surrender" if checked.surrenders else "complete"
    return _verdict(scene, done=True, state=state, word="Complete", told=told)


def _verdict(scene: Scene, *, done: bool, state: str, word: str, told: str) -> Verdict:
    asks = not done and scene.owes
    return Verdict(done=done, state=state, word=word, told=(told, _waiting(scene)), asks=asks)


def _kept(scene: Scene, ahead: Sequence[tuple[int, Sequence[str]]]) -> Verdict:
    """Orders for nothing but turns that have not begun."""
    done = scene.wizard not in scene.owing
    owed = "" if done else f" Your orders for {scene.turn_name} are still owed."
    names = listed(f"turn {turn}" for turn, lines in ahead if lines)
    if not names:
        return _verdict(scene, done=done, state="no draft", word="Withdrawn", told=f"There is no draft of yours.{owed}")
    told = (
        f"Your mail is for {names}, which is still to come, so it is kept as a draft. The report with which that turn"
        f" begins will show it to you, and it counts once you answer ready, or yes.{owed}"
    )
    return _verdict(scene, done=done, state=f"a draft, kept until {names} begins", word="A draft", told=told)


def _state(done: bool) -> str:
    return "complete" if done else "incomplete"


def _stands(done: bool) -> str:
    """What is to be said of earlier orders where a mail changed nothing."""
    return " The orders that you sent before stand, and are complete." if done else " Your orders are still owed."


def _waiting(scene: Scene) -> str:
    if not scene.running:
        return "The director holds this game at the moment; your orders are kept."
    if not scene.owing:
        return "All orders are in: the report of the turn comes in a mail of its own."
    names = sorted(scene.owing, key=lambda name: name != scene.wizard)
    return f"The turn waits for {listed('you' if name == scene.wizard else name for name in names)}."


# -- what is wrong ----------------------------------------------------------------------------------------------------


def complaint_sentence(complaint: Complaint) -> str:
    """`line 2, "LH: Q": there is no gesture "Q". Try: LH: F`. A complaint about an earlier mail has no line."""
    where = f"line {complaint.line}, " if complaint.line else "from before, "
    reason = complaint.reason if complaint.reason.endswith((".", "?", "!")) else f"{complaint.reason}."
    tried = f" Try: {complaint.suggestion}" if complaint.suggestion else ""
    return f"{where}“{complaint.text}”: {reason}{tried}"


def missing_words(checked: Checked) -> str:
    """`your left hand`, or with which of the two pairs."""
    several = len(checked.pairs) > 1
    return listed(
        f"your {hand} hand" + (f" in the {_PAIRS[half]} pair" if several else "") for half, hand in checked.missing
    )


def counts(checked: Checked, complaints: Sequence[Complaint]) -> str:
    """`, 2 lines not understood, 1 line refused`."""
    refused = [c for c in complaints if c.kind is ComplaintKind.REFUSED]
    unread = [c for c in refused if c not in checked.complaints]
    impossible = [c for c in refused if c in checked.complaints]
    return _counted(unread, "not understood") + _counted(impossible, "refused")


def _counted(complaints: Sequence[Complaint], what: str) -> str:
    count = len({(c.line, "" if c.line else c.text) for c in complaints})
    return f", {count} line{'' if count == 1 else 's'} {what}" if count else ""


# -- how the mail was read --------------------------------------------------------------------------------------------


def how_read(letter: Letter) -> tuple[str, ...]:
    """From which part of the mail the orders were read, where that is not its plain text, and what was left out."""
    told = []
    if letter.read_from == READ_FROM_FORM:
        told.append("Read from the order form that you filled in.")
    elif letter.attached:
        told.append("Read from the file that was attached to your mail.")
    elif letter.read_from == HTML:
        told.append("Read from the HTML of your mail, not from plain text.")
    if letter.ignored:
        told.append(f"Left out: {listed(letter.ignored)}.")
    return tuple(told)
