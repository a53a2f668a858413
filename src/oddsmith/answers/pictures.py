"""Documents as charts: the odds of a question, rolls side by side, and frontiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsmith.plots import Chart, chances, comparison, curve, frontier


def odds_picture(document: Mapping[str, Any], title: str) -> Chart:
    """Draw a document of odds: its first number that can come out in more than one way, else its events, if it has any.

    The note has the events and their chances.
    """
    titles = document["titles"]
    events = {titles[name]: entry["float"] for name, entry in document["events"].items()}
    for name, entry in document["measures"].items():
        rows = {_outcome(value): chance for value, _, chance in entry["pmf"]}
        if len(rows) > 1 or not events:
            told = "; ".join(f"{event} {chance:.1%}" for event, chance in list(events.items())[:_MOST_TOLD])
            return curve(rows, title=title, outcome=titles[name], note=told)
    return chances(events, title=title)


_MOST_TOLD = 2


def comparison_picture(document: Mapping[str, Any], title: str = "") -> Chart:
    """Draw a comparison: the chance of each roll to reach each number."""
    rolls: dict[str, dict[Any, float]] = {}
    for entry in document["entries"]:
        name = entry["name"] if entry["name"] not in rolls else f"{entry['name']} ({len(rolls) + 1})"
        rolls[name] = {_outcome(value): chance for value, _, chance in entry["pmf"]}
    return comparison(rolls, title=title, outcome="number")


def frontier_picture(document: Mapping[str, Any], title: str) -> Chart:
    """Draw a frontier: the plans that nothing beats, and the choices that only their mixes beat."""
    gain, cost = document["gain"], document["cost"]
    points = [_spot(point) for point in document["points"]]
    placed = {point[:2] for point in points}
    others = [spot for spot in map(_spot, document["choices"] or ()) if spot[:2] not in placed]
    return frontier(
        points, others, title=title, cost=cost["title"], gain=gain["title"],
        cost_is_chance=cost["chance"], gain_is_chance=gain["chance"],
    )  # fmt: skip


def _spot(row: Mapping[str, Any]) -> tuple[float, float, str]:
    return row["cost"]["float"], row["gain"]["float"], ", ".join(row["opening"])


def _outcome(value: Any) -> Any:
    """Return an outcome of a document as a chart has it: numbers as numbers, all else as text."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, int | float) and not isinstance(value, bool) else _number(str(value))


def _number(text: str) -> Any:
    numerator, slash, denominator = text.partition("/")
    if slash and numerator.lstrip("-").isdecimal() and denominator.isdecimal():
        return int(numerator) / int(denominator)
    return text
