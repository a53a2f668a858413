"""Two people choose at once, unseen, and what one wins the other loses: matrix games, solved exactly.

The best mix of each is a linear program, the dual of the other's (von Neumann 1928; Dantzig 1951). It is solved by the
simplex method over the rationals, which Bland's rule (1977) keeps from going round in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from oddsmith.errors import BadInput
from oddsmith.rules.linalg.linear import fraction, rational

#: What the one who picks the row gets, and the other loses.
Payoffs: TypeAlias = Sequence[Sequence["Fraction | int"]]

_ZERO, _ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True)
class Equilibrium:
    """Best play of both, and its value for the one who chooses the row.

    row, column: how often each row and each column is to be taken. Whoever keeps to that does not get less than the
    value, whatever the other does, even if the other knows it.
    """

    value: Fraction
    row: tuple[Fraction, ...]
    column: tuple[Fraction, ...]


def matrix_game(payoffs: Payoffs) -> Equilibrium:
    """The equilibrium of a game in which one picks a row, the other a column, at once.

    payoffs: what the one who picks the row gets, and the other loses. Where neither needs to mix, neither does.

    >>> stone_paper_scissors = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    >>> matrix_game(stone_paper_scissors).row
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    >>> matrix_game([[3, 1], [0, 2]])
    Equilibrium(value=Fraction(3, 2), row=(Fraction(1, 2), Fraction(1, 2)), column=(Fraction(1, 4), Fraction(3, 4)))

    Raises BadInput when there is nothing to choose from, or the rows are not of the same length.
    """
    _check(payoffs)
    value, row, column = solve_matrix([[rational(payoff) for payoff in line] for line in payoffs])
    return Equilibrium(fraction(value), tuple(map(fraction, row)), tuple(map(fraction, column)))


def best_response(payoffs: Payoffs, column: Sequence[Fraction | int]) -> tuple[int, Fraction]:
    """The row that gets most against somebody of known habits (the first among equals), and how much that is.

    column: how often each column is taken; the numbers need not add up to 1.

    >>> best_response([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [50, 30, 20])
    (1, Fraction(3, 10))

    Raises BadInput as `matrix_game` does, and for frequencies that are not one for each column, negative or all 0.
    """
    _check(payoffs)
    total = sum(column)
    if len(column) != len(payoffs[0]) or min(column) < 0 or not total:
        raise BadInput("column", tuple(map(str, column)), f"{len(payoffs[0])} numbers, none negative, not all 0")
    worth = [
        Fraction(sum(payoff * often for payoff, often in zip(line, column, strict=True))) / total for line in payoffs
    ]
    most = max(worth)
    return worth.index(most), most


def _check(payoffs: Payoffs) -> None:
    lengths = sorted({len(line) for line in payoffs})
    if len(lengths) != 1 or not lengths[0]:
        raise BadInput("payoffs", f"rows of {lengths} numbers", "at least one row and column, all rows of one length")


def solve_matrix(payoffs: Sequence[Sequence[fmpq]]) -> tuple[fmpq, list[fmpq], list[fmpq]]:
    """The value of a game, and how often its rows and columns are taken; see `matrix_game`."""
    lows = [min(line) for line in payoffs]
    highs = [max(line[j] for line in payoffs) for j in range(len(payoffs[0]))]
    if max(lows) == min(highs):
        row, column = lows.index(max(lows)), highs.index(min(highs))
        return max(lows), _only(row, len(lows)), _only(column, len(highs))
    lift = 1 - min(lows)  # makes every payoff positive, and with it the value
    total, taken, prices = _simplex([[payoff + lift for payoff in line] for line in payoffs])
    return 1 / total - lift, [price / total for price in prices], [share / total for share in taken]


def _only(number: int, size: int) -> list[fmpq]:
    return [_ONE if i == number else _ZERO for i in range(size)]


def _simplex(rows: list[list[fmpq]]) -> tuple[fmpq, list[fmpq], list[fmpq]]:
    """The most that x can add up to when Ax <= 1 and x >= 0, for an A without negative numbers: that sum, x, and the
    price of each row.
    """
    height, width = len(rows), len(rows[0])
    table = [[*row, *_only(i, height), _ONE] for i, row in enumerate(rows)]
    bottom = [-_ONE] * width + [_ZERO] * (height + 1)  # what a unit of each variable would take from the sum
    basis = [width + i for i in range(height)]
    while True:
        entering = next((j for j, price in enumerate(bottom[:-1]) if price < 0), None)
        if entering is None:
            break
        candidates = [i for i in range(height) if table[i][entering] > 0]
        leaving = min(candidates, key=lambda i: (table[i][-1] / table[i][entering], basis[i]))
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for i in range(height):
            if i != leaving and table[i][entering] != 0:
                table[i] = _less(table[i], table[leaving], table[i][entering])
        bottom = _less(bottom, table[leaving], bottom[entering])
        basis[leaving] = entering
    x = [_ZERO] * (width + height)
    for i, variable in enumerate(basis):
        x[variable] = table[i][-1]
    return bottom[-1], x[:width], bottom[width:-1]


def _less(row: list[fmpq], other: list[fmpq], times: fmpq) -> list[fmpq]:
    return [a - times * b for a, b in zip(row, other, strict=True)]
