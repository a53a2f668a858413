"""Systems in which few states cut all loops, against a dense solve and against formulas."""

import random
from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.rules.linalg.few_cuts import solve_cut
from oddsmith.rules.linalg.linear import fraction, solve_values
from oddsmith.rules.linalg.sparse import Rows


def dense(rows: Rows, constant: list[fmpq]) -> list[fmpq]:
    size = len(rows)
    left = fmpq_mat(size, size, [fmpq(int(i == j)) - rows[i].get(j, fmpq(0)) for i in range(size) for j in range(size)])
    solution = left.solve(fmpq_mat(size, 1, constant))
    return [solution[i, 0] for i in range(size)]


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 25), st.integers(0, 3))
def test_ways_onward_with_few_ways_back_agree_with_a_dense_solve(
    chance: random.Random, size: int, backward: int
) -> None:
    # what leads back, or to itself, leads to one of the first few, however states are numbered
    first = range(min(backward, size))
    number = list(range(size))
    chance.shuffle(number)
    rows: Rows = [{} for _ in range(size)]
    for i in range(size):
        reached = {
            *chance.sample(range(i + 1, size), min(size - i - 1, 3)),
            *(j for j in first if chance.random() < 0.5),
        }
        shares = [chance.randrange(1, 50) for _ in reached]
        total = sum(shares) + chance.randrange(1, 9)  # the rest leaves
        rows[number[i]] = {number[j]: fmpq(share, total) for j, share in zip(reached, shares, strict=True)}
    constant = [fmpq(chance.randrange(-5, 6), chance.randrange(1, 9)) for _ in range(size)]
    expected = dense(rows, constant)
    assert solve_cut(rows, constant) in (expected, None)
    assert solve_values(rows, constant) == expected


def test_a_ring_is_cut_by_one_state() -> None:
    rows: Rows = [{(i + 1) % 300: fmpq(2, 3)} for i in range(300)]
    found = solve_cut(rows, [fmpq(int(i == 0)) for i in range(300)])
    assert found is not None
    assert fraction(found[0]) == 1 / (1 - Fraction(2, 3) ** 300)
    assert fraction(found[299]) == Fraction(2, 3) * fraction(found[0])


def test_what_leads_nowhere_back_is_added_up() -> None:
    assert solve_cut([{1: fmpq(1, 2), 2: fmpq(1, 2)}, {2: fmpq(1)}, {}], [fmpq(0), fmpq(1), fmpq(4)]) == [
        fmpq(9, 2),
        fmpq(5),
        fmpq(4),
    ]


def test_many_loops_apart_are_left_to_others() -> None:
    rows: Rows = [{i: fmpq(1, 2)} for i in range(5)]
    assert solve_cut(rows, [fmpq(1)] * 5) is None
    assert solve_values(rows, [fmpq(1)] * 5) == [fmpq(2)] * 5


def test_a_closed_set_has_no_values() -> None:
    rows: Rows = [{1: fmpq(1)}, {0: fmpq(1, 2), 1: fmpq(1, 2)}]
    with pytest.raises(ZeroDivisionError):
        solve_cut(rows, [fmpq(0), fmpq(1)])
