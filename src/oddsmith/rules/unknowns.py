"""Numbers without bound of which no more is known than their law and an interval, and what asks for more."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from flint import fmpq

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.uniform import Uniform

_FEW = 1_000  # numbers of an interval that are listed, however unlikely
_SOON = 4  # so many numbers may come before a law lasts
_APART = 6  # so far apart the numbers of one that lasts may be


class Law:
    """The law of unbounded integers, or of too many to be listed.

    bound: outcomes are listed until less than this is left.
    """

    def __init__(self, distribution: Distribution[int], bound: Fraction) -> None:
        self.distribution = distribution
        self.bound = bound
        self._shares: dict[int, fmpq] = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Law) and self.distribution == other.distribution)

    def __hash__(self) -> int:
        return hash(self.distribution)

    @cached_property
    def head(self) -> Finite[int]:
        """The outcomes within the bound."""
        return self.distribution.truncated(self.bound)

    @cached_property
    def some(self) -> list[int]:
        """A few outcomes."""
        return sorted({self.distribution.quantile(Fraction(n, 10)) for n in range(1, 10)})

    @property
    def lasts(self) -> bool:
        """True if soon, from some number on, what is left has the same law however much has been taken away."""
        return self._lasting is not None

    def beyond(self, low: int) -> tuple[Law, int] | None:
        """The law of how far numbers from `low` on are beyond the least of them, and that; None unless it lasts.

        That is a geometric law, perhaps of every second number or third.
        """
        if self._lasting is None:
            return None
        law, first, apart = self._lasting
        if low <= first:
            return (law, first) if self._from(low) == self._from(first) else None
        return law, first + -(-(low - first) // apart) * apart

    @cached_property
    def _lasting(self) -> tuple[Law, int, int] | None:
        """The law that lasts, from which number on, and how far apart its numbers are; None if none does soon."""
        least = self.distribution.minimum
        for low in () if least is None else range(least, least + _SOON):
            some = [(k, share) for k in range(low, low + 2 * _APART + 1) if (share := self.distribution.pmf(k))]
            if len(some) < 2:
                continue
            (first, its_share), (second, other) = some[:2]
            if other != its_share * (1 - its_share / self.distribution.at_least(low)):
                continue
            left, further = [self.distribution.within(k, None) + -k for k in (first, second)]
            if left == further:
                return Law(left, self.bound), first, second - first
        return None

    def share(self, low: int | None, high: int | None) -> fmpq:
        """The probability of an interval; None is no end."""
        above = fmpq(1) if low is None else self._from(low)
        return above if high is None else above - self._from(high + 1)

    def between(self, cuts: Iterable[int]) -> list[tuple[int | None, int | None, fmpq]]:
        """The intervals below and from each of these numbers on, with probabilities; those that cannot be left out."""
        least, most = self.distribution.minimum, self.distribution.maximum
        inner = sorted([cut for cut in cuts if (least is None or least < cut) and (most is None or cut <= most)])
        ways = zip([least, *inner], [*[cut - 1 for cut in inner], most], strict=True)
        shares = [(low, high, self.share(low, high)) for low, high in ways]
        return [part for part in shares if part[2] != 0]

    def _from(self, low: int) -> fmpq:
        share = self._shares.get(low)
        if share is None:
            found = self.distribution.at_least(low)
            share = self._shares[low] = fmpq(found.numerator, found.denominator)
        return share


@lru_cache(maxsize=200)
def law(distribution: Distribution[int], bound: Fraction) -> Law:
    """The law of a distribution; what is found of it serves whoever asks for it again."""
    return Law(distribution, bound)


class Unknown:
    """An unbounded number that was drawn, and what is known of it: it is within low..high (None for no end).

    watch: where it is told that a symbol could not answer. passed: whether somebody has decided who knew no more of it.
    """

    __slots__ = ("high", "law", "low", "passed", "watch")

    def __init__(self, law: Law, low: int | None, high: int | None, watch: Watch, *, passed: bool = False) -> None:
        self.law = law
        self.low = low
        self.high = high
        self.watch = watch
        self.passed = passed

    @property
    def known(self) -> Hashable:
        """All that is known; what is equal goes on alike."""
        return self.law, self.low, self.high, self.passed

    def past_decision(self) -> Unknown:
        """The same after a decision of somebody who knows no more of it."""
        return Unknown(self.law, self.low, self.high, self.watch, passed=True)

    @property
    def distribution(self) -> Distribution[int]:
        """The law as far as it is known."""
        return self.law.distribution.within(self.low, self.high)

    @property
    def example(self) -> int:
        """A number that it may be."""
        law = self.distribution
        return law.minimum if law.minimum is not None else law.maximum if law.maximum is not None else law.mode

    @property
    def listed(self) -> int:
        """The numbers that it may be, at least, listed one by one."""
        law = self.distribution
        return law.count if isinstance(law, Uniform) else 1

    def holds(self, k: int) -> bool:
        """Tell whether a number is within the interval."""
        return (self.low is None or self.low <= k) and (self.high is None or k <= self.high)

    def parts(self, cut: int | None) -> list[tuple[Unknown | int | None, fmpq]]:
        """All that it may be, with probabilities: below and from `cut` on, or number by number.

        None is the rest of numbers that are not listed.
        """
        whole = self.law.share(self.low, self.high)
        if cut is not None:
            ways = [(self.low, cut - 1), (cut, self.high)]
            shares = [self.law.share(*way) for way in ways]
            return [(self._within(*way), share / whole) for way, share in zip(ways, shares, strict=True) if share != 0]
        head = self.law.head
        if self.low is not None and self.high is not None and self.high - self.low < _FEW:
            each: list[tuple[Unknown | int | None, fmpq]] = []
            for k in range(self.low, self.high + 1):
                weight = self.law.share(k, k)
                if weight != 0:
                    each.append((k, weight / whole))
            return each
        each = [(k, fmpq(weight, head.total) / whole) for k, weight in head.weights.items() if self.holds(k)]
        rest = 1 - sum((share for _, share in each), fmpq(0))
        return [*each, (None, rest)] if rest != 0 else each

    def _within(self, low: int | None, high: int | None) -> Unknown | int:
        if low is not None and low == high:
            return low
        return Unknown(self.law, low, high, self.watch, passed=self.passed)


class Undecided(BaseException):
    """A symbol that cannot answer; it is no `Exception`, so that no rule catches it.

    unknown: what must be narrowed. cut: a number between two answers; None where each number has its own. reached: of
    several numbers, none of which alone can tell, the terms of their sum and what it is compared with. apart: where
    every so many of the numbers have the same answer; else 0.
    """

    def __init__(
        self, unknown: Unknown, cut: int | None, reached: tuple[Any, int] | None = None, apart: int = 0
    ) -> None:
        super().__init__("what is asked of a number that was rolled must be asked of a part of its values")
        self.unknown = unknown
        self.cut = cut
        self.reached = reached
        self.apart = apart


class Watch:
    """Remembers that a symbol could not answer, for a rule might swallow what it raised.

    used: whether there have been symbols. supposed: an interval in which a sum of several numbers is, by its terms.
    """

    __slots__ = ("supposed", "undecided", "used")

    def __init__(self) -> None:
        self.used = False
        self.undecided: Undecided | None = None
        self.supposed: tuple[Any, int | None, int | None] | None = None

    def check(self, asked: Any = None) -> None:
        """Raise again what a symbol raised; and Undecided for what is asked with a gain that nobody has looked at."""
        if self.used:
            if self.undecided is not None:
                raise self.undecided
            gain: Any = getattr(asked, "gain", 0)
            if type(gain) is not int and hasattr(type(gain), "look"):  # a symbol
                gain.look()


def look(unknown: Unknown, cut: int | None = None, reached: tuple[Any, int] | None = None, apart: int = 0) -> NoReturn:
    """Raise Undecided."""
    unknown.watch.undecided = Undecided(unknown, cut, reached, apart)
    raise unknown.watch.undecided
