"""Names that people take for each other: letters of other scripts look like Latin ones, digits like letters.

Servers refuse such a name beside the other one. What logs may hold does not depend on it: those of versions before have
such names.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from oddsmith.table.domain.allowed_letters import alike

#: Letters of other scripts, small capitals and letters of phonetics, by what they look like.
_LOOKS: Final = {
    "A": "\u0391\u0410\u13aa\ua4ee\u1d00\u15c5",
    "B": "\u0392\u0412\u13f4\ua4d0\u0299\u15f7",
    "C": "\u03f9\u0421\u13df\ua4da\u2ca4",
    "D": "\u13a0\ua4d3\u1d05\u15de\u15ea",
    "E": "\u0395\u0415\u13ac\ua4f0\u1d07\u2d39",
    "F": "\u03dc\ua4dd\ua730\u15b4",
    "G": "\u050c\u13c0\ua4d6\u0262\u13f3",
    "H": "\u0397\u041d\u13bb\ua4e7\u029c\u2c8e\u157c",
    "I": "\u0399\u0406\u04c0\ua4f2\u026a\u2c92",
    "J": "\u037f\u0408\u13ab\ua4d9\u1d0a\u148d",
    "K": "\u039a\u041a\u13e6\ua4d7\u1d0b\u2c94",
    "L": "\u13de\ua4e1\u029f\u14aa\u2cd0",
    "M": "\u039c\u03fa\u041c\u13b7\ua4df\u1d0d\u2c98\u15f0",
    "N": "\u039d\ua4e0\u0274\u2c9a",
    "O": "0\u039f\u041e\u0555\ua4f3\u2c9e\u2d54",
    "P": "\u03a1\u0420\u13e2\ua4d1\u1d18\u2ca2\u146d",
    "Q": "\u051a",
    "R": "\u13a1\u13d2\ua4e3\u0280\u1587",
    "S": "\u0405\u054f\u13d5\ua4e2\ua731\u13da",
    "T": "\u03a4\u0422\u13a2\ua4d4\u1d1b\u2ca6",
    "U": "\u054d\ua4f4\u1d1c\u144c",
    "V": "\u0474\u13d9\ua4e6\u142f\u2d38",
    "W": "\u051c\u13b3\u13d4\ua4ea",
    "X": "\u03a7\u0425\ua4eb\u2cac\u2d5d",
    "Y": "\u03a5\u0423\u04ae\ua4ec\u028f\u2ca8\u13a9\u13bd",
    "Z": "\u0396\u13c3\ua4dc",
    "a": "\u03b1\u0430\u0251",
    "b": "\u042c\u044c\u13cf\u1472\u15af",
    "c": "\u03f2\u0441\u1d04\u2ca5",
    "d": "\u0501\u13e7\u146f\ua4d2",
    "e": "\u0435",
    "g": "\u0261\u0581",
    "h": "\u04bb\u0570\u13c2",
    "i": "\u0131\u03b9\u0456\u0269\u13a5",
    "j": "\u03f3\u0458",
    "l": "\u04cf",
    "n": "\u0578\u057c",
    "o": "\u03bf\u043e\u0585\u1d0f\u2c9f\u10ff",
    "p": "\u03c1\u0440\u2ca3",
    "q": "\u051b\u0566\u0563",
    "s": "\u0455",
    "u": "\u03c5\u057d",
    "v": "\u03bd\u0475\u1d20",
    "w": "\u0461\u051d\u1d21\u0561",
    "x": "\u0445\u1541\u157d",
    "y": "\u03b3\u0443\u04af\u10e7",
    "z": "\u1d22",
}
#: Say how the letter before them is drawn, and show nothing.
_UNSEEN: Final = dict.fromkeys([0x200C, 0x200D, *range(0xFE00, 0xFE10)])
_LATIN: Final = {ord(other): latin for latin, others in _LOOKS.items() for other in others}
#: Strokes that are told apart by nothing but the font.
_STROKES: Final = str.maketrans("I1|", "lll")


def look_alike(one: str, other: str) -> bool:
    """Tell whether two names look the same, in capitals or not, or are drawn with the same strokes.

    >>> [look_alike("Ada", name) for name in ("ADA", "\u0410d\u0430", "\u1d00\u1d05\u1d00", "Ada\ufe0e", "Adam")]
    [True, True, True, True, False]
    >>> look_alike("Ian", "lan"), look_alike("Bob", "B0b"), look_alike("Ian", "Lan")
    (True, True, False)
    """
    mine, theirs = _in_latin(one), _in_latin(other)
    same = alike(one) == alike(other) or alike(mine) == alike(theirs)
    return same or mine.translate(_STROKES) == theirs.translate(_STROKES)


def _in_latin(name: str) -> str:
    """Return a name with the Latin letters that its letters look like."""
    return " ".join(unicodedata.normalize("NFKC", name.translate(_UNSEEN)).translate(_LATIN).split())
