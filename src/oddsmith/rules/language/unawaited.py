"""Requests used as if they were their answers: refused, at the line of the rule.

A request that is made and not awaited is an object like any other, so Python would answer `choose(...) == "a"` with
False. Whatever is done with answers, and cannot be meant of a request, raises here instead. A request may still be
compared with other requests and with None, hashed, kept in lists, passed on and returned.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from threading import local
from traceback import walk_stack, walk_tb
from types import FrameType
from typing import Any, ClassVar, NamedTuple

from oddsmith.errors import RuleError

_OURS = "oddsmith.rules."
_LONGEST = 60
_RUNS = frozenset(  # modules that run rules
    f"{_OURS}{module}" for module in ("language.driver", "compile.activation", "exploration.ways.brief_rules")
)

#: Classes of values that rules returned and may return. None is left where a request was used as its answer in a rule:
#: what that returns is looked at.
OUTCOMES: set[type] = {int, bool, str, tuple}


class UnawaitedRequest(RuleError, TypeError):
    """A request is used as if it were its answer."""


class UnreadRequest(UnawaitedRequest, AttributeError):
    """A request is asked for a field of its answer."""


class SourceLine(NamedTuple):
    """A line of a rule."""

    rule: str
    file: str
    line: int


class Unawaited:
    """The base of requests and steps. It refuses what can only be meant of their answers."""

    __slots__ = ()
    _remedy: ClassVar[str] = "Write `await` before it."

    def __eq__(self, other: object) -> bool:
        return self is other or self.differs_from(other)

    __hash__ = object.__hash__

    def differs_from(self, other: object) -> bool:
        """Return False where `other` is a request or None, for `__eq__`; UnawaitedRequest for what may be an answer."""
        if other is None or isinstance(other, Unawaited):
            return False
        raise self.unawaited(f"compared with {brief(other)}")

    def __str__(self) -> str:
        if in_rule():
            raise self.unawaited("put into a text")
        return repr(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def unawaited(self, used: str) -> UnawaitedRequest:
        """The error for the line that runs, which uses the request so."""
        rule, file, line = running()
        problem = f"{brief(self)} is {used}, but not awaited."
        error = UnawaitedRequest(rule, problem, remedy=self._remedy, file=file, line=line)
        if any(_runs_rules(frame) for frame, _ in walk_stack(sys._getframe(1))):
            _raised.error = error
            OUTCOMES.clear()
        return error


def _refusal(used: str) -> Callable[..., Any]:
    def refuse(self: Unawaited, *others: object) -> Any:
        raise self.unawaited(used.format(*map(brief, others)))

    return refuse


def _refusals() -> dict[str, str]:
    """Special methods, and how each uses a request."""
    calculated = ["add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"]
    return {
        "bool": "taken as true or false",
        **dict.fromkeys(["lt", "le", "gt", "ge"], "compared with {}"),
        **dict.fromkeys([prefix + name for name in calculated for prefix in ("", "r")], "calculated with"),
        **dict.fromkeys(["neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil"], "calculated with"),
        **dict.fromkeys(["int", "float", "complex", "index"], "taken as a number"),
        **dict.fromkeys(["iter", "len", "reversed", "contains", "getitem"], "taken apart"),
    }


# Set from here, so that type checkers still call each of these a mistake.
for _name, _used in _refusals().items():
    setattr(Unawaited, f"__{_name}__", _refusal(_used))


def unread(error: AttributeError) -> UnreadRequest | None:
    """The error for a rule that asked a request for a field of its answer; None where that was not the rule.

    A method of requests would do, were it not that all else is read much more slowly where there is one.
    """
    asked, name = error.obj, error.name
    if not isinstance(asked, Unawaited) or name is None or name.startswith("_"):
        return None
    through = [(frame, line) for frame, line in walk_tb(error.__traceback__)][::-1]
    if not through or _is_ours(through[0][0]):
        return None
    rule, file, line = _source_line(through)
    problem = f"{brief(asked)} is asked for its {name}, but not awaited."
    return UnreadRequest(rule, problem, remedy=asked._remedy, file=file, line=line)


class _Raised(local):
    """The latest error of this thread for a request that a rule used as its answer."""

    error: UnawaitedRequest | None = None


_raised = _Raised()


def passed_over() -> UnawaitedRequest | None:
    """The error that a rule was told of and passed over (`except Exception: pass`), None where there is none."""
    error, _raised.error = _raised.error, None
    if error is None or any(_runs_rules(frame) for frame, _ in walk_tb(error.__traceback__)):
        return None  # it left the rule
    return error


def brief(value: object) -> str:
    """A value as an error shows it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # of numbers of thousands of digits, or what nests deeply
        return f"a large {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def in_rule() -> bool:
    """Tell whether whoever calls the function that asks is a rule that runs, or what it calls, rather than we."""
    frame = sys._getframe(2)
    while frame.f_code.co_name == "__format__" and frame.f_back is not None:
        frame = frame.f_back
    if _is_ours(frame):
        return False
    while (back := frame.f_back) is not None:
        if _runs_rules(back) and not _is_ours(frame):
            return True
        frame = back
    return False


def running() -> SourceLine:
    """The line that runs, such as of a rule or of what it calls."""
    return _source_line(walk_stack(sys._getframe(1)))


def _source_line(through: Iterable[tuple[FrameType, int]]) -> SourceLine:
    """The innermost of these lines that is outside of this layer and of special methods. through: innermost first."""
    found = None
    for frame, line in through:
        name = frame.f_code.co_name
        if found is None and not _is_ours(frame) and not name.startswith("__"):
            found = frame.f_code.co_filename, line
        if found is not None and not name.startswith("<"):  # a comprehension or lambda
            break
    file, line = found or (frame.f_code.co_filename, line)
    return SourceLine(name, file, line)


def _runs_rules(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__", "") in _RUNS


def _is_ours(frame: FrameType) -> bool:
    """Tell whether a frame is of what runs rules."""
    return bool(frame.f_globals.get("__name__", "").startswith(_OURS))
