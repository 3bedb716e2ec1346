"""What happened in a turn, told to one viewer in plain English: `tell(view)` gives the story of its report."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from engine.events import (
    Attacked,
    BankLost,
    BeingRevealed,
    CastFated,
    Compelled,
    CompulsionFixed,
    ControlChanged,
    Corrected,
    Died,
    DuelEnded,
    ElementalsMerged,
    EnchantmentEnded,
    EnchantmentLaid,
    Event,
    Gestured,
    Harmed,
    Healed,
    HistoryCut,
    HitPointsChanged,
    Left,
    MonsterMade,
    MonsterSet,
    PalmsShown,
    Raised,
    Said,
    SpellBanked,
    SpellCast,
    SpellMadePermanent,
    SpellReleased,
    Stabbed,
    StormRaged,
    TimeStopped,
    TurnClosed,
    Warded,
)
from engine.model import Part
from engine.views import View
from referee.mail.headline import headline
from referee.mail.narrate_ends import ends
from referee.mail.narrate_fights import fights
from referee.mail.narrate_hands import hands
from referee.mail.narrate_spells import spells, unexplained
from referee.mail.scroll import Scroll
from referee.mail.wording import sentence


class Chapter(StrEnum):
    """Where a kind of event is told."""

    WORDS = "words"
    HANDS = "hands"
    SPELLS = "spells"
    FIGHTS = "fights"
    ENDS = "ends"
    NOWHERE = "nowhere"  # on purpose: see `chapter`


class Story(Struct, frozen=True, kw_only=True):
    """A turn as told: a headline of a few words, what was said by whom, and paragraphs of whole sentences."""

    headline: str
    words: tuple[tuple[str, str], ...]
    paragraphs: tuple[tuple[str, ...], ...]


def tell(view: View) -> Story:
    """The story of a turn. Never raises for a view that `observe` gave."""
    scroll = Scroll(view)
    paragraphs = [tuple(sentence(each) for each in part) for part in _paragraphs(scroll)]
    return Story(
        headline=headline(scroll),
        words=tuple((said.wizard, said.words) for said in scroll.of(Said)),
        paragraphs=tuple(part for part in paragraphs if part),
    )


def narrate(view: View) -> tuple[str, ...]:
    """The paragraphs of the story, each of whole sentences."""
    return tuple(" ".join(paragraph) for paragraph in tell(view).paragraphs)


def _paragraphs(scroll: Scroll) -> Iterator[list[str]]:
    yield list(_setting(scroll))
    for wizard in scroll.wizards:
        yield [*hands(scroll, wizard), *spells(scroll, wizard)]
    yield list(unexplained(scroll))
    yield list(fights(scroll))
    yield list(ends(scroll))


def _setting(scroll: Scroll) -> Iterator[str]:
    """What the reader must know first: whose extra turn it was, and that he could not see."""
    view, voice = scroll.view, scroll.voice
    if view.part is Part.TIME_STOP:
        acting = [g.wizard for g in scroll.gestured.values()]
        if acting:
            yield f"Time stood still, and {voice.all_of(acting)} had an extra turn in which nobody else could move"
        else:
            yield "Time stood still for everybody but a monster, which had a blow more"
    if scroll.outside:
        yield "you saw nothing of it; you know only what touched you, and what came of it for everyone"
    elif view.blind:
        yield "you were blind this turn: you saw no hands but your own, and know only what touched you"
    elif view.dim:
        yield "there was something that not everyone could see; told here is what all of them know"


def chapter(event: Event) -> Chapter:
    """Where an event is told. Nowhere: whom a monster was set on (what it did is told), and that the turn is over."""
    match event:
        case Said():
            return Chapter.WORDS
        case Compelled() | CompulsionFixed() | Gestured() | PalmsShown():
            return Chapter.HANDS
        case SpellCast() | SpellBanked() | SpellReleased() | SpellMadePermanent() | CastFated() | BeingRevealed():
            return Chapter.SPELLS
        case (
            Warded() | MonsterMade() | Raised() | StormRaged() | Harmed() | Healed() | EnchantmentLaid() | HistoryCut()
        ):
            return Chapter.SPELLS
        case ElementalsMerged() | Attacked() | Stabbed():
            return Chapter.FIGHTS
        case HitPointsChanged() | Died() | ControlChanged() | EnchantmentEnded() | BankLost() | Left():
            return Chapter.ENDS
        case TimeStopped() | DuelEnded() | Corrected():
            return Chapter.ENDS
        case MonsterSet() | TurnClosed():
            return Chapter.NOWHERE
        case _:
            assert_never(event)
