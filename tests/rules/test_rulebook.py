"""The rule books: complete, of one piece with the spellbook and the tests, and safe to send by mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from engine.explaining import spell_clause
from engine.language import Field, read
from engine.spellbook import SPELLBOOK
from engine.variants import RULE_SETS
from referee.__main__ import main
from referee.mail.gist import has_orders
from referee.rulebook import clauses, read_book, rules, rulings
from referee.rulebook_answers import about
from referee.rulebook_spells import about_spells
from tests.engine.bench import duel_of
from tests.rules.clauses import PARAGRAPHS, RULINGS
from tests.rules.rulebook import ENGINE, formulas, text_of

NUMBERS = [clause.number for clause in clauses()]
TOPICS = ["", *NUMBERS, *SPELLBOOK, "corpse", "mirror", "the", "surrender", "stab", "LH: F", "cast Shield at Bob"]
ASKED = [
    "",
    *SPELLBOOK,
    *(formula for formula, _ in formulas()),
    "P",
    "W",
    "clw",
    "cure",
    "Sheild",
    "cast Shield at me",
]


@pytest.mark.parametrize("name", ["RULES.md", "RULINGS.md"])
def test_a_book_says_what_the_spellbook_and_the_tests_say(name: str) -> None:
    text = (ENGINE / name).read_text(encoding="utf-8")
    assert text_of(read_book(text)) == text, "put it right with: python -m tests.rules.rulebook"


def test_no_number_stands_twice() -> None:
    assert len(NUMBERS) == len(set(NUMBERS))


def test_every_paragraph_of_the_canon_is_a_clause_with_a_text() -> None:
    with_text = {clause.number for clause in clauses() if clause.body or rules().below(clause)}
    assert [number for number in PARAGRAPHS if number not in with_text] == []


def test_the_rulings_are_all_there_with_a_reason_each() -> None:
    assert tuple(clause.number for clause in rulings().clauses) == RULINGS
    for clause in rulings().clauses:
        assert [paragraph.split(": ")[0] for paragraph in clause.paragraphs] == ["Ruling", "Why", "Shown by"]


def test_every_spell_has_a_clause() -> None:
    assert [name for name, spell in SPELLBOOK.items() if rules().clause(spell_clause(spell)) is None] == []


def test_every_number_in_a_text_is_that_of_a_clause() -> None:
    known = {number.split()[0] for number in NUMBERS}
    named = {
        number
        for clause in clauses()
        for number in re.findall(r"\b(?:\d\.\d+(?:\.\d+)?|A\d+)\b", _written(clause.body))
    }
    assert sorted(named - known) == []


def _written(body: str) -> str:
    return re.sub(r"^Shown by: .*$", "", body, flags=re.MULTILINE)


def answers() -> Iterator[tuple[str, tuple[str, ...]]]:
    for topic in TOPICS:
        yield f"rules {topic}", about(topic).lines
    for asked in ASKED:
        yield f"spells {asked}", about_spells(asked).lines


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_rule_set_is_told_with_its_spells(rule_set: str) -> None:
    assert any(clause.title == rule_set for clause in rules().clauses)
    for name, spell in RULE_SETS[rule_set].spellbook.items():
        text = " ".join(about_spells(name, RULE_SETS[rule_set].spellbook).bare)
        assert all(formula in text for formula in spell.formulas), text
        assert rules().clause(spell_clause(spell)) is not None


@pytest.mark.parametrize(("asked", "lines"), list(answers()))
def test_an_answer_fits_a_page_and_orders_nothing(asked: str, lines: tuple[str, ...]) -> None:
    assert lines
    assert [line for line in lines if len(line) > 72] == []
    assert [line for line in lines if "\n" in line or line != line.rstrip()] == []
    assert not has_orders(lines)
    field = Field.of(duel_of("Bob controls a goblin"))
    assert read("\n".join(lines), field, "Ann").clauses == ()


@pytest.mark.parametrize("topic", ["5.1", "a25", "Paralysis", "1.4.6", "3.5 stab", "fod", "elements meet"])
def test_a_topic_is_found_however_it_is_asked(topic: str) -> None:
    assert about(topic).found


def test_a_number_gives_its_clause_and_what_stands_below() -> None:
    lines = about("4.6").lines
    assert lines[0] == "| 4.6 Elementals"
    assert "| 4.6.7 Other spells on an elemental" in lines
    assert not any(line.startswith("| 4.7") for line in lines)


def test_a_spell_gives_its_entry_its_details_and_its_rulings() -> None:
    text = "\n".join(about("paralysis").lines)
    assert text.startswith("| 3.4 Paralysis")
    assert "| 5.3 Paralysis" in text
    assert "A25" in text


def test_an_unknown_topic_gives_the_nearest() -> None:
    answer = about("parlysis")
    assert not answer.found
    assert "| 3.4 Paralysis" in answer.lines


def test_gestures_give_what_they_finish_and_where_they_lead() -> None:
    lines = about_spells("W-F-P").lines
    assert "|   WFP       Cause light wounds" in lines
    assert "|   P         Shield" in lines
    assert "|   WFPSFW    Summon giant" in lines
    assert "|   WWFP      Resist heat" in lines


def test_a_capital_is_content_with_both_hands() -> None:
    assert "|   FFF       Paralysis" in about_spells("fff").lines
    assert "|   cw        Magic mirror" not in about_spells("CW").lines


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("rules", 0, "1.1 Before play"),
        ("rules spells that hold the mind", 0, "5.1 Spells that hold the mind"),
        ("rules a25", 0, "A25"),
        ("rules qqqq", 1, "nothing under 'qqqq'"),
        ("spells", 0, "Permanency"),
        ("spells finger of death", 0, "PWPFSSSD"),
        ("spells FFF", 0, "Paralysis"),
        ("spells --rules firetop SPFP", 0, "SPFP      Anti-spell"),
        ("spells --rules firetop ice elemental", 0, "3.2 Summon elemental"),
        ("spells --rules bartle SPFP", 0, "SPFPSDW   Permanency"),
        ("rules 8", 0, "8.2 firetop"),
        ("spells Sheild", 1, "The nearest is"),
    ],
)
def test_the_command_line_answers(words: str, status: int, said: str) -> None:
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == status
    assert said in result.output
