"""Unbounded rolls that are only added, compared with a bound, or returned.

Laws by series, and by listing every number as it is rolled.
"""

import copy
import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.states_found import at_most

from oddsmith.dice import Die, coin, d6, d10
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules import Call, StateLimit, Then, best, choose, explore, first_option, note, odds, roll, rule, simulate
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, build
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.graph.graph import Open
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Law, Undecided, Unknown, Watch

F = Fraction
HITS = d10.explode().pool(1).count(at_least=7)
FALLS = d6.explode(1).pool(1).count(worth={1: -1})
LAW = Distribution.generating([6, 3], [10, -1])  # of HITS


def plainly(call: Call[Any]) -> Distribution[Any]:
    """The odds when every number is listed as it is rolled."""
    setting = Setting(STATE_LIMIT, BOUND, policy=first_option, decisions_stay=False, symbolic=False)
    return outcomes(build((call,), setting))


def near(found: Distribution[Any], listed: Distribution[Any]) -> bool:
    """True when all that is listed is found, and the rest is what was left out."""
    assert not listed.is_finite or found.unresolved <= listed.unresolved
    return all(p <= found.pmf(k) + found.unresolved <= p + listed.unresolved for k, p in listed.truncated().items())


# --- what it comes to ------------------------------------------------------------------------------------------------


@rule
async def raised(by: int) -> int:
    x = await roll(HITS)
    return x + by


@rule
async def compared(least: int) -> str:
    x = await roll(HITS)
    if x >= least:
        return "many"
    return "one" if x == 1 else "few"


@rule
async def steps(times: int) -> Then[int]:
    x = await roll(HITS)
    return 2 * x + steps(times - 1) if times > 1 else x


@rule
async def best_of_two() -> int:
    x = await raised(1)
    y = await roll(d6)
    return max(x, y)


def test_a_roll_that_is_only_added_to_keeps_its_law() -> None:
    assert odds(raised(3)) == LAW + 3
    assert len(explore(raised(3))) == 2


def test_a_comparison_makes_two_ways_and_nothing_is_left_out() -> None:
    found = odds(compared(5))
    assert found.pmf("many") == LAW.at_least(5)
    assert found.pmf("one") == LAW.pmf(1)
    assert found.unresolved == 0
    assert len(explore(compared(5))) == 4


def test_a_roll_may_be_the_gain_of_what_a_rule_goes_on_as() -> None:
    assert odds(steps(40)) == (LAW * 2).repeat(39) + LAW
    assert len(explore(steps(40))) == 41


def test_an_unbounded_sub_rule_is_such_a_roll_too() -> None:
    found = odds(best_of_two())
    assert found.unresolved == 0
    expected = [F(0)] * 30
    for x, y in product(range(30), range(1, 7)):
        if max(x + 1, y) < 30:
            expected[max(x + 1, y)] += LAW.pmf(x) / 6
    assert [found.pmf(k) for k in range(30)] == expected


def test_numbers_around_a_loop_are_exact() -> None:
    @rule
    async def until_six() -> int:
        total = 0
        while await roll(d6) != 6:
            total += await roll(HITS)
        return total

    found = odds(until_six())
    # P(n rounds) = 1/6 (5/6)^n, so of the law L: 1/6 / (1 - 5/6 L)
    series = [F(1, 6) / (1 - F(5, 6) * LAW.pmf(0))]
    for k in range(1, 30):
        series.append(sum(LAW.pmf(i) * series[k - i] for i in range(1, k + 1)) * F(5, 6) / (1 - F(5, 6) * LAW.pmf(0)))
    assert [found.pmf(k) for k in range(30)] == series


def test_a_sum_of_several_is_compared_exactly_where_all_run_one_way() -> None:
    @rule
    async def enough(target: int) -> int:
        rolls = total = 0
        while total < target:
            total += await roll(HITS)
            rolls += 1
        return rolls

    # n rolls or fewer are enough where n of them add up to the target
    found = odds(enough(3))
    assert [found.at_most(n) for n in range(1, 8)] == [LAW.repeat(n).at_least(3) for n in range(1, 8)]


def test_what_must_be_known_is_listed_within_its_interval() -> None:
    @rule
    async def parity() -> bool | None:
        x = await roll(HITS)
        return x % 2 == 1 if x < 4 else None

    found = odds(parity())
    assert found.unresolved == 0
    assert found.pmf(True) == LAW.pmf(1) + LAW.pmf(3)
    assert found.pmf(None) == LAW.at_least(4)


