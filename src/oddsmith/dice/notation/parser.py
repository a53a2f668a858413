"""From a text to an expression, with or without the places of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from oddsmith.dice.expressions.arithmetic import Formula
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.notation.grammar import Grammar
from oddsmith.dice.notation.grammar_base import AnyReader
from oddsmith.dice.notation.scanner import Span
from oddsmith.dice.readings.face_by_face import Reader
from oddsmith.dice.readings.together import JointReader
from oddsmith.errors import BadInput, NotationError, OddsmithError


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation that has been read.

    text: as it was typed; what was said in words or with printers' marks is written as notation. expression: its
    meaning; its `str` is the canonical notation. span: where the expression and its parts stand in the text.
    comments: what was written for people.
    """

    text: str
    expression: Expression[Any]
    span: Span
    comments: tuple[str, ...] = ()


def parse(text: str, readers: Iterable[AnyReader] = ()) -> Expression[Any]:
    """Read a dice notation as an expression. See docs/notation.md for all that can be written.

    readers: your own ways to read a pool, which the notation calls by their names.

    For every expression e, parse(str(e)) == e (given the readers in it, if any).

    Raises NotationError for what cannot be read, BadInput for dice that cannot be (a d6 that always explodes), and
    TooLarge for what is beyond a limit. All of them have a `place`.

    >>> from oddsmith.dice import d6
    >>> parse("4d6kh3") == d6.pool(4).keep_highest(3).sum()
    True
    >>> parse("10d10>=7!").distribution().mean
    Fraction(40, 9)
    """
    own = _checked(readers)
    return read(text).expression if not own else _read(text, own).expression


def _checked(readers: object) -> tuple[AnyReader, ...]:
    """The readers; BadInput for anything else."""
    allowed = "a list of readers and formulas, such as [reader]"
    if isinstance(readers, str) or not isinstance(readers, Iterable):
        raise BadInput("readers", readers, allowed)
    own = tuple(readers)
    for reader in own:
        if not isinstance(reader, Reader | JointReader | Formula):
            raise BadInput("readers", reader, allowed)
    return own


@lru_cache(maxsize=256)
def read(text: str) -> Notation:
    """As `parse`, with the places of all parts; recently read ones are remembered."""
    return _read(text, ())


def _read(text: str, readers: tuple[AnyReader, ...]) -> Notation:
    if not isinstance(text, str):
        raise BadInput("notation", text, "a text")
    by_name = {reader.name: reader for reader in readers}
    try:
        return _strictly(text, by_name)
    except NotationError as error:
        from oddsmith.dice.notation.dialects.spoken import as_notation  # patterns, as those of the scanner's hints

        meant = as_notation(text)
        if meant != text and (found := _maybe(meant, by_name)) is not None:
            return found
        raise _useful(error, by_name) from None


def _useful(error: NotationError, readers: Mapping[str, AnyReader]) -> NotationError:
    """The error, without a suggestion to write the whole text anew that could not be read either."""
    named = error.suggestion.startswith("let ")
    whole = error.code == "notation-dialect" and (error.place.start, error.place.end) == (0, len(error.place.text))
    tried = error.suggestion.split(" or ")
    if not (named or whole) or any(_maybe(each, readers) is not None for each in tried):
        return error
    if named:
        return NotationError(error.code, error.message, error.place, expected=error.expected)
    return NotationError(error.code, "There are no dice in this.", error.place, expected="dice, such as 4d6 or d20+5")


def _maybe(text: str, readers: Mapping[str, AnyReader]) -> Notation | None:
    """A text, read; None where it cannot be."""
    try:
        return _strictly(text, readers)
    except OddsmithError:
        return None


def _strictly(text: str, readers: Mapping[str, AnyReader]) -> Notation:
    grammar = Grammar(text, readers)
    parsed = grammar.whole()
    return Notation(text, parsed.expression, parsed.span, grammar.scanner.comments)
