"""Terms for pools of several kinds of dice, and for readings of a pool other than its sum."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from oddsmith.dice.composed.computed import AsMany
from oddsmith.dice.composed.decks import Deal, Deck, Draw, playing_cards
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.expressions.operations import fixed_value, is_fixed
from oddsmith.dice.limits import MAX_WRITTEN_DICE
from oddsmith.dice.model.combination_data import Readable
from oddsmith.dice.model.faces import When, any_of
from oddsmith.dice.notation.combination_terms import (
    CONTAINMENTS,
    MATCHINGS,
    combination,
    containment,
    dice_in,
    of_readable,
    readable_dice,
    together,
)
from oddsmith.dice.notation.die_sides import in_order, listed_faces
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
from oddsmith.distribution.given_numbers import check_whole

_OF_POOL: Final[Mapping[str, Callable[[Any], Expression[Any]]]] = {
    "faces": lambda pool: pool,
    "set": LargestSet,
    "setface": LargestSetFace,
    "straight": Straight,
    "sum": Sum,
    "size": Size,
}
CARDS: Final = re.compile(r"[cC](?=[0-9{P])")
FUNCTIONS: Final = (*_OF_POOL, "classes", "joint", "deal", "draw", *MATCHINGS, *CONTAINMENTS)
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
    pool = dice_in(parsed.expression)
    if isinstance(pool, Pool) and not pool.selection and pool.unique is None:
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
    if found.concern_dice or (found.unique is not None and pool.unique is not None):
        raise scanner.error(
            "notation-dice",
            "Cards are neither thrown again nor read as others."
            if pool.unique
            else "These dice may differ; what is done with single dice is said of each kind.",
            start=at,
            expected=f"modifiers of the whole pool: keep, drop, targets, {'' if pool.unique else 'u, '}s",
            suggestion="5c52kh2" if pool.unique else "(2d8!&3d6!)kh2",
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
    if own is None and word == "deal":
        return deal(grammar, start)
    if own is None and word == "draw":
        return draw(grammar, start)
    if own is None and word == "joint":
        return joint(grammar, start, partial(_joint_reading, grammar))
    scanner = grammar.scanner
    scanner.take("(")
    scanner.nest(start)
    parsed = readable_dice(grammar, several=False)
    pool, count, spans = of_readable(grammar, parsed)
    make: Callable[[], Expression[Any]]
    if isinstance(own, Reader):
        make = partial(OwnReading, pool, own)
    elif word == "classes":
        make = partial(Classes, pool, *_classes(grammar))
    else:
        make = partial(_OF_POOL[word], pool)
    scanner.expect(")", f"`{word}` ends here.")
    scanner.depth -= 1
    made = grammar.made(start, make if count is None else lambda: AsMany(count, make()), parsed)
    return Parsed(made.expression, Span(start, scanner.at, spans), made.height)


# --- cards -----------------------------------------------------------------------------------------------------------


def hand(grammar: GrammarBase, start: int, cards: int) -> Parsed:
    """Cards after their number and `c`: `5c52`, `5c{2..14:4}kh2`."""
    scanner = grammar.scanner
    scanner.throw(start, cards, MAX_WRITTEN_DICE, cards=True)
    deck = _deck(grammar, start)
    return of_pool(grammar, start, scanner.build(start, lambda: deck.hand(cards)))


def rolled_hand(grammar: GrammarBase, start: int, count: Parsed) -> Parsed:
    """Cards after a number in parentheses, that is rolled or reckoned, and `c`: `(1d4)c52`."""
    scanner = grammar.scanner
    if is_fixed(count.expression):
        cards = scanner.build(start, lambda: fixed_value(count.expression))
        scanner.build(start, lambda: check_whole("cards", cards, 0))
        return hand(grammar, start, cards)
    deck = _deck(grammar, start)
    one = of_pool(grammar, start, scanner.build(start, lambda: deck.hand(1)))
    return grammar.made(start, lambda: AsMany(count.expression, one.expression), count)


def deal(grammar: GrammarBase, start: int) -> Parsed:
    """Several hands of one deck, after the word: `deal(c52, 5, 5)`."""
    scanner = grammar.scanner
    deck = _deck_in_parentheses(grammar)
    sizes: list[int] = []
    scanner.skip()
    while scanner.take(","):
        scanner.skip()
        sizes.append(scanner.digits("how many cards", suggestion="deal(c52, 5, 5)"))
        scanner.throw(start, sizes[-1], MAX_WRITTEN_DICE, cards=True)
        scanner.skip()
    scanner.expect(")", "`deal` ends here.")
    return grammar.made(start, lambda: Deal(deck, tuple(sizes)))


def draw(grammar: GrammarBase, start: int) -> Parsed:
    """The top card and the rest of the deck, after the word: `draw(c52)`."""
    deck = _deck_in_parentheses(grammar)
    grammar.scanner.expect(")", "`draw` ends here.")
    return grammar.made(start, lambda: Draw(deck))


def _deck_in_parentheses(grammar: GrammarBase) -> Deck[Any]:
    scanner = grammar.scanner
    scanner.take("(")
    scanner.skip()
    start = scanner.at
    if scanner.match(CARDS) is None:
        raise scanner.unexpected("a deck: c52, cP or c{2..14:4}")
    return _deck(grammar, start)


def _deck(grammar: GrammarBase, start: int) -> Deck[Any]:
    """The deck after `c`: `52`, `P`, `{2..14:4}`, `{copper:7,estate:3}`; `{}` has no cards."""
    scanner = grammar.scanner
    if scanner.take("P"):
        return playing_cards
    if not scanner.take("{"):
        cards = scanner.digits("a number of cards")
        return scanner.build(start, lambda: Deck.numbered(cards))
    scanner.skip()
    if scanner.take("}"):
        return Deck(())
    faces, copies, ordered = listed_faces(scanner, start, "c{2..14:4} or c{copper:7,estate:3}")

    def made() -> Deck[Any]:
        return Deck(tuple(zip(in_order(faces) if ordered else faces, copies, strict=True)))

    return scanner.build(start, made)


# --- readings among others ------------------------------------------------------------------------------------------


def _joint_reading(grammar: GrammarBase, word: str, pool: Readable[Any]) -> Callable[[], Expression[Any]] | None:
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
