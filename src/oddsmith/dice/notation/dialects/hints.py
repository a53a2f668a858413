"""Notation of other programs, for hints on a text that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from oddsmith.dice.notation.dialects.spoken import as_notation


class Hint(NamedTuple):
    """Help with a text that cannot be read: the problem, what to write, and how much of the text it is about (None for
    all of it).
    """

    problem: str
    suggestion: str
    length: int | None


class _Known(NamedTuple):
    """A way to write something elsewhere. instead: the text to write here, made of the match."""

    pattern: re.Pattern[str]
    where: str
    instead: Callable[[re.Match[str]], str]


def _one(said: str) -> str:
    """Text for what is said, as one factor."""
    meant = as_notation(said)
    return f"({meant})" if re.search(r"[-+]", meant) else meant


_RANDSUM_PARTS: Final = re.compile(r"([<>]=?)?\s*(\d+)")


def _each(mark: str) -> Callable[[re.Match[str]], str]:
    """RANDSUM's list of conditions in braces, with the mark before each."""
    return lambda match: "".join(f"{mark}{sign or '='}{number}" for sign, number in _RANDSUM_PARTS.findall(match[1]))


def _both(one: str, other: str) -> str:
    """Text for two pools with & between them; dice of which some are kept are not thrown together with others."""
    matched = f"intersection({one}, {other})"
    return matched if re.search("[kd][hlm]", one + other) else f"({one}&{other}) or {matched}"


#: Characters of a text that a person may have said.
_LONGEST: Final = 200

# About the whole text.
_TEXTS: Final = (
    _Known(re.compile(r"\[\[(.+?)\]\]"), "Roll20", lambda match: match[1]),
    _Known(
        re.compile(r"!?/?(?:roll|r|gmr|gmroll)\s+(.+)", re.IGNORECASE),
        "a chat command",
        lambda match: as_notation(match[1]),
    ),
    _Known(
        re.compile(r"(?:sum\s+)?(largest|least)\s+(\d+)\s+(\d*d\d+)"),
        "Troll",
        lambda match: f"{match[3]}k{'h' if match[1] == 'largest' else 'l'}{match[2]}",
    ),
    _Known(re.compile(r"(?:max|min|sum)\s+(\d*d\d+)\s*$"), "Troll", lambda match: match[1]),
    _Known(
        re.compile(r"count\s+(\d+)\s*(=<|<|>=|>|=)\s*(\d*d\d+)"),
        "Troll",
        lambda match: f"{match[3]}{ {'<': '>', '=<': '>=', '>': '<', '>=': '<=', '=': '='}[match[2]] }{match[1]}",
    ),
    _Known(
        re.compile(r"(\w+)\s*:=\s*(.+?);\s*(.+)"), "Troll", lambda match: f"let {match[1]} = {match[2]}; {match[3]}"
    ),
    _Known(
        re.compile(r"(?:output\s+)?\[(highest|lowest)\s+(\d+)\s+of\s+(\d*d\d+)\]"),
        "AnyDice",
        lambda match: f"{match[3]}k{'h' if match[1] == 'highest' else 'l'}{match[2]}",
    ),
    _Known(re.compile(r"output\s+(.+)"), "AnyDice", lambda match: as_notation(match[1])),
    _Known(re.compile(r"1?d20\s*adv\w*", re.IGNORECASE), "Avrae", lambda match: "2d20kh1"),
    _Known(re.compile(r"1?d20\s*dis\w*", re.IGNORECASE), "Avrae", lambda match: "2d20kl1"),
)

