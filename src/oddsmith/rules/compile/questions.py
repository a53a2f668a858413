"""Questions to outcomes that functions put: `lambda o: 3 * o.damage - o.coins`, read by their source.

Each becomes a rule that awaits the call and returns what is asked, so that only that need be followed.
"""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable, Hashable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction, isgeneratorfunction
from itertools import chain
from types import CellType, CodeType, FunctionType
from typing import Any, Final, TypeAlias, cast
from weakref import WeakKeyDictionary

from oddsmith.errors import BadInput
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, TOTAL, Field, Question, Use
from oddsmith.rules.compile.dataflow.projection import pure
from oddsmith.rules.compile.dataflow.sums import outcome_kind
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.readings import Renamed, getter, plain_properties, read
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.compile.syntax.source import without_file
from oddsmith.rules.compile.syntax.trees import located
from oddsmith.rules.language.calls import Call, MadeAgain, Rule
from oddsmith.rules.language.code_slips.dropped import makes
from oddsmith.rules.language.code_slips.text import named_outside

#: The kind of outcome that is asked, where it has properties that are read as what they are made of.
_Kind: TypeAlias = type | None

_EMPTY: Final = CellType()
_PLAIN: Final = frozenset({bool, int, str})
_CALL = "asked_call_"
_ANSWER = "answer_"

_rules: WeakKeyDictionary[FunctionType, dict[_Kind, Rule[..., Any] | None]] = WeakKeyDictionary()
_put_together: dict[tuple[Hashable, _Kind, tuple[Hashable, ...]], Rule[..., Any] | None] = {}
_fields: WeakKeyDictionary[Rule[..., Any], dict[Field, Rule[..., Any]]] = WeakKeyDictionary()
_codes: dict[tuple[CodeType, str, _Kind], CodeType | None] = {}


@dataclass(frozen=True)
class Reading:
    """A yes/no of an outcome that is asked of a part of it. Both functions are expressions, read by their source."""

    part: Callable[[Any], Any]
    holds: Callable[[Any], Any]

    def __call__(self, outcome: Any) -> Any:
        return self.holds(self.part(outcome))


@dataclass(frozen=True)
class Together:
    """Several functions of an outcome, asked at once: the tuple of what they say."""

    functions: tuple[Callable[[Any], Any], ...]

    def __call__(self, outcome: Any) -> tuple[Any, ...]:
        return tuple([function(outcome) for function in self.functions])


def asked(call: Call[Any], of: Callable[[Any], Any]) -> Call[Any] | None:
    """The call of a rule whose outcome is `of` the outcome of another; None where it would need all of that.

    Raises BadInput for what is no function.
    """
    check_function(of)
    kind = outcome_kind(call.rule)
    rule = _asking(of, kind if kind is not None and plain_properties(kind) else None)
    if rule is None:
        return None
    question = _to_outcome(rule)
    alike = question.demand.use is Use.COMPARED and engine(call.rule, question) is call.rule.engine
    return None if alike or question is AS_IT_IS else Call(rule, (call,))


def check_function(of: object) -> None:
    """Raise BadInput for what cannot be asked of an outcome."""
    if not callable(of) or iscoroutinefunction(of) or isgeneratorfunction(of):
        raise BadInput("of", of, "a function of the outcome, as `lambda outcome: outcome >= 3`")


def compares(call: Call[Any]) -> bool:
    """Tell whether a call is a question to an outcome that is a number, which only compares it."""
    return put_to(call) is not None and _to_outcome(call.rule).demand.use is Use.COMPARED


def adds(call: Call[Any]) -> bool:
    """Tell whether a call is a question to an outcome that takes it as it is, or sums and multiples of it."""
    return put_to(call) is not None and _to_outcome(call.rule).demand.use is Use.ADDED


def times_added(call: Call[Any]) -> int | None:
    """The times that a question to a number adds it up; None where that is not known, or it does more."""
    return _to_outcome(call.rule).demand.times if adds(call) else None


