"""Edges whose gain has a law of its own, and ends at which gains do not count. Graphs by hand, laws by plain series."""

from fractions import Fraction

import pytest
from flint import fmpq

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import (
    AtLeast,
    Decision,
    Graph,
    Linear,
    cheapest,
    choose,
    dot,
    estimate,
    frontier,
    guarantees,
    outcomes,
    prism,
    roll,
    rule,
    solve,
)
from oddsmith.rules.graph.goals import Bounded, Goal
from oddsmith.rules.graph.graph import UNRESOLVED, Gain
from oddsmith.rules.read.prospects import Prospects
from oddsmith.rules.run.simulate import _Splitter

F = Fraction
HALF = fmpq(1, 2)
TAILS = Distribution.generating([1], [2, -1])  # how many heads come before the first tails
DOWN = -TAILS


@rule
async def drawn() -> int:
    return await roll(d6) if await choose("player", ("a", "b")) == "a" else 0


CALL = drawn()


def graph(*nodes: tuple[tuple[int, fmpq, Gain], ...], busts: tuple[int, ...] = ()) -> Graph:
    """A graph of chance nodes with edges (target, weight, gain); a node without edges ends with 0."""
    made = Graph(busts=set(busts))
    for node, edges in enumerate(nodes):
        made.new((CALL, (), None))
        if edges:
            made.targets[node] = tuple([target for target, _, _ in edges])
            made.weights[node] = tuple([weight for _, weight, _ in edges])
            made.gains[node] = tuple([gain for _, _, gain in edges])
        else:
            made.ends[node] = 0
    return made


def law_of(generated: Distribution[int], most: int) -> list[Fraction]:
    return [generated.pmf(k) for k in range(most)]


def times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    return [sum((a[i] * b[k - i] for i in range(k + 1)), F(0)) for k in range(len(a))]


def test_a_gain_with_a_law_is_added_as_an_independent_draw() -> None:
    # half of the time 3 and two draws one after the other, else nothing
    found = outcomes(graph(((1, HALF, 3), (2, HALF, 0)), ((2, fmpq(1), TAILS + TAILS),), ()))
    twice = times(law_of(TAILS, 20), law_of(TAILS, 20))
    assert found.pmf(0) == F(1, 2)
    assert [found.pmf(k + 3) for k in range(20)] == [p / 2 for p in twice]
    assert found.unresolved == 0


def test_gains_with_laws_of_both_signs_are_exact_outside_loops() -> None:
    found = outcomes(graph(((1, fmpq(1), TAILS),), ((2, fmpq(1), DOWN),), ()))
    assert found == TAILS - TAILS


@pytest.mark.parametrize("sign", [1, -1])
def test_around_a_loop_a_gain_with_a_law_is_exact(sign: int) -> None:
    """A loop of two nodes, with laws and integers on its edges, against the sum over the rounds played."""
    third = fmpq(1, 3)
    found = outcomes(
        graph(
            ((1, HALF, TAILS * sign), (2, HALF, Distribution.uniform([0, 5]) * sign)),
            ((0, third, 2 * sign), (0, third, (TAILS + TAILS) * sign), (2, third, sign)),
            (),
        )
    )
    most = 40
    heads = law_of(TAILS, most)
    back = [p / 3 for p in times(heads, heads)]
    back[2] += F(1, 3)
    around = [p / 2 for p in times(heads, back)]
    leaving = [F(0)] * most
    leaving[0] = leaving[5] = F(1, 4)
    for k in range(1, most):
        leaving[k] += heads[k - 1] / 6
    series = [1 / (1 - around[0])]  # 1 / (1 - around), since rounds may follow each other without end
    for k in range(1, most):
        series.append(sum((around[i] * series[k - i] for i in range(1, k + 1)), F(0)) / (1 - around[0]))
    expected = times(series, leaving)
    assert [found.pmf(k * sign) for k in range(most)] == expected


def test_a_loop_that_gains_by_a_law_of_both_signs_is_refused() -> None:
    with pytest.raises(RuleError, match="both adds to and takes from"):
        outcomes(graph(((0, HALF, TAILS - 1), (1, HALF, 0)), ()))