# About the place where reading stopped.
_HERE: Final = (
    _Known(re.compile(r"rr\s*([<>]?)=?(\d+)"), "d20", lambda match: f"r{_strict(match[1])}{match[2]}"),
    _Known(re.compile(r"ra\s*([<>]?)(\d+)"), "d20", lambda match: f"!{{1}}{_strict(match[1])}{match[2]}"),
    _Known(re.compile(r"e\s*([<>]?)(\d+)"), "d20", lambda match: f"!{_strict(match[1])}{match[2]}"),
    _Known(re.compile(r"e(?![A-Za-z0-9])"), "Fantasy Grounds", lambda match: "!"),
    _Known(re.compile(r"mi(\d+)"), "d20", lambda match: f"min{match[1]}"),
    _Known(re.compile(r"ma(\d+)"), "d20", lambda match: f"max{match[1]}"),
    _Known(re.compile(r"p([hl])(\d+)"), "d20", lambda match: f"d{match[1]}{match[2]}"),
    _Known(re.compile(r"xo(\S*)"), "Foundry", lambda match: f"!{{1}}{match[1]}"),
    _Known(re.compile(r"x(\S*)"), "Foundry", lambda match: f"!{match[1]}"),
    _Known(re.compile(r"ms\s*[<>]?=?\s*(\d+)"), "Foundry", lambda match: f"-{match[1]}, for the margin"),
    _Known(re.compile(r"(?:even|odd)\b"), "Foundry", lambda match: "a compare point for each face, such as =2=4=6"),
    _Known(re.compile(r"mt\b"), "Roll20", lambda match: "set(4d6), the size of the largest set"),
    _Known(re.compile(r"R\{([^}]*)\}"), "RANDSUM", _each("r")),
    _Known(re.compile(r"S\{([^}]*)\}"), "RANDSUM", _each("")),
    _Known(re.compile(r"U\b"), "RANDSUM", lambda match: "u"),
    _Known(re.compile(r"([hl])(\d*)\b"), "a chat bot", lambda match: f"k{match[1]}{match[2] or 1}"),
    _Known(re.compile(r"L(\d*)"), "RANDSUM", lambda match: f"dl{match[1] or 1}"),
    _Known(re.compile(r"H(\d*)"), "RANDSUM", lambda match: f"dh{match[1] or 1}"),
    _Known(re.compile(r"C\{([^}]*)\}"), "RANDSUM", lambda match: "min and max, such as min2max5"),
    _Known(re.compile(r"t(\d+)"), "a success counter", lambda match: f">={match[1]}"),
)

# What is said of a whole roll. said: the text to write, made of the match.
_SAID: Final[tuple[tuple[re.Pattern[str], str, Callable[[re.Match[str]], str]], ...]] = (
    (
        re.compile(r"(\S.*?)\s*,?\s*\bx\s*(\d+)", re.IGNORECASE),
        "This may be a product, or as many rolls.",
        lambda match: f"{_one(match[1])}*{match[2]} or {match[2]}x {as_notation(match[1])}",
    ),
    (
        re.compile(r"(?:repeat|rr)\((.+),\s*(\d+)\)", re.IGNORECASE),
        "Rolls are repeated with a number and x in front.",
        lambda match: f"{match[2]}x {as_notation(match[1])}",
    ),
    (
        re.compile(r"(\d+)\s+(\d*d\d.*)", re.IGNORECASE),
        "Rolls are repeated with a number and x in front.",
        lambda match: f"{match[1]}x {as_notation(match[2])}",
    ),
    (
        re.compile(r"(\d*d[\w{}<!]+)\s*\|\|?\s*(\d*d[\w{}<!]+)", re.IGNORECASE),
        "Two pools are put together by a function.",
        lambda match: f"union({match[1]}, {match[2]})",
    ),
    (
        re.compile(r"(\d*d[\w{}<!]+)\s*&&?\s*(\d*d[\w{}<!]+)", re.IGNORECASE),
        "Dice are thrown together in parentheses; what both pools show is a function.",
        lambda match: _both(*match.groups()),
    ),
    (
        re.compile(r"(\S.*?)\s*\|\s*(\w.*)"),
        "Words for people stand behind a #.",
        lambda match: f"{as_notation(match[1])} # {match[2]}",
    ),
    (
        re.compile(r"(\S.*?)\s*\(([a-z][a-z ]*)\)", re.IGNORECASE),
        "Words for people stand in brackets.",
        lambda match: f"{as_notation(match[1])} [{match[2]}]",
    ),
    (
        re.compile(r"(?:sum|total|average|mean|avg)\s+(?:of\s+)?(\d*d\d.*)", re.IGNORECASE),
        "The dice alone are added up, with all their odds.",
        lambda match: as_notation(match[1]),
    ),
    (
        re.compile(r"(?!.*\b(?:of|half|double|twice|not|no|minus)\b)([a-z][a-z' ]*?)\s*:?\s+(\d*d\d.*)", re.IGNORECASE),
        "Words for people stand behind the dice.",
        lambda match: f"{as_notation(match[2])} # {match[1]}",
    ),
    (
        re.compile(r"(.+?)\s*,?\s*(?:and\s+)?\bre-?roll(?:s|ing)?\s+(?:all\s+)?(\d+)(?:'?s)?", re.IGNORECASE),
        "This may be once, or until none is left.",
        lambda match: f"{as_notation(match[1])}ro{match[2]} or {as_notation(match[1])}r{match[2]}",
    ),
    (
        re.compile(r"(?:flip|toss)?\s*(?:a\s+)?(?:coin(?:\s+flip)?|flip)", re.IGNORECASE),
        "A coin is a die with two faces.",
        lambda match: "d{heads,tails}",
    ),
    (
        re.compile(r"(?:flip|toss)?\s*(\d+)\s+coins", re.IGNORECASE),
        "A coin is a die with two faces.",
        lambda match: f"{match[1]}d{{heads,tails}}=heads",
    ),
)

