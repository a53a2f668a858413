"""Signs in the text of a rulebook of rules that go by a clock, by chance of their own, or by what they remember."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Impurity:
    """A place at which a rule is no pure function. begins: the first line of the rule. what: it does there."""

    line: int
    begins: int
    what: str


def impurities(source: str) -> tuple[Impurity, ...]:
    """Return the places in the async functions of a text, in their order; none where it cannot be read.

    >>> impurities("import time\\nasync def a():\\n    return time.time()")
    (Impurity(line=3, begins=2, what='goes by a clock, `time.time()`'),)
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    imported = dict(_imported(tree))
    kept = frozenset(_kept(tree))
    found = set()
    for rule in ast.walk(tree):
        if isinstance(rule, ast.AsyncFunctionDef):
            begins = min([rule.lineno, *[decorator.lineno for decorator in rule.decorator_list]])
            own = _given(rule)
            for node in ast.walk(rule):
                what = _foreign(node, {name: full for name, full in imported.items() if name not in own})
                what = what or _remembers(node, kept - own)
                if what:
                    found.add(Impurity(getattr(node, "lineno", begins), begins, what))
    return tuple(sorted(found, key=lambda each: (each.line, each.what)))


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that are imported anywhere, each with the full name of what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _kept(tree: ast.Module) -> Iterator[str]:
    """Names of lists, dicts and sets that last as long as the file is loaded."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, _CHANGING):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _given(rule: ast.AsyncFunctionDef) -> frozenset[str]:
    """Names that a rule gives a value of its own."""
    inside = list(ast.walk(rule))
    names = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return frozenset(names | {each.arg for each in inside if isinstance(each, ast.arg)})


def _foreign(node: ast.AST, imported: Mapping[str, str]) -> str:
    """Tell that a clock or another source of chance is asked; "" for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    called = ast.unparse(node.func)
    first, dot, rest = called.partition(".")
    full = imported.get(first, "") + dot + rest
    if (full.startswith("time.") and full != "time.sleep") or full in _CLOCKS:
        return f"goes by a clock, `{called}()`"
    chance = full.startswith(("random.", "secrets.")) and full != "random.Random"
    return f"goes by chance that is not rolled, `{called}()`" if chance or full in _CHANCE else ""


def _remembers(node: ast.AST, kept: frozenset[str]) -> str:
    """Tell that something is changed that outlives the rule; "" for anything else."""
    if isinstance(node, ast.Global):
        return f"changes what outlives it, `{', '.join(node.names)}`"
    changed: ast.AST | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        changed = node.func.value
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        changed = node.value
    return f"changes what outlives it, `{changed.id}`" if isinstance(changed, ast.Name) and changed.id in kept else ""


_CHANGING = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_CHANGES = frozenset(
    {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove", "discard", "clear"}
)
_CLOCKS = frozenset(
    {f"datetime.{name}" for name in ("datetime.now", "datetime.today", "datetime.utcnow", "date.today")}
)
_CHANCE = frozenset({"os.urandom", "uuid.uuid1", "uuid.uuid4"})