def deciding() -> Graph:
    """The player takes 1, or as many as heads come before tails; then 2 more by a coin."""
    made = graph((), ((2, HALF, 2), (2, HALF, 0)), ())
    made.ends.pop(0)
    made.decisions[0] = Decision("player", ("one", "toss"), CALL, ())
    made.targets[0], made.gains[0] = (1, 1), (1, TAILS)
    return made


def test_of_totals_best_play_needs_but_the_mean_of_a_law() -> None:
    solution = solve(deciding())
    assert solution.value == 2
    assert dict(solution.decisions[0].values) == {"one": 2, "toss": 2}
    found = estimate(deciding())
    assert found.low <= 2 <= found.high
    assert solution.distribution == Distribution.uniform([1, 3])
    prospects = Prospects(solution, {"all": None, "twice": Linear(lambda o: 0, 2)})
    assert prospects.at(deciding().decisions[0])["toss"] == {"all": 2, "twice": 4}
    assert [(p.gain, p.cost) for p in frontier(deciding(), None, Linear(lambda o: 0, -1))] == [(F(2), F(-2))]
    assert [(p.gain, p.cost) for p in guarantees(deciding(), None, Linear(lambda o: 0, 0))] == [(F(2), F(0))]
    assert cheapest(deciding(), None, Linear(lambda o: 0, 1), F(2)).gain == 2


def test_thresholds_take_a_law_as_far_as_they_reach() -> None:
    # 4 or more: with the coin 2 heads are enough (1/4), without it 4 (1/16); taking 1 never gets there
    solution = solve(deciding(), AtLeast(4))
    assert dict(solution.decisions[0].values) == {"one": 0, "toss": F(1, 2) * (F(1, 4) + F(1, 16))}
    assert solution.unresolved == 0


def test_of_a_goal_that_more_does_not_change_from_somewhere_on_the_whole_law_is_known() -> None:
    solution = solve(deciding(), Bounded(lambda total: total >= 4, lambda total: total, 1, 4))
    assert dict(solution.decisions[0].values) == {"one": 0, "toss": F(1, 2) * (F(1, 4) + F(1, 16))}
    assert solution.distribution == TAILS + Distribution.uniform([0, 2])
    more: dict[str, Goal] = {
        "twice": Linear(lambda total: 2 * total, 2),
        "three": Bounded(lambda total: total >= 3, lambda total: total, 1, 3),
    }
    assert Prospects(solution, more).at(solution.decisions[0].decision)["toss"] == {
        "twice": 2 * (1 + F(1, 2) * 2),
        "three": F(1, 2) * (F(1, 2) + F(1, 8)),
    }
    with pytest.raises(RuleError, match="what they add to 'five'"):
        Prospects(solution, {"five": Bounded(lambda total: total >= 5, lambda total: total, 1, 5)})


def test_other_goals_list_a_law_until_next_to_nothing_is_left_and_say_so() -> None:
    solution = solve(deciding(), lambda total: total % 2 == 0)
    # heads before tails are even with 2/3; the coin adds an even number
    assert 0 <= F(2, 3) - solution.value <= solution.unresolved < F(1, 10**17)
    assert UNRESOLVED in solution._planned.graph.ends.values()


def test_of_goals_that_are_the_same_from_some_total_on_nothing_is_left() -> None:
    # 1, and 2 more by the coin; or 3 heads before tails, or 1 and the coin: 1/2 (1/16 + 1/4)
    solution = solve(deciding(), lambda total: total == 3)
    assert solution.value == F(1, 2)
    assert not solution.unresolved
    assert dict(solution.decisions[0].values) == {"one": F(1, 2), "toss": F(5, 32)}


def test_a_loop_of_a_decision_counts_laws_on_average() -> None:
    # a round gains 1 on average, and half of the time there may be another: 2 in all
    made = graph(((2, HALF, TAILS), (1, HALF, TAILS)), (), ())
    made.ends.pop(2)
    made.decisions[2] = Decision("player", ("stop", "on"), CALL, ())
    made.targets[2], made.gains[2] = (1, 0), (1, 0)
    solution = solve(made)
    assert solution.value == 2
    assert solution.policy(made.decisions[2]) == "on"


