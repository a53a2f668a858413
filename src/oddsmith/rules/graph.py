"""The explicit graph of a mechanic: what the solvers run on. It knows nothing of dice or coroutines.

Nodes are numbered; node 0 is where play begins. A chance node has weighted edges, a decision node has one edge an
option, an end node has none. Every edge may add an integer gain to the outcome.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from flint import fmpq

from oddsmith.distribution import Distribution


class Unresolved(Enum):
    """The outcome of an end node that holds probability which was not resolved into outcomes."""

    UNRESOLVED = "unresolved"

    def __repr__(self) -> str:
        return "UNRESOLVED"


UNRESOLVED: Final = Unresolved.UNRESOLVED


@dataclass(frozen=True)
class Open:
    """The outcome of an end node that is a whole distribution (a roll that a rule returned as its outcome)."""

    distribution: Distribution[Any]


@dataclass(frozen=True)
class Decision:
    """A decision as the person who takes it sees it.

    call: the rule and arguments at which it stands; known: what has happened since that call began (faces, outcomes of
    sub-rules, options taken); options: as the rule lists them, the one that spends nothing first; within: the calls
    that wait for this one's outcome, innermost first.
    """

    who: str
    options: tuple[Hashable, ...]
    call: Any
    known: tuple[Hashable, ...]
    within: tuple[Hashable, ...] = ()


@dataclass
class Graph:
    """Chance, decision and end nodes as parallel lists.

    targets[n]: where the edges of n lead. weights[n]: their probabilities at a chance node, else None.
    gains[n]: what each edge adds to the outcome, or None when that is 0 for all.
    decisions[n]: who decides what at a decision node. ends[n]: the outcome at an end node (an `Open` holds a whole
    distribution, `UNRESOLVED` probability that was not resolved). labels[n]: what a reader may call the node.
    """

    targets: list[tuple[int, ...]] = field(default_factory=list)
    weights: list[tuple[fmpq, ...] | None] = field(default_factory=list)
    gains: list[tuple[int, ...] | None] = field(default_factory=list)
    decisions: dict[int, Decision] = field(default_factory=dict)
    ends: dict[int, Hashable] = field(default_factory=dict)
    labels: list[Any] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def has_gains(self) -> bool:
        """Whether any edge adds to the outcome."""
        return any(gains is not None for gains in self.gains)

    def new(self, label: object) -> int:
        """Add a node without edges and return its number."""
        self.targets.append(())
        self.weights.append(None)
        self.gains.append(None)
        self.labels.append(label)
        return len(self.targets) - 1

    def edges(self, node: int) -> Iterator[tuple[int, int]]:
        """Target and gain of every edge of a node."""
        gains = self.gains[node]
        if gains is None:
            return ((target, 0) for target in self.targets[node])
        return zip(self.targets[node], gains, strict=True)

    def under(self, plan: dict[int, int]) -> Graph:
        """The graph in which every decision node takes the edge that `plan` names: no decisions are left."""
        one = (fmpq(1),)
        resolved = Graph(list(self.targets), list(self.weights), list(self.gains), {}, self.ends, self.labels)
        for node in self.decisions:
            taken = plan[node]
            gains = self.gains[node]
            resolved.targets[node] = (self.targets[node][taken],)
            resolved.weights[node] = one
            resolved.gains[node] = (gains[taken],) if gains is not None and gains[taken] else None
        return resolved


def components(targets: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, each after all that it leads to (Tarjan 1972, without recursion).

    targets: for every node, the nodes it leads to.
    """
    count = len(targets)
    order = [0] * count  # 0: not met yet
    low = [0] * count
    waiting = bytearray(count)  # is on the stack of its component
    met = 0
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(count):
        if order[root]:
            continue
        met += 1
        order[root] = low[root] = met
        stack.append(root)
        waiting[root] = 1
        path = [(root, iter(targets[root]))]
        while path:
            node, rest = path[-1]
            for target in rest:
                if not order[target]:
                    met += 1
                    order[target] = low[target] = met
                    stack.append(target)
                    waiting[target] = 1
                    path.append((target, iter(targets[target])))
                    break
                if waiting[target] and order[target] < low[node]:
                    low[node] = order[target]
            else:
                path.pop()
                if path and low[node] < low[path[-1][0]]:
                    low[path[-1][0]] = low[node]
                if low[node] == order[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        waiting[member] = 0
                        component.append(member)
                        if member == node:
                            break
                    found.append(component)
    return found
