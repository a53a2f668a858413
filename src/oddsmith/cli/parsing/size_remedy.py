"""The remedy for a computation that is too large, for the person who asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from oddsmith.distribution.limits import LESS_OF_IT
from oddsmith.errors import TooLarge
from oddsmith.systems.fields.names import written


def size_remedy(error: TooLarge, numbers: Mapping[str, int], *, fast: bool) -> str:
    """Name the inputs to lower, and the option that allows more states. A remedy in the rules is for their author: of a
    rulebook that grows without end it is told.

    numbers: the numbers that were entered, by the field's name. fast: the command can do without exact numbers.
    """
    if error.code == "state-limit" and (told := _of_rulebook(error)):
        return told
    grows = [name for name in error.grows if numbers.get(name, 0) > 1]
    less = f"a smaller {_either([f'--{written(name)}' for name in grows])}" if grows else "fewer points, dice or rounds"
    parts = [error.lighter or f"Enter less: {less}."]
    parts.append("Or allow more, which takes longer and more memory: --limit NUMBER.")
    if fast:
        parts.append("Or do without exact numbers: --fast.")
    return " ".join(parts)


def _of_rulebook(error: TooLarge) -> str:
    """The place in a rulebook that grows without end, and what to write there; "" of any other error."""
    from oddsmith.rules import StateLimit
    from oddsmith.systems.registry import code_files  # slow to import, and known by now

    if not isinstance(error, StateLimit) or not error.endless or error.file not in code_files():
        return ""
    remedy = error.or_raised("raise the limit: --limit NUMBER") if error.raisable else error.remedy
    return f"{Path(error.file).name}, line {error.line}: {remedy}"


def work_remedy(error: TooLarge) -> str:
    """Name what answers instead of work on dice that takes too long, and the option that allows more."""
    capped = "Cap the roll: min(ROLL, NUMBER). Or roll" if error.within == LESS_OF_IT else "Roll"
    return (
        f"{capped} fewer or smaller dice. Or count many rolls instead: oddsmith simulate. "
        "Or allow more, which takes longer and more memory: --limit NUMBER."
    )


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
