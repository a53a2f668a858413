"""Where a rule stood when an error came of it, in words."""

from __future__ import annotations

from typing import Any

from oddsmith.errors import Moment
from oddsmith.rules.exploration.raised import moment_of, stood


def moment(error: BaseException) -> Moment | None:
    """Return where the rule stood from which an error came; None for an error that came of no rule.

    Where it came of what is asked of the outcome of a rule, it is that rule, with its outcome as the last answer.
    """
    found = stood(error)
    return None if found is None else moment_of(error, *found)


def came_to(error: BaseException) -> tuple[Any] | None:
    """Return the outcome of a rule of which something was asked when an error came; None for an error of a rule."""
    found = stood(error)
    if found is None:
        return None
    call, request, answers = found
    return (answers[-1],) if request is call and answers else None
