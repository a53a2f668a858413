"""Frontiers as text: every trade-off that no plan beats, in rows and as a plot."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from oddsmith.cli.render.odds import show_unresolved
from oddsmith.cli.render.plan import chosen_opening
from oddsmith.cli.text.plot import Axis, Spot, text_plot
from oddsmith.cli.text.terminal import faint, grid, say, strong, width, wrapped
from oddsmith.cli.text.words import amount, beside, capital, percent, spoken

_LONGEST_TITLE = 28
_MOST_ROWS = 30
_NARROWEST = 30


def show_frontier(document: dict[str, Any], *, in_full: bool = False) -> None:
    """Print the trade-offs in rows, a plot of them, and the choices between them."""
    gain, cost, points = document["gain"], document["cost"], document["points"]
    say(wrapped(f"gain: {gain['title']}"))
    say(wrapped(f"cost: {cost['title']}"))
    beside = document.get("beside", [])
    for each in beside:
        say(wrapped(f"beside: {each['title']}"))
    if document["others"]:
        say(wrapped(faint(f"Others decide too; {document['others']}.")))
    say()
    if len(points) == 1:
        say(strong(wrapped(f"One plan is best at any price: {_told(points[0], gain, cost, beside)}.")))
        return
    say(strong(wrapped(f"{len(points)} plans that no other beats; mix two neighbours for what lies between:")))
    for line in _rows(points, gain, cost, beside, in_full=in_full):
        say(line)
    say()
    for line in text_plot(*_plotted(document)):
        say(line)
    choices = document["choices"]
    if choices is not None and len(choices) > len(points):
        say()
        say(strong(wrapped(f"All {len(choices)} single choices that no other beats:")))
        for line in _rows(choices[:_MOST_ROWS], gain, cost, beside, in_full=in_full):
            say(line)
        if len(choices) > _MOST_ROWS:
            say(faint(f"  … and {len(choices) - _MOST_ROWS:,} that cost more; --json has them all"))
    show_unresolved(document, in_full=in_full)


def _rows(
    rows: Sequence[dict[str, Any]],
    gain: dict[str, Any],
    cost: dict[str, Any],
    beside: Sequence[dict[str, Any]],
    *,
    in_full: bool = False,
) -> list[str]:
    stepped = "step" in rows[0]
    header = [_short(gain, "gain"), _short(cost, "cost"), *[_short(each, "beside") for each in beside]]
    header += [f"{'1 % more' if gain['chance'] else '1 more'} costs"] if stepped else []
    body = [
        [
            _number(row["gain"], gain, in_full=in_full),
            _number(row["cost"], cost, in_full=in_full),
            *[_number(one, each, in_full=in_full) for one, each in zip(row.get("beside", ()), beside, strict=True)],
            *([_step(row["step"], gain, cost)] if stepped else []),
        ]
        for row in rows
    ]
    lines = grid([header, *body], ">" * len(header))
    openings = [chosen_opening(row) for row in rows]
    if any(openings):
        columns = max(map(len, lines))
        texts = ["how it begins" if stepped else "choice", *[", ".join(one) or "nothing" for one in openings]]
        lines = [_beside(line.ljust(columns), text) for line, text in zip(lines, texts, strict=True)]
    return [faint(lines[0]), *lines[1:]]


def _beside(line: str, text: str) -> str:
    """Append a text of any length to a line, broken to the width."""
    first, *further = textwrap.wrap(text, max(width() - len(line) - 2, _NARROWEST))
    return "\n".join([f"{line}  {first}", *[" " * (len(line) + 2) + more for more in further]])


def _number(number: dict[str, Any], quantity: dict[str, Any], *, in_full: bool) -> str:
    if in_full:
        return str(number["exact"])
    if quantity["chance"]:
        return percent(number["float"])
    rounded = amount(number["float"])
    short = len(number["exact"]) <= 8 and number["exact"] != rounded
    return f"{rounded} ({beside(number['exact'], number['float'])})" if short else rounded


def _step(step: dict[str, Any] | None, gain: dict[str, Any], cost: dict[str, Any]) -> str:
    """Return the cost of a little more gain on the way from the row above, "" in the first row."""
    if step is None:
        return ""
    one = (0.01 if gain["chance"] else 1) / step["float"]
    return percent(one) if cost["chance"] else amount(one)


def _told(point: dict[str, Any], gain: dict[str, Any], cost: dict[str, Any], beside: Sequence[dict[str, Any]]) -> str:
    numbers = [(gain, point["gain"]), (cost, point["cost"]), *zip(beside, point.get("beside", ()), strict=True)]
    return ", ".join([f"{_short(of, of['title'])} {_number(one, of, in_full=False)}" for of, one in numbers])


def _short(quantity: dict[str, Any], otherwise: str) -> str:
    name = spoken(quantity["name"])
    return name if len(name) <= _LONGEST_TITLE else otherwise


def _plotted(document: dict[str, Any]) -> tuple[list[Spot], Axis, Axis]:
    points = document["points"]
    spots = [_spot(point, on_line=True) for point in points]
    on_line = {(point["gain"]["exact"], point["cost"]["exact"]) for point in points}
    others = [one for one in document["choices"] or () if (one["gain"]["exact"], one["cost"]["exact"]) not in on_line]
    spots += [_spot(choice, on_line=False) for choice in others]
    return spots, _axis(document["cost"]), _axis(document["gain"])


def _spot(row: dict[str, Any], *, on_line: bool) -> Spot:
    return Spot(row["cost"]["float"], row["gain"]["float"], on_line)


def _axis(quantity: dict[str, Any]) -> Axis:
    if quantity["chance"]:
        return Axis(capital(quantity["title"]), lambda value: f"{100 * value:.4g} %")
    return Axis(capital(quantity["title"]), amount)
