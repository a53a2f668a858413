"""The exploration of one graph: nodes are expanded in turn, until none is left or a sub-rule must be solved first."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.check import check, go_astray
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import AnyActivation, engine, refuse
from oddsmith.rules.compile.engines import total as asked_total
from oddsmith.rules.compile.images.sizes import Outgrown
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.variables import Shared, made_of_more
from oddsmith.rules.exploration.as_totals import is_the_same_as_total
from oddsmith.rules.exploration.laws import Needs
from oddsmith.rules.exploration.limits.places import places
from oddsmith.rules.exploration.limits.state_limits import outgrown, too_recursive
from oddsmith.rules.exploration.nodes import AtDecision, Edge, Edges, Nodes, Point
from oddsmith.rules.exploration.outlook import Outlook
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.exploration.ways.branches import Branches
from oddsmith.rules.exploration.ways.brief_rules import BriefRules
from oddsmith.rules.exploration.ways.deciding import decisions
from oddsmith.rules.exploration.ways.made_anew import MadeAnew
from oddsmith.rules.exploration.ways.onward import Onward, meant
from oddsmith.rules.exploration.ways.straight import Branch, as_edges, runs_again, straight
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import Activation, unsteady
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.slips import outcomes_equal, outcomes_fine

_FAR_DOWN: Final = 500  # so many states one after another
_REPLAYED: Final = 4  # so many, where a plan looks up what is known there
_PROBES: Final = 2  # how many calls of every rule are expanded twice, to catch rules that are not deterministic


class Exploration:
    """Builds the graph of calls, as far as it gets before a sub-rule must be solved first; see `drain`."""

    def __init__(
        self,
        calls: Sequence[Call[Any]],
        setting: Setting,
        question: Question = AS_IT_IS,
        solves: Question = AS_IT_IS,
        waits: Rule[..., Any] | None = None,
    ) -> None:
        """Begin. question: to the outcome; solves: that of the rule for which it is explored, which waits."""
        self.solves = solves
        self.waits: object = None  # the rule in it for which another is explored
        self.given = MadeAnew()
        self.nodes = Nodes(calls[0], setting, question, waits)
        self._branches = Branches(self.nodes)
        self._brief = BriefRules(self.nodes)
        self._onward = Onward()
        self._by_plan = isinstance(setting.policy, Plan)
        self._probed = setting.probed
        self._outlook = Outlook(self.nodes)
        for call in calls:
            self.nodes.graph.roots.append(self.nodes.root(call))
        if len(calls) > 1:
            for root in self.nodes.graph.roots:
                self.nodes.asked(None, root)  # before another leads to it

    def begun(self, need: Needs) -> Exploration:
        """Begin the same for a sub-rule that must be solved first."""
        return Exploration(*self._of(need))

    def _of(self, need: Needs) -> tuple[tuple[Call[Any]], Setting, Question, Question, Rule[..., Any]]:
        question = asked_total(need.call) if need.question is AS_IT_IS else need.question
        return (need.call,), self.nodes.setting, question, need.question, need.waits

    def work(self, *, is_root: bool) -> None:
        """Expand nodes until none is left. A node that needs a sub-rule first stays on the list."""
        self._branches.is_root = is_root
        self._brief.stays = self._branches.stays
        todo, outlook = self.nodes.todo, self._outlook
        while todo:
            node = outlook.next()
            if node is None:
                continue
            try:
                self._expand(node)
                if outlook.ways is not None:
                    outlook.ways.expanded(node)
            except Needs:
                outlook.put_back(node)
                raise
            except NotCompiled as refused:
                raise refuse(self.nodes.graph.labels[node][0].rule, refused) from None
            except Outgrown:
                setting = self.nodes.setting
                raise outgrown(self.nodes.graph.labels[node][0], setting.nodes, setting.limit) from None
            except RecursionError as error:
                raise too_recursive(self.nodes.graph.labels[node][0], error) from None

    def _expand(self, node: int) -> None:
        nodes = self.nodes
        point: Point = nodes.graph.labels[node]
        call, known, stack = point
        nodes.depth = depth = nodes.depths[node] + 1
        if self._by_plan:
            nodes.setting.work += depth // _REPLAYED
        if depth >= nodes.descent.next and self._outlook.ways is None:
            if depth >= _FAR_DOWN and nodes.setting.far_down is not None:
                look, nodes.setting.far_down = nodes.setting.far_down, None
                look(is_the_same_as_total(nodes))
            nodes.check_depth(call, stack)
        result: Edge | Edges | AtDecision | None = nodes.standing.pop(node, None)
        probes, brief = not known and type(call) is Call and self._probed[call.rule] < _PROBES, None
        if result is None and not known and type(call) is Call:
            brief = self._brief.ways(node, call, stack, decides=not probes or call.rule.is_built_in)
            if isinstance(brief, tuple):
                self._brief.decide(node, call, stack, brief)
                return
            probes = probes and (brief is None or not call.rule.is_built_in)
            result = brief
        if result is None:
            result = self._follow((call, known, (), stack, None), node)
        if probes:
            self._probed[call.rule] += 1
            self._probe(node, call, stack, as_edges(result), brief=brief is not None)  # type: ignore[arg-type]
        if isinstance(result, tuple):
            nodes.lead(node, result)
        elif not isinstance(result, AtDecision):
            nodes.settle(node, result)
        elif (stands := nodes.begun_at(node, result, stack)) == node:
            self._decide(node, result, stack)
        else:
            nodes.lead(node, (stands, 0))

    def _follow(self, begins: Branch, node: int | None) -> Edge | Edges | AtDecision:
        """All ways on from a point, as `Branches.follow` gives them; or the only one, where nothing is asked on it."""
        place, known, asked, stack, at = begins
        if not runs_again(place, stack, self.nodes):
            return self._branches.follow(begins, known, stack, node)
        onward = straight(place, known, asked, stack, at, self.nodes)  # type: ignore[arg-type]
        if len(onward) == 2:
            self.nodes.setting.work += 1
            return onward
        place, answers, asked, waits, at = onward
        if self._branches.stays and at is not None and isinstance(at.request, DecisionRequest):
            stands = AtDecision(place, answers, asked, at.request, at)
            if len(stands.request.options) > 1:
                self.nodes.setting.work += 1
                return stands if waits is stack else (self.nodes.stand(stands, waits), 0)
        return self._branches.follow(onward, known, stack, node)

    def _probe(self, node: int, call: Call[Any], stack: Stack, result: Edges | AtDecision, *, brief: bool) -> None:
        """Catch a rule that does not do the same again, and a machine that does not do what the rule says.

        brief: whether it was followed in one go, and so is again.
        """
        setting, question = self.nodes.setting, self.nodes.asked(stack, node)
        if setting.compiled and isinstance(engine(call.rule, question), Machine):
            check(call, setting.answers, question)
            return
        go_astray(Activation(call), setting.answers)
        again = self._brief.ways(None, call, stack) if brief else None
        if (again or as_edges(self._follow((call, (), (), stack, None), None))) != result:
            led = () if isinstance(result, AtDecision) else [self.nodes.graph.labels[target] for target, _ in result]
            outcomes_fine(call, self.nodes.graph.ends.values())
            outcomes_equal(call, self.nodes.graph.ends.values())
            raise unsteady(call, *[place for place, _ in places(led)])

    def _decide(self, node: int, at: AtDecision, stack: Stack) -> None:
        """Give a decision node its edges, one an option."""
        nodes, request, place = self.nodes, at.request, at.place
        graph = nodes.graph
        asked = (*at.asked, request)
        shared, ways = None, None
        left: AnyActivation | None = at.activation  # serves one option; for the others the rule is run again
        if type(place) is State:
            shared, ways = self._shared(node, at), self._onward.beyond(place, stack)
            if place.unknowns:  # it may come to where one must be told apart
                at.activation.close()
                left = None
        deciding = decisions(place, at.known, request, stack, nodes.frames, shared)
        led: list[Edge] = []
        for option in request.options:
            answer = None if ways is None else meant(request, option)
            if ways is not None and answer in ways:
                led.append(self._one(ways[answer], place, (*at.known, option), stack))
                continue
            standing, left = left, None
            if standing is not None:
                try:
                    standing.proceed(option)
                except BaseException as error:
                    remember(error, standing)
                    raise
            known = (*at.known, option)
            found = self._follow((place, known, asked, stack, standing), node)
            if isinstance(found, tuple):
                led.append(found)
                continue
            edges: Edges = {(nodes.stand(found, stack), 0): None} if isinstance(found, AtDecision) else found
            if ways is not None and answer is not None and not any(target in nodes.shared for target, _ in edges):
                self._onward.keep(ways, answer, edges)
            led.append(self._one(edges, place, known, stack))
        if left is not None:
            left.close()
        targets, gains = zip(*led)  # noqa: B905  # of pairs
        graph.targets[node] = targets
        if any(gains):
            graph.gains[node] = gains
        if request.simultaneous:
            graph.simultaneous[node] = deciding
        else:
            (graph.decisions[node],) = deciding

    def _one(self, edges: Edges, place: Call[Any] | State, known: tuple[Hashable, ...], stack: Stack) -> Edge:
        """The edge of an option: to where it leads, or to a node of chance where that is not sure."""
        if len(edges) == 1:
            (edge,) = edges
            return edge
        target = self.nodes.fresh((place, known, stack))
        self.nodes.settle(target, edges)
        return target, 0

    def _shared(self, node: int, at: AtDecision) -> Shared | None:
        """Of a decision of several ways, what they share beside what is live; more of them may still come."""
        shared = self.nodes.shared.get(node)
        if shared is None and isinstance(at.place, State) and isinstance(at.activation, MachineActivation):
            return Shared(at.activation) if made_of_more(at.place) else None
        return shared
