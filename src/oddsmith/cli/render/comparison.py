"""Comparisons as text: the entries, who is ahead of whom, and the chance of reaching each value."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.json_values import fraction
from oddsmith.cli.text.terminal import bar, faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import amount, beside, pairs, percent, shown, unresolved
from oddsmith.systems.fields.names import written

_MOST_ROWS = 30
_RARE = 5e-4
_BAR = 20


def show_comparison(document: dict[str, Any], *, plot: bool, in_full: bool) -> None:
    """Print how several rolls compare."""
    _show_entries(document["entries"])
    say()
    for pair in document["pairs"]:
        _show_pair(document["entries"], pair, in_full=in_full)
    say()
    _show_events(document["entries"], in_full=in_full)
    _show_thresholds(document["entries"], plot=plot)
    if not document["exact"]:
        say()
        say(wrapped(f"Not resolved: {unresolved(document['unresolved'], in_full=in_full)} of each at most."))


def show_conversion(document: dict[str, Any], *, in_full: bool) -> None:
    """Print for every roll the versions of a question that are most like it."""
    for place, target in enumerate(document["targets"]):
        if place:
            say()
        say(strong(wrapped(f"{target['name']}, {amount(target['mean']['float'])} on average, is most like")))
        rows = [("", "overlap", "mean", "")]
        for match in target["matches"]:
            overlap = match["overlap"]["p"] if in_full else percent(match["overlap"]["float"])
            rows.append((pairs(match["values"]), overlap, amount(match["mean"]["float"]), _BETTER[match["better"]]))
        for line in grid(rows, "<>><"):
            say(line.rstrip())
    if document["refused"]:
        say(faint(f"{document['refused']} of {document['versions']} versions cannot be compared."))


_BETTER = {
    "target": "as bad or worse at every target",
    "match": "as good or better at every target",
    "both": "the same",
    "neither": "",
}


def _show_entries(entries: Sequence[dict[str, Any]]) -> None:
    head = (_compared(entries), "mean", "sd", "least", "5 %", "half", "95 %", "most")
    rows = [head]
    for entry in entries:
        quantiles = entry["quantiles"]
        numbers = (entry["min"], quantiles["0.05"], quantiles["0.5"], quantiles["0.95"], entry["max"])
        shown_numbers = ["…" if value is None else shown(value) for value in numbers]
        rows.append((entry["name"], amount(entry["mean"]["float"]), amount(entry["sd"]), *shown_numbers))
    lines = grid(rows, "<>>>>>>>", indent="")
    say(faint(lines[0]))
    for line in lines[1:]:
        say(line)


def _compared(entries: Sequence[dict[str, Any]]) -> str:
    """Return the name of what is compared of actions, where it is the same of all; dice notation has only a total."""
    names = {entry["measure"] for entry in entries if entry["system"] != "notation"}
    return written(names.pop()) if len(names) == 1 else ""


def _show_pair(entries: Sequence[dict[str, Any]], pair: dict[str, Any], *, in_full: bool) -> None:
    both = entries[pair["left"]], entries[pair["right"]]
    left, right = [entry["name"] for entry in both]
    say(strong(wrapped(f"{left} against {right}")))
    chances = (("ahead", pair["win"]), ("equal", pair["tie"]), ("behind", pair["lose"]))
    if in_full:
        lines = grid([(name, chance["p"]) for name, chance in chances], "<<")
    else:
        rows = [
            (name, percent(chance["float"]), bar(chance["float"], _BAR), beside(chance["p"], chance["float"]))
            for name, chance in chances
        ]
        lines = grid(rows, "<><<")
    for line in lines:
        say(line)
    if pair["overlap"] is not None:
        events = {frozenset((title, each["p"]) for title, each in entry.get("events", {}).items()) for entry in both}
        shape = "alike" if pair["better"] == "both" and len(events) > 1 else pair["better"]
        say(wrapped(f"  {_SHAPES[shape].format(left=left, right=right)} {_overlap(pair, in_full=in_full)}"))


_SHAPES = {
    "left": "{left} is as good or better at every target.",
    "right": "{right} is as good or better at every target.",
    "both": "They are the same roll.",
    "alike": "In this they are alike, in what happens they are not.",
    "neither": "Which is better depends on the target.",
}


def _overlap(pair: dict[str, Any], *, in_full: bool) -> str:
    if pair["better"] == "both":
        return ""
    overlap = pair["overlap"]
    return f"Their curves overlap by {overlap['p'] if in_full else percent(overlap['float'])}."


def _show_events(entries: Sequence[dict[str, Any]], *, in_full: bool) -> None:
    """Print the events that all entries have, side by side."""
    first, *others = [entry.get("events", {}) for entry in entries]
    common = [title for title in first if all(title in each for each in others)]
    if not common:
        return
    rows = [["", *(entry["name"] for entry in entries)]]
    for title in common:
        chances = [each[title] for each in (first, *others)]
        rows.append([title, *(chance["p"] if in_full else percent(chance["float"]) for chance in chances)])
    lines = grid(rows, "<" + ">" * len(entries))
    say(faint(lines[0]))
    for line in lines[1:]:
        say(line)
    say()


def _show_thresholds(entries: Sequence[dict[str, Any]], *, plot: bool) -> None:
    """Print the chance of each entry to reach each value, in a limited number of rows."""
    tails = [_reaching(entry) for entry in entries]
    values = sorted({value for tail in tails for value, reached in tail.items() if _RARE < reached < 1 - _RARE})
    step = -(-len(values) // _MOST_ROWS) if values else 1
    head = ["at least", *(cell for entry in entries for cell in ([entry["name"], ""] if plot else [entry["name"]]))]
    rows = [head]
    for value in values[::step]:
        row = [shown(value if isinstance(value, int) else f"{float(value):g}")]
        for entry, tail in zip(entries, tails, strict=True):
            reached = round(next((share for known, share in tail.items() if known >= value), 0.0), 12)
            row.append(percent(reached) if entry["pmf"] else "…")  # no rows: too many numbers to list
            if plot:
                row.append(bar(reached, _BAR))
        rows.append(row)
    lines = grid(rows, ">" + (">" + "<" * plot) * len(entries))
    say(faint(lines[0]))
    for line in lines[1:]:
        say(line)


def _reaching(entry: dict[str, Any]) -> dict[int | Fraction, float]:
    """Return the share of each value or more, ascending."""
    reached: dict[int | Fraction, float] = {}
    total = 0.0 if entry["max"] is not None else float(fraction(entry.get("tail", "0")))
    for value, _, share in reversed(entry["pmf"]):
        total += share
        reached[fraction(value) if isinstance(value, str) else value] = total
    return dict(reversed(reached.items()))