def test_runs_draw_from_a_law() -> None:
    np = pytest.importorskip("numpy")
    made = graph(((1, HALF, TAILS + 1), (0, HALF, TAILS)), ())
    split = _Splitter(made, np.random.default_rng(1), F(1, 10**18)).split(10**9)
    exact = outcomes(made)
    for k in range(6):
        assert abs(split.share(k) - float(exact.pmf(k))) < 1e-4
    assert split.unresolved == 0


def test_a_law_is_drawn_beside_its_edge_and_exported_on_average() -> None:
    made = graph(((1, fmpq(1), TAILS + 1),), ())
    assert '[label="1 (+' in dot(made)
    assert prism(made, {"total": None}).files["1.srew"].splitlines()[-1] == "2 2"


def losing(around: Gain = 0) -> Graph:
    """Add d6 until a 6, which adds nothing more; a 1 loses all."""
    sixth = fmpq(1, 6)
    return graph(((2, sixth, 0), *[(0, sixth, face) for face in (2, 3, 4, 5)], (1, sixth, around)), (), (), busts=(2,))


def test_what_was_gained_before_a_bust_does_not_count() -> None:
    found = outcomes(losing())
    ways = [F(1)]
    for k in range(1, 60):
        ways.append(sum((ways[k - face] for face in (2, 3, 4, 5) if face <= k), F(0)) / 6)
    assert found.pmf(0) == F(1, 2) + F(1, 6)
    assert [found.pmf(k) for k in range(1, 60)] == [p / 6 for p in ways[1:]]
    assert found.unresolved == 0
    assert not found.is_finite


def test_a_bust_loses_gains_with_laws_too_and_an_outcome_of_its_own_stays() -> None:
    made = graph(((1, HALF, TAILS), (2, HALF, TAILS + 1)), ((3, fmpq(1), 5),), (), (), busts=(3,))
    made.ends[3] = 7
    found = outcomes(made)
    assert found.pmf(7) == F(1, 2) + TAILS.pmf(6) / 2
    assert found.pmf(2) == TAILS.pmf(1) / 2


def test_runs_that_bust_count_nothing() -> None:
    np = pytest.importorskip("numpy")
    split = _Splitter(losing(), np.random.default_rng(1), F(1, 10**18)).split(10**9)
    exact = outcomes(losing())
    assert all(abs(split.share(k) - float(exact.pmf(k))) < 1e-4 for k in range(8))


def daring() -> Graph:
    """A gain of 3 or of 6 by a coin; then stop, or toss for 4 more or nothing at all."""
    made = graph(((1, HALF, 3), (1, HALF, 6)), (), ((3, HALF, 4), (4, HALF, 0)), (), (), busts=(4,))
    made.ends.pop(1)
    made.decisions[1] = Decision("player", ("stop", "toss"), CALL, ())
    made.targets[1] = (3, 2)
    return made


def test_whether_to_risk_what_was_gained_depends_on_how_much_it_is() -> None:
    solution = solve(daring())
    # with 3: stop for 3, or toss for 7 or 0; with 6: stop for 6, or toss for 10 or 0
    assert {advice.total: advice.best for advice in solution.decisions} == {3: "toss", 6: "stop"}
    assert solution.value == (F(7, 2) + 6) / 2
    assert solve(daring(), AtLeast(7)).value == F(1, 2)
    assert solve(daring(), Linear(lambda o: o, 0)).value == 0


def test_what_gains_add_is_not_told_where_some_ends_lose_them() -> None:
    solution = solve(daring(), Linear(lambda o: 0, 0))
    with pytest.raises(RuleError, match="nobody knows what they add"):
        Prospects(solution, {"all": None})
    with pytest.raises(RuleError, match="gains do not count"):
        prism(daring(), {"all": None})


def test_losing_what_a_loop_gained_makes_infinitely_many_totals_for_best_play() -> None:
    made = losing()
    made.decisions[1] = Decision("player", ("a", "b"), CALL, ())
    made.ends.pop(1)
    made.new(None)
    made.ends[3] = 0
    made.targets[1] = (3, 0)
    with pytest.raises(RuleError, match="infinitely many totals"):
        solve(made)
    assert 0 < solve(made, AtLeast(8)).value < 1
