"""Rules that take very long where a trial says that a number is far larger than it is."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from oddsmith.dice import d6
from oddsmith.rules import Then, roll, rule
from oddsmith.rules.exploration.limits.patience import OutOfPatience, patient
from oddsmith.rules.exploration.limits.trends import steps_left


@rule
async def until_square(total: int) -> Then[int]:
    if any(root * root == total for root in range(total)):
        return total
    return until_square(total + await roll(d6))


def test_a_slow_test_of_numbers_is_not_tried_for_very_large_ones() -> None:
    """A trial takes 100,000 lines, and some 30 are made on the way to 30,000,000."""
    tried = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal tried
        tried += event == "call" and frame.f_code.co_name == "<genexpr>" and frame.f_code.co_filename == __file__
        assert tried < 5_000_000, "roots are tried without end"

    samples = [(until_square(3 * depth + 1), depth) for depth in range(100, 200)]
    sys.setprofile(count)
    try:
        assert steps_left(samples, lambda _: range(1, 7), 10_000_000, None, in_doubt=True) is None
    finally:
        sys.setprofile(None)


def test_patience_ends_within_what_takes_long_and_whoever_traced_before_goes_on() -> None:
    def trace(*_: object) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with pytest.raises(OutOfPatience), patient():
            any(number < 0 for number in range(10**9))
        assert sys.gettrace() is trace
        with patient():
            assert not any(number < 0 for number in range(1_000))
    finally:
        sys.settrace(before)
