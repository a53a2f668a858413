"""Errors of compiled rules, told as those of their coroutines are."""

from __future__ import annotations

import re
from types import CoroutineType
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.compile.dataflow.projection import PART
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import awaited_wrongly
from oddsmith.rules.language.unawaited import unread

_FIELD_OF: Final = re.compile(rf"'{re.escape(PART)}(\w+)\.\w+'")  # a variable, of which a field is kept


class Coded:
    """A rule as far as its slips are told: its code."""

    def __init__(self, call: Call[Any]) -> None:
        self.cr_code = call.rule.function.__code__


def as_written(error: BaseException, call: Call[Any]) -> BaseException | None:
    """The slip that an error comes of, if it is plain; see `awaited_wrongly`.

    Of a variable that is not bound the error names it from now on as the rule does.
    """
    if isinstance(error, UnboundLocalError):
        error.args = tuple([_FIELD_OF.sub(r"'\1'", text) if type(text) is str else text for text in error.args])
    if isinstance(error, AttributeError):
        return unread(error)
    return awaited_wrongly(Coded(call), error) if isinstance(error, Exception) else None  # type: ignore[arg-type]


def endless_helper(coroutine: CoroutineType[Any, Any, Any], deepest: int) -> RuleError:
    """The error for a function that awaits itself more often than so many times."""
    code = coroutine.cr_code
    coroutine.close()
    return RuleError(
        code.co_name,
        f"awaits itself without end, or more than {deepest:,} times.",
        remedy="Write a loop; or a rule under @rule, which goes on by `return other(args)`, without await.",
        file=code.co_filename,
        line=code.co_firstlineno,
    )
