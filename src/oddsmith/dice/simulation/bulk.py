"""A million rolls at once: values only, dice thrown by numpy in whole columns.

Every die is really thrown, so that the results check the exact odds and stand in for them where those are out of reach.
What has no form in columns (distinct dice, sets, straights, dice whose number is rolled) is rolled one after another.

>>> from oddsmith.dice import d10
>>> hits = roll_many(d10.pool(10).count(at_least=7), 10_000, seed=7)
>>> 3.9 < float(hits.mean()) < 4.1
True
"""

from __future__ import annotations

from functools import reduce
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from oddsmith.dice.composed.annotations import Labelled, Shown
from oddsmith.dice.composed.groups import Group
from oddsmith.dice.composed.named import Let, Name
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.die import Die
from oddsmith.dice.expressions.arithmetic import Formula, Function, Number, Operator, apply_function, operate
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.expressions.operations import Binary, Constant, FunctionCall, fixed_value, is_fixed, is_rolled_often
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.combination_data import CombinationData
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import F
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import places
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import throws_of
from oddsmith.dice.simulation.dice_columns import Columns, Draw, cards_drawn, columns_of
from oddsmith.dice.simulation.seeds import Seed, generator_of
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.how_far import Doing, counted

Values: TypeAlias = npt.NDArray[Any]
"""64-bit integers where all values fit, else Python's own numbers (or whatever else was rolled)."""

MAX_THROWN: Final = 2_000_000_000
"""Dice thrown in columns by one call, about; some twenty seconds."""

MAX_SINGLE: Final = 10_000_000
"""Dice thrown one after another by one call, about; some twenty seconds too."""

_TRIED: Final = 100
_THROWS_TRIED: Final = 20_000
"""Rolls, and throws of them all, after which it is seen how many throws a roll takes."""

_THROWS_A_DIE: Final = 4
"""Throws of one roll for each of its dice, explosions and rerolls included, past which it is refused."""

_AT_ONCE: Final = 2_000_000
_SAFE: Final = 2**62