def _to_outcome(rule: Rule[..., Any]) -> Question:
    """The demand of a question on the outcome that it awaits."""
    machine = engine(rule, TOTAL)
    return AS_IT_IS if isinstance(machine, Reason) else machine.sites[0].asks


def put_to(call: Call[Any]) -> Call[Any] | None:
    """Return the call to whose outcome a question is put; None for a call that is no question."""
    (first, *_) = call.args or (None,)
    return first if call.rule.parameters == (_CALL,) and isinstance(first, Call) else None


def asked_by(call: Call[Any]) -> Callable[[Any], Any] | None:
    """Return the function that puts a question; None for a call that is no question of one."""
    again = call.rule.again
    return again.args[0] if isinstance(again, partial) and again.func is _again else None


def _asking(of: Callable[[Any], Any], kind: _Kind) -> Rule[..., Any] | None:
    """The rule that awaits a call and returns `of` its outcome; None where the source of `of` is not understood."""
    if isinstance(of, FunctionType):
        if of.__defaults__ or of.__kwdefaults__ or any(makes(each, Rule) for each in named_outside(of).values()):
            return None
        rules = _rules.setdefault(of, {})
        if kind not in rules:
            rules[kind] = _known_again(_rule(of, kind), of, kind)
        return rules[kind]
    got = getter(of)
    if got is not None or isinstance(of, (Reading, Together)):
        key = of if got is None else got, kind, tuple(_held(of))
        if key not in _put_together:
            _put_together[key] = _known_again(_joined(of, kind), of, kind)
        return _put_together[key]
    return None


def _known_again(rule: Rule[..., Any] | None, of: Callable[[Any], Any], kind: _Kind) -> Rule[..., Any] | None:
    if rule is not None:
        rule.again = partial(_again, of, kind)
    return rule


def _again(of: Callable[[Any], Any], kind: _Kind) -> MadeAgain:
    """Pickle a question by the function that puts it; of one without a name to be found by, another is left."""
    try:
        pickle.dumps((of, kind))
    except (pickle.PicklingError, AttributeError, TypeError):  # a lambda, or defined inside a function
        return _asked_elsewhere, ()
    return _asked_again, (of, kind)


def _asked_again(of: Callable[[Any], Any], kind: _Kind) -> Rule[..., Any]:
    return _asking(of, kind) or _WHOLE


def _asked_elsewhere() -> Rule[..., Any]:
    return _WHOLE


async def _whole(call: Call[Any]) -> Any:
    return await call


_WHOLE: Final[Rule[..., Any]] = Rule(_whole)
"""The question for all of an outcome, which stands for what a function asks that cannot be found by its name."""


def _joined(of: Callable[[Any], Any], kind: _Kind) -> Rule[..., Any] | None:
    value = _put_in(of, ast.Name(_ANSWER, ast.Load()), kind)
    if value is None:
        return None
    located(ast.copy_location(value, ast.Pass(lineno=1, col_offset=0)))
    return Rule(FunctionType(_written(_ANSWER, value, "<asked together>"), {}))


def _held(of: Callable[[Any], Any]) -> Iterator[tuple[type, Hashable]]:
    """The numbers and texts that expressions hold from around them, with their types."""
    if isinstance(of, Reading):
        yield from chain(_held(of.part), _held(of.holds))
    elif isinstance(of, Together):
        yield from chain(*map(_held, of.functions))
    else:
        yield from [(type(value), value) for value in _constants(of).values()]


def _constants(of: Callable[[Any], Any]) -> dict[str, int | str]:
    """The numbers and texts among what a function holds from around it, by name."""
    if not isinstance(of, FunctionType) or not of.__closure__:
        return {}
    cells = dict(zip(of.__code__.co_freevars, of.__closure__, strict=True))
    bound = {name: cell.cell_contents for name, cell in cells.items() if cell != _EMPTY}
    return {name: value for name, value in bound.items() if type(value) in _PLAIN}


