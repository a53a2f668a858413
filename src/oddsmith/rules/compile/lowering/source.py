"""The source of a rule as a syntax tree, and what in it keeps a rule from being compiled.

Nodes keep the lines and columns that they have in the file, which tracebacks show.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Sequence
from types import CodeType, FunctionType
from typing import Any, Final

from oddsmith.rules.compile.lowering.trees import SCOPES, children, copied, evaluated_around, own, walk

#: What has names of its own for the items that it goes over.
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)

_HOLD_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
_NAMES = frozenset({ast.NamedExpr, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.alias})
_NAMES |= {ast.MatchAs, ast.MatchStar, ast.MatchMapping}
_READS_FRAMES = frozenset({"locals", "vars", "dir", "eval", "exec", "super", "__class__"})

#: Functions that no file holds: their trees, by their code.
written_here: dict[CodeType, ast.AsyncFunctionDef] = {}


class Reason(str):
    """The reason why a function is run again for every branch, for people.

    remedy: the change after which it would be compiled; "" where none is known, or none would help.
    """

    __slots__ = ("remedy",)
    remedy: str

    def __new__(cls, text: str, remedy: str = "") -> Reason:
        made = super().__new__(cls, text)
        made.remedy = remedy
        return made


class NotCompiled(BaseException):
    """A function is run again for every branch instead. reason: why; line: where, if that is known; remedy: see Reason.

    It is no `Exception`, so that no rule catches it.
    """

    def __init__(self, reason: str, line: int | None = None, *, remedy: str = "") -> None:
        super().__init__(reason if line is None else f"{reason} (line {line})")
        self.reason = Reason(str(self), getattr(reason, "remedy", remedy))


_ORDINARY: Final = "Write an ordinary loop, with or comprehension, with await inside."

#: The reason where there is no source.
UNREAD: Final = Reason("its source cannot be read", "Write the rule in a file.")


def definition(code: CodeType, module: dict[str, Any]) -> ast.AsyncFunctionDef:
    """A tree of the function's definition, to be changed at will. module: its globals.

    Raises NotCompiled where the source cannot be read, or holds something that no machine can do.
    """
    found = tree(code, module)
    if found is None:
        raise NotCompiled(UNREAD)
    arguments = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    if sorted(code.co_varnames[:arguments]) != sorted(a.arg for a in walk(found.args) if isinstance(a, ast.arg)):
        raise NotCompiled("its file has changed since it was loaded", remedy="Load the file again.")
    _check(found, code)
    return found


def tree(code: CodeType, module: dict[str, Any]) -> ast.AsyncFunctionDef | None:
    """A tree of an async function as it was written; None where its source cannot be read. module: its globals."""
    if code in written_here:
        return copied(written_here[code])
    lines = linecache.getlines(code.co_filename, module)
    return _found(_own_lines(code, lines), code) or _found("".join(lines), code)


def plain_tree(function: FunctionType) -> ast.FunctionDef | None:
    """A tree of a function that is not async, as it was written; None where its source cannot be read."""
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)
    try:
        (made,) = ast.parse(_own_lines(function.__code__, lines)).body
        if isinstance(made, ast.If):  # around what stands within a class or a function
            (made,) = made.body
    except (SyntaxError, ValueError):
        return None
    return made if isinstance(made, ast.FunctionDef) and made.name == function.__name__ else None


def written(code: CodeType, module: dict[str, Any]) -> dict[str, int]:
    """The names in a function, each with its place in the order in which they are first written; none without source.

    Bytecode has another order, and not the same one in every Python.
    """
    found = tree(code, module)
    if found is None:
        return {name: place for place, name in enumerate(code.co_varnames)}
    places = [(a.lineno, a.col_offset, a.arg) for a in walk(found.args) if isinstance(a, ast.arg)]
    for statement in found.body:
        places += [(n.lineno, n.col_offset, n.id) for n in walk(statement) if isinstance(n, ast.Name)]
    return {name: place for place, name in enumerate(dict.fromkeys([name for *_, name in sorted(places)]))}


def awaits(node: ast.AST) -> bool:
    """Tell whether a node awaits something itself, and not in a function defined inside."""
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, ast.Await):
            return True
        todo += evaluated_around(here) if isinstance(here, SCOPES) else children(here)
    return False


def awaited(node: ast.stmt) -> ast.Await | None:
    """The await that a lowered statement is, if it is one."""
    if isinstance(node, (ast.Assign, ast.Expr)) and isinstance(node.value, ast.Await):
        return node.value
    return None


def local_names(function: ast.AsyncFunctionDef, body: Sequence[ast.stmt]) -> frozenset[str]:
    """The local variables of a function with this (lowered) body."""
    parameters = {argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)}
    nodes = [own(statement) for statement in body]
    elsewhere = {name for inside in nodes for node in inside if isinstance(node, ast.Global) for name in node.names}
    return frozenset(parameters.union(*map(_set_by, nodes)) - elsewhere)


def names_read(node: ast.AST) -> set[str]:
    """Return the names that are read by a node, or by functions defined in it.

    Names that a comprehension or a lambda has for itself are not among them.
    """
    found: set[str] = set()
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, ast.Name):
            if not isinstance(here.ctx, ast.Store):
                found.add(here.id)
        elif isinstance(here, COMPREHENSIONS):
            first = here.generators[0].iter
            todo.append(first)
            targets = [below for over in here.generators for below in walk(over.target)]
            bound = {below.id for below in targets if isinstance(below, ast.Name) and isinstance(below.ctx, ast.Store)}
            found |= _read_within(here, first, bound)
        elif isinstance(here, ast.Lambda):
            todo += children(here.args)
            found |= names_read(here.body) - {below.arg for below in walk(here.args) if isinstance(below, ast.arg)}
        else:
            if isinstance(here, ast.AugAssign) and isinstance(here.target, ast.Name):
                found.add(here.target.id)
            todo += children(here)
    return found


def _read_within(made: ast.AST, first: ast.expr, bound: set[str]) -> set[str]:
    """Names that a comprehension reads in its own scope. first: what it goes over; bound: its own names."""
    read: set[str] = set()
    for below in children(made):
        for part in children(below) if isinstance(below, ast.comprehension) else [below]:
            if part is not first:
                read |= names_read(part)
    return read - bound


def stored(statement: ast.AST) -> frozenset[str]:
    """Names that are set or deleted somewhere in a statement."""
    return frozenset(_set_by(own(statement)))


def _set_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that nodes set or delete. The targets of a comprehension are no variables of the function."""
    names: set[str] = set()
    inner: set[int] = set()
    plain: list[ast.Name] = []
    for node in nodes:
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:  # type: ignore[attr-defined]
                plain.append(node)  # type: ignore[arg-type]
        elif kind is ast.comprehension:
            inner.update(map(id, walk(node.target)))  # type: ignore[attr-defined]
        elif kind in _NAMES:
            match node:
                case ast.NamedExpr(target=ast.Name(id=name)):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    names.add(name)
                case ast.MatchMapping(rest=str(name)):
                    names.add(name)
                case ast.alias():
                    names.add((node.asname or node.name).partition(".")[0])
    return names.union([name.id for name in plain if id(name) not in inner])


