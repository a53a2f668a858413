"""Systems x = c + Qx in which every loop leads through one of a few states, by putting one equation into another.

Walked backward from where play leaves, every state is worth a number and shares of what those few are worth; at last
these are a small system by themselves. Numbers stay as small as what they stand for: the value of play, and the
probability that it comes to one of the few, from a state on.
"""

from __future__ import annotations

from typing import Final

from flint import fmpq, fmpq_mat

from oddsmith.rules.linalg.sparse import Rows

_FEW: Final = 3  # so many states may cut all loops
_ZERO: Final = fmpq(0)


def solve_cut(rows: Rows, constant: list[fmpq]) -> list[fmpq] | None:
    """The solution x of x = constant + Qx, where rows[i] is row i of Q; None where no few states cut all loops.

    Raises ZeroDivisionError when there is no single one.
    """
    found = _cut(rows)
    if found is None:
        return None
    order, cut = found
    few = range(len(cut))
    value, shares = [_ZERO] * len(rows), [[_ZERO] * len(cut) for _ in rows]
    for k, state in enumerate(cut):
        shares[state][k] = fmpq(1)
    equations: dict[int, tuple[fmpq, list[fmpq]]] = {}
    for state in order:
        number, of_cut = constant[state], [_ZERO] * len(cut)
        for j, weight in rows[state].items():
            number += weight * value[j]
            inside = shares[j]
            for k in few:
                if inside[k] != 0:
                    of_cut[k] += weight * inside[k]
        if state in cut:
            equations[state] = number, of_cut
        else:
            value[state], shares[state] = number, of_cut
    if not cut:
        return value
    size = len(cut)
    entries = [fmpq(int(k == m)) - equations[state][1][m] for k, state in enumerate(cut) for m in few]
    worth = fmpq_mat(size, size, entries).solve(fmpq_mat(size, 1, [equations[state][0] for state in cut]))
    for k in few:
        times = worth[k, 0]
        for state, held in enumerate(shares):
            if held[k] != 0:
                value[state] += held[k] * times
    return value


def _cut(rows: Rows) -> tuple[list[int], list[int]] | None:
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
