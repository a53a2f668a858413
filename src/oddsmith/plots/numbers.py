"""Charts of numbers that were worked out: chances, ladders, heat maps, frontiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, Final, Literal

import altair as alt

from oddsmith.errors import BadInput
from oddsmith.plots.style import (
    HEIGHT,
    INK,
    MINUS,
    MOST_SERIES,
    WIDTH,
    Chart,
    Number,
    data,
    finished,
    percent,
    share_axis,
    told_apart,
)

#: Heat maps of more cells across or up have no numbers in them.
_MOST_NUMBERED: Final = 16

#: Frontiers of more plans have no names at them, and longer names are left out.
_MOST_NAMED: Final = 8
_LONGEST_NAME: Final = 40


def chances(events: Mapping[str, Number], *, title: str = "", note: str = "") -> Chart:
    """Draw how likely each of some events is, as bars with their percentages.

    Raises BadInput where there is none.
    """
    if not events:
        raise BadInput("events", None, "one event or more")
    rows = [{"event": name, "chance": float(p), "told": percent(float(p))} for name, p in events.items()]
    table = data(rows)
    y = alt.Y("event:N", sort=None, axis=alt.Axis(title=None, ticks=False, domain=False, labelPadding=6))
    x = alt.X("chance:Q", scale=alt.Scale(domain=[0, 1]), axis=share_axis("chance"))
    bars = alt.Chart(table).mark_bar(color=INK, height={"band": 0.7}).encode(x=x, y=y)
    text = alt.Chart(table).mark_text(align="left", dx=5, fontSize=12, color="#222222").encode(x=x, y=y, text="told:N")
    drawn = (bars + text).properties(width=WIDTH, height=alt.Step(26))
    return finished(drawn, title or "Chances", note)


def ladder(
    along: Sequence[Any],
    series: Mapping[str, Sequence[Number | None]],
    *,
    title: str = "",
    input_name: str = "input",
    of: str = "chance",
    is_chance: bool = True,
    note: str = "",
) -> Chart:
    """Draw numbers along an input: a line for each series, with a mark at every value.

    along: the values of the input, in order. series: a number for each of these, None where there is no answer, by
    name; at most six. is_chance: whether they are percentages. of: what they are, for the axis. Raises BadInput
    for no series or too many, and for a series of another length.
    """
    if not 1 <= len(series) <= MOST_SERIES:
        raise BadInput("series", len(series), f"from 1 to {MOST_SERIES} series in one chart")
    for name, numbers in series.items():
        if len(numbers) != len(along):
            raise BadInput("series", name, f"{len(along)} numbers, one for each value along the input")
    answered = [place for place in range(len(along)) if any(numbers[place] is not None for numbers in series.values())]
    within = range(answered[0], answered[-1] + 1) if answered else range(0)  # a gap between answers stays a gap
    rows = [
        {"series": name, "along": _plain(along[place]), "number": _float(numbers[place])}
        for name, numbers in series.items()
        for place in within
    ]
    even = all(isinstance(value, int | float | Fraction) and not isinstance(value, bool) for value in along)
    x = (
        alt.X("along:Q", title=input_name, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1))
        if even
        else alt.X("along:O", title=input_name, sort=None, axis=alt.Axis(labelAngle=0 if len(along) < 8 else -30))
    )
    y = alt.Y(
        "number:Q", axis=share_axis(of) if is_chance else alt.Axis(title=of), scale=alt.Scale(zero=is_chance)
    )  # fmt: skip
    drawn = alt.Chart(data(rows)).mark_line(point={"filled": True, "size": 55}).encode(x=x, y=y)
    if len(series) == 1:
        drawn = drawn.mark_line(color=INK, point={"filled": True, "size": 55, "color": INK})
    else:
        drawn = drawn.encode(**told_apart(list(series)))
    drawn = drawn.properties(width=WIDTH, height=HEIGHT)
    return finished(drawn, title or f"{of} along {input_name}", note)


def heat_map(
    cells: Mapping[tuple[Any, Any], Number | None],
    *,
    title: str = "",
    across: str = "across",
    up: str = "up",
    is_chance: bool = True,
    note: str = "",
) -> Chart:
    """Draw numbers along two inputs as a grid of shades, with the number in every cell.

    cells: numbers by the values of the two inputs, `(across, up)`; None, or no entry, where there is no answer. A
    grid of more than 16 cells either way has shades alone, and their scale beside it. Raises BadInput where there is no
    number.
    """
    known = [float(number) for number in cells.values() if number is not None]
    if not known:
        raise BadInput("cells", None, "one number or more")
    columns, lines = (list(dict.fromkeys(key[place] for key in cells)) for place in (0, 1))
    numbered = max(len(columns), len(lines)) <= _MOST_NUMBERED
    low, high = min(known), max(known)
    rows = [
        {
            "across": str(x),
            "up": str(y),
            "number": float(number),
            "told": _short(float(number), is_chance),
            "dark": float(number) > low + 0.55 * (high - low),
        }
        for (x, y), number in cells.items()
        if number is not None
    ]
    table = data(rows)
    axis = alt.Axis(ticks=False, labelExpr=MINUS)
    x = alt.X(
        "across:N",
        sort=list(map(str, columns)),
        title=across,
        axis=alt.Axis(ticks=False, labelExpr=MINUS, labelAngle=0, labelOverlap="greedy"),
    )
    y = alt.Y("up:N", sort=[str(line) for line in reversed(lines)], title=up, axis=axis)
    legend = None if numbered else alt.Legend(orient="right", format="~%" if is_chance else "~g")
    shade = alt.Color("number:Q", scale=alt.Scale(scheme="blues", domain=[low, high]), legend=legend)
    drawn: Any = alt.Chart(table).mark_rect(stroke="#ffffff").encode(x=x, y=y, color=shade)
    if numbered:
        ink = alt.condition("datum.dark", alt.value("#ffffff"), alt.value("#111111"))
        drawn = drawn + alt.Chart(table).mark_text(fontSize=11).encode(x=x, y=y, text="told:N", color=ink)
    side = max(8.0, min(46.0, WIDTH / len(columns)))
    drawn = drawn.properties(width=alt.Step(side), height=alt.Step(min(side, 30.0)))
    return finished(drawn, title or f"along {across} and {up}", note)


def frontier(
    points: Sequence[tuple[Number, Number, str]],
    others: Sequence[tuple[Number, Number, str]] = (),
    *,
    title: str = "",
    cost: str = "cost",
    gain: str = "gain",
    cost_is_chance: bool = False,
    gain_is_chance: bool = True,
) -> Chart:
    """Draw what more gain costs: the plans that nothing beats, and the line of their mixes.

    points: the cost and the gain of each plan and how it begins, the cheapest first. others: choices that only a mix
    beats, drawn hollow beside the line. Raises BadInput where there is no point.
    """
    if not points:
        raise BadInput("points", None, "one plan or more")
    table = data([_spot(point) for point in points])
    x = alt.X("cost:Q", axis=share_axis(cost) if cost_is_chance else alt.Axis(title=cost))
    y = alt.Y(
        "gain:Q", axis=share_axis(gain) if gain_is_chance else alt.Axis(title=gain), scale=alt.Scale(zero=False)
    )  # fmt: skip
    tooltip = [alt.Tooltip("cost:Q"), alt.Tooltip("gain:Q"), alt.Tooltip("begins:N", title="begins with")]
    line = alt.Chart(table).mark_line(color=INK, strokeWidth=1.5).encode(x=x, y=y)
    filled = alt.Chart(table).mark_point(color=INK, filled=True, size=70, opacity=1).encode(x=x, y=y, tooltip=tooltip)
    drawn = line + filled
    for place, point in enumerate(points if len(points) <= _MOST_NAMED else ()):
        if len(point[2]) <= _LONGEST_NAME:
            drawn = drawn + _name_of(point, *_beside(place, points)).encode(x=x, y=y, text="begins:N")
    if others:
        more = data([_spot(point) for point in others])
        hollow = alt.Chart(more).mark_point(color=INK, filled=False, size=50)
        drawn = drawn + hollow.encode(x=x, y=y, tooltip=tooltip)
    note = "filled: plans that nothing beats; on the line: their mixes" + ("; hollow: other choices" if others else "")
    return finished(drawn.properties(width=WIDTH, height=HEIGHT), title or f"{gain} against {cost}", note)


def _beside(place: int, points: Sequence[tuple[Number, Number, str]]) -> tuple[Literal["left", "right"], int, int]:
    """Return how the name of a plan is aligned and by how much it is moved: below the line, and within the chart."""
    if place == 0:
        return "left", 10, 5
    middle = (float(points[0][0]) + float(points[-1][0])) / 2
    return ("left", 9, 11) if float(points[place][0]) <= middle else ("right", 0, 20)


def _name_of(point: tuple[Number, Number, str], align: Literal["left", "right"], right: int, down: int) -> alt.Chart:
    """Return the name of a plan, to be placed where the plan is."""
    text = alt.Chart(data([_spot(point)]))
    drawn: alt.Chart = text.mark_text(
        align=align,
        dx=right,
        dy=down,
        fontSize=11,
        color="#222222",
        aria=False,  # the mark says it already
    )
    return drawn


def _spot(point: tuple[Number, Number, str]) -> dict[str, Any]:
    cost, gain, begins = point
    return {"cost": float(cost), "gain": float(gain), "begins": begins or "nothing"}


def _short(number: float, is_chance: bool) -> str:
    if is_chance:
        if 0 < number < 0.0001:
            return "< 0.01%"  # there is no room for more
        whole = number == 0 or 0.01 <= number < 0.995
        return f"{floor(100 * number + 0.5 + 1e-9)}%" if whole else percent(number)
    return f"{number:.3g}"


def _float(number: Number | None) -> float | None:
    return None if number is None else float(number)


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value
