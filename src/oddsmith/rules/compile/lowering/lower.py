"""Statements in A-normal form: an await stands alone, as `x = await request` or `await request`.

Around awaits only `if`, `while` and `try` are left; `for`, `with`, `match` and handlers of exceptions are written by
them. What does not await stays as it was written.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Sequence

from oddsmith.rules.compile.folding.grown import unshared
from oddsmith.rules.compile.lowering.expressions import Expressions, Slot, items, reading, slots
from oddsmith.rules.compile.own_names import (
    ANYTHING,
    ENTER,
    INDEXED,
    LEAVE,
    LEFT,
    LENGTH,
    LIVE,
    MADE_INDEXED,
    MORE,
    OVER,
    ROUNDS,
    place_in,
)
from oddsmith.rules.compile.syntax.builtin_functions import BUILTINS
from oddsmith.rules.compile.syntax.names import awaits, stored
from oddsmith.rules.compile.syntax.nodes import assign, branch, called, compared, constant, load, negated, store
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.syntax.trees import own, walk

_ASK, _LATER = 1, 2  # after some cases of a match: ask the guard of the last, or go on with those after it


def lowered(function: ast.AsyncFunctionDef, others: Container[str] = ()) -> list[ast.stmt]:
    """The body of a function in A-normal form. Raises NotCompiled for an await where none can be taken up.

    others: names that mean something outside its body, and are not Python's own there.
    """
    return Statements(function, others).lowered(function.body)


class Statements(Expressions):
    """Lowers statements."""

    def __init__(self, function: ast.AsyncFunctionDef, others: Container[str]) -> None:
        super().__init__(unshared(function))
        names = [node for node in walk(function) if isinstance(node, ast.Name)]
        self._read = {node.id for node in names if not isinstance(node.ctx, ast.Store)}
        named = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        self._set_here = named.union(*map(stored, function.body))
        own_names = [name for name in ("range", *LIVE, *BUILTINS) if name not in others and name not in self._set_here]
        self._pythons = frozenset(own_names)

    def lowered(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        with self.inside() as out:
            for node in body:
                before = len(out)
                self._statement(node)
                for made in out[before:]:
                    if not hasattr(made, "lineno"):
                        ast.copy_location(made, node)
        return out

    def _statement(self, node: ast.stmt) -> None:
        out = self.out
        if not awaits(node):
            out.append(node)
            return
        match node:
            case ast.Expr(value=ast.Await() as awaited):
                awaited.value = self.value(awaited.value)
                out.append(node)
            case ast.Expr():
                node.value = self.value(node.value)
                out.append(node)
            case ast.Return(value=ast.expr() as value):
                node.value = self.value(value)
                out.append(node)
            case ast.Assign():
                self._assign(node)
            case ast.AnnAssign(value=ast.expr() as value):
                self._assign(ast.copy_location(ast.Assign([node.target], value), node))
            case ast.AugAssign():
                self._augmented(node)
            case ast.Delete():
                self.operands([slot for target in node.targets for slot in _parts(target)])
                out.append(node)
            case ast.Assert():
                self._assert(node)
            case ast.Raise():
                self.operands([Slot(node, part) for part in ("exc", "cause") if getattr(node, part) is not None])
                out.append(node)
            case ast.If():
                test = self.value(node.test)
                out.append(ast.copy_location(branch(test, self.lowered(node.body), self.lowered(node.orelse)), node))
            case ast.While():
                self._while(node)
            case ast.For():
                self._for(node)
            case ast.Try():
                self._try(node)
            case ast.With():
                self._with(node)
            case ast.Match():
                self._match(node)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                raise NotCompiled(
                    f"it awaits in the definition of {name}", node.lineno, remedy=f"Await before {name} is defined."
                )
            case _:
                raise NotCompiled(f"it awaits inside {type(node).__name__}", node.lineno)

    # -- assignments

    def _assign(self, node: ast.Assign) -> None:
        value = node.value
        if isinstance(value, ast.Await) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value.value = self.value(value.value)
            self.out.append(node)
            return
        node.value = self.value(value)
        if not any(map(awaits, node.targets)):
            self.out.append(node)
            return
        kept = self.kept(node.value)
        for target in node.targets:
            self._target(target, kept)

    def _target(self, target: ast.expr, value: ast.expr) -> None:
        """Set a target that may await on the way."""
        if isinstance(target, (ast.Tuple, ast.List)) and awaits(target):
            names = [self.temporary() for _ in target.elts]
            parts: list[ast.expr] = [
                ast.Starred(store(name), ast.Store()) if isinstance(part, ast.Starred) else store(name)
                for name, part in zip(names, target.elts, strict=True)
            ]
            self.out.append(ast.copy_location(ast.Assign([ast.Tuple(parts, ast.Store())], value), target))
            for name, part in zip(names, target.elts, strict=True):
                self._target(part.value if isinstance(part, ast.Starred) else part, load(name))
            return
        if awaits(target):
            self.operands(slots(target))
        self.out.append(ast.copy_location(ast.Assign([target], value), target))

    def _augmented(self, node: ast.AugAssign) -> None:
        """`target += value`: the target is read before the value is evaluated."""
        target = node.target
        if awaits(target):
            self.operands(slots(target))
        if awaits(node.value):
            if isinstance(target, ast.Name):
                if any(isinstance(below, ast.NamedExpr) and below.target.id == target.id for below in own(node.value)):
                    raise NotCompiled(
                        f"{target.id} is set while it is added to", node.lineno, remedy="Set it in a line of its own."
                    )
            else:
                for part in slots(target):
                    part.put(self.kept(part.expression))
                before = self.temporary()
                self.out.append(assign(before, reading(target)))
                node.target = store(before)
                self.out.append(ast.copy_location(ast.AugAssign(store(before), node.op, self.value(node.value)), node))
                self.out.append(ast.copy_location(ast.Assign([target], load(before)), node))
                return
            node.value = self.value(node.value)
        self.out.append(node)

    def _assert(self, node: ast.Assert) -> None:
        node.test = self.value(node.test)
        if node.msg is not None and awaits(node.msg):
            raise NotCompiled(
                "it awaits in the message of an assertion", node.lineno, remedy="Await before the assertion."
            )
        self.out.append(node)

    # -- loops

    def _while(self, node: ast.While) -> None:
        if not awaits(node.test):
            body = self.lowered(node.body)
            self.out.append(ast.copy_location(ast.While(node.test, body, self.lowered(node.orelse)), node))
            return
        ended = self.temporary(".ended.")
        with self.inside() as body:
            test = self.value(node.test)
            leave = [assign(ended, constant(True)), ast.Break()] if node.orelse else [ast.Break()]
            self.out.append(ast.copy_location(branch(negated(test), leave), node.test))
        body += self.lowered(node.body)
        if node.orelse:
            self.out.append(assign(ended, ast.copy_location(constant(False), node)))
        self.out.append(ast.copy_location(ast.While(constant(True), body, []), node))
        if node.orelse:
            self.out.append(ast.copy_location(branch(load(ended), self.lowered(node.orelse)), node))

    def _for(self, node: ast.For) -> None:
        """A loop over an index, so that the place in it is a number."""
        node.iter = self.value(node.iter)
        if not any(map(awaits, [node.target, *node.body, *node.orelse])):
            self.out.append(node)
            return
        rounds = self._rounds(node)
        if rounds is not None:
            self._count_down(node, rounds)
            return
        over = self.temporary(OVER)
        place = self.temporary(place_in(over, _taken(node.target)))
        item = ast.Subscript(load(over), load(place), ast.Load())
        take: list[ast.stmt] = [
            ast.Assign([node.target], item),
            ast.AugAssign(store(place), ast.Add(), constant(1)),
        ]
        for made in take:
            ast.copy_location(made, node.target)
        self.out.append(assign(over, self._over(node.iter)))
        self.out.append(assign(place, ast.copy_location(constant(0), node.iter)))
        more: ast.expr = compared(place, ast.Lt(), called(LENGTH, load(over)))
        if self._is_live(node.iter):
            more = called(MORE, load(over), load(place))
        body = [*self.lowered(take[:1]), take[1], *self.lowered(node.body)]
        self.out.append(ast.copy_location(ast.While(more, body, self.lowered(node.orelse)), node))

    def _over(self, node: ast.expr) -> ast.expr:
        """The values of a loop, with an index; of a list below `enumerate` and the like, as it is by then."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=words) if self._is_live(node):
                of = args if name == "reversed" else [*map(self._over, args[: 1 if name == "enumerate" else None])]
                made: ast.expr = ast.Call(load(LIVE[name]), [*of, *args[len(of) :]], words)
            case ast.Call(func=ast.Name(id=name)) if name in self._pythons:
                made = called(INDEXED, node)
            case ast.Call():
                made = called(MADE_INDEXED, node)
            case _:
                made = called(INDEXED, node)
        return ast.copy_location(made, node)

    def _is_live(self, node: ast.expr) -> bool:
        """Tell whether it is one of Python's own functions that read a list as it is by then."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=words) if name in LIVE:
                plain = args and name in self._pythons and not any(isinstance(each, ast.Starred) for each in args)
                named = {word.arg for word in words} <= {"enumerate": {"start"}, "zip": {"strict"}}.get(name, set())
                return bool(plain and named and len(args) <= {"enumerate": 2, "reversed": 1}.get(name, len(args)))
        return False

    def _rounds(self, node: ast.For) -> ast.expr | None:
        """The number of rounds of a loop, where no more of it is read and that is found on the way; else None."""
        match node:
            case ast.For(
                target=ast.Name(id=item), iter=ast.Call(func=ast.Name(id="range"), args=[rounds], keywords=[])
            ) if "range" in self._pythons and not isinstance(rounds, ast.Starred):
                own_item = item.startswith(".")  # of a comprehension
                read = _names(node.body) if own_item else self._read
                varies = any(name.startswith(".") or name in self._set_here for name in _names([rounds]))
                return rounds if varies and item not in read else None
        return None

    def _count_down(self, node: ast.For, rounds: ast.expr) -> None:
        """A loop of which only matters how many rounds are left: ways with as many left go on alike."""
        left = self.temporary(LEFT)
        self.out.append(assign(left, ast.copy_location(called(ROUNDS, rounds), node.iter)))
        less = ast.copy_location(ast.AugAssign(store(left), ast.Sub(), constant(1)), node.target)
        body = [less, *self.lowered(node.body)]
        more = compared(left, ast.Gt(), constant(0))
        self.out.append(ast.copy_location(ast.While(more, body, self.lowered(node.orelse)), node))

    # -- what may raise

    def _try(self, node: ast.Try) -> None:
        if any(map(awaits, node.finalbody)):
            raise NotCompiled(
                "it awaits inside finally", node.lineno, remedy="Move the await before or after the try statement."
            )
        body = self.lowered(node.body)
        after: list[ast.stmt] = []
        if any(map(awaits, node.handlers)):
            caught = self.temporary(".caught.")
            body.insert(0, assign(caught, ast.copy_location(constant(0), node)))
            for number, handler in enumerate(node.handlers, 1):
                after.append(self._handler(handler, caught, number))
        whole = body
        if node.handlers:
            made = ast.Try(body, node.handlers, self.lowered(node.orelse), [])
            whole = [ast.copy_location(made, node), *after]
        if node.finalbody:
            whole = [ast.copy_location(ast.Try(whole, [], [], node.finalbody), node)]
        self.out += whole

    def _handler(self, node: ast.ExceptHandler, caught: str, number: int) -> ast.stmt:
        """Leave a handler at once, and do what it says after the `try`; the statement that does."""
        if node.type is not None and awaits(node.type):
            raise NotCompiled(
                "it awaits in the kind of an exception", node.lineno, remedy="Await before the try statement."
            )
        body, name = node.body, node.name
        error = self.temporary(".error.")
        for statement in body:
            for below in own(statement):
                if isinstance(below, ast.ExceptHandler):
                    raise NotCompiled(
                        "a handler that awaits holds another",
                        below.lineno,
                        remedy="Handle the inner error in a function of its own.",
                    )
                if isinstance(below, ast.Raise) and below.exc is None:
                    below.exc = load(error)
        node.name = self.temporary(".error.")
        node.body = [
            ast.copy_location(assign(caught, ast.copy_location(constant(number), node)), node),
            ast.copy_location(assign(error, ast.copy_location(load(node.name), node)), node),
        ]
        bound = [ast.copy_location(assign(name, ast.copy_location(load(error), node)), node)] if name else []
        unbound = [ast.copy_location(ast.Delete([ast.Name(name, ast.Del())]), node)] if name else []
        return ast.copy_location(
            branch(compared(caught, ast.Eq(), constant(number)), [*bound, *self.lowered(body), *unbound]), node
        )

    def _with(self, node: ast.With) -> None:
        """`with manager as x: body`, as the language reference writes it by `try`."""
        first, *others = node.items
        inner = [ast.copy_location(ast.With(others, node.body), node)] if others else node.body
        manager, whole, error = self.temporary(".manager."), self.temporary(".whole."), self.temporary(".error.")
        self.out.append(assign(manager, self.value(first.context_expr)))
        entered = called(ENTER, load(manager))
        if first.optional_vars is None:
            self.out.append(ast.copy_location(ast.Expr(entered), node))
        else:
            self._assign(ast.copy_location(ast.Assign([first.optional_vars], entered), node))
        self.out.append(assign(whole, ast.copy_location(constant(True), node)))
        swallowed = called(LEAVE, load(manager), load(error))
        handler = ast.ExceptHandler(
            load(ANYTHING),
            error,
            [assign(whole, ast.copy_location(constant(False), node)), branch(negated(swallowed), [ast.Raise()])],
        )
        guarded = ast.copy_location(ast.Try(self.lowered(inner), [handler], [], []), node)
        leave = branch(load(whole), [ast.Expr(called(LEAVE, load(manager), constant(None)))])
        self.out.append(ast.copy_location(ast.Try([guarded], [], [], [leave]), node))

    # -- patterns

    def _match(self, node: ast.Match) -> None:
        """Find the case first, up to one whose guard awaits; where that is not passed, find one of those after it."""
        node.subject = self.value(node.subject)
        guarded = next((i for i, case in enumerate(node.cases) if case.guard is not None and awaits(case.guard)), None)
        if guarded is None:
            self._cases(node)
            return
        subject = self._set(node.subject)
        asks, later = node.cases[guarded], node.cases[guarded + 1 :]
        guard, body, go_on = asks.guard, asks.body, self.temporary(".case.")
        assert guard is not None
        asks.guard, asks.body = constant(True), [assign(go_on, constant(_ASK))]  # without one, none could follow `_`
        others = ast.match_case(ast.MatchAs(), None, [assign(go_on, constant(_LATER))])
        self.out.append(assign(go_on, constant(0)))
        self._cases(ast.copy_location(ast.Match(subject, [*node.cases[: guarded + 1], others]), node))
        with self.inside() as asked:
            test = self.value(guard)
            asked.append(ast.copy_location(branch(test, self.lowered(body), [assign(go_on, constant(_LATER))]), guard))
        self.out.append(branch(compared(go_on, ast.Eq(), constant(_ASK)), asked))
        if later:
            rest = self.lowered([ast.copy_location(ast.Match(load(subject.id), later), node)])
            self.out.append(branch(compared(go_on, ast.Eq(), constant(_LATER)), rest))

    def _cases(self, node: ast.Match) -> None:
        """Find the case of a match whose guards do not await, and then do what it says, where that awaits something."""
        taken = self.temporary(".case.")
        begun = len(self.out)
        self.out.append(node)
        for number, case in enumerate(node.cases, 1):
            if not any(map(awaits, case.body)):
                continue
            test = compared(taken, ast.Eq(), constant(number))
            self.out.append(ast.copy_location(branch(test, self.lowered(case.body)), case.body[0]))
            case.body = [assign(taken, ast.copy_location(constant(number), case.body[0]))]
        if len(self.out) > begun + 1:
            self.out.insert(begun, assign(taken, ast.copy_location(constant(0), node)))


def _taken(target: ast.expr) -> str:
    """The names that a loop gives to an item, with commas; none for a target of another kind."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return ",".join(names) if len(names) == len(parts) else ""


def _names(nodes: Sequence[ast.AST]) -> set[str]:
    return {below.id for node in nodes for below in walk(node) if isinstance(below, ast.Name)}


def _parts(target: ast.expr) -> list[Slot]:
    return items(target, "elts") if isinstance(target, (ast.Tuple, ast.List)) else slots(target)
