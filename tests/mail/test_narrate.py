"""The story of a turn: how situations read, and what holds of every turn whatever."""

from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.events import Corrected, Event, HistoryCut, MonsterSet, SpellReleased, TurnClosed
from engine.language import Field, read
from engine.model import Duel
from engine.transcript import play
from engine.views import View, observe
from referee.mail.narrate import Chapter, chapter, narrate, tell
from tests.mail.situations import SITUATIONS, Situation, view_of
from tests.simulation.seekers import played

SEEDS = range(100, 130)
TURNS = 12
SEEDS_MAX = 600  # enough for the rarest kind of event
# Told by other events: Anti-spell by its enchantment, the release of a spell by its cast, whom a monster was set on by
# what it did; and every report says which turn it is of.
SILENT = {HistoryCut, MonsterSet, SpellReleased, TurnClosed}
TRACES = ("?", "None", "  ", "..", " ,", " .", ",,", "<", "LH:", "RH:", "BH:", "bank:", "you is", "you has", "your's")


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.name)
def test_a_turn_reads_as_it_happened(situation: Situation) -> None:
    told = narrate(view_of(situation))
    missing = [words for words in situation.told if not any(words in paragraph for paragraph in told)]
    assert not missing, "\n".join(["not told:", *missing, "", "but:", *told])


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.name)
def test_nothing_is_told_that_did_not_happen_or_could_not_be_known(situation: Situation) -> None:
    told = " ".join(narrate(view_of(situation)))
    assert not [words for words in situation.untold if words in told], told


def test_words_for_everyone_are_kept_apart_so_that_a_mail_can_quote_them() -> None:
    _, turns = play("duel: Words\nwizards: Ann, Bob\n\nturn 1\nAnn: LH: -, RH: -, say: cast Missile at Ann\n")
    view = observe(turns[0].turn, "Bob")
    assert tell(view).words == (("Ann", "cast Missile at Ann"),)
    assert "cast Missile" not in " ".join(narrate(view))


def views(seed: int) -> Iterator[tuple[Duel, View]]:
    """Every turn of a seeded duel through every pair of eyes, with the duel after it."""
    for each in played(seed, TURNS):
        for wizard in each.turn.after.wizards:
            yield each.turn.after, observe(each.turn, wizard.name)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_turn_is_told_in_whole_sentences_without_a_trace_of_the_machine(seed: int) -> None:
    for _, view in views(seed):
        paragraphs = narrate(view)
        assert paragraphs
        for paragraph in paragraphs:
            assert paragraph.endswith("."), paragraph
            assert paragraph[0].isupper() or paragraph[0].isdigit(), paragraph
            assert not [trace for trace in TRACES if trace in paragraph], paragraph


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sentence_of_a_story_reads_as_an_order(seed: int) -> None:
    """How sentences are broken into lines is up to the mail: see `test_compose.py`."""
    for duel, view in views(seed):
        field = Field.of(duel)
        for paragraph in tell(view).paragraphs:
            for text in (*paragraph, " ".join(paragraph)):
                assert read(text, field, view.viewer).clauses == (), text


def test_every_kind_of_event_has_its_place_in_a_story_or_is_silent_on_purpose() -> None:
    """Whatever kind of event is taken out of a turn, the story of some turn becomes another."""
    untold = set(get_args(Event)) - {Corrected}  # which no rule leads to
    for view in (view for seed in range(SEEDS_MAX) for _, view in views(seed)):
        story = tell(view)
        for kind in untold & {type(event) for event in view.events}:
            if tell(replace(view, events=tuple(e for e in view.events if not isinstance(e, kind)))) != story:
                untold.discard(kind)
        if untold == SILENT:
            return
    assert untold == SILENT


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_of_chapters_knows_which_events_are_silent(seed: int) -> None:
    for _, view in views(seed):
        for event in view.events:
            assert (chapter(event) is Chapter.NOWHERE) == isinstance(event, MonsterSet | TurnClosed)