def roll_many(expression: Expression[Any], times: int, seed: Seed | None = None) -> Values:
    """The values of `times` rolls, 1 or more. seed: makes them repeatable; otherwise the operating system gives one.

    Raises TooLarge for more dice than can be thrown in reasonable time.
    """
    check_whole("times", times, 1)
    generator = generator_of(seed)
    dice = max(1, expression.dice_thrown(_draws))
    if not _in_columns(expression):
        refuse_above(MAX_SINGLE, dice * times, "dice", "Roll fewer times.")
        most = min(MAX_SINGLE, max(Source.most, _THROWS_A_DIE * dice))
        if times > 1:
            refuse_above(MAX_SINGLE, _throws_tried(expression, times, most), "dice", "Roll fewer times.")
        return _one_by_one(expression, times, _Generated(generator, most))
    refuse_above(MAX_THROWN, dice * times, "dice", "Roll fewer times.")
    step = max(1, _AT_ONCE // dice)
    parts = [min(step, times - done) for done in range(0, times, step)]
    rolled = counted(parts, Doing.ROLLING, times, int)
    return np.concatenate([_rolled(expression, part, generator, {}) for part in rolled])


def counts_of(values: Values) -> dict[Any, int]:
    """The number of times that each value came up, ascending where values have an order."""
    if values.dtype != object:
        found, counts = _counted(values)
        return {int(value): int(count) for value, count in zip(found, counts, strict=True)}
    collected: dict[Any, int] = {}
    for value in values.tolist():
        collected[value] = collected.get(value, 0) + 1
    try:
        return dict(sorted(collected.items()))
    except TypeError:
        return collected


def _counted(values: Values) -> tuple[Values, Values]:
    """Return the numbers that there are, ascending, and how often each is there."""
    low, high = int(values.min()), int(values.max())
    if high - low > len(values):
        return np.unique(values, return_counts=True)
    counts = np.bincount(values.astype(np.int64) - low)  # without sorting
    (found,) = counts.nonzero()
    return found + low, counts[found]


# --- which way -------------------------------------------------------------------------------------------------------


def _in_columns(expression: Expression[Any]) -> bool:
    if isinstance(expression, Die):
        return expression.numeric and columns_of(expression.pool(), int) is not None
    if isinstance(expression, Sum | Count):
        return _columns(expression) is not None
    if isinstance(expression, Constant | Name):
        return True
    if is_rolled_often(expression) and not is_fixed(expression.parts[0]):
        return False
    known = isinstance(expression, Binary | FunctionCall | Labelled | Shown | Group | Versus | Let)
    parts = (expression.expression,) if isinstance(expression, Shown) else expression.parts
    return known and all(_in_columns(part) for part in parts)


def _columns(expression: Sum[Any] | Count) -> Columns | None:
    if isinstance(expression.pool, CombinationData) or (isinstance(expression, Sum) and expression.width):
        return None
    return columns_of(expression.pool, expression.score if isinstance(expression, Count) else int)


def _draws(pool: PoolData[Any]) -> int:
    """The random numbers that a pool takes, about."""
    return cards_drawn(pool.unique) if isinstance(pool.unique, Dealt) else dice_of(pool)


def _throws_tried(expression: Expression[Any], times: int, most: int) -> int:
    """The throws that so many rolls take, about, as some with a seed of their own do: numbers of dice are rolled, and
    dice thrown again. Raises TooLarge where one roll takes more than `most`."""
    source = _Generated(np.random.default_rng(0), most)
    throws = tried = 0
    while tried < min(times, _TRIED) and throws < _THROWS_TRIED:
        throws += throws_of(expression.roll(source))
        tried += 1
    return throws * times // tried


def _one_by_one(expression: Expression[Any], times: int, source: Source) -> Values:
    values = np.empty(times, dtype=object)
    for place in counted(range(times), Doing.ROLLING, times):
        values[place] = expression.roll(source).value
    return _narrowed(values)


class _Generated(Source):
    """Faces from a numpy generator."""

    def __init__(self, generator: np.random.Generator, most: int) -> None:
        self._generator = generator
        self.most = most

    def below(self, n: int) -> int:
        return int(self._generator.integers(n))

    def faces(self, die: DieData[F], count: int) -> list[F]:
        return [die.face_at(number) for number in self._generator.integers(die.total, size=count).tolist()]


# --- in columns ------------------------------------------------------------------------------------------------------


def _rolled(expression: Expression[Any], times: int, draw: Draw, names: dict[str, Values]) -> Values:
    """One column of values of an expression that has a form in columns."""
    if isinstance(expression, Constant):
        return _constant(expression.value, times)
    if isinstance(expression, Name):
        return _constant(expression.value, times) if expression.value is not None else names[expression.name]
    if isinstance(expression, Die):
        return _thrown(columns_of(expression.pool(), int), times, draw)
    if isinstance(expression, Sum | Count):
        return _thrown(_columns(expression), times, draw)
    if isinstance(expression, Shown):
        return _rolled(expression.expression, times, draw, names)
    if isinstance(expression, Let):
        definition = _rolled(expression.definition, times, draw, names)
        return _rolled(expression.body, times, draw, names | {expression.name: definition})
    if is_rolled_often(expression):
        number, once = expression.parts
        rolls = (_rolled(once, times, draw, names) for _ in range(int(fixed_value(number))))
        return reduce(lambda a, b: _operated(Operator.ADD, a, b), rolls, _constant(0, times))
    parts = [_rolled(part, times, draw, names) for part in expression.parts]
    if isinstance(expression, Binary):
        return _operated(expression.operator, *parts)
    if isinstance(expression, Versus):
        return _operated(Operator.SUBTRACT, *parts)
    if isinstance(expression, FunctionCall):
        return _called(expression.function, parts)
    return _grouped(expression, parts) if isinstance(expression, Group) else parts[0]


def _thrown(columns: Columns | None, times: int, draw: Draw) -> Values:
    assert columns is not None  # called only where there is one
    return columns.roll(times, draw)


def _constant(number: Number, times: int) -> Values:
    small = isinstance(number, int) and abs(number) < _SAFE
    return np.full(times, number, dtype=np.int64 if small else object)


def _operated(operator: Operator | Relation, left: Values, right: Values) -> Values:
    """Whole numbers in columns as long as no result can leave 64 bits; else number by number, exactly."""
    if isinstance(operator, Relation):
        held = [operator.holds(a, b) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
        return np.array(held, dtype=object)
    if left.dtype == right.dtype == np.int64:
        a, b = _size(left), _size(right)
        if operator is Operator.ADD and a + b < _SAFE:
            return left + right
        if operator is Operator.SUBTRACT and a + b < _SAFE:
            return left - right
        if operator is Operator.MULTIPLY and a * b < _SAFE:
            return left * right
        if operator is Operator.FLOOR_DIVIDE and right.all():
            return left // right
        if operator is Operator.REMAINDER and right.all():
            return left % right
    pairs = zip(left.tolist(), right.tolist(), strict=True)
    return _of_objects([operate(operator, a, b) for a, b in pairs])


def _called(function: Function | Formula, parts: list[Values]) -> Values:
    if isinstance(function, Function) and all(part.dtype == np.int64 for part in parts):
        if function is Function.MIN:
            return reduce(np.minimum, parts)
        if function is Function.MAX:
            return reduce(np.maximum, parts)
        return np.abs(parts[0]) if function is Function.ABS else parts[0]
    rows = zip(*(part.tolist() for part in parts), strict=True)
    return _of_objects([apply_function(function, row) for row in rows])


def _grouped(group: Group, parts: list[Values]) -> Values:
    low, high = places(group.selection, len(parts))
    if group.selection:
        parts = list(np.sort(np.stack(parts), axis=0)[low:high])
    if group.targets:
        parts = [_of_objects([group.score(total) for total in part.tolist()]) for part in parts]
    nothing = np.zeros(parts[0].shape if parts else 0, dtype=np.int64)
    return reduce(lambda a, b: _operated(Operator.ADD, a, b), parts, nothing)


def _size(values: Values) -> int:
    return max(abs(int(values.min())), abs(int(values.max())))


def _of_objects(numbers: list[Any]) -> Values:
    values = np.empty(len(numbers), dtype=object)
    values[:] = numbers
    return _narrowed(values)


def _narrowed(values: Values) -> Values:
    """The values as 64-bit integers where they are."""
    if all(type(value) is int and abs(value) < _SAFE for value in values.tolist()):
        return values.astype(np.int64)
    return values
