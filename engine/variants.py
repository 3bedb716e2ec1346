"""Rule sets as data: a spellbook, and one ruling for each disputed clause on which the rule sets differ."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.enchantments import DELAYED_EFFECT, ENCHANTMENTS
from engine.model import Duel, Kind, Value
from engine.spellbook import SPELLBOOK, Default, Section, Spell, Summon


class RuleSet(Value, frozen=True, kw_only=True):
    """One rule set. A field that is left out has the canon's ruling; the comment names the row of the canon.

    What each field means, in words for players, stands in DISPUTED.
    """

    name: str
    summary: str
    spellbook: dict[str, Spell]  # A69, A80, A81, A99, A100: in printed order
    right_knife_wins: bool = False  # A10
    may_stab_oneself: bool = False  # A11
    master_of_mirrored_monster_decides: bool = True  # A19
    counter_lets_storms_pass: bool = True  # A21
    doubles_clash: bool = False  # A25
    paralysis_yields: bool = False  # A26
    unnamed_paralysis_is_rolled: bool = False  # A30
    paralysis_stops_monsters_at_once: bool = False  # A32
    charmed_stab_at_charmer: bool = True  # A36
    blind_miss: bool = False  # A39
    unseen_spells_are_named: bool = True  # A41
    confusion_turns_monsters_at_once: bool = False  # A45
    amnesia_idles_monsters_at_once: bool = False  # A46
    fear_idles_monsters_at_once: bool = False  # A50
    surrender_outruns_disease: bool = True  # A59
    surrender_may_win: bool = True  # A60
    elementals_rise: bool = False  # A74
    every_raise_is_spent_on_death: bool = True  # A77
    remove_unmakes_summons: bool = True  # A79
    time_stop_beats_mirror_and_sight: bool = True  # A87
    time_stop_has_second_victim: bool = True  # A89
    delayed_effect_waits_for_choice: bool = False  # A91
    bank_keeps_subject: bool = False  # A92
    delayed_effect_may_be_permanent: bool = False  # A95
    fresh_hold_overrides: bool = True  # A97

    def may_be_permanent(self, spell: str) -> bool:
        """Whether Permanency can take this spell (canon 5.10, A95)."""
        if spell == DELAYED_EFFECT:
            return self.delayed_effect_may_be_permanent
        rule = ENCHANTMENTS.get(spell)
        return rule is not None and rule.may_be_permanent

    def seizes_monsters_at_once(self, spell: str) -> bool:
        """Whether this spell bends a monster's blow on the turn it is cast, and no later one (A32, A45, A46, A50)."""
        match spell:
            case "Paralysis":
                return self.paralysis_stops_monsters_at_once
            case "Confusion":
                return self.confusion_turns_monsters_at_once
            case "Amnesia":
                return self.amnesia_idles_monsters_at_once
            case "Fear":
                return self.fear_idles_monsters_at_once
            case _:
                return False


class Disputed(Value, frozen=True):
    """What a field of RuleSet settles: the canon's row, the question, and a sentence for each answer."""

    row: str
    question: str
    yes: str
    no: str


