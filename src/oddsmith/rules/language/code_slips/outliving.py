"""Changes by a rule of things that outlive it: `LAST[0] = await roll(d6)`, where LAST belongs to the module.

A rule is run many times over, with other answers, and goes on where another run left off, so whatever it keeps outside
of itself is that of some other run. It is found in the source, where that can be read: changes by the rule itself of
what is there by name, or was handed out by a function that keeps it, where the rule reads it too or another does that
it calls. What is only counted up or written down, and what is looked for before it is kept (a cache), does no harm.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, MutableSequence, MutableSet
from itertools import chain
from types import FunctionType
from typing import Any, Final, NamedTuple

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.changing_methods import CHANGING
from oddsmith.rules.language.code_slips.text import Nodes, assigned, chained, named_outside, read

#: What to do about a rule that goes by something else than it may.
PURE: Final = (
    "A rule must be a pure function of its arguments and of what it awaited: no clocks, no randomness, no memory."
)

_CHANGING: Final = (MutableSequence, MutableMapping, MutableSet, Iterator)
#: The class of functions that keep what they returned.
CACHE: Final = type(functools.cache(len))

_OF_NOBODY: Final = frozenset({*sys.stdlib_module_names, "builtins", "oddsmith"})
_LOOKS: Final = (ast.In, ast.NotIn, ast.Is, ast.IsNot)


class Change(NamedTuple):
    """A place at which something outside of a function is changed."""

    name: str
    file: str
    line: int


def changed(node: ast.AST) -> ast.expr | None:
    """Return what a node changes in place: it sets an item or an attribute of that, or calls a method that does."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGING:
            return value
        case ast.Call(func=ast.Name(id="next"), args=[value, *_]):
            return value
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
            return value
        case ast.Attribute(value=value, ctx=ast.Store() | ast.Del()):
            return value
    return None


def refuse_outliving(function: FunctionType, nodes: Nodes, outside: Mapping[str, object]) -> None:
    """Raise RuleError where an async function changes what is outside of it, and goes by it. outside: that, by name."""
    for change in _changes(function, nodes, outside):
        if _is_read(change.name, function, outside) and not _is_looked_for(change.name, nodes):
            raise RuleError(
                function.__name__,
                f"changes what outlives it, `{change.name}`.",
                remedy=PURE,
                file=change.file,
                line=change.line,
            )


def first_change(function: Callable[..., Any]) -> Change | None:
    """The first place where a function, or else one that it calls by name, changes what is outside; None for none."""
    if not isinstance(function, FunctionType):
        return None
    helpers = [each for each in named_outside(function).values() if isinstance(each, FunctionType)]
    return next((change for each in (function, *helpers) for change in changes_of(each)), None)


def changes_of(function: FunctionType) -> Iterator[Change]:
    """Yield the places where a function changes what is outside of it; none where its source cannot be read."""
    nodes = read(function)
    if nodes is not None:
        yield from _changes(function, nodes, named_outside(function))


def changed_argument(function: Callable[..., Any], rules: type) -> Change | None:
    """The first place where a function changes what calls hold: an argument of it, or what it gave to a rule.

    name: of the variable. rules: their class. None for none, and where its source cannot be read.
    """
    nodes = read(function) if isinstance(function, FunctionType) else None
    if not isinstance(function, FunctionType) or nodes is None:
        return None
    code, outside = function.__code__, named_outside(function)
    held = {*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}
    for call in nodes[ast.Call]:
        if isinstance(call.func, ast.Name) and isinstance(outside.get(call.func.id), rules):
            given = [*call.args, *[keyword.value for keyword in call.keywords]]
            held |= {each.id for each in given if isinstance(each, ast.Name)}
    places = sorted((line, name) for name in held for line in _changed_at(name, nodes))
    return next((Change(name, code.co_filename, code.co_firstlineno + line - 1) for line, name in places), None)


def of_library(module: str | None) -> bool:
    """Tell whether a module is of Python, ours, or installed."""
    if module is None or module.partition(".")[0] in _OF_NOBODY:
        return True
    return "site-packages" in (getattr(sys.modules.get(module), "__file__", None) or "")


def reads(function: FunctionType, name: str) -> bool:
    """Tell whether a function reads something by name, more than to change it; so it is where no source can be read."""
    nodes = read(function)
    if nodes is None:
        return True
    written = set(_only_written(nodes))
    return any(each.id == name and isinstance(each.ctx, ast.Load) and each not in written for each in nodes[ast.Name])


