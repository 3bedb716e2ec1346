"""Dice: a roll depends on salt, turn and purpose alone, and a salt can be proved."""

from collections import Counter
from hashlib import sha256

from engine.dice import commitment, roll


def test_a_roll_is_the_same_whatever_else_is_rolled_and_another_for_another_purpose() -> None:
    faces = range(10**9)
    assert roll("salt", 3, "confusion hand Ann", faces) == roll("salt", 3, "confusion hand Ann", faces)
    others = {roll("salt", 4, "confusion hand Ann", faces), roll("salt", 3, "confusion hand Bob", faces)}
    assert (
        len({roll("salt", 3, "confusion hand Ann", faces), roll("pepper", 3, "confusion hand Ann", faces)} | others)
        == 4
    )


def test_each_face_comes_about_as_often() -> None:
    found = Counter(roll("salt", turn, "a die", "CDFPSW") for turn in range(6000))
    assert set(found) == set("CDFPSW")
    assert all(850 < times < 1150 for times in found.values()), found


def test_the_commitment_is_the_sha256_of_the_salt_in_hexadecimal_digits() -> None:
    assert commitment("17") == sha256(b"17").hexdigest()
