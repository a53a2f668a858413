"""Notations with known results, from the tests and documentation of rpg-dice-roller or constructed in its grammar.

Each case names its source. `range` cases tell least, greatest and mean value, and the distribution where it is short;
`deterministic` cases what given dice come to; `error` cases what must not be read.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from oddsmith.dice import ScriptedSource, parse
from oddsmith.errors import OddsmithError

CASES = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))


def of(kind):
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case["notation"]) for case in CASES if case["kind"] == kind]
    )


def test_there_are_77_cases():
    assert len(CASES) == 77


@of("range")
def test_a_notation_has_the_known_distribution(case):
    distribution = parse(case["notation"]).distribution()
    assert distribution.unresolved == 0
    assert distribution.minimum == Fraction(str(case["min"]))
    assert distribution.maximum == (None if case["max"] is None else Fraction(str(case["max"])))
    if "mean" in case:
        assert distribution.mean == Fraction(case["mean"])
    if "pmf" in case:
        known = {Fraction(outcome): Fraction(p) for outcome, p in case["pmf"].items()}
        assert dict(distribution.items()) == known


@of("deterministic")
def test_given_dice_come_to_the_known_total(case):
    dice = ScriptedSource(case["dice"])
    assert parse(case["notation"]).roll(dice).value == Fraction(str(case["total"]))
    assert dice.remaining == ()


@of("error")
def test_what_must_not_be_read_is_an_error_that_says_where(case):
    with pytest.raises(OddsmithError) as caught:
        parse(case["notation"])
    assert caught.value.place is not None
    assert caught.value.place.text == case["notation"]


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] != "error"], ids=lambda case: case["notation"])
def test_the_canonical_notation_means_the_same(case):
    expression = parse(case["notation"])
    assert parse(str(expression)) == expression
