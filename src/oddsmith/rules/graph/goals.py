"""Goals: a number for every outcome, whose expectation counts, and the share of gains in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, cast

from flint import fmpq

from oddsmith.errors import OddsmithError
from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open
from oddsmith.rules.linalg.linear import rational

#: A number (or yes/no) for every outcome.
Goal: TypeAlias = Callable[[Any], "int | Fraction"]


@dataclass(frozen=True)
class AtLeast:
    """The goal of an integer outcome of k or more, where `lambda n: n >= k` is the same. Where gains add up around a
    loop, the total need not be followed further once k is reached."""

    k: int

    def __call__(self, outcome: int) -> bool:
        return outcome >= self.k

    @property
    def question(self) -> Goal:
        """The same as an expression of the outcome, whose source can be read."""
        k = self.k
        return lambda outcome: outcome >= k


@dataclass(frozen=True)
class Linear:
    """A goal to which a gain of 1 (`1 + call`) adds `per_gain`, whatever the outcome; 0 if it does not care for gains.

    It can be used where gains have no bound, which Oddsmith cannot see of a function.
    """

    of: Goal
    per_gain: int | Fraction

    def __call__(self, outcome: Any) -> int | Fraction:
        return self.of(outcome)


@dataclass(frozen=True)
class Bounded:
    """A goal that is the same wherever a number of the outcome is `beyond` or more.

    It can be used where `AtLeast` can, and the whole total is still known. number: what a gain of 1 adds `per_gain` to,
    which is more than 0.
    """

    of: Goal
    number: Goal
    per_gain: int | Fraction
    beyond: int | Fraction

    def __call__(self, outcome: Any) -> int | Fraction:
        return self.of(outcome)


def itself(outcome: Any) -> Any:
    """Ask an outcome for no more than what it is."""
    return outcome


class NoNumber(OddsmithError, TypeError):
    """A goal is no number for an outcome, or an outcome is none and there is no goal."""

    code = "no-number"

    def __init__(self, outcome: object, value: object, *, given: bool) -> None:
        message = f"The goal of the outcome {outcome!r} is {value!r}" if given else f"The outcome {outcome!r}"
        super().__init__(
            f"{message}{',' if given else ' is'} no number.",
            remedy="A goal is needed: give a goal that turns every outcome into an int, bool or Fraction, such as "
            f"`best(call, lambda outcome: outcome == {outcome!r})`.",
        )


def per_gain(goal: Goal | None) -> fmpq | None:
    """The amount that a gain of 1 adds to a goal; None where that is not known. No goal means the outcome itself."""
    if goal is None:
        return fmpq(1)
    return rational(goal.per_gain) if isinstance(goal, Linear) else None


def end_values(graph: Graph, goal: Goal | None) -> dict[int, fmpq]:
    """The value of every end node; probability that was not resolved counts 0.

    Raises NoNumber when the goal of an outcome is no int or Fraction.
    """
    return {node: end_value(outcome, goal) for node, outcome in graph.ends.items()}


def end_value(outcome: Hashable, goal: Goal | None) -> fmpq:
    """The value of an outcome; see `end_values`."""
    if outcome is UNRESOLVED:
        value: Any = 0
    elif isinstance(outcome, Open):
        value = outcome.distribution.mean if goal is None else outcome.distribution.map(goal).mean
    else:
        value = outcome if goal is None else goal(cast(Any, outcome))
    if not isinstance(value, (int, Fraction)):
        raise NoNumber(outcome, value, given=goal is not None)
    return rational(value)
