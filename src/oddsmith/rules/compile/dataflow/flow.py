"""The demand on each variable at each await of a rule, found backwards over lowered statements.

Say that the outcome is asked as a total:

    total = 0                                 total is dead before, and added once after
    while (face := await roll(d6)) != 6:      here face is compared, then added once
        total += face
    return total

Where not all of an outcome is asked, what is not needed is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from oddsmith.rules.compile.dataflow.demand import (
    AS_IT_IS,
    DEAD,
    WHOLE,
    Demand,
    Demands,
    Names,
    Places,
    Question,
    Use,
    freed,
    of_field,
)
from oddsmith.rules.compile.dataflow.plain import (
    in_functions,
    is_outcome,
    needless,
    numbers_made,
    takes_all,
)
from oddsmith.rules.compile.dataflow.projection import Fields, field_read
from oddsmith.rules.compile.dataflow.uses import Uses
from oddsmith.rules.compile.syntax.names import targets_of
from oddsmith.rules.compile.syntax.trees import walk

_NONE: Names = frozenset()
_NOWHERE: Places = frozenset()
_PATIENCE = 12  # so many times round a loop before demands that still change are joined
_LEAVES = frozenset({ast.Return, ast.Break, ast.Continue})


class Flow(Uses):
    """The demands before lowered statements (`begins`), and by statement after each await and of its answer.

    busts: the outcomes before which gains do not count, or not to these of several totals. unneeded: statements, and
    parts of objects, that no answer needs; found where less is asked than the outcome as it is. kinds: of objects whose
    fields may be asked, by name. unchanging: variables of which no value can be changed in place.
    """

    def __init__(
        self,
        body: Sequence[ast.stmt],
        variables: Names,
        asked: Question,
        kinds: Mapping[str, Fields] | None = None,
        unchanging: Names = _NONE,
    ) -> None:
        self.after: dict[int, dict[str, Demand]] = {}
        self.answer: dict[int, Demand] = {}
        self.busts: dict[int, tuple[ast.Return | ast.IfExp, str, Places | None]] = {}  # by the identity of the value
        super().__init__(variables, kinds or {})
        self._unchanging = unchanging
        self._lean = asked != AS_IT_IS
        self._sums: dict[int, ast.expr] = {}  # of statements that add
        self._asked, self._busts = asked
        self._captured = variables & in_functions(body)
        self._loops: list[dict[type[ast.stmt], Demands]] = []  # after a break, and after a continue
        self._overruled = False  # whether a `finally` may say what is returned
        self.begins = self._block(body, Demands({}))

    def _block(self, body: Iterable[ast.stmt], after: Demands) -> Demands:
        after = self._settled(after)
        for node in reversed(list(body)):
            after = self._settled(self._statement(node, after))
        return after

    def _settled(self, demands: Demands) -> Demands:
        """The same where something may raise, and where variables are held by functions."""
        held = self._raised | self._captured.intersection(demands.of)
        if not (held or self._guarded):
            return demands
        settled = Demands(dict(demands.of)) if self._guarded else demands.copy()
        settled.keep(held | demands.of.keys() if self._guarded else held)
        return settled

    def _statement(self, node: ast.stmt, after: Demands) -> Demands:
        """Return the demands before a statement."""
        match node:
            case ast.If():
                before = self._block(node.body, after).joined(self._block(node.orelse, after))
                nothing = all(self._nothing(below) for below in (*node.body, *node.orelse))
                left_out = self._leave(node, nothing and needless(node.test, self._kinds))
                return before if left_out else self._tested(node.test, before)
            case ast.While():
                endless = isinstance(node.test, ast.Constant) and node.test.value is True
                beyond = None if endless else self._block(node.orelse, after)
                return self._loop(node, beyond, after, _NONE)
            case ast.For():
                targets = targets_of([node.target])
                before = self._loop(node, self._block(node.orelse, after), after, targets)
                return self._kept(node.target, self._kept(node.iter, before))
            case ast.Try():
                return self._try(node, after)
            case ast.With():
                outside = self._raised, self._guarded
                self._raised, self._guarded = self._raised | after.of.keys(), True  # a manager may swallow errors
                before = self._block(node.body, after)
                self._raised, self._guarded = outside
                for item in reversed(node.items):
                    targets = targets_of([] if item.optional_vars is None else [item.optional_vars])
                    before = self._kept(item, before.without(targets))
                return before
            case ast.Match():
                before = Demands({}, unknown=True) if takes_all(node.cases[-1]) else after
                for case in node.cases:
                    taken = self._block(case.body, after)
                    taken = self._kept(case.guard, taken) if case.guard else taken
                    before = before.joined(taken.without(self._in.stored(case.pattern)))
                    before = self._kept(case.pattern, before)
                return self._kept(node.subject, before)
            case ast.Return():
                return self._returns(node)
            case ast.Raise():
                return self._kept(node, Demands({}, unknown=True))
            case ast.Break() | ast.Continue():
                return self._loops[-1][type(node)].copy()
            case ast.AnnAssign(value=None):
                return after.copy()
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                return self._assign(node, after)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return self._kept(node, after.without({node.name}))
            case ast.Expr(value=ast.Await() as request):
                self._site(node, after, DEAD)
                return self._kept(request, after)
            case ast.Assert():
                return self._tested(node.test, after if node.msg is None else self._kept(node.msg, after))
            case _:
                return self._kept(node, after)

    # -- leaving out

    def _leave(self, node: ast.stmt, unneeded: bool) -> bool:
        """Note whether a statement is needed, and return it."""
        unneeded = unneeded and self._lean and not (self._raised or self._guarded or self._overruled)
        self.unneeded[id(node)] = {id(node)} if unneeded else set()
        self._part_of = id(node)
        return unneeded

    def _nothing(self, node: ast.stmt) -> bool:
        return isinstance(node, ast.Pass) or id(node) in self.unneeded.get(id(node), ())

    def _dead(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, after: Demands) -> bool:
        """Tell whether an assignment sets what nobody reads, and does nothing else."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if not all(isinstance(target, ast.Name) for target in targets):
            return False
        names = targets_of(targets)
        if names & self._captured or not after.none_on(names) or node.value is None:
            return False
        if isinstance(node, ast.AugAssign) and not names <= self._unchanging:
            return False
        return field_read(node.value) is not None or needless(node, self._kinds)

    # -- assignments

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, after: Demands) -> Demands:
        if self._leave(node, self._dead(node, after)):
            before = after.without(targets_of(node.targets if isinstance(node, ast.Assign) else [node.target]))
            if isinstance(node, ast.Assign) and (field := field_read(node.value)):
                before.use(field[0], Demand(Use.FIELDS))  # so that the answer is asked for nothing
            return before
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                read = self._sums.setdefault(id(node), ast.BinOp(ast.Name(name, ast.Load()), op, value))
                return self._use(read, after.on(name), after.without({name}))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Await() as request):
                demand, before = after.on(name), after.without({name})
                self._site(node, before, demand or DEAD)
                return self._kept(request, before)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if (
                len(targets) == len(values)
                and all(isinstance(target, ast.Name) for target in targets)
                and not any(isinstance(value, ast.Starred) for value in values)
            ):
                before = after.without(targets_of(targets))
                pairs = zip(targets, values, strict=True)
                last = {target.id: value for target, value in pairs if isinstance(target, ast.Name)}
                for value in reversed(values):
                    name = next((name for name, its in last.items() if its is value), "")
                    before = self._use(value, after.on(name) if name else DEAD, before)
                return before
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(id=value)) if (
                self._lean
                and value in self._variables
                and all(isinstance(target, ast.Name) for target in targets)
                and len(targets_of(targets)) == len(targets)
            ):
                before = after.without(targets_of(targets))
                before.use(value, Demand(Use.FIELDS))
                for place, target in enumerate(targets):
                    demand = after.on(target.id) if isinstance(target, ast.Name) else DEAD
                    if demand is not None and demand.use is not Use.DEAD:
                        before.use(value, of_field((place, len(targets)), demand))
                return before
            case ast.Assign(targets=targets, value=value) if all(isinstance(target, ast.Name) for target in targets):
                names = targets_of(targets)
                before = after.without(names)
                for name in names:
                    demand = after.on(name)
                    several = demand is not None and demand.use is Use.FIELDS and len(names) > 1
                    before = self._use(value, WHOLE if several else demand, before)
                return before
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                return self._use(value, after.on(name), after.without({name}))
            case ast.Assign(targets=targets):
                return self._kept(node, after.without(targets_of(targets)))
        return self._kept(node, after)

    def _site(self, node: ast.stmt, after: Demands, answer: Demand) -> None:
        self.after[id(node)] = self._settled(after).kept()
        self.answer[id(node)] = answer

    def _returns(self, node: ast.Return) -> Demands:
        self._leave(node, False)
        if node.value is None:
            return Demands({})
        if self._asked.use is Use.WHOLE or self._overruled:
            return self._use(node.value, WHOLE, Demands({}))
        return self._outcome(node, "value")

    def _outcome(self, holder: ast.Return | ast.IfExp, name: str) -> Demands:
        """Return the demands before a value that is returned, or one of two that may be.

        name: of the part of the holder that it is.
        """
        value = getattr(holder, name)
        if isinstance(value, ast.IfExp) and self._busts and not self._in.set_inside(value):
            either = self._outcome(value, "body").joined(self._outcome(value, "orelse"))
            return self._tested(value.test, either)
        lost = numbers_made(value, self._asked, self._kinds) if self._busts else _NOWHERE
        before = self._use(value, freed(self._asked, lost), Demands({}, free=lost))
        added_up = any(demand.use is Use.ADDED for demand in before.of.values())
        if self._busts and (lost or (is_outcome(value) and not added_up)):
            self.busts[id(value)] = holder, name, lost if added_up else None
            before.unknown = not added_up
        return before

    # -- loops and errors

    def _loop(self, node: ast.While | ast.For, beyond: Demands | None, after: Demands, targets: Names) -> Demands:
        """Return the demands as a loop goes round. beyond: where it ends by itself; after: past its `else`."""
        head = Demands({}, unknown=True)
        rounds = 0
        while True:
            self._loops.append({ast.Break: after, ast.Continue: head})
            before = self._block(node.body, head).without(targets)
            self._loops.pop()
            if beyond is not None:
                before = before.joined(beyond)
            if isinstance(node, ast.While):
                before = self._tested(node.test, before)
            before = self._settled(before)
            if rounds > _PATIENCE:
                before = before.joined(head)
            if before == head:
                return head.copy()
            head = before
            rounds += 1

    def _try(self, node: ast.Try, after: Demands) -> Demands:
        outside = self._raised, self._guarded, self._overruled
        lean, self._lean = self._lean, False  # `finally` goes on in two ways, and what one needs is done in both
        end = self._block(node.finalbody, after)
        # what it reads is kept throughout; what is demanded past it is not, if the error goes on
        left = self._block(node.finalbody, Demands(dict.fromkeys(self._raised, WHOLE)))
        self._lean = lean
        self._raised = caught = self._raised | left.of.keys()
        self._overruled |= any(_LEAVES.intersection(map(type, walk(last))) for last in node.finalbody)
        for handler in node.handlers:
            named = {handler.name} if handler.name else set()
            caught |= self._block(handler.body, end).of.keys() - named
            caught |= _NONE if handler.type is None else self._in.read(handler.type)
        orelse = self._block(node.orelse, end)
        self._raised, self._guarded = caught, self._guarded or bool(node.handlers) or self._overruled
        before = self._block(node.body, orelse)
        self._raised, self._guarded, self._overruled = outside
        return before
