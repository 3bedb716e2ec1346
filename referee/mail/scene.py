"""The scene of a mail: the game as its reader may know it, what he owes, and the form in which he may answer."""

from typing import Final

from msgspec import Struct

from engine.enchantments import CHARM_PERSON
from engine.model import Duel, Hand, Part
from referee.mail.quotes import FORM_END, form_start

ALL_IN: Final = "The turn is adjudicated as soon as all orders are in."


class Scene(Struct, frozen=True, kw_only=True):
    """Where a mail plays: the game as the reader may know it.

    `duel` is viewed by `wizard`; `owes` whether orders are asked of him now, `owing` all who owe; the tags are those
    of a report and of an answer, `code` stands in the order form. `running` is False when the game is held or over.
    `unreachable`: the opponents whose players cannot be written to at present. `due`: in a few sentences, when the
    reader's orders are due and what happens without them; "" where none are asked of him. `all_in`: what happens once
    nobody owes any. `resigned`: he has resigned, so that nothing is asked of him any more.
    `draft`: the reader's orders for this turn that do not count yet, in canonical lines.
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
    unreachable: tuple[str, ...] = ()
    due: str = ""
    all_in: str = ALL_IN
    resigned: bool = False
    draft: tuple[str, ...] = ()

    @property
    def owes(self) -> bool:
        return self.running and not self.resigned and self.wizard in self.duel.acting

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

    @property
    def release_hint(self) -> str:
        """How the stored spell is let loose, and at whom if that is settled already (A92)."""
        wizard = self.duel.wizard(self.wizard)
        if wizard is None or wizard.banked_at is None:
            return "Write release, with a subject, to let it loose."
        return f"Write release to let it loose, at {wizard.banked_at} as when you stored it."
