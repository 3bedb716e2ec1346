"""Situations of a duel with the sentences in which they are told, and the words that must not be told."""

from typing import Final, NamedTuple

from engine.transcript import play
from engine.views import View, observe


class Situation(NamedTuple):
    """A duel of Ann and Bob as a transcript without its head; its last turn is told to `viewer`."""

    name: str
    viewer: str
    text: str
    told: tuple[str, ...]
    untold: tuple[str, ...] = ()


def view_of(situation: Situation) -> View:
    """The last turn (or Time stop part) of the situation, as its viewer may know it."""
    _, turns = play(f"duel: {situation.name}\nwizards: Ann, Bob\n{situation.text}")
    return observe(turns[-1].turn, situation.viewer)


MISSILES: Final = """
turn 1
Ann: LH: D, RH: -
Bob: LH: D, RH: -
"""

SITUATIONS: Final = (
    Situation(
        "a Missile lands, another meets a shield",
        "Bob",
        """setup: Ann history LH S RH -
setup: Bob history LH S RH -

turn 1
Ann: LH: D, RH: -
Bob: LH: D, RH: P
""",
        (
            "Your left hand levelled a forefinger and the right offered a palm.",
            "Your left hand finished Missile, which hurt Ann for 1.",
            "Your right hand finished Shield, which covered you at once, for this turn.",
            "The left hand finished Missile, aimed at you, but your Shield stopped it.",
            "That leaves Ann at 14 hit points (from 15).",
        ),
        untold=("you at 1",),
    ),
    Situation(
        "a blind wizard casts and is hit",
        "Ann",
        f"setup: Ann has Blindness\nsetup: Ann history LH S RH -\nsetup: Bob history LH S RH -\n{MISSILES}",
        (
            "You were blind this turn: you saw no hands but your own, and know only what touched you.",
            "Your left hand finished Missile, aimed at Bob, but what came of it you could not see.",
            "Unseen, Bob finished Missile, which hurt you for 1.",
        ),
        untold=("Bob's left hand", "Bob at"),
    ),
    Situation(
        "an invisible wizard is missed and hits",
        "Ann",
        f"setup: Bob has Invisibility\nsetup: Ann history LH S RH -\nsetup: Bob history LH S RH -\n{MISSILES}",
        (
            "Your left hand finished Missile, aimed at Bob, but it missed, as Bob was invisible.",
            "Bob was invisible, and nobody saw those hands. Unseen, Bob finished Missile, which hurt you for 1.",
        ),
        untold=("Bob's left hand",),
    ),
    Situation(
        "a mirror throws a Missile back",
        "Ann",
        """setup: Ann history LH S RH -
setup: Bob history LH C RH C

turn 1
Ann: LH: D, RH: -
Bob: LH: W, RH: W
""",
        (
            "Your left hand finished Missile, aimed at Bob, but Bob's Magic mirror threw it back at you, "
            "which hurt you for 1.",
            "The hands together finished Magic mirror, which stood before Bob for this turn.",
        ),
    ),
    Situation(
        "a waving hand is paralysed",
        "Bob",
        """setup: Ann history LH FF RH --

turn 1
Ann: LH: F, RH: -, paralyse Bob's LH
Bob: LH: W, RH: S
""",
        (
            "The left hand finished Paralysis: your left hand waved, so next turn it freezes into a palm.",
            "Your left hand waved and the right snapped.",
        ),
    ),
    Situation(
        "a frozen palm makes a surrender",
        "Bob",
        """setup: Ann history LH FF RH --

turn 1
Ann: LH: F, RH: -, paralyse Bob's LH
Bob: LH: W, RH: S

turn 2
Ann: LH: -, RH: -
Bob: LH: W, RH: P
""",
        (
            "It was Paralysis that held your left hand, which could only show a palm "
            "(you had ordered a wave with the left). That pair of palms is a surrender.",
            "You surrendered and left the duel. The duel is over: Ann won, by surrender.",
        ),
    ),
    Situation(
        "two spells that hold the mind",
        "Bob",
        """setup: Ann history LH FF RH SW

turn 1
Ann: LH: F, RH: D
Bob: LH: W, RH: S
""",
        (
            "The left hand finished Paralysis, aimed at you, but it met another spell that holds your mind, "
            "and both failed.",
            "The right hand finished Fear, aimed at you, but it met another spell that holds your mind, "
            "and both failed.",
        ),
        untold=("next turn",),
    ),
    Situation(
        "an extra turn that the reader did not share",
        "Bob",
        """setup: Ann history LH SPP RH ---

turn 1
Ann: LH: C, RH: C
Bob: LH: W, RH: S

turn 1 time stop
Ann: LH: stab Bob, RH: -
""",
        (
            "Time stood still, and Ann had an extra turn in which nobody else could move. You saw nothing of it; "
            "you know only what touched you, and what came of it for everyone.",
            "Ann stabbed you, for 1.",
            "That leaves you at 14 hit points (from 15).",
        ),
        untold=("left hand",),
    ),
    Situation(
        "one's own extra turn is announced",
        "Ann",
        """setup: Ann history LH SPP RH ---

turn 1
Ann: LH: C, RH: C
Bob: LH: W, RH: S

turn 1 time stop
Ann: LH: stab Bob, RH: -
""",
        (
            "Time stood still, and you had an extra turn in which nobody else could move.",
            "You stabbed Bob, for 1.",
        ),
    ),
    Situation(
        "a spell is banked",
        "Ann",
        """setup: Ann has Delayed effect
setup: Ann history LH S RH -

turn 1
Ann: LH: D, RH: -
""",
        ("Your left hand finished Missile, and Delayed effect keeps it for a later turn.",),
    ),
    Situation(
        "what another banked is not told",
        "Bob",
        """setup: Ann has Delayed effect
setup: Ann history LH S RH -

turn 1
Ann: LH: D, RH: -
""",
        ("Ann's left hand levelled a forefinger and the right lay still.",),
        untold=("Missile",),
    ),
    Situation(
        "a stored spell is let loose",
        "Bob",
        """setup: Ann has Delayed effect
setup: Ann history LH S RH -

turn 1
Ann: LH: D, RH: -

turn 2
Ann: LH: -, RH: -, release Missile at Bob
""",
        ("Ann's hands both lay still. Ann let the stored Missile loose, which hurt you for 1.",),
    ),
    Situation(
        "Permanency takes a Fear",
        "Ann",
        """setup: Ann has Permanency
setup: Ann history LH SW RH --

turn 1
Ann: LH: D, RH: -
""",
        ("Your left hand finished Fear, taken by Permanency to make it last: every turn ",),
    ),
    Situation(
        "storms cancel each other",
        "Bob",
        """setup: Bob history LH SWW RH ---
setup: Ann history LH WSS RH ---

turn 1
Ann: LH: C, RH: C
Bob: LH: C, RH: C
""",
        (
            "Your hands finished Fire storm, but it met its opposite, and nothing came of it.",
            "The hands together finished Ice storm, but it met its opposite, and nothing came of it.",
        ),
        untold=("for 5",),
    ),
    Situation(
        "a storm spares who resists it and kills a goblin after its blow",
        "Bob",
        """setup: Bob history LH SWW RH ---
setup: Ann controls a goblin
setup: Ann has Resist heat

turn 1
Ann: LH: -, RH: stab Bob
Bob: LH: C, RH: C
""",
        (
            "Your hands finished Fire storm, which raged and hurt you and goblin 1 for 5 and spared Ann.",
            "Goblin 1 went for you and hurt you for 1. Ann stabbed you, for 1.",
            "That leaves you at 8 hit points (from 15). Goblin 1 was killed.",
        ),
    ),
    Situation(
        "Charm person",
        "Bob",
        """setup: Ann history LH PSD RH ---

turn 1
Ann: LH: F, RH: -, charm Bob's LH
Bob: LH: -, RH: -
""",
        ("The left hand finished Charm person: next turn Ann will choose what your left hand does.",),
    ),
    Situation(
        "Confusion's dice",
        "Bob",
        """setup: Ann history LH DS RH --

turn 1
Ann: LH: F, RH: -
Bob: LH: -, RH: -

turn 2
dice: Bob right W
Ann: LH: -, RH: -
Bob: LH: S, RH: P
""",
        (
            "The dice of Confusion fell on your right hand and made it show a wave "
            "(you had ordered a palm with the right).",
            "Your Confusion wore off.",
        ),
    ),
    Situation(
        "Remove enchantment ends a Poison, which is told once",
        "Bob",
        """setup: Bob history LH PDW RH ---
setup: Bob has Poison

turn 1
Bob: LH: P, RH: -
""",
        ("Your left hand finished Remove enchantment, which ended your Poison.",),
        untold=("Poison ended", "Poison wore off"),
    ),
    Situation(
        "a summons acts at once",
        "Ann",
        """setup: Bob history LH SF RH --

turn 1
Bob: LH: W, RH: -
""",
        (
            "The left hand finished Summon goblin: out stepped goblin 1, to obey Bob.",
            "Goblin 1 went for you and hurt you for 1.",
            "That leaves you at 14 hit points (from 15).",
        ),
    ),
    Situation(
        "a charmed goblin turns on its master",
        "Bob",
        """setup: Bob history LH PSD RH ---
setup: Ann controls a goblin

turn 1
Bob: LH: D, RH: -
""",
        (
            "Your left hand finished Charm monster: goblin 1 obeys you from now on.",
            "Goblin 1 went for Ann and hurt Ann for 1.",
        ),
    ),
    Situation(
        "a wizard dies of the sum of the turn",
        "Ann",
        """setup: Bob has 2 hit points
setup: Bob history LH DF RH --
setup: Ann history LH WPF RH ---

turn 1
Ann: LH: D, RH: -
Bob: LH: W, RH: -
""",
        (
            "Your left hand finished Cause heavy wounds, which hurt Bob for 3.",
            "Bob took 3 damage and 1 healing with 2 hit points left, and died. The duel is over: you won, by death.",
        ),
    ),
)
