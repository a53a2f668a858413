"""Slips of those who write rules, each refused with what to write instead.

`called` refuses what is no call where a call is to be interpreted, `outcome` what a rule cannot mean to return, and
`slip_of` names what a rule awaited though it cannot be awaited.
"""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import iscoroutine, iscoroutinefunction, isgenerator
from pathlib import Path
from traceback import walk_tb
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final
from weakref import WeakKeyDictionary

from oddsmith.dice import Expression
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.language.calls import Call, Rule, Sequel
from oddsmith.rules.language.code_slips.endings import forgotten
from oddsmith.rules.language.requests import Request, Step
from oddsmith.rules.language.unawaited import OUTCOMES, brief, passed_over, unread

_CANNOT_AWAIT = re.compile(r"object (.+) can't be used in 'await' expression|'(.+)' object can't be awaited")


def called(call: Call[Any]) -> Call[Any]:
    """The call itself; RuleError for anything else, such as a function that is no rule or a rule that is not called."""
    mistaken: Any = call
    if isinstance(mistaken, Call):
        return mistaken
    name, file, line = brief(mistaken), "", 0
    if isinstance(mistaken, Rule):
        name, (file, line) = mistaken.name, _file_line(mistaken.function)
        problem, remedy = "is not called.", f"Call it with its arguments: {name}({', '.join(mistaken.parameters)})."
    elif iscoroutine(mistaken):
        name, code = mistaken.__name__, mistaken.cr_code
        file, line = code.co_filename, code.co_firstlineno
        mistaken.close()
        problem, remedy = "is a plain async function.", "Write @rule above its `async def`."
    elif isinstance(mistaken, FunctionType | MethodType):
        name, (file, line) = mistaken.__name__, _file_line(mistaken)
        problem = "is a plain async function." if iscoroutinefunction(mistaken) else "is a plain function."
        remedy = f"Write it as `async def` under @rule, and call it: {name}(...)."
    elif isinstance(mistaken, Sequel | Request):
        problem, remedy = "is no call of a rule.", "Write a rule that returns it, and call that."
    elif isinstance(mistaken, Expression):
        problem = "is a dice expression, no call of a rule."
        remedy = "Ask odds(...) or roll() of it, or write a rule that returns roll(...) of it."
    elif isinstance(mistaken, bool):
        problem = "is a yes or no, no call of a rule."
        remedy = "Call a rule: name(...). Ask of dice d6 >= 3, or d6.equals(3): == asks whether two dice are alike."
    elif isinstance(mistaken, str):
        problem, remedy = "is a text, no call of a rule.", f"Call a rule: name(...). Notation is read by parse({name})."
    else:
        kind = type(mistaken).__name__
        article = "an" if kind[0].lower() in "aeiou" else "a"
        problem, remedy = f"is {article} {kind}, no call of a rule.", "Call a rule: name(...)."
    raise RuleError(name, problem, remedy=remedy, file=file, line=line)


def outcome(code: CodeType, value: object) -> object:
    """The value that a rule returned; RuleError where it cannot mean that. code: of the rule."""
    if (error := passed_over()) is not None:
        raise error
    if value is None:
        if forgot := forgotten(code):
            problem, remedy, line = forgot
            raise RuleError(code.co_name, problem, remedy=remedy, file=code.co_filename, line=line)
        return value
    if (slip := _returned_wrongly(value)) is None:
        OUTCOMES.add(type(value))
        return value
    raise _error(code, *slip)


def outcomes_fine(call: Call[Any], outcomes: Iterable[object]) -> None:
    """Raise RuleError where an outcome holds what is to be awaited, or what is no part of an outcome."""
    for value in outcomes:
        if type(value) in _PLAIN or (isinstance(value, tuple) and _PLAIN.issuperset(map(type, value))):
            continue
        for part in _parts(value):
            slip = _held_wrongly(part)
            if slip is not None:
                code = call.rule.function.__code__
                kind = "tuple" if isinstance(value, tuple) else type(value).__name__
                raise RuleError(
                    call.rule.name,
                    f"its outcome is a {kind} that holds {slip[0]}",
                    remedy=slip[1],
                    file=code.co_filename,
                    line=code.co_firstlineno,
                )


def outcomes_equal(call: Call[Any], outcomes: Iterable[object]) -> None:
    """Raise RuleError where an outcome, or what it holds, is never equal to the same made again."""
    for value in outcomes:
        for part in (value, *_parts(value)):
            if part != part or is_one_of_a_kind(part):
                file, line = _file_line(call.rule.function)
                raise RuleError(
                    call.rule.name,
                    f"its outcome is or holds {brief(part)}, which is not equal to the same made again.",
                    remedy="Return a number, text, tuple or frozen dataclass.",
                    file=file,
                    line=line,
                )


