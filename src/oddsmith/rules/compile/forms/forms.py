"""Forms: expressions over answers that are all that is read of these later, and so are kept in their place.

    faces = await roll(d6.pool(4))                      faces = await roll(d6.pool(4))
                                                        sum(faces) = .form(5, faces)
    more = await choose("player", (0, 1))               more = await choose("player", (0, 1))
    return sum(faces) + more                            return sum(faces) + more

A form is a variable that is named by its text. Answers of which anything else is read past an await stay as they are.
"""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any, Final

from oddsmith.rules.compile.forms.own_functions import FORM, OwnFunction, numbered
from oddsmith.rules.compile.syntax.builtin_functions import COUNT, MAKE_PLAIN, ROWS
from oddsmith.rules.compile.syntax.names import COMPREHENSIONS, awaits
from oddsmith.rules.compile.syntax.nodes import called, constant, load, store
from oddsmith.rules.compile.syntax.scope import Scope, bound_in
from oddsmith.rules.compile.syntax.trees import Above, walk

_PARTS: Final = (
    *(ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp, ast.Constant, ast.Tuple, ast.List, ast.Set),
    *(ast.Slice, ast.Subscript, ast.comprehension, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.keyword),
)
_VALUES: Final = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp, ast.Call)
_PLAIN: Final = MAKE_PLAIN | {"sorted"}
_LISTED: Final = ROWS | {"sorted"}


def keep_forms(
    body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]
) -> None:
    """Put forms in place of answers in lowered statements. code, module: of the function. names: its variables."""
    sites: list[ast.Assign] = []
    for uses in above.names.values():
        sets = [use for use in uses if not isinstance(use.ctx, ast.Load)]
        site = above.holder(sets[0]) if len(sets) == 1 else None
        if isinstance(site, ast.Assign) and isinstance(site.value, ast.Await) and site.targets == sets:
            sites.append(site)
    if not sites or not _several(above):
        return
    finder = _Finder(Scope(body, above, code, module, names), body, code)
    for site in sorted(sites, key=lambda site: site.lineno):
        finder.look(site)
    finder.put(module)


def _several(above: Above) -> bool:
    """Tell whether an answer may be read past another await: by a function of several things."""
    return any(name in above.names for name in COUNT) or any(
        isinstance(holder, ast.Attribute) and holder.attr == "count" for holder in above.holders.values()
    )