def _changes(function: FunctionType, nodes: Nodes, outside: Mapping[str, object]) -> Iterator[Change]:
    """Yield the places where a function changes what is outside of it."""
    code = function.__code__
    found: list[tuple[int, str]] = []
    for node in chain(nodes[ast.Subscript], nodes[ast.Attribute], nodes[ast.Call]):
        of = changed(node)
        if not isinstance(of, ast.Name) or of.id in nodes.times or outside.get(of.id) is None:
            continue
        if isinstance(outside[of.id], _CHANGING) or not isinstance(node, ast.Call):
            found.append((node.lineno, of.id))
    found += _handed_out(nodes, outside)
    shared = {name for node in nodes[ast.Global] for name in node.names}
    shared |= {name for node in nodes[ast.Nonlocal] for name in node.names if name in code.co_freevars}
    found += [(n.lineno, n.id) for n in nodes[ast.Name] if n.id in shared and not isinstance(n.ctx, ast.Load)]
    for line, name in sorted(found):
        yield Change(name, code.co_filename, code.co_firstlineno + line - 1)


def _handed_out(nodes: Nodes, outside: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    """Yield the lines where something that another function keeps is changed, with what keeps it, and gone by."""
    given: list[tuple[ast.Assign, str]] = []
    for node in nodes[ast.Assign]:
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if isinstance(outside.get(name), (CACHE, FunctionType)):
                given.append((node, name))
    if not given:
        return
    loaded = Counter(node.id for node in nodes[ast.Name] if isinstance(node.ctx, ast.Load))
    written = Counter(of.id for of in _only_written(nodes) if isinstance(of, ast.Name))
    for node, name in given:
        below = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
        for own in {each for each in below if nodes.times[each] == 1}:
            lines = [*_changed_at(own, nodes)] if loaded[own] > written[own] or loaded[name] > 1 else []
            if lines and (kept := _keeper(name, outside.get(name))):
                yield from [(line, kept) for line in lines]


def _changed_at(name: str, nodes: Nodes) -> Iterator[int]:
    """Yield the lines that surely change what a variable holds."""
    for node in chain(nodes[ast.Subscript], nodes[ast.Attribute], [each.value for each in nodes[ast.Expr]]):
        of = changed(node)
        if isinstance(of, ast.Name) and of.id == name:
            yield node.lineno


def _keeper(name: str, function: object) -> str | None:
    """The name of what keeps the things that a function returns: a cache, or something outside of it."""
    if isinstance(function, CACHE):
        return name
    if not isinstance(function, FunctionType) or of_library(function.__module__):
        return None
    nodes = read(function)
    if nodes is None:
        return None
    outside, values = named_outside(function), defaultdict(list)
    for target, value in chain(assigned(nodes), chained(nodes)):
        values[target.id].append(value)
    for node in nodes[ast.Return]:
        for value in (node.value, *(values[node.value.id] if isinstance(node.value, ast.Name) else ())):
            root = _held_by(value)
            if root not in values and isinstance(outside.get(root), _CHANGING):
                return root
    return None


def _held_by(value: ast.expr | None) -> str:
    """The name of what an expression gives an item of, or gives whole."""
    match value:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=within, slice=ast.expr() as place) if not isinstance(place, ast.Slice):
            return _held_by(within)
        case ast.Call(func=ast.Attribute(value=within, attr="get" | "setdefault")):
            return _held_by(within)
    return ""


def _is_read(name: str, function: FunctionType, outside: Mapping[str, object]) -> bool:
    """Tell whether something is read by a function that changes it, or by another that this names."""
    if reads(function, name):
        return True
    others = [getattr(each, "function", each) for each in outside.values()]  # those of rules, too
    return any(
        name in (*each.__code__.co_names, *each.__code__.co_freevars)
        for each in others
        if isinstance(each, FunctionType) and each is not function and each.__globals__ is function.__globals__
    )


def _only_written(nodes: Nodes) -> Iterator[ast.expr]:
    """Yield what is changed and not asked for anything there."""
    for node in chain(nodes[ast.Subscript], nodes[ast.Attribute], [each.value for each in nodes[ast.Expr]]):
        of = changed(node)
        if of is not None:
            yield of


def _is_looked_for(name: str, nodes: Nodes) -> bool:
    """Tell whether it is looked at whether something is kept there, as in a cache."""
    looks: list[ast.AST] = [each for each in nodes[ast.Compare] if any(isinstance(op, _LOOKS) for op in each.ops)]
    looks += [each for each in nodes[ast.Call] if _gets(each)]
    looks += nodes[ast.Try]
    return any(isinstance(node, ast.Name) and node.id == name for each in looks for node in ast.walk(each))


def _gets(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Attribute(attr="get"), args=[_]) | ast.Call(func=ast.Attribute(attr="setdefault")):
            return True
    return False
