"""The outlook of an exploration: which state comes next, and whether there are surely more to come than the limit."""

from __future__ import annotations

from typing import Final

from oddsmith.rules.exploration.limits.growth import HOPELESS, estimated
from oddsmith.rules.exploration.limits.multisets import multisets
from oddsmith.rules.exploration.limits.state_limits import past_limit, too_wide
from oddsmith.rules.exploration.limits.wandering import Wandering
from oddsmith.rules.exploration.nodes import Nodes

_COUNTED_AT: Final = 5_000  # so many nodes are found before states are counted that a loop will come to
_FIRST_LOOK: Final = 20_000  # and so many before it is asked whether ways ever meet
_MEETING: Final = 0.01  # they do not where fewer than this share did
_HEAVIEST: Final = 10  # for no more than so many a node counts in that, whatever it holds


class Outlook:
    """Tells which node is expanded next, and looks ahead now and then. Raises StateLimit where that is hopeless.

    wandering: what follows random ways, by turns; None where states are not expanded so.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._looks_at = _COUNTED_AT  # so many nodes, at which it is asked how many there will be
        self._counted = False  # whether the values that a loop keeps in order were
        self._shallow = False  # whether nodes near the beginning come first
        self.wandering: Wandering | None = None
        self._wandered = False

    def next(self) -> int | None:
        """Return the next node; None where this has to be asked again. It leaves the list, but on random ways."""
        nodes = self._nodes
        if self.wandering is None:
            if len(nodes.depths) + nodes.setting.heavy < self._looks_at and not self._shallow:
                return nodes.todo.pop()
            if self._found >= self._looks_at:
                self._look()
        if self.wandering is not None:
            return self._on_the_way(self.wandering)
        return nodes.todo.pop(0) if self._shallow else nodes.todo.pop()

    def put_back(self, node: int) -> None:
        """Put a node back on the list."""
        if self.wandering is None:
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
        if not self._counted and len(nodes.depths) >= _COUNTED_AT:
            self._counted = True
            counted = multisets(nodes.graph) or 0
            if counted > limit:
                raise too_wide(nodes.graph.labels, nodes.setting.nodes, counted, limit)
        if found < _FIRST_LOOK:
            self._looks_at = min(_FIRST_LOOK, 2 * found)
            if nodes.setting.work >= _FIRST_LOOK:  # of steps that lead to few states each
                self._wander()
            return
        apart = nodes.met < len(nodes.depths) * _MEETING
        estimate = estimated(nodes.depths, nodes.todo, nodes.graph.ends) if apart else 0
        if estimate < HOPELESS * limit:
            self._shallow, self._looks_at = False, 2 * found
            self._wander()
        elif self._shallow:
            raise too_wide(nodes.graph.labels, nodes.setting.nodes, estimate, limit)
        else:
            self._shallow, self._looks_at = True, found + found // 5

    def _wander(self) -> None:
        """Follow random ways from now on, unless that has been done."""
        if not self._wandered:
            self._wandered = True
            self.wandering = Wandering(self._nodes.graph, self._nodes.todo, self._nodes.setting.limit)

    def _on_the_way(self, wandering: Wandering) -> int | None:
        """The next node on a random way, which stays on the list; None where all ways have been followed."""
        nodes = self._nodes
        node = wandering.onward()
        if node is None:
            self.wandering = None
            nodes.todo[:] = wandering.left()
            if wandering.least > nodes.setting.limit:
                raise past_limit(nodes.graph.labels, wandering.least, nodes.setting.limit)
        return node