def is_one_of_a_kind(value: object) -> bool:
    """Tell whether a value is equal only to itself, and not the same each time that it is made."""
    if isinstance(value, FunctionType):
        return "<" in value.__qualname__  # a lambda, or defined in another function
    return (
        getattr(type(value), "__eq__") is object.__eq__  # noqa: B009
        and value is not None
        and not isinstance(value, type | Enum | Rule | ModuleType | BuiltinFunctionType)
    )


def gives_anew(call: Call[Any]) -> bool:
    """Tell whether an argument of a call is equal only to itself."""
    return any(map(is_one_of_a_kind, call.args))


def given_anew(caller: Call[Any], call: Call[Any]) -> RuleError:
    """The error for a rule that gives a call what is equal only to itself, so that it is another each time."""
    named = zip(call.rule.parameters, call.args, strict=False)
    name, value = next((name, value) for name, value in named if is_one_of_a_kind(value))
    what = value.__name__ if isinstance(value, FunctionType) else f"a value of {type(value).__name__}"
    file, line = caller.file_line
    return RuleError(
        caller.rule.name,
        f"gives {call.rule.name} as {name} {what}, which is not equal to the same made again.",
        remedy="Give it a number, a text, a tuple, a frozen dataclass or a function of the module.",
        file=file,
        line=line,
    )


def unhashable_in(outcome: object) -> str:
    """Say what an outcome holds that cannot be hashed; "" where it holds nothing such."""
    for part in _parts(outcome):
        if getattr(type(part), "__hash__") is None:  # noqa: B009
            return f" that holds the {type(part).__name__} {brief(part)}"
    return ""


def asked_fine(of: Any, asked: Iterable[object]) -> None:
    """Raise RuleError where a function of an outcome gives what is no part of an outcome. asked: what it gave."""
    for value in asked:
        for part in () if type(value) in _PLAIN else (value, *_parts(value)):
            slip = _held_wrongly(part)
            if slip is None and (isgenerator(part) or part != part):
                slip = f"{brief(part)}, which is not equal to the same made again.", ""
            if slip is not None:
                file, line = _file_line(of) if isinstance(of, FunctionType) else ("", 0)
                raise RuleError(
                    getattr(of, "__name__", "of"),
                    f"asked of an outcome, it gives {slip[0]}",
                    remedy="Give a number, text or tuple of what the outcome holds; roll, choose and call in the rule.",
                    file=file,
                    line=line,
                )


_PLAIN = frozenset({int, bool, str, type(None)})


def _parts(value: object) -> Iterator[object]:
    """All that an outcome holds, plain values left out: items, also those that only `play` returns, and fields."""
    if isinstance(value, tuple | frozenset | list | set):
        inside: Iterable[object] = value
    elif isinstance(value, dict):
        inside = value.values()
    else:
        names = _fields.get(type(value))
        if names is None:
            kept = is_dataclass(value) and not isinstance(value, Expression | Distribution)
            names = _fields[type(value)] = tuple([field.name for field in fields(value)]) if kept else ()  # type: ignore[arg-type]
        inside = [part for name in names if not isinstance(part := getattr(value, name, None), Distribution)]
    for part in inside:
        if type(part) not in _PLAIN:
            yield part
            yield from _parts(part)


_fields: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()


def _held_wrongly(part: object) -> tuple[str, str] | None:
    """The problem and the remedy, where no outcome can mean to hold this."""
    if isinstance(part, Request | Step):
        return f"{brief(part)}, which is not awaited.", "Write `await` before it."
    if iscoroutine(part):
        part.close()
        return f"{part.__name__}(...), which is not awaited.", f"Write `await {part.__name__}(...)`."
    if isinstance(part, Rule):
        return f"{part}, which is not called.", f"Write `await {part.name}({', '.join(part.parameters)})`."
    if isinstance(part, Distribution):
        return f"{brief(part)}, the odds of an outcome.", "Roll the dice it is of: `await roll(...)`."
    if isinstance(part, Expression):
        return f"{part}, which is dice that are not rolled.", f"Write `await roll({part})`."
    if isinstance(part, FunctionType | MethodType):
        return f"the function {part.__name__}.", "Call it, and return what it gives."
    return None


