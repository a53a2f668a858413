"""Plots of points as text for a terminal."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from oddsmith.cli.text.terminal import encodable, width

_ROWS = 14
_COLUMNS = 64


@dataclass(frozen=True)
class Spot:
    """A point. on_line: the line goes through it."""

    x: float
    y: float
    on_line: bool = True


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


def _scale(values: Sequence[float]) -> Callable[[float], float]:
    """Return the function that maps the lowest value to 0 and the highest to 1."""
    low, high = min(values), max(values)
    return lambda value: (value - low) / (high - low) if high > low else 0.5
