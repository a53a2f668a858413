"""Operators and functions of numbers, and of several numbers side by side, exactly.

`operation_distributions` says the same of distributions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil, floor, log2
from typing import Any, Final, Protocol, TypeAlias

from oddsmith.dice.limits import MAX_BITS, number_of_rolls, refuse_above
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import face_text
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.relation import Relation, Sign
from oddsmith.distribution.given_numbers import check_outcome
from oddsmith.distribution.probabilities import NoDie, no_die
from oddsmith.errors import BadInput

Number: TypeAlias = int | Fraction
Numbers: TypeAlias = tuple[int, ...]
"""Numbers side by side, which are added up each for itself."""


class Operator(Sign):
    """An operator between two numbers; the value is its sign in notation."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    FLOOR_DIVIDE = "//"
    REMAINDER = "%"
    POWER = "^"
    ROLLS = "@"
    """So many rolls of what stands on the right, added up."""


BINDING: Final[dict[Operator | Relation, int]] = {
    Operator.ADD: 1,
    Operator.SUBTRACT: 1,
    Operator.MULTIPLY: 2,
    Operator.DIVIDE: 2,
    Operator.FLOOR_DIVIDE: 2,
    Operator.REMAINDER: 2,
    Operator.ROLLS: 2,
    Operator.POWER: 3,
    **dict.fromkeys(Relation, 0),
}
"""The strength with which operators hold their operands together."""

_SIGNS: Final[dict[Operator | Relation, int]] = {Operator.ADD: 1, Operator.SUBTRACT: -1}
"""What the right side counts of operators that work on numbers side by side."""


class Function(Sign):
    """A function of one number, or (the last two) of one or more."""

    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"
    ABS = "abs"
    MIN = "min"
    MAX = "max"


_POOLS: Final = """
    difference union intersection symmetric_difference sort_pair max_pair_highest max_pair_lowest versus_any versus_all
    issubset issuperset isdisjoint
"""
_OTHERS: Final = "faces set setface straight sum size classes joint deal draw floor ceil round abs min max let vs"
_OF_NOTATION: Final = frozenset(f"{_POOLS} {_OTHERS}".split())
"""Functions and words of the notation, which is read after this module: no name may be one of them."""
_NAME: Final = re.compile(r"(?![dD](?:[0-9fF]|$))[A-Za-z_][A-Za-z0-9_]*")


def check_own_name(name: object) -> None:
    """Raise BadInput for a name by which notation cannot call a function or a reader of your own."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadInput("name", name, "a name of letters, digits and _ that does not begin like a die (d, d6, dF)")
    check_unknown(name)


def check_unknown(name: str) -> None:
    """Raise BadInput for a name that notation has a meaning for."""
    if name in _OF_NOTATION:
        raise BadInput("name", name, f"a name that notation has no meaning for yet, such as my_{name}")


@dataclass(frozen=True)
class Formula:
    """A function of your own, of one value or more, and the name by which notation calls it.

    It must depend on nothing but its arguments, and its values must be hashable. Raises BadInput for a name that
    notation knows already (`max`, `set`, `d6`) or cannot read.
    """

    name: str
    function: Callable[..., Any]

    def __post_init__(self) -> None:
        check_own_name(self.name)
        given: object = self.function
        if not callable(given) or hasattr(type(given), "instead_of_outcome"):
            raise BadInput("function", given, "a function; of a dict that is its get: map({6: 1}.get)")

    @staticmethod
    def of(function: Callable[..., Any], name: str | None = None) -> Formula:
        """The function under its own name where it is given no other, "map" where notation cannot call it so."""
        own = str(getattr(function, "__name__", ""))
        free = _NAME.fullmatch(own) and own not in _OF_NOTATION
        return Formula(name if name is not None else own if free else "map", function)

    @property
    def value(self) -> str:
        """The name, as functions of the notation have it."""
        return self.name


def operate(operator: Operator | Relation, left: Number, right: Number) -> Number:
    """The result of one operation, exact: a quotient is a fraction, and a fraction that is whole is an int.

    A comparison is true or false.

    Raises BadInput for division by zero and TooLarge for a result of more than about 150 digits.

    >>> operate(Operator.DIVIDE, 7, 2), operate(Operator.DIVIDE, 8, 2)
    (Fraction(7, 2), 4)
    """
    if isinstance(operator, Relation):
        return operator.holds(left, right)
    if operator is Operator.ADD:
        return refuse_huge(simplest(left + right))
    if operator is Operator.SUBTRACT:
        return refuse_huge(simplest(left - right))
    if operator is Operator.ROLLS:
        number_of_rolls(left)
    if operator in (Operator.MULTIPLY, Operator.ROLLS):
        return refuse_huge(simplest(left * right))
    if operator is Operator.POWER:
        return refuse_huge(_power(left, right))
    if right == 0:
        raise BadInput("divisor", right, "any number but 0")
    if operator is Operator.DIVIDE:
        return refuse_huge(simplest(Fraction(left) / right))
    return refuse_huge(simplest(left // right if operator is Operator.FLOOR_DIVIDE else left % right))


def apply_function(function: Function | Formula, arguments: Sequence[Any]) -> Any:
    """The result of a function, exact. `round` takes halves away from zero, as people do with a pencil.

    >>> apply_function(Function.ROUND, [Fraction(5, 2)]), apply_function(Function.ROUND, [Fraction(-5, 2)])
    (3, -3)
    """
    if isinstance(function, Formula):
        value = function.function(*arguments)
        check_outcome(value)
        return value
    if function in (Function.MIN, Function.MAX):
        return reduce(_smaller if function is Function.MIN else _larger, arguments)
    (number,) = arguments
    if function is Function.FLOOR:
        return floor(number)
    if function is Function.CEIL:
        return ceil(number)
    size = number if number >= 0 else -number
    if function is Function.ABS:
        return size
    half_up = floor(size + Fraction(1, 2))
    return half_up if number >= 0 else -half_up


def simplest(number: Number) -> Number:
    """A whole fraction as an int, anything else unchanged."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def refuse_huge(number: Number) -> Number:
    """The number itself; TooLarge where it has more digits than any game asks for, so that none grows without end."""
    if number.numerator.bit_length() > MAX_BITS or number.denominator.bit_length() > MAX_BITS:
        digits = max(number.numerator.bit_length(), number.denominator.bit_length())
        refuse_above(MAX_BITS, digits, "binary digits in a number", "Use smaller numbers.")
    return number


