"""Rules that ask so little that a machine gains nothing: run again for every answer, they do no more.

That is found in the syntax tree as it was written, long before a machine would be made.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from inspect import iscoroutinefunction
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from oddsmith.rules.compile.source import awaits, definition, own
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.choices import choose
from oddsmith.rules.language.notes import note
from oddsmith.rules.language.rolls import roll

_CHOICES = 2  # so many choices one after the other are hardly ever equal to others

_Names: TypeAlias = dict[str, Any]


class _Asked(NamedTuple):
    """The number of requests that a function makes on one way through, notes left out."""

    choices: int = 0
    others: int = 0

    def then(self, later: _Asked) -> _Asked:
        return _Asked(self.choices + later.choices, self.others + later.others)


_MANY = _Asked(others=_CHOICES + 1)


def brief(function: FunctionType) -> bool:
    """Tell whether a rule has but one request that is answered, or nothing but a choice or two.

    Raises NotCompiled where its source cannot be read.
    """
    asked = _asked(function, ())
    return asked.choices + asked.others <= 1 or (not asked.others and asked.choices <= _CHOICES)


def _asked(function: FunctionType, around: Sequence[FunctionType]) -> _Asked:
    """Count the requests of a function and of its helpers. around: the functions that it helps."""
    if function in around:
        return _MANY
    return _block(definition(function.__code__, function.__globals__).body, function.__globals__, (*around, function))


def _block(body: Iterable[ast.AST], names: _Names, around: Sequence[FunctionType]) -> _Asked:
    """Count the requests of statements; of two ways on, the most of each kind."""
    asked = _Asked()
    for node in filter(awaits, body):
        if sum(asked) > _CHOICES:
            return asked
        if isinstance(node, ast.If):
            one, other = _block(node.body, names, around), _block(node.orelse, names, around)
            asked = asked.then(_block([node.test], names, around))
            asked = asked.then(_Asked(*map(max, one, other)))
        else:
            again = {id(below) for loop in own(node) for part in _repeated(loop) for below in own(part)}
            for below in own(node):
                if isinstance(below, ast.Await):
                    made = _made(below.value, names, around)
                    asked = asked.then(_MANY if id(below) in again and any(made) else made)
    return asked


def _made(node: ast.expr, names: _Names, around: Sequence[FunctionType]) -> _Asked:
    """Count the requests behind one await."""
    makers = [names.get(name) for name in made_by(node)]
    if not makers:
        return _MANY
    each: list[_Asked] = []
    for maker in makers:
        if maker is note:
            each.append(_Asked())
        elif maker is choose:
            each.append(_Asked(choices=1))
        elif maker is roll or isinstance(maker, Rule):
            each.append(_Asked(others=1))
        elif isinstance(maker, FunctionType) and iscoroutinefunction(maker):
            each.append(_asked(maker, around))
        else:
            return _MANY
    return _Asked(max([asked.choices for asked in each]), max([asked.others for asked in each]))


def made_by(node: ast.expr) -> frozenset[str]:
    """The names of the functions of which one makes a value; none where it may come from elsewhere."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return frozenset({name})
        case ast.IfExp(body=body, orelse=orelse):
            one, other = made_by(body), made_by(orelse)
            return one | other if one and other else frozenset()
        case _:
            return frozenset()


def _repeated(node: ast.AST) -> list[ast.AST]:
    """The parts of a loop that are gone through again and again."""
    match node:
        case ast.While():
            return [node.test, *node.body]
        case ast.For():
            return [node.target, *node.body]
        case ast.ListComp(elt=elt, generators=[first, *more]) | ast.SetComp(elt=elt, generators=[first, *more]):
            return [elt, first.target, *first.ifs, *more]
        case ast.GeneratorExp(elt=elt, generators=[first, *more]):
            return [elt, first.target, *first.ifs, *more]
        case ast.DictComp(key=key, value=value, generators=[first, *more]):
            return [key, value, first.target, *first.ifs, *more]
        case _:
            return []
