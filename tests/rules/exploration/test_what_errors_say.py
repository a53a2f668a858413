"""Errors name what is wrong in the words of the rule: numbers, lists, and what asks for them."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.rules.compile.fuzz import replayed
from tests.rules.games import ones_and_twos
from tests.rules.states_found import at_most

from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError, Undecidable
from oddsmith.rules import AtLeast, Call, StateLimit, best, explore, odds, roll, rule, solve

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


@rule
async def falls_until_a_six() -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total -= face
    return total


def test_a_falling_total_is_answered_or_told_what_answers_it() -> None:
    """At most 3 is lost: nothing, 1, 2 or 3 in one roll, two rolls (1 1, 1 2, 2 1) or three: 1/6 * (1 + 1/6)**3."""
    least = AtLeast(-3)
    at_most_three = Fraction(7**3, 6**4)
    assert best(falls_until_a_six(), least).value == at_most_three
    assert best(falls_until_a_six(), least, of=lambda total: total).value == at_most_three
    with pytest.raises(RuleError, match=r"falls_until_a_six: .*may fall.*Ask best\(call, goal\)"):
        solve(explore(falls_until_a_six(), added=True), least)


def test_a_slip_in_what_is_asked_is_that_of_its_function() -> None:
    @rule
    async def both() -> tuple[int, int]:
        return await roll(d3), await roll(d3)

    def listed(both: tuple[int, int]) -> list[int]:
        return [both[0]]

    with pytest.raises(RuleError, match="Rule listed .*its outcome is a list"):
        odds(both(), of=listed)


class Hero:
    """One that may be hurt, and is equal to others as hurt as he is."""

    def __init__(self, health: int) -> None:
        self.health = health

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hero) and self.health == other.health

    def __hash__(self) -> int:
        return self.health


@rule
async def hurt(hero: Hero) -> int:
    hero.health -= await roll(d6)
    return hero.health


@rule
async def stands(hero: Hero) -> int:
    return hero.health + await roll(d6)


@rule
async def hurt_between() -> int:
    hero = Hero(3)
    before = await stands(hero)
    hero.health -= before
    return await stands(hero)


@pytest.mark.parametrize("call", [hurt(Hero(9)), hurt_between()], ids=lambda call: call.rule.name)
def test_an_argument_that_is_changed_is_named_with_its_line(call: Call[int]) -> None:
    with pytest.raises(RuleError, match="It changes `hero`, .* an argument of a call.*frozen dataclass") as caught:
        odds(call)
    line = Path(__file__).read_text().splitlines()[caught.value.line - 1]
    assert line.strip().startswith("hero.health -= ")


def test_a_call_whose_argument_was_changed_since_is_told() -> None:
    hero = Hero(3)
    solution = best(stands(hero))
    hero.health = 5
    with pytest.raises(RuleError, match="was explored before its arguments were changed"):
        solution.at(stands(hero))


@rule
async def halves() -> Fraction:
    total = Fraction(0)
    while (face := await roll(d6)) != 1:
        total += Fraction(face, 2)
    return total


@rule
async def until_so_many(most: int) -> Fraction:
    total = Fraction(0)
    while total < most:
        total += Fraction(await roll(d3), 2)
    return total


def test_a_total_of_fractions_without_end_is_refused_as_soon_as_one_of_numbers() -> None:
    with at_most(20_000), pytest.raises(StateLimit, match="total is a new value in each.*Or count in whole parts"):
        odds(halves())


def test_a_total_of_fractions_that_ends_far_on_is_answered() -> None:
    """As the sum of the faces until it is 4,000 or more: it passes every number with chance 1/2, very nearly."""
    law = odds(until_so_many(2_000))
    assert law.pmf(Fraction(2_000)) + law.pmf(Fraction(4_001, 2)) + law.pmf(Fraction(2_001)) == 1
    assert abs(law.pmf(Fraction(2_000)) - Fraction(1, 2)) < Fraction(1, 10**50)


@rule
async def tuple_of(low: object, high: object) -> tuple[list[object], bool]:
    rolled = [low if await roll(d3) < 3 else high for _ in range(2)]
    return rolled, any([await roll(d3) == 3 for _ in range(2)])


@pytest.mark.parametrize("pair", [(False, 0.0), (0.0, False)], ids=str)
def test_of_equal_lists_that_of_the_first_way_is_named_however_the_rule_runs(pair: tuple[object, object]) -> None:
    told = []
    for found in (odds, lambda call: replayed(call, decisions_stay=False)):
        with pytest.raises(RuleError, match="its outcome is a tuple that holds the list") as caught:
            found(tuple_of(*pair))
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert f"[{pair[0]}, {pair[0]}]" in told[0]
