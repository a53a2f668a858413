"""Values as a rule may tell them apart: `1`, `True` and `1.0` are equal, and so are cards that compare by rank alone.

States merge where values are equal. Where they could still be told apart, by their types or by fields that no
comparison reads, states that differ in them go on apart.
"""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Callable, Hashable, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final, TypeAlias

#: Kinds of which equal values are the same in all that can be seen.
_PLAIN: Final = frozenset({int, str, type(None)})
_TOLD: Final = frozenset({bool, bytes, complex, Fraction, type(Ellipsis), type(NotImplemented)})

#: Packages of which kinds with a hash stay as they are, and those of this one whose kinds are told apart by `==`.
_KNOWN: Final = sys.stdlib_module_names | {"oddsmith"}
_LANGUAGE: Final = ("oddsmith.dice.", "oddsmith.distribution.", "oddsmith.rules.")

_Reader: TypeAlias = Callable[[Any], Hashable]


def same(one: Sequence[object], other: Sequence[object]) -> bool:
    """Tell whether values, in order, are equal and cannot be told apart."""
    if len(one) != len(other):
        return False
    for its, others in zip(one, other):  # noqa: B905, SIM110  # `strict` takes as long again; a generator does, too
        if its is not others and not _are_same(its, others):
            return False
    return True


def _are_same(one: Any, other: Any) -> bool:
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _PLAIN:
        return bool(one == other)
    if isinstance(one, tuple):
        return same(one, other)
    held = _held.get(kind)
    if held is None:
        held = _held[kind] = attrgetter(*_fields(kind)) if _is_frozen(kind) and len(_fields(kind)) > 1 else ()
    return same(held(one), held(other)) if held else exactly(one) == exactly(other)


#: What is in frozen dataclasses of a kind, in order; () for other kinds.
_held: dict[type, Any] = {}


def exactly(value: Any) -> Hashable:
    """A key that is equal only for values which no rule can tell apart, but for their identity."""
    kind = type(value)
    if kind in _PLAIN:
        return value  # type: ignore[no-any-return]
    read = _readers.get(kind)
    if read is None:
        read = _readers[kind] = _reader(kind)
    return read(value)


def answers_exactly(answers: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
    """Answers as a key that is equal only where no rule can tell them apart; themselves where `==` says it."""
    return answers if _PLAIN.issuperset(map(type, answers)) else tuple([exactly(answer) for answer in answers])


def settled(value: object) -> bool:
    """Tell whether a value stays as it is; one of a class of one's own, with a hash of its own, need not."""
    kind = type(value)
    if kind in _PLAIN or issubclass(kind, type | Enum | FunctionType | BuiltinFunctionType):
        return True
    if isinstance(value, tuple | frozenset):
        return all(map(settled, value))
    if getattr(kind, "__hash__") in (None, object.__hash__):  # noqa: B009
        return False
    if kind.__module__.partition(".")[0] in _KNOWN:
        return True
    return _is_frozen(kind) and all(settled(getattr(value, name, None)) for name in _fields(kind))


def is_told(kind: type) -> bool:
    """Tell whether values of a kind that are equal are the same in all that can be seen."""
    return kind in _PLAIN or kind in _TOLD or issubclass(kind, Enum)


def is_loose(kind: Any) -> bool:
    """Tell whether values of a kind that are equal, and have a hash, may differ in what they hold."""
    equal: Any = getattr(kind, "__eq__")  # noqa: B009
    if equal in (object.__eq__, tuple.__eq__) or getattr(kind, "__hash__") is None:  # noqa: B009
        return False
    if kind.__module__.partition(".")[0] in sys.stdlib_module_names or kind.__module__.startswith(_LANGUAGE):
        return False
    made = dataclasses.is_dataclass(kind) and equal.__code__.co_filename == "<string>"  # by the decorator
    return not made or not all(field.compare for field in kind.__dataclass_fields__.values())


_readers: dict[type, _Reader] = {}


def _reader(kind: type) -> _Reader:
    """The function that makes such a key of values of a kind."""
    if kind in _TOLD or issubclass(kind, type | Enum) or getattr(kind, "__eq__") is object.__eq__:  # noqa: B009
        return lambda value: (kind, value)
    if kind is float:
        return lambda value: (float, value, math.copysign(1, value))
    if kind is Decimal:
        return lambda value: (Decimal, value.as_tuple())
    if issubclass(kind, tuple):
        return lambda value: (kind, *map(exactly, value))
    if issubclass(kind, frozenset | set):
        return lambda value: (kind, frozenset(map(exactly, value)))
    if issubclass(kind, list):
        return lambda value: (kind, *map(exactly, value))
    if issubclass(kind, dict):
        return lambda value: (kind, *map(exactly, value.items()))
    if kind.__module__.startswith(_LANGUAGE):
        return lambda value: (kind, value)
    if _is_frozen(kind):
        names = _fields(kind)
        return lambda value: (kind, *[exactly(getattr(value, name, None)) for name in names])
    return lambda value: (kind, _reduced(value))


def _reduced(value: object) -> Hashable:
    """All that a value is made again from, as a pickle has it; its identity, where it cannot be."""
    try:
        made = value.__reduce_ex__(2)
        return exactly(made if isinstance(made, str) else (*made[1:3], *map(tuple, filter(None, made[3:]))))
    except Exception:  # noqa: BLE001 (a class may refuse it in any way)
        return id(value)


def _is_frozen(kind: type) -> bool:
    """Tell whether values of a kind are frozen dataclasses."""
    params = getattr(kind, "__dataclass_params__", None)
    return params is not None and params.frozen


def _fields(kind: Any) -> list[str]:
    """The names of the fields of a dataclass."""
    return [field.name for field in dataclasses.fields(kind)]
