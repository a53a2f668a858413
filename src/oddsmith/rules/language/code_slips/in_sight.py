"""Requests that stand, in the text of a rule, where only their answers can be meant: `costs.get(choose(...), 0)`.

Python would answer these by what the requests themselves are: a choice is no key of `costs`, and a roll is equal to an
equal roll. So would it drop those of a list or a tuple that nobody holds (`[roll(d6) for _ in range(3)]`). They are
found in the source, where that can be read, and only where it is plain that a request is made there: it is called there
by name, or held by a variable that is nothing else. What a rule was handed or awaited may be a request, and is left.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from inspect import iscoroutinefunction
from itertools import chain, pairwise
from types import FunctionType
from typing import TypeAlias

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.endings import gives_nothing
from oddsmith.rules.language.code_slips.kept import is_answer
from oddsmith.rules.language.code_slips.text import Nodes, assigned, chained

_LOOKED_UP = frozenset({"get", "index", "count"})
_Slips: TypeAlias = Iterator[tuple[ast.expr, str, str]]  # each with its place, the problem and the remedy


def refuse_in_sight(function: FunctionType, nodes: Nodes, makes: Mapping[str, object], rules: type) -> None:
    """Raise RuleError for a request in the text of a function that is not awaited where its answer is meant.

    makes: what makes requests when it is called, by name (`module.name` where it is called so); async functions inside
    of the function as their text. rules: the class of those that are rules.
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
        self.bound = nodes.times
        self.makes = {
            name: each
            for name, each in makes.items()
            if self.bound[name.partition(".")[0]] == isinstance(each, ast.AsyncFunctionDef)
        }
        self.rules = rules
        self.awaited: set[str] = set()
        self.held: dict[str, str] = {}  # variables that are one request and nothing else, with what makes it
        self.astray = self._astray()
        if self.astray:
            self._follow()

    def _astray(self) -> bool:
        """Tell whether a request is made anywhere but where it is awaited or returned at once, as most are."""
        ways = [each.value for each in self.nodes[ast.Return]]
        for way in ways:
            if isinstance(way, ast.IfExp):
                ways += [way.body, way.orelse]
        placed = {*map(id, ways), *[id(each.value) for each in self.nodes[ast.Await]]}
        return any(id(each) not in placed and self._made(each) for each in self.nodes[ast.Call])

    def _follow(self) -> None:
        """Find the variables that hold requests."""
        nodes = self.nodes
        self.awaited = {each.value.id for each in nodes[ast.Await] if isinstance(each.value, ast.Name)}
        for node in nodes[ast.Assign]:  # of `first = second = roll(d6)` one is awaited for both
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            self.awaited |= names if names & self.awaited else set()
        for target, value in chain(assigned(nodes), chained(nodes)):
            made = self._made(value)
            if made and self.bound[target.id] == 1:
                self.held[target.id] = made

    def slips(self) -> _Slips:
        """All that is refused."""
        if not self.astray:
            return chain(*map(self._uncalled, self.nodes[ast.Compare]), self._nothing())
        return chain(
            *map(self._compared, self.nodes[ast.Compare]),
            *map(self._matched, self.nodes[ast.Match]),
            *[_used(node, self._helper(node), "taken as true or false") for node in self._tested()],
            *[_used(node, self._texted(node), "put into a text") for node in self.nodes[ast.FormattedValue]],
            *[_used(node, self._request(node.slice), "looked up") for node in self.nodes[ast.Subscript]],
            *map(self._handed, self.nodes[ast.Call]),
            *[
                _dropped(node.value, self._within(each))
                for node in self.nodes[ast.Expr]
                for each in self._ways(node.value)
            ],
            self._unpacked(),
            self._nothing(),
        )

    def _nothing(self) -> _Slips:
        """Uses of results of helpers that return nothing."""
        alone = {id(node.value) for node in self.nodes[ast.Expr]}
        for node in self.nodes[ast.Await]:
            match node:
                case ast.Await(value=ast.Call(func=ast.Name(id=name))) if id(node) not in alone:
                    helper = self.makes.get(name)
                    if isinstance(helper, FunctionType) and gives_nothing(helper.__code__):
                        remedy = f"Let {name} `return` it; or await {name} in a line by itself."
                        yield node, f"{name} returns nothing, and that is used.", remedy

    def _compared(self, node: ast.Compare) -> _Slips:
        for (left, right), sign in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            if isinstance(sign, ast.In | ast.NotIn):
                yield from _used(node, self._request(left), "looked for")
                if is_answer(left):
                    yield from _used(node, self._keyed(right), "compared")
            elif isinstance(sign, ast.Is | ast.IsNot):
                yield from _used(node, self._unasked(left) or self._unasked(right), "compared")
            elif self._helper(left) or self._helper(right):
                yield from _used(node, self._helper(left) or self._helper(right), "compared")
            elif isinstance(sign, ast.Eq | ast.NotEq):
                if self._request(right):
                    yield from _used(node, self._request(left), "compared")
                yield from self._not_called(node, left, right)

    def _uncalled(self, node: ast.Compare) -> _Slips:
        """The same where no request may stand: rules that are compared with constants."""
        operands = [node.left, *node.comparators]
        if any(isinstance(each, ast.Name) and isinstance(self.makes.get(each.id), self.rules) for each in operands):
            for (left, right), sign in zip(pairwise(operands), node.ops, strict=True):
                if isinstance(sign, ast.Eq | ast.NotEq):
                    yield from self._not_called(node, left, right)

    def _not_called(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> _Slips:
        for each, other in ((left, right), (right, left)):
            rule = each.id if isinstance(each, ast.Name) else ""
            if isinstance(self.makes.get(rule), self.rules) and isinstance(other, ast.Constant):
                problem = f"{rule} is compared with {other.value!r}, but not called."
                yield node, problem, f"Write `await {rule}(...)`."

    def _matched(self, node: ast.Match) -> _Slips:
        yield from _used(node.subject, self._request(node.subject), "compared")

    def _tested(self) -> Iterator[ast.expr]:
        """The expressions that are asked whether they are true."""
        for node in chain(self.nodes[ast.If], self.nodes[ast.While], self.nodes[ast.IfExp], self.nodes[ast.Assert]):
            yield node.test
        for node in self.nodes[ast.BoolOp]:
            yield from node.values[:-1]
        for node in self.nodes[ast.UnaryOp]:
            if isinstance(node.op, ast.Not):
                yield node.operand
        for node in self.nodes[ast.comprehension]:
            yield from node.ifs

    def _handed(self, node: ast.Call) -> _Slips:
        """Requests that are handed to a function of Python's own."""
        match node:
            case ast.Call(func=ast.Attribute(attr="Counter") | ast.Name(id="Counter"), args=[value]):
                yield from _used(node, self._within(value), "counted")
            case ast.Call(func=ast.Attribute(value=held, attr=method), args=[key, *_]) if method in _LOOKED_UP:
                yield from _used(node, self._request(key), "looked up")
                if is_answer(key):
                    yield from _used(node, self._keyed(held), "compared")
            case ast.Call(func=ast.Name(id="bool"), args=[value]):
                yield from _used(node, self._request(value), "taken as true or false")
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, _]):
                yield from _used(node, self._unasked(value), "compared")
            case ast.Call(func=ast.Name(id="repr" | "ascii"), args=[value]):
                yield from _used(node, self._unasked(value), "put into a text")
            case ast.Call(func=ast.Name(id="str" | "format"), args=[value, *_]):
                yield from _used(node, self._helper(value), "put into a text")
            case ast.Call(func=ast.Name(id="hash"), args=[value]):
                yield from _used(node, self._unasked(value), "hashed")
            case ast.Call(func=ast.Name(id="id"), args=[value]):
                yield from _used(node, self._unasked(value), "asked for its id")
            case ast.Call(func=ast.Name(id="any" | "all"), args=[value]):
                yield from _used(node, self._within(value), "taken as true or false")
            case ast.Call(func=ast.Name(id="len"), args=[(ast.List() | ast.Tuple() | ast.ListComp()) as value]):
                yield from _dropped(value, self._within(value))
            case ast.Call(func=ast.Name(id="len"), args=[(ast.SetComp() | ast.Call()) as value]):
                yield from _dropped(value, self._keyed(value))
            case ast.Call(func=ast.Name(id="len"), args=[ast.Set(elts=parts)]):
                if any(isinstance(each, ast.Constant) for each in parts):
                    yield from chain(*[_used(node, self._request(each), "compared") for each in parts])

    def _texted(self, node: ast.FormattedValue) -> str | None:
        """The name of what makes the request that is put into a text which it does not refuse itself."""
        return self._helper(node.value) if node.conversion in (-1, ord("s")) else self._unasked(node.value)

    def _unpacked(self) -> _Slips:
        """Requests of variables that nobody reads; where one is assigned alone, it is seen without the source."""
        loaded = {each.id for each in self.nodes[ast.Name] if isinstance(each.ctx, ast.Load)}
        for target, value in assigned(self.nodes):
            if target.id not in loaded and self.bound[target.id] == 1:
                yield from _dropped(value, self._made(value))

    def _made(self, node: ast.expr) -> str | None:
        """The name of what makes the request that is made there."""
        match node:
            case ast.Call(func=ast.Name(id=name)):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=attribute)):
                name = f"{module}.{attribute}"
            case _:
                return None
        return name if name in self.makes else None

    def _helper(self, node: ast.expr) -> str | None:
        """The name of the async function of which something is made or held there, which can refuse nothing itself."""
        made = self._request(node)
        if made is None:
            return None
        match self.makes[made]:
            case ast.AsyncFunctionDef(decorator_list=[_, *_]):
                return None  # it is a rule
            case ast.AsyncFunctionDef():
                return made
            case other:
                return made if iscoroutinefunction(other) else None

    def _request(self, node: ast.expr) -> str | None:
        """The name of what makes the request that is made or held there."""
        if isinstance(node, ast.NamedExpr):
            return self._made(node.value)
        return self.held.get(node.id) if isinstance(node, ast.Name) else self._made(node)

    def _unasked(self, node: ast.expr) -> str | None:
        """The same, where it is not held by a variable that is awaited elsewhere."""
        return None if isinstance(node, ast.Name) and node.id in self.awaited else self._request(node)

    def _keyed(self, node: ast.expr) -> str | None:
        """The name of what makes the requests that a set holds, or that are the keys of a dict."""
        match node:
            case ast.SetComp(elt=made) | ast.DictComp(key=made):
                return self._made(made)
            case ast.Set(elts=parts) | ast.Dict(keys=parts):
                return next((made for made in map(self._made, filter(None, parts)) if made), None)
            case ast.Call(func=ast.Name(id="set" | "frozenset"), args=[value]):
                return self._within(value)
        return None

    def _within(self, node: ast.expr) -> str | None:
        """The name of what makes a request that is made in a display or a comprehension."""
        match node:
            case ast.ListComp(elt=made) | ast.SetComp(elt=made) | ast.GeneratorExp(elt=made) | ast.DictComp(value=made):
                parts = [made]
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                pass
            case _:
                parts = [node]
        return next((made for made in map(self._made, parts) if made), None)

    def _ways(self, node: ast.expr) -> list[ast.expr]:
        """The values to which a statement may come, but for calls of what is outside, of which the bytecode tells."""
        match node:
            case ast.IfExp(body=body, orelse=orelse):
                return [body, orelse]
            case ast.BoolOp(values=values):
                return values
            case ast.Call():
                return [node] if isinstance(self.makes.get(self._made(node) or ""), ast.AsyncFunctionDef) else []
        return [node]


def _used(node: ast.expr, made: str | None, used: str) -> _Slips:
    if made:
        yield node, f"{made}(...) is {used}, but not awaited.", f"Write `await {made}(...)`."


def _dropped(node: ast.expr, made: str | None) -> _Slips:
    if made:
        problem = f"{made}(...) is made and never awaited, so nothing happens."
        yield node, problem, f"Write `await {made}(...)`, or leave it out."
