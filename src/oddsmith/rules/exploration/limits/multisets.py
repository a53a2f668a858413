"""Values kept in order that a loop adds to, one at a time: how many states that will come to is known by counting.

    faces = []
    for _ in range(30):
        faces.append(await roll(d6))      # 30 + 5 over 6, some 1.6 million multisets of 0 to 29 faces

So a loop that cannot end within the limit is refused after a few thousand states.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any, Final, NamedTuple

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.own_names import OVER, is_place
from oddsmith.rules.graph.graph import Graph

_FEWEST: Final = 1_000  # so many states of a loop at least say how it goes on


class _Kept(NamedTuple):
    """Values in order, kept at a place in a loop over so many things."""

    items: tuple[int, ...]
    place: int
    length: int


def multisets(graph: Graph) -> int | None:
    """Count the states of the loop where exploring stands; None unless each round has added one value, any of a few."""
    last = next((label[0] for label in reversed(graph.labels) if _stands(label)), None)
    if last is None:
        return None
    states = {node: label[0] for node, label in enumerate(graph.labels) if _stands(label)}
    there = {
        node: state for node, state in states.items() if (state.machines, state.order) == (last.machines, last.order)
    }
    if len(there) < _FEWEST or any(state.request != last.request for state in there.values()):
        return None
    for number in range(len([*_kept(last)])):
        found = {node: kept[number] for node, state in there.items() if len(kept := [*_kept(state)]) > number}
        if len(found) == len(there) and (estimate := _counted(graph, found)) is not None:
            return estimate
    return None


def _stands(label: Any) -> bool:
    return isinstance(label, tuple) and len(label) == 3 and isinstance(label[0], State) and not label[1]


def _kept(state: State) -> Iterator[_Kept]:
    for names, images in state.live():
        named: list[tuple[str, Any]] = [*zip(names, images, strict=True)]
        over = [image[1] for name, image in named if name.startswith(OVER) and _counted_through(image)]
        places = [image for name, image in named if is_place(name)]
        if len(over) != 1 or len(places) != 1:
            continue
        for _, image in named:
            match image:
                case (kind, (*items,)) if kind is tuple and all(type(item) is int for item in items):
                    if items == sorted(items):
                        yield _Kept(tuple(items), places[0], len(over[0]))


def _counted_through(image: Any) -> bool:
    return isinstance(image, tuple) and (image[0] is range or (len(image) == 2 and image[0] is tuple))


def _counted(graph: Graph, found: dict[int, _Kept]) -> int | None:
    """Count the states of a loop over values in order; None where not each round adds one, or some end it early."""
    lags = {kept.place - len(kept.items) for kept in found.values()}
    lengths = {kept.length for kept in found.values()}
    if len(lags) > 1 or len(lengths) > 1:
        return None
    values = len({item for kept in found.values() for item in kept.items})
    rounds = max(lengths) - max(lags)  # so many values there are at the last await
    for node, kept in found.items():
        onward = graph.targets[node]
        if onward and len(kept.items) < rounds and len([target for target in onward if target in found]) < values:
            return None
    return comb(rounds + values, values)
