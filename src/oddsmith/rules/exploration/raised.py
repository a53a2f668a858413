"""Errors of Python that come of a rule while it is explored: where it stood, with what, and which answers led there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

from oddsmith.errors import Moment, OddsmithError, RuleError
from oddsmith.rules.compile.engines import asks
from oddsmith.rules.exploration.limits.trends import Answers, some_outcomes
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.moments import NOTED, STOOD
from oddsmith.rules.language.slips import unhashable_in
from oddsmith.rules.language.unawaited import brief

_MOST: Final = 12  # variables that are told
_UNTOLD: Final = (FunctionType, ModuleType, type)


def note_where(error: BaseException) -> None:
    """Add a note to an error of Python's own, once: the rule, the answers, and the line with its variables.

    The rule is run again as it is written, since a machine keeps fewer variables, and others.
    """
    found = stood(error)
    if found is None or isinstance(error, OddsmithError) or NOTED in error.__dict__:
        return
    with suppress(Exception):  # what an author's own values say of themselves may fail, too
        call, request, answers = found
        last = _failing(error, call, answers)
        at = "" if last is None else f"{Path(last[0].f_code.co_filename).name}, line {last[1]}: "
        error.__dict__[NOTED] = told = f"{at}{_moment(last, call, request, answers)}"
        error.add_note(told)


def unhashable(call: Call[Any], outcome: object, answers: Answers) -> RuleError:
    """The error for an outcome that cannot be hashed. answers: those that a request may have, as far as they are known.

    It tells the outcome of the first way, if that is such a one: the same in whichever order ways are followed.
    """
    with suppress(Exception):
        first = next(some_outcomes(call, answers), outcome)
        try:
            hash(first)
        except TypeError:
            outcome = first
    file, line = call.file_line
    return RuleError(
        call.rule.name,
        f"its outcome is a {type(outcome).__name__}{unhashable_in(outcome)}, which cannot be hashed.",
        remedy="Return a number, string, tuple or frozen dataclass, and hold nothing else in it.",
        file=file,
        line=line,
    )


def stood(error: BaseException) -> tuple[Call[Any], Any, tuple[Hashable, ...]] | None:
    """Return the call of the rule that stood there, what it awaited last, and the answers so far.

    None for an error that came of no rule.
    """
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


def moment_of(error: BaseException, call: Call[Any], request: Any, answers: tuple[Hashable, ...]) -> Moment:
    """Return where a rule stood when an error came of it, in words."""
    last = None if request is call else _failing(error, call, answers)
    return _moment(last, call, request, answers)


def _moment(last: tuple[FrameType, int] | None, call: Call[Any], request: Any, answers: tuple[Hashable, ...]) -> Moment:
    """last: the frame in which it came, and its line; of what was asked of the outcome it tells no variables."""
    file, line = call.file_line
    awaited = "" if request is None else brief(request)
    held = "" if last is None or request is call else ", ".join(islice(_variables(last[0]), _MOST))
    return Moment(call.rule.name, repr(call), file, line, awaited, tuple(map(brief, answers)), held)


def _failing(error: BaseException, call: Call[Any], answers: tuple[Hashable, ...]) -> tuple[FrameType, int] | None:
    """The innermost frame of the rule's file at an error, and its line, of the rule that is run again.

    None for an error that is no exception of a rule.
    """
    if not isinstance(error, Exception):
        return None
    try:
        Activation(call, answers).close()
    except Exception as again:  # noqa: BLE001  # whatever it raises
        if type(again) is type(error):
            return _last(again, call)
    return None


def _last(error: BaseException, call: Call[Any]) -> tuple[FrameType, int] | None:
    through = [each for each in walk_tb(error.__traceback__) if each[0].f_code.co_filename == call.file_line[0]]
    return through[-1] if through else None


def _variables(frame: FrameType) -> Iterator[str]:
    """The variables that a function has there, in the order in which it names them."""
    for name, value in frame.f_locals.items():
        if name.isidentifier() and not name.startswith("_") and not isinstance(value, _UNTOLD):
            with suppress(Exception):  # an author's own value may fail to say what it is
                yield f"{name} = {brief(value)}"
