"""Outcomes that equal nothing, options without an order, rules that yield, and recursion that is too deep."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import SeededSource, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Rule, choose, first_option, odds, play, roll, rule


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


@rule
async def nothing_to_choose() -> Any:
    hand = [face for face in [await roll(d6)] if face > 3]
    return await choose("player", hand)  # here


@rule
async def the_same_twice() -> Any:
    hand = [1 for _ in range(await roll(d6))]
    return await choose("player", hand)  # here


@rule
async def a_list_as_an_option() -> Any:
    return await choose("player", [[1, 2], [await roll(d6)]])  # here


@rule
async def letters() -> Any:
    return await choose("player", "abc")  # here


@rule
async def summed_one_by_one() -> Any:
    return sum(await roll(d6) for _ in range(3))  # type: ignore[call-overload]  # here


@rule
async def any_one_by_one() -> Any:
    return any(await roll(d6) == 6 for _ in range(3))  # type: ignore[arg-type]  # here


@rule
async def most_one_by_one() -> Any:
    return max(*(await roll(d6) for _ in range(3)))  # type: ignore[misc]  # here


PLACED = {
    nothing_to_choose: ("at least one option and no repeats, not ().", "Ask only where there is something to choose."),
    the_same_twice: ("at least one option and no repeats, not (1, 1", "Name each option once."),
    a_list_as_an_option: ("options that can be hashed, not ([1, 2], [", "Write tuples, and not lists."),
    letters: ("not the letters of 'abc'.", "For one option, write ('abc',)."),
    summed_one_by_one: (
        "since its awaits are in round brackets",
        "Write a list, `[await ... for ...]`",
    ),
    any_one_by_one: (
        "since its awaits are in round brackets",
        "Write a list, `[await ... for ...]`",
    ),
    most_one_by_one: (
        "since its awaits are in round brackets",
        "Write a list, `[await ... for ...]`",
    ),
}


@pytest.mark.parametrize("slipped", PLACED, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "interpret",
    [lambda call: odds(call, first_option), lambda call: [play(call, SeededSource(n)) for n in range(9)]],
    ids=["odds", "play"],
)
def test_errors_name_rule_line_and_remedy(interpret: Callable[[Call[Any]], object], slipped: Rule[[], Any]) -> None:
    with pytest.raises(RuleError) as caught:
        interpret(slipped())
    error, (problem, remedy) = caught.value, PLACED[slipped]
    assert problem in error.message
    assert error.remedy.startswith(remedy)
    assert (error.rule, error.file) == (slipped.name, __file__)
    assert Path(__file__).read_text(encoding="utf-8").splitlines()[error.line - 1].endswith("# here")
