"""Rules that ask once and return: from their call to where every answer leads in one go.

Most rules of games are so, and most states are calls of them. Where one does more, or fails, `Branches` begins anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS
from oddsmith.rules.compile.engines import ONCE
from oddsmith.rules.exploration.laws import Needs, Weighted
from oddsmith.rules.exploration.nodes import Edge, Edges, Nodes
from oddsmith.rules.exploration.waiting.frames import Stack, back
from oddsmith.rules.exploration.ways.deciding import decisions
from oddsmith.rules.exploration.ways.straight import PASSED_ON, leads_to
from oddsmith.rules.graph.graph import UNRESOLVED
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import Choice
from oddsmith.rules.language.driver import Coroutines
from oddsmith.rules.language.leaving import leave
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request, Step
from oddsmith.rules.language.rolls import Roll
from oddsmith.rules.language.slips import outcome
from oddsmith.rules.language.unawaited import OUTCOMES

_FEW: Final = 100  # of more answers, `Branches` counts what they hold
_REMARKS: Final = 20  # and more of them
_TRIED: Final = 4  # so many calls of a rule that does more, and it is not tried again

#: A decision, and the end to which each option leads.
Options: TypeAlias = tuple[Choice[Any], list[Edge]]


class _DoesMore(Exception):
    """A rule asks for more, or what it returned has to be looked at."""


class BriefRules:
    """Follows the calls of such rules at which nodes of an exploration begin. stays: as in `Branches`."""

    def __init__(self, nodes: Nodes) -> None:
        self.stays = True
        self._nodes = nodes
        self._capless = nodes.caps is None
        self._plain = self._capless and not nodes.asks_fields
        self._most = min(_FEW, nodes.setting.limit)
        self._did_more: Counter[Rule[..., Any]] = Counter()

    def ways(self, node: int | None, call: Call[Any], stack: Stack, *, decides: bool = False) -> Edges | Options | None:
        """All ways on from a call; None where that takes more, or there is an error to tell of. Raises Needs.

        node: where the call begins; None where it is followed once more. decides: whether decisions are gone past, too.
        """
        nodes, rule = self._nodes, call.rule
        if not self._may_be_brief(call, stack) or nodes.watch.used or self._did_more[rule] >= _TRIED:
            return None
        running = rule.begin(*call.args)
        try:
            try:
                request = running.send(None)
                if isinstance(request, Remark):
                    request = _beyond(request, running)
            except StopIteration as end:
                nodes.setting.work += 1
                return {self._led(running, end.value, stack): None}
            if type(request) is Choice and self.stays and len(request.options) > 1:
                if decides:
                    return request, self._ways(call, stack, request, request.options, running)
                leave(running)
                return None
            answers = self._chances(rule, request)
            led = self._ways(call, stack, request, [answer for answer, _ in answers], running)
        except PASSED_ON:
            leave(running)
            raise
        except Exception:  # noqa: BLE001  # `Branches` meets it too, and tells where
            leave(running)
            self._did_more[rule] += 1
            return None
        nodes.followed(node, len(led))
        edges: Edges = {}
        for edge, (_, share) in zip(led, answers, strict=True):
            before = edges.get(edge)
            edges[edge] = share if before is None else before + share
        return edges

    def decide(self, node: int, call: Call[Any], stack: Stack, options: Options) -> None:
        """Give a decision its edges, one an option."""
        graph, (request, led) = self._nodes.graph, options
        targets, gains = zip(*led)  # noqa: B905  # of pairs
        graph.targets[node] = targets
        if any(gains):
            graph.gains[node] = gains
        (graph.decisions[node],) = decisions(call, (), request, stack, self._nodes.frames)
        self._nodes.setting.work += len(led) + 1

    def _chances(self, rule: Rule[..., Any], request: Request[Any]) -> Weighted:
        """The answers of chance to a rule, which are few. Raises Needs where another rule has to be solved first."""
        setting = self._nodes.setting
        if type(request) is Roll:
            found: Any = setting.chances(request)
        elif type(request) is Call and request.rule not in setting.own and request.rule not in setting.deciding:
            found = setting.solved.get((request.bare(), AS_IT_IS))
            if found is None:
                raise Needs(request.bare(), AS_IT_IS, rule)
        else:
            raise _DoesMore
        if type(found) is not list or not 0 < len(found) <= self._most or found[-1][0] is UNRESOLVED:
            raise _DoesMore
        return found[:1] + found[:0:-1]  # in the order of `Branches`, which keeps the others on a stack

    def _ways(
        self, call: Call[Any], stack: Stack, request: Any, answers: Iterable[Any], running: Coroutines | None
    ) -> list[Edge]:
        """The end to which each answer leads. running: the rule, which stands at the request, for the first of them."""
        begin, args, value = call.rule.begin, call.args, request.value
        gain: Any = None if type(request) is Choice else request.gain
        led: list[Edge] = []
        for answer in answers:
            if running is None:
                running = begin(*args)
                again = running.send(None)
                if (_beyond(again, running) if isinstance(again, Remark) else again) != request:
                    raise _DoesMore
            try:
                _beyond(running.send(value(answer + gain if gain else answer)), running)
            except StopIteration as end:
                led.append(self._led(running, end.value, stack))
            else:
                leave(running)
                raise _DoesMore
            running = None
        return led

    def _led(self, running: Coroutines, value: Any, stack: Stack) -> Edge:
        """The end to which a returned value leads; rules that wait for it are run on, too."""
        nodes = self._nodes
        while True:
            if type(value) not in OUTCOMES:
                outcome(running.cr_code, value)  # type: ignore[attr-defined]
            if (led := leads_to(value, stack, nodes)) is not None:
                return led
            if stack is None:
                return nodes.last(value)
            if isinstance(value, Step) or nodes.fields.came(stack, value) is not None:
                raise _DoesMore
            (place, known, _), stack = back(value, stack), stack[3]
            if known or not self._may_be_brief(place, stack):
                raise _DoesMore
            running = place.rule.begin(*place.args)  # type: ignore[union-attr]
            nodes.setting.work += 1
            try:
                _beyond(running.send(None), running)
            except StopIteration as end:
                value = end.value
            else:
                leave(running)
                raise _DoesMore

    def _may_be_brief(self, place: Call[Any] | State, stack: Stack) -> bool:
        """Tell whether a rule may be brief, and nothing looks at numbers on the way or at parts of what it returns.

        One that comes with Oddsmith is tried before it is known to be brief.
        """
        engine = place.rule.engine
        if engine is not ONCE and not (engine is None and place.rule.is_built_in):
            return False
        return self._plain if stack is None else self._capless and type(stack[0]) is not State


def _beyond(request: Any, running: Coroutines) -> Any:
    """What a rule asks for beyond remarks, or one remark of very many. Raises StopIteration where it returns."""
    left = _REMARKS
    while left and isinstance(request, Remark):
        left -= 1
        request = running.send(None)
    return request
