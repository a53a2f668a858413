"""Rules and calls go to other processes by the names by which they can be imported."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest

from oddsmith.dice import d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, odds, roll, rule


@rule
async def wins(bound: int) -> bool:
    """A die reaches a bound."""
    return await roll(d6) >= bound


def chance(call: Call[bool]) -> Fraction:
    return odds(call).pmf(True)


def test_rules_and_calls_are_themselves_again() -> None:
    assert pickle.loads(pickle.dumps(wins)) is wins
    call = wins(4)
    again = pickle.loads(pickle.dumps(call))
    assert (again, hash(again)) == (call, hash(call))


def test_calls_are_answered_by_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as others:
        assert list(others.map(chance, [wins(4), wins(6)])) == [Fraction(1, 2), Fraction(1, 6)]


def test_a_rule_that_has_no_name_to_be_found_by_is_refused() -> None:
    @rule
    async def inner() -> int:
        return await roll(d6)

    with pytest.raises(RuleError, match="cannot be found again by its name, so it cannot be pickled"):
        pickle.dumps(inner())


def test_what_is_no_rule_any_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(wins)
    monkeypatch.setitem(globals(), "wins", chance)
    with pytest.raises(RuleError, match="is no rule any more"):
        pickle.loads(kept)
