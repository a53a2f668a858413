"""Numbers in place of lists of which no more is read than how many of their values pass a test, or their sum.

hits = sum(1 for face in .1 if face >= 5)       each face adds `1 if face >= 5 else 0`
sixes = .1.count(6)                             each adds `face == 6`
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from inspect import iscoroutinefunction
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from oddsmith.rules.compile.folding.kept_values import NUMBER
from oddsmith.rules.compile.folding.read_of_lists import sure
from oddsmith.rules.compile.syntax.nodes import called, constant, load
from oddsmith.rules.compile.syntax.trees import Above, copied, walk
from oddsmith.rules.language.calls import built_in
from oddsmith.rules.language.choices import DecisionRequest, choose
from oddsmith.rules.language.simultaneous import choose_secretly

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_DECIDE = frozenset({"choose", "choose_secretly"})


class Term(NamedTuple):
    """The number that a value adds. read: the expression in whose place it stands. item: the name of the value."""

    read: ast.expr
    item: str
    made: ast.expr

    def of(self, value: ast.expr) -> ast.expr:
        """The same of one value, which is a name or a constant."""
        made: ast.expr = _Of(self.item, value).visit(copied(self.made))
        return made


def steady(above: Above) -> set[str]:
    """The names that are only read, and of which nobody asks whether they stand for a number at all."""
    return {
        name
        for name, uses in above.names.items()
        if all(isinstance(use.ctx, ast.Load) and not _asks_what(above.holder(use)) for use in uses)
    }


def _asks_what(test: ast.AST | None) -> bool:
    """Tell whether it may be asked whether something is there, such as None."""
    if isinstance(test, ast.Compare):
        among = [test.left, *test.comparators]
        return not all(isinstance(op, _ORDER) for op in test.ops) or any(_is_none(each) for each in among)
    return isinstance(test, ast.BoolOp | ast.UnaryOp | ast.If | ast.While | ast.IfExp)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def term(use: ast.Name, holders: Mapping[int, ast.AST], steady: Collection[str]) -> Term | None:
    """The number that each value of a list adds to what is read of it in one place; None where that is no such number.

    steady: names that stand for the same all along.
    """
    parent = holders.get(id(use))
    above = holders.get(id(parent))
    match parent:
        case ast.Call(func=ast.Name(id="sum"), args=[_]):
            return Term(parent, ".item", load(".item"))
        case ast.Call(func=ast.Name(id="len")):
            return Term(parent, ".item", constant(1))
        case ast.Attribute(attr="count") if isinstance(above, ast.Call) and above.func is parent:
            return _equal(above, above.args, steady)
        case ast.Call(func=ast.Name(id=Counter.__name__)) if isinstance(above, ast.Subscript):
            return _equal(above, [above.slice], steady)
        case ast.comprehension(target=ast.Name(id=item), ifs=tests):
            read = holders.get(id(above))
            match above, read:
                case ((ast.GeneratorExp() | ast.ListComp()), ast.Call(func=ast.Name(id="sum"))):
                    counted = above.elt
                case ast.ListComp(), ast.Call(func=ast.Name(id="len")):
                    counted = constant(1)
                case _:
                    return None
            whole = isinstance(counted, ast.Constant) or sure(counted)
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            made = ast.IfExp(test, counted, constant(0)) if tests else counted
            known = {*steady, item}
            names = {below.id for below in walk(made) if isinstance(below, ast.Name)}
            if whole and names <= known and all(map(_compares_numbers, walk(made))):
                return Term(read, item, _OfNumbers().visit(copied(made)))
    return None


def entry(use: ast.Name, holders: Mapping[int, ast.AST], steady: Collection[str]) -> Term | None:
    """The number that each value adds to an entry which is read of a `Counter` of them; None for other uses of it."""
    match holders.get(id(use)):
        case ast.Subscript(value=value, slice=key, ctx=ast.Load()) as read if value is use:
            return _equal(read, [key], steady)
    return None


def _equal(read: ast.expr, values: Sequence[ast.expr], steady: Collection[str]) -> Term | None:
    """The number of those equal to a value."""
    match values:
        case [ast.Constant() | ast.Name() as value] if isinstance(value, ast.Constant) or value.id in steady:
            return Term(read, ".item", ast.Compare(load(".item"), [ast.Eq()], [value]))
    return None


def alike(terms: Sequence[Term | None]) -> Term | None:
    """The first, if all add the same."""
    found = [each for each in terms if each is not None]
    if not found or len(found) < len(terms):
        return None
    return found[0] if len({ast.dump(each.of(load(".item"))) for each in found}) == 1 else None


def decides(body: Sequence[ast.stmt], module: Mapping[str, Any]) -> bool:
    """Tell whether somebody might be told of lists: where statements let people choose, by whatever name, or await what
    a plain function of yours makes. module: where names are found."""
    nodes = [node for statement in body for node in walk(statement)]
    asked = [node.value.func for node in nodes if isinstance(node, ast.Await) and isinstance(node.value, ast.Call)]
    return any(_lets_choose(node, module) for node in nodes) or any(_makes(node, module) for node in asked)


def _lets_choose(node: ast.AST, module: Mapping[str, Any]) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    if not name:
        return False
    held = _held(node, module)
    decision = isinstance(held, type) and issubclass(held, DecisionRequest)
    return name in _DECIDE or decision or held is choose or held is choose_secretly


def _makes(function: ast.expr, module: Mapping[str, Any]) -> bool:
    held = _held(function, module)
    plain = isinstance(held, FunctionType) and not iscoroutinefunction(held)
    return plain and not built_in(held.__module__)


def _held(node: ast.AST, module: Mapping[str, Any]) -> type | FunctionType | None:
    """The class or function that a name stands for, in a module or in one that has a name there; None for others."""
    match node:
        case ast.Name(id=name):
            held = module.get(name)
        case ast.Attribute(value=ast.Name(id=name), attr=part) if isinstance(of := module.get(name), ModuleType):
            held = vars(of).get(part)
        case _:
            return None
    return held if isinstance(held, type | FunctionType) else None


def _compares_numbers(node: ast.AST) -> bool:
    """Tell whether a comparison fails of nothing but of what is no number."""
    if not isinstance(node, ast.Compare):
        return True
    among = [each.value for each in [node.left, *node.comparators] if isinstance(each, ast.Constant)]
    ordered = any(isinstance(op, _ORDER) for op in node.ops)
    others = (ast.Eq, ast.NotEq, *_ORDER)
    return all(isinstance(op, others) for op in node.ops) and not (ordered and any(type(v) is not int for v in among))


class _OfNumbers(ast.NodeTransformer):
    """Lets what is compared by order be numbers: nobody may ask that of others."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if any(isinstance(op, _ORDER) for op in node.ops):
            left, *others = [
                ast.copy_location(called(NUMBER, each), each) if isinstance(each, ast.Name) else each
                for each in [node.left, *node.comparators]
            ]
            node.left, node.comparators = left, others
        return node


class _Of(ast.NodeTransformer):
    def __init__(self, item: str, value: ast.expr) -> None:
        self._item = item
        self._value = value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copied(self._value) if node.id == self._item else node
