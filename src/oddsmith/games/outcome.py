"""The outcome of a rule, read as events and measures: yes/no fields, words in their order, and numbers."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import linecache
import textwrap
import typing
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from oddsmith.errors import RuleError
from oddsmith.games.endings import without_value
from oddsmith.games.marks import Marked, marked
from oddsmith.games.signature import hints_of, refused, words_of
from oddsmith.rules import Reading, Then
from oddsmith.systems.declaration import Event, IsWord, Measure
from oddsmith.systems.fields.names import spoken

Declared = Event[Any] | Measure[Any]


def outcome_type(function: Callable[..., Any]) -> Any:
    """Return the type of what a rule comes to, with its marks; RuleError where that is not said."""
    said = hints_of(function).get("return")
    tree = _text(function)
    if tree is not None and not any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(tree)):
        raise refused(function, "never returns an outcome.", "End it with `return`, and what comes of it.")
    line = 0 if tree is None or said in (None, type(None)) else without_value(tree)
    if line:
        code = inspect.unwrap(function).__code__
        raise RuleError(
            function.__name__,
            "may come to its end here without an outcome.",
            remedy="Let every way through the rule end with `return`, and with what its `->` says.",
            file=code.co_filename,
            line=code.co_firstlineno + line - 1,
        )
    if said is None or said is type(None):
        raise refused(
            function,
            "says nothing of its outcome.",
            "Write what it returns: `-> bool`, `-> int`, or `-> ` a frozen dataclass.",
        )
    return typing.get_args(said)[0] if typing.get_origin(said) is Then else said


def declared(function: Callable[..., Any], kind: Any) -> Iterator[Declared]:
    """Yield the events and measures of an outcome; RuleError for one of which nothing can be asked."""
    plain = marked(kind).type
    if dataclasses.is_dataclass(plain) and isinstance(plain, type):
        if not plain.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise refused(
                function,
                f"its outcome {plain.__name__} can change.",
                "Write `@dataclass(frozen=True)` above it.",
            )
        hints = typing.get_type_hints(plain, include_extras=True)
        for field in dataclasses.fields(plain):
            yield from _of_field(function, field.name, f"outcome.{field.name}", marked(hints[field.name]))
    else:
        if plain is not bool and plain is not int and not words_of(plain):
            raise refused(
                function,
                f"its outcome, {getattr(plain, '__name__', plain)}, is nothing of which odds can be asked.",
                "Return a bool, an int, a word of a Literal, or a frozen dataclass of such fields.",
            )
        yield from _of_field(function, "success" if plain is bool else "total", "outcome", marked(kind))


def _text(function: Callable[..., Any]) -> ast.AsyncFunctionDef | None:
    """Return the text of an async function, read; None where it is not to be had."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return None
    return next((node for node in tree.body if isinstance(node, ast.AsyncFunctionDef)), None)


def _of_field(function: Callable[..., Any], name: str, read: str, kind: Marked) -> Iterator[Declared]:
    words = words_of(kind.type)
    if kind.type is bool:
        yield Event(name, kind.title or spoken(name), reader(read))
    elif words:
        yield from _of_words(reader(read), words)
    elif kind.type is int:
        title = (kind.spent.title if kind.spent else "") or kind.title or spoken(name).lower()
        yield Measure(name, title, reader(read), spends=kind.spent is not None)
    else:
        raise refused(
            function,
            f"field {name!r} of its outcome is neither a yes/no, a whole number nor a word.",
            "Use bool, int or a Literal of words; leave out of the outcome what nobody asks.",
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


def reader(expression: str) -> Callable[[Any], Any]:
    """Return the function of an outcome that is this expression, with a source that can be read like any other."""
    if expression not in _readers:
        file = f"<{expression}>"
        source = f"lambda outcome: {expression}"
        linecache.cache[file] = (len(source), None, [source], file)
        made = eval(compile(source, file, "eval"), {"__name__": __name__})
        assert isinstance(made, FunctionType)
        _readers[expression] = made
    return _readers[expression]


_readers: dict[str, FunctionType] = {}
