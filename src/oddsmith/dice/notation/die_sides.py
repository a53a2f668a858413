"""The sides of a die in notation: `6`, `%`, `F`, `{1..3,7:2}`, `{H,T}`, `{miss<hit}`, `{1..5,5!}`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from oddsmith.dice.composed.again import die_of_words
from oddsmith.dice.die import Die, fudge
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.faces import Face
from oddsmith.dice.model.words import ordered_words
from oddsmith.dice.notation.scanner import Scanner
from oddsmith.errors import BadInput

_RANGE: Final = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
_LONE_RANGE: Final = re.compile(_RANGE.pattern + r"\s*\}")
_MOST_LISTED: Final = 20_000
"""Faces of one die, or cards of a deck, that are listed one by one."""
_FUDGE_ONE: Final = Die((-1, 0, 1), (1, 4, 1), name="Fudge die")
_ON_A_SIDE: Final = "a number, a word, a text in quotes, or a tuple (1,0)"


def die_of_sides(scanner: Scanner, start: int) -> Die[Any]:
    """The die after `d`: `6`, `%`, `F`, `F.1`, `{H,T}`; a number of sides in parentheses is not for here."""
    if scanner.take("%"):
        return Die.sided(100)
    if scanner.take("F") or scanner.take("f"):
        return _fudge(scanner)
    if scanner.take("{"):
        return _custom(scanner, start)
    sides = scanner.digits("a number of sides")
    return sided(scanner, start, sides)


def sided(scanner: Scanner, start: int, sides: int) -> Die[int]:
    """A die with so many sides; an error says that there must be some."""
    if sides < 1:
        raise scanner.error(
            "notation-dice", f"A die cannot have {sides} sides.", start=start, expected="1 side or more"
        )
    return scanner.build(start, lambda: Die.sided(sides))


def _fudge(scanner: Scanner) -> Die[int]:
    if not scanner.take("."):
        return fudge
    if scanner.take("1"):
        return _FUDGE_ONE
    if scanner.take("2"):
        return fudge
    raise scanner.unexpected("1 or 2", "There are two Fudge dice: dF.1 has four blank sides, dF.2 (or dF) has two.")


def _custom(scanner: Scanner, start: int) -> Die[Any]:
    scanner.skip()
    span = scanner.match(_LONE_RANGE)
    if span is not None:
        numbers = _between(scanner, start, span)
        return scanner.build(start, lambda: Die(numbers))
    again: set[int | None] = set()
    faces, weights, ordered = listed_faces(scanner, start, "d{1,2,3}, d{H,T}, d{hit,miss:2} or d{0..9}", again)
    if again:
        return scanner.build(start, partial(_with_again, faces, weights, again))
    return scanner.build(start, partial(_in_order if ordered else Die, faces, weights))


def listed_faces(
    scanner: Scanner, start: int, examples: str, again: set[int | None] | None = None
) -> tuple[list[Face], list[int], bool]:
    """Faces between braces, with their weights, and whether they are words in order.

    again: given the limits of numbers that are thrown again and added, such as `5!{2}`, which are then the word "5!".
    """
    faces: list[Face] = []
    weights: list[int] = []
    ordered = False
    items = 0
    while True:
        scanner.skip()
        items += 1
        span = None if ordered else scanner.match(_RANGE)
        shown: Sequence[Face] = _between(scanner, start, span) if span else [_face(scanner, _ON_A_SIDE)]
        if again is not None and isinstance(shown[0], int) and not span and scanner.take("!"):
            again.add(most_throws(scanner))
            shown = [f"{shown[0]}!"]
        scanner.build(
            start, partial(refuse_above, _MOST_LISTED, len(faces) + len(shown), "faces", "Use a smaller die.")
        )
        weight = _sides(scanner) if scanner.take(":") else 1
        faces.extend(shown)
        weights.extend([weight] * len(shown))
        scanner.skip()
        if (items == 1 or ordered) and span is None and scanner.take("<"):
            ordered = True
            continue
        if scanner.take("}"):
            return faces, weights, ordered
        if ordered:
            raise scanner.unexpected("`<` or `}`", suggestion="d{miss<hit:2<crit}")
        if not scanner.take(","):
            raise scanner.unexpected("`,` or `}`", suggestion=examples)


def _sides(scanner: Scanner) -> int:
    expected = "how many sides show this face: d{1:2,6:3} shows 6 three times out of five"
    start = scanner.at
    sides = scanner.digits(expected)
    if scanner.take("/"):
        raise scanner.error("notation-number", "Only a whole number can stand here.", start=start, expected=expected)
    return sides


def _with_again(faces: list[Face], weights: list[int], limits: set[int | None]) -> Die[str]:
    """A die with faces that are thrown again and added; BadInput for words, and for several limits."""
    for face in faces:
        if not isinstance(face, int) and not str(face).endswith("!"):
            raise BadInput("faces", face, "whole numbers, where some are thrown again")
    if len(limits) > 1:
        raise BadInput("limit", sorted(map(str, limits)), "the same for all faces of a die that are thrown again")
    return die_of_words([str(face) for face in faces], weights, *limits)


def _between(scanner: Scanner, start: int, span: re.Match[str]) -> range:
    first, last = (_bounded(scanner, start, text) for text in span.groups())
    if first > last:
        raise scanner.error(
            "notation-dice", "There is no face in between.", start=start, expected="the lower number first"
        )
    return range(first, last + 1)


def in_order(faces: list[Face]) -> tuple[str, ...]:
    """Words in ascending order; BadInput for numbers."""
    for face in faces:
        if not isinstance(face, str):
            raise BadInput("faces", face, "words between <; numbers have their order")
    return ordered_words(*map(str, faces))


def _in_order(faces: list[Face], weights: list[int]) -> Die[Any]:
    """A die with words in ascending order; those of weight 0 are in the order, but not on the die."""
    shown = [(word, weight) for word, weight in zip(in_order(faces), weights, strict=True) if weight]
    return Die([word for word, _ in shown], [weight for _, weight in shown])


def _bounded(scanner: Scanner, start: int, text: str) -> int:
    if len(text) > 20:
        raise scanner.error("notation-number", "This number is too long.", start=start, expected="up to 15 digits")
    return int(text)


def _face(scanner: Scanner, expected: str) -> Face:
    if scanner.next == "-" or scanner.next.isdigit():
        return scanner.digits("a whole number", signed=True)
    return scanner.numbers() or scanner.word(expected)


def most_throws(scanner: Scanner) -> int | None:
    """How often something is done at most, `{2}`; None where nothing is said."""
    if not scanner.take("{"):
        return None
    limit = scanner.digits("how often at most")
    scanner.expect("}", "The limit ends here.")
    return limit
