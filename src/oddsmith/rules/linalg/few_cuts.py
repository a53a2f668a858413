"""Systems x = c + Qx in which every loop leads through one of a few states, by putting one equation into another.

Walked backward from where play leaves, every state is worth a number and shares of what those few are worth; at last
these are a small system by themselves. Numbers stay as small as what they stand for: the value of play, and the
probability that it comes to one of the few, from a state on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from oddsmith.rules.linalg.elimination import Eliminated, N, cheapest_steps
from oddsmith.rules.linalg.sparse import Rows

_FEW: Final = 3  # so many states may cut all loops


def solve_cut(rows: Rows, constant: list[fmpq]) -> list[fmpq] | None:
    """The solution x of x = constant + Qx, where rows[i] is row i of Q; None where no few states cut all loops.

    Raises ZeroDivisionError when there is no single one.
    """
    return cut_solution(rows, constant, fmpq(0), fmpq(1), lambda loop: 1 / (1 - loop))


def cut_solution(
    rows: Sequence[dict[int, N]], constant: Sequence[N], zero: N, one: N, left_over: Callable[[N], N]
) -> list[N] | None:
    """The same in whatever numbers. left_over: 1 / (1 - loop) for what a state keeps to itself."""
    found = _cut(rows)
    if found is None:
        return None
    order, cut = found
    value = list(constant)
    shares: list[dict[int, N]] = [{}] * len(rows)  # of what the cut states are worth, by their numbers among those
    for k, state in enumerate(cut):
        value[state], shares[state] = zero, {k: one}
    equations: dict[int, tuple[dict[int, N], N]] = {}
    for state in order:
        row, number = rows[state], constant[state]
        if len(row) == 1 and one in row.values():
            (j,) = row
            number, of_cut = number + value[j], shares[j]
        else:
            of_cut = {}
            for j, weight in row.items():
                number += weight * value[j]
                for k, share in shares[j].items():
                    before = of_cut.get(k)
                    of_cut[k] = weight * share if before is None else before + weight * share
        if state in cut:
            equations[state] = dict(of_cut), number
        else:
            value[state], shares[state] = number, of_cut
    if not cut:
        return value
    small_rows = [equations[state][0] for state in cut]
    small = Eliminated(small_rows, cheapest_steps(small_rows), left_over)
    worth = small.solve([equations[state][1] for state in cut])
    for state, held in enumerate(shares):
        for k, share in held.items():
            value[state] += share * worth[k]
    return value


def _cut(rows: Sequence[dict[int, N]]) -> tuple[list[int], list[int]] | None:
    """All states, each after those it leads to; and few states to which that does not apply, which cut all loops."""
    new, entered, left = 0, 1, 2
    walked = bytearray(len(rows))
    order: list[int] = []
    cut: list[int] = []
    for root in range(len(rows)):
        if walked[root] != new:
            continue
        walked[root] = entered
        way = [(root, iter(rows[root]))]
        while way:
            state, onward = way[-1]
            for j in onward:
                if walked[j] == new:
                    walked[j] = entered
                    way.append((j, iter(rows[j])))
                    break
                if walked[j] == entered and j not in cut:
                    cut.append(j)
                    if len(cut) > _FEW:
                        return None
            else:
                walked[state] = left
                order.append(state)
                way.pop()
    return order, cut
