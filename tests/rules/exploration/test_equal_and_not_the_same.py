"""Outcomes and answers that are equal and not the same, as 1, 1.0 and True: whoever tells them apart sees each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import Die
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, best, choose, odds, roll, rule, simulate
from oddsmith.rules.graph.policies import first_option

d2, d3 = Die.sided(2), Die.sided(3)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@rule
async def yes_or_one() -> int:
    return True if await roll(d2) == 1 else 1


@rule
async def yes_no_or_one() -> int:
    face = await roll(d3)
    return (face - 1) == 1 if face < 3 else face - 2


@rule
async def whole_or_not() -> float:
    return 2 if await roll(d2) == 1 else 2.0


@rule
async def in_tuples() -> tuple[float, str]:
    return (2, "a") if await roll(d2) == 1 else (2.0, "a")


@rule
async def handed_on() -> Any:
    return yes_or_one()


@rule
async def chosen() -> int:
    await choose("player", ("here", "there"))
    return True if await roll(d2) == 1 else 1


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        (yes_or_one(), {"True": HALF, "1": HALF}),
        (yes_no_or_one(), {"False": THIRD, "True": THIRD, "1": THIRD}),
        (whole_or_not(), {"2": HALF, "2.0": HALF}),
        (in_tuples(), {"(2, 'a')": HALF, "(2.0, 'a')": HALF}),
        (handed_on(), {"True": HALF, "1": HALF}),
    ],
)
def test_each_outcome_is_asked_by_itself(call: Call[Any], texts: dict[str, Fraction]) -> None:
    assert odds(call, of=str) == Distribution.from_probabilities(texts)
    counts = simulate(call, 3_000, of=str, seed=1).counts
    assert counts.keys() == texts.keys()
    assert all(abs(counts[text] - 3_000 * chance) < 150 for text, chance in texts.items())


@rule
async def as_text(number: Any) -> str:
    return str(await number)


@rule
async def twice(number: Any) -> str:
    return f"{await number} {await number}"


def test_a_rule_that_waits_is_handed_each() -> None:
    assert odds(as_text(yes_or_one())) == Distribution.from_probabilities({"True": HALF, "1": HALF})
    assert odds(as_text(in_tuples())) == Distribution.from_probabilities({"(2, 'a')": HALF, "(2.0, 'a')": HALF})
    each = Fraction(1, 4)
    assert odds(twice(yes_or_one())) == Distribution.from_probabilities(
        {"True True": each, "True 1": each, "1 True": each, "1 1": each}
    )


@rule
async def run_again(number: Any) -> str:
    answer = await number
    await choose("player", ("stay", "go"))

    def text() -> str:
        nonlocal answer
        return str(answer)

    return text()


@pytest.mark.parametrize("call", [chosen(), yes_or_one()])
def test_a_rule_that_is_run_again_knows_which_it_was_handed(call: Call[int]) -> None:
    assert best(run_again(call), lambda outcome: outcome == "True").value == HALF
    assert best(run_again(call), lambda outcome: outcome == "1").value == HALF


def test_play_by_a_policy_is_asked_of_each_outcome() -> None:
    texts = Distribution.from_probabilities({"True": HALF, "1": HALF})
    assert odds(chosen(), first_option, of=str) == texts
    solution = best(chosen(), lambda outcome: str(outcome) == "True")
    assert solution.value == HALF
    assert odds(chosen(), solution.policy, of=str) == texts


@rule
async def picks() -> tuple[float]:
    return (2,) if await choose("player", ("whole", "not")) == "whole" else (2.0,)


@pytest.mark.parametrize("text", ["(2,)", "(2.0,)"])
def test_best_play_knows_outcomes_that_hold_equal_values_apart(text: str) -> None:
    solution = best(picks(), lambda outcome: str(outcome) == text)
    assert solution.value == 1
    assert odds(picks(), solution.policy, of=str) == Distribution.from_probabilities({text: Fraction(1)})
