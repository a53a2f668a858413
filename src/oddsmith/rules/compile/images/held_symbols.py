"""Symbols within answers: numbers that nobody has looked at, by themselves or as fields of an outcome."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Unknown


def symbols_in(answer: Any) -> Iterator[Symbol]:
    """The symbols that an answer is, or has as its fields or items."""
    for value in parts(answer).values():
        if type(value) is Symbol:
            yield value


def parts(answer: Any) -> dict[Any, Any]:
    """The fields of an object, or the items of a tuple, by name or place; by None anything else, itself."""
    if type(answer) is Symbol:
        return {None: answer}
    if isinstance(answer, tuple):
        return dict(enumerate(answer))
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        held = [(field.name, getattr(answer, field.name, None)) for field in dataclasses.fields(answer)]
        return dict(held)
    return {None: answer}


def given(answer: Any, instead: Mapping[Unknown, Symbol | Unknown | int]) -> Any:
    """The same answer where more is known of some numbers."""
    changed = {
        place: value.given(instead)
        for place, value in parts(answer).items()
        if type(value) is Symbol and any(unknown in instead for unknown, _ in value.terms)
    }
    if not changed:
        return answer
    if type(answer) is Symbol:
        return changed[None]
    if isinstance(answer, tuple):
        return tuple.__new__(type(answer), [changed.get(place, value) for place, value in enumerate(answer)])
    known = copy.copy(answer)
    for name, value in changed.items():
        object.__setattr__(known, name, value)
    return known
