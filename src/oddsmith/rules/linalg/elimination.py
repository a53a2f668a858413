"""Elimination of states from sparse systems x = c + Qx, in whatever numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, Self, TypeVar


class Number(Protocol):
    """A number that elimination can work with."""

    def __add__(self, other: Self, /) -> Self: ...

    def __mul__(self, other: Self, /) -> Self: ...


N = TypeVar("N", bound=Number)


class Eliminated(Generic[N]):
    """States eliminated one by one, those that touch the fewest others first, so that what is sparse stays sparse.

    rows: one a state: the states it leads to and how much goes there; they are used up. left_over: 1 / (1 - loop) for
    what a state keeps to itself. reduced: brings a number back into range (modulo a prime), or leaves it as it is.
    """

    def __init__(
        self, rows: list[dict[int, N]], left_over: Callable[[N], N], reduced: Callable[[N], N] = lambda number: number
    ) -> None:
        self._rows = rows
        self._reduced = reduced
        self._scale: dict[int, N] = {}
        self._order: list[int] = []
        self._into: list[list[tuple[int, N]]] = [[] for _ in rows]  # later states that lead to one, and how much
        self._eliminate(left_over)

    def solve(self, constant: Sequence[N]) -> list[N]:
        """The solution x for a constant c."""
        reduced, x = self._reduced, list(constant)
        for state in self._order:
            here = x[state]
            scale = self._scale.get(state)
            here = x[state] = reduced(here if scale is None else here * scale)
            for i, share in self._into[state]:
                x[i] += share * here
        for state in reversed(self._order):
            total = x[state]
            for j, share in self._rows[state].items():
                total += share * x[j]
            x[state] = reduced(total)
        return x

    def _eliminate(self, left_over: Callable[[N], N]) -> None:
        rows, reduced = self._rows, self._reduced
        leading: list[set[int]] = [set() for _ in rows]  # states still there that lead to one
        for i, row in enumerate(rows):
            for j in row:
                leading[j].add(i)
        waiting = _Cheapest([len(into) * len(row) for into, row in zip(leading, rows, strict=True)])
        while waiting:
            state = waiting.pop()
            self._order.append(state)
            row = rows[state]
            loop = row.pop(state, None)
            leading[state].discard(state)
            if loop is not None:
                scale = self._scale[state] = left_over(loop)
                for j in row:
                    row[j] = reduced(row[j] * scale)
            for j in row:
                leading[j].discard(state)
            for i in leading[state]:
                target = rows[i]
                share = target.pop(state)
                self._into[state].append((i, share))
                for j, weight in row.items():
                    before = target.get(j)
                    if before is None:
                        target[j] = reduced(share * weight)
                        leading[j].add(i)
                    else:
                        target[j] = reduced(before + share * weight)
            for other in leading[state] | row.keys():
                waiting.move(other, len(leading[other]) * len(rows[other]))


class _Cheapest:
    """States by what it costs to eliminate them."""

    def __init__(self, costs: list[int]) -> None:
        self._costs = costs
        self._buckets: dict[int, set[int]] = {}
        for state, cost in enumerate(costs):
            self._buckets.setdefault(cost, set()).add(state)

    def __bool__(self) -> bool:
        return bool(self._buckets)

    def pop(self) -> int:
        """Take out a state that costs least."""
        cost = min(self._buckets)
        state = self._buckets[cost].pop()
        if not self._buckets[cost]:
            del self._buckets[cost]
        return state

    def move(self, state: int, cost: int) -> None:
        """Say anew what a state costs."""
        before = self._costs[state]
        if cost != before:
            self._buckets[before].discard(state)
            if not self._buckets[before]:
                del self._buckets[before]
            self._costs[state] = cost
            self._buckets.setdefault(cost, set()).add(state)