def targets_of(targets: Iterable[ast.expr]) -> frozenset[str]:
    """Variables that assignment to these targets sets."""
    found: set[str] = set()
    todo = list(targets)
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                todo += elts
            case ast.Starred(value=value):
                todo.append(value)
    return frozenset(found)


def _own_lines(code: CodeType, lines: Sequence[str]) -> str:
    """The lines of a function, where they are in its file; those before are empty."""
    first = code.co_firstlineno
    if not 0 < first <= len(lines):
        return ""
    indent = _indent(lines[first - 1])
    last = _last_line(code)
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > indent):
        last += 1
    opening = ["\n"] * (first - 1)
    if indent:
        opening[-1:] = ["if True:\n"]  # what stands within a class or a function keeps its columns
    return "".join([*opening, *lines[first - 1 : last]])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _last_line(code: CodeType) -> int:
    """The last line on which code begins; more of it may come after, and statements that do nothing."""
    last = max([line or 0 for _, _, line in code.co_lines()], default=0)
    return max([last, *[_last_line(inner) for inner in code.co_consts if isinstance(inner, CodeType)]])


def _found(text: str, code: CodeType) -> ast.AsyncFunctionDef | None:
    """The async function of a text with the first line (a decorator's, where there is one) and name of this code."""
    try:
        module = ast.parse(text, code.co_filename)
    except (SyntaxError, ValueError):
        return None
    place = (code.co_firstlineno, code.co_name)
    todo: list[ast.AST] = [module]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.AsyncFunctionDef):
            first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
            if (first, node.name) == place:
                return node
        todo += [child for child in children(node) if isinstance(child, _HOLD_STATEMENTS)]
    return None


def _check(function: ast.AsyncFunctionDef, code: CodeType) -> None:
    """Raise NotCompiled for what reads or changes variables in ways that are not seen in the tree."""
    if "__class__" in code.co_freevars:
        raise NotCompiled("it uses super()", remedy="Call the function of the base class by name.")
    for node in walk(function):
        if isinstance(node, ast.Nonlocal):
            raise NotCompiled(
                "a nonlocal variable",
                node.lineno,
                remedy="Return the value from the inner function instead of setting it there.",
            )
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name.startswith("__") and not name.endswith("__") and "." in code.co_qualname:
            raise NotCompiled(
                f"the private name {name}", getattr(node, "lineno", None), remedy="Use a name with one underscore."
            )
    for statement in function.body:
        for node in own(statement):
            if isinstance(node, (ast.AsyncFor, ast.AsyncWith)):
                raise NotCompiled("an async for or async with", node.lineno, remedy=_ORDINARY)
            if isinstance(node, ast.comprehension) and node.is_async:
                raise NotCompiled("an async comprehension", node.target.lineno, remedy=_ORDINARY)
            if isinstance(node, ast.Name) and node.id in _READS_FRAMES:
                raise NotCompiled(
                    f"the name {node.id}", node.lineno, remedy="Pass the variables that are needed by name."
                )
