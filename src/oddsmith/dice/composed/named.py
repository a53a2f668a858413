"""Names for rolls: rolled once, used as often as one likes.

>>> from oddsmith.dice import d6
>>> str(Let("strength", d6, Name("strength") + Name("strength")))
'let strength = d6; strength+strength'
>>> Let("strength", d6, Name("strength") - Name("strength")).distribution().pmf(0)
Fraction(1, 1)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from oddsmith.dice.composed.repeated import Repeated
from oddsmith.dice.expressions.arithmetic import Number, check_numeric, check_unknown
from oddsmith.dice.expressions.conditioning import by_cases
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.operations import is_fixed, is_rolled_often
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

_NAME: Final = re.compile(r"(?![dD][0-9fF])[A-Za-z_][A-Za-z0-9_]*")


def check_name(name: str) -> None:
    """Raise BadInput for a text that cannot be a name: a function, a word of the notation, a beginning like a die."""
    if not _NAME.fullmatch(name):
        raise BadInput("name", name, "letters, digits and _, not like a die (d6, dF)")
    check_unknown(name)


@dataclass(frozen=True)
class Name(Expression[Any]):
    """The number that a name stands for; `value` is filled in once it has been rolled, and only then it has odds."""

    name: str
    value: Number | None = None

    def __post_init__(self) -> None:
        check_name(self.name)

    def calculate(self) -> Distribution[Any]:
        return Distribution.certain(self._known)

    def _roll(self, source: Source) -> Rolled[Any]:
        return Rolled(self, self._known)

    @property
    def _known(self) -> Number:
        if self.value is None:
            raise BadInput("name", self.name, f"a name that has a value: let {self.name} = ...; ...")
        return self.value

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Let(Expression[Any]):
    """An expression in which a name stands for a number that is rolled once, first.

    name: see `check_name`. definition: what is rolled. body: where the name is used.
    """

    name: str
    definition: Expression[Any]
    body: Expression[Any]

    def __post_init__(self) -> None:
        check_name(self.name)
        check_numeric(self.definition)

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.definition, self.body

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Let:
        return Let(self.name, *parts)

    @property
    def numeric(self) -> bool:
        return self.body.numeric

    @property
    def width(self) -> int:
        return self.body.width

    @property
    def binding(self) -> int:
        return 0

    def calculate(self) -> Distribution[Any]:
        uses = _uses(self.body, self.name)
        if not uses:
            self.definition.distribution()  # rolled all the same: what is refused of it is refused here as well
        if uses <= 1 and not is_fixed(self.definition):
            # Nothing else depends on the same roll, so that its cases need not be followed.
            return substituted(self.body, self.name, self.definition).distribution()
        return by_cases(
            self.definition.distribution(),
            lambda value: substituted(self.body, self.name, Name(self.name, value)).distribution(),
        )

    def _roll(self, source: Source) -> Rolled[Any]:
        definition = self.definition._roll(source)
        body = substituted(self.body, self.name, Name(self.name, definition.value))._roll(source)
        return Rolled(self, body.value, parts=(definition, body))

    def __str__(self) -> str:
        definition = str(self.definition) if self.definition.binding else f"({self.definition})"
        return f"let {self.name} = {definition}; {self.body}"


def substituted(expression: Expression[Any], name: str, by: Expression[Any]) -> Expression[Any]:
    """The expression with another in place of a name, except where the name is given another meaning."""
    if isinstance(expression, Name):
        return by if expression.name == name else expression
    if isinstance(expression, Let) and expression.name == name:
        return Let(name, substituted(expression.definition, name, by), expression.body)
    if isinstance(expression, Repeated):
        return Repeated(expression.times, substituted(expression.expression, name, by))
    parts = expression.parts
    return expression.with_parts(tuple(substituted(part, name, by) for part in parts)) if parts else expression


def _uses(expression: Expression[Any], name: str) -> int:
    """The number of times that a name is rolled if it stands for its definition."""
    if isinstance(expression, Name):
        return int(expression.name == name)
    if isinstance(expression, Let) and expression.name == name:
        return _uses(expression.definition, name)
    if isinstance(expression, Repeated):
        return expression.times * _uses(expression.expression, name)
    uses = [_uses(part, name) for part in expression.parts]
    return uses[0] + 2 * uses[1] if is_rolled_often(expression) else sum(uses)
