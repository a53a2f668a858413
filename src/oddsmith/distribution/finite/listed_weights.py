"""Outcomes that can be listed, as integer weights over one total."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from oddsmith.distribution.finite.common_factors import reduced
from oddsmith.distribution.finite.lowest_terms import LowestTerms, fraction_text, running_sums
from oddsmith.distribution.finite.sums_as_products import Dense, dense
from oddsmith.distribution.given_numbers import check_order, check_outcome
from oddsmith.distribution.probabilities import Probabilities
from oddsmith.errors import BadInput, Undecidable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

T = TypeVar("T")

_NOTHING: Final = Fraction(0)
_MANY_BITS: Final = 100_000_000
"""Bits of weights past which they stay a polynomial as long as that does."""
_LONGEST_SHOWN: Final = 1_000
_LONGEST_UNRESOLVED: Final = 40
"""Characters of fractions that are shown in full."""
_NUMBERS: Final = frozenset({int, bool, Fraction})
_ORDERED: Final = frozenset({int, bool, str, Fraction, tuple})
"""Kinds that are no sets; it takes long to find out."""


class ListedWeights(Probabilities[T]):
    """Listed outcomes with integer weights; the base of `Finite`, which says more of them."""

    total: Final[int]

    def __init__(self, weights: Mapping[T, int] | Dense, unresolved: int = 0) -> None:
        """weights: not negative, and not all 0 together with `unresolved`; they are reduced, not checked.

        A polynomial without anything unresolved is primitive: products of primitive ones are (Gauss).
        """
        self._source: dict[T, int] | Dense
        if isinstance(weights, Dense):
            common = math.gcd(int(weights.root.content()) ** weights.times, unresolved) if unresolved else 1
            self._source = weights if common == 1 else Dense(weights.low, weights.step, weights.poly // common)
            resolved = self._source.whole()
        else:
            common, listed = reduced(weights, unresolved)
            resolved = sum(listed.values())
            self._source = listed
            self.__dict__["weights"] = MappingProxyType(listed)  # else listed when they are asked for
        self._rest = unresolved // common
        self.total = resolved + self._rest

    @cached_property
    def weights(self) -> Mapping[T, int]:
        """Outcome -> weight, read-only; of a polynomial listed when they are first asked for."""
        return MappingProxyType(cast("dict[T, int]", cast(Dense, self._source).weights()))

    @cached_property
    def _dense(self) -> Dense | None:
        return self._source if isinstance(self._source, Dense) else dense(self._source)

    def factor(self) -> tuple[Dense | None, int]:
        """The weights as a power of fewer, as far as that is known, and which power; None of outcomes far apart."""
        source = self._dense
        if source is None or source.times < 2:
            return source, 1
        return Dense(source.low // source.times, source.step, source.root), source.times

    @property
    def number_known(self) -> int:
        """The number of outcomes where they are listed already, else 1."""
        return 1 if isinstance(self._source, Dense) else len(self._source)

    @property
    def number(self) -> int:
        """The number of outcomes."""
        unlisted = self._unlisted
        return len(self.weights) if unlisted is None else unlisted.number

    @property
    def _unlisted(self) -> Dense | None:
        """The weights as a polynomial, where those of a list would take much more memory."""
        source = self._source
        if not isinstance(source, Dense) or "weights" in self.__dict__:
            return None
        return source if source.length() * self.total.bit_length() > _MANY_BITS else None

    @property
    def numeric(self) -> bool:
        """True when all outcomes are exact numbers."""
        return isinstance(self._source, Dense) or _NUMBERS.issuperset(map(type, self._source))

    # --- outcomes ---------------------------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        return True

    @property
    def unresolved(self) -> Fraction:
        return Fraction(self._rest, self.total) if self._rest else _NOTHING

    def _check_resolved(self) -> None:
        if self.total == self._rest:
            raise Undecidable("Nothing of this distribution is resolved.")

    @cached_property
    def _ascending(self) -> tuple[T, ...] | None:
        """The outcomes in order, words by alphabet; None when they have none (or only the partial order of sets)."""
        if any(issubclass(kind, AbstractSet) for kind in set(map(type, self.weights)) - _ORDERED):
            return None
        try:
            return tuple(sorted(self.weights))  # type: ignore[type-var]
        except (TypeError, BadInput):  # such as words of an order beside others
            return None

    @cached_property
    def _ordered(self) -> tuple[T, ...]:
        """The outcomes in order, to be compared; BadInput where they have none, as words have none of worth."""
        if any(issubclass(kind, str | tuple) for kind in set(map(type, self.weights))):
            for outcome in self.weights:
                check_order("outcomes", outcome)
        if self._ascending is None:
            raise BadInput("outcomes", next(iter(self.weights)), "values with an order, all of one kind")
        return self._ascending

    @cached_property
    def _below(self) -> list[int]:
        """The weight of the first 0, 1, 2, ... outcomes, in the order of `outcomes`."""
        return [0, *accumulate(map(self.weights.__getitem__, self.outcomes))]

    @property
    def outcomes(self) -> tuple[T, ...]:
        """All outcomes, ascending where they have an order, else in the order they were given."""
        return tuple(self.weights) if self._ascending is None else self._ascending

    @property
    def minimum(self) -> T:
        """The smallest (resolved) outcome."""
        self._check_resolved()
        unlisted = self._unlisted
        return self._ordered[0] if unlisted is None else cast("T", unlisted.ends()[0])

    @property
    def maximum(self) -> T:
        """The largest (resolved) outcome."""
        self._check_resolved()
        unlisted = self._unlisted
        return self._ordered[-1] if unlisted is None else cast("T", unlisted.ends()[1])

    def items(self) -> Iterator[tuple[T, Fraction]]:
        lowest = LowestTerms(self.total)
        for outcome in self.outcomes:
            yield outcome, lowest.fraction(self.weights[outcome])

    def _running(self, chances: Sequence[Fraction]) -> Iterator[Fraction]:
        return running_sums(chances)

    def floats(self) -> Iterator[tuple[T, float]]:
        if isinstance(self._source, Dense) and "weights" not in self.__dict__:
            yield from cast("Iterator[tuple[T, float]]", self._source.floats(self.total))
            return
        # A quotient of integers is rounded as exactly as the fraction, which need not be taken down first.
        for outcome in self.outcomes:
            yield outcome, self.weights[outcome] / self.total

    # --- how likely ---------------------------------------------------------------------------------------------

    def pmf(self, outcome: T) -> Fraction:
        try:
            return Fraction(self.weights.get(outcome, 0), self.total)
        except TypeError:
            check_outcome(outcome)
            raise

    def _p_where(self, predicate: Callable[[T], bool]) -> Fraction:
        return Fraction(sum(weight for outcome, weight in self.weights.items() if predicate(outcome)), self.total)

    def _place(self, bisect: Callable[[tuple[Any, ...], Any], int], k: T) -> int:
        try:
            if k == k:  # nan is neither more nor less than anything
                return bisect(self._ordered, k)
            raise TypeError
        except TypeError:
            raise BadInput("k", k, f"a value comparable with the outcomes, such as {self.outcomes[0]!r}") from None

    def at_least(self, k: T) -> Fraction:
        return Fraction(self._below[-1] - self._below[self._place(bisect_left, k)], self.total)

    def at_most(self, k: T) -> Fraction:
        return Fraction(self._below[self._place(bisect_right, k)], self.total)

    # --- in numbers ---------------------------------------------------------------------------------------------

    def _moment(self, degree: int) -> Fraction:
        """The expectation of the outcome to this power, of the resolved part."""
        self._check_resolved()
        if isinstance(self._source, Dense):
            return Fraction(self._source.moment(degree), self.total - self._rest)
        weighed = 0
        broken: dict[int, int] = {}  # numerators by denominator: a gcd for each outcome takes long
        for outcome, weight in self.weights.items():
            if isinstance(outcome, int):
                weighed += weight * outcome**degree
            elif isinstance(outcome, Fraction):
                below = outcome.denominator
                broken[below] = broken.get(below, 0) + weight * outcome.numerator**degree
            else:
                raise BadInput("outcome", outcome, "exact numbers (int, Fraction, bool) for a mean or variance")
        parts = [Fraction(numerators, below**degree) for below, numerators in broken.items()]
        return sum(parts, Fraction(weighed)) / (self.total - self._rest)

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @property
    def modes(self) -> tuple[T, ...]:
        self._check_resolved()
        unlisted = self._unlisted
        if unlisted is not None:
            return cast("tuple[T, ...]", unlisted.likeliest())
        most = max(self.weights.values())
        return tuple(outcome for outcome in self.outcomes if self.weights[outcome] == most)

    def _quantile(self, q: Fraction) -> T:
        needed = math.ceil(q * self.total)
        unlisted = self._unlisted
        if unlisted is not None and not self._rest:
            return cast("T", unlisted.reaching(needed))
        # P(outcome <= k) is between the resolved weight up to k and that plus all that is unresolved. The answer is
        # certain when both ends of that interval give the same k.
        latest = bisect_left(self._below, needed, 1)
        earliest = bisect_left(self._below, needed - self._rest, 1)
        if latest != earliest or latest > len(self._ordered):
            raise Undecidable(
                f"The quantile {q} hides in the unresolved part ({float(self.unresolved):.3g}).",
                remedy="Resolve more, or ask resolved() for the part that is known.",
            )
        return self._ordered[latest - 1]

    # --- draws --------------------------------------------------------------------------------------------------

    def sample(self, below: Callable[[int], int] | None = None) -> T:
        """One outcome, drawn by exact inversion: one call below(total), matched against the weights in the order of
        `outcomes`. Undecidable when part is unresolved: draw from resolved() to do without that part.
        """
        if self._rest:
            raise Undecidable(
                "Part of this distribution is unresolved.", remedy="Draw from resolved() to leave it out."
            )
        if below is None:
            from secrets import randbelow  # slow to import, and seldom what is drawn with

            below = randbelow
        return self.outcomes[bisect_right(self._below, below(self.total)) - 1]

    # --- identity -----------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ListedWeights):
            return False if isinstance(other, Probabilities) else NotImplemented
        return self.total == other.total and self._rest == other._rest and self.weights == other.weights

    @cached_property
    def _hash(self) -> int:
        return hash((self.total, frozenset(self.weights.items())))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[ListedWeights[T]], tuple[dict[T, int], int]]:
        return type(self), (dict(self.weights), self._rest)

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{outcome!r}: {fraction_text(probability, _LONGEST_SHOWN) or f'about {float(probability):.6g}'}"
            for outcome, probability in islice(self.items(), 6)
        )
        more = f", ... {len(self.weights) - 6} more" if len(self.weights) > 6 else ""
        left = fraction_text(self.unresolved, _LONGEST_UNRESOLVED) or f"about {float(self.unresolved):.2g}"
        rest = f", unresolved {left}" if self._rest else ""
        return f"{type(self).__name__}({{{shown}{more}}}{rest})"
