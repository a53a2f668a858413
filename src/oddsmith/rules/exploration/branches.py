"""All ways on from one state of a rule, up to the next states: every answer to every request is followed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.demand import Use
from oddsmith.rules.compile.engines import AnyActivation, activation, refuse, shown, standing
from oddsmith.rules.compile.programs import Bust
from oddsmith.rules.compile.source import NotCompiled
from oddsmith.rules.compile.variables import Shared
from oddsmith.rules.exploration.frames import Frame, Stack, back, raised, waits
from oddsmith.rules.exploration.nodes import AtDecision, Edges, Nodes, Weighted
from oddsmith.rules.exploration.state_limits import too_branched
from oddsmith.rules.graph.graph import UNRESOLVED, Decision
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.graph.policies import taken, unanswered
from oddsmith.rules.graph.watched import watched
from oddsmith.rules.language.calls import Call, Next, Sequel
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import HALT, drive
from oddsmith.rules.language.notes import Remark
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest

_Asked: TypeAlias = tuple[Request[Any], ...]


class _Meeting:
    """A state of a rule at which branches have met, on the way from one node to the next. Chance answers there.

    ways: how branches came, each from a meeting before (None for the node) with a probability and a gain from there on.
    """

    __slots__ = ("shares", "ways", "weight")

    def __init__(self) -> None:
        self.ways: list[tuple[_Meeting | None, fmpq | None, int]] = []
        self.shares: list[fmpq | None] = []  # of the ways, from the node on
        self.weight: fmpq | None = None


_Ways: TypeAlias = list[tuple[_Meeting | None, fmpq | None]]
_Pending: TypeAlias = list[tuple[Call[Any] | State, tuple[Hashable, ...], _Asked, Stack, fmpq | None, _Meeting | None]]


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
        self._pending: _Pending = []
        self._meetings: dict[tuple[State, Stack], _Meeting] = {}
        self._ways: dict[tuple[int, int], _Ways] = {}
        self._from: Stack = None
        self._begins = True  # whether the first branch is followed
        self._decided = False  # whether the branches begin with an option taken
        self._gained = False  # whether branches have met after gains
        self._stands: AtDecision | None = None
        # of the branch that is followed now
        self._asked: _Asked = ()
        self._stack: Stack = None
        self._weight: fmpq | None = None  # since its origin
        self._origin: _Meeting | None = None

    def follow(
        self,
        place: Call[Any] | State,
        known: tuple[Hashable, ...],
        asked: _Asked,
        stack: Stack,
        standing: AnyActivation | None = None,
        node: int | None = None,
    ) -> Edges | AtDecision:
        """All ways on from a point, up to the next call, decision or end; or the decision at which the point stands.

        standing: the rule at that point, where there is one. node: the node there.
        Raises Needs and Decides; Refused by a machine; StateLimit for too many branches.
        """
        setting = self._setting
        pending: _Pending = [(place, known, asked, stack, None, None)]
        self._pending, self._meetings, self._ways = pending, {}, {}
        self._from = stack
        self._begins, self._decided, self._gained = True, bool(known), False
        branches = 0
        while pending:
            place, known, self._asked, self._stack, self._weight, self._origin = pending.pop()
            branches += 1
            if branches > setting.limit:
                raise too_branched(place, branches, setting.limit)
            try:
                if standing is None:
                    question = self._nodes.asked(self._stack, node if self._begins else None)
                    standing = activation(place, known, self._asked, question=question, compiled=setting.compiled)
                drive(standing, self)
            except NotCompiled as refused:
                raise refuse(place.rule, refused) from None
            standing = None
            self._begins = False
        stands, self._stands = self._stands, None
        return stands or self._edges()

    def _edges(self) -> Edges:
        """Return the ends of all branches. Branches that met went on as one, with the sum of their probabilities."""
        if not self._meetings:
            return {key: _total([share for _, share in ways]) for key, ways in self._ways.items()}
        if self._gained:
            return self._edges_with_gains()
        waiting = {meeting: len(meeting.ways) for meeting in self._meetings.values()}
        onward: dict[_Meeting | None, list[tuple[_Meeting, fmpq | None]]] = {}
        for meeting in waiting:
            for origin, share, _ in meeting.ways:
                onward.setdefault(origin, []).append((meeting, share))
        settled: list[_Meeting | None] = [None]
        while settled:
            origin = settled.pop()
            weight = None if origin is None else origin.weight
            for meeting, share in onward.get(origin, ()):
                meeting.shares.append(_product(weight, share))
                waiting[meeting] -= 1
                if not waiting[meeting]:
                    meeting.weight = _total(meeting.shares)
                    settled.append(meeting)
        return {
            key: _total([_product(None if origin is None else origin.weight, share) for origin, share in ways])
            for key, ways in self._ways.items()
        }

    def _edges_with_gains(self) -> Edges:
        """The same where branches met after different gains."""
        waiting = {meeting: len(meeting.ways) for meeting in self._meetings.values()}
        onward: dict[_Meeting | None, list[tuple[_Meeting, fmpq | None, int]]] = {}
        for meeting in waiting:
            for origin, share, gain in meeting.ways:
                onward.setdefault(origin, []).append((meeting, share, gain))
        spread: dict[_Meeting | None, dict[int, list[fmpq | None]]] = {meeting: {} for meeting in waiting}
        weights: dict[_Meeting | None, dict[int, fmpq | None]] = {None: {0: None}}
        settled: list[_Meeting | None] = [None]
        while settled:
            origin = settled.pop()
            for meeting, share, gain in onward.get(origin, ()):
                for before, weight in weights[origin].items():
                    spread[meeting].setdefault(before + gain, []).append(_product(weight, share))
                waiting[meeting] -= 1
                if not waiting[meeting]:
                    weights[meeting] = {total: _total(shares) for total, shares in spread[meeting].items()}
                    settled.append(meeting)
        edges: dict[tuple[int, int], list[fmpq | None]] = {}
        for (target, gain), ways in self._ways.items():
            for origin, share in ways:
                for before, weight in weights[origin].items():
                    edges.setdefault((target, before + gain), []).append(_product(weight, share))
        return {key: _total(shares) for key, shares in edges.items()}

    # -- answers to requests, as `drive` asks for them

    def chance(self, at: AnyActivation, request: ChanceRequest[Any]) -> Any:
        return self._among(at, request, self._setting.chances(request), request.gain)

    def subrule(self, at: AnyActivation, call: Call[Any]) -> Any:
        bare, setting = call.bare(), self._setting
        solved = setting.solved.get(bare)
        if solved is not None:
            return self._among(at, call, solved, call.gain)
        if bare.rule not in setting.deciding or not self.is_root:
            at.close()
            raise Decides if bare.rule in setting.deciding else Needs(bare)
        place, known = standing(at, waits=True)
        waiting = waits(place, known, 0, self._stack)
        waiting, gain = self._raised(waiting, call.gain)
        at.close()
        self._lead(self._nodes.node((bare, (), waiting)), gain + self._paid(place))
        return HALT

    def decision(self, at: AnyActivation, request: DecisionRequest[Any]) -> Any:
        setting = self._setting
        if len(request.options) == 1:
            self._asked = (*self._asked, request)
            return request.options[0]
        if setting.policy is not None and (self.is_root or not setting.in_context):
            asked_for = decisions(*standing(at), request, self._stack)
            if not isinstance(setting.policy, Plan):
                asked_for = tuple([watched(decision) for decision in asked_for])
            ways = taken(asked_for, setting.policy)
            return self._among(at, request, [(request.answer(way), share) for way, share in ways])
        if not self.is_root and setting.in_context:
            at.close()
            raise Decides
        if not setting.decisions_stay:
            at.close()
            raise unanswered(decisions(at.call, at.known, request, self._stack)[0])
        place, known = standing(at)
        gain = self._paid(place)
        if gain and isinstance(place, State):
            at.close()
            at = place.resumed()
        stands = AtDecision(place, known, self._asked, request, at)
        if not gain and self._begins and self._weight is None and self._origin is None and self._stack is self._from:
            self._stands = stands
        else:
            self._lead(self._nodes.stand(stands, self._stack), gain)
        return HALT

    def remark(self, at: AnyActivation, remark: Remark) -> None:
        pass

    def returned(self, at: AnyActivation, value: Any) -> None:
        nodes, stack = self._nodes, self._stack
        if isinstance(value, Sequel):
            beyond, gain = (stack, value.gain) if stack is None else self._raised(stack, value.gain)
            waiting = waits(value.next, (), value.first.gain, beyond)
            self._lead(nodes.node((value.first.bare(), (), waiting)), gain)
        elif type(value) is Bust:
            self._lead(nodes.end(value.value, busts=True))
        elif stack is None:
            self._lead(*nodes.last(value))
        elif isinstance(value, Call):
            beyond, gain = self._raised(stack, value.gain)
            self._lead(nodes.node((value.bare(), (), beyond)), gain)
        elif isinstance(value, ChanceRequest):
            with_gain = raised(stack, value.gain)
            for outcome, share in self._setting.chances(value):
                if outcome is UNRESOLVED:
                    self._unresolved(share)
                else:
                    self._pending.append((*back(outcome, with_gain, _times(self._weight, share)), self._origin))
        else:
            self._pending.append((*back(value, stack, self._weight), self._origin))

    # -- gains

    def _raised(self, stack: Frame, gain: int) -> tuple[Frame, int]:
        """What waits for a sub-rule that gained something; and what of it is a gain of the outcome."""
        demand = self._nodes.asked(stack).demand
        if demand.use is Use.ADDED:
            return stack, gain * (demand.times or 0)
        return raised(stack, gain), 0

    def _paid(self, place: Call[Any] | State) -> int:
        """The gain that stands for values of a state that is come to."""
        if isinstance(place, Call) or not place.gain:
            return 0
        self._nodes.paid = True
        return place.gain

    # -- branches

    def _among(self, at: AnyActivation, request: Request[Any], answers: Weighted, gain: int = 0) -> Any:
        """The first of these answers; the others are left for later. A machine waits until equal states have met."""
        if isinstance(at, MachineActivation):
            return self._together(at, answers, gain)
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
                self._pending.append(
                    (at.call, (*at.known, answer), asked, self._stack, _times(weight, share), self._origin)
                )
        if first is UNRESOLVED:
            at.close()
            return HALT
        if len(answers) > 1:
            self._weight = its_weight
        return first

    def _together(self, at: MachineActivation, answers: Weighted, gain: int) -> Any:
        """The only answer; or leave all to the state at which the machine stands, and to whatever else comes there."""
        if len(answers) == 1 and answers[0][0] is not UNRESOLVED:
            answer: Any = answers[0][0]
            return answer + gain if gain else answer
        state, stack = at.state(), self._stack
        paid = self._paid(state)
        at.close()
        begins = self._begins and self._weight is None and self._origin is None and stack is self._from
        if state.recurs and (self._decided or not begins):
            self._lead(self._nodes.node((state, (), stack)), paid)
            return HALT
        self._gained |= paid != 0
        met = self._meetings.get((state, stack))
        if met is not None:
            met.ways.append((self._origin, self._weight, paid))
            return HALT
        met = self._meetings[state, stack] = _Meeting()
        met.ways.append((self._origin, self._weight, paid))
        self._origin, self._weight = met, None
        onward: _Pending = []
        for answer, share in answers:
            if answer is UNRESOLVED:
                self._unresolved(share)
            else:
                known = (answer + gain if gain else answer,)
                onward.append((state, known, (), stack, share, met))
        self._pending += [*onward[1:], *onward[:1]]  # the first is followed first, then the last
        return HALT

    def _lead(self, target: int, gain: int = 0) -> None:
        """Let the branch end at a node."""
        self._ways.setdefault((target, gain), []).append((self._origin, self._weight))

    def _unresolved(self, share: fmpq) -> None:
        """Let a part of the branch go to the end of what is not resolved."""
        key = (self._nodes.end(UNRESOLVED), 0)
        self._ways.setdefault(key, []).append((self._origin, _times(self._weight, share)))


def _product(a: fmpq | None, b: fmpq | None) -> fmpq | None:
    """The product of probabilities, of which None is 1."""
    return a if b is None else _times(a, b)


def _total(shares: Sequence[fmpq | None]) -> fmpq | None:
    """The sum of probabilities; None, which is 1, is all there is."""
    first, *more = shares
    for share in more:
        if first is None or share is None:
            return None
        first += share
    return first


def _times(a: fmpq | None, b: fmpq) -> fmpq:
    return b if a is None else a * b


def decisions(
    place: Call[Any] | State,
    known: tuple[Hashable, ...],
    request: DecisionRequest[Any],
    stack: Stack,
    shared: Shared | None = None,
) -> tuple[Decision, ...]:
    """The decision that a rule asks for, or the decisions that it asks for at once. shared: see `Decision`."""
    waiting: list[tuple[Call[Any] | State | Next[Any], tuple[Hashable, ...]]] = []
    while stack is not None:
        waiting.append((stack[0], stack[1]))
        stack = stack[3]
    within = tuple([shown(place, known) for place, known in waiting])
    key = ((place, known), *waiting)
    call, known = shown(place, known)
    choices = request.choices
    people = [choice.who for choice in choices]
    return tuple(
        Decision(c.who, c.options, call, known, within, (*people[:i], *people[i + 1 :]), key, shared)
        for i, c in enumerate(choices)
    )
