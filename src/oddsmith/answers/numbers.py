"""A number of the outcome in a document: mean, spread and table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsmith.answers.plain import exact, number, plain
from oddsmith.distribution import Distribution
from oddsmith.errors import Undecidable

_QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))

#: Rows of an unbounded table go on until less than this is left.
BOUND = Fraction(1, 10**18)


def probability(p: Fraction) -> dict[str, Any]:
    """An exact probability beside its float."""
    return {"p": exact(p), "float": float(p)}


def measured(distribution: Distribution[Any]) -> dict[str, Any]:
    """A measure's entry: `mean`, `sd`, `mode`, `min` and `max` (null where there is none), `quantiles` (by name, null
    where the unresolved part hides it) and `pmf`.

    Rows of `pmf` are value, exact probability, float, ascending. Where the outcomes are unbounded the rows stop when
    less than 10^-18 is left, and `tail` says exactly how much that is.
    """
    rows = distribution.truncated(BOUND)
    entry: dict[str, Any] = {
        "mean": number(distribution.mean),
        "sd": distribution.sd,
        "mode": plain(distribution.mode),
        "min": plain(distribution.minimum),
        "max": plain(distribution.maximum),
        "quantiles": {f"{float(q):g}": _quantile(distribution, q) for q in _QUANTILES},
        "pmf": [[plain(value), exact(p), float(p)] for value, p in rows.items()],
    }
    if not distribution.is_finite:
        entry["tail"] = exact(rows.unresolved)
    elif distribution.unresolved:
        entry["unresolved"] = exact(distribution.unresolved)
    return entry


def _quantile(distribution: Distribution[Any], q: Fraction) -> Any:
    try:
        return plain(distribution.quantile(q))
    except Undecidable:
        return None
