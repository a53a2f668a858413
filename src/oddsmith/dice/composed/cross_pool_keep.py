"""Keeping or dropping single dice across all pools of an expression: `{4d10*5d6}kl3`.

The dice lie together and the lowest three of all nine are kept; then each pool is summed and the sums are multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from oddsmith.dice.composed.annotations import Labelled
from oddsmith.dice.die import Die
from oddsmith.dice.exact.kinds import Left
from oddsmith.dice.exact.multiset_dp import final_states
from oddsmith.dice.exact.pool_distribution import kept_distribution
from oddsmith.dice.exact.pool_model import PoolModel, pool_model, relabelled, side_by_side
from oddsmith.dice.expressions.arithmetic import Number, Operator, apply_function, operate
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.operations import Binary, Constant, FunctionCall, is_rolled_often
from oddsmith.dice.model.combination_data import CombinationData
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.selection import Selection, passed, places
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import Lying, throw_pool
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput


@dataclass(frozen=True, repr=False)
class CrossPoolKeep(Expression[Any]):
    """An arithmetic expression of sums of dice, of which only some dice count, wherever they are.

    expression: operators and functions of numbers, dice and sums of pools, with two of these or more; none of the pools
    keeps or drops for itself. selection: which of all dice are kept, step after step; of equal dice the first is the
    lower. Raises BadInput for any other expression.
    """

    expression: Expression[Any]
    selection: tuple[Selection, ...]

    def __post_init__(self) -> None:
        pools = summed_pools(self.expression)
        if pools is None or len(pools) < 2 or not self.selection:
            raise BadInput(
                "across", str(self.expression), "arithmetic with several plain pools of dice that are summed"
            )

    @property
    def pools(self) -> tuple[PoolData[int], ...]:
        """The pools, in the order in which they are rolled."""
        return summed_pools(self.expression) or ()

    def calculate(self) -> Distribution[Any]:
        pools = self.pools
        weights = _weights(self.expression)
        if weights is None:
            return self._by_pool_sums(self._told_apart(), len(pools))
        constant: Distribution[Any] = Distribution.certain(self._value([0] * len(pools)))
        if all(weight == 1 for weight in weights):
            # Only added: one pool of all dice, for which there are closed forms.
            together = Pool(tuple(group for pool in pools for group in pool.dice), None, self.selection)
            return constant + Sum(together).distribution()
        return constant + kept_distribution(self._told_apart(), self.selection, lambda face: face[0] * weights[face[1]])

    def _told_apart(self) -> PoolModel:
        """All dice together, with every face also saying to which pool it belongs."""
        return side_by_side(_marked(pool, number) for number, pool in enumerate(self.pools))

    def _by_pool_sums(self, model: PoolModel, pools: int) -> Distribution[Any]:
        """Face by face, with a state of dice still to skip, dice still to keep, and the sum of each pool."""

        def select(state: tuple[int, int, tuple[int, ...]], face: Any, count: int) -> tuple[int, int, tuple[int, ...]]:
            skip, take, sums = state
            skip, take, taken = passed(skip, take, count)
            value, pool = face
            grown = (*sums[:pool], sums[pool] + taken * value, *sums[pool + 1 :]) if taken else sums
            return skip, take, grown

        starts: dict[Left, dict[tuple[int, int, tuple[int, ...]], int]] = {}
        for left, weight in model.shapes.items():
            low, high = places(self.selection, sum(left))
            starts[left] = {(low, high - low, (0,) * pools): weight}
        weights: dict[Number, int] = {}
        for (_, _, sums), weight in final_states(model.kinds, starts, select).items():
            value = self._value(sums)
            weights[value] = weights.get(value, 0) + weight
        return Distribution.from_weights(weights, unresolved=model.whole - sum(weights.values()))

    def _value(self, sums: Any) -> Number:
        return _evaluated(self.expression, iter(sums))

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return self.expression.dice_thrown(of_pool)

    def _roll(self, source: Source) -> Rolled[Any]:
        thrown = [throw_pool(pool, source)[0] for pool in self.pools]
        ascending = sorted(((die, number) for number, lying in enumerate(thrown) for die in lying), key=_value_of)
        low, high = places(self.selection, len(ascending))
        sums = [0] * len(thrown)
        for place, (die, number) in enumerate(ascending):
            if low <= place < high:
                die.add()
                sums[number] += die.value
            else:
                die.drop()
        settled = iter(
            [
                Rolled(Sum(pool), total, tuple(face.rolled() for die in lying for face in die.landed))
                for pool, total, lying in zip(self.pools, sums, thrown, strict=True)
            ]
        )
        return Rolled(self, self._value(sums), parts=(_rolled(self.expression, settled),))

    def __str__(self) -> str:
        return f"{{{self.expression}}}{''.join(map(str, self.selection))}"


def summed_pools(expression: Expression[Any]) -> tuple[PoolData[int], ...] | None:
    """The pools of an arithmetic expression of plain sums of dice; None for any other expression."""
    if isinstance(expression, Constant):
        return ()
    if isinstance(expression, Die):
        return (expression.pool(),) if expression.numeric else None
    if isinstance(expression, Sum):
        pool = expression.pool
        if expression.width or isinstance(pool, CombinationData) or pool.selection or pool.unique is not None:
            return None
        return (pool,)
    if not isinstance(expression, Binary | FunctionCall | Labelled) or is_rolled_often(expression):
        return None
    parts = [summed_pools(part) for part in expression.parts]
    if any(part is None for part in parts):
        return None
    return tuple(pool for part in parts for pool in part or ())


def with_selection(expression: Expression[Any], selection: tuple[Selection, ...]) -> Expression[Any]:
    """An arithmetic expression with just one plain pool, which then keeps or drops."""
    if isinstance(expression, Die):
        return Sum(Pool(((expression, 1),), selection=selection))
    if isinstance(expression, Sum):
        (pool,) = summed_pools(expression) or ()
        return Sum(Pool(pool.dice, selection=selection))
    parts = expression.parts
    return expression.with_parts(tuple(with_selection(part, selection) for part in parts)) if parts else expression


def _marked(pool: PoolData[int], number: int) -> PoolModel:
    return relabelled(pool_model(pool.dice), lambda face: (face, number))


def _value_of(lying: tuple[Lying, int]) -> int:
    value: int = lying[0].value
    return value


def _weights(expression: Expression[Any]) -> list[int] | None:
    """The factor of each pool in the value, where that is a weighted sum plus a constant; else None."""
    if isinstance(expression, Constant):
        return []
    if isinstance(expression, Die | Sum):
        return [1]
    if isinstance(expression, Labelled):
        return _weights(expression.expression)
    if not isinstance(expression, Binary):
        return None
    left, right = _weights(expression.left), _weights(expression.right)
    if left is None or right is None:
        return None
    if expression.operator in (Operator.ADD, Operator.SUBTRACT):
        sign = 1 if expression.operator is Operator.ADD else -1
        return [*left, *(sign * weight for weight in right)]
    if expression.operator is not Operator.MULTIPLY or (left and right):
        return None
    factor = _evaluated(expression.right if left else expression.left, iter(()))
    return [weight * factor for weight in left or right] if isinstance(factor, int) else None


def _evaluated(expression: Expression[Any], sums: Iterator[int]) -> Number:
    """The value, with these sums in place of the pools."""
    if isinstance(expression, Binary):
        left = _evaluated(expression.left, sums)
        return operate(expression.operator, left, _evaluated(expression.right, sums))
    if isinstance(expression, FunctionCall):
        called: Number = apply_function(expression.function, [_evaluated(part, sums) for part in expression.parts])
        return called
    if isinstance(expression, Labelled):
        return _evaluated(expression.expression, sums)
    if isinstance(expression, Constant):
        number: Number = expression.value
        return number
    return next(sums)


def _rolled(expression: Expression[Any], pools: Iterator[Rolled[Any]]) -> Rolled[Any]:
    """The roll of the expression, with these rolls in place of the pools."""
    if isinstance(expression, Die | Sum):
        return next(pools)
    parts = tuple(_rolled(part, pools) for part in expression.parts)
    values = [part.value for part in parts]
    if isinstance(expression, Binary):
        return Rolled(expression, operate(expression.operator, *values), parts=parts)
    if isinstance(expression, FunctionCall):
        return Rolled(expression, apply_function(expression.function, values), parts=parts)
    return Rolled(expression, values[0] if values else _evaluated(expression, iter(())), parts=parts)
