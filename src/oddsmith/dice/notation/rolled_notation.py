"""A roll of a notation: a tree with sub-totals, the place of each part in the text, and every face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from oddsmith.dice.composed.annotations import Labelled
from oddsmith.dice.composed.groups import Group
from oddsmith.dice.composed.named import Let, Name
from oddsmith.dice.composed.repeated import Repeated
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.expressions.expression import Rolled
from oddsmith.dice.expressions.operations import Binary, FunctionCall, is_rolled_often
from oddsmith.dice.model.rolled_faces import Fate, plain, value_text
from oddsmith.dice.notation.parser import Notation
from oddsmith.dice.notation.scanner import Span
from oddsmith.dice.rolling.sources import Source


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a roll.

    notation: as it was typed. span: where it stands in the whole text, from the first character up to before the
    second. rolled: its value and faces. parts: the rolls it is made of. label: "" for none.
    """

    notation: str
    span: tuple[int, int]
    rolled: Rolled[Any]
    parts: tuple[Part, ...]
    label: str = ""

    @property
    def value(self) -> Any:
        """The value of the part."""
        return self.rolled.value

    def to_json(self) -> dict[str, Any]:
        """The part and all its parts as plain data.

        `notation`, `span`, `value`; where there are any `label`, `faces` (each with its die, what it shows, its fate
        and what it counts) and `parts`; in a group `fate` of the member and what it `counts`.
        """
        document: dict[str, Any] = {"notation": self.notation, "span": list(self.span), "value": plain(self.value)}
        if self.label:
            document["label"] = self.label
        if self.rolled.fate is not Fate.KEPT:
            document["fate"] = self.rolled.fate.value
        if self.rolled.counts is not None:
            document["counts"] = self.rolled.counts
        if self.rolled.dice:
            document["faces"] = [face.to_json() for face in self.rolled.dice]
        if self.parts:
            document["parts"] = [part.to_json() for part in self.parts]
        return document


class RolledNotation(NamedTuple):
    """One roll of a notation. rolled: the tree of its rolls, with sub-totals and every face.

    >>> from oddsmith.dice import ScriptedSource, read
    >>> result = roll(read("4d6kh3[fire] + 2"), ScriptedSource([6, 2, 5, 4]))
    >>> result.value, result.line()
    (17, '4d6kh3[fire] + 2: 4d6kh3 [6 (2) 5 4] [fire] + 2 = 17')
    """

    notation: Notation
    rolled: Rolled[Any]

    @property
    def root(self) -> Part:
        """The same tree with the place in the text of every part."""
        return _part(self.notation.text, self.rolled, self.notation.span)

    @property
    def value(self) -> Any:
        """The value of the whole."""
        return self.rolled.value

    def to_json(self) -> dict[str, Any]:
        """The whole tree as plain data, with the text, its canonical form, the comments and the line."""
        return {
            "notation": self.notation.text,
            "canonical": str(self.notation.expression),
            "comments": list(self.notation.comments),
            "value": plain(self.value),
            "line": self.line(),
            "tree": self.root.to_json(),
        }

    def line(self) -> str:
        """The roll on one line, as for a chat.

        Faces stand in brackets, marked as by `landed_text`.
        """
        return f"{' '.join(self.notation.text.split())}: {_line(self.root)} = {value_text(self.value)}"

    def table(self) -> list[tuple[str, str, str]]:
        """A row for every part: its text (indented by depth), its faces, its value."""
        return list(_rows(self.root, 0))


def roll(notation: Notation, source: Source) -> RolledNotation:
    """Roll a notation with the faces that `source` gives."""
    return RolledNotation(notation, notation.expression.roll(source))


def _part(text: str, rolled: Rolled[Any], span: Span) -> Part:
    # A roll of its own, such as that of dice whose number was rolled first, stands where the whole stands.
    own = (
        (span.parts[0], *(span.parts[1],) * (len(rolled.parts) - 1))
        if is_rolled_often(rolled.expression)
        else span.parts
    )
    spans = (*own, *(Span(span.start, span.end) for _ in rolled.parts[len(own) :]))
    parts = tuple(_part(text, part, place) for part, place in zip(rolled.parts, spans, strict=False))
    label = rolled.expression.label if isinstance(rolled.expression, Labelled) else ""
    return Part(text[span.start : span.end], (span.start, span.end), rolled, parts, label)


# --- one line --------------------------------------------------------------------------------------------------------


def _line(part: Part) -> str:
    expression = part.rolled.expression
    if isinstance(expression, Labelled):
        return f"{_operand(part.parts[0], expression.binding)} [{part.label}]"
    if is_rolled_often(expression):
        number, *rolls = part.parts
        each = "; ".join(f"{_line(once)} = {value_text(once.value)}" for once in rolls)
        return f"{_operand(number, expression.binding)} @ ({each})"
    if isinstance(expression, Binary):
        # A comparison within another stands in parentheses, though both bind alike.
        left, right = (_operand(side, max(1, expression.binding)) for side in part.parts)
        return f"{left} {expression.operator.value} {right}"
    if isinstance(expression, Versus):
        return " vs ".join(f"{_line(side)} = {value_text(side.value)}" for side in part.parts)
    if isinstance(expression, FunctionCall):
        return f"{expression.function.value}({', '.join(_line(argument) for argument in part.parts)})"
    if isinstance(expression, Group):
        return f"{{{', '.join(_member(member) for member in part.parts)}}}"
    if isinstance(expression, Repeated):
        return "; ".join(f"{_line(once)} = {value_text(once.value)}" for once in part.parts)
    if isinstance(expression, Let):
        definition, body = part.parts
        return f"{expression.name} = {_line(definition)} = {value_text(definition.value)}; {_line(body)}"
    if isinstance(expression, Name):
        return f"{expression.name} ({value_text(part.value)})"
    inner = "; ".join(_line(inside) for inside in part.parts)
    dice = f"{part.notation} {part.rolled.landed}" if part.rolled.dice else part.notation
    return f"{dice} ({inner})" if inner else dice


def _operand(part: Part, binding: int) -> str:
    text = _line(part)
    return f"({text})" if part.rolled.expression.binding < binding else text


def _member(part: Part) -> str:
    text = f"{_line(part)} = {value_text(part.value)}"
    if part.rolled.counts:
        text += "+" if part.rolled.counts > 0 else "-"
    return f"({text})" if part.rolled.fate is Fate.DROPPED else text


# --- a table ---------------------------------------------------------------------------------------------------------


def _rows(part: Part, depth: int) -> Iterator[tuple[str, str, str]]:
    faces = part.rolled.landed if part.rolled.dice else ""
    value = value_text(part.value)
    dropped = part.rolled.fate is Fate.DROPPED
    text = " ".join(part.notation.split())
    yield f"{'  ' * depth}{text}", faces, f"({value})" if dropped else value
    for inner in part.parts:
        yield from _rows(inner, depth + 1)
