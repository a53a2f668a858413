"""Rules that keep something outside of themselves are refused: they would go on with what another run left there."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Rule, best, choose, explain, first_option, odds, roll, rule

d2, d3, d20 = Die.sided(2), Die.sided(3), Die.sided(20)

LAST = [0]
SEEN: dict[int, int] = {}
TURNED = [False]
COUNT = [0]
LAID: dict[int, list[int]] = {}
total = 0
CALLS: list[int] = []
KNOWN: dict[int, int] = {}
FOUND: dict[int, int] = {}


class Hero:
    health = 0


HERO = Hero()

REMEMBERS: list[tuple[Rule[[], Any], str]] = []
PURE: list[Rule[[], Any]] = []


def remembers(name: str) -> Callable[[Callable[[], Any]], Any]:
    def take(function: Callable[[], Any]) -> Any:
        REMEMBERS.append((rule(function), name))
        return REMEMBERS[-1][0]

    return take


def pure(function: Callable[[], Any]) -> None:
    PURE.append(rule(function))


@remembers("LAST")
async def an_item() -> int:
    LAST[0] = await roll(d6)  # here
    second = await roll(d6)
    return LAST[0] * 10 + second


def closed_over() -> None:
    last: list[int] = []

    @remembers("last")
    async def a_list_closed_over() -> int:
        last.append(await roll(d3))  # here
        second = await roll(d3)
        return last[-1] * 10 + second


closed_over()


def set_last(face: int) -> None:
    LAST[0] = face  # of a function


def turn() -> None:
    TURNED[0] = not TURNED[0]  # of a function


@remembers("LAST")
async def by_a_function() -> int:
    set_last(await roll(d3))
    second = await roll(d3)
    return LAST[0] * 10 + second


@remembers("LAST")
async def by_a_function_before_a_choice() -> int:
    set_last(await roll(d3))
    if await choose("player", ("keep", "again")) == "again":
        set_last(await roll(d3))
    return LAST[0]


@remembers("TURNED")
async def turned_by_a_function() -> int:
    face = await roll(d6)
    turn()
    return face if TURNED[0] else -face


@remembers("Hero")
async def an_attribute_of_a_class() -> int:
    Hero.health = await roll(d3)  # here
    return Hero.health if await roll(d2) == 1 else 0


@remembers("an_attribute_of_itself")
async def an_attribute_of_itself() -> int:
    an_attribute_of_itself.last = await roll(d3)  # here
    second = await roll(d2)
    return int(an_attribute_of_itself.last) + second


@remembers("HERO")
async def an_attribute() -> int:
    HERO.health = await roll(d3)  # here
    second = await roll(d3)
    return HERO.health * 10 + second


@rule
async def read_elsewhere() -> int:
    return await roll(d2) + 10 * TURNED[0]


@remembers("TURNED")
async def read_by_a_rule_it_calls() -> int:
    face = await roll(d6)
    TURNED[0] = face > 3  # here
    return await read_elsewhere()


@remembers("COUNT")
async def counted() -> int:
    COUNT[0] += 1  # here
    return COUNT[0] % 2 + await roll(d2)


@remembers("SEEN")
async def counted_by_face() -> bool:
    face = await roll(d6)
    SEEN[face] = SEEN.get(face, 0) + 1  # here
    return SEEN[face] > 3


@remembers("TURNED")
async def turned() -> int:
    face = await roll(d6)
    TURNED[0] = not TURNED[0]  # here
    return face if TURNED[0] else -face


@remembers("total")
async def of_the_module() -> int:
    global total
    face = await roll(d2)
    total += face  # here
    return face * (total > 5)


NUMBERS = count(1)


@remembers("NUMBERS")
async def counted_on() -> int:
    return await roll(d6) + next(NUMBERS)  # here


@cache
def dealt(dice: int) -> list[int]:
    return [0] * dice


@lru_cache(maxsize=3)
def dealt_with_their_names(names: str) -> tuple[str, dict[str, int]]:
    return names, dict.fromkeys(names, 0)


def laid(dice: int) -> list[int]:
    if dice not in LAID:
        LAID[dice] = [0] * dice
    return LAID[dice]


@remembers("dealt")
async def a_list_of_a_cache_on_one_way_in_four_hundred() -> int:
    dice = dealt(2)
    dice[0] = 0  # here
    if await roll(d20) == 9 and await roll(d20) == 17:
        dice[0] += await roll(d6)
    return dealt(2)[0]


@remembers("dealt_with_their_names")
async def a_dict_of_a_cache() -> int:
    _, dice = dealt_with_their_names("ab")
    await roll(d3)
    dice["a"] += 1  # here
    return dice["a"] + await roll(d3)


@remembers("LAID")
async def a_list_kept_by_a_function_on_one_way_in_four_hundred() -> int:
    dice = laid(2)
    if await roll(d20) == 9 and await roll(d20) == 17:
        dice.append(await roll(d6))  # here
    return len(laid(2))


@pure
async def copies_what_is_cached() -> int:
    dice = list(dealt(2))
    dice[0] = await roll(d6)
    still = dealt(2)
    return sum(dice) + await roll(d3) + len(still)


@pure
async def writes_down() -> int:
    face = await roll(d6)
    CALLS.append(face)
    COUNT[0] += 1
    return face + await roll(d6)


@cache
def squared(face: int) -> int:
    return face * face


def doubled(face: int) -> int:
    if face not in KNOWN:
        KNOWN[face] = 2 * face
    return KNOWN[face]


@pure
async def caches() -> int:
    face = await roll(d6)
    return squared(face) + doubled(await roll(d6)) - face


@pure
async def caches_itself() -> int:
    face = await roll(d6)
    known = FOUND.get(face)
    if known is None:
        known = FOUND[face] = face * face
    return known + await roll(d6)


@pure
async def keeps_its_own() -> int:
    last = [0]
    hero = Hero()
    hero.health = last[0] = await roll(d6)
    second = await roll(d6)
    return last[0] + hero.health + second


@pure
async def shares_with_a_function_of_its_own() -> int:
    last = 0

    def keep(face: int) -> None:
        nonlocal last
        last = face

    keep(await roll(d6))
    second = await roll(d6)
    return last * 10 + second


def asked(call: Call[Any]) -> list[Callable[[], Any]]:
    return [
        lambda: odds(call, first_option),
        lambda: best(call, lambda outcome: outcome),
        lambda: explain(call),
    ]


@pytest.mark.parametrize(("remembering", "name"), REMEMBERS, ids=[each.name for each, _ in REMEMBERS])
def test_what_a_rule_keeps_outside_of_itself_is_named_with_its_line(remembering: Rule[[], Any], name: str) -> None:
    lines = Path(__file__).read_text().splitlines()
    for ask in asked(remembering()):
        with pytest.raises(RuleError, match=f"{remembering.name}.*changes what outlives it, `{name}`.*pure") as caught:
            ask()
        assert caught.value.file == __file__
        assert lines[caught.value.line - 1].endswith(("# here", "# of a function"))


@pytest.mark.parametrize("harmless", PURE, ids=[each.name for each in PURE])
def test_what_is_written_down_cached_or_of_the_rule_itself_is_no_memory(harmless: Rule[[], Any]) -> None:
    for ask in asked(harmless()):
        ask()


def test_what_does_harm_by_a_method_is_found_by_going_there_again() -> None:
    class Purse:
        coins = 0

        def put(self, coins: int) -> None:
            self.coins = coins

    purse = Purse()

    @rule
    async def pays() -> int:
        purse.put(await roll(d6))
        face = await roll(d6)
        return purse.coins * 10 + face

    for ask in asked(pays()):
        with pytest.raises(RuleError, match=r"pays.*run again with the same arguments.*pure"):
            ask()
