"""The outcome of a rule, read as events and measures: yes/no fields, words in their order, and numbers."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import linecache
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache, partial
from types import FunctionType
from typing import Any

from oddsmith.errors import RuleError
from oddsmith.rules import Call, Reading, Then
from oddsmith.rules.language.code_slips.endings import without_value
from oddsmith.systems.authoring.hints import hints_of, hints_of_fields, refused
from oddsmith.systems.authoring.marks import Asked, Cost, Marked, Number, Spent, Unasked, YesNo, marked
from oddsmith.systems.authoring.parameter import words_of
from oddsmith.systems.declaration import Event, IsWord, Measure
from oddsmith.systems.fields.names import spoken
from oddsmith.systems.sheets import Change

Declared = Event[Any] | Measure[Any]
#: The changes of sheets by a number of an outcome or a price, as was said of it.
Changes = Callable[["Number | Cost"], tuple[Change, ...]]


def outcome_type(function: Callable[..., Any]) -> Any:
    """Return the type of what a rule comes to, with its marks; RuleError where that is not said."""
    said = hints_of(function).get("return")
    if said is None or said is type(None):
        raise refused(
            function,
            "says nothing of its outcome.",
            "Write what it returns: `-> bool`, `-> int`, or `-> ` a frozen dataclass.",
        )
    return typing.get_args(said)[0] if typing.get_origin(said) in (Then, Call) else said


def check_returns(function: Callable[..., Any]) -> None:
    """Raise RuleError where a rule does not return what comes of it, on some way or at all."""
    said = hints_of(function).get("return")
    tree = _text(function)
    if tree is not None and not any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(tree)):
        raise refused(function, "never returns an outcome.", "End it with `return`, and what comes of it.")
    line = without_value(tree) if isinstance(tree, ast.AsyncFunctionDef) and said not in (None, type(None)) else 0
    if line:
        code = inspect.unwrap(function).__code__
        raise RuleError(
            function.__name__,
            "may come to its end here without an outcome.",
            remedy="Let every way through the rule end with `return`, and with what its `->` says.",
            file=code.co_filename,
            line=line,
        )


def declared(function: Callable[..., Any], kind: Any, changes: Changes) -> Iterator[Declared]:
    """Yield the events and measures of an outcome; RuleError for one of which nothing can be asked."""
    if marked(kind).find(type(Unasked)) is not None:
        return
    plain = marked(kind).type
    kinds = kinds_of(plain)
    records = [each for each in kinds if _is_record(each)]
    if records and {*kinds} - {*records} <= {int}:
        yield from _of_records(function, records, int in kinds, changes)
    else:
        if plain is not bool and plain is not int and not words_of(plain):
            raise refused(
                function,
                f"its outcome, {getattr(plain, '__name__', plain)}, is nothing of which odds can be asked.",
                "Return a bool, an int, a word of a Literal, or a frozen dataclass of such fields.",
            )
        number = marked(kind).find(Number) or Number("")
        name = "success" if plain is bool else number.name or "total"
        yield from _of_field(function, name, reader("outcome"), marked(kind), changes)


def kinds_of(kind: Any) -> tuple[Any, ...]:
    """Return the types of which something has one.

    >>> kinds_of(int | str), kinds_of(int)
    ((<class 'int'>, <class 'str'>), (<class 'int'>,))
    """
    return typing.get_args(kind) if typing.get_origin(kind) in (typing.Union, types.UnionType) else (kind,)


def _is_record(kind: Any) -> bool:
    """Tell whether something is a class of values with fields."""
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))


def _of_records(
    function: Callable[..., Any], records: Sequence[Any], or_int: bool, changes: Changes
) -> Iterator[Declared]:
    """Yield what can be asked of an outcome of one of these classes, or of the one number that it may be instead."""
    found: dict[str, list[Marked]] = {}
    for kind in records:
        made_as = getattr(kind, "__dataclass_params__", None)
        if made_as is not None and not made_as.frozen:
            raise refused(
                function, f"its outcome {kind.__name__} can change.", "Write `@dataclass(frozen=True)` above it."
            )
        hints = hints_of_fields(function, kind)
        for name in getattr(kind, "_fields", None) or [field.name for field in dataclasses.fields(kind)]:
            kept = marked(hints[name])
            if kept.find(type(Unasked)) is None:
                found.setdefault(name, []).append(kept)
    gaining = [name for name, (kept, *_) in found.items() if kept.per_gain]
    is_told = Asked in hints_of(function).values()
    unsaid = {name for name, each in found.items() if is_told and all(map(_may_be_nothing, each))}
    if or_int and len(gaining) != 1 and unsaid != {*found}:
        remedy = "Write `Number(..., per_gain=1)` at that field, since it is what a number adds to, and at no other."
        raise refused(function, "its outcome may be a number, and it is not plain which of its fields that is.", remedy)
    for name, each in found.items():
        if len(each) < len(records):
            remedy = "Mark it `Unasked` and write a function for it, or let all of them have it."
            raise refused(function, f"field {name!r} is not in all outcomes that it may have.", remedy)
        part: Callable[[Any], Any] = reader(f"outcome.{name}")
        kept = each[0]
        if name in unsaid:
            kept, part = replace(kept, type=_something(kept.type)), partial(_as_asked, name)
        elif or_int and name in gaining:
            part = partial(_number, tuple(records), part)
        yield from _of_field(function, name, part, kept, changes)


def _may_be_nothing(kind: Marked) -> bool:
    return types.NoneType in typing.get_args(kind.type)


def _something(kind: Any) -> Any:
    """Return a type that may be nothing without that."""
    return typing.Union[tuple(each for each in typing.get_args(kind) if each is not types.NoneType)]  # noqa: UP007


def _as_asked(name: str, outcome: Any) -> Any:
    """Return a part of an outcome that has only what was asked; a number that was asked alone is all of it.

    Reading what was not asked raises LookupError.
    """
    if isinstance(outcome, int):
        return outcome
    value = getattr(outcome, name)
    if value is None:
        raise LookupError(f"{name} was not asked")
    return value


def _number(records: tuple[type, ...], part: Callable[[Any], Any], outcome: Any) -> Any:
    """Return the number that an outcome has as a part, or is."""
    return part(outcome) if isinstance(outcome, records) else outcome


_Function = ast.AsyncFunctionDef | ast.FunctionDef


def _text(function: Callable[..., Any]) -> _Function | None:
    """Return the text of a function, read; None where it is not to be had."""
    code = inspect.unwrap(function).__code__
    try:
        return _functions("".join(linecache.getlines(code.co_filename))).get(code.co_firstlineno)
    except SyntaxError:
        return None


@lru_cache(maxsize=16)
def _functions(text: str) -> dict[int, _Function]:
    """The functions of a text by their first lines, which are those of their decorators."""
    found = [node for node in _statements(ast.parse(text)) if isinstance(node, _Function)]
    return {min([each.lineno, *[line.lineno for line in each.decorator_list]]): each for each in found}


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements within one, whatever they stand in."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, name, ()):
            yield each
            yield from _statements(each)


def _of_field(
    function: Callable[..., Any], name: str, part: Callable[[Any], Any], kind: Marked, changes: Changes
) -> Iterator[Declared]:
    words = words_of(kind.type)
    paid = kind.find(Spent) is not None
    if paid and (kind.find(Number) is not None or not {*kinds_of(kind.type)} <= {int, Fraction}):
        remedy = "Write `Spent` alone, at an int; what it does to sheets goes by the input of its name."
        raise refused(function, f"field {name!r} of its outcome is `Spent` and something else.", remedy)
    if kind.type is bool:
        told = kind.find(YesNo) or YesNo()
        more_told = {each.name: getattr(told, each.name) for each in dataclasses.fields(told) if each.name != "title"}
        yield Event(name, told.title or kind.title or spoken(name), part, **more_told)
    elif words:
        yield from _of_words(part, words)
    elif {*kinds_of(kind.type)} <= {int, Fraction}:
        spent, said = kind.find(Spent), kind.find(Number) or Number("")
        more = spent or said
        yield Measure(
            said.name or name,
            (spent.title if spent else "") or said.title or kind.title or spoken(name).lower(),
            part,
            spends=spent is not None,
            most=spent.most if spent else None,
            per_gain=more.per_gain,
            one=said.one,
            also=more.also,
            changes=changes(said),
        )
    else:
        raise refused(
            function,
            f"field {name!r} of its outcome is neither a yes/no, a number nor a word.",
            "Use bool, int, Fraction or a Literal of words; leave out of the outcome what nobody asks.",
        )


def _of_words(part: Callable[[Any], Any], words: tuple[str, ...]) -> Iterator[Event[Any]]:
    """Yield an event for each word or a better one, but for the worst and the best; then one for each, of two the
    better first: what is asked first says most.
    """
    names = [word.replace(" ", "_").replace("-", "_") for word in words]
    for place in range(1, len(words) - 1):
        title = f"{spoken(words[place])} or better"
        holds = Reading(part, reader(f"outcome in {words[place:]!r}"))
        also = (f"at least {words[place]}",)
        yield Event(f"{names[place]}_or_better", title, holds, also=also, implied_by=tuple(names[place:]))
    each = [*zip(names, words, strict=True)]
    for name, word in reversed(each) if len(words) == 2 else each:
        best = (f"{word} or better",) if word == words[-1] else ()
        yield Event(name, spoken(word), IsWord(part, reader(f"outcome == {word!r}")), also=best)


def parted(function: Callable[..., Any], rules: Any = None) -> Callable[[Any], Any]:
    """Return a function of an outcome as what it says of a part of it: that it is, is not, or compares so.

    So functions that read the same part are asked together. rules: the house rules, where it takes them too.
    """
    code = inspect.unwrap(function).__code__
    outcome, *more = code.co_varnames[: code.co_argcount]
    tree = _text(function)
    said = tree.body[-1] if tree is not None else None
    value = said.value if isinstance(said, ast.Return) else None
    denied = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    of = value.operand if isinstance(value, ast.UnaryOp) and denied else value
    if isinstance(of, ast.Attribute) and _names(of) == {outcome} and _plain(of):
        part = _of_outcome(of, outcome)
        return _said_by(function, Reading(part, reader("not outcome")) if denied else part)
    if isinstance(value, ast.Compare):
        (of, *others) = [value.left, *value.comparators]
        known = _ranks(function) | ({more[0]: rules} if more else {})
        if _names(of) == {outcome} and all(_names(each) <= known.keys() for each in others) and _plain(value):
            bounds = [eval(ast.unparse(each), {"__builtins__": {}}, known) for each in others]
            numbers = [int(bound) if isinstance(bound, IntEnum) else bound for bound in bounds]
            compared = ast.Compare(ast.Name("outcome"), value.ops, [ast.Constant(number) for number in numbers])
            return _said_by(function, Reading(_of_outcome(of, outcome), reader(ast.unparse(compared))))
    return numbered(function, rules)


def _ranks(function: Callable[..., Any]) -> dict[str, Any]:
    """The kinds of ranks that a function knows by name, and the ranks that it holds from around it."""
    module = inspect.unwrap(function).__globals__
    kinds = {name: module.get(name) for name in inspect.unwrap(function).__code__.co_names}
    held = inspect.getclosurevars(inspect.unwrap(function)).nonlocals
    known = {name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, IntEnum)}
    return known | {name: value for name, value in held.items() if isinstance(value, IntEnum)}


def _said_by(function: Callable[..., Any], made: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Keep of which function something was made, so that an error in it has a line."""
    _functions_of[inspect.unwrap(function).__code__.co_filename, made] = function
    return made