DISPUTED: Final[dict[str, Disputed]] = {
    "right_knife_wins": Disputed(
        "A10",
        "Two stabs in one half-turn?",
        "The right hand stabs, whatever was ordered or forced; the left does nothing.",
        "A hand that was forced to stab does so, else the left; the other does nothing.",
    ),
    "may_stab_oneself": Disputed(
        "A11",
        "May a wizard stab himself?",
        "A wizard may stab himself.",
        "A wizard cannot stab himself: such an order is returned.",
    ),
    "master_of_mirrored_monster_decides": Disputed(
        "A19",
        "Who decides for a spell that a monster's mirror throws back?",
        "The master of the mirrored monster decides; without a master the spell fizzles.",
        "Nobody, as the monster counts as the caster: Paralysis takes the hand it takes when none is named, and"
        " Charm person comes to nothing.",
    ),
    "counter_lets_storms_pass": Disputed(
        "A21",
        "What does Counter-spell on an elemental do to a storm?",
        "The storm passes the elemental by, and neither cancels the other.",
        "Nothing: the storm and the elemental meet as if there were no Counter-spell.",
    ),
    "doubles_clash": Disputed(
        "A25",
        "Two castings of one control spell on one being?",
        "They cancel each other like two different ones.",
        "Amnesia, Confusion and Fear act as one; so do Paralysis of one hand and Charm monster of one caster;"
        " two Charm persons fail.",
    ),
    "paralysis_yields": Disputed(
        "A26",
        "Paralysis and another control spell on one being?",
        "Paralysis fails and the other spell works.",
        "Both fail.",
    ),
    "unnamed_paralysis_is_rolled": Disputed(
        "A30",
        "Which hand does Paralysis take if its caster names none?",
        "The hand that is paralysed already, else either hand by the dice.",
        "The hand that is paralysed already, else the left.",
    ),
    "paralysis_stops_monsters_at_once": Disputed(
        "A32",
        "When does Paralysis stop a monster?",
        "On the turn of the spell.",
        "On the turn after the spell.",
    ),
    "charmed_stab_at_charmer": Disputed(
        "A36",
        "Whom does a charmed hand stab if neither wizard says?",
        "The charmer.",
        "The victim's only opponent; nobody if he has several.",
    ),
    "blind_miss": Disputed(
        "A39",
        "Can a blind wizard hit others?",
        "No: his spells and stabs miss everyone but himself.",
        "Yes: his spells and stabs work, but he is not told so.",
    ),
    "unseen_spells_are_named": Disputed(
        "A41",
        "Are the spells of an invisible wizard told?",
        "His spells are named; only his gestures are hidden.",
        "His spells are hidden unless they touch somebody who can be seen.",
    ),
    "confusion_turns_monsters_at_once": Disputed(
        "A45",
        "When does Confusion turn a monster on somebody else?",
        "On the turn of the spell.",
        "On the turn after the spell.",
    ),
    "amnesia_idles_monsters_at_once": Disputed(
        "A46",
        "What does Amnesia do to a monster?",
        "It rests on the turn of the spell.",
        "On the turn after the spell it attacks the same victim again.",
    ),
    "fear_idles_monsters_at_once": Disputed(
        "A50",
        "What does Fear do to a monster?",
        "It rests on the turn of the spell.",
        "Nothing.",
    ),
    "surrender_outruns_disease": Disputed(
        "A59",
        "Surrender on the last turn of a disease or a poison?",
        "He who surrenders is cured in time and lives.",
        "The disease or the poison kills first.",
    ),
    "surrender_may_win": Disputed(
        "A60",
        "One wizard surrenders while all the others die?",
        "He wins if the spells of his two palms harmed each of them, else it is a draw.",
        "It is a draw.",
    ),
    "elementals_rise": Disputed(
        "A74",
        "Can Raise dead bring back an elemental?",
        "Yes, as wild as before.",
        "No: an elemental leaves no corpse.",
    ),
    "every_raise_is_spent_on_death": Disputed(
        "A77",
        "Several Raise dead against the Finger of death?",
        "All of both come to nothing.",
        "The first Raise dead stops the Finger of death; the others work.",
    ),
    "remove_unmakes_summons": Disputed(
        "A79",
        "Remove enchantment on a wizard for whom a monster is summoned this turn?",
        "The new monster is destroyed after it has attacked.",
        "The new monster stays.",
    ),
    "time_stop_beats_mirror_and_sight": Disputed(
        "A87",
        "Do mirrors and invisibility help against one who moves in stopped time?",
        "No: nothing that protects others helps against him.",
        "Yes, but shields, resistances and Counter-spell do not.",
    ),
    "time_stop_has_second_victim": Disputed(
        "A89",
        "Whom does a monster attack in stopped time?",
        "The second victim of its order, if it has two, else the same again.",
        "The same again.",
    ),
    "delayed_effect_waits_for_choice": Disputed(
        "A91",
        "Which spell does Delayed effect store?",
        "One finished in the next three turns, and only if `bank` says so.",
        "The next one finished, on the turn of Delayed effect or in the next three turns, like it or not.",
    ),
    "bank_keeps_subject": Disputed(
        "A92",
        "When is the subject of a stored spell chosen?",
        "When it is stored.",
        "When it is released.",
    ),
    "delayed_effect_may_be_permanent": Disputed(
        "A95",
        "Can Delayed effect be made permanent?",
        "Yes: then a spell may be stored on any turn.",
        "No.",
    ),
    "fresh_hold_overrides": Disputed(
        "A97",
        "A permanent control spell, and a fresh one on top of it?",
        "The fresh one alone binds on its turn.",
        "Both bind.",
    ),
}


