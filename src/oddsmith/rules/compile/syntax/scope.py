"""The variables of a function, as far as it matters which stay what they are."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from types import CodeType
from typing import Any

from oddsmith.rules.compile.syntax.builtin_functions import BUILTINS
from oddsmith.rules.compile.syntax.names import COMPREHENSIONS, names_in, stored
from oddsmith.rules.compile.syntax.nodes import store
from oddsmith.rules.compile.syntax.trees import Above, set_without_name, walk


class Scope:
    """A function's variables, as far as it matters which are still what they were at some place."""

    def __init__(
        self, body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]
    ) -> None:
        self.above = above
        self._body = body
        self._names = names
        self._free = frozenset(code.co_freevars)
        self.builtins = BUILTINS - names - module.keys() - self._free
        self.counter = Counter.__name__ if module.get(Counter.__name__) is Counter else ""
        self._sets: dict[str, list[int]] = {}
        for place, statement in enumerate(body):
            for name in stored(statement):
                self._sets.setdefault(name, []).append(place)
        self.inner: set[int] = set()  # names that comprehensions and functions inside bind
        for scope in above.scopes:
            bound = bound_in(scope)
            outside = set(map(id, walk(scope.generators[0].iter))) if isinstance(scope, COMPREHENSIONS) else ()
            self.inner.update(
                id(n) for n in walk(scope) if isinstance(n, ast.Name) and n.id in bound and id(n) not in outside
            )

    def tell(self, name: str, read: ast.Name, holder: ast.AST | None, site: ast.stmt) -> None:
        """Tell of a new variable: where it is read, in what, and the statement behind which it is set."""
        if name not in self._sets:
            self._names |= {name}
            self._sets[name] = [self._place(site)]
            self.above.names[name] = [store(name)]
        self.above.names[name].append(read)
        if holder is not None:
            self.above.holders[id(read)] = holder

    def captured(self, name: str) -> bool:
        """Tell whether a function defined inside may see a variable."""
        return any(not isinstance(scope, COMPREHENSIONS) and name in names_in(scope) for scope in self.above.scopes)

    def steady(self, node: ast.Name, site: ast.stmt) -> bool:
        """Tell whether a name stands for the same at a statement and ever after."""
        if id(node) in self.inner:
            return False
        name = node.id
        if name not in self._names:
            return True
        places = self._sets.get(name)
        if not places:
            return True
        first = places[0]
        if len(places) > 1 or first >= self._place(site):
            return False
        once = sum(not isinstance(use.ctx, ast.Load) for use in self.above.names.get(name, ())) == 1
        return once and isinstance(self._body[first], (ast.Assign, ast.AnnAssign))

    def _place(self, site: ast.AST) -> int:
        """The place in the body of the statement in which another stands."""
        while (around := self.above.holder(site)) is not None:
            site = around
        return next(place for place, statement in enumerate(self._body) if statement is site)

    def read(self, nodes: Iterable[ast.AST]) -> list[str]:
        """The function's own variables among the names in nodes."""
        found = {n.id for node in nodes for n in walk(node) if isinstance(n, ast.Name)}
        return sorted(found & (self._names | self._free))


def bound_in(scope: ast.AST) -> set[str]:
    """Names that a comprehension binds, or a function or class defined inside."""
    if isinstance(scope, COMPREHENSIONS):
        targets = [n for made in scope.generators for n in walk(made.target)]
        return {n.id for n in targets if isinstance(n, ast.Name)}
    below = walk(scope)
    bound = {n.arg for n in below if isinstance(n, ast.arg)}
    bound |= {n.id for n in below if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return bound.union(filter(None, map(set_without_name, below)))
