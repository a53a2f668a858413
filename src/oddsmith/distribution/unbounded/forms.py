"""A stand-in for several whole numbers without bound, each of which a function is given in place of the number.

A `Form` is a sum of them, each so many times, plus a number. Sums and multiples of forms are forms. A comparison raises
`Compared`, with the direction of the form that was compared; once its value is *known*, an integer or a `Tail`, all
forms in that direction answer as it does. Anything else raises `Undecided`, as of a `Tail`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from math import gcd
from typing import Any, NamedTuple

from oddsmith.distribution.unbounded.tail import Tail, Undecided, Unlisted, undecided


class Known(NamedTuple):
    """The value of a sum: an integer, or a `Tail`. direction: how often it has each number."""

    direction: tuple[int, ...]
    value: Any


class Beyond(NamedTuple):
    """The numbers up to some of each: an integer where it is known, else None for all from `starts` on.

    guesses: the answers to comparisons on which the values do not agree, one after another; the next is False.
    """

    numbers: tuple[int | None, ...]
    starts: tuple[int, ...]
    guesses: Iterator[bool]

    def value(self, times: tuple[int, ...]) -> Any:
        """The value of a sum: an integer, or a `Tail` of all its values. Raises Undecided where they have no bound."""
        offset = factor = 0
        for count, number, start in zip(times, self.numbers, self.starts, strict=True):
            offset += count * (start if number is None else number)
            if count and number is None:
                if factor * count < 0:
                    raise Undecided  # what is beyond has no bound on either side
                factor = gcd(factor, count) if count > 0 else -gcd(factor, count)
        return Tail(offset, factor) if factor else offset


class Compared(Exception):
    """A form was compared. direction: of that form, without a common factor; the first of its numbers is above 0."""

    def __init__(self, direction: tuple[int, ...]) -> None:
        super().__init__(direction)
        self.direction = direction


class Form(Unlisted):
    """offset + the sum of the unknown numbers, each so many times; not all times are 0."""

    __slots__ = ("known", "offset", "times")

    def __init__(self, times: tuple[int, ...], offset: int = 0, known: Known | Beyond | None = None) -> None:
        self.times = times
        self.offset = offset
        self.known = known

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The type that isinstance sees: each of the values is an int."""
        return int

    @property
    def value(self) -> Any:
        """An integer or a `Tail`. Raises Compared where nothing is known, Undecided where it is of another form."""
        if isinstance(self.known, Beyond):
            return self.known.value(self.times) + self.offset
        factor = gcd(*self.times)
        if next(filter(None, self.times)) < 0:
            factor = -factor
        direction = tuple([count // factor for count in self.times])
        if self.known is None:
            raise Compared(direction)
        if self.known.direction != direction:
            raise Undecided
        return self.known.value * factor + self.offset

    def _beside(self, other: object) -> tuple[Any, Any]:
        """The value to be compared, and what with; of two forms, their difference and 0."""
        if type(other) is Form:
            return of(self - other), 0
        return self.value, other

    def _answer(self, compared: Callable[[Any, Any], Any], other: object) -> Any:
        try:
            return compared(*self._beside(other))
        except Undecided:
            if not isinstance(self.known, Beyond):
                raise
            return next(self.known.guesses)

    def __gt__(self, other: object) -> Any:
        return self._answer(operator.gt, other)

    def __ge__(self, other: object) -> Any:
        return self._answer(operator.ge, other)

    def __lt__(self, other: object) -> Any:
        return self._answer(operator.lt, other)

    def __le__(self, other: object) -> Any:
        return self._answer(operator.le, other)

    def __eq__(self, other: object) -> bool:
        return bool(self._answer(operator.eq, other))

    def __bool__(self) -> bool:
        return not self._answer(operator.eq, 0)

    def __add__(self, other: object) -> Form | int:
        if type(other) is Form:
            times = tuple(map(int.__add__, self.times, other.times))
            return self._with(times, self.offset + other.offset)
        if type(other) is int or type(other) is bool:
            return self._with(self.times, self.offset + other)
        raise Undecided

    __radd__ = __add__

    def __sub__(self, other: object) -> Form | int:
        if type(other) is Form or type(other) is int or type(other) is bool:
            return self + -other
        raise Undecided

    def __rsub__(self, other: object) -> Form | int:
        return -self + other

    def __mul__(self, other: object) -> Form | int:
        if type(other) is int or type(other) is bool:
            return self._with(tuple([count * other for count in self.times]), self.offset * other)
        raise Undecided

    __rmul__ = __mul__

    def __neg__(self) -> Form:
        return Form(tuple([-count for count in self.times]), -self.offset, self.known)

    def __pos__(self) -> Form:
        return self

    def __abs__(self) -> Form:
        return self if self >= 0 else -self

    def _with(self, times: tuple[int, ...], offset: int) -> Form | int:
        return Form(times, offset, self.known) if any(times) else offset

    __hash__ = undecided  # each class that compares says it


def standing_for(times: tuple[int, ...], known: Known | Beyond | None) -> Form | int:
    """A sum of numbers of which something is known; an integer where all of them are."""
    if isinstance(known, Beyond) and all(
        not count or number is not None for count, number in zip(times, known.numbers, strict=True)
    ):
        return int(known.value(times))
    return Form(times, 0, known)


def of(answer: Any) -> Any:
    """The value of a form; anything else as it is."""
    return answer.value if type(answer) is Form else answer
