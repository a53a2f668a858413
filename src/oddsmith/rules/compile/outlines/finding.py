"""Outlines: runs of lowered statements that only roll and read, of which exploration needs no more than the law.

    first = await roll(d6.pool(min(3, a)))        .hoisted.1 = roll(d6.pool(min(3, a)))     (None where that raises)
    second = await roll(d6.pool(min(2, b)))       .hoisted.2 = roll(d6.pool(min(2, b)))
    for x, y in zip(first, second):               .law = await .outline(7)
        if x > y:                                 if .law is None:
            b -= 1                                    ... as it was written
        else:                                     else:
            a -= 1                                    b += .law[0]
                                                      a += .law[1]

Whoever has the answers one by one answers None. Exploration answers with what the run leaves behind: the law of that is
found once for equal *inputs*, the values that the run reads, which pass by `a` and `b`: they are only *added to*.

A run stays as it is where it is not plain that nothing else comes of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, DEAD, Names
from oddsmith.rules.compile.dataflow.flow import Flow
from oddsmith.rules.compile.dataflow.projection import goes_round
from oddsmith.rules.compile.forms.face_classes import CLASSED
from oddsmith.rules.compile.outlines.outline import OUTLINE, Outline, numbered
from oddsmith.rules.compile.outlines.reads import Reads, awaits_twice, changed
from oddsmith.rules.compile.own_names import says_rounds
from oddsmith.rules.compile.syntax.builtin_functions import MAKE_PLAIN
from oddsmith.rules.compile.syntax.names import awaited, awaits, local_names, names_in, names_read
from oddsmith.rules.compile.syntax.nodes import assign, branch, called, compared, constant, load, store
from oddsmith.rules.compile.syntax.trees import copied, located, own, walk
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.choices import choose
from oddsmith.rules.language.notes import note
from oddsmith.rules.language.rolls import roll
from oddsmith.rules.language.simultaneous import choose_secretly

_PURE = MAKE_PLAIN | {"roll"}
_PURE_METHODS = frozenset({"pool", "explode", "reroll", "count", "sum", "keep", "drop", "classes", "successes"})


@dataclass
class _Run:
    """Statements of a block, from one to before another, that may become an outline. end: marks what is live there."""

    block: list[ast.stmt]
    statements: list[ast.stmt]
    bound: Names
    end: ast.stmt


def outlined(
    function: ast.AsyncFunctionDef, body: list[ast.stmt], code: CodeType, module: dict[str, Any]
) -> list[ast.stmt]:
    """Lowered statements with outlines of their runs. code, module: those of the function, where names are found."""
    if not awaits_twice(body):
        return body
    names = local_names(function, body)
    finder = _Finder(body, names, code, module)
    finder.block(body, frozenset(a.arg for a in walk(function.args) if isinstance(a, ast.arg)) - finder.deleted)
    if not finder.runs:
        return body
    flow = Flow(body, finder.names, AS_IT_IS) if any(_may_be_worth_it(run.statements) for run in finder.runs) else None
    for run in finder.runs:
        made = run.statements
        if flow is not None and _may_be_worth_it(made):
            after = frozenset(name for name, demand in flow.after.get(id(run.end), {}).items() if demand != DEAD)
            made = finder.made(run, after)
        at = next(i for i, statement in enumerate(run.block) if statement is run.statements[0])
        run.block[at : at + len(run.statements) + 1] = made
    return body


class _Finder:
    """Finds runs. deleted: variables that are deleted somewhere; set_once: that are never set but as parameters."""

    def __init__(
        self,
        body: Sequence[ast.stmt],
        names: Names,
        code: CodeType,
        module: dict[str, Any],
    ) -> None:
        self.runs: list[_Run] = []
        self.deleted = frozenset(
            n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)
        )
        self.names = names
        self._module = module
        self._code = code
        self._temporaries = 0
        self._captured = frozenset().union(*[_captured(statement) for statement in body])
        self._changed = frozenset().union(*[changed(statement) for statement in body])

    # -- where runs are

    def block(self, body: list[ast.stmt], bound: Names) -> None:
        """Find the runs of a block and of those inside. bound: variables that surely have a value before it."""
        place = 0
        while place < len(body):
            node = body[place]
            end = self._run(body, place) if awaits(node) else place
            if end > place:
                run = _Run(body, body[place:end], bound, ast.Expr(ast.Await(ast.Constant(None))))
                ast.copy_location(run.end, body[end - 1])
                body.insert(end, run.end)
                self.runs.append(run)
                for statement in run.statements:
                    bound |= self._sets(statement)
                place = end + 1
                continue
            match node:
                case ast.If() if awaits(node):
                    self.block(node.body, bound)
                    self.block(node.orelse, bound)
                case ast.While() if awaits(node):
                    self.block(node.body, bound)
                    self.block(node.orelse, bound)
            bound |= self._sets(node)
            place += 1

    def _sets(self, node: ast.stmt) -> Names:
        reads = Reads(self.names)
        reads.statement(node)
        return frozenset(reads.surely) - self.deleted

    def _run(self, body: list[ast.stmt], start: int) -> int:
        """The end of the run that begins with a statement; its start where there is none."""
        if not self._may_begin(body[start]):
            return start
        reads = Reads(self.names)
        end = start
        while end < len(body):
            node = body[end]
            if not self._allowed(node):
                if isinstance(node, ast.If) and self._reads_only(node.test, reads) and self._counts(node.test, reads):
                    self._temporaries += 1
                    name = f".test.{self._temporaries}"
                    test = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), node.test))
                    taken = assign(name, ast.copy_location(test, node.test))
                    self.names |= {name}
                    located(taken)
                    node.test = ast.copy_location(load(name), node.test)
                    body.insert(end, taken)
                    end += 1
                break
            if end > start and not self._fits(node, reads):
                break
            reads.statement(node)
            end += 1
        while (
            end > start + 1 and not awaits(body[end - 1]) and not names_read(body[end - 1]) & self.names & reads.stored
        ):
            end -= 1
        return end

    def _may_begin(self, node: ast.stmt) -> bool:
        if not self._allowed(node):
            return False
        if isinstance(node, ast.While):  # a comprehension: all that it sets has no name
            return all(name.startswith(".") for name in changed(node))
        return True

    def _fits(self, node: ast.stmt, reads: Reads) -> bool:
        """Tell whether a run that has begun should go on with a statement."""
        here = Reads(self.names)
        here.statement(node)
        added = reads.totals - reads.read
        if (here.read - here.totals) & added:
            return False  # a total is looked at, and would be an input
        if awaits(node):
            return True
        new = here.exposed - reads.read - reads.exposed - reads.stored - here.totals
        return not new

    def _reads_only(self, test: ast.expr, reads: Reads) -> bool:
        """Tell whether a test reads only what the run has set or reads, and what is never set."""
        read = names_read(test) & self.names
        return read <= ((reads.surely | reads.exposed) - (reads.totals - reads.read)) | (self.names - self._changed)

    def _counts(self, test: ast.expr, reads: Reads) -> bool:
        return bool(names_read(test) & self.names & reads.surely) and not isinstance(test, ast.Name)

    def _allowed(self, node: ast.stmt, *, looping: bool = False) -> bool:
        match node:
            case ast.Assign(value=ast.Await(value=asked)) | ast.Expr(value=ast.Await(value=asked)):
                targets = node.targets if isinstance(node, ast.Assign) else []
                return self._chance(asked) and self._plain(asked, *targets)
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.AnnAssign() | ast.Pass():
                return self._plain(node)
            case ast.If():
                inside = [*node.body, *node.orelse]
                return self._plain(node.test) and all(self._allowed(below, looping=looping) for below in inside)
            case ast.For():
                inside = [*node.body, *node.orelse]
                return self._plain(node.target, node.iter) and all(self._allowed(b, looping=True) for b in inside)
            case ast.While(test=ast.Compare(left=ast.Name(id=place)), orelse=[]) if says_rounds(place):
                return all(self._allowed(below, looping=True) for below in node.body)
            case ast.Break() | ast.Continue():
                return looping
            case _:
                return False

    def _plain(self, *nodes: ast.AST) -> bool:
        """Tell whether there is nothing in nodes that might be run later, or that other functions see."""
        for node in nodes:
            for below in own(node):
                if isinstance(below, (ast.Lambda, ast.Yield, ast.YieldFrom)):
                    return False
            if changed(node) & self._captured:
                return False
        return True

    def _chance(self, asked: ast.expr) -> bool:
        """Tell whether what is awaited may be up to chance alone, as far as names tell, and is not the function itself.

        Of its own outcome no more is to be asked than of that which it returns.
        """
        for below in walk(asked):
            if isinstance(below, ast.Name) and (
                below.id == self._code.co_name or self._found(below.id) in (choose, choose_secretly)
            ):
                return False
        return isinstance(asked, (ast.Call, ast.IfExp, ast.Name))

    def _found(self, name: str) -> object:
        if name in self.names or name in self._code.co_freevars:
            return None
        found = self._module.get(name)
        known = isinstance(found, Rule) or any(found is function for function in (choose, choose_secretly, note, roll))
        return found if known else None

    # -- what becomes of them

    def made(self, run: _Run, after: Names) -> list[ast.stmt]:
        """The statements in place of a run: with its outline, or as they were."""
        found = self._outline(run, after)
        if found is None:
            return run.statements
        made, hoists = found
        number = numbered(made)
        law = f".law.{number}"
        at = run.statements[0]
        asked = ast.Await(called(OUTLINE, constant(number), *[load(name) for name in made.inputs]))
        taken: list[ast.stmt] = []
        for place, name in enumerate((*made.totals, *made.left)):
            value = ast.Subscript(load(law), constant(place), ast.Load())
            total = place < len(made.totals)
            taken.append(ast.AugAssign(store(name), ast.Add(), value) if total else ast.Assign([store(name)], value))
        head = ast.Assign([store(law)], asked)
        either = branch(compared(law, ast.Is(), constant(None)), run.statements, taken)
        out: list[ast.stmt] = [*hoists, head, either]
        for statement in (*hoists, head, *taken):
            ast.copy_location(statement, at)
            located(statement)
        ast.copy_location(either, at)
        located(either.test)
        for below in walk(either.test):
            ast.copy_location(below, at)
        return out

    def _outline(self, run: _Run, after: Names) -> tuple[Outline, list[ast.stmt]] | None:
        body = [copied(statement) for statement in run.statements]
        body = self._without_notes(body)
        hoists, hoisted = self._hoist(body)
        reads = Reads(self.names | frozenset(hoisted))
        for statement in body:
            reads.statement(statement)
        totals = sorted(name for name in reads.totals - reads.read if name in after)
        forgotten = reads.totals - reads.read - after
        left = sorted((reads.stored & after) - set(totals))
        inputs = (reads.exposed - set(totals) - forgotten) | {name for name in left if name not in reads.surely}
        if not (inputs - set(hoisted)) | set(totals) <= run.bound:
            return None
        if not self._is_worth_it(run.statements, after, inputs - set(hoisted)):
            return None
        zero: list[ast.stmt] = [assign(name, constant(0)) for name in (*totals, *sorted(forgotten))]
        returned = ast.Return(ast.Tuple([load(name) for name in (*totals, *left)], ast.Load()))
        for statement in (*zero, returned):
            ast.copy_location(statement, run.statements[0])
            located(statement)
        line = run.statements[0].lineno
        added = tuple(sorted({*totals, *forgotten}))
        made = Outline(tuple(sorted(inputs)), added, tuple(totals), tuple(left), [*zero, *body, returned], line)
        return made, hoists

    def _is_worth_it(self, statements: Sequence[ast.stmt], after: Names, inputs: Iterable[str]) -> bool:
        """Tell whether a run leaves less behind than what was rolled."""
        rolled: set[str] = set()
        for statement in statements:
            for node in own(statement):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    name = node.targets[0].id
                    if isinstance(node.value, ast.Await):
                        rolled.add(name)
                    elif isinstance(node.value, ast.Name) and node.value.id in rolled and name in after:
                        return False  # a copy
        # one roll: only where what is read of it depends on nothing that changes
        return bool(rolled - after) and (awaits_twice(statements) or not set(inputs) & self._changed)

    def _without_notes(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for node in body:
            match node:
                case ast.Expr(value=ast.Await(value=ast.Call(func=ast.Name(id=name)))) if self._found(name) is note:
                    kept.append(ast.copy_location(ast.Pass(), node))
                    continue
                case ast.While() if any(goes_round(node.body)):
                    pass  # its rounds are counted by its remarks
                case ast.If() | ast.While() | ast.For():
                    node.body, node.orelse = self._without_notes(node.body), self._without_notes(node.orelse)
            kept.append(node)
        return kept

    def _hoist(self, body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], list[str]]:
        """Make what is awaited an input, where it can be evaluated before the run; the statements that do."""
        out: list[ast.stmt] = []
        names: list[str] = []
        before: set[str] = set()
        for node in body:
            asked = awaited(node)
            if asked is not None and self._hoistable(asked.value, before):
                self._temporaries += 1
                name = f".hoisted.{self._temporaries}"
                out.append(_or_none(name, asked.value))
                names.append(name)
                asked.value = ast.copy_location(load(name), asked.value)
            before |= changed(node)
        self.names |= frozenset(names)
        return out, names

    def _hoistable(self, node: ast.expr, before: set[str]) -> bool:
        if isinstance(node, ast.Name) or not names_read(node) & self.names:
            return False
        for below in walk(node):
            match below:
                case ast.Name(id=name, ctx=ast.Load()):
                    if name in before or name in self._captured:
                        return False
                case ast.Call(func=ast.Name(id=name)):
                    found = self._found(name)
                    builtin = name in _PURE and name not in self.names and name not in self._module
                    if not (builtin or found is roll or name == CLASSED or isinstance(found, Rule)):
                        return False
                case ast.Call(func=ast.Attribute(attr=method)):
                    if method not in _PURE_METHODS:
                        return False
                case ast.Call() | ast.NamedExpr() | ast.Lambda() | ast.comprehension():
                    return False
        return True


def _may_be_worth_it(statements: Sequence[ast.stmt]) -> bool:
    """Tell whether a run may leave less behind than what was rolled, whatever becomes of that."""
    if awaits_twice(statements):
        return len(statements) > 1 or isinstance(statements[0], (ast.If, ast.While))
    # one roll: only where what is read of it is set plainly
    plain = [isinstance(each, ast.Assign) and not isinstance(each.value, ast.Name) for each in statements]
    return len(statements) > 1 and all(plain)


def _or_none(name: str, value: ast.expr) -> ast.stmt:
    """Set a name to a value, or to None where evaluating that raises: it may never be evaluated."""
    value = copied(value)
    handler = ast.ExceptHandler(load(".BaseException"), None, [assign(name, constant(None))])
    made = ast.Try([assign(name, value)], [handler], [], [])
    ast.copy_location(made, value)
    return made


def _captured(node: ast.AST) -> frozenset[str]:
    """Names in functions defined inside a node."""
    found: set[str] = set()
    for below in walk(node):
        if isinstance(below, (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found |= names_in(below)
    return frozenset(found)
