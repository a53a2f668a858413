"""Checks of letters: those that texts may have, and names that look the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: Letters of some scripts are written together or apart by these, and pictures together by the last; they show nothing.
_BETWEEN: Final = "\u200c\u200d"
#: Says that a letter is a picture.
_AS_PICTURE: Final = "\ufe0f"
# Ranges, not categories: what a name may be must not depend on which Unicode a Python or a browser knows. They are
# those of docs/fair-rolls.md, which the page and the second verifier follow too.
_UNSEEN: Final = (
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\uffff\U000110bd\U000110cd"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
_PICTURES: Final = "\u00a9\u00ae\u2122\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_SCRIPTS: Final = (
    "\u0600-\u109f\u1780-\u18af\u1900-\u19ff\u1a20-\u1aaf\u1b00-\u1c4f\ua800-\ua82f\ua840-\ua87f\ua880-\ua8ff\ua980-\ua9df"
    "\uaa00-\uaa5f\uaae0-\uaaff\uabc0-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010a5f\U00011000-\U00011fff"
)
#: A name: it does not begin with a sign about the letter before it, and what shows nothing joins what does.
_VISIBLE: Final = re.compile(
    rf"(?![\ufe00-\ufe0f])(?:[^{_UNSEEN}]"
    rf"|(?<=[{_PICTURES}{_AS_PICTURE}])\u200d(?=[{_PICTURES}])"
    rf"|(?<=[{_SCRIPTS}])[{_BETWEEN}](?=[{_SCRIPTS}]))*"
)
#: Marks that turn the direction of what follows, up to where another ends it: of other texts, too.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """Return a text that can be shown; ValueError for control characters but line ends, halves of characters, and marks
    that turn the direction, since they would change other texts, too.
    """
    for letter in text:
        if (unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n") or letter in _TURNING:
            raise ValueError("printable characters")
    return text


def one_line(text: str) -> str:
    """Return a text of one line; ValueError for more."""
    if any(letter == "\n" or unicodedata.category(letter) in ("Zl", "Zp") for letter in text):
        raise ValueError("one line")
    return text


def visible(name: str) -> str:
    r"""Return a name; ValueError for one with letters that nobody sees: it could look like another one.

    Pictures may be put together of several, and letters of some scripts stand closer or farther apart.

    >>> visible("Zoë 🧙🏽\u200d♀️"), visible("می\u200cرضا") == "می\u200cرضا"
    ('Zoë 🧙🏽\u200d♀️', True)
    """
    if _VISIBLE.fullmatch(name) is None:
        raise ValueError("letters that can be seen")
    return name


def alike(name: str) -> str:
    """Return a text that is the same for names that look the same, but for letters of other scripts.

    >>> alike("Ada") == alike("ＡＤＡ") == alike(" ada ")
    True
    """
    shown = "".join(letter for letter in name if letter not in _BETWEEN and letter != _AS_PICTURE)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
    return re.sub(r"\s+", " ", folded).strip()
