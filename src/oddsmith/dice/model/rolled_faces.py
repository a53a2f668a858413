"""Faces that landed, and their fate: kept, dropped or rerolled."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from oddsmith.dice.model.faces import Face, face_text

_MOST_FACES: Final = 40  # that a text shows


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


def value_text(value: object) -> str:
    """A value as people write it: several values with commas, yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_text(item) for item in value)
    return str(value)


def landed_text(faces: Sequence[RolledFace], *, counted: bool) -> str:
    """Faces in brackets: `6!` exploded, `(2)` was dropped, `~1~` was rerolled, `*20*` and `_1_` stand out as critical;
    `6→5` shows 6 and is read as 5.

    counted: whether the dice are counted: then `9+` is a success and `1-` a failure.
    """
    shown = [_face_text(face, counted=counted) for face in faces[:_MOST_FACES]]
    if len(faces) > _MOST_FACES:
        shown.append(f"… {len(faces) - _MOST_FACES} more")
    return f"[{' '.join(shown)}]"


def _face_text(face: RolledFace, *, counted: bool) -> str:
    text = str(face.face)
    if face.value != face.face:
        text += f"→{face.value}"
    if face.exploded and not text.endswith("!"):  # dice of numbers that are thrown again show it themselves
        text += "!"
    if face.critical is not None:
        text = f"*{text}*" if face.critical is Critical.SUCCESS else f"_{text}_"
    if face.fate is Fate.REROLLED:
        return f"~{text}~"
    if face.fate is Fate.DROPPED:
        return f"({text})"
    if counted and face.counts:
        text += "+" if face.counts > 0 else "-"
    return text
