"""Matrix games. Judged by what each mix guarantees, by hand, and by all 2 x 2 games having a formula."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.errors import BadInput
from oddsmith.rules import best_response, matrix_game

payoff = st.one_of(st.integers(-9, 9), st.fractions(-3, 3, max_denominator=9))


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Fraction | int]]:
    width = draw(st.integers(1, 6))
    return draw(st.lists(st.lists(payoff, min_size=width, max_size=width), min_size=1, max_size=6))


@given(matrices())
def test_each_mix_guarantees_the_value_against_every_answer(payoffs: list[list[Fraction | int]]) -> None:
    found = matrix_game(payoffs)
    assert sum(found.row) == sum(found.column) == 1
    assert min(*found.row, *found.column) >= 0
    against_columns = [
        sum(share * line[j] for share, line in zip(found.row, payoffs, strict=True)) for j in range(len(payoffs[0]))
    ]
    against_rows = [sum(share * entry for share, entry in zip(found.column, line, strict=True)) for line in payoffs]
    assert min(against_columns) == found.value == max(against_rows)


@given(payoff, payoff, payoff, payoff)
def test_games_of_two_by_two_have_the_value_of_the_formula(
    a: Fraction | int, b: Fraction | int, c: Fraction | int, d: Fraction | int
) -> None:
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    value = low if low == high else Fraction(a * d - b * c) / (a + d - b - c)
    assert matrix_game([[a, b], [c, d]]).value == value


def test_morra_with_two_fingers_is_fair_and_mixes_two_calls() -> None:
    # show 1 or 2 fingers and call the other's; who alone is right wins the sum; a classical game
    ways = [(show, call) for show in (1, 2) for call in (1, 2)]

    def wins(mine: tuple[int, int], theirs: tuple[int, int]) -> int:
        right, wrong = mine[1] == theirs[0], theirs[1] == mine[0]
        return (mine[0] + theirs[0]) * (right - wrong)

    found = matrix_game([[wins(mine, theirs) for theirs in ways] for mine in ways])
    assert found.value == 0
    mix = dict(zip(ways, found.row, strict=True))
    assert mix[1, 1] == mix[2, 2] == 0
    # known: (1, 2) between 4/7 and 3/5 of the time
    assert Fraction(4, 7) <= mix[1, 2] <= Fraction(3, 5)


def test_a_row_that_is_always_better_is_taken_alone() -> None:
    found = matrix_game([[1, 2, 3], [2, 3, 4]])
    assert found.value == 2
    assert list(found.row) == [0, 1]
    assert list(found.column) == [1, 0, 0]


def test_against_known_habits_the_best_answer_is_one_row() -> None:
    stone_paper_scissors = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert best_response(stone_paper_scissors, [Fraction(1, 3)] * 3) == (0, Fraction(0))
    assert best_response(stone_paper_scissors, [0, 0, 5]) == (0, Fraction(1))


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]]])
def test_a_matrix_must_be_one(payoffs: list[list[Fraction | int]]) -> None:
    with pytest.raises(BadInput, match="payoffs"):
        matrix_game(payoffs)


@pytest.mark.parametrize("habits", [[1], [1, -1], [0, 0]])
def test_habits_must_be_frequencies(habits: list[Fraction | int]) -> None:
    with pytest.raises(BadInput, match="2 numbers, none negative"):
        best_response([[1, 2], [3, 4]], habits)