def _revised(book: dict[str, Spell], *rows: Spell, without: str = "") -> dict[str, Spell]:
    """A spellbook with some rows replaced; new rows stand where the one they replace stood."""
    found: dict[str, Spell] = {}
    for name, spell in book.items():
        if name == without:
            found |= {row.name: row for row in rows if row.name not in book}
        else:
            found[name] = next((row for row in rows if row.name == name), spell)
    return found


def _elemental(name: str, formula: str, kind: Kind) -> Spell:
    return Spell(
        name=name, formulas=(formula,), section=Section.SUMMONS, default=Default.SELF, effect=Summon(kinds=(kind,))
    )


BARTLE: Final = RuleSet(
    name="bartle",
    summary="Richard Bartle's rules as we read them: the canon.",
    spellbook=SPELLBOOK,
)

FIRETOP: Final = RuleSet(
    name="firetop",
    summary="The choices of Firetop Mountain, a server of old; where it is silent, as bartle.",
    spellbook=_revised(
        SPELLBOOK,
        _elemental("Summon fire elemental", "cWSSW", Kind.FIRE_ELEMENTAL),  # A69
        _elemental("Summon ice elemental", "cSWWS", Kind.ICE_ELEMENTAL),  # A69
        replace(SPELLBOOK["Remove enchantment"], default=Default.OPPONENT),  # A80
        replace(SPELLBOOK["Charm monster"], default=Default.SELF),  # A81: useless, but theirs
        replace(SPELLBOOK["Anti-spell"], formulas=("SPFP",)),  # A99
        replace(SPELLBOOK["Time stop"], formulas=("SPPc", "SPPFD")),  # A100
        without="Summon elemental",
    ),
    right_knife_wins=True,
    may_stab_oneself=True,
    master_of_mirrored_monster_decides=False,
    counter_lets_storms_pass=False,
    doubles_clash=True,
    paralysis_yields=True,
    unnamed_paralysis_is_rolled=True,
    paralysis_stops_monsters_at_once=True,
    charmed_stab_at_charmer=False,
    blind_miss=True,
    unseen_spells_are_named=False,
    confusion_turns_monsters_at_once=True,
    amnesia_idles_monsters_at_once=True,
    fear_idles_monsters_at_once=True,
    surrender_outruns_disease=False,
    surrender_may_win=False,
    elementals_rise=True,
    every_raise_is_spent_on_death=False,
    remove_unmakes_summons=False,
    time_stop_beats_mirror_and_sight=False,
    time_stop_has_second_victim=False,
    delayed_effect_waits_for_choice=True,
    bank_keeps_subject=True,
    delayed_effect_may_be_permanent=True,
    fresh_hold_overrides=False,
)

RULE_SETS: Final[dict[str, RuleSet]] = {rules.name: rules for rules in (BARTLE, FIRETOP)}


def rules_of(duel: Duel) -> RuleSet:
    """The rule set of a duel; KeyError where there is none of that name."""
    return RULE_SETS[duel.rules]
