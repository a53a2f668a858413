"""Outcomes that equal nothing, options without an order, rules that yield, and recursion that is too deep."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, choose, first_option, odds, roll, rule


@rule
async def no_number() -> float:
    await roll(d6)
    return float("nan")


@rule
async def holds_no_number() -> tuple[int, float]:
    return await roll(d6), float("nan")


@rule
async def thing() -> object:
    await roll(d6)
    return object()


@rule
async def exception() -> Exception:
    await roll(d6)
    return ValueError("no")


@rule
async def generator() -> object:
    await roll(d6)
    return (face for face in (1, 2))


@pytest.mark.parametrize(
    "call", [no_number(), holds_no_number(), thing(), exception(), generator()], ids=lambda call: call.rule.name
)
def test_an_outcome_that_equals_nothing_is_named(call: Call[Any]) -> None:
    with pytest.raises(RuleError, match="not equal to the same made again") as caught:
        odds(call)
    assert caught.value.remedy == "Return a number, text, tuple or frozen dataclass."
    assert caught.value.line == call.rule.function.__code__.co_firstlineno


@pytest.mark.parametrize(
    ("options", "says"),
    [("stay", "write ('stay',)"), ({"go", "stay"}, "write a tuple"), (frozenset({1, 2}), "write a tuple")],
)
def test_options_without_an_order_are_refused(options: Any, says: str) -> None:
    @rule
    async def asks() -> Any:
        return await choose("player", options)

    with pytest.raises(ValueError, match=re.escape(says)):
        odds(asks(), first_option)


@pytest.mark.parametrize("options", [("stay",), ["stay"], {"stay": 1}, {"stay": 1}.keys(), range(1, 2)])
def test_options_in_order_are_taken(options: Any) -> None:
    assert list(choose("player", options).options) in (["stay"], [1])


async def asynchronous():
    yield await roll(d6)


def plain():
    yield roll(d6)


@pytest.mark.parametrize("function", [asynchronous, plain])
def test_a_rule_that_yields_is_told_to_return(function: Callable[..., Any]) -> None:
    with pytest.raises(RuleError, match=r"yields, which no rule does\. Await what is asked, and return the outcome\."):
        rule(function)


@rule
async def deep(n: int) -> int:
    return 0 if n > 5_000 else (await roll(d6)) + await deep(n + 1)


def test_recursion_that_ends_late_is_told_how_deep_it_may_be() -> None:
    with pytest.raises(RuleError, match="without end, or ends only past 1,000 rules deep, which is too many"):
        odds(deep(0))


@rule
async def circular(n: int) -> int:
    return await circular(n) + await roll(d6)


def test_a_rule_that_waits_for_itself_is_refused() -> None:
    with pytest.raises(RuleError, match=r"awaits its own outcome \(at"):
        odds(circular(0))
