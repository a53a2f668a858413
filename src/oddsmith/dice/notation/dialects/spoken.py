"""Notation as people type it: `4d6 drop lowest`, `highest 3 of 4d6`, `2d20 adv`, `3 d 6`, `2w6`, `4d6 × 2`.

Such a text is written anew as notation, and only where it could not be read as it stands: no notation changes its
meaning. What is said more loosely than it can be read (whether `reroll 1s` is once or until none is left) is left for
an error that asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_FOR_PEOPLE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\[[^\[\]\n]*\]|#[^\n]*|/\*.*?\*/', re.DOTALL)
"""Quoted words, labels and comments, which stay as they are."""

_LONGEST: Final = 500
"""Characters of a text that a person may have typed."""

_MARKS: Final = str.maketrans(
    {"×": "*", "·": "*", "∙": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "≥": ">=", "≤": "<=", "≠": "<>"}
)
_HIGH: Final = "highest|high|best|top|largest|greatest"
_LOW: Final = "lowest|low|worst|bottom|smallest|least"
_DIE: Final = r"\d*d(?:\d+|%|f\b)"
_TERM: Final = rf"(?:{_DIE}|\d+)"

_ENDS: Final = {**dict.fromkeys(_HIGH.split("|"), "h"), **dict.fromkeys(_LOW.split("|"), "l"), "middle": "m"}


_A_DIE: Final = re.compile(r"(?<![\w.])(\d*)d(\d+|%|f\b)", re.IGNORECASE)
_ADDED: Final = re.compile(r"[-+*/]\s*$")
_FAVOURED_BEFORE: Final = re.compile(r"k[hl]1\s*[-+]\s*$|\b(?:adv|dis)[a-z]*\s*[-+]\s*$", re.IGNORECASE)
_BARE_NUMBER: Final = re.compile(r"(?<![\w.)}\]%])[\d.]+$")


def _selected(verb: str, end: str, count: str | None) -> str:
    return f"{verb[0].lower()}{_ENDS[end.lower()]}{count or 1}"


def _favoured(found: re.Match[str]) -> str:
    """Two of a die, the higher or lower kept, in what it is added to; as it stands where it may be another die or more.

    Of several dice it is the d20, of which there are one or (as some write it) two.
    """
    total, word = found.groups()
    before = found.string[: found.start()]
    dice = list(_A_DIE.finditer(total))
    alone = len(dice) == 1 and (_ADDED.search(before) is None or _FAVOURED_BEFORE.search(before) is not None)
    meant = [die for die in dice if (die[1] in ("", "1") and alone) or (die[1] in ("", "1", "2") and die[2] == "20")]
    if len(meant) != 1:
        return found[0]
    (die,) = meant
    end = "h" if word.lower().startswith("adv") else "l"
    return f"{total[: die.start()]}2d{die[2]}k{end}1{total[die.end() :]}"


def _taken(found: re.Match[str]) -> str:
    """Dice kept or dropped behind the dice themselves; behind a number (`2d6+1 drop 3`) it would make other dice."""
    return found[0] if _BARE_NUMBER.search(found.string[: found.start()]) else found[1][0].lower() + found[2]


def _rule(pattern: str, instead: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda text: compiled.sub(instead, text)


_RULES: Final = (
    # 3 d 6, 2w6, W20
    _rule(r"(?<![\w.%)}\]])(\d*)\s*[dw]\s*(?=\d|%)", r"\1d"),
    _rule(r"(?<=[\d)\]%])\s*\bplus\b\s*", " + "),
    _rule(r"(?<=[\d)\]%])\s*\bminus\b\s*", " - "),
    _rule(r"(?<=[\d)\]%])\s*\btimes\b\s*", " * "),
    # highest 3 of 4d6, the best of 2d20
    _rule(
        rf"\b(?:the\s+)?({_HIGH}|{_LOW}|middle)(?:\s+(\d+))?\s+(?:of|from|out of)\s+({_DIE})",
        lambda found: found[3] + _selected("k", found[1], found[2]),
    ),
    # drop lowest and highest
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*\bdrop(?:s|ping)?\s+(?:the\s+)?({_HIGH}|{_LOW})\s+and\s+(?:the\s+)?({_HIGH}|{_LOW})\b",
        lambda found: _selected("d", found[1], None) + _selected("d", found[2], None),
    ),
    # drop lowest, keep the highest 3, keep 3 best
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*(?:and\s+)?\b(drop|keep)(?:s|ping|ing)?\s+(?:the\s+)?({_HIGH}|{_LOW}|middle)"
        r"(?:\s+(\d+))?(?:\s+(?:die|dice|one|ones))?\b",
        lambda found: _selected(found[1], found[2], found[3]),
    ),
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*(?:and\s+)?\b(drop|keep)(?:s|ping|ing)?\s+(?:the\s+)?(\d+)\s+({_HIGH}|{_LOW}|middle)"
        r"(?:\s+(?:die|dice|one|ones))?\b",
        lambda found: _selected(found[1], found[3], found[2]),
    ),
    # keep 3, drop 1
    _rule(r"(?<=[\w%})])\s*,?\s*\b(drop|keep)(?:s|ping|ing)?\s+(\d+)(?!\s*[a-z])", _taken),
    # 2d20 adv, d20 + 5 with advantage
    _rule(
        rf"(?<![\w.)])({_TERM}(?:\s*[+-]\s*{_TERM})*)\s*(?:with|at|,)?\s*\b(adv|advantage|dis|disadv|disadvantage)\b",
        _favoured,
    ),
    # 3d6 exploding, exploding 3d6
    _rule(rf"\bexploding\s+({_DIE})(?![!\w])", r"\1!"),
    _rule(rf"\b({_DIE})\s+(?:exploding|explodes?)\b", r"\1!"),
    # d20 + 5 vs DC 15
    _rule(
        r"^\s*([^<>=\s](?:[^<>=]*?[^<>=\s])??)\s*(?:(?:vs?\.?|versus|against)\s*)?\b(?:dc|ac)\s*(\d+)\s*$", r"(\1)>=\2"
    ),
)


def as_notation(text: str) -> str:
    """The text with what people say in words and with printers' marks written as notation; often the text itself.

    >>> as_notation("highest 3 of 4d6")
    '4d6kh3'
    >>> as_notation("d20 + 5 with advantage")
    '2d20kh1 + 5'
    """
    kept: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        kept.append(found[0])
        return "\N{OBJECT REPLACEMENT CHARACTER}"

    if len(text) > _LONGEST or "\N{OBJECT REPLACEMENT CHARACTER}" in text:
        return text
    plain = _FOR_PEOPLE.sub(put_away, text).translate(_MARKS)
    for rule in _RULES:
        plain = rule(plain)
    for piece in kept:
        plain = plain.replace("\N{OBJECT REPLACEMENT CHARACTER}", piece, 1)
    return plain
