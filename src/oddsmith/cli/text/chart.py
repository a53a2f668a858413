"""The chart of a measure: its values in a limited number of rows, with bars.

Where there are too many values, rare ones at either end are gathered into one row ("12 or more"), and if need be
neighbours share a row ("10 to 14"). Gathering adds up exact probabilities, so that every row stays exact. In full,
every value has a row of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from oddsmith.answers.format.json_values import added, exact, fraction
from oddsmith.cli.text.terminal import bar, faint, grid
from oddsmith.cli.text.words import beside, figure, percent, shown

# Digits of shares that are added up in floating point, so that all of them together are 100 %.
_DIGITS = 12


@dataclass(frozen=True)
class Row:
    """Values that share a row, and their weights.

    weights: exact probabilities as a document has them, or counts of runs; None for the ends of rows that are open on
    both sides, which share the rest between them.
    """

    label: str
    share: float
    weights: tuple[str | int, ...] | None

    @cached_property
    def weight(self) -> Fraction | int | None:
        """The weight of all together: a probability, a count of runs, or None where it is not known."""
        if self.weights is None:
            return None
        texts = [weight for weight in self.weights if isinstance(weight, str)]
        return added(texts) if texts else sum(weight for weight in self.weights if isinstance(weight, int))

    @property
    def in_full(self) -> str:
        """The weight, exactly."""
        if self.weights is not None and len(self.weights) == 1 and isinstance(self.weights[0], str):
            return self.weights[0]
        if isinstance(self.weight, Fraction):
            return exact(self.weight)
        return "" if self.weight is None else f"{self.weight:,}"


@dataclass(frozen=True)
class _Cell:
    value: Any
    share: float
    weight: str | int


def rows(entry: dict[str, Any], most: int, rare: float) -> list[Row]:
    """Return the rows for a measure's entry in a document of odds or of a simulation.

    most: the most rows before values are gathered. rare: values with a smaller share are gathered at the ends.
    """
    cells = [_Cell(value, share, weight) for value, weight, share in entry["pmf"]]
    open_below, open_above = entry["min"] is None, entry["max"] is None
    if len(cells) <= most and not (open_below or open_above):
        return [_row(figure(cell.value), [cell]) for cell in cells]
    below, above = _rare(cells, rare), _rare(cells[::-1], rare)
    found = _shared(cells[below : len(cells) - above], most)
    # The tail belongs to the end that is open; where both are, nobody can tell how much of it to which.
    tail = entry.get("tail", "0")
    if below:
        low = _row(f"{figure(cells[below - 1].value)} or less", cells[:below])
        found.insert(0, _with_tail(low, tail, known=not open_above) if open_below else low)
    if above:
        high = _row(f"{figure(cells[-above].value)} or more", cells[-above:])
        found.append(_with_tail(high, tail, known=not open_below) if open_above else high)
    return found


def in_full(entry: dict[str, Any]) -> list[Row]:
    """Return a row for every value, and one for the tail of a measure that is open at an end."""
    cells = [_Cell(value, share, weight) for value, weight, share in entry["pmf"]]
    found = [_row(shown(cell.value), [cell]) for cell in cells]
    if cells and "tail" in entry:
        first, last, tail = cells[0].value, cells[-1].value, entry["tail"]
        if entry["min"] is not None:
            found.append(Row(f"{shown(last + 1)} or more", float(fraction(tail)), (tail,)))
        elif entry["max"] is not None:
            found.insert(0, Row(f"{shown(first - 1)} or less", float(fraction(tail)), (tail,)))
        else:
            found.append(Row(f"below {shown(first)} or above {shown(last)}", float(fraction(tail)), (tail,)))
    return found


def exact_grid(entry: dict[str, Any]) -> list[str]:
    """Return all rows as lines: value and exact weight, however long."""
    return grid([(row.label, row.in_full) for row in in_full(entry)], "><", indent="    ")


def chart(entry: dict[str, Any], *, most: int, rare: float, bar_width: int, or_less: bool = False) -> list[str]:
    """Return the rows as lines: value, share, share of this value or more, bar, exact weight.

    or_less: the share of this value or less, too.
    """
    listed = rows(entry, most, rare)
    if not listed:
        return []
    longest = max(row.share for row in listed)
    columns = [
        ("", ">", [row.label for row in listed]),
        ("exactly", ">", [percent(row.share) for row in listed]),
        ("or more", ">", _running_shares(listed[::-1])[::-1]),
        *([("or less", ">", _running_shares(listed))] if or_less else []),
        ("", "<", [bar(row.share / longest, bar_width) for row in listed]),
        ("", "<", [_beside(row) for row in listed]),
    ]
    body = zip(*(cells for _, _, cells in columns), strict=True)
    lines = grid([[title for title, _, _ in columns], *body], "".join(side for _, side, _ in columns), indent="    ")
    return [faint(lines[0]), *lines[1:]]


def _running_shares(listed: Sequence[Row]) -> list[str]:
    """Return for each row the share of it and all before it."""
    return [percent(min(round(share, _DIGITS), 1)) for share in itertools.accumulate(row.share for row in listed)]


def _beside(row: Row) -> str:
    return beside(row.in_full, row.share) if row.weights and isinstance(row.weights[0], str) else row.in_full


def _row(label: str, cells: Sequence[_Cell]) -> Row:
    return Row(label, sum(cell.share for cell in cells), tuple([cell.weight for cell in cells]))


def _with_tail(row: Row, tail: str, *, known: bool) -> Row:
    return Row(row.label, row.share, (*row.weights, tail) if known and row.weights is not None else None)


def _rare(cells: Sequence[_Cell], rare: float) -> int:
    """Count the first cells whose shares add up to less than `rare`."""
    count = 0
    for together in itertools.accumulate(cell.share for cell in cells):
        if together >= rare:
            break
        count += 1
    return count


def _shared(cells: Sequence[_Cell], most: int) -> list[Row]:
    """Return one row a value, or several numbers in a row where there are too many: from and to round ones, but for
    the first and the last of all.
    """
    if len(cells) <= most:
        return [_row(figure(cell.value), [cell]) for cell in cells]
    if not all(isinstance(cell.value, int) for cell in cells):
        return _shared_fractions(cells, most)
    span = cells[-1].value - cells[0].value + 1
    step = next(size for size in _steps() if span <= size * most)
    found = []
    for place, group in itertools.groupby(cells, lambda cell: cell.value // step):
        low, high = place * step, place * step + step - 1
        low, high = max(low, cells[0].value), min(high, cells[-1].value)
        found.append(_row(figure(low) if low == high else f"{figure(low)} to {figure(high)}", list(group)))
    return found


def _shared_fractions(cells: Sequence[_Cell], most: int) -> list[Row]:
    """Return rows from one round number up to before the next; a document writes fractions as texts."""
    numbers = {cell.value: fraction(cell.value) if isinstance(cell.value, str) else cell.value for cell in cells}
    span = numbers[cells[-1].value] - numbers[cells[0].value]
    fine = Fraction(1, 10**9)
    step = next((fine * size for size in _steps() if span <= fine * size * (most - 1)), span)
    grouped = itertools.groupby(cells, lambda cell: numbers[cell.value] // step)
    return [
        _row(f"from {float(place * step):g} to below {float(place * step + step):g}", list(group))
        for place, group in grouped
    ]


def _steps() -> Iterator[int]:
    """Yield 2, 5, 10, 20, 50, 100, ..."""
    for power in itertools.count():
        yield from (2 * 10**power, 5 * 10**power, 10 * 10**power)
