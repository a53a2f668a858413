"""Outcomes that are given, by functions of outcomes among others: values that can be hashed, not dice yet to roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from oddsmith.errors import BadInput

PLAIN: Final = frozenset({int, bool, str, Fraction})
"""Types of which every value is an outcome."""

_INSTEAD: Final = {"list": "a tuple", "set": "a frozenset"}


def check_outcome(outcome: Any) -> None:
    """Refuse what has no hash, and dice, distributions and `AGAIN`: their `instead_of_outcome` says what to write."""
    kind = type(outcome)
    if kind in PLAIN:
        return
    instead = getattr(kind, "instead_of_outcome", None)
    if instead is not None:
        error = BadInput("outcome", str(outcome), "a value")
        raise error.reworded(f"Outcome {outcome} is no value.", instead)
    try:
        hash(outcome)
    except TypeError:
        named = f"{_INSTEAD.get(kind.__name__, 'a tuple, a number or a word')} in place of a {kind.__name__}"
        raise BadInput("outcome", outcome, f"a value that can be hashed: {named}") from None
