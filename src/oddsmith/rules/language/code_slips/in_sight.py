"""Requests that stand, in the text of a rule, where only their answers can be meant: `costs.get(choose(...), 0)`.

Python would answer these by what the requests themselves are: a choice is no key of `costs`, and a roll is equal to an
equal roll. So would it drop those of a list or a tuple that nobody holds (`[roll(d6) for _ in range(3)]`). They are
found in the source, where that can be read, and only where it is plain that a request is made there: it is called there
by name, or held by a variable that is nothing else. What a rule was handed or awaited may be a request, and is left.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from types import FunctionType
from typing import TypeAlias

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.text import Nodes, assigned, bound, chained

_LOOKED_UP = frozenset({"get", "index", "count"})
_Slips: TypeAlias = Iterator[tuple[ast.expr, str, str]]  # each with its place, the problem and the remedy


def refuse_in_sight(function: FunctionType, nodes: Nodes, makes: Mapping[str, object], rules: type) -> None:
    """Raise RuleError for a request in the text of a function that is not awaited where its answer is meant.

    makes: what makes requests when it is called, by name. rules: the class of those that are rules.
    """
    found = next(_Sight(nodes, makes, rules).slips(), None)
    if found is None:
        return
    node, problem, remedy = found
    code = function.__code__
    line = code.co_firstlineno + node.lineno - 1
    raise RuleError(function.__name__, problem, remedy=remedy, file=code.co_filename, line=line)


class _Sight:
    """The text of a function, and which of its parts are requests."""

    def __init__(self, nodes: Nodes, makes: Mapping[str, object], rules: type) -> None:
        self.nodes = nodes
        self.bound = Counter(bound(nodes))
        self.makes = {name: each for name, each in makes.items() if name not in self.bound}
        self.rules = rules
        self.held: dict[str, str] = {}  # variables that are one request and nothing else, with what makes it
        for target, value in chain(assigned(nodes), chained(nodes)):
            made = self._made(value)
            if made and self.bound[target.id] == 1:
                self.held[target.id] = made

    def slips(self) -> _Slips:
        """All that is refused."""
        return chain(
            *map(self._compared, self.nodes[ast.Compare]),
            *[_used(node, self._request(node.slice), "looked up") for node in self.nodes[ast.Subscript]],
            *map(self._handed, self.nodes[ast.Call]),
            *[_dropped(node.value, self._within(node.value)) for node in self.nodes[ast.Expr]],
            self._unpacked(),
        )

    def _compared(self, node: ast.Compare) -> _Slips:
        for (left, right), sign in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            if isinstance(sign, ast.In | ast.NotIn):
                yield from _used(node, self._request(left), "looked for")
            elif isinstance(sign, ast.Eq | ast.NotEq):
                if self._request(right):
                    yield from _used(node, self._request(left), "compared")
                for each, other in ((left, right), (right, left)):
                    rule = each.id if isinstance(each, ast.Name) else ""
                    if isinstance(self.makes.get(rule), self.rules) and isinstance(other, ast.Constant):
                        problem = f"{rule} is compared with {other.value!r}, but not called."
                        yield node, problem, f"Write `await {rule}(...)`."

    def _handed(self, node: ast.Call) -> _Slips:
        """Requests that are handed to a function of Python's own."""
        match node:
            case ast.Call(func=ast.Attribute(attr=method), args=[key, *_]) if method in _LOOKED_UP:
                yield from _used(node, self._request(key), "looked up")
            case ast.Call(func=ast.Name(id="bool"), args=[value]):
                yield from _used(node, self._request(value), "taken as true or false")
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, _]):
                yield from _used(node, self._request(value), "compared")
            case ast.Call(func=ast.Name(id="any" | "all"), args=[value]):
                yield from _used(node, self._within(value), "taken as true or false")
            case ast.Call(func=ast.Name(id="len"), args=[(ast.List() | ast.Tuple() | ast.ListComp()) as value]):
                yield from _dropped(value, self._within(value))

    def _unpacked(self) -> _Slips:
        """Requests of variables that nobody reads; where one is assigned alone, it is seen without the source."""
        loaded = {each.id for each in self.nodes[ast.Name] if isinstance(each.ctx, ast.Load)}
        for target, value in assigned(self.nodes):
            if target.id not in loaded and self.bound[target.id] == 1:
                yield from _dropped(value, self._made(value))

    def _made(self, node: ast.expr) -> str | None:
        """The name of what makes the request that is made there."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.makes:
            return node.func.id
        return None

    def _request(self, node: ast.expr) -> str | None:
        """The name of what makes the request that is made or held there."""
        return self.held.get(node.id) if isinstance(node, ast.Name) else self._made(node)

    def _within(self, node: ast.expr) -> str | None:
        """The name of what makes a request that is made in a display or a comprehension."""
        match node:
            case ast.ListComp(elt=made) | ast.SetComp(elt=made) | ast.GeneratorExp(elt=made) | ast.DictComp(value=made):
                parts = [made]
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                pass
            case _:
                return None
        return next((made for made in map(self._made, parts) if made), None)


def _used(node: ast.expr, made: str | None, used: str) -> _Slips:
    if made:
        yield node, f"{made}(...) is {used}, but not awaited.", f"Write `await {made}(...)`."


def _dropped(node: ast.expr, made: str | None) -> _Slips:
    if made:
        problem = f"{made}(...) is made and never awaited, so nothing happens."
        yield node, problem, f"Write `await {made}(...)`, or leave it out."
