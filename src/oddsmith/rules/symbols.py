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
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any, NoReturn

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.distribution.uniform import Uniform
from oddsmith.rules.unknowns import Law, Unknown, Watch, look


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
        look(self._narrowest)

    @property
    def _narrowest(self) -> Unknown:
        return min((unknown for unknown, _ in self.terms), key=_width)

    def told(self) -> str:
        """Say what is known of the number."""
        least, most = self._ends()
        if least is None or most is None:
            return f"{most} or less" if most is not None else f"{least} or more" if least is not None else "any number"
        return f"{least} to {most}"

    def given(self, instead: Mapping[Unknown, Symbol | Unknown | int]) -> Symbol | int:
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
        supposed = self.terms[0][0].watch.supposed
        if supposed is not None and supposed[0] == self.terms:
            _, low, high = supposed
            if low is not None and low >= k - self.offset:
                return True
            if high is not None and high < k - self.offset:
                return False
        look(self._narrowest, None, (self.terms, k - self.offset) if len(self.terms) > 1 else None)

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

    def __divmod__(self, other: object) -> Any:
        """Return quotient and remainder, where these go by numbers that are so far apart."""
        if type(other) is not int or other <= 0:
            return _arithmetic(self, other)
        for unknown, times in self.terms:
            if times % other:
                look(unknown, apart=other // math.gcd(times, other))
        return linear([(unknown, times // other) for unknown, times in self.terms], self.offset // other), (
            self.offset % other
        )

    def __floordiv__(self, other: object) -> Any:
        if type(other) is int and other > 0 and len(self.terms) == 1:
            least, most = self._ends()
            if least is not None and most is not None and most // other - least // other < other:
                if least // other == most // other:
                    return least // other
                self._reaches((least // other + most // other + 1) // 2 * other)  # looks: it is between them
        divided = divmod(self, other) if isinstance(other, int) else _arithmetic(self, other)
        return divided if divided is NotImplemented else divided[0]

    def __mod__(self, other: object) -> Any:
        divided = divmod(self, other) if isinstance(other, int) else _arithmetic(self, other)
        return divided if divided is NotImplemented else divided[1]

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
    __truediv__ = __pow__ = _arithmetic
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


def linear(terms: Iterable[tuple[Symbol | Unknown | int, int]], offset: int) -> Symbol | int:
    """offset + the sum of times * number over terms (number, times), of which some may be unknown."""
    unknown: list[tuple[Unknown, int]] = []
    for number, times in terms:
        if isinstance(number, Unknown):
            if times:
                unknown.append((number, times))
        elif type(number) is Symbol:
            offset += number.offset * times
            unknown += [(each, times * its) for each, its in number.terms if times]
        else:
            offset += number * times
    return Symbol(tuple(unknown), offset) if unknown else offset


def by_remainder(unknown: Unknown, apart: int) -> list[tuple[Symbol, fmpq]]:
    """A number that is one of very many equally likely ones, by its remainders, with probabilities; none for others."""
    law = unknown.distribution if apart else None
    if not isinstance(law, Uniform):
        return []
    ways: list[tuple[Symbol, fmpq]] = []
    for remainder, share, quotients in law.divided(apart):
        its = Law(quotients, unknown.law.bound)
        left = Unknown(its, quotients.minimum, quotients.maximum, unknown.watch, passed=unknown.passed)
        ways.append((Symbol(((left, apart),), remainder), fmpq(share.numerator, share.denominator)))
    return ways


def _ends(unknown: Unknown, times: int) -> tuple[int | None, int | None]:
    """The least and the greatest that it may come to, so many times."""
    low = None if unknown.low is None else unknown.low * times
    high = None if unknown.high is None else unknown.high * times
    return (low, high) if times > 0 else (high, low)


def _width(unknown: Unknown) -> float:
    """Count the numbers that it may be."""
    return math.inf if unknown.low is None or unknown.high is None else unknown.high - unknown.low
