"""Several pools matched with each other: which of their dice are left, as data.

Names and meaning are those of Icepool (https://highdiceroller.github.io/icepool/), whatever the sizes of the pools.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeAlias, TypeVar, assert_never

from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.die_data import check_comparable
from oddsmith.dice.model.faces import F, Face, face_order
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import Selection, places
from oddsmith.errors import BadInput

D = TypeVar("D")

MAX_POOLS: Final = 20
"""Pools that are read together."""


class Matching(Enum):
    """A way to match pools; the value is its name in notation."""

    DIFFERENCE = "difference"
    UNION = "union"
    INTERSECTION = "intersection"
    SYMMETRIC_DIFFERENCE = "symmetric_difference"
    SORT_PAIR = "sort_pair"
    MAX_PAIR_HIGHEST = "max_pair_highest"
    MAX_PAIR_LOWEST = "max_pair_lowest"
    VERSUS_ANY = "versus_any"
    VERSUS_ALL = "versus_all"

    @property
    def compares(self) -> bool:
        """True when dice of the first pool are compared with those of the second."""
        return self in _WORDS

    @property
    def pairs(self) -> bool:
        """True when a die is paired with one of the other pool, and so compared with one at most."""
        return bool(_WORDS.get(self))

    @property
    def takes_all(self) -> bool:
        """True when dice of every pool may be left, and not of the first alone."""
        return self in (Matching.UNION, Matching.SYMMETRIC_DIFFERENCE)


ASCENDING: Final = "ascending"
EXTRA: Final = "extra"
UNPAIRED: Final = "unpaired"
_WORDS: Final[dict[Matching, tuple[str, ...]]] = {
    Matching.SORT_PAIR: (ASCENDING, EXTRA),
    Matching.MAX_PAIR_HIGHEST: (UNPAIRED,),
    Matching.MAX_PAIR_LOWEST: (UNPAIRED,),
    Matching.VERSUS_ANY: (),
    Matching.VERSUS_ALL: (),
}
"""Settings of those that compare."""
_THRESHOLDS: Final = (Relation.AT_LEAST, Relation.AT_MOST, Relation.ABOVE, Relation.BELOW)


@dataclass(frozen=True)
class CombinationData(Generic[F]):
    """The dice that are left of pools, or of other combinations, which are matched with each other.

    Every combination is a `Combination`, which adds the methods that roll and read it.

    operands: two or more, thrown in this order. relation: how a die of the first pool compares with one of the second;
    None where nothing is compared. words: "ascending" (sorted pairs begin with the lowest dice), "extra" (dice of the
    first pool without a partner are left, too), "unpaired" (the dice without a partner are left instead). selection:
    which of the dice that are left are kept, step after step.

    Raises BadInput for anything else, and for dice with words where they are compared.
    """

    matching: Matching
    operands: tuple[Readable[F], ...]
    relation: Relation | None = None
    words: tuple[str, ...] = ()
    selection: tuple[Selection, ...] = ()

    def __post_init__(self) -> None:
        name = self.matching.value
        alike = not self.matching.compares and self.matching is not Matching.SYMMETRIC_DIFFERENCE
        if len(self.operands) < 2 or (len(self.operands) > 2 and not alike):
            wanted = "two pools or more" if alike else "two pools"
            error = BadInput(name, len(self.operands), wanted)
            raise error.reworded(
                f"{name} matches {wanted}, not {len(self.operands)}.", "Name the pool to match it with."
            )
        object.__setattr__(self, "words", tuple(sorted(set(self.words))))
        allowed = _WORDS.get(self.matching, ())
        for word in self.words:
            if word not in allowed:
                raise BadInput(name, word, " or ".join(allowed) or "no words besides")
        self._check_relation(name)
        refuse_above(MAX_POOLS, len(self.pools), "pools", "Match fewer pools.")
        if self.selection:
            check_comparable("kept or dropped dice", (die for pool in self.pools for die, _ in pool.dice))

    def _check_relation(self, name: str) -> None:
        if not self.matching.compares:
            if self.relation is not None:
                raise BadInput(name, self.relation.value, "no comparison")
            return
        allowed: tuple[Relation, ...] = _THRESHOLDS
        if self.matching is Matching.SORT_PAIR:
            allowed = tuple(Relation)
        elif self.matching in (Matching.MAX_PAIR_HIGHEST, Matching.MAX_PAIR_LOWEST):
            allowed = (*_THRESHOLDS, Relation.EQUAL)
        if self.relation not in allowed:
            given = None if self.relation is None else self.relation.value
            raise BadInput(name, given, " or ".join(relation.value for relation in allowed))
        check_comparable(name, (die for pool in self.pools for die, _ in pool.dice))

    @property
    def pools(self) -> tuple[PoolData[F], ...]:
        """All pools, in the order in which they are thrown."""
        return tuple(pool for operand in self.operands for pool in pools_of(operand))

    def left(self, operands: Sequence[Sequence[Face]]) -> list[list[int]]:
        """The places of the dice that are left and kept, in each operand; faces and places ascend."""
        left = self._before_keeping(operands)
        if not self.selection:
            return left
        lying = [(operand, place) for operand, kept in enumerate(left) for place in kept]
        lying.sort(key=lambda die: face_order(operands[die[0]][die[1]]))
        low, high = places(self.selection, len(lying))
        chosen = set(lying[low:high])
        return [[place for place in kept if (operand, place) in chosen] for operand, kept in enumerate(left)]

    def _before_keeping(self, operands: Sequence[Sequence[Face]]) -> list[list[int]]:
        first, second = operands[0], operands[1]
        if not self.matching.compares:
            return _left_by_counts(self.matching, operands)
        relation = self.relation
        assert relation is not None  # checked when it was made
        match self.matching:
            case Matching.VERSUS_ANY:
                kept = [place for place, face in enumerate(first) if any(relation.holds(face, one) for one in second)]
            case Matching.VERSUS_ALL:
                kept = [place for place, face in enumerate(first) if all(relation.holds(face, one) for one in second)]
            case Matching.SORT_PAIR:
                kept = self._sorted_pairs(relation, first, second)
            case Matching.MAX_PAIR_HIGHEST | Matching.MAX_PAIR_LOWEST:
                kept = self._most_pairs(relation, first, second)
            case Matching.DIFFERENCE | Matching.UNION | Matching.INTERSECTION | Matching.SYMMETRIC_DIFFERENCE:
                raise AssertionError(self.matching)  # compares nothing: answered above
            case _:
                assert_never(self.matching)
        return [sorted(kept), []]

    def _sorted_pairs(self, relation: Relation, first: Sequence[Any], second: Sequence[Any]) -> list[int]:
        step = 1 if ASCENDING in self.words else -1
        order = range(len(first))[::step]
        kept = [
            place for place, other in zip(order, second[::step], strict=False) if relation.holds(first[place], other)
        ]
        return kept + list(order[len(second) :]) if EXTRA in self.words else kept

    def _most_pairs(self, relation: Relation, first: Sequence[Any], second: Sequence[Any]) -> list[int]:
        """As many pairs as can be: a die at a time, from the end that goes first, where all so far have partners."""
        step = -1 if self.matching is Matching.MAX_PAIR_HIGHEST else 1
        paired: list[int] = []
        for place in range(len(first))[::step]:
            if _all_paired(relation, [first[taken] for taken in (*paired, place)], second):
                paired.append(place)
        return [place for place in range(len(first)) if place not in paired] if UNPAIRED in self.words else paired


Readable: TypeAlias = PoolData[F] | CombinationData[F]
"""Dice that a reading can read."""


def pools_of(readable: Readable[F]) -> tuple[PoolData[F], ...]:
    """The pool itself, or all pools of a combination."""
    return readable.pools if isinstance(readable, CombinationData) else (readable,)


def dice_left(
    readable: Readable[Any],
    lying: Iterator[Sequence[D]],
    face: Callable[[D], Face],
    drop: Callable[[D], object] | None = None,
) -> list[D]:
    """The dice to be read, ascending: those of a pool, or those that a combination leaves.

    lying: the dice that each pool keeps. drop: called with those that are not left.
    """
    if not isinstance(readable, CombinationData):
        return list(next(lying))
    operands = [dice_left(operand, lying, face, drop) for operand in readable.operands]
    left = readable.left([[face(die) for die in operand] for operand in operands])
    if drop is not None:
        for operand, kept in zip(operands, left if readable.matching.takes_all else left[:1], strict=False):
            stay = set(kept)
            for place, die in enumerate(operand):
                if place not in stay:
                    drop(die)
    dice = [operand[place] for operand, kept in zip(operands, left, strict=True) for place in kept]
    return sorted(dice, key=lambda die: face_order(face(die)))


def _left_by_counts(matching: Matching, operands: Sequence[Sequence[Face]]) -> list[list[int]]:
    """Of each face so many dice as the counts of it in the operands say; of equal dice the first."""
    counts = [Counter(faces) for faces in operands]
    left: list[list[int]] = []
    for number, faces in enumerate(operands):
        others = [other for place, other in enumerate(counts) if place != number]
        seen: Counter[Face] = Counter()
        places: list[int] = []
        for place, face in enumerate(faces):
            seen[face] += 1
            if matching is Matching.UNION:
                stays = seen[face] > max((other[face] for other in counts[:number]), default=0)
            elif matching is Matching.INTERSECTION:
                stays = number == 0 and seen[face] <= min(other[face] for other in others)
            elif matching in (Matching.DIFFERENCE, Matching.SYMMETRIC_DIFFERENCE):
                stays = seen[face] > sum(other[face] for other in others)
                stays = stays and (number == 0 or matching is Matching.SYMMETRIC_DIFFERENCE)
            else:
                raise AssertionError(matching)  # compares faces
            if stays:
                places.append(place)
        left.append(places)
    return left


def _all_paired(relation: Relation, first: list[Any], second: Sequence[Any]) -> bool:
    """True when every one of the first has a partner of its own among the second."""
    if relation is Relation.EQUAL:
        return not Counter(first) - Counter(second)
    if len(first) > len(second):
        return False
    upwards = relation in (Relation.AT_LEAST, Relation.ABOVE)
    partners = sorted(second)[: len(first)] if upwards else sorted(second)[len(second) - len(first) :]
    return all(relation.holds(face, other) for face, other in zip(sorted(first), partners, strict=True))
