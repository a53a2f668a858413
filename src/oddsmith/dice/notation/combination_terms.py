"""Terms for several pools matched with each other: `difference(5d6, 3d6)`, `sort_pair(3d6, >, 2d6)`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, cast

from oddsmith.dice.composed.computed import AsMany, Computed
from oddsmith.dice.composed.modifiers import PLAIN_TERM
from oddsmith.dice.die import Die
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.limits import above_fixed
from oddsmith.dice.model.combination_data import MAX_POOLS, CombinationData, Matching
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.notation.die_terms import modifiers
from oddsmith.dice.notation.grammar_base import GrammarBase
from oddsmith.dice.notation.scanner import WORD, Parsed, Span
from oddsmith.dice.pool import Pool
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.readable import Combination, ReadableDice
from oddsmith.dice.readings.set_tests import Containment, SetTest
from oddsmith.dice.readings.sums import Sum
from oddsmith.dice.readings.together import JointReader, Together

CONTAINMENTS: Final = {containment.value: containment for containment in Containment}
MATCHINGS: Final = {matching.value: matching for matching in Matching}
COMPARISON: Final = re.compile(r"<=|>=|<>|!=|==|=|<|>")
_ALSO: Final = {"!=": "<>", "==": "="}


def combination(grammar: GrammarBase, start: int, matching: Matching) -> Parsed:
    """A combination after its name, with the modifiers that keep, drop or count the dice that it leaves."""
    scanner = grammar.scanner
    scanner.take("(")
    scanner.nest(start)
    parts = [readable_dice(grammar)]
    sides = len(_operands(parts[0].expression))  # two, where hands of one deck are both
    relation: Relation | None = None
    words: list[str] = []
    scanner.skip()
    if matching.compares:
        relation = _relation(grammar, matching, both=sides == 2)
        scanner.skip()
    while scanner.take(","):
        scanner.skip()
        word = WORD.match(scanner.text, scanner.at)
        if matching.compares and sides == 2 and word is not None:
            scanner.at = word.end()
            words.append(word.group())
        else:
            _refuse_many(grammar, start, len(parts))
            parts.append(readable_dice(grammar))
            sides += len(_operands(parts[-1].expression))
        scanner.skip()
    if not scanner.take(")"):
        raise scanner.unexpected("`,` or `)`", "" if scanner.next else f"`{matching.value}` is not closed.")
    scanner.depth -= 1
    operands = tuple(one for part in parts for one in _operands(part.expression))
    spans = tuple(span for part in parts for span in _pool_spans(part))
    end = scanner.at
    height = scanner.height(start, *parts)
    left = scanner.build(start, lambda: Combination(matching, operands, relation, tuple(words)))
    found = modifiers(scanner)
    if found != replace(PLAIN_TERM, targets=found.targets, selection=found.selection):
        raise scanner.error(
            "notation-dice",
            "The dice that are left can be kept, dropped or counted; what else is done with dice is said of each pool.",
            start=end,
            expected="modifiers such as kh2 and targets such as >=5",
            suggestion="difference(5d6, 3d6)kh2",
        )
    dice = scanner.build(start, lambda: replace(left, selection=found.selection))
    read = scanner.build(start, lambda: Count(dice, found.targets)) if found.targets else dice
    return Parsed(read, Span(start, scanner.at, spans), height)


def containment(grammar: GrammarBase, start: int, test: Containment) -> Parsed:
    """The dice of one pool among those of another, after the name of the test."""
    scanner = grammar.scanner
    scanner.take("(")
    scanner.nest(start)
    parts = [readable_dice(grammar)]
    if len(_operands(parts[0].expression)) == 1:
        scanner.expect(",", f"`{test.value}` compares two pools.")
        parts.append(readable_dice(grammar))
    scanner.expect(")", f"`{test.value}` ends here.")
    scanner.depth -= 1
    operands = tuple(one for part in parts for one in _operands(part.expression))
    if len(operands) != 2:
        raise scanner.error("notation-dice", f"`{test.value}` compares two pools.", start=start, expected="two pools")
    made = grammar.made(start, lambda: SetTest(test, *operands), *parts)
    spans = tuple(span for part in parts for span in _pool_spans(part))
    return Parsed(made.expression, Span(start, scanner.at, spans), made.height)


def readable_dice(grammar: GrammarBase, *, several: bool = True) -> Parsed:
    """A pool of dice, or a combination of pools. several: with others; else its size may be rolled first."""
    parsed = grammar.bare_atom()
    if dice_in(parsed.expression) is not None or (not several and _rolled_size(parsed.expression) is not None):
        return parsed
    raise grammar.scanner.error(
        "notation-dice",
        "This is read off a pool of dice.",
        start=parsed.span.start,
        expected="dice such as 5d10, or pools matched such as difference(5d6, 3d6)",
        suggestion="(2d{6}&1d{5}) for two 6s and a 5"
        if grammar.scanner.text.startswith("{", parsed.span.start)
        else "",
    )


def of_readable(grammar: GrammarBase, parsed: Parsed) -> tuple[Any, Expression[Any] | None, tuple[Span, ...]]:
    """The dice that `readable_dice` has read, and the places of their pools where there are several.

    Where their number is rolled first, one die, that roll, and its place.
    """
    sized = _rolled_size(parsed.expression)
    if sized is not None:
        return *sized, parsed.span.parts
    dice = _dice_of(parsed.expression)
    if len(dice.sides) > 1:
        raise grammar.scanner.error(
            "notation-dice",
            "Several hands are read together.",
            start=parsed.span.start,
            expected="one hand such as 5c52, or hands matched such as difference(deal(c52, 5, 3))",
        )
    return dice, None, _pool_spans(parsed) if isinstance(dice, CombinationData) else ()


def together(grammar: GrammarBase, start: int, reader: JointReader[Any, Any, Any]) -> Parsed:
    """Pools that a reader of your own reads together, after its name."""
    scanner = grammar.scanner
    parts = grammar.listed(start, "(", ")", f"`{reader.name}` ends here.")
    pools: list[Pool[Any]] = []
    spans: list[Span] = []
    for part in parts:
        dice = dice_in(part.expression)
        hands = () if dice is None else _operands(dice)
        if not all(isinstance(pool, Pool) for pool in hands) or not hands:
            raise scanner.error(
                "notation-dice", "Pools are read together.", start=part.span.start, expected="dice such as 5d10"
            )
        pools.extend(cast("tuple[Pool[Any], ...]", hands))
        spans.extend(_pool_spans(part))
    made = grammar.made(start, lambda: Together(tuple(pools), reader), *parts)
    return Parsed(made.expression, Span(start, scanner.at, tuple(spans)), made.height)


def relation_of(sign: str) -> Relation:
    """The comparison that a sign stands for."""
    return Relation(_ALSO.get(sign, sign))


def _relation(grammar: GrammarBase, matching: Matching, *, both: bool) -> Relation:
    """A comparison. both: hands of one deck, which are both sides, stand before it."""
    scanner = grammar.scanner
    example = f"{matching.value}({'deal(c52, 5, 5), >' if both else '3d6, >, 2d6'})"
    scanner.expect(",", f"`{matching.value}` compares: {example}.")
    scanner.skip()
    sign = scanner.match(COMPARISON)
    if sign is None:
        raise scanner.unexpected("a comparison: >, >=, <, <= or =", suggestion=example)
    scanner.skip()
    if scanner.next != "," and not both:
        raise scanner.unexpected("`,` and the other dice", suggestion=example)
    return relation_of(sign.group())


def _refuse_many(grammar: GrammarBase, start: int, parts: int) -> None:
    if parts >= MAX_POOLS:
        error = above_fixed("pools", parts + 1, MAX_POOLS, "Match fewer pools.")
        raise grammar.scanner.placed(error, start)


def _operands(expression: Expression[Any]) -> tuple[Any, ...]:
    """Dice as they are matched with others: hands of one deck are several."""
    sides: tuple[Any, ...] = _dice_of(expression).sides
    return sides


def _dice_of(expression: Expression[Any]) -> Any:
    dice = dice_in(expression)
    assert dice is not None  # `readable_dice` has looked
    return dice


def dice_in(expression: Expression[Any]) -> ReadableDice[Any] | None:
    """Pools and combinations, and the pool of dice that are added up; None for anything else."""
    if isinstance(expression, ReadableDice):
        return expression
    if isinstance(expression, Die):
        return expression.pool()
    if not isinstance(expression, Sum) or isinstance(expression.pool, CombinationData):
        return None
    pool = expression.pool
    return Pool(pool.dice, pool.unique, pool.selection)


def _rolled_size(expression: Expression[Any]) -> tuple[Pool[Any], Expression[Any]] | None:
    """One die of those whose number is rolled first, and that roll; None for any other expression."""
    if isinstance(expression, AsMany):
        one, count = dice_in(expression.reading), expression.count
    elif isinstance(expression, Computed) and expression.count is not None and expression.sides is None:
        one, count = dice_in(expression.term(1, None)), expression.count
    else:
        return None
    return (one, count) if isinstance(one, Pool) else None


def _pool_spans(part: Parsed) -> tuple[Span, ...]:
    """The places of the pools in a part, in the order in which they are thrown."""
    if isinstance(part.expression, Combination):
        return part.span.parts
    return (part.span,) * len(_operands(part.expression))
