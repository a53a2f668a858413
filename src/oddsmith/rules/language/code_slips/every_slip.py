"""Every slip that is found in the code of a rule, and of async functions that it calls by name, before it runs.

Requests that are dropped, rolls that are none and chance that is not rolled are found in its bytecode; what can only
be meant of answers (`if helper():`, `roll(d6) in {1, 2}`) and numbers of memory in its source, where that can be read.
"""

from __future__ import annotations

import ast
from inspect import iscoroutinefunction
from types import CodeType, FunctionType, ModuleType

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.alphabet import refuse_alphabet
from oddsmith.rules.language.code_slips.drawn import refuse_chance
from oddsmith.rules.language.code_slips.dropped import makes, refuse_dropped
from oddsmith.rules.language.code_slips.in_memory import refuse_memory
from oddsmith.rules.language.code_slips.in_sight import refuse_in_sight
from oddsmith.rules.language.code_slips.kept import refuse_kept
from oddsmith.rules.language.code_slips.outliving import refuse_outliving
from oddsmith.rules.language.code_slips.text import Bytecode, Nodes, all_named, closed_over, codes, read
from oddsmith.rules.language.code_slips.unrolled import refuse_unrolled


def refuse_slips(rule: FunctionType, makers: type) -> None:
    """Raise RuleError for the first slip in a rule. makers: the class of objects whose calls make requests."""
    of_rule = [*all_named(rule)]
    refuse_chance(rule, of_rule)
    seen: set[CodeType] = set()
    todo = [rule]
    while todo:
        function = todo.pop()
        outside: dict[str, object] = {}  # what the function names that is defined outside of it
        for code in codes(function.__code__):
            if code in seen:
                continue
            seen.add(code)
            named = [function.__globals__.get(name) for name in code.co_names]
            known = dict(zip(code.co_names, named, strict=True)) | closed_over(function)
            todo += [each for each in named if isinstance(each, FunctionType) and iscoroutinefunction(each)]
            outside.update(known)
            bytecode = Bytecode(code)
            refuse_dropped(function, bytecode, makers)
            refuse_unrolled(function.__name__, bytecode, known)
        made = {name: each for name, each in _named(outside, function).items() if makes(each, makers)}
        nodes = read(function) if made else None
        if nodes is not None:
            inner = _inner(nodes, outside, makers)
            made |= inner
            refuse_alphabet(function, nodes, outside)
            refuse_kept(function, nodes, made)
            refuse_in_sight(function, nodes, made, makers)
            refuse_outliving(function, nodes, outside)
            _refuse_rules(function, inner)
    refuse_memory(rule, of_rule)


def _named(outside: dict[str, object], function: FunctionType) -> dict[str, object]:
    """Objects outside of a function that it names, and those that modules named by it hold by these names."""
    modules = {name: each for name, each in outside.items() if isinstance(each, ModuleType)}
    held = {
        f"{module}.{name}": vars(each)[name]
        for module, each in modules.items()
        for code in codes(function.__code__)
        for name in code.co_names
        if name in vars(each)
    }
    return outside | held


def _inner(nodes: Nodes, outside: dict[str, object], makers: type) -> dict[str, ast.AsyncFunctionDef]:
    """Async functions that are written inside of a function, also as rules, by name, each as its text."""
    methods: list[ast.stmt] = [each for kind in nodes[ast.ClassDef] for each in kind.body]
    return {
        each.name: each
        for each in nodes[ast.AsyncFunctionDef]
        if each not in methods
        and not any(isinstance(part, ast.Yield) for part in ast.walk(each))
        and all(_decorates(part, outside, makers) for part in each.decorator_list)
    }


def _refuse_rules(function: FunctionType, inner: dict[str, ast.AsyncFunctionDef]) -> None:
    """Raise RuleError for a rule that is made anew whenever another runs: no two of them are the same."""
    for name, each in inner.items():
        if each.decorator_list:
            code = function.__code__
            raise RuleError(
                function.__name__,
                f"makes the rule {name} anew whenever it runs.",
                remedy=f"Define {name} outside of it and hand over what it needs, or write it without @rule.",
                file=code.co_filename,
                line=code.co_firstlineno + each.lineno - 1,
            )


def _decorates(node: ast.expr, outside: dict[str, object], makers: type) -> bool:
    """Tell whether a decorator makes a rule."""
    found = outside.get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(found, FunctionType) and found.__module__ == makers.__module__