# What is said in words and may mean two things.
_ASKED: Final = (
    (
        re.compile(r"re-?roll(?:s|ing)?\s+(?:all\s+)?(?:1s?\s+(?:and|or)\s+2s?|below\s+3|under\s+3)\b", re.IGNORECASE),
        "once, or until none is left",
        "ro<3 or r<3",
    ),
    (
        re.compile(r"re-?roll(?:s|ing)?\s+(?:all\s+)?(\d+)(?:'?s)?\b", re.IGNORECASE),
        "once, or until none is left",
        "ro{0} or r{0}",
    ),
    (re.compile(r"re-?roll(?:s|ing)?\b", re.IGNORECASE), "once, or until none is left", "ro1 or r1"),
    (re.compile(r"adv(?:antage)?\b", re.IGNORECASE), "one more die, or all of them twice", "3d6kh2 or {{2d6, 2d6}}kh1"),
    (
        re.compile(r"dis(?:adv(?:antage)?)?\b", re.IGNORECASE),
        "one more die, or all of them twice",
        "3d6kl2 or {{2d6, 2d6}}kl1",
    ),
)

#: A number of dice belongs behind these, and nothing that another program writes.
_KEEPS: Final = re.compile(r"(?:k[hlm]?|d[hlm])$")
_KEEP_AFTER_PARENTHESES: Final = re.compile(r"[kd][hlm]?\d+")


def _strict(sign: str) -> str:
    return sign or "="


def hint(text: str, at: int) -> Hint | None:
    """The meaning that another program gives to a place of the text; None when nothing is known."""
    whole = text.strip()
    for known in _TEXTS:
        found = known.pattern.fullmatch(whole)
        if found is not None:
            return Hint(f"That is how {known.where} writes it.", known.instead(found), None)
    for pattern, problem, said in _SAID if len(whole) <= _LONGEST else ():
        found = pattern.fullmatch(whole)
        if found is not None:
            return Hint(problem, said(found), None)
    here = text[at : at + 40]
    for pattern, question, instead in _ASKED:
        found = pattern.match(text, at) if at else None
        if found is not None:
            return Hint(f"This may be {question}.", instead.format(*found.groups()), len(found.group()))
    if not at or not (text[at - 1].isalnum() or text[at - 1] in "%})!") or _KEEPS.search(text[:at]):
        return None
    kept = _KEEP_AFTER_PARENTHESES.match(here) if text[at - 1] == ")" else None
    if kept is not None:
        inner = _parenthesized(text[:at])
        return Hint(
            f"`{kept.group()}` after parentheses is how Fantasy Grounds writes it.",
            f"`{{{inner}}}{kept.group()}`",
            len(kept.group()),
        )
    for known in _HERE:
        found = known.pattern.match(here)
        if found is not None:
            written, instead = found.group(), known.instead(found)
            return Hint(f"`{written}` is how {known.where} writes it.", f"`{instead}`", len(written))
    return None


def _parenthesized(text: str) -> str:
    """The text in the last pair of parentheses, which ends the text."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if not depth:
            return text[at + 1 : -1]
    return text
