"""The demand of a rule that goes on with an outcome (`call.then(rule, args)`) on that outcome."""

from __future__ import annotations

import ast
from types import CodeType, FunctionType
from typing import Any, Final
from weakref import WeakKeyDictionary

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.compile.syntax.source import tree, without_file
from oddsmith.rules.compile.syntax.trees import located
from oddsmith.rules.language.calls import Rule

_CALL: Final = "awaited_call_"

_awaiting: WeakKeyDictionary[Rule[..., Any], Rule[..., Any] | None] = WeakKeyDictionary()


def asks_of_first(rule: Rule[..., Any], question: Question) -> Question:
    """Return what a rule that is asked something asks of its first argument."""
    if rule not in _awaiting:
        _awaiting[rule] = _made(rule)
    awaiting = _awaiting[rule]
    machine = None if awaiting is None else engine(awaiting, question)
    return machine.sites[0].asks if isinstance(machine, Machine) else AS_IT_IS


def _made(rule: Rule[..., Any]) -> Rule[..., Any] | None:
    """The same rule, but that it is given a call, and awaits what it is given otherwise; None without plain source."""
    function = rule.function
    if not isinstance(function, FunctionType) or function.__closure__:
        return None
    written = tree(function.__code__, function.__globals__)
    if written is None or not written.args.args or written.args.posonlyargs:
        return None
    first = written.args.args[0]
    answer = ast.Assign([ast.Name(first.arg, ast.Store())], ast.Await(ast.Name(_CALL, ast.Load())))
    ast.copy_location(answer, first)
    arguments = [ast.arg(_CALL), *[ast.arg(each.arg) for each in written.args.args[1:]]]
    written.args.args = [ast.copy_location(each, first) for each in arguments]
    written.body.insert(0, answer)
    written.decorator_list, written.returns = [], None
    module = ast.Module([written], [])
    located(module)
    compiled = compile(module, function.__code__.co_filename, "exec", dont_inherit=True)
    (made,) = [held for held in compiled.co_consts if isinstance(held, CodeType)]
    without_file[made] = written
    return Rule(FunctionType(made, function.__globals__))
