"""Odds as text: a sentence, a line for each event, rows for each measure."""

from __future__ import annotations

from typing import Any

from oddsmith.cli.render.chance import action_of, chance_sentence, told_as_none
from oddsmith.cli.text.chart import chart, exact_grid
from oddsmith.cli.text.terminal import bar, bar_room, faint, grid, say, strong, width, wrapped
from oddsmith.cli.text.words import amount, beside, capital, figure, is_all, is_table, percent, root, unresolved

_MANY = 5
_BESIDE_A_BAR = 31  # indent, percentage, exact number, and what is between them


def show_odds(document: dict[str, Any], *, plot: bool = False, in_full: bool = False, or_less: bool = False) -> None:
    """Print a sentence, tables of facts, a line for each event, rows for each measure. or_less: rows also have "or
    less". Where nothing comes of it unless somebody chooses, that is all.
    """
    say()
    if _is_all_chosen(document):
        say(strong("Nothing comes of it without a choice."))
        return
    say(strong(wrapped(headline(document))))
    if any(map(is_table, document["facts"].values())):
        from oddsmith.cli.render.tables import show_tables  # which few answers have

        show_tables(document, in_full=in_full)
    show_events(document, plot=plot, in_full=in_full)
    if not _counts(document):
        show_measures(document, plot=plot, in_full=in_full, or_less=or_less)
    show_unresolved(document, in_full=in_full)


def show_unresolved(document: dict[str, Any], *, in_full: bool) -> None:
    """Say how much of the probability is not listed or not resolved, if any."""
    if "unlisted" in document:
        more = document["unlisted"]
        say()
        say(wrapped(f"And {more['outcomes']:,} less likely ones, together {percent(more['float'])}."))
    if not document["exact"]:
        say()
        left = unresolved(document["unresolved"], in_full=in_full)
        say(wrapped(f"Not resolved: {left}. Every probability may be higher by as much."))


def headline(document: dict[str, Any]) -> str:
    """Write what stands first: what hinges on the game master, else the odds in a sentence."""
    return str(document["ruling"]["says"]) if "ruling" in document else sentence(document)


def sentence(document: dict[str, Any]) -> str:
    """Write the odds in a sentence: the leading event, and the mean of the first measure that is uncertain."""
    parts = []
    events, measures, titles = document["events"], document["measures"], document["titles"]
    uncertain = [name for name, entry in measures.items() if not is_settled(entry)]
    event = _leading_event(events, fallback=not uncertain)
    if event is not None:
        parts.append(chance_sentence(document, event, events[event]["float"], events[event].get("p", "")))
    for name in uncertain[:1]:
        mean = measures[name]["mean"]
        rounded = amount(mean["float"])
        about = "" if is_all(rounded, mean["exact"]) else "about "
        parts.append(f"{capital(titles.get(name, name))}: {about}{rounded} on average.")
    if not parts and _counts(document):
        counted = [f"{titles.get(name, name)}: {figure(entry['pmf'][0][0])}" for name, entry in measures.items()]
        parts.append(f"{capital('; '.join(counted))}.")
    elif not parts and measures:
        name, entry = next(iter(measures.items()))
        parts.append(f"{capital(titles.get(name, name))}: always {figure(entry['pmf'][0][0])}.")
    return " ".join(parts)


def _is_all_chosen(document: dict[str, Any]) -> bool:
    """Tell whether no dice are rolled, and nothing comes of it where everybody declines."""
    action = action_of(document)
    nothing = all(entry["p"] == "0" for entry in document["events"].values()) and all(
        is_settled(entry) and entry["pmf"][0][0] == 0 for entry in document["measures"].values()
    )
    return "policy" in document and action is not None and not action.chance and nothing


def _counts(document: dict[str, Any]) -> bool:
    """Tell whether all that is asked is certain and counts what stands in a table of facts."""
    settled = not document["events"] and all(map(is_settled, document["measures"].values()))
    return settled and any(map(is_table, document["facts"].values()))


