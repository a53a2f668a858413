"""The prompt at which the person at the keyboard decides."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

import click

from oddsmith.answers.choices import label, option_list, option_named
from oddsmith.answers.documents.advice import AdvisedDecision, differing_columns
from oddsmith.answers.format.plan import choice_text
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.cli.text.terminal import ask, faint, grid, say_err, strong, width, wrapped
from oddsmith.cli.text.words import amount, percent, spoken
from oddsmith.errors import MissingAnswer
from oddsmith.rules import Decision
from oddsmith.rules.graph.situations import facts

_MOST_COLUMNS = 6


def ask_option(
    decision: Decision,
    advised: AdvisedDecision | None = None,
    phrase: Callable[[str], str] = str,
    *,
    ruling: bool = False,
) -> Hashable:
    """Ask for an option: its name or phrase or the beginning of one, its number, or an empty line for the best (which
    may be a `Distribution` of options, to be drawn from, where others decide at the same moment).

    advised: the prospects of the options, shown before the question; without it an empty line means the first option.
    phrase: puts an option in a phrase. ruling: the game master says, so that an empty line means nothing. Asks again
    after any other answer. Raises MissingAnswer where the input ends.
    """
    numbered = not any(label(option).isdigit() for option in decision.options)
    names = [phrase(label(option)) for option in decision.options]
    default = decision.options[0] if advised is None else advised.best
    if advised is None:
        shown = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1)) if numbered else ", ".join(names)
    else:
        for line in _advice(decision, advised, phrase, numbered=numbered):
            say_err(line)
        shown = "which"
    who = "game master" if ruling else decision.who
    while True:
        ask(f"{strong(who)}: {shown} " + ("" if ruling else f"[{phrase(choice_text(default))}] "))
        line = sys.stdin.readline()
        if not line:
            say_err("")
            missing = MissingAnswer("ask", 1, option_list(decision))
            raise missing.reworded(
                "--ask: nobody has answered, and the input has ended.",
                f"Expected: {who} decides: {', '.join(names)}.",
            )
        typed = line.strip()
        if not typed and not ruling:
            return default
        place = option_named(decision, typed, phrase)
        if place is None and numbered and typed.isdigit() and 1 <= int(typed) <= len(names):
            place = int(typed) - 1
        if place is not None:
            return decision.options[place]
        if typed:
            say_err(f"{typed!r} is none of them.")


def _advice(
    decision: Decision, advised: AdvisedDecision, phrase: Callable[[str], str], *, numbered: bool
) -> Iterator[str]:
    """Yield what is known, the prospects of every option and the best, and what the next best loses; columns in which
    all options agree come last.
    """
    if advised.situation:
        yield wrapped(f"Now: {facts(advised.situation)}.")
    names = [phrase(label(option)) for option in decision.options]
    numbered_names = [f"{number} {name}" for number, name in enumerate(names, 1)] if numbered else names
    marked = [
        strong(f"{text} (best)") if option == advised.best else text
        for option, text in zip(decision.options, numbered_names, strict=True)
    ]
    columns = differing_columns(advised)
    cells = {name: [_number(of, advised.options[o][name]) for o in decision.options] for name, of in columns.items()}
    head = f"{decision.who} decides"
    across = [[head, *marked], *([spoken(name), *numbers] for name, numbers in cells.items())]
    lines = grid(across, "<" + ">" * len(marked))
    if max(len(click.unstyle(line)) for line in lines) > width():
        down = [list(row) for row in zip(*across, strict=True)]
        lines = grid([row[: 1 + _MOST_COLUMNS] for row in down], "<" + ">" * min(len(columns), _MOST_COLUMNS))
    yield from lines
    if advised.loss:
        lost = _number(next(iter(advised.columns.values())), advised.loss)
        yield wrapped(f"Any other option costs {lost}{' or more' if len(names) > 2 else ''}.", indent="  ")
    first = advised.options[decision.options[0]]
    same = [f"{spoken(n)} {_number(of, first[n])}" for n, of in advised.columns.items() if n not in columns]
    if same:
        yield wrapped(faint(f"whatever is chosen: {', '.join(same)}"), indent="  ")


def _number(quantity: Quantity, value: Fraction) -> str:
    return percent(float(value)) if quantity.is_chance else amount(float(value))
