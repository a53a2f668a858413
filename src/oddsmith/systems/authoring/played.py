"""An action of a game: a function with what was said of it beside it, and what calls it for what is entered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypedDict

from oddsmith.rules import Call, Rule, choose
from oddsmith.systems.authoring.signature import Parameter, refused
from oddsmith.systems.declaration import AllAtOnce, OneRule


class Said(TypedDict, total=False):
    """Keywords of an action, beside its function; see `Game.action`."""

    title: str
    leading: str
    decides: str
    aiming: str
    example: str
    facts: Callable[..., Mapping[str, Any]]
    warnings: Callable[..., Iterable[str]]
    phrases: Mapping[str, str]
    chance: bool
    at_once: bool


@dataclass(frozen=True)
class Played:
    """A function that is an action. made: what it is called by. said: what was said of it beside it."""

    function: Callable[..., Any]
    made: Callable[..., Call[Any]]
    parameters: tuple[Parameter, ...]
    outcome: Any
    said: Said

    @property
    def name(self) -> str:
        """Its name as people type it."""
        return self.function.__name__.replace("_", "-")

    def given(self, entered: Any, rules: Any, asked: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return its arguments."""
        return {each.name: each.value(entered, rules, asked) for each in self.parameters}


@dataclass(frozen=True)
class _Telling(OneRule[Any, Any, Any]):
    """One rule whose function is told what will be asked."""

    played: Played

    def __call__(self, inputs: Any, rules: Any, asked: frozenset[str] = frozenset()) -> Call[Any]:
        return self.played.made(**self.played.given(inputs, rules, asked))


def call_of(played: Played) -> OneRule[Any, Any, Any] | AllAtOnce[Any, Any, Any]:
    """Return the mechanic of an action."""

    def mechanic(entered: Any, rules: Any) -> Call[Any]:
        return played.made(**played.given(entered, rules))

    if played.said.get("at_once", False):
        return AllAtOnce(mechanic)
    told = any(each.is_asked for each in played.parameters)
    return _Telling(mechanic, played) if told else OneRule(mechanic)


def told(played: Played, function: Callable[..., Any] | None, nothing: Any) -> Callable[[Any, Any], Any]:
    """Return a function of some parameters of an action as one of its inputs and house rules."""
    if function is None:
        return lambda entered, rules: nothing
    names = inspect.signature(function).parameters
    unknown = next((name for name in names if name not in [each.name for each in played.parameters]), None)
    if unknown is not None:
        there = ", ".join(each.name for each in played.parameters)
        raise refused(function, f"{unknown!r} is no parameter of {played.function.__name__}.", f"Allowed: {there}.")

    def of_inputs(entered: Any, rules: Any) -> Any:
        given = played.given(entered, rules)
        return function(**{name: given[name] for name in names})

    return of_inputs


def chooses(function: Callable[..., Any]) -> bool:
    """Tell whether somebody decides in a rule, or in what it calls by a global name."""
    seen: set[CodeType] = set()
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop()
        code = each.__code__
        if code in seen:
            continue
        seen.add(code)
        for name in code.co_names:
            value = each.__globals__.get(name)
            if value is choose:
                return True
            if isinstance(value, Rule):
                waiting.append(value.function)
            elif hasattr(value, "__code__") and getattr(value, "__module__", "") == each.__module__:
                waiting.append(value)
    return False
