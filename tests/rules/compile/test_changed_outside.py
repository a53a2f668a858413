"""Rules that change things outside of them by other names or by functions are refused; caches and notes are not."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

import pytest

from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Rule, best, choose, first_option, odds, roll, rule

d2, d3 = Die.sided(2), Die.sided(3)


@dataclass
class Fighter:
    hp: int


class Deck:
    def __init__(self) -> None:
        self.cards = [1, 2, 3]

    def turn(self, by: int) -> int:
        self.cards.append(self.cards.pop(0))
        return self.cards[by % 3]

    @cached_property
    def top(self) -> int:
        return max(self.cards)


class Pair:
    @cache  # noqa: B019  # one object keeps it
    def dice(self) -> list[int]:
        return [0, 0]


@lru_cache(maxsize=2)
def at_first(most: int) -> list[int]:
    return list(range(most))


PAIR = Pair()
HEROES = [Fighter(3), Fighter(4)]
FOES = [{"hp": 3}, {"hp": 4}]
DECK, OTHER, THIRD = [1, 2, 3], [1, 2, 3], [1, 2, 3]
DECKS = {"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]}
SCORE = {"a": 0}
SEEN: dict[str, int] = {}
MEM: dict[int, int] = {}
LAST: list[int | None] = [None]
CFG: dict[str, int] = {}
TURNED = deque([1, 2, 3])
OBJECT = Deck()
STILL = Deck()
KNOWN: dict[int, int] = {}
LAZY: dict[str, list[int]] = {}
SQUARES = [0]
WRITTEN: list[int] = []
times = 0

MEMORIES: list[tuple[Rule[[], Any], str]] = []
PURE: list[Rule[[], Any]] = []


def changes(name: str) -> Callable[[Callable[[], Any]], None]:
    def take(function: Callable[[], Any]) -> None:
        MEMORIES.append((rule(function), name))

    return take


def pure(function: Callable[[], Any]) -> None:
    PURE.append(rule(function))


@changes("HEROES")
async def by_a_loop_variable() -> int:
    for h in HEROES:
        if await roll(d2) == 1:
            h.hp = 0
    return sum(h.hp == 0 for h in HEROES)


@changes("FOES")
async def by_a_loop_variable_over_dicts() -> int:
    for foe in FOES:
        if await roll(d2) == 1:
            foe["hp"] = 0
    return sum(foe["hp"] == 0 for foe in FOES)


@changes("DECK")
async def by_another_name() -> int:
    d = DECK
    d[0] += await roll(d3)
    return d[0] + await roll(d3)


@changes("DECK")
async def by_another_name_or_not() -> int:
    d = DECK or [1]
    d[0] += await roll(d3)
    return d[0] + await roll(d3)


@changes("DECKS")
async def an_item() -> int:
    d = DECKS["a"]
    d.append(await roll(d3))
    return d.count(1) * 10 + await roll(d2)


@changes("DECKS")
async def an_item_swapped() -> int:
    d = DECKS["b"]
    i = await roll(d3) - 1
    d[0], d[i] = d[i], d[0]
    return d[await roll(d2) - 1]


@changes("DECKS")
async def an_item_that_is_got() -> int:
    d = DECKS.get("c") or []
    d[0] += await roll(d3)
    return d[0] + await roll(d3)


@changes("SCORE")
async def the_most_so_far() -> int:
    s = SCORE
    s["a"] = max(s["a"], await roll(d3))
    return s["a"]


@changes("OTHER")
async def cards_removed_by_a_choice() -> int:
    d = OTHER
    d.remove(await choose("player", tuple(d)))
    return d[0]


def first(x: int) -> int:
    SEEN.setdefault("v", x)
    return SEEN["v"]


@changes("SEEN")
async def the_first_for_ever() -> int:
    return first(await roll(d3))


async def remembered(n: int) -> int:
    if n not in MEM:
        MEM[n] = await roll(d3)
    return MEM[n]


@changes("MEM")
async def rolls_that_are_kept() -> int:
    return await remembered(1) + await remembered(1)


def the_last(v: int) -> int | None:
    old = LAST[0]
    LAST[0] = v
    return old


@changes("LAST")
async def the_roll_before() -> bool:
    x = await roll(d3)
    return the_last(x) == x


def parity() -> int:
    if "n" not in CFG:
        CFG["n"] = 0
    CFG["n"] += 1
    return CFG["n"] % 2


@changes("CFG")
async def counted() -> int:
    return await roll(d3) + parity()


def turn(i: int) -> int:
    TURNED.rotate(i)
    return TURNED[0]


@changes("TURNED")
async def turned() -> int:
    return turn(await roll(d3))


def swap(i: int) -> None:
    THIRD[0], THIRD[i] = THIRD[i], THIRD[0]


@changes("THIRD")
async def swapped_by_a_function() -> int:
    swap(await roll(d3) - 1)
    return THIRD[0]


def count_up() -> int:
    global times
    times += 1
    return times


@changes("times")
async def a_name_bound_anew_by_a_function() -> bool:
    face = await roll(d3)
    return face > 0 and count_up() > 1000


@changes("PAIR")
async def a_list_that_a_method_caches() -> int:
    dice = PAIR.dice()
    dice[:] = [0, 0]
    dice[0] += await roll(d2)
    dice[1] += await roll(d2)
    return sum(PAIR.dice())


@changes("at_first")
async def a_list_cached_and_changed_by_a_function() -> int:
    dice = at_first(2)
    dice = lay(dice, await roll(d2))
    dice = lay(dice, await roll(d2))
    return len(dice)


def lay(dice: list[int], face: int) -> list[int]:
    dice.append(face)
    return dice


def doubled(face: int) -> int:
    if face not in KNOWN:
        KNOWN[face] = 2 * face
    return KNOWN[face]


def squared(n: int) -> int:
    while len(SQUARES) <= n:
        SQUARES.append(len(SQUARES) ** 2)
    return SQUARES[n]


def table() -> list[int]:
    return LAZY.setdefault("table", [0, 1, 1, 2, 2, 3, 3])


@pure
async def caches() -> int:
    face = await roll(d6)
    return doubled(face) + squared(face) - table()[face] + STILL.top


def note_down(face: int) -> None:
    WRITTEN.append(face)


@pure
async def notes() -> int:
    face = await roll(d6)
    note_down(face)
    return face


@pure
async def copies() -> int:
    d = list(DECK)
    d.remove(await roll(d3))
    heroes = [Fighter(h.hp) for h in HEROES]
    heroes[0].hp -= await roll(d2)
    return d[0] + heroes[0].hp


@pytest.mark.parametrize(("memory", "name"), MEMORIES, ids=[each.name for each, _ in MEMORIES])
def test_what_is_changed_by_another_name_or_a_function_is_told(memory: Rule[[], Any], name: str) -> None:
    told = rf"{memory.name}.*(changes what outlives it, `{name}`|asked for something else).*pure"
    with pytest.raises(RuleError, match=told):
        odds(memory(), first_option)
    with pytest.raises(RuleError, match=told):
        best(memory(), lambda outcome: outcome)


@pytest.mark.parametrize("harmless", PURE, ids=[each.name for each in PURE])
def test_caches_and_notes_in_functions_are_no_memory(harmless: Rule[[], Any]) -> None:
    for _ in range(2):
        odds(harmless(), first_option)
        best(harmless(), lambda outcome: outcome)


def test_an_object_of_a_rule_s_own_arguments_is_named_as_the_rule_names_it() -> None:
    class Hero:
        hp = 5

    @rule
    async def fight(hero: Hero) -> int:
        hero.hp -= await roll(d2)
        return hero.hp

    with pytest.raises(RuleError, match=r"fight.*(outlives it, `hero`|asked for something else)"):
        odds(fight(Hero()))


def test_what_changes_between_two_questions_is_the_author_s_own() -> None:
    @rule
    async def top() -> int:
        return DECKS_AT_HAND[0] + await roll(d2)

    assert odds(top()).mean == 2.5
    DECKS_AT_HAND[0] = 5
    assert odds(top()).mean == 6.5


def test_a_list_that_a_cache_keeps_is_as_it_was_after_a_refusal() -> None:
    for _ in range(2):
        with pytest.raises(RuleError, match=r"outlives it, `at_first`"):
            odds(MEMORIES[-1][0]())
    assert at_first(2) == [0, 1]


DECKS_AT_HAND = [1]


@dataclass
class Hero:
    """One whose coins no comparison sees."""

    name: str
    coins: int = field(default=0, compare=False)


ANA = Hero("Ana")
PARTY = {"first": ANA}


@rule
async def pays() -> int:
    face = await roll(d6)
    PARTY["first"] = Hero("Ana", PARTY["first"].coins + face)
    return PARTY["first"].coins


def test_a_change_that_no_comparison_sees_is_a_memory() -> None:
    with pytest.raises(RuleError, match="changes what outlives it, `PARTY`"):
        odds(pays())
    assert PARTY["first"] is ANA
