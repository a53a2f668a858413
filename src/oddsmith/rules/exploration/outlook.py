"""The outlook of an exploration: which state comes next, and whether there are surely more to come than the limit."""

from __future__ import annotations

from typing import Final

from oddsmith.distribution.limits import LIMIT
from oddsmith.errors import TooLarge
from oddsmith.rules.exploration.limits.aiming import Aiming
from oddsmith.rules.exploration.limits.estimates import estimated
from oddsmith.rules.exploration.limits.growth import HOPELESS
from oddsmith.rules.exploration.limits.multisets import multisets
from oddsmith.rules.exploration.limits.state_limits import too_dear, too_entangled, too_many, too_wide
from oddsmith.rules.exploration.limits.wandering import Wandering
from oddsmith.rules.exploration.nodes import Nodes
from oddsmith.rules.graph.components import components
from oddsmith.rules.linalg.sparse import affordable_steps

_COUNTED_AT: Final = 5_000  # so many nodes are found before states are counted that a loop will come to
_COUNTED_DEAR: Final = 500  # and so many, with many steps of work
_FIRST_LOOK: Final = 20_000  # and so many before it is asked whether ways ever meet
_STEPS: Final = 2  # they are few where a state took so many
_DEAR: Final = 2  # so many times the limit states may count for, by their branches
_EVIDENCE: Final = 100  # so many meetings tell the share of states that are known
_MEETING: Final = 0.01  # they do not where fewer than this share did
_ENTANGLED: Final = 100  # so many states at least that lead back to each other are weighed
_HEAVIEST: Final = 10  # for no more than so many a node counts in that, whatever it holds


