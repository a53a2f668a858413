"""Rolls of pools of which faces are told apart only by some tests: they are dealt class by class.

    faces = await roll(d10.pool(n))                     faces = await .classed(roll(d10.pool(n)), 3)
    hits = sum(1 for face in faces if face >= 6)        (1 to 5 are alike, 6 to 9, and 10)
    return hits + 2 * (faces.count(10) // 2)

All places that faces may come to are followed: variables, tuples that are joined, loops, items. Where a face ends in
anything but a test of itself, the roll stays as it was written.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import IntEnum
from types import CodeType
from typing import Any, Final

from oddsmith.rules.compile.forms.face_classes import CLASSED
from oddsmith.rules.compile.forms.own_functions import OwnFunction, numbered
from oddsmith.rules.compile.own_names import INDEXED, LENGTH, LIVE, MORE
from oddsmith.rules.compile.syntax.builtin_functions import OF_NUMBERS
from oddsmith.rules.compile.syntax.nodes import called, constant, load
from oddsmith.rules.compile.syntax.scope import Scope
from oddsmith.rules.compile.syntax.trees import Above, copied, walk
from oddsmith.rules.language.rolls import roll

_TESTS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp)
_PARTS = (*_TESTS, ast.Constant, ast.Tuple, ast.List, ast.Set)
_FACE: Final = ".face"
_MARK: Final = "_is_face"  # of nodes that stand for a face in a test


class _Kind(IntEnum):
    """Values made of faces of a roll: one of them; several in its order; several, perhaps among others; how often there
    is each."""

    FACE = 0
    FACES = 1
    MIXED = 2
    COUNTS = 3


def deal(body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]) -> None:
    """Change rolls in lowered statements so that they are dealt class by class, where nothing else is read of them.

    code, module: of the function. names: its variables.
    """
    if module.get("roll") is not roll or "roll" in names:
        return
    scope: Scope | None = None
    for use in above.names.get("roll", ()):
        match site := _site(above, use):
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Await() as awaited):
                scope = scope or Scope(body, above, code, module, names)
                tests = _Followed(scope, site).tests(name)
                if tests:
                    read = scope.read(tests)
                    made = called(CLASSED, awaited.value, constant(numbered(_joined(tests, read, module, code))))
                    made.args += [load(each) for each in read]
                    awaited.value = ast.fix_missing_locations(ast.copy_location(made, awaited.value))


def _site(above: Above, use: ast.Name) -> ast.AST | None:
    """The statement that awaits the roll which a name makes, where it does no more."""
    call = above.holder(use)
    asked = above.holder(call)
    plain = isinstance(call, ast.Call) and call.func is use and isinstance(asked, ast.Await)
    return above.holder(asked) if plain else None


def _joined(tests: Sequence[ast.expr], read: Sequence[str], module: dict[str, Any], code: CodeType) -> OwnFunction:
    parameters = ast.arguments([], [ast.arg(name) for name in (_FACE, *read)], None, [], [], None, [])
    made = ast.Expression(ast.Lambda(parameters, ast.Tuple(list(tests), ast.Load())))
    return OwnFunction(ast.fix_missing_locations(ast.copy_location(made, tests[0])), module, code)


class _Followed:
    """The places that faces of one roll come to. site: the statement that rolls."""

    def __init__(self, scope: Scope, site: ast.stmt) -> None:
        self._scope = scope
        self._above = scope.above
        self._site = site
        self._tests: list[ast.expr] = []
        self._kinds: dict[str, _Kind] = {}
        self._todo: list[str] = []

    def tests(self, name: str) -> list[ast.expr]:
        """All that is asked of a face, as expressions; none where anything else is done with one."""
        if not self._hold(name, _Kind.FACES):
            return []
        while self._todo:
            name = self._todo.pop()
            kind = self._kinds[name]
            for use in self._above.names[name]:
                if id(use) in self._scope.inner:
                    continue
                if isinstance(use.ctx, ast.Load):
                    if not self._goes_on(use, kind):
                        return []
                elif isinstance(use.ctx, ast.Del) or not self._set(use):
                    return []
        unlike = {ast.dump(test): test for test in self._tests}
        return [*unlike.values()]

    def _hold(self, name: str, kind: _Kind) -> bool:
        """Let a variable hold faces; tell whether it can."""
        before = self._kinds.get(name)
        if before is None and self._scope.captured(name):
            return False
        if before is None or {before, kind} == {_Kind.FACES, _Kind.MIXED}:
            if before is not _Kind.MIXED:
                self._kinds[name] = kind
                self._todo.append(name)
            return True
        return before is kind

    def _set(self, use: ast.Name) -> bool:
        """Tell whether all is well where a variable that holds faces is set: more of them may be added."""
        change = self._above.holder(use)
        if not isinstance(change, ast.AugAssign):
            return True
        several = self._kinds[use.id] in (_Kind.FACES, _Kind.MIXED)
        return several and isinstance(change.op, ast.Add) and self._hold(use.id, _Kind.MIXED)

    def _goes_on(self, node: ast.expr, kind: _Kind) -> bool:
        """Follow a value to where it is used; tell whether all is well there."""
        parent = self._above.holder(node)
        match parent:
            case ast.Assign(targets=targets) | ast.AnnAssign(target=ast.Name() as targets) if parent.value is node:
                named = targets if isinstance(targets, list) else [targets]
                return all(isinstance(target, ast.Name) and self._hold(target.id, kind) for target in named)
        if kind is _Kind.COUNTS:
            return isinstance(parent, ast.Subscript) and parent.value is node and self._equals(parent.slice)
        return self._face(node) if kind is _Kind.FACE else self._faces(node, parent, kind)

    def _faces(self, node: ast.expr, parent: ast.AST | None, kind: _Kind) -> bool:
        match parent:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()):
                return self._hold(name, _Kind.MIXED)
            case ast.BinOp(op=ast.Add()):
                return self._goes_on(parent, _Kind.MIXED)
            case ast.Starred():
                holder = self._above.holder(parent)
                return isinstance(holder, (ast.Tuple, ast.List)) and self._goes_on(holder, _Kind.MIXED)
            case ast.Subscript(slice=place, ctx=ast.Load()) if parent.value is node:
                return self._goes_on(parent, kind if isinstance(place, ast.Slice) else _Kind.FACE)
            case ast.Compare(left=face, ops=[ast.In() | ast.NotIn()], comparators=[among]) if among is node:
                return self._equals(face)
            case ast.Attribute(attr="count"):
                call = self._above.holder(parent)
                plain = isinstance(call, ast.Call) and call.func is parent and len(call.args) == 1
                return plain and not call.keywords and self._equals(call.args[0])  # type: ignore[union-attr]
            case ast.Call(func=ast.Name(id=name), args=[only]) if only is node:
                return self._call(parent, name, kind)
            case ast.Call(func=ast.Name(id=name), args=[over, _]) if over is node and name == MORE:
                return True
            case ast.comprehension(is_async=0) if parent.iter is node:
                return self._comprehension(parent, kind)
            case ast.For(target=ast.Name(id=name)) if parent.iter is node:
                return self._hold(name, _Kind.FACE)
            case ast.If() | ast.While() | ast.IfExp():
                return parent.test is node
            case ast.UnaryOp(op=ast.Not()):
                return True
            case _:
                return False

    def _call(self, call: ast.Call, name: str, kind: _Kind) -> bool:
        if name in (INDEXED, LIVE["reversed"]):
            return self._goes_on(call, kind)
        if name == LENGTH:
            return True
        if name == self._scope.counter and not call.keywords:
            return self._goes_on(call, _Kind.COUNTS)
        if name not in self._scope.builtins:
            return False
        words = {word.arg for word in call.keywords}
        match name:
            case "len":
                return not words
            case "tuple" | "list" | "reversed":
                return not words and self._goes_on(call, kind)
            case "sorted":
                return kind is _Kind.FACES and words <= {"reverse"} and self._goes_on(call, kind)
            case "max" | "min":
                return kind is _Kind.FACES and words <= {"default"} and self._goes_on(call, _Kind.FACE)
            case _:
                return False

    def _comprehension(self, over: ast.comprehension, kind: _Kind) -> bool:
        made = self._above.holder(over)
        if not isinstance(made, (ast.GeneratorExp, ast.ListComp, ast.SetComp)) or len(made.generators) > 1:
            return False
        if not isinstance(over.target, ast.Name):
            return False
        name, told = over.target.id, made.elt
        for part in (told, *over.ifs):
            for use in walk(part):
                if isinstance(use, ast.Name) and use.id == name and use is not told and not self._face(use):
                    return False
        if not (isinstance(told, ast.Name) and told.id == name):
            return True
        summed = self._above.holder(made)
        if isinstance(summed, ast.Call) and isinstance(summed.func, ast.Name) and summed.func.id == "sum":
            return bool(over.ifs) and "sum" in self._scope.builtins and self._summed(told, over.ifs)
        return not isinstance(made, ast.SetComp) and self._goes_on(made, kind)

    def _summed(self, face: ast.Name, tests: Sequence[ast.expr]) -> bool:
        """Tell apart the faces that are added up, where none but these are."""
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))
        if not self._is_test(test, face):
            return False
        self._take(ast.copy_location(ast.IfExp(test, face, constant(None)), face), face)
        return True

    def _equals(self, face: ast.expr) -> bool:
        """Tell one face from the others."""
        if not self._is_test(face, None):
            return False
        equal = ast.Compare(load(_FACE), [ast.Eq()], [copied(face)])
        self._tests.append(ast.fix_missing_locations(ast.copy_location(equal, face)))
        return True

    def _face(self, face: ast.expr) -> bool:
        """Take the largest expression around a face that depends on nothing else for a test of it."""
        test = face
        while True:
            around = self._above.holder(test)
            alone = isinstance(around, (*_TESTS, ast.Call, ast.Subscript)) and self._is_test(around, face)
            if not alone or not isinstance(around, ast.expr):
                break
            test = around
        if test is face:
            return False
        self._take(test, face)
        return True

    def _is_test(self, node: ast.expr, face: ast.expr | None) -> bool:
        """Tell whether an expression depends on nothing that changes but a face."""
        inside = set() if face is None or isinstance(face, ast.Name) else set(map(id, walk(face)))
        return all(self._is_part(below, face) for below in walk(node) if id(below) not in inside)

    def _is_part(self, node: ast.AST, face: ast.expr | None) -> bool:
        match node:
            case ast.Name(ctx=ast.Load()):
                return _same(node, face) or self._scope.steady(node, self._site)
            case ast.Call():
                named = node.func.id if isinstance(node.func, ast.Name) and not node.keywords else ""
                return named in OF_NUMBERS and named in self._scope.builtins
            case ast.Subscript(ctx=ast.Load()):
                return True
            case _:
                return isinstance(node, _PARTS)

    def _take(self, test: ast.expr, face: ast.expr) -> None:
        for below in walk(test):
            setattr(below, _MARK, below is face or _same(below, face))
        made = _AsFace().visit(copied(test))
        self._tests.append(ast.fix_missing_locations(ast.copy_location(made, test)))


def _same(node: ast.AST, face: ast.expr | None) -> bool:
    """Tell whether a name is that of a face."""
    return isinstance(node, ast.Name) and isinstance(face, ast.Name) and node.id == face.id


class _AsFace(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> Any:
        if getattr(node, _MARK, False):
            return ast.copy_location(load(_FACE), node)
        return self.generic_visit(node)
