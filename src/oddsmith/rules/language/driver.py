"""Running a rule: up to the next thing it asks for, and again from its start with what it was answered before."""

from __future__ import annotations

from collections.abc import Coroutine, Hashable
from typing import Any

from oddsmith.errors import RuleError
from oddsmith.rules.language.requests import Call, Choice, Note, Request, Roll, Secret

_REQUESTS = frozenset((Call, Roll, Choice, Secret, Note))


class Returned:
    """A rule has ended with a value."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


def send(call: Call[Any], coroutine: Coroutine[Request, Any, Any], answer: object) -> Request | Returned:
    """Answer what a rule asked for last; what it asks for next, or its end. RuleError for what nobody can answer."""
    try:
        request = coroutine.send(answer)
    except StopIteration as stop:
        return Returned(stop.value)
    if type(request) not in _REQUESTS:
        raise RuleError(
            call.rule.name,
            f"awaits {request!r}, which no interpreter answers.",
            remedy="Await roll(...), choose(...), note(...) or another rule.",
        )
    return request


def replay(
    call: Call[Any], known: tuple[Hashable, ...], asked: tuple[Request, ...]
) -> tuple[Coroutine[Request, Any, Any], Request | Returned]:
    """Run a rule from its start with what is known already, up to the next thing it asks for.

    asked: what was asked for the latest answers; what came before a sub-rule with decisions is not remembered.
    """
    coroutine = call.start()
    request = send(call, coroutine, None)
    forgotten = len(known) - len(asked)
    for i, answer in enumerate(known):
        while type(request) is Note:
            request = send(call, coroutine, None)
        if type(request) is Returned or (i >= forgotten and request != asked[i - forgotten]):
            raise unsteady(call)
        request = send(call, coroutine, request.value(answer) if isinstance(request, (Choice, Secret)) else answer)
    return coroutine, request


def unsteady(call: Call[Any]) -> RuleError:
    """The error for a rule that does not do the same again."""
    return RuleError(
        call.rule.name,
        f"run again with the same arguments and answers, {call!r} asked for something else or ended otherwise.",
        remedy="A rule must be a pure function of its arguments and of what it awaited: no clocks, no randomness.",
    )
