"""Dice whose number or size is rolled first: `(1d4)d6`, `2d(1d6+4)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oddsmith.dice.composed.conditioning import by_cases, refuse_many_outcomes
from oddsmith.dice.composed.modifiers import PLAIN_TERM, Modifiers
from oddsmith.dice.die import Die, d6
from oddsmith.dice.expressions.expression import Constant, Expression, Rolled, check_numeric
from oddsmith.dice.expressions.fixed import fixed_value, is_fixed
from oddsmith.dice.limits import MAX_WRITTEN_DICE, check_whole, refuse_above
from oddsmith.dice.model.notation_writer import die_text
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import BadInput


@dataclass(frozen=True)
class Computed(Expression[Any]):
    """Dice whose number, or number of sides, or both, are rolled first.

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
            return by_cases(count.distribution(), lambda n: self.term(n, None).distribution())
        sizes = sides.distribution()
        numbers = count.distribution()
        if isinstance(numbers, Finite) and isinstance(sizes, Finite):
            most = self.term(numbers.maximum, sizes.maximum).distribution()
            if isinstance(most, Finite):  # refused before the smaller ones are worked out
                refuse_many_outcomes(len(most.weights) * len(numbers.weights) // 2, most.total.bit_length())
        return by_cases(numbers, lambda n: by_cases(sizes, lambda s: self.term(n, s).distribution()))

    def roll(self, source: Source) -> Rolled[Any]:
        parts = tuple(part.roll(source) for part in self.parts)
        values = [part.value for part in parts]
        count = None if self.count is None else values.pop(0)
        rolled = self.term(count, values.pop() if values else None).roll(source)
        return Rolled(self, rolled.value, parts=(*parts, rolled))

    def __str__(self) -> str:
        bare = isinstance(self.count, Constant) and self.count.value > 0
        count = "" if self.count is None else str(self.count) if bare else f"({self.count})"
        die = f"d({self.sides})" if self.die is None else die_text(self.die)
        return f"{count}{die}{self.modifiers}"
