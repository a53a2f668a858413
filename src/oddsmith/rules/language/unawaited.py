"""Requests used as if they were their answers: refused, at the line of the rule.

A request that is made and not awaited is an object like any other, so Python would answer `choose(...) == "a"` with
False. Whatever is done with answers, and cannot be meant of a request, raises here instead. A request may still be
compared with other requests and with None, hashed, kept in lists, passed on and returned.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from oddsmith.errors import RuleError

_OURS = "oddsmith.rules."
_LONGEST = 60
_RUNS = frozenset({"oddsmith.rules.language.driver", "oddsmith.rules.compile.activation"})  # modules that run rules


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

    if not TYPE_CHECKING:  # so that type checkers still call it a mistake

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or not in_rule():
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            raise self.unawaited(f"asked for its {name}", UnreadRequest)

    def unawaited(self, used: str, kind: type[UnawaitedRequest] = UnawaitedRequest) -> UnawaitedRequest:
        """The error for the line that runs, which uses the request so."""
        rule, file, line = running()
        return kind(rule, f"{brief(self)} is {used}, but not awaited.", remedy=self._remedy, file=file, line=line)


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
    if frame.f_globals.get("__name__", "").startswith(_OURS):
        return False
    while (back := frame.f_back) is not None:
        if back.f_globals.get("__name__", "") in _RUNS and not frame.f_globals.get("__name__", "").startswith(_OURS):
            return True
        frame = back
    return False


def running() -> SourceLine:
    """The line that runs, outside of this layer and of special methods, such as `__add__` of an outcome."""
    frame = sys._getframe(1)
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").startswith(_OURS) or frame.f_code.co_name.startswith("__")
    ):
        frame = frame.f_back
    file, line = frame.f_code.co_filename, frame.f_lineno
    named = frame
    while named.f_code.co_name.startswith("<") and named.f_back is not None:  # a comprehension or lambda
        named = named.f_back
    return SourceLine(named.f_code.co_name, file, line)
