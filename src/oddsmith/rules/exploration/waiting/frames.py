"""Frames: rules that wait for the outcome of a sub-rule explored with everything after it in view."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from oddsmith.errors import RuleError
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.engines import asks, call_and_answers
from oddsmith.rules.language.calls import Call, Next
from oddsmith.rules.language.exactly import answers_exactly
from oddsmith.rules.language.requests import Request

DEPTH_LIMIT = 1_000  # how many rules may wait for each other


class Frame(tuple[Any, ...]):
    """The waiting call and what it knew (or its state, or the `Next` that goes on and knows nothing), the gain of the
    sub-rule so far, what waits beyond, depth.

    Of equal frames there is but one (see `Frames`), so that they are told apart by identity however deep they are.
    """

    __slots__ = ()
    __hash__ = object.__hash__
    __eq__, __ne__ = object.__eq__, object.__ne__
    __lt__, __le__, __gt__, __ge__ = object.__lt__, object.__le__, object.__gt__, object.__ge__  # type: ignore[operator]


Stack: TypeAlias = Frame | None


def back(value: Any, stack: Frame) -> tuple[Call[Any] | State, tuple[Hashable, ...], tuple[Request[Any], ...]]:
    """The point at which play goes on when a sub-rule has come to its outcome; what waits beyond is left out."""
    waiting, known, gain, _, _ = stack
    outcome = value + gain if gain else value
    if isinstance(waiting, Next):
        return waiting.call(outcome), (), ()
    return waiting, (*known, outcome), ()


_Place: TypeAlias = tuple[Any, tuple[Hashable, ...]]
_Within: TypeAlias = tuple[tuple[_Place, ...], tuple[_Place, ...], bool]


class Frames:
    """All frames of an exploration."""

    __slots__ = ("_found", "_within")

    def __init__(self) -> None:
        self._within: dict[Stack, _Within] = {None: ((), (), False)}
        self._found: dict[tuple[Any, tuple[Hashable, ...], int, Stack], Frame] = {}

    def waits(
        self, waiting: Call[Any] | State | Next[Any], known: tuple[Hashable, ...], gain: int, stack: Stack
    ) -> Frame:
        """One more that waits; RuleError when too many do."""
        key = (waiting, answers_exactly(known), gain, stack)
        found = self._found.get(key)
        if found is None:
            depth = 1 if stack is None else stack[4] + 1
            if depth > DEPTH_LIMIT:
                raise endless_await(waiting)
            found = self._found[key] = Frame((waiting, known, gain, stack, depth))
        return found

    def raised(self, stack: Frame, gain: int) -> Frame:
        """The same with more gained by the sub-rule."""
        if not gain:
            return stack
        waiting, known, so_far, beyond, _ = stack
        return self.waits(waiting, known, so_far + gain, beyond)

    def within(self, stack: Stack) -> _Within:
        """All that wait but questions, innermost first: as they stand, as people are told; whether there are states."""
        todo: list[Frame] = []
        at = stack
        while at is not None and at not in self._within:
            todo.append(at)
            at = at[3]
        while todo:
            frame = todo.pop()
            standing, told, merges = self._within[frame[3]]
            waiting, known = frame[:2]
            if not asks(waiting.rule):
                standing, told = ((waiting, known), *standing), (call_and_answers(waiting, known), *told)
            self._within[frame] = standing, told, merges or type(waiting) is State
        return self._within[stack]


def outermost(place: Call[Any] | State, stack: Stack) -> Call[Any] | State:
    """The rule that waits for all others but questions, where that is a machine; else the one at a place."""
    while stack is not None:
        if isinstance(stack[0], State) and not asks(stack[0].rule):
            place = stack[0]
        stack = stack[3]
    return place


def endless_await(call: Call[Any] | State | Next[Any]) -> RuleError:
    """The error for a rule that awaits itself again and again."""
    file, line = call.rule.file_line
    return RuleError(
        call.rule.name,
        f"awaits itself without end, or ends only past {DEPTH_LIMIT:,} rules deep, which is too many (at {call!r}).",
        remedy="Go on as the call instead: `return other(args)` or `return 1 + other(args)`, without await.",
        file=file,
        line=line,
    )


class Decides(Exception):
    """The sub-rule under exploration offers a decision, so it cannot be solved by itself."""
