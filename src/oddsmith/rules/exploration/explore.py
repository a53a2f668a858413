"""From a mechanic to its graph: run its rules down every branch, and share states that are equal.

Rules are run by their machines, or by `language.driver` where they have none: exploration asks `engines.activation` for
either. A state is named by a call or a `State`, and the answers since; a `Branch` says where a branch from it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from oddsmith.distribution.limits import LIMIT, allowing_each
from oddsmith.how_far import finding
from oddsmith.rules.caps import Limits, Recapped
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.check import check, go_astray
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import AnyActivation, asks, engine, refuse
from oddsmith.rules.compile.engines import total as asked_total
from oddsmith.rules.compile.images.sizes import Outgrown
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.compile.questions import asked, compares
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.variables import Shared, made_of_more
from oddsmith.rules.exploration.anew import retried
from oddsmith.rules.exploration.as_totals import is_the_same_as_total
from oddsmith.rules.exploration.laws import Needs
from oddsmith.rules.exploration.limits.places import places
from oddsmith.rules.exploration.limits.state_limits import StateLimit, outgrown, too_recursive
from oddsmith.rules.exploration.nodes import AtDecision, Edge, Edges, Nodes, Point
from oddsmith.rules.exploration.numbers.sights import Sights
from oddsmith.rules.exploration.outlook import Outlook
from oddsmith.rules.exploration.outside import unchanged
from oddsmith.rules.exploration.raised import note_where
from oddsmith.rules.exploration.setting import Begun, FarDown, Setting
from oddsmith.rules.exploration.sharing import joined
from oddsmith.rules.exploration.waiting.frames import DEPTH_LIMIT, Decides, Stack, endless_await
from oddsmith.rules.exploration.ways.branches import Branches
from oddsmith.rules.exploration.ways.brief_rules import BriefRules
from oddsmith.rules.exploration.ways.deciding import decisions
from oddsmith.rules.exploration.ways.made_anew import MadeAnew
from oddsmith.rules.exploration.ways.onward import Onward, meant
from oddsmith.rules.exploration.ways.own_outcomes import waiting_for_itself, without_question
from oddsmith.rules.exploration.ways.straight import Branch, as_edges, runs_again, straight
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.graph.watched import WaysRead
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.driver import Activation, unsteady
from oddsmith.rules.language.moments import remember
from oddsmith.rules.language.slips import called, outcomes_equal, outcomes_fine
from oddsmith.rules.solvers.absorption import outcomes
from oddsmith.rules.solvers.outcomes_apart import outcomes_apart

T = TypeVar("T")

STATE_LIMIT = LIMIT
BOUND = Fraction(1, 10**18)
_FAR_DOWN = 500  # so many states one after another
_REPLAYED = 4  # so many, where a plan looks up what is known there
_PROBES = 2  # how many calls of every rule are expanded twice, to catch rules that are not deterministic


def explore(
    *calls: Call[Any],
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
    added: bool = False,
    far_down: FarDown | None = None,
    begun: Begun | None = None,
) -> Graph:
    """The graph of all states that the calls can lead to, decisions included; equal states are shared among them.

    limit: how many nodes there may be. bound: an unbounded roll that steers a rule is enumerated until less than this
    is left; the rest goes to an `UNRESOLVED` end. added: whether all that matters of the outcome is its sum, so that
    numbers that are added up may be gains. far_down: done once, where many states have followed one another. begun: see
    `Setting`.

    Raises StateLimit past the limit, or where states that lead back to each other are too many to be solved; RuleError
    for a rule that is not deterministic, or that awaits itself without end.
    """
    if not all(asks(called(call).rule) for call in calls):
        setting = Setting(limit, bound, policy=None, decisions_stay=True, begun=begun, far_down=far_down)
        graph = build(calls, joined(setting), total=added)
    else:
        graph = _explore_part(calls, limit, bound, added=added, begun=begun)
    graph.apart = partial(_explore_apart, calls, limit, bound)
    return graph


def _explore_part(
    calls: Sequence[Call[Any]], limit: int, bound: Fraction, *, added: bool, begun: Begun | None
) -> Graph:
    """The graph of calls of whose outcomes parts are asked.

    Numbers that seem to have no end of values are told apart only as far as these parts need it; from the first where
    an outcome is a number that is only compared.
    """
    setting = Setting(limit, bound, policy=None, decisions_stay=True, sights=Sights(), begun=begun)
    if any(compares(call) for call in calls):
        return build(calls, replace(setting, limits=Limits()), total=added)
    try:
        return build(calls, joined(setting), total=added)
    except StateLimit as error:
        if not error.early:
            raise
        try:
            setting = Setting(
                limit, bound, policy=None, decisions_stay=True, sights=Sights(), limits=Limits(), begun=begun
            )
            return build(calls, setting, total=added)
        except StateLimit:
            raise error from None


def _explore_apart(calls: Sequence[Call[Any]], limit: int, bound: Fraction) -> Graph:
    """The same graph, but that states inside rules do not merge."""
    return build(calls, Setting(limit, bound, policy=None, decisions_stay=True, compiled=False))


def question_to(call: Call[Any], setting: Setting) -> Question:
    """The question to the outcome of a call as a total, or as several."""
    return asked_total(called(call)) if setting.shape is None else setting.shape.question


def explore_asked(
    call: Call[Any],
    of: Callable[[Any], Any],
    *,
    added: bool,
    limit: int,
    bound: Fraction,
    begun: Begun | None = None,
) -> Graph | None:
    """The graph of a call, decisions included, as far as `of` its outcome needs it; None where that is the whole.

    added: whether all that matters of numbers that are added up is their sum, so that they may be gains. begun: see
    `Setting`.
    """
    question = asked(called(call), of)
    if question is None:
        return None
    setting = Setting(limit, bound, policy=None, decisions_stay=True, sights=Sights(), limits=Limits(), begun=begun)
    return build((question,), setting, total=added)


def build(calls: Sequence[Call[Any]], setting: Setting, *, total: bool = False) -> Graph:
    """The graph of calls. total: whether their outcome is a total, or several as the setting says.

    Raises as `explore`.
    """
    begin = setting.begun or Exploration

    def built() -> Graph:
        question = question_to(calls[0], setting) if total else AS_IT_IS
        root = begin([called(call) for call in calls], setting, question)
        drain(root)
        if setting.sights is not None and setting.sights.stale:
            setting.sights.stale = False
            raise Recapped
        outcomes_fine(calls[0], root.nodes.graph.ends.values())
        root.nodes.graph.shape = root.nodes.shape
        return root.nodes.graph

    with unchanged([called(call) for call in calls], setting.answers):
        try:
            return retried(built, setting)
        except StateLimit:
            if setting.sights is None or not setting.sights.used:
                raise
            setting.sights = None  # where all is known, fewer things may be told apart later
            setting.reset()
            return retried(built, setting)
        except WaysRead:
            setting.compiled = False
            setting.reset()
            return retried(built, setting)  # a rule that is run again has a machine too, to name its variables
        except Exception as error:
            note_where(error)
            raise


def drain(root: Exploration) -> None:
    """Explore all that is left to explore, and solve the sub-rules that it takes."""
    setting = root.nodes.setting
    explorations = [root]
    with without_collection(), allowing_each(max(setting.limit, LIMIT)), finding(lambda: setting.untold):
        while explorations:
            current = explorations[-1]
            try:
                current.work(is_root=current is root)
            except Needs as need:
                current.waits = need.waits
                if any(e.nodes.call == need.call for e in explorations):
                    waiting = [(each.nodes.call, each.waits) for each in explorations]
                    raise waiting_for_itself(waiting, need.call, setting.own) from None
                if len(explorations) >= DEPTH_LIMIT:
                    raise endless_await(need.call) from None
                current.given.note(current.nodes.call, without_question(need.call))
                explorations.append(current.begun(need))
            except StateLimit as error:
                error.as_total = error.as_total or all(is_the_same_as_total(each.nodes) for each in explorations)
                raise
            except Decides:
                setting.deciding.add(without_question(current.nodes.call).rule)
                explorations.pop()
            else:
                explorations.pop()
                current.nodes.check_total()
                if current is not root:
                    nodes = current.nodes
                    found = outcomes_apart(nodes.graph)
                    setting.solved[nodes.call, current.solves] = (
                        setting.answers_of(outcomes(nodes.graph)) if found is None else found
                    )
    setting.told += setting.untold


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
        if result is None:
            begins = not known and type(call) is Call and (call.rule.is_built_in or self._probed[call.rule] >= _PROBES)
            if begins and self._brief.expand(node, call, stack):  # type: ignore[arg-type]
                return
            result = self._follow((call, known, (), stack, None), node)
        if not known and type(call) is Call and self._probed[call.rule] < _PROBES:
            self._probed[call.rule] += 1
            self._probe(node, call, stack, as_edges(result))
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

    def _probe(self, node: int, call: Call[Any], stack: Stack, result: Edges | AtDecision) -> None:
        """Catch a rule that does not do the same again, and a machine that does not do what the rule says."""
        setting, question = self.nodes.setting, self.nodes.asked(stack, node)
        if setting.compiled and isinstance(engine(call.rule, question), Machine):
            check(call, setting.answers, question)
            return
        go_astray(Activation(call), setting.answers)
        if as_edges(self._follow((call, (), (), stack, None), None)) != result:
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
