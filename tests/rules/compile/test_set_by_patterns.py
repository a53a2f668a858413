"""Names that a pattern, a handler or a definition sets are variables as any other."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, odds, roll, rule

d3 = Die.sided(3)

#: Of three dice those that show what a fourth does, whatever that is: each does by 1/6.
ALIKE = Distribution.from_weights({0: 125, 1: 75, 2: 15, 3: 1})


@rule
async def counted_by_method() -> int:
    match 7:
        case target:
            pass
    faces = [await roll(d6) for _ in range(3)]
    match await roll(d6):
        case target:
            pass
    return faces.count(target)


@rule
async def counted_by_counter() -> int:
    match 7, 7:
        case [target, *_]:
            pass
    seen = Counter([await roll(d6) for _ in range(3)])
    match await roll(d6):
        case int() as target:
            pass
    return seen[target]


@rule
async def counted_by_sum() -> int:
    match {"target": 7}:
        case {"target": target}:
            pass
    faces = [await roll(d6) for _ in range(3)]
    match {"target": await roll(d6)}:
        case {"target": target}:
            pass
    return sum(1 for face in faces if face >= target)


@pytest.mark.parametrize("counted", [counted_by_method, counted_by_counter])
def test_values_are_compared_with_what_the_last_pattern_sets(counted: Callable[[], Call[int]]) -> None:
    assert odds(counted()) == ALIKE


def test_so_are_values_that_are_compared_by_order() -> None:
    rolled = product(range(1, 7), repeat=4)
    by_hand = Counter(sum(face >= target for face in faces) for *faces, target in rolled)
    assert odds(counted_by_sum()) == Distribution.from_weights(by_hand)


@rule
async def list_anew() -> int:
    faces: Any = []
    for _ in range(2):
        faces.append(await roll(d6))
    match [[1, await roll(d6)], "z"]:
        case [faces, _]:
            pass
    faces.append(await roll(d6))
    return sum(faces)


def test_a_list_that_a_pattern_sets_is_that_one() -> None:
    found = odds(list_anew())
    assert found.mean == 1 + 2 * Fraction(7, 2)
    assert found.pmf(3) == Fraction(1, 36)


class Thrown(Exception):
    def __iter__(self) -> Iterator[int]:
        return iter(self.args)


@rule
async def caught() -> int:
    faces: Any = []
    for _ in range(2):
        faces.append(await roll(d6))
    total = 0
    try:
        raise Thrown(10, await roll(d3))
    except Thrown as faces:
        total = sum(faces)
    return total


def test_a_list_that_a_handler_sets_is_the_error() -> None:
    assert odds(caught()) == Distribution.from_weights({11: 1, 12: 1, 13: 1})


@dataclass(frozen=True)
class Attempt:
    dots: int
    cost: int


@rule
async def attempt(bonus: int) -> Attempt:
    return Attempt(await roll(d3) + bonus, 1)


@rule
async def read_of_another() -> int:
    answer = await attempt(0)
    lost = answer.cost
    match Attempt(10, 2):
        case answer:
            pass
    return answer.dots + lost + await roll(d3)


def test_fields_are_read_of_what_a_pattern_sets() -> None:
    assert odds(read_of_another(), of=lambda n: n) == Distribution.from_weights({12: 1, 13: 1, 14: 1})


@rule
async def added_to_another() -> tuple[int, int]:
    both: Any = ()
    match [1]:
        case both:
            pass
    mine, face = both, await roll(d3)
    if face == 1:
        both += [face]
    return len(mine), face


def test_what_is_added_to_a_list_that_a_pattern_sets_is_in_it_by_all_its_names() -> None:
    assert odds(added_to_another(), of=lambda both: both[0]) == Distribution.from_weights({2: 1, 1: 2})
