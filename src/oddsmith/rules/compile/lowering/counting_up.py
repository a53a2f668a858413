"""Loops over `itertools.count` that await, as loops that count: their item is then a number that is only added to.

for n in itertools.count():               n = -1
    if await roll(d6) == 6:               while True:
        break                                 n += 1
                                              if await roll(d6) == 6:
                                                  break
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from oddsmith.rules.compile.folding.read_of_lists import number
from oddsmith.rules.compile.syntax.names import awaits, stored
from oddsmith.rules.compile.syntax.nodes import assign, constant, store
from oddsmith.rules.compile.syntax.trees import SCOPES, located, own


def count_up(function: ast.AsyncFunctionDef, module: Mapping[str, Any], bound: set[str]) -> None:
    """Put loops that count in place of those over `itertools.count` from whole numbers, in place.

    Loops that set their item stay as they are. module: the globals of the function. bound: names that are bound
    outside its body.
    """
    nodes = [node for statement in function.body for node in own(statement)]
    if not any(isinstance(node, ast.For) for node in nodes):
        return
    shared = {name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    bound = bound.union(*map(stored, function.body))
    counters = {name for name, value in module.items() if value is itertools.count} - bound
    modules = {name for name, value in module.items() if value is itertools} - bound
    for block in _blocks([function, *[node for node in nodes if not isinstance(node, SCOPES)]]):
        for node in list(block):
            if not isinstance(node, ast.For) or not any(map(awaits, node.body)):
                continue
            found = _numbers(node.iter, counters, modules)
            match node.target:
                case ast.Name(id=item) if found is not None and item not in shared:
                    if not any(item in stored(statement) for statement in node.body):
                        place = next(at for at, each in enumerate(block) if each is node)
                        block[place : place + 1] = _counted(node, item, *found)


def _blocks(nodes: list[ast.AST]) -> Iterator[list[ast.AST]]:
    for node in nodes:
        for name in ("body", "orelse", "finalbody"):
            held = getattr(node, name, None)
            if isinstance(held, list):
                yield held


def _numbers(made: ast.expr, counters: set[str], modules: set[str]) -> tuple[int, int] | None:
    """The first number of an `itertools.count`, and what is added to it each time; None for anything else."""
    match made:
        case ast.Call(func=ast.Name(id=name)) if name in counters:
            pass
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="count")) if name in modules:
            pass
        case _:
            return None
    given = dict(zip(("start", "step"), made.args, strict=False)) | {
        str(word.arg): word.value for word in made.keywords
    }
    if len(given) < len(made.args) + len(made.keywords) or not given.keys() <= {"start", "step"}:
        return None
    start, step = [number(given[name]) if name in given else least for name, least in (("start", 0), ("step", 1))]
    return None if start is None or step is None else (start, step)


def _counted(node: ast.For, item: str, start: int, step: int) -> list[ast.stmt]:
    """The same loop, which never ends by itself."""
    begun = assign(item, constant(start - step))
    more = ast.AugAssign(store(item), ast.Add(), constant(step))
    whole = ast.While(constant(True), [ast.copy_location(more, node.target), *node.body], [])
    return [located(ast.copy_location(begun, node.target)), located(ast.copy_location(whole, node))]
