"""A tuning as text: what is changed, what that does to the goals, and what it does to everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import faint, grid, say, strong, wrapped
from oddsmith.cli.text.words import beside, counted, percent
from oddsmith.systems.fields.names import written

_MOST_ROWS: Final = 12


def show_tuning(document: dict[str, Any], *, in_full: bool) -> None:
    """Print what was found; with nothing found, what comes nearest."""
    now = document["now"]
    is_missed = now is not None and now["missed"]
    if is_missed:
        say(wrapped(f"As it is, goals are missed in {_places(now)}."))
    for place, one in enumerate(document["found"], 1):
        if is_missed or place > 1:
            say()
        say(strong(f"{place}. {_changes(one)}"))
        _show(one, in_full=in_full)
    if document["nearest"] is not None:
        say("Nothing meets all goals.")
        say()
        say(
            strong(f"Nearest: {_changes(document['nearest'])}")
            + f", which misses them in {_places(document['nearest'])}"
        )
        _show(document["nearest"], in_full=in_full)
    say()
    refused = f", {document['refused']:,} of which are not allowed" if document["refused"] else ""
    say(faint(f"{document['tried']:,} of {document['settings']:,} settings tried{refused}."))
    if document["refused"] == document["tried"]:
        say(wrapped(document["reason"]))


def _places(one: dict[str, Any]) -> str:
    return f"{counted(one['missed'], 'place')}, by {one['shortfall']['float']:.4g} in all"


def _changes(one: dict[str, Any]) -> str:
    """What is changed, or chosen where it had no value before."""
    parts = []
    for each in one["changes"]:
        before = "" if each["now"] is None else f"{_value(each['now'])} -> "
        parts.append(f"{written(each['name'])} {before}{_value(each['value'])}")
    return ", ".join(parts) or "as it is"


def _value(value: Any) -> str:
    return minus({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))


def _show(one: dict[str, Any], *, in_full: bool) -> None:
    _rows(one["figures"], in_full=in_full)
    if not one["changes"]:
        return
    if not one["side_effects"]:
        say("  Nothing else changes.")
        return
    say("  And besides:")
    _rows(one["side_effects"], in_full=in_full)


def _rows(figures: Sequence[dict[str, Any]], *, in_full: bool) -> None:
    shown = figures if in_full else figures[:_MOST_ROWS]
    rows = []
    for figure in shown:
        where = ", ".join(f"{written(name)} {_value(value)}" for name, value in figure["where"].items())
        rows.append([figure["of"].replace("_", "-"), where, *_moved(figure, in_full=in_full)])
    if rows:
        filled = [place for place in range(4) if any(row[place] for row in rows)]
        for line in grid([[row[place] for place in filled] for row in rows], "<" * len(filled), indent="   "):
            say(line.rstrip())
    if len(shown) < len(figures):
        say(faint(f"   … and {len(figures) - len(shown)} more; --exact has them all"))


def _moved(figure: dict[str, Any], *, in_full: bool) -> tuple[str, str]:
    now, value = figure["now"], figure["value"]
    after = "not known" if value is None else _number(value, figure["is_chance"], in_full=in_full)
    if now is None:
        return "", after
    if now == value:
        return "", f"{after} as now"
    return f"{_number(now, figure['is_chance'], in_full=in_full)} ->", after


def _number(value: dict[str, Any], is_chance: bool, *, in_full: bool) -> str:
    short = percent(value["float"]) if is_chance else f"{value['float']:.6g}"
    exact = value["exact"] if in_full else beside(value["exact"], value["float"])
    return minus(short if exact == short or "…" in exact else f"{short} ({exact})")
