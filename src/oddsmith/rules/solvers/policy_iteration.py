"""Best play in loops: states that lead back to each other, by policy iteration, exactly over the rationals.

Everybody begins with some plan; what it is worth is a linear system, and whoever gains by another option switches to it
(Howard 1960; for two players strategy iteration, Hoffman and Karp 1966).
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from oddsmith.rules.graph.components import endless
from oddsmith.rules.graph.graph import expected
from oddsmith.rules.linalg.linear import rational, solve_values
from oddsmith.rules.solvers.node_values import Values
from oddsmith.rules.solvers.players import Stall, goes_on

_LARGE = 60


def solve_loop(of: Values, component: list[int]) -> None:
    """Fill in the values and the plan of nodes that lead back to each other, without simultaneous decisions.

    Raises Stall when somebody can keep play going for ever, and nobody said what that is worth.
    """
    _Loop(of, component).solve()


class _Loop:
    """Nodes that lead back to each other; at those given up play goes on for ever, for the stall value."""

    def __init__(self, of: Values, component: list[int]) -> None:
        self.of = of
        self.component = component
        self.inside = set(component)
        self.given_up: set[int] = set()

    def solve(self) -> None:
        of, component = self.of, self.component
        deciding = [node for node in component if node in of.senses]
        staying = endless(of.graph.targets, component, of.senses)
        self.given_up = staying & of.senses.keys()
        if staying and (of.stall is None or len({of.senses[n] for n in self.given_up}) != 1 or of.graph.has_gains):
            raise goes_on(of.graph, staying, of.senses)
        # Start where play surely ends: at the way out, or (where play may be kept going) by giving up.
        for node in deciding:
            edges = of.edges(node)
            of.plan[node] = next((i for i in edges if of.graph.targets[node][i] not in self.inside), edges[0])
        if len(component) > _LARGE and deciding and not staying and not of.within:
            self._guess()
        seeking = [n for n in deciding if of.senses[n] > 0]
        avoiding = [n for n in deciding if of.senses[n] < 0]
        first, second = (seeking, avoiding) if seeking else (avoiding, [])
        while True:
            while True:
                self._evaluate()
                if not self._improve(second):
                    break
            if not self._improve(first):
                break
        if self.given_up:
            self._leave()

    def _guess(self) -> None:
        """Begin with the plan that is best in floating point, which spares most of the exact work."""
        try:  # numpy takes a tenth of a second, so only where it is used; in a browser there is none
            from oddsmith.rules.solvers.float_policy_iteration import FloatLoop
        except ModuleNotFoundError:
            return

        of = self.of
        loop = FloatLoop.of(of.graph, self.component, of.senses)
        try:
            added = [
                float(of.unit * gain if target in self.inside else of.values[target] + of.unit * gain)
                for node in self.component
                for target, gain in of.graph.expected_edges(node)
            ]
            edges = loop.best_edges(added)
        except (ZeroDivisionError, OverflowError):  # too close a call for floating point, or too large a number
            return
        of.plan.update({node: edge for node, edge in zip(self.component, edges, strict=True) if edge >= 0})

    def _leave(self) -> None:
        """Take a way out where giving up is only as good; where giving up is better, there is no best play."""
        of = self.of
        ends: set[int] = set()  # nodes from which play surely ends

        def leads_out(target: int) -> bool:
            return target not in self.inside or target in ends

        changed = True
        while changed:
            changed = False
            for node in self.component:
                if node in ends:
                    continue
                targets = of.graph.targets[node]
                if node in self.given_up:
                    options = of.option_values(node)
                    ways = [i for i, t in enumerate(targets) if options[i] == of.values[node] and leads_out(t)]
                    if not ways:
                        continue
                    of.plan[node] = ways[0]
                elif node in of.senses:
                    if not leads_out(targets[of.plan[node]]):
                        continue
                elif not any(map(leads_out, targets)):
                    continue
                ends.add(node)
                changed = True
        if not self.given_up <= ends:
            decision = of.graph.decisions[min(self.given_up - ends)]
            raise Stall(
                decision.call.rule.name,
                f"best play for {decision.who} is to keep play going for ever (at {decision.call!r}).",
                remedy="Give the loop a price or a limit.",
            )

    def _evaluate(self) -> None:
        """Work out the values under the plan as it stands."""
        of = self.of
        graph = of.graph
        place = {node: i for i, node in enumerate(self.component)}
        rows: list[dict[int, fmpq]] = [{} for _ in self.component]
        constant = [fmpq(0)] * len(self.component)
        one = (fmpq(1),)
        for i, node in enumerate(self.component):
            if node in self.given_up:
                constant[i] = rational(Fraction(of.stall or 0))
                continue
            targets, weights, gains = graph.targets[node], graph.weights[node], graph.gains[node]
            if node in of.senses:
                taken = of.plan[node]
                targets, weights = (targets[taken],), one
                gains = (gains[taken],) if gains is not None else None
            for k, (target, weight) in enumerate(zip(targets, weights or (), strict=True)):
                if gains is not None:
                    constant[i] += weight * of.unit * expected(gains[k])
                if target in self.inside:
                    j = place[target]
                    before = rows[i].get(j)
                    rows[i][j] = weight if before is None else before + weight
                else:
                    constant[i] += weight * of.values[target]
        for node, value in zip(self.component, solve_values(rows, constant), strict=True):
            of.values[node] = value

    def _improve(self, nodes: list[int]) -> bool:
        """Switch every given node to its best option where that is strictly better; whether any was."""
        of = self.of
        better: dict[int, int] = {}
        for node in nodes:
            options = of.option_values(node)
            taken = of.pick(node, options)
            if (options[taken] - of.values[node]) * of.senses[node] > 0:
                better[node] = taken
        of.plan.update(better)
        self.given_up.difference_update(better)
        return bool(better)
