"""Variables that a rule reads only to hand them on to itself, so that nobody needs them.

    async def turn(total, sixes, left):
        if not left:
            return Outcome(total, sixes)
        face = await roll(d6)
        return turn(total + face, sixes + (face == 6), left - 1)

Where only the sixes are asked for, the total is read to be handed on, and that is all.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.dataflow.demand import DEAD, Demand, Demands, Names, Question, Use
from oddsmith.rules.compile.dataflow.flow import Flow
from oddsmith.rules.compile.dataflow.plain import needless
from oddsmith.rules.compile.dataflow.projection import Fields, kinds, unchanging
from oddsmith.rules.compile.syntax.names import local_names


class HandedOn(NamedTuple):
    """Names that a function reads only to hand them on to itself: parameters; and other variables, which are those that
    are not `needed` at an await, by the identity of its statement, which is held.
    """

    parameters: Names
    needed: Mapping[int, tuple[ast.stmt, Names]]

    def spare(self, node: ast.stmt, live: Sequence[str]) -> tuple[int, ...]:
        """Return the places of variables, live at an await, that are read only to be handed on."""
        found = self.needed.get(id(node))
        return () if found is None else tuple([i for i, name in enumerate(live) if name not in found[1]])


NOTHING: Final = HandedOn(frozenset(), {})

#: Uses of an outcome of which less than all is asked.
_PARTS: Final = frozenset({Use.FIELDS, Use.COMPARED})


def handed_on(
    function: ast.AsyncFunctionDef, body: Sequence[ast.stmt], code: CodeType, module: Mapping[str, Any], asked: Question
) -> HandedOn:
    """Return what a function reads only to hand it on to itself, if its name stands for that.

    body: the lowered statements. code: of the function itself. module: its globals.
    """
    if asked.demand.use not in _PARTS:
        return NOTHING
    given, names = function.args, local_names(function, body)
    parameters = [argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    dead = frozenset(parameters)
    objects = kinds(body, module, names.union(code.co_freevars)), unchanging(body, dead)
    itself = "" if code.co_name in names else code.co_name
    while dead:
        flow = _HandsOn(body, names, Question(asked.demand), objects, itself, parameters, dead)
        needed = {name for name in dead if flow.begins.on(name) != DEAD}
        if not needed:
            return HandedOn(dead, flow.needed)
        dead -= needed
    return NOTHING


class _HandsOn(Flow):
    """The demands of a function, if some of its parameters are dead where it goes on as itself."""

    def __init__(
        self,
        body: Sequence[ast.stmt],
        variables: Names,
        question: Question,
        objects: tuple[Mapping[str, Fields], Names],
        itself: str,
        parameters: Sequence[str],
        dead: Names,
    ) -> None:
        self._itself = itself
        self._parameters = parameters
        self._dead_ones = dead
        self.needed: dict[int, tuple[ast.stmt, Names]] = {}
        super().__init__(body, variables, question, *objects)

    def _site(self, node: ast.stmt, after: Demands, answer: Demand) -> None:
        super()._site(node, after, answer)
        self.needed[id(node)] = node, frozenset(self.after[id(node)])

    def _sum(self, node: ast.expr, demand: Demand, before: Demands) -> None:
        if not self._handed_on(node, demand, before):
            super()._sum(node, demand, before)

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, after: Demands) -> Demands:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Await(value=request)):
                demand, before = after.on(name), after.without({name})
                if demand is not None and self._handed_on(request, demand, before):
                    self._site(node, before, demand)
                    return before
        return super()._assign(node, after)

    def _handed_on(self, node: ast.expr, demand: Demand, before: Demands) -> bool:
        """Use the arguments of a call of itself that is asked the same, in place; tell whether it is one."""
        if demand != self._asked or demand.use is Use.DEAD:
            return False
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=named) if (
                name == self._itself
                and not any(isinstance(part, ast.Starred) for part in given)
                and all(word.arg for word in named)
            ):
                parts: list[tuple[Any, ast.expr]] = [*zip(self._parameters, given, strict=False)]
                parts += [(word.arg, word.value) for word in named]
                for parameter, part in parts:
                    if parameter not in self._dead_ones or not needless(part, self._kinds):
                        before.keep(self._in.read(part))
                return True
        return False
