"""A stand-in for "every integer from N on", which a predicate or mapping is given.

A `Tail` stands for the integers offset, offset + scale, offset + 2 scale, ... at once. It answers a comparison when all
of them agree, and adds, subtracts and multiplies by integers. Anything else, and a comparison on which they disagree,
raises `Undecided`: `settled` then tries from further out. Divided by an integer, it raises `Parted` where their
remainders differ: each remainder is then asked for by itself. A tail never guesses. What it cannot know (a hash, a
text) it refuses, so that no look-up or format takes it for something that it is not.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from oddsmith.errors import Undecidable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from oddsmith.distribution.unbounded.series import Direction

U = TypeVar("U")

# A question that no tail from this far out answers is taken to have no answer.
_REACH = 1 << 20
_TRIED = 8  # so many of its integers are asked as well


class Undecided(Exception):
    """The integers of a tail do not agree, or not in a way that can be known."""


class Parted(Undecided):
    """The integers of a tail have several remainders. number: so many, one after the other."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def undecided(*_: object, **__: object) -> NoReturn:
    """Raise Undecided, whatever is asked."""
    raise Undecided


class Unlisted:
    """Stands for integers that are not listed: it is added to, multiplied and compared, and all else is undecided."""

    __slots__ = ()
    __str__ = __repr__ = __format__ = undecided
    __int__ = __index__ = __float__ = __complex__ = __trunc__ = __floor__ = __ceil__ = __round__ = undecided
    __mod__: Any = undecided
    __floordiv__: Any = undecided
    __divmod__: Any = undecided
    __truediv__ = __pow__ = undecided
    __rmod__ = __rfloordiv__ = __rtruediv__ = __rdivmod__ = __rpow__ = undecided
    __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = __invert__ = undecided
    __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = undecided
    __getattr__ = undecided


class Tail(Unlisted):
    """The integers offset + scale * j for j = 0, 1, 2, ...; scale is not 0."""

    __slots__ = ("offset", "scale")

    def __init__(self, offset: int, scale: int) -> None:
        self.offset = offset
        self.scale = scale

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The type that isinstance sees: each of the values is an int."""
        return int

    # --- comparisons: the nearest value and the direction decide ------------------------------------------------

    def _above(self, other: object, *, or_equal: bool) -> bool:
        """True when all values are above other (or equal to it, if that counts), False when none is."""
        if isinstance(other, Tail):
            difference = self - other
            return difference >= 0 if or_equal else difference > 0
        if not isinstance(other, int | float | Fraction):
            raise TypeError(f"an integer has no order with {other!r}")
        if isinstance(other, float) and math.isinf(other):
            return other < 0
        if self.scale > 0 and (self.offset > other or (or_equal and self.offset == other)):
            return True
        if self.scale < 0 and (self.offset < other or (not or_equal and self.offset == other)):
            return False
        raise Undecided

    def __gt__(self, other: object) -> bool:
        return self._above(other, or_equal=False)

    def __ge__(self, other: object) -> bool:
        return self._above(other, or_equal=True)

    def __lt__(self, other: object) -> bool:
        return not self._above(other, or_equal=True)

    def __le__(self, other: object) -> bool:
        return not self._above(other, or_equal=False)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Tail):
            return self - other == 0
        if not isinstance(other, int | float | Fraction) or other % 1 != 0:
            return False
        place, remainder = divmod(int(other) - self.offset, self.scale)
        if place < 0 or remainder:
            return False
        raise Undecided

    def __bool__(self) -> bool:
        return self != 0

    # --- arithmetic that keeps the form offset + scale * j ------------------------------------------------------

    def __add__(self, other: object) -> Tail | int:
        if isinstance(other, Tail):
            return _line(self.offset + other.offset, self.scale + other.scale)
        if isinstance(other, int):
            return Tail(self.offset + other, self.scale)
        raise Undecided

    __radd__ = __add__

    def __sub__(self, other: object) -> Tail | int:
        if isinstance(other, Tail | int):
            return self + -other
        raise Undecided

    def __rsub__(self, other: object) -> Tail | int:
        return -self + other

    def __mul__(self, other: object) -> Tail | int:
        if isinstance(other, Tail) or not isinstance(other, int):
            raise Undecided
        return _line(self.offset * other, self.scale * other)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Tail:
        return Tail(self.offset // self._divisor(other), self.scale // self._divisor(other))

    def __mod__(self, other: object) -> int:
        return self.offset % self._divisor(other)

    def __divmod__(self, other: object) -> tuple[Tail, int]:
        return self // other, self % other

    def _divisor(self, other: object) -> int:
        """A number by which all values have one remainder. Raises Parted where they have several."""
        if isinstance(other, Tail) or not isinstance(other, int):
            raise Undecided
        if other and self.scale % other:
            raise Parted(abs(other) // math.gcd(other, self.scale))
        return other

    def __neg__(self) -> Tail:
        return Tail(-self.offset, -self.scale)

    def __pos__(self) -> Tail:
        return self

    def __abs__(self) -> Tail:
        return self if self >= 0 else -self

    # Fraction compares by these.

    @property
    def numerator(self) -> Tail:
        return self

    @property
    def denominator(self) -> int:
        return 1

    __hash__ = undecided  # each class that compares says it


def _line(offset: int, scale: int) -> Tail | int:
    return Tail(offset, scale) if scale else offset


def settled(function: Callable[[int], U], directions: Iterable[Direction]) -> Iterator[tuple[Direction, int, U]]:
    """Directions with how many of their outcomes are to be asked one by one, and the answer for all the rest.

    A direction comes in parts where the answer goes by remainders. Raises Undecidable as `settle` does.
    """
    left = list(directions)
    while left:
        direction = left.pop(0)
        try:
            count, answer = settle(function, direction.start, direction.step)
        except Parted as parted:
            left[:0] = direction.parts(parted.number)
        else:
            yield direction, count, answer


def settle(function: Callable[[int], U], start: int, step: int) -> tuple[int, U]:
    """Number of the integers start, start + step, ... to be asked one by one, and the answer for all the rest.

    The answer is a value that holds for all the rest, or a `Tail` where function moves them. Undecidable is raised when
    no number of single questions settles it, and Parted where the rest has several remainders.

    >>> settle(lambda k: min(k, 3), 0, 1)
    (4, 3)
    """
    count = 0
    while count <= _REACH:
        try:
            answer = function(Tail(start + step * count, step))  # type: ignore[arg-type]
            if answer is NotImplemented:  # a method of a number, as `(3).__le__`, sees that a tail is none
                raise Undecided
            if not isinstance(answer, Tail):
                hash(answer)  # refuses a container that holds a tail
                if any(function(start + step * each) != answer for each in range(count, count + _TRIED)):
                    raise Undecided  # it goes by something else than the number, as by its type
        except Parted:
            raise
        except Undecided:
            count = 2 * count or 1
        else:
            return count, answer
    raise Undecidable(
        f"The outcome is unbounded, and what is asked of it has no one answer even beyond {start + step * count}.",
        remedy="Ask by comparisons with fixed numbers (k >= 5, k in (1, 2), min(k, 9)), map with + - * // % of "
        "integers, or list the outcomes first with truncated(): what it leaves out is then stated as unresolved.",
    )
