"""Folds: lists of answers of which only the sum, or what does not depend on their order, is read.

    .1 = []                                   .1 = 0
    for _ in range(n):                        for _ in range(n):
        .1.append(await roll(d6))                 .1 += .number(await roll(d6))
    total = sum(.1)                           total = .1

A list or tuple that is read by `sorted`, `len`, `Counter(...)[6]` and the like, made by a comprehension or with
`append`, `faces += (face,)` or `faces = [*faces, face]`, becomes a tuple in order, so that a state has no more than
how often there is what: `.1 = .placed(.1, await roll(d6))`. Of `sorted(...)[-3:]`, `max` and the like as many of the
lowest and highest are kept as that takes: `.1 = .outermost(.1, await roll(d6), 0, 3)`. Where only both ends, or what
there is at all is read, equal values are one.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType
from typing import Any, Final

from oddsmith.rules.compile.folding.counting import Term, alike, decides, entry, steady, term
from oddsmith.rules.compile.folding.grown import Added, added, empty, makes_dict, unpack
from oddsmith.rules.compile.folding.kept_values import BY_KEY, DISTINCT, ENDS, PLACED
from oddsmith.rules.compile.folding.read_of_lists import (
    ALIKE,
    HOW_OFTEN,
    WHETHER_ANY,
    WHICH,
    Outer,
    Read,
    ends_read,
    number,
    stands_for,
    sure,
    tested,
    whole,
)
from oddsmith.rules.compile.folding.side_by_side import Copied, Parts, put
from oddsmith.rules.compile.syntax.builtin_functions import LISTS, READ_ALIKE, SETS
from oddsmith.rules.compile.syntax.nodes import called, load
from oddsmith.rules.compile.syntax.trees import Above, located

_WORDS: Final = frozenset({("sorted", "reverse"), ("max", "default"), ("min", "default")})
_WITHIN: Final = 3  # so deep in the statement that adds to it is the name of a list

#: By the function that reads it; others read how often there is what.
_READ_BY: Final[dict[str, Read]] = {
    "max": frozenset({Outer(0, 1)}),
    "min": frozenset({Outer(1, 0)}),
    "any": WHICH,
    "all": WHICH,
}


def fold(
    body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]
) -> frozenset[str]:
    """Put folds in place of lists in lowered statements, where all that is read of them allows for it.

    code, module: of the function. names: its variables. Returns these with the new ones.
    """
    plain = _python_s(READ_ALIKE | LISTS | SETS, code, module, names)
    uses = _Uses(body, above, names, set(code.co_cellvars), module)
    for name in sorted(uses.lists - _given(code) - set(code.co_cellvars)):
        group = uses.group(name)
        if group is not None:
            uses.unpack(group)
            names |= uses.fold(group, plain, body)
    return names


def keep_by_key(
    body: list[ast.stmt], above: Above, code: CodeType, module: dict[str, Any], names: frozenset[str]
) -> None:
    """Keep dicts of lowered statements in the order of their keys, where no more is read of them than that allows."""
    uses = _Uses(body, above, names, set(code.co_cellvars), module)
    plain = _python_s(READ_ALIKE | {"dict"}, code, module, names)
    for name in sorted(names & above.names.keys() - _given(code) - set(code.co_cellvars)):
        uses.keep_by_key(name, plain, body)


def _python_s(
    functions: frozenset[str], code: CodeType, module: dict[str, Any], names: frozenset[str]
) -> frozenset[str]:
    """Those of these names, and `Counter`, that stand for Python's own there."""
    counter = {Counter.__name__} - names if module.get(Counter.__name__) is Counter else set()
    return functions - names - module.keys() - set(code.co_freevars) | counter


def _keeper(read: Read) -> str | Outer:
    """Return the function that keeps what is read, or the ends that it keeps, and the least besides."""
    low, high = map(max, zip((0, 0), *[each for each in read if isinstance(each, Outer)], strict=True))
    if PLACED in read:
        return PLACED
    if DISTINCT in read:
        return DISTINCT if max(low, high) <= 1 else PLACED
    return ENDS if (low, high) == (1, 1) else Outer(low, high or not low)


def _given(code: CodeType) -> set[str]:
    """The parameters of a function."""
    several = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + several])


