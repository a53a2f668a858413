"""`oddsmith odds`: how likely everything is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from oddsmith.answers import Question, odds_document
from oddsmith.cli.build.common import exact_option, json_option, limit_option
from oddsmith.cli.build.option import Option
from oddsmith.cli.build.tree import Systems, Verb
from oddsmith.cli.render.chart import chart, exact_table
from oddsmith.cli.render.heading import head
from oddsmith.cli.render.json_layout import pretty
from oddsmith.cli.render.terminal import bar, bar_room, faint, say, strong, table, width, wrapped
from oddsmith.cli.render.words import amount, beside, capital, percent, root, shown, tries

_MANY = 5
_BESIDE_A_BAR = 31  # indent, percentage, exact number, and what is between them


def run(question: Question, *, as_json: bool, plot: bool, in_full: bool, limit: int) -> None:
    """Print the odds of a question."""
    document = odds_document(question, limit=limit)
    if as_json:
        say(pretty(document))
        return
    head(question, document)
    show(document, plot=plot, in_full=in_full)


def show(document: dict[str, Any], *, plot: bool = False, in_full: bool = False, or_less: bool = False) -> None:
    """The odds for people: a sentence, a line an event, a table a measure. or_less: tables also tell "or less"."""
    say()
    say(strong(wrapped(sentence(document))))
    show_events(document, plot=plot, in_full=in_full)
    show_measures(document, plot=plot, in_full=in_full, or_less=or_less)
    if not document["exact"]:
        say()
        say(wrapped(f"Not resolved: {document['unresolved']}. Every probability may be higher by as much."))


def sentence(document: dict[str, Any]) -> str:
    """What the odds mean: how often the foremost event happens, and the mean of the first measure that is uncertain."""
    told = []
    events, measures, titles = document["events"], document["measures"], document["titles"]
    uncertain = [name for name, entry in measures.items() if not is_settled(entry)]
    event = _foremost(events, fallback=not uncertain)
    if event is not None:
        told.append(
            f"{capital(titles.get(event, event))} in {tries(events[event]['float'], events[event].get('p', ''))}."
        )
    for name in uncertain[:1]:
        mean = measures[name]["mean"]
        rounded = amount(mean["float"])
        about = "" if mean["exact"] == rounded else "about "
        told.append(f"{capital(titles.get(name, name))}: {about}{rounded} on average.")
    return " ".join(told)


def _foremost(events: dict[str, Any], *, fallback: bool) -> str | None:
    """The event that a player asks about first: success, else the first that happens but not always, else one that
    always does.

    fallback: whether an event that never happens is better than none.
    """
    if "success" in events:
        return "success"
    for name, entry in events.items():
        if 0 < entry["float"] < 1:
            return name
    return next((name for name, entry in events.items() if entry["float"] == 1 or fallback), None)


def show_events(document: dict[str, Any], *, plot: bool = False, in_full: bool = False) -> None:
    """A line for every event."""
    events = [(document["titles"].get(name, name), entry) for name, entry in document["events"].items()]
    if not events:
        return
    say()
    if in_full:
        lines = table([(title, entry["p"]) for title, entry in events], "<<")
    else:
        columns = _bar_width(plot, max(len(title) for title, _ in events))
        lines = table(
            [
                (title, percent(entry["float"]), bar(entry["float"], columns), beside(entry["p"], entry["float"]))
                for title, entry in events
            ],
            "<><<",
        )
    for line in lines:
        say(line)


def show_measures(
    document: dict[str, Any], *, plot: bool = False, in_full: bool = False, or_less: bool = False
) -> None:
    """Every measure: first those that chance does not touch, a line each, then the others with a table."""
    named = [(document["titles"].get(name, name), entry) for name, entry in document["measures"].items()]
    settled = [(title, entry) for title, entry in named if is_settled(entry)]
    if settled:
        say()
    for title, entry in settled:
        say(f"  {title}: always {shown(entry['pmf'][0][0])}")
    for title, entry in named:
        if not is_settled(entry):
            say()
            _show_measure(title, entry, plot=plot, in_full=in_full, or_less=or_less)


def is_settled(entry: dict[str, Any]) -> bool:
    """Whether a measure has the same value whatever happens."""
    return len(entry["pmf"]) == 1 and "tail" not in entry and "unresolved" not in entry


def _show_measure(
    title: str, entry: dict[str, Any], *, plot: bool = False, in_full: bool = False, or_less: bool = False
) -> None:
    """The summary of a measure and the table of its values."""
    if in_full:
        mean, spread = entry["mean"]["exact"], root(entry["variance"]["exact"])
    else:
        mean, spread = amount(entry["mean"]["float"]), amount(entry["sd"])
        if len(entry["mean"]["exact"]) <= 12 and entry["mean"]["exact"] != mean:
            mean += f" ({entry['mean']['exact']})"
    say(f"  {strong(title)}: mean {mean}, standard deviation {spread}{_middle(entry)}")
    if or_less:
        say(f"    {_typical(entry)}")
    most, rare = (60, 1e-5) if plot else (20, 5e-4)
    lines = (
        exact_table(entry)
        if in_full
        else chart(entry, most=most, rare=rare, bar_width=_bar_width(plot, 20 + 9 * or_less), or_less=or_less)
    )
    for line in lines:
        say(line)


def _typical(entry: dict[str, Any]) -> str:
    """The likeliest value, and those that a quarter, a half and three quarters of all tries do not exceed."""
    quartiles = [entry["quantiles"][name] for name in ("0.25", "0.5", "0.75")]
    told = [f"mode {shown(entry['mode'])}"]
    if None not in quartiles:
        low, half, high = map(shown, quartiles)
        told.append(f"median {half}, quartiles {low} and {high}")
    return ", ".join(told)


def _middle(entry: dict[str, Any]) -> str:
    """Between which values nine outcomes of ten lie, where the table is long enough to ask."""
    quantiles = entry.get("quantiles", {})
    low, high = quantiles.get("0.05"), quantiles.get("0.95")
    if low is None or high is None or len(entry["pmf"]) < _MANY:
        return ""
    return faint(f", mostly {shown(low)} to {shown(high)}")


def _bar_width(plot: bool, left: int) -> int:
    """How long bars are: left is what stands before the percentage, behind the bar there is a fraction."""
    return max(width() - 60, 20) if plot else bar_room(left + _BESIDE_A_BAR)


def _options() -> Sequence[click.Parameter]:
    return (
        json_option(),
        Option(("--plot",), is_flag=True, help="Larger charts, with more rows."),
        exact_option(),
        limit_option(),
    )


VERB = Verb(
    name="odds",
    summary="The exact odds of an action: every event, and how every number is distributed.",
    example="oddsmith odds mod-dot test --pool 10 --difficulty 6",
    run=run,
    options=_options,
    notation='oddsmith odds "4d6kh3"',
)
command = Systems(VERB)
