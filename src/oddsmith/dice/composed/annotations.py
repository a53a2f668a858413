"""Annotations of an expression, which leave its value alone: labels, the order of faces, criticals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from oddsmith.dice.die import Die
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.model.combination_data import pools_of
from oddsmith.dice.model.die_data import check_thresholds
from oddsmith.dice.model.faces import When, face_order, holds
from oddsmith.dice.model.notation_writer import joined
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.rolled_faces import Critical, Fate, RolledFace
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

MAX_LABEL: Final = 200
"""Characters of a label."""


@dataclass(frozen=True, repr=False)
class Labelled(Expression[Any]):
    """An expression with a label, such as a kind of damage: `2d6[fire]`. BadInput for one with [ or ] or a line end."""

    expression: Expression[Any]
    label: str

    def __post_init__(self) -> None:
        text = self.label
        if not text or text != text.strip() or len(text) > MAX_LABEL or any(mark in text for mark in "[]\n\r"):
            raise BadInput("label", text, f"up to {MAX_LABEL} characters on one line, without [ and ]")

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return (self.expression,)

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Labelled:
        return Labelled(parts[0], self.label)

    @property
    def numeric(self) -> bool:
        return self.expression.numeric

    @property
    def width(self) -> int:
        return self.expression.width

    def calculate(self) -> Distribution[Any]:
        return self.expression.distribution()

    def _roll(self, source: Source) -> Rolled[Any]:
        rolled = self.expression._roll(source)
        return Rolled(self, rolled.value, parts=(rolled,))

    def __str__(self) -> str:
        text = str(self.expression)
        return f"{text}[{self.label}]" if self.expression.binding == self.binding else f"({text})[{self.label}]"


class Order(Enum):
    """The order in which faces are shown; the value is its modifier in notation."""

    ASCENDING = "sa"
    DESCENDING = "sd"


@dataclass(frozen=True, repr=False)
class Shown(Expression[Any]):
    """Dice whose faces are shown in order, or of which some are marked as critical successes and failures.

    expression: a die, or a sum or count of a pool. success, failure: conditions on what a face is read as, empty for
    none; a face that meets both is a success.
    """

    expression: Expression[Any]
    order: Order | None = None
    success: When = ()
    failure: When = ()

    def __post_init__(self) -> None:
        if not isinstance(self.expression, Die | Sum | Count):
            raise BadInput("shown", str(self.expression), "dice, or a sum or count of dice")
        dice = self.expression
        kinds = (dice,) if isinstance(dice, Die) else [die for pool in pools_of(dice.pool) for die, _ in pool.dice]
        check_thresholds((*self.success, *self.failure), kinds)
        if self.order is None and not self.success and not self.failure:
            raise BadInput("shown", str(self.expression), "an order, or faces to mark")

    @property
    def numeric(self) -> bool:
        return self.expression.numeric

    @property
    def counting(self) -> bool:
        return self.expression.counting

    @property
    def width(self) -> int:
        return self.expression.width

    def calculate(self) -> Distribution[Any]:
        return self.expression.distribution()

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return self.expression.dice_thrown(of_pool)

    def _roll(self, source: Source) -> Rolled[Any]:
        rolled = self.expression._roll(source)
        faces = [self._marked(face) for face in rolled.dice]
        if self.order is not None:
            faces.sort(key=lambda face: face_order(face.value), reverse=self.order is Order.DESCENDING)
        return Rolled(self, rolled.value, tuple(faces))

    def _marked(self, face: RolledFace) -> RolledFace:
        if face.fate is Fate.REROLLED:
            return face
        if holds(self.success, face.value):
            return face._replace(critical=Critical.SUCCESS)
        return face._replace(critical=Critical.FAILURE) if holds(self.failure, face.value) else face

    def __str__(self) -> str:
        order = "" if self.order is None else self.order.value
        marked = (("cs", self.success), ("cf", self.failure))
        return joined(str(self.expression), order, *(f"{mark}{each}" for mark, those in marked for each in those))
