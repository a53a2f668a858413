"""Rules that go by places in memory or by a hash are refused; who only tells things apart is answered."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from oddsmith import best, coin, odds, play, roll, rule
from oddsmith.dice import Die, SystemSource
from oddsmith.errors import RuleError

D2 = Die.sided(2)
ONE, OTHER = object(), object()


def place(thing: object) -> int:
    return id(thing)


async def by_an_id() -> int:
    faces = [await roll(D2)]
    return id(faces) % 2


async def by_the_order_of_ids() -> bool:
    await roll(D2)
    return sorted((ONE, OTHER), key=id)[1] is ONE


async def by_a_helper() -> int:
    return place(await roll(D2))


async def by_a_hash() -> int:
    return hash(await roll(coin)) % 2


@pytest.mark.parametrize(
    ("function", "called"),
    [
        (by_an_id, "`id()`: compare with `is`"),
        (by_the_order_of_ids, "`id()`: compare with `is`"),
        (by_a_helper, "`id()` in place: compare with `is`"),
        (by_a_hash, "`hash()`: compare the values themselves"),
    ],
)
def test_it_is_refused_in_every_way(function: Callable[[], Coroutine[Any, Any, Any]], called: str) -> None:
    verbs: list[Callable[[Any], object]] = [odds, best, lambda call: play(call, SystemSource())]
    for verb in verbs:
        with pytest.raises(RuleError, match=called.replace("()", r"\(\)")):
            verb(rule(function)())


@dataclass(frozen=True)
class Card:
    rank: int
    id: int

    def __hash__(self) -> int:
        return hash((self.rank, "card"))


async def told_apart() -> int:
    seen = {id(ONE)}
    names = {id(ONE): 10, id(OTHER): 20}
    thing = ONE if await roll(D2) == 1 else OTHER
    return names[id(thing)] + (id(thing) in seen) + (id(thing) == id(OTHER))


async def with_a_hash_of_its_own() -> int:
    hand = {Card(1, 5), Card(await roll(D2), 5)}
    return len(hand)


async def a_variable_of_its_name() -> int:
    id = await roll(D2)
    return id + 10


@pytest.mark.parametrize(
    ("function", "outcomes"),
    [(told_apart, (11, 21)), (with_a_hash_of_its_own, (1, 2)), (a_variable_of_its_name, (11, 12))],
)
def test_what_is_the_same_always_is_answered(
    function: Callable[[], Coroutine[Any, Any, int]], outcomes: tuple[int, int]
) -> None:
    assert dict(odds(rule(function)()).items()) == dict.fromkeys(outcomes, Fraction(1, 2))
