"""Values as JSON can hold them."""

import json
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.answers.format.json_values import exact, fields, first_line, fraction, number, plain


class Suit(Enum):
    CUPS = "cups"


class Purse(NamedTuple):
    coins: int
    owner: str


@dataclass(frozen=True)
class Result:
    score: Fraction
    purse: Purse


@dataclass(frozen=True)
class Spelled:
    faces: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.faces))


@given(st.fractions())
def test_an_exact_text_reads_back_as_the_same_number(value: Fraction):
    assert fraction(exact(value)) == value
    assert exact(value) == str(value)


def test_a_number_of_more_digits_than_python_would_write_is_written_in_full():
    value = Fraction(1, 3**20_000)
    text = exact(value)
    assert len(text) == 9545  # 20,000 log10(3) = 9542.4, so 9,543 digits, and "1/"
    assert fraction(text) == value


def test_a_number_stands_beside_its_float():
    assert number(Fraction(1, 8)) == {"exact": "1/8", "float": 0.125}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Suit.CUPS, "cups"),
        (Fraction(6, 2), 3),
        (Fraction(1, 3), "1/3"),
        ((1, (2, None)), [1, [2, None]]),
        (frozenset({2, 1}), [1, 2]),
        ({"a": (1,)}, {"a": [1]}),
        (Purse(3, "me"), {"coins": 3, "owner": "me"}),
        (Result(Fraction(1, 2), Purse(0, "")), {"score": "1/2", "purse": {"coins": 0, "owner": ""}}),
        (Spelled((1, 2)), "1+2"),
    ],
)
def test_a_value_becomes_what_json_can_hold(value: object, expected: object):
    assert plain(value) == expected
    json.dumps(plain(value))


def test_what_is_no_record_has_no_fields():
    assert fields((1, 2)) is None
    assert fields(Result) is None


def test_the_title_of_a_rule_is_the_first_line_of_its_text():
    assert first_line("R1: toss.\n\nMore.") == "R1: toss."
    assert first_line(None) == ""
