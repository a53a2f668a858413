"""Distributions as tables that a person reads: in a terminal and in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddsmith.distribution.finite.lowest_terms import LowestTerms, fraction_text

if TYPE_CHECKING:
    from oddsmith.distribution.finite.listed_weights import ListedWeights

_LONGEST_FRACTION = 15  # characters; a longer one says less than its percentage


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: an outcome, or several together, and the probability. runs: of all outcomes; 0 for odds."""

    label: str
    probability: Fraction
    runs: int

    @property
    def percent(self) -> str:
        """Two decimals, or two digits where that would round to 0 or hide that it is small."""
        value = 100 * self.probability.numerator / self.probability.denominator
        return f"{value:.2f}%" if value >= 0.01 or not self.probability else f"{value:.1e}%"

    @property
    def exact(self) -> str:
        """The runs counted; of odds the fraction, when short."""
        if self.runs:
            return f"{int(self.runs * self.probability):,}"
        return fraction_text(self.probability, _LONGEST_FRACTION) or ""


def rows(listed: ListedWeights[Any], limit: int, runs: int) -> tuple[list[Row], list[Row]]:
    """The likeliest outcomes, at most `limit`, in the order of the outcomes; and lines for all that they leave out."""
    weights, lowest = listed.weights, LowestTerms(listed.total)
    shown = set(sorted(weights, key=weights.__getitem__, reverse=True)[:limit])
    main = [Row(str(value), lowest.fraction(weights[value]), runs) for value in listed.outcomes if value in shown]
    left_out = sum([weight for value, weight in weights.items() if value not in shown])
    extra = [Row(f"{len(weights) - len(shown):,} others", lowest.fraction(left_out), runs)] if left_out else []
    return main, extra + ([Row("unresolved", listed.unresolved, runs)] if listed.unresolved else [])


def text(listed: ListedWeights[Any], limit: int, width: int, *, runs: int = 0) -> str:
    """Columns: outcome, percentage, the exact fraction where short, a bar relative to the likeliest outcome.

    runs: how many were simulated; then counts of them stand in place of fractions.
    """
    main, extra = rows(listed, limit, runs)
    lines = main + extra
    columns = [
        max(map(len, column)) for column in zip(*((row.label, row.percent, row.exact) for row in lines), strict=True)
    ]
    most = max((row.probability for row in main), default=Fraction(1))
    shown = []
    for place, row in enumerate(lines):
        bar = _bar(row.probability, most, width) if place < len(main) else ""
        cells = (row.label.rjust(columns[0]), row.percent.rjust(columns[1]), row.exact.rjust(columns[2]), bar)
        shown.append("  ".join(cell for cell, used in zip(cells, (*columns, width), strict=True) if used).rstrip())
    return "\n".join(shown)


def html(listed: ListedWeights[Any], limit: int, *, runs: int = 0) -> str:
    """The same as an HTML table; bars are drawn with plain block elements, so no style sheet is needed."""
    from html import escape  # slow to import, and seldom wanted

    main, extra = rows(listed, limit, runs)
    most = max((row.probability for row in main), default=Fraction(1))
    body = "".join(
        f"<tr><td style='text-align:right'>{escape(row.label)}</td><td style='text-align:right'>{row.percent}</td>"
        f"<td style='text-align:right'>{row.exact}</td><td style='text-align:left'>{bar}</td></tr>"
        for row, bar in [(row, _html_bar(row.probability / most)) for row in main] + [(row, "") for row in extra]
    )
    numbers = "<th>share</th><th>runs</th>" if runs else "<th>probability</th><th>exact</th>"
    head = f"<tr><th>outcome</th>{numbers}<th></th></tr>"
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _bar(share: Fraction, most: Fraction, width: int) -> str:
    # To even, as `round`. A quotient of fractions would be taken to lowest terms, which takes longer than all else.
    long, whole = 8 * width * share.numerator * most.denominator, share.denominator * most.numerator
    eighths, rest = divmod(long, whole)
    eighths += 2 * rest > whole or (2 * rest == whole and eighths % 2)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _html_bar(share: Fraction) -> str:
    return f"<div style='background:#4c78a8;height:0.8em;width:{float(share) * 12:.2f}em'></div>"
