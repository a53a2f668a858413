"""Ways on from options by what they mean: after equal answers a rule goes on alike, whatever else was on offer.

Of six dice many throws let the same dice be kept. What follows is found once, where nothing else of the throw is read.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, TypeAlias

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.images.sizes import Outgrown
from oddsmith.rules.compile.images.snapshots import Freezing, Image
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.exploration.frames import Stack
from oddsmith.rules.exploration.nodes import Edges
from oddsmith.rules.language.choices import DecisionRequest

_KEPT: Final = 200_000  # so many edges; then all are forgotten

#: Edges after answers, by what these mean.
Known: TypeAlias = dict[Image, Edges]


class Onward:
    """Edges after options, as far as they were found before."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Known] = {}
        self._kept = 0

    def beyond(self, place: Any, stack: Stack) -> Known | None:
        """Return what is known of a decision by the answers to it; None where each option is one of its own."""
        if type(place) is not State or place.unknowns:
            return None
        self._count(1)
        return self._known.setdefault((place.beyond, stack), {})

    def keep(self, known: Known, meant: Image, edges: Edges) -> None:
        """Remember the edges after an answer."""
        self._count(len(edges))
        known[meant] = edges

    def _count(self, more: int) -> None:
        self._kept += more
        if self._kept > _KEPT:
            self._known.clear()
            self._kept = 0


def meant(request: DecisionRequest[Any], option: Hashable) -> Image | None:
    """Return an image of what an answer means to a rule; None of what changes or cannot be kept."""
    freezing = Freezing()
    try:
        image = freezing.images((request.value(option),))
    except (NotCompiled, Outgrown):
        return None
    return None if freezing.changing or freezing.unknowns else image
