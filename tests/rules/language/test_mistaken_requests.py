"""Mistakes of which Python itself would tell too little: errors of the rule, with its line and what to write."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import Die, SeededSource
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules import Rule, best, choose, first_option, odds, play, roll, rule, simulate

d3 = Die.sided(3)
SLIPS: list[tuple[Rule[[], Any], str, str]] = []


def slip(problem: str, remedy: str) -> Callable[[Callable[[], Any]], Any]:
    def take(function: Callable[[], Any]) -> Any:
        SLIPS.append((rule(function), problem, remedy))
        return SLIPS[-1][0]

    return take


async def helper() -> int:
    return await roll(d3)


@slip("roll() takes a dice expression, not 6.", "Write dice: roll(d6), or roll(d6.pool(3)).")
async def a_number() -> object:
    return await roll(6)  # type: ignore[arg-type]  # here


@slip("roll() takes a dice expression, not '2d6'.", "Write roll(parse(...)) of notation.")
async def a_text() -> object:
    return await roll("2d6")  # type: ignore[arg-type]  # here


@slip("takes the most or the least of nothing: `return max(await roll(d3.pool(0)))", "`max(faces, default=0)`")
async def the_most_of_no_dice() -> object:
    return max(await roll(d3.pool(0)))  # here


@slip("choose() takes the options, not 3.", "Write them as a tuple.")
async def options_that_are_none() -> object:
    return await choose("player", 3)  # type: ignore[arg-type]  # here


@slip("choose() takes who decides, and then the options", "Write choose('player', ('a', 'b')).")
async def swapped() -> object:
    return await choose(("a", "b"), "player")  # type: ignore[arg-type]  # here


@slip("awaits the same coroutine twice: `return await once", "Call the function again for each await")
async def awaited_twice() -> object:
    once = helper()
    return await once + await once  # here


@rule
async def decides() -> int:
    return await choose("player", (1, 2))


@pytest.mark.parametrize(("slipped", "problem", "remedy"), SLIPS, ids=[each.name for each, *_ in SLIPS])
def test_a_mistake_is_told_with_its_line(slipped: Rule[[], Any], problem: str, remedy: str) -> None:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    for ask in (lambda: odds(slipped(), first_option), lambda: play(slipped(), SeededSource("1"), first_option)):
        with pytest.raises(RuleError) as caught:
            ask()
        assert problem in caught.value.message
        assert remedy in caught.value.remedy
        assert caught.value.rule == slipped.name
        assert lines[caught.value.line - 1].endswith("# here")


def test_a_rule_that_catches_the_error_itself_goes_on() -> None:
    @rule
    async def careful() -> int:
        try:
            return max(await roll(d3.pool(0)))
        except ValueError:
            return 0

    assert odds(careful()).mean == 0


def test_a_policy_is_a_function() -> None:
    policy: Any = "first"
    for ask in (
        lambda: odds(decides(), policy),
        lambda: play(decides(), SeededSource("1"), policy),
        lambda: simulate(decides(), 5, policy),
    ):
        with pytest.raises(BadInput, match=r"policy: 'first' is not allowed.*first_option"):
            ask()


def test_players_want_most_or_least() -> None:
    with pytest.raises(BadInput, match=r"players: \{'player': <built-in function sum>\} is not allowed.*max.*min"):
        best(decides(), players={"player": sum})


def test_the_number_of_runs_comes_before_the_policy() -> None:
    runs: Any = first_option
    with pytest.raises(BadInput, match=r"runs: .*whole number"):
        simulate(decides(), runs)
