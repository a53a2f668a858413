"""Functions of an outcome that give what is no part of one are refused, as rules are."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from oddsmith.dice import Die
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules import odds, roll, rule, simulate

d3 = Die.sided(3)


@rule
async def two() -> tuple[int, int]:
    return await roll(d3), await roll(d3)


@rule
async def more(by: int) -> int:
    return by + await roll(d3)


async def waits(outcome: tuple[int, int]) -> int:
    return outcome[0]


def yields(outcome: tuple[int, int]) -> Iterator[int]:
    yield outcome[0]


@pytest.mark.parametrize("of", [waits, yields])
def test_it_is_a_plain_function(of: Callable[[Any], Any]) -> None:
    for ask in (lambda: odds(two(), of=of), lambda: simulate(two(), 10, of=of)):
        with pytest.raises(BadInput, match=r"of: .*Allowed: a function of the outcome"):
            ask()


@pytest.mark.parametrize(
    ("of", "given"),
    [
        (lambda o: more(o[0]), r"more\(by=\d\), which is not awaited"),
        (lambda o: roll(d3), r"roll\(d3\), which is not awaited"),
        (lambda o: (o[0], roll(d3)), r"roll\(d3\), which is not awaited"),
        (lambda o: roll(d3) if o[0] > 1 else 0, r"roll\(d3\), which is not awaited"),
        (lambda o: float("nan"), r"nan, which is not equal"),
        (lambda o: (each for each in o), r"<generator.*, which is not equal"),
    ],
)
def test_it_gives_a_part_of_an_outcome(of: Callable[[Any], Any], given: str) -> None:
    for ask in (lambda: odds(two(), of=of), lambda: simulate(two(), 10, of=of)):
        with pytest.raises(RuleError, match=rf"asked of an outcome, it gives {given}.*in the rule\.") as caught:
            ask()
        assert caught.value.file == __file__
