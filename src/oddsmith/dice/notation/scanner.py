"""Moving through a notation: numbers, marks, spaces and comments, and errors that say where."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from oddsmith.dice.expressions.arithmetic import Number, simplest
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.limits import MAX_THROWS, above_fixed, refuse_above
from oddsmith.errors import NotationError, OddsmithError, Place

R = TypeVar("R")

MAX_LENGTH: Final = 100_000
"""Characters of one notation."""

MAX_NESTING: Final = 50
"""Parentheses, braces, functions, names and repetitions within each other."""

MAX_HEIGHT: Final = 150
"""Operations that wait for each other: as many as a chain of additions may have."""

MAX_DIGITS: Final = 150
"""Digits of one number, before and after the point."""

NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TUPLE: Final = re.compile(r"\(\s*-?[0-9]+\s*,(?:\s*-?[0-9]+\s*,)*\s*(?:-?[0-9]+\s*)?\)")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SPACE: Final = re.compile(r"\s+")
_LINE_COMMENT: Final = re.compile(r"#[^\n]*")
_BLOCK_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """The place of an expression in its notation, and the places of its parts."""

    start: int
    end: int
    parts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """An expression that has been read. height: the number of operations that wait for each other."""

    expression: Expression[Any]
    span: Span
    height: int = 1


class Scanner:
    """A text that is being read, and the place that has been reached."""

    def __init__(self, text: str) -> None:
        refuse_above(MAX_LENGTH, len(text), "characters", "Write it shorter.")
        self.text = text
        self.at = 0
        self.depth = 0
        self.dice = 0
        self._comments: dict[int, str] = {}

    # --- looking and taking -------------------------------------------------------------------------------------

    def skip(self) -> bool:
        """Go on past spaces and comments; True when there were any."""
        begun = self.at
        while True:
            if (space := _SPACE.match(self.text, self.at)) is not None:
                self.at = space.end()
            elif (comment := _LINE_COMMENT.match(self.text, self.at)) is not None:
                self._comment(comment.group()[1:], comment.end())
            elif self.text.startswith("/*", self.at):
                closed = _BLOCK_COMMENT.match(self.text, self.at)
                if closed is None:
                    raise self.error("notation-expected", "This comment is not closed.", expected="*/", length=2)
                self._comment(closed.group()[2:-2], closed.end())
            else:
                return self.at > begun

    def _comment(self, text: str, end: int) -> None:
        self._comments[self.at] = text.strip()  # by place, since the same text may be looked at again
        self.at = end

    @property
    def comments(self) -> tuple[str, ...]:
        """The texts written for people, in order."""
        return tuple(text for _, text in sorted(self._comments.items()) if text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read a match that begins here; None when nothing does."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def take(self, mark: str) -> bool:
        """Read `mark`; False when it does not stand here."""
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def expect(self, mark: str, problem: str) -> None:
        """Read `mark`, after spaces."""
        self.skip()
        if not self.take(mark):
            raise self.unexpected(f"`{mark}`", problem)

    @property
    def next(self) -> str:
        """The next character, "" at the end."""
        return self.text[self.at : self.at + 1]

    def digits(self, what: str, *, suggestion: str = "", signed: bool = False) -> int:
        """A whole number without leading zeros."""
        start = self.at
        negative = signed and self.take("-")
        value = self.number(what, suggestion=suggestion)
        if not isinstance(value, int):
            raise self.error("notation-number", "Only a whole number can stand here.", start=start, expected=what)
        return -value if negative else value

    def number(self, what: str, *, suggestion: str = "") -> Number:
        """A whole number or a decimal, without a sign."""
        start = self.at
        found = self.match(NUMBER)
        if found is None:
            raise self.unexpected(what, suggestion=suggestion)
        text = found.group()
        if len(text) > 1 and text[0] == "0" and text[1] != ".":
            bare = text.lstrip("0") or "0"
            raise self.error(
                "notation-number", f"The number {text[:20]} begins with a zero.", start=start, suggestion=bare[:20]
            )
        if len(text) > MAX_DIGITS:
            raise self.placed(above_fixed("digits in a number", len(text), MAX_DIGITS, "Use a smaller one."), start)
        return simplest(Fraction(text)) if "." in text else int(text)

    def word(self, expected: str) -> str:
        """A word, or a text in quotes."""
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return re.sub(r"\\(.)", r"\1", quoted[1])
        word = self.match(WORD)
        if word is None:
            raise self.unexpected(expected)
        return word.group()

    def numbers(self) -> tuple[int, ...] | None:
        """A face that is a tuple, `(1,0)` or `(1,)`; None when it does not stand here."""
        if _TUPLE.match(self.text, self.at) is None:
            return None
        found: list[int] = []
        self.at += 1
        self.skip()
        while not self.take(")"):
            found.append(self.digits("a whole number", signed=True))
            self.skip()
            self.take(",")
            self.skip()
        return tuple(found)

    # --- what may be built ----------------------------------------------------------------------------------------

    def build(self, start: int, make: Callable[[], R]) -> R:
        """Call `make` for the text from `start` to here; an error that it raises is placed there."""
        try:
            return make()
        except OddsmithError as error:
            raise self.placed(error, start) from None

    def nest(self, start: int) -> None:
        """Go one level deeper into parentheses."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            levels = self.depth + _opening(self.text, self.at)
            error = above_fixed("levels of nesting", levels, MAX_NESTING, "Nest less deeply.")
            raise self.placed(error, start)

    def height(self, start: int, *parts: Parsed) -> int:
        """The height of an expression made of these parts."""
        height = 1 + max((part.height for part in parts), default=0)
        if height > MAX_HEIGHT:
            error = above_fixed("operations in a chain", height, MAX_HEIGHT, "Use sum groups: {a, b, ...}.")
            raise self.placed(error, start)
        return height

    def throw(self, start: int, dice: int, most: int, *, cards: bool = False) -> None:
        """Take note of dice that are thrown together, or cards that are dealt, at most `most` of them."""
        self.dice += dice
        for count, limit in ((dice, most), (self.dice, MAX_THROWS)):
            if count > limit:
                what, remedy = ("cards", "Deal fewer cards.") if cards else ("dice", "Throw fewer dice.")
                raise self.placed(above_fixed(what, count, limit, remedy), start)

    # --- errors -------------------------------------------------------------------------------------------------

    def placed(self, error: OddsmithError, start: int) -> OddsmithError:
        """The error with the place from `start` to here, unless it already has one."""
        if error.place is None:
            error.place = Place(self.text, start, max(self.at, start + 1))
        return error

    def error(
        self,
        code: str,
        problem: str,
        *,
        start: int | None = None,
        length: int | None = None,
        expected: str = "",
        suggestion: str = "",
    ) -> NotationError:
        """An error about the text from `start` (here by default), `length` long or up to here."""
        begun = self.at if start is None else start
        end = max(self.at, begun + 1) if length is None else begun + length
        return NotationError(code, problem, Place(self.text, begun, end), expected=expected, suggestion=suggestion)

    def unexpected(self, expected: str, problem: str = "", *, suggestion: str = "") -> NotationError:
        """An error about the text here, with what is expected, and a hint where another dialect writes so."""
        from oddsmith.dice.notation.dialects.hints import hint  # patterns that nobody needs who writes what can be read

        known = hint(self.text, self.at)
        if known is not None:
            problem, suggestion, length = known
            if length is None:  # what belongs at one place says nothing of the whole
                return self.error("notation-dialect", problem, start=0, length=len(self.text), suggestion=suggestion)
            return self.error("notation-dialect", problem, length=length, expected=expected, suggestion=suggestion)
        if not problem:
            found = self.next
            problem = f"`{found}` does not belong here." if found else "Something is missing at the end."
        return self.error("notation-expected", problem, expected=expected, suggestion=suggestion)


def _opening(text: str, at: int) -> int:
    """The number of parentheses and braces that open in the rest of the text; an estimate for a message."""
    return text.count("(", at) + text.count("{", at)
