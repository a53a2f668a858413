"""Rolling many equal dice quickly, with the same result as die by die.

The fate of a face of a plain die is known beforehand: which die of the pool it is, what it shows, and whether it
is kept. So every `RolledFace` that can come up is made once and then used again; a roll only picks among them.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import getitem
from typing import Any, Final

from oddsmith.dice.limits import MAX_THROWS, refuse_above
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Face, face_order, matcher
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.rolled_faces import Fate, RolledFace
from oddsmith.dice.model.selection import places
from oddsmith.dice.model.throw_rules import ThrowRules
from oddsmith.dice.rolling.sources import Source, reason
from oddsmith.dice.rolling.throwing import refuse_endless

_MOST_MADE: Final = 3_000
"""Faces that are made beforehand for one pool."""

_MOST_KNOWN: Final = 2_000
"""Rolls of a pool of which some dice are dropped that are remembered: the same faces lead to the same roll."""


class QuickRoll:
    """Rolls one pool of equal dice that are read as they land, or explode into the pool and are all kept."""

    def __init__(self, pool: PoolData[Any], score: Callable[[Any], int]) -> None:
        ((die, self._count),) = pool.dice
        self._bare: DieData[Any] = die.bare
        self._name = str(self._bare)
        self._scores = {face: score(face) for face in die.faces}
        self._kept = [self._row(chain, Fate.KEPT) for chain in range(self._count)]
        self._places = places(pool.selection, self._count) if pool.selection else None
        self._dropped = [self._row(chain, Fate.DROPPED) for chain in range(self._count)] if pool.selection else []
        numbers = all(isinstance(face, int) for face in die.faces)
        self._order = None if numbers else face_order
        explosion = die.handling.explosion
        self._limit = None if explosion is None else explosion.limit
        self._explodes = set() if explosion is None else set(filter(matcher(explosion.when), die.faces))
        self._known: dict[bytes | tuple[Face, ...], tuple[int, tuple[RolledFace, ...]]] = {}
        self._chained: dict[tuple[int, Face, bool, bool], RolledFace] = {}
        refuse_endless(pool.dice)

    def roll(self, source: Source) -> tuple[int, tuple[RolledFace, ...]]:
        """The count of the kept dice together, and every face in the order of the dice."""
        faces = source.faces(self._bare, self._count)
        scores = self._scores
        if self._places is not None:
            key = faces if isinstance(faces, bytes) else tuple(faces)
            known = self._known.get(key)
            if known is None:
                known = self._keep(faces)
                if len(self._known) < _MOST_KNOWN:
                    self._known[key] = known
            return known
        if self._explodes and not self._explodes.isdisjoint(faces):
            return self._explode(faces, source)
        return sum(map(scores.__getitem__, faces)), tuple(map(getitem, self._kept, faces))

    def _keep(self, faces: Any) -> tuple[int, tuple[RolledFace, ...]]:
        order = faces.__getitem__ if self._order is None else [self._order(face) for face in faces].__getitem__
        ascending = sorted(range(self._count), key=order)
        landed = list(map(getitem, self._dropped, faces))
        low, high = self._places or (0, 0)
        total = 0
        for die in ascending[low:high]:
            face = faces[die]
            landed[die] = self._kept[die][face]
            total += self._scores[face]
        return total, tuple(landed)

    def _explode(self, faces: Any, source: Source) -> tuple[int, tuple[RolledFace, ...]]:
        landed: list[RolledFace] = []
        total = 0
        for die, first in enumerate(faces):
            face, extra, left = first, False, self._limit
            while True:
                exploded = face in self._explodes and left != 0
                landed.append(
                    self._in_chain(die, face, exploded, extra) if exploded or extra else self._kept[die][face]
                )
                total += self._scores[face]
                if not exploded:
                    break
                if len(landed) > MAX_THROWS:
                    refuse_above(MAX_THROWS, len(landed), "throws", "Limit the explosions or rerolls.")
                with reason(face, "exploded"):
                    face = source.face(self._bare)
                extra, left = True, None if left is None else left - 1
        return total, tuple(landed)

    def _in_chain(self, die: int, face: Face, exploded: bool, extra: bool) -> RolledFace:
        key = (die, face, exploded, extra)
        made = self._chained.get(key)
        if made is None:
            made = RolledFace(self._name, face, face, Fate.KEPT, exploded, extra, self._scores[face], die)
            self._chained[key] = made
        return made

    def _row(self, chain: int, fate: Fate) -> dict[Face, RolledFace]:
        """All that one die of the pool may show."""
        kept = fate is Fate.KEPT
        return {
            face: RolledFace(self._name, face, face, fate, False, False, counts if kept else None, chain)
            for face, counts in self._scores.items()
        }


def quick_roll(pool: Readable[Any], score: Callable[[Any], int]) -> QuickRoll | None:
    """The quick way to roll a pool, None where dice have to be followed one by one."""
    if isinstance(pool, CombinationData) or len(pool.dice) != 1 or pool.unique is not None:
        return None
    ((die, count),) = pool.dice
    explosion = die.handling.explosion
    if die.handling != ThrowRules(explosion=explosion) or count * len(die.faces) > _MOST_MADE:
        return None
    if explosion is not None and (explosion.compound or explosion.penetrating or pool.selection):
        return None
    return QuickRoll(pool, score)
