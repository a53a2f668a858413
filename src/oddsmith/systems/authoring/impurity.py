"""Signs in the text of a rulebook of rules that go by a clock, by chance of their own, by memory or by what is outside.

Rules, the functions that say something of outcomes, and the helpers that these call by name are looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from oddsmith.rules.language.code_slips.drawn import CHANCE, is_chance
from oddsmith.rules.language.code_slips.in_memory import OF_MEMORY
from oddsmith.rules.language.code_slips.outliving import changed


@dataclass(frozen=True)
class Impurity:
    """A place at which a rule is no pure function. of: the first lines of the rules that come there. what: it does."""

    line: int
    of: tuple[int, ...]
    what: str


def impurities(source: str) -> tuple[Impurity, ...]:
    """Return the places in the rules of a text, in their order; none where it cannot be read.

    >>> impurities("import time\\nasync def a():\\n    return time.time()")
    (Impurity(line=3, of=(2,), what='goes by a clock, `time.time()`'),)
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    outside = _Outside(dict(_imported(tree)), frozenset(_kept(tree)), frozenset(_named(tree)))
    by_name = {node.name: node for node in tree.body if isinstance(node, _FUNCTIONS)}
    found: dict[tuple[int, str], set[int]] = {}
    for rule in filter(_is_rule, ast.walk(tree)):
        assert isinstance(rule, _FUNCTIONS)
        for each in _called_from(rule, by_name):
            for line, what in _within(each, outside):
                found.setdefault((line, what), set()).add(_begins(rule))
    return tuple([Impurity(line, tuple(sorted(rules)), what) for (line, what), rules in sorted(found.items())])


_Function: TypeAlias = ast.AsyncFunctionDef | ast.FunctionDef
_FUNCTIONS: Final = (ast.AsyncFunctionDef, ast.FunctionDef)


@dataclass(frozen=True)
class _Outside:
    """The things that a file has outside of its functions.

    imported: names with the full names of what they stand for. kept: names of what can change as long as the file is
    loaded. named: all names that are given a value there, of classes too.
    """

    imported: Mapping[str, str]
    kept: frozenset[str]
    named: frozenset[str]


def _is_rule(node: ast.AST) -> bool:
    """Tell whether a part of a text is a rule, or a function that says something of an outcome."""
    if isinstance(node, ast.AsyncFunctionDef):
        return True
    if not isinstance(node, ast.FunctionDef):
        return False
    above = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return any(isinstance(each, ast.Attribute) and each.attr in ("action", "event", "measure") for each in above)


def _begins(function: _Function) -> int:
    return min([function.lineno, *[decorator.lineno for decorator in function.decorator_list]])


def _inside(function: _Function) -> Iterator[ast.AST]:
    """Yield what runs when a function does: its defaults and decorators run once, where the file is read."""
    for each in function.body:
        yield from ast.walk(each)


def _called_from(rule: _Function, by_name: Mapping[str, _Function]) -> Iterator[_Function]:
    """Yield a rule, and the helpers that it comes to by name; other rules are looked at by themselves."""
    waiting, seen = [rule], {rule}
    while waiting:
        each = waiting.pop()
        yield each
        own = _given(each)
        for node in _inside(each):
            named = by_name.get(node.id) if isinstance(node, ast.Name) and node.id not in own else None
            if named is not None and named not in seen and not _is_rule(named):
                seen.add(named)
                waiting.append(named)


