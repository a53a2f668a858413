"""Numbers of Python's that are others each time a program runs: `id(hero) % 2`, `hash("elf") % 6`.

They lie in the source of a rule, and of plain functions and methods that it names. To ask by an `id` alone which of
several things one is stays allowed: `id(hero) in seen`, `names[id(hero)]`. So does `hash` where a class says its own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Final

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.outliving import PURE
from oddsmith.rules.language.code_slips.text import Nodes, named_outside, read

OF_MEMORY: Final = "goes by what is another number each time the program runs"


def refuse_memory(rule: FunctionType, named: Sequence[FunctionType]) -> None:
    """Raise RuleError where a rule, or a function of its package that it names, goes by an `id` or a `hash`.

    named: the rule and all such functions.
    """
    for function in named:
        known = named_outside(function)
        asked = {name for name in _ASKED if name in known and known[name] is None}
        if function.__name__ == "__hash__":
            asked.discard("hash")
        nodes = read(function) if asked else None
        if nodes is None:
            continue
        asked -= nodes.times.keys()
        told_apart = {*map(id, _told_apart(nodes))} if "id" in asked else set()
        for name in nodes[ast.Name]:
            if name.id in asked and id(name) not in told_apart:
                through = "" if function is rule else f" in {function.__name__}"
                line = function.__code__.co_firstlineno + name.lineno - 1
                message = f"{OF_MEMORY}, `{name.id}()`{through}: {_ASKED[name.id]}"
                raise RuleError(rule.__name__, message, remedy=PURE, file=function.__code__.co_filename, line=line)


def _told_apart(nodes: Nodes) -> list[ast.expr]:
    """The names of `id` where it is called and only says which of several things one is."""
    found: list[ast.expr] = []
    for compared in nodes[ast.Compare]:
        if all(isinstance(sign, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for sign in compared.ops):
            found += [compared.left, *compared.comparators]
    for each in nodes[ast.Subscript]:
        found.append(each.slice)
    for each in nodes[ast.Dict]:
        found += filter(None, each.keys)
    for each in nodes[ast.DictComp]:
        found.append(each.key)
    for each in nodes[ast.Set]:
        found += each.elts
    for each in nodes[ast.SetComp]:
        found.append(each.elt)
    for each in nodes[ast.Call]:
        if isinstance(each.func, ast.Attribute) and each.func.attr in _BY_KEY:
            found += each.args[:1]
    return [each.func for each in found if isinstance(each, ast.Call)]


_ASKED: Final = {
    "id": "compare with `is`, or give each a name or a number by which they differ.",
    "hash": "compare the values themselves.",
}
_BY_KEY: Final = frozenset({"add", "remove", "discard", "get", "setdefault", "pop"})
