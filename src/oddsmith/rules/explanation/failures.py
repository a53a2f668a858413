"""Where a rule stood when an error came of it, in words."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oddsmith.errors import Moment
from oddsmith.rules.compile.engines import asks
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.moments import STOOD
from oddsmith.rules.language.unawaited import brief


def moment(error: BaseException) -> Moment | None:
    """Return where the rule stood from which an error came; None for an error that came of no rule.

    Where it came of what is asked of the outcome of a rule, it is that rule, with its outcome as the last answer.
    """
    found = _stood(error)
    if found is None:
        return None
    call, request, answers = found
    file, line = call.file_line
    awaited = "" if request is None else brief(request)
    return Moment(call.rule.name, repr(call), file, line, awaited, tuple(map(brief, answers)))


def came_to(error: BaseException) -> tuple[Any] | None:
    """Return the outcome of a rule of which something was asked when an error came; None for an error of a rule."""
    found = _stood(error)
    if found is None:
        return None
    call, request, answers = found
    return (answers[-1],) if request is call and answers else None


def _stood(error: BaseException) -> tuple[Call[Any], Any, tuple[Hashable, ...]] | None:
    """Return the call of the rule that stood there, what it awaited last, and the answers so far."""
    if STOOD not in getattr(error, "__dict__", {}):
        return None
    place, asked, answers = error.__dict__[STOOD]
    if isinstance(place, Call):
        call, request = place, asked[-1] if asked else None
    else:
        call, request, answers = place.call, place.request, (*place.known, *answers)
    while asks(call.rule) and isinstance(call.args[0], Call):
        call, request = call.args[0], call.args[0]
    return call, request, answers
