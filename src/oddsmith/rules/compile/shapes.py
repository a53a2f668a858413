"""Outcomes of several totals: their shape, read off the source of a rule, and how gains are added to their fields.

    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return Harm(damage, stress)

Here both fields grow without end. A graph has one gain an edge; so that it can tell of both, each field has a digit of
it, in a base so great that what a rule adds never comes near it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any, Final

from oddsmith.rules.compile.dataflow.demand import BASE, DEAD, Demand, Field, Question, Use, added, digits
from oddsmith.rules.compile.dataflow.projection import fields_of
from oddsmith.rules.compile.dataflow.sums import outcome_kind
from oddsmith.rules.compile.syntax.source import tree
from oddsmith.rules.compile.syntax.trees import own
from oddsmith.rules.language.calls import Rule

_MOST: Final = 1 << 128  # so much may be added at once; what is near the base could be taken for another digit


class NoShape(Exception):
    """Outcomes are not all of the shape that they were thought to have."""


@dataclass(frozen=True)
class Shape:
    """Outcomes of one kind, each field of which may be a total. fields: their names, or places in a tuple."""

    kind: type
    fields: tuple[Field, ...]

    @cached_property
    def question(self) -> Question:
        """The question for all fields as totals."""
        totals = [(field, added(BASE**place)) for place, field in enumerate(self.fields)]
        return Question(Demand(Use.FIELDS, 0, frozenset(totals)), busts=True)

    def times(self, demand: Demand) -> tuple[int, ...] | None:
        """The times that each field ends up in the total; None where one is put to another use."""
        parts = dict(demand.fields)
        found = [
            parts.get(field, parts.get((field[0], None), DEAD) if isinstance(field, tuple) else DEAD)
            for field in self.fields
        ]
        if demand.use is not Use.FIELDS or any(part.use > Use.ADDED for part in found):
            return None
        return tuple([part.times or 0 for part in found])

    def parts(self, outcome: Any) -> tuple[Any, ...] | None:
        """The values of the fields of an outcome; None for one of another kind."""
        if type(outcome) is not self.kind:
            return None
        if isinstance(outcome, tuple):
            return tuple(outcome) if len(outcome) == len(self.fields) else None
        return tuple([getattr(outcome, str(field)) for field in self.fields])

    def check(self, outcomes: Iterable[Any]) -> None:
        """Raise NoShape where one of these is of another kind."""
        if any(self.parts(outcome) is None for outcome in outcomes):
            raise NoShape

    def made(self, parts: tuple[Any, ...]) -> Any:
        """The outcome that has these values in its fields."""
        return parts if self.kind is tuple else self.kind(*parts)

    def split(self, outcome: Any, lost: Collection[int] | None = ()) -> tuple[Any, int]:
        """An outcome with 0 in place of each number, and the gain that stands for these.

        lost: places of those that stay; None for all.
        """
        parts = self.parts(outcome)
        if parts is None or lost is None:
            return outcome, 0
        numbers = {place: part for place, part in enumerate(parts) if type(part) is int and place not in lost}
        gain = sum(number * BASE**place for place, number in numbers.items())
        return self.made(tuple([0 if place in numbers else part for place, part in enumerate(parts)])), gain

    def gains(self, gain: int) -> tuple[int, ...]:
        """The gain of each field that a gain stands for. Raises OverflowError where one is so great that it might not
        be told from another.
        """
        found = digits(gain)
        if max(found, default=0) >= len(self.fields) or max(map(abs, found.values()), default=0) > _MOST:
            raise OverflowError("a gain of more than 2**128")
        return tuple([found.get(place, 0) for place in range(len(self.fields))])

    def raised(self, outcome: Any, gains: tuple[int, ...]) -> Hashable:
        """An outcome with more in its fields. Raises TypeError where one of those that gain is no number."""
        parts = self.parts(outcome)
        if parts is None or any(more and type(part) is not int for part, more in zip(parts, gains, strict=True)):
            raise TypeError(f"{outcome!r} cannot gain {gains!r}")
        made: Hashable = self.made(tuple([p + more if more else p for p, more in zip(parts, gains, strict=True)]))
        return made


def shape_of(rule: Rule[..., Any]) -> Shape | None:
    """The shape of all outcomes that a rule makes where it returns; None where they have several, or none is plain.

    Outcomes that it gets elsewhere, and hands on, are taken to have the same.
    """
    shapes = set(_returned(rule, {rule}))
    if not shapes and (kind := outcome_kind(rule)) is not None and (names := fields_of(kind)):
        shapes.add(Shape(kind, names))
    if len(shapes) != 1:
        return None
    (shape,) = shapes
    return shape if len(shape.fields) > 1 else None


def _returned(rule: Rule[..., Any], seen: set[Rule[..., Any]]) -> Iterator[Shape]:
    function = rule.function
    if not isinstance(function, FunctionType):
        return
    written = tree(function.__code__, function.__globals__)
    if written is None:
        return
    nodes = [node for statement in written.body for node in own(statement)]
    assigned: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    names = _names(function)
    todo = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    while todo:
        match todo.pop():
            case ast.IfExp(body=one, orelse=other):
                todo += [one, other]
            case ast.Name(id=name):
                todo += assigned.pop(name, [])
            case ast.Await(value=awaited):
                todo.append(awaited)
            case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                yield Shape(tuple, tuple([(place, len(parts)) for place in range(len(parts))]))
            case ast.Call(func=ast.Name(id=name)):
                called = names.get(name)
                if isinstance(called, Rule):
                    if called not in seen:
                        seen.add(called)
                        yield from _returned(called, seen)
                elif fields := fields_of(called):
                    assert isinstance(called, type)
                    yield Shape(called, fields)
            case _:
                pass


def _names(function: FunctionType) -> dict[str, Any]:
    """The values of names that a function finds around it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    held: dict[str, Any] = {}
    for name, cell in cells:
        try:
            held[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return function.__globals__ | held
