"""The source of rules, read once for all that looks for slips in it."""

from __future__ import annotations

import ast
import dis
import linecache
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from functools import cached_property, lru_cache
from itertools import chain
from types import CodeType, FunctionType
from typing import Any, Final, cast

_SIGNS: Final = frozenset(
    kind
    for kinds in (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
    for kind in kinds.__subclasses__()
)
_NO_NODES: Final = _SIGNS | {int, str, type(None)}
_ENDS: Final = frozenset({ast.Name, ast.Constant})


class Nodes(defaultdict[type[ast.AST], list[Any]]):
    """All nodes of a text but signs by their classes; those of one class as they stand, outer ones first.

    outer: the nodes in which they lie.
    """

    def __init__(self, outer: tuple[ast.AST, ...]) -> None:
        super().__init__(list)
        self.outer = outer

    @cached_property
    def times(self) -> Counter[str]:
        """The names to which something is bound, with how often that is."""
        times: Counter[str] = Counter()
        for name in _bound(self):
            times[name] += 1
        return times


class Bytecode:
    """The instructions of a code, listed once for all that looks for slips in it."""

    def __init__(self, code: CodeType) -> None:
        self.code = code

    @cached_property
    def instructions(self) -> list[dis.Instruction]:
        """All of them."""
        return list(dis.get_instructions(self.code))


def read(function: FunctionType) -> Nodes | None:
    """The nodes of a function but its own, its first line being 1; None where its source cannot be read."""
    return _read(function.__code__, function.__globals__)


def tree_of(code: CodeType, names: dict[str, Any] | None = None) -> ast.stmt | None:
    """The text of a function, its first line being 1; None where it cannot be read. names: its globals."""
    nodes = _read(code, names)
    return None if nodes is None else cast(ast.stmt, nodes.outer[0])


def _read(code: CodeType, names: dict[str, Any] | None) -> Nodes | None:
    lines = linecache.getlines(code.co_filename, names)
    last = max([each[1] or 0 for each in code.co_positions()], default=0)
    try:
        return _parsed("".join(lines[code.co_firstlineno - 1 : last]))
    except SyntaxError:
        return None


@lru_cache(maxsize=16)
def _parsed(text: str) -> Nodes | None:
    """The nodes of the first statement of a text, for all that look at it; nobody changes them."""
    tree = ast.parse(textwrap.dedent(text) if text[:1].isspace() else text)
    return within(tree.body[0]) if tree.body else None


def within(*outer: ast.AST) -> Nodes:
    """The nodes that lie in these, by their classes."""
    found = Nodes(outer)
    nodes: list[ast.AST] = list(outer)
    for node in nodes:  # ast.walk takes three times as long
        for part in () if type(node) in _ENDS else vars(node).values():
            if type(part) is list:
                nodes += [each for each in part if isinstance(each, ast.AST)]
            elif type(part) not in _NO_NODES and isinstance(part, ast.AST):
                nodes.append(part)
    for node in nodes[len(outer) :]:
        found[type(node)].append(node)
    return found


def assigned(nodes: Nodes) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Variables with what they are assigned, also several at once."""
    for node in chain(nodes[ast.Assign], nodes[ast.AnnAssign]):
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                yield target, value
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                yield target, value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                if len(targets) == len(values) and not any(isinstance(each, ast.Starred) for each in values):
                    for each, value in zip(targets, values, strict=True):
                        if isinstance(each, ast.Name):
                            yield each, value


def chained(nodes: Nodes) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Variables that are assigned the same thing at once, each with it."""
    for node in nodes[ast.Assign]:
        if len(node.targets) > 1:
            yield from [(target, node.value) for target in node.targets if isinstance(target, ast.Name)]


def _bound(nodes: Nodes) -> Iterator[str]:
    """The names to which something is bound, once for each time."""
    for name in nodes[ast.Name]:
        if not isinstance(name.ctx, ast.Load):
            yield name.id
    for argument in nodes[ast.arg]:
        yield argument.arg
    for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar):
        yield from [node.name for node in nodes[kind] if node.name]
    for mapping in nodes[ast.MatchMapping]:
        yield mapping.rest or ""
    for shared in chain(nodes[ast.Global], nodes[ast.Nonlocal]):
        yield from shared.names * 2  # whatever else may be bound to them elsewhere
    for alias in nodes[ast.alias]:
        yield alias.asname or alias.name


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of all that is written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def closed_over(function: FunctionType) -> dict[str, Any]:
    """The objects that a function closes over, by name, as far as they are defined by now."""
    closed = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:
            continue
    return closed


def named_outside(function: FunctionType) -> dict[str, Any]:
    """The objects outside of a function that it may name, by name; None for names that stand for nothing there."""
    named = {name for code in codes(function.__code__) for name in code.co_names}
    return {name: function.__globals__.get(name) for name in named} | closed_over(function)


def own_functions(names: Set[str], module: dict[str, Any]) -> Iterator[FunctionType]:
    """Functions of a module, or of others of its package, that are named, and methods of its classes of that name."""
    package = _package(module.get("__name__"))
    named = [value for name in names if isinstance(value := module.get(name), FunctionType)]
    yield from [value for value in named if _package(value.__module__) == package]
    for owner in [value for value in module.values() if isinstance(value, type)]:
        for name in names & vars(owner).keys() if owner.__module__ == module.get("__name__") else ():
            held = vars(owner)[name]
            function = held.fget if isinstance(held, property) else getattr(held, "__func__", held)
            if isinstance(function, FunctionType):
                yield function


def all_named(function: FunctionType) -> Iterator[FunctionType]:
    """A function, and the functions and methods of its package that it names, and so on, each once."""
    seen, todo = {function}, [function]
    while todo:
        each = todo.pop()
        yield each
        names = {name for code in codes(each.__code__) for name in code.co_names}
        more = [named for named in own_functions(names, each.__globals__) if named not in seen]
        seen.update(more)
        todo += more


def _package(module: object) -> str:
    """The name of the package in which a module is."""
    return str(module).partition(".")[0]