class _Uses:
    """All uses of variables in statements. lists: those that are set to an empty list or tuple, and only added to."""

    def __init__(
        self,
        body: Sequence[ast.stmt],
        above: Above,
        names: frozenset[str],
        shared: set[str],
        module: dict[str, Any],
    ) -> None:
        """names: all variables. shared: with functions inside. module: where other names are found."""
        self._above = above
        self._parents, self._names, self._own = above.holders, above.names, names - shared
        self._bound, self._module = names, module
        self._steady = steady(above)
        self.lists = {name for name, uses in self._names.items() if self._only_grows(uses)}
        self._told = bool(self.lists) and decides(body, module)  # people may be told of lists

    def _only_grows(self, uses: Sequence[ast.Name]) -> bool:
        kinds: set[type] = set()
        for use in uses:
            parent = self._parents.get(id(use))
            if isinstance(use.ctx, ast.Store) and empty(parent):
                kinds.add(type(parent.value))
            elif isinstance(use.ctx, ast.Store) and self._added(use) is None:
                return False
        made = [more.kinds for use in uses if (more := self._added(use)) is not None]
        return len(kinds) == 1 and all(kinds <= each for each in made)

    def group(self, name: str) -> list[str] | None:
        """A list and the variable that it is assigned to, if that is assigned nothing else."""
        aliases = [
            parent.targets[0].id
            for use in self._names[name]
            if isinstance(parent := self._parents.get(id(use)), ast.Assign)
            and use is parent.value
            and len(parent.targets) == 1
            and isinstance(parent.targets[0], ast.Name)
        ]
        if len(aliases) > 1 or any(
            not isinstance(use.ctx, ast.Load) and not self._is_copy(use, name) and not self._in_place(use)
            for alias in aliases
            for use in self._names[alias]
        ):
            return None
        return [name, *aliases]

    def unpack(self, group: Sequence[str]) -> None:
        """See `grown.unpack`; what adds to a list stays as it is."""
        unpack([use for use in self._of(group) if self._added(use) is None], self._parents)

    def _in_place(self, use: ast.Name) -> bool:
        more = self._added(use)
        return more is not None and ast.List in more.kinds

    def _is_copy(self, use: ast.Name, name: str) -> bool:
        parent = self._parents.get(id(use))
        return isinstance(parent, ast.Assign) and isinstance(parent.value, ast.Name) and parent.value.id == name

    def _of(self, group: Sequence[str]) -> Iterator[ast.Name]:
        for name in group:
            yield from self._names[name]

    def _added(self, use: ast.Name) -> Added | None:
        """The statement that adds one value to what a name stands for, if the use is the name of that."""
        node: ast.AST | None = use
        for _ in range(_WITHIN):
            node = self._parents.get(id(node))
            found = added(node)
            if found is not None:
                return found if any(use is name for name in found.names) else None
        return None

    def _copied(self, use: ast.Name) -> bool:
        match self._parents.get(id(use)):
            case ast.Assign(targets=[ast.Name()], value=value):
                return value is use and use.id.startswith(".")
        return False

    def _read_alike(self, use: ast.Name, plain: frozenset[str]) -> Read | None:
        """Return the same of one use; None unless it ends in something to which order makes no difference."""
        node: ast.AST = use
        while True:
            parent = self._parents.get(id(node))
            whether = tested(parent, node)
            if whether is not None:
                return whether
            if isinstance(parent, ast.comprehension) and parent.iter is node:
                return HOW_OFTEN if self._each_alike(parent, plain) else None
            if isinstance(parent, ast.Attribute) and parent.attr == "count":
                return HOW_OFTEN if self._is_called(parent) else None
            if isinstance(parent, ast.Call) and isinstance(node, ast.Starred):
                return HOW_OFTEN if self._is_most(parent, plain) else None
            if isinstance(parent, ast.Call) and parent.args == [node] and self._counts(parent, plain):
                counted = isinstance(parent.func, ast.Name) and parent.func.id == Counter.__name__
                alike = self._counted_alike(parent, plain, counted=counted)
                return (HOW_OFTEN if counted else WHICH) if alike else None
            if isinstance(parent, ast.Call) and parent.args == [node] and self._others(parent) in ALIKE:
                return None if parent.keywords else HOW_OFTEN
            if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.args == [node]:
                name = parent.func.id
                if name not in plain:
                    return None
                if name in READ_ALIKE:
                    if any((name, keyword.arg) not in _WORDS for keyword in parent.keywords):
                        return None
                    return self._in_order(parent) if name == "sorted" else _READ_BY.get(name, HOW_OFTEN)
                if parent.keywords:
                    return None
            elif not (
                (isinstance(parent, ast.Starred) and node is use)
                or (isinstance(parent, (ast.List, ast.Tuple)) and isinstance(node, ast.Starred))
                or (isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add) and node is not use)
            ):
                return None
            assert parent is not None
            node = parent

    def _is_most(self, call: ast.Call, plain: frozenset[str]) -> bool:
        """Tell whether a call reads the greatest or least of its arguments, which may be one value of a list each."""
        function = call.func.id if isinstance(call.func, ast.Name) and not call.keywords else ""
        return function in plain & {"max", "min"} and len(call.args) == 1

    def _others(self, call: ast.Call) -> object:
        return stands_for(call.func, self._module, self._bound)

    def _in_order(self, made: ast.Call) -> Read:
        """Return what is read of a list made by `sorted`."""
        turned = [keyword.value for keyword in made.keywords]
        falling = bool(turned)
        if turned and not (isinstance(turned[0], ast.Constant) and turned[0].value is True):
            return HOW_OFTEN
        match self._parents.get(id(made)):
            case ast.Assign(targets=[ast.Name(id=name) as target]) if name in self._own:
                uses: list[ast.expr] = [use for use in self._names[name] if use is not target]
            case _:
                uses = [made]
        found = WHETHER_ANY
        for use in uses:
            parent = self._parents.get(id(use))
            ends = ends_read(parent.slice) if isinstance(parent, ast.Subscript) and parent.value is use else None
            if ends is None or not isinstance(parent.ctx, ast.Load):  # type: ignore[union-attr]
                return HOW_OFTEN
            found |= {Outer(*ends[::-1]) if falling else ends}
        return found

    def _is_called(self, method: ast.Attribute) -> bool:
        call = self._parents.get(id(method))
        return isinstance(call, ast.Call) and call.func is method

    def _each_alike(self, over: ast.comprehension, plain: frozenset[str]) -> bool:
        """Tell whether something is made of each value by itself, and read in any order."""
        made = self._parents.get(id(over))
        read = self._parents.get(id(made))
        return (
            isinstance(made, (ast.GeneratorExp, ast.ListComp))
            and made.generators == [over]
            and isinstance(over.target, ast.Name)
            and isinstance(read, ast.Call)
            and isinstance(read.func, ast.Name)
            and read.func.id in READ_ALIKE & plain
            and (read.args, read.keywords) == ([made], [])
            and whole(made.elt, over.target.id)
            and all(sure(test) for test in over.ifs)
        )

    def _counts(self, call: ast.Call, plain: frozenset[str]) -> bool:
        """Tell whether a call makes a set or a `Counter`."""
        made = call.func.id if isinstance(call.func, ast.Name) and not call.keywords else ""
        return made in plain & {*SETS, Counter.__name__}

    def _counted_alike(self, made: ast.expr, plain: frozenset[str], *, counted: bool) -> bool:
        """Tell whether what is read of a set, or where it is counted of a `Counter`, does not depend on order."""
        parent = self._parents.get(id(made))
        if isinstance(parent, ast.Compare):
            return True
        if counted and isinstance(parent, ast.Assign):
            return self._named_alike(parent, plain)
        if counted and isinstance(parent, ast.Subscript):
            return parent.value is made and isinstance(parent.ctx, ast.Load)
        if counted and isinstance(parent, ast.Attribute) and parent.attr == "most_common":
            return self._is_called(parent) and self._only_counts(self._parents[id(parent)])
        if counted and isinstance(parent, ast.Attribute) and parent.attr == "values":
            made_of = self._parents.get(id(parent))
            if not (isinstance(made_of, ast.Call) and made_of.func is parent and not made_of.args):
                return False
            made, parent = made_of, self._parents.get(id(made_of))
        elif counted and not (isinstance(parent, ast.Call) and self._is_len(parent)):
            return False
        return (
            isinstance(parent, ast.Call)
            and isinstance(parent.func, ast.Name)
            and parent.func.id in READ_ALIKE & plain
            and parent.args == [made]
            and not [k for k in parent.keywords if (parent.func.id, k.arg) != ("sorted", "reverse")]
        )

    def _only_counts(self, made: ast.AST) -> bool:
        """Tell whether of pairs only one, and of that how often there is what, is read."""
        pair = self._parents.get(id(made))
        read = self._parents.get(id(pair))
        one = isinstance(pair, ast.Subscript) and pair.value is made and number(pair.slice) is not None
        return one and isinstance(read, ast.Subscript) and read.value is pair and number(read.slice) in (1, -1)

    def _named_alike(self, named: ast.Assign, plain: frozenset[str]) -> bool:
        """Tell the same of a `Counter` that has a name, and is all that ever has it."""
        match named.targets:
            case [ast.Name(id=name) as target] if name in self._own:
                return all(
                    use is target or (isinstance(use.ctx, ast.Load) and self._counted_alike(use, plain, counted=True))
                    for use in self._names[name]
                )
        return False

    def keep_by_key(self, name: str, plain: frozenset[str], body: list[ast.stmt]) -> None:
        """Put a dict in order wherever something is set in it, if it is made empty, and its order is not read."""
        changes: dict[int, ast.AST] = {}
        for use in self._names[name]:
            parent = self._parents.get(id(use))
            if isinstance(use.ctx, ast.Store):
                if not makes_dict(parent, plain):
                    return
            elif isinstance(parent, ast.Subscript) and parent.value is use and isinstance(parent.ctx, ast.Store):
                statement = self._parents.get(id(parent))
                if not isinstance(statement, ast.Assign | ast.AugAssign):
                    return
                changes[id(statement)] = statement
            elif not (isinstance(parent, ast.Attribute) and parent.attr == "get" and self._is_called(parent)) and not (
                isinstance(use.ctx, ast.Load) and self._counted_alike(use, plain, counted=True)
            ):
                return
        for statement in changes.values():
            made = located(ast.copy_location(ast.Expr(called(BY_KEY, load(name))), statement))
            holder = self._parents.get(id(statement))
            for block in [body] if holder is None else [held for _, held in ast.iter_fields(holder)]:
                if isinstance(block, list) and any(each is statement for each in block):
                    block.insert(1 + next(at for at, each in enumerate(block) if each is statement), made)

    def _is_len(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and call.func.id == "len"

    def fold(self, group: Sequence[str], plain: frozenset[str], body: list[ast.stmt]) -> set[str]:
        """Put folds in place of a list, where all that is read of it allows for it; return new variables."""
        parts, rest, whole = Parts([], [], [], []), [], WHETHER_ANY
        several = not self._told
        for use in self._of(group):
            parent, more = self._parents[id(use)], self._added(use)
            if isinstance(use.ctx, ast.Store) and empty(parent):
                parts.begins.append((use.id, parent))
            elif more is not None:
                if use is more.names[0]:
                    parts.adds.append((use.id, more))
            elif self._copied(use):
                parts.copies.append(Copied(parent, parent.targets[0].id, use.id))  # type: ignore[arg-type,attr-defined]
            elif isinstance(use.ctx, ast.Load):
                read = self._read_alike(use, plain)
                if read is None:
                    return set()
                whole |= read
                terms = self._terms(use, parts.copies) if several or len(group) == 1 else []
                parts.terms.extend(terms)
                if not terms:
                    rest.append(read)
            elif isinstance(use.ctx, ast.Del):
                return set()
        found = frozenset().union(*rest)
        numbers = bool(parts.terms) and _keeper(found) != PLACED
        if not several and (rest or alike([term for _, term in parts.terms]) is None):
            numbers = False
        keeper = _keeper(found if numbers else whole) if rest or not numbers else None
        return put(parts, keeper, partial(self._above.replace, body), numbers=numbers)

    def _terms(self, use: ast.Name, copies: list[Copied]) -> list[tuple[str, Term]]:
        """Numbers that are read where a list is used, each by the name of what it is read of."""
        found = term(use, self._parents, self._steady)
        if found is not None:
            return [] if isinstance(found.made, ast.Constant) and self._told else [(use.id, found)]
        match self._parents.get(id(self._parents.get(id(use)))):
            case (
                ast.Assign(
                    targets=[ast.Name(id=name) as target], value=ast.Call(func=ast.Name(id=Counter.__name__))
                ) as counts
            ) if name in self._own:
                read = [each for each in self._names[name] if each is not target]
                terms = [entry(each, self._parents, self._steady) for each in read]
                if read and not self._told and None not in terms:
                    copies.append(Copied(counts, name, use.id))
                    return [(name, each) for each in terms if each is not None]
        return []
