"""Operands of arithmetic: numbers, and several numbers side by side, which are added up each for itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Protocol, TypeAlias

from oddsmith.dice.expressions.arithmetic import Number, Operator, operate, operate_distributions, simplest
from oddsmith.dice.expressions.conditioning import by_cases
from oddsmith.dice.limits import number_of_rolls
from oddsmith.dice.model.relation import Relation
from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import BadInput

Numbers: TypeAlias = tuple[int, ...]

_SIGNS: Final[dict[Operator | Relation, int]] = {Operator.ADD: 1, Operator.SUBTRACT: -1}


class Operand(Protocol):
    """An expression, as far as arithmetic needs to know it. width: see `Expression`."""

    @property
    def width(self) -> int: ...
    @property
    def numeric(self) -> bool: ...


def width_of(operator: Operator | Relation, left: Operand, right: Operand) -> int:
    """Count the numbers that an operation comes to, 0 for a single one; BadInput where the operands do not fit.

    Tuples are added and subtracted number by number, and rolled as often as a number says.
    """
    if not left.width and not right.width:
        if not (left.numeric and right.numeric):
            check_numeric(left, right)
        return 0
    if operator is Operator.ROLLS and left.numeric:
        return right.width
    if operator not in _SIGNS:
        raise BadInput("operator", operator.value, "+ or - between several numbers and others, or 2 @ die")
    if left.width != right.width:
        other = left.width or right.width
        wrong = right if left.width else left
        raise BadInput("operand", str(wrong), f"an expression that comes to {other} numbers, as the other does")
    return left.width


def check_numeric(*operands: Operand) -> None:
    """Raise BadInput for an expression whose value is no number."""
    for operand in (operand for operand in operands if not operand.numeric):
        raise BadInput("operand", str(operand), "an expression whose value is a number")


def checked_number(value: object) -> Number:
    """The value; BadInput where it is no number."""
    if isinstance(value, int | Fraction):
        return value
    raise BadInput("operand", value, "an expression, a whole number or a Fraction")


def operate_values(operator: Operator | Relation, left: Any, right: Any, width: int) -> Any:
    """The result of an operation. width: how many numbers it comes to, 0 for a single one; so below."""
    if not width:
        return operate(operator, checked_number(left), checked_number(right))
    sign = _SIGNS[operator]
    return tuple(a + sign * b for a, b in zip(left, right, strict=True))


def sum_of(values: Sequence[Any], width: int) -> Any:
    """The sum of numbers, or of tuples number by number."""
    if not width:
        return simplest(sum(map(checked_number, values)))
    return tuple(map(sum, zip(*values, strict=True))) or (0,) * width


def operate_on_distributions(
    operator: Operator | Relation, left: Distribution[Any], right: Distribution[Any], width: int
) -> Distribution[Any]:
    """The distribution of an operation between two independent values."""
    if not width:
        return operate_distributions(operator, left, right)
    if operator is Operator.ROLLS:
        return by_cases(left, lambda number: sum_of_tuples([(right, number_of_rolls(number))], width))
    negated = right.map(lambda numbers: tuple(-number for number in numbers))
    return sum_of_tuples([(left, 1), (right if operator is Operator.ADD else negated, 1)], width)


def sum_of_tuples(rolls: Sequence[tuple[Distribution[Numbers], int]], width: int) -> Distribution[Numbers]:
    """The sum of independent tuples, each rolled so often.

    Their numbers are digits of one number, wide enough that none is carried.
    """
    listed = [(one.truncated(), count) for one, count in rolls if count]
    if not listed:
        return Distribution.certain((0,) * width)
    if not all(one.weights for one, _ in listed):
        return Distribution.from_weights({}, unresolved=1)
    bounds = [[(min(column), max(column)) for column in zip(*one.weights, strict=True)] for one, _ in listed]
    lows = [[low for low, _ in each] for each in bounds]
    counts = [count for _, count in listed]
    sizes = [
        sum((high - low) * count for (low, high), count in zip(column, counts, strict=True)) + 1
        for column in zip(*bounds, strict=True)
    ]
    least = [sum(low * count for low, count in zip(column, counts, strict=True)) for column in zip(*lows, strict=True)]

    def packed(one: Finite[Numbers], low: Sequence[int]) -> Distribution[int]:
        def pack(numbers: Numbers) -> int:
            code = 0
            for number, lowest, size in zip(numbers, low, sizes, strict=True):
                code = code * size + number - lowest
            return code

        return one.map(pack)

    def unpack(code: int) -> Numbers:
        numbers: list[int] = []
        for size, lowest in zip(reversed(sizes), reversed(least), strict=True):
            code, digit = divmod(code, size)
            numbers.append(digit + lowest)
        return tuple(reversed(numbers))

    first, *others = (packed(one, low).repeat(count) for (one, count), low in zip(listed, lows, strict=True))
    for other in others:
        first = first + other
    return first.map(unpack)
