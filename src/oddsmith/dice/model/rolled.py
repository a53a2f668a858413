"""What a roll leaves on the table: the value, every face that landed, and what became of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from oddsmith.dice.model.faces import Face

if TYPE_CHECKING:
    from oddsmith.dice.model.expression import Expression

T_co = TypeVar("T_co", covariant=True)


class Fate(StrEnum):
    """What became of a face that landed, or of a roll among others."""

    KEPT = "kept"
    DROPPED = "dropped"
    REROLLED = "rerolled"


class Critical(StrEnum):
    """A face that stands out; a remark only, which changes no value."""

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
        """The same as plain data."""
        document = {**self._asdict(), "fate": self.fate.value}
        if self.critical is None:
            del document["critical"]
        return document


class Rolled(NamedTuple, Generic[T_co]):
    """The outcome of one roll of an expression.

    expression: what was rolled. value: what it came to.
    dice: the faces that this expression itself read. parts: the rolls of the expressions it is made of.
    fate: kept, or dropped by the group that it is in. counts: what it adds to a group that counts its members.
    """

    expression: Expression[T_co]
    value: T_co
    dice: tuple[RolledFace, ...] = ()
    parts: tuple[Rolled[Any], ...] = ()
    fate: Fate = Fate.KEPT
    counts: int | None = None

    @property
    def faces(self) -> tuple[RolledFace, ...]:
        """Every face that landed, those of the parts first, in the order of the expression."""
        landed = [face for part in self.parts for face in part.faces]
        landed.extend(self.dice)
        return tuple(landed)

    def to_json(self) -> dict[str, Any]:
        """The whole tree as plain data: expression, value, faces, parts, and in a group the fate and what it counts."""
        document: dict[str, Any] = {"expression": str(self.expression), "value": plain(self.value)}
        if self.fate is not Fate.KEPT:
            document["fate"] = self.fate.value
        if self.counts is not None:
            document["counts"] = self.counts
        if self.dice:
            document["faces"] = [face.to_json() for face in self.dice]
        if self.parts:
            document["parts"] = [part.to_json() for part in self.parts]
        return document


def plain(value: object) -> Any:
    """A value as JSON can hold it: tuples become lists, fractions and anything else their text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return str(value)
