"""Sizes of values, by which states that grow without end are noticed before memory is gone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

_PLAIN: Final = frozenset({int, str, type(None)})


class Outgrown(Exception):
    """A value holds so many others that no state could keep it."""


#: So many values one state may hold.
LARGEST = 100_000
_LONG = 32  # what dataclasses hold, and texts within tuples, count for nothing up to so many values or letters
_BITS = 64  # a longer int counts a value for each bit more (many such have one hash), a text one for eight letters


def size(values: Iterable[Any]) -> int:
    """About how many values these hold, as deep as tuples and frozen sets go; long texts and numbers count for several.

    Of what dataclasses hold only that counts which is long. Raises Outgrown where they are more than a state may hold.
    """
    found = 0
    todo = []
    for value in values:
        kind = type(value)
        if kind is int:
            found += max(0, value.bit_length() - _BITS)
        elif kind is str:
            found += len(value) >> 3
        elif kind is tuple or kind is frozenset:
            todo.append(value)
        elif kind not in _PLAIN:
            found += _long(value)
    while todo:
        inside = todo.pop()
        found += len(inside)
        if found > LARGEST:
            raise Outgrown
        for value in inside:
            kind = type(value)
            if kind is tuple or kind is frozenset:
                todo.append(value)
            elif kind not in _PLAIN or kind is str:
                found += _long(value)
    if found > LARGEST:
        raise Outgrown
    return found


_SHORT: Final = frozenset({bool, float, type(None)})
_REMEMBERED: Final = 1_000
_light: dict[int, Any] = {}  # values that hold few, by their identity
_fields: dict[type, tuple[str, ...]] = {}  # of the types that states have held


def _long(value: Any) -> int:
    """About how many values something holds that is no tuple, where they are many; dataclasses are looked into.

    What was found to hold few is remembered for a while, since states share their parts.
    """
    if id(value) in _light:
        return 0
    kind = type(value)
    found = 0
    inside: Iterable[Any] = ()
    if kind is int:
        return max(0, value.bit_length() - _BITS)  # type: ignore[no-any-return]
    if kind is str or kind is bytes:
        return max(0, len(value) - _LONG) >> 3
    if kind is Fraction:
        inside = (value.numerator, value.denominator)
    elif kind is tuple or kind is frozenset:
        found, inside = max(0, len(value) - _LONG), value
        if found > LARGEST:
            raise Outgrown
    else:
        names = _fields.get(kind)
        if names is None:
            names = _fields[kind] = _names(kind)
        inside = [getattr(value, name, None) for name in names]
    found += sum([_long(one) for one in inside if type(one) not in _SHORT])
    if not found:
        if len(_light) > _REMEMBERED:
            _light.clear()
        _light[id(value)] = value
    return found


def _names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass; none of anything else."""
    return tuple([field.name for field in dataclasses.fields(kind)]) if dataclasses.is_dataclass(kind) else ()
