"""Several totals in another order, or other sums of them: `outcome[::-1]` of a pair is a pair of totals again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oddsmith.distribution.unbounded.forms import Compared, Form
from oddsmith.distribution.unbounded.tail import Undecided
from oddsmith.rules.compile.shapes import Shape
from oddsmith.rules.graph.graph import UNRESOLVED
from oddsmith.rules.solvers.totals.counting import Totals
from oddsmith.rules.solvers.totals.directions import Vector


def rearranged(totals: Totals, function: Callable[[Any], Any]) -> Totals | None:
    """The totals in a tuple that a function makes of outcomes, each a sum of theirs; None where it makes anything else.

    They must be the same sums at all ends, but that totals which count nowhere near an end are numbers there.
    """
    shape, graph, vectors = totals
    images: dict[int, tuple[Any, ...]] = {}
    for end, outcome in graph.ends.items():
        if outcome is not UNRESOLVED:
            try:
                image = function(_standing_for(totals, end))
            except (Compared, Undecided):
                return None
            if type(image) is not tuple or len(image) < 1:
                return None
            images[end] = image
    sizes = {len(image) for image in images.values()}
    if len(sizes) != 1 or not any(type(part) is Form for image in images.values() for part in image):
        return None
    (size,) = sizes
    nothing = (0,) * len(shape.fields)
    sums = [nothing] * size
    for image in images.values():
        sums = [part.times if type(part) is Form else times for times, part in zip(sums, image, strict=True)]
    ends, lost = dict(graph.ends), dict[int, frozenset[int]]()
    before: dict[int, Vector] = {}  # what is added on the way to an end, where all outcomes begin with 0
    for end, image in images.items():
        counted = totals.counted(end)
        for times, part in zip(sums, image, strict=True):
            here = part.times if type(part) is Form else nothing
            if here != nothing and here != times:
                return None
            if here == nothing and any(times[place] for place in counted):
                return None
        lost[end] = frozenset([place for place, part in enumerate(image) if type(part) is not Form])
        ends[end] = tuple([0 if type(part) is Form else part for part in image])
        before[end] = tuple([part.offset if type(part) is Form else 0 for part in image])
    added: dict[int, list[Vector]] = {}
    for node, each in vectors.items():
        more = [tuple([sum(map(int.__mul__, times, vector)) for times in sums]) for vector in each]
        at_ends = [before.get(target, (0,) * size) for target in graph.targets[node]]
        added[node] = [tuple(map(int.__add__, one, other)) for one, other in zip(more, at_ends, strict=True)]
    fields = tuple([(place, size) for place in range(size)])
    return Totals(Shape(tuple, fields), graph.copied(ends=ends, busts=set(), lost=lost), added)


def _standing_for(totals: Totals, end: int) -> Any:
    """All outcomes of an end at once: a form in place of each total that counts there."""
    shape, counted = totals.shape, totals.counted(end)
    unit = [tuple([int(place == other) for other in range(len(shape.fields))]) for place in range(len(shape.fields))]
    parts = shape.parts(totals.graph.ends[end]) or ()
    return shape.made(
        tuple(
            [
                Form(unit[place], part) if place in counted and type(part) is int else part
                for place, part in enumerate(parts)
            ]
        )
    )