def is_decimal(number: Number) -> bool:
    """True for a number that ends as a decimal."""
    denominator = number.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return denominator == 1


def decimal_text(number: Fraction) -> str:
    """The finite decimal of a fraction whose denominator has only twos and fives."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


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


_READ_FIRST: Final = "dice are read with sum() or count(), pools are matched with difference() or issubset()"


_COUNT: Final = "or count dice with .pool().count(at_least={aim!r})"


def check_numeric(*operands: Operand) -> None:
    """Raise BadInput for an expression whose value is no number."""
    for operand in (operand for operand in operands if not operand.numeric):
        error = BadInput("operand", str(operand), f"an expression whose value is a number; {_READ_FIRST}")
        if isinstance(operand, PoolData):
            raise error.reworded(*(compared_words(operand) or _of_pool(operand)))
        order = getattr(operand, "order", None)  # of a die
        if not isinstance(order, tuple) or operand.width:  # a deal has an order, too
            raise error
        aim = order[-1] if order else "hit"
        first = "Ask" if order else "Declare the order of the words, Die(ordered_words('miss', 'hit')), and ask"
        remedy = f"{first} for .distribution().at_least({aim!r}) or .distribution().beats(another)"
        count = _COUNT.format(aim=aim) + (f", in notation {_compared(str(operand), aim)}" if order else "")
        raise error.reworded(f"{operand} shows words: no operator takes them.", f"{remedy}, {count}.")


def _of_pool(pool: PoolData[Any]) -> tuple[str, str]:
    """The error and the remedy for a pool among numbers."""
    text = pool_text(pool)
    more = "" if pool.selection or pool.unique else "; `&` throws more dice with them"
    read = f"Add them with .sum(), in notation {text}, or count them with .count(at_least=5)"
    matched = "two pools are matched with difference() or issubset()"
    return f"{text} is a pool of dice, no expression whose value is a number.", f"{read}; {matched}{more}."


def compared_words(operand: object) -> tuple[str, str] | None:
    """The error for dice with words, of which numbers are asked for, and the notation that counts or compares them.

    None of anything else.
    """
    if isinstance(operand, PoolData):
        dice, text = [die for die, _ in operand.dice], pool_text(operand)
    elif isinstance(operand, DieData):
        dice, text = [operand], str(operand)
    else:
        return None
    words = [face for die in dice if not die.numeric for face in die.faces if isinstance(face, str)]
    if not words:
        return None
    order = dice[0].order
    asked = _compared(text, order[-1]) if order else f"{text}={face_text(words[0])}, the dice that show it"
    return f"{text} shows words: they come to no number.", f"Count them: {asked}."


def _compared(text: str, aim: str) -> str:
    """The notation that counts dice whose words have an order, and those that beat the dice of another."""
    pool = text if text[0].isdigit() or text[0] == "(" else f"1{text}"
    return f"{text}>={face_text(aim)}, or size(sort_pair({pool}, >, {pool}))"


def checked_number(value: object) -> Number:
    """The value; BadInput where it is no number."""
    if isinstance(value, int | Fraction):
        return value
    if isinstance(value, NoDie):
        raise no_die(value)
    more = f"; of tuples a die with that face, Die([{value!r}])" if isinstance(value, tuple) else ""
    error = BadInput("operand", value, f"an expression, a whole number or a Fraction{more}")
    if isinstance(value, str):
        remedy = f"Ask for .distribution().at_least({value!r}), {_COUNT.format(aim=value)}."
        error.reworded(f"{value!r} is no number: no operator takes words.", remedy)
    raise error


def value_of_operation(operator: Operator | Relation, left: Any, right: Any, width: int) -> Any:
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


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(exponent, Fraction) and exponent.denominator != 1:
        raise BadInput("exponent", str(exponent), "a whole number")
    power = int(exponent)
    if base == 0 and power < 0:
        raise BadInput("exponent", power, "0 or more, since the base is 0")
    refuse_power(base, power)
    return simplest(Fraction(base) ** power)


def refuse_power(base: Number, power: int) -> None:
    """Raise TooLarge for a power with more digits than a number may have; the estimate is shown, so it has an end."""
    number = Fraction(base)
    digits = log2(max(abs(number.numerator), number.denominator)) * min(abs(power), 10**12)
    refuse_above(MAX_BITS, int(digits) + (digits >= MAX_BITS + 1), "binary digits in a power", "Use smaller numbers.")


def _smaller(left: Number, right: Number) -> Number:
    return min(left, right)


def _larger(left: Number, right: Number) -> Number:
    return max(left, right)
