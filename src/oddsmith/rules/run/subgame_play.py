"""Best play of games made of subgames: values of their states, in one situation after the other.

The values of a situation are whole numbers over one denominator, so that nothing needs to be reduced on the way. Only
those at which subgames begin are kept, and the edge to take at every decision; others are worked out when asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, lcm
from operator import mul
from typing import Any, TypeVar, cast

from flint import fmpq

from oddsmith.errors import RuleError
from oddsmith.how_far import Doing, counted
from oddsmith.rules.exploration.subgames import GAME_OVER, Place, Subgames
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.goals import Goal, end_value
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.plans import Plan, Planned
from oddsmith.rules.language.calls import Call
from oddsmith.rules.solvers.players import Players, senses_of
from oddsmith.rules.solvers.solution import Solution

T = TypeVar("T")

_REMEMBERED = 16  # lists of steps that may be used again


def solve_subgames(subgames: Subgames, goal: Goal | None, *, players: Players) -> SubgameSolution[Any]:
    """Optimal play of a game made of subgames; see `best`, which this is for games too large to be explored whole."""
    return SubgameSolution.begin(SubgameValues(subgames, goal, players), subgames.start)


class SubgameValues:
    """Values of the states of subgames under best play, in every situation in which play may come to them."""

    def __init__(self, subgames: Subgames, goal: Goal | None, players: Players) -> None:
        self.subgames = subgames
        self.choices = [bytearray() for _ in subgames.situations]  # by situation and decision node, the edge to take
        self._outcomes = [end_value(outcome, goal) for outcome in subgames.outcomes]
        self._over = lcm(*{int(value.q) for value in self._outcomes})
        self._whole = [int(value.p) * (self._over // int(value.q)) for value in self._outcomes]  # values times that
        # the values where subgames begin, times the scales
        self._begun: list[dict[int, int]] = [{} for _ in subgames.situations]
        self._scales = [1] * len(subgames.situations)
        self._known: list[dict[int, fmpq]] = [{} for _ in subgames.situations]  # what has been asked for since
        self._onward: dict[Place, Place] = {}
        with without_collection():
            steps = _Steps(subgames.graph, senses_of(subgames.graph, players))
            for situation in counted(subgames.order, Doing.SOLVING, subgames.pairs, subgames.states_in):
                self._solve(situation, steps)

    def at(self, place: Place) -> fmpq:
        """The value of a state in a situation."""
        node, situation = place
        numerator = self._begun[situation].get(node)
        if numerator is not None:
            return fmpq(numerator, self._scales[situation])
        return self._within(node, situation)

    def onward(self, place: Place) -> Place:
        """The same place or, at the end of a subgame, the beginning of the next (or GAME_OVER, and its number)."""
        ends = self.subgames.graph.ends
        while place.situation != GAME_OVER and place.node in ends:
            next_ = self._onward.get(place)
            if next_ is None:
                next_ = self._onward[place] = self.subgames.lead(*place)
            place = next_
        return place

    def worth(self, place: Place) -> fmpq:
        """The value of a place, also where the game is over."""
        return self._outcomes[place.node] if place.situation == GAME_OVER else self.at(place)

    def _solve(self, situation: int, steps: _Steps) -> None:
        subgames, reached = self.subgames, self.subgames.reached[situation]
        leads = subgames.leads[situation]
        later = set(leads.situations) - {GAME_OVER}
        common = lcm(self._over, *[self._scales[s] for s in later])
        factors = {s: common // self._scales[s] * steps.headroom for s in later}
        over, whole = common // self._over * steps.headroom, self._whole
        values = [0] * len(subgames.graph)
        begun = self._begun
        for end, s, node in zip(leads.ends, leads.situations, leads.nodes, strict=True):
            values[end] = whole[node] * over if s == GAME_OVER else begun[s][node] * factors[s]
        self.choices[situation] = steps.back(values, reached)
        kept = {node: values[node] for node in subgames.entered[situation]}
        scale = common * steps.headroom
        shared = gcd(scale, *kept.values())
        self._begun[situation] = {node: value // shared for node, value in kept.items()}
        self._scales[situation] = scale // shared

    def _within(self, node: int, situation: int) -> fmpq:
        """The value of a state within a subgame, from the next ones to which best play comes."""
        graph, known, choices = self.subgames.graph, self._known[situation], self.choices[situation]
        todo = [node]
        while todo:
            here = todo[-1]
            targets = graph.targets[here]
            if here in graph.decisions:
                targets = (targets[choices[here]],)
            waiting = [target for target in targets if target not in known]
            if here in known or here in graph.ends or not waiting:
                todo.pop()
                if here in graph.ends:
                    known[here] = self.worth(self.onward(Place(here, situation)))
                elif here not in known:
                    weights = graph.weights[here] or (fmpq(1),)
                    known[here] = sum((w * known[t] for w, t in zip(weights, targets, strict=True)), fmpq(0))
            else:
                todo.extend(waiting)
        return known[node]


# The step at a node, and the number of its edges. Odd kinds ask for the most.
_EXPECT_2, _MAX_2, _MIN_2, _MAX_3, _MIN_3, _PASS, _EXPECT, _MAX, _MIN = range(9)


class _Steps:
    """Steps that carry values backward through the states of subgames, on whole numbers.

    steps: kind, node, and by kind two targets and their weights (whole numbers that add up to `unit`), or three
    targets, or the place among `many`, which holds all targets and weights. headroom: values must be multiples of it at
    the ends, so that every expectation is a whole number.
    """

    def __init__(self, graph: Graph, senses: dict[int, int]) -> None:
        weighted = {weights for weights in graph.weights if weights is not None and len(weights) > 1}
        self.unit = lcm(*[int(weight.q) for weights in weighted for weight in weights])
        whole = {weights: tuple([int(w.p) * (self.unit // int(w.q)) for w in weights]) for weights in weighted}
        self.steps: list[tuple[int, int, int, int, int, int]] = []
        self.many: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        chances = [0] * len(graph)  # how many chance nodes there may be on the way to an end
        for (node,) in graph.order:
            targets = graph.targets[node]
            if targets:
                sense = senses.get(node, 0)
                weights = whole[graph.weights[node] or ()] if len(targets) > 1 and not sense else ()
                chances[node] = max([chances[target] for target in targets]) + bool(weights)
                self.steps.append(self._step(node, sense, targets, weights))
        self.headroom = self.unit ** max(chances, default=0)
        self._taken: dict[bytes, list[tuple[int, int, int, int, int, int]]] = {}

    def _among(self, reached: bytes) -> list[tuple[int, int, int, int, int, int]]:
        """The steps at nodes that are reached. In many situations these are the same."""
        steps = self._taken.get(reached)
        if steps is None:
            if len(self._taken) == _REMEMBERED:
                self._taken.clear()
            steps = self._taken[reached] = [step for step in self.steps if reached[step[1]]]
        return steps

    def _step(
        self, node: int, sense: int, targets: tuple[int, ...], weights: tuple[int, ...]
    ) -> tuple[int, int, int, int, int, int]:
        match targets:
            case [target]:
                return _PASS, node, target, 0, 0, 0
            case [a, b] if weights:
                return _EXPECT_2, node, a, b, *weights  # type: ignore[return-value]  # two of them
            case [a, b]:
                return _MAX_2 if sense > 0 else _MIN_2, node, a, b, 0, 0
            case [a, b, c] if not weights:
                return _MAX_3 if sense > 0 else _MIN_3, node, a, b, c, 0
        self.many.append((targets, weights))
        kind = _EXPECT if weights else _MAX if sense > 0 else _MIN
        return kind, node, len(self.many) - 1, 0, 0, 0

    def back(self, values: list[int], reached: bytearray) -> bytearray:
        """Fill in the values of all nodes reached; gives the edge to take at every decision node."""
        unit, many = self.unit, self.many
        choices = bytearray(len(values))
        for kind, node, a, b, c, d in self._among(bytes(reached)):  # a tight loop, run in every situation
            if kind == _EXPECT_2:
                values[node] = (c * values[a] + d * values[b]) // unit
            elif kind < _PASS:
                value, other = values[a], values[b]
                if other > value if kind & 1 else other < value:
                    value = other
                    choices[node] = 1
                if kind > _MIN_2:
                    other = values[c]
                    if other > value if kind & 1 else other < value:
                        value = other
                        choices[node] = 2
                values[node] = value
            elif kind == _PASS:
                values[node] = values[a]
            else:
                targets, weights = many[a]
                options = [values[target] for target in targets]
                if kind == _EXPECT:
                    values[node] = sum(map(mul, weights, options)) // unit
                else:
                    values[node] = value = max(options) if kind & 1 else min(options)
                    choices[node] = options.index(value)
        return choices


@dataclass(frozen=True, repr=False)
class SubgameSolution(Solution[T]):
    """The value and plan of best play of a game made of subgames, from the beginning of a subgame on.

    `decisions` are those that best play comes to; `policy` knows all others too.
    """

    _subgame_values: SubgameValues

    @staticmethod
    def begin(subgame_values: SubgameValues, start: Place) -> SubgameSolution[Any]:
        """From a place on, which is the beginning of a subgame."""
        played = _Played(subgame_values, start)
        return SubgameSolution(played, _SubgamePlan(played.graph, played.edges, subgame_values), 0, subgame_values)

    def at(self, call: Call[T]) -> SubgameSolution[T]:
        place = self._subgame_values.subgames.place(call)
        if place is None:
            raise RuleError(
                call.rule.name,
                f"{call!r} is not the beginning of a stage to which play can come.",
                remedy="Ask at such a call, or for the best play of this one by itself.",
            )
        return SubgameSolution.begin(self._subgame_values, place)


class _SubgamePlan(Planned):
    """The plan for all subgames and situations, and the part of the game to which best play comes."""

    def __init__(self, graph: Graph, edges: dict[int, int], subgame_values: SubgameValues) -> None:
        super().__init__(graph, edges)
        self.subgame_values = subgame_values

    @cached_property
    def policy(self) -> Plan:
        return _SubgamePolicy(self.subgame_values)


class _SubgamePolicy(Plan):
    """Answers every decision to which play can come."""

    def __init__(self, subgame_values: SubgameValues) -> None:
        super().__init__({}, None)
        self._subgame_values = subgame_values

    def __call__(self, decision: Decision, total: int = 0) -> Hashable:
        place = self._subgame_values.subgames.stands(decision)
        if place is None:
            return super().__call__(decision, total)
        return decision.options[self._subgame_values.choices[place.situation][place.node]]


class _Played:
    """The part of a game to which best play comes, with the options that it does not take, as a graph of its own.

    values: what every node is worth. edges: the one to take at every decision node.
    """

    def __init__(self, subgame_values: SubgameValues, start: Place) -> None:
        self.graph = Graph()
        self.values: list[fmpq] = []
        self.edges: dict[int, int] = {}
        self._subgame_values = subgame_values
        self._numbers: dict[Place, int] = {}
        todo = deque([subgame_values.onward(start)])
        expanded = set(todo)
        while todo:
            for place in self._expand(todo.popleft()):
                if place not in expanded:
                    expanded.add(place)
                    todo.append(place)

    def option_values(self, node: int) -> list[fmpq]:
        """The value of each edge of a node."""
        return [self.values[target] for target in self.graph.targets[node]]

    def _number(self, place: Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            subgames = self._subgame_values.subgames
            if place.situation == GAME_OVER:
                outcome = subgames.outcomes[place.node]
                number = self._numbers[place] = self.graph.new(outcome)
                self.graph.ends[number] = outcome
            else:
                call, known, stack = subgames.graph.labels[place.node]
                number = self._numbers[place] = self.graph.new(
                    (call, known, (stack, subgames.situations[place.situation]))
                )
            self.values.append(self._subgame_values.worth(place))
        return number

    def _expand(self, place: Place) -> list[Place]:
        """Give a node its edges; where play may go on from there."""
        number = self._number(place)
        if place.situation == GAME_OVER:
            return []
        subgames = self._subgame_values.subgames
        node, situation = place
        places = [self._subgame_values.onward(Place(target, situation)) for target in subgames.graph.targets[node]]
        self.graph.targets[number] = tuple([self._number(target) for target in places])
        self.graph.weights[number] = subgames.graph.weights[node]
        decision = subgames.graph.decisions.get(node)
        if decision is None:
            return places
        waiting = (subgames.situations[situation], ())
        key = None if decision.key is None else (*cast("tuple[Hashable, ...]", decision.key), waiting)
        self.graph.decisions[number] = replace(decision, within=(*decision.within, waiting), key=key)
        taken = self._subgame_values.choices[situation][node]
        self.edges[number] = taken
        return [places[taken]]