def test_rolls_of_both_signs_and_two_at_once() -> None:
    @rule
    async def difference() -> int:
        return await roll(HITS) - 2 * await roll(HITS) + await roll(FALLS)

    found = odds(difference())
    assert found == LAW - LAW * 2 + FALLS.distribution()


def test_a_die_with_more_sides_than_can_be_listed_is_compared() -> None:
    from oddsmith.dice import Die

    @rule
    async def lottery() -> str:
        x = await roll(Die(range(1, 10**10 + 1)))
        return "first" if x == 1 else "near" if x <= 10 else "far"

    assert odds(lottery()).pmf("near") == F(9, 10**10)


def test_words_beside_an_unbounded_number_are_listed() -> None:
    @rule
    async def fumble() -> int | str:
        if await roll(d6) == 1:
            return "fumble"
        return await roll(HITS)

    found = odds(fumble())
    assert found.pmf("fumble") == F(1, 6)
    assert 0 < found.unresolved < F(1, 10**18)


# --- who decides knows what was rolled -------------------------------------------------------------------------------


@rule
async def second_try() -> int:
    x = await roll(HITS)
    if await choose("player", ("keep", "again")) == "again":
        return await roll(HITS)
    return x


def test_whoever_decides_knows_the_number() -> None:
    solution = best(second_try())
    # with 0 roll again, for 4/9 on average; with 1 or more keep it
    assert abs(solution.value - (LAW.mean + LAW.pmf(0) * LAW.mean)) < F(1, 10**15)
    assert {advice.decision.known: advice.best for advice in solution.decisions}[(0,)] == "again"
    assert {advice.decision.known: advice.best for advice in solution.decisions}[(3,)] == "keep"
    assert 0 < solution.unresolved < F(1, 10**17)


def test_a_decision_past_which_the_number_is_not_read_does_not_list_it() -> None:
    @rule
    async def bet() -> int:
        many = await roll(HITS) >= 2
        first = await roll(coin)
        stake = await choose("player", (1, 3))
        return stake if many or first == await roll(coin) else -stake

    solution = best(bet())
    assert solution.unresolved == 0
    assert solution.value == 3 * LAW.at_least(2)
    for advice in solution.decisions:
        assert isinstance(advice.decision.known[0], int)  # one of the numbers for which it is so


def test_without_anybody_to_decide_the_first_option_needs_no_number() -> None:
    assert odds(second_try(), first_option) == LAW
    listed = odds(second_try(), lambda decision: "again" if decision.known[0] == 0 else "keep")
    assert 0 < listed.unresolved < F(1, 10**17)
    assert listed.pmf(0) <= LAW.pmf(0) ** 2 <= listed.pmf(0) + listed.unresolved


def test_best_play_keeps_the_law_where_it_only_adds_up() -> None:
    @rule
    async def push(left: int) -> Then[int]:
        if left == 0 or await choose("player", ("on", "stop")) == "stop":
            return 0
        x = await roll(HITS)
        return x + push(left - 1)

    solution = best(push(3))
    assert solution.value == 3 * LAW.mean
    assert solution.distribution == LAW.repeat(3)


# --- what might go wrong ---------------------------------------------------------------------------------------------


@rule
async def of_two_minds(x_first: bool) -> tuple[int, bool]:
    x = await roll(HITS)
    y = x + 1
    z = await roll(HITS)
    if x_first and x > z:
        return 1, y > z
    return (2, y > z) if y > z + 3 else (3, x == y - 1)


@rule
async def listed_later() -> tuple[int, ...]:
    seen = [await roll(HITS)]
    seen.append(seen[0] * 2)
    face = await roll(d6)
    seen.append(await roll(HITS) + face)
    return tuple(sorted(min(k, 4) for k in seen))


@rule
async def swallowed() -> str:
    x = await roll(HITS)
    try:
        if x > 2:
            return "more"
        word = {0: "none", 1: "one"}[x]
    except BaseException:  # noqa: BLE001
        return "caught"
    finally:
        await note("past it")
    return word


@rule
async def typed() -> str:
    x = await roll(HITS)
    return "int" if type(x) is int else "no int"


def asked_for_its_type(value: object) -> str:
    return type(value).__name__


@rule
async def typed_elsewhere() -> str:
    return asked_for_its_type(await roll(HITS))


@rule
async def failing() -> str:
    x = await roll(HITS)
    try:
        words: list[Any] = ["a", x]
        return ", ".join(words[:1] if x < 3 else words)
    except TypeError as error:
        return str(error)


@rule
async def pooled() -> int:
    return await roll(d6.pool(min(await roll(HITS), 2)).count(at_least=4))


