"""Kinds of values that a field takes: how each is described, read from a text, and said in words."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from pydantic.fields import FieldInfo


@dataclass(frozen=True)
class Kind:
    """A kind of values. As a text it says in words what is allowed.

    name: how the catalogue calls it. numeric: whether values are typed as numbers and nothing else.
    """

    name: ClassVar[str] = "text"
    numeric: ClassVar[bool] = False

    @property
    def choices(self) -> tuple[str, ...]:
        """All values in words, where they are few."""
        return ()

    def described(self) -> dict[str, Any]:
        """Return what the catalogue says of it."""
        return {"kind": self.name}

    def read(self, text: str) -> Any:
        """Return what somebody typed as something that the field's type can be made from."""
        return text

    def fits(self, text: str) -> bool:
        """Say whether a text without a name looks like such a value."""
        return _is_number(text) == self.numeric


@dataclass(frozen=True)
class Text(Kind):
    """A text, or a value of a type of which nothing is known but what it is called."""

    words: str = "a text"

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Lines(Text):
    """A text of several lines, as people paste one."""

    name: ClassVar[str] = "lines"
    words: str = "a text of several lines"


@dataclass(frozen=True)
class WholeNumber(Kind):
    """A whole number within limits. named: numbers that people call by a name."""

    name: ClassVar[str] = "integer"
    numeric: ClassVar[bool] = True
    low: int | None = None
    high: int | None = None
    named: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        names = ", ".join(f"{name} {number}" for name, number in self.named.items())
        return f"a whole number{_limits(self.low, self.high)}{names and f', or {names}'}"

    def read(self, text: str) -> int | str:
        """Return the number of a name in any spelling, and any other text as it is.

        >>> WholeNumber(named={"very-hard": 7}).read("Very hard"), WholeNumber(named={"very-hard": 7}).read("8")
        (7, '8')
        """
        return self.named.get("-".join(text.lower().replace("_", " ").replace("-", " ").split()), text)

    def fits(self, text: str) -> bool:
        return super().fits(text) or isinstance(self.read(text), int)

    def described(self) -> dict[str, Any]:
        limits = {"low": self.low, "high": self.high}
        return super().described() | {name: limit for name, limit in limits.items() if limit is not None}


@dataclass(frozen=True)
class WrittenNumber(WholeNumber):
    """A whole number that may be written in other ways than with digits, so it is entered as a text."""

    name: ClassVar[str] = "text"
    numeric: ClassVar[bool] = False

    def described(self) -> dict[str, Any]:
        return {"kind": self.name}


@dataclass(frozen=True)
class Number(Kind):
    """A number that may be a fraction, within limits."""

    name: ClassVar[str] = "number"
    numeric: ClassVar[bool] = True
    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return f"a number such as 1/3{_limits(self.low, self.high)}"


@dataclass(frozen=True)
class YesNo(Kind):
    """Yes or no."""

    name: ClassVar[str] = "yes-no"

    def __str__(self) -> str:
        return "yes or no"

    @property
    def choices(self) -> tuple[str, ...]:
        return ("yes", "no")

    def fits(self, text: str) -> bool:
        return False


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few names."""

    name: ClassVar[str] = "choice"
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.names)

    @property
    def choices(self) -> tuple[str, ...]:
        return self.names

    def described(self) -> dict[str, Any]:
        return super().described() | {"choices": list(self.names)}

    def fits(self, text: str) -> bool:
        return text.lower() in self.names


@dataclass(frozen=True)
class Items(Kind):
    """Several values, typed with commas between them."""

    name: ClassVar[str] = "list"
    each: Kind

    def __str__(self) -> str:
        return "a list with commas" if self.each == Text() else f"a list with commas, each {self.each}"

    def read(self, text: str) -> list[Any]:
        """Return the items, each as its kind reads it.

        >>> Items(WholeNumber(named={"hard": 6})).read("hard, 3")
        [6, '3']
        """
        return [self.each.read(item) for item in items(text)]


def items(text: str) -> list[str]:
    """Split a text with commas."""
    return [item.strip() for item in text.split(",") if item.strip()]


#: How a limit of whole numbers may be declared, and what that is more than the limit itself.
_BOUNDS: Final = {"low": (("ge", 0), ("gt", 1)), "high": (("le", 0), ("lt", -1))}


def kind_of(info: FieldInfo) -> Kind:
    """Return the kind of a field of a model."""
    limits = {
        name: next(
            (getattr(limit, of) + by for of, by in bounds for limit in info.metadata if hasattr(limit, of)), None
        )
        for name, bounds in _BOUNDS.items()
    }
    extra = info.json_schema_extra
    if isinstance(extra, dict) and extra.get("lines", False):
        return Lines()
    named: Any = extra.get("names", {}) if isinstance(extra, dict) else {}
    return _kind(info.annotation, limits, named)


def is_optional(info: FieldInfo) -> bool:
    """Say whether a field may be None."""
    return type(None) in _alternatives(info.annotation)


def _kind(annotation: Any, limits: Mapping[str, Any], named: Mapping[str, int]) -> Kind:
    alternatives = [each for each in _alternatives(annotation) if each is not type(None)]
    if len(alternatives) > 1:
        return Text(" or ".join(str(_kind(each, {}, {})) for each in alternatives))
    (kind,) = alternatives
    origin = typing.get_origin(kind)
    if origin is typing.Literal:
        return Choice(typing.get_args(kind))
    if origin in (tuple, list):
        return Items(_kind(typing.get_args(kind)[0], {}, named))
    if origin is typing.Annotated:  # within an optional type only: elsewhere the model keeps it apart
        return WrittenNumber(**limits) if typing.get_args(kind)[0] is int else Text()
    if kind is int:
        return WholeNumber(**limits, named=named)
    if kind is Fraction:
        return Number(**limits)
    if kind is bool:
        return YesNo()
    return Text() if kind is str else Text(getattr(kind, "__name__", str(kind)))


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return (annotation,)


def _limits(low: int | None, high: int | None) -> str:
    if low is None:
        return ""
    return f", {low} or more" if high is None else f" from {low} to {high}"


def _is_number(text: str) -> bool:
    return text.replace("−", "-").removeprefix("-").isdecimal()
