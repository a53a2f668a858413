"""Faces that landed, and their fate: kept, dropped or rerolled."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from oddsmith.dice.model.faces import Face, face_text


class Fate(StrEnum):
    """The fate of a face that landed, or of a roll among others."""

    KEPT = "kept"
    DROPPED = "dropped"
    REROLLED = "rerolled"


class Critical(StrEnum):
    """A face that stands out; it changes no value."""

    SUCCESS = "success"
    FAILURE = "failure"


class RolledFace(NamedTuple):
    """One face that landed.

    die: the die, in notation.
    face: what it shows.
    value: what that is read as (another number than `face` where the rules raise, lower or penetrate).
    fate: kept, dropped by a keep or drop, or rerolled (a later face replaced it).
    exploded: it brought another throw.
    extra: it is such another throw.
    counts: what it adds to the value of the reading (successes, points), None where the reading has no such number.
    chain: which die of the pool it belongs to, counted from 0: a die, its rerolls and its explosions are one chain.
    critical: how it stands out, where the notation asks for that (`cs`, `cf`).
    """

    die: str
    face: Face
    value: Face
    fate: Fate
    exploded: bool
    extra: bool
    counts: int | None
    chain: int
    critical: Critical | None = None

    def to_json(self) -> dict[str, Any]:
        """The same as plain data; a face that is a tuple as notation writes it."""
        document = {**self._asdict(), "fate": self.fate.value}
        if isinstance(self.face, tuple):
            document |= {"face": face_text(self.face), "value": face_text(self.value)}
        if self.critical is None:
            del document["critical"]
        return document


def plain(value: object) -> Any:
    """A value as JSON can hold it: tuples become lists, fractions and anything else their text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return str(value)
