"""Rules that ask so little that a machine gains nothing: run again for every answer, they do no more.

That is found in the syntax tree as it was written, long before a machine would be made.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Sequence
from inspect import iscoroutinefunction
from types import FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

from oddsmith.rules.compile.syntax.reasons import NotCompiled, nests
from oddsmith.rules.compile.syntax.source import UNREAD, tree
from oddsmith.rules.compile.syntax.trees import evaluated_around
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.language.choices import choose
from oddsmith.rules.language.code_slips.text import read
from oddsmith.rules.language.notes import note
from oddsmith.rules.language.rolls import roll

_CHOICES = 2  # so many choices one after the other are hardly ever equal to others

_AWAITS = dis.opmap["GET_AWAITABLE"]  # the bytecode of every await

# what may be gone through again, or not at all, where it stands
_PARTS: Final = (
    *(ast.For, ast.While, ast.AsyncFor, ast.AsyncWith, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef),
)

_Names: TypeAlias = dict[str, Any]


class _Asked(NamedTuple):
    """The number of requests that a function makes on one way through, notes left out."""

    choices: int = 0
    others: int = 0

    def then(self, later: _Asked) -> _Asked:
        return _Asked(self.choices + later.choices, self.others + later.others)


_NONE, _MANY = _Asked(), _Asked(others=_CHOICES + 1)


def brief(function: FunctionType) -> bool:
    """Tell whether a rule has but one request that is answered, or nothing but a choice or two.

    Raises NotCompiled where its source cannot be read, or nests too deep.
    """
    try:
        asked = _asked(function, ())
    except RecursionError:
        raise nests() from None
    return asked.choices + asked.others <= 1 or (not asked.others and asked.choices <= _CHOICES)


def _asked(function: FunctionType, around: Sequence[FunctionType]) -> _Asked:
    """Count the requests of a function and of its helpers. around: the functions that it helps."""
    if function in around:
        return _MANY
    if _AWAITS not in function.__code__.co_code[::2]:
        return _NONE
    code, names, around = function.__code__, function.__globals__, (*around, function)
    nodes = read(function)  # as when slips were looked for
    found = None if nodes is None else nodes.outer[0]
    if nodes is None or not (isinstance(found, ast.AsyncFunctionDef) and found.name == code.co_name):
        found = tree(code, names)
    elif len(nodes[ast.Await]) == 1 and not any(map(nodes.__getitem__, _PARTS)):
        return _made(nodes[ast.Await][0].value, names, around)
    if found is None:
        raise NotCompiled(UNREAD)
    return _Counter(names, around).all(found.body)


class _Counter:
    """Counts requests below a node; of two ways on, the most of each kind."""

    def __init__(self, names: _Names, around: Sequence[FunctionType]) -> None:
        self._names = names
        self._around = around

    def all(self, nodes: Sequence[ast.AST]) -> _Asked:
        """Count what statements or expressions ask for, one after the other."""
        ended, onward = self._ways(nodes)
        return ended if onward is None else _Asked(*map(max, ended, onward))

    def _ways(self, nodes: Sequence[ast.AST]) -> tuple[_Asked, _Asked | None]:
        """Count the most on ways that end there, and on those that go on past the nodes; None where none does."""
        ended, asked = _NONE, _NONE
        for node in nodes:
            if isinstance(node, (ast.If, ast.Match)):
                deciding, bodies = _parted(node)
                for each in deciding:
                    asked = asked.then(self.below(each))
                ways = [self._ways(body) for body in bodies]
                for end, _ in ways:
                    ended = _Asked(*map(max, ended, asked.then(end)))
                onward = [on for _, on in ways if on is not None]
                if not onward:
                    return ended, None
                asked = asked.then(_Asked(*[max(each) for each in zip(*onward, strict=True)]))
            else:
                asked = asked.then(self.below(node))
            if isinstance(node, (ast.Return, ast.Raise)):
                return _Asked(*map(max, ended, asked)), None
            if sum(asked) > _CHOICES:
                break
        return ended, asked

    def again(self, nodes: Sequence[ast.AST]) -> _Asked:
        """Count what is gone through again and again."""
        return _MANY if any(self.all(nodes)) else _NONE

    def below(self, node: ast.AST) -> _Asked:
        match node:
            case ast.If() | ast.Match():
                return self.all([node])
            case ast.Await():
                return _made(node.value, self._names, self._around).then(self.below(node.value))
            case ast.While():
                return self.again([node.test, *node.body]).then(self.all(node.orelse))
            case ast.For():
                return self.all([node.iter, *node.orelse]).then(self.again([node.target, *node.body]))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                first, *more = node.generators
                if any(each.is_async for each in node.generators):
                    return _MANY
                each = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                return self.below(first.iter).then(self.again([*each, first.target, *first.ifs, *more]))
            case ast.AsyncFor() | ast.AsyncWith():
                return _MANY
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() | ast.ClassDef():
                return self.all(evaluated_around(node))
            case _:  # a `try` may go on after its parts have ended
                asked = _NONE
                for child in _children(node):
                    asked = asked.then(self.below(child))
                    if sum(asked) > _CHOICES:
                        break
                return asked


def _parted(node: ast.If | ast.Match) -> tuple[list[ast.expr], list[list[ast.stmt]]]:
    """Expressions that part the ways, and the statements of each."""
    if isinstance(node, ast.If):
        return [node.test], [node.body, node.orelse]
    guards = [case.guard for case in node.cases if case.guard is not None]
    last = node.cases[-1]
    whatever = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
    return [node.subject, *guards], [*[case.body for case in node.cases], *([] if whatever else [[]])]


_LEAVES = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store, ast.Pass})


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes below one, but those in which nothing can be awaited."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            if type(value) not in _LEAVES:
                found.append(value)
        elif isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST) and type(each) not in _LEAVES]
    return found


def _made(node: ast.expr, names: _Names, around: Sequence[FunctionType]) -> _Asked:
    """Count the requests behind one await."""
    makers = [names.get(name) for name in made_by(node)]
    if not makers:
        return _MANY
    each: list[_Asked] = []
    for maker in makers:
        if maker is note:
            each.append(_NONE)
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
