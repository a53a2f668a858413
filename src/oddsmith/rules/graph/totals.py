"""Running totals made part of the state, for goals that depend on more than the sum of what gains add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.distribution.unbounded.tail import Parted, Tail, settle
from oddsmith.errors import RuleError, TooLarge, Undecidable
from oddsmith.rules.compile.engines import call_and_answers
from oddsmith.rules.compile.questions import put_to
from oddsmith.rules.graph.goals import AtLeast, Bounded, Goal, itself, per_gain
from oddsmith.rules.graph.graph import UNRESOLVED, Gain, Graph, Open
from oddsmith.rules.linalg.linear import rational


class EndlessTotals(RuleError):
    """A goal is asked of infinitely many totals, and does not say what more adds, or from where on that is nothing."""


def settled(graph: Graph, goals: Sequence[Goal | None], limit: int) -> tuple[Graph, list[fmpq]]:
    """A graph that can be solved for the goals, and the amount that a gain of 1 on an edge adds to each of them.

    It is the graph itself where gains add the same to a goal whatever the outcome; otherwise the running total becomes
    part of the state, and nothing is left to add. Laws of gains without bound are then listed, as far as they matter to
    the goals or until next to nothing is left, which is UNRESOLVED. Where every goal is `Bounded`, gains stay that
    change none of them.

    Raises EndlessTotals when totals have no bound and a goal is not the same from some total on, as `AtLeast` and
    `Bounded` are; TooLarge past `limit` nodes; BadInput for a limit that is none.
    """
    check_whole("limit", limit)
    units = [unit(graph, goal) for goal in goals]
    known = [unit for unit in units if unit is not None and not (graph.busts and unit != 0)]
    if len(known) == len(units) or not graph.has_gains:
        return graph, [fmpq(0) if unit is None else unit for unit in units]
    return _unrolled(graph, goals, limit), [fmpq(0)] * len(goals)


def unit(graph: Graph, goal: Goal | None) -> fmpq | None:
    """The amount that a gain of 1 on an edge of a graph adds to a goal; None where that is not known."""
    if isinstance(goal, Bounded) and graph.totals is not None and graph.has_gains:
        most = max(graph.totals)
        ends = {node: end for node, end in graph.ends.items() if graph.totals[node] == most}
        lowest = _lowest(replace(graph, ends=ends), goal.number)
        return None if lowest is not None and lowest < goal.beyond else fmpq(0)
    return per_gain(goal)


def _unrolled(graph: Graph, goals: Sequence[Goal | None], limit: int) -> Graph:
    """The same play with the running total in the state (`totals`) instead of in gains."""
    ceiling = _ceiling(graph, goals)
    bounded = all(isinstance(goal, Bounded) for goal in goals)
    if ceiling is None and gains_around_a_loop(graph):
        raise _endless(graph, goals)
    totals: list[int] = []
    result = Graph(roots=[], totals=totals)
    index: dict[tuple[int, int], int] = {}

    def place(node: int, total: int) -> int:
        key = (node, total)
        if key not in index:
            if len(result) >= limit:
                raise TooLarge("states", len(result) + 1, limit, remedy="Cap the total.", raisable=True)
            index[key] = result.new(graph.labels[node])
            totals.append(total)
            todo.append(key)
        return index[key]

    def drawn(target: int, total: int, law: Distribution[int]) -> int:
        """A node from which a random gain is drawn."""
        summed = law + total
        listed = summed.truncated() if ceiling is None else summed.capped(ceiling).truncated()
        here = result.new(graph.labels[target])
        totals.append(total)
        onward = [(place(target, sum_), fmpq(weight, listed.total)) for sum_, weight in listed.weights.items()]
        if bounded and ceiling is not None and ceiling in listed.weights:
            rest = summed.given(lambda sum_: sum_ >= ceiling) - ceiling
            result.gains[here] = tuple([rest if sum_ == ceiling else 0 for sum_ in listed.weights])
        if listed.unresolved:
            onward.append((unresolved(), rational(listed.unresolved)))
        result.targets[here] = tuple([node for node, _ in onward])
        result.weights[here] = tuple([weight for _, weight in onward])
        return here

    def unresolved() -> int:
        found = next((node for node, outcome in result.ends.items() if outcome is UNRESOLVED), None)
        if found is None:
            found = result.new(UNRESOLVED)
            totals.append(0)
            result.ends[found] = UNRESOLVED
        return found

    todo: list[tuple[int, int]] = []
    for root in graph.roots:
        result.roots.append(place(root, 0))
    while todo:
        node, total = todo.pop()
        here = index[node, total]
        if node in graph.grown:
            result.grown.add(here)
        if node in graph.ends:
            end = graph.ends[node]
            if node in graph.busts:
                result.ends[here] = end
                result.busts.add(here)
            elif isinstance(end, Open):
                result.ends[here] = Open(end.distribution + total)
            else:
                result.ends[here] = end if end is UNRESOLVED or total == 0 else end + total  # type: ignore[operator]
            continue
        result.weights[here] = graph.weights[node]
        onward, beyond = [], []
        for target, gain in graph.edges(node):
            if isinstance(gain, int):
                more = total + gain if ceiling is None else min(total + gain, ceiling)
                onward.append(place(target, more))
                beyond.append(total + gain - more if bounded else 0)
            else:
                onward.append(drawn(target, total, gain))
                beyond.append(0)
        result.targets[here] = tuple(onward)
        if any(beyond):
            result.gains[here] = tuple(beyond)
        if node in graph.decisions:
            result.decisions[here] = graph.decisions[node]
        elif node in graph.simultaneous:
            result.simultaneous[here] = graph.simultaneous[node]
    return result


def _endless(graph: Graph, goals: Sequence[Goal | None]) -> EndlessTotals:
    call, _ = call_and_answers(graph.labels[0][0], ())
    of_outcome = put_to(call)
    rule = call.rule if of_outcome is None else of_outcome.rule
    problem = "gains add up around a loop, so the goal is asked of infinitely many totals."
    remedy = (
        "Use a goal that is the same from some total on (`n >= 3`, `min(n, 9)`), or no goal (the expected outcome), or "
        "say what a gain adds: Linear(goal, k)."
    )
    if _fall(graph) and any(isinstance(goal, AtLeast | Bounded) for goal in goals):
        problem = f"{problem} They may fall, so that a total which is enough may still be lost."
        remedy = (
            "Ask best(call, goal), which follows a total as far as the goal compares it, or cap the total in the rule."
        )
    return EndlessTotals(rule.name, problem, remedy=remedy)


def _ceiling(graph: Graph, goals: Sequence[Goal | None]) -> int | None:
    """The total from which on more changes no goal at any end that counts; None where there is none."""
    if _fall(graph):
        return None
    found = [0]
    number: Goal
    by: int | Fraction
    beyond: int | Fraction | None
    for goal in goals:
        match goal:
            case AtLeast(k):
                number, by, beyond = itself, 1, k
            case Bounded(_, number, by, beyond):
                pass
            case _:
                number, by, beyond = itself, 1, _steady_from(graph, goal)
        if beyond is None:
            return None
        lowest = _lowest(graph, number)
        if lowest is None:
            return None
        found.append(ceil((beyond - lowest) / Fraction(by)))
    return max(found)


def _steady_from(graph: Graph, goal: Goal | None) -> int | None:
    """The whole number from which on a goal is the same; None where there is none, or outcomes are no such numbers."""
    ends = [end for node, end in graph.ends.items() if end is not UNRESOLVED and node not in graph.busts]
    lowest = _lowest(graph, itself)
    if goal is None or type(lowest) is not int or not all(isinstance(end, int | Open) for end in ends):
        return None
    try:
        count, value = settle(goal, lowest, 1)
    except (Undecidable, Parted, TypeError):
        return None
    known: Any = value
    if isinstance(known, Tail) or not isinstance(known, int | Fraction):  # a tail says that it is a number
        return None
    return lowest + count


def _fall(graph: Graph) -> bool:
    """Tell whether some gain may be below 0."""
    return any(_falls(gain) for gains in graph.gains for gain in gains or ())


def _falls(gain: Gain) -> bool:
    """Tell whether a gain may be below 0."""
    if isinstance(gain, int):
        return gain < 0
    return gain.minimum is None or gain.minimum < 0


def gains_around_a_loop(graph: Graph) -> bool:
    """Tell whether play may come to a node again with another total."""
    for component in graph.order:
        inside, totals, todo = set(component), {component[0]: 0}, [component[0]]
        while todo:
            node = todo.pop()
            for target, gain in graph.edges(node):
                if target not in inside:
                    continue
                if not isinstance(gain, int):
                    return True
                total = totals[node] + gain
                if target not in totals:
                    totals[target] = total
                    todo.append(target)
                elif totals[target] != total:
                    return True
    return False


def _lowest(graph: Graph, number: Goal) -> int | Fraction | None:
    """The least number of an outcome at an end, or None where there is none. number: rises with the outcome."""
    ends = [end for node, end in graph.ends.items() if end is not UNRESOLVED and node not in graph.busts]
    lows: list[Any] = [end.distribution.minimum if isinstance(end, Open) else end for end in ends]
    numbers = [None if low is None else number(low) for low in lows]
    return min(numbers) if numbers and all(isinstance(each, (int, Fraction)) for each in numbers) else None  # type: ignore[type-var]
