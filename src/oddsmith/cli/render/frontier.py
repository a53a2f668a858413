"""A frontier for people: every trade-off that no plan beats, as a table and a plot."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from oddsmith.answers import Question, frontier_document
from oddsmith.answers.format.plan import MOST_LISTED
from oddsmith.cli.render.heading import head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.plan import told_opening
from oddsmith.cli.render.plot import Axis, Spot, drawing, text_plot
from oddsmith.cli.render.terminal import faint, say, strong, table, tell, width, wrapped
from oddsmith.cli.render.words import amount, beside, capital, percent, spoken
from oddsmith.errors import BadInput

_LONGEST_TITLE = 28
_MOST_ROWS = 30
_NARROWEST = 30


def run_frontier(
    question: Question, sides: str, *, out: str | None, as_json: bool, in_full: bool, limit: int, most: int | None
) -> None:
    """Print a frontier, and write it to a file as a drawing where one is named."""
    gain, cost = two_sides(sides)
    if out is not None and not out.endswith(".svg"):
        raise BadInput("out", out, "the name of a file that ends in .svg")
    document = frontier_document(question, gain, cost, limit=limit, most=most or MOST_LISTED)
    if as_json:
        say(pretty(document))
    else:
        head(question, document)
        show(document, in_full=in_full)
    if out is not None:
        spots, across, up = _plotted(document)
        title = f"{question.system.title}: {question.action.title}"
        try:
            Path(out).write_text(drawing(spots, across, up, title), encoding="utf-8")
        except OSError as error:
            raise BadInput("out", out, f"a file that can be written ({error.strerror})") from None
        tell(f"wrote {out}")


def two_sides(text: str) -> tuple[str, str]:
    """Gain and cost from `gain,cost`; the gain may have commas of its own."""
    gain, comma, cost = text.rpartition(",")
    if not comma or not gain.strip() or not cost.strip():
        raise BadInput("frontier", text, "GAIN,COST, such as success,ec-spent")
    return gain.strip(), cost.strip()


def show(document: dict[str, Any], *, in_full: bool = False) -> None:
    """The table of trade-offs, a plot of them, and what else can be chosen."""
    gain, cost, points = document["gain"], document["cost"], document["points"]
    say(wrapped(f"gain: {gain['title']}"))
    say(wrapped(f"cost: {cost['title']}"))
    if document["others"]:
        say(wrapped(faint(f"Others decide too; {document['others']}.")))
    say()
    if len(points) == 1:
        say(strong(wrapped(f"One plan is best at any price: {_told(points[0], gain, cost)}.")))
        return
    say(strong(wrapped(f"{len(points)} plans that nothing beats, and between neighbours their mixes:")))
    for line in _table(points, gain, cost, in_full=in_full):
        say(line)
    say()
    for line in text_plot(*_plotted(document)):
        say(line)
    choices = document["choices"]
    if choices is not None and len(choices) > len(points):
        say()
        say(strong(wrapped(f"All {len(choices)} choices that no other choice beats, without mixing:")))
        for line in _table(choices[:_MOST_ROWS], gain, cost, in_full=in_full):
            say(line)
        if len(choices) > _MOST_ROWS:
            say(faint(f"  … and {len(choices) - _MOST_ROWS:,} that cost more; --json has them all"))
    if not document["exact"]:
        say()
        say(wrapped(f"Not resolved: {document['unresolved']}. Every probability may be higher by as much."))


def _table(
    rows: Sequence[dict[str, Any]], gain: dict[str, Any], cost: dict[str, Any], *, in_full: bool = False
) -> list[str]:
    stepped = "step" in rows[0]
    header = [_short(gain, "gain"), _short(cost, "cost")]
    header += [f"{'1 % more' if gain['chance'] else '1 more'} costs"] if stepped else []
    body = [
        [
            _number(row["gain"], gain, in_full=in_full),
            _number(row["cost"], cost, in_full=in_full),
            *([_step(row["step"], gain, cost)] if stepped else []),
        ]
        for row in rows
    ]
    lines = table([header, *body], ">" * len(header))
    openings = [told_opening(row) for row in rows]
    if any(openings):
        columns = max(map(len, lines))
        told = ["how it begins" if stepped else "choice", *[", ".join(one) or "nothing" for one in openings]]
        lines = [_beside(line.ljust(columns), text) for line, text in zip(lines, told, strict=True)]
    return [faint(lines[0]), *lines[1:]]


def _beside(line: str, text: str) -> str:
    """A line of a table with a text of any length at its end."""
    first, *further = textwrap.wrap(text, max(width() - len(line) - 2, _NARROWEST))
    return "\n".join([f"{line}  {first}", *[" " * (len(line) + 2) + more for more in further]])


def _number(number: dict[str, Any], side: dict[str, Any], *, in_full: bool) -> str:
    if in_full:
        return str(number["exact"])
    if side["chance"]:
        return percent(number["float"])
    rounded = amount(number["float"])
    short = len(number["exact"]) <= 8 and number["exact"] != rounded
    return f"{rounded} ({beside(number['exact'], number['float'])})" if short else rounded


def _step(step: dict[str, Any] | None, gain: dict[str, Any], cost: dict[str, Any]) -> str:
    """What a little more of the gain costs, on the way from the row above."""
    if step is None:
        return ""
    one = (0.01 if gain["chance"] else 1) / step["float"]
    return percent(one) if cost["chance"] else amount(one)


def _told(point: dict[str, Any], gain: dict[str, Any], cost: dict[str, Any]) -> str:
    told = f"{_short(gain, 'gain')} {_number(point['gain'], gain, in_full=False)}"
    return f"{told}, {_short(cost, 'cost')} {_number(point['cost'], cost, in_full=False)}"


def _short(side: dict[str, Any], otherwise: str) -> str:
    name = spoken(side["name"])
    return name if len(name) <= _LONGEST_TITLE else otherwise


def _plotted(document: dict[str, Any]) -> tuple[list[Spot], Axis, Axis]:
    points = document["points"]
    spots = [_spot(point, on_line=True) for point in points]
    on_line = {(point["gain"]["exact"], point["cost"]["exact"]) for point in points}
    others = [one for one in document["choices"] or () if (one["gain"]["exact"], one["cost"]["exact"]) not in on_line]
    spots += [_spot(choice, on_line=False) for choice in others]
    return spots, _axis(document["cost"]), _axis(document["gain"])


def _spot(row: dict[str, Any], *, on_line: bool) -> Spot:
    return Spot(row["cost"]["float"], row["gain"]["float"], on_line, ", ".join(told_opening(row)))


def _axis(side: dict[str, Any]) -> Axis:
    if side["chance"]:
        return Axis(capital(side["title"]), lambda value: f"{100 * value:.4g} %")
    return Axis(capital(side["title"]), amount)
