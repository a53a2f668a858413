"""Dice as T13's sheets write them: `1d6+2`, `2d8`, `4d2-2`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add
from typing import Any, Final

from oddsmith.dice import Constant, Die, DieData, Expression, Pool, parse
from oddsmith.dice.expressions.arithmetic import Operator
from oddsmith.dice.expressions.operations import Binary
from oddsmith.dice.readings.sums import Sum
from oddsmith.errors import BadInput, OddsmithError

MOST_DICE: Final = 100
MOST_SIDES: Final = 1_000
MOST_PLUS: Final = 1_000
ALLOWED: Final = (
    f"dice such as d6, 2d8 or 1d6+2: up to {MOST_DICE} dice of 2 to {MOST_SIDES:,} sides, "
    f"and at most {MOST_PLUS:,} added or taken away"
)


@dataclass(frozen=True, order=True)
class Dice:
    """Dice and a constant.

    groups: numbers of dice and their sides, in the order written. plus: added to their sum, or taken away below 0.
    """

    groups: tuple[tuple[int, int], ...] = ()
    plus: int = 0

    @property
    def count(self) -> int:
        """The number of dice."""
        return sum(count for count, _ in self.groups)

    @property
    def lowest(self) -> int:
        """The least they can come to."""
        return self.count + self.plus

    @property
    def highest(self) -> int:
        """The most they can come to."""
        return sum(count * sides for count, sides in self.groups) + self.plus

    @property
    def expression(self) -> Expression[int]:
        """The same as an expression of the dice layer."""
        return _expression(self)

    def __str__(self) -> str:
        text = "+".join(f"{count}d{sides}" for count, sides in self.groups)
        return f"{text}{self.plus:+d}" if self.plus or not text else text


NO_DICE: Final = Dice()


def dice(field: str, text: str) -> Dice:
    """Read dice; `field` is named in the BadInput for what cannot be read or is beyond the limits.

    >>> str(dice("dice", "d6+2")), str(dice("dice", "2d8 + 1d4 - 1"))
    ('1d6+2', '2d8+1d4-1')
    """
    try:
        groups, plus = _read(parse(text))
    except OddsmithError:
        raise BadInput(field, text, ALLOWED) from None
    read = Dice(tuple(groups), plus)
    fits = all(2 <= sides <= MOST_SIDES for _, sides in groups)
    if not (fits and 1 <= read.count <= MOST_DICE and abs(plus) <= MOST_PLUS):
        raise BadInput(field, text, ALLOWED)
    return read


def _read(expression: Expression[Any]) -> tuple[list[tuple[int, int]], int]:
    """Return the dice and the constant of a sum; BadInput for anything else that notation can write."""
    match expression:
        case Constant(int(plus)):
            return [], plus
        case Die():
            return [(1, _sides(expression))], 0
        case Sum(Pool(dice=((die, count),), unique=None, selection=())):
            return [(count, _sides(die))], 0
        case Binary(Operator.ADD, left, right):
            (groups, plus), (more, also) = _read(left), _read(right)
            return groups + more, plus + also
        case Binary(Operator.SUBTRACT, left, Constant(int(minus))):
            groups, plus = _read(left)
            return groups, plus - minus
    raise BadInput("dice", str(expression), ALLOWED)


def _sides(die: DieData[Any]) -> int:
    """Return the sides of a plain die; BadInput for any other."""
    sides = len(die.faces)
    if die != Die.sided(sides):
        raise BadInput("dice", str(die), ALLOWED)
    return sides


@lru_cache(maxsize=1024)
def _expression(read: Dice) -> Expression[int]:
    summed: Expression[int] = reduce(add, [Die.sided(sides).pool(count).sum() for count, sides in read.groups])
    if not read.plus:
        return summed
    return summed + read.plus if read.plus > 0 else summed - -read.plus
