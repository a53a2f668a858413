"""Requests, which a rule awaits, and steps, as which it may go on.

A rule awaits requests and knows nothing of who answers them: an interpreter (`play`, `odds`, `best`, `simulate`,
`explore`) does. There are four ways to answer one, each a class to derive from, and interpreters know no more:

- `ChanceRequest`: a draw (`rolls.Roll`),
- `DecisionRequest`: people (`choices.Choice`, `simultaneous.SimultaneousChoice`),
- `Remark`: nobody, since nothing is asked (`notes.Note`),
- `Call`: another rule, whose outcome is the answer.

A new kind of request derives from one of them in a module of its own, and nothing else changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Request(Generic[T_co]):
    """Something a rule may await. Equal requests are answered alike.

    An *answer* is what is remembered and shown of it (`Decision.known`); the rule is handed its `value`.
    """

    __slots__ = ()

    def __await__(self) -> Generator[Request[Any], Any, T_co]:
        answer: T_co = yield self
        return answer

    def value(self, answer: Any) -> Any:
        """The value that the rule is handed for an answer."""
        return answer


class Countable(Protocol):
    """Outcomes to which gains can be added: integers, and your own that know how to add an integer."""

    def __add__(self, k: int, /) -> Self: ...


class Step(Generic[T_co]):
    """Something a rule may return to go on as it, plus a constant gain: `return k + step`."""

    __slots__ = ("gain",)
    gain: int

    @abstractmethod
    def with_gain(self, gain: int) -> Any:
        """The same step with another gain."""

    def bare(self) -> Self:
        """The same step without its gain."""
        bare: Self = self if self.gain == 0 else self.with_gain(0)
        return bare

    def __add__(self: S, k: int) -> S:
        raised: S = self.with_gain(self.gain + k)
        return raised

    __radd__ = __add__


S = TypeVar("S", bound=Step[Countable])


class AwaitableStep(Step[T_co], Request[T_co]):
    """A step that a rule may also await for its outcome."""

    __slots__ = ()


#: The results of a rule with outcomes of type T: an outcome, or a step to go on as.
Then: TypeAlias = T | Step[T]
