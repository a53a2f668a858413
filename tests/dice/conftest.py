"""Two independent ways to a distribution: every roll of an expression, and every combination of faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from oddsmith.dice import DieData, Expression, Source


class Rolls(NamedTuple):
    """Every value that rolling came to, with its probability, and the probability of the rolls that were given up."""

    values: dict[Any, Fraction]
    missing: Fraction


class _GivenUp(Exception):
    pass


class _Path(Source):
    """Lands on the faces that `places` names, then on first faces; keeps the chance and how many faces there were."""

    def __init__(self, places: Sequence[int], least: Fraction) -> None:
        self.places = list(places)
        self.sizes: list[int] = []
        self.chance = Fraction(1)
        self.least = least

    def below(self, n: int) -> int:
        raise AssertionError("dice are asked for faces")

    def face(self, die: DieData[Any]) -> Any:
        faces = list(die.weighted_faces())
        if len(self.sizes) == len(self.places):
            self.places.append(0)
        face, weight = faces[self.places[len(self.sizes)]]
        self.sizes.append(len(faces))
        self.chance *= Fraction(weight, die.total)
        if self.chance < self.least:
            raise _GivenUp
        return face


def _every_roll(expression: Expression[Any], least: Fraction = Fraction(0)) -> Rolls:
    values: dict[Any, Fraction] = {}
    missing = Fraction(0)
    places: list[int] = []
    while True:
        path = _Path(places, least)
        try:
            value = expression.roll(path).value
        except _GivenUp:
            missing += path.chance
        else:
            values[value] = values.get(value, Fraction(0)) + path.chance
        places = path.places[: len(path.sizes)]
        while places and places[-1] == path.sizes[len(places) - 1] - 1:
            places.pop()
        if not places:
            return Rolls(values, missing)
        places[-1] += 1


def _every_combination(
    dice: Iterable[Sequence[Any]], read: Callable[[tuple[Any, ...]], Hashable]
) -> dict[Hashable, Fraction]:
    combinations = Counter(read(faces) for faces in product(*dice))
    total = sum(combinations.values())
    return {value: Fraction(count, total) for value, count in combinations.items()}


@pytest.fixture(scope="session")
def every_roll() -> Callable[..., Rolls]:
    """The distribution of an expression by rolling it in every way in which the dice may land.

    least: rolls that become less likely than this are given up and counted as missing.
    """
    return _every_roll


@pytest.fixture(scope="session")
def every_combination() -> Callable[..., dict[Any, Fraction]]:
    """The distribution of what `read` makes of fair dice, given as sequences of faces, by all their combinations."""
    return _every_combination
