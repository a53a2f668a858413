"""Nodes that wait to be expanded, while they are taken in no order of the list on which they stand."""

from __future__ import annotations

from collections.abc import Sequence


class Waiting:
    """Those of a list that have not been expanded. todo: the list, to which more are added at the end meanwhile."""

    def __init__(self, todo: Sequence[int]) -> None:
        self._todo = todo
        self._known = 0  # so many of them have been taken up
        self._nodes: set[int] = set()

    def __contains__(self, node: int) -> bool:
        self._nodes.update(self._todo[self._known :])
        self._known = len(self._todo)
        return node in self._nodes

    def expanded(self, node: int) -> None:
        """Note that a node has been expanded."""
        self._nodes.discard(node)

    def left(self) -> list[int]:
        """Those of the list that have not been."""
        return [node for node in self._todo if node in self]
