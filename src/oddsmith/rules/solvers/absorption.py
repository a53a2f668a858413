"""From a graph without decisions to the exact distribution of its outcomes.

Probability mass flows forward from where play begins: one number a node, in an order in which every node comes after
all that lead to it. States that lead back to each other are solved together as a linear system (absorbing Markov
chains). Where edges add gains, the mass of a node is spread over running totals; around a loop that adds gains, or
where a gain has a law without bound, over infinitely many, as a rational function. What comes to ends at which gains do
not count is found by a flow without them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from math import lcm
from typing import Any, Final

from flint import fmpq, fmpq_poly, fmpz

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.generating import quotient
from oddsmith.distribution.limits import refuse_work
from oddsmith.errors import RuleError, Undecidable
from oddsmith.how_far import Doing, counted
from oddsmith.rules.compile.questions import put_to
from oddsmith.rules.graph.graph import UNRESOLVED, Gain, Graph, Open
from oddsmith.rules.graph.policies import unanswered
from oddsmith.rules.linalg.gathered import Gathered, over_one
from oddsmith.rules.linalg.linear import fraction, rational, seconds_of_gains, solve_flow, solve_gains

_ASK_LESS: Final = (
    "Around a loop of many states a number is added up without end. Ask for less of it, as a comparison "
    "(`of=lambda outcome: outcome >= 10`), or for its mean alone: best(...).value."
)


def outcomes(graph: Graph, start: int = 0, *, given: Collection[int] | None = None) -> Distribution[Any]:
    """The distribution of outcomes of play from node `start`. Mass that reaches an UNRESOLVED end is `unresolved`.

    given: ends to one of which it is known that play comes.

    Raises RuleError when play may go on for ever, when one loop adds gains of both signs so that the odds are no
    fractions, or when gains meet outcomes that are not integers; UnansweredDecision when play comes to a decision.
    """
    ends = ends_reached(graph, start)
    return _gathered(graph, ends if given is None else {node: mass for node, mass in ends.items() if node in given})


def ends_reached(graph: Graph, start: int) -> dict[int, Mass]:
    """The mass that comes to each end. Raises as `outcomes`."""
    if graph.decisions or graph.simultaneous:
        for node in graph.reachable(start):
            if node in graph.decisions:
                raise unanswered(graph.decisions[node])
            if node in graph.simultaneous:
                raise unanswered(graph.simultaneous[node][0])
    return _with_totals(graph, start) if graph.has_gains else _plain(graph, start)


def visits(graph: Graph, start: int = 0) -> list[fmpq]:
    """Expected number of visits to every node in play from node `start`, whatever the gains."""
    mass = [fmpq(0)] * len(graph)
    entered = Gathered(len(graph))
    entered.add(start, fmpz(1), fmpz(1))
    for component in counted(reversed(graph.order), Doing.SOLVING, len(graph), len):
        if len(component) == 1:
            _pass_on(graph, component[0], mass, entered)
        else:
            _flow(graph, component, mass, entered)
    return mass


def _pass_on(graph: Graph, node: int, mass: list[fmpq], entered: Gathered) -> None:
    """Bring the mass that has entered a node to rest, and pass on what leaves it."""
    here = mass[node] = entered.sum(node)
    weights, targets = graph.weights[node], graph.targets[node]
    if weights is None or here == 0:
        return
    top, bottom = entered.terms(node, here)
    if node in targets:
        stays = 1 - sum((w for t, w in zip(targets, weights, strict=True) if t == node), fmpq(0))
        if stays == 0:
            raise never_ends(graph, [node])
        mass[node] = here / stays
        top, bottom = top * stays.q, bottom * stays.p
        onward = [(t, w) for t, w in zip(targets, weights, strict=True) if t != node]
        targets, weights = zip(*onward, strict=True)
    shares, whole = over_one(weights)
    entered.spread(targets, shares, top, bottom * whole)


def _flow(graph: Graph, component: list[int], mass: list[fmpq], entered: Gathered) -> None:
    """Bring the mass that has entered nodes which lead back to each other to rest, and pass on what leaves them."""
    coming = [entered.sum(node) for node in component]
    if all(here == 0 for here in coming):
        return
    place = {node: i for i, node in enumerate(component)}
    rows: list[dict[int, fmpq]] = [{} for _ in component]
    leaving: list[tuple[int, int, fmpq]] = []
    for i, node in enumerate(component):
        for target, weight in zip(graph.targets[node], graph.weights[node] or (), strict=True):
            j = place.get(target)
            if j is None:
                leaving.append((i, target, weight))
            else:
                rows[i][j] = rows[i].get(j, fmpq(0)) + weight
    if not leaving:
        raise never_ends(graph, component)
    settled = solve_flow(rows, coming)
    for node, value in zip(component, settled, strict=True):
        mass[node] = value
    for i, target, weight in leaving:
        left = settled[i] * weight
        entered.add(target, left.p, left.q)


def never_ends(graph: Graph, component: list[int]) -> RuleError:
    """The error for play that, once it reaches these nodes, goes on for ever."""
    place = graph.labels[component[0]][0]
    file, line = place.file_line
    return RuleError(
        place.rule.name,
        f"play that comes to {place!r} never ends.",
        remedy="Give every loop of transitions a way out that chance can take.",
        file=file,
        line=line,
    )


def rule_name(graph: Graph, node: int) -> str:
    """The name of the rule at a node, for messages."""
    name: str = graph.labels[node][0].rule.name
    return name


class Mass:
    """Mass spread over running totals: finitely many one by one, the rest as weighted distributions."""

    __slots__ = ("spread", "totals")

    def __init__(self) -> None:
        self.totals: dict[int, fmpq] = {}
        self.spread: list[tuple[fmpq, Distribution[int]]] = []

    def __bool__(self) -> bool:
        return bool(self.totals or self.spread)

    def take(self, other: Mass, weight: fmpq, gain: Gain) -> None:
        """Add a share of other mass, with what it gains on the way."""
        if not isinstance(gain, int):
            for share, distribution in other.parts():
                self.add(share * weight, distribution + gain)
            return
        for total, mass in other.totals.items():
            key = total + gain
            before = self.totals.get(key)
            self.totals[key] = mass * weight if before is None else before + mass * weight
        for share, distribution in other.spread:
            self.spread.append((share * weight, distribution + gain))
        if len(self.spread) > 1:
            self.spread = [_merged(self.spread)]

    def add(self, share: fmpq, distribution: Distribution[int]) -> None:
        """Add mass spread as a distribution."""
        if isinstance(distribution, Finite):
            for total, weight in distribution.weights.items():
                mass = share * fmpq(weight, distribution.total)
                self.totals[total] = self.totals.get(total, fmpq(0)) + mass
        else:
            self.spread.append((share, distribution))
            if len(self.spread) > 1:
                self.spread = [_merged(self.spread)]

    def parts(self) -> list[tuple[fmpq, Distribution[int]]]:
        """The same as weighted distributions only."""
        if not self.totals:
            return self.spread
        whole = sum(self.totals.values(), fmpq(0))
        finite: Distribution[int] = listed({t: m / whole for t, m in self.totals.items()})
        return [(whole, finite), *self.spread]


def _merged(parts: list[tuple[fmpq, Distribution[int]]]) -> tuple[fmpq, Distribution[int]]:
    whole = sum((share for share, _ in parts), fmpq(0))
    return whole, Distribution.mixture((fraction(share), distribution) for share, distribution in parts)


def _plain(graph: Graph, start: int) -> dict[int, Mass]:
    mass = visits(graph, start)
    ends: dict[int, Mass] = {}
    for node in graph.ends:
        if mass[node] != 0:
            ends[node] = Mass()
            ends[node].totals[0] = mass[node]
    return ends


def _with_totals(graph: Graph, start: int) -> dict[int, Mass]:
    masses: list[Mass] = [Mass() for _ in range(len(graph))]
    masses[start].totals[0] = fmpq(1)
    ends: dict[int, Mass] = {}
    lost = leading_only_to(graph, graph.busts)
    if lost:
        reached = visits(graph, start)
        for node in graph.busts:
            if reached[node] != 0:
                ends[node] = Mass()
                ends[node].totals[0] = reached[node]
    for component in counted(reversed(graph.order), Doing.SOLVING, len(graph), len):
        entered = [masses[node] for node in component]
        if not any(entered) or component[0] in lost:
            continue
        if len(component) > 1 or component[0] in graph.targets[component[0]]:
            leaving = _around(graph, component, entered)
        else:
            (node,) = component
            if node in graph.ends:
                ends[node] = entered[0]
                continue
            weights = graph.weights[node] or ()
            leaving = [(entered[0], t, w, g) for (t, g), w in zip(graph.edges(node), weights, strict=True)]
        for mass, target, weight, gain in leaving:
            if target not in lost:
                masses[target].take(mass, weight, gain)
        for node in component:
            masses[node] = Mass()  # it has passed on; keep memory in bounds
    return ends


def leading_only_to(graph: Graph, ends: Collection[int]) -> set[int]:
    """Nodes from which play comes only to these ends, and the ends."""
    if not ends:
        return set()
    found = set(ends)
    for component in graph.order:
        inside = set(component)
        if component[0] not in graph.ends and all(
            t in inside or t in found for n in component for t in graph.targets[n]
        ):
            found |= inside
    return found


def _around(graph: Graph, component: list[int], entered: list[Mass]) -> list[tuple[Mass, int, fmpq, Gain]]:
    """Mass that has entered a loop, as it leaves: (mass at a node, target, weight, gain) for every edge out."""
    place = {node: i for i, node in enumerate(component)}
    within: list[list[tuple[int, fmpq, Gain]]] = [[] for _ in component]
    out: list[tuple[int, int, fmpq, Gain]] = []
    for i, node in enumerate(component):
        for (target, gain), weight in zip(graph.edges(node), graph.weights[node] or (), strict=True):
            j = place.get(target)
            if j is None:
                out.append((i, target, weight, gain))
            else:
                within[i].append((j, weight, gain))
    if not out:
        raise never_ends(graph, component)
    settled = [Mass() for _ in component]
    rows, over = _polynomials(within)
    refuse_work(seconds_of_gains(rows, over) * sum(map(bool, entered)), remedy=_ASK_LESS)
    for i, mass in enumerate(entered):
        if not mass:
            continue
        numerators, denominator = solve_gains(rows, over, i)
        for j, numerator in enumerate(numerators):
            if numerator:
                try:
                    _arrive(settled[j], mass, numerator, denominator)
                except Undecidable:
                    raise _both_ways(graph, component) from None
    return [(settled[i], target, weight, gain) for i, target, weight, gain in out]


def _both_ways(graph: Graph, component: list[int]) -> RuleError:
    """The error for a loop that adds and takes away, so that totals have probabilities that are no fractions."""
    root = graph.labels[graph.roots[0]][0]
    total = "the outcome" if put_to(root) is None else "what is asked of the outcome"
    return RuleError(
        rule_name(graph, component[0]),
        f"one loop of transitions both adds to and takes from {total}, so that the odds are no fractions.",
        remedy="Return what is added and what is taken away apart (`return a, b`), ask less of the outcome, "
        "or keep the running total within bounds.",
    )


def _polynomials(within: list[list[tuple[int, fmpq, Gain]]]) -> tuple[list[dict[int, fmpq_poly]], list[fmpq_poly]]:
    """Weights and gains of edges (to, weight, gain) inside a loop as `solve_gains` takes them."""
    rows: list[dict[int, fmpq_poly]] = []
    over: list[fmpq_poly] = []
    for edges in within:
        laws = {gain: quotient(gain) for _, _, gain in edges if not isinstance(gain, int)}
        common = fmpq_poly([1])
        for bottom in [fmpq_poly(under) for _, _, under in laws.values()]:
            common *= bottom // common.gcd(bottom)
        cells: list[tuple[int, int, fmpq_poly]] = []
        for j, weight, gain in edges:
            if isinstance(gain, int):
                cells.append((j, gain, common * weight))
            else:
                shift, top, under = laws[gain]
                cells.append((j, shift, fmpq_poly(top) * (common // fmpq_poly(under)) * weight))
        least = min([0, *[shift for _, shift, _ in cells]])  # what takes away is made up for
        row: dict[int, fmpq_poly] = {}
        for j, shift, cell in cells:
            row[j] = row.get(j, fmpq_poly([0])) + cell.left_shift(shift - least)
        rows.append(row)
        over.append(common.left_shift(-least))
    return rows, over


def _arrive(settled: Mass, mass: Mass, numerator: fmpq_poly, denominator: fmpq_poly) -> None:
    """Add mass x N(z)/D(z) to what has settled at a node."""
    whole = numerator(fmpq(1)) / denominator(fmpq(1))
    lead, below = _lowest(numerator), _lowest(denominator)
    scaled = [fraction(c / whole) for c in numerator.coeffs()[lead:]]
    around = Distribution.generating(scaled, [fraction(c) for c in denominator.coeffs()[below:]], shift=lead - below)
    for share, distribution in mass.parts():
        settled.add(share * whole, distribution + around)


def _lowest(polynomial: fmpq_poly) -> int:
    """The lowest power in a polynomial."""
    return next(power for power, coefficient in enumerate(polynomial.coeffs()) if coefficient != 0)


def _gathered(graph: Graph, ends: dict[int, Mass]) -> Distribution[Any]:
    """One distribution of all that has come to an end."""
    finite: dict[Any, fmpq] = {}
    spread: list[tuple[fmpq, Distribution[Any]]] = []
    unresolved = fmpq(0)
    for node, mass in ends.items():
        outcome = graph.ends[node]
        if outcome is UNRESOLVED:
            unresolved += sum((share for share, _ in mass.parts()), fmpq(0))
        elif isinstance(outcome, Open):
            spread += [(share, part + outcome.distribution) for share, part in mass.parts()]
        else:
            for total, share in mass.totals.items():
                key = raised(graph, outcome, total)
                finite[key] = finite.get(key, fmpq(0)) + share
            if isinstance(outcome, int):
                spread += [(share, part + outcome) for share, part in mass.spread]
                continue
            for share, part in mass.spread:
                head = part.truncated()
                for total, weight in head.weights.items():
                    key = raised(graph, outcome, total)
                    finite[key] = finite.get(key, fmpq(0)) + share * fmpq(weight, head.total)
                unresolved += share * rational(head.unresolved)
    if not spread:
        return listed(finite, unresolved)
    if unresolved != 0 or not all(isinstance(key, int) for key in finite):
        for share, part in spread:
            head = part.truncated()
            for key, weight in head.weights.items():
                finite[key] = finite.get(key, fmpq(0)) + share * fmpq(weight, head.total)
            unresolved += share * rational(head.unresolved)
        return listed(finite, unresolved)
    whole = sum(finite.values(), fmpq(0))
    if whole != 0:
        spread.append((whole, listed({key: share / whole for key, share in finite.items()})))
    return Distribution.mixture([(fraction(share), part) for share, part in spread])


def raised(graph: Graph, outcome: Any, total: int) -> Hashable:
    """An outcome with the gains before it."""
    try:
        value: Hashable = outcome + total if total else outcome
    except TypeError:
        raise RuleError(
            rule_name(graph, 0),
            f"a gain cannot be added to the outcome {outcome!r}.",
            remedy="Add gains to integers, or to outcomes that know how to add an integer.",
        ) from None
    return value


def listed(masses: dict[Any, fmpq], unresolved: fmpq = fmpq(0)) -> Finite[Any]:  # noqa: B008 (fmpq is immutable)
    """Masses that add up to 1 with what is unresolved, as a distribution."""
    denominator = lcm(*[int(mass.q) for mass in masses.values()], int(unresolved.q))
    return Distribution.from_weights(
        {key: int(mass.p) * (denominator // int(mass.q)) for key, mass in masses.items()},
        unresolved=int(unresolved.p) * (denominator // int(unresolved.q)),
    )
