"""Sparse linear systems, against a dense solve and against formulas."""

import random
from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.distribution.limits import allowing_each
from oddsmith.errors import TooLarge
from oddsmith.rules.linalg.elimination import cheapest_steps
from oddsmith.rules.linalg.linear import fraction, solve_flow
from oddsmith.rules.linalg.sparse import Rows, solve_sparse


def dense(rows: Rows, constant: list[fmpq]) -> list[fmpq]:
    size = len(rows)
    left = fmpq_mat(size, size, [fmpq(int(i == j)) - rows[i].get(j, fmpq(0)) for i in range(size) for j in range(size)])
    solution = left.solve(fmpq_mat(size, 1, constant))
    return [solution[i, 0] for i in range(size)]


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(1, 30))
def test_random_loops_agree_with_a_dense_solve(chance: random.Random, size: int) -> None:
    rows: Rows = []
    for _ in range(size):
        reached = chance.sample(range(size), min(size, 3))
        shares = [chance.randrange(1, 50) for _ in reached]
        total = sum(shares) + chance.randrange(1, 9)  # the rest leaves
        rows.append({j: fmpq(share, total) for j, share in zip(reached, shares, strict=True)})
    constant = [fmpq(chance.randrange(-5, 6), chance.randrange(1, 9)) for _ in range(size)]
    assert solve_sparse(rows, constant) == dense(rows, constant)


def test_a_gambler_at_unfair_odds_is_ruined_as_the_formula_says() -> None:
    # chance p = 9/20 a round to win 1: from k of n, the goal is reached with (1 - r^k) / (1 - r^n), r = 11/9
    size = 400
    rows: Rows = [{} for _ in range(size)]
    constant = [fmpq(0)] * size
    for k in range(size):
        if k + 1 < size:
            rows[k][k + 1] = fmpq(9, 20)
        else:
            constant[k] = fmpq(9, 20)
        if k:
            rows[k][k - 1] = fmpq(11, 20)
    found = solve_sparse(rows, constant)
    ratio = Fraction(11, 9)
    for k in (1, 77, 400):
        assert fraction(found[k - 1]) == (1 - ratio**k) / (1 - ratio ** (size + 1))


def test_flow_is_the_same_system_the_other_way_round() -> None:
    # every state of a ring passes on two thirds: visits to one from itself are 1 / (1 - (2/3)^100)
    rows: Rows = [{(i + 1) % 100: fmpq(2, 3)} for i in range(100)]
    visits = solve_flow(rows, [fmpq(int(i == 0)) for i in range(100)])
    assert fraction(visits[0]) == 1 / (1 - Fraction(2, 3) ** 100)
    assert fraction(visits[1]) == Fraction(2, 3) * fraction(visits[0])


def test_solutions_with_no_common_scale_are_told_too() -> None:
    # x = 0 beside huge and tiny numbers
    rows: Rows = [{1: fmpq(1, 2)}, {}, {2: fmpq(10**40 - 1, 10**40)}, {0: fmpq(-1), 1: fmpq(1, 2)}]
    constant = [fmpq(0), fmpq(1, 7**50), fmpq(1, 3), fmpq(0)]
    assert solve_sparse(rows, constant) == [
        fmpq(1, 2 * 7**50),
        fmpq(1, 7**50),
        fmpq(10**40, 3),
        fmpq(0),
    ]


def test_a_closed_set_of_states_has_no_single_solution() -> None:
    with pytest.raises(ZeroDivisionError):
        solve_sparse([{1: fmpq(1)}, {0: fmpq(1)}], [fmpq(0), fmpq(1)])


def field(length: int) -> Rows:
    """A walk on a square, in each of four directions with a quarter; off its edge it is over."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    places = [(x, y) for x in range(length) for y in range(length)]
    return [
        {(x + a) * length + y + b: fmpq(1, 4) for a, b in ways if 0 <= x + a < length and 0 <= y + b < length}
        for x, y in places
    ]


def test_it_is_foreseen_how_many_products_an_elimination_takes() -> None:
    """Where each of n states leads to all, the k-th from the last takes k * k; in a row of states each takes one."""
    told: list[float] = []
    cheapest_steps([range(30)] * 30, told.append)
    assert told == [sum(k * k for k in range(30))]
    cheapest_steps([[i + 1] if i < 99 else [] for i in range(100)], told.append)
    assert told[1:] == [0]  # nothing leads to the first that is left
    cheapest_steps([[(i + 1) % 100] for i in range(100)], told.append)
    assert told[2:] == [99]


def test_a_system_that_would_take_past_the_limit_is_refused_before_a_number_is_worked_out() -> None:
    rows, constant = field(30), [fmpq(1)] * 900
    with allowing_each(10_000), pytest.raises(TooLarge, match=r"steps.*the limit is 10,000.*Many states lead back"):
        solve_sparse(field(60), [fmpq(1)] * 3_600)
    with allowing_each(100_000):
        assert solve_sparse(rows, constant)[0] > 0
