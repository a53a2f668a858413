"""Faces still to come in a pass over the faces of dice: how many of them take how long at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from sys import maxsize
from typing import Any, NamedTuple

from oddsmith.dice.model.faces import Face


def later_alike(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[int]:
    """For every place, the number of later faces that the same kinds may show, each in any number."""
    found: Counter[frozenset[int]] = Counter()
    numbers: list[int] = []
    for _, kinds in reversed(_showing(faces, weights, later, mergers)):
        numbers.append(sum(number for others, number in found.items() if kinds <= others) if kinds else 0)
        found[kinds] += 1
    return numbers[::-1]


def later_as_long(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[float]:
    """For every place, as how many later faces take as many steps at least.

    Where no die shows a face, all states stay, so that later faces that the same kinds may show have no fewer of them:
    up to the last face of a kind, which all that is left of it shows, and up to where kinds are merged. Of faces past
    those, and of cards, of which some must show, half count.
    """
    sure: Counter[frozenset[int]] = Counter()
    before: Sequence[int] | None = None
    numbers: list[float] = []
    alike = later_alike(faces, weights, later, mergers)
    showing = _showing(faces, weights, later, mergers)
    for place in reversed(range(len(faces))):
        names, kinds = showing[place]
        dealt = not {0, maxsize}.issuperset(later[place])
        ends = any(faces[place] in table and not most for table, most in zip(weights, later[place], strict=True))
        if dealt or ends or names != before:
            sure.clear()
            before = names
        as_long = sum(count for others, count in sure.items() if kinds <= others) if kinds else 0
        numbers.append((alike[place] + as_long) / 2)
        if not dealt:
            sure[kinds] += 1
    return numbers[::-1]


def _showing(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[tuple[Sequence[int], frozenset[int]]]:
    """For every place, the names of the kinds, and those that may show this face and later ones."""
    names: Sequence[int] = range(len(weights))
    showing: list[tuple[Sequence[int], frozenset[int]]] = []
    for place, face in enumerate(faces):
        kinds = (names[kind] for kind, table in enumerate(weights) if face in table and later[place][kind])
        showing.append((names, frozenset(kinds)))
        names = mergers[place] or names
    return showing


class Fewer(NamedTuple):
    """Later faces that only some of the kinds show, all of which may show the face at hand.

    faces: the number of such faces. kinds: those that show them.
    """

    faces: int
    kinds: frozenset[int]


def later_fewer(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[Fewer]:
    """For every place, the later faces that the same fewer kinds show, the most there are; of cards none.

    Where none of the other kinds is left, no state is lost up to those faces, so they take as many steps as are known.
    """
    found: Counter[frozenset[int]] = Counter()
    fewer: list[Fewer] = []
    before: Sequence[int] | None = None
    for place, (names, kinds) in reversed(list(enumerate(_showing(faces, weights, later, mergers)))):
        if names != before or not {0, maxsize}.issuperset(later[place]):
            found.clear()
            before = names
        without = [Fewer(number, others) for others, number in found.items() if others < kinds]
        fewer.append(max(without, key=lambda one: one.faces, default=Fewer(0, frozenset())))
        if kinds:
            found[kinds] += 1
    return fewer[::-1]
