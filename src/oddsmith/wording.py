"""Sentences that name inputs, house rules and the like, which every way in spells as they are typed there.

>>> text = worded("1, or also give {opposing_rank}")
>>> text
'1, or also give opposing_rank'
>>> text.spelled(lambda named: f"--{named}".replace("_", "-"))
'1, or also give --opposing-rank'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from string import Formatter
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Named:
    """Something that has a name: an event, a measure, a house rule among others. As a text it is what programs know."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Input(Named):
    """An input of an action, or a parameter of a command."""


@dataclass(frozen=True, slots=True)
class Answer(Named):
    """One of several answers that an input holds, counted from 0."""

    place: int

    def __str__(self) -> str:
        return f"{self.name}[{self.place}]"


@dataclass(frozen=True, slots=True)
class Price(Named):
    """The price of a measure."""

    def __str__(self) -> str:
        return f"price of {self.name}"


@dataclass(frozen=True, slots=True)
class HouseRule(Named):
    """A house rule, with one of its readings if that matters. called: what programs read before its name."""

    reading: str = ""
    called: str = ""

    def __str__(self) -> str:
        called = f"{self.called} " if self.called else ""
        return called + self.name + (f"={self.reading}" if self.reading else "")


Spelling: TypeAlias = Callable[[Named], str]


class Text(str):
    """A sentence made of words and of what they name. It is the text that programs read; `spelled` is another."""

    parts: tuple[str | Named, ...]

    def __new__(cls, *parts: str | Named) -> Text:
        text = super().__new__(cls, "".join(map(str, parts)))
        text.parts = parts
        return text

    def spelled(self, spelling: Spelling) -> str:
        """Return the sentence with each name as a way in spells it."""
        return "".join(spelling(part) if isinstance(part, Named) else spelled(part, spelling) for part in self.parts)

    def renamed(self, prefix: str) -> Text:
        """Return the same about inputs that have a prefix before their names."""
        return Text(*(renamed(part, prefix) for part in self.parts))


def found_in(text: str, word: str) -> str | Named:
    """Return what a text names by a word, to be spelled as the rest of it is; the word itself where it names nothing.

    >>> found_in(Text("only ", listed([Input("cap"), Input("lowest_base")])), "lowest_base")
    Input(name='lowest_base')
    """
    for part in text.parts if isinstance(text, Text) else ():
        found = found_in(part, word) if isinstance(part, Text) else part
        if isinstance(found, Named) and str(found) == word:
            return found
    return word


def spelled(text: str, spelling: Spelling) -> str:
    """Return a text with the names that it holds, if any, as a way in spells them."""
    return text.spelled(spelling) if isinstance(text, Text) else text


def renamed(part: str | Named, prefix: str) -> str | Named:
    """Return words or a name about inputs that have a prefix before their names."""
    if isinstance(part, Input):
        return replace(part, name=prefix + part.name)
    return part.renamed(prefix) if isinstance(part, Text) else part


def listed(names: Iterable[str | Named], between: str = ", ") -> Text:
    """Return names one after another."""
    parts = [part for name in names for part in (between, name)]
    return Text(*parts[1:])


def worded(template: str) -> Text:
    """Return a text with an input for each `{opposing_rank}`, a house rule for each `{the house rule cap=always}`."""
    parts = [part for words, name, _, _ in Formatter().parse(template) for part in (words, _meant(name))]
    return Text(*(part for part in parts if part))


def _meant(text: str | None) -> str | Named:
    called, _, rule = (text or "").rpartition(" ")
    name, equals, reading = rule.partition("=")
    return HouseRule(name, reading, called) if equals else Input(name) if name else ""
