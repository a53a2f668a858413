"""The same roll several times over, such as the six abilities of a character."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flint import fmpz

from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import rolled_so_often
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.distribution.limits import Work, one_computation, take

MAX_TIMES: Final = 1_000
"""Repetitions of one expression."""

_SECONDS_A_POWER: Final = 3e-6
_SECONDS_A_BIT: Final = 3e-9
_BYTES_A_POWER: Final = 350


def work_of_extreme(outcomes: float, bits: float) -> Work:
    """The work of the greatest or the least of several values of so many outcomes, with a total of so many bits."""
    return Work(outcomes * (_SECONDS_A_POWER + bits * _SECONDS_A_BIT), outcomes * (_BYTES_A_POWER + bits / 4))


@dataclass(frozen=True, repr=False)
class Repeated(Expression[tuple[Any, ...]]):
    """An expression rolled `times` times, 1 or more; the value is the tuple of their values, in order.

    >>> from oddsmith.dice import coin
    >>> Repeated(2, coin).distribution().pmf(("H", "T"))
    Fraction(1, 4)
    """

    times: int
    expression: Expression[Any]
    numeric = False

    def __post_init__(self) -> None:
        check_whole("times", self.times, 1)
        refuse_above(MAX_TIMES, self.times, "repetitions", "Repeat it less often, or simulate.")

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return (self.expression,) * self.times

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Repeated:
        return Repeated(self.times, parts[0])

    @property
    def binding(self) -> int:
        return 0

    def highest(self) -> Distribution[Any]:
        """The distribution of the greatest of the values, which have an order."""
        return self._extreme(1)

    def lowest(self) -> Distribution[Any]:
        """The distribution of the least of the values."""
        return self._extreme(-1)

    def _extreme(self, step: int) -> Distribution[Any]:
        """The greatest is at most v when every one is; so the weight up to v, to the power of `times`, is known."""
        once = self.expression.distribution().truncated()
        bits = once.total.bit_length() * self.times
        weights: dict[Any, int] = {}
        reached = below = fmpz(0)
        with one_computation():
            take(*work_of_extreme(once.number, bits))
            for outcome in once.outcomes[::step]:
                reached += once.weights[outcome]
                upto = reached**self.times
                weights[outcome] = int(upto - below)
                below = upto
        return Distribution.from_weights(weights, unresolved=once.total**self.times - int(below))

    def calculate(self) -> Distribution[tuple[Any, ...]]:
        once = self.expression.distribution().truncated()
        return Distribution.joint(*(once,) * self.times)

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return self.times * self.expression.dice_thrown(of_pool)

    def _roll(self, source: Source) -> Rolled[tuple[Any, ...]]:
        parts = rolled_so_often(self.times, self.expression._roll, source)
        return Rolled(self, tuple(part.value for part in parts), parts=parts)

    def __str__(self) -> str:
        return f"{self.times}x {self.expression}"
