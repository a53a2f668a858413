"""Outlines as lowered code asks for them, and as functions of their own."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from oddsmith.rules.compile.images.snapshots import Freezing, Image
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.syntax.trees import copied
from oddsmith.rules.language.rolls import ChanceRequest

#: The function by which lowered code asks for an outline, by its number.
OUTLINE: Final = ".outline"

_numbers = count()  # of inputs, no two alike
_REMEMBERED = 100_000


@dataclass(frozen=True, eq=False)
class Outline:
    """A run of statements as a function of its own.

    inputs: names of its parameters. added: variables that it only adds to. totals: those of them that are read later;
    left: other variables that it sets and that are read later. What it returns is the totals added, and then these.
    line: where it begins.
    """

    inputs: tuple[str, ...]
    added: tuple[str, ...]
    totals: tuple[str, ...]
    left: tuple[str, ...]
    body: list[ast.stmt]
    line: int
    _known: dict[tuple[Image, ...], int] = field(default_factory=dict)

    def number(self, values: Sequence[Any]) -> int | None:
        """The number of values of its inputs; None where they may change, or cannot be kept."""
        freezing = Freezing()
        try:
            images = freezing.images(values)
        except NotCompiled:
            return None
        if freezing.changing:
            return None
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        found = self._known.get(images)
        if found is None:
            found = self._known[images] = next(_numbers)
        return found

    def function(self) -> ast.AsyncFunctionDef:
        """Its definition, to be compiled."""
        arguments = ast.arguments([], [ast.arg(name) for name in self.inputs], None, [], [], None, [])
        made = ast.AsyncFunctionDef(".run", arguments, [copied(statement) for statement in self.body], [])
        return ast.copy_location(made, self.body[0])


class Outlined(ChanceRequest[Any]):
    """The request for what a run of statements leaves behind. values: those of its inputs."""

    __slots__ = ("_number", "outline", "values")

    def __init__(self, outline: Outline, values: tuple[Any, ...]) -> None:
        self.outline = outline
        self.values = values
        self.gain = 0
        self._number: int | None = -1

    @property
    def key(self) -> Hashable:
        """The number of its inputs: one for equal ones, None where they may change."""
        if self._number == -1:
            self._number = self.outline.number(self.values)
        return self._number

    def with_gain(self, gain: int) -> Outlined:
        raise NotImplementedError

    def distribution(self) -> Any:
        raise NotImplementedError

    def drawn(self, source: Any, depth: int) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"the rolls from line {self.outline.line} on"


_outlines: list[Outline] = []


def asked_for(number: int, *values: Any) -> Outlined:
    """The request for the outline of this number."""
    return Outlined(_outlines[number], values)


def numbered(made: Outline) -> int:
    """The number under which lowered code asks for an outline."""
    _outlines.append(made)
    return len(_outlines) - 1
