"""Errors name what is wrong in the words of the rule: numbers, lists, and what asks for them."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.rules.games import ones_and_twos

from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError, Undecidable
from oddsmith.rules import StateLimit, odds, roll, rule

d3 = Die.sided(3)


@rule
async def holds_a_list() -> Any:
    return await roll(d6), (2, [1, 2])


def test_a_list_inside_of_an_outcome_is_named() -> None:
    with pytest.raises(RuleError, match=r"its outcome is a tuple that holds the list \[1, 2\], which cannot be hashed"):
        odds(holds_a_list())


@rule
async def defines_a_class() -> Any:
    @dataclass(frozen=True)
    class Faces:
        first: int
        second: int

    return Faces(await roll(d6), await roll(d6))


def test_a_class_within_a_rule_is_to_be_defined_outside() -> None:
    with pytest.raises(RuleError, match=r"defines a class, which is another one in each run.*outside of the rule"):
        odds(defines_a_class())


@rule
async def multiplied() -> int:
    m = 1
    while (face := await roll(d6)) != 1:
        m = 7 * m % (10**9 + 7) + face
    return m


def test_the_repr_of_a_limit_foreseen_says_what_its_message_says() -> None:
    with pytest.raises(StateLimit) as caught:
        odds(multiplied())
    assert caught.value.early
    assert repr(caught.value) == f"StateLimit({caught.value.message!r})"


def test_a_question_that_rises_and_falls_is_blamed_rather_than_the_rule() -> None:
    with pytest.raises(RuleError, match="what is asked of its outcomes goes by a difference"):
        odds(ones_and_twos(), of=lambda o: max(o))
    with pytest.raises(RuleError, match="both adds to and takes from what is asked of the outcome"):
        odds(ones_and_twos(), of=lambda o: o[0] - o[1])


def test_a_question_without_an_answer_is_told_which_have_one() -> None:
    with pytest.raises(Undecidable, match="Ask for a field, a sum of fields") as caught:
        odds(ones_and_twos(), of=lambda o: o[0] * o[1])
    assert "Ask the rule itself" not in str(caught.value)


@rule
async def one_count_less_another() -> int:
    tries = 0
    while await roll(d6) != 6:
        tries += 1
    more = 0
    while await roll(d3) != 3:
        more += 1
    return tries - more if tries > more else more


def test_a_number_that_is_not_told_apart_is_shown_as_a_number() -> None:
    with pytest.raises(StateLimit, match=r"more is new again and again \(\d+, later \d+\)"):
        odds(one_count_less_another())


@rule
async def numbers_in_a_set() -> int:
    seen: frozenset[int] = frozenset()
    number = 0
    while await roll(d6) != 6:
        number += 1
        seen = seen | {number}
    return len(seen) % 7


def test_where_size_counts_what_holds_most_is_named() -> None:
    with pytest.raises(
        StateLimit, match="grows without end: .*: seen takes .* values.* keep only what is read"
    ) as caught:
        odds(numbers_in_a_set(), limit=20_000)
    assert caught.value.endless
    assert "raise the limit" not in str(caught.value)


@rule
async def high_or_low(rolls: int) -> int:
    numbers = 0
    for _ in range(rolls):
        numbers = numbers * 6 + await roll(d6)
    return numbers


def test_states_that_a_higher_limit_allows_are_not_endless() -> None:
    with pytest.raises(StateLimit, match="or raise the limit") as caught:
        odds(high_or_low(4), limit=500)
    assert not caught.value.endless
