"""Elimination of states from sparse systems x = c + Qx, in whatever numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isqrt
from typing import Final, Generic, Protocol, Self, TypeAlias, TypeVar

_TOLD: Final = 4_000_000  # after so many products it is told how many there will be, then after twice as many


class Number(Protocol):
    """A number that elimination can work with."""

    def __add__(self, other: Self, /) -> Self: ...

    def __mul__(self, other: Self, /) -> Self: ...


N = TypeVar("N", bound=Number)

#: States in the order in which they are eliminated, each with the later ones that lead to it then.
Steps: TypeAlias = list[tuple[int, set[int]]]


def _unheeded(_: float) -> None:
    """Let an elimination take as long as it takes."""


class Eliminated(Generic[N]):
    """States eliminated one by one, as the steps say, so that what is sparse stays sparse.

    rows: one a state: the states it leads to and how much goes there; they are used up. left_over: 1 / (1 - loop) for
    what a state keeps to itself. reduced: brings a number back into range (modulo a prime), or leaves it as it is.
    """

    def __init__(
        self,
        rows: list[dict[int, N]],
        steps: Steps,
        left_over: Callable[[N], N],
        reduced: Callable[[N], N] = lambda number: number,
    ) -> None:
        self._rows = rows
        self._reduced = reduced
        self._scale: dict[int, N] = {}
        self._into: list[list[tuple[int, N]]] = [[] for _ in rows]  # later states that lead to one, and how much
        self._order = self._eliminate(steps, left_over)

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

    def _eliminate(self, steps: Steps, left_over: Callable[[N], N]) -> list[int]:
        """Eliminate states in an order, each from those that lead to it then; return the order."""
        rows, reduced = self._rows, self._reduced
        for state, leading in steps:
            row = rows[state]
            loop = row.pop(state, None)
            if loop is not None:
                scale = self._scale[state] = left_over(loop)
                for j in row:
                    row[j] = reduced(row[j] * scale)
            for i in leading:
                target = rows[i]
                share = target.pop(state)
                self._into[state].append((i, share))
                for j, weight in row.items():
                    before = target.get(j)
                    target[j] = reduced(share * weight if before is None else before + share * weight)
        return [state for state, _ in steps]


def cheapest_steps(rows: Sequence[Iterable[int]], foreseen: Callable[[float], None] = _unheeded) -> Steps:
    """The steps in which states that touch the fewest others are eliminated first.

    rows: one a state: the states it leads to. foreseen: is told now and then how many products that will take, about or
    more; it may raise.
    """
    onward = [set(row) for row in rows]
    leading: list[set[int]] = [set() for _ in rows]  # states still there that lead to one
    for i, row in enumerate(onward):
        for j in row:
            leading[j].add(i)
    waiting = _Cheapest([len(into) * len(row) for into, row in zip(leading, onward, strict=True)])
    steps: Steps = []
    products, told = 0, _TOLD
    while waiting:
        state, cost = waiting.pop()
        if products >= told:
            told = 2 * products
            foreseen(products + _least(cost, len(rows) - len(steps)))
        row, into = onward[state], leading[state]
        row.discard(state)
        into.discard(state)
        products += len(into) * len(row)
        steps.append((state, into))
        for j in row:
            leading[j].discard(state)
            leading[j] |= into
        for i in into:
            target = onward[i]
            target.discard(state)
            target |= row
        for other in into | row:
            waiting.move(other, len(leading[other]) * len(onward[other]))
    foreseen(products)
    return steps


def _least(cost: int, states: int) -> float:
    """The products that elimination takes if no state left costs less than the next, as is the rule, until states are
    left that all lead to each other. So they do from the start, few by few, where it takes least.
    """
    dense = min(isqrt(cost), states)  # states that all lead to each other in the end
    return (cost * (states - dense) + dense**3) / 3


class _Cheapest:
    """States by what it costs to eliminate them."""

    def __init__(self, costs: list[int]) -> None:
        self._costs = costs
        self._buckets: dict[int, set[int]] = {}
        for state, cost in enumerate(costs):
            self._buckets.setdefault(cost, set()).add(state)

    def __bool__(self) -> bool:
        return bool(self._buckets)

    def pop(self) -> tuple[int, int]:
        """Take out a state that costs least; return it, and what it costs."""
        cost = min(self._buckets)
        state = self._buckets[cost].pop()
        if not self._buckets[cost]:
            del self._buckets[cost]
        return state, cost

    def move(self, state: int, cost: int) -> None:
        """Say anew what a state costs."""
        before = self._costs[state]
        if cost != before:
            self._buckets[before].discard(state)
            if not self._buckets[before]:
                del self._buckets[before]
            self._costs[state] = cost
            self._buckets.setdefault(cost, set()).add(state)
