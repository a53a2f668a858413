"""Branches of states: time goes into them, so a state of many counts for several where it is asked how long all takes.

Those that are still to be expanded are taken to have as many as others at the same await, on the mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, Final

from oddsmith.rules.compile.activation import State
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.language.calls import Call

#: So many branches from a state count for nothing.
FEW_BRANCHES: Final = 6

_BRANCHES_A_STATE: Final = 4  # of more, so many take at least as long as a state with few
_FEW: Final = 8  # of fewer states than so many it is not known how many others have


def await_of(place: Call[Any] | State) -> Hashable:
    """The await at which a rule stands, and those at which its helpers do; the rule itself where it begins."""
    return (place.machines, place.order) if isinstance(place, State) else place.rule


class Fans:
    """For how many states more those count of which branches were followed: in all, and where they stand."""

    def __init__(self) -> None:
        self._all = self._most = 0  # and the one with most
        self._at: Counter[Hashable] = Counter()

    def count(self, place: Call[Any] | State, branches: int) -> None:
        """Count the branches from a state that has more than a few."""
        more = (branches - FEW_BRANCHES) // _BRANCHES_A_STATE
        self._all += more
        self._most = max(self._most, more)
        self._at[await_of(place)] += more

    def mean(self, expanded: int) -> float:
        """For how many states more each of those expanded counts, but the one with most, such as that where play
        begins; 0 where they are few.
        """
        return (self._all - self._most) / expanded if expanded >= _FEW else 0

    def of_all(self, graph: Graph) -> int:
        """For how many states more all count that were found."""
        found: Counter[Hashable] = Counter()
        left: Counter[Hashable] = Counter()
        for node, label in enumerate(graph.labels):
            if type(label) is tuple and node not in graph.ends:
                at = await_of(label[0])
                found[at] += 1
                left[at] += not graph.targets[node]
        expected = [more * left[at] // (found[at] - left[at]) for at, more in self._at.items() if left[at] < found[at]]
        return self._all + sum(expected)
