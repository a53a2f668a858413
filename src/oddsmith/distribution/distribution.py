"""Distributions that make other distributions: constructors, arithmetic, conditions; and the finite ones.

`Distribution` is the one interface, whatever stands behind it. `Finite` is the form in which most are kept;
`Generating` and `Uniform` have modules of their own.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from bisect import bisect_left
from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING, Any, TypeVar, cast

from oddsmith.distribution.finite.listed_weights import ListedWeights
from oddsmith.distribution.finite.making_weights import (
    check_weights,
    equal_weights,
    joint_weights,
    mapped_weights,
    mixed_weights,
    weights_of_probabilities,
)
from oddsmith.distribution.finite.sums_as_products import FEW, binomial, power, product, sum_by_pairs, sum_of_products
from oddsmith.distribution.given_numbers import (
    bound_to,
    check_outcome,
    check_share,
    check_whole,
    checked_pairs,
    impossible,
)
from oddsmith.distribution.limits import check_outcomes
from oddsmith.distribution.probabilities import NoDie, Probabilities, check_distribution, refuse_dice
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from oddsmith.plots.style import Chart

T = TypeVar("T")
U = TypeVar("U")


class Distribution(NoDie, Probabilities[T]):
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

    instead_of_outcome = "Pick one of several distributions with Distribution.mixture([(1, a), (2, b)])."

    # --- making one ---------------------------------------------------------------------------------------------

    @staticmethod
    def from_weights(weights: Mapping[T, int], *, unresolved: int = 0) -> Finite[T]:
        """Outcomes with non-negative integer weights; `unresolved` is the weight of what may be anything.

        Raises BadInput when a weight is negative or not an integer, or when all are 0.

        >>> Distribution.from_weights({"miss": 6, "hit": 4}).pmf("hit")
        Fraction(2, 5)
        """
        check_weights(weights, unresolved)
        return Finite(weights, unresolved)

    @staticmethod
    def from_probabilities(probabilities: Mapping[T, Fraction | int], *, unresolved: Fraction | int = 0) -> Finite[T]:
        """Outcomes with exact probabilities that total 1 together with `unresolved`; BadInput otherwise.

        >>> Distribution.from_probabilities({0: Fraction(1, 3)}, unresolved=Fraction(2, 3)).unresolved
        Fraction(2, 3)
        """
        return Finite(*weights_of_probabilities(probabilities, unresolved))

    @staticmethod
    def uniform(outcomes: Iterable[T]) -> Finite[T]:
        """Every entry equally likely; repeated entries add up. BadInput when there is none, TooLarge past the limit.

        >>> Distribution.uniform("AAB").pmf("A")
        Fraction(2, 3)
        """
        return Finite(equal_weights(outcomes))

    @staticmethod
    def certain(outcome: T) -> Finite[T]:
        """The outcome that always happens."""
        check_outcome(outcome)
        return Finite({outcome: 1})

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
        from oddsmith.distribution.unbounded.validation import generating_function  # of what is given so alone

        return distribution_of(generating_function(numerator, denominator, shift, falling))

    @staticmethod
    def mixture(parts: Iterable[tuple[Fraction | int, Distribution[T]]]) -> Distribution[T]:
        """One of the parts, picked with a probability proportional to its weight (0 or more, not all 0).

        Unbounded integers mix with each other and with listed integers. A part with an unresolved rest makes the result
        `Finite`, with unbounded parts cut as `truncated` does.

        >>> coin, d6 = Distribution.uniform([0, 1]), Distribution.uniform(range(1, 7))
        >>> Distribution.mixture([(1, coin), (3, d6)]).pmf(1)
        Fraction(1, 4)
        """
        weighted: list[tuple[Fraction | int, Distribution[T]]] = checked_pairs("parts", parts)
        for weight, part in weighted:
            check_share("weight", weight)
            check_distribution("part", part)
        weighted = [(weight, part) for weight, part in weighted if weight]
        if not weighted:
            raise BadInput("parts", weighted, "at least one part with a weight above 0")
        if len(weighted) == 1:
            return weighted[0][1]
        # Beside a part that is unresolved, an unbounded one is cut too.
        unbounded = (part for _, part in weighted if not part.is_finite)
        mixing = None if any(part.unresolved for _, part in weighted) else next(unbounded, None)
        if mixing is not None:
            return mixing._mixed(weighted)
        return Finite(*mixed_weights([(weight, part.truncated()) for weight, part in weighted]))

    def _mixed(self, weighted: Sequence[tuple[Fraction | int, Distribution[T]]]) -> Distribution[T]:
        """The mixture of these parts, all resolved, one of which is this unbounded one."""
        raise NotImplementedError

    @staticmethod
    def joint(*parts: Distribution[Any]) -> Finite[tuple[Any, ...]]:
        """Independent outcomes side by side, as a tuple. All parts must be finite.

        >>> coin = Distribution.uniform("HT")
        >>> Distribution.joint(coin, coin).pmf(("H", "T"))
        Fraction(1, 4)
        """
        listed: list[Finite[Any]] = []
        for place, part in enumerate(parts, 1):
            if not isinstance(part, Finite):
                raise BadInput(f"part {place}", part, "a finite distribution; see truncated() and capped()")
            listed.append(part)
        return Finite(*joint_weights(listed))

    # --- two against each other ---------------------------------------------------------------------------------

    @abstractmethod
    def beats(self, other: Distribution[T]) -> Fraction:
        """P(own outcome > the other's), for independent rolls of the two."""

    @abstractmethod
    def ties(self, other: Distribution[T]) -> Fraction:
        """P(own outcome == the other's), for independent rolls of the two."""

    def loses_to(self, other: Distribution[T]) -> Fraction:
        """P(own outcome < the other's), for independent rolls of the two."""
        check_distribution("other", other)
        return other.beats(self)

    # --- made from it -------------------------------------------------------------------------------------------

    @abstractmethod
    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of function(outcome)."""

    @abstractmethod
    def given(self, predicate: Callable[[T], bool]) -> Distribution[T]:
        """The distribution when it is known that the predicate holds. BadInput when that cannot be."""

    def within(self, low: T | None, high: T | None) -> Distribution[T]:
        """The distribution when low <= outcome <= high is known; None is no limit. BadInput when that cannot be.

        >>> Distribution.generating([1], [2, -1]).within(1, 2)
        Finite({1: 2/3, 2: 1/3})
        """
        return self.given(lambda outcome: (low is None or outcome >= low) and (high is None or outcome <= high))  # type: ignore[operator]

    @abstractmethod
    def repeat(self, n: int) -> Distribution[T]:
        """The sum of n independent outcomes; n >= 0. TooLarge is raised before a sum that would not fit is begun."""

    @abstractmethod
    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[T]:
        """Itself when finite; else as many outcomes as leave at most `bound`, and the rest in `unresolved`."""

    def capped(self, k: T) -> Distribution[T]:
        """min(outcome, k): "k or more" becomes k. Finite when the outcomes only run up."""
        return self.map(bound_to(min, "k", k))

    def floored(self, k: T) -> Distribution[T]:
        """max(outcome, k): "k or less" becomes k."""
        return self.map(bound_to(max, "k", k))

    def clamped(self, low: T, high: T) -> Distribution[T]:
        """The outcome, moved to the nearest end when outside low..high."""
        at_least, at_most = bound_to(max, "low", low), bound_to(min, "high", high)
        if at_most(low) != low:
            raise BadInput("low", low, f"at most high, which is {high!r}")
        return self.map(lambda outcome: at_least(at_most(outcome)))

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
        if not isinstance(factor, int):
            return NotImplemented
        return self * factor

    def __add__(self, other: Distribution[T] | T) -> Distribution[T]:
        refuse_dice(other)
        return self._plus(other if isinstance(other, Distribution) else Distribution.certain(other))

    def __radd__(self, other: T) -> Distribution[T]:
        return Distribution.certain(other)._plus(self)

    def __sub__(self, other: Distribution[T] | T) -> Distribution[T]:
        refuse_dice(other)
        return self + -(other if isinstance(other, Distribution) else Distribution.certain(other))

    def __rsub__(self, other: T) -> Distribution[T]:
        return other + -self

    # --- for people ---------------------------------------------------------------------------------------------

    def table(self, *, rows: int = 40, width: int = 40) -> str:
        """The outcomes with percentages, short exact fractions and bars.

        rows: how many outcomes at most; the likeliest are shown, the others summed up in one line. width: of the
        longest bar, in characters; 0 for none.

        >>> print(Distribution.from_weights({"miss": 3, "hit": 1}).table(width=8))
         hit  25.00%  1/4  ██▋
        miss  75.00%  3/4  ████████
        """
        check_whole("rows", rows)
        check_whole("width", width)
        from oddsmith.distribution.display import text  # which few programs need, as they do `html`

        return text(self.truncated(), rows, width)

    def plot(self, *, title: str = "", outcome: str = "outcome", at_least: bool = False) -> Chart:
        """Draw the chance of each outcome, or of at least each, as an Altair chart, as `oddsmith.plots.curve` does.

        Raises BadInput for `at_least` where the outcomes are not numbers, NotInstalled without the extra `plots`.

        >>> Distribution.uniform(range(1, 7)).plot(title="a die").title.text
        'a die'
        """
        from oddsmith.plots import curve  # Altair is slow to import, and not everybody has it

        return curve(self, title=title, outcome=outcome, at_least=at_least)

    def _repr_html_(self) -> str:
        from oddsmith.distribution.display import html

        return html(self.truncated(), 60)


@singledispatch
def distribution_of(measure: object) -> Distribution[Any]:
    """The distribution that a measure stands for. Each form of measure registers its own."""
    raise TypeError(f"no distribution is made of {measure!r}")


class Finite(ListedWeights[T], Distribution[T]):
    """Listed outcomes of any hashable type. Made by the constructors of `Distribution`, which check their input.

    weights: outcome -> integer above 0, without a factor common to all of them and the unresolved weight.
    total: their sum, the unresolved weight included, so that P(outcome) = weights[outcome] / total.
    """

    def resolved(self) -> Finite[T]:
        """The distribution when it is known that the outcome is a resolved one; itself when all are."""
        self._check_resolved()
        return Finite(self.weights) if self._rest else self

    def beats(self, other: Distribution[T]) -> Fraction:
        if not isinstance(other, Finite):
            check_distribution("other", other)
            won = [weight * (other.at_most(each) - other.pmf(each)) for each, weight in self.weights.items()]
            return sum(won, Fraction(0)) / self.total
        places = (other._place(bisect_left, outcome) for outcome in self.weights)
        below = sum_of_products(self.weights.values(), (other._below[place] for place in places))
        return Fraction(below, self.total * other.total)

    def ties(self, other: Distribution[T]) -> Fraction:
        if not isinstance(other, Finite):
            check_distribution("other", other)
            return other.ties(self)
        tied = sum_of_products(self.weights.values(), (other.weights.get(outcome, 0) for outcome in self.weights))
        return Fraction(tied, self.total * other.total)

    def map(self, function: Callable[[T], U]) -> Finite[U]:
        return Finite(mapped_weights(self, function), self._rest)

    def given(self, predicate: Callable[[T], bool]) -> Finite[T]:
        """The distribution when it is known that the predicate holds. BadInput when that cannot be.

        The unresolved part might all fulfil the predicate or not at all; it stays unresolved, and what is stated
        stays a lower bound.
        """
        weights = {outcome: weight for outcome, weight in self.weights.items() if predicate(outcome)}
        if not weights and not self._rest:
            raise impossible("predicate", predicate)
        return Finite(weights, self._rest)

    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[T]:
        return self

    def _plus(self, other: Distribution[T]) -> Distribution[T]:
        if not isinstance(other, Finite):
            return other._plus(self)  # its outcomes are integers, and those commute
        if isinstance(self._source, dict) and not other._rest and len(other.weights) == 1:
            (shift,) = other.weights
            weights: dict[T, int] = {}
            for outcome, weight in self._source.items():
                shifted = operator.add(outcome, shift)
                weights[shifted] = weights.get(shifted, 0) + weight
            return Finite(weights, self._rest)
        total = self.total * other.total
        resolved = (self.total - self._rest) * (other.total - other._rest)
        if self._dense and other._dense:
            summed = product(self._dense, other._dense, total.bit_length())
            if summed is not None:
                return Finite(summed, total - resolved)
        return Finite(sum_by_pairs(self.weights, other.weights), total - resolved)

    def repeat(self, n: int) -> Finite[T]:
        check_whole("n", n)
        if n == 1:
            return self
        if not self._rest and self.number_known == 2 and n <= FEW:
            of_two = binomial(self.weights, n)
            if of_two is not None:
                return cast("Finite[T]", Finite(of_two))
        if self._dense:
            bits = n * (self.total - 1).bit_length()
            summed = power(self._dense, n, bits)
            return Finite(summed, self.total**n - (self.total - self._rest) ** n)
        if n == 0:
            if not all(isinstance(outcome, int | Fraction) for outcome in self.weights):
                raise BadInput("n", n, "1 or more for outcomes that are not numbers")
            return cast("Finite[T]", Finite({0: 1}))
        check_outcomes(n * (len(self.weights) - 1) + 1, n * (self.total - 1).bit_length() // 2)  # at least so many sums
        half = self.repeat(n // 2)
        whole = half._plus(half) if n % 2 == 0 else half._plus(half)._plus(self)
        return cast("Finite[T]", whole)

    def __neg__(self) -> Finite[T]:
        if self._unlisted is not None:
            return Finite(self._unlisted.negated(), self._rest)
        negated: Callable[[Any], Any] = operator.neg
        return self.map(negated)

    def __mul__(self, factor: int) -> Finite[T]:
        """Every outcome times an integer. For the sum of several rolls see `repeat`."""
        if not isinstance(factor, int):
            return NotImplemented
        return self.map(lambda outcome: operator.mul(outcome, factor))
