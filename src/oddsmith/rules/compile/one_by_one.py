"""Lists of dice that a rule rolls one by one, though it could throw them as a pool.

faces = [await roll(d6) for _ in range(dice)]               faces and `d6.pool(dice)`
for _ in range(dice): faces.append(await roll(d6))          the same
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any, NamedTuple

from oddsmith.rules.compile.list_readings import named_at
from oddsmith.rules.compile.syntax.source import tree


class OneByOne(NamedTuple):
    """A list of dice that are rolled one by one. name: of the list, "" for none. pool: as many dice at once. made:
    whether a comprehension makes it.
    """

    name: str
    pool: str
    made: bool


def one_by_one(line: int, code: CodeType, module: dict[str, Any]) -> OneByOne | None:
    """The list to which a function adds where it awaits at a line; None where it does not, or not each time one roll.

    module: its globals.
    """
    for node in ast.walk(tree(code, module) or ast.Module([], [])):
        if not isinstance(node, ast.expr | ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        match node:
            case ast.ListComp(elt=each, generators=[ast.comprehension(target=item, iter=over, ifs=[])]):
                name = named_at(line, code, module) or ""
            case ast.For(target=item, iter=over, body=[added]):
                name, each = _added(added)
            case _:
                continue
        rolls = [one.value for one in ast.walk(each) if isinstance(one, ast.Await)]
        if len(rolls) == 1 and not _names(each) & _names(item):
            match rolls[0]:
                case ast.Call(ast.Name("roll"), [die], []):
                    return OneByOne(name, f"{_operand(die)}.pool({_number(over)})", isinstance(node, ast.ListComp))
    return None


def _added(statement: ast.stmt) -> tuple[str, ast.expr]:
    """The list to which a statement adds, and what; "" and no more where it does not."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"), [each])):
            return name, each
        case ast.AugAssign(ast.Name(name), ast.Add(), ast.List([each]) | ast.Tuple([each])):
            return name, each
    return "", ast.Constant(None)


def _number(over: ast.expr) -> str:
    """The number of items of a loop, as a text of Python."""
    match over:
        case ast.Call(ast.Name("range"), [number], []):
            return ast.unparse(number)
    return f"len({ast.unparse(over)})"


def _operand(die: ast.expr) -> str:
    text = ast.unparse(die)
    return text if isinstance(die, ast.Name | ast.Attribute | ast.Subscript | ast.Call) else f"({text})"


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
