"""What everyone may know of a turn: nothing in it is news to any wizard, and nothing in it hangs on his secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from engine.enchantments import BLINDNESS
from engine.model import NOBODY, Being, Monster
from engine.resolver import adjudicate
from engine.transcript import play
from engine.views import View, observe, public
from referee.mail.narrate import tell
from tests.simulation.knowing import knowable, seen
from tests.simulation.measures import chunk_name, games
from tests.simulation.renaming import given_dice
from tests.simulation.seekers import played
from tests.simulation.test_silence import SECRETS

BLANKS: Final = (None, False, 0, "", "?", "harm", (), ("?", "?"))


@pytest.mark.parametrize("seeds", games(80, 8_000), ids=chunk_name)
def test_whoever_lives_could_tell_a_spectator_all_that_he_is_told(seeds: range) -> None:
    for seed in seeds:
        for each in played(seed):
            told = public(each.turn)
            assert tell(told).paragraphs
            for wizard in each.turn.before.wizards:
                if wizard.alive:
                    missing = list(news(told, observe(each.turn, wizard.name)))
                    assert not missing, f"game {seed}, turn {told.turn}, {wizard.name}: {missing[0]}"


def news(told: View, known: View) -> Iterator[Any]:
    """What is told to a spectator, and is not known to the wizard whose view the other is."""
    events = iter(msgspec.to_builtins(known.events))
    for event in msgspec.to_builtins(told.events):
        if not any(within(event, each) for each in events):
            yield event
    for ours, theirs in ((told.duel.wizards, known.duel.wizards), (told.duel.monsters, known.duel.monsters)):
        for being in ours:
            other = next((each for each in theirs if each.name == being.name), None)
            if being.name in known.unknown_beings - told.unknown_beings:
                yield being.name
            elif other is None or not within(shown(being, told), msgspec.to_builtins(other)):
                yield being


def shown(being: Being, told: View) -> Any:
    """What is shown of a being. Whether a monster lives is not, where its hit points are not."""
    known = msgspec.to_builtins(being)
    return known | {"alive": None} if isinstance(being, Monster) and being.name in told.unknown_beings else known


def within(part: Any, whole: Any) -> bool:
    """Whether the one is the other, or the other with something blanked."""
    if part == whole or part in BLANKS:
        return True
    if isinstance(part, dict) and isinstance(whole, dict):
        return part.keys() == whole.keys() and all(within(part[key], whole[key]) for key in part)
    if isinstance(part, tuple) and isinstance(whole, tuple) and len(part) == len(whole):
        return all(within(one, other) for one, other in zip(part, whole, strict=True))
    return False


@pytest.mark.parametrize("seeds", games(80, 8_000), ids=chunk_name)
def test_what_one_wizard_may_not_know_changes_nothing_for_a_spectator(seeds: range) -> None:
    told: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        for each in played(seed):
            viewer = rng.choice([w for w in each.turn.before.wizards if w.alive]).name
            for name, change in SECRETS.items():
                for duel, orders in change(each, viewer, rng):
                    other = adjudicate(duel, orders, dice=given_dice(each.turn))
                    if other != each.turn and knowable(other, viewer) == knowable(each.turn, viewer):
                        told[name] += 1
                        assert seen(public(other)) == seen(public(each.turn)), f"game {seed}, {name}, {viewer}"
    assert all(told[name] > 3 for name in SECRETS), told


HEAD: Final = "duel: watched\nwizards: Ann, Bob, Cid\nsetup: Ann history LH SF RH -P\n"
MISSILE: Final = "\nturn 1\nAnn: LH: D, RH: W\nBob: LH: W, RH: P\nCid: LH: -, RH: -\n"


def watched(setup: str = "", orders: str = MISSILE) -> View:
    _, turns = play(HEAD + setup + orders)
    return public(turns[-1].turn)


def words(view: View) -> str:
    return " ".join(sentence for paragraph in tell(view).paragraphs for sentence in paragraph)


def test_a_plain_turn_is_told_to_spectators_as_to_anybody_else() -> None:
    told = words(watched())
    assert watched().viewer == NOBODY
    assert "Ann's left hand levelled a forefinger" in told
    assert "you" not in told.split()


def test_hands_that_one_wizard_could_not_see_are_not_shown_to_spectators() -> None:
    view = watched(setup=f"setup: Cid has {BLINDNESS}\n")
    told = words(view)
    assert "not everyone saw Ann's hands" in told.replace("Not", "not")
    assert "forefinger" not in told
    assert view.unknown_beings == {"Ann", "Bob"}


def test_what_is_banked_is_not_told_to_spectators() -> None:
    view = watched(setup="setup: Bob banked Fear\n")
    bob = view.duel.wizard("Bob")
    assert bob is not None and bob.banked == "?"
    assert view.duel.salt == ""
