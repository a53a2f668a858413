"""Frames: rules that wait for the outcome of a sub-rule explored with everything after it in view."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from oddsmith.errors import RuleError
from oddsmith.rules.compile.activation import State
from oddsmith.rules.language.calls import Call, Next
from oddsmith.rules.language.requests import Request

DEPTH_LIMIT = 1_000  # how many rules may wait for each other

#: The waiting call and what it knew (or its state, or the `Next` that goes on and knows nothing), the gain of the
#: sub-rule so far, what waits beyond, depth.
Frame: TypeAlias = tuple["Call[Any] | State | Next[Any]", tuple[Hashable, ...], int, Any, int]
Stack: TypeAlias = Frame | None


def back(value: Any, stack: Frame) -> tuple[Call[Any] | State, tuple[Hashable, ...], tuple[Request[Any], ...]]:
    """The point at which play goes on when a sub-rule has come to its outcome; what waits beyond is left out."""
    waiting, known, gain, _, _ = stack
    outcome = value + gain if gain else value
    if isinstance(waiting, Next):
        return waiting.call(outcome), (), ()
    return waiting, (*known, outcome), ()


def waits(waiting: Call[Any] | State | Next[Any], known: tuple[Hashable, ...], gain: int, stack: Stack) -> Frame:
    """One more that waits; RuleError when too many do."""
    depth = 1 if stack is None else stack[4] + 1
    if depth > DEPTH_LIMIT:
        raise endless_await(waiting)
    return waiting, known, gain, stack, depth


def raised(stack: Frame, gain: int) -> Frame:
    """The same with more gained by the sub-rule."""
    if not gain:
        return stack
    call, known, so_far, beyond, depth = stack
    return call, known, so_far + gain, beyond, depth


def endless_await(call: Call[Any] | State | Next[Any]) -> RuleError:
    """The error for a rule that awaits itself again and again."""
    return RuleError(
        call.rule.name,
        f"awaits itself without end (at {call!r}).",
        remedy="Go on as the call instead: `return other(args)` or `return 1 + other(args)`, without await.",
    )


class Decides(Exception):
    """The sub-rule under exploration offers a decision, so it cannot be solved by itself."""