@rule
async def counted() -> int:
    return sum([1 for _ in range(min(3, await roll(HITS)))])


@rule
async def copied() -> tuple[bool, int]:
    x = await roll(HITS)
    y = copy.deepcopy(x)
    return x == y, min(3, math.floor(abs(x) / 1) if x < 2 else round(x))


@rule
async def held(hand: int, shown: bool) -> Then[int]:
    face = await roll(d6)
    x = await roll(FALLS)
    hand = max(hand + x, -2)
    return held(hand, True) if face == 6 and not shown else hand


@rule
async def inner(x: int) -> int:
    return min(x, 2) if await choose("player", ("a", "b")) == "a" else 0


@rule
async def outer() -> int:
    x = await roll(HITS)
    y = await inner(min(x, 3))
    return y if x > 1 else -y


@pytest.mark.parametrize(
    "call",
    [
        of_two_minds(True),
        of_two_minds(False),
        listed_later(),
        swallowed(),
        typed(),
        typed_elsewhere(),
        failing(),
        pooled(),
        counted(),
        copied(),
        held(0, False),
        outer(),
    ],
    ids=repr,
)
def test_it_is_as_if_every_number_had_been_listed(call: Call[Any]) -> None:
    listed, found = plainly(call), odds(call, first_option)
    assert near(found, listed)
    runs = simulate(call, 10**6, first_option, seed=3)
    assert all(abs(runs.share(k) - float(p)) < 0.004 for k, p in listed.truncated().items())


def test_an_error_of_a_rule_is_its_own() -> None:
    @rule
    async def broken() -> int:
        x = await roll(HITS)
        if x == 3:
            raise ValueError("three")
        return x

    with pytest.raises(ValueError, match="three"):
        odds(broken())


def test_a_rule_that_remembers_numbers_elsewhere_is_not_deterministic() -> None:
    memory: list[int] = []
    keep = memory.append  # its source does not say what this changes

    @rule
    async def remembers() -> int:
        keep(await roll(HITS))
        await roll(coin)
        return 1 if memory[0] > 2 else 0

    with pytest.raises(RuleError, match="run again"):
        odds(remembers())


# --- random rules ----------------------------------------------------------------------------------------------------

_STEPS: list[Callable[[Any, Any], Any]] = [
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: -x,
    lambda x, y: 2 * x + 1,
    lambda x, y: min(x, 3),
    lambda x, y: max(x, y),
    lambda x, y: x if x >= 2 else y,
    lambda x, y: y if x == 1 else x,
    lambda x, y: abs(x),
    lambda x, y: x if y < x else 0,
    lambda x, y: 5 if x != y else x,
    lambda x, y: y if x else -1,
    lambda x, y: x % 3,
    lambda x, y: x if x > 2.5 else Fraction(y) <= x,
]


@rule
async def random_rule(first: tuple[int, ...], then: tuple[int, ...], dice: int, composite: bool) -> Any:
    x = await roll(HITS)
    y = await roll(FALLS if dice else HITS)
    for step in first:
        x, y = y, _STEPS[step](x, y)
    face = await roll(d6.pool(1).count(at_least=5))
    for step in then:
        x, y = y, _STEPS[step](x, y + face)
    return (x, face) if composite else y


STEPS = st.lists(st.integers(0, len(_STEPS) - 1), max_size=3).map(tuple)


@settings(max_examples=60, deadline=None)
@given(STEPS, STEPS, st.integers(0, 1), st.booleans())
def test_random_rules_come_to_what_listing_comes_to(
    first: tuple[int, ...], then: tuple[int, ...], dice: int, composite: bool
) -> None:
    call = random_rule(first, then, dice, composite)
    assert near(odds(call), plainly(call))


# --- a symbol by itself ----------------------------------------------------------------------------------------------


def symbol(low: int | None = None, high: int | None = None, times: int = 1, offset: int = 0) -> Any:
    law = Law(LAW if low is not None or high is None else LAW - LAW, BOUND)
    return Symbol(((Unknown(law, low, high, Watch()), times),), offset)


