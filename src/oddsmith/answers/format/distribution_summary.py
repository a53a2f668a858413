"""The summary of a distribution in a document: mean, spread, quantiles and rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.json_values import Shares, exact, number, plain
from oddsmith.distribution import Distribution, Finite, Generating, Uniform
from oddsmith.distribution.limits import LESS_OF_IT, REMEDY, SECONDS_A_STEP, Work, count_work, refuse_foreseen
from oddsmith.distribution.unbounded.series import SeriesSize
from oddsmith.errors import Undecidable

_QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))

#: Rows of an unbounded distribution go on until less than the last of these is left, or an earlier one where the rows
#: would be too large.
BOUNDS = (Fraction(1, 10**2), Fraction(1, 10**4), Fraction(1, 10**9), Fraction(1, 10**18))
_MOST_ROWS = 500_000
_MOST_FINITE_BITS = 250_000_000  # the same where all are listed or none: less than 100 MB as text
_MOST_BITS = 30_000_000  # of all numbers in the rows together: some ten megabytes as text

# Of a row, and for the bits of its numbers to the power of 1.45: they are taken to lowest terms and written. Totals of
# dice without explosions are products of a few small primes, with which both are quicker.
_SECONDS_A_ROW = 8e-6
_SECONDS_A_LONG_ROW = 9e-11
_SECONDS_A_ROUGH_ROW = 7e-6
_SECONDS_A_LONG_ROUGH_ROW = 1.2e-10
_SECONDS_AN_UNLISTED = 3.2e-6  # of an outcome without a row, for the measures
_SECONDS_A_FRACTION = 2e-5  # more, of a row whose outcome is no whole number
_SURE = 0.75  # so much of the time of rows is sure before they are made

_MANY_SECONDS = 0.3  # of a series at least, from which on its size is told more exactly


def summary(distribution: Distribution[Any]) -> dict[str, Any]:
    """Summarize a distribution: `mean`, `sd`, its square `variance` (exact too), `mode`, `min` and `max` (null where
    there is none), `quantiles` (by name, null where the unresolved part hides it) and `pmf`.

    Rows of `pmf` are value, exact probability, float, ascending. Where the outcomes are unbounded the rows stop when
    less than 10^-18 is left (or a larger share, where the exact numbers would be too long), and `tail` is exactly what
    is left. Of outcomes that are too many to list there are no rows, and `tail` is 1.
    """
    too_many = isinstance(distribution, Uniform) or is_long(distribution)
    rows = Distribution.from_weights({}, unresolved=1) if too_many else distribution.truncated(tail_bound(distribution))
    if isinstance(distribution, Finite) and too_many:
        count_work(distribution.number * _SECONDS_AN_UNLISTED)
    count_rows(rows)
    shares = Shares(rows.total)
    entry: dict[str, Any] = {
        "mean": number(distribution.mean),
        "sd": distribution.sd,
        "variance": number(distribution.variance),
        "mode": plain(distribution.mode),
        "min": plain(distribution.minimum),
        "max": plain(distribution.maximum),
        "quantiles": {f"{float(q):g}": _quantile(distribution, q) for q in _QUANTILES},
        "pmf": [[plain(value), *shares.exact_and_float(rows.weights[value])] for value in rows.outcomes],
    }
    if too_many or not distribution.is_finite:
        entry["tail"] = exact(rows.unresolved)
    elif distribution.unresolved:
        entry["unresolved"] = exact(distribution.unresolved)
    return entry


def refuse_long_rows(*distributions: Distribution[Any], others: Sequence[Work] = ()) -> None:
    """Raise TooLarge where even the fewest rows of unbounded distributions take too long, before any is made.

    others: what is worked out beside them.
    """
    endless = [distribution for distribution in distributions if isinstance(distribution, Generating)]
    least = [distribution.least_series(1 - BOUNDS[0]) for distribution in endless]
    works = [
        _work_with_rows(distribution, size, size.places, size.unit)
        for distribution, size in zip(endless, least, strict=True)
    ]
    works += others
    refuse_foreseen(works, LESS_OF_IT if endless else REMEDY)
    for place, (distribution, fewest) in enumerate(zip(endless, least, strict=True)):
        if fewest.seconds > _MANY_SECONDS:
            size = distribution.series_size(1 - BOUNDS[0])
            # Some more places are worked out than rows are shown.
            rows, unit = (fewest.places + size.places) / 2, (fewest.unit + size.unit) / 2
            works[place] = _work_with_rows(distribution, size, rows, unit)
            refuse_foreseen(works)


def _work_with_rows(distribution: Generating, series: SeriesSize, rows: float, bits: float) -> Work:
    seconds = series.seconds + seconds_of_rows(rows, bits, rough=True) * _SURE
    return Work(distribution.to_multiply.steps * SECONDS_A_STEP + seconds)


def size_of_all_rows(distribution: Distribution[Any]) -> SeriesSize:
    """Return how many outcomes are listed in the end, and the bits of their total, before any is; 0 of finite ones."""
    if isinstance(distribution, Generating) and distribution.minimum is not None:
        return distribution.series_size(1 - BOUNDS[-1])
    return SeriesSize()


def count_rows(rows: Finite[Any], each: int = 1) -> None:
    """Count the work of so many rows for each outcome. None is left out, whatever the limit: they are limited."""
    number = rows.number * each
    fractions = number * _SECONDS_A_FRACTION if Fraction in set(map(type, rows.weights)) else 0.0
    count_work(fractions + seconds_of_rows(number, rows.total.bit_length(), rough=bool(rows.unresolved)))


def seconds_of_rows(number: float, bits: float, *, rough: bool) -> float:
    """Return the time of so many rows, with numbers of so many bits. rough: with a total that has large primes."""
    long: float = float(bits) ** 1.45
    if rough:
        return number * (_SECONDS_A_ROUGH_ROW + long * _SECONDS_A_LONG_ROUGH_ROW)
    return number * (_SECONDS_A_ROW + long * _SECONDS_A_LONG_ROW)


def is_long(distribution: Distribution[Any]) -> bool:
    """Return whether finite outcomes are too many, or their exact numbers too long, to be listed."""
    if not isinstance(distribution, Finite):
        return False
    outcomes = distribution.number
    return outcomes > _MOST_ROWS or 2 * outcomes * distribution.total.bit_length() > _MOST_FINITE_BITS


def tail_bound(distribution: Distribution[Any]) -> Fraction:
    """Return the share of an unbounded distribution that its rows may leave to the tail."""
    bound = BOUNDS[0]
    for finer in BOUNDS[1:] if not distribution.is_finite else ():
        low = distribution.minimum if distribution.minimum is not None else distribution.quantile(bound)
        high = distribution.maximum if distribution.maximum is not None else distribution.quantile(1 - bound)
        bits = max(distribution.pmf(end).denominator.bit_length() for end in (low, high))
        if 4 * (high - low) * bits > _MOST_BITS:  # it takes about twice the rows, with numbers twice as long
            break
        bound = finer
    return bound


def _quantile(distribution: Distribution[Any], q: Fraction) -> Any:
    try:
        return plain(distribution.quantile(q))
    except Undecidable:
        return None