def written_at(made: Callable[[Any], Any], file: str) -> tuple[str, int] | None:
    """Return the file and the line of the function of an outcome of which that was made; None for another's."""
    function: Any = _functions_of.get((file, made), made)
    if isinstance(function, partial) and function.func is _ruled:
        (function, _) = function.args
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (file, code.co_firstlineno) if code is not None and code.co_filename == file else None


_functions_of: dict[tuple[str, Callable[[Any], Any]], Callable[..., Any]] = {}


def numbered(function: Callable[..., Any], rules: Any) -> Callable[[Any], Any]:
    """Return a function of an outcome, and maybe of the house rules, as one of the outcome."""
    return partial(_ruled, function, rules) if inspect.unwrap(function).__code__.co_argcount > 1 else function


def _of_outcome(of: ast.expr, outcome: str) -> Callable[[Any], Any]:
    of = of if outcome == "outcome" else deepcopy(of)
    for node in ast.walk(of):
        if isinstance(node, ast.Name) and node.id == outcome:
            node.id = "outcome"
    return reader(ast.unparse(of))


def _names(node: ast.AST) -> set[str]:
    """The names in an expression."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _plain(said: ast.expr) -> bool:
    """Tell whether nothing can go wrong in an expression: there are fields, numbers, sums and products alone."""
    parts = [each for each in ast.walk(said) if isinstance(each, ast.expr | ast.operator)]
    return all(isinstance(each, _PLAIN) for each in parts)


_PLAIN = (ast.Attribute, ast.Name, ast.Constant, ast.Compare, ast.BinOp, ast.Add, ast.Sub, ast.Mult)


def _ruled(function: Callable[..., Any], rules: Any, outcome: Any) -> Any:
    return function(outcome, rules)


def reader(expression: str) -> Callable[[Any], Any]:
    """Return the function of an outcome that is this expression, with a source that can be read like any other."""
    if expression not in _readers:
        file = f"<of an outcome: {expression}>"
        source = f"lambda outcome: {expression}"
        linecache.cache[file] = (len(source), None, [source], file)
        made = eval(compile(source, file, "eval"), {"__name__": __name__})
        assert isinstance(made, FunctionType)
        _readers[expression] = made
    return _readers[expression]


_readers: dict[str, FunctionType] = {}
