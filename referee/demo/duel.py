"""The demo's duel as data: what two wizards order for each turn, in words of many kinds."""

from typing import Final

WIZARDS: Final = ("Ann", "Bob")
SALT: Final = "a salt for the demo"

# Ann holds the hand that would summon on, sends a troll, and turns Bob's Fireball round with a Magic mirror.
DUEL: Final[tuple[dict[str, str], ...]] = (
    {
        "Ann": "LH: W\nRH: P\nsay: Well met, Bob.",
        "Bob": "Left hand: wave. Right hand: fingers.\nsay: We shall see.",
    },
    {"Ann": "F/S", "Bob": "L=S; R=W"},
    {"Ann": "lh f rh d missile at bob", "Bob": "LH: F, RH: W"},
    {
        "Ann": "LH: F\nRH: P\nparalyse Bob's left hand\ncast Shield with RH on me",
        "Bob": "LH: W\nRH: P\ncast Summon goblin\nLH:me attacks Ann\ncast Protection from evil on self",
    },
    {"Ann": "LH: P, RH: stab goblin", "Bob": "LH: F, RH: D\ngoblin attacks Ann"},
    {"Ann": "L=S; R=F", "Bob": "hands F F please"},
    {"Ann": "LH: F, RH: S", "Bob": "LH: S\nRH: W\ncure light wounds on myself"},
    {
        "Ann": "LH: W (wave)\nRH: D (digit)\ncast Summon troll\nmissile at Bob",
        "Bob": "Left hand: snap, right hand: fingers",
    },
    {"Ann": "clap", "Bob": "LH: D, RH: P\nmissile at Ann\ncause light wounds at Ann\nsay: Now it gets warm."},
    {"Ann": "both: W\ncast Magic mirror on self\nsay: It does.", "Bob": "LH: D, RH: stab troll\ncast Fireball at Ann"},
)
