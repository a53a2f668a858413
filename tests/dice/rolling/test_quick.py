"""Quick rolls with prepared faces are those of dice followed one by one."""

import os
from collections import Counter
from typing import Any

import pytest

from oddsmith.dice import Die, SeededSource, SystemSource, coin, d6, d10, parse
from oddsmith.dice.expressions.expression import Rolled
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll


def slowly(expression, source):
    """The roll without the quick way."""
    lying, kept = expression.pool.throw(source)
    score = getattr(expression, "score", int)
    for die in kept:
        die.count(score(die.value))
    return sum(score(die.value) for die in kept), tuple(face.rolled() for die in lying for face in die.landed)


@pytest.mark.parametrize(
    "text", ["10d10>=7", "4d6kh3", "5d6dh1kl2", "20d6!", "20d6!{1}", "9d10>=7!", "5d{H,T}=H", "4dF"]
)
def test_a_quick_roll_is_the_same_roll(text):
    expression = parse(text)
    assert isinstance(expression, Sum | Count)
    assert quick_roll(expression.pool, getattr(expression, "score", int)) is not None
    for seed in range(30):
        rolled = expression.roll(SeededSource(seed))
        assert isinstance(rolled, Rolled)
        assert (rolled.value, rolled.dice) == slowly(expression, SeededSource(seed))


@pytest.mark.parametrize("text", ["4d6r", "4d6!!", "4d6!p", "4d6!kh3", "3d6u", "(2d6&2d8)", "4d6min2", "999d6"])
def test_other_pools_are_followed_die_by_die(text):
    expression = parse(text)
    assert isinstance(expression, Sum)
    assert quick_roll(expression.pool, int) is None


def test_prepared_faces_are_used_again():
    quick = QuickRoll(d6.pool(1), int)
    faces = {id(quick.roll(SeededSource(seed))[1][0]) for seed in range(100)}
    assert len(faces) == 6


def test_the_faces_of_the_system_source_are_equally_likely_and_within_the_die():
    source = SystemSource()
    dice: tuple[Die[Any], ...] = (d6, d10, Die.sided(255), Die(range(5, 8)), coin, Die.sided(1000))
    for die in dice:
        landed = Counter(source.faces(die, 20_000))
        assert set(landed) <= set(die.faces)
        expected = 20_000 / len(die.faces)
        distance = sum((landed[face] - expected) ** 2 / expected for face in die.faces)
        # chi-square; beyond 6 standard deviations less than once in a million runs
        assert distance < len(die.faces) + 6 * (2 * len(die.faces)) ** 0.5 + 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked here")
def test_a_forked_process_lands_on_other_faces():
    source = SystemSource()
    source.faces(d6, 1)
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(there, bytes(source.faces(d6, 200)))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(here, 200) != bytes(source.faces(d6, 200))
    os.close(here)
    os.close(there)
