"""Words without a declared order, of which rules ask which is more: refused, also where none is written there."""

import functools
import operator
from collections import Counter
from collections.abc import Callable
from operator import ge
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import Die, d6, ordered_words
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Rule, choose, first_option, odds, play, roll, rule

DIE = Die(("flat", "sharp", "natural"))  # words that no test gives an order
POOL = DIE.pool(3)
RANKS = Die(ordered_words("lowly", "lordly"))
NAMED = {1: "fumble", 2: "blow", 3: "ace"}
d3 = Die((1, 2, 3))


def graded(face: int) -> str:
    if face < 3:
        return "fumble"
    return "blow" if face < 6 else "ace"


@rule
async def grade() -> str:
    face = await roll(d6)
    return "fumble" if face < 3 else "blow"


SLIPS: list[Rule[[], Any]] = []
FINE: list[Rule[[], Any]] = []


def slip(function: Callable[[], Any]) -> None:
    SLIPS.append(rule(function))


def fine(function: Callable[[], Any]) -> None:
    FINE.append(rule(function))


@slip
async def two_rolled_words() -> object:
    mine = await roll(DIE)
    theirs = await roll(DIE)
    return mine if mine > theirs else theirs  # noqa: FURB136  # here


@slip
async def the_sorted_unpacked() -> object:
    words = [await roll(DIE), await roll(DIE)]
    low, high = sorted(words)  # here
    return (low, high)


@slip
async def the_most_of_two() -> object:
    mine = await roll(DIE)
    return max(mine, await roll(DIE))  # here


@slip
async def beside_a_literal() -> object:
    taken = await choose("player", ("flat", "sharp"))
    return max(taken, "natural")  # here


@slip
async def the_most_of_a_pool() -> object:
    return max(await roll(Die(("flat", "sharp", "natural")).pool(3)))  # here


@slip
async def the_most_by_a_key_that_changes_nothing() -> object:
    return max([await roll(DIE) for _ in range(2)], key=lambda word: word)  # here


@slip
async def the_most_or_none() -> object:
    return max([await roll(DIE) for _ in range(2)], default="")  # here


@slip
async def the_least_of_a_pool() -> object:
    faces = await roll(POOL)
    return min(faces)  # here


@slip
async def the_last_of_the_sorted() -> object:
    faces = await roll(DIE.pool(2))
    return sorted(faces)[-1]  # noqa: FURB192  # here


@slip
async def the_first_of_a_list() -> object:
    word = await roll(DIE)
    return sorted([word, "double"])[0]  # noqa: FURB192  # here


@slip
async def the_most_of_pairs() -> object:
    pairs = [(await roll(DIE), 1) for _ in range(2)]
    return max(pairs)[0]  # here


@slip
async def the_most_of_a_counter() -> object:
    counted = Counter([await roll(DIE) for _ in range(2)])
    return max(counted)  # here


@slip
async def the_most_of_the_items_of_a_counter() -> object:
    counted = Counter([await roll(DIE) for _ in range(2)])
    return max(counted.items())  # here


@slip
async def the_most_by_reducing() -> object:
    words = [await roll(DIE) for _ in range(2)]
    return functools.reduce(max, words)  # here


@fine
async def how_often_the_commonest() -> object:
    counted = Counter([await roll(DIE) for _ in range(2)])
    return max(counted.values()), max(sorted(counted), key=lambda word: counted[word]), counted["flat"] > 1


@slip
async def in_a_tuple() -> object:
    word = await roll(DIE)
    return (word, 1) < ("natural", 2)  # here


@slip
async def the_best_so_far() -> object:
    best = await roll(DIE)
    for _ in range(2):
        word = await roll(DIE)
        if word > best:  # here
            best = word
    return best


@slip
async def faces_of_a_pool() -> object:
    faces = await roll(POOL)
    return faces[0] <= faces[1]  # here


@slip
async def the_most_of_awaited_words() -> object:
    return max([await roll(DIE) for _ in range(2)])  # here


@slip
async def each_of_a_pool() -> object:
    best = ""
    for face in await roll(POOL):
        if face > best:  # here
            best = face
    return best


@slip
async def by_operator() -> object:
    word = await roll(DIE)
    return operator.lt(word, await roll(DIE))  # here


@slip
async def by_an_imported_operator() -> object:
    return ge(await roll(DIE), await roll(DIE))  # here


@slip
async def sorted_in_place() -> object:
    words = [await roll(DIE) for _ in range(2)]
    words.sort()
    return words[-1]  # here


@slip
async def a_pool_sorted_in_place() -> object:
    words = list(await roll(POOL))
    words.sort(reverse=True)
    return words[:2]  # here


def the_better(one: str, other: str) -> str:
    return one if one > other else other  # noqa: FURB136


def handed_on(words: tuple[str, ...]) -> str:
    return the_better(other=words[0], one="natural")


def as_many(words: tuple[str, ...], number: int) -> bool:
    return len(words) > number and words[0] == words[-1]


@slip
async def handed_to_a_helper() -> object:
    word = await roll(DIE)
    return the_better(word, "sharp")  # here


@slip
async def handed_on_by_a_helper() -> object:
    return handed_on(await roll(POOL))  # here


