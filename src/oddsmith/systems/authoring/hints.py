"""The annotations of functions and classes of a rulebook, and the error about one of its functions."""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from oddsmith.errors import RuleError


@lru_cache(maxsize=16)  # whatever reads a function asks for them
def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a function; RuleError where one names what is not there."""
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise _unnamed(function, "an annotation", error) from None


def hints_of_fields(function: Callable[..., Any], kind: type) -> dict[str, Any]:
    """Return the annotations of a class that a function takes or returns; RuleError where one names what is not there.

    A function in one of them, such as `Limits(0, lambda rules: most(rules))`, finds what its module has, which it does
    not after `typing.get_type_hints`.
    """
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        try:
            found |= _hints_of_class(each)
        except NameError as error:
            raise _unnamed(function, f"an annotation of {each.__name__}", error) from None
    return found


@lru_cache(maxsize=64)  # several functions take or return one class, and classes share what they inherit
def _hints_of_class(kind: type) -> dict[str, Any]:
    """The annotations of a class, without those that it inherits."""
    own = SimpleNamespace(__annotations__=inspect.get_annotations(kind))
    return typing.get_type_hints(own, vars(sys.modules[kind.__module__]), dict(vars(kind)), include_extras=True)


def _unnamed(function: Callable[..., Any], where: str, error: NameError) -> RuleError:
    remedy = "Import it at the top of the file, outside `if TYPE_CHECKING`, or correct its name."
    return refused(function, f"{where} names {error.name!r}, which is not there.", remedy)


def refused(function: Callable[..., Any], message: str, remedy: str) -> RuleError:
    """Return the error about a function of a rulebook, with its place."""
    code = inspect.unwrap(function).__code__
    return RuleError(function.__name__, message, remedy=remedy, file=code.co_filename, line=code.co_firstlineno)