def _within(function: _Function, outside: _Outside) -> Iterator[tuple[int, str]]:
    """Yield the line and the kind of each place in a function."""
    own = _given(function)
    imported = {name: full for name, full in outside.imported.items() if name not in own}
    kept = (outside.kept - own) | frozenset(_kept_defaults(function))
    sets = frozenset(_sets(function))
    taken_by_order = set(_taken_alike(function))
    for node in _inside(function):
        what = _foreign(node, imported, own) or _remembers(node, kept, outside.named - own)
        if not what and node not in taken_by_order:
            what = _ordered(node, sets)
        if what:
            yield getattr(node, "lineno", _begins(function)), what


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that are imported anywhere, each with the full name of what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _assigned(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names that are given a value, with the value."""
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((target.id, node.value) for target in targets if isinstance(target, ast.Name))


def _kept(tree: ast.Module) -> Iterator[str]:
    """Names of what can change and lasts as long as the file is loaded."""
    yield from (name for name, value in _assigned(tree.body) if _changes(value))


def _changes(value: ast.expr) -> bool:
    """Tell whether a value is one that can change: a list, dict or set, or what is counted on by `next`."""
    if not isinstance(value, ast.Call):
        return isinstance(value, _CHANGING)
    return ast.unparse(value.func).rpartition(".")[2] in _MADE


def _named(tree: ast.Module) -> Iterator[str]:
    """Names of values and classes of a file."""
    yield from (name for name, _ in _assigned(tree.body))
    yield from (node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef))


def _kept_defaults(function: _Function) -> Iterator[str]:
    """Parameters whose default can change: it is made once, and lasts from call to call."""
    given = [*function.args.posonlyargs, *function.args.args]
    defaults = function.args.defaults
    pairs = [*zip(given[len(given) - len(defaults) :], defaults, strict=True)]
    pairs += [(each, value) for each, value in zip(function.args.kwonlyargs, function.args.kw_defaults) if value]  # noqa: B905
    yield from (each.arg for each, value in pairs if _changes(value))


def _given(function: _Function) -> frozenset[str]:
    """Names that a function gives a value of its own."""
    inside = list(ast.walk(function))
    names = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    names -= {name for each in inside if isinstance(each, ast.Global) for name in each.names}
    return frozenset(names | {each.arg for each in inside if isinstance(each, ast.arg)})


def _foreign(node: ast.AST, imported: Mapping[str, str], own: frozenset[str]) -> str:
    """Tell that a clock, another source of chance or what is outside is asked; "" for anything else."""
    of = node.func if isinstance(node, ast.Call) else node
    if not isinstance(of, ast.Attribute | ast.Name) or not isinstance(of.ctx, ast.Load):
        return ""
    said = ast.unparse(of)
    first, dot, rest = said.partition(".")
    full = imported[first] + dot + rest if first in imported else f"builtins.{said}" if first not in own else ""
    if not isinstance(node, ast.Call):
        return f"goes by what is outside of it, `{said}`" if full in _READ else ""
    called = f"`{said}()`"
    if (full.startswith("time.") and full != "time.sleep") or full in _CLOCKS:
        return f"goes by a clock, {called}"
    if is_chance(full, bare=not node.args and not node.keywords):
        return f"{CHANCE}, {called}"
    if full in _HASHES:
        return f"{OF_MEMORY}, {called}"
    outside = full == "builtins.open" or (full.startswith(_SYSTEM) and not full.startswith("os.path."))
    return f"goes by what is outside of it, {called}" if outside else ""


def _remembers(node: ast.AST, kept: frozenset[str], named: frozenset[str]) -> str:
    """Tell that something is changed that outlives the rule; "" for anything else."""
    if isinstance(node, ast.Global):
        return f"changes what outlives it, `{', '.join(node.names)}`"
    of = changed(node)
    among = kept | named if isinstance(node, ast.Attribute) else kept
    return f"changes what outlives it, `{of.id}`" if isinstance(of, ast.Name) and of.id in among else ""


def _sets(function: _Function) -> Iterator[str]:
    """Names that a function gives sets with texts in them, and nothing else."""
    given: dict[str, list[bool]] = {}
    for node in _inside(function):
        if isinstance(node, ast.stmt):
            for name, value in _assigned([node]):
                given.setdefault(name, []).append(_is_set(value, frozenset()))
    yield from (name for name, sets in given.items() if all(sets))


def _is_set(node: ast.AST, sets: frozenset[str]) -> bool:
    """Tell whether an expression is a set in which there are plainly texts: their order is another in each process.

    One of numbers has the same order always. sets: names that stand for such sets.
    """
    if isinstance(node, ast.Set):
        return any(map(_has_text, node.elts))
    if isinstance(node, ast.SetComp):
        return _has_text(node.elt) or any(_has_texts(each.iter) for each in node.generators)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return _is_set(node.left, sets) or _is_set(node.right, sets)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset"):
        return any(_has_texts(each) or _is_set(each, sets) for each in node.args)
    return isinstance(node, ast.Name) and node.id in sets


def _has_text(node: ast.expr) -> bool:
    """Tell whether a value is plainly a text, or a tuple with one."""
    if isinstance(node, ast.Tuple):
        return any(map(_has_text, node.elts))
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str"
    return made or isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _has_texts(node: ast.expr) -> bool:
    """Tell whether something plainly gives texts, one after another."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return any(map(_has_text, node.elts))
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        return _has_text(node.elt)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _ordered(node: ast.AST, sets: frozenset[str]) -> str:
    """Tell that something goes by the order of a set; "" for anything else."""
    taken: list[ast.expr] = []
    if isinstance(node, ast.For):
        taken = [node.iter]
    elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        taken = [each.iter for each in node.generators]
    elif isinstance(node, ast.Starred):
        taken = [node.value]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        taken = node.args[:1] if node.func.attr == "join" else [node.func.value] if node.func.attr == "pop" else []
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        by_key = node.func.id in ("sorted", "max", "min") and any(each.arg == "key" for each in node.keywords)
        taken = node.args[:1] if by_key or node.func.id in ("list", "tuple", "iter", "enumerate") else []
    found = next((each for each in taken if _is_set(each, sets)), None)
    if found is None:
        return ""
    return f"goes by the order of a set, which is another each time the program runs, `{ast.unparse(found)}`: sort it"


def _taken_alike(function: _Function) -> Iterator[ast.AST]:
    """Yield what is handed to functions that make the same of it in any order."""
    for node in _inside(function):
        called = node.func if isinstance(node, ast.Call) and not node.keywords else None
        if isinstance(node, ast.Call) and isinstance(called, ast.Name) and called.id in _ALIKE:
            yield from node.args


_CHANGING: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MADE: Final = frozenset(
    {"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict", "SimpleNamespace", "bytearray"}
    | {"count", "cycle", "iter"}
)
_CLOCKS: Final = frozenset(
    {f"datetime.{name}" for name in ("datetime.now", "datetime.today", "datetime.utcnow", "date.today")}
    | {f"datetime.datetime.{name}" for name in ("now", "today", "utcnow")}
    | {"datetime.date.today"}
)
_HASHES: Final = frozenset({"builtins.hash", "builtins.id"})
_SYSTEM: Final = ("os.", "subprocess.", "socket.", "urllib.request.", "platform.", "tempfile.", "glob.", "sys.stdin.")
_READ: Final = frozenset({"os.environ", "sys.argv", "sys.stdin"})
_ALIKE: Final = frozenset({"sorted", "sum", "max", "min", "any", "all", "len", "set", "frozenset"})
