"""A decision put to the person at the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from fractions import Fraction

import click

from oddsmith.answers import AdvisedDecision, differing_columns, label, option_named
from oddsmith.answers.choices import option_list
from oddsmith.answers.format.plan import choice_text
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.cli.render.terminal import ask, faint, strong, table, tell, width, wrapped
from oddsmith.cli.render.words import amount, percent, spoken
from oddsmith.errors import MissingAnswer
from oddsmith.rules import Decision

_MOST_COLUMNS = 6


def prompted(decision: Decision, advised: AdvisedDecision | None = None) -> Hashable:
    """The option that is typed: its name or the beginning of it, its number, or nothing for the best (which may be a
    `Distribution` of options, to be drawn from, where others decide at the same moment).

    advised: what the options lead to, shown before the question; without it nothing means the first option. Asks again
    for what is none of them. Raises MissingAnswer where the input ends.
    """
    names = [label(option) for option in decision.options]
    numbered = not any(name.isdigit() for name in names)
    default = decision.options[0] if advised is None else advised.best
    if advised is None:
        shown = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1)) if numbered else ", ".join(names)
    else:
        for line in _advice(decision, advised, numbered=numbered):
            tell(line)
        shown = "which"
    while True:
        ask(f"{strong(decision.who)}: {shown} [{choice_text(default)}] ")
        line = sys.stdin.readline()
        if not line:
            raise MissingAnswer("ask", 1, f"{decision.who} decides: {option_list(decision)}")
        typed = line.strip()
        if not typed:
            return default
        place = option_named(decision, typed)
        if place is None and numbered and typed.isdigit() and 1 <= int(typed) <= len(names):
            place = int(typed) - 1
        if place is not None:
            return decision.options[place]
        tell(f"{typed!r} is none of them.")


def _advice(decision: Decision, advised: AdvisedDecision, *, numbered: bool) -> Iterator[str]:
    """What every option leads to, and which is best; what is the same whatever is chosen comes last."""
    names = [label(option) for option in decision.options]
    told = [f"{number} {name}" for number, name in enumerate(names, 1)] if numbered else names
    marked = [
        strong(f"{text} (best)") if option == advised.best else text
        for option, text in zip(decision.options, told, strict=True)
    ]
    columns = differing_columns(advised)
    cells = {name: [_number(of, advised.options[o][name]) for o in decision.options] for name, of in columns.items()}
    head = f"{decision.who} decides"
    across = [[head, *marked], *([spoken(name), *numbers] for name, numbers in cells.items())]
    lines = table(across, "<" + ">" * len(marked))
    if max(len(click.unstyle(line)) for line in lines) > width():
        down = [list(row) for row in zip(*across, strict=True)]
        lines = table([row[: 1 + _MOST_COLUMNS] for row in down], "<" + ">" * min(len(columns), _MOST_COLUMNS))
    yield from lines
    first = advised.options[decision.options[0]]
    same = [f"{spoken(n)} {_number(of, first[n])}" for n, of in advised.columns.items() if n not in columns]
    if same:
        yield wrapped(faint(f"whatever is chosen: {', '.join(same)}"), indent="  ")


def _number(quantity: Quantity, value: Fraction) -> str:
    return percent(float(value)) if quantity.is_chance else amount(float(value))
