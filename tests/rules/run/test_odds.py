"""Exact odds of rules. Expected values are worked out beside each test or are well known."""

import random
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import coin, d6, d10, d20
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import (
    Call,
    Rule,
    StateLimit,
    Then,
    UnansweredDecision,
    choose,
    first_option,
    note,
    odds,
    roll,
    rule,
)

HALF = Fraction(1, 2)


@rule
async def two_dice() -> int:
    return await roll(d6) + await roll(d6)


def test_a_rule_that_adds_two_rolls_has_the_odds_of_2d6() -> None:
    assert odds(two_dice()).pmf(7) == Fraction(6, 36)
    assert odds(two_dice()) == d6.pool(2).sum().distribution()


@rule
async def craps() -> Then[bool]:
    first = await roll(d6.pool(2).sum())
    if first in (7, 11):
        return True
    return False if first in (2, 3, 12) else point(first)


@rule
async def point(target: int) -> Then[bool]:
    total = await roll(d6.pool(2).sum())
    return True if total == target else False if total == 7 else point(target)


def test_the_shooter_wins_at_craps_with_244_in_495() -> None:
    assert odds(craps()).pmf(True) == Fraction(244, 495)


@rule
async def ruin(purse: int, goal: int) -> Then[int]:
    if purse in (0, goal):
        return purse
    return ruin(purse + 1, goal) if await roll(coin) == "H" else ruin(purse - 1, goal)


@pytest.mark.parametrize("goal", [3, 40, 150])
def test_a_fair_gambler_reaches_the_goal_in_proportion_to_the_purse(goal: int) -> None:
    # a fair game is a martingale: P(goal) = purse / goal; 150 states need the sparse elimination
    assert odds(ruin(1, goal)).pmf(goal) == Fraction(1, goal)


@rule
async def hits() -> Then[int]:
    face = await roll(d10)
    return 1 + hits() if face == 10 else int(face >= 7)


def test_an_exploding_die_written_as_a_loop_of_gains_is_its_generating_function() -> None:
    # success on 7 and up, tens go on: (6 + 3z) / (10 - z)
    assert odds(hits()) == Distribution.generating([6, 3], [10, -1])


@rule
async def pool_of_hits(dice: int) -> Then[int]:
    if dice == 0:
        return 0
    return await hits() + await pool_of_hits(dice - 1)


@rule
async def until_a_six() -> int:
    rolls = 0
    while await roll(d6) != 6:
        rolls += 1
    return rolls


