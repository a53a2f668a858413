"""The values that something takes along a sweep, and how they are typed: `1..10`, `0..60..5`, `2,4,8`, `open,none`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from oddsmith.errors import BadInput, TooLarge
from oddsmith.systems.fields.field import Field
from oddsmith.systems.fields.kinds import Items, Number, Text, WholeNumber

#: No sweep has more cells.
MOST_CELLS: Final = 10**8

#: No input takes more values: they are listed.
MOST_VALUES: Final = 10**6

_NUMBER: Final = r"-?\d+(?:/\d+|\.\d+)?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:\.\.({_NUMBER}))?")
_ALLOWED: Final = "values with commas between them, or a range such as 1..10 or 0..60..5"


#: An input or a house rule of an action, a number in a notation, or a parameter of a rule.
Kind: TypeAlias = Literal["input", "option", "number", "parameter"]


@dataclass(frozen=True)
class Axis:
    """Something that takes several values."""

    name: str
    values: tuple[Any, ...]
    what: Kind = "input"


def spread(name: str, text: str, read: Callable[[str], Any] = str) -> list[str]:
    """Read values that are typed as a list of numbers, names and ranges; both ends of a range belong to it.

    read: makes a number of the name that an end of a range may have. Raises BadInput for a range that has no value,
    TooLarge for one of more than MOST_VALUES values.

    >>> spread("rank", "1..3,7"), spread("luck", "0..1..1/2")
    (['1', '2', '3', '7'], ['0', '1/2', '1'])
    """
    values: list[str] = []
    for item in map(str.strip, text.split(",")):
        match = _RANGE.fullmatch("..".join([str(read(end)) for end in item.split("..")]))
        if match is None:
            if not item or ".." in item:
                raise BadInput(name, text, _ALLOWED)
            values.append(item)
            continue
        try:
            first, last, step = (Fraction(part) if part else Fraction(1) for part in match.groups())
        except ZeroDivisionError:
            raise BadInput(name, text, "no division by 0") from None
        if step <= 0 or last < first:
            raise BadInput(name, text, _ALLOWED)
        count = (last - first) // step + 1
        if count > MOST_VALUES:
            raise TooLarge(f"values of {name}", count, MOST_VALUES, remedy="Take larger steps, or end sooner.")
        values += [str(first + step * place) for place in range(count)]
    return list(dict.fromkeys(values))


def axis_of(field: Field, text: str, what: Kind) -> Axis | str:
    """Return the axis that a text means for a field, or the text itself where it is one value.

    Values of a list are typed with commas already, so several lists have a `|` between them; so have texts.
    """
    if isinstance(field.kind, WholeNumber | Number):
        values = spread(field.typed, text, field.kind.read)
    elif isinstance(field.kind, Items | Text):
        values = [item.strip() for item in text.split("|")]
    else:
        values = [item.strip() for item in text.split(",")]
    if len(values) == 1:
        return values[0]
    return Axis(field.name, tuple([as_number(field, value) for value in values]), what)


def as_number(field: Field, value: Any) -> Any:
    """Return a value of a field as it stands in a table: a whole number where it is one, else what was given."""
    if not isinstance(field.kind, WholeNumber) or not isinstance(value, str):
        return value
    value = field.kind.read(value)
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


def cell_count(axes: Sequence[Axis]) -> int:
    """How many cells a sweep along these axes has; TooLarge for more than MOST_CELLS."""
    count = math.prod([len(axis.values) for axis in axes])
    if count > MOST_CELLS:
        raise TooLarge("cells", count, MOST_CELLS, remedy="Take larger steps, or end sooner.")
    return count


def places(axes: Sequence[Axis], first: int, last: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values in the cells from `first` up to before `last`; those of the last axis change fastest."""
    sizes = [len(axis.values) for axis in axes]
    for cell in range(first, last):
        chosen = []
        rest = cell
        for axis, size in zip(reversed(axes), reversed(sizes), strict=True):
            rest, place = divmod(rest, size)
            chosen.append(axis.values[place])
        yield tuple(reversed(chosen))
