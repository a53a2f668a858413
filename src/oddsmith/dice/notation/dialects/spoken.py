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
_HIGH: Final = "highest|higher|high|best|better|top|largest|greatest"
_LOW: Final = "lowest|lower|low|worst|worse|bottom|smallest|least"
_DIE: Final = r"\d*d(?:\d+|%|f\b)"
_TERM: Final = rf"(?:{_DIE}|\d+)"

_ENDS: Final = {**dict.fromkeys(_HIGH.split("|"), "h"), **dict.fromkeys(_LOW.split("|"), "l"), "middle": "m"}


_TAKES: Final = (
    "drop(?:s|ping)?|discard(?:s|ing)?|remov(?:e|es|ing)|ignor(?:e|es|ing)|los(?:e|es|ing)|without|minus|less|"
    "keep(?:s|ing)?|tak(?:e|es|ing)|us(?:e|es|ing)|pick(?:s|ing)?"
)
"""Verbs for dice that are dropped or kept."""

_COUNTED: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS: Final = {word: str(number) for number, word in enumerate(_COUNTED, start=1)}
_FACES: Final = {"aces": "1", "ones": "1", "twos": "2", "threes": "3", "fours": "4", "fives": "5", "sixes": "6"}
_OR_MORE: Final = r"(?:\s*\+|\s+(?:or|and)\s+(?:more|higher|better|above|over|up))"
_OR_LESS: Final = r"\s+(?:or|and)\s+(?:less|lower|below|under|fewer)"
_RELATIONS: Final = {
    "at least": ">=",
    "at most": "<=",
    **dict.fromkeys(("exactly", "equals", "equal to"), "="),
    **dict.fromkeys(("over", "above", "more than", "higher than", "greater than"), ">"),
    **dict.fromkeys(("under", "below", "less than", "lower than", "fewer than"), "<"),
}

_CHANCE_OF: Final = (
    r"^\s*(?:(?:the\s+)?(?:chance|odds|probability)\s+of\s+)?(?:(?:rolling|getting)\s+)?(?:an?\s+)?(\d+)"
)

_ON: Final = r"(?:on|with|from)\s+(?:an?\s+)?(\S.*?)\s*$"

_A_DIE: Final = re.compile(r"(?<![\w.])(\d*)d(\d+|%|f\b)", re.IGNORECASE)
_ADDED: Final = re.compile(r"[-+*/]\s*$")
_FAVOURED_BEFORE: Final = re.compile(r"k[hl]1\s*[-+]\s*$|\b(?:adv|dis)[a-z]*\s*[-+]\s*$", re.IGNORECASE)
_BARE_NUMBER: Final = re.compile(r"(?<![\w.)}\]%])[\d.]+$")


def _selected(verb: str, end: str, count: str | None) -> str:
    keeps = verb.lower().startswith(("keep", "tak", "us", "pick"))
    return f"{'k' if keeps else 'd'}{_ENDS[end.lower()]}{count or 1}"


def _of_single_dice(dice: str, end: str) -> str:
    """One of several dice of different kinds, which are a group: `d6 or d8` and `d4 + d6`."""
    named = ", ".join(re.findall(r"\d*d\d+", dice))
    return f"{{{named}}}k{_ENDS[end.lower()]}1"


def _counted(dice: str, face: str, more: str | None) -> str:
    """Dice of a pool that show a face, or as much."""
    return f"{dice}{'>=' if more else '='}{_FACES.get(face.lower(), face)}"


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


_SINGLES: Final = r"1?d\d+(?:(?:\s*(?:\+|,|/)\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)1?d\d+)+"
_EACH_FACE: Final = rf"(\d+|{'|'.join(_FACES)})(?:'?s)?"

