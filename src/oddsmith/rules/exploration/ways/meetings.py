"""Ways on from a node: the edges to which its branches lead, and states of a rule at which branches meet.

Branches that have met go on as one. Chance answers there. How likely each meeting is, is found when all branches have
been followed.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Final, TypeAlias

from flint import fmpq

from oddsmith.rules.exploration.nodes import Edges
from oddsmith.rules.graph.graph import Gain


class Meeting:
    """A state of a rule at which branches have met, on the way from one node to the next.

    ways: how branches came, each from a meeting before (None for the node) with a probability and a gain from there on.
    """

    __slots__ = ("shares", "ways", "weight")

    def __init__(self) -> None:
        self.ways: list[tuple[Meeting | None, fmpq | None, Gain]] = []
        self.shares: list[fmpq | None] = []  # of the ways, from the node on
        self.weight: fmpq | None = None


#: The way of a branch: from a meeting (None for the node), with a probability from there on (None for 1).
Came: TypeAlias = tuple[Meeting | None, fmpq | None]

#: A branch that has not yet left the node.
START: Final[Came] = (None, None)


def likely(came: Came, share: fmpq) -> Came:
    """The same way, where one of several things happened."""
    origin, weight = came
    return origin, share if weight is None else weight * share


#: The end of a branch: target and gain, the meeting that it comes from, and its probability from there on.
Late: TypeAlias = tuple[tuple[int, Gain], Meeting, "fmpq | None"]

#: In place of the probability of an edge to which only branches that met have led so far.
_NONE: Final = fmpq(0)


class Ways:
    """All ways on from one node, as far as its branches have been followed."""

    __slots__ = ("_edges", "_gained", "_late", "_meetings")

    def __init__(self) -> None:
        self._edges: Edges = {}
        self._late: list[Late] = []  # ends of branches that have met
        self._meetings: dict[Hashable, Meeting] = {}
        self._gained = False  # whether branches have met after gains

    def lead(self, target: int, gain: Gain, came: Came) -> None:
        """Let a branch end at a node."""
        key, edges, (origin, weight) = (target, gain), self._edges, came
        if origin is None:
            before = edges.get(key)
            edges[key] = weight if before is None or weight is None else before + weight
        else:
            edges.setdefault(key, _NONE)
            self._late.append((key, origin, weight))

    def meet(self, place: Hashable, came: Came, gain: Gain = 0) -> Came | None:
        """Let a branch come to a place with a gain; how it goes on, None where another one does so for it."""
        self._gained |= gain != 0
        met = self._meetings.get(place)
        if met is not None:
            met.ways.append((*came, gain))
            return None
        met = self._meetings[place] = Meeting()
        met.ways.append((*came, gain))
        return met, None

    def edges(self) -> Edges:
        """The edges, when all branches have been followed."""
        edges = self._edges
        if not self._meetings:
            return edges
        if self._gained:
            return _with_gains(edges, self._late, self._meetings.values())
        _weigh(self._meetings.values())
        for key, met, share in self._late:
            weight, before = _product(met.weight, share), edges[key]
            edges[key] = None if weight is None or before is None else before + weight
        return edges


def _weigh(meetings: Collection[Meeting]) -> None:
    """Find the probability of each meeting."""
    waiting = {meeting: len(meeting.ways) for meeting in meetings}
    onward: dict[Meeting | None, list[tuple[Meeting, fmpq | None]]] = {}
    for meeting in waiting:
        for origin, share, _ in meeting.ways:
            onward.setdefault(origin, []).append((meeting, share))
    todo: list[Meeting | None] = [None]
    while todo:
        origin = todo.pop()
        weight = None if origin is None else origin.weight
        for meeting, share in onward.get(origin, ()):
            meeting.shares.append(_product(weight, share))
            waiting[meeting] -= 1
            if not waiting[meeting]:
                meeting.weight = _total(meeting.shares)
                todo.append(meeting)


def _with_gains(edges: Edges, late: Sequence[Late], meetings: Collection[Meeting]) -> Edges:
    waiting = {meeting: len(meeting.ways) for meeting in meetings}
    onward: dict[Meeting | None, list[tuple[Meeting, fmpq | None, Gain]]] = {}
    for meeting in waiting:
        for origin, share, gain in meeting.ways:
            onward.setdefault(origin, []).append((meeting, share, gain))
    spread: dict[Meeting | None, dict[Gain, list[fmpq | None]]] = {meeting: {} for meeting in waiting}
    weights: dict[Meeting | None, dict[Gain, fmpq | None]] = {None: {0: None}}
    todo: list[Meeting | None] = [None]
    while todo:
        origin = todo.pop()
        for meeting, share, gain in onward.get(origin, ()):
            for before, weight in weights[origin].items():
                spread[meeting].setdefault(before + gain, []).append(_product(weight, share))
            waiting[meeting] -= 1
            if not waiting[meeting]:
                weights[meeting] = {total: _total(shares) for total, shares in spread[meeting].items()}
                todo.append(meeting)
    found = {key: [weight] for key, weight in edges.items() if weight is not _NONE}
    for (target, gain), met, share in late:
        for before, weight in weights[met].items():
            found.setdefault((target, before + gain), []).append(_product(weight, share))
    return {key: _total(shares) for key, shares in found.items()}


def _product(a: fmpq | None, b: fmpq | None) -> fmpq | None:
    """The product of probabilities, of which None is 1."""
    return a if b is None else b if a is None else a * b


def _total(shares: Sequence[fmpq | None]) -> fmpq | None:
    """The sum of probabilities; None, which is 1, is all there is."""
    first, *more = shares
    for share in more:
        if first is None or share is None:
            return None
        first += share
    return first
