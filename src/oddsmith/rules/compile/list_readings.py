"""Readings of lists: the numbers that a rule reads of a list, by which plans tell situations apart.

dice.count(6)                                   as it is written
rest = [die for die in dice if die != 6]        len(rest); `6 misses` where the name is one of several things
for die in dice: ... if die == 1                sum(die == 1 for die in dice)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.syntax.source import tree

_FUNCTIONS: Final = {f.__name__: f for f in (abs, all, any, bool, int, len, max, min, range, sorted, sum, zip)}
_PURE: Final = (
    *(ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.List, ast.Set, ast.Call),
    *(ast.IfExp, ast.Subscript, ast.Slice, ast.ListComp, ast.GeneratorExp, ast.comprehension, ast.Attribute),
    *(ast.expr_context, ast.cmpop, ast.boolop, ast.unaryop, ast.operator, ast.Starred),
)
_MOST: Final = 8  # readings of one list; more tell nobody anything


class Reading(NamedTuple):
    """A number that is read of a list. name: it, for people; code: it, of the list."""

    name: str
    code: CodeType


_known: dict[CodeType, Mapping[str, tuple[Reading, ...]]] = {}


def readings(code: CodeType, module: dict[str, Any]) -> Mapping[str, tuple[Reading, ...]]:
    """The numbers that a function reads of lists, by their names. module: its globals."""
    found = _known.get(code)
    if found is None:
        written = tree(code, module)
        by_name: dict[str, dict[str, ast.expr]] = {}
        for of, name, read in () if written is None else _read(written):
            if _pure(read, of, module):
                by_name.setdefault(of, {}).setdefault(name, read)
        found = _known[code] = {
            of: tuple([Reading(name, _compiled(read)) for name, read in list(reads.items())[:_MOST]])
            for of, reads in by_name.items()
        }
    return found


def named_at(line: int, code: CodeType, module: dict[str, Any]) -> str | None:
    """The name that a list gets which a function makes at a line; None where it has none."""
    for node in ast.walk(tree(code, module) or ast.Module([], [])):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if node.lineno <= line <= (node.end_lineno or 0):
                return name
    return None


def numbers(held: Mapping[str, Any], code: CodeType, module: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The numbers that a function reads of each list that it holds, by the name of the reading."""
    found: dict[str, dict[str, int]] = {}
    for name, reads in readings(code, module).items():
        if isinstance(held.get(name), list | tuple) and all(type(item) in (int, str, bool) for item in held[name]):
            for one in reads:
                try:
                    value = eval(one.code, {**module, "__builtins__": _FUNCTIONS}, {name: held[name]})
                except Exception:  # noqa: BLE001 (it is read elsewhere, where the list is another)
                    continue
                if type(value) in (int, bool):
                    found.setdefault(name, {})[one.name] = value
    return found


def _read(function: ast.AST) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield all that is read of each list, with its name: of the list by itself, and of its items one by one."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="count"), args=[_], keywords=[]):
                yield of, ast.unparse(node), node
            case ast.Call(func=ast.Name(id="len" | "sum" | "max" | "min" as read), args=[ast.Name(id=of)], keywords=[]):
                yield of, f"{read}({of})", node
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=of)]):
                yield of, ast.unparse(node), node
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp(generators=[made]) as listed):
                if isinstance(made.iter, ast.Name) and made.ifs and name != made.iter.id:
                    yield made.iter.id, f"len({name})", _call("len", listed)
            case ast.Call(func=ast.Name(id="sum" | "len" | "any" | "all"), args=[made_of], keywords=[]):
                if isinstance(made_of, ast.GeneratorExp | ast.ListComp) and isinstance(
                    made_of.generators[0].iter, ast.Name
                ):
                    yield made_of.generators[0].iter.id, ast.unparse(node), node
            case ast.For(iter=ast.Name(id=of), target=ast.Name(id=item)) if item.startswith("_"):
                yield of, f"len({of})", _call("len", ast.Name(of, ast.Load()))
            case ast.comprehension(iter=ast.Name(id=of), target=ast.Name(id=item)) if item.startswith("_"):
                yield of, f"len({of})", _call("len", ast.Name(of, ast.Load()))
            case ast.For(iter=over, target=target):
                yield from _tested(node, over, target)
            case _:
                pass


def _tested(loop: ast.For, over: ast.expr, target: ast.expr) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield the numbers of items that pass the tests which a loop over a list makes of each by itself."""
    match over, target:
        case ast.Name(id=of), ast.Name(id=item):
            pass
        case ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=of)]), ast.Tuple(elts=[_, ast.Name(id=item)]):
            pass
        case _:
            return
    for node in ast.walk(loop):
        if isinstance(node, ast.If | ast.IfExp) and _names(node.test) & {item}:
            text = f"sum({ast.unparse(node.test)} for {item} in {of})"
            yield of, text, ast.parse(text, mode="eval").body


def _call(function: str, of: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(function, ast.Load()), [of], [])


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _pure(read: ast.expr, of: str, module: Mapping[str, Any]) -> bool:
    """True for a number of a list alone, and of what never changes."""
    own = {of}
    for node in ast.walk(read):
        if not isinstance(node, _PURE) or (isinstance(node, ast.comprehension) and node.is_async):
            return False
        if isinstance(node, ast.Attribute) and node.attr not in ("count", "index"):
            return False
        if isinstance(node, ast.comprehension):
            own |= _names(node.target)
    names = _names(read) - own
    return all(name in _FUNCTIONS or _constant(module.get(name)) for name in names)


def _constant(value: object) -> bool:
    return isinstance(value, int | str) or (isinstance(value, tuple | frozenset) and all(map(_constant, value)))


def _compiled(read: ast.expr) -> CodeType:
    return compile(ast.fix_missing_locations(ast.Expression(read)), "<reading>", "eval")
