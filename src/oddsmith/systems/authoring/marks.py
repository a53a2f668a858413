"""Marks of annotations: what a type alone does not say of an input or of a number of the outcome."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, TypeVar

from oddsmith.systems.sheets import Side

M = TypeVar("M")

_Kind: TypeAlias = type[M]  # `Marked` has a field called `type`


#: A parameter of this type is given the names of the events and numbers that will be asked of the outcome, so that a
#: rule may take for one what nobody tells apart. With all names the rule must always work.
Asked = NewType("Asked", frozenset[str])


#: The limit of a number that is entered: what it is, or a function of the house rules, all of them.
Limit: TypeAlias = int | Callable[[Any], int] | None


@dataclass(frozen=True)
class Limits:
    """The limits of a whole number that is entered, None where there is none; of a text, how long it may be.

    A limit that house rules change is a function of them: `Limits(0, lambda rules: rules.most_dice)`. text: its help.
    title: its name in forms, where the parameter's own will not do. sheet: the resource on a character's sheet that it
    is, where that has another name.
    """

    low: Limit
    high: Limit
    text: str = ""
    title: str = ""
    sheet: str = ""


@dataclass(frozen=True)
class Entered:
    """Says more of how an input is entered than its limits do.

    text, title, sheet: as of `Limits`; with a sheet of None it stands on none, whatever its name. more: the heading
    under which a form keeps it, of what few need. whose: the side on whose sheet it stands; what belongs to neither
    alone is of both. under, given: house rules, and other inputs, each with the values under which a resource on a
    sheet counts at all. read: makes the value of the text, or texts, that somebody typed, before it is checked. names:
    words for some of its numbers, which may be typed in their place, or a function of the house rules that has them.
    quiet: answers tell it only where it is not at its default, so that those that were kept before it came stay as they
    are. part: whether it is what there is of the resource on a sheet, or the most that there can be. lines: it is a
    text of several lines, which are kept as they are pasted.
    """

    text: str = ""
    title: str = ""
    sheet: str | None = ""
    more: str = ""
    whose: Side | Literal["both"] = "own"
    under: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    read: Callable[[Any], Any] | None = None
    names: Mapping[str, int] | Callable[[Any], Mapping[str, int]] = field(default_factory=dict)
    quiet: bool = False
    part: Literal["value", "max"] = "value"
    lines: bool = False


@dataclass(frozen=True, eq=False)
class Opponent:
    """Marks what the other side enters: a class of inputs, whose names then begin with `against_`.

    text: their help, with the own one for `{}`. texts: the help of single ones.
    """

    text: str = "{}"
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class YesNo:
    """Says more of a yes/no of the outcome. title: in words. rule: the ids of the rules that it comes from.

    implied_by, otherwise, clause, also, per_gain, needs: see `Event`.
    """

    title: str = ""
    rule: str = ""
    implied_by: tuple[str, ...] = ()
    otherwise: str = ""
    clause: str = ""
    also: tuple[str, ...] = ()
    per_gain: int | None = None
    needs: str = ""


@dataclass(frozen=True)
class Number:
    """Says more of a number of the outcome. title: in words. one: the title of exactly 1. also: what else people call
    it. per_gain: see `Measure`. name: what it is asked by; that of its field if left out, or `total` where the outcome
    is nothing but this number. off: the input from whose resource on a sheet it comes off, as damage does; an input
    that is a word names the resource. onto: that to which it is added, or another resource on the same sheet. left_of:
    the input of which it is what is left.
    """

    title: str
    one: str = ""
    also: tuple[str, ...] = ()
    per_gain: int | None = None
    name: str = ""
    off: str = ""
    onto: str = ""
    left_of: str = ""


@dataclass(frozen=True)
class Spent:
    """Marks a number of the outcome that is paid: it may have a price, and comes off the sheet. title: in words.

    most: the most that is paid, however much there is. per_gain, also: as of `Number`.
    """

    title: str = ""
    most: int | None = None
    per_gain: int | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cost:
    """A price of an action that is paid whatever the dice do. name: what it is asked by.

    of: a function of some of the parameters of the action, as facts are. title: in words. off: the input from whose
    resource on a sheet it comes off, as of `Number`; the resource of its name, without `_paid`, if left out. under:
    house rules, each with the values under which there is such a price.
    """

    name: str
    of: Callable[..., int]
    title: str = ""
    off: str = ""
    under: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Unasked:
    """A mark of a field."""


#: Marks a field of the outcome that is neither an event nor a number: rules need it, and nobody asks about it. So is
#: each field of an outcome that is marked itself; functions of it then say all that can be asked.
Unasked: Final = _Unasked()


@dataclass(frozen=True)
class _Share:
    """A mark of an input."""


#: Marks a chance among the inputs of one class. They total 1: those that nobody gives share evenly what is left.
Share: Final = _Share()


@dataclass(frozen=True)
class _Ruled:
    """A mark of a field."""


#: Marks a field of a class of inputs that nobody enters: it is the house rule of that name, so that `__post_init__` can
#: refuse by it.
Ruled: Final = _Ruled()


@dataclass(frozen=True)
class Marked:
    """A type with its marks. title: a text among them."""

    type: Any
    marks: tuple[Any, ...] = ()

    def find(self, kind: _Kind[M]) -> M | None:
        """Return the first mark of a kind; a kind may stand for one with nothing said."""
        for mark in self.marks:
            made = kind() if mark is kind else mark
            if isinstance(made, kind):
                return made
        return None

    @property
    def title(self) -> str:
        """The text among the marks, or ""."""
        return self.find(str) or ""

    @property
    def limits(self) -> Limits | None:
        """The limits of a number."""
        return self.find(Limits)

    @property
    def per_gain(self) -> int | None:
        """The number that a gain adds to a number of the outcome."""
        said = self.find(Spent) or self.find(Number) or Spent()
        return said.per_gain

    @property
    def entered(self) -> Entered:
        """The way in which it is entered, by all marks together."""
        said = self.find(Entered) or Entered()
        limits = self.limits or Limits(None, None)
        return replace(
            said,
            text=self.title or said.text or limits.text,
            title=said.title or limits.title,
            sheet=limits.sheet if said.sheet == "" else said.sheet,
        )


def marked(annotation: Any) -> Marked:
    """Take an annotation apart.

    >>> marked(Annotated[int, Limits(0, 4), "dots"]).title
    'dots'
    """
    if typing.get_origin(annotation) is not Annotated:
        return Marked(annotation)
    kind, *marks = typing.get_args(annotation)
    return Marked(kind, tuple(marks))
