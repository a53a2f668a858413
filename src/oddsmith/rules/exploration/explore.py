"""From a mechanic to its graph: run the coroutine down every branch, and share what is equal.

States merge at calls: a call with the same arguments is one node however it was reached. Within one rule, what was
awaited so far is the state, and a branch is reached by replaying the rule from its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.dice import Expression
from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import RuleError
from oddsmith.rules.exploration.frames import DEPTH_LIMIT, Stack, back, endless_await, raised, waits
from oddsmith.rules.exploration.state_limits import past_limit, too_branched
from oddsmith.rules.graph.garbage import without_collection
from oddsmith.rules.graph.graph import UNRESOLVED, Decision, Graph, Open
from oddsmith.rules.graph.policies import Policy, first_option, taken, unanswered
from oddsmith.rules.language.driver import Returned, replay, send, unsteady
from oddsmith.rules.language.requests import Call, Choice, Note, Request, Roll, Secret, Sequel
from oddsmith.rules.solvers.absorption import outcomes

STATE_LIMIT = 1_000_000
BOUND = Fraction(1, 10**18)
_STANDING = 100_000  # so many coroutines are kept where they stand; others are run again up to there
_PROBES = 2  # how many calls of every rule are expanded twice, to catch rules that are not deterministic

_Point: TypeAlias = tuple[Call[Any], tuple[Hashable, ...], Stack]
_Edges: TypeAlias = dict[tuple[int, int], fmpq | None]  # (target, gain) -> weight; None is 1
_ONE = (fmpq(1),)


def explore(*calls: Call[Any], limit: int = STATE_LIMIT, bound: Fraction = BOUND) -> Graph:
    """The graph of all states that the calls can lead to, decisions included; equal states are shared among them.

    limit: how many nodes there may be. bound: an unbounded roll that steers a rule is enumerated until less than this
    is left; the rest goes to an `UNRESOLVED` end.

    Raises StateLimit past the limit; RuleError for a rule that is not deterministic, or that awaits itself without end.
    """
    return _build(calls, Setting(limit, bound, policy=None, decisions_stay=True))


def explore_with(call: Call[Any], policy: Policy | None, *, limit: int, bound: Fraction) -> Graph:
    """The graph of a call in which `policy` answers all decisions; without one, a decision is an UnansweredDecision."""
    return _build((call,), Setting(limit, bound, policy=policy, decisions_stay=False))


@dataclass
class Setting:
    """What all explorations on behalf of one call share."""

    limit: int
    bound: Fraction
    policy: Policy | None
    decisions_stay: bool
    solved: dict[Call[Any], list[tuple[Hashable, fmpq]]] = field(default_factory=dict)
    rolled: dict[Expression[Any], list[tuple[Hashable, fmpq]]] = field(default_factory=dict)
    deciding: set[object] = field(default_factory=set)  # rules of which some call offers a decision
    probed: Counter[object] = field(default_factory=Counter)
    nodes: int = 0

    @property
    def in_context(self) -> bool:
        """Whether a decision must be seen together with what comes after it."""
        return self.decisions_stay or (self.policy is not None and self.policy is not first_option)


class _Needs(Exception):
    """The exploration has come to a sub-rule that must be solved first."""

    def __init__(self, call: Call[Any]) -> None:
        self.call = call


class _Decides(Exception):
    """The sub-rule under exploration offers a decision, so it cannot be solved by itself."""


def _build(calls: Sequence[Call[Any]], setting: Setting) -> Graph:
    root = Exploration(calls, setting)
    drain(root)
    return root.graph


def drain(root: Exploration) -> None:
    """Explore all that is left to explore, and solve the sub-rules that it takes."""
    setting = root.setting
    explorations = [root]
    with without_collection():
        while explorations:
            current = explorations[-1]
            try:
                current.work(is_root=current is root)
            except _Needs as need:
                if len(explorations) >= DEPTH_LIMIT or any(e.call == need.call for e in explorations):
                    raise endless_await(need.call) from None
                explorations.append(Exploration((need.call,), setting))
            except _Decides:
                setting.deciding.add(current.call.rule)
                explorations.pop()
            else:
                explorations.pop()
                if current is not root:
                    setting.solved[current.call] = _values(outcomes(current.graph), setting.bound)


class Exploration:
    """Builds the graph of calls, as far as it gets before a sub-rule must be solved first; see `drain`."""

    def __init__(self, calls: Sequence[Call[Any]], setting: Setting) -> None:
        self.call = calls[0]
        self.setting = setting
        self.graph = Graph(roots=[])
        self.index: dict[_Point, int] = {}
        self.ends: dict[tuple[type, Hashable], int] = {}
        self.rolls: dict[Expression[Any], int] = {}
        self.standing: dict[int, _AtDecision] = {}  # coroutines that stand at decisions not yet expanded
        self.todo: list[int] = []
        self.is_root = True
        for call in calls:
            self.graph.roots.append(self.root(call))

    def work(self, *, is_root: bool) -> None:
        """Expand nodes until none is left. A node that needs a sub-rule first stays on the list."""
        self.is_root = is_root
        while self.todo:
            node = self.todo.pop()
            try:
                self.expand(node)
            except _Needs:
                self.todo.append(node)
                raise

    # -- nodes

    def root(self, call: Call[Any]) -> int:
        if not call.gain:
            return self.node((call, (), None))
        root = self.fresh((call, (), None))
        self.settle(root, {(self.node((call.bare(), (), None)), call.gain): None})
        return root

    def node(self, point: _Point) -> int:
        found = self.index.get(point)
        if found is None:
            found = self.index[point] = self.fresh(point)
            self.todo.append(found)
        return found

    def stand(self, at: _AtDecision, stack: Stack) -> int:
        """The node of a decision."""
        point = (at.call, at.known, stack)
        met = point in self.index
        node = self.node(point)
        if met or len(self.standing) >= _STANDING:
            at.coroutine.close()
        else:
            self.standing[node] = at
        return node

    def fresh(self, label: object) -> int:
        setting = self.setting
        setting.nodes += 1
        if setting.nodes > setting.limit:
            raise past_limit(self.graph.labels or [label], setting.nodes, setting.limit)
        return self.graph.new(label)

    def end(self, outcome: Hashable) -> int:
        key = (type(outcome), outcome)  # named tuples of two kinds may be equal, and what waits tells them apart
        try:
            found = self.ends.get(key)
        except TypeError:
            raise RuleError(
                self.call.rule.name,
                f"its outcome is a {type(outcome).__name__}, which cannot be hashed.",
                remedy="Return a number, string, tuple or frozen dataclass.",
            ) from None
        if found is None:
            found = self.ends[key] = self.fresh(outcome)
            self.graph.ends[found] = outcome
        return found

    def expand(self, node: int) -> None:
        point: _Point = self.graph.labels[node]
        call, known, stack = point
        result: _Edges | _AtDecision | None = self.standing.pop(node, None)
        if result is None:
            result = self.follow(call, known, (), stack)
        if not known and self.setting.probed[call.rule] < _PROBES:
            self.setting.probed[call.rule] += 1
            if self.follow(call, known, (), stack) != result:
                raise unsteady(call)
        if isinstance(result, _AtDecision):
            self.decide(node, result, stack)
        else:
            self.settle(node, result)

    def settle(self, node: int, edges: _Edges) -> None:
        graph = self.graph
        graph.targets[node] = tuple([target for target, _ in edges])
        graph.weights[node] = _ONE if len(edges) == 1 else tuple(edges.values())  # type: ignore[arg-type]
        if any(gain for _, gain in edges):
            graph.gains[node] = tuple([gain for _, gain in edges])

    def decide(self, node: int, at: _AtDecision, stack: Stack) -> None:
        graph = self.graph
        targets: list[int] = []
        gains: list[int] = []
        asked = (*at.asked, at.choice)
        standing: Coroutine[Request, Any, Any] | None = at.coroutine  # serves one option; the others replay
        for option in at.choice.options:
            known = (*at.known, option)
            on: tuple[Coroutine[Request, Any, Any], object] | None = None
            if standing is not None:
                on, standing = (standing, at.choice.value(option)), None
            result = self.follow(at.call, known, asked, stack, on)
            if isinstance(result, _AtDecision):
                target, gain = self.stand(result, stack), 0
            elif len(result) == 1:
                ((target, gain),) = result
            else:
                target, gain = self.fresh((at.call, known, stack)), 0
                self.settle(target, result)
            targets.append(target)
            gains.append(gain)
        graph.targets[node] = tuple(targets)
        if any(gains):
            graph.gains[node] = tuple(gains)
        decisions = _decisions(at.call, at.known, at.choice, stack)
        if isinstance(at.choice, Secret):
            graph.secret[node] = decisions
        else:
            (graph.decisions[node],) = decisions

    # -- following a rule down its branches

    def follow(
        self,
        call: Call[Any],
        known: tuple[Hashable, ...],
        asked: tuple[Request, ...],
        stack: Stack,
        on: tuple[Coroutine[Request, Any, Any], object] | None = None,
    ) -> _Edges | _AtDecision:
        """All ways on from a point, up to the next call, decision or end; or the decision at which the point stands.

        on: the coroutine that stands before the last thing known, and what to answer it, where there is one.
        """
        setting = self.setting
        edges: _Edges = {}
        pending: list[tuple[Call[Any], tuple[Hashable, ...], tuple[Request, ...], Stack, fmpq | None]]
        pending = [(call, known, asked, stack, None)]
        start_stack = stack
        branches = 0
        while pending:
            call, known, asked, stack, weight = pending.pop()
            branches += 1
            if branches > setting.limit:
                raise too_branched(call, branches, setting.limit)
            if on is None:
                coroutine, request = replay(call, known, asked)
            else:
                coroutine, request, on = on[0], send(call, *on), None
            while True:
                kind = type(request)
                if kind is Returned:
                    value: Any = request.value  # type: ignore[union-attr]
                    if isinstance(value, Sequel):
                        gain = value.gain if stack is None else 0
                        beyond = stack if stack is None else raised(stack, value.gain)
                        waiting = waits(value.next, (), value.first.gain, beyond)
                        _add(edges, self.node((value.first.bare(), (), waiting)), gain, weight)
                    elif stack is None:
                        target, gain = self.last(value)
                        _add(edges, target, gain, weight)
                    elif isinstance(value, Call):
                        _add(edges, self.node((value.bare(), (), raised(stack, value.gain))), 0, weight)
                    elif isinstance(value, Roll):
                        with_gain = raised(stack, value.gain)
                        for outcome, share in self.roll_values(value.expression):
                            if outcome is UNRESOLVED:
                                _add(edges, self.end(UNRESOLVED), 0, _times(weight, share))
                            else:
                                pending.append(back(outcome, with_gain, _times(weight, share)))
                    else:
                        pending.append(back(value, stack, weight))
                    break
                if kind is Note:
                    request = send(call, coroutine, None)
                    continue
                if kind is Choice or kind is Secret:
                    assert isinstance(request, (Choice, Secret))
                    option: Any
                    if len(request.options) == 1:
                        option = request.options[0]
                    elif setting.policy is not None and (self.is_root or not setting.in_context):
                        ways = taken(_decisions(call, known, request, stack), setting.policy)
                        (option, share), *others = [(w if kind is Secret else w[0], share) for w, share in ways]
                        for other, its_share in others:
                            pending.append((call, (*known, other), (*asked, request), stack, _times(weight, its_share)))
                        if others:
                            weight = _times(weight, share)
                    elif not self.is_root and setting.in_context:
                        coroutine.close()
                        raise _Decides
                    elif not setting.decisions_stay:
                        coroutine.close()
                        raise unanswered(_decisions(call, known, request, stack)[0])
                    else:
                        at = _AtDecision(call, known, asked, request, coroutine)
                        if weight is None and not edges and not pending and stack is start_stack:
                            return at
                        _add(edges, self.stand(at, stack), 0, weight)
                        break
                    known, asked = (*known, option), (*asked, request)
                    request = send(call, coroutine, request.value(option))
                    continue
                if kind is Roll:
                    assert isinstance(request, Roll)
                    values, gain = self.roll_values(request.expression), request.gain
                else:
                    assert isinstance(request, Call)
                    bare, gain = request.bare(), request.gain
                    solved = setting.solved.get(bare)
                    if solved is None:
                        coroutine.close()
                        if bare.rule not in setting.deciding:
                            raise _Needs(bare)
                        if not self.is_root:
                            raise _Decides
                        _add(edges, self.node((bare, (), waits(call, known, gain, stack))), 0, weight)
                        break
                    values = solved
                asked = (*asked, request)
                chosen: Hashable = UNRESOLVED
                chosen_weight: fmpq | None = None
                for outcome, share in values:
                    if outcome is UNRESOLVED:
                        _add(edges, self.end(UNRESOLVED), 0, _times(weight, share))
                        continue
                    if gain:
                        outcome = outcome + gain  # type: ignore[operator]
                    if chosen is UNRESOLVED:
                        chosen, chosen_weight = outcome, _times(weight, share)
                    else:
                        pending.append((call, (*known, outcome), asked, stack, _times(weight, share)))
                if chosen is UNRESOLVED:
                    coroutine.close()
                    break
                known = (*known, chosen)
                if len(values) > 1:
                    weight = chosen_weight
                request = send(call, coroutine, chosen)
        return edges

    def last(self, value: Any) -> tuple[int, int]:
        """The node, and the gain on the way to it, for what the outermost rule returned."""
        if isinstance(value, Call):
            return self.node((value.bare(), (), None)), value.gain
        if isinstance(value, Roll):
            return self.open(value.expression), value.gain
        return self.end(value), 0

    def open(self, expression: Expression[Any]) -> int:
        distribution = expression.distribution()
        if not isinstance(distribution, Finite):
            return self.end(Open(distribution))
        node = self.rolls.get(expression)
        if node is None:
            node = self.rolls[expression] = self.fresh(Roll(expression))
            self.settle(node, {(self.end(o), 0): w for o, w in _values(distribution, self.setting.bound)})
        return node

    def roll_values(self, expression: Expression[Any]) -> list[tuple[Hashable, fmpq]]:
        values = self.setting.rolled.get(expression)
        if values is None:
            values = self.setting.rolled[expression] = _values(expression.distribution(), self.setting.bound)
        return values


@dataclass(frozen=True)
class _AtDecision:
    call: Call[Any]
    known: tuple[Hashable, ...]
    asked: tuple[Request, ...]
    choice: Choice[Any] | Secret[Any]
    coroutine: Coroutine[Request, Any, Any] = field(compare=False)  # as it stands


def _add(edges: _Edges, target: int, gain: int, weight: fmpq | None) -> None:
    key = (target, gain)
    before = edges.get(key)
    edges[key] = weight if before is None or weight is None else before + weight


def _times(a: fmpq | None, b: fmpq) -> fmpq:
    return b if a is None else a * b


def _values(distribution: Distribution[Any], bound: Fraction) -> list[tuple[Hashable, fmpq]]:
    """Outcomes and probabilities; what an unbounded distribution has left below `bound` is UNRESOLVED."""
    finite = distribution.truncated(bound)
    total = finite.total
    values: list[tuple[Hashable, fmpq]] = [(o, fmpq(w, total)) for o, w in finite.weights.items()]
    if finite.unresolved:
        values.append((UNRESOLVED, fmpq(finite.unresolved.numerator, finite.unresolved.denominator)))
    return values


def _decisions(
    call: Call[Any], known: tuple[Hashable, ...], request: Choice[Any] | Secret[Any], stack: Stack
) -> tuple[Decision, ...]:
    """The decision that a rule asks for, or the decisions that it asks for at once."""
    within: list[Hashable] = []
    while stack is not None:
        within.append((stack[0], stack[1]))
        stack = stack[3]
    choices = request.choices if isinstance(request, Secret) else (request,)
    people = [choice.who for choice in choices]
    return tuple(
        Decision(c.who, c.options, call, known, tuple(within), (*people[:i], *people[i + 1 :]))
        for i, c in enumerate(choices)
    )
