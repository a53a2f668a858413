"""Decisions as people see them, made of where a rule stands and of what waits for it; and what a policy answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from flint import fmpq

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.variables import Shared
from oddsmith.rules.exploration.waiting.frames import Frames, Stack
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.policies import Policy, taken
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import DecisionRequest


def decisions(
    place: Call[Any] | State,
    known: tuple[Hashable, ...],
    request: DecisionRequest[Any],
    stack: Stack,
    frames: Frames,
    shared: Shared | None = None,
) -> tuple[Decision, ...]:
    """The decision that a rule asks for, or the decisions that it asks for at once. shared: see `Decision`."""
    standing, told, merges = ((), (), False) if stack is None else frames.within(stack)
    within, key, at = standing, None, place
    made: Callable[..., Decision] = Decision
    if merges or type(place) is State:
        key, within, made = ((place, known), *standing), told, Decision.by_key
        at, known = place.call if isinstance(place, State) else place, ()
    choices = request.choices
    if len(choices) == 1:
        (choice,) = choices
        return (made(choice.who, choice.options, at, known, within, (), key, shared),)
    people = [choice.who for choice in choices]
    return tuple(
        [
            made(c.who, c.options, at, known, within, (*people[:i], *people[i + 1 :]), key, shared)
            for i, c in enumerate(choices)
        ]
    )


def answers_by(policy: Policy, made: Sequence[Decision], request: DecisionRequest[Any]) -> list[tuple[Any, fmpq]]:
    """The answers that a policy gives to a request, each with its share. made: the decisions that it asks for."""
    return [(request.answer(way), share) for way, share in taken(made, policy)]
