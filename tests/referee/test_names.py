"""Names: which are too alike, and which nobody may have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.names import RESERVED, look_alike_key, refuse_name, tidy_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "BOB"),
        ("Bob", "B0b"),
        ("Bob", "\u0412\u043eb"),  # Cyrillic Ve and o
        ("Tom", "\u03a4\u03bf\u043c"),  # Greek Tau and omicron, Cyrillic em
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("Arne", "Ame"),
        ("Vvilma", "Wilma"),
        ("Zoe", "Zo\u00eb"),
        ("Ann Marie", "Ann-Marie"),
        ("Fiona", "\ufb01ona"),
        ("Strasse", "Stra\u00dfe"),
        ("Ann", "A\u200bnn"),
    ],
)
def test_names_that_readers_take_for_each_other_have_one_key(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Bob"), ("Cid", "Dee"), ("Ann", "Anne"), ("Bob", "Rob")])
def test_names_that_differ_to_the_eye_have_keys_of_their_own(one: str, other: str) -> None:
    assert look_alike_key(one) != look_alike_key(other)


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_no_reserved_word_is_a_name_however_it_is_written(name: str) -> None:
    assert refuse_name(name) is not None
    assert refuse_name(name.title()) is not None
    assert refuse_name(f"{name} Bob") is not None


@pytest.mark.parametrize("name", ["D1rector", "N0body", "Refer-ee"])
def test_what_looks_like_a_reserved_word_is_refused(name: str) -> None:
    refused = refuse_name(name)
    assert refused is not None
    assert refused.sentence().endswith("it means something else in the mails.")


def test_letters_of_two_alphabets_in_one_name_are_refused_but_those_of_east_asia_go_together() -> None:
    refused = refuse_name("B\u043eb")
    assert refused is not None
    assert "several alphabets" in refused.reason
    assert refuse_name("\u7530\u306a\u304b") is None


@pytest.mark.parametrize("name", ["Ann", "Bob", "\u00d3lafur", "\u0411\u043e\u0440\u0438\u0441", "Ann-Marie", "O'Dee"])
def test_ordinary_names_may_be_had(name: str) -> None:
    assert refuse_name(name) is None


@given(st.text(max_size=40))
def test_any_text_has_a_key_and_a_key_is_its_own_key(text: str) -> None:
    refused = refuse_name(text)
    assert refused is None or refused.sentence().isprintable()
    key = look_alike_key(text)
    assert look_alike_key(key) == key


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll"]), max_size=20))
def test_case_never_makes_two_names_of_one(text: str) -> None:
    assert look_alike_key(text.lower().upper()) == look_alike_key(text.lower().upper().lower())


def test_a_long_name_is_not_quoted_back_whole() -> None:
    refused = refuse_name("Ann " * 100)
    assert refused is not None
    assert len(refused.sentence()) < 160


def test_a_name_is_kept_with_single_blanks_and_composed_letters() -> None:
    assert tidy_name("  Zoe\u0308\u00a0 Ann ") == "Zo\u00eb Ann"
    assert refuse_name("  Zoe\u0308\u00a0 Ann ") is None
