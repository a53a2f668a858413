"""Best play of totals that grow without end, asked where they stand to a bound: against recursions by hand."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.games import capped
from tests.rules.states_found import at_most

from oddsmith.dice import Die, ScriptedSource, d, d6
from oddsmith.errors import RuleError, Undecidable
from oddsmith.rules import (
    AtLeast,
    StateLimit,
    asked,
    best,
    choose,
    choose_secretly,
    explore,
    odds,
    play,
    roll,
    rule,
)


@dataclass(frozen=True)
class Purse:
    """Coins, and the rounds that were played for them."""

    coins: int
    rounds: int = 0


@rule
async def gamble(coins: int) -> Purse:
    """Until the first round that is won; a bold round is won more often, and costs more when it is lost."""
    rounds = 0
    while True:
        rounds += 1
        how = await choose("player", ("safe", "bold"))
        if await roll(d6) > (4 if how == "safe" else 3):
            return Purse(coins, rounds)
        coins -= 1 if how == "safe" else 2


def gambled(coins: int, least: int) -> Fraction:
    """The best chance to be left with so many coins: below, nothing is left to be won."""
    if coins < least:
        return Fraction(0)
    safe = Fraction(2, 6) + Fraction(4, 6) * gambled(coins - 1, least)
    bold = Fraction(3, 6) + Fraction(3, 6) * gambled(coins - 2, least)
    return max(safe, bold)


@given(st.integers(-3, 6), st.integers(-4, 4))
@settings(deadline=None, max_examples=20)
def test_a_total_that_falls_for_ever_is_followed_as_far_as_it_matters(coins: int, least: int) -> None:
    solution = best(gamble(coins), of=lambda purse: purse.coins >= least)
    assert solution.value == gambled(coins, least)
    # below, nothing is left to be won; nobody is told what to do there, even if play begins there
    assert {advice.decision.variables["coins"] for advice in solution.decisions} == {*range(least, coins + 1)}


@rule
async def left_of(coins: int) -> int:
    """The same coins, as a number that a function of another rule comes to."""
    return await lost_from(coins + 0)


async def lost_from(coins: int) -> int:
    if await choose("player", ("gamble", "leave")) == "leave":
        return 0
    return await losses(coins)


@rule
async def losses(coins: int) -> int:
    while True:
        how = await choose("player", ("safe", "bold"))
        if await roll(d6) > (4 if how == "safe" else 3):
            return coins
        coins -= 1 if how == "safe" else 2


@given(st.integers(-3, 6), st.integers(-4, 4))
@settings(deadline=None, max_examples=20)
def test_an_outcome_that_is_a_number_is_followed_as_far_as_it_is_compared(coins: int, least: int) -> None:
    solution = best(left_of(coins), of=lambda number: number >= least)
    assert solution.value == max(gambled(coins, least), least <= 0)
    negated = best(left_of(coins), of=lambda number: number < least)
    assert negated.value == max(_all_lost(coins, least), least > 0)
    faces = [1] * 40 + [6]
    source = ScriptedSource(faces)
    assert play(left_of(coins), source, solution.policy).outcome in (0, *range(coins - 80, coins - 39))


def _all_lost(coins: int, least: int) -> Fraction:
    """The best chance to be left with less: once there, it stays."""
    if coins < least:
        return Fraction(1)
    safe = Fraction(4, 6) * _all_lost(coins - 1, least)
    bold = Fraction(3, 6) * _all_lost(coins - 2, least)
    return max(safe, bold)


@rule
async def climb(steps: int) -> Purse:
    """Somebody may go on for ever, and never falls back."""
    while await choose("player", ("go on", "stop")) == "go on":
        steps += await roll(d6)
    return Purse(steps)


@rule
async def climb_or_fall(steps: int) -> Purse:
    """The same, but a 1 loses all."""
    while await choose("player", ("stop", "go on")) == "go on":
        face = await roll(d6)
        if face == 1:
            return Purse(0)
        steps += face
    return Purse(steps)


def test_whoever_may_go_on_for_ever_has_won_from_the_bound_on() -> None:
    solution = best(climb(0), of=lambda purse: purse.coins >= 10)
    assert solution.value == 1
    assert {advice.decision.variables["steps"] for advice in solution.decisions} == {*range(10)}
    assert {advice.best for advice in solution.decisions} == {"go on"}


def test_what_is_not_decided_past_a_limit_is_told() -> None:
    @cache
    def reached(steps: int) -> Fraction:
        if steps >= 20:
            return Fraction(1)
        return sum((reached(steps + face) for face in range(2, 7)), Fraction(0)) / 6

    solution = best(climb_or_fall(0), of=lambda purse: purse.coins >= 20)
    assert solution.value == reached(0)
    last = {str(advice.decision.variables["steps"]): advice for advice in solution.decisions}["20 or more"]
    assert last.best == "stop"
    assert last.values == {"stop": 1, "go on": Fraction(5, 6)}


def test_the_plan_knows_numbers_past_a_limit() -> None:
    policy = best(climb_or_fall(0), of=lambda purse: purse.coins >= 20).policy
    for faces in ([6, 6, 6, 6], [5, 5, 5, 5], [2] * 10):
        assert play(climb_or_fall(0), ScriptedSource(faces), policy).outcome == Purse(sum(faces))
    fallen = best(gamble(2), of=lambda purse: purse.coins >= 1).policy
    faces = [1] * 40 + [6]
    assert play(gamble(2), ScriptedSource(faces), fallen).outcome.rounds == 41


def test_the_whole_of_what_has_no_end_is_refused_in_time_under_a_plan() -> None:
    policy = best(gamble(2), of=lambda purse: purse.coins >= 1).policy
    with at_most(150_000), pytest.raises(StateLimit, match="was not found to end"):
        odds(gamble(2), policy)


def test_a_plan_is_still_only_for_what_it_was_made_for() -> None:
    policy = best(climb_or_fall(0), of=lambda purse: purse.coins >= 20).policy
    with pytest.raises(RuleError, match="does not know"):
        play(climb(0), ScriptedSource([]), policy)


@rule
async def guess(debt: int) -> Purse:
    """Both show a coin at once; while they differ, somebody owes one more."""
    while True:
        mine, theirs = await choose_secretly({"player": ("heads", "tails"), "opponent": ("heads", "tails")})
        if mine == theirs:
            return Purse(-debt)
        debt += 1


def test_loops_in_which_people_choose_at_once_are_over_too() -> None:
    solution = best(guess(0), of=lambda purse: purse.coins >= -1)
    assert solution.value == Fraction(3, 4)
    assert {advice.decision.variables["debt"] for advice in solution.decisions} == {0, 1}


@rule
async def save(coins: int) -> Purse:
    """Coins until the end comes, but never less than 3; whoever is bold gets more of them, and fewer rounds."""
    while True:
        how = await choose("player", ("safe", "bold"))
        if await roll(d6) >= (6 if how == "safe" else 5):
            return Purse(max(coins, 3))
        coins += 1 if how == "safe" else 2


def test_what_is_beyond_a_limit_may_still_be_counted() -> None:
    def saved(coins: int) -> Fraction:
        if coins >= 3:
            return Fraction(coins + 5)  # five more by safe rounds; bold ones would bring 4
        return max(3 + 5 * saved(coins + 1), 6 + 4 * saved(coins + 2)) / 6

    for coins in (-2, 0, 4):
        assert best(save(coins), of=lambda purse: purse.coins).value == saved(coins)


#: What an option brings in hits and in stress, and from which face on it ends all.
Way = tuple[int, int, int]


@rule
async def press_on(first: Way, second: Way) -> tuple[int, int]:
    hits = stress = 0
    while True:
        hit, strain, ends = await choose("player", {"first": first, "second": second})
        if await roll(d6) >= ends:
            break
        hits += hit
        stress -= strain
    return hits, stress


WAYS = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(3, 6)).filter(lambda way: way[0] + way[1] > 0)


@given(WAYS, WAYS, st.integers(0, 5), st.integers(0, 5))
@settings(deadline=None, max_examples=60)
def test_two_totals_that_grow_are_followed_as_far_as_they_matter(
    first: Way, second: Way, most: int, least: int
) -> None:
    @cache
    def pressed(hits: int, stress: int, left: int) -> Fraction:
        """With so many rounds left, of which the last one ends all."""
        worth = Fraction(hits >= most and stress >= -least)
        if left == 0 or stress < -least:
            return worth if stress >= -least else Fraction(0)
        found = []
        for hit, strain, ends in (first, second):
            on = pressed(min(hits + hit, most), stress - strain, left - 1)
            found.append(((7 - ends) * worth + (ends - 1) * on) / 6)
        return max(found)

    solution = best(press_on(first, second), of=lambda o: o[0] >= most and o[1] >= -least)
    assert abs(solution.value - pressed(0, 0, 90)) < Fraction(1, 10**4)


@rule
async def shown(loser: str) -> str:
    """Somebody shows a hand against one who often shows another."""
    hand = await choose("player", ("rock", "paper"))
    return "lost" if await roll(d6) <= (4 if hand == loser else 2) else "held"


@rule
async def beaten_down(hits: int) -> Purse:
    while await shown("rock") == "lost":
        hits -= 1
    return Purse(hits)


def test_a_total_grows_also_while_it_waits_for_whoever_decides() -> None:
    for hits in (0, 2):
        solution = best(beaten_down(hits), of=lambda purse: purse.coins >= 0)
        assert solution.value == 1 - Fraction(1, 3) ** (hits + 1)
        assert len(solution.decisions) == hits + 1
        assert {advice.best for advice in solution.decisions} == {"paper"}
        fallen = play(beaten_down(hits), ScriptedSource([1] * 150 + [6]), solution.policy)
        assert fallen.outcome == Purse(hits - 150)


@rule
async def twenty_throws(coins: int) -> Purse:
    """A coin makes a hit more likely; all that is asked is whether there are enough of them."""
    hits = 0
    for _ in range(20):
        paid = coins > 0 and await choose("player", ("keep", "pay")) == "pay"
        coins -= paid
        hits += await roll(d6) >= (3 if paid else 5)
    return Purse(hits)


def test_numbers_past_a_bound_are_not_told_apart_in_loops_that_end_either() -> None:
    @cache
    def by_hand(throws: int, coins: int, missing: int) -> Fraction:
        if throws == 0 or missing == 0:
            return Fraction(missing == 0)
        chances = [(0, Fraction(1, 3)), (1, Fraction(2, 3))] if coins else [(0, Fraction(1, 3))]
        return max(
            [
                chance * by_hand(throws - 1, coins - paid, missing - 1)
                + (1 - chance) * by_hand(throws - 1, coins - paid, missing)
                for paid, chance in chances
            ]
        )

    solution = best(twenty_throws(2), of=lambda purse: purse.coins >= 4)
    assert solution.value == by_hand(20, 2, 4)
    assert {str(advice.decision.variables["hits"]) for advice in solution.decisions} == {
        "0",
        "1",
        "2",
        "3",
        "4 or more",
    }


@dataclass(frozen=True)
class Fought:
    won: bool
    paid: int


@rule
async def fight(rounds: int, blades: int) -> Fought:
    """Blades cost more or less, and hit alike."""
    hits = paid = 0
    for _ in range(rounds):
        paid += await choose("player", tuple(range(blades)))
        if await roll(d6) >= 5:
            hits += 1
    return Fought(hits >= 2, paid)


def test_options_that_differ_in_what_nobody_asks_are_followed_once() -> None:
    chance = 1 - Fraction(2, 3) ** 6 - 6 * Fraction(1, 3) * Fraction(2, 3) ** 5
    cheap, dear = [best(fight(6, blades), of=lambda fought: fought.won) for blades in (2, 5)]
    assert cheap.value == dear.value == chance
    assert len(cheap.decisions) == len(dear.decisions)
    assert {advice.best for advice in dear.decisions} == {0}  # the first, as in any tie
    assert {len(set(advice.values.values())) for advice in dear.decisions} == {1}
    projected = asked(fight(6, 5), lambda fought: fought.won)
    assert projected is not None
    assert len(explore(projected)) < len(explore(fight(6, 5))) / 5


def reached(least: int) -> Fraction:
    """The chance that faces before the first 6 come to so much."""
    return Fraction(1) if least <= 0 else sum((reached(least - face) for face in range(1, 6)), Fraction(0)) / 6


@rule
async def exploding_or_four(most: int) -> int:
    if await choose("player", ("plain", "exploding")) == "plain":
        return 4
    total, face = 0, 6
    while face == 6:
        face = await roll(d6)
        total += face
    return min(total, most)


def test_a_total_with_a_cap_is_played_best_without_being_asked_apart() -> None:
    assert best(capped(5)).value == sum(reached(least) for least in range(1, 6))
    assert best(capped(5), lambda total: total >= 3).value == reached(3)
    # A die that explodes is capped at 8 only after a 6: 1 to 5, or 7 and then 8 in five of six cases.
    exploding = Fraction(15, 6) + Fraction(1, 6) * (Fraction(7, 6) + Fraction(5, 6) * 8)
    assert exploding < 4
    assert best(exploding_or_four(8)).value == 4
    assert best(exploding_or_four(8), lambda total: total >= 7).value == Fraction(1, 6)
    assert best(exploding_or_four(8), lambda total: total >= 4).value == 1


@rule
async def hold() -> tuple[int, int]:
    """Throw as often as one likes; a 1 loses all."""
    total = rounds = 0
    while await choose("player", ("throw", "hold")) == "throw":
        face = await roll(d6)
        rounds += 1
        if face == 1:
            return 0, rounds
        total += face
    return total, rounds


@rule
async def held() -> int:
    total = 0
    while await choose("player", ("throw", "hold")) == "throw":
        face = await roll(d6)
        if face == 1:
            return 0
        total += face
    return total


@cache
def held_from(total: int, least: int) -> Fraction:
    return Fraction(1) if total >= least else Fraction(sum(held_from(total + face, least) for face in range(2, 7)), 6)


@pytest.mark.parametrize("goal", [AtLeast(8), lambda total: total >= 8])
def test_so_much_or_more_of_an_endless_total_is_asked_as_the_comparison_is(goal: AtLeast) -> None:
    assert best(held(), goal).value == held_from(0, 8)
    assert best(hold(), goal, of=lambda outcome: outcome[0]).value == held_from(0, 8)


coins = Die([0, 1]).explode(1).pool(1).sum()  # n with the chance of n heads before a tail


@rule
async def five_at_most() -> int:
    heads = await roll(coins)
    return min(heads, 5) if await choose("player", ("keep", "two")) == "keep" else 2


@rule
async def heads_or_two() -> int:
    heads = await roll(coins)
    return heads if await choose("player", ("keep", "two")) == "keep" else 2


def test_what_is_decided_with_an_endless_roll_in_view_is_exact_where_it_is_capped() -> None:
    # 2 up to two heads (7 in 8), else 3, 4, 5 with 1/16, 1/32 and all of 1/32 that is left
    expected = 2 * Fraction(7, 8) + 3 * Fraction(1, 16) + 4 * Fraction(1, 32) + 5 * Fraction(1, 32)
    assert best(five_at_most()).value == best(heads_or_two(), lambda heads: min(heads, 5)).value == expected
    assert best(five_at_most()).unresolved == 0
    assert best(heads_or_two(), AtLeast(1)).value == 1
    assert best(five_at_most(), AtLeast(5)).value == Fraction(1, 32)


def test_what_is_not_resolved_is_told_with_the_plan() -> None:
    solution = best(heads_or_two())
    assert solution.unresolved == Fraction(1, 2**60)
    assert "not resolved: 8.7e-19 of all probability, which counts as 0" in str(solution)
    assert "not resolved: 8.7e-19" in solution._repr_html_()
    assert "not resolved" not in str(best(five_at_most()))


async def ace() -> int:
    total = 0
    while True:
        face = await roll(d6)
        total += face
        if face < 6:
            return total


@rule
async def aces() -> int:
    total = await ace()
    if total < 4 and await choose("player", ("keep", "again")) == "again":
        total = max(total, await ace())
    return total // 4


def test_best_play_of_what_cannot_be_followed_is_never_that_of_the_outcome_itself() -> None:
    """Whoever wants little keeps what came first: 6k + f with a chance of 1 to 6^(k + 1), for f from 1 to 5."""
    kept = sum((6 * k + face) // 4 / 6 ** (k + 1) for k in range(40) for face in range(1, 6))

    def less(outcome: int) -> int:
        return -outcome

    for solution in (best(aces(), of=less), best(aces(), less)):
        assert float(solution.value) == pytest.approx(-kept)
    unread = eval("lambda outcome: -outcome")
    with pytest.raises(StateLimit, match="a function of the outcome that stands in a file"):
        best(aces(), of=unread)
    with pytest.raises(StateLimit, match="a function of the outcome that stands in a file"):
        best(aces(), unread)


@rule
async def roll_until_a_six() -> int:
    """A 1 loses all."""
    total = 0
    while (face := await roll(d6)) != 6:
        if face == 1:
            return 0
        total += face
    return total


@rule
async def pays_to_lose() -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        if face == 1:
            return -5
        total += 2
    return total


def test_an_endless_total_that_may_be_lost_is_worth_its_mean() -> None:
    """With worth v from here: v = (2 + 3 + 4 + 5) / 6 * 1/2 + 4/6 * v, since half of all ways end in a 6: v = 7/2.

    Of the other: v = 4/6 * (2 * 1/2 + v), so 2, and -5 half of the time.
    """
    solution = best(roll_until_a_six())
    assert solution.value == odds(roll_until_a_six()).mean == Fraction(7, 2)
    assert solution.distribution == odds(roll_until_a_six())
    assert solution.at(roll_until_a_six()).value == solution.value
    assert best(pays_to_lose(), lambda total: 2 * total - 1).value == 2 * odds(pays_to_lose()).mean - 1 == -2


@rule
async def in_calls() -> int:
    """One more or two more, as long as no 6, or no 5 and 6, comes up; adds to what it awaits of itself."""
    if await choose("player", ("one", "two")) == "one":
        return 0 if await roll(d6) == 6 else 1 + await in_calls()
    return 0 if await roll(d6) >= 5 else 2 + await in_calls()


def at_least_3(total: int) -> bool:
    if total >= 3:  # noqa: SIM103 (a function that cannot be read as an expression)
        return True
    return False


@dataclass(frozen=True)
class Within:
    low: int
    high: int

    def __call__(self, total: int) -> bool:
        return self.low <= total < self.high


@cache
def best_by_hand(goal: Callable[[int], int], total: int = 0) -> Fraction:
    """The best chance or mean from a total on, of goals that are the same from 12 on."""
    if total >= 12:
        return Fraction(goal(12))
    one = Fraction(1, 6) * goal(total) + Fraction(5, 6) * best_by_hand(goal, total + 1)
    two = Fraction(1, 3) * goal(total) + Fraction(2, 3) * best_by_hand(goal, total + 2)
    return max(one, two)


@pytest.mark.parametrize(
    "goal",
    [lambda n: n >= 3, at_least_3, Within(2, 5), partial(operator.le, 4), lambda n: min(n, 4), lambda n: n in (1, 6)],
    ids=["comparison", "branches", "object", "partial", "cap", "some"],
)
def test_a_function_of_an_endless_total_is_followed_as_far_as_it_tells_totals_apart(goal: Callable[[int], int]) -> None:
    asked_of, as_goal = best(in_calls(), of=goal), best(in_calls(), goal)
    assert asked_of.value == as_goal.value == best_by_hand(goal)
    assert sum(share * goal(total) for total, share in as_goal.distribution.items()) == best_by_hand(goal)


def test_a_plan_of_what_is_asked_ends_in_what_is_asked() -> None:
    chance = best_by_hand(at_least_3)
    assert dict(best(in_calls(), of=lambda n: n >= 3).distribution.items()) == {True: chance, False: 1 - chance}


@rule
async def heads() -> int:
    return 1 + await heads() if await roll(d(2)) == 2 else 0


def paid(total: int) -> int:
    try:
        return (0, 1, 5, 9)[total]
    except Exception:  # noqa: BLE001  # whatever it is, also that nobody knows the total
        return 10


def told_by_kind(total: int) -> bool:
    return type(total) is int and total >= 3


def test_what_a_function_says_of_all_totals_at_once_is_believed_only_where_it_says_so_of_each() -> None:
    # a total comes up 1/2, 1/4, 1/8 ... of the time
    expected = Fraction(1, 4) + Fraction(5, 8) + Fraction(9, 16) + Fraction(10, 16)
    assert best(heads(), paid).value == best(heads(), of=paid).value == odds(heads(), of=paid).mean == expected
    for ask in (lambda: best(heads(), told_by_kind), lambda: odds(heads(), of=told_by_kind)):
        with pytest.raises((StateLimit, RuleError, Undecidable)):
            ask()
