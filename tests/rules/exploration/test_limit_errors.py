"""Errors about limits name the field, the value and what is allowed, and say no numbers that mean nothing."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from oddsmith.dice import coin, d6
from oddsmith.errors import BadInput
from oddsmith.rules import Call, StateLimit, best, explain, explore, frontier, odds, roll, rule, simulate
from oddsmith.rules.exploration.limits.state_limits import too_deep, too_many_branches, too_wide


@rule
async def one_die() -> int:
    return await roll(d6)


@rule
async def halved() -> Fraction:
    x = Fraction(1)
    while await roll(coin) == "H":
        x /= 2
    return x


@rule
async def long_text(text: str, n: int) -> int:
    return await roll(d6) + n + len(text)


ASKED: list[Callable[..., Any]] = [odds, best, explore, explain, lambda call, **given: simulate(call, 10, **given)]


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("limit", ["x", -1, 1.5, None, True])
def test_a_limit_that_is_no_whole_number_is_refused(asked: Callable[..., Any], limit: Any) -> None:
    with pytest.raises(BadInput, match="a whole number, 0 or more") as caught:
        asked(one_die(), limit=limit)
    assert str(caught.value).startswith("limit")
    assert caught.value.value == limit


@pytest.mark.parametrize("asked", [each for each in ASKED if each is not explore])
@pytest.mark.parametrize("of", [3, "sixes"])
def test_what_is_no_function_cannot_be_asked_of_an_outcome(asked: Callable[..., Any], of: Any) -> None:
    with pytest.raises(BadInput, match="of: .* is not allowed.* a function of the outcome") as caught:
        asked(one_die(), of=of)
    assert caught.value.value == of


@pytest.mark.parametrize("asked", [odds, best, explore])
def test_every_limit_is_kept(asked: Callable[..., Any]) -> None:
    with pytest.raises(StateLimit) as caught:
        asked(one_die(), limit=3)
    assert caught.value.limit == 3
    assert asked(one_die(), limit=10)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (3_108_105, "about 3,108,105 "),
        (6**20, "about 10^15 "),
        (10**16, "more than 10^15 "),
        (10**2_007, "more than 10^15 "),
    ],
)
def test_estimates_past_all_counting_are_told_as_such(number: int, told: str) -> None:
    call: Call[int] = one_die()
    assert f"needs {told}states" in too_wide([(call, (), None)], 5, number, 4).message
    assert f"needs {told}branches" in too_many_branches(call, 5, number, 4).message


@rule
async def remainder() -> int:
    """About a million and three states at most."""
    x = 1
    while x:
        x = (x * 31 + await roll(d6)) % 1_000_003
    return x


@rule
async def counted_in_a_dict() -> int:
    seen: dict[int, int] = {}
    while (face := await roll(d6)) != 6:
        seen[face] = seen.get(face, 0) + 1
    return seen.get(5, 0)


@rule
async def sets_its_item() -> int:
    for n in count():
        if await roll(d6) == 6:
            return n
        if await roll(d6) == 1:
            n = n + 5
    return 0


@pytest.mark.parametrize(
    ("call", "remedy"),
    [
        (counted_in_a_dict(), r"seen is a new value in each .* Count in a `Counter` of which only entries are read"),
        (sets_its_item(), r"the place in the loop is .* in a variable other than its item"),
    ],
    ids=str,
)
def test_the_remedy_says_what_would_be_answered(call: Call[int], remedy: str) -> None:
    with pytest.raises(StateLimit, match=remedy):
        odds(call)


def test_an_estimate_says_on_what_it_rests() -> None:
    with pytest.raises(StateLimit, match="states if ways meet as seldom as they did so far; the limit is 1,000,000"):
        explore(remainder())


def test_the_remedy_for_a_fraction_is_not_that_for_a_list() -> None:
    with pytest.raises(StateLimit, match="x takes .* A number that is multiplied again and again") as caught:
        odds(halved())
    assert "list" not in caught.value.remedy


def test_values_that_look_alike_in_brief_are_not_shown_side_by_side() -> None:
    samples = [(long_text("o" * 200 + str(n), n % 2), 10 * n) for n in range(1, 10)]
    error = too_deep(samples, 90, 50, lambda _: [], told=samples, far=True)
    assert error is not None
    assert "text is a new value in each. " in error.remedy


def test_frontiers_keep_the_limit_that_is_given() -> None:
    with pytest.raises(BadInput, match="limit"):
        frontier(explore(one_die()), lambda k: k % 3, lambda k: k % 2, limit=-1)


def test_a_list_of_dice_is_named_with_the_pool_that_it_could_be() -> None:
    @rule
    async def kept(dice: int) -> tuple[int, ...]:
        faces = [await roll(d6) for _ in range(dice)]
        return tuple(faces)

    with pytest.raises(
        StateLimit, match=r"faces, the list made so far, takes [\d,]+ values\. Read a whole pool"
    ) as caught:
        odds(kept(9), limit=10_000)
    assert "(`await roll(d6.pool(dice))`)" in str(caught.value)

    @rule
    async def added(dice: int) -> tuple[int, ...]:
        faces: list[int] = []
        for _ in range(dice):
            faces += [await roll(d6)]
        return tuple(faces)

    with pytest.raises(StateLimit, match=r"`await roll\(d6\.pool\(dice\)\)`"):
        odds(added(9), limit=10_000)
