"""Requests, which a rule awaits, and steps, as which it may go on.

A rule awaits requests and knows nothing of who answers them: an interpreter (`play`, `odds`, `best`, `simulate`,
`explore`) does. There are four ways to answer one, each a class to derive from, and interpreters know no more:

- `ChanceRequest`: a draw (`rolls.Roll`),
- `DecisionRequest`: people (`choices.Choice`, `simultaneous.SimultaneousChoice`),
- `Remark`: nobody, since nothing is asked (`notes.Note`),
- `Call`: another rule, whose outcome is the answer.

A new kind of request derives from one of them in a module of its own, and every interpreter answers it. What machines
and best play know of the kinds here besides (fewer options where some mean the same) only makes them quicker.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator
from numbers import Integral
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from oddsmith.rules.language.unawaited import Unawaited, brief

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_WHOLE: Any = Integral  # of numpy, too


class Request(Unawaited, Generic[T_co]):
    """Something a rule may await. Equal requests are answered alike; a kind of your own may end its `__eq__` with
    `return self.differs_from(other)`, which refuses to compare a request with what may be its answer.

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


class Step(Unawaited, Generic[T_co]):
    """Something a rule may return to go on as it, plus a constant gain: `return k + step`."""

    __slots__ = ("gain",)
    gain: int
    _remedy: ClassVar[str] = "Return it: a rule cannot await it."

    @abstractmethod
    def with_gain(self, gain: int) -> Any:
        """The same step with another gain."""

    def bare(self) -> Self:
        """The same step without its gain."""
        bare: Self = self if type(self.gain) is int and not self.gain else self.with_gain(0)
        return bare

    def __add__(self: S, k: int) -> S:
        if type(k) is not int and not isinstance(k, _WHOLE):
            raise self.unawaited(f"added to {brief(k)}")
        raised: S = self.with_gain(self.gain + k)
        return raised

    __radd__ = __add__

    def __sub__(self: S, k: int) -> S:
        if type(k) is not int and not isinstance(k, _WHOLE):
            raise self.unawaited("calculated with")
        lowered: S = self.with_gain(self.gain - k)
        return lowered

    def __rsub__(self, k: int) -> Any:
        return -self + k

    def __mul__(self, k: int) -> Any:
        """The same step with its outcome taken k times; a roll or a request of your own refuses it."""
        if type(k) is not int and not isinstance(k, _WHOLE):
            raise self.unawaited("calculated with")
        return self.times(int(k))

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self.times(-1)

    def times(self, k: int) -> Any:
        """The same step with its outcome taken k times, where it is a number."""
        raise self.unawaited("calculated with")


S = TypeVar("S", bound=Step[Countable])


class AwaitableStep(Step[T_co], Request[T_co]):
    """A step that a rule may also await for its outcome."""

    __slots__ = ()
    _remedy: ClassVar[str] = Request._remedy


#: The results of a rule with outcomes of type T: an outcome, or a step to go on as.
Then: TypeAlias = T | Step[T]
