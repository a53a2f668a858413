"""Two pools, one after the other at every face, where a matching can be told so: sums over the dice that are left.

Weights are numbers the digits of which are the weights of all sums, as in `one_pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import sub
from typing import Any, Final, TypeAlias

from flint import fmpz

from oddsmith.dice.exact.multiset_dp import (
    Kind,
    Left,
    later_alike,
    merged,
    merging,
    most_later,
    number_of_splits,
    splits,
)
from oddsmith.dice.model.faces import Face
from oddsmith.distribution.limits import refuse_work

Table: TypeAlias = dict[Left, dict[Any, fmpz]]
Half: TypeAlias = Callable[[int, bool, Any, int], tuple[Any, int]]
"""The next state, and how many dice are left, by the pool, True for the second of a face, the state, its dice."""

_SECONDS_A_STEP: Final = 1.1e-6
_SECONDS_A_BIT: Final = 4e-11
"""For every step, by the bits of a weight."""


class HalfSteps:
    """One pass over the faces, with the answers of the matching and the work so far."""

    def __init__(self, kinds: Sequence[Kind], faces: Sequence[Face], half: Half) -> None:
        self._kinds, self._half = kinds, half
        pmfs = [dict(kind.pmf.weights) for kind in kinds]
        self._weights = [[pmf.get(face, 0) for pmf in pmfs] for face in faces]
        self._later = most_later(kinds, faces)
        self._mergers = merging(kinds, faces)
        self._alike = later_alike(faces, pmfs, self._later, self._mergers)
        self._answers: dict[tuple[int, bool, int], dict[Any, tuple[Any, int]]] = {}
        self._work = 0.0

    def face(self, place: int, first: int, table: Table, following: Table, digits: int) -> None:
        """Add to `following` the states of `table` after a face, the dice of the pool `first` coming first.

        digits: the bits by which a die that is left moves the sum. Raises TooLarge.
        """
        between: Table = {}
        self._go(place, first, False, table, between, digits)
        self._go(place, 1 - first, True, between, following, digits)

    def _go(self, place: int, pool: int, second: bool, table: Table, following: Table, digits: int) -> None:
        kinds, later = self._kinds, self._later[place]
        merger = self._mergers[place] if second else None
        here = [weight if kind.pool == pool else 0 for kind, weight in zip(kinds, self._weights[place], strict=True)]
        self._refuse(place, here, table)
        rows: dict[Left, list[tuple[Left, int, fmpz, dict[Any, tuple[Any, int]]]]] = {}
        for left, states in table.items():
            if not states:
                continue
            showing = tuple([dice if weight else 0 for dice, weight in zip(left, here, strict=True)])
            row = rows.get(showing)
            if row is None:
                row = rows[showing] = [
                    (taken, sum(taken), fmpz(ways), self._answers.setdefault((pool, second, sum(taken)), {}))
                    for taken, ways in splits(kinds, left, here, later)
                ]
            for taken, count, ways, answers in row:
                after = tuple(map(sub, left, taken))
                if merger is not None:
                    after = merged(after, merger)
                target = following.get(after)
                if target is None:
                    target = following[after] = {}
                for state, weight in states.items():
                    answer = answers.get(state)
                    if answer is None:
                        answer = answers[state] = self._half(pool, second, state, count)
                    onward, counted = answer
                    arrived = weight * ways << digits * counted if counted else weight * ways
                    target[onward] = target[onward] + arrived if onward in target else arrived

    def _refuse(self, place: int, here: Sequence[int], table: Table) -> None:
        """Raise TooLarge where this step, and those at later faces, would take too long."""
        steps = number = bits = 0
        for left, states in table.items():
            if states:
                steps += (len(states) + 1) * number_of_splits(self._kinds, left, here, self._later[place])
                number += len(states)
                bits += sum(weight.bit_length() for weight in states.values())
        seconds = steps * (_SECONDS_A_STEP + bits / max(number, 1) * _SECONDS_A_BIT)
        refuse_work(self._work + seconds + seconds * self._alike[place], 3 * bits / 8)
        self._work += seconds
