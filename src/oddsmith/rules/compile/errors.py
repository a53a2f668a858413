"""Errors of compiled rules, told as those of their coroutines are."""

from __future__ import annotations

import re
from types import CoroutineType
from typing import Any, Final

from oddsmith.errors import RuleError
from oddsmith.rules.compile.dataflow.projection import PART
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import slip_of

_FIELD_OF: Final = re.compile(rf"'{re.escape(PART)}(\w+)\.\w+'")  # a variable, of which a field is kept


def as_written(error: BaseException, call: Call[Any]) -> RuleError | None:
    """The slip that an error comes of, if it is plain; see `slip_of`.

    Of a variable that is not bound the error names it from now on as the rule does.
    """
    if isinstance(error, UnboundLocalError):
        error.args = tuple([_FIELD_OF.sub(r"'\1'", text) if type(text) is str else text for text in error.args])
    return slip_of(call.rule.function.__code__, error)


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
