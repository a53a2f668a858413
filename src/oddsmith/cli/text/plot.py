"""Plots of points: as text for a terminal, and as a drawing (SVG)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from oddsmith.cli.text.terminal import encodable, width

_ROWS = 14
_COLUMNS = 64
_WIDE, _HIGH, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 440, 84, 24, 40, 64
_TICKS = 5
_FONT = 'font-family="sans-serif" font-size="13"'


@dataclass(frozen=True)
class Spot:
    """A point. on_line: the line goes through it. label: its meaning in words."""

    x: float
    y: float
    on_line: bool = True
    label: str = ""


@dataclass(frozen=True)
class Axis:
    """An axis: its title, and the function that writes its numbers."""

    title: str
    written: Callable[[float], str]


def text_plot(spots: Sequence[Spot], across: Axis, up: Axis) -> list[str]:
    """Plot the points, and the line through those on it, in a frame of characters."""
    dot, line, other = ("●", "·", "○") if encodable("●·○") else ("#", ".", "o")
    x_of, y_of = _scale([spot.x for spot in spots]), _scale([spot.y for spot in spots])
    labels = [up.written(max(spot.y for spot in spots)), up.written(min(spot.y for spot in spots))]
    margin = max(map(len, labels))
    columns = min(_COLUMNS, width() - margin - 6)
    grid = [[" "] * columns for _ in range(_ROWS)]

    def place(x: float, y: float) -> tuple[int, int]:
        return round((1 - y) * (_ROWS - 1)), round(x * (columns - 1))

    through = [(x_of(spot.x), y_of(spot.y)) for spot in spots if spot.on_line]
    for (x0, y0), (x1, y1) in itertools.pairwise(through):
        steps = max(1, round(abs(x1 - x0) * columns), round(abs(y1 - y0) * _ROWS))
        for step in range(steps + 1):
            row, column = place(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps)
            grid[row][column] = line
    for mark, on_line in ((other, False), (dot, True)):
        for spot in spots:
            if spot.on_line is on_line:
                row, column = place(x_of(spot.x), y_of(spot.y))
                grid[row][column] = mark
    lines = [f"  {up.title}"]
    for number, cells in enumerate(grid):
        label = labels[0] if number == 0 else labels[1] if number == _ROWS - 1 else ""
        lines.append(f"  {label:>{margin}} | {''.join(cells)}".rstrip())
    lines.append(f"  {'':>{margin}} +-{'-' * columns}")
    low, high = across.written(min(spot.x for spot in spots)), across.written(max(spot.x for spot in spots))
    space = columns - len(low) - len(high)
    lines.append(f"  {'':>{margin}}   {low}{across.title.center(space)[:space] if space > 0 else ' '}{high}".rstrip())
    return lines


def drawing(spots: Sequence[Spot], across: Axis, up: Axis, title: str) -> str:
    """Draw the same as an SVG document. Each point has its label as a tooltip."""
    xs, ys = _ticks([spot.x for spot in spots]), _ticks([spot.y for spot in spots])
    x_of, y_of = _scale(xs), _scale(ys)

    def x_at(x: float) -> float:
        return round(_LEFT + x_of(x) * (_WIDE - _LEFT - _RIGHT), 2)

    def y_at(y: float) -> float:
        return round(_HIGH - _BOTTOM - y_of(y) * (_HIGH - _TOP - _BOTTOM), 2)

    bottom, right = _HIGH - _BOTTOM, _WIDE - _RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" {_FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="24" font-size="15">{escape(title)}</text>',
    ]
    for x in xs:
        parts.append(f'<path d="M{x_at(x)} {_TOP}V{bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x_at(x)}" y="{bottom + 18}" text-anchor="middle">{escape(across.written(x))}</text>')
    for y in ys:
        parts.append(f'<path d="M{_LEFT} {y_at(y)}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y_at(y) + 4}" text-anchor="end">{escape(up.written(y))}</text>')
    middle = (_LEFT + right) / 2
    parts.append(f'<text x="{middle}" y="{_HIGH - 16}" text-anchor="middle">{escape(across.title)}</text>')
    parts.append(
        f'<text x="16" y="{(_TOP + bottom) / 2}" text-anchor="middle" '
        f'transform="rotate(-90 16 {(_TOP + bottom) / 2})">{escape(up.title)}</text>'
    )
    line = " ".join(f"{x_at(spot.x)},{y_at(spot.y)}" for spot in spots if spot.on_line)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#222" stroke-width="1.5"/>')
    for spot in spots:
        fill = "#222" if spot.on_line else "#fff"
        tooltip = f"{across.written(spot.x)}: {up.written(spot.y)}{f' ({spot.label})' if spot.label else ''}"
        parts.append(
            f'<circle cx="{x_at(spot.x)}" cy="{y_at(spot.y)}" r="4" fill="{fill}" stroke="#222">'
            f"<title>{escape(tooltip)}</title></circle>"
        )
    return "\n".join([*parts, "</svg>", ""])


def _scale(values: Sequence[float]) -> Callable[[float], float]:
    """Return the function that maps the lowest value to 0 and the highest to 1."""
    low, high = min(values), max(values)
    return lambda value: (value - low) / (high - low) if high > low else 0.5


def _ticks(values: Sequence[float]) -> list[float]:
    """Return a few round numbers with all values between them.

    >>> _ticks([0.25, 0.98])
    [0.2, 0.4, 0.6, 0.8, 1.0]
    """
    low, high = min(values), max(values)
    rough = (high - low or abs(high) or 1) / (_TICKS - 1)
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 12) for k in range(first, max(last, first + 1) + 1)]