@slip
async def the_most_so_far_of_words_in_the_rule() -> object:
    result = "fumble"
    for _ in range(2):
        n = await roll(d6)
        result = max(result, "fumble" if n < 3 else "blow" if n < 6 else "ace")  # here
    return result


@slip
async def of_a_dict_in_the_rule() -> object:
    names = {1: "fumble", 2: "blow", 3: "ace"}
    return max(names[await roll(d3)], names[await roll(d3)])  # here


@slip
async def of_a_dict_outside() -> object:
    one = NAMED[await roll(d3)]
    other = NAMED.get(await roll(d3), "fumble")
    return one if one > other else other  # noqa: FURB136  # here


@slip
async def of_a_tuple_in_the_rule() -> object:
    n = await roll(d3)
    return ("fumble", "blow", "ace")[n - 1] > ("fumble", "blow", "ace")[await roll(d3) - 1]  # here


@slip
async def two_variables_of_literals() -> object:
    one = "fumble" if await roll(d6) < 3 else "blow"
    other = "blow"
    if await roll(d6) == 6:
        other = "ace"
    return one >= other  # here


@slip
async def gathered_one_by_one() -> object:
    results = []
    for _ in range(3):
        results.append("blow" if await roll(d6) > 3 else "fumble")  # noqa: PERF401
    return max(results)  # here


@slip
async def by_a_function() -> object:
    return min(graded(await roll(d6)), graded(await roll(d6)))  # here


@slip
async def by_a_rule() -> object:
    one = await grade()
    return max(one, await grade())  # here


@slip
async def by_an_inner_helper() -> object:
    async def tried() -> str:
        return "blow" if await roll(d6) > 3 else "fumble"

    return max([await tried() for _ in range(2)])  # here


@slip
async def the_last_of_the_sorted_in_the_rule() -> object:
    return sorted([("fumble", "blow", "ace")[await roll(d3) - 1] for _ in range(2)])[-1]  # noqa: FURB192  # here


@slip
async def sorted_and_then_the_last() -> object:
    words = sorted([("fumble", "blow", "ace")[await roll(d3) - 1] for _ in range(2)])
    return words[-1]  # here


@pytest.mark.parametrize("slipped", SLIPS, ids=lambda each: each.name)
@pytest.mark.parametrize("interpret", [lambda call: odds(call, first_option), play], ids=["odds", "play"])
def test_refused(interpret: Callable[[Call[Any]], object], slipped: Rule[[], Any]) -> None:
    with pytest.raises(RuleError) as caught:
        interpret(slipped())
    error = caught.value
    assert "words that have no order, so that the alphabet would decide" in error.message
    assert "ordered_words(" in error.remedy
    assert (error.rule, error.file) == (slipped.name, __file__)
    assert Path(__file__).read_text(encoding="utf-8").splitlines()[error.line - 1].endswith("# here")


@fine
async def words_told_apart() -> object:
    faces = await roll(POOL)
    mine, theirs = await roll(DIE), await roll(DIE)
    most = max(faces, key=faces.count)
    return (most, mine == theirs, faces.count("flat") > faces.count("sharp"), len(faces) < 4, tuple(sorted(faces)))


@fine
async def words_in_their_order() -> object:
    mine = await roll(RANKS)
    theirs = await roll(RANKS)
    return mine > theirs, max(mine, theirs), max(await roll(RANKS.pool(2)))


@fine
async def numbers_and_words() -> object:
    found: Any = await roll(DIE)
    found = 1 if found == "flat" else 2
    taken = await choose("player", ("lowly", "lordly"))
    return found > 1, taken == "lowly"


@fine
async def handed_to_helpers_that_compare_other_things() -> object:
    words = list(await roll(POOL))
    words.sort()
    return as_many(tuple(words), 2), the_better("a", "b"), operator.lt(len(words), 4), tuple(words)


@fine
async def a_most_of_its_own() -> object:
    def max(words: tuple[str, ...]) -> str:
        return words[0]

    return max(await roll(POOL))


@fine
async def a_word_of_a_comprehension() -> object:
    word = 3
    faces = [word + "s" for word in await roll(POOL)]
    return len(faces), word > 2


@fine
async def names_for_their_own_sake() -> object:
    party = {"zoe": 3, "abel": 5}
    order = ("fumble", "blow", "ace")
    hit = sorted(party)
    for name in sorted(party):
        party[name] -= await roll(d3)
    weakest = min(party, key=lambda name: (party[name], name))
    word = order[await roll(d3) - 1]
    pair = (word, await roll(d6))
    best = max((order.index(word), word), (1, "blow"))
    left = tuple(sorted(name for name in party if party[name] > 1))
    return weakest, hit[0], len(left) > 1, order.index(word) > 1, pair[1] > 3, best


@fine
async def words_that_become_numbers() -> object:
    found: Any = "fumble"
    if await roll(d6) > 3:
        found = 2
    worth = {"fumble": 1, "blow": 2, "ace": 3}
    graded_as = graded(await roll(d6))
    mixed: Any = {1: "fumble", 2: 3}
    return isinstance(found, int) and found > 1, worth[graded_as] > 1, len(graded_as) > 4, mixed[2] > 1


@pytest.mark.parametrize("ruled", FINE, ids=lambda each: each.name)
def test_answered(ruled: Rule[[], Any]) -> None:
    odds(ruled(), first_option)
