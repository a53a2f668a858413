"""Distributions of operations and functions of independent values, exactly, and the work that they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import floor, log2
from typing import Any, Final

from oddsmith.dice.expressions.arithmetic import (
    Formula,
    Function,
    Number,
    Numbers,
    Operator,
    apply_function,
    checked_number,
    operate,
    refuse_huge,
    refuse_power,
)
from oddsmith.dice.expressions.conditioning import by_cases, refuse_many_outcomes, sums_by_cases
from oddsmith.dice.limits import number_of_rolls
from oddsmith.dice.model.relation import Relation
from oddsmith.distribution import Distribution, Finite, Generating, Uniform
from oddsmith.distribution.limits import Work, refuse_work, take, take_looks

_SECONDS_A_PAIR: Final = 1.2e-6
_SECONDS_A_QUOTIENT: Final = 6e-6
_SECONDS_A_PRODUCT: Final = 1.5e-7
_SECONDS_A_BIT: Final = 1.5e-9
_BYTES_AN_OUTCOME: Final = 180
_SECONDS_A_ROLL_WITHOUT_END: Final = 1e-5
_SHORT: Final = 64
_NEARLY_ALL: Final = Fraction(99, 100)

_MANY_ALIKE: Final = 64
_MANY_PAIRS: Final = 1_000_000
_MOST_GAPS: Final = 4


def endless_first(terms: Iterable[Distribution[Any]]) -> list[Distribution[Any]]:
    """Terms in the order in which they are added: those without end are products that wait for their factors."""
    return sorted(terms, key=lambda one: isinstance(one, Finite))


def distribution_of_operation(
    operator: Operator | Relation, left: Distribution[Any], right: Distribution[Any], width: int
) -> Distribution[Any]:
    """The distribution of an operation between two independent values. width: see `value_of_operation`."""
    if not width:
        return _of_numbers(operator, checked_numbers(left), checked_numbers(right))
    if operator is Operator.ROLLS:
        return by_cases(left, lambda number: sum_of_tuples([(right, number_of_rolls(number))], width))
    negated = right.map(lambda numbers: tuple(-number for number in numbers))
    return sum_of_tuples([(left, 1), (right if operator is Operator.ADD else negated, 1)], width)


def distribution_of_comparison(relation: Relation, left: Distribution[Any], target: Any) -> Distribution[bool]:
    """True or false: a value compared with a constant."""
    numbers = checked_numbers(left)
    if isinstance(numbers, Finite):
        return _compared_with(relation, numbers, target)
    if isinstance(numbers, Uniform):
        return _side(numbers, target).map(lambda side: relation.holds(side, 0))
    return numbers.map(lambda number: relation.holds(number, target))


def distribution_of_function(function: Function | Formula, arguments: Sequence[Distribution[Any]]) -> Distribution[Any]:
    """The distribution of a function of independent values. Bounds that are constants keep infinite tails exact."""
    if isinstance(function, Formula):
        own = function.function
        if len(arguments) == 1:
            return arguments[0].map(own)
        return Distribution.joint(*(argument.truncated() for argument in arguments)).map(lambda values: own(*values))
    arguments = [checked_numbers(argument) for argument in arguments]
    if function in (Function.MIN, Function.MAX):
        return reduce(lambda a, b: _extreme(function, a, b), arguments)
    (argument,) = arguments
    return argument.map(lambda number: apply_function(function, [number]))


def checked_numbers(values: Distribution[Any]) -> Distribution[Any]:
    """The distribution; BadInput where an outcome is no number."""
    if isinstance(values, Finite) and not values.numeric:
        for outcome in values.outcomes:
            checked_number(outcome)
    return values


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


def work_of_operation(operator: Operator | Relation, pairs: int, bits: int) -> Work:
    """The work of an operation that looks at every pair of outcomes; bits: of both totals together."""
    if isinstance(operator, Relation):
        return Work()
    seconds = {Operator.MULTIPLY: _SECONDS_A_PRODUCT, Operator.DIVIDE: _SECONDS_A_QUOTIENT}
    return _work_of_pairs(pairs, bits, seconds.get(operator, _SECONDS_A_PAIR))


def _of_numbers(operator: Operator | Relation, left: Distribution[Any], right: Distribution[Any]) -> Distribution[Any]:
    """The distribution of an operation between two independent numbers."""
    if isinstance(operator, Relation):
        target = _constant(right)
        if target is not None:
            return distribution_of_comparison(operator, left, target)
        if all(isinstance(side, Finite) and not side.unresolved for side in (left, right)):
            return _compared(operator, left, right)
        ahead = _of_numbers(Operator.SUBTRACT, left, right)
        return ahead.map(lambda margin: operator.holds(margin, 0))
    if operator is Operator.ADD:
        return left + right
    if operator is Operator.SUBTRACT:
        return left - right
    if operator is Operator.ROLLS:
        return _rolls(left, right)
    if operator is Operator.MULTIPLY:
        for factor, other in ((left, right), (right, left)):
            constant = _constant(factor)
            if isinstance(constant, int):
                return _times(other, constant)
        return _product(left, right)
    if operator is Operator.FLOOR_DIVIDE:
        divisor = _constant(right)
        if isinstance(divisor, int) and divisor and isinstance(left, Finite | Uniform):
            return _whole_quotient(left, right, divisor)
    if operator is Operator.POWER and all(isinstance(side, Finite) and side.weights for side in (left, right)):
        powers = [abs(power) for power in right.truncated().weights]
        if all(map(_whole, powers)):  # the greatest says what is needed, not the first that is too large
            refuse_power(max(map(abs, left.truncated().weights)), max(powers))
    seconds = _SECONDS_A_QUOTIENT if operator is Operator.DIVIDE else _SECONDS_A_PAIR
    return _pairwise(lambda a, b: operate(operator, a, b), left, right, seconds)


def _rolls(left: Distribution[Any], right: Distribution[Any]) -> Distribution[Any]:
    """So many rolls of the right side, added up; the longest sum and all together are weighed before any is made."""
    most = 1 if left.maximum is None else number_of_rolls(max(0, floor(left.maximum)))
    if isinstance(left, Finite):
        for number in left.weights:
            number_of_rolls(number)
        together = sums_by_cases(left, right)
        if together is not None:
            return together
    cases = _outcomes(left)
    if isinstance(left, Generating) and left.maximum is None:
        cases = most = int(left.least_series(_NEARLY_ALL).places)
    if isinstance(right, Uniform) and most > 1:  # two of them are listed
        sums = most * (right.maximum - right.minimum) + 1
        refuse_many_outcomes(sums, int(most * log2(len(right.modes))))
    if isinstance(right, Finite) and cases > 1:
        bits = most * right.total.bit_length()
        reached = most * (right.maximum - right.minimum) + 1 if right.weights else 1
        refuse_many_outcomes(reached * (cases + 1) // 2 if all(map(_whole, right.weights)) else most, bits)
    elif cases > 1:
        refuse_work(cases * most * most * _SECONDS_A_ROLL_WITHOUT_END)
    return by_cases(left, lambda number: right.repeat(number_of_rolls(number)))


def _whole(outcome: object) -> bool:
    return isinstance(outcome, int)


def _compared(relation: Relation, left: Distribution[Any], right: Distribution[Any]) -> Distribution[bool]:
    """True or false, without the sums of all pairs: both are finite and resolved."""
    chances = {1: left.beats(right), 0: left.ties(right)}
    chances[-1] = 1 - chances[1] - chances[0]
    true = sum((chance for lead, chance in chances.items() if relation.holds(lead, 0)), Fraction(0))
    return Distribution.from_probabilities({value: p for value, p in ((False, 1 - true), (True, true)) if p})


def _side(left: Uniform, target: Any) -> Distribution[int]:
    """Below a number (-1), the number itself or above it; no outcome is listed."""
    sides = {-1: 1 - left.at_least(target), 0: left.pmf(target), 1: 1 - left.at_most(target)}
    return Distribution.from_probabilities({side: chance for side, chance in sides.items() if chance})


def _compared_with(relation: Relation, left: Finite[Any], target: object) -> Distribution[bool]:
    """True or false, compared with a constant."""
    take_looks(len(left.weights), left.total.bit_length())
    rest = left.total - sum(left.weights.values())
    compare = relation.compare
    true = sum([weight for outcome, weight in left.weights.items() if compare(outcome, target)])
    return Finite({False: left.total - rest - true, True: true}, rest)


def _constant(distribution: Distribution[Any]) -> object:
    """The only outcome, or None when there are several."""
    if isinstance(distribution, Finite) and not distribution.unresolved and len(distribution.weights) == 1:
        return next(iter(distribution.weights))
    return None


def _extreme(function: Function, left: Distribution[Any], right: Distribution[Any]) -> Distribution[Any]:
    for bound, other in ((left, right), (right, left)):
        constant = _constant(bound)
        if constant is not None:
            return other.capped(constant) if function is Function.MIN else other.floored(constant)
    first, second = _listed(left, right)
    # The greatest is at most v when both are, so no pair has to be looked at.
    take_looks(len(first.weights) + len(second.weights), first.total.bit_length() + second.total.bit_length())
    weights: dict[Number, int] = {}
    below = of_first = of_second = 0
    for outcome in sorted({*first.weights, *second.weights}, reverse=function is Function.MIN):
        of_first += first.weights.get(outcome, 0)
        of_second += second.weights.get(outcome, 0)
        weights[outcome] = of_first * of_second - below
        below = of_first * of_second
    return Distribution.from_weights(weights, unresolved=first.total * second.total - below)


def _times(distribution: Distribution[Any], factor: int) -> Distribution[Any]:
    """Every outcome times a whole number."""
    for end in (distribution.minimum, distribution.maximum):
        if end is not None:
            refuse_huge(end * factor)
    return distribution * factor


def _pairwise(
    combine: Callable[[Number, Number], Number], left: Distribution[Any], right: Distribution[Any], seconds: float
) -> Distribution[Any]:
    """By every pair of outcomes; an unbounded side is resolved down to a remainder that stays in `unresolved`.

    seconds: of a pair.
    """
    refuse_work(*_work_of_all_pairs(left, right, seconds))
    first, second = _listed(left, right)
    take(*_work_of_all_pairs(first, second, seconds))
    weights: dict[Number, int] = {}
    for a, weight in first.weights.items():
        for b, other_weight in second.weights.items():
            outcome = combine(a, b)
            weights[outcome] = weights.get(outcome, 0) + weight * other_weight
    return Distribution.from_weights(weights, unresolved=first.total * second.total - sum(weights.values()))


def _whole_quotient(left: Distribution[Any], right: Distribution[Any], divisor: int) -> Distribution[Any]:
    """Every outcome divided by a whole number, rounded down."""
    take(*_work_of_all_pairs(left, right, _SECONDS_A_PAIR))
    return left.truncated().map(lambda number: refuse_huge(number // divisor))


def _product(left: Distribution[Any], right: Distribution[Any]) -> Distribution[Any]:
    """The product of two independent numbers; whole ones take a tenth of the time of others."""
    refuse_work(*_work_of_all_pairs(left, right, _SECONDS_A_PRODUCT))
    first, second = _listed(left, right)
    if not all(isinstance(outcome, int) for part in (first, second) for outcome in part.weights):
        return _pairwise(lambda a, b: operate(Operator.MULTIPLY, a, b), first, second, _SECONDS_A_PAIR)
    refuse_huge(max(map(abs, first.weights), default=0) * max(map(abs, second.weights), default=0))
    take(*_work_of_all_pairs(first, second, _SECONDS_A_PRODUCT))
    weights: dict[int, int] = {}
    for weight, outcomes in _by_weight(first):
        for other_weight, others in _by_weight(second):
            alike = weight * other_weight
            if len(outcomes) * len(others) < _MANY_ALIKE:
                for outcome, other in product(outcomes, others):
                    value = outcome * other
                    weights[value] = weights.get(value, 0) + alike
                continue
            for value, ways in _ways(outcomes, others):
                weights[value] = weights.get(value, 0) + ways * alike
    return Distribution.from_weights(weights, unresolved=first.total * second.total - sum(weights.values()))


def _ways(outcomes: list[int], others: list[int]) -> Iterable[tuple[int, int]]:
    """Count the pairs of outcomes that have each product."""
    ends = [outcome * other for outcome in (min(outcomes), max(outcomes)) for other in (min(others), max(others))]
    low, high = min(ends), max(ends)
    pairs = len(outcomes) * len(others)
    if pairs < _MANY_PAIRS or high - low > _MOST_GAPS * pairs:
        return Counter(outcome * other for outcome, other in product(outcomes, others)).items()
    try:
        import numpy as np  # slow to import, and quicker only where there are many
    except ModuleNotFoundError:  # as in a browser
        return Counter(outcome * other for outcome, other in product(outcomes, others)).items()

    counts = np.zeros(high - low + 1, dtype=np.int32)
    column = np.array(others, dtype=np.int64)
    for outcome in outcomes:
        if outcome:
            counts[column * outcome - low] += 1  # they differ, so none is counted twice at once
        else:
            counts[-low] += len(others)
    places = np.flatnonzero(counts)
    return zip((places + low).tolist(), counts[places].tolist(), strict=True)


def _by_weight(listed: Finite[int]) -> list[tuple[int, list[int]]]:
    """The outcomes of each weight."""
    outcomes: dict[int, list[int]] = {}
    for outcome, weight in listed.weights.items():
        outcomes.setdefault(weight, []).append(outcome)
    return list(outcomes.items())


def _listed(left: Distribution[Any], right: Distribution[Any]) -> tuple[Finite[Any], Finite[Any]]:
    return left.truncated(), right.truncated()


def _work_of_all_pairs(left: Distribution[Any], right: Distribution[Any], seconds: float) -> Work:
    """The work of going through all pairs of outcomes; an unbounded side counts as one."""
    pairs = _outcomes(left) * _outcomes(right)
    bits = sum(part.total.bit_length() for part in (left, right) if isinstance(part, Finite))
    return _work_of_pairs(pairs, bits, seconds)


def _work_of_pairs(pairs: int, bits: int, seconds: float) -> Work:
    bits = 0 if bits < _SHORT else bits
    different = pairs if bits else pairs // 4  # of two fair dice, pairs that have equal products are many
    return Work(pairs * (seconds + bits * _SECONDS_A_BIT), different * (_BYTES_AN_OUTCOME + bits // 8))


def _outcomes(distribution: Distribution[Any]) -> int:
    if isinstance(distribution, Uniform):
        return len(distribution.modes)
    return len(distribution.weights) if isinstance(distribution, Finite) else 1
