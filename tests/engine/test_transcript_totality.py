"""Whatever stands behind a wizard's name, a transcript comes back as a record."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model import Kind
from engine.spellbook import SPELLBOOK
from engine.transcript import adjudicate_text

WIZARDS = ("Ann", "Bob", "Cyd")
SPELLS = tuple(SPELLBOOK)
beings = st.sampled_from(
    ("self", "Ann", "Bob", "Cyd", "goblin", "ogre 1", "LH:me", "RH:Bob", "BH:Cyd", "nobody", "Bob's corpse", "opponent")
)
spells = st.sampled_from((*SPELLS, "clw", "mm", "bolt", "Sheild"))
hands = st.sampled_from(("LH", "RH", "both hands"))
gestures = st.sampled_from(("F", "P", "S", "W", "D", "C", "-", "stab Bob", "stab Cyd", "stab", "stab me"))
clauses = st.one_of(
    st.builds("LH: {}".format, gestures),
    st.builds("RH: {}".format, gestures),
    st.builds("both: {}".format, gestures),
    st.builds("stab {}".format, beings),
    st.builds("cast {} at {}".format, spells, beings),
    st.builds("cast {} with {} at {}".format, spells, hands, beings),
    st.builds("cast {}".format, spells),
    st.builds("let go {}".format, hands),
    st.builds("{} at {}".format, st.sampled_from(("LH", "RH")), beings),
    st.builds(
        "{} attacks {} and {}".format, st.sampled_from(("goblin", "monsters", "LH:me", "ogre 1")), beings, beings
    ),
    st.builds("paralyse {}'s LH".format, st.sampled_from(WIZARDS)),
    st.builds("charm {}'s RH".format, st.sampled_from(WIZARDS)),
    st.builds("make {}'s RH: {}".format, st.sampled_from(WIZARDS), gestures),
    st.builds("bank {}".format, spells),
    st.builds("make {} permanent".format, spells),
    st.builds("release at {}".format, beings),
    st.builds("if RH={} cast {} at {}".format, st.sampled_from("FPSWDC"), spells, beings),
    st.sampled_from(
        ("surrender", "same again", "withdraw orders", "turn 2", "wait", "element: ice", "then", "say: ho")
    ),
    st.text(max_size=30).map(lambda text: " ".join(text.split())),
)
finishing = st.sampled_from(SPELLS).map(lambda spell: SPELLBOOK[spell].formulas[0])


@st.composite
def finisher(draw: st.DrawFn, name: str) -> tuple[str, str]:
    """A history that lacks the last gesture of a spell, and orders that make it."""
    formula = draw(finishing)
    left = formula[:-1].upper()
    right = "".join(c.upper() if c.islower() else "-" for c in formula[:-1])
    last = f"both: {formula[-1].upper()}" if formula[-1].islower() else f"LH: {formula[-1]}, RH: W"
    return (f"setup: {name} history LH {left} RH {right}\n" if left else ""), last


@st.composite
def transcripts(draw: st.DrawFn) -> str:
    lines = ["duel: anything", f"wizards: {', '.join(WIZARDS)}", f"salt: {draw(st.integers(0, 99))}"]
    text = "\n".join(lines) + "\n"
    for kind in draw(st.lists(st.sampled_from(tuple(Kind)), max_size=2)):
        text += f"setup: {draw(st.sampled_from(WIZARDS))} controls a {kind}\n"
    for spell in draw(
        st.lists(st.sampled_from(("Haste", "Blindness", "Invisibility", "Delayed effect", "Permanency")), max_size=2)
    ):
        text += f"setup: Ann has {spell}\n"
    first: dict[str, str] = {}
    for name in WIZARDS:
        setup, first[name] = draw(finisher(name))
        text += setup
    text += "turn 1\n"
    for name in WIZARDS:
        text += f"{name}: {first[name]}, {', '.join(draw(st.lists(clauses, max_size=3)))}\n"
    text += "turn 2\n"
    for name in WIZARDS:
        text += f"{name}: " + "\n  ".join(draw(st.lists(clauses, max_size=5))) + "\n"
    return text


@settings(max_examples=150)
@given(transcripts())
def test_any_orders_lead_to_a_record_in_which_nothing_is_out_of_bounds(text: str) -> None:
    for viewer in (None, "Ann"):
        record = _adjudicated(text, viewer)
        assert record["turns"]
        for turn in record["turns"]:
            for wizard in turn["wizards"].values():
                assert wizard["hit_points"] in ("?", *range(16))
            for complaint in turn["complaints"]:
                assert complaint["kind"] in ("refused", "warning")
                assert complaint["reason"]


def _adjudicated(text: str, viewer: str | None) -> dict[str, Any]:
    """The record; of a duel that ends on turn 1 that of its first turn."""
    ended = adjudicate_text(text.partition("turn 2\n")[0], viewer=viewer)
    return (
        ended
        if ended["result"]["winner"] or ended["result"]["state"] == "draw"
        else adjudicate_text(text, viewer=viewer)
    )
