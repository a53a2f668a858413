"""The demands on variables before an expression, by what becomes of its value."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from oddsmith.rules.compile.dataflow.demand import (
    ANY,
    COMPARED,
    DEAD,
    Demand,
    Demands,
    Names,
    Use,
    of_field,
    picked,
    scaled,
)
from oddsmith.rules.compile.dataflow.plain import Variables, builtin, is_test, needless, parts_made, whole_number
from oddsmith.rules.compile.dataflow.projection import Fields, field_read

_NONE: Names = frozenset()
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


class Uses:
    """Uses of variables in expressions, found from what is demanded of each. kinds: as of `Flow`."""

    def __init__(self, variables: Names, kinds: Mapping[str, Fields]) -> None:
        self.unneeded: dict[int, set[int]] = {}  # by statement: itself, or parts of its value
        self._part_of = 0  # the statement whose value is looked at
        self._variables = variables
        self._in = Variables(variables)
        self._kinds = kinds
        self._raised = _NONE  # kept wherever something may raise
        self._guarded = False  # whether play goes on where something raises, so that nothing is known of what is added

    def _use(self, node: ast.expr, demand: Demand | None, after: Demands) -> Demands:
        """Return the demands before an expression whose value is demanded so; None where that is unknown."""
        if (read := field_read(node)) is not None:
            before = after.copy()
            unused = demand is None or demand.use is Use.DEAD
            before.use(read[0], Demand(Use.FIELDS) if unused else of_field(read[1], demand or DEAD))
            return before
        demand = ANY if demand is None else demand._replace(use=Use.ADDED) if demand.use is Use.DEAD else demand
        if self._in.set_inside(node):
            return self._kept(node, after)
        before = after.copy()
        if demand.use is Use.WHOLE:
            self._whole(node, before)
        else:
            self._sum(node, demand, before)
        return before

    def _whole(self, node: ast.expr, before: Demands) -> None:
        """Use an expression of which the value is kept, in place; of a yes or no, only what is compared."""
        for part in node.elts if isinstance(node, ast.Tuple) else (node,):
            if is_test(part):
                self._look(part, before)
            else:
                before.of = self._kept(part, before).of

    def _sum(self, node: ast.expr, demand: Demand, before: Demands) -> None:
        """Use the parts of a sum, in place; or those of an object of which fields are used."""
        if demand.use is Use.FIELDS and not isinstance(node, (ast.Name, ast.IfExp)):
            self._parts(node, demand, before)
            return
        match node:
            case ast.Name(id=name):
                if name in self._variables:
                    before.use(name, demand)
            case ast.Constant():
                pass
            case ast.UnaryOp(op=op, operand=operand) if isinstance(op, ast.UAdd | ast.USub):
                self._sum(operand, scaled(demand, -1) if isinstance(op, ast.USub) else demand, before)
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                self._sum(right, demand, before)
                self._sum(left, demand, before)
            case ast.BinOp(op=ast.Sub(), left=left, right=right):
                self._sum(right, scaled(demand, -1), before)
                self._sum(left, demand, before)
            case ast.BinOp(op=ast.Mult(), left=left, right=right) if (by := whole_number(left)) is not None:
                self._sum(right, scaled(demand, by), before)
            case ast.BinOp(op=ast.Mult(), left=left, right=right) if (by := whole_number(right)) is not None:
                self._sum(left, scaled(demand, by), before)
            case ast.IfExp():
                other = before.copy()
                self._sum(node.body, demand, before)
                self._sum(node.orelse, demand, other)
                before.of = self._tested(node.test, before.joined(other)).of
            case ast.Call() if each := picked(demand, builtin(node, self._variables)):
                for part in node.args:
                    self._look(part, before, each)
            case _:
                self._whole(node, before)

    def _parts(self, node: ast.expr, demand: Demand, before: Demands) -> None:
        """Use the parts of an object that is made here, as far as its fields are used, in place."""
        fields = dict(demand.fields)
        made = parts_made(node, fields, self._kinds)
        if made is None:
            before.keep(self._in.read(node))
            return
        for part, names in made:
            wanted = [fields[name] for name in names if name in fields and fields[name].use is not Use.DEAD]
            if len(wanted) == 1 and wanted[0].use is not Use.WHOLE:
                self._sum(part, wanted[0], before)
            elif wanted or not needless(part, self._kinds) or self._raised or self._guarded:
                before.keep(self._in.read(part))
            else:
                self.unneeded[self._part_of].add(id(part))

    def _tested(self, node: ast.expr, after: Demands) -> Demands:
        """Return the demands before an expression of which only matters if it is true."""
        if self._in.set_inside(node):
            return self._kept(node, after)
        before = after.copy()
        self._look(node, before)
        return before

    def _look(self, node: ast.expr, before: Demands, demand: Demand = COMPARED) -> None:
        """Use an expression that is compared, or is true or false, in place. demand: where more is done with it."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._look(operand, before)
            case ast.BoolOp(values=values):
                for value in values:
                    self._look(value, before)
            case ast.Compare(ops=ops, left=left, comparators=others) if all(isinstance(op, _ORDERED) for op in ops):
                for value in (left, *others):
                    self._look(value, before)
            case ast.Name() | ast.BinOp() | ast.UnaryOp(op=ast.USub()) | ast.Call(func=ast.Name()):
                self._sum(node, demand, before)
            case _:
                before.keep(self._in.read(node))

    def _kept(self, node: ast.AST, after: Demands) -> Demands:
        """Return the demands before something of which every variable is kept whole, also those that it may set."""
        before = after.copy()
        before.keep(self._in.read(node) | (self._in.stored(node) & before.of.keys()))
        return before
