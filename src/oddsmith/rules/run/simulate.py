"""Many runs of a mechanic at once: the cost grows with its states, not with the number of runs.

Instead of running a mechanic n times, n is split among the branches of every state by a multinomial draw. A billion
runs cost what a thousand do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from oddsmith.dice.simulation.seeds import Seed, generator_of
from oddsmith.distribution import Distribution
from oddsmith.distribution.display import html, text
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput
from oddsmith.how_far import Doing, counted
from oddsmith.rules.compile.dataflow.demand import Places, without_digits
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.with_policy import explore_for
from oddsmith.rules.graph.goals import itself
from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open
from oddsmith.rules.graph.policies import Policy
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import asked_fine

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")
U = TypeVar("U")

_MOST_RUNS = 10**15  # counts stay far inside 64 bits
_MOST_SHOWN = 12  # outcomes at a prompt
_MOST_ROWS = 40  # of a table
_BAR = 40  # characters


@dataclass(frozen=True, repr=False)
class Simulation(Generic[T]):
    """Counts of each outcome. `unresolved` runs came to an outcome beyond the bound of an unbounded roll.

    It prints as a table of the shares and counts.
    """

    runs: int
    counts: Mapping[T, int]
    unresolved: int = 0

    def share(self, outcome: T) -> float:
        """The part of the runs with this outcome."""
        return self.counts.get(outcome, 0) / self.runs

    def __str__(self) -> str:
        return f"{self.runs:,} runs\n{text(self._shares().truncated(), _MOST_ROWS, _BAR, runs=self.runs)}"

    def __repr__(self) -> str:
        name = type(self).__name__
        if len(self.counts) <= _MOST_SHOWN:
            return f"{name}(runs={self.runs}, counts={self.counts}, unresolved={self.unresolved})"
        return f"<{name} of {self.runs:,} runs: {len(self.counts):,} outcomes>"

    def _repr_html_(self) -> str:
        return f"<div><div>{self.runs:,} runs</div>{html(self._shares().truncated(), _MOST_ROWS, runs=self.runs)}</div>"

    def _shares(self) -> Distribution[T]:
        """The shares of the outcomes, as a distribution."""
        return Distribution.from_weights(self.counts, unresolved=self.unresolved)


@overload
def simulate(
    call: Call[T],
    runs: int,
    policy: Policy | None = None,
    *,
    of: None = None,
    seed: Seed | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Simulation[T]: ...


@overload
def simulate(
    call: Call[T],
    runs: int,
    policy: Policy | None = None,
    *,
    of: Callable[[T], U],
    seed: Seed | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Simulation[U]: ...


def simulate(
    call: Call[T],
    runs: int,
    policy: Policy | None = None,
    *,
    of: Callable[[Any], Any] | None = None,
    seed: Seed | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Simulation[Any]:
    """Simulate `runs` independent runs of a call (1 to 10^15).

    policy: answers the decisions, as for `odds`. of: turns every outcome into what is counted, as for `odds`. seed:
    a number or a text that makes the result repeatable (numpy's PCG64); without one it differs every time.

    Raises BadInput for a number of runs out of range, and what `odds` raises for the mechanic.
    """
    check_whole("runs", runs)
    if not 1 <= runs <= _MOST_RUNS:
        raise BadInput("runs", runs, f"1 to {_MOST_RUNS:,}")
    graph, left = explore_for(call, of, policy, limit=limit, bound=bound, equations=False)
    found = _Splitter(graph, generator_of(seed), bound, left or itself).split(runs)
    if of is not None:
        asked_fine(of, found.counts)
    return found


class _Splitter:
    """Splits runs among the edges of a graph. of: what is counted of an outcome."""

    def __init__(
        self, graph: Graph, generator: np.random.Generator, bound: Fraction, of: Callable[[Any], Any] = itself
    ) -> None:
        self.graph = graph
        self.of = of
        self.generator = generator
        self.bound = bound
        self.shares: dict[int, list[float]] = {}

    def split(self, runs: int) -> Simulation[Any]:
        graph = self.graph
        waiting: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))  # node -> running total -> runs
        waiting[0][0] = runs
        counts: dict[Hashable, int] = defaultdict(int)
        unresolved = 0
        for component in counted(reversed(graph.order), Doing.PLAYING, len(graph), len):
            inside = set(component)
            # Around a loop runs come back; every round some leave, until none is left.
            while active := [node for node in component if node in waiting]:
                for node in active:
                    here = waiting.pop(node)
                    if node in graph.busts:
                        here = {0: sum(here.values())}
                    elif node in graph.lost:
                        here = _without(here, graph.lost[node])
                    if node in graph.ends:
                        unresolved += self._end(graph.ends[node], here, counts)
                    else:
                        for total, n in here.items():
                            unresolved += self._branch(node, total, n, waiting)
                if not inside & waiting.keys():
                    break
        return Simulation(runs, dict(counts), unresolved)

    def _branch(self, node: int, total: int, n: int, waiting: dict[int, dict[int, int]]) -> int:
        """Send runs on; returns how many of them stay unresolved."""
        graph = self.graph
        targets = graph.targets[node]
        if len(targets) == 1:
            drawn = [n]
        else:
            shares = self.shares.get(node)
            if shares is None:
                shares = self.shares[node] = [int(w.p) / int(w.q) for w in graph.weights[node] or ()]
            drawn = self._draw(n, shares)
        unresolved = 0
        for (target, gain), k in zip(graph.edges(node), drawn, strict=True):
            if not k:
                continue
            if isinstance(gain, int):
                waiting[target][total + gain] += k
                continue
            drawn_gains, rest = self._spread(gain, k)
            unresolved += rest
            for drawn_gain, times in drawn_gains:
                waiting[target][total + drawn_gain] += times
        return unresolved

    def _spread(self, law: Distribution[Any], n: int) -> tuple[list[tuple[Any, int]], int]:
        """Draw n times: what came up with how often, and how often it was nothing that is listed."""
        head = law.truncated(self.bound)
        drawn = self._draw(n, [w / head.total for w in head.weights.values()] + [float(head.unresolved)])
        return [(value, k) for value, k in zip(head.weights, drawn, strict=False) if k], drawn[-1]

    def _draw(self, n: int, shares: list[float]) -> list[int]:
        drawn: list[int] = self.generator.multinomial(n, shares).tolist()
        return drawn

    def _end(self, outcome: Any, here: dict[int, int], counts: dict[Hashable, int]) -> int:
        """Count runs that have come to an end; returns how many of them stay unresolved."""
        if outcome is UNRESOLVED:
            return sum(here.values())
        unresolved = 0
        for total, n in here.items():
            if isinstance(outcome, Open):
                drawn, rest = self._spread(outcome.distribution, n)
                for value, k in drawn:
                    counts[self.of(value + total)] += k
                unresolved += rest
            else:
                counts[self.of(self._raised(outcome, total) if total else outcome)] += n
        return unresolved

    def _raised(self, outcome: Any, total: int) -> Any:
        shape = self.graph.shape
        return outcome + total if shape is None else shape.raised(outcome, shape.gains(total))


def _without(here: dict[int, int], lost: Places) -> dict[int, int]:
    """The runs by what they gained, where gains to some of several totals do not count."""
    counts: Counter[int] = Counter()
    for total, n in here.items():
        counts[without_digits(total, lost)] += n
    return counts
