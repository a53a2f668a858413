"""Rolled numbers without bound that nobody has looked at yet: what is known of them is an interval.

A rule is handed a `Symbol` in place of such a number. It stands for all numbers of the interval at once: sums and
multiples of it are symbols again, and a comparison that has the same answer for all of them is answered. Anything else
raises `Undecided`, which says how to narrow the interval: whoever runs the rule does the step again for each part, with
the probability of that part. So `x >= 5` makes two ways of an endless roll, and `return x + 3` keeps its law whole.

    roll(e) ~ X >= 0      x = await roll(e)
                          if x + 2 >= 7:      Undecided(X, 5): again with X <= 4, and with X >= 5
                              return x        the law of X where it is 5 or more
                          return x % 3        Undecided(X, None): again with each of X = 0, 1, 2, 3, 4

What cannot be known of a symbol (a hash, a text, a remainder) it refuses in this way too, so that a rule never sees
anything that the number itself would not have shown. It poses as an int to `isinstance`; only `type(x)` tells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain
from typing import Any, NoReturn

from flint import fmpq

from oddsmith.distribution import Distribution, Finite

_FEW = 1_000  # numbers of an interval that are listed, however unlikely


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

    def share(self, low: int | None, high: int | None) -> fmpq:
        """The probability of an interval; None is no end."""
        above = fmpq(1) if low is None else self._from(low)
        return above if high is None else above - self._from(high + 1)

    def _from(self, low: int) -> fmpq:
        share = self._shares.get(low)
        if share is None:
            found = self.distribution.at_least(low)
            share = self._shares[low] = fmpq(found.numerator, found.denominator)
        return share


class Unknown:
    """An unbounded number that was drawn, and what is known of it: it is within low..high (None for no end).

    watch: where it is told that a symbol could not answer.
    """

    __slots__ = ("high", "law", "low", "watch")

    def __init__(self, law: Law, low: int | None, high: int | None, watch: Watch) -> None:
        self.law = law
        self.low = low
        self.high = high
        self.watch = watch

    @property
    def known(self) -> Hashable:
        """All that is known; what is equal goes on alike."""
        return self.law, self.low, self.high

    @property
    def distribution(self) -> Distribution[int]:
        """The law as far as it is known."""
        return self.law.distribution.within(self.low, self.high)

    @property
    def example(self) -> int:
        """A number that it may be."""
        law = self.distribution
        return law.minimum if law.minimum is not None else law.maximum if law.maximum is not None else law.mode

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
        return Unknown(self.law, low, high, self.watch)


class Undecided(BaseException):
    """A symbol that cannot answer; it is no `Exception`, so that no rule catches it.

    unknown: what must be narrowed. cut: a number between two answers; None where each number has its own.
    """

    def __init__(self, unknown: Unknown, cut: int | None) -> None:
        super().__init__("what is asked of a number that was rolled must be asked of a part of its values")
        self.unknown = unknown
        self.cut = cut


class Watch:
    """Remembers that a symbol could not answer, for a rule might swallow what it raised.

    used: whether there have been symbols.
    """

    __slots__ = ("undecided", "used")

    def __init__(self) -> None:
        self.used = False
        self.undecided: Undecided | None = None

    def check(self, asked: Any = None) -> None:
        """Raise again what a symbol raised; and Undecided for what is asked with a gain that nobody has looked at."""
        if self.used:
            if self.undecided is not None:
                raise self.undecided
            if type(gain := getattr(asked, "gain", 0)) is Symbol:
                gain.look()


def look(unknown: Unknown, cut: int | None = None) -> NoReturn:
    """Raise Undecided."""
    unknown.watch.undecided = Undecided(unknown, cut)
    raise unknown.watch.undecided


def _listing(self: Symbol, *_: object, **__: object) -> NoReturn:
    self.look()


def _arithmetic(self: Symbol, other: object, *_: object) -> Any:
    """Refuse what no symbol can stand for; leave what is no number to the other side."""
    if isinstance(other, int | float | complex | Fraction):
        self.look()
    return NotImplemented


class Symbol:
    """offset + the sum of times * number, over the unknown numbers of `terms` (at least one, times not 0)."""

    __slots__ = ("offset", "terms")

    def __init__(self, terms: tuple[tuple[Unknown, int], ...], offset: int = 0) -> None:
        self.terms = terms
        self.offset = offset

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The type that isinstance sees: each of the values is an int."""
        return int

    @staticmethod
    def drawn(law: Law, watch: Watch) -> Symbol:
        """A number of which nothing is known yet."""
        watch.used = True
        return Symbol(((Unknown(law, law.distribution.minimum, law.distribution.maximum, watch), 1),))

    # --- for those who run rules ----------------------------------------------------------------------------------

    def look(self) -> NoReturn:
        """Raise Undecided: one of the numbers must be known."""
        look(min((unknown for unknown, _ in self.terms), key=_width))

    def given(self, instead: Mapping[Unknown, Unknown | int]) -> Symbol | int:
        """The same where more is known of some numbers."""
        return linear([(instead.get(unknown, unknown), times) for unknown, times in self.terms], self.offset)

    @property
    def distribution(self) -> Distribution[int]:
        """The law of the number, when nothing else is known of it."""
        return reduce(lambda a, b: a + b, [unknown.distribution * times for unknown, times in self.terms]) + self.offset

    @property
    def example(self) -> int:
        """A number that it may be."""
        return self.offset + sum([unknown.example * times for unknown, times in self.terms])

    # --- comparisons ----------------------------------------------------------------------------------------------

    def _reaches(self, k: int) -> bool:
        """Answer whether it is k or more."""
        least, most = self._ends()
        if least is not None and least >= k:
            return True
        if most is not None and most < k:
            return False
        for unknown, times in self.terms:
            # whatever the others are, it is surely k or more from some number on, and surely not from another
            for end, own in zip((least, most), _ends(unknown, times), strict=True):
                others = self.offset if len(self.terms) == 1 else None if end is None or own is None else end - own
                if others is None:
                    continue
                missing = k - others
                cut = -(-missing // times) if times > 0 else missing // times + 1
                if (unknown.low is None or unknown.low < cut) and (unknown.high is None or cut <= unknown.high):
                    look(unknown, cut)
        return self.look()

    def _ends(self) -> tuple[int | None, int | None]:
        """The least and the greatest number that it may be; None where there is none."""
        ends = [_ends(unknown, times) for unknown, times in self.terms]
        least, most = (
            None if None in side else self.offset + sum([end for end in side if end is not None])
            for side in zip(*ends, strict=True)
        )
        return least, most

    def __ge__(self, other: object) -> Any:
        return self._compared(other, lambda number: (math.ceil(number), True), below=True)

    def __gt__(self, other: object) -> Any:
        return self._compared(other, lambda number: (math.floor(number) + 1, True), below=True)

    def __lt__(self, other: object) -> Any:
        return self._compared(other, lambda number: (math.ceil(number), False), below=False)

    def __le__(self, other: object) -> Any:
        return self._compared(other, lambda number: (math.floor(number) + 1, False), below=False)

    def _compared(self, other: Any, least: Callable[[Any], tuple[int, bool]], *, below: bool) -> Any:
        """Compare with a number. least: the integer to be reached, and whether that makes it true.

        below: the answer for minus infinity.
        """
        if type(other) is Symbol:
            k, reached = least(0)
            return bool((self - other) >= k) == reached
        if not isinstance(other, int | float | Fraction):
            return NotImplemented
        if isinstance(other, float) and not math.isfinite(other):
            return False if math.isnan(other) else below if other < 0 else not below
        k, reached = least(other)
        return self._reaches(k) == reached

    def __eq__(self, other: object) -> bool:
        if type(other) is Symbol:
            difference = self - other
            return bool(difference == 0)
        if not isinstance(other, int | float | Fraction | complex):
            return NotImplemented
        if isinstance(other, complex) or other % 1 != 0:
            return isinstance(other, complex) and other.imag == 0 and self == other.real
        if len(self.terms) == 1:
            (unknown, times), k = self.terms[0], int(other)
            if (k - self.offset) % times or not unknown.holds((k - self.offset) // times):
                return False
        return self._reaches(int(other)) and not self._reaches(int(other) + 1)

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __bool__(self) -> bool:
        return self != 0

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Any:
        if type(other) is Symbol:
            times: dict[Unknown, int] = {}
            for unknown, count in chain(self.terms, other.terms):
                times[unknown] = times.get(unknown, 0) + count
            return linear([*times.items()], self.offset + other.offset)
        if isinstance(other, int):
            return Symbol(self.terms, self.offset + int(other))
        return _arithmetic(self, other)

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        if type(other) is int or type(other) is bool:
            return linear([(unknown, times * other) for unknown, times in self.terms], self.offset * other)
        return _arithmetic(self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Symbol:
        return Symbol(tuple([(unknown, -times) for unknown, times in self.terms]), -self.offset)

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, int) else _arithmetic(self, other)

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __pos__(self) -> Symbol:
        return self

    def __abs__(self) -> Symbol:
        return self if self >= 0 else -self

    __trunc__ = __floor__ = __ceil__ = __pos__

    def __round__(self, digits: int | None = None) -> Symbol:
        return self if digits is None else self.look()

    # Fraction compares by these.

    @property
    def numerator(self) -> Symbol:
        return self

    @property
    def denominator(self) -> int:
        return 1

    # --- what is asked of one number after the other --------------------------------------------------------------

    __hash__ = _listing
    __str__ = __repr__ = __format__ = _listing
    __int__ = __index__ = __float__ = __complex__ = __invert__ = __reduce_ex__ = _listing
    __mod__ = __floordiv__ = __truediv__ = __divmod__ = __pow__ = _arithmetic
    __rmod__ = __rfloordiv__ = __rtruediv__ = __rdivmod__ = __rpow__ = _arithmetic
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _arithmetic
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = _arithmetic

    def __copy__(self) -> Symbol:
        return self

    def __deepcopy__(self, _: object) -> Symbol:
        return self

    def __getattr__(self, name: str) -> Any:
        if hasattr(int, name):
            self.look()
        raise AttributeError(f"'int' object has no attribute {name!r}")


def linear(terms: Iterable[tuple[Unknown | int, int]], offset: int) -> Symbol | int:
    """offset + the sum of times * number over terms (number, times), of which some may be unknown."""
    unknown: list[tuple[Unknown, int]] = []
    for number, times in terms:
        if isinstance(number, int):
            offset += number * times
        elif times:
            unknown.append((number, times))
    return Symbol(tuple(unknown), offset) if unknown else offset


def _ends(unknown: Unknown, times: int) -> tuple[int | None, int | None]:
    """The least and the greatest that it may come to, so many times."""
    low = None if unknown.low is None else unknown.low * times
    high = None if unknown.high is None else unknown.high * times
    return (low, high) if times > 0 else (high, low)


def _width(unknown: Unknown) -> float:
    """Count the numbers that it may be."""
    return math.inf if unknown.low is None or unknown.high is None else unknown.high - unknown.low
