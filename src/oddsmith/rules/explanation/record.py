"""A record of exploring: the time that each line takes, and what rules do that are run again for every branch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from types import CodeType
from typing import Any

from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.engines import ONCE, AnyActivation, engine
from oddsmith.rules.compile.images.sizes import Outgrown
from oddsmith.rules.compile.images.snapshots import Freezing
from oddsmith.rules.compile.outlines.outline import Outline
from oddsmith.rules.compile.programs import seconds_making
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.expanding import Exploration
from oddsmith.rules.exploration.laws import Needs, Weighted
from oddsmith.rules.exploration.limits.places import Line, line_of
from oddsmith.rules.exploration.nodes import AtDecision, Edges, Nodes
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.exploration.ways.branches import Branches
from oddsmith.rules.language.calls import Call, Rule
from oddsmith.rules.language.driver import Activation
from oddsmith.rules.language.requests import Request
from oddsmith.rules.unknowns import Law, Undecided


class Record:
    """A record of exploring.

    nodes: of each graph, those of sub-rules included. seconds: of the processor, by the line at which they were spent.
    checking: seconds in which rules were run twice, to compare. counts: whether steps are counted now. questions: to
    the outcomes of rules. asked: how often chance was asked by a rule that is run again. standings: in how many ways
    such a rule stood then, by the values of its variables. laws: of runs of rolls, each with its function, how many
    were found, and how often used.
    """

    def __init__(self) -> None:
        self.nodes: list[Nodes] = []
        self.seconds: defaultdict[Line, float] = defaultdict(float)
        self.checking = 0.0
        self.counts = True
        self.questions: dict[Rule[..., Any], Question] = {}
        self.asked: Counter[Rule[..., Any]] = Counter()
        self.standings: dict[Rule[..., Any], set[int]] = {}
        self.laws: dict[Outline, tuple[CodeType, int, int]] = {}

    @property
    def states(self) -> int:
        """The number of states of all graphs."""
        return sum(len(nodes.graph) for nodes in self.nodes)

    def take(self, other: Record) -> None:
        """Add what another record holds."""
        self.take_seconds(other)
        self.nodes += other.nodes
        self.questions = other.questions | self.questions
        self.asked += other.asked
        for rule, standings in other.standings.items():
            self.standings.setdefault(rule, set()).update(standings)
        if other.nodes:
            for outline, (code, found, used) in other.nodes[0].setting.laws.told().items():
                _, found_before, used_before = self.laws.get(outline, (code, 0, 0))
                self.laws[outline] = code, found_before + found, used_before + used

    def take_seconds(self, other: Record) -> None:
        """Add the time that another record holds, and no more."""
        for line, seconds in other.seconds.items():
            self.seconds[line] += seconds
        self.checking += other.checking

    @contextmanager
    def spent_at(self, line: Line) -> Iterator[None]:
        """Count the time within for a line, without that of making and checking machines."""
        began, others = process_time(), self._others()
        try:
            yield
        finally:
            self.seconds[line] += process_time() - began - (self._others() - others)

    @contextmanager
    def spent_checking(self) -> Iterator[None]:
        """Count the time within as spent to check a machine."""
        began, making = process_time(), seconds_making()
        self.counts = False
        try:
            yield
        finally:
            self.counts = True
            self.checking += process_time() - began - (seconds_making() - making)

    def _others(self) -> float:
        return self.checking + seconds_making()


class Recorded(Exploration):
    """An exploration that keeps a record."""

    def __init__(
        self,
        record: Record,
        calls: Sequence[Call[Any]],
        setting: Setting,
        question: Question = AS_IT_IS,
        solves: Question = AS_IT_IS,
        waits: Rule[..., Any] | None = None,
    ) -> None:
        super().__init__(calls, setting, question, solves, waits)
        self._record = record
        self._branches = _Counting(self.nodes, record)
        record.nodes.append(self.nodes)

    def begun(self, need: Needs) -> Recorded:
        return Recorded(self._record, *self._of(need))

    def _expand(self, node: int) -> None:
        place, _, stack = self.nodes.graph.labels[node]
        if isinstance(place, Call):
            self._record.questions.setdefault(place.rule, self.nodes.asked(stack, node))
        with self._record.spent_at(line_of(place)):
            super()._expand(node)

    def _probe(self, node: int, call: Call[Any], stack: Stack, result: Edges | AtDecision, *, brief: bool) -> None:
        with self._record.spent_checking():
            super()._probe(node, call, stack, result, brief=brief)


class _Counting(Branches):
    """Branches of which those of rules that are run again, though they need not be, are counted."""

    def __init__(self, nodes: Nodes, record: Record) -> None:
        super().__init__(nodes)
        self._record = record

    def _among(self, at: AnyActivation, request: Request[Any], found: Weighted | Law, gain: int = 0) -> Any:
        if isinstance(at, Activation) and self._record.counts:
            rule = at.call.rule
            reason = engine(rule)
            if reason is not ONCE:
                self._record.asked[rule] += 1
                self._record.standings.setdefault(rule, set()).add(_standing(at))
        return super()._among(at, request, found, gain)


def _standing(at: Activation) -> int:
    """A number that is the same where the variables of a rule and of its helpers have the same values, at one line."""
    told: list[object] = []
    for frame in at.frames:
        told += [frame.f_lasti, frame.f_code]
        for name, value in frame.f_locals.items():
            freezing = Freezing()
            try:
                told += [name, freezing.image(value)]
            except (NotCompiled, Outgrown):
                told += [name, type(value)]
            except Undecided as undecided:
                undecided.unknown.watch.undecided = None
    return hash(tuple(told))
