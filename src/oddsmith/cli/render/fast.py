"""Best play of very large games as text: every number with its proven error."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.render.chance import chance_sentence
from oddsmith.cli.render.objective import objective_text
from oddsmith.cli.render.plan import chosen_opening, opening_text
from oddsmith.cli.text.terminal import bar, faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import amount, percent


def show_fast(document: dict[str, Any]) -> None:
    """Print the worth of best play, its opening, and the odds under it."""
    titles, value = document["titles"], document["value"]
    say(wrapped(objective_text(document)))
    say(faint(f"{document['states']:,} states, {document['decisions']['all']:,} of them decisions; in floating point"))
    say()
    if document["chance"]:
        say(strong(wrapped(chance_sentence(document, document["goal"], value["float"], "", "with best play"))))
    in_words = percent if document["chance"] else amount
    for line in grid([("best play", strong(in_words(value["float"])), _within(value))], "<><"):
        say(line)
    if chosen_opening(document):
        say()
        say(wrapped(f"{strong('At first')}: {opening_text(document)}."))
    say()
    say("With this plan, each number with its proven error:")
    say()
    rows = [
        (titles[name], percent(entry["float"]), bar(entry["float"], 24), _error(entry))
        for name, entry in document["events"].items()
    ]
    rows += [
        (f"{titles[name]}, on average", amount(entry["mean"]["float"]), "", _error(entry["mean"]))
        for name, entry in document["measures"].items()
    ]
    for line in grid(rows, "<><<"):
        say(line)
    if document["unresolved"]:
        say()
        say(wrapped(f"Not resolved: at most {document['unresolved']:.2g}. Every probability may be higher by as much."))


def _within(number: dict[str, float]) -> str:
    return f"{number['float']:.15g} {_error(number)}"


def _error(number: dict[str, float]) -> str:
    return f"± {number['error']:.1g}"
