"""Expressions in A-normal form: every await is a statement of its own, and all around it is evaluated in its order.

What is evaluated before an await, and used after it, is kept in a variable meanwhile. Names and constants stay where
they are: nothing changes them in between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from oddsmith.rules.compile.own_names import EACH, MADE
from oddsmith.rules.compile.syntax.names import awaits
from oddsmith.rules.compile.syntax.nodes import assign, branch, load, negated
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.syntax.trees import children, walk


class Slot(NamedTuple):
    """A place in the tree where an expression stands: a field of a node, or an item of a field."""

    node: ast.AST
    field: str
    item: int | None = None

    @property
    def expression(self) -> ast.expr:
        held = getattr(self.node, self.field)
        found: ast.expr = held if self.item is None else held[self.item]
        return found

    def put(self, expression: ast.expr) -> None:
        if self.item is None:
            setattr(self.node, self.field, expression)
        else:
            getattr(self.node, self.field)[self.item] = expression


class Expressions:
    """Lowers expressions, and collects the statements that must run before them in `out`."""

    def __init__(self, unshared: frozenset[str] = frozenset()) -> None:
        """unshared: variables that stand for what nothing changes; see `grown.unshared`."""
        self._unshared = unshared
        self.out: list[ast.stmt] = []
        self._temporaries = 0

    def temporary(self, kind: str = ".") -> str:
        """A name that no rule can hold; see `own_names`."""
        self._temporaries += 1
        return f"{kind}{self._temporaries}"

    @contextmanager
    def inside(self) -> Iterator[list[ast.stmt]]:
        """Collect statements in a list of their own meanwhile."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    def value(self, node: ast.expr) -> ast.expr:
        """The expression without awaits."""
        if not awaits(node):
            return node
        match node:
            case ast.Await(value=operand):
                return self._set(ast.copy_location(ast.Await(self.value(operand)), node))
            case ast.NamedExpr(target=target, value=operand):
                self.out.append(ast.copy_location(ast.Assign([target], self.value(operand)), node))
                return ast.copy_location(load(target.id), node)
            case ast.BoolOp():
                return self._any_or_all(node)
            case ast.IfExp():
                return self._either(node)
            case ast.Compare() if any(awaits(later) for later in node.comparators[1:]):
                return self._chain(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._comprehension(node)
            case ast.JoinedStr():
                self._formatted(node)
            case ast.Lambda():
                raise NotCompiled(
                    "it awaits in the default of a lambda",
                    node.lineno,
                    remedy="Await before the lambda, and give it the answer.",
                )
            case _:
                self.operands(slots(node))
        return node

    def operands(self, places: Sequence[Slot]) -> None:
        """Lower expressions that are evaluated one after the other."""
        last = max((i for i, place in enumerate(places) if awaits(place.expression)), default=-1)
        later = {
            node.target.id for place in places for node in walk(place.expression) if isinstance(node, ast.NamedExpr)
        }
        for place in places[:last]:
            place.put(self.kept(self.value(place.expression), later))
        if last >= 0:
            places[last].put(self.value(places[last].expression))

    def kept(self, node: ast.expr, changing: set[str] | frozenset[str] = frozenset()) -> ast.expr:
        """The value of an expression now, to be used later. changing: variables that are set in between."""
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id not in changing):
            return node
        if isinstance(node, ast.Slice):
            raise NotCompiled(
                "a slice stands beside an await", node.lineno, remedy="Await before, and index with the answer."
            )
        if isinstance(node, ast.Starred):
            if isinstance(node.value, ast.Name) and node.value.id in self._unshared - changing:
                return node
            return ast.Starred(self._set(ast.Tuple([node], ast.Load())), ast.Load())
        return self._set(node)

    def _set(self, value: ast.expr) -> ast.Name:
        name = self.temporary()
        self.out.append(assign(name, value))
        return ast.copy_location(load(name), value)

    def _any_or_all(self, node: ast.BoolOp) -> ast.expr:
        """`a and b`: b is evaluated only where a does not decide."""
        name = self.temporary()
        first, *rest = node.values
        self.out.append(assign(name, self.value(first)))
        with self.inside() as more:
            left = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
            self.out.append(assign(name, self.value(left)))
        test = load(name) if isinstance(node.op, ast.And) else negated(load(name))
        self.out.append(ast.copy_location(branch(test, more), node))
        return ast.copy_location(load(name), node)

    def _either(self, node: ast.IfExp) -> ast.expr:
        name = self.temporary()
        test = self.value(node.test)
        with self.inside() as body:
            self.out.append(assign(name, self.value(node.body)))
        with self.inside() as orelse:
            self.out.append(assign(name, self.value(node.orelse)))
        self.out.append(ast.copy_location(branch(test, body, orelse), node))
        return ast.copy_location(load(name), node)

    def _chain(self, node: ast.Compare) -> ast.expr:
        """`a < b < c`, where c is evaluated only if a < b."""
        name = self.temporary()
        self.operands([Slot(node, "left"), Slot(node, "comparators", 0)])
        left = self.kept(node.left)
        middle = self._set(node.comparators[0])
        self.out.append(assign(name, ast.copy_location(ast.Compare(left, node.ops[:1], [middle]), node)))
        with self.inside() as more:
            rest = ast.copy_location(ast.Compare(middle, node.ops[1:], node.comparators[1:]), node)
            self.out.append(assign(name, self.value(rest)))
        self.out.append(ast.copy_location(branch(load(name), more), node))
        return ast.copy_location(load(name), node)

    def _formatted(self, node: ast.JoinedStr) -> None:
        """An f-string: what stands before an await is formatted before it."""
        last = max(i for i, part in enumerate(node.values) if awaits(part))
        for i, part in enumerate(node.values[: last + 1]):
            if not isinstance(part, ast.FormattedValue):
                continue
            if part.format_spec is not None and awaits(part.format_spec):
                raise NotCompiled(
                    "it awaits in a format", node.lineno, remedy="Await before the f-string, and format the answer."
                )
            part.value = self.value(part.value)
            if i < last:
                text = self._set(ast.copy_location(ast.JoinedStr([part]), node))
                node.values[i] = ast.copy_location(ast.FormattedValue(text, -1, None), node)

    # -- comprehensions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.expr:
        first = node.generators[0]
        inner = [g for g in children(node) if g is not first]
        if not any(map(awaits, [*inner, first.target, *first.ifs])):
            first.iter = self.value(first.iter)
            return node
        if isinstance(node, ast.GeneratorExp):
            raise NotCompiled(
                "it awaits in a generator expression",
                node.lineno,
                remedy="Write a list comprehension, [...], or a loop.",
            )
        name = self.temporary(MADE)
        self._renamed(node)
        if isinstance(node, ast.DictComp):
            empty: ast.expr = ast.Dict([], [])
            # `update` evaluates the key before the value, which an assignment would not
            entry = ast.Dict([node.key], [node.value])
            gather: ast.stmt = ast.Expr(ast.Call(ast.Attribute(load(name), "update", ast.Load()), [entry], []))
        else:
            empty = ast.List([], ast.Load())
            if isinstance(node, ast.SetComp):
                empty = ast.Set([ast.Starred(ast.Tuple([], ast.Load()), ast.Load())])
            method = ast.Attribute(load(name), "append" if isinstance(node, ast.ListComp) else "add", ast.Load())
            gather = ast.Expr(ast.Call(method, [node.elt], []))
        body = [ast.copy_location(gather, node)]
        for generator in reversed(node.generators):
            for test in reversed(generator.ifs):
                body = [ast.copy_location(branch(test, body), test)]
            body = [ast.copy_location(ast.For(generator.target, generator.iter, body, []), node)]
        self.out.append(ast.copy_location(assign(name, empty), node))
        self.out += self.lowered(body)
        return ast.copy_location(load(name), node)

    def lowered(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements in A-normal form; see `Statements`."""
        raise NotImplementedError

    def _renamed(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> None:
        """Give the variables of a comprehension names of their own, since they are not those of the rule."""
        targets = [below for g in node.generators for below in walk(g.target) if isinstance(below, ast.Name)]
        names = {
            below.id: self.temporary(f"{EACH}{below.id}.") for below in targets if isinstance(below.ctx, ast.Store)
        }
        first = node.generators[0].iter
        skipped = {id(below) for below in walk(first)}
        for below in walk(node):
            if id(below) in skipped:
                continue
            if isinstance(below, ast.Name) and below.id in names:
                below.id = names[below.id]
            elif isinstance(below, ast.arg) and below.arg in names:
                raise NotCompiled(
                    f"a function in a comprehension of {below.arg} has a parameter {below.arg}", below.lineno
                )


def slots(node: ast.expr) -> list[Slot]:
    """The places of what an expression evaluates, in the order in which it does."""
    match node:
        case ast.BinOp():
            return [Slot(node, "left"), Slot(node, "right")]
        case ast.UnaryOp():
            return [Slot(node, "operand")]
        case ast.Compare():
            return [Slot(node, "left"), *items(node, "comparators")]
        case ast.Call():
            # a method is looked up when it is called, so that what waits is its object
            function = Slot(node.func, "value") if isinstance(node.func, ast.Attribute) else Slot(node, "func")
            return [function, *items(node, "args"), *[Slot(keyword, "value") for keyword in node.keywords]]
        case ast.Attribute() | ast.Starred() | ast.FormattedValue():
            return [Slot(node, "value")]
        case ast.Subscript():
            return [Slot(node, "value"), Slot(node, "slice")]
        case ast.Slice():
            return [Slot(node, part) for part in ("lower", "upper", "step") if getattr(node, part) is not None]
        case ast.Tuple() | ast.List() | ast.Set():
            return items(node, "elts")
        case ast.Dict():
            pairs = zip(items(node, "keys"), items(node, "values"), strict=True)
            return [slot for pair in pairs for slot in pair if getattr(node, slot.field)[slot.item or 0] is not None]
        case _:
            raise NotCompiled(f"it awaits inside {type(node).__name__}", node.lineno)


def items(node: ast.AST, field: str) -> list[Slot]:
    """The places of a field that holds many."""
    return [Slot(node, field, i) for i in range(len(getattr(node, field)))]


def reading(target: ast.expr) -> ast.expr:
    """The same place, read."""
    match target:
        case ast.Subscript():
            return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
        case ast.Attribute():
            return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
        case _:
            raise NotCompiled(
                f"it adds what it awaits to a {type(target).__name__}",
                target.lineno,
                remedy="Await first, in a line of its own, and add the answer.",
            )