def test_a_number_without_end_may_be_divided_in_what_is_asked() -> None:
    """Rolls before a 6: (5/6)**k / 6, of odd k in all 5/11; six or more (5/6)**6."""
    many = Fraction(5, 6) ** 6
    assert odds(until_a_six(), of=lambda rolls: rolls % 2).pmf(1) == Fraction(5, 11)
    assert odds(until_a_six(), of=lambda rolls: rolls // 3 > 1).pmf(True) == many
    assert odds(until_a_six(), of=lambda rolls: rolls // 3).pmf(1) == Fraction(5, 6) ** 3 - many


def test_unbounded_sub_rules_that_are_added_up_stay_exact() -> None:
    assert odds(pool_of_hits(1)) == odds(hits())
    assert odds(pool_of_hits(3)) == odds(hits()).repeat(3)


@rule
async def number_of_hits(dice: int) -> tuple[int, int]:
    return dice, await pool_of_hits(dice)


def test_an_unbounded_sub_rule_that_is_looked_at_leaves_a_certified_rest() -> None:
    result = odds(number_of_hits(1))
    exact = odds(hits())
    assert 0 < result.unresolved < Fraction(1, 10**18)
    for k in range(5):
        assert result.pmf((1, k)) <= exact.pmf(k) <= result.pmf((1, k)) + result.unresolved


@rule
async def losses() -> Then[int]:
    return -1 + losses() if await roll(d6) <= 2 else 0


@rule
async def ups_or_downs() -> Then[int]:
    first, second = await roll(d6), await roll(d6)
    if first <= 2 and second <= 2:
        return -2 + losses()
    if first >= 5 and second >= 5:
        return 2 + wins()
    return (first >= 5) + (second >= 5) - (first <= 2) - (second <= 2)


@rule
async def wins() -> Then[int]:
    return 1 + wins() if await roll(d6) >= 5 else 0


def test_chains_of_wins_and_of_losses_give_an_exact_distribution_without_end_on_both_sides() -> None:
    # two thirds-tests: P(0) = 1/3, P(k) = 2/3^(|k|+1) for every other k (rules page of Mod Dot, 0f)
    result = odds(ups_or_downs())
    assert result.pmf(0) == Fraction(1, 3)
    for k in (1, 2, 5, 40):
        assert result.pmf(k) == result.pmf(-k) == Fraction(2, 3 ** (k + 1))
        assert result.at_least(k) == result.at_most(-k) == Fraction(1, 3**k)
    assert result.mean == 0


@rule
async def up_and_down() -> Then[int]:
    match await roll(d6):
        case 1:
            return 1 + up_and_down()
        case 2:
            return -1 + up_and_down()
    return 0


def test_one_loop_with_gains_of_both_signs_is_refused() -> None:
    with pytest.raises(RuleError, match="up_and_down.*both adds to and takes from"):
        odds(up_and_down())


@rule
async def tail_roll(bonus: int) -> Then[int]:
    return bonus + roll(d10.explode().pool(3).count(at_least=7))


def test_a_roll_returned_as_the_outcome_stays_exact_and_unbounded() -> None:
    result = odds(tail_roll(2))
    assert result == Distribution.generating([6, 3], [10, -1]).repeat(3) + 2
    assert result.unresolved == 0


@rule
async def staged(left: int) -> Then[int]:
    if left == 0:
        return 0
    return 1 + staged(left - 1) if await roll(coin) == "H" else staged(left - 1)


def test_gains_without_a_loop_stay_finite() -> None:
    assert odds(staged(10)) == coin.pool(10).count("H").distribution()


@rule
async def two_stages() -> Then[int]:
    return hits() if await roll(coin) == "H" else 5 + wins()


def test_loops_with_gains_after_a_branch_mix_exactly() -> None:
    expected = Distribution.mixture([(1, Distribution.generating([6, 3], [10, -1])), (1, odds(wins()) + 5)])
    assert odds(two_stages()) == expected


@rule
async def deep(n: int) -> int:
    return 0 if n == 0 else await deep(n - 1) + await roll(coin.pool(1).count("H"))


def test_awaited_rules_may_nest_hundreds_deep() -> None:
    assert odds(deep(300)) == coin.pool(300).count("H").distribution()


@rule
async def endless(n: int) -> int:
    return await endless(n + 1) + await roll(d6)


@rule
async def circular(n: int) -> int:
    return await circular(n) + await roll(d6)


@pytest.mark.parametrize("call", [endless(0), circular(0)])
def test_awaiting_oneself_without_end_names_the_rule_and_the_remedy(call: Call[int]) -> None:
    with pytest.raises(RuleError, match=r"(awaits itself without end|awaits its own outcome).*return 1 \+ other"):
        odds(call)


@rule
async def growing(n: int, name: str) -> Then[int]:
    return growing(n + await roll(coin.pool(1).count("H")), name) if n >= 0 else 0


def test_a_state_space_that_grows_is_refused_with_the_argument_that_grows() -> None:
    with pytest.raises(StateLimit, match="growing.*n takes") as caught:
        odds(growing(0, "x"), limit=1_000)
    assert caught.value.limit == 1_000


@rule
async def many_awaits(dice: int) -> tuple[int, ...]:
    generator = (face for face in range(dice))  # which cannot be copied, so that the rule is run again for every branch
    return tuple([await roll(d20) for _ in range(dice)]) if next(generator) == 0 else tuple(generator)


def test_a_loop_of_awaits_is_refused_with_the_remedy() -> None:
    with pytest.raises(StateLimit, match="many_awaits.*Read a whole pool at once"):
        odds(many_awaits(10), limit=10_000)


@rule
async def never() -> Then[int]:
    await roll(d6)
    return never()


def test_play_that_never_ends_is_an_error() -> None:
    with pytest.raises(RuleError, match="never ends"):
        odds(never())


@rule
async def careless() -> int:
    return await roll(d6) + random.randint(0, 10**9)


def test_a_rule_with_randomness_of_its_own_is_caught() -> None:
    with pytest.raises(RuleError, match="careless.*pure function"):
        odds(careless())


@rule
async def unhashable_outcome() -> list[int]:
    return [await roll(d6)]


def test_an_outcome_that_cannot_be_hashed_is_an_error() -> None:
    with pytest.raises(RuleError, match="unhashable_outcome.*list"):
        odds(unhashable_outcome())


@rule
async def asks() -> str:
    await note("just before the question")
    face = await roll(coin)
    return face + await choose("player", ("keep", "swap"))


def test_a_decision_needs_a_policy() -> None:
    with pytest.raises(UnansweredDecision, match="asks.*keep, swap"):
        odds(asks())
    assert odds(asks(), first_option).pmf("Hkeep") == HALF
    assert odds(asks(), lambda d: "swap" if d.known == ("H",) else "keep") == Distribution.uniform(["Hswap", "Tkeep"])


def test_a_policy_that_answers_with_no_option_is_an_error() -> None:
    with pytest.raises(RuleError, match="'both'.*'keep', 'swap'"):
        odds(asks(), lambda decision: "both")


def make_rule(bonus: int) -> Rule[[], int]:
    @rule
    async def closed_over() -> int:
        return bonus + await roll(coin.pool(1).count("H"))

    return closed_over


def test_rules_that_close_over_different_values_are_different_states() -> None:
    one, ten = make_rule(1), make_rule(10)

    @rule
    async def both() -> int:
        return await one() + await ten()

    assert odds(both()).mean == 12


def test_a_call_may_start_with_a_gain() -> None:
    assert odds(5 + staged(1)) == Distribution.uniform([5, 6])


def test_dice_have_odds_without_a_rule():
    assert odds(d20 >= 15) == Distribution.from_weights({False: 14, True: 6})
    assert odds(d6.pool(2).sum(), of=lambda total: total >= 11).pmf(True) == Fraction(3, 36)
    assert odds(d6.explode()).mean == Fraction(21, 5)  # m = 7/2 + m/6


def test_a_comparison_that_python_answers_is_no_rule_and_the_error_says_what_is_meant():
    compared: Any = d6 == 3  # type: ignore[comparison-overlap]  # whether both are the same expression
    with pytest.raises(RuleError, match=r"d6.equals\(3\)"):
        odds(compared)