@given(st.integers(0, 6), st.integers(0, 6), st.sampled_from([-3, -1, 1, 2]), st.integers(-4, 4), st.integers(-9, 9))
def test_a_comparison_holds_for_all_numbers_or_is_cut_where_the_answer_changes(
    low: int, more: int, times: int, offset: int, k: int
) -> None:
    numbers = range(low, low + more + 2)
    for compare in (int.__ge__, int.__gt__, int.__le__, int.__lt__, int.__eq__, int.__ne__):
        answers = [compare(times * n + offset, k) for n in numbers]
        name = compare.__name__
        asked = symbol(low, numbers[-1], times, offset)
        if len(set(answers)) == 1:
            assert getattr(asked, name)(k) == answers[0]
            continue
        with pytest.raises(Undecided) as raised:
            getattr(asked, name)(k)
        cut = raised.value.cut
        assert cut is not None
        assert numbers[0] < cut <= numbers[-1]
        assert answers[cut - low - 1] != answers[cut - low]


def test_a_symbol_is_an_int_as_far_as_one_can_see() -> None:
    x: Any = symbol(0)
    assert x in (x, "three")
    assert x != "three"
    assert issubclass(x.__class__, int)
    assert (x + 1) - x == 1
    assert not x < 0
    assert x >= -math.inf
    assert x != 1.5
    with pytest.raises(AttributeError):
        x.append(1)
    for asked in (hash, str, repr, int, float, range, lambda k: k % 2, lambda k: [1, 2][k], lambda k: k.bit_length()):
        with pytest.raises(Undecided):
            asked(x)


def test_the_parts_of_a_number_are_all_of_it() -> None:
    unknown = Unknown(Law(LAW, BOUND), 2, None, Watch())
    low, high = unknown.parts(4)
    whole = LAW.at_least(2)
    assert F(str(low[1])) == (LAW.pmf(2) + LAW.pmf(3)) / whole
    assert F(str(high[1])) == LAW.at_least(4) / whole
    listed = unknown.parts(None)
    assert listed[-1][0] is None
    assert sum(F(str(share)) for _, share in listed) == 1


# --- laws within an interval -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [LAW, -LAW, LAW - LAW, LAW * 2 + 1, Distribution.uniform(range(-3, 9))])
def test_a_law_within_an_interval_is_the_law_given_that(law: Distribution[int]) -> None:
    for low, high in ((None, 1), (-2, None), (-1, 3), (1, 1), (None, None)):
        inside = [k for k in range(-60, 60) if (low is None or low <= k) and (high is None or k <= high)]
        chance = law.p(lambda k: (low is None or k >= low) and (high is None or k <= high))  # noqa: B023
        if chance == 0:
            with pytest.raises(BadInput):
                law.within(low, high)
            continue
        found = law.within(low, high)
        assert [found.pmf(k) for k in inside] == [law.pmf(k) / chance for k in inside]
        assert found.at_least(61) == (law.at_least(61) / chance if high is None else 0)


def test_the_interval_of_numbers_too_many_to_list_is_a_range() -> None:
    from oddsmith.dice import Die

    law = Die(range(1, 10**10 + 1)).distribution() * 3
    assert law.within(10, 16) == Distribution.uniform([12, 15])
    assert law.within(10, None).minimum == 12
    assert law.within(None, 10**10).maximum == 3 * (10**10 // 3)
    with pytest.raises(BadInput):
        law.within(4, 5)


def test_an_end_that_is_a_law_is_one_node() -> None:
    assert [type(end) for end in explore(raised(3)).ends.values()] == [Open]


million = Die.sided(1_000_000)


@rule
async def of_a_million(k: int) -> int:
    return (await roll(million)) % k


@rule
async def sum_of_two_millions() -> int:
    return (await roll(million) + await roll(million)) % 3


@rule
async def sections() -> int:
    number = await roll(million)
    return number % 10 if number > 999_000 else number // 100_000


def test_remainders_of_a_very_large_die_are_answered_without_its_numbers() -> None:
    with at_most(100):
        law = odds(of_a_million(7))
    assert [law.pmf(k) for k in range(7)] == [Fraction(len(range(k or 7, 1_000_001, 7)), 1_000_000) for k in range(7)]
    one = [len(range(k or 3, 1_000_001, 3)) for k in range(3)]
    for k in range(3):
        ways = sum(one[i] * one[(k - i) % 3] for i in range(3))
        assert odds(sum_of_two_millions()).pmf(k) == Fraction(ways, 1_000_000**2)


def test_a_very_large_die_is_divided_into_sections() -> None:
    law = odds(sections())
    sizes = [sum(number // 100_000 == k for number in range(1, 999_001)) + 100 for k in range(10)]
    assert [law.pmf(k) * 1_000_000 for k in range(10)] == sizes


def test_far_too_many_numbers_are_refused_before_they_are_listed() -> None:
    with at_most(100), pytest.raises(StateLimit, match="one call branches more than 1,000,000 times"):
        odds(of_a_million(300_007))
