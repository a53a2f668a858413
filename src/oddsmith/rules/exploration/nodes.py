"""The nodes of a graph under exploration: one for every state, however it was reached.

A call with the same arguments is one node. Within a rule that is compiled, a `State` is one: the awaits at which it and
its helpers stand, with the live variables there. Within one that is run again, the answers so far are the state.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.distribution import Finite
from oddsmith.errors import RuleError
from oddsmith.rules.caps import Caps, Limits, Recapped
from oddsmith.rules.compile.activation import MachineActivation, State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, WHOLE, Question, Use
from oddsmith.rules.compile.engines import AnyActivation, engine, refuse_total
from oddsmith.rules.compile.given import Bust
from oddsmith.rules.compile.images.sizes import size
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.compile.variables import Shared, made_of_more
from oddsmith.rules.exploration.laws import known_number, law_of, weighted
from oddsmith.rules.exploration.limits.descent import Descent
from oddsmith.rules.exploration.limits.fans import FEW_BRANCHES, Fans
from oddsmith.rules.exploration.limits.growth import WEIGHED, weight, weight_of
from oddsmith.rules.exploration.limits.state_limits import StateLimit, past_limit
from oddsmith.rules.exploration.numbers.grown import is_grown, limit_what_grows, see
from oddsmith.rules.exploration.raised import unhashable
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.exploration.waiting.fields_asked import FieldsAsked
from oddsmith.rules.exploration.waiting.frames import Frames, Stack, outermost
from oddsmith.rules.exploration.waiting.multiples import Multiples, asked_by
from oddsmith.rules.graph.graph import UNRESOLVED, Gain, Graph, Open
from oddsmith.rules.language.calls import Call, Rule, Sequel
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.exactly import answers_exactly, exactly, is_loose, is_told
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.language.unawaited import brief
from oddsmith.rules.unknowns import Watch

_STANDING = 100_000  # so many rules are kept where they stand; others are run again up to there
_SEEN = 4  # of so many states with decisions, numbers are looked at in one
_ENDS = 16  # of so many outcomes one is weighed

#: A rule with its arguments, the answers it has had, and what waits for it.
Point: TypeAlias = tuple[Call[Any] | State, tuple[Hashable, ...], Stack]

#: The end of a branch: a node, and the gain on the way to it.
Edge: TypeAlias = tuple[int, Gain]

#: Edges with their weights; None is 1.
Edges: TypeAlias = dict[Edge, fmpq | None]

_ONE = (fmpq(1),)
_TOTALS = frozenset({int, bool})  # a bool is a total to which nothing was added


@dataclass(slots=True)
class AtDecision:
    """A rule that stands at a decision. asked: the requests of its latest answers."""

    place: Call[Any] | State
    known: tuple[Hashable, ...]
    asked: tuple[Request[Any], ...]
    request: DecisionRequest[Any]
    activation: AnyActivation = field(compare=False)


class Nodes:
    """The nodes of one graph, found by the points at which they stand; `todo` holds those still to be expanded.

    question: to the outcome of the calls; asks_fields: to fields of it. waits: the rule that asks it, where one does.
    paid: gains stand for values of variables. shape: see `Setting`; None but where that is of the outcome of the calls.
    """

    def __init__(self, call: Call[Any], setting: Setting, question: Question, waits: Rule[..., Any] | None) -> None:
        self.call = call
        self.setting = setting
        self.question = question
        self.shape = setting.shape if question.demand.use is Use.FIELDS and waits is None else None
        self.watch = Watch()
        self.caps = Caps(setting.limits, self.watch) if setting.limits else None
        self._later = AS_IT_IS if question.demand == WHOLE else Question(question.demand)
        self._asked: dict[Stack, Question] = {}  # of what waits for them, the questions to outcomes
        self.asks_fields = question.demand.use is Use.FIELDS
        self.paid = False
        self._busting: set[int] = set()
        self._unread: set[int] = set()  # roots whose rules are tried as brief ones before it is known whether they bust
        self.graph = Graph(roots=[])
        self.index: dict[Point, int] = {}
        self.frames = Frames()
        self.fields = FieldsAsked(self._later, waits)
        self._multiples = Multiples(self.frames, self.graph, self.index)
        self.todo: list[int] = []
        self._kinds: set[type] = set()  # of outcomes so far
        self._plain: set[type] = set()  # those of which all is known by the kind: they are ends as they are
        self._loose: dict[type, set[Any]] = {}  # outcomes of kinds that are equal where they may differ
        self._waits = waits
        self._ends: dict[tuple[type, tuple[type, ...] | None, Hashable, object], int] = {}
        self._draws: dict[Hashable, int] = {}
        self.standing: dict[int, AtDecision] = {}  # rules that stand at decisions not yet expanded
        self.shared: dict[int, Shared] = {}  # of decisions, more than is live: what those who decide see
        self.depths = array("i")  # of each node: how many came one after another before it
        self.depth = 0  # of nodes that are new now
        self.descent = Descent(setting.limit, setting.work + setting.heavy)
        self.fans = Fans()
        self._weighed = self._weighs = 0  # the last state that was weighed, and the next, counted

    def root(self, call: Call[Any]) -> int:
        """A node at which play may begin, with the gain of its call."""
        if not call.gain:
            if self.question.busts and self.setting.compiled:
                if call.rule.is_built_in and call.rule.engine is None:
                    root = self.node((call, (), None))
                    self._unread.add(root)
                    return root
                if self._resets(call.rule):
                    root = self.fresh((call, (), None))
                    self._busting.add(root)
                    self.todo.append(root)
                    return root
            return self.node((call, (), None))
        root = self.fresh((call, (), None))
        self.settle(root, {(self.node((call.bare(), (), None)), call.gain): None})
        return root

    def asked(self, stack: Stack, node: int | None = None) -> Question:
        """The question to the outcome of a call for which a stack waits. Gains are reset only where play begins."""
        if stack is None and node in self._unread:  # and its rule is not brief, or this would not be asked
            self._unread.remove(node)
            point = self.graph.labels[node]
            if self._resets(point[0].rule):
                del self.index[point]  # no other way leads to where gains are reset
                self._busting.add(node)
        begins = stack is None and node in self._busting
        return self.question if begins else self._asked_by(stack)

    def _resets(self, rule: Rule[..., Any]) -> bool:
        """Tell whether a rule may reset the gains before it returns."""
        machine = engine(rule, self.question)
        return isinstance(machine, Machine) and machine.busts

    def _asked_by(self, stack: Stack) -> Question:
        found = self._asked.get(stack)
        if found is None:
            found = self._asked[stack] = asked_by(stack, self._later)
        return found

    def raised(self, stack: Stack, gain: Any, rule: Rule[..., Any]) -> tuple[Stack, Gain]:
        """Return the stack that waits for a sub-rule that gained something, and what of it the outcome gains.

        rule: whose outcome it is added to.
        """
        if type(gain) is int and not gain:
            return stack, 0
        demand = self.fields.on_sum(stack, rule)
        if demand.use is Use.DEAD:
            return stack, 0
        if demand.use is Use.ADDED:
            return stack, law_of(gain * (demand.times or 0))
        if stack is None:
            return stack, law_of(gain)
        known_number(gain)
        return self.frames.raised(stack, gain), 0

    def waits_for(self, sequel: Sequel[Any], stack: Stack) -> tuple[Stack, Gain]:
        """Return what waits for the first call of a sequel for which a stack waits, and what the outcome gains."""
        return self._multiples.waits_for(sequel, stack, self.raised)

    def gain_at(self, place: Call[Any] | State) -> Gain:
        """The gain that stands for values of a state that is come to."""
        if isinstance(place, Call) or (type(place.gain) is int and not place.gain):
            return 0
        self.paid = True
        return law_of(place.gain)

    def node(self, point: Point) -> int:
        """The node of a point."""
        new = len(self.depths)
        place, known, stack = point
        found = self.index.setdefault((place, answers_exactly(known), stack) if known else point, new)
        if found == new:
            self.fresh(point)
            self.todo.append(found)
            weighs = len(self.index) >= self._weighs  # not of nodes: ends may be every other one
            if weighs:
                self._weigh(point)
            if self.setting.limits is not None:
                self._see(found, point, self.setting.limits, weighs=weighs)
        return found

    def _see(self, node: int, point: Point, limits: Limits, *, weighs: bool) -> None:
        """Look at the numbers of a new state that may grow without end, at those of some more closely."""
        setting = self.setting
        if limits and is_grown(point[0], point[2]):
            self.graph.grown.add(node)
        if weighs or (setting.decisions_stay and len(self.index) % _SEEN == 0):
            see(point[0], point[2], limits, setting.answers if setting.decisions_stay else None)

    def begins(self, call: Call[Any], stack: Stack) -> int:
        """The node at which a call without a gain begins that is gone on as, or one that goes on alike."""
        question = self._asked.get(stack) or self._asked_by(stack)
        if question is not AS_IT_IS:
            call = self.setting.alike.first(call, question)
        point = (call, (), stack)
        found = self.index.get(point)
        return self.node(point) if found is None else found

    def _weigh(self, point: Point) -> None:
        """Count what a state holds, for those since the last one too; the next is soon where that is much."""
        more = weight(*point) * (len(self.index) - self._weighed)
        self.setting.count_more(more)
        self._weighed = len(self.index)
        self._weighs = self._weighed + (1 if self._weighed < WEIGHED else WEIGHED // 2 if more else WEIGHED)

    def followed(self, node: int | None, branches: int) -> None:
        """Count branches from a node, or such as are followed once more; where they are many, it counts for several."""
        self.setting.work += branches
        if branches > FEW_BRANCHES and node is not None:
            self.fans.count(self.graph.labels[node][0], branches)

    def stand(self, at: AtDecision, stack: Stack) -> int:
        """The node of a decision; the rule stays where it stands for a while."""
        found = len(self.index)
        node = self.node((at.place, at.known, stack))
        if type(at.place) is State and made_of_more(at.place):
            self._share(node, at.activation)
        if len(self.index) == found or len(self.standing) >= _STANDING:
            at.activation.close()
        else:
            self.standing[node] = at
        return node

    def begun_at(self, node: int, at: AtDecision, stack: Stack) -> int:
        """The node of a decision with which the call at a node begins: that one, or one to which a loop came before."""
        found = node
        if type(at.place) is State and type(self.graph.labels[node][0]) is not State:
            found = self.index.setdefault((at.place, answers_exactly(at.known), stack), node)
            if made_of_more(at.place):
                self._share(found, at.activation)
        return found

    def _share(self, node: int, at: AnyActivation) -> None:
        """Remember of a decision what all ways that come there have in common."""
        assert isinstance(at, MachineActivation)
        shared = self.shared.get(node)
        if shared is None:
            self.shared[node] = Shared(at)
        else:
            shared.meet(at)

    def fresh(self, label: object) -> int:
        """A new node; raises StateLimit past the limit."""
        setting = self.setting
        setting.nodes += 1
        if setting.nodes > setting.limit:
            raise past_limit(self.graph.labels or [label], setting.nodes, setting.limit, heavy=setting.heavy)
        self.depths.append(self.depth)
        return self.graph.new(label)

    def check_depth(self, place: Call[Any] | State | None = None, stack: Stack = None) -> None:
        """Raise StateLimit where states follow one another, always new, and nothing says that they end in time.

        place: expanded now; without one, those before say it. Raises Recapped where numbers of them that grow without
        end have limits now, for the first time.
        """
        setting = self.setting
        depth, states, work, answers = self.depth, len(self.depths), setting.work + setting.heavy, setting.answers
        try:
            if place is None:
                self.descent.judge_early(depth, states, work, answers)
            else:
                self.descent.check(place, outermost(place, stack), depth, states, work, answers)
        except StateLimit:
            if setting.limits is not None and limit_what_grows(self.descent.grows, setting.limits):
                raise Recapped from None
            raise

    @property
    def met(self) -> int:
        """Count how often a way has come to a state that was there."""
        targets, ends = self.graph.targets, self.graph.ends
        led = sum(map(len, targets)) - sum(map(ends.__contains__, chain.from_iterable(targets)))
        return led - (len(targets) - len(ends) - len(self.graph.roots))

    def settle(self, node: int, edges: Edges) -> None:
        """Give a chance node its edges."""
        if len(edges) == 1:
            (edge,) = edges
            self.lead(node, edge)
            return
        graph = self.graph
        targets, gains = zip(*edges) if edges else ((), ())  # noqa: B905  # of pairs
        graph.targets[node] = targets
        graph.weights[node] = tuple(edges.values())  # type: ignore[arg-type]
        if any(gains):
            graph.gains[node] = gains

    def lead(self, node: int, edge: Edge) -> None:
        """Give a chance node its only edge."""
        graph, (target, gain) = self.graph, edge
        graph.targets[node] = (target,)
        graph.weights[node] = _ONE
        if gain:
            graph.gains[node] = (gain,)

    def last(self, value: Any) -> tuple[int, Gain]:
        """The node, and the gain on the way to it, for the value that the outermost rule returned."""
        if type(value) in self._plain:
            return self.end(value), 0
        if type(value) not in self._kinds:
            if isinstance(value, Call):
                return self.begins(value.bare(), None), self.raised(None, value.gain, value.rule)[1]
            if isinstance(value, ChanceRequest):
                return self._draw(value), law_of(value.gain)
        outcome, lost = (value.value, value.lost) if type(value) is Bust else (value, ())
        if type(outcome) not in self._kinds:
            self._kinds.add(type(outcome))
            self.fields.came(None, outcome)
            if is_loose(type(outcome)):
                self._loose[type(outcome)] = set()
            elif outcome is value and is_told(type(outcome)) and self.shape is None and self.setting.limits is None:
                self._plain.add(type(outcome))
        if self.setting.limits and type(value) is int and self.question.demand.use is Use.ADDED:
            self.paid = True
            return self.end(0), value
        rest, gain = (outcome, 0) if self.shape is None else self.shape.split(outcome, lost)
        return self.end(rest, lost), gain

    def end(self, outcome: Hashable, lost: tuple[int, ...] | None = ()) -> int:
        """The node of an outcome. lost: places of totals to which gains before it do not count; None for all."""
        kind = type(outcome)
        # named tuples of two kinds may be equal, and what waits tells them apart; gains are added to 0, not to False
        key: tuple[Any, ...] = (kind, None, outcome, lost)
        if kind not in self._plain:
            parts = None if self.shape is None else self.shape.parts(outcome)
            key = (kind, None if parts is None else tuple(map(type, parts)), (outcome, exactly(outcome)), lost)
        try:
            found = self._ends.get(key)
        except TypeError:
            raise unhashable(self.call, outcome, self.setting.answers) from None
        if found is None:
            if kind in self._loose:
                self._tell_apart(outcome)
            found = self._ends[key] = self.fresh(outcome)
            if not len(self._ends) % _ENDS:
                self.setting.count_more(_ENDS * weight_of(size([outcome])))
            self.graph.ends[found] = outcome
            self.graph.lose(found, lost)
        return found

    def _tell_apart(self, outcome: Any) -> None:
        """Raise RuleError where a rule that waits would be handed one outcome in place of another that is equal."""
        others = self._loose[type(outcome)]
        if self._waits is not None and outcome in others:
            other = next(each for each in others if each == outcome)
            file, line = self.call.rule.file_line
            raise RuleError(
                self.call.rule.name,
                f"its outcomes {other!r} and {outcome!r} are equal, and not the same.",
                remedy="Let all that is read of them compare (no `compare=False`, no `__eq__` that leaves it out).",
                file=file,
                line=line,
            )
        others.add(outcome)

    def check_total(self) -> None:
        """Raise Refused where gains stand for values, and some outcome is no number to which they could be added."""
        if self.shape is not None:
            self.shape.check([end for end in self.graph.ends.values() if end is not UNRESOLVED])
            return
        if not self.paid:
            return
        for node, outcome in self.graph.ends.items():
            number = type(outcome) in _TOTALS or isinstance(outcome, Open) or outcome is UNRESOLVED
            if not number and node not in self.graph.busts:
                raise refuse_total(self.call.rule, f"one outcome is {brief(outcome)}")

    def _draw(self, request: ChanceRequest[Any]) -> int:
        """The node of a draw that is the outcome; an unbounded one is an end by itself."""
        distribution = request.distribution()
        if not isinstance(distribution, Finite):
            return self.end(Open(distribution))
        node = self._draws.get(request.key)
        if node is None:
            node = self._draws[request.key] = self.fresh(request.bare())
            self.settle(node, {(self.end(o), 0): w for o, w in weighted(distribution, self.setting.bound)})
        return node
