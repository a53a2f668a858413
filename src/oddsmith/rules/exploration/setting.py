"""The setting of explorations: what all that are made on behalf of one call share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.rules.caps import Limits
from oddsmith.rules.compile.activation import MachineActivation
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS, Question
from oddsmith.rules.compile.outlines.outline import Outlined
from oddsmith.rules.compile.shapes import Shape
from oddsmith.rules.exploration.alike_calls import Alike
from oddsmith.rules.exploration.laws import STEP_BY_STEP, Laws, Needs, Weighted, weighted
from oddsmith.rules.exploration.numbers.sights import Sights
from oddsmith.rules.exploration.numbers.told_apart import ToldApart
from oddsmith.rules.graph.graph import UNRESOLVED
from oddsmith.rules.graph.policies import Policy, check_policy, first_option
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.choices import DecisionRequest
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.unknowns import Law, law

_DICE = 4  # so many steps of work on dice, which are estimated high, count as one


#: Looks on once; see `is_the_same_as_total`, which it is told.
FarDown: TypeAlias = Callable[[bool], None]

#: Begins an exploration of calls, with a question to their outcomes.
Begun: TypeAlias = "Callable[[Sequence[Call[Any]], Setting, Question], Any]"


@dataclass
class Setting:
    """Limits, policy and results that all explorations on behalf of one call share.

    equations: whether states that lead back to each other are to be solved as such later. symbolic: whether rules are
    handed symbols in place of unbounded numbers that they have not looked at. shape: of outcomes with several totals,
    where gains stand for all of them. begun: begins to explore in place of `Exploration`, for somebody who looks on.
    """

    limit: int
    bound: Fraction
    policy: Policy | None
    decisions_stay: bool
    solved: dict[tuple[Call[Any], Question], Weighted | Law] = field(default_factory=dict)
    drawn: dict[Hashable, Weighted | Law] = field(default_factory=dict)
    deciding: set[object] = field(default_factory=set)  # rules of which some call offers a decision
    own: set[object] = field(default_factory=set)  # rules that await their own outcome
    probed: Counter[object] = field(default_factory=Counter)
    laws: Laws = field(default_factory=Laws)
    told_apart: ToldApart = field(default_factory=ToldApart)
    without_end: set[object] = field(default_factory=set)  # rules of which random ways have no end, and tell nothing
    nodes: int = 0  # and as many more as states count for that hold much
    heavy: int = 0  # those more
    told: int = 0  # nodes of which whoever looks on was told, in stages that are over
    work: int = 0  # steps: branches followed, dice worked out, long ways flattened
    equations: bool = True
    symbolic: bool = True
    compiled: bool = True  # whether rules are run by their machines, where they have one
    limits: Limits | None = None  # to what states tell apart, where there may be any
    sights: Sights | None = None  # what those who decide know of unknown numbers; None where they know all of them
    shape: Shape | None = None
    begun: Begun | None = None
    far_down: FarDown | None = None  # done once, where many states have followed one another
    alike: Alike = field(default_factory=Alike)

    def __post_init__(self) -> None:
        check_whole("limit", self.limit)
        if self.policy is not None:
            check_policy(self.policy)

    def reset(self) -> None:
        """Forget what has been found, to explore anew."""
        self.solved.clear()
        self.deciding.clear()
        self.probed.clear()
        self.laws, self.alike = Laws(), Alike()
        self.nodes = self.heavy = self.told = 0
        if self.limits is not None:
            self.limits.reset()

    def count_more(self, more: int) -> None:
        """Count what a state holds, for so many states more."""
        self.heavy += more
        self.nodes += more

    def answers(self, request: Request[Any]) -> list[Any]:
        """Answers that a request may have, as far as they are known; none where they are not."""
        if isinstance(request, DecisionRequest):
            return list(request.options)
        if isinstance(request, ChanceRequest):
            found, gain = self.chances(request), request.gain
        elif isinstance(request, Call):
            found, gain = self.solved.get((request.bare(), AS_IT_IS), []), request.gain
        else:
            return []
        answers: list[Any] = found.some if isinstance(found, Law) else [answer for answer, _ in found]
        return [answer + gain if gain else answer for answer in answers if answer is not UNRESOLVED]

    @property
    def untold(self) -> int:
        """The number of nodes that were found since whoever looks on was told."""
        return self.nodes - self.heavy - self.told

    @property
    def in_context(self) -> bool:
        """True when a decision must be seen together with everything after it."""
        return self.decisions_stay or (self.policy is not None and self.policy is not first_option)

    def chances(self, request: ChanceRequest[Any]) -> Weighted | Law:
        """The answers of chance to a request, without its gain."""
        values = self.drawn.get(request.key)
        if values is None:
            with allowing(max(self.limit, LIMIT)) as budget:
                values = self.drawn[request.key] = self.answers_of(request.distribution())
            self.work += budget.spent // _DICE
        return values

    def found_late(self, at: MachineActivation, *, known: bool) -> Weighted:
        """The answers to what takes long: to a draw, or to the outline at which a rule stands with all values known."""
        if type(at.request) is Outlined:
            return self.laws.law(at, self.in_outline) if known else STEP_BY_STEP
        found = self.chances(at.request)
        assert type(found) is list
        return found

    def in_outline(self, request: ChanceRequest[Any] | Call[Any]) -> Weighted | None:
        """The answers to a roll or a sub-rule within an outline, if they can be listed. Raises Needs."""
        if isinstance(request, ChanceRequest):
            found: Weighted | Law | None = self.chances(request)
        else:
            bare = request.bare()
            found = self.solved.get((bare, AS_IT_IS))
            alone = self.shape is None and bare.rule not in self.deciding and bare.rule not in self.own
            if found is None and alone:
                raise Needs(bare, AS_IT_IS, bare.rule)
        return None if isinstance(found, Law) else found

    def answers_of(self, distribution: Distribution[Any]) -> Weighted | Law:
        """The outcomes as answers: listed, or as a law where they have no end."""
        if self.symbolic and not isinstance(distribution, Finite):
            return law(distribution, self.bound)
        return weighted(distribution, self.bound)