class Outlook:
    """Tells which node is expanded next, and looks ahead now and then. Raises StateLimit where that is hopeless.

    ways: along which states are expanded by turns; None where they are not.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._looks_at = _COUNTED_AT  # so many nodes, at which it is asked how many there will be
        self._counted = False  # whether the values that a loop keeps in order were
        self._shallow = False  # whether nodes near the beginning come first
        self._works_at = nodes.setting.work + _FIRST_LOOK  # and so many steps of work
        self.ways: Aiming | Wandering | None = None
        self._wandered = 0  # so many nodes there were when ways were followed; where they were few, that is done again
        self._weighs = nodes.setting.equations  # whether states that lead back to each other are still to be weighed
        self._dear_at = _COUNTED_DEAR  # so many nodes, at which it is asked for how many they count
        self._before = (0, 0)  # the nodes there were when that was asked last, and how often some were met

    def next(self) -> int | None:
        """Return the next node; None where this has to be asked again. It leaves the list, but on random ways."""
        nodes = self._nodes
        if len(nodes.depths) >= self._dear_at:
            self._refuse_dear()
        if self.ways is None:
            found = len(nodes.depths) + nodes.setting.heavy
            if (found >= self._looks_at and self._found >= self._looks_at) or (
                found - len(nodes.graph.ends) >= _COUNTED_DEAR and nodes.setting.work >= self._works_at
            ):
                self._works_at = 2 * nodes.setting.work
                self._look()
        if self.ways is not None:
            return self._on_the_way(self.ways)
        return nodes.todo.pop(0) if self._shallow else nodes.todo.pop()

    def put_back(self, node: int) -> None:
        """Put a node back on the list."""
        if self.ways is None:
            self._nodes.todo.append(node)

    @property
    def _found(self) -> int:
        """The nodes found; those that hold much count for several, which takes as long."""
        found = len(self._nodes.depths)
        return min(found + self._nodes.setting.heavy, found * _HEAVIEST)

    def _look(self) -> None:
        """Raise StateLimit where states hardly ever meet, or can be counted, and far too many are to come.

        Before that is said, some are expanded from where play begins: what is found last meets first. Where states do
        meet, random ways tell whether there are surely too many.
        """
        nodes = self._nodes
        found, limit = self._found, nodes.setting.limit
        if not self._counted and found >= _COUNTED_AT:
            self._counted = True
            counted = multisets(nodes.graph) or 0
            if counted > limit:
                raise too_wide(nodes.graph.labels, nodes.setting.nodes, counted, limit, counted=True)
        if self._weighs:
            self._weigh_loops()
        if self._weighs and self._shallow:
            self._looks_at = min(_FIRST_LOOK, found + found // 2)
            return
        if found < _FIRST_LOOK:
            self._looks_at = min(_FIRST_LOOK, max(_COUNTED_AT, 2 * found))
            if nodes.setting.work >= max(_FIRST_LOOK, _STEPS * found):  # of steps that lead to few states each
                self._wander()
            return
        apart = nodes.met < len(nodes.depths) * _MEETING
        estimate = estimated(nodes.depths, nodes.todo, nodes.graph.ends) if apart else 0
        if estimate < HOPELESS * limit:
            self._shallow, self._looks_at = False, 2 * found
            self._wander()
        elif self._shallow:
            raise too_wide(nodes.graph.labels, nodes.setting.nodes, estimate, limit, counted=False)
        else:
            self._shallow, self._looks_at = True, found + found // 5

    def _weigh_loops(self) -> None:
        """Raise StateLimit where states that lead back to each other are too many to be solved.

        Those near the beginning are expanded before: all that lies between them is found then, and an equation of few
        states does not become easier where more are beside them. It may where somebody decides; no more is said then.
        """
        nodes = self._nodes
        if nodes.graph.decisions or nodes.graph.simultaneous:
            self._shallow = self._weighs = False
            return
        targets = nodes.graph.targets
        most = max(components(targets), key=len)
        if not self._shallow:
            self._shallow = len(most) >= _ENTANGLED
            self._weighs = self._shallow or self._found < _COUNTED_AT
            return
        self._shallow = self._weighs = self._found < _FIRST_LOOK
        places = {node: place for place, node in enumerate(most)}
        rows = [[places[target] for target in targets[node] if target in places] for node in most]
        try:
            affordable_steps(rows)
        except TooLarge as error:
            raise too_entangled(nodes.graph.labels, nodes.setting.nodes, error.estimate, nodes.setting.limit) from None

    def _wander(self) -> None:
        """Follow ways from now on, to states drawn at random and then at random, unless that has been done."""
        found = len(self._nodes.depths)
        if self._wandered < _COUNTED_AT <= found or not self._wandered:
            self._wandered = found
            self._nodes.check_depth()  # which takes less
            self.ways = Aiming(self._nodes.graph, self._nodes.todo, self._allowed)

    def _on_the_way(self, ways: Aiming | Wandering) -> int | None:
        """The next node on a way, which stays on the list; None where all ways of a kind have been followed."""
        nodes = self._nodes
        node = ways.onward()
        if node is None:
            self.ways = None
            nodes.todo[:] = ways.left()
            if ways.least > ways.limit:
                grows = isinstance(ways, Aiming) and ways.grows
                raise too_many(
                    nodes.graph.labels, ways.least, nodes.setting.limit, grows=grows, counts=1 + self._more_each
                )
            if isinstance(ways, Wandering):
                if ways.without_end:
                    nodes.setting.without_end.add(nodes.call.rule)
            elif nodes.call.rule not in nodes.setting.without_end:
                self.ways = Wandering(nodes.graph, nodes.todo, self._allowed)
        return node

    def _refuse_dear(self) -> None:
        """Raise StateLimit where states, by their branches, surely count for far more than the limit.

        Where random ways are followed, the share of their steps that lead to states that were there tells the share of
        these states among all there are, once enough of them do and states count for half of what they may.
        """
        nodes, graph, setting = self._nodes, self._nodes.graph, self._nodes.setting
        found, most = len(nodes.depths), max(setting.limit, LIMIT)
        self._dear_at = found + found // 8
        each = self._more_each
        if self._shallow or each < 1 or setting.nodes + (found - len(graph.ends)) * each <= most / 4:
            return
        (found_before, met_before), self._before = self._before, (found, nodes.met)
        counts = setting.nodes + nodes.fans.of_all(graph)
        known = 1.0
        if self.ways is not None and found_before and counts > most / 2:
            again = nodes.met - met_before
            if again >= _EVIDENCE:
                known = again / (again + found - found_before)
        if counts > _DEAR * most * known:
            raise too_dear(graph.labels, setting.nodes, int(counts / known), setting.limit, counts / setting.nodes)

    @property
    def _allowed(self) -> int:
        """About how many states there may be, if as many branches are followed from each as from those so far."""
        limit = self._nodes.setting.limit
        return min(limit, int(max(limit, LIMIT) / (1 + self._more_each)))

    @property
    def _more_each(self) -> float:
        """As how many states more each counts, by its branches: the mean of those expanded; 0 where they are few."""
        nodes = self._nodes
        return nodes.fans.mean(len(nodes.depths) - len(nodes.todo) - len(nodes.graph.ends))
