"""Comparisons by identity (`is`): states keep values apart that change, and make equal ones again of all others.

So `active is me` would be answered for any fighter with the same values. A rule that asks that of such values is run
again for every branch, where each is the one that the rule has made.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Sequence
from enum import Enum
from types import CodeType, ModuleType
from typing import Any, Final

from oddsmith.rules.compile.own_names import SAME
from oddsmith.rules.compile.syntax.nodes import called, constant
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.syntax.trees import walk
from oddsmith.rules.language.calls import built_in
from oddsmith.rules.language.code_slips.text import codes, own_functions

_REMEDY: Final = "Compare with `==`, and give each a name or a number by which they differ."
_ONE: Final = frozenset({bool, int, str, type(None), type(Ellipsis), ModuleType})  # as good as one wherever it is equal
_IS_OP: Final = dis.opmap["IS_OP"]


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are one. Raises NotCompiled for equal ones that states do not keep apart."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _ONE or isinstance(one, Enum | type):
        return one is other
    if getattr(kind, "__eq__") is object.__eq__:  # noqa: B009
        return one is other
    if one is other and getattr(kind, "__hash__") is None:  # noqa: B009  # two names of what was copied once
        return True
    if one is other or one == other:  # of two that may change, one may be the copy of the other, which is kept outside
        raise NotCompiled(f"two values of {kind.__name__} that are equal are compared with `is`", remedy=_REMEDY)
    return False


def keep_identity(body: Sequence[ast.stmt], code: CodeType, module: dict[str, Any]) -> None:
    """Let `is` be asked of `same`. Raises NotCompiled where other functions ask it, and for `id`.

    body: lowered, of the function with this code.
    """
    written = [*codes(code)]
    if any(_IS_OP in one.co_code[::2] for one in written):
        for node in [below for statement in body for below in walk(statement)]:
            if isinstance(node, ast.Compare) and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
                _ask(node)
    names = {name for one in written for name in one.co_names}
    if "id" in names and "id" not in module:
        raise NotCompiled("it asks for the `id` of a value", remedy=_REMEDY)
    if not built_in(module.get("__name__")):
        for function in own_functions(names, module):
            if any(_asks(one, function.__globals__) for one in codes(function.__code__)):
                raise NotCompiled(f"{function.__qualname__} compares with `is`", remedy=_REMEDY)


def _ask(node: ast.Compare) -> None:
    if any(isinstance(value, ast.Constant) for value in (node.left, *node.comparators)):
        return
    if len(node.ops) > 1:
        raise NotCompiled("it compares several values with `is` at once", node.lineno, remedy=_REMEDY)
    asked = called(SAME, node.left, node.comparators[0])
    for made in (asked, asked.func):
        ast.copy_location(made, node)
    node.left, node.comparators = asked, [ast.copy_location(constant(True), node)]


def _asks(code: CodeType, module: dict[str, Any]) -> bool:
    """Tell whether a function compares two values with `is` of which the last is not known to be one of a kind."""
    before: list[dis.Instruction] = []
    for step in dis.get_instructions(code):
        if step.opname == "IS_OP" and before and not _is_one(before, module):
            return True
        before = [*before[-1:], step]
    return False


def _is_one(before: Sequence[dis.Instruction], module: dict[str, Any]) -> bool:
    last = before[-1]
    if last.opname.startswith("LOAD_ATTR"):  # a member of an enumeration
        return len(before) > 1 and isinstance(module.get(str(before[-2].argval)), type)
    if last.opname.startswith("LOAD_GLOBAL"):
        return isinstance(module.get(str(last.argval)), Enum | type)
    return last.opname.startswith("LOAD_CONST")
