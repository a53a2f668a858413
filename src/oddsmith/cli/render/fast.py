"""Best play of very large games for people: every number with its proven error."""

from __future__ import annotations

from typing import Any

from oddsmith.answers import Question, fast_document
from oddsmith.cli.render.heading import head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.plan import told_opening
from oddsmith.cli.render.terminal import bar, faint, say, strong, table, wrapped
from oddsmith.cli.render.words import amount, capital, minus, percent, tries


def run_fast(question: Question, goal: str, prices: dict[str, str], *, as_json: bool, limit: int) -> None:
    """Print best play in floating point."""
    document = fast_document(question, goal, prices, limit=limit)
    if as_json:
        say(pretty(document))
        return
    head(question, document)
    show(document)


def show(document: dict[str, Any]) -> None:
    """What best play is worth, how it begins, and what then happens."""
    titles, value = document["titles"], document["value"]
    title = titles[document["goal"]]
    prices = [f"{minus(price)} for each of {titles[name]}" for name, price in document["prices"].items()]
    less = f", less {' and '.join(prices)}" if prices else ""
    say(wrapped(f"goal: {title}{less}"))
    say(
        faint(
            f"{document['states']:,} states, of which {document['decisions']['all']:,} are decisions; in floating point"
        )
    )
    say()
    if document["chance"]:
        say(strong(wrapped(f"{capital(title)} in {tries(value['float'], '')}, with best play.")))
    in_words = percent if document["chance"] else amount
    for line in table([("best play", strong(in_words(value["float"])), _within(value))], "<><"):
        say(line)
    opening = told_opening(document)
    if opening:
        say()
        say(wrapped(f"{strong('At first')}: {', '.join(opening)}."))
    say()
    say("What then happens, each number with its proven error:")
    say()
    rows = [
        (titles[name], percent(entry["float"]), bar(entry["float"], 24), _error(entry))
        for name, entry in document["events"].items()
    ]
    rows += [
        (f"{titles[name]}, on average", amount(entry["mean"]["float"]), "", _error(entry["mean"]))
        for name, entry in document["measures"].items()
    ]
    for line in table(rows, "<><<"):
        say(line)
    if document["unresolved"]:
        say()
        say(wrapped(f"Not resolved: at most {document['unresolved']:.2g}. Every probability may be higher by as much."))


def _within(number: dict[str, float]) -> str:
    return f"{number['float']:.15g} {_error(number)}"


def _error(number: dict[str, float]) -> str:
    return f"± {number['error']:.1g}"
