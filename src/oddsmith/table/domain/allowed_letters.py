"""Checks of letters: those that texts may have, and names that look the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
#: Letters of some scripts are written together or apart by these, which show nothing by themselves.
_BETWEEN: Final = frozenset({_JOINER, "\u200c"})
_LETTERS: Final = frozenset({"Lo", "Mn", "Mc"})
#: Letters that show nothing and are no marks of form (category Cf), which show nothing either.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: Marks that turn the direction of what follows, up to where another ends it: of other texts, too.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Parts of pictures: symbols, their colours, and what says that they are pictures.
_PICTURE: Final = frozenset({"So", "Sk"})
_AS_PICTURE: Final = "\ufe0f"


def printable(text: str) -> str:
    """Return a text that can be shown; ValueError for control characters but line ends, halves of characters, and marks
    that turn the direction, since they would change other texts, too.
    """
    for letter in text:
        if (unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n") or letter in _TURNING:
            raise ValueError("Only printable characters are allowed")
    return text


def one_line(text: str) -> str:
    """Return a text of one line; ValueError for more."""
    if any(letter == "\n" or unicodedata.category(letter) in ("Zl", "Zp") for letter in text):
        raise ValueError("Only one line is allowed")
    return text


def visible(name: str) -> str:
    r"""Return a name; ValueError for one with letters that nobody sees: it could look like another one.

    Pictures may be put together of several, and letters of some scripts stand closer or farther apart.

    >>> visible("Zoë 🧙🏽\u200d♀️"), visible("می\u200cرضا") == "می\u200cرضا"
    ('Zoë 🧙🏽\u200d♀️', True)
    """
    for place, letter in enumerate(name):
        if letter in _BETWEEN and _joins(letter, name[max(place - 1, 0) : place], name[place + 1 : place + 2]):
            continue
        if letter in _BLANK or unicodedata.category(letter) in ("Cf", "Co"):
            raise ValueError("Only letters that can be seen are allowed")
    return name


def _joins(letter: str, before: str, after: str) -> bool:
    if not before or not after:
        return False
    sides = unicodedata.category(before), unicodedata.category(after)
    if letter == _JOINER and (before == _AS_PICTURE or sides[0] in _PICTURE) and sides[1] == "So":
        return True
    return before != _AS_PICTURE and _LETTERS.issuperset(sides)


def alike(name: str) -> str:
    """Return a text that is the same for names that look the same, but for letters of other scripts.

    >>> alike("Ada") == alike("ＡＤＡ") == alike(" ada ")
    True
    """
    shown = "".join(letter for letter in name if letter not in _BETWEEN and letter != _AS_PICTURE)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
    return re.sub(r"\s+", " ", folded).strip()
