"""Requests that a rule makes and drops: `note("...")` or `x = roll(d6)`, with no `await` and no use of x.

Nobody would ever answer them, so the rule is refused before it runs. They are found in its bytecode, once a rule, and
in that of the async functions that it calls by name. What is made and used in any way, such as in a list of options, is
not dropped; but what can only be meant of an answer is refused too, where the request itself could not refuse it: what
an async function makes is an object of Python's own (`if helper():`), and `roll(d6) in {1, 2}` never asks it. What only
the source shows, where that can be read, is found by `kept`, `in_sight`,
`alphabet` and `outliving`.
"""

from __future__ import annotations

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
from oddsmith.rules.language.code_slips.text import Bytecode, closed_over, codes, read
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

_USES = {
    "COMPARE_OP": "compared",
    "CONTAINS_OP": "looked for",
    "IS_OP": "compared",
    "UNARY_NOT": "taken as true or false",
    "TO_BOOL": "taken as true or false",
    "FORMAT_VALUE": "put into a text",
    "FORMAT_SIMPLE": "put into a text",
    "FORMAT_WITH_SPEC": "put into a text",
    "CONVERT_VALUE": "put into a text",
    "MATCH_CLASS": "compared",
    "MATCH_SEQUENCE": "compared",
    "MATCH_MAPPING": "compared",
    **{name: "taken as true or false" for name in dis.opmap if name.startswith(("POP_JUMP", "JUMP_IF"))},
}
_OPERATORS = frozenset({"COMPARE_OP", "CONTAINS_OP", "IS_OP"})
_UNSEEN = frozenset({"CONTAINS_OP", "IS_OP", "MATCH_CLASS"})  # by requests, which refuse the others themselves


def _using() -> re.Pattern[bytes]:
    """Bytecode that calls something, and uses what comes back at once or beside something that is only loaded."""

    def any_of(names: Iterable[str]) -> bytes:
        return b"|".join(re.escape(bytes([dis.opmap[name]])) for name in names if dis.opmap.get(name, 256) < 256)

    loads = [name for name in dis.opmap if name.startswith("LOAD")]
    parts = any_of(_CALLS), dis.opmap["CACHE"], any_of([*loads, "COPY"]), dis.opmap["CACHE"], any_of(_USES)
    return re.compile(b"(?s:(?:%s).(?:%c.)*(?:(?:%s).(?:%c.)*){0,3}(?:%s))" % parts)


_USING = _using()


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
            helpers = [each for each in named if isinstance(each, FunctionType) and iscoroutinefunction(each)]
            todo += helpers
            outside.update(known)
            bytecode = Bytecode(code)
            if _DROPPING.search(code.co_code):
                _refuse(function, bytecode, makers)
            if helpers or _USING.search(code.co_code):
                _refuse_used(function, bytecode, makers)
            refuse_unrolled(function.__name__, bytecode, known)
        made = {name: each for name, each in outside.items() if _makes(each, makers)}
        nodes = read(function) if made else None
        if nodes is not None:
            refuse_alphabet(function, nodes, outside)
            refuse_kept(function, nodes, made)
            refuse_in_sight(function, nodes, made, makers)
            refuse_outliving(function, nodes, outside)


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


def _refuse_used(function: FunctionType, bytecode: Bytecode, makers: type) -> None:
    """Raise RuleError for a request that is used where its answer is meant."""
    code, instructions = bytecode.code, bytecode.instructions
    names, closed = function.__globals__, closed_over(function)
    for place, (made, after) in enumerate(pairwise(instructions)):
        if made.opname not in _CALLS or made.positions is None or after.opname == "GET_AWAITABLE":
            continue
        use = _use_of(after.argval, instructions) if after.opname == "STORE_FAST" else _use(instructions, place)
        if use is None:
            continue
        called = _called(instructions[:place], made.positions, names, closed, makers)
        if isinstance(called, makers) or _marked(called):
            if use not in _UNSEEN:
                continue
        elif not iscoroutinefunction(called):
            continue
        name = getattr(called, "name", None) or called.__name__  # type: ignore[attr-defined]
        raise RuleError(
            function.__name__,
            f"{name}(...) is {_USES[use]}, but not awaited.",
            remedy=f"Write `await {name}(...)`.",
            file=code.co_filename,
            line=made.positions.lineno or code.co_firstlineno,
        )


def _use_of(name: str, instructions: list[dis.Instruction]) -> str | None:
    """The instruction that uses what a variable holds, where it is plain to see and the variable is never awaited."""
    loaded = [i for i, each in enumerate(instructions) if "LOAD_FAST" in each.opname and name in _local_names(each)]
    if any(instructions[i + 1].opname == "GET_AWAITABLE" for i in loaded):
        return None
    return next((use for i in loaded if (use := _use(instructions, i)) is not None), None)


def _use(instructions: list[dis.Instruction], place: int) -> str | None:
    """The instruction that uses what a call or a variable gives, where that is plain to see."""
    made, *following = instructions[place : place + 5]
    if following[0].opname == "COPY":  # of `or`, `match` or `:=`
        following = [each for each in following if each.opname not in ("COPY", "STORE_FAST")]
    for loads, each in enumerate(following[:3]):
        if each.opname in _USES and (loads < 2 or each.opname == "MATCH_CLASS"):
            return each.opname if loads == 0 or each.opname in (*_OPERATORS, "MATCH_CLASS") else None
        if not each.opname.startswith("LOAD") or each.opname in _ATTRIBUTES:
            return None
    return _compared(instructions[place + 1 :], made.positions)


def _compared(instructions: list[dis.Instruction], made: dis.Positions | None) -> str | None:
    """The comparison that begins with what was made, if there is one."""
    begins = made and (made.lineno, made.col_offset)
    for each in instructions:
        at = each.positions
        if each.opname in _OPERATORS and at is not None and (at.lineno, at.col_offset) == begins:
            return each.opname
    return None


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
