"""Lists of answers whose order nobody reads: the same odds, of far fewer states."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.programs import defined

from oddsmith.dice import Die, d6
from oddsmith.rules import choose, explore, odds, roll, rule, solve
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.solvers.outcomes_apart import mapped, outcomes_apart

HALVES = (Fraction(1, 2), 0.5, 1)
VALUES: list[tuple[Any, ...]] = [(1, 2), ("b", "a"), HALVES, (True, 1, 2), (False, 0.0), ((1,), (2, 0))]


@rule
async def one_of(values: tuple[Any, ...]) -> Any:
    return values[await roll(Die.sided(len(values))) - 1]


@rule
async def summed(dice: int) -> int:
    return sum([await roll(d6) for _ in range(dice)])


@rule
async def best_two(dice: int) -> tuple[int, ...]:
    faces = [await roll(d6) for _ in range(dice)]
    return tuple(sorted(faces, reverse=True)[:2])


def test_a_sum_of_fifty_dice_is_a_sum() -> None:
    assert odds(summed(50)) == d6.pool(50).sum().distribution()


def test_the_best_two_of_many_dice_are_those_of_the_pool() -> None:
    expected: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=4):
        two = tuple(sorted(faces, reverse=True)[:2])
        expected[two] = expected.get(two, Fraction(0)) + Fraction(1, 6**4)
    assert dict(odds(best_two(4)).items()) == expected
    assert len(explore(best_two(9))) <= comb(9 + 6, 6) + 21  # multisets of up to nine faces


def test_dice_thrown_one_by_one_are_played_like_a_pool() -> None:
    @rule
    async def hand() -> int:
        dice = tuple(sorted([await roll(d6) for _ in range(3)]))
        kept = await choose("player", tuple({c: c for k in range(4) for c in combinations(dice, k)}))
        return sum(sorted([*kept, *[await roll(d6) for _ in range(3 - len(kept))]]))

    assert solve(explore(hand())).value == 3 * Fraction(4 + 5 + 6 + 3 * Fraction(7, 2), 6)


@rule
async def many_ways(values: tuple[Any, ...], dice: int) -> Any:
    first = sorted([await one_of(values) for _ in range(dice)])
    second = max([await one_of(values) for _ in range(dice)], default=0)
    third = [await one_of(values) for _ in range(dice)]
    fourth = any([await one_of(values) == 1 for _ in range(dice)])
    fifth = sorted([*first, *[await one_of(values) for _ in range(3 - dice)]])
    return tuple(first), second, min(third), len(third), fourth, tuple(fifth), third if dice == 1 else tuple(third)


@rule
async def alike(values: tuple[Any, ...], dice: int) -> Any:
    faces = [await one_of(values) for _ in range(dice)]
    total = sum([await one_of(values) for _ in range(dice)])
    return max(faces), sum(faces), len(faces), any(faces), tuple(sorted(faces)), total, type(total).__name__


@rule
async def ordered(values: tuple[Any, ...], dice: int) -> Any:
    faces = [await one_of(values) for _ in range(dice)]
    low = sorted(faces, key=lambda face: 0)
    return tuple(low), faces[0], sum([face == 1 for face in faces])


@pytest.mark.examples
@pytest.mark.parametrize("values", VALUES, ids=str)
@pytest.mark.parametrize("of", [many_ways, alike, ordered])
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_folds_read_what_lists_would(of: Any, values: tuple[Any, ...], dice: int) -> None:
    @cache
    def plain() -> Graph:
        return replayed(of(values, dice), decisions_stay=False)

    def apart() -> Any:
        graph = plain()
        found = outcomes_apart(graph)
        return outcomes(graph).map(repr) if found is None else mapped(found, repr)

    assert found_or_raised(lambda: odds(of(values, dice))) == found_or_raised(lambda: outcomes(plain()))
    assert found_or_raised(lambda: odds(of(values, dice), of=repr)) == found_or_raised(apart)


def test_numbers_that_are_not_whole_are_not_folded() -> None:
    @rule
    async def weighs() -> Any:
        return sum([await one_of(HALVES) for _ in range(2)])

    assert odds(weighs()) == outcomes(replayed(weighs(), decisions_stay=False))
    assert "a sum of" in str(engine(weighs))


READ_ALIKE = [
    *["max(got)", "min(got)", "sum(got)", "len(got)", "tuple(sorted(got))", "any(got)", "tuple(sorted(set(got)))"],
    *["len(set(got))", "set(got) == {1, 2}", "set(got) >= {2}", "2 in got", "not got", "1 if got else 2"],
    *["Counter(got)[2]", "max(Counter(got).values())", "tuple(sorted(Counter(got).values()))", "len(Counter(got))"],
    *["Counter(got) == Counter((1, 2, 1))", "(len(got), 1 not in got)", "(max(got), Counter(got)[1] > 1)"],
    *["got.count(2)", "sum(1 for x in got if x > 1)", "len([x for x in got if x != 2])", "max([x * x for x in got])"],
    *["sum(x - 2 if x > 1 else -x for x in got)", "any(not x == 2 and x < rounds for x in got)"],
    *["sum(sorted(got)[-2:])", "tuple(sorted(got)[:2])", "sorted(got)[0]", "tuple(sorted(got, reverse=True)[1:3])"],
    *["(sorted(got)[1], sorted(got)[-2], max(got))", "tuple(sorted(got)[-3:-1])", "(sorted(got)[-1], 2 in got)"],
    *["tuple(sorted(got)[1:])", "tuple(sorted(got)[:-1])", "tuple(sorted(got)[::2])", "tuple(sorted([*got, 2])[-2:])"],
]
IN_ORDER = [
    *["tuple(got)", "got[0]", "got[-1]", "Counter(got).most_common(1)[0][0]", "tuple(set(got))", "got == [1, 2, 1]"],
    *["tuple(Counter(got))", "max(got, key=lambda x: x == 2)", "str(got)", "tuple(x for x in got)", "sum(got, 1)"],
    *["sum(x * 0.1 for x in got)", "any(0 // (2 - x) for x in got)"],
    *[
        "sum(x * y for x in got for y in got)",
        "sum(len(got) for _ in (1, 2))",
        "max((x for x in got), key=lambda x: x % 2)",
    ],
]


def appended(read: str, *, more: str = "", made: str = "got = []") -> Any:
    return defined(
        "from collections import Counter\n"
        "@rule\nasync def program(rounds):\n"
        f"    {made}\n"
        f"    for _ in range(rounds):\n        got.append(await roll(Die.sided(3)))\n{more}"
        f"    return {read}\n"
    )


@cache
def states_of_five(read: str) -> int:
    """The states in which five answers that are appended are kept."""
    return len(explore(appended(read)(5)))


@pytest.mark.examples
@pytest.mark.parametrize("read", [*READ_ALIKE, *IN_ORDER])
@pytest.mark.parametrize(
    "more",
    [
        "",
        "        if await roll(d2) == 1:\n            got = []\n",
        "        other = got\n        other.append(2)\n",
        "        if len(got) > 1:\n            got.append(sum(got))\n",
        "        got += [1]\n",
        "    later = lambda: got.append(1)\n    later()\n",
    ],
)
def test_lists_that_are_appended_to_have_the_odds_of_replay(read: str, more: str) -> None:
    call = appended(read, more=more)(3)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected


@pytest.mark.parametrize("read", READ_ALIKE)
def test_lists_that_are_appended_to_are_kept_as_multisets(read: str) -> None:
    # multisets of up to five of three faces, and ends; lists in order would be 3 + 9 + 27 + 81 + 243
    assert len(explore(appended(read)(6))) <= sum(comb(n + 2, 2) for n in range(7)) + comb(8, 2)


ADDS = [
    ("[]", "got += [face]"),
    ("[]", "got += (face,)"),
    ("[]", "got = got + [face]"),
    ("[]", "got = [*got, face]"),
    ("()", "got += (face,)"),
    ("()", "got = got + (face,)"),
    ("()", "got = (*got, face)"),
]
#: Some of these raise errors, some change what else has the list: all do as they do when they are run again.
OTHERWISE = [
    ("()", "got += [face]"),
    ("[]", "got = got + (face,)"),
    ("[]", "got = (*got, face)"),
    ("()", "got = [*got, face]"),
    ("()", "got.append(face)"),
    ("[]", "got += (*got, face)"),
    ("[]", "got += [len(got)]"),
    ("[]", "got = [face, *got]"),
    ("[]", "got += [face, 2]"),
    ("[]", "got = other = got + [face]"),
    ("()", "other = got; got += (face,); got += (len(other),)"),
    ("[]", "other = got; got += [face]; got = got + [len(other)]"),
]


def added(begin: str, adds: str, read: str) -> Any:
    return defined(
        "from collections import Counter\n"
        "@rule\nasync def program(rounds):\n"
        f"    got = {begin}\n"
        f"    for _ in range(rounds):\n        face = await roll(Die.sided(3))\n        {adds}\n"
        f"    return {read}\n"
    )


@pytest.mark.examples
@pytest.mark.parametrize("read", [*READ_ALIKE[::3], *IN_ORDER[::3]])
@pytest.mark.parametrize(("begin", "adds"), [*ADDS, *OTHERWISE])
def test_tuples_and_lists_that_are_added_to_have_the_odds_of_replay(begin: str, adds: str, read: str) -> None:
    call = added(begin, adds, read)(3)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected


@pytest.mark.examples
@pytest.mark.parametrize("read", READ_ALIKE)
@pytest.mark.parametrize(("begin", "adds"), ADDS)
def test_tuples_and_lists_that_are_added_to_are_kept_as_appended_ones(begin: str, adds: str, read: str) -> None:
    assert len(explore(added(begin, adds, read)(5))) == states_of_five(read)


def rolled_in_place(begin: str, adds: str, read: str) -> Any:
    """The same, where what is added is rolled as it is added."""
    return defined(
        "from collections import Counter\n"
        "async def longer(faces):\n"
        "    face = await roll(Die.sided(3))\n    faces.append(face)\n    return face\n"
        "@rule\nasync def program(rounds):\n"
        f"    got = {begin}\n"
        f"    for _ in range(rounds):\n        {adds.replace('face', 'await roll(Die.sided(3))')}\n"
        f"    return {read}\n"
    )


@pytest.mark.examples
@pytest.mark.parametrize("read", READ_ALIKE)
@pytest.mark.parametrize(("begin", "adds"), ADDS)
def test_what_is_rolled_as_it_is_added_is_kept_as_if_it_were_rolled_before(begin: str, adds: str, read: str) -> None:
    call = rolled_in_place(begin, adds, read)
    assert len(explore(call(5))) == states_of_five(read)
    assert odds(call(3)) == outcomes(replayed(call(3), decisions_stay=False))


@pytest.mark.examples
@pytest.mark.parametrize("read", [*READ_ALIKE[::3], *IN_ORDER[::3]])
@pytest.mark.parametrize(
    ("begin", "adds"),
    [
        *OTHERWISE,
        ("[]", "got = [*got, await longer(got)]"),
        ("[]", "other = got; got = [*got, await longer(other)]"),
        ("[]", "got = [*got, (got := [1]), face][:2]"),
        ("()", "got = (*got, await longer(list(got)))"),
        ("[]", "got = [*got, await longer([*got])]"),
        ("[]", "match got:\n            case [*got]:\n                got = [*got, face]"),
    ],
)
def test_what_is_rolled_as_it_is_added_has_the_odds_of_replay(begin: str, adds: str, read: str) -> None:
    call = rolled_in_place(begin, adds, read)(3)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected


def test_a_list_may_say_what_it_holds() -> None:
    assert len(explore(appended("got.count(2)", made="got: list[int] = []")(8))) <= comb(8 + 2, 3) + 9


@pytest.mark.parametrize(
    ("read", "kept"),
    [
        *[("max(got)", 3), ("min(got)", 3), ("(max(got), not got)", 3), ("max(got) - min(got)", 6), ("any(got)", 7)],
        *[("(2 in got, 3 in got)", 7), ("len(set(got))", 7), ("tuple(sorted(set(got)))", 7)],
        *[("sum(sorted(got)[-2:])", 9), ("sorted(got)[1]", 9), ("sorted(got, reverse=True)[-1]", 3)],
        *[("sorted(got)[-1] - min(got)", 6), ("(sorted(got)[-1], 2 in got)", 7)],
    ],
)
def test_of_a_list_no_more_is_kept_than_what_is_read_of_it(read: str, kept: int) -> None:
    # the highest face, both ends, or the faces that there are: not empty ones, or nothing yet; and at most 8 ends
    assert len(explore(appended(read)(12))) <= 12 * (kept + 1) + 8


@pytest.mark.parametrize(
    "read",
    [
        "sum(low[-2:])",
        "low[0] - low[-2]",
        "tuple(low[1:3])",
        "tuple(low[:-1])",
        "(tuple(low), low[0])",
        "low[len(low) - 1]",
    ],
)
def test_a_list_in_order_may_have_a_name(read: str) -> None:
    call = appended(read, more="    low = sorted(got)\n")(3)
    assert odds(call) == outcomes(replayed(call, decisions_stay=False))


def test_the_best_three_of_thirty_dice_are_those_of_the_pool() -> None:
    @rule
    async def best_three(dice: int) -> int:
        faces = sorted([await roll(d6) for _ in range(dice)])
        return faces[-3] + faces[-2] + faces[-1]

    assert odds(best_three(30)) == d6.pool(30).keep_highest(3).sum().distribution()
    assert len(explore(best_three(30))) <= 30 * comb(3 + 5, 5) + 16  # multisets of three faces, and ends


def test_the_highest_of_two_hundred_dice_is_that_of_the_pool() -> None:
    @rule
    async def highest(dice: int) -> int:
        return max([await roll(d6) for _ in range(dice)])

    assert odds(highest(200)) == d6.pool(200).keep_highest(1).sum().distribution()


IN_TURN = ["found[2]", "max(found.values())", "len(found)", "found == Counter((1, 2, 1))", "(found[1], found[2] > 1)"]


@pytest.mark.parametrize("read", [*IN_TURN, "found.most_common(1)[0][0]", "tuple(found)", "(found[1], tuple(found))"])
@pytest.mark.parametrize("more", ["", "    found[2] += 1\n", "    found = Counter(got)\n"])
def test_a_counter_with_a_name_has_the_odds_of_replay(read: str, more: str) -> None:
    call = appended(read, more=f"    found = Counter(got)\n{more}")(4)
    assert odds(call) == outcomes(replayed(call, decisions_stay=False))


@pytest.mark.parametrize("read", IN_TURN)
def test_what_is_counted_under_a_name_is_kept_as_a_multiset(read: str) -> None:
    assert len(explore(appended(read, more="    found = Counter(got)\n")(6))) <= 84 + comb(8, 2) + 1


@pytest.mark.parametrize("read", ["tuple(got)", "got[0]", "Counter(got).most_common(1)[0][0]"])
def test_lists_of_which_the_order_is_read_are_kept_in_order(read: str) -> None:
    assert len(explore(appended(read)(5))) > 3 + 9 + 27 + 81


def test_a_list_that_was_given_is_left_as_it_is() -> None:
    rule = defined(
        "@rule\nasync def program(got):\n"
        "    for _ in range(2):\n        if await roll(d2) == 1:\n            got = []\n            got.append(5)\n"
        "    return max(got)\n"
    )
    assert odds(rule((3, 1))).pmf(3) == Fraction(1, 4)


@rule
async def highest_after_a_half() -> object:
    faces = sorted([await roll(d6) if place else 2.5 for place in range(3)])
    return faces[-1]


def test_ends_are_kept_of_whole_numbers_alone() -> None:
    law = dict(odds(highest_after_a_half()).items())
    assert law == {2.5: Fraction(4, 36)} | {face: Fraction(2 * face - 1, 36) for face in range(3, 7)}


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("kept = faces = [await roll(Die.sided(3)) for _ in range(2)]", "max(faces)"),
        ("kept = faces = [await roll(Die.sided(3)) for _ in range(2)]", "sum(kept) + max(faces)"),
        ("first, second = [await roll(Die.sided(3)) for _ in range(2)]", "10 * first + second"),
        ("first, *faces = [await roll(Die.sided(2)) for _ in range(3)]", "first + max(faces)"),
        ("[first, second] = faces = [await roll(Die.sided(2)) for _ in range(2)]", "second + len(faces)"),
        ('sheet["dice"] = [await roll(Die.sided(2)) for _ in range(3)]', 'sum(sheet["dice"])'),
        ("dice: list = [await roll(Die.sided(3)) for _ in range(2)]", "max(*dice)"),
        ("dice = [await roll(Die.sided(3)) for _ in range(2)]", "min(*dice)"),
        ("dice = [await roll(Die.sided(3)) for _ in range(1)]", "max(*dice)"),
        ("dice = [await roll(Die.sided(3)) for _ in range(2)]", "max(*dice, key=lambda die: -die)"),
    ],
)
def test_answers_go_wherever_they_are_put(asked: str, read: str) -> None:
    ways = 20  # behind a way that is seldom gone, where the first steps of both engines are not those that differ
    rule = defined(
        "@rule\nasync def program():\n    faces, sheet, kept = [8, 8], {'dice': [8]}, [8]\n    first = second = 8\n"
        f"    if await roll(Die.sided({ways})) == 1:\n        {asked}\n        return {read}\n    return 0\n"
    )
    expected = found_or_raised(lambda: outcomes(replayed(rule(), decisions_stay=False)))
    assert found_or_raised(lambda: odds(rule())) == expected
    assert expected == "TypeError(\"'int' object is not iterable\")" or expected.pmf(0) == Fraction(ways - 1, ways)
