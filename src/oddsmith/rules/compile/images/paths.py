"""Paths: the answers that a rule has had on the way to where it is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias

from oddsmith.rules.compile.images.held_symbols import given, symbols_in
from oddsmith.rules.compile.images.snapshots import Image, Thawing
from oddsmith.rules.symbols import Symbol
from oddsmith.rules.unknowns import Unknown

#: The answers that a rule has had on the way, the latest first: (the answers before it, an answer); None for none.
Path: TypeAlias = "tuple[Any, Hashable] | None"


def answers(path: Path) -> tuple[Hashable, ...]:
    """The answers of a path, the first first."""
    found: list[Hashable] = []
    while path is not None:
        path, answer = path
        if type(answer) is Left:
            found += reversed(answer.known)
        else:
            found.append(answer)
    return tuple(reversed(found))


class Left:
    """The answer to an outline: what its run leaves behind, as an image, and answers that lead to that.

    image: None where the run is to be done step by step.
    """

    __slots__ = ("image", "known")

    def __init__(self, image: tuple[Image, ...] | None, known: tuple[Hashable, ...] = ()) -> None:
        self.image = image
        self.known = known

    def values(self) -> tuple[Any, ...] | None:
        """The values, lists and the like made anew."""
        return None if self.image is None else Thawing().values(self.image)


def given_path(path: Path, instead: Mapping[Unknown, Symbol | Unknown | int]) -> Path:
    """A path in which more is known of numbers that came up once."""
    later: list[Hashable] = []
    while path is not None:
        path, answer = path
        known = given(answer, instead)
        if known is not answer:
            path = (path, known)
            break
        later.append(answer)
    for answer in reversed(later):
        path = (path, answer)
    return path


def example(answer: Any) -> Any:
    """An answer as what it might be, where it was not looked at."""
    instead: dict[Unknown, Unknown | int] = {
        unknown: unknown.example for symbol in symbols_in(answer) for unknown, _ in symbol.terms
    }
    return given(answer, instead) if instead else answer
