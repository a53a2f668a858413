"""Faces still to come in a pass over the faces of dice: how many of them take how long at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod
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
    return _alike(_runs(faces, weights, later, mergers))


def later_as_here(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[int]:
    """The same, but none at the last face of a kind, at which many states become one: it says nothing of later ones."""
    runs = _runs(faces, weights, later, mergers)
    ends = [run.ends for run in runs for _ in range(run.faces)]
    return [0 if end else number for end, number in zip(ends, _alike(runs), strict=True)]


def later_as_long(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
    dice: int,
) -> tuple[list[float], list[Fewer]]:
    """For every place, as how many later faces take as many steps at least; and the later ones that fewer kinds show.

    Where no die shows a face, all states stay, so that later faces that the same kinds may show have no fewer of them:
    up to the last face of a kind, which all that is left of it shows, and up to where kinds are merged. Of faces past
    those, and of cards, of which some must show, half count; as long as more are left than there are dice, and as many
    of each face, none must. dice: of all kinds together, at most.
    """
    sure: Counter[frozenset[int]] = Counter()
    before: Sequence[int] | None = None
    numbers: list[int] = []
    copies = [maxsize] * len(weights)
    runs = _runs(faces, weights, later, mergers)
    if any(run.dealt for run in runs):
        cards = [not {0, maxsize}.issuperset(column) for column in zip(*later, strict=True)]
        copies = [max(table.values()) if card else maxsize for card, table in zip(cards, weights, strict=True)]
        even = [len(set(table.values())) == 1 for table in weights]
        free = [
            [maxsize if alike and number >= max(1, dice) else number for alike, number in zip(even, most, strict=True)]
            for most in later
        ]
        runs = _runs(faces, weights, free, mergers)
    for run in reversed(runs):
        if run.dealt or run.ends or run.names != before:
            sure.clear()
            before = run.names
        if run.dealt or run.ends:
            numbers.extend([0] * run.faces)
            sure[run.kinds] = int(not run.dealt)
        else:
            numbers.extend(run.counted(sure))
            sure[run.kinds] += run.faces
    as_long = [(alike + number) / 2 for alike, number in zip(_alike(runs), reversed(numbers), strict=True)]
    return as_long, _fewer(runs, copies)


class _Run(NamedTuple):
    """Faces that follow each other of which the same is known.

    names: those of the kinds. kinds: the ones that may show these faces and later ones. dealt: true of cards, of which
    later faces show so many at most. ends: true of the last face of a kind.
    """

    faces: int
    names: Sequence[int]
    kinds: frozenset[int]
    dealt: bool
    ends: bool

    def counted(self, found: Mapping[frozenset[int], int]) -> Sequence[int]:
        """From the last face to the first, the number of later faces that these kinds may show. found: past the run."""
        if not self.kinds:
            return [0] * self.faces
        past = sum(number for others, number in found.items() if self.kinds <= others)
        return range(past, past + self.faces)


def _alike(runs: Sequence[_Run]) -> list[int]:
    found: Counter[frozenset[int]] = Counter()
    numbers: list[int] = []
    for run in reversed(runs):
        numbers.extend(run.counted(found))
        found[run.kinds] += run.faces
    return numbers[::-1]


def _runs(
    faces: Sequence[Face],
    weights: Sequence[Mapping[Any, int]],
    later: Sequence[Sequence[int]],
    mergers: Sequence[Sequence[int] | None],
) -> list[_Run]:
    """All faces in order; most of large dice are alike."""
    shown = zip(*[map(table.__contains__, faces) for table in weights], strict=True)
    names: Sequence[int] = range(len(weights))
    runs: list[_Run] = []
    marks: list[tuple[Any, ...]] = []
    starts: list[int] = []
    for place, (showing, most, merger) in enumerate(zip(shown, later, mergers, strict=True)):
        mark = showing, tuple([_sort(number) for number in most]), names
        if not marks or mark != marks[-1]:
            marks.append(mark)
            starts.append(place)
        if merger is not None:
            names = merger
    for (showing, most, names), (start, end) in zip(marks, pairwise([*starts, len(faces)]), strict=True):
        kinds = (name for name, may, after in zip(names, showing, most, strict=True) if may and after)
        ends = any(may and not after for may, after in zip(showing, most, strict=True))
        runs.append(_Run(end - start, names, frozenset(kinds), not {0, maxsize}.issuperset(most), ends))
    return runs


def _sort(most: int) -> int:
    """The same number for all of which a run tells the same: any number of dice, none, or so many cards."""
    return most if most in (0, maxsize) else 1


class Fewer(NamedTuple):
    """Later faces that only some of the kinds show, all of which may show the face at hand.

    faces: the number of such faces. kinds: those that show them. copies: of each kind, cards of a face; of dice any.
    """

    faces: int
    kinds: frozenset[int]
    copies: Sequence[int]

    def ways(self, left: Sequence[int]) -> int:
        """The ways to show these faces, together, where no dice of other kinds are left; else 0."""
        if not self.faces or any(dice and kind not in self.kinds for kind, dice in enumerate(left)):
            return 0
        dealt = max([min(left[kind], most) for kind, most in enumerate(self.copies) if most < maxsize], default=0)
        return (
            self.faces
            * (dealt + 1)
            * prod([dice + 1 for dice, most in zip(left, self.copies, strict=True) if most == maxsize])
        )


def _fewer(runs: Sequence[_Run], copies: Sequence[int]) -> list[Fewer]:
    """For every place, the later faces that the same fewer kinds show, the most there are; of cards to come none.

    Where none of the other kinds is left, no state is lost up to those faces, so they take as many steps as are known;
    nor do kinds that become one change that, of which all but the first are among the others.
    """
    found: Counter[frozenset[int]] = Counter()
    fewer: list[Fewer] = []
    for run in reversed(runs):
        if run.dealt:
            found.clear()
        without = [Fewer(number, others, copies) for others, number in found.items() if others < run.kinds]
        fewer.extend([max(without, key=lambda one: one.faces, default=Fewer(0, frozenset(), copies))] * run.faces)
        if run.kinds:
            found[run.kinds] += 1 if run.dealt else run.faces
    return fewer[::-1]
