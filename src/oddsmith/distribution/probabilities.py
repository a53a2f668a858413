"""Questions about one random outcome, answered with exact numbers."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from importlib import import_module
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast, overload

from oddsmith.distribution.given_numbers import digits, is_real, square_root
from oddsmith.errors import BadInput, NotInstalled, TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import polars as pl

T = TypeVar("T")

_OF_DICE = frozenset({"roll", "pool", "keep_highest", "keep_lowest", "drop_highest", "drop_lowest"})


class NoDie:
    """A distribution as far as it is no die: operators and methods of dice tell of `Die.of`."""

    __slots__ = ()

    if not TYPE_CHECKING:  # else no attribute would be unknown

        def __getattr__(self, name: str) -> object:
            if name in _OF_DICE:
                called = name if name == "roll" else f"pool(...).{name}".removesuffix(".pool")
                raise AttributeError(f"A distribution is no die; one that lands so is: Die.of(it).{called}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __matmul__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __rmatmul__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __lt__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __le__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __gt__(self, other: object) -> NoReturn:
        raise no_die(self)

    def __ge__(self, other: object) -> NoReturn:
        raise no_die(self)


def no_die(distribution: NoDie) -> BadInput:
    """The error for a distribution among dice."""
    error = BadInput("operand", repr(distribution), "a die, such as Die.of(distribution)")
    asked = "Or ask it: .at_least(k), .at_most(k), .beats(another), .repeat(n)."
    return error.reworded("A distribution is no die.", f"A die that lands so is Die.of(distribution). {asked}")


def check_distribution(field: str, value: object) -> None:
    """Refuse anything but a distribution."""
    if not isinstance(value, NoDie):
        raise BadInput(field, str(value), "a distribution; that of a die is d6.distribution()")


def refuse_dice(value: object) -> None:
    """Refuse dice beside a distribution."""
    if not isinstance(value, NoDie) and hasattr(type(value), "instead_of_outcome"):
        allowed = "a distribution; that of a die is d6.distribution(), and Die.of(distribution) + d6 are dice"
        raise BadInput("operand", str(value), allowed)


class Inherited:
    """Abstract classes with no others registered: `isinstance` need not look through the many kinds below them."""

    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, kind: type, /) -> bool:
        return cls in kind.__mro__


class Probabilities(Inherited, ABC, Generic[T]):
    """Outcomes and how likely they are; `Distribution` adds all that makes other distributions of them."""

    # --- outcomes -----------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def is_finite(self) -> bool:
        """True when the outcomes can be listed."""

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

    def __iter__(self) -> Iterator[T]:
        """Go through the outcomes, in the order of `items`. Only of a finite distribution."""
        return (outcome for outcome, _ in self.items())

    @overload
    def cdf(self) -> Iterator[tuple[T, Fraction]]: ...
    @overload
    def cdf(self, outcome: T, /) -> Fraction: ...
    def cdf(self, *outcome: T) -> Iterator[tuple[T, Fraction]] | Fraction:
        """The probability of an outcome or less, as `at_most` says; without one, all outcomes with theirs, ascending.

        All of them only of a finite distribution, of outcomes with an order.

        >>> from oddsmith.dice import d
        >>> d(4).distribution().cdf(3)
        Fraction(3, 4)
        >>> [str(p) for _, p in d(4).distribution().cdf()]
        ['1/4', '1/2', '3/4', '1']
        """
        if outcome:
            return self.at_most(*outcome)
        chances = sorted(self.items())
        return zip([value for value, _ in chances], self._running([p for _, p in chances]), strict=True)

    def _running(self, chances: Sequence[Fraction]) -> Iterator[Fraction]:
        """Each of these probabilities and all before it together."""
        return accumulate(chances)

    def floats(self) -> Iterator[tuple[T, float]]:
        """Outcomes with the nearest floats to their probabilities, in the order of `items`. Only of a finite one."""
        return ((outcome, float(probability)) for outcome, probability in self.items())

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

        >>> from oddsmith.distribution import Distribution
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
        return square_root(self.variance)

    def covariance(self, one: Callable[[T], Any], other: Callable[[T], Any]) -> Fraction:
        """The expected product of the distances of two numbers of the outcome from their means.

        >>> from oddsmith.distribution import Distribution
        >>> coin = Distribution.uniform([0, 1])
        >>> Distribution.joint(coin, coin).covariance(min, max)
        Fraction(1, 16)
        """
        own: Any = self  # a distribution, which has laws of what functions say
        both: Fraction = own.map(lambda outcome: one(outcome) + other(outcome)).variance
        apart: Fraction = own.map(one).variance + own.map(other).variance
        return (both - apart) / 2

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

        q: within 0..1; a float means the decimal it prints as, so 0.9 is nine tenths. Undecidable when that
        outcome does not exist (unbounded) or hides in the unresolved part.
        """
        exact = Fraction(str(q)) if isinstance(q, float) and math.isfinite(q) else q
        if not isinstance(exact, Fraction | int) or not 0 <= exact <= 1:
            raise BadInput("q", q, "a number from 0 to 1")
        return self._quantile(Fraction(exact))

    @property
    def median(self) -> T:
        """The smallest outcome k with P(outcome <= k) >= 1/2."""
        return self._quantile(Fraction(1, 2))

    # --- draws and arrays ---------------------------------------------------------------------------------------

    @abstractmethod
    def sample(self, below: Callable[[int], int] | None = None) -> T:
        """One outcome, drawn by exact inversion.

        below: below(n) is a uniform integer within 0..n-1; the operating system's generator when left out.
        """

    def to_numpy(self) -> tuple[npt.NDArray[Any], npt.NDArray[np.float64]]:
        """Outcomes (an object array unless they are plain numbers) and their probabilities as floats."""
        import numpy as np

        pairs = list(self.floats())
        outcomes, probabilities = [outcome for outcome, _ in pairs], [probability for _, probability in pairs]
        if set(map(type, outcomes)) <= {bool, int, float}:
            return np.array(outcomes), np.array(probabilities, dtype=np.float64)
        column = np.empty(len(outcomes), dtype=object)
        column[:] = outcomes
        return column, np.array(probabilities, dtype=np.float64)

    def to_polars(self) -> pl.DataFrame:
        """A table: `outcome`, `probability` as floats, and `exact` as text. Only of a finite one.

        A column of Polars has one kind of value: fractions beside integers are floats, words beside numbers texts.

        Raises NotInstalled without Polars (`pip install 'oddsmith[frames]'`), TooLarge for numbers past its 128 bits.
        """
        try:
            return cast("pl.DataFrame", self._frame("polars"))
        except OverflowError:
            longest = max(digits(int(cast("Any", outcome))) for outcome in self if is_real(outcome))
            remedy = "Map outcomes to texts or smaller numbers: distribution.map(str)."
            raise TooLarge("digits in a number of Polars", longest, 38, remedy=remedy) from None

    def to_pandas(self) -> pd.DataFrame:
        """The same as a table of pandas, without which it raises NotInstalled."""
        return self._frame("pandas")

    def _frame(self, library: str) -> Any:
        try:
            made = import_module(library).DataFrame
        except ImportError as error:
            raise NotInstalled("Such a table", error.name, "frames") from None
        rows = list(self.items())
        outcomes: list[Any] = [outcome for outcome, _ in rows]
        kinds = set(map(type, outcomes))
        if library == "polars" and len(kinds) > 1:  # Polars takes the kind of the first for that of all
            if kinds <= {bool, int, float, Fraction}:
                outcomes = (
                    [float(each) for each in outcomes]
                    if kinds & {float, Fraction}
                    else [int(each) for each in outcomes]
                )
            else:
                outcomes = list(map(str, outcomes))
        return made(
            {
                "outcome": outcomes,
                "probability": [float(probability) for _, probability in rows],
                "exact": [str(probability) for _, probability in rows],
            }
        )