def _leading_event(events: dict[str, Any], *, fallback: bool) -> str | None:
    """Return the event that a player asks about first: success, else the first that happens but not always, else one
    that always does.

    fallback: prefer an event that never happens to none.
    """
    if "success" in events:
        return "success"
    for name, entry in events.items():
        if 0 < entry["float"] < 1:
            return name
    return next((name for name, entry in events.items() if entry["float"] == 1 or fallback), None)


def show_events(document: dict[str, Any], *, plot: bool = False, in_full: bool = False) -> None:
    """Print a line for every event, but for those that are sure where the headline tells a ruling: it tells them."""
    told = document["ruling"]["sure"] if "ruling" in document else ()
    events = [
        (document["titles"].get(name, name), entry) for name, entry in document["events"].items() if name not in told
    ]
    if not events:
        return
    say()
    if in_full:
        lines = grid([(title, entry["p"]) for title, entry in events], "<<")
    else:
        columns = _bar_width(plot, max(len(title) for title, _ in events))
        lines = grid(
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
    """Print every measure: first those that chance does not touch, a line each, then the others with their rows."""
    titles, measures = document["titles"], document["measures"]
    settled = {name: entry["pmf"][0][0] for name, entry in measures.items() if is_settled(entry)}
    if settled:
        say()
        none = told_as_none(action_of(document))
    for name, value in settled.items():
        title = titles.get(name, name)
        say(f"  no {title}" if name in none and value == 0 else f"  {title}: always {figure(value)}")
    for name, entry in measures.items():
        if name not in settled:
            title = titles.get(name, name)
            say()
            _show_measure(title, entry, plot=plot, in_full=in_full, or_less=or_less)


def is_settled(entry: dict[str, Any]) -> bool:
    """Return True for a measure that has the same value whatever happens."""
    return len(entry["pmf"]) == 1 and "tail" not in entry and "unresolved" not in entry


def _show_measure(
    title: str, entry: dict[str, Any], *, plot: bool = False, in_full: bool = False, or_less: bool = False
) -> None:
    """Print the summary of a measure and the rows of its values."""
    if in_full:
        mean, spread = entry["mean"]["exact"], root(entry["variance"]["exact"])
    else:
        mean, spread = amount(entry["mean"]["float"]), amount(entry["sd"])
        if len(entry["mean"]["exact"]) <= 12 and not (
            "/" not in entry["mean"]["exact"] and is_all(mean, entry["mean"]["exact"])
        ):
            mean += f" ({entry['mean']['exact']})"
    say(f"  {strong(title)}: mean {mean}, standard deviation {spread}{_middle(entry)}")
    if or_less:
        say(f"    {_typical(entry)}")
    most, rare = (60, 1e-5) if plot else (20, 5e-4)
    lines = (
        exact_grid(entry)
        if in_full
        else chart(entry, most=most, rare=rare, bar_width=_bar_width(plot, 20 + 9 * or_less), or_less=or_less)
    )
    for line in lines:
        say(line)


def _typical(entry: dict[str, Any]) -> str:
    """Write the mode, the median and the quartiles."""
    quartiles = [entry["quantiles"][name] for name in ("0.25", "0.5", "0.75")]
    parts = [f"mode {figure(entry['mode'])}"]
    if None not in quartiles:
        low, half, high = map(figure, quartiles)
        parts.append(f"median {half}, quartiles {low} and {high}")
    return ", ".join(parts)


def _middle(entry: dict[str, Any]) -> str:
    """Write the range of the middle nine tenths, where there are values enough."""
    quantiles = entry.get("quantiles", {})
    low, high = quantiles.get("0.05"), quantiles.get("0.95")
    if low is None or high is None or len(entry["pmf"]) < _MANY:
        return ""
    return faint(f", mostly {figure(low)}" + (f" to {figure(high)}" if low != high else ""))


def _bar_width(plot: bool, left: int) -> int:
    """Return the length of bars. left: the columns before the percentage; a fraction follows the bar."""
    return max(width() - 60, 20) if plot else bar_room(left + _BESIDE_A_BAR)
