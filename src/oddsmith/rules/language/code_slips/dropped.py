"""Requests that a rule makes and drops: `note("...")` or `x = roll(d6)`, with no `await` and no use of x.

Nobody would ever answer them, so the rule is refused before it runs. They are found in its bytecode. What is made and
used in any way, such as in a list of options, is not dropped.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterable
from inspect import iscoroutinefunction
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.text import Bytecode, closed_over
from oddsmith.rules.language.requests import Request

F = TypeVar("F", bound=Callable[..., Any])

_MAKERS: set[object] = set()

_CALLS = frozenset({"CALL", "CALL_KW", "CALL_FUNCTION_EX"})
_NAMES = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"})
_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


def _calling(*after: str) -> re.Pattern[bytes]:
    """Bytecode that calls something, with one of these after it."""

    def any_of(names: Iterable[str]) -> bytes:
        return b"|".join(re.escape(bytes([dis.opmap[name]])) for name in names if name in dis.opmap)

    return re.compile(b"(?s:(?:%s).(?:%c.)*(?:%s))" % (any_of(_CALLS), dis.opmap["CACHE"], any_of(after)))


_DROPPING = _calling("POP_TOP", "STORE_FAST")


def makes_request(function: F) -> F:
    """Mark a function whose calls make requests."""
    _MAKERS.add(function)
    return function


def makes(called: object, makers: type) -> bool:
    """Tell whether calls make requests, or what Python makes of an async function."""
    if isinstance(called, FunctionType):
        return marked(called) or iscoroutinefunction(called)
    return isinstance(called, makers)


def refuse_dropped(function: FunctionType, bytecode: Bytecode, makers: type) -> None:
    """Raise RuleError for a request that a function drops. makers: the class of objects whose calls make requests."""
    if not _DROPPING.search(bytecode.code.co_code):
        return
    code, instructions = bytecode.code, bytecode.instructions
    loaded = {name for each in instructions if "LOAD_FAST" in each.opname for name in _local_names(each)}
    names, closed = function.__globals__, closed_over(function)
    for place, (made, after) in enumerate(pairwise(instructions)):
        if made.opname not in _CALLS or made.positions is None:
            continue
        if after.opname != "POP_TOP" and (after.opname != "STORE_FAST" or after.argval in loaded):
            continue
        called = _called(instructions[:place], made.positions, names, closed, makers)
        if isinstance(called, makers):
            name = called.name  # type: ignore[attr-defined]
        elif marked(called) or iscoroutinefunction(called) or (isinstance(called, type) and _is_request(called)):
            name = called.__name__  # type: ignore[attr-defined]
        else:
            continue
        raise RuleError(
            function.__name__,
            f"{name}(...) is made and never awaited, so nothing happens.",
            remedy=f"Write `await {name}(...)`, or leave it out.",
            file=code.co_filename,
            line=made.positions.lineno or code.co_firstlineno,
        )


def marked(called: object) -> bool:
    """Tell whether something is a function whose calls make requests, and are nothing else."""
    return isinstance(called, FunctionType) and called in _MAKERS


def _is_request(kind: type) -> bool:
    return issubclass(kind, Request)


def _called(
    before: list[dis.Instruction], call: dis.Positions, names: dict[str, Any], closed: dict[str, Any], makers: type
) -> object:
    """The object that a call calls, where it is known by name: it is loaded where the text of the call begins.

    For methods of what a maker made, `attack(3).then(...)`, that is the maker.
    """
    found: object = None
    made = False
    begun = (call.lineno, call.col_offset)
    for each in before:
        positions = each.positions
        if positions is None or call.col_offset is None or (positions.lineno, positions.col_offset) != begun:
            continue
        if each.opname in _NAMES:
            found, made = (closed if each.opname == "LOAD_DEREF" else names).get(each.argval), False
        elif each.opname in _CALLS:
            made = True
        elif each.opname in _ATTRIBUTES:
            if isinstance(found, ModuleType):
                found = getattr(found, each.argval, None)
            elif not (made and isinstance(found, makers)):
                found = None
        elif each.opname.startswith("LOAD_FAST"):
            found = None
    return found


def _local_names(instruction: dis.Instruction) -> tuple[str, ...]:
    named = instruction.argval
    return named if isinstance(named, tuple) else (named,)
