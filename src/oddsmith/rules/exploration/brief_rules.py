"""Rules that ask once and return: from their call to where every answer leads in one go.

Most rules of games are so, and most states are calls of them. What is less plain is left to `Branches`, from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS
from oddsmith.rules.compile.engines import ONCE
from oddsmith.rules.exploration.deciding import decisions
from oddsmith.rules.exploration.frames import Stack, back
from oddsmith.rules.exploration.nodes import Edge, Edges, Nodes
from oddsmith.rules.exploration.straight import leads_to, runs_again, straight
from oddsmith.rules.graph.graph import UNRESOLVED
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import Choice
from oddsmith.rules.language.driver import Coroutines, unsteady
from oddsmith.rules.language.leaving import leave
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step
from oddsmith.rules.language.rolls import Roll
from oddsmith.rules.language.slips import OUTCOMES

_FEW: Final = 100  # of more answers, `Branches` counts what they hold
_TRIED: Final = 4  # so many calls of a rule that are less plain, and it is not tried again


class LessPlain(Exception):
    """A rule does not ask once and return, or its outcome has to be looked at."""


class BriefRules:
    """Expands the nodes of an exploration at which calls of such rules begin."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._failed: Counter[Rule[..., Any]] = Counter()

    def expand(self, node: int, call: Call[Any], stack: Stack, *, stays: bool) -> bool:
        """Give a node its edges; False, and nothing done, where that takes more. stays: as `Branches.stays`."""
        nodes = self._nodes
        rule = call.rule
        if rule.engine is not ONCE or nodes.caps is not None or nodes.watch.used or self._failed[rule] >= _TRIED:
            return False
        if nodes.asks_fields if stack is None else type(stack[0]) is State:
            return False
        coroutine = rule.begin(*call.args)
        try:
            request = _onward(coroutine, None)
            if type(request) is Choice and stays and len(request.options) > 1:
                self._decide(node, call, stack, request, coroutine)
            else:
                self._chance(node, call, stack, request, coroutine)
        except StopIteration as end:
            try:
                nodes.lead(node, self._led(end.value, stack))
            except LessPlain:
                self._failed[rule] += 1
                return False
            nodes.setting.work += 1
        except LessPlain:
            leave(coroutine)
            self._failed[rule] += 1
            return False
        return True

    def _decide(
        self, node: int, call: Call[Any], stack: Stack, request: Choice[Any], coroutine: Coroutines
    ) -> None:
        """Give a decision its edges, one an option."""
        nodes = self._nodes
        graph = nodes.graph
        led = self._ways(call, stack, request, request.options, 0, coroutine)
        targets, gains = zip(*led)  # noqa: B905  # of pairs
        graph.targets[node] = targets
        if any(gains):
            graph.gains[node] = gains
        (graph.decisions[node],) = decisions(call, (), request, stack, nodes.frames)
        nodes.setting.work += len(led) + 1

    def _chance(self, node: int, call: Call[Any], stack: Stack, request: Request[Any], coroutine: Coroutines) -> None:
        """Give a node its edges, one for all answers of chance that lead to the same."""
        nodes = self._nodes
        setting = nodes.setting
        if type(request) is Roll:
            found: Any = setting.chances(request)
        elif type(request) is Call and request.rule not in setting.own:
            found = setting.solved.get((request.bare(), AS_IT_IS))
        else:
            found = None
        if type(found) is not list or len(found) > _FEW or found[-1][0] is UNRESOLVED:
            raise LessPlain
        led = self._ways(call, stack, request, [answer for answer, _ in found], request.gain, coroutine)
        if len(led) == 1:
            nodes.lead(node, led[0])
            return
        edges: Edges = {}
        for edge, (_, share) in zip(led, found, strict=True):
            before = edges.get(edge)
            edges[edge] = share if before is None else before + share
        nodes.settle(node, edges)
        nodes.followed(len(led))

    def _ways(
        self,
        call: Call[Any],
        stack: Stack,
        request: Request[Any],
        answers: Iterable[Hashable],
        gain: Any,
        coroutine: Coroutines | None,
    ) -> list[Edge]:
        """Where each answer to the request leads. coroutine: of the rule, which stands there, for the first."""
        begin, args = call.rule.begin, call.args
        led: list[Edge] = []
        for answer in answers:
            running, coroutine = coroutine, None
            if running is None:
                running = begin(*args)
                if _onward(running, None) != request:
                    raise unsteady(call)
            try:
                _onward(running, request.value(answer + gain if gain else answer))
            except StopIteration as end:
                led.append(self._led(end.value, stack))
            else:
                leave(running)
                raise LessPlain
        return led

    def _led(self, value: Any, stack: Stack) -> Edge:
        """Where what the rule returned leads."""
        if type(value) not in OUTCOMES:
            raise LessPlain
        nodes = self._nodes
        led = leads_to(value, stack, nodes)
        if led is not None:
            return led
        if stack is None:
            return nodes.last(value)
        if isinstance(value, Step) or nodes.fields.came(stack, value) is not None:
            raise LessPlain
        (place, known, asked), beyond = back(value, stack), stack[3]
        if not runs_again(place, beyond, nodes):
            raise LessPlain
        onward = straight(place, known, asked, beyond, None, nodes)
        if len(onward) == 2:
            return onward
        if onward[4] is not None:
            onward[4].close()
        raise LessPlain


def _onward(coroutine: Coroutines, value: object) -> Any:
    """The next that is asked for; raises StopIteration where the rule returns."""
    request = coroutine.send(value)
    while isinstance(request, Remark):
        request = coroutine.send(None)
    return request
