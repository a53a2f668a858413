"""The source of rules, read once for all that looks for slips in it."""

from __future__ import annotations

import ast
import linecache
import textwrap
from collections import defaultdict
from types import FunctionType
from typing import Any, TypeAlias

#: All nodes of a text by their classes; those of one class as they stand, outer ones first.
Nodes: TypeAlias = "defaultdict[type[ast.AST], list[Any]]"


def read(function: FunctionType) -> Nodes | None:
    """The nodes of a function but its own, its first line being 1; None where its source cannot be read."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    last = max([end for _, end, *_ in code.co_positions() if end], default=0)
    try:
        tree = ast.parse(textwrap.dedent("".join(lines[code.co_firstlineno - 1 : last])))
    except SyntaxError:
        return None
    found: Nodes = defaultdict(list)
    nodes: list[ast.AST] = list(tree.body)
    for node in nodes:  # ast.walk takes three times as long
        for part in vars(node).values():
            if type(part) is list:
                nodes += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                nodes.append(part)
    for node in nodes[len(tree.body) :]:
        found[type(node)].append(node)
    return found
