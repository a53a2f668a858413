"""Tokens of a goal, read from left to right: words, numbers and signs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

_TOKEN = re.compile(r"\s*(\d+(?:[./]\d+)?|\.\d+|[^\W\d](?:[\w'’]|-(?=\w))*|>=|<=|[=<>(),;:%*+-])")
_SPELLED = str.maketrans({"≥": ">=", "≤": "<=", "−": "-", "–": "-", "×": "*"})


class TokenReader:
    """Words, numbers and signs in lower case, and the place up to which they have been read.

    unreadable: the rest of the text from the first character that belongs to none of these, "" as a rule.

    >>> tokens = TokenReader("at most 1/2 coins")
    >>> tokens.phrase("at least", "at most"), tokens.number(), tokens.peek
    (True, Fraction(1, 2), 'coins')
    """

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        self.place = 0
        text, place = text.lower().translate(_SPELLED).rstrip(), 0
        while (match := _TOKEN.match(text, place)) is not None:
            self.tokens.append(match[1])
            place = match.end()
        self.unreadable = text[place:].strip()

    @property
    def peek(self) -> str:
        """The next token, "" at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    @property
    def rest(self) -> str:
        """All tokens to come, as text."""
        return " ".join(self.tokens[self.place :])

    def since(self, place: int) -> str:
        """Return the text that has been read since a place."""
        return " ".join(self.tokens[place : self.place])

    def any(self, *expected: str) -> str:
        """Read one of these tokens, if it comes next; "" otherwise."""
        token = self.peek
        if token and token in expected:
            self.place += 1
            return token
        return ""

    def at(self, *phrases: str, place: int | None = None) -> int:
        """Return the number of words of the phrase that comes next (or at a place); 0 if none of them does."""
        start = self.place if place is None else place
        for phrase in phrases:
            parts = phrase.split()
            if self.tokens[start : start + len(parts)] == parts:
                return len(parts)
        return 0

    def phrase(self, *phrases: str) -> bool:
        """Read one of these phrases, if it comes next."""
        length = self.at(*phrases)
        self.place += length
        return length > 0

    def at_number(self, place: int | None = None) -> bool:
        """Return True if a number comes next, or at a place."""
        start = self.place if place is None else place
        return start < len(self.tokens) and self.tokens[start][0] in "0123456789."

    def number(self) -> Fraction | None:
        """Read a number such as 20, 0.5 or 1/100, if one comes next; a percent sign after it makes it hundredths.

        Raises ZeroDivisionError for a fraction over 0.
        """
        if not self.at_number():
            return None
        number = Fraction(self.peek)
        self.place += 1
        return number / 100 if self.any("%", "percent") else number

    def count_words(self, stops: Iterable[str]) -> int:
        """Count the words before the next stop, number, sign or end; the first word may be a stop."""
        place = self.place
        while place < len(self.tokens) and is_word(self.tokens[place]):
            if self.tokens[place] in stops and place > self.place:
                break
            place += 1
        return place - self.place


def is_word(token: str) -> bool:
    """Return True for a word, False for a number or a sign."""
    return token[:1].isalpha()
