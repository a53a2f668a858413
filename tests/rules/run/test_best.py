"""Best play. Expected values are worked out by hand, by plain dynamic programs here, or published."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import coin, d4, d6, d10, d20
from oddsmith.errors import OddsmithError, RuleError
from oddsmith.rules import (
    AtLeast,
    Linear,
    Stall,
    Then,
    best,
    choose,
    choose_secretly,
    explore,
    odds,
    roll,
    rule,
    solve,
)

HALF = Fraction(1, 2)


@rule
async def push_your_luck(target: int, rerolls: int) -> Then[bool]:
    face = await roll(d20)
    if face >= target or rerolls == 0:
        return face >= target
    if await choose("player", ("keep", "reroll")) == "reroll":
        return push_your_luck(target, rerolls - 1)
    return False


def test_rerolling_a_failure_is_best_and_worth_what_independent_tries_are() -> None:
    solution = best(push_your_luck(15, 2), goal=lambda won: won)
    assert solution.value == 1 - Fraction(14, 20) ** 3
    assert solution.distribution.pmf(True) == solution.value
    assert odds(push_your_luck(15, 2), solution.policy) == solution.distribution
    assert {advice.best for advice in solution.decisions} == {"reroll"}


@rule
async def risky_bonus() -> int:
    """Keep 3, or toss for 0 or 5: worth less on average, but the only way to reach 5."""
    return await choose("player", {"safe": 3, "risk": 0}) or 5 * await roll(coin.pool(1).count("H"))


@rule
async def needs_five() -> bool:
    start = await roll(coin.pool(1).count("H"))
    return await risky_bonus() + start >= 5


def test_a_sub_rule_is_solved_with_what_comes_after_it_in_view() -> None:
    assert best(risky_bonus()).value == 3
    solution = best(needs_five(), goal=lambda reached: reached)
    assert solution.value == HALF
    assert {advice.best for advice in solution.decisions} == {"risk"}
    assert odds(needs_five(), solution.policy).pmf(True) == HALF


def test_every_decision_tells_who_what_is_known_and_how_often_it_is_met() -> None:
    advice = best(needs_five(), goal=lambda reached: reached).decisions
    assert [a.decision.known for a in advice] == [(), ()]
    assert sorted(a.decision.within[0][1] for a in advice) == [(0,), (1,)]  # type: ignore[index]
    assert [a.reached for a in advice] == [HALF, HALF]
    assert all(a.values == {"safe": 0, "risk": HALF} for a in advice)


@rule
async def duel_of_wits(left: int, score: int) -> Then[int]:
    """In turn, player and opponent may flip a coin to add or take 1; both may pass."""
    if left == 0:
        return score
    who = "player" if left % 2 else "opponent"
    if await choose(who, ("pass", "flip")) == "pass":
        return duel_of_wits(left - 1, score)
    gain = 1 if await roll(coin) == "H" else -1
    return duel_of_wits(left - 1, score + gain)


@cache
def by_hand(left: int, score: int) -> Fraction:
    if left == 0:
        return Fraction(score > 0)
    passed = by_hand(left - 1, score)
    flipped = (by_hand(left - 1, score + 1) + by_hand(left - 1, score - 1)) / 2
    return max(passed, flipped) if left % 2 else min(passed, flipped)


@pytest.mark.parametrize("left", range(8))
def test_two_players_with_opposed_interests_match_a_plain_minimax(left: int) -> None:
    assert best(duel_of_wits(left, 0), goal=lambda score: score > 0).value == by_hand(left, 0)


@rule
async def paid_again(paid: int) -> Then[tuple[bool, int]]:
    if await roll(d6) == 6:
        return True, paid
    if paid < 10 and await choose("player", ("stop", "again (1)")) != "stop":
        return paid_again(paid + 1)
    return False, paid


@pytest.mark.parametrize(("price", "again"), [(Fraction(1, 7), True), (Fraction(1, 5), False)])
def test_a_price_decides_whether_to_go_on(price: Fraction, again: bool) -> None:
    # one more try is worth 1/6
    solution = best(paid_again(0), goal=lambda o: o[0] - price * o[1])
    assert (solution.value > Fraction(1, 6)) == again
    assert solution.decisions[0].best == ("again (1)" if again else "stop")


@rule
async def open_ended(bonus: int) -> Then[int]:
    """Each round: take the bonus and stop, or roll; a 1 ends it with nothing more, anything else adds 1."""
    if await choose("player", ("stop", "roll")) == "stop":
        return bonus
    return 0 if await roll(d6) == 1 else 1 + open_ended(bonus)


def test_a_loop_of_gains_is_solved_by_policy_iteration() -> None:
    # rolling for ever is worth r = 5/6 (1 + r), so r = 5; a bonus of 7 is better: 5/6 (1 + 7) < 7
    assert best(open_ended(2)).value == 5
    assert best(open_ended(7)).value == 7
    assert best(open_ended(2)).distribution == odds(open_ended(2), lambda d: "roll")


def test_a_goal_of_k_or_more_is_solved_on_what_is_still_needed() -> None:
    # reach 3 in all with a bonus of 2: one roll must succeed, then stop
    solution = best(open_ended(2), goal=AtLeast(3))
    assert solution.value == Fraction(5, 6)
    assert [(a.total, a.best) for a in solution.decisions if a.reached] == [(0, "roll"), (1, "stop")]


def test_another_goal_over_endless_totals_is_refused_with_the_remedy() -> None:
    with pytest.raises(RuleError, match="the same from some total on"):
        best(open_ended(2), goal=lambda total: total % 2)


def test_a_goal_that_is_the_same_from_some_total_on_is_answered() -> None:
    # 3 comes of the bonus after one round, which goes on with 5/6; and with another bonus, of nothing
    solution = best(open_ended(2), goal=lambda total: total == 3)
    assert solution.value == Fraction(5, 6)
    assert [line.partition("  (")[0] for line in str(solution).splitlines()[2:]] == [
        "  total so far 0: roll",
        "  total so far 1: stop",
    ]


@rule
async def free_again() -> Then[int]:
    face = await roll(d6)
    return free_again() if await choose("player", ("keep", "again")) == "again" else face


def test_free_rerolls_without_end_are_refused_unless_stalling_has_a_value() -> None:
    with pytest.raises(Stall, match="free_again.*player can keep play going"):
        best(free_again())
    assert best(free_again(), stall=0).value == 6


@rule
async def beaten(coins: int) -> Then[int]:
    """Each round a coin is lost, or the player goes: below 0 it is over, and only how much is owed is open."""
    if await choose("player", ("stay", "go")) == "go" or await roll(d6) > 3:
        return coins
    return -1 + beaten(coins) if coins < 0 else beaten(coins - 1)


@rule
async def in_secret(coins: int) -> Then[int]:
    """The same with coins that both show."""
    mine, theirs = await choose_secretly({"player": ("heads", "tails"), "opponent": ("heads", "tails")})
    if mine == theirs:
        return coins
    return -1 + in_secret(coins) if coins < 0 else in_secret(coins - 1)


def test_a_loop_that_only_adds_what_the_goal_does_not_count_is_over() -> None:
    def solvent(coins: int) -> bool:
        return coins >= 0

    goal = Linear(solvent, 0)
    for call, value in ((beaten(1), 1), (in_secret(1), Fraction(3, 4))):
        solution = best(call, goal)
        assert solution.value == value
        # with 1 coin and with none; below 0 nothing is left to decide, though it may go on for ever
        assert {advice.decision.variables["coins"] for advice in solution.decisions} == {0, 1}
        assert solution.distribution.p(solvent) == value
        policy = solution.policy
        assert odds(call, policy).p(solvent) == value


def test_where_the_goal_counts_it_or_play_without_end_is_worth_something_it_is_not_over() -> None:
    assert best(beaten(-1)).value == -1
    assert any(advice.decision.variables["coins"] == -1 for advice in best(beaten(1)).decisions)

    @rule
    async def stays() -> Then[int]:
        return 0 if await choose("player", ("stay", "go")) == "go" else -1 + stays()

    goal = Linear(lambda owed: owed >= 0, 0)
    assert best(stays(), goal).value == 1
    with pytest.raises(Stall, match="player can keep play going"):
        best(stays())
    with pytest.raises(Stall, match="player can keep play going"):
        best(stays(), goal, stall=2)


def test_stalling_that_beats_every_way_out_is_named() -> None:
    with pytest.raises(Stall, match="best play for player"):
        best(free_again(), stall=7)


def test_somebody_unknown_who_decides_is_named() -> None:
    @rule
    async def referee() -> str:
        return await choose("referee", ("yes", "no"))

    with pytest.raises(RuleError, match="'referee' decides"):
        best(referee(), goal=lambda o: o == "yes")
    assert best(referee(), goal=lambda o: o == "yes", players={"referee": max}).value == 1


def test_a_goal_that_is_no_number_is_an_error() -> None:
    with pytest.raises(TypeError, match="is no number") as refused:
        best(paid_again(0))
    assert "give a goal that turns" in str(refused.value.remedy)  # type: ignore[attr-defined]


def test_outcomes_that_are_words_need_a_goal() -> None:
    @rule
    async def duel() -> str:
        return await choose("player", ("win", "lose"))

    with pytest.raises(OddsmithError, match="The outcome 'win' is no number") as refused:
        best(duel())
    assert "goal that turns every outcome" in refused.value.remedy
    with pytest.raises(OddsmithError, match="The goal of the outcome 'win' is 'WIN', no number"):
        best(duel(), str.upper)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "players"),
    [(None, {"player": max}), (lambda n: n, {"bob": max}), (lambda n: n > 3, {"player": max})],
)
def test_somebody_unknown_is_named_in_play_without_end_too(goal: Any, players: Any) -> None:
    @rule
    async def on() -> int:
        n = 0
        while await roll(d6) != 6:
            if await choose("ana", ("on", "stop")) == "stop":
                break
            n += 1
        return n

    with pytest.raises(RuleError, match="'ana' decides"):
        best(on(), goal, players=players)


def test_closures_over_a_variable_that_changes_see_its_last_value() -> None:
    @rule
    async def late() -> int:
        kept = []
        n = await roll(d6)
        kept.append(lambda: n)
        n = 10 * await roll(d6)
        await roll(d6)
        return kept[0]() + kept[0]()

    assert odds(late()) == odds(d6).map(lambda face: 20 * face)


@rule
async def reroll_any(faces: tuple[int, ...], rerolls: int) -> Then[int]:
    """Keep the faces, or reroll any of them; the outcome is their sum."""
    if rerolls == 0:
        return sum(faces)
    # which faces to keep: only how many of the highest matters for a sum
    keeps = tuple(faces[i:] for i in range(len(faces) + 1))
    kept = await choose("player", keeps) if len(set(keeps)) > 1 else faces
    if kept == faces:
        return sum(faces)
    return reroll_any(tuple(sorted(kept + await roll(d10.pool(len(faces) - len(kept))))), rerolls - 1)


@rule
async def three_d10() -> Then[int]:
    return reroll_any(await roll(d10.pool(3)), 2)


def test_three_d10_with_two_optional_rerolls_of_any_subset_are_worth_447_20() -> None:
    assert best(three_d10()).value == Fraction(447, 20)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(0, 2))
def test_best_play_is_at_least_as_good_as_any_fixed_policy(values: list[int], taken: int) -> None:
    @rule
    async def three_steps(step: int, score: int) -> Then[int]:
        if step == len(values):
            return score
        match await choose("player", ("keep", "roll", "double")):
            case "roll":
                return three_steps(step + 1, score + await roll(d4))
            case "double":
                return three_steps(step + 1, 2 * score if await roll(coin) == "H" else 0)
        return three_steps(step + 1, score + values[step])

    fixed = odds(three_steps(0, 0), lambda decision: decision.options[taken])
    solution = best(three_steps(0, 0))
    assert solution.value >= fixed.mean
    assert solution.distribution.mean == solution.value


def test_a_goal_that_grows_with_every_gain_alike_needs_no_bound_on_totals() -> None:
    # tripled, and 1 less for stopping with the bonus: rolling for ever is worth r = 5/6 (3 + r), so r = 15
    solution = best(open_ended(2), goal=Linear(lambda total: 3 * total - (total > 0), 3))
    assert solution.value == 15


def test_a_graph_is_explored_once_and_solved_for_every_goal_from_every_state() -> None:
    graph = explore(*[push_your_luck(target, 3) for target in range(2, 21)])
    wins = solve(graph, goal=lambda won: won)
    loses = solve(graph, goal=lambda won: not won)
    for target in range(2, 21):
        miss = Fraction(target - 1, 20)
        for rerolls in range(4):
            here = wins.at(push_your_luck(target, rerolls))
            assert here.value == 1 - miss ** (rerolls + 1)
            assert here.distribution.pmf(True) == here.value
            assert loses.at(push_your_luck(target, rerolls)).value == miss  # keep the first failure


def test_decisions_from_another_state_are_those_that_play_from_there_comes_to() -> None:
    solution = best(push_your_luck(15, 3), goal=lambda won: won)
    later = solution.at(push_your_luck(15, 1))
    assert {advice.decision.call for advice in later.decisions} == {push_your_luck(15, 1)}
    assert sum(advice.reached for advice in later.decisions) == Fraction(14, 20)
    assert later.policy is solution.policy


def test_a_goal_on_totals_can_be_asked_from_every_state_with_nothing_gained_before() -> None:
    solution = solve(explore(open_ended(2), open_ended(4)), goal=AtLeast(5))
    assert solution.value == Fraction(5, 6) ** 3
    assert solution.at(open_ended(4)).value == Fraction(5, 6)


def test_a_plan_that_needs_the_total_knows_what_to_do_beyond_it() -> None:
    plan = best(open_ended(2), goal=AtLeast(3)).policy
    (decision,) = explore(open_ended(2)).decisions.values()
    assert [plan(decision, total) for total in (0, 1, 2, 100)] == ["roll", "stop", "stop", "stop"]
