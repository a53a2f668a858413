"""Wandering: random ways through the states of a rule, which hardly ever meet where there are far too many of them.

Friends who walk through a village at random meet; in a city they do not. Let p be the share of their ways that leads
through each state. Two ways are at the same one as often as the sum of p * p says, which over N states is 1 / N at
least (Cauchy and Schwarz). So ways that meet seldom prove that there are many states, long before these are found:
three counters to 200 have 8 million states, and some fifty ways of some hundred steps show that there are too many.

Ways that have met may stay together, as in a narrow lane: then a single meeting that did not happen says less. How long
they do is seen from twins, which part from a way in its middle. Ways lead through the graph itself, so whatever merges
there has merged, and the states they find are explored anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Final

from oddsmith.rules.exploration.limits.waiting import Waiting
from oddsmith.rules.graph.graph import Graph

_FIRST: Final = 3  # so many ways tell how long ways are, and so many that end only where they must
_MUCH: Final = 4  # where these are so many times as long, all ways go on as long as they can
_TWINS: Final = 12  # so many of the others have a twin, the first that are long enough
_SELDOM: Final = 20  # where no more than one way in so many is, nothing is learnt of how many states there are
_LONGEST: Final = 4_000  # no way is followed further
_WITHOUT_END: Final = 1  # and no more ways are where more than so many of the first are so long
_SURE: Final = 12  # what is to be seen so often on average is seen at least once (but once in 160,000 times)
_SAFE: Final = 2  # no more than so many times as much is to be expected as what was seen, beyond that
_WORTH: Final = 4  # where ways must find more than one in so many of the states allowed, it is as well to go on
_QUICK: Final = 4  # so many steps of a way take as long as one new state
_ANSWERS: Final = 64  # of a state with more ways on, those as far apart are alike
_PARTS: Final = ((1 / 4, 3 / 4), (1 / 2, 1.0))  # of ways: where there are most states, if they grow fewer or not


class _Part:
    """Ways between two of their steps, and all that they meet there of one another. A step stands for all to which it
    might have led.
    """

    def __init__(self, graph: Graph, begin: int, end: int) -> None:
        self.begin, self._end = begin, end
        self._graph = graph
        self._shares: dict[int, float] = {}  # of each node, what ways so far spent there
        self._spent = self._met = 0.0  # in all; and what ways met of others
        self._ways = self.twins = 0
        self._together = 0.0  # what ways met of their twins

    def count(self, way: Sequence[int]) -> None:
        """Count a way."""
        self._ways += 1
        shares = self._shares
        for node, share in self._spends(way, self.begin).items():
            before = shares.get(node, 0.0)
            self._met += before * share
            shares[node] = before + share
            self._spent += share

    def count_twins(self, way: Sequence[int], other: Sequence[int], parted: int) -> None:
        """Count ways that were the same up to a step."""
        self.twins += 1
        after = self._spends(other, parted)
        self._together += sum([share * after.get(node, 0.0) for node, share in self._spends(way, parted).items()])

    def least(self) -> int:
        """So many states there are surely."""
        most = _SAFE * self._met + _SURE * self._at_once
        return int(self._pairs * self._length**2 / most) if most else 0

    def needed(self, limit: int) -> float:
        """About how many ways would show that there are more states than the limit; infinitely many if none would."""
        room = self._length**2 / limit  # two ways through more states meet less
        if self._met > _SURE * self._at_once:
            room -= _SAFE * self._met / self._pairs
        return float((2 * _SURE * self._at_once / room) ** 0.5) if room > 0 else float("inf")

    @property
    def _pairs(self) -> float:
        return self._ways * (self._ways - 1) / 2

    @property
    def _length(self) -> float:
        return self._spent / self._ways

    @property
    def _at_once(self) -> float:
        """All that ways meet of one another once they have met; twins part anywhere, so it may be twice that."""
        return 2 * self._together / self.twins if self.twins else 0.0

    def _spends(self, way: Sequence[int], begin: int) -> dict[int, float]:
        targets, ends = self._graph.targets, self._graph.ends
        spends: dict[int, float] = {}
        for node in way[max(begin, self.begin) : self._end]:
            on = [target for target in targets[node] if target not in ends]
            for target in on:
                spends[target] = spends.get(target, 0.0) + 1 / len(on)
        return spends


class Wandering:
    """Random ways from where play begins. `onward` is where the next state is to be expanded, until no more is learnt.

    limit: so many there may be. least: so many there are surely, as far as that is known. without_end: whether nothing
    is known since ways have no end.
    """

    def __init__(self, graph: Graph, todo: Sequence[int], limit: int) -> None:
        """Begin. todo: nodes not yet expanded, to which more are added at the end while ways are followed."""
        self.least = 0
        self.without_end = False
        self.limit = limit
        self._graph = graph
        self._waiting = Waiting(todo)
        self._random = Random(limit)
        self._lengths: list[int] = []  # of the first ways
        self._goes_on = False  # whether ways end only where they must
        self._parts: list[_Part] = []
        self._ways = self._steps = self._found = 0  # that are counted; and nodes that were found before
        self._twin_of: list[int] | None = None
        self._parted = 0
        self._begin([self._random.choice(graph.roots)])

    def onward(self) -> int | None:
        """The next node to be expanded; None once enough is known, or cannot be known so."""
        graph = self._graph
        while True:
            way = self._way
            node = way[-1]
            if node in self._waiting:
                return node
            on = [to for to in graph.targets[node] if to != node and not (self._goes_on and to in graph.ends)]
            on = [to for to in on if to not in self._passed] or on  # else ways might go in circles
            to = self._one_of(on) if on and len(way) < _LONGEST else None
            if to is not None and to not in graph.ends:
                way.append(to)
                self._passed.add(to)
            elif self._is_enough():
                return None

    def expanded(self, node: int) -> None:
        """Note that a node has been expanded."""
        self._waiting.expanded(node)

    def left(self) -> list[int]:
        """Those of the nodes that have not been."""
        return self._waiting.left()

    def _begin(self, way: list[int]) -> None:
        """Begin a way; each has a bent of its own, so that together they spread as far as they can."""
        self._way, self._passed = way, set(way)
        self._bent = [self._random.expovariate(1) for _ in range(_ANSWERS)]

    def _one_of(self, on: Sequence[int]) -> int:
        if len(on) == 1:
            return on[0]
        return self._random.choices(on, [self._bent[place % _ANSWERS] for place in range(len(on))])[0]

    def _is_enough(self) -> bool:
        """Tell whether more ways need not be followed, after one that has come to its end; else begin the next."""
        way, twin_of, self._twin_of = self._way, self._twin_of, None
        if len(self._lengths) < 2 * _FIRST:
            self._lengths.append(len(way))
            if self._lengths.count(_LONGEST) > _WITHOUT_END:
                self.without_end = True
                return True
            self._goes_on = len(self._lengths) >= _FIRST
            if len(self._lengths) == 2 * _FIRST:
                length, longest = median(self._lengths[:_FIRST]), median(self._lengths[_FIRST:])
                self._goes_on = longest > _MUCH * length
                length = longest if self._goes_on else length
                self._parts = [_Part(self._graph, int(length * a), int(length * b) + 1) for a, b in _PARTS]
                self._found = len(self._graph)
        else:
            self._steps += len(way)
            if twin_of is not None:
                for part in self._parts:
                    part.count_twins(twin_of, way, self._parted)
            else:
                self._ways += 1
                for part in self._parts:
                    part.count(way)
                begin = min(part.begin for part in self._parts)
                if self._parts[0].twins < _TWINS and len(way) > begin:
                    self._twin_of = way
                    self._parted = self._random.randrange(begin, len(way))
                    self._begin(way[: self._parted + 1])
                    return False
            if self._is_known() if self._parts[0].twins >= _TWINS else self._ways >= _SELDOM * _TWINS:
                return True
        self._begin([self._random.choice(self._graph.roots)])
        return False

    def _is_known(self) -> bool:
        self.least = max(part.least() for part in self._parts)
        needed = min(part.needed(self.limit) for part in self._parts)
        found, steps = (len(self._graph) - self._found) / self._ways, self._steps / self._ways
        return self.least > self.limit or (needed - self._ways) * max(found, steps / _QUICK) > self.limit / _WORTH
