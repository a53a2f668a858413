"""`oddsmith compare`: notations and saved questions side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import click

from oddsmith.answers import comparands, compare_document, fraction
from oddsmith.cli.build.command import Command
from oddsmith.cli.build.common import exact_option, json_option, limit_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.terminal import bar, faint, say, strong, table, wrapped
from oddsmith.cli.render.words import amount, beside, percent, shown

_MOST_ROWS = 30
_RARE = 5e-4
_BAR = 20


def run(texts: tuple[str, ...], measure: str | None, as_json: bool, plot: bool, in_full: bool, limit: int) -> None:
    """Print how several rolls compare."""
    entries = [entry for text in texts for entry in comparands(text, measure=measure, limit=limit)]
    document = compare_document(entries)
    if as_json:
        say(pretty(document))
        return
    _show_entries(document["entries"])
    say()
    for pair in document["pairs"]:
        _show_pair(document["entries"], pair, in_full=in_full)
    say()
    _show_thresholds(document["entries"], plot=plot)
    if not document["exact"]:
        say()
        say(wrapped(f"Not resolved: up to {document['unresolved']} of each."))


def _show_entries(entries: Sequence[dict[str, Any]]) -> None:
    head = ("", "mean", "sd", "least", "5 %", "half", "95 %", "most")
    rows = [head]
    for entry in entries:
        quantiles = entry["quantiles"]
        numbers = (entry["min"], quantiles["0.05"], quantiles["0.5"], quantiles["0.95"], entry["max"])
        shown_numbers = ["…" if value is None else shown(value) for value in numbers]
        rows.append((entry["name"], amount(entry["mean"]["float"]), amount(entry["sd"]), *shown_numbers))
    lines = table(rows, "<>>>>>>>", indent="")
    say(faint(lines[0]))
    for line in lines[1:]:
        say(line)


def _show_pair(entries: Sequence[dict[str, Any]], pair: dict[str, Any], *, in_full: bool) -> None:
    left, right = entries[pair["left"]]["name"], entries[pair["right"]]["name"]
    say(strong(wrapped(f"{left} against {right}")))
    told = (("ahead", pair["win"]), ("equal", pair["tie"]), ("behind", pair["lose"]))
    if in_full:
        lines = table([(name, chance["p"]) for name, chance in told], "<<")
    else:
        rows = [
            (name, percent(chance["float"]), bar(chance["float"], _BAR), beside(chance["p"], chance["float"]))
            for name, chance in told
        ]
        lines = table(rows, "<><<")
    for line in lines:
        say(line)


def _show_thresholds(entries: Sequence[dict[str, Any]], *, plot: bool) -> None:
    """How likely each entry is to reach each value, in as many rows as are bearable."""
    tails = [_reaching(entry) for entry in entries]
    values = sorted({value for tail in tails for value, reached in tail.items() if _RARE < reached < 1 - _RARE})
    step = -(-len(values) // _MOST_ROWS) if values else 1
    head = ["at least", *(cell for entry in entries for cell in ([entry["name"], ""] if plot else [entry["name"]]))]
    rows = [head]
    for value in values[::step]:
        row = [shown(value if isinstance(value, int) else f"{float(value):g}")]
        for tail in tails:
            reached = round(next((share for known, share in tail.items() if known >= value), 0.0), 12)
            row.append(percent(reached))
            if plot:
                row.append(bar(reached, _BAR))
        rows.append(row)
    lines = table(rows, ">" + (">" + "<" * plot) * len(entries))
    say(faint(lines[0]))
    for line in lines[1:]:
        say(line)


def _reaching(entry: dict[str, Any]) -> dict[int | Fraction, float]:
    """The share of each value or more, ascending."""
    reached: dict[int | Fraction, float] = {}
    total = 0.0
    for value, _, share in reversed(entry["pmf"]):
        total += share
        reached[fraction(value) if isinstance(value, str) else value] = total
    return dict(reversed(reached.items()))


command = Command(
    "compare",
    params=[
        click.Argument(("texts",), nargs=-1, required=True, metavar="NOTATION|FILE.json ..."),
        Option(("--measure",), metavar="NAME", help="Which number of saved questions. [default: the first]"),
        json_option(),
        Option(("--plot",), is_flag=True, help="Bars beside the numbers."),
        exact_option(),
        limit_option(),
    ],
    callback=run,
    help="Compare rolls: dice notations, or saved questions (documents that --json printed).",
    epilog='\b\nExamples:\n  oddsmith compare "4d6kh3" "3d6"\n  oddsmith compare "5d10>=7! vs 4d10>=6!"',
)
