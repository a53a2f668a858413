"""The one interface to a distribution, whatever stands behind it, and the constructors that choose what does."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from oddsmith.distribution.limits import check_whole
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from oddsmith.distribution.finite.finite import Finite

T = TypeVar("T")
U = TypeVar("U")

# For outcomes whose order shows only when they are compared.
_smaller: Callable[[Any, Any], Any] = min
_larger: Callable[[Any, Any], Any] = max


class Distribution(ABC, Generic[T]):
    """Outcomes and their exact probabilities. Immutable; equal to another exactly when all probabilities are.

    Make one with `uniform`, `certain`, `from_weights`, `from_probabilities`, `generating`, `mixture` or `joint`.
    Two distributions that meet in `+`, `-`, `beats`, ... are taken as independent, also when they are the same object:
    `d6 + d6` is the sum of two rolls.

    >>> d6 = Distribution.uniform(range(1, 7))
    >>> (d6 + d6).at_least(10)
    Fraction(1, 6)
    >>> exploding = Distribution.generating([6, 3], [10, -1])      # d10, counts 7 and up, tens roll again
    >>> exploding.mean, exploding.at_least(3)
    (Fraction(4, 9), Fraction(1, 250))
    """

    # --- making one ---------------------------------------------------------------------------------------------

    @staticmethod
    def from_weights(weights: Mapping[T, int], *, unresolved: int = 0) -> Finite[T]:
        """Outcomes with non-negative integer weights; `unresolved` is the weight of what may be anything.

        Raises BadInput when a weight is negative or not an integer, or when all are 0.

        >>> Distribution.from_weights({"miss": 6, "hit": 4}).pmf("hit")
        Fraction(2, 5)
        """
        from oddsmith.distribution.construct import from_weights

        return from_weights(weights, unresolved)

    @staticmethod
    def from_probabilities(probabilities: Mapping[T, Fraction | int], *, unresolved: Fraction | int = 0) -> Finite[T]:
        """Outcomes with exact probabilities that total 1 together with `unresolved`; BadInput otherwise.

        >>> Distribution.from_probabilities({0: Fraction(1, 3)}, unresolved=Fraction(2, 3)).unresolved
        Fraction(2, 3)
        """
        from oddsmith.distribution.construct import from_probabilities

        return from_probabilities(probabilities, unresolved)

    @staticmethod
    def uniform(outcomes: Iterable[T]) -> Finite[T]:
        """Every entry equally likely; repeated entries add up. BadInput when there is none, TooLarge past the limit.

        >>> Distribution.uniform("AAB").pmf("A")
        Fraction(2, 3)
        """
        from oddsmith.distribution.construct import uniform

        return uniform(outcomes)

    @staticmethod
    def certain(outcome: T) -> Finite[T]:
        """The outcome that always happens."""
        from oddsmith.distribution.construct import certain

        return certain(outcome)

    @staticmethod
    def generating(
        numerator: Sequence[int | Fraction],
        denominator: Sequence[int | Fraction],
        *,
        shift: int = 0,
        falling: bool = False,
    ) -> Distribution[int]:
        """The integer shift + j with probability [z**j] numerator(z) / denominator(z); falling: shift - j instead.

        Coefficients are ascending. The quotient must be 1 at z = 1, and the first coefficients of its series not
        negative (as many as the degrees, and some more: no test settles that for all). Where its poles lie is decided
        exactly: outside the unit circle they make the outcome run up, inside they make it run down, on the circle
        they are refused. Without a pole the result is a `Finite`.

        Raises BadInput when it is no distribution, Undecidable when the probabilities would not be rational (a factor
        of the denominator that is irreducible over the rationals, with poles on both sides).

        >>> chain = Distribution.generating([6, 3], [10, -1])
        >>> chain.pmf(0), chain.pmf(1), chain.pmf(2)
        (Fraction(3, 5), Fraction(9, 25), Fraction(9, 250))
        >>> Distribution.generating([1], [2, -1], falling=True).maximum
        0
        """
        from oddsmith.distribution.unbounded.validation import generating

        return generating(numerator, denominator, shift, falling)

    @staticmethod
    def mixture(parts: Iterable[tuple[Fraction | int, Distribution[T]]]) -> Distribution[T]:
        """One of the parts, picked with a probability proportional to its weight (0 or more, not all 0).

        Unbounded integers mix with each other and with listed integers. A part with an unresolved rest makes the result
        `Finite`, with unbounded parts cut as `truncated` does.

        >>> coin, d6 = Distribution.uniform([0, 1]), Distribution.uniform(range(1, 7))
        >>> Distribution.mixture([(1, coin), (3, d6)]).pmf(1)
        Fraction(1, 4)
        """
        from oddsmith.distribution.mixture import mixture

        return mixture(parts)

    @staticmethod
    def joint(*parts: Distribution[Any]) -> Finite[tuple[Any, ...]]:
        """Independent outcomes side by side, as a tuple. All parts must be finite.

        >>> coin = Distribution.uniform("HT")
        >>> Distribution.joint(coin, coin).pmf(("H", "T"))
        Fraction(1, 4)
        """
        from oddsmith.distribution.construct import joint

        return joint(parts)

    # --- what it is ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def is_finite(self) -> bool:
        """Whether it is a `Finite`: the outcomes can be listed."""

    @property
    @abstractmethod
    def unresolved(self) -> Fraction:
        """Probability that is known to exist but not resolved into outcomes.

        Every probability stated is a lower bound; adding `unresolved` gives the upper bound. 0 except for a `Finite`
        that was cut on purpose (`truncated`) or built that way.
        """

    @property
    @abstractmethod
    def minimum(self) -> T | None:
        """The smallest outcome; None when the outcomes run to minus infinity."""

    @property
    @abstractmethod
    def maximum(self) -> T | None:
        """The largest outcome; None when the outcomes run to plus infinity."""

    @abstractmethod
    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Outcomes with their probabilities, ascending where they have an order. Only of a finite distribution."""

    # --- how likely ---------------------------------------------------------------------------------------------

    @abstractmethod
    def pmf(self, outcome: T) -> Fraction:
        """The probability of exactly this outcome."""

    @abstractmethod
    def _p_where(self, predicate: Callable[[T], bool]) -> Fraction:
        """The probability that the predicate holds."""

    def p(self, event: T | Callable[[T], bool]) -> Fraction:
        """The probability of an outcome, or that a predicate holds of the outcome.

        On unbounded support the predicate is also asked about "every integer from N on" at once, with N growing until
        it answers; Undecidable is raised when it never does.

        >>> Distribution.generating([1], [2, -1]).p(lambda k: k >= 3)
        Fraction(1, 8)
        """
        if callable(event):
            return self._p_where(event)
        return self.pmf(event)

    @abstractmethod
    def at_least(self, k: T) -> Fraction:
        """P(outcome >= k), for outcomes with an order."""

    @abstractmethod
    def at_most(self, k: T) -> Fraction:
        """P(outcome <= k), for outcomes with an order."""

    @abstractmethod
    def beats(self, other: Distribution[T]) -> Fraction:
        """P(own outcome > the other's), for independent rolls of the two."""

    @abstractmethod
    def ties(self, other: Distribution[T]) -> Fraction:
        """P(own outcome == the other's), for independent rolls of the two."""

    def loses_to(self, other: Distribution[T]) -> Fraction:
        """P(own outcome < the other's), for independent rolls of the two."""
        return other.beats(self)

    # --- in numbers ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def mean(self) -> Fraction:
        """The expected outcome, for outcomes that are exact numbers. Of the resolved part."""

    @property
    @abstractmethod
    def variance(self) -> Fraction:
        """The expected squared distance from the mean. Of the resolved part."""

    @property
    def sd(self) -> float:
        """The standard deviation, in the unit of the outcomes."""
        return math.sqrt(self.variance)

    @property
    @abstractmethod
    def modes(self) -> tuple[T, ...]:
        """The most likely outcomes (of the resolved part), ascending where they have an order."""

    @property
    def mode(self) -> T:
        """The smallest most likely outcome."""
        return self.modes[0]

    @abstractmethod
    def _quantile(self, q: Fraction) -> T:
        """`quantile` of a number known to be within 0..1."""

    def quantile(self, q: Fraction | float) -> T:
        """The smallest outcome k with P(outcome <= k) >= q.

        q: within 0..1; a float means the decimal it prints as, so 0.9 is nine tenths. Undecidable when the
        outcome asked for does not exist (unbounded) or hides in the unresolved part.
        """
        exact = Fraction(str(q)) if isinstance(q, float) and math.isfinite(q) else q
        if not isinstance(exact, Fraction | int) or not 0 <= exact <= 1:
            raise BadInput("q", q, "a number from 0 to 1")
        return self._quantile(Fraction(exact))

    @property
    def median(self) -> T:
        """The smallest outcome k with P(outcome <= k) >= 1/2."""
        return self._quantile(Fraction(1, 2))

    # --- made from it -------------------------------------------------------------------------------------------

    @abstractmethod
    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of function(outcome)."""

    @abstractmethod
    def given(self, predicate: Callable[[T], bool]) -> Distribution[T]:
        """The distribution when it is known that the predicate holds. BadInput when that cannot be."""

    @abstractmethod
    def repeat(self, n: int) -> Distribution[T]:
        """The sum of n independent outcomes; n >= 0. TooLarge is raised before a sum that would not fit is begun."""

    @abstractmethod
    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[T]:
        """Itself when finite; else as many outcomes as leave at most `bound`, and the rest in `unresolved`."""

    def capped(self, k: T) -> Distribution[T]:
        """min(outcome, k): "k or more" becomes k. Finite when the outcomes only run up."""
        return self.map(lambda outcome: _smaller(outcome, k))

    def floored(self, k: T) -> Distribution[T]:
        """max(outcome, k): "k or less" becomes k."""
        return self.map(lambda outcome: _larger(outcome, k))

    def clamped(self, low: T, high: T) -> Distribution[T]:
        """The outcome, moved to the nearest end when outside low..high."""
        if low > high:  # type: ignore[operator]
            raise BadInput("low", low, f"at most high, which is {high!r}")
        return self.map(lambda outcome: _larger(low, _smaller(outcome, high)))

    # --- sums of independent outcomes ---------------------------------------------------------------------------

    @abstractmethod
    def _plus(self, other: Distribution[T]) -> Distribution[T]:
        """The sum of two independent outcomes."""

    @abstractmethod
    def __neg__(self) -> Distribution[T]: ...

    @abstractmethod
    def __mul__(self, factor: int) -> Distribution[T]:
        """Every outcome times an integer. For the sum of several rolls see `repeat`."""

    def __rmul__(self, factor: int) -> Distribution[T]:
        return self * factor

    def __add__(self, other: Distribution[T] | T) -> Distribution[T]:
        return self._plus(other if isinstance(other, Distribution) else Distribution.certain(other))

    def __radd__(self, other: T) -> Distribution[T]:
        return Distribution.certain(other)._plus(self)

    def __sub__(self, other: Distribution[T] | T) -> Distribution[T]:
        return self + -(other if isinstance(other, Distribution) else Distribution.certain(other))

    def __rsub__(self, other: T) -> Distribution[T]:
        return other + -self

    # --- draws and arrays ---------------------------------------------------------------------------------------

    @abstractmethod
    def sample(self, below: Callable[[int], int] | None = None) -> T:
        """One outcome, drawn by exact inversion.

        below: below(n) is a uniform integer within 0..n-1; the operating system's generator when left out.
        """

    def to_numpy(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64]]:
        """Outcomes (an object array unless they are plain numbers) and their probabilities as floats."""
        import numpy as np

        outcomes, probabilities = [], []
        for outcome, probability in self.items():
            outcomes.append(outcome)
            probabilities.append(float(probability))
        if all(type(outcome) in (bool, int, float) for outcome in outcomes):
            return np.array(outcomes), np.array(probabilities, dtype=np.float64)
        column = np.empty(len(outcomes), dtype=object)
        column[:] = outcomes
        return column, np.array(probabilities, dtype=np.float64)

    # --- for people ---------------------------------------------------------------------------------------------

    def table(self, *, rows: int = 40, width: int = 40) -> str:
        """The outcomes with percentages, short exact fractions and bars.

        rows: how many outcomes at most; the likeliest are shown, the others summed up in one line. width: of the
        longest bar, in characters; 0 for none.

        >>> print(Distribution.from_weights({"miss": 3, "hit": 1}).table(width=8))
         hit  25.00%  1/4  ██▋
        miss  75.00%  3/4  ████████
        """
        from oddsmith.distribution.display import text

        check_whole("rows", rows)
        check_whole("width", width)
        return text(self.truncated(), rows, width)

    def _repr_html_(self) -> str:
        from oddsmith.distribution.display import html

        return html(self.truncated(), 60)
