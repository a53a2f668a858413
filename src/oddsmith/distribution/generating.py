"""Distributions of integers without bound, kept as rational generating functions: nothing is cut off."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from flint import fmpz, fmpz_poly

from oddsmith.distribution.distribution import Distribution, Finite, distribution_of
from oddsmith.distribution.finite.sums_as_products import Dense
from oddsmith.distribution.given_numbers import check_outcome, check_share, check_whole, impossible, is_real, real
from oddsmith.distribution.limits import LESS_OF_IT, Work, refuse_foreseen
from oddsmith.distribution.probabilities import check_distribution
from oddsmith.distribution.unbounded import rational_functions
from oddsmith.distribution.unbounded.products import Product
from oddsmith.distribution.unbounded.rational_functions import Rational
from oddsmith.distribution.unbounded.series import fraction
from oddsmith.distribution.unbounded.tail import Tail, settled
from oddsmith.errors import BadInput, Undecidable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from oddsmith.distribution.unbounded.series import Direction, SeriesSize

U = TypeVar("U")

_LIST_FIRST = "List the outcomes first: truncated() states what it leaves out as unresolved; capped(k) stays exact."


class Generating(Distribution[int]):
    """An integer without bound in one direction or in both. Made by `Distribution.generating`, and by sums of such.

    P(outcome = k) is the coefficient of z**k in a rational function, expanded where it converges on the unit circle.
    """

    def __init__(self, function: Rational | Product) -> None:
        """function: a measure of mass 1 with unbounded support; it is not checked."""
        self._product = function if isinstance(function, Product) else Product(((function.reduced(), 1),))

    @property
    def function(self) -> Rational:
        """The generating function in its one reduced form."""
        return self._product.function

    @cached_property
    def _mirrored(self) -> Product:
        return self._product.mirrored()

    @cached_property
    def _directions(self) -> tuple[Direction, ...]:
        return self.function.directions()

    # --- outcomes ---------------------------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        return False

    @property
    def unresolved(self) -> Fraction:
        return Fraction(0)

    @property
    def minimum(self) -> int | None:
        if self._product.start is not None:
            return self._product.start
        if self._mirrored.start is not None:
            return None
        return self._directions[0].start if self._directions[-1].step > 0 else None

    @property
    def maximum(self) -> int | None:
        if self._product.start is not None:
            return None
        if self._mirrored.start is not None:
            return -self._mirrored.start
        return self._directions[0].start if self._directions[0].step < 0 else None

    def items(self) -> NoReturn:
        raise Undecidable("The outcomes are unbounded and cannot be listed.", remedy=_LIST_FIRST)

    # --- how likely ---------------------------------------------------------------------------------------------

    def pmf(self, outcome: int) -> Fraction:
        if not is_real(outcome) or outcome % 1 != 0:
            return Fraction(0)
        return sum(
            (
                direction.probability((int(outcome) - direction.start) * direction.step)
                for direction in self._directions
            ),
            Fraction(0),
        )

    def _p_where(self, predicate: Callable[[int], bool]) -> Fraction:
        probability = Fraction(0)
        for direction, count, rest_holds in settled(lambda outcome: bool(predicate(outcome)), self._directions):
            weights, unit = direction.head(count)
            held = (weight for place, weight in enumerate(weights.coeffs()) if predicate(direction.outcome(place)))
            probability += fraction(sum(held, fmpz(0)), unit)
            if rest_holds:
                probability += direction.rest(count)
        return probability

    def at_least(self, k: int) -> Fraction:
        least = math.ceil(real("k", k))
        return sum((_at_least(direction, least) for direction in self._directions), Fraction(0))

    def at_most(self, k: int) -> Fraction:
        return 1 - self.at_least(math.floor(real("k", k)) + 1)

    def beats(self, other: Distribution[int]) -> Fraction:
        check_distribution("other", other)
        if isinstance(other, Finite):
            won = sum(
                weight * (self.at_least(outcome) - self.pmf(outcome)) for outcome, weight in other.weights.items()
            )
            return Fraction(won) / other.total
        return (self - other).at_least(1)

    def ties(self, other: Distribution[int]) -> Fraction:
        check_distribution("other", other)
        if isinstance(other, Finite):
            tied = sum((weight * self.pmf(outcome) for outcome, weight in other.weights.items()), Fraction(0))
            return tied / other.total
        return (self - other).pmf(0)

    # --- in numbers ---------------------------------------------------------------------------------------------

    @property
    def mean(self) -> Fraction:
        return self._product.cumulants[0]

    @property
    def variance(self) -> Fraction:
        return self._product.cumulants[1]

    @property
    def modes(self) -> tuple[int, ...]:
        found = [(direction, *direction.most_likely()) for direction in self._directions]
        most = max(probability for _, probability, _ in found)
        return tuple(
            sorted(
                direction.outcome(place)
                for direction, probability, places in found
                if probability == most
                for place in places
            )
        )

    def _quantile(self, q: Fraction) -> int:
        if (q == 0 and self.minimum is None) or (q == 1 and self.maximum is None):
            raise Undecidable(
                f"The outcomes are unbounded: there is no quantile {q}.", remedy="Ask for one within 0..1."
            )
        falling = self._product.start is None and self._mirrored.start is not None
        refuse_foreseen(self._product.works_foreseen(1 - q if falling else q))
        low = self._directions[-1]
        if low.step < 0:
            if q <= low.total:
                return low.start + 1 - low.leaving(q)
            q -= low.total
        return self._directions[0].start + max(self._directions[0].reaching(q), 1) - 1

    @property
    def to_multiply(self) -> Work:
        """The work of multiplying out a sum, which is put off until outcomes are asked for."""
        return self._product.to_multiply

    def least_series(self, probability: Fraction) -> SeriesSize:
        """Return what the outcomes that hold this much take at least, told before any is worked out."""
        return self._product.least_series(probability)

    def series_size(self, probability: Fraction) -> SeriesSize:
        """Return what they take, about; of outcomes that run up alone."""
        return self._directions[0].foreseen(probability)

    # --- made from it -------------------------------------------------------------------------------------------

    def map(self, function: Callable[[int], U]) -> Distribution[U]:
        """The distribution of function(outcome).

        From some integer on, function must give one value, or the outcome times an integer plus an integer, for each
        remainder by which it goes; Undecidable otherwise. In the second case all outcomes must be integers.

        >>> Distribution.generating([1], [2, -1]).map(lambda k: min(k, 1))
        Finite({0: 1/2, 1: 1/2})
        """
        listed: dict[U, Fraction] = {}
        moved: list[Rational] = []
        for direction, count, image in settled(function, self._directions):
            terms, unit = direction.head(count)
            weights: dict[U, fmpz] = {}  # over one unit: many that become one cost no fraction each
            for place in range(count):
                outcome = function(direction.outcome(place))
                check_outcome(outcome)
                weights[outcome] = weights.get(outcome, fmpz(0)) + terms[place]
            for outcome, weight in weights.items():
                if weight != 0:
                    listed[outcome] = listed.get(outcome, Fraction(0)) + fraction(weight, unit)
            if isinstance(image, Tail):
                moved.append(rational_functions.from_direction(direction.after(count), image.offset, image.scale))
            else:
                check_outcome(image)
                listed[image] = listed.get(image, Fraction(0)) + direction.rest(count)
        return cast("Distribution[U]", _assembled(cast("dict[int, Fraction]", listed), moved))

    def given(self, predicate: Callable[[int], bool]) -> Distribution[int]:
        listed: dict[int, Fraction] = {}
        moved: list[Rational] = []
        for direction, count, rest_holds in settled(lambda outcome: bool(predicate(outcome)), self._directions):
            for place in range(count):
                if predicate(outcome := direction.outcome(place)):
                    listed[outcome] = direction.probability(place)
            if rest_holds:
                left = direction.after(count)
                moved.append(rational_functions.from_direction(left, left.start, left.step))
        known = sum(listed.values(), Fraction(0)) + sum((part.mass for part in moved), Fraction(0))
        if not known:
            raise impossible("predicate", predicate)
        scaled = {outcome: probability / known for outcome, probability in listed.items()}
        return _assembled(scaled, [part.scaled(1 / known) for part in moved])

    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[int]:
        """As many outcomes, nearest first, as leave at most `bound` (above 0), and the rest in `unresolved`."""
        check_share("bound", bound)
        if bound == 0:
            raise BadInput("bound", bound, "an exact number above 0")
        refuse_foreseen(self.works_of_truncated(bound), LESS_OF_IT)
        share = Fraction(bound, len(self._directions))
        heads = [
            (direction, direction.head(direction.reaching(direction.total - share))) for direction in self._directions
        ]
        if len(heads) == 1 and heads[0][0].step > 0:
            ((direction, (listed, unit)),) = heads
            return Finite(Dense(direction.start, 1, listed), int(unit - listed(1)))
        common = math.lcm(*(int(unit) for _, (_, unit) in heads))
        weights = {
            direction.outcome(place): int(weight) * (common // int(unit))
            for direction, (listed, unit) in heads
            for place, weight in enumerate(listed.coeffs())
        }
        return Finite(weights, common - sum(weights.values()))

    def works_of_truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Sequence[Work]:
        """The work of `truncated` at least, before anything is multiplied; none after that."""
        return self._product.works_foreseen(1 - Fraction(bound))

    def _mixed(self, weighted: Sequence[tuple[Fraction | int, Distribution[int]]]) -> Distribution[int]:
        total = sum(weight for weight, _ in weighted)
        measures = [
            (part.function if isinstance(part, Generating) else listed_as_rational(cast("Finite[Any]", part))).scaled(
                Fraction(weight) / total
            )
            for weight, part in weighted
        ]
        measures.sort(key=lambda measure: measure.outer.degree() + measure.inner.degree())  # small ones add up sooner
        return from_rational(reduce(Rational.plus, measures))

    # --- sums of independent outcomes ---------------------------------------------------------------------------

    def _plus(self, other: Distribution[int]) -> Distribution[int]:
        if isinstance(other, Finite):
            if other.unresolved:
                return self.truncated()._plus(other)
            return _sum(self._product * _power_of(other, 1))
        if not isinstance(other, Generating):
            return other._plus(self)  # its outcomes are integers too, and those commute
        return _sum(self._product * other._product)

    def plus_several(self, others: Sequence[tuple[Finite[int], int]]) -> Distribution[int]:
        """The sum with independent outcomes, all resolved, each so many times, none of which is summed by itself."""
        return _sum(reduce(Product.__mul__, (_power_of(other, times) for other, times in others), self._product))

    def repeat(self, n: int) -> Distribution[int]:
        check_whole("n", n)
        return _sum(self._product**n) if n else Finite({0: 1})

    def repeated(self, numbers: Mapping[int, int]) -> Distribution[int]:
        """The sum of n independent outcomes, where n, a whole number from 0 up, is as likely as its weight says."""
        if len(numbers) == 1:
            return self.repeat(*numbers)
        weights = [0] * (max(numbers) + 1)
        for number, weight in numbers.items():
            weights[number] = weight
        return Generating(self.function.powers(weights))

    def __neg__(self) -> Generating:
        return Generating(self._mirrored)

    def __mul__(self, factor: int) -> Distribution[int]:
        """Every outcome times an integer. For the sum of several rolls see `repeat`."""
        if not isinstance(factor, int):
            return NotImplemented
        return Generating(self.function.stretched(factor)) if factor else Finite({0: 1})

    # --- draws, identity ----------------------------------------------------------------------------------------

    def sample(self, below: Callable[[int], int] | None = None) -> int:
        """One outcome, drawn by exact inversion of a number within 0..1 whose digits (in base 2**64, each one call
        below(2**64)) are drawn until they settle the outcome. However unlikely, every outcome can come up.
        """
        if below is None:
            from secrets import randbelow  # slow to import, and seldom what is drawn with

            below = randbelow
        from oddsmith.distribution.unbounded.sampling import draw  # few are drawn from

        return draw(self._directions, below)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Generating):
            return False if isinstance(other, Distribution) else NotImplemented
        return self.function.key() == other.function.key()

    @cached_property
    def _hash(self) -> int:
        return hash(self.function.key())

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Generating], tuple[object, ...]]:
        return _restored, self.function.key()

    def __repr__(self) -> str:
        return f"Generating({self.function})"


@distribution_of.register(Rational)
def from_rational(function: Rational) -> Distribution[int]:
    """The distribution with this generating function: finite when no pole is left."""
    reduced = function.reduced()
    if reduced.is_finite():
        return Finite(Dense(reduced.shift, 1, reduced.top))
    return Generating(reduced)


def _sum(product: Product) -> Generating:
    refuse_foreseen([product.to_multiply])
    return Generating(product)


def _power_of(listed: Finite[Any], times: int) -> Product:
    root, power = listed.factor()
    one = listed_as_rational(listed) if root is None else rational_functions.from_dense(root)
    return Product(((one.reduced(), power * times),))


def listed_as_rational(listed: Finite[Any]) -> Rational:
    """A finite distribution of integers, all resolved, as a generating function; BadInput for other outcomes."""
    for outcome in listed.weights:
        if not isinstance(outcome, int):
            raise BadInput("outcome", outcome, "integers beside an unbounded integer; truncated() lifts that")
    return rational_functions.from_weights(listed.weights, listed.total)


def quotient(law: Distribution[int]) -> tuple[int, fmpz_poly, fmpz_poly]:
    """A power of z, and what it is to be multiplied with and divided by to be the generating function of integers."""
    function = law.function if isinstance(law, Generating) else listed_as_rational(law.truncated()).reduced()
    return function.shift, function.top, function.outer * function.inner


def _restored(shift: int, *polynomials: Sequence[int]) -> Generating:
    """The inverse of `Rational.key`, for pickle: polynomials of flint do not pickle themselves."""
    top, outer, inner = (fmpz_poly(list(coefficients)) for coefficients in polynomials)
    return Generating(Rational(shift, top, outer, inner))


def _assembled(listed: dict[int, Fraction], moved: list[Rational]) -> Distribution[int]:
    """The distribution of listed probabilities and measures that total 1 together."""
    if not moved:
        return Distribution.from_probabilities(listed)
    function = reduce(Rational.plus, moved)
    if mass := sum(listed.values(), Fraction(0)):
        rest = Distribution.from_probabilities({outcome: probability / mass for outcome, probability in listed.items()})
        function = function.plus(listed_as_rational(rest).scaled(mass))
    return from_rational(function)


def _at_least(direction: Direction, k: int) -> Fraction:
    return direction.rest(k - direction.start) if direction.step > 0 else direction.before(direction.start - k + 1)
