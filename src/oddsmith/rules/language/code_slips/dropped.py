"""Requests that a rule makes and drops: `note("...")` or `x = roll(d6)`, with no `await` and no use of x.

Nobody would ever answer them, so the rule is refused before it runs. They are found in its bytecode, once a rule, and
in that of the async functions that it calls by name. What is made and used in any way, such as in a list of options, is
not dropped. What can only be meant of answers (`if helper():`, `roll(d6) in {1, 2}`) is found in the source, where that
can be read: see `kept`, `in_sight`, `alphabet` and `outliving`.
"""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Callable, Iterable
from inspect import iscoroutinefunction
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.alphabet import refuse_alphabet
from oddsmith.rules.language.code_slips.in_sight import refuse_in_sight
from oddsmith.rules.language.code_slips.kept import refuse_kept
from oddsmith.rules.language.code_slips.outliving import refuse_outliving
from oddsmith.rules.language.code_slips.text import Bytecode, Nodes, closed_over, codes, read
from oddsmith.rules.language.code_slips.unrolled import refuse_unrolled
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


def refuse_dropped(function: FunctionType, makers: type) -> None:
    """Raise RuleError for a request that a rule drops. makers: the class of objects whose calls make requests."""
    seen: set[CodeType] = set()
    todo = [function]
    while todo:
        function = todo.pop()
        outside: dict[str, object] = {}  # what the function names that is defined outside of it
        for code in codes(function.__code__):
            if code in seen:
                continue
            seen.add(code)
            named = [function.__globals__.get(name) for name in code.co_names]
            known = dict(zip(code.co_names, named, strict=True)) | closed_over(function)
            todo += [each for each in named if isinstance(each, FunctionType) and iscoroutinefunction(each)]
            outside.update(known)
            bytecode = Bytecode(code)
            if _DROPPING.search(code.co_code):
                _refuse(function, bytecode, makers)
            refuse_unrolled(function.__name__, bytecode, known)
        made = {name: each for name, each in _named(outside, function).items() if _makes(each, makers)}
        nodes = read(function) if made else None
        if nodes is not None:
            made |= _inner(nodes, outside, makers)
            refuse_alphabet(function, nodes, outside)
            refuse_kept(function, nodes, made)
            refuse_in_sight(function, nodes, made, makers)
            refuse_outliving(function, nodes, outside)


def _named(outside: dict[str, object], function: FunctionType) -> dict[str, object]:
    """Objects outside of a function that it names, and those that modules named by it hold by these names."""
    modules = {name: each for name, each in outside.items() if isinstance(each, ModuleType)}
    held = {
        f"{module}.{name}": vars(each)[name]
        for module, each in modules.items()
        for code in codes(function.__code__)
        for name in code.co_names
        if name in vars(each)
    }
    return outside | held


def _inner(nodes: Nodes, outside: dict[str, object], makers: type) -> dict[str, object]:
    """Async functions that are written inside of a function, also as rules, by name, each as its text."""
    methods = [each for kind in nodes[ast.ClassDef] for each in kind.body]
    return {
        each.name: each
        for each in nodes[ast.AsyncFunctionDef]
        if each not in methods
        and not any(isinstance(part, ast.Yield) for part in ast.walk(each))
        and all(_decorates(part, outside, makers) for part in each.decorator_list)
    }


def _decorates(node: ast.expr, outside: dict[str, object], makers: type) -> bool:
    """Tell whether a decorator makes a rule."""
    found = outside.get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(found, FunctionType) and found.__module__ == makers.__module__


def _makes(called: object, makers: type) -> bool:
    """Tell whether calls make requests, or what Python makes of an async function."""
    if isinstance(called, FunctionType):
        return called in _MAKERS or iscoroutinefunction(called)
    return isinstance(called, makers)


def _refuse(function: FunctionType, bytecode: Bytecode, makers: type) -> None:
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
        elif _marked(called) or iscoroutinefunction(called) or (isinstance(called, type) and _is_request(called)):
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


def _marked(called: object) -> bool:
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
