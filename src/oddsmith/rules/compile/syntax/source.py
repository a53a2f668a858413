"""The source of a rule as a syntax tree; what no machine can do is refused.

Nodes keep the lines and columns that they have in the file, which tracebacks show.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Sequence
from types import CodeType, FunctionType
from typing import Any, Final

from oddsmith.rules.compile.syntax.reasons import NotCompiled, Reason
from oddsmith.rules.compile.syntax.trees import children, copied, own, walk

_HOLD_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
_READS_FRAMES = frozenset({"locals", "vars", "dir", "eval", "exec", "super", "__class__"})

#: Functions that no file holds: their trees, by their code.
without_file: dict[CodeType, ast.AsyncFunctionDef] = {}


_ORDINARY: Final = "Write an ordinary loop, with or comprehension, with await inside."

#: The reason where there is no source.
UNREAD: Final = Reason("its source cannot be read", "Write the rule in a file.")


_NAMES: Final = """
    AnnAssign Assert Assign AsyncFor AsyncFunctionDef AsyncWith AugAssign Break ClassDef Continue Delete Expr For
    FunctionDef Global If Import ImportFrom Match Nonlocal Pass Raise Return Try TryStar TypeAlias While With
    Attribute Await BinOp BoolOp Call Compare Constant Dict DictComp FormattedValue GeneratorExp IfExp Interpolation
    JoinedStr Lambda List ListComp Name NamedExpr Set SetComp Slice Starred Subscript TemplateStr Tuple UnaryOp Yield
    YieldFrom MatchAs MatchClass MatchMapping MatchOr MatchSequence MatchSingleton MatchStar MatchValue ParamSpec
    TypeVar TypeVarTuple ExceptHandler alias arg arguments comprehension keyword match_case withitem
"""
#: All kinds of nodes of Python 3.11 to 3.14.
_NODES: Final = frozenset([getattr(ast, name) for name in _NAMES.split() if hasattr(ast, name)])
_COMPREHENSIONS: Final = frozenset({ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp})


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
    if code in without_file:
        return copied(without_file[code])
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


def order_of_names(code: CodeType, module: dict[str, Any]) -> dict[str, int]:
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


def _is_newer(node: Any) -> bool:
    """Tell whether a node is of a later Python, or holds what only later ones can (`[*row for row in rows]`)."""
    if type(node) not in _COMPREHENSIONS:
        return type(node) not in _NODES
    return node.value is None if isinstance(node, ast.DictComp) else isinstance(node.elt, ast.Starred)


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
        if _is_newer(node):
            raise NotCompiled(
                "it has syntax of a newer Python",
                getattr(node, "lineno", None),
                remedy="Write it as older versions of Python do, such as with a loop.",
            )
        if isinstance(node, ast.Nonlocal):
            raise NotCompiled(
                "it has a nonlocal variable",
                node.lineno,
                remedy="Return the value from the inner function instead of setting it there.",
            )
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name.startswith("__") and not name.endswith("__") and "." in code.co_qualname:
            raise NotCompiled(
                f"it uses the private name {name}",
                getattr(node, "lineno", None),
                remedy="Use a name with one underscore.",
            )
    for statement in function.body:
        for node in own(statement):
            if isinstance(node, (ast.AsyncFor, ast.AsyncWith)):
                raise NotCompiled("it has an async for or async with", node.lineno, remedy=_ORDINARY)
            if isinstance(node, ast.comprehension) and node.is_async:
                raise NotCompiled("it has an async comprehension", node.target.lineno, remedy=_ORDINARY)
            if isinstance(node, ast.Name) and node.id in _READS_FRAMES:
                raise NotCompiled(
                    f"it uses the name {node.id}", node.lineno, remedy="Pass the variables that are needed by name."
                )
