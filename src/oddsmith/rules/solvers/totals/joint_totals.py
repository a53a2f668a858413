"""Outcomes of several totals that grow without end, and how likely each is beside the others: nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, NoReturn, TypeVar, cast

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.given_numbers import check_order, check_share
from oddsmith.distribution.unbounded.forms import Beyond, Compared, Form, Known, of, standing_for
from oddsmith.distribution.unbounded.tail import Tail, Undecided
from oddsmith.errors import BadInput, RuleError, TooLarge, Undecidable
from oddsmith.rules.solvers.absorption import rule_name
from oddsmith.rules.solvers.totals.cells import ASK, answers
from oddsmith.rules.solvers.totals.counting import Counting, Totals, countings
from oddsmith.rules.solvers.totals.directions import Falls, Vector
from oddsmith.rules.solvers.totals.rearranged import rearranged
from oddsmith.rules.solvers.totals.same_totals import same

T = TypeVar("T")
U = TypeVar("U")

# Of what is left, where the likeliest is sought.
_BOUNDS = (Fraction(1, 10**2), Fraction(1, 10**9), Fraction(1, 10**18))
_SHOWN = (1, 4, 16)  # as far as so much of each number, until there are a few
_FEW = 3


class JointTotals(Distribution[T]):
    """Outcomes with several whole numbers that grow without end. Made by `odds` of a rule that returns such.

    The chance of each outcome is exact, and so is the law of each number, or of their sums and differences:
    `law.map(lambda outcome: outcome.damage - outcome.stress)`.
    """

    def __init__(self, totals: Totals) -> None:
        """Raises Falls and RuleError as `countings`."""
        self._totals = totals
        self._shape = totals.shape
        self._countings = countings(totals)
        self._walk = self._countings[0].walk  # they have the same ends

    # --- outcomes ---------------------------------------------------------------------------------------------

    @property
    def is_finite(self) -> bool:
        return False

    @property
    def unresolved(self) -> Fraction:
        return self._walk.unresolved

    @property
    def minimum(self) -> NoReturn:
        raise self._no_order()

    @property
    def maximum(self) -> NoReturn:
        raise self._no_order()

    def items(self) -> NoReturn:
        raise Undecidable(
            "The outcomes are unbounded and cannot be listed.",
            remedy="List the likeliest: truncated() states what it leaves out as unresolved.",
        )

    # --- how likely ---------------------------------------------------------------------------------------------

    def pmf(self, outcome: T) -> Fraction:
        parts, found = self._shape.parts(outcome), Fraction(0)
        for counting in self._countings if parts is not None else ():
            for end in counting.walk.ends:
                added = [
                    int(part) if type(before) is int and isinstance(part, int) else 0
                    for part, before in zip(parts or (), counting.parts(end), strict=True)
                ]
                sums = counting.sums(tuple(added))
                if self._shape.parts(counting.raised(end, sums)) != parts:
                    continue
                if all(map(int.__ge__, sums, counting.walk.least)):
                    table = counting.table(sums)
                    found += Fraction(table.weights.get((end, sums), 0), table.unit)
        return found

    def _p_where(self, predicate: Callable[[T], bool]) -> Fraction:
        return self.map(lambda outcome: bool(predicate(outcome))).pmf(True)

    def at_least(self, k: T) -> Fraction:
        check_order("k", k)
        return self._p_where(lambda outcome: bool(cast("Any", outcome) >= k))

    def at_most(self, k: T) -> Fraction:
        check_order("k", k)
        return self._p_where(lambda outcome: bool(cast("Any", outcome) <= k))

    def beats(self, other: Distribution[T]) -> Fraction:
        if not isinstance(other, Finite):
            raise self._no_order()
        return sum((share * (self.at_least(k) - self.pmf(k)) for k, share in other.items()), Fraction(0))

    def ties(self, other: Distribution[T]) -> Fraction:
        if not isinstance(other, Finite):
            raise self._no_order()
        return sum((share * self.pmf(k) for k, share in other.items()), Fraction(0))

    # --- in numbers ---------------------------------------------------------------------------------------------

    @property
    def mean(self) -> NoReturn:
        raise self._no_number()

    @property
    def variance(self) -> NoReturn:
        raise self._no_number()

    def _no_number(self) -> BadInput:
        return BadInput(
            "outcome",
            self._walk.graph.ends[self._walk.ends[0]],
            "exact numbers for a mean or variance: ask one field, as law.map(lambda outcome: ...).mean",
        )

    def _no_order(self) -> Undecidable:
        return Undecidable(
            "The outcomes are several numbers without bound, which have no one order.",
            remedy="Ask one field, or a sum or difference: law.map(lambda outcome: ...).",
        )

    @property
    def modes(self) -> tuple[T, ...]:
        for bound in _BOUNDS:
            listed = self.truncated(bound)
            if listed.weights and Fraction(max(listed.weights.values()), listed.total) > listed.unresolved:
                return listed.modes
        raise Undecidable(
            "All outcomes are too unlikely to tell which is most likely.",
            remedy="List the outcomes first: truncated().",
        )

    def _quantile(self, q: Fraction) -> NoReturn:
        raise self._no_order()

    # --- made from it -------------------------------------------------------------------------------------------

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of function(outcome).

        It may be a sum or difference of fields (`outcome.damage - outcome.stress`), depend on such a number alone, or
        have one value from some number of each field on, be a tuple of such sums (`outcome[::-1]`) or the outcome
        as it is; Undecidable otherwise.
        """
        if self._hands_on(function):
            return cast("Distribution[U]", self)
        with suppress(Falls):
            if (totals := rearranged(self._totals, function)) is not None:
                return JointTotals(totals)
        if self.unresolved:
            law = self._one_sum(function)
            return self.truncated().map(function) if law is None else law
        listed: dict[U, Fraction] = {}
        laws: list[tuple[Fraction, Distribution[U]]] = []
        for counting in self._countings:
            self._map(function, counting, listed, laws)
        if listed:
            whole = sum(listed.values(), Fraction(0))
            laws.append((whole, Distribution.from_probabilities({k: p / whole for k, p in listed.items()})))
        return Distribution.mixture(laws)

    def _hands_on(self, function: Callable[[T], Any]) -> bool:
        """Tell whether a function gives every outcome as it is."""
        try:
            for counting in self._countings:
                for end in counting.walk.ends:
                    outcomes = self._standing_for(counting, end, None)
                    if function(outcomes) is not outcomes:
                        return False
        except (Compared, Undecided):
            return False
        return True

    def _map(
        self,
        function: Callable[[T], U],
        counting: Counting,
        listed: dict[U, Fraction],
        laws: list[tuple[Fraction, Distribution[U]]],
    ) -> None:
        """Add what a function says at these ends, with its chances: to `listed`, or to `laws` where it has no end."""
        walk = counting.walk
        sums: dict[Vector, dict[int, int]] = {}  # what is added at each end, by how often each sum counts
        for end in walk.ends:
            share = walk.reached[end]
            if not share:
                continue
            try:
                image: Any = function(self._standing_for(counting, end, None))
                if type(image) is Form:
                    sums.setdefault(image.times, {})[end] = image.offset
                else:
                    hash(image)  # refuses a container that holds a form
                    listed[image] = listed.get(image, Fraction(0)) + share
            except Compared as compared:
                laws.append((share, self._along(function, counting, end, compared.direction)))
            except Undecided:
                laws.append((share, self._one_by_one(function, counting, end)))
        for times, values in sums.items():
            share = sum((walk.reached[end] for end in values), Fraction(0))
            try:
                law = walk.law(times, values, tuple(values))
            except RuleError:
                raise _up_and_down(counting) from None
            laws.append((share, cast("Distribution[U]", law)))

    def _one_sum(self, function: Callable[[T], U]) -> Distribution[U] | None:
        """The law of what a function says, where that is one sum of fields at all ends, with what is not resolved."""
        if len(self._countings) > 1:
            return None
        (counting,) = self._countings
        try:
            images: dict[int, Any] = {
                end: function(self._standing_for(counting, end, None)) for end in counting.walk.ends
            }
        except (Compared, Undecided):
            return None
        sums = [image.times for image in images.values() if type(image) is Form]
        if len(sums) < len(images) or len(set(sums)) > 1:
            return None
        law = counting.walk.law(sums[0], {end: image.offset for end, image in images.items()}, None)
        return cast("Distribution[U]", law)

    def _standing_for(self, counting: Counting, end: int, known: Known | Beyond | None) -> T:
        """All outcomes of an end at once, or those of which something is known."""
        parts = [
            standing_for(times, known) if type(part) is int and any(times := counting.times(place)) else part
            for place, part in enumerate(counting.parts(end))
        ]
        return cast("T", self._shape.made(tuple(parts)))

    def _along(self, function: Callable[[T], U], counting: Counting, end: int, direction: Vector) -> Distribution[U]:
        """The law of what a function says of the outcomes of an end, which it seems to know by one sum of fields."""
        try:
            law = counting.walk.law(direction, {end: 0}, (end,))
        except RuleError:
            with suppress(Undecidable):
                return self._one_by_one(function, counting, end)
            raise _up_and_down(counting) from None

        def image(value: int) -> U:
            found: Any = function(self._standing_for(counting, end, Known(direction, value)))
            found = of(found)
            if type(found) is not Tail:
                hash(found)  # refuses a container that holds a form
            return cast("U", found)

        try:
            return law.map(image)
        except (Undecided, Undecidable):
            return self._one_by_one(function, counting, end)

    def _one_by_one(self, function: Callable[[T], U], counting: Counting, end: int) -> Distribution[U]:
        """The same where it has one answer from some value of each sum on."""

        def image(beyond: Beyond) -> U:
            return function(self._standing_for(counting, end, beyond))

        found = answers(counting.walk, end, image)
        whole = sum(found.values(), Fraction(0))
        return Distribution.from_probabilities({image: share / whole for image, share in found.items()})

    def given(self, predicate: Callable[[T], bool]) -> Distribution[T]:
        raise Undecidable(
            "The outcomes are unbounded, and there is no form for those of them that are known to be.",
            remedy="List the likeliest first: truncated().given(...). Or ask one field: law.map(...).given(...).",
        )

    def repeat(self, n: int) -> NoReturn:
        raise self._no_sum()

    def _plus(self, other: Distribution[T]) -> NoReturn:
        raise self._no_sum()

    def __neg__(self) -> NoReturn:
        raise self._no_sum()

    def __mul__(self, factor: int) -> NoReturn:
        raise self._no_sum()

    def _no_sum(self) -> Undecidable:
        return Undecidable(
            "Outcomes of several numbers without bound are not added up.",
            remedy="Add in the rule, or add laws of one field: law.map(lambda outcome: ...).",
        )

    def truncated(self, bound: Fraction = Fraction(1, 10**18)) -> Finite[T]:
        """As many outcomes as leave at most `bound` (above 0), and the rest in `unresolved`.

        Of each number they go as far as less than its share of `bound` is beyond. TooLarge where they are too many.
        """
        check_share("bound", bound)
        if bound == 0:
            raise BadInput("bound", bound, "an exact number above 0")
        tables = [counting.table(self._as_far_as(counting, bound)) for counting in self._countings]
        whole = lcm(*[table.unit for table in tables])
        weights: dict[T, int] = {}
        for counting, table in zip(self._countings, tables, strict=True):
            for (end, sums), weight in table.weights.items():
                outcome = counting.raised(end, sums)
                weights[outcome] = weights.get(outcome, 0) + weight * (whole // table.unit)
        return Finite(weights, whole - sum(weights.values()))

    def _as_far_as(self, counting: Counting, bound: Fraction) -> Vector:
        """So much of each sum that all else is less likely than `bound` beside what is not resolved."""
        walk = counting.walk
        most = [0] * walk.size
        ends = [end for end in walk.ends if walk.reached[end]]
        for place in walk.growing if ends else ():
            times = tuple([int(each == place) for each in range(walk.size)])
            law = walk.law(times, dict.fromkeys(ends, 0), ends)
            most[place] = (
                law.quantile(1 - bound / len(walk.growing)) if not walk.unresolved else law.truncated(bound).maximum
            )
        return tuple(most)

    # --- draws, identity ----------------------------------------------------------------------------------------

    def sample(self, below: Callable[[int], int] | None = None) -> T:
        """One outcome, drawn as play goes: at each step one call below(n) for which way it takes."""
        if self.unresolved:
            raise Undecidable(
                "Part of this distribution is unresolved.", remedy="Draw from truncated().resolved() to leave it out."
            )
        if below is None:
            from secrets import randbelow  # slow to import, and seldom what is drawn with

            below = randbelow
        if len(self._countings) == 1:
            return cast("T", self._drawn(self._countings[0], below))
        shares = [sum([c.walk.reached[end] for end in c.walk.ends], Fraction(0)) for c in self._countings]
        chosen = _choice(shares, below)
        drawn = None
        while drawn is None:  # play that is known to come to one of these ends
            drawn = self._drawn(self._countings[chosen], below)
        return cast("T", drawn)

    def _drawn(self, counting: Counting, below: Callable[[int], int]) -> Any:
        """One outcome; None where nothing is counted at the end that is come to."""
        walk, node = counting.walk, 0
        sums = (0,) * walk.size
        while node not in walk.graph.ends:
            edge = _choice(walk.graph.probabilities(node), below)
            sums = tuple(map(int.__add__, sums, walk.vectors[node][edge]))
            node = walk.graph.targets[node][edge]
        return counting.raised(node, sums) if node in walk.ends else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointTotals):
            return False if isinstance(other, Distribution) else NotImplemented
        if self._shape != other._shape or self.unresolved != other.unresolved:
            return False
        return same(self._countings, other._countings)

    def __hash__(self) -> int:
        return hash((self._shape, self.unresolved))

    def __repr__(self) -> str:
        found: dict[T, Fraction] = {}
        for most in _SHOWN:
            with suppress(TooLarge):  # of many totals few are gone through
                for counting in self._countings:
                    found |= counting.listed(tuple([low + most for low in counting.walk.lowest]))
            if len(found) >= _FEW:
                break
        shown = ", ".join([f"{outcome!r}: {share}" for outcome, share in list(found.items())[:_FEW]])
        return f"{type(self).__name__}({shown}{', ' if shown else ''}... without end)"


def _choice(shares: Sequence[Fraction], below: Callable[[int], int]) -> int:
    """The number of one of these, drawn by its share of all."""
    unit = lcm(*[share.denominator for share in shares])
    drawn = below(unit)
    sums = accumulate([int(share * unit) for share in shares])
    return next(number for number, up_to in enumerate(sums) if drawn < up_to)


def _up_and_down(counting: Counting) -> RuleError:
    """The error for a question that goes by a number which a loop raises and lowers, though no field falls."""
    return RuleError(
        rule_name(counting.walk.graph, 0),
        "what is asked of its outcomes goes by a difference of numbers without end, which may rise and fall for ever, "
        "so that the odds are no fractions.",
        remedy=ASK,
    )
