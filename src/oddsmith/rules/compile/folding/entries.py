"""Numbers in place of a `Counter` that is filled on the way, and of which only entries with written keys are read.

    found = Counter()                         found[6] = 0
    while (face := await roll(d6)) != 1:      while (face := await roll(d6)) != 1:
        found[face] += 1                          found[6] += 1 if face == 6 else 0
    return found[6]                           return found[6]

On the right, `found[6]` is a variable of that name.
"""

from __future__ import annotations

import ast
from collections import Counter
from types import CodeType
from typing import Any, NamedTuple

from oddsmith.rules.compile.folding.counting import decides
from oddsmith.rules.compile.folding.read_of_lists import number
from oddsmith.rules.compile.syntax.nodes import constant, load, store
from oddsmith.rules.compile.syntax.trees import Above, copied, located


class _Uses(NamedTuple):
    """All that is done with a counter: where it is made, what adds to it, and what is read by its keys."""

    made: list[ast.Assign | ast.AnnAssign]
    adds: list[tuple[ast.AugAssign, ast.expr]]
    reads: list[tuple[ast.Subscript, ast.Constant]]


def keep_entries(
    body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]
) -> frozenset[str]:
    """Put numbers in place of counters in lowered statements; return all variables.

    code, module: of the function. names: its variables. Where a rule lets people choose, they may be told of counters.
    """
    bound = names | set(code.co_freevars)
    if module.get(Counter.__name__) is not Counter or Counter.__name__ in bound or decides(body, module):
        return names
    for name in sorted(names & above.names.keys() - set(code.co_cellvars)):
        uses = _uses(name, above)
        if uses is not None and uses.made and uses.adds and uses.reads:
            keys = {ast.unparse(key): key for _, key in uses.reads}
            names |= {f"{name}[{text}]" for text in keys}
            _put(name, keys, uses, body, above)
    return names


def _uses(name: str, above: Above) -> _Uses | None:
    """Return all uses of a counter; None where one is another than these."""
    found = _Uses([], [], [])
    for use in above.names[name]:
        parent = above.holder(use)
        statement = above.holder(parent)
        match parent:
            case ast.Assign(targets=[target], value=ast.Call(func=ast.Name(id=made), args=[], keywords=[])) | (
                ast.AnnAssign(target=target, value=ast.Call(func=ast.Name(id=made), args=[], keywords=[]))
            ) if made == Counter.__name__ and target is use:
                found.made.append(parent)
            case ast.Subscript(slice=ast.Name() | ast.Constant() as key, ctx=ast.Store()):
                if not isinstance(statement, ast.AugAssign) or not isinstance(statement.op, ast.Add):
                    return None
                if statement.target is not parent or number(statement.value) is None:
                    return None
                found.adds.append((statement, key))
            case ast.Subscript(slice=ast.Constant(value=value) as key, ctx=ast.Load()) if type(value) in (int, str):
                found.reads.append((parent, key))
            case _:
                return None
    return found


def _put(name: str, keys: dict[str, ast.Constant], uses: _Uses, body: list[ast.stmt], above: Above) -> None:
    for made in uses.made:
        nothing: list[ast.stmt] = [ast.Assign([store(f"{name}[{text}]")], constant(0)) for text in keys]
        above.replace(body, made, [located(ast.copy_location(each, made)) for each in nothing])
    for statement, key in uses.adds:
        adds: list[ast.stmt] = []
        for text, entry in keys.items():
            same = ast.Compare(copied(key), [ast.Eq()], [copied(entry)])
            more = ast.IfExp(same, copied(statement.value), constant(0))
            adds.append(ast.AugAssign(store(f"{name}[{text}]"), ast.Add(), more))
        above.replace(body, statement, [located(ast.copy_location(each, statement)) for each in adds])
    for read, key in uses.reads:
        above.replace(body, read, [ast.copy_location(load(f"{name}[{ast.unparse(key)}]"), read)])
