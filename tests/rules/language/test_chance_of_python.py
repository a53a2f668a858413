"""Rules that draw by something else than `roll` are refused: one draw would be answered as if it always came."""

import os
import random
import secrets
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from fractions import Fraction
from random import choice as pick
from typing import Any

import numpy as np
import pytest

from oddsmith import best, odds, play, roll, rule
from oddsmith.dice import Die, SystemSource
from oddsmith.errors import RuleError
from oddsmith.rules import explain, simulate

D2 = Die.sided(2)
KEPT = random.Random(3)


def helper() -> int:
    return 1 + deeper()


def deeper() -> int:
    return random.randrange(2)


@dataclass(frozen=True)
class Hero:
    might: int

    def strikes(self) -> bool:
        return random.random() < self.might / 6


async def module_function() -> int:
    return await roll(D2) + random.randint(1, 2)


async def in_one_branch() -> int:
    return 0 if await roll(D2) == 1 else pick((10, 20))


async def shuffled() -> int:
    deck = [1, 2, 3]
    random.shuffle(deck)
    return deck[await roll(D2)]


async def handed_on() -> int:
    return sorted([1, 2, 3], key=lambda card: random.random())[await roll(D2)]


async def imported_inside() -> int:
    from random import randint as between

    return await roll(D2) + between(1, 2)


async def of_the_system() -> int:
    return await roll(D2) + secrets.randbelow(2)


async def bytes_of_the_system() -> int:
    return await roll(D2) + os.urandom(1)[0]


async def named_anew() -> int:
    return await roll(D2) + uuid.uuid4().int % 2


async def without_a_seed() -> int:
    return await roll(D2) + random.Random().randint(1, 2)


async def of_numpy() -> int:
    return await roll(D2) + int(np.random.default_rng().integers(2))


async def kept_outside() -> int:
    return await roll(D2) + KEPT.randint(1, 2)


async def through_helpers() -> int:
    return await roll(D2) + helper()


async def through_a_method() -> int:
    return await roll(D2) + Hero(3).strikes()


DRAWS: dict[str, tuple[Callable[[], Coroutine[Any, Any, Any]], str]] = {
    "a function of random": (module_function, "random.randint()"),
    "one branch alone": (in_one_branch, "random.choice()"),
    "a shuffled deck": (shuffled, "random.shuffle()"),
    "handed on": (handed_on, "random.random()"),
    "imported inside": (imported_inside, "random.randint()"),
    "secrets": (of_the_system, "secrets.randbelow()"),
    "bytes": (bytes_of_the_system, "urandom()"),
    "uuid": (named_anew, "uuid.uuid4()"),
    "no seed": (without_a_seed, "random.Random()"),
    "numpy": (of_numpy, "numpy.random"),
    "kept outside": (kept_outside, "random.randint()"),
    "helpers": (through_helpers, "random.randrange()` in deeper"),
    "a method": (through_a_method, "random.random()` in strikes"),
}


@pytest.mark.parametrize("case", DRAWS)
def test_it_is_refused_in_every_way_before_anything_is_drawn(case: str) -> None:
    function, called = DRAWS[case]
    verbs: list[Callable[[Any], object]] = [
        odds,
        best,
        explain,
        lambda call: simulate(call, 9),
        lambda call: play(call, SystemSource()),
    ]
    for verb in verbs:
        with pytest.raises(RuleError, match="goes by chance that is not rolled") as refused:
            verb(rule(function)())
        assert called in str(refused.value)
        assert "write `await roll(...)`" in str(refused.value)


async def seeded() -> int:
    order = random.Random(3).sample(range(6), 3)
    return order[await roll(D2)]


async def not_called() -> int:
    kind = random.Random
    return await roll(D2) + (kind is None)


async def a_variable_of_its_name() -> int:
    random = [5, 7, 9]
    random.sort()
    return random[await roll(D2)]


@pytest.mark.parametrize(
    ("function", "outcomes"),
    [(seeded, random.Random(3).sample(range(6), 3)[1:]), (not_called, [1, 2]), (a_variable_of_its_name, [7, 9])],
)
def test_what_is_the_same_always_is_answered(function: Callable[[], Any], outcomes: list[int]) -> None:
    answered = odds(rule(function)())
    assert dict(answered.items()) == dict.fromkeys(outcomes, Fraction(1, 2))
