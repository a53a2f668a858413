"""Outcomes that equal nothing, options without an order, rules that yield, and recursion that is too deep."""

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import SeededSource, d4, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Rule, Then, best, choose, first_option, odds, play, roll, rule, simulate


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


class Hero:
    def __init__(self, hp: int) -> None:
        self.hp = hp


FIRST, SECOND = Hero(3), Hero(2)


@rule
async def hit(hero: Hero) -> bool:
    return await roll(d4) >= hero.hp


@rule
async def applied(change: Callable[[int], int]) -> int:
    return change(await roll(d4))


@rule
async def hero_on_the_way() -> bool:
    return await hit(Hero(3))


@rule
async def hero_returned() -> Then[bool]:
    return hit(Hero(await roll(d4)))


@rule
async def function_on_the_way() -> int:
    bonus = await roll(d4)
    return await applied(lambda face: face + bonus)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (hero_on_the_way(), "gives hit as hero a value of Hero, which is not equal to the same made again"),
        (hero_returned(), "gives hit as hero a value of Hero, which is not equal to the same made again"),
        (function_on_the_way(), "gives applied as change <lambda>, which is not equal to the same made again"),
    ],
    ids=["awaited", "returned", "function"],
)
def test_a_call_that_is_another_each_time_is_refused(call: Call[Any], told: str) -> None:
    asked: list[Callable[[Call[Any]], object]] = [odds, best, lambda call: simulate(call, 5)]
    for ask in asked:
        with pytest.raises(RuleError, match=told):
            ask(call)


@rule
async def heroes_of_the_module() -> int:
    return sum([await hit(hero) for hero in (FIRST, SECOND) for _ in range(2)])


def test_what_the_module_keeps_is_the_same_each_time() -> None:
    # one hits with 3 and 4, the other with 2, 3 and 4; each strikes twice
    assert odds(heroes_of_the_module()).mean == 2 * (Fraction(1, 2) + Fraction(3, 4))


@rule
async def passed_over() -> int:
    await roll(d4)
    try:
        if roll(d6) > 3:  # type: ignore[operator]
            return 1
    except Exception:  # noqa: BLE001
        pass
    return 0


@rule
async def suppressed() -> int:
    taken = 1
    with suppress(Exception):
        if choose("player", ("a", "b")) == "b":
            taken = 2
    return await roll(d6) + await roll(d6) + taken


@rule
async def suppressed_late(left: int) -> Then[int]:
    face = await roll(d6)
    with suppress(Exception):
        if not left and choose("player", ("a", "b")) == "b":
            face = 0
    return suppressed_late(left - 1) if left else face


@rule
async def suppressed_before(left: int) -> Then[int]:
    face = await roll(d6)
    with suppress(Exception):
        if not left and choose("player", ("a", "b")) == "b":
            face = 0
    return suppressed_before(left - 1) if left and face else awaited_all_the_same()


@rule
async def returned_all_the_same() -> int | None:
    try:
        return 1 if roll(d6) > 3 else 2  # type: ignore[operator]
    finally:
        return None  # noqa: B012, SIM107


@rule
async def awaited_all_the_same() -> int:
    return await roll(d6)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "call",
    [
        passed_over(),
        suppressed(),
        suppressed_late(5),
        suppressed_before(0),
        suppressed_before(5),
        returned_all_the_same(),
    ],
    ids=str,
)
def test_a_request_that_is_not_awaited_is_refused_where_a_rule_passes_over_errors(call: Call[Any]) -> None:
    asked: list[Callable[[Call[Any]], object]] = [odds, best, lambda call: simulate(call, 5)]
    asked.append(lambda call: play(call, SeededSource("text"), first_option))
    for ask in asked:
        with pytest.raises(RuleError, match="but not awaited"):
            ask(call)
    assert odds(awaited_all_the_same()).mean == Fraction(7, 2)


def test_a_slip_outside_of_rules_is_none_of_theirs() -> None:
    with pytest.raises(RuleError):
        bool(roll(d6))
    assert odds(awaited_all_the_same()).mean == Fraction(7, 2)
