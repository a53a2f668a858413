"""Dice and cards whose number or size is rolled first: `(1d4)d6`, `2d(1d6+4)`, `set((1d4)d6)`, `(1d4)c52`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from oddsmith.dice.composed.modifiers import PLAIN_TERM, Modifiers
from oddsmith.dice.die import Die, d6
from oddsmith.dice.expressions.arithmetic import check_numeric
from oddsmith.dice.expressions.conditioning import by_cases, refuse_many_outcomes, sums_by_cases
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, of_cases, of_sums_by_cases
from oddsmith.dice.expressions.operations import Constant, expression, fixed_value, is_fixed
from oddsmith.dice.limits import MAX_WRITTEN_DICE, refuse_above
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.notation_writer import die_text
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.joint import Joint
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput


@dataclass(frozen=True)
class Computed(Expression[Any]):
    """Dice that are added up or counted, whose number, or number of sides, or both, are rolled first.

    The die may not be known before it is rolled, and so neither what `!` and `r` mean: hence a die and modifiers as
    they are written, and no reading of a pool, as in `AsMany`, which is for all else that reads a known die.

    count: how many dice; None for a single one. die: the die; None when `sides` says how many sides it has.
    modifiers: as written after the sides.

    No dice come to 0. A roll may come to what cannot be, such as half a die or no sides: BadInput then, and for the
    odds. BadInput also where nothing is rolled, and for a die with modifiers of its own.

    >>> from oddsmith.dice import d4
    >>> Computed(d4, d6, None).distribution().mean
    Fraction(35, 4)
    """

    count: Expression[Any] | None
    die: Die[Any] | None
    sides: Expression[Any] | None
    modifiers: Modifiers = PLAIN_TERM

    def __post_init__(self) -> None:
        if (self.die is None) == (self.sides is None):
            raise BadInput("sides", str(self.sides), "either a die, or a number of sides that is rolled")
        if self.die is not None and self.die.handling is not PLAIN:
            raise BadInput("die", str(self.die), "a plain die; what the rules do with it is said by the modifiers")
        rolled = self.count if self.sides is None else self.sides
        if rolled is None or is_fixed(rolled):
            raise BadInput("dice", str(rolled), "a number that is rolled; another need not be computed")
        check_numeric(*self.parts)
        if self.count is not None and is_fixed(self.count):
            check_whole("dice", fixed_value(self.count), 1)
            refuse_above(MAX_WRITTEN_DICE, fixed_value(self.count), "dice", "Throw fewer dice.")
        self.modifiers.term(d6 if self.die is None else self.die, None if self.count is None else 1)

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return tuple(part for part in (self.count, self.sides) if part is not None)

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Computed:
        rest = list(parts)
        count = None if self.count is None else rest.pop(0)
        return Computed(count, self.die, rest.pop() if rest else None, self.modifiers)

    @property
    def numeric(self) -> bool:
        return not self.width

    @property
    def width(self) -> int:
        return 0 if self.die is None else self.modifiers.term(self.die, 1).width

    def term(self, count: object, sides: object) -> Expression[Any]:
        """The dice, once their number and number of sides are known (None where that is not rolled)."""
        die = self.die
        if die is None:
            check_whole("sides", sides, 1)
            die = Die.sided(int(str(sides)))
        if count is None:
            return self.modifiers.term(die, None)
        check_whole("dice", count, 0)
        dice = int(str(count))
        refuse_above(MAX_WRITTEN_DICE, dice, "dice", "Throw fewer dice.")
        return self.modifiers.term(die, dice)

    def calculate(self) -> Distribution[Any]:
        count, sides = self.count, self.sides
        if count is None and sides is not None:
            return by_cases(sides.distribution(), lambda s: self.term(None, s).distribution())
        assert count is not None  # one of the two is rolled
        if sides is None:
            numbers = count.distribution()
            together = self._summed(numbers)
            return by_cases(numbers, lambda n: self.term(n, None).distribution()) if together is None else together
        sizes = sides.distribution()
        numbers = count.distribution()
        if isinstance(numbers, Finite) and isinstance(sizes, Finite):
            most = self.term(numbers.maximum, sizes.maximum).distribution()
            if isinstance(most, Finite):  # refused before the smaller ones are worked out
                refuse_many_outcomes(len(most.weights) * len(numbers.weights) // 2, most.total.bit_length())
        return by_cases(numbers, lambda n: by_cases(sizes, lambda s: self.term(n, s).distribution()))

    def _summed(self, numbers: Distribution[Any]) -> Distribution[Any] | None:
        """The sum of dice that all count; None of others."""
        one = self.term(1, None)
        pool = one.pool if isinstance(one, Sum) else None
        if not isinstance(numbers, Finite) or not isinstance(pool, Pool) or pool.selection or pool.unique is not None:
            return None
        for number in numbers.weights:
            self.term(number, None)
        return sums_by_cases(numbers, one.distribution())

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if self.modifiers != PLAIN_TERM:
            return of_cases(parts)
        rest = list(parts)
        numbers: Forecast | int = 1
        if self.count is not None:
            numbers = rest.pop(0)
            if is_fixed(self.count):
                numbers = int(fixed_value(self.count))
        return of_sums_by_cases(numbers, rest.pop() if self.die is None else len(self.die.faces))

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        known = fixed_value(self.count) if self.count is not None and is_fixed(self.count) else 0
        return int(known) + super().dice_thrown(of_pool)

    def _roll(self, source: Source) -> Rolled[Any]:
        parts = tuple(part._roll(source) for part in self.parts)
        values = [part.value for part in parts]
        count = None if self.count is None else values.pop(0)
        rolled = self.term(count, values.pop() if values else None)._roll(source)
        return Rolled(self, rolled.value, parts=(*parts, rolled))

    def __str__(self) -> str:
        bare = isinstance(self.count, Constant) and self.count.value > 0
        count = "" if self.count is None else str(self.count) if bare else f"({self.count})"
        die = f"d({self.sides})" if self.die is None else die_text(self.die)
        return f"{count}{die}{self.modifiers}"


@dataclass(frozen=True, repr=False)
class AsMany(Expression[Any]):
    """A reading of as many dice, or cards, as a first roll says: sets, straights, classes, hands; `as_many` makes one.

    It holds the reading of one die and resizes its pool. Sums and counts of dice are `Computed`, of which the sides may
    be rolled, too: a notation is one of the two and never both.

    count: how many. reading: as it reads one of them. As for `Computed`, what cannot be is refused once it is rolled.
    """

    count: Expression[Any]
    reading: Expression[Any]

    def __post_init__(self) -> None:
        check_numeric(self.count)
        dice = _pool(self.reading).dice
        if len(dice) != 1 or dice[0][1] != 1:
            raise BadInput("reading", str(self.reading), "a reading of one die or card: d6.pool().largest_set()")
        if is_fixed(self.count):
            raise BadInput("dice", str(self.count), "a number that is rolled; another need not be computed")

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return (self.count,)

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> AsMany:
        return AsMany(parts[0], self.reading)

    @property
    def numeric(self) -> bool:
        return self.reading.numeric

    @property
    def width(self) -> int:
        return self.reading.width

    @property
    def one(self) -> Pool[Any]:
        """The pool of one die that is read."""
        return _pool(self.reading)

    def term(self, count: object) -> Expression[Any]:
        """The reading, once the number is known."""
        check_whole("dice", count, 0)
        dice = int(str(count))
        refuse_above(MAX_WRITTEN_DICE, dice, "dice", "Throw fewer dice.")
        larger: Expression[Any] = _resized(self.reading, dice)
        return larger

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_cases(parts)

    def calculate(self) -> Distribution[Any]:
        return by_cases(self.count.distribution(), lambda number: self.term(number).distribution())

    def _roll(self, source: Source) -> Rolled[Any]:
        count = self.count._roll(source)
        rolled = self.term(count.value)._roll(source)
        return Rolled(self, rolled.value, parts=(count, rolled))

    def __str__(self) -> str:
        text = str(self.reading)
        at = 0 if isinstance(self.reading, Sum | Count) else text.index("(") + 1
        return f"{text[:at]}({self.count}){text[at + 1 :]}"


def as_many(count: Expression[Any], reading: Expression[Any]) -> Expression[Any]:
    """A reading of as many dice, or cards, as `count` says, given as that of one.

    >>> from oddsmith.dice import d4
    >>> largest = as_many(d4, d6.pool().largest_set())
    >>> str(largest), largest.distribution().pmf(4)
    ('set((d4)d6)', Fraction(1, 864))
    >>> str(as_many(d4, d6.explode().pool().keep_highest(2).sum()))
    '(d4)d6!=6kh2'
    """
    count = expression(count)
    pool = getattr(reading, "pool", None)
    if not isinstance(reading, Sum | Count) or not isinstance(pool, Pool) or isinstance(pool.unique, Dealt):
        return AsMany(count, reading)
    (die,) = (die for die, _ in AsMany(count, reading).one.dice)
    rules = die.handling
    targets = reading.targets if isinstance(reading, Count) else ()
    modifiers = Modifiers(
        rules.minimum, rules.maximum, rules.reroll, rules.explosion, pool.unique, pool.selection, targets
    )
    return Computed(count, Die(die.faces, die.weights, name=die.name), None, modifiers)


def _pool(reading: Expression[Any]) -> Pool[Any]:
    pool = reading if isinstance(reading, Pool) else getattr(reading, "pool", None)
    if isinstance(pool, Pool):
        return pool
    raise BadInput("reading", str(reading), "a reading of one die or card: d6.pool().largest_set()")


def _resized(reading: Any, count: int) -> Any:
    """The same reading of so many dice or cards."""
    if isinstance(reading, Pool):
        ((die, _),) = reading.dice
        dealt = reading.unique
        if isinstance(dealt, Dealt):
            dealt = Dealt(dealt.deck, (count,))
        return Pool(((die, count),), dealt, reading.selection)
    pool = _resized(reading.pool, count)
    if isinstance(reading, Joint):
        return Joint(_pool(pool), tuple(_resized(each, count) for each in reading.readings))
    return replace(reading, pool=pool)
