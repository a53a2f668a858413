"""Terms for pools of several kinds of dice, and for readings of a pool other than its sum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from oddsmith.dice.die import Die
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.model.combination_data import CombinationData
from oddsmith.dice.model.faces import When, any_of
from oddsmith.dice.notation.combination_terms import (
    CONTAINMENTS,
    MATCHINGS,
    combination,
    containment,
    of_readable,
    readable_dice,
    together,
)
from oddsmith.dice.notation.die_terms import compare_point, condition, modifiers
from oddsmith.dice.notation.grammar_base import GrammarBase
from oddsmith.dice.notation.joint_terms import joint
from oddsmith.dice.notation.scanner import WORD, Parsed, Span
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.classes import Classes
from oddsmith.dice.readings.face_by_face import OwnReading, Reader
from oddsmith.dice.readings.sets import LargestSet, LargestSetFace
from oddsmith.dice.readings.straights import Straight
from oddsmith.dice.readings.sums import Size, Sum
from oddsmith.dice.readings.together import JointReader

_OF_POOL: Final[Mapping[str, Callable[[Any], Expression[Any]]]] = {
    "faces": lambda pool: pool,
    "set": LargestSet,
    "setface": LargestSetFace,
    "straight": Straight,
    "sum": Sum,
    "size": Size,
}
FUNCTIONS: Final = (*_OF_POOL, "classes", "joint", *MATCHINGS, *CONTAINMENTS)
"""Functions of dice."""


def mixed_pool(grammar: GrammarBase, start: int, first: Parsed) -> Parsed:
    """Dice thrown together, after the first of them: `(2d8&3d6)`."""
    scanner = grammar.scanner
    groups = list(_plain_pool(grammar, first).dice)
    while scanner.take("&"):
        groups.extend(_plain_pool(grammar, grammar.bare_atom()).dice)
        scanner.skip()
    scanner.expect(")", "The pool ends here.")
    scanner.depth -= 1
    return of_pool(grammar, start, scanner.build(start, lambda: Pool(tuple(groups))))


def _plain_pool(grammar: GrammarBase, parsed: Parsed) -> Pool[Any]:
    pool = _pool_of(parsed.expression)
    if pool is not None and not pool.selection and pool.unique is None:
        return pool
    raise grammar.scanner.error(
        "notation-dice",
        "Only dice can be thrown together.",
        start=parsed.span.start,
        expected="dice such as (2d8&3d6), of which nothing is kept or counted yet",
    )


def of_pool(grammar: GrammarBase, start: int, pool: Pool[Any]) -> Parsed:
    """The modifiers after a pool in parentheses."""
    scanner = grammar.scanner
    at = scanner.at
    found = modifiers(scanner)
    if found.concern_dice:
        raise scanner.error(
            "notation-dice",
            "These dice may differ; what is done with single dice is said of each kind.",
            start=at,
            expected="modifiers of the whole pool: keep, drop, targets, u, s",
            suggestion="(2d8!&3d6!)kh2",
        )
    return grammar.made(start, lambda: found.of_pool(pool))


def reading(grammar: GrammarBase, start: int, word: str) -> Parsed:
    """A function of dice: `set`, `classes`, one that matches pools, or one of your own."""
    own = grammar.readers.get(word)
    if isinstance(own, JointReader):
        return together(grammar, start, own)
    if own is None and word in MATCHINGS:
        return combination(grammar, start, MATCHINGS[word])
    if own is None and word in CONTAINMENTS:
        return containment(grammar, start, CONTAINMENTS[word])
    if own is None and word == "joint":
        return joint(grammar, start, partial(_joint_reading, grammar))
    scanner = grammar.scanner
    scanner.take("(")
    scanner.nest(start)
    parsed = readable_dice(grammar)
    pool, spans = of_readable(parsed)
    make: Callable[[], Expression[Any]]
    if isinstance(own, Reader):
        make = partial(OwnReading, pool, own)
    elif word == "classes":
        make = partial(Classes, pool, *_classes(grammar))
    else:
        make = partial(_OF_POOL[word], pool)
    scanner.expect(")", f"`{word}` ends here.")
    scanner.depth -= 1
    made = grammar.made(start, make, parsed)
    return Parsed(made.expression, Span(start, scanner.at, spans), made.height)


def _joint_reading(grammar: GrammarBase, word: str, pool: Pool[Any]) -> Callable[[], Expression[Any]] | None:
    """A reading among several of one roll, by its name."""
    own = grammar.readers.get(word)
    if isinstance(own, Reader):
        return partial(OwnReading, pool, own)
    if word == "classes":
        return partial(Classes, pool, *_classes(grammar, first=True))
    return partial(_OF_POOL[word], pool) if word in _OF_POOL and word != "faces" else None


def _classes(grammar: GrammarBase, *, first: bool = False) -> tuple[tuple[str, ...], tuple[When, ...]]:
    scanner = grammar.scanner
    names: list[str] = []
    conditions: list[When] = []
    scanner.skip()
    while scanner.take(",") or (first and not names):
        scanner.skip()
        name = scanner.match(WORD)
        if name is None:
            raise scanner.unexpected("the name of a class", suggestion="classes(5d10, hit>=7, one=1)")
        points = []
        scanner.skip()
        while (point := compare_point(scanner)) is not None:
            points.append(condition(scanner, point))
            scanner.skip()
        names.append(name.group())
        conditions.append(any_of(points))
    return tuple(names), tuple(conditions)


def _pool_of(expression: Expression[Any]) -> Pool[Any] | None:
    """The pool of dice that are added up; None for an expression that is no dice."""
    if isinstance(expression, Pool):
        return expression
    if isinstance(expression, Die):
        return expression.pool()
    if not isinstance(expression, Sum):
        return None
    pool = expression.pool
    if isinstance(pool, CombinationData):
        return None
    return Pool(pool.dice, pool.unique, pool.selection)
