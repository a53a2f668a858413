"""From a mechanic to its graph: run its rules down every branch, and share states that are equal.

Rules are run by `language.driver`, whose docstring says where another engine plugs in: exploration asks for an
`Activation` at every point, and keeps its call and what it knows as the name of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddsmith.rules.exploration.branches import Branches, Decides, Needs, decisions
from oddsmith.rules.exploration.frames import DEPTH_LIMIT, Stack, endless_await
from oddsmith.rules.exploration.nodes import AtDecision, Edges, Nodes, Point, Setting, weighted
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.policies import Policy
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.driver import Activation, unsteady
from oddsmith.rules.language.slips import called, outcomes_fine
from oddsmith.rules.solvers.absorption import outcomes

STATE_LIMIT = 1_000_000
BOUND = Fraction(1, 10**18)
_PROBES = 2  # how many calls of every rule are expanded twice, to catch rules that are not deterministic


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


def _build(calls: Sequence[Call[Any]], setting: Setting) -> Graph:
    root = Exploration([called(call) for call in calls], setting)
    drain(root)
    outcomes_fine(calls[0], root.nodes.graph.ends.values())
    return root.nodes.graph


def drain(root: Exploration) -> None:
    """Explore all that is left to explore, and solve the sub-rules that it takes."""
    setting = root.nodes.setting
    explorations = [root]
    with without_collection():
        while explorations:
            current = explorations[-1]
            try:
                current.work(is_root=current is root)
            except Needs as need:
                if len(explorations) >= DEPTH_LIMIT or any(e.nodes.call == need.call for e in explorations):
                    raise endless_await(need.call) from None
                explorations.append(Exploration((need.call,), setting))
            except Decides:
                setting.deciding.add(current.nodes.call.rule)
                explorations.pop()
            else:
                explorations.pop()
                if current is not root:
                    nodes = current.nodes
                    setting.solved[nodes.call] = weighted(outcomes(nodes.graph), setting.bound)


class Exploration:
    """Builds the graph of calls, as far as it gets before a sub-rule must be solved first; see `drain`."""

    def __init__(self, calls: Sequence[Call[Any]], setting: Setting) -> None:
        self.nodes = Nodes(calls[0], setting)
        self._branches = Branches(self.nodes)
        self._probed = setting.probed
        for call in calls:
            self.nodes.graph.roots.append(self.nodes.root(call))

    def work(self, *, is_root: bool) -> None:
        """Expand nodes until none is left. A node that needs a sub-rule first stays on the list."""
        self._branches.is_root = is_root
        todo = self.nodes.todo
        while todo:
            node = todo.pop()
            try:
                self._expand(node)
            except Needs:
                todo.append(node)
                raise

    def _expand(self, node: int) -> None:
        point: Point = self.nodes.graph.labels[node]
        call, known, stack = point
        result: Edges | AtDecision | None = self.nodes.standing.pop(node, None)
        if result is None:
            result = self._branches.follow(call, known, (), stack)
        if not known and self._probed[call.rule] < _PROBES:
            self._probed[call.rule] += 1
            if self._branches.follow(call, known, (), stack) != result:
                raise unsteady(call)
        if isinstance(result, AtDecision):
            self._decide(node, result, stack)
        else:
            self.nodes.settle(node, result)

    def _decide(self, node: int, at: AtDecision, stack: Stack) -> None:
        """Give a decision node its edges, one an option."""
        nodes, request = self.nodes, at.request
        graph = nodes.graph
        targets: list[int] = []
        gains: list[int] = []
        asked = (*at.asked, request)
        standing: Activation | None = at.activation  # serves one option; for the others the rule is run again
        for option in request.options:
            known = (*at.known, option)
            activation, standing = standing, None
            if activation is not None:
                activation.proceed(option)
            result = self._branches.follow(at.call, known, asked, stack, activation)
            if isinstance(result, AtDecision):
                target, gain = nodes.stand(result, stack), 0
            elif len(result) == 1:
                ((target, gain),) = result
            else:
                target, gain = nodes.fresh((at.call, known, stack)), 0
                nodes.settle(target, result)
            targets.append(target)
            gains.append(gain)
        graph.targets[node] = tuple(targets)
        if any(gains):
            graph.gains[node] = tuple(gains)
        deciding = decisions(at, request, stack)
        if request.simultaneous:
            graph.simultaneous[node] = deciding
        else:
            (graph.decisions[node],) = deciding
