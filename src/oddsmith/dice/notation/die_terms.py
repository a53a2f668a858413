"""Terms of dice: the die, and the modifiers after it."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Final, NamedTuple

from oddsmith.dice.composed.annotations import Order
from oddsmith.dice.composed.modifiers import PLAIN_TERM, Modifiers
from oddsmith.dice.expressions.arithmetic import Number
from oddsmith.dice.limits import above_fixed
from oddsmith.dice.model.faces import Comparison, Condition, When, any_of, face_text
from oddsmith.dice.model.pool_data import Unique
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, Selection
from oddsmith.dice.model.throw_rules import Explosion, Reroll
from oddsmith.dice.notation.die_sides import most_throws
from oddsmith.dice.notation.scanner import NUMBER, Scanner
from oddsmith.dice.readings.counts import Target

_COMPARISON: Final = re.compile(r"<>|>=|<=|≥|≤|>|<|=")
# What follows is dice, so totals are compared: `2d6>1d6` does not drop six dice of those above 1. A face may be `d4`.
_AGAINST_DICE: Final = re.compile(
    r"(?:(?:<>|=)\s*[0-9]+|(?:>=|<=|≥|≤|>|<(?!>))\s*[0-9]*)d(?=[0-9%{(])"
    r"|(?:<>|>=|<=|≥|≤|>|<|=)\s*\((?!\s*-?[0-9]+\s*,)"
)
_LETTERS: Final = re.compile(r"[A-Za-z]+")
# Letters that stand apart are modifiers only when all of them are.
_ALL_MODIFIERS: Final = re.compile(r"(?:min|max|k[hlm]?|d[hlm]?|ro?|uo?|c[sf]|s[ad]?|f)+")
_RELATIONS: Final = {
    "=": Relation.EQUAL,
    "<>": Relation.OTHER,
    ">=": Relation.AT_LEAST,
    "≥": Relation.AT_LEAST,
    "<=": Relation.AT_MOST,
    "≤": Relation.AT_MOST,
    ">": Relation.ABOVE,
    "<": Relation.BELOW,
}
_ENDS: Final = {"h": End.HIGHEST, "l": End.LOWEST, "m": End.MIDDLE}
MAX_MODIFIERS: Final = 1_100
"""Modifiers of one term; a band of faces is one for each face."""

POINT: Final = "a compare point such as >=5"


class ComparePoint(NamedTuple):
    """A comparison as it is written, be it of dice or of totals."""

    relation: Relation
    bound: Number | str | tuple[int, ...]
    start: int


# --- compare points --------------------------------------------------------------------------------------------------


def compare_point(scanner: Scanner, *, bare: bool = False) -> ComparePoint | None:
    """A compare point where there is one, and none before other dice. bare: a number alone means just that number."""
    start = scanner.at
    sign = None if _AGAINST_DICE.match(scanner.text, start) else scanner.match(_COMPARISON)
    if sign is None:
        if not bare or NUMBER.match(scanner.text, start) is None:
            return None
        return ComparePoint(Relation.EQUAL, scanner.digits("a face"), start)
    if scanner.next in ("=", ">", "<"):
        raise scanner.unexpected("a number or a face", suggestion="one of = <> > >= < <=")
    scanner.skip()
    negative = scanner.take("-")
    if negative or scanner.next.isdigit():
        number = scanner.number("a number")
        return ComparePoint(_RELATIONS[sign.group()], -number if negative else number, start)
    return ComparePoint(_RELATIONS[sign.group()], scanner.numbers() or scanner.word("a number or a face"), start)


def condition(scanner: Scanner, point: ComparePoint) -> Condition:
    """A compare point for the faces of a die: above 7 is 8 or more."""
    relation, bound, start = point
    if isinstance(bound, tuple):
        if relation not in (Relation.EQUAL, Relation.OTHER):
            expected = f"={face_text(bound)} or <>{face_text(bound)}"
            raise scanner.error("notation-dice", "A tuple is not a number.", start=start, expected=expected)
        return Condition(Comparison(relation.value), bound)
    if isinstance(bound, str):
        if relation in (Relation.ABOVE, Relation.BELOW):
            expected = f"={bound} or <>{bound}, or >={bound} and <={bound} for words in order"
            raise scanner.error("notation-dice", "A word is not a number.", start=start, expected=expected)
        comparison = Comparison(relation.value)
        return Condition(comparison, bound)
    match relation:
        case Relation.AT_LEAST:
            return Condition(Comparison.AT_LEAST, math.ceil(bound))
        case Relation.ABOVE:
            return Condition(Comparison.AT_LEAST, math.floor(bound) + 1)
        case Relation.AT_MOST:
            return Condition(Comparison.AT_MOST, math.floor(bound))
        case Relation.BELOW:
            return Condition(Comparison.AT_MOST, math.ceil(bound) - 1)
    if not isinstance(bound, int):
        raise scanner.error("notation-number", "No face shows a fraction.", start=start, expected="a whole number")
    return Condition(Comparison.EQUAL if relation is Relation.EQUAL else Comparison.OTHER, bound)


def worth(scanner: Scanner) -> int:
    """The worth of meeting a target: `:2` after it, else 1."""
    return scanner.digits("what it counts, such as 2", signed=True) if scanner.take(":") else 1


# --- modifiers -------------------------------------------------------------------------------------------------------


def modifiers(scanner: Scanner) -> Modifiers:
    """All modifiers that follow, in any order."""
    found = PLAIN_TERM
    for _ in range(MAX_MODIFIERS):
        before = scanner.at
        apart = scanner.skip()
        start = scanner.at
        following = _symbol(scanner, found, start)
        if following is None and (not apart or _modifiers_apart(scanner)):
            following = _lettered(scanner, found, start, apart)
        if following is None:
            scanner.at = before
            return found
        found = following
    raise scanner.placed(above_fixed("modifiers", MAX_MODIFIERS + 1, MAX_MODIFIERS, "Use fewer."), scanner.at - 1)


def _modifiers_apart(scanner: Scanner) -> bool:
    letters = _LETTERS.match(scanner.text, scanner.at)
    return letters is not None and _ALL_MODIFIERS.fullmatch(letters.group()) is not None


def _symbol(scanner: Scanner, found: Modifiers, start: int) -> Modifiers | None:
    if scanner.next == "!":
        return _explode(scanner, found, start)
    point = compare_point(scanner)
    if point is None:
        return None
    target = Target(condition(scanner, point), worth(scanner))
    return scanner.build(start, lambda: replace(found, targets=(*found.targets, target)))


def _lettered(scanner: Scanner, found: Modifiers, start: int, apart: bool) -> Modifiers | None:
    if (step := selection(scanner, apart=apart)) is not None:
        return replace(found, selection=(*found.selection, step))
    if scanner.take("min"):
        _once(scanner, found.minimum, start, "min")
        return replace(found, minimum=scanner.digits("a whole number", signed=True))
    if scanner.take("max"):
        _once(scanner, found.maximum, start, "max")
        return replace(found, maximum=scanner.digits("a whole number", signed=True))
    if scanner.text.startswith(("rr", "ra"), scanner.at):
        return None  # other programs' rerolls, which mean something else
    if scanner.take("r"):
        return _reroll(scanner, found, start)
    if scanner.take("u"):
        _once(scanner, found.unique, start, "u")
        once = scanner.take("o")
        return replace(found, unique=Unique(once))
    if scanner.take("cs"):
        return replace(found, success=_marked(scanner, found.success, start))
    if scanner.take("cf"):
        return replace(found, failure=_marked(scanner, found.failure, start))
    if scanner.take("f"):
        return _failure(scanner, found, start)
    if scanner.take("s"):
        _once(scanner, found.order, start, "s")
        descending = not scanner.take("a") and scanner.take("d")
        return replace(found, order=Order.DESCENDING if descending else Order.ASCENDING)
    return None


def selection(scanner: Scanner, *, apart: bool = False) -> Selection | None:
    """Keep or drop, where it stands here: `k3`, `kh3`, `kl1`, `km1`, `d1`, `dl1`, `dh1`, `dm1`."""
    start = scanner.at
    drop = scanner.next == "d"
    if not drop and scanner.next != "k":
        return None
    scanner.at += 1
    side = scanner.next
    if side in _ENDS and side:
        scanner.at += 1
    elif drop and apart:
        raise scanner.error(
            "notation-expected",
            "This may drop dice or be another die.",
            start=start,
            expected="`dl` to drop the lowest, or an operator before a die",
        )
    mark = scanner.text[start : scanner.at]
    verb = "drop" if drop else "keep"
    count = scanner.digits(f"how many dice to {verb}", suggestion=f"`{mark}1`")
    return Selection(_ENDS.get(side, End.LOWEST if drop else End.HIGHEST), count, drop)


def _explode(scanner: Scanner, found: Modifiers, start: int) -> Modifiers:
    scanner.at += 1
    compound = scanner.take("!")
    penetrating = scanner.take("p")
    limit = most_throws(scanner)
    when = _condition(scanner)
    explosion = Explosion(when, limit, compound, penetrating)
    before = found.explosion
    if before is not None:
        same = replace(before, when=when) == explosion
        explosion = replace(explosion, when=_both(scanner, before.when, when, start, same=same))
    return replace(found, explosion=explosion)


def _reroll(scanner: Scanner, found: Modifiers, start: int) -> Modifiers:
    times = 1 if scanner.take("o") else most_throws(scanner)
    if scanner.text.startswith("!=", scanner.at):
        raise scanner.error(
            "notation-expected",
            "This may mean any other face, or an explosion.",
            length=2,
            expected=POINT,
            suggestion="`<>` for any other face",
        )
    when = _condition(scanner)
    reroll = Reroll(when, times)
    if found.reroll is not None:
        same = found.reroll.times == times
        reroll = Reroll(_both(scanner, found.reroll.when, when, start, same=same), times)
    return replace(found, reroll=reroll)


def _failure(scanner: Scanner, found: Modifiers, start: int) -> Modifiers:
    if not any(target.worth >= 0 for target in found.targets):
        raise scanner.error(
            "notation-expected",
            "Failures are taken from successes, and there are none before them.",
            start=start,
            expected="a target for successes first, such as >=5f=1",
        )
    scanner.skip()
    point = compare_point(scanner, bare=True)
    if point is None:
        raise scanner.unexpected(POINT)
    target = Target(condition(scanner, point), -worth(scanner))
    return scanner.build(start, lambda: replace(found, targets=(*found.targets, target)))


def _marked(scanner: Scanner, before: When | None, start: int) -> When:
    when = _condition(scanner)
    return when if before is None else _both(scanner, before, when, start, same=True)


def _condition(scanner: Scanner) -> When:
    """The compare point that belongs to a modifier; none for the meaning of the modifier alone."""
    point = compare_point(scanner, bare=True)
    return () if point is None else (condition(scanner, point),)


def _both(scanner: Scanner, before: When, now: When, start: int, *, same: bool) -> When:
    """A modifier that is written again holds for either condition."""
    if not same or not before or not now:
        raise scanner.error(
            "notation-expected",
            "This says the same thing twice, in two ways.",
            start=start,
            expected="the same modifier with another compare point, such as r=1r=2",
        )
    return any_of((*before, *now))


def _once(scanner: Scanner, before: object, start: int, mark: str) -> None:
    if before is not None:
        raise scanner.error("notation-expected", f"`{mark}` is there twice.", start=start, expected="it once")
