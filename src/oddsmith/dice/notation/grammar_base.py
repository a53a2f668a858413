"""The part of the grammar that single terms call back: sentences, atoms, lists, and the expressions made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from oddsmith.dice.composed.groups import MAX_MEMBERS
from oddsmith.dice.expressions.arithmetic import Formula
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.limits import above_fixed
from oddsmith.dice.notation.scanner import Parsed, Scanner, Span
from oddsmith.dice.readings.face_by_face import Reader
from oddsmith.dice.readings.together import JointReader

AnyReader: TypeAlias = Reader[Any, Any, Any] | JointReader[Any, Any, Any] | Formula


class GrammarBase(ABC):
    """A notation that is being read. readers: your own ways to read a pool, by name."""

    def __init__(self, text: str, readers: Mapping[str, AnyReader]) -> None:
        self.scanner = Scanner(text)
        self.readers = readers

    @abstractmethod
    def sentence(self) -> Parsed:
        """Read a sentence."""

    @abstractmethod
    def bare_atom(self) -> Parsed:
        """Read an atom without labels."""

    def listed(self, start: int, opening: str, closing: str, problem: str) -> list[Parsed]:
        """Sentences between commas, up to the closing mark; the opening one is read if it still stands there."""
        scanner = self.scanner
        scanner.take(opening)
        scanner.nest(start)
        found = [self.sentence()]
        scanner.skip()
        while scanner.take(","):
            if len(found) == MAX_MEMBERS:
                remedy = "Use a pool of dice."
                raise scanner.placed(above_fixed("members", scanner.text.count(","), MAX_MEMBERS, remedy), start)
            found.append(self.sentence())
            scanner.skip()
        if not scanner.take(closing):
            raise scanner.unexpected(f"`,` or `{closing}`", "" if scanner.next else problem)
        scanner.depth -= 1
        return found

    def made(self, start: int, make: Callable[[], Expression[Any]], *parts: Parsed, at: int | None = None) -> Parsed:
        """Make an expression of the text from `start` to here; an error is shown from `at` on."""
        scanner = self.scanner
        height = scanner.height(start, *parts)
        expression = scanner.build(start if at is None else at, make)
        return Parsed(expression, Span(start, scanner.at, tuple(part.span for part in parts)), height)
