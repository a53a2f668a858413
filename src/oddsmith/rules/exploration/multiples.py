"""Calls that are gone on as and taken so many times (`return 2 * call`, `return -call`), and what waits for them.

One such product after the other is one product, so that a rule that goes on as its own opposite has two states. A rule
that goes on as twice itself has no end of them, and no law that could be told: that is refused as soon as it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeAlias, TypeGuard, cast

from oddsmith.errors import RuleError
from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question, Use, scaled
from oddsmith.rules.exploration.frames import Frame, Frames, Stack
from oddsmith.rules.graph.graph import Gain, Graph
from oddsmith.rules.language.calls import Call, Next, Rule, Sequel, multiplied

_FIRST_LOOK: Final = 16  # so many products of one call, at which it is asked whether it leads to greater ones

#: What waits beyond, and what of a gain of the outcome that goes there is a gain of an edge.
Raised: TypeAlias = Callable[[Stack, Any, Rule[..., Any]], tuple[Stack, Gain]]


def multiplies(waiting: object) -> TypeGuard[Next[Any]]:
    """Tell whether what waits for an outcome takes it so many times."""
    return isinstance(waiting, Next) and waiting.rule is multiplied


def asked_by(stack: Stack, outcome: Question) -> Question:
    """The question to the outcome of a call for which a stack waits. outcome: that to the outcome of all."""
    if stack is None:
        return outcome
    waiting = stack[0]
    if multiplies(waiting):
        beyond, times = asked_by(stack[3], outcome).demand, cast(int, waiting.args[0])
        return Question(scaled(beyond, times)) if beyond.use is Use.ADDED else AS_IT_IS
    return waiting.asks if isinstance(waiting, State) else AS_IT_IS


class Multiples:
    """The products that wait in one exploration."""

    def __init__(self, frames: Frames, graph: Graph, index: dict[Any, int]) -> None:
        """Begin. index: the nodes of points."""
        self._frames = frames
        self._graph = graph
        self._index = index
        self._found: dict[Hashable, dict[Frame, int]] = {}  # of calls, and what waits beyond products of them

    def waits_for(self, sequel: Sequel[Any], stack: Stack, raised: Raised) -> tuple[Frame, Gain]:
        """Return what waits for the first call of a sequel, and what the outcome gains. stack: waits for the sequel.
        raised: see `Nodes.raised`.

        Raises RuleError where a call is taken more and more times without end.
        """
        onward, added = sequel.next, sequel.first.gain
        beyond, gain = raised(stack, sequel.gain, onward.rule)
        if onward.rule is not multiplied:
            return self._frames.waits(onward, (), added, beyond), gain
        times: Any = onward.args[0]
        if beyond is not None and multiplies(beyond[0]):
            again: Any = beyond[0].args[0]
            more, times, beyond = (times * added + beyond[2]) * again, times * again, beyond[3]
            added = 0
            beyond, paid = raised(beyond, more, multiplied)
            gain += paid
        found = self._frames.waits(Next(multiplied, (times,)), (), added, beyond)
        self._check(sequel.first.bare(), found, beyond, times)
        return found, gain

    def _check(self, call: Call[Any], frame: Frame, beyond: Stack, times: int) -> None:
        products = self._found.setdefault((call, beyond), {})
        if frame in products:
            return
        products[frame] = times
        number = len(products)
        if number >= _FIRST_LOOK and not number & (number - 1):
            least = min(products, key=lambda found: abs(products[found]) or number)
            greater = {self._index.get((call, (), f)) for f, n in products.items() if abs(n) > abs(products[least])}
            if self._leads(self._index.get((call, (), least)), greater - {None}):
                raise _endless(call)

    def _leads(self, node: int | None, to: set[int | None]) -> bool:
        """Tell whether one node is known to lead to one of others."""
        todo = [] if node is None else [node]
        seen = set(todo)
        while todo:
            for target in self._graph.targets[todo.pop()] or ():
                if target in to:
                    return True
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return False


def _endless(call: Call[Any]) -> RuleError:
    file, line = call.file_line
    return RuleError(
        call.rule.name,
        f"takes its own outcome more and more times without end (at {call!r}), so that its outcomes cannot be listed.",
        remedy="Let it end after so many times: count them in an argument.",
        file=file,
        line=line,
    )
