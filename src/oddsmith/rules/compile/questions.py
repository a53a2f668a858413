"""Questions to outcomes that functions put: `lambda o: 3 * o.damage - o.coins`, read by their source.

Each becomes a rule that awaits the call and returns what is asked, so that only that need be followed.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from copy import deepcopy
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, TOTAL
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.lowering.source import written_here
from oddsmith.rules.language.calls import Call, Rule

_CALL = "asked_call_"

_rules: WeakKeyDictionary[FunctionType, Rule[..., Any] | None] = WeakKeyDictionary()
_trees: dict[str, tuple[list[str], ast.Module]] = {}
_codes: dict[CodeType, CodeType | None] = {}


def asked(call: Call[Any], of: Callable[[Any], Any]) -> Call[Any] | None:
    """The call of a rule whose outcome is `of` the outcome of another; None where it would need all of that."""
    if not isinstance(of, FunctionType) or of.__defaults__ or of.__kwdefaults__:
        return None
    if of not in _rules:
        _rules[of] = _rule(of)
    rule = _rules[of]
    if rule is None:
        return None
    machine = engine(rule, TOTAL)
    if isinstance(machine, str) or machine.sites[0].asks is AS_IT_IS:
        return None
    return Call(rule, (call,))


def _rule(of: FunctionType) -> Rule[..., Any] | None:
    code = of.__code__
    if code not in _codes:
        _codes[code] = _compiled(of)
    made = _codes[code]
    if made is None:
        return None
    cells = dict(zip(code.co_freevars, of.__closure__ or (), strict=True))
    return Rule(FunctionType(made, of.__globals__, made.co_name, None, tuple([cells[n] for n in made.co_freevars])))


def _compiled(of: FunctionType) -> CodeType | None:
    code = of.__code__
    found = _expression(of)
    if found is None:
        return None
    name, value = deepcopy(found)
    if any(isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)) for node in ast.walk(value)):
        return None
    answer = ast.Assign([ast.Name(name, ast.Store())], ast.Await(ast.Name(_CALL, ast.Load())))
    arguments = ast.arguments([], [ast.arg(_CALL)], None, [], [], None, [])
    function = ast.AsyncFunctionDef("asked", arguments, [answer, ast.Return(value)], [])
    closure = ast.arguments([], [ast.arg(free) for free in code.co_freevars], None, [], [], None, [])
    around = ast.FunctionDef("closure", closure, [function], [])
    made_here: list[Any] = [answer, function, around]
    for node in made_here:
        ast.copy_location(node, value)
        node.type_params = []
    module = ast.Module([around], [])
    ast.fix_missing_locations(module)
    compiled = compile(module, code.co_filename, "exec", dont_inherit=True)
    (outer,) = [held for held in compiled.co_consts if isinstance(held, CodeType)]
    (made,) = [held for held in outer.co_consts if isinstance(held, CodeType) and held.co_name == "asked"]
    written_here[made] = function
    return made


def _expression(of: FunctionType) -> tuple[str, ast.expr] | None:
    """The parameter of a function and the expression that it returns, where it does no more."""
    code = of.__code__
    tree = _parsed(code.co_filename, of.__globals__)
    if tree is None or code.co_argcount != 1 or code.co_posonlyargcount or code.co_flags & 0x0C:
        return None
    found: list[tuple[str, ast.expr]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Lambda(args=ast.arguments(args=[parameter]), body=value) if node.lineno == code.co_firstlineno:
                found.append((parameter.arg, value))
            case ast.FunctionDef(
                name=code.co_name, args=ast.arguments(args=[parameter]), body=[ast.Return(value=ast.expr() as value)]
            ) if node.lineno == code.co_firstlineno:
                found.append((parameter.arg, value))
    alike = [pair for pair in found if len(found) == 1 or _same(pair, code)]
    return alike[0] if alike else None


def _parsed(filename: str, module: dict[str, Any]) -> ast.Module | None:
    """The tree of a file, not to be changed; None where it cannot be read."""
    lines = linecache.getlines(filename, module)
    before = _trees.get(filename)
    if before is None or before[0] is not lines:
        try:
            before = _trees[filename] = (lines, ast.parse("".join(lines), filename))
        except SyntaxError:
            return None
    return before[1]


def _same(pair: tuple[str, ast.expr], code: CodeType) -> bool:
    """Tell whether an expression has the code of a function."""
    name, value = pair
    try:
        made = compile(ast.Expression(ast.copy_location(_lambda(name, value), value)), code.co_filename, "eval")
    except (SyntaxError, ValueError):
        return False
    (inner,) = [held for held in made.co_consts if isinstance(held, CodeType)]
    return (inner.co_code, inner.co_names, inner.co_consts) == (code.co_code, code.co_names, code.co_consts)


def _lambda(name: str, value: ast.expr) -> ast.expr:
    made = ast.Lambda(ast.arguments([], [ast.arg(name)], None, [], [], None, []), value)
    return ast.fix_missing_locations(ast.copy_location(made, value))
