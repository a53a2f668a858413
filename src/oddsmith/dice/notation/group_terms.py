"""Terms for groups: several rolls side by side, some of them kept or counted."""

from __future__ import annotations

from functools import partial
from typing import Any

from oddsmith.dice.composed.cross_pool_keep import CrossPoolKeep, summed_pools, with_selection
from oddsmith.dice.composed.groups import Group, TotalTarget
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.limits import above_fixed
from oddsmith.dice.model.selection import Selection
from oddsmith.dice.notation.die_terms import MAX_MODIFIERS, POINT, compare_point, selection, worth
from oddsmith.dice.notation.grammar_base import GrammarBase
from oddsmith.dice.notation.scanner import Parsed, Scanner, Span


def group(grammar: GrammarBase, start: int) -> Parsed:
    """A group after its opening brace, with its modifiers."""
    scanner = grammar.scanner
    members = grammar.listed(start, "", "}", "This group is not closed.")
    steps, targets = _modifiers(grammar.scanner)
    expressions = tuple(member.expression for member in members)
    if len(members) > 1 or not steps:
        return grammar.made(start, lambda: Group(expressions, steps, targets), *members)
    kept = scanner.build(start, lambda: _kept_dice(expressions[0], steps))
    if kept is None:
        raise scanner.error(
            "notation-dice",
            "Among single dice one can keep or drop only where they are just added up or reckoned with.",
            start=start,
            expected="a group of several rolls {a, b}kh1, or of plain dice {4d10*5d6}kl3",
        )
    spans = (members[0].span,) if isinstance(kept, CrossPoolKeep) else members[0].span.parts
    parsed = Parsed(kept, Span(start, scanner.at, spans), members[0].height)
    return grammar.made(start, lambda: Group((kept,), (), targets), parsed) if targets else parsed


def _modifiers(scanner: Scanner) -> tuple[tuple[Selection, ...], tuple[TotalTarget, ...]]:
    steps: list[Selection] = []
    targets: list[TotalTarget] = []
    while True:
        if len(steps) + len(targets) > MAX_MODIFIERS:
            count = len(steps) + len(targets)
            error = above_fixed("modifiers", count, MAX_MODIFIERS, "Use fewer.")
            raise scanner.placed(error, scanner.at - 1)
        before = scanner.at
        apart = scanner.skip()
        if not apart and (step := selection(scanner)) is not None:
            steps.append(step)
            continue
        start = scanner.at
        failing = bool(targets) and scanner.take("f")
        point = compare_point(scanner, bare=failing)
        if point is None:
            if failing:
                raise scanner.unexpected(POINT)
            scanner.at = before
            return tuple(steps), tuple(targets)
        if isinstance(point.bound, str | tuple):
            raise scanner.error("notation-dice", "A total is a number.", start=start, expected=POINT)
        counts = worth(scanner)
        make = partial(TotalTarget, point.relation, point.bound, -counts if failing else counts)
        targets.append(scanner.build(start, make))


def _kept_dice(member: Expression[Any], steps: tuple[Selection, ...]) -> Expression[Any] | None:
    """The only member of a group, with dice kept or dropped wherever they are; None where that makes no sense."""
    pools = summed_pools(member)
    if not pools:
        return None
    return with_selection(member, steps) if len(pools) == 1 else CrossPoolKeep(member, steps)
