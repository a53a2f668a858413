"""Equally likely whole numbers at equal distances, too many to list: a die with ten billion sides.

Single numbers, thresholds and moments have closed forms; a question that takes a look at each outcome raises TooLarge.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from flint import fmpz_poly

from oddsmith.distribution.distribution import Distribution, Finite
from oddsmith.distribution.finite.sums_as_products import Dense
from oddsmith.distribution.given_numbers import check_outcome, check_whole, impossible, is_real, real
from oddsmith.distribution.limits import check_outcomes, refuse_work
from oddsmith.distribution.probabilities import check_distribution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

U = TypeVar("U")

_FEW = 10_000  # so many numbers within an interval are listed after all
_MANY = 10_000  # so many remainders
_SECONDS_AN_IMAGE = 5e-7


class Uniform(Distribution[int]):
    """Every number of a range, equally likely; none is listed."""

    def __init__(self, numbers: range) -> None:
        """numbers: at least two; the direction of the range does not matter."""
        self._numbers = numbers if numbers.step > 0 else numbers[::-1]
        self.count = (self._numbers[-1] - self._numbers[0]) // self._numbers.step + 1

    @property
    def is_finite(self) -> bool:
        return True

    @property
    def unresolved(self) -> Fraction:
        return Fraction(0)

    @property
    def minimum(self) -> int:
        return self._numbers[0]

    @property
    def maximum(self) -> int:
        return self._numbers[-1]

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Outcomes with their probabilities, ascending. TooLarge where they are too many to go through."""
        check_outcomes(self.count)
        each = Fraction(1, self.count)
        return ((number, each) for number in self._numbers)

    # --- how likely ---------------------------------------------------------------------------------------------

    def pmf(self, outcome: int) -> Fraction:
        # A range looks for what is no int at each of its places.
        within = is_real(outcome) and outcome % 1 == 0 and int(outcome) in self._numbers
        return Fraction(int(within), self.count)

    def _p_where(self, predicate: Callable[[int], bool]) -> Fraction:
        return self._listed().p(predicate)

    def at_least(self, k: int) -> Fraction:
        return 1 - self._up_to(math.ceil(real("k", k)) - 1)

    def at_most(self, k: int) -> Fraction:
        return self._up_to(math.floor(real("k", k)))

    def _up_to(self, k: int) -> Fraction:
        within = (k - self.minimum) // self._numbers.step + 1
        return Fraction(min(max(within, 0), self.count), self.count)

    def beats(self, other: Distribution[int]) -> Fraction:
        check_distribution("other", other)
        if not isinstance(other, Finite):
            return self._listed().beats(other)
        chance = sum((p * (1 - self.at_most(k)) for k, p in other.items()), Fraction(0))
        return Fraction(chance)

    def ties(self, other: Distribution[int]) -> Fraction:
        check_distribution("other", other)
        if not isinstance(other, Finite):
            return self._listed().ties(other)
        chance = sum((p * self.pmf(k) for k, p in other.items()), Fraction(0))
        return Fraction(chance)

    # --- in numbers ---------------------------------------------------------------------------------------------

    @property
    def mean(self) -> Fraction:
        return Fraction(self.minimum + self.maximum, 2)

    @property
    def variance(self) -> Fraction:
        return Fraction((self.count**2 - 1) * self._numbers.step**2, 12)

    @property
    def modes(self) -> Sequence[int]:  # type: ignore[override]  # all of them, as a range: they cannot be listed
        return self._numbers

    def _quantile(self, q: Fraction) -> int:
        return self._numbers[max(math.ceil(q * self.count), 1) - 1]

    # --- made from it -------------------------------------------------------------------------------------------

    def map(self, function: Callable[[int], U]) -> Finite[U]:
        refuse_work(self.count * _SECONDS_AN_IMAGE)
        weights: dict[U, int] = {}
        for number in self._numbers:
            image = function(number)
            check_outcome(image)
            if image in weights:
                weights[image] += 1
                continue
            weights[image] = 1
            if len(weights) % _FEW == 0:
                check_outcomes(len(weights))
        return Finite(weights)

    def given(self, predicate: Callable[[int], bool]) -> Finite[int]:
        return self._listed().given(predicate)

    def within(self, low: int | None, high: int | None) -> Distribution[int]:
        first, step = self.minimum, self._numbers.step
        least = first if low is None else max(first, low + (first - low) % step)
        most = self.maximum if high is None else min(self.maximum, high)
        numbers = range(least, most + 1, step)
        if not numbers:
            raise impossible("low", low)
        return Uniform(numbers) if len(numbers) > _FEW else Distribution.uniform(numbers)

    def divided(self, k: int) -> list[tuple[int, Fraction, Uniform]]:
        """Each remainder by k > 0, how likely it is, and the law of the quotient then; none where they are many."""
        step = self._numbers.step
        apart = k // math.gcd(step, k)
        if apart > _MANY or 2 * apart > self.count:
            return []
        found: list[tuple[int, Fraction, Uniform]] = []
        for first in range(apart):
            alike = self._numbers[first::apart]
            least, most = alike[0] // k, alike[-1] // k
            quotients = Uniform(range(least, most + 1, step * apart // k))
            found.append((alike[0] % k, Fraction(len(alike), self.count), quotients))
        return found

    def repeat(self, n: int) -> Distribution[int]:
        check_whole("n", n)
        return self if n == 1 else self._listed().repeat(n)

    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[int]:
        return self._listed()

    def _listed(self) -> Finite[int]:
        """All outcomes, as a polynomial; TooLarge where they are too many."""
        check_outcomes(self.count)
        return Finite(Dense(self.minimum, self._numbers.step, fmpz_poly([1] * self.count)))

    # --- sums -----------------------------------------------------------------------------------------------------

    def _plus(self, other: Distribution[int]) -> Distribution[int]:
        if isinstance(other, Uniform):
            check_outcomes(self.count + other.count)
        if isinstance(other, Finite) and len(other.weights) == 1 and not other.unresolved:
            (shift,) = other.weights
            if isinstance(shift, int):
                step = self._numbers.step
                return Uniform(range(self.minimum + shift, self.maximum + shift + step, step))
        return self._listed() + other

    def __neg__(self) -> Distribution[int]:
        return self * -1

    def __mul__(self, factor: int) -> Distribution[int]:
        """Every outcome times an integer."""
        if not isinstance(factor, int):
            return NotImplemented
        if not factor:
            return Finite({0: 1})
        step = self._numbers.step * factor
        return Uniform(range(self.minimum * factor, self.maximum * factor + step, step))

    # --- draws, identity ----------------------------------------------------------------------------------------

    def sample(self, below: Callable[[int], int] | None = None) -> int:
        if below is None:
            from secrets import randbelow  # slow to import, and seldom what is drawn with

            below = randbelow
        return self._numbers[below(self.count)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Uniform):
            return False if isinstance(other, Distribution) else NotImplemented
        return self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash((self.minimum, self.maximum, self.count))

    def __reduce__(self) -> tuple[type[Uniform], tuple[Any, ...]]:
        return Uniform, (self._numbers,)

    def __repr__(self) -> str:
        shown = ", ".join(map(str, islice(self._numbers, 3)))
        return f"Uniform({shown}, ..., {self.maximum})"
