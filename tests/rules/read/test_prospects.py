"""Prospects: the consequences of every option of a decision."""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.games import hunt

from oddsmith.dice import d6
from oddsmith.errors import RuleError
from oddsmith.rules import (
    AtLeast,
    Decision,
    Linear,
    Prospects,
    Then,
    choose,
    estimate,
    explore,
    first_choices,
    frontier,
    roll,
    rule,
    solve,
)


def worth(outcome: tuple[bool, int]) -> Fraction:
    return outcome[0] - Fraction(outcome[1], 10)


GOALS = {"worth": worth, "hit": lambda o: o[0], "shots": lambda o: o[1]}


def test_what_is_expected_of_the_goal_itself_is_the_worth_of_every_option():
    solution = solve(explore(hunt(3, 0, True)), worth)
    prospects = Prospects(solution, GOALS)
    assert len(solution.decisions) == 8
    for advice in solution.decisions:
        options = prospects.at(advice.decision)
        assert {option: told["worth"] for option, told in options.items()} == advice.values
        assert prospects.best(advice.decision) == advice.best
    told = [(prospect.decision, prospect.best, prospect.reached) for prospect in prospects.decisions()]
    assert told == [(advice.decision, advice.best, advice.reached) for advice in solution.decisions]


def test_every_goal_is_told_of_every_option():
    solution = solve(explore(hunt(1, 0, True)), lambda o: o[0])
    first = solution.decisions[0].decision  # the deer will run: one more arrow hits with a 6
    assert Prospects(solution, GOALS).at(first) == {
        "stop": {"worth": Fraction(-1, 10), "hit": 0, "shots": 1},
        "shoot": {"worth": Fraction(1, 6) - Fraction(2, 10), "hit": Fraction(1, 6), "shots": 2},
    }


def test_a_point_of_a_frontier_has_prospects_too():
    @rule
    async def chances(left: int, used: int) -> Then[tuple[bool, int]]:
        if await roll(d6) == 6:
            return True, used
        if left and await choose("player", ("stop", "again")) == "again":
            return chances(left - 1, used + 1)
        return False, used

    graph = explore(chances(2, 0))
    careful, *_, eager = frontier(graph, lambda o: o[0], lambda o: o[1])
    decision = graph.decisions[min(graph.decisions)]
    goals = {"hit": lambda o: o[0], "used": lambda o: o[1]}
    once_more = {"hit": Fraction(1, 6), "used": 1}
    twice_more = {"hit": Fraction(11, 36), "used": 1 + Fraction(5, 6)}
    assert Prospects(careful, goals).at(decision)["again"] == once_more
    assert Prospects(eager, goals).at(decision)["again"] == twice_more


@rule
async def run_of_sixes() -> Then[int]:
    """A 6 counts, and may be followed by another roll; what is not a 6 takes three away."""
    if await roll(d6) < 6:
        return -3
    return 1 if await choose("player", ("stay", "on")) == "stay" else 1 + run_of_sixes()


def test_gains_are_counted_by_those_who_know_them():
    solution = solve(explore(run_of_sixes()))
    prospects = Prospects(solution, {"points": None, "double": Linear(lambda o: 2 * o, 2)})
    (advice,) = solution.decisions
    on = 1 + Fraction(1, 6) - 3 * Fraction(5, 6)  # then it is best to stay
    assert prospects.at(advice.decision)["on"] == {"points": on, "double": 2 * on}
    with pytest.raises(RuleError, match="what they add to 'even'"):
        Prospects(solution, {"even": lambda o: o % 2 == 0})


def test_where_the_total_is_part_of_the_state_it_is_asked_for():
    solution = solve(explore(run_of_sixes()), AtLeast(2))
    prospects = Prospects(solution, {"two": lambda o: o >= 2})
    decision = solution.decisions[0].decision
    assert prospects.at(decision, 0)["on"]["two"] == Fraction(1, 6)
    assert prospects.best(decision, 0) == "on"
    assert prospects.best(decision, 1) == "stay"
    assert prospects.at(decision, 99)["stay"]["two"] == 1


def test_the_opening_is_what_is_chosen_before_anything_happens_by_chance():
    @rule
    async def arm(coins: int) -> Then[tuple[bool, int]]:
        arrows = await choose("player", (1, 2, 3)[:coins])
        await choose("player", ("walk", "crawl"))
        return hunt(arrows, 0, True)

    graph = explore(arm(3))
    for plan in (solve(graph, worth), estimate(graph, worth)):
        assert [option for _, option in first_choices(plan)] == [3, "walk"]
    assert first_choices(solve(explore(hunt(1, 0, True)), worth)) == ()


def test_a_decision_that_play_does_not_come_to_is_refused():
    solution = solve(explore(hunt(1, 0, True)), worth)
    other: Any = Decision("player", ("stop", "shoot"), hunt(9, 0, True), (1,))
    with pytest.raises(RuleError, match="does not know the decision"):
        Prospects(solution, GOALS).at(other)
