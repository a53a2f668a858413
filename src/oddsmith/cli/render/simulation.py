"""Simulations as text: shares with their standard errors, and counts."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.render.odds import headline, show_measures
from oddsmith.cli.text.terminal import bar, bar_room, faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import percent

_BESIDE_A_BAR = 36  # indent, percentage, standard error, count, and what is between them


def show_simulation(document: dict[str, Any]) -> None:
    """Print a simulation: shares with their standard error, and counts."""
    runs = document["runs"]
    say(faint(f"{runs:,} simulated {'run' if runs == 1 else 'runs'}, seed {document['seed']}"))
    say()
    say(strong(wrapped(headline(document))))
    longest = max((len(document["titles"][name]) for name in document["events"]), default=0)
    rows = [
        (
            document["titles"][name],
            percent(entry["float"]),
            f"± {100 * entry['se']:.2g} %",
            bar(entry["float"], bar_room(longest + _BESIDE_A_BAR)),
            f"{entry['count']:,}",
        )
        for name, entry in document["events"].items()
        if "ruling" not in document or name not in document["ruling"]["sure"]
    ]
    if rows:
        say()
    for line in grid(rows, "<><<>"):
        say(line)
    show_measures(document)
    if document["unresolved"]:
        say()
        say(wrapped(f"Not resolved: {document['unresolved']:,} runs went beyond the table of an unbounded roll."))