def _put_in(of: Callable[[Any], Any], outcome: ast.expr, kind: _Kind) -> ast.expr | None:
    """The expression of a function with its parameter replaced; None where it depends on other names."""
    if isinstance(of, Reading):
        part = _put_in(of.part, outcome, kind)
        return None if part is None else _put_in(of.holds, part, None)
    if isinstance(of, Together):
        values = [_put_in(function, outcome, kind) for function in of.functions]
        known = [value for value in values if value is not None]
        return ast.Tuple(known, ast.Load()) if len(known) == len(values) else None
    constants = _constants(of)
    module: dict[str, Any] = {}
    if isinstance(of, FunctionType):
        if of.__defaults__ or of.__kwdefaults__ or not constants.keys() >= {*of.__code__.co_freevars}:
            return None
        module = of.__globals__
    found = read(of, kind)
    if found is None or not pure(found[1], {}):
        return None
    name, value = found
    others = [node.id for node in ast.walk(value) if isinstance(node, ast.Name) and node.id != name]
    if any(held in module for held in others if held not in constants):
        return None
    value = deepcopy(value)
    for held, constant in constants.items():
        value = cast(ast.expr, Renamed(held, ast.copy_location(ast.Constant(constant), value)).visit(value))
    return cast(ast.expr, Renamed(name, outcome).visit(value))


def _rule(of: FunctionType, kind: _Kind) -> Rule[..., Any] | None:
    code = of.__code__
    key = code, code.co_filename, kind  # codes of two files may be equal
    if key not in _codes:
        _codes[key] = _compiled(of, kind)
    made = _codes[key]
    if made is None:
        return None
    cells = dict(zip(code.co_freevars, of.__closure__ or (), strict=True))
    return Rule(FunctionType(made, of.__globals__, of.__name__, None, tuple([cells[n] for n in made.co_freevars])))


def _compiled(of: FunctionType, kind: _Kind) -> CodeType | None:
    code = of.__code__
    found = read(of, kind)
    if found is None:
        return None
    name, value = deepcopy(found)
    if any(isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom)) for node in ast.walk(value)):
        return None
    return _written(name, value, code.co_filename, code.co_freevars)


def _written(name: str, value: ast.expr, filename: str, free: tuple[str, ...] = ()) -> CodeType:
    """The code of a rule that awaits a call under a name and returns an expression. free: its free variables."""
    answer = ast.Assign([ast.Name(name, ast.Store())], ast.Await(ast.Name(_CALL, ast.Load())))
    arguments = ast.arguments([], [ast.arg(_CALL)], None, [], [], None, [])
    function = ast.AsyncFunctionDef("asked", arguments, [answer, ast.Return(value)], [])
    closure = ast.arguments([], [ast.arg(held) for held in free], None, [], [], None, [])
    around = ast.FunctionDef("closure", closure, [function], [])
    made_here: list[Any] = [answer, function, around]
    for node in made_here:
        ast.copy_location(node, value)
        node.type_params = []
    module = ast.Module([around], [])
    located(module)
    compiled = compile(module, filename, "exec", dont_inherit=True)
    (outer,) = [held for held in compiled.co_consts if isinstance(held, CodeType)]
    (made,) = [held for held in outer.co_consts if isinstance(held, CodeType) and held.co_name == "asked"]
    without_file[made] = function
    return made


def field_of(call: Call[Any], field: Field) -> Call[Any]:
    """The call of a rule whose outcome is a field of the outcome of another."""
    return Call(_asking_for(call.rule, field), (call,))


def _asking_for(asked_of: Rule[..., Any], field: Field) -> Rule[..., Any]:
    fields = _fields.setdefault(asked_of, {})
    rule = fields.get(field)
    if rule is None:
        answer = ast.Name(_ANSWER, ast.Load())
        value: ast.expr = (
            ast.Attribute(answer, field, ast.Load())
            if isinstance(field, str)
            else ast.Subscript(answer, ast.Constant(field[0]), ast.Load())
        )
        located(ast.copy_location(value, ast.Pass(lineno=1, col_offset=0)))
        module = getattr(asked_of.function, "__globals__", {})
        rule = fields[field] = Rule(FunctionType(_written(_ANSWER, value, "<field>"), module))
        rule.again = lambda: (_asking_for, (asked_of, field))
    return rule