_RULES: Final = (
    # two d6, a d20, d00, 4dFate
    _rule(rf"\b({'|'.join(_NUMBERS)})\s+(?=[dw]\s*[\d%])", lambda found: _NUMBERS[found[1].lower()]),
    _rule(r"^\s*an?\s+(?=[dw]\s*[\d%])", ""),
    _rule(r"(?<![a-z])d00\b", "d100"),
    _rule(r"(?<![\w.])(\d*)\s*\b(\d+)[-\s]sided\s+(?:dice|die)\b", r"\1d\2"),
    _rule(r"(?<=\d)d(?:fate|fudge)\b", "dF"),
    # higher of d6 and d8, d4 + d6 take higher
    _rule(
        rf"^\s*(?:the\s+)?({_HIGH}|{_LOW})\s+(?:of|from)\s+({_SINGLES})\s*$",
        lambda found: _of_single_dice(found[2], found[1]),
    ),
    _rule(
        rf"^\s*({_SINGLES})\s*,?\s+(?:(?:keep|take|use|pick)\s+)?(?:the\s+)?({_HIGH}|{_LOW})\s*$",
        lambda found: _of_single_dice(found[1], found[2]),
    ),
    # 4d6 - lowest, 4d6-L
    _rule(
        rf"(?<=[\d%}})])\s*-\s*(?:the\s+)?({_HIGH}|{_LOW}|[hl])\b(?!\s*(?:of|from))",
        lambda found: f"d{_ENDS.get(found[1].lower(), found[1].lower())}1",
    ),
    # 3 d 6, 2w6, W20
    _rule(r"(?<![\w.%)}\]])(\d*)\s*[dw]\s*(?=\d|%)", r"\1d"),
    # highest 3 of 4d6, the best of 2d20
    _rule(
        rf"\b(?:the\s+)?({_HIGH}|{_LOW}|middle)(?:\s+(\d+))?\s+(?:of|from|out of)\s+({_DIE})",
        lambda found: found[3] + _selected("keep", found[1], found[2]),
    ),
    # drop lowest and highest
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*\b(?:{_TAKES})\s+(?:the\s+)?({_HIGH}|{_LOW})\s+and\s+(?:the\s+)?({_HIGH}|{_LOW})\b",
        lambda found: _selected("drop", found[1], None) + _selected("drop", found[2], None),
    ),
    # drop lowest, keep the highest 3, keep 3 best
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*(?:and\s+)?\b({_TAKES})\s+(?:the\s+)?({_HIGH}|{_LOW}|middle)"
        r"(?:\s+(\d+))?(?:\s+(?:die|dice|one|ones))?\b",
        lambda found: _selected(found[1], found[2], found[3]),
    ),
    _rule(
        rf"(?<=[\w%}})])\s*,?\s*(?:and\s+)?\b({_TAKES})\s+(?:the\s+)?(\d+)\s+({_HIGH}|{_LOW}|middle)"
        r"(?:\s+(?:die|dice|one|ones))?\b",
        lambda found: _selected(found[1], found[3], found[2]),
    ),
    # 4d6 best 3, 2d20 high
    _rule(
        rf"\b({_DIE})\s*,?\s+(?:the\s+)?({_HIGH}|{_LOW}|middle)(?:\s+(\d+))?\b(?!\s*(?:of|from))",
        lambda found: found[1] + _selected("keep", found[2], found[3]),
    ),
    # keep 3, drop 1
    _rule(r"(?<=[\w%})])\s*,?\s*\b(drop|keep)(?:s|ping|ing)?\s+(\d+)(?!\s*[a-z])", _taken),
    # d20 + 5 (adv), advantage d20 + 5
    _rule(r"\(\s*(adv|advantage|dis|disadv|disadvantage)\s*\)", r"\1"),
    _rule(r"^\s*(adv|advantage|dis|disadv|disadvantage)\s+(?:on\s+)?(.*\d)\s*$", r"\2 \1"),
    # 2d20 adv, d20 + 5 with advantage
    _rule(
        rf"(?<![\w.)])({_TERM}(?:\s*[+-]\s*{_TERM})*)\s*(?:with|at|,)?\s*\b(adv|advantage|dis|disadv|disadvantage)\b",
        _favoured,
    ),
    # 3d6 count 5+, 5d10 successes on 7+, count 6s in 6d6, 8d10 target 8
    _rule(
        rf"\b({_DIE})\s*,?\s+(?:count(?:ing)?|success(?:es)?|hits?|how\s+many)(?:\s+(?:on|at|for|of|the|each))*"
        rf"\s+{_EACH_FACE}({_OR_MORE})?\s*$",
        lambda found: _counted(found[1], found[2], found[3]),
    ),
    _rule(
        rf"^\s*(?:count|how\s+many|(?:the\s+)?number\s+of)\s+(?:the\s+)?{_EACH_FACE}({_OR_MORE})?"
        rf"\s+(?:in|on|of|from)\s+({_DIE})\s*$",
        lambda found: _counted(found[3], found[1], found[2]),
    ),
    _rule(
        rf"\b({_DIE})\s*,?\s+({'|'.join(word for word in _FACES)})\s*$",
        lambda found: _counted(found[1], found[2], None),
    ),
    _rule(r"\b(\d+d\d+)\s*,?\s+(?:target|tn|diff|difficulty)(?:\s+number)?\s+(\d+)\s*$", r"\1>=\2"),
    # 3d6 explode on 5+, exploding 6s
    _rule(
        rf"\b({_DIE})\s+(?:exploding|explodes?)\s+(?:on\s+)?(?:an?\s+)?(\d+)(?:'?s\b)?({_OR_MORE})?",
        lambda found: f"{found[1]}!{'>=' if found[3] else '='}{found[2]}",
    ),
    # 3d6 exploding, exploding 3d6
    _rule(rf"\bexploding\s+({_DIE})(?![!\w])", r"\1!"),
    _rule(rf"\b({_DIE})\s+(?:exploding|explodes?)\b", r"\1!"),
    # 3d6 plus 2, 2d6 and 1d8
    _rule(r"(?<=[\d)\]%])\s*\bplus\b\s*", " + "),
    _rule(r"(?<=[\d)\]%])\s*\bminus\b\s*", " - "),
    _rule(r"(?<=[\d)\]%])\s*\btimes\b\s*(?=[\d(])", " * "),
    _rule(r"(?<=[\d)\]%])\s*\bdivided\s+by\b\s*", " / "),
    _rule(rf"(?<=\d)\s+and\s+(?={_DIE})", " + "),
    # 3d6 at least 10, 10 or more on 3d6
    _rule(
        rf"^\s*(\S.*?)\s+(?:is\s+)?({'|'.join(_RELATIONS)})\s+(\d+)\s*$",
        lambda found: f"({found[1]}){_RELATIONS[' '.join(found[2].lower().split())]}{found[3]}",
    ),
    _rule(rf"{_CHANCE_OF}{_OR_MORE}\s+{_ON}", r"(\2)>=\1"),
    _rule(rf"{_CHANCE_OF}{_OR_LESS}\s+{_ON}", r"(\2)<=\1"),
    _rule(rf"{_CHANCE_OF}\s+{_ON}", r"(\2)=\1"),
    # 2d6 twice, 4d6 drop lowest 6 times
    _rule(r"^\s*(\S.*?)\s*,?\s+twice\s*$", r"2x \1"),
    _rule(
        rf"^\s*(\S.*?)\s*,?\s+(\d+|{'|'.join(_NUMBERS)})\s+times\s*$",
        lambda found: f"{_NUMBERS.get(found[2].lower(), found[2])}x {found[1]}",
    ),
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
    plain = re.sub(r"\s{2,}", " ", _FOR_PEOPLE.sub(put_away, text).translate(_MARKS))
    for rule in _RULES:
        plain = rule(plain)
    for piece in kept:
        plain = plain.replace("\N{OBJECT REPLACEMENT CHARACTER}", piece, 1)
    return plain