class _Finder:
    def __init__(self, scope: Scope, body: list[ast.stmt], code: CodeType) -> None:
        self._scope = scope
        self._above = scope.above
        self._body = body
        self._code = code
        self._made: dict[str, tuple[ast.Assign, list[ast.stmt], ast.expr]] = {}

    def look(self, site: ast.Assign) -> None:
        """Put forms in place of one answer, where nothing else is read of it past the next await."""
        target = site.targets[0]
        block = self._block(site)
        if not isinstance(target, ast.Name) or block is None or self._scope.captured(target.id):
            return
        begins = _place(block, site)
        found: dict[int, ast.expr] = {}
        for use in self._above.names[target.id]:
            if use is target or id(use) in self._scope.inner:
                continue
            ends = _place(block, self._statement(use, block))
            if ends <= begins:
                return
            if not any(awaits(statement) for statement in block[begins + 1 : ends + 1]):
                continue
            form = self._form(use, site)
            if form is None:
                return
            found[id(form)] = form
        for form in found.values():
            self._keep(form, site, block)

    def _block(self, site: ast.stmt) -> list[ast.stmt] | None:
        """The statements among which one stands; None within `try`."""
        around = self._above.holder(site)
        if around is None:
            return self._body
        if not isinstance(around, (ast.If, ast.While)):
            return None
        return around.body if _place(around.body, site) >= 0 else around.orelse

    def _statement(self, node: ast.AST, block: list[ast.stmt]) -> ast.AST:
        """The statement of a block in which a node stands; else that of the body."""
        while (around := self._above.holder(node)) is not None:
            if isinstance(node, ast.stmt) and _place(block, node) >= 0:
                return node
            node = around
        return node

    def _form(self, use: ast.expr, site: ast.stmt) -> ast.expr | None:
        """The largest expression around a use that depends on nothing that changes."""
        found: ast.expr | None = None
        around = self._above.holder(use)
        while isinstance(around, (*_PARTS, ast.Call, ast.Attribute)) and self._depends(around, use, site):
            if isinstance(around, _VALUES) and self._reads(around) and not _listed(around):
                found = around
            around = self._above.holder(around)
        return found

    def _depends(self, node: ast.AST, use: ast.expr, site: ast.stmt) -> bool:
        """Tell whether an expression depends on an answer, and beside it on nothing that changes."""
        below = walk(node)
        bound = {name for scope in below if isinstance(scope, COMPREHENSIONS) for name in bound_in(scope)}
        return all(self._is_part(part, use, site, bound) for part in below)

    def _is_part(self, node: ast.AST, use: ast.expr, site: ast.stmt, bound: set[str]) -> bool:
        match node:
            case ast.Name(id=name):
                if id(node) in self._scope.inner or isinstance(node.ctx, ast.Store):
                    return name in bound
                return name == getattr(use, "id", None) or self._scope.steady(node, site)
            case ast.Call(func=ast.Name(id=name), keywords=words):
                plain = all(
                    (name, word.arg) in (("sorted", "reverse"), ("max", "default"), ("min", "default"))
                    for word in words
                )
                return plain and name in _PLAIN and name in self._scope.builtins
            case ast.Call(func=ast.Attribute(attr="count"), args=[_], keywords=[]):
                return True
            case ast.Attribute(attr="count"):
                call = self._above.holder(node)
                return isinstance(call, ast.Call) and call.func is node
            case ast.comprehension():
                return not node.is_async
            case _:
                return isinstance(node, _PARTS)

    def _reads(self, node: ast.AST) -> bool:
        """Tell whether an expression reads several things."""
        for below in walk(node):
            match below:
                case ast.Call(func=ast.Name(id=name)) if name in COUNT:
                    return True
                case ast.Call(func=ast.Attribute()):
                    return True
        return False

    def _keep(self, form: ast.expr, site: ast.Assign, block: list[ast.stmt]) -> None:
        """Put a variable in place of a form."""
        name = ast.unparse(form)
        if "." in [used.id[0] for used in walk(form) if isinstance(used, ast.Name)]:
            name = f".{name}"
        made = self._made.setdefault(name, (site, block, form))
        if made[0] is not site:
            return
        read = ast.copy_location(load(name), form)
        holder = self._above.holder(form)
        for field, held in ast.iter_fields(holder) if holder is not None else ():
            if held is form:
                setattr(holder, field, read)
            elif isinstance(held, list):
                held[:] = [read if each is form else each for each in held]
        self._scope.tell(name, read, holder, site)

    def put(self, module: dict[str, Any]) -> None:
        """Set the variables of forms where their answers come."""
        for name, (site, block, form) in self._made.items():
            read = self._scope.read([form])
            parameters = ast.arguments([], [ast.arg(each) for each in read], None, [], [], None, [])
            written = ast.fix_missing_locations(ast.copy_location(ast.Expression(ast.Lambda(parameters, form)), form))
            value = called(FORM, constant(numbered(OwnFunction(written, module, self._code))), *[load(r) for r in read])
            made = ast.fix_missing_locations(ast.copy_location(ast.Assign([store(name)], value), site))
            after = _place(block, site) + 1
            while after < len(block) and _is_form(block[after]):
                after += 1
            block.insert(after, made)


def _is_form(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(value=ast.Call(func=ast.Name(id=name))):
            return name == FORM
        case _:
            return False


def _listed(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LISTED


def _place(block: list[ast.stmt], node: ast.AST) -> int:
    """The place of a statement in a block; -1 where it is not there."""
    return next((place for place, statement in enumerate(block) if statement is node), -1)
