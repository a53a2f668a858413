"""Questions to several totals that have one answer from some value of each on: values before are asked one by one.

Of two totals there are four kinds of cells: both are known, one is and the other beyond, or both are beyond. The chance
of one that is known, whatever the other is, less that of all cells in which the other is known too, is the chance that
the other is beyond. So is it with more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

from oddsmith.distribution.unbounded.tail import Tail, Undecided
from oddsmith.errors import Undecidable
from oddsmith.rules.solvers.walk import Vector, Walk

U = TypeVar("U")

#: A value of each total; None is all that are beyond.
Cell: TypeAlias = "tuple[int | None, ...]"

_MOST: Final = 1 << 18  # so many cells are asked before a question is taken to have no answer


def answers(walk: Walk, end: int, places: Vector, image: Callable[[tuple[Any, ...]], U]) -> dict[U, Fraction]:
    """The answers to a question to the outcomes of an end, with their chances. places: the totals that it may ask.

    image: the answer for a value of each, of which some may be a `Tail`. Raises Undecidable where there is none.
    """
    starts = [walk.least[place] for place in places]
    counts = [1] * len(places)
    while prod(counts) <= _MOST:
        cells: list[tuple[Cell, U]] = []
        for cell in _cells(starts, counts):
            values = [
                Tail(start + count, 1) if value is None else value
                for value, start, count in zip(cell, starts, counts, strict=True)
            ]
            try:
                answer = image(tuple(values))
                hash(answer)  # refuses a container that holds a tail
            except Undecided:
                counts = [2 * count if value is None else count for value, count in zip(cell, counts, strict=True)]
                break
            cells.append((cell, answer))
        else:
            chances = _chances(walk, end, places, counts)
            found: dict[U, Fraction] = {}
            for cell, answer in cells:
                if share := chances.get(cell):
                    found[answer] = found.get(answer, Fraction(0)) + share
            return found
    raise Undecidable(
        "The outcomes are unbounded, and what is asked of them has no one answer however great all numbers are.",
        remedy="Ask the rule itself: odds(call, of=lambda outcome: ...). Or list the outcomes first: truncated().",
    )


def _cells(starts: list[int], counts: list[int]) -> Iterator[Cell]:
    """All cells, those beyond first."""
    ranges = [(None, *range(start, start + count)) for start, count in zip(starts, counts, strict=True)]
    return product(*ranges)


def _chances(walk: Walk, end: int, places: Vector, counts: list[int]) -> dict[Cell, Fraction]:
    """The chances of all cells that may be."""
    known: dict[Cell, Fraction] = {(None,) * len(places): walk.reached[end]}  # whatever the others are
    for size in range(1, len(places) + 1):
        for among in combinations(range(len(places)), size):
            totals = tuple([places[each] for each in among])
            most = tuple([walk.least[places[each]] + counts[each] - 1 for each in among])
            table = walk.table(totals, most)
            for (its, sums), weight in table.weights.items():
                if its == end and all(map(int.__le__, sums, most)):
                    held = dict(zip(among, sums, strict=True))
                    cell = tuple([held.get(each) for each in range(len(places))])
                    known[cell] = Fraction(weight, table.unit)
    chances = dict(known)
    for cell, share in known.items():
        held_in = [each for each, value in enumerate(cell) if value is not None]
        for size in range(len(held_in)):
            for kept in combinations(held_in, size):
                wider = tuple([value if each in kept else None for each, value in enumerate(cell)])
                chances[wider] += -share if (len(held_in) - size) % 2 else share
    return chances
