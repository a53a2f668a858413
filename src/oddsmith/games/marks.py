"""Marks of annotations: what a type alone does not say of an input or of a number of the outcome."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True)
class Limits:
    """The limits of a whole number that is entered. text: its help. title: its name in forms, where the parameter's
    own will not do. sheet: the resource on a character's sheet that it is, where that has another name.
    """

    low: int
    high: int
    text: str = ""
    title: str = ""
    sheet: str = ""


@dataclass(frozen=True)
class Spent:
    """Marks a number of the outcome that is paid: it may have a price, and comes off the sheet. title: in words."""

    title: str = ""


@dataclass(frozen=True)
class Marked:
    """A type with its marks. title: a text among them."""

    type: Any
    limits: Limits | None = None
    spent: Spent | None = None
    title: str = ""


def marked(annotation: Any) -> Marked:
    """Take an annotation apart.

    >>> marked(Annotated[int, Limits(0, 4), "dots"])
    Marked(type=<class 'int'>, limits=Limits(low=0, high=4, text='', title='', sheet=''), spent=None, title='dots')
    """
    if typing.get_origin(annotation) is not Annotated:
        return Marked(annotation)
    kind, *marks = typing.get_args(annotation)
    limits = next((mark for mark in marks if isinstance(mark, Limits)), None)
    paid = [Spent() if mark is Spent else mark for mark in marks]
    spent = next((mark for mark in paid if isinstance(mark, Spent)), None)
    title = next((mark for mark in marks if isinstance(mark, str)), "")
    return Marked(kind, limits, spent, title)
