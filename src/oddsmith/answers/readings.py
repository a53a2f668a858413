"""Answers of events and measures to outcomes, each looked at: a wrong kind of value would come to wrong numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Final

from oddsmith.answers.question import Question
from oddsmith.errors import Moment, RulebookError
from oddsmith.rules.compile.questions import put_to
from oddsmith.rules.language.unawaited import brief
from oddsmith.systems.authoring.outcome import written_at
from oddsmith.systems.declaration import Event, Measure

#: Data of Python; what stands for several numbers at once is not looked into.
DATA: Final = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset)


def kinds_of(declared: Event[Any] | Measure[Any]) -> tuple[tuple[type, ...], str]:
    """Return what an event or a measure must say of an outcome, and that in words."""
    return ((bool,), "yes/no") if isinstance(declared, Event) else ((int, Fraction), "whole number")


def fits(value: object, kinds: tuple[type, ...]) -> bool:
    """Tell whether a value is of one of these kinds, or stands for several numbers at once.

    >>> fits(True, (bool,)), fits(1, (bool,)), fits(None, (bool,))
    (True, False, False)
    """
    return isinstance(value, kinds) or not (value is None or isinstance(value, DATA))


def reading(question: Question, declared: Event[Any] | Measure[Any]) -> Callable[[Any], Any]:
    """Return what an event or a measure says of an outcome, as a function that raises RulebookError for a wrong kind.

    Errors of what was said by the author of a game know of which outcome they came.
    """
    of = declared.holds if isinstance(declared, Event) else declared.of
    kinds, words = kinds_of(declared)
    return partial(_read, question, declared.name, of, kinds, words)


def _read(
    question: Question, name: str, of: Callable[[Any], Any], kinds: tuple[type, ...], words: str, outcome: Any
) -> Any:
    value = question.read(of, outcome)
    if fits(value, kinds):
        return value
    asked = question.call()
    of_rule = put_to(asked)
    call = asked if of_rule is None else of_rule
    file, line = call.rule.file_line
    told, stood = f"{name} must be a {words}, and is {brief(value)}.", Moment(call.rule.name, repr(call), file, line)
    remedy = (
        "Return True or False, such as a comparison." if kinds == (bool,) else "Divide with `//`, or by `Fraction`."
    )
    if value is None:
        remedy = "Let every way through end with `return`, and with what its `->` says."
    if outcome is not None:
        file, line = _written(question, name, file) or (file, line)
    raise RulebookError(file, told, line=line, remedy=remedy, moment=stood)


def _written(question: Question, name: str, file: str) -> tuple[str, int] | None:
    """Return where the function of an event or a measure is written; None where it is a field of the outcome."""
    action = question.system.action(question.action.name)
    every = {each.name: each.holds for each in action.events} | {each.name: each.of for each in action.measures}
    return written_at(every[name], file) if name in every else None