def _returned_wrongly(value: object) -> tuple[str, str] | None:
    """The problem and the remedy, where a rule cannot mean to return a value of this class."""
    if isinstance(value, Step | tuple):  # as most are; whether one is of an abstract class takes far longer to tell
        return None
    if isinstance(value, Expression):
        return f"returns {value}, which is dice and no outcome.", f"Write `return roll({value})`."
    if isinstance(value, Distribution):
        remedy = "Return an outcome: roll the dice it is of, `return roll(...)`, or call the rule, `return other(...)`."
        return f"returns {brief(value)}, the odds of an outcome.", remedy
    if isinstance(value, Rule):
        return f"returns {value}, which is not called.", f"Write `return {value.name}({', '.join(value.parameters)})`."
    if isinstance(value, Request):
        return f"returns {brief(value)}, which is not awaited.", "Write `return await` before it."
    if iscoroutine(value):
        name = value.__name__
        value.close()
        return f"returns {name}(...), which is not awaited.", f"Write `return await {name}(...)`."
    if isinstance(value, FunctionType | MethodType | BuiltinFunctionType):
        return f"returns the function {value.__name__}.", "Call it, and return what it gives."
    return None


def slip_of(rule: CodeType, error: BaseException) -> RuleError | None:
    """The error for a rule that Python gave up, where it is plain what was meant; None for others. rule: its code.

    It read a request that it did not await; it awaited what cannot be awaited, or a coroutine twice; it put awaits into
    round brackets, or took the most of nothing.
    """
    if isinstance(error, AttributeError):
        return unread(error)
    found = _CANNOT_AWAIT.search(str(error))
    trace = error.__traceback__
    in_brackets = isinstance(error, TypeError) and "async_generator" in str(error)
    other = next((given for given in _GIVEN_UP if isinstance(error, given[0]) and given[1].search(str(error))), None)
    if trace is None or (found is None and not in_brackets and other is None):
        return None
    frames = [(frame.f_code, line) for frame, line in walk_tb(trace)]
    folder = Path(rule.co_filename).parent
    code, line = frames[-1]
    for written, at in frames:  # the author's own line, not one within a library that they await
        if Path(written.co_filename).parent == folder:
            code, line = written, at
    text = linecache.getline(code.co_filename, line).strip()
    if other is not None:
        _, _, kind_of_error, problem, remedy = other
        return kind_of_error(
            rule.co_name,
            f"{problem}{f': `{text}`' if text else ''}.",
            remedy=remedy,
            file=code.co_filename,
            line=line,
        )
    if found is None:
        return RuleError(
            rule.co_name,
            f"{error}, since its awaits are in round brackets{f': `{text}`' if text else ''}.",
            remedy="Write a list, `[await ... for ...]`: what is awaited cannot be handed on one by one.",
            file=code.co_filename,
            line=line,
        )
    kind = found[1] or found[2]
    return RuleError(
        rule.co_name,
        f"awaits what cannot be awaited, a value of type {kind}{f', in `{text}`' if text else ''}.",
        remedy=_AWAIT_INSTEAD.get(
            kind,
            "Await roll(...), choose(...), note(...), a rule or an `async def`; "
            "a plain function is called without await.",
        ),
        file=code.co_filename,
        line=line,
    )


class MostOfNothing(RuleError, ValueError):
    """A rule takes the most or the least of nothing."""


_GIVEN_UP: Final[tuple[tuple[type[Exception], re.Pattern[str], type[RuleError], str, str], ...]] = (
    (
        RuntimeError,
        re.compile(r"cannot reuse already awaited coroutine"),
        RuleError,
        "awaits the same coroutine twice",
        "Call the function again for each await: `await name(...)`.",
    ),
    (
        ValueError,
        re.compile(r"^(max|min)\(\) (arg is an empty sequence|iterable argument is empty)$"),
        MostOfNothing,
        "takes the most or the least of nothing",
        "Say what it is then: `max(faces, default=0)`.",
    ),
)

_AWAIT_INSTEAD = {
    "Rule": "Call the rule: `await name(...)`.",
    "function": "Write the function as `async def`, and call it: `await name(...)`.",
    "Sequel": "Return it instead: `return first(...).then(...)`.",
    **dict.fromkeys(["Die", "Pool", "Sum", "Count", "Binary"], "Roll it: `await roll(...)`."),
}


def _error(code: CodeType, problem: str, remedy: str) -> RuleError:
    return RuleError(code.co_name, problem, remedy=remedy, file=code.co_filename, line=code.co_firstlineno)


def _file_line(function: Any) -> tuple[str, int]:
    code = function.__code__
    return code.co_filename, code.co_firstlineno
