"""All ways on from one state of a rule, up to the next states: every answer to every request is followed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.rules.exploration.frames import Stack, back, raised, waits
from oddsmith.rules.exploration.nodes import AtDecision, Edges, Nodes, Weighted
from oddsmith.rules.exploration.state_limits import too_branched
from oddsmith.rules.graph.graph import UNRESOLVED, Decision
from oddsmith.rules.graph.policies import taken, unanswered
from oddsmith.rules.language.calls import Call, Sequel
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import HALT, Activation, Halt, drive
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest

_Asked: TypeAlias = tuple[Request[Any], ...]
_Pending: TypeAlias = list[tuple[Call[Any], tuple[Hashable, ...], _Asked, Stack, fmpq | None]]


class Needs(Exception):
    """A sub-rule must be solved first."""

    def __init__(self, call: Call[Any]) -> None:
        self.call = call


class Decides(Exception):
    """The sub-rule under exploration offers a decision, so it cannot be solved by itself."""


class Branches:
    """The interpreter of exploration: of the answers to a request it takes one, and the others later.

    is_root: whether what is explored is asked for by itself, rather than solved for another rule.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.is_root = True
        self._nodes = nodes
        self._setting = nodes.setting
        self._edges: Edges = {}
        self._pending: _Pending = []
        self._from: Stack = None
        self._stands: AtDecision | None = None
        # of the branch that is followed now
        self._asked: _Asked = ()
        self._stack: Stack = None
        self._weight: fmpq | None = None

    def follow(
        self,
        call: Call[Any],
        known: tuple[Hashable, ...],
        asked: _Asked,
        stack: Stack,
        activation: Activation | None = None,
    ) -> Edges | AtDecision:
        """All ways on from a point, up to the next call, decision or end; or the decision at which the point stands.

        activation: the rule at that point, where there is one.
        Raises Needs and Decides; StateLimit for too many branches.
        """
        limit = self._setting.limit
        edges: Edges = {}
        pending: _Pending = [(call, known, asked, stack, None)]
        self._edges, self._pending = edges, pending
        self._from = stack
        branches = 0
        while pending:
            call, known, self._asked, self._stack, self._weight = pending.pop()
            branches += 1
            if branches > limit:
                raise too_branched(call, branches, limit)
            drive(activation or Activation(call, known, self._asked), self)
            activation = None
        stands, self._stands = self._stands, None
        return stands or edges

    # -- answers to requests, as `drive` asks for them

    def chance(self, at: Activation, request: ChanceRequest[Any]) -> Any:
        return self._among(at, request, self._setting.chances(request), request.gain)

    def subrule(self, at: Activation, call: Call[Any]) -> Any:
        bare, setting = call.bare(), self._setting
        solved = setting.solved.get(bare)
        if solved is not None:
            return self._among(at, call, solved, call.gain)
        at.close()
        if bare.rule not in setting.deciding:
            raise Needs(bare)
        if not self.is_root:
            raise Decides
        self._lead(self._nodes.node((bare, (), waits(at.call, at.known, call.gain, self._stack))))
        return HALT

    def decision(self, at: Activation, request: DecisionRequest[Any]) -> Any:
        setting = self._setting
        if len(request.options) == 1:
            self._asked = (*self._asked, request)
            return request.options[0]
        if setting.policy is not None and (self.is_root or not setting.in_context):
            ways = taken(decisions(at, request, self._stack), setting.policy)
            return self._among(at, request, [(request.answer(way), share) for way, share in ways])
        if not self.is_root and setting.in_context:
            at.close()
            raise Decides
        if not setting.decisions_stay:
            at.close()
            raise unanswered(decisions(at, request, self._stack)[0])
        stands = AtDecision(at.call, at.known, self._asked, request, at)
        if self._weight is None and not self._edges and not self._pending and self._stack is self._from:
            self._stands = stands
        else:
            self._lead(self._nodes.stand(stands, self._stack))
        return HALT

    def remark(self, at: Activation, remark: Remark) -> None:
        pass

    def returned(self, at: Activation, value: Any) -> None:
        nodes, stack = self._nodes, self._stack
        if isinstance(value, Sequel):
            gain = value.gain if stack is None else 0
            beyond = stack if stack is None else raised(stack, value.gain)
            waiting = waits(value.next, (), value.first.gain, beyond)
            self._lead(nodes.node((value.first.bare(), (), waiting)), gain)
        elif stack is None:
            self._lead(*nodes.last(value))
        elif isinstance(value, Call):
            self._lead(nodes.node((value.bare(), (), raised(stack, value.gain))))
        elif isinstance(value, ChanceRequest):
            with_gain = raised(stack, value.gain)
            for outcome, share in self._setting.chances(value):
                if outcome is UNRESOLVED:
                    self._unresolved(share)
                else:
                    self._pending.append(back(outcome, with_gain, _times(self._weight, share)))
        else:
            self._pending.append(back(value, stack, self._weight))

    # -- branches

    def _among(self, at: Activation, request: Request[Any], answers: Weighted, gain: int = 0) -> Hashable | Halt:
        """The first of these answers; the others are left for later."""
        self._asked = asked = (*self._asked, request)
        weight = self._weight
        first: Hashable = UNRESOLVED
        for answer, share in answers:
            if answer is UNRESOLVED:
                self._unresolved(share)
                continue
            if gain:
                answer = answer + gain  # type: ignore[operator]
            if first is UNRESOLVED:
                first, its_weight = answer, _times(weight, share)
            else:
                self._pending.append((at.call, (*at.known, answer), asked, self._stack, _times(weight, share)))
        if first is UNRESOLVED:
            at.close()
            return HALT
        if len(answers) > 1:
            self._weight = its_weight
        return first

    def _lead(self, target: int, gain: int = 0) -> None:
        """Let the branch end at a node."""
        key, weight = (target, gain), self._weight
        before = self._edges.get(key)
        self._edges[key] = weight if before is None or weight is None else before + weight

    def _unresolved(self, share: fmpq) -> None:
        """Let a part of the branch go to the end of what is not resolved."""
        key, weight = (self._nodes.end(UNRESOLVED), 0), _times(self._weight, share)
        before = self._edges.get(key)
        self._edges[key] = weight if before is None else before + weight


def _times(a: fmpq | None, b: fmpq) -> fmpq:
    return b if a is None else a * b


def decisions(at: Activation | AtDecision, request: DecisionRequest[Any], stack: Stack) -> tuple[Decision, ...]:
    """The decision that a rule asks for, or the decisions that it asks for at once."""
    within: list[Hashable] = []
    while stack is not None:
        within.append((stack[0], stack[1]))
        stack = stack[3]
    choices = request.choices
    people = [choice.who for choice in choices]
    return tuple(
        Decision(c.who, c.options, at.call, at.known, tuple(within), (*people[:i], *people[i + 1 :]))
        for i, c in enumerate(choices)
    )
