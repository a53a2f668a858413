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
from typing import Final, TypeAlias, TypeVar

from oddsmith.distribution.unbounded.forms import Beyond, Form
from oddsmith.distribution.unbounded.tail import Undecided
from oddsmith.errors import Undecidable
from oddsmith.rules.solvers.totals.directions import Vector
from oddsmith.rules.solvers.totals.walk import Walk

U = TypeVar("U")

#: A value of each total; None is all that are beyond.
Cell: TypeAlias = "tuple[int | None, ...]"

ASK: Final = (
    "Ask for a field, a sum of fields, or something that no longer changes from some value of each field on "
    "(`min(outcome[0], 5)`); of the call itself also for several of these: "
    "`of=lambda outcome: (outcome[1], outcome[0])`. Or list the outcomes first: truncated()."
)

_GUESSES: Final = 5  # so many comparisons may be answered both ways
_MOST: Final = 1 << 18  # so many cells are asked before a question is taken to have no answer


def answers(walk: Walk, end: int, image: Callable[[Beyond], U]) -> dict[U, Fraction]:
    """The answers to a question to the outcomes of an end, with their chances.

    image: the answer for some numbers of a walk's totals, or all beyond. Raises Undecidable where there is none.
    """
    places = tuple(sorted(walk.growing))
    starts = [walk.least[place] for place in places]
    counts = [1] * len(places)
    while prod(counts) <= _MOST:
        cells: list[tuple[Cell, U]] = []
        for cell in _cells(starts, counts):
            try:
                answer = _answer(image, *_beyond(walk, places, cell, counts))
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
        remedy=ASK,
    )


def _answer(image: Callable[[Beyond], U], numbers: Cell, starts: Vector) -> U:
    """The answer for such numbers. A comparison on which they do not agree is answered both ways, where that makes no
    difference to the answer. Raises Undecided where it does.
    """
    found: list[U] = []
    todo: list[tuple[bool, ...]] = [()]
    while todo:
        guesses = todo.pop()
        more: list[bool] = []
        try:
            answer = image(Beyond(numbers, starts, _guessed(guesses, more)))
            if type(answer) is Form:
                raise Undecided
            hash(answer)  # refuses a container that holds a form
        except Undecided:
            raise
        except Exception:
            if guesses or more:  # what it raises where a guess is wrong
                raise Undecided from None
            raise
        if (found and answer != found[0]) or len(guesses) + len(more) > _GUESSES:
            raise Undecided
        found.append(answer)
        todo += [(*guesses, *more[:place], True) for place in range(len(more))]
    return found[0]


def _guessed(guesses: tuple[bool, ...], more: list[bool]) -> Iterator[bool]:
    """These answers; then False, each of which is noted."""
    yield from guesses
    while True:
        more.append(False)
        yield False


def _beyond(walk: Walk, places: Vector, cell: Cell, counts: list[int]) -> tuple[Cell, Vector]:
    numbers: list[int | None] = [0] * walk.size
    starts = list(walk.least)
    for place, number, count in zip(places, cell, counts, strict=True):
        numbers[place] = number
        starts[place] += count
    return tuple(numbers), tuple(starts)


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
