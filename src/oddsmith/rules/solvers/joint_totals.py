"""Outcomes of several totals that grow without end, and how likely each is beside the others: nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import Any, NoReturn, TypeVar, cast

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.given_numbers import check_order, check_share
from oddsmith.distribution.unbounded.forms import Compared, Form, Known, of
from oddsmith.distribution.unbounded.tail import Tail, Undecided
from oddsmith.errors import BadInput, RuleError, Undecidable
from oddsmith.rules.compile.shapes import Shape
from oddsmith.rules.solvers.absorption import rule_name
from oddsmith.rules.solvers.cells import answers
from oddsmith.rules.solvers.walk import Table, Vector, Walk

T = TypeVar("T")
U = TypeVar("U")

# Of what is left, where the likeliest is sought.
_BOUNDS = (Fraction(1, 10**2), Fraction(1, 10**9), Fraction(1, 10**18))
_SHOWN = (1, 4, 16)  # as far as so much of each number, until there are a few
_FEW = 3
_ASK = "Ask the rule itself: odds(call, of=lambda outcome: ...). Or list the outcomes first: truncated()."


class JointTotals(Distribution[T]):
    """Outcomes with several whole numbers that grow without end. Made by `odds` of a rule that returns such.

    The chance of each outcome is exact, and so is the law of each number, or of their sums and differences:
    `law.map(lambda outcome: outcome.damage - outcome.stress)`.
    """

    def __init__(self, shape: Shape, walk: Walk) -> None:
        self._shape = shape
        self._walk = walk

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

    @cached_property
    def _growing(self) -> Vector:
        return tuple(sorted(self._walk.growing))

    def _parts(self, end: int) -> tuple[Any, ...]:
        """The fields of an end before anything is added."""
        return self._shape.parts(self._walk.graph.ends[end]) or ()

    @cached_property
    def _least(self) -> Vector:
        """The least value of each field, or less."""
        return self._walk.least

    def _table(self, most: Vector, totals: Vector | None = None) -> Table:
        """Weights of outcomes as far as `most` of each of these totals, by default of all."""
        return self._walk.table(totals or tuple(range(self._walk.size)), most)

    # --- how likely ---------------------------------------------------------------------------------------------

    def pmf(self, outcome: T) -> Fraction:
        walk, parts = self._walk, self._shape.parts(outcome)
        found = sum((walk.reached[n] for n in walk.graph.busts if walk.graph.ends[n] == outcome), Fraction(0))
        if parts is None:
            return found
        numbers = tuple([part if isinstance(part, int) else 0 for part in parts])
        if any(map(int.__lt__, numbers, self._least)):
            return found
        table = self._table(numbers)
        for end in walk.ends:
            rest = self._parts(end)
            totals = tuple([n if type(before) is int else 0 for n, before in zip(numbers, rest, strict=True)])
            if self._shape.parts(self._raised(end, totals)) == parts:
                found += Fraction(table.weights.get((end, totals), 0), table.unit)
        return found

    def _raised(self, end: int, totals: Vector) -> Any:
        """The outcome of an end with these totals."""
        outcome = self._walk.graph.ends[end]
        try:
            return self._shape.raised(outcome, totals)
        except TypeError:
            raise RuleError(
                rule_name(self._walk.graph, 0),
                f"a gain cannot be added to the outcome {outcome!r}.",
                remedy="Return whole numbers in the fields that grow, on every way.",
            ) from None

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
        raise Undecidable("All outcomes are too unlikely to tell which is most likely.", remedy=_ASK)

    def _quantile(self, q: Fraction) -> NoReturn:
        raise self._no_order()

    # --- made from it -------------------------------------------------------------------------------------------

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of function(outcome).

        It may be a sum or difference of fields (`outcome.damage - outcome.stress`), depend on such a number alone, or
        have one value from some number of each field on; Undecidable otherwise.
        """
        walk = self._walk
        if self.unresolved:
            law = self._one_sum(function)
            return self.truncated().map(function) if law is None else law
        listed: dict[U, Fraction] = {}
        sums: dict[Vector, dict[int, int]] = {}  # what is added at each end, by how often each total counts
        laws: list[tuple[Fraction, Distribution[U]]] = []

        def add(image: U, share: Fraction) -> None:
            listed[image] = listed.get(image, Fraction(0)) + share

        for end, share in walk.reached.items():
            if not share:
                continue
            if end in walk.graph.busts:
                add(function(cast("T", walk.graph.ends[end])), share)
                continue
            try:
                image: Any = function(self._standing_for(end, None))
                if type(image) is Form:
                    sums.setdefault(image.times, {})[end] = image.offset
                else:
                    hash(image)  # refuses a container that holds a form
                    add(image, share)
            except Compared as compared:
                laws.append((share, self._along(function, end, compared.direction)))
            except Undecided:
                laws.append((share, self._one_by_one(function, end)))
        for times, values in sums.items():
            share = sum((walk.reached[end] for end in values), Fraction(0))
            laws.append((share, cast("Distribution[U]", walk.law(times, values, tuple(values)))))
        if listed:
            whole = sum(listed.values(), Fraction(0))
            laws.append((whole, Distribution.from_probabilities({k: p / whole for k, p in listed.items()})))
        return Distribution.mixture(laws)

    def _one_sum(self, function: Callable[[T], U]) -> Distribution[U] | None:
        """The law of what a function says, where that is one sum of fields at all ends, with what is not resolved."""
        try:
            images: dict[int, Any] = {end: function(self._standing_for(end, None)) for end in self._walk.ends}
        except (Compared, Undecided):
            return None
        sums = [image.times for image in images.values() if type(image) is Form]
        if len(sums) < len(images) or len(set(sums)) > 1 or self._walk.graph.busts:
            return None
        law = self._walk.law(sums[0], {end: image.offset for end, image in images.items()}, None)
        return cast("Distribution[U]", law)

    def _standing_for(self, end: int, known: Known | None) -> T:
        """All outcomes of an end at once."""
        size = self._walk.size
        parts: list[Any] = [
            Form(tuple([int(i == place) for i in range(size)]), 0, known)
            if place in self._growing and type(part) is int
            else part
            for place, part in enumerate(self._parts(end))
        ]
        return cast("T", self._shape.made(tuple(parts)))

    def _along(self, function: Callable[[T], U], end: int, direction: Vector) -> Distribution[U]:
        """The law of what a function says of the outcomes of an end, which it seems to know by one sum of fields."""
        law = self._walk.law(direction, {end: 0}, (end,))

        def image(value: int) -> U:
            found: Any = function(self._standing_for(end, Known(direction, value)))
            found = of(found)
            if type(found) is not Tail:
                hash(found)  # refuses a container that holds a form
            return cast("U", found)

        try:
            return law.map(image)
        except (Undecided, Undecidable):
            return self._one_by_one(function, end)

    def _one_by_one(self, function: Callable[[T], U], end: int) -> Distribution[U]:
        """The same where it has one answer from some value of each total on."""
        places = [place for place in self._growing if type(self._parts(end)[place]) is int]

        def image(values: tuple[Any, ...]) -> U:
            parts = list(self._parts(end))
            for place, value in zip(places, values, strict=True):
                parts[place] = value
            return function(cast("T", self._shape.made(tuple(parts))))

        found = answers(self._walk, end, tuple(places), image)
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
        table = self._table(self._as_far_as(bound))
        walk = self._walk
        whole = lcm(table.unit, *[walk.reached[end].denominator for end in walk.graph.busts])
        weights: dict[T, int] = {}
        for (end, totals), weight in table.weights.items():
            outcome = self._raised(end, totals)
            weights[outcome] = weights.get(outcome, 0) + weight * (whole // table.unit)
        for end in walk.graph.busts:
            bust: Any = walk.graph.ends[end]
            weights[bust] = weights.get(bust, 0) + int(walk.reached[end] * whole)
        return Finite(weights, whole - sum(weights.values()))

    def _as_far_as(self, bound: Fraction) -> Vector:
        """So much of each total that all else is less likely than `bound` beside what is not resolved."""
        walk = self._walk
        most = [0] * walk.size
        for place in self._growing:
            times = tuple([int(each == place) for each in range(walk.size)])
            law = walk.law(times, dict.fromkeys(walk.ends, 0), walk.ends)
            most[place] = (
                law.quantile(1 - bound / len(self._growing)) if not walk.unresolved else law.truncated(bound).maximum
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
        graph, node, totals = self._walk.graph, 0, (0,) * self._walk.size
        while node not in graph.ends:
            shares = graph.probabilities(node)
            unit = lcm(*[share.denominator for share in shares])
            drawn = below(unit)
            sums = accumulate([int(share * unit) for share in shares])
            edge = next(edge for edge, up_to in enumerate(sums) if drawn < up_to)
            totals = tuple(map(int.__add__, totals, self._walk.vectors[node][edge]))
            node = graph.targets[node][edge]
        return cast("T", graph.ends[node] if node in graph.busts else self._raised(node, totals))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointTotals):
            return False if isinstance(other, Distribution) else NotImplemented
        if self._shape != other._shape or self.unresolved != other.unresolved:
            return False
        # The difference of two rational functions is 0 where its numerator is, of which the degree is known.
        most = tuple(map(int.__add__, self._degrees, other._degrees))
        return self._up_to(most) == other._up_to(most)

    @property
    def _degrees(self) -> Vector:
        """The degrees of the walk, and the greatest numbers of its busts."""
        graph = self._walk.graph
        busts = [self._shape.parts(graph.ends[end]) or () for end in graph.busts]
        numbers = [[abs(part) if type(part) is int else 0 for part in parts] for parts in busts]
        return tuple([max([0, *most]) + degree for degree, *most in zip(self._walk.degrees, *numbers, strict=True)])

    def _up_to(self, most: Vector) -> dict[T, Fraction]:
        """The chances of all outcomes up to so much of each total."""
        table = self._table(most)
        found: dict[T, Fraction] = {}
        for (end, totals), weight in table.weights.items():
            if all(map(int.__le__, totals, most)):
                outcome = self._raised(end, totals)
                found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, table.unit)
        for end in self._walk.graph.busts:
            if self._walk.reached[end]:
                bust: Any = self._walk.graph.ends[end]
                found[bust] = found.get(bust, Fraction(0)) + self._walk.reached[end]
        return found

    @cached_property
    def _hash(self) -> int:
        return hash((self._shape, self.unresolved, frozenset(self._up_to((1,) * self._walk.size).items())))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        for most in _SHOWN:
            found = self._up_to((most,) * self._walk.size)
            if len(found) >= _FEW:
                break
        shown = ", ".join([f"{outcome!r}: {share}" for outcome, share in list(found.items())[:_FEW]])
        return f"{type(self).__name__}({shown}, ... without end)"
