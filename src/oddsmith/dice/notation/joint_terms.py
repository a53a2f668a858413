"""Terms for several readings of one roll: `joint(10d6, kh3, sum, >=5, set)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from oddsmith.dice.composed.computed import AsMany
from oddsmith.dice.composed.modifiers import PLAIN_TERM
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.model.combination_data import Readable
from oddsmith.dice.model.selection import Selection
from oddsmith.dice.notation.combination_terms import of_readable, readable_dice
from oddsmith.dice.notation.die_terms import modifiers, selection
from oddsmith.dice.notation.grammar_base import GrammarBase
from oddsmith.dice.notation.scanner import WORD, Parsed, Scanner, Span
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.joint import Joint
from oddsmith.dice.readings.sums import Sum

_KEPT: Final = re.compile(r"(?:[kd][hlm]?[0-9]+)+(?=\s*[,)])")
_STEP: Final = re.compile(r"[kd][hlm]?[0-9]")
_READINGS: Final = "a reading: kh3, sum, size, >=5, set, setface, straight or classes(hit>=5)"

MakeReading = Callable[[str, Readable[Any]], Callable[[], Expression[Any]] | None]


def joint(grammar: GrammarBase, start: int, reading_of: MakeReading) -> Parsed:
    """Readings of one roll after `joint`. reading_of(word, pool): what makes the reading of that name, if any."""
    scanner = grammar.scanner
    scanner.take("(")
    scanner.nest(start)
    parsed = readable_dice(grammar, several=False)
    pool, count, spans = of_readable(grammar, parsed)
    readings: list[Any] = []
    scanner.skip()
    while scanner.take(","):
        scanner.skip()
        readings.append(_reading(grammar, pool, reading_of))
        scanner.skip()
    if not scanner.take(")"):
        raise scanner.unexpected("`,` or `)`", "" if scanner.next else "`joint` is not closed.")
    scanner.depth -= 1
    read = scanner.build(start, lambda: Joint(pool, tuple(readings)))
    made = grammar.made(start, lambda: read if count is None else AsMany(count, read), parsed)
    return Parsed(made.expression, Span(start, scanner.at, spans), made.height)


def _reading(grammar: GrammarBase, pool: Readable[Any], reading_of: MakeReading) -> Expression[Any]:
    scanner = grammar.scanner
    start = scanner.at
    word = WORD.match(scanner.text, start)
    if word is not None and not _STEP.match(scanner.text, start):
        scanner.at = word.end()
        kept: tuple[Selection, ...] = ()
        opened = scanner.take("(")
        if opened:
            scanner.skip()
            kept = _kept(scanner)
        make = reading_of(word.group(), _keeping(pool, kept))
        if make is None:
            scanner.at = start
            raise scanner.unexpected(_READINGS)
        if opened:
            scanner.skip()
            scanner.expect(")", f"`{word.group()}` ends here.")
        return scanner.build(start, make)
    found = modifiers(scanner)
    if found != replace(PLAIN_TERM, selection=found.selection, targets=found.targets) or found == PLAIN_TERM:
        scanner.at = start
        raise scanner.unexpected(_READINGS)
    kept_pool = _keeping(pool, found.selection)
    make_reading = partial(Count, kept_pool, found.targets) if found.targets else partial(Sum, kept_pool)
    return scanner.build(start, make_reading)


def _keeping(dice: Readable[Any], kept: tuple[Selection, ...]) -> Readable[Any]:
    """The dice of which a reading keeps so many."""
    return replace(dice, selection=(*dice.selection, *kept)) if kept else dice


def _kept(scanner: Scanner) -> tuple[Selection, ...]:
    """Keep and drop before whatever else stands in the parentheses of a reading."""
    steps: list[Selection] = []
    if _KEPT.match(scanner.text, scanner.at):
        while (step := selection(scanner)) is not None:
            steps.append(step)
    return tuple(steps)
