"""The code of a machine: the lowered function as a generator that can begin at any of its awaits.

It has two parameters more: `.at` is the number of the await at which it is taken up (0 for the start), `.live` the
values of the variables that are live there. While `.at` is set, all before that await is skipped:

    async def rule(n):                      def rule(at, live, n):
        total = 0                               if not at:
                                                    total = 0
        while total < n:                        while at <= 1 if at else total < n:
                                                    if not at:
            face = await roll(d6)                       face = yield 1, roll(d6)
                                                    elif at == 1:
                                                        (n, total), at = live, 0
                                                        face = yield
                                                    if not at:
            total += face                               total += face
        return total                            if not at:
                                                    return total

A generator made with `at` set yields once as it is taken up, and is then sent the answer (or thrown an error).
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Lock
from types import CodeType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, DEAD, Ends, Names, Question, Use
from oddsmith.rules.compile.dataflow.flow import Flow
from oddsmith.rules.compile.dataflow.handed_on import NOTHING, HandedOn
from oddsmith.rules.compile.dataflow.projection import kinds, unchanging
from oddsmith.rules.compile.given import GIVEN
from oddsmith.rules.compile.own_names import BUST, NOT_BOUND, OVER, is_place
from oddsmith.rules.compile.syntax.names import awaited, local_names
from oddsmith.rules.compile.syntax.nodes import assign, branch, called, compared, constant, load, negated, store
from oddsmith.rules.compile.syntax.reasons import NotCompiled, nests
from oddsmith.rules.compile.syntax.source import without_file
from oddsmith.rules.compile.syntax.trees import copied, located, walk

_AT, _LIVE = ".at", ".live"
_making = Lock()  # changes the trees that it is made of
_FUTURES = __future__.annotations.compiler_flag  # the one future that changes how code is compiled

#: Uses of an answer of which less than all is asked: where a function's outcome is asked for fields or comparisons, and
#: otherwise. A loop that is compared only in the end has no end of states unless it is told so.
_PARTS: Final = frozenset({Use.FIELDS, Use.COMPARED})
_FIELDS: Final = frozenset({Use.FIELDS})


class Site(NamedTuple):
    """An await of a function.

    added: places in `live` of variables that are only added to the total which is asked, and how many times, so that a
    gain can stand for them. compared: places of variables that are compared as well, and how many times what is beyond
    all comparisons ends up in the total. asks: the question to the await. recurs: whether play may come back to it
    within one activation. read: variables that are not live, but of which what is awaited was made. spare: places of
    variables that are read only to be handed on to the rule itself, where nobody needs them. over: places of what loops
    go over.
    """

    line: int
    live: tuple[str, ...]
    added: tuple[tuple[int, int], ...]
    compared: tuple[tuple[int, Ends], ...]
    asks: Question
    recurs: bool
    read: tuple[str, ...]
    spare: tuple[int, ...] = ()
    over: tuple[int, ...] = ()

    @property
    def gains(self) -> bool:
        """True where a gain may stand for something."""
        return any(times for _, times in self.added) or self.asks is not AS_IT_IS or bool(self.recurs and self.compared)


class Emitted:
    """The awaits of a machine, of which the first is number 1, and its code, made when it is first asked for; then it
    raises NotCompiled where Python does not compile that.

    busts: whether it returns busts. dead: parameters that what is asked does not need, if its name stands for itself.
    """

    def __init__(self, sites: tuple[Site, ...], busts: bool, dead: Names, make: Callable[[], CodeType]) -> None:
        self.sites = sites
        self.busts = busts
        self.dead = dead
        self._made: CodeType | NotCompiled | Callable[[], CodeType] = make

    @property
    def code(self) -> CodeType:
        with _making:
            if not isinstance(self._made, CodeType | NotCompiled):
                self._made = _code_or_reason(self._made)
        if isinstance(self._made, NotCompiled):
            raise self._made
        return self._made


def emitted(
    function: ast.AsyncFunctionDef,
    body: list[ast.stmt],
    code: CodeType,
    module: Mapping[str, Any],
    asked: Question,
    handed: HandedOn = NOTHING,
) -> Emitted:
    """The machine of a function that is asked something; it has busts only where they make a difference.

    body: the lowered statements. code: of the function itself, for its names and flags. module: its globals. handed:
    what it reads only to hand it on to itself.
    """
    parameters = frozenset({argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)})
    names = local_names(function, body)
    objects = kinds(body, module, names.union(code.co_freevars)), unchanging(body, parameters)
    bound, made_of = _surely_bound(function, body), _made_of(body, names)
    asking = _PARTS if code in without_file or asked.demand.use in _PARTS else _FIELDS
    emitter = _Emitter(body, Flow(body, names, Question(asked.demand), *objects), bound, made_of, asking, handed)
    busts = False
    if asked.busts:
        other = _Emitter(body, Flow(body, names, asked, *objects), bound, made_of, asking, handed)
        busts = emitter.sites != other.sites
        emitter = other if busts else emitter
    make = partial(_code, function, body, code, emitter, busts=busts)
    return Emitted(tuple(emitter.sites), busts, handed.parameters, make)


def _code_or_reason(make: Callable[[], CodeType]) -> CodeType | NotCompiled:
    """The code, or why there is none: a machine nests more than what it is made of."""
    try:
        return make()
    except (SyntaxError, RecursionError) as error:
        return nests(f" to be compiled: {error.msg}" if isinstance(error, SyntaxError) else "")


def _code(
    function: ast.AsyncFunctionDef, body: Sequence[ast.stmt], code: CodeType, emitter: _Emitter, *, busts: bool
) -> CodeType:
    arguments = copied(function.args)
    for argument in walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    if not code.co_kwonlyargcount:  # a rule takes all its arguments by position, whatever its text says
        arguments.args += arguments.kwonlyargs
        arguments.kwonlyargs = []
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    arguments.posonlyargs[:0] = [ast.arg(_AT), ast.arg(_LIVE)]
    unneeded = frozenset().union(*emitter.unneeded.values())
    statements = emitter.block([_Without(unneeded).visit(node) for node in body] if unneeded else body)
    if not emitter.sites:  # a generator all the same
        statements.append(_placed(branch(constant(False), [ast.Expr(ast.Yield(None))]), function))
    for holder, name, lost in emitter.lost.values() if busts else ():
        outcome = getattr(holder, name)
        places = constant(None) if lost is None else ast.Tuple([constant(place) for place in sorted(lost)], ast.Load())
        setattr(holder, name, ast.copy_location(called(BUST, outcome, places), outcome))
    machine = ast.FunctionDef(".machine", arguments, statements, [])
    closure = [ast.arg(name) for name in (*code.co_freevars, *GIVEN)]
    around = ast.arguments([], closure, None, [], [], None, [])
    whole = ast.Module([ast.FunctionDef(".closure", around, [machine], [])], [])
    for made in (machine, whole.body[0]):
        ast.copy_location(made, function)
        made.type_params = []  # type: ignore[attr-defined]
    located(whole)
    compiled = compile(whole, code.co_filename, "exec", flags=code.co_flags & _FUTURES, dont_inherit=True)
    found = _inner(_inner(compiled, ".closure"), ".machine")
    return found.replace(co_name=code.co_name, co_qualname=code.co_qualname)


class _Without(ast.NodeTransformer):
    """Leaves out statements, and parts of objects that are made."""

    def __init__(self, unneeded: frozenset[int]) -> None:
        self._unneeded = unneeded

    def visit(self, node: ast.AST) -> Any:
        if id(node) not in self._unneeded:
            return self.generic_visit(node)
        return ast.copy_location(ast.Pass() if isinstance(node, ast.stmt) else constant(None), node)


def _inner(code: CodeType, name: str) -> CodeType:
    return next(held for held in code.co_consts if isinstance(held, CodeType) and held.co_name == name)


def _surely_bound(function: ast.AsyncFunctionDef, body: Sequence[ast.stmt]) -> frozenset[str]:
    """Parameters that are never deleted."""
    deleted = {
        below.id
        for statement in body
        for below in walk(statement)
        if isinstance(below, ast.Name) and isinstance(below.ctx, ast.Del)
    }
    return frozenset({a.arg for a in walk(function.args) if isinstance(a, ast.arg)} - deleted)


def _names(node: ast.AST) -> set[str]:
    return {below.id for below in walk(node) if isinstance(below, ast.Name) and isinstance(below.ctx, ast.Load)}


def _made_of(body: Sequence[ast.stmt], variables: frozenset[str]) -> dict[str, frozenset[str]]:
    """The variables of a function, hidden ones left out, and those that are read where each is set."""
    made: dict[str, set[str]] = {name: set() for name in variables if not name.startswith(".")}
    for statement in body:
        for node in walk(statement):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.NamedExpr(target=ast.Name(id=name), value=value)
                ) if name in made and not isinstance(value, ast.Await):
                    made[name] |= _names(value)
    return {name: frozenset(read & made.keys()) for name, read in made.items()}


class _Emitter:
    def __init__(
        self,
        body: Sequence[ast.stmt],
        flow: Flow,
        bound: frozenset[str],
        made_of: Mapping[str, frozenset[str]],
        asking: frozenset[Use],
        handed: HandedOn,
    ) -> None:
        self._handed = handed
        self.sites: list[Site] = []
        self.bound = bound
        self._asking = asking
        self.lost, self.unneeded = flow.busts, flow.unneeded
        self._numbers: dict[int, int] = {}
        self._made_of = made_of
        self._number(body, flow, recurs=False)

    def _number(self, body: Sequence[ast.stmt], flow: Flow, *, recurs: bool) -> None:
        """Number the awaits in the order in which they are written."""
        for node in body:
            match node:
                case ast.If():
                    self._number(node.body, flow, recurs=recurs)
                    self._number(node.orelse, flow, recurs=recurs)
                case ast.While():
                    self._number(node.body, flow, recurs=True)
                    self._number(node.orelse, flow, recurs=recurs)
                case ast.Try():
                    self._number(node.body, flow, recurs=recurs)
                    self._number(node.orelse, flow, recurs=recurs)
                case _ if (asked := awaited(node)) is not None:
                    demands = flow.after.get(id(node), {})
                    live = tuple(sorted(demands))
                    added = [
                        (i, demands[name].times or 0) for i, name in enumerate(live) if demands[name].use is Use.ADDED
                    ]
                    looked_at = [
                        (i, demands[name].ends)
                        for i, name in enumerate(live)
                        if demands[name].use is Use.COMPARED and recurs and not is_place(name)
                    ]
                    answer = flow.answer.get(id(node), DEAD)
                    less = answer.use in self._asking or (answer.use is Use.ADDED and answer.times)
                    asks = Question(answer) if less else AS_IT_IS
                    read = tuple(sorted(self._read(asked.value).difference(live)))
                    spare = self._handed.spare(node, live)
                    over = tuple([i for i, name in enumerate(live) if name.startswith(OVER)])
                    self.sites.append(
                        Site(node.lineno, live, tuple(added), tuple(looked_at), asks, recurs, read, spare, over)
                    )
                    self._numbers[id(node)] = len(self.sites)

    def _read(self, node: ast.expr) -> frozenset[str]:
        """The variables that an expression reads, and those of which these were made."""
        names = _names(node)
        return frozenset({*names, *[made for name in names for made in self._made_of.get(name, ())]}) & (
            self._made_of.keys()
        )

    def _last(self, body: Sequence[ast.stmt]) -> int:
        """The number of the last await in statements; 0 where there is none."""
        last = 0
        for node in body:
            match node:
                case ast.If() | ast.While() | ast.Try():
                    last = max(last, self._last(node.body), self._last(node.orelse))
                case _:
                    last = max(last, self._numbers.get(id(node), 0))
        return last

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Statements of which all before the await at which the machine is taken up are skipped."""
        out: list[ast.stmt] = []
        plain: list[ast.stmt] = []
        for node in body:
            last = self._last([node])
            if not last:
                plain.append(node)
            elif awaited(node) is not None:
                out.append(self._site(node, plain))
                plain = []
            else:
                if plain:
                    out.append(_placed(branch(negated(load(_AT)), plain), plain[0]))
                    plain = []
                out.append(_placed(branch(compared(_AT, ast.LtE(), constant(last)), [self._compound(node)]), node))
        if plain:
            out.append(_placed(branch(negated(load(_AT)), plain), plain[0]))
        return out

    def _site(self, node: ast.stmt, before: list[ast.stmt]) -> ast.stmt:
        """An await: ask where it is come to, and wait for the answer where it is taken up."""
        number = self._numbers[id(node)]
        asked = awaited(node)
        assert asked is not None
        handed = ast.Yield(ast.Tuple([constant(number), asked.value], ast.Load()))
        come_to = _with_value(node, ast.copy_location(handed, asked))
        taken_up = [_placed(made, node) for made in self._restored(self.sites[number - 1].live)]
        taken_up.append(_with_value(node, ast.copy_location(ast.Yield(None), asked)))
        resumed = branch(compared(_AT, ast.Eq(), constant(number)), taken_up)
        return _placed(branch(negated(load(_AT)), [*before, come_to], [_placed(resumed, node)]), node)

    def _restored(self, live: Sequence[str]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        if live:
            made.append(ast.Assign([ast.Tuple([store(name) for name in live], ast.Store())], load(_LIVE)))
        for name in live:
            if name not in self.bound:
                unbound = ast.Delete([ast.Name(name, ast.Del())])
                made.append(branch(compared(name, ast.Is(), load(NOT_BOUND)), [unbound]))
        return [*made, assign(_LIVE, constant(None)), assign(_AT, constant(0))]

    def _compound(self, node: ast.stmt) -> ast.stmt:
        match node:
            case ast.If():
                return _placed(branch(self._entered(node), self._body(node.body), self._body(node.orelse)), node)
            case ast.While():
                return _placed(ast.While(self._entered(node), self._body(node.body), self._body(node.orelse)), node)
            case ast.Try():
                body = self.block(node.body)
                return _placed(ast.Try(body, node.handlers, self._body(node.orelse), node.finalbody), node)
            case _:
                raise AssertionError(node)

    def _entered(self, node: ast.If | ast.While) -> ast.expr:
        """The test of a statement; where the machine is taken up inside, its place decides instead."""
        inside = compared(_AT, ast.LtE(), constant(self._last(node.body)))
        return ast.copy_location(ast.IfExp(load(_AT), inside, node.test), node.test)

    def _body(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        return self.block(body) if self._last(body) else list(body)


def _with_value(node: ast.stmt, value: ast.expr) -> ast.stmt:
    """The same statement with another value."""
    made = ast.Assign(node.targets, value) if isinstance(node, ast.Assign) else ast.Expr(value)
    return _placed(made, node)


def _placed(made: ast.stmt, at: ast.stmt) -> ast.stmt:
    return ast.copy_location(made, at)
