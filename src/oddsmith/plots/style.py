"""The one look of all charts: sizes, type, and series that can be told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

import altair as alt

#: What is drawn: a chart, or charts on top of each other.
Chart: TypeAlias = alt.Chart | alt.LayerChart

#: A number to draw.
Number: TypeAlias = float | Fraction

WIDTH: Final = 560
HEIGHT: Final = 300
_NARROW: Final = 330
_LOW: Final = 210

INK: Final = "#16324f"
FAINT: Final = "#5b6770"

#: Dark before light, and far apart for all kinds of colour blindness; each has its dash and its mark as well.
_COLOURS: Final = ("#16324f", "#c2410c", "#0f766e", "#9d4edd", "#2f8fd0", "#a16207")
_DASHES: Final = ([1, 0], [7, 3], [2, 2], [10, 3, 2, 3], [4, 4], [12, 4])
_SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")

#: More series than there are dashes and marks for cannot be told apart.
MOST_SERIES: Final = len(_DASHES)


def data(rows: list[dict[str, Any]]) -> alt.InlineData:
    """Return the rows of a table as the data of a chart."""
    return alt.InlineData(values=rows)


def finished(chart: Any, title: str, note: str = "") -> Chart:
    """Give a whole chart the look of all, its title, and a note in smaller type below that."""
    named = chart.properties(title=alt.TitleParams(title, subtitle=note) if note else alt.TitleParams(title))
    done: Chart = (
        named.configure(background="#ffffff", font="sans-serif", padding=12)
        .configure_view(strokeWidth=0)
        .configure_title(
            anchor="start", color=INK, fontSize=16, subtitleColor=FAINT, subtitleFontSize=12, subtitlePadding=4,
            offset=12,
        )
        .configure_axis(
            labelColor="#222222", titleColor=FAINT, labelFontSize=12, titleFontSize=12, titleFontWeight="normal",
            gridColor="#e3e7ea", domainColor="#9aa5ad", tickColor="#9aa5ad", labelLimit=260, labelFlush=False,
        )
        .configure_legend(
            labelFontSize=12, orient="top", title=None, symbolSize=60, labelLimit=320, columns=3
        )
    )  # fmt: skip
    return done


def told_apart(names: Sequence[str]) -> dict[str, Any]:
    """Return what tells the series of these names apart: colour, mark and dash, in one legend."""
    count = len(names)
    return {
        "color": alt.Color("series:N", sort=None, scale=alt.Scale(domain=list(names), range=list(_COLOURS[:count]))),
        "strokeDash": alt.StrokeDash(
            "series:N",
            sort=None,
            legend=alt.Legend(symbolStrokeWidth=0),  # dashes round its marks would only blur them
            scale=alt.Scale(domain=list(names), range=list(_DASHES[:count])),
        ),
        "shape": alt.Shape("series:N", sort=None, scale=alt.Scale(domain=list(names), range=list(_SHAPES[:count]))),
    }


#: Writes a number below 0, of an axis of names, as the other axes do.
MINUS: Final = r"replace(datum.label, regexp('^-(?=\\d)'), '−')"


def share_axis(title: str) -> alt.Axis:
    """Return an axis of percentages."""
    return alt.Axis(title=title, format="~%")


def percent(chance: float) -> str:
    """Write a chance as a percentage that is not rounded to 0 or 1.

    >>> percent(0.731), percent(0.0003), percent(0.99999), percent(1)
    ('73.1%', '0.03%', '> 99.9%', '100%')
    """
    if chance in (0, 1):
        return f"{chance:.0%}"
    if chance > 0.9995:
        return "> 99.9%"
    return f"{chance:.1%}" if chance >= 0.0005 else f"{100 * chance:.1g}%"


def small(chart: Chart) -> tuple[Chart, str]:
    """Return a chart for a column of text, narrow and without its title; and the note that stood below that."""
    found = chart.copy(deep=True)
    title = found.title
    note = "" if title is alt.Undefined or title.subtitle is alt.Undefined else str(title.subtitle)
    found.title = alt.Undefined
    if isinstance(found.width, int):
        found.width = _NARROW
    if isinstance(found.height, int):
        found.height = _LOW
    found.config.legend.columns = 1
    found.config.axis.labelLimit = 130
    return found, note
