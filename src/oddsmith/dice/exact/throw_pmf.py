"""The chance of each value of one throw, as integer weights, from which every exact computation over dice starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from oddsmith.dice.limits import MAX_FACES, refuse_above
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Face, face_order, matcher
from oddsmith.distribution.limits import take

_SECONDS_A_BIT: Final = 5e-7


@dataclass(frozen=True)
class Pmf:
    """Values with positive weights, ascending (numbers before words)."""

    weights: tuple[tuple[Any, int], ...]

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.weights)


def pmf_of(weights: Iterable[tuple[Face, int]]) -> Pmf:
    """The pmf with these weights; repeated values add up, weights of 0 go away."""
    collected: dict[Face, int] = {}
    for face, weight in weights:
        if weight:
            collected[face] = collected.get(face, 0) + weight
    if set(map(type, collected)) <= {int}:
        return Pmf(tuple(sorted(collected.items())))
    return Pmf(tuple(sorted(collected.items(), key=lambda item: face_order(item[0]))))


@lru_cache(maxsize=256)
def throw_pmf(die: DieData[Any]) -> Pmf:
    """One throw of `die` with its minimum, maximum and rerolls, before any explosion.

    TooLarge when the faces are too many to list.
    """
    refuse_above(MAX_FACES, len(die.faces), "faces", "Use a smaller die; it can still be rolled.")
    handling, reroll = die.handling, die.handling.reroll
    faces = die.weighted_faces()
    if handling.minimum is not None or handling.maximum is not None:
        faces = ((handling.read(face), weight) for face, weight in faces)
    thrown = pmf_of(faces)
    if reroll is None:
        return thrown
    matches = matcher(reroll.when)
    rerolled = {face for face, _ in thrown.weights if matches(face)}
    unlucky = sum(weight for face, weight in thrown.weights if face in rerolled)
    if reroll.times is None:
        return Pmf(tuple((face, weight) for face, weight in thrown.weights if face not in rerolled))
    # A face that stops the rerolls may come at any of the throws, any other face only at the last one.
    times, total = reroll.times, thrown.total
    take(times * times * total.bit_length() * _SECONDS_A_BIT, remedy="Allow fewer rerolls.")
    stops = sum(unlucky**i * total ** (times - i) for i in range(times + 1))
    last = unlucky**times
    return pmf_of((face, weight * (last if face in rerolled else stops)) for face, weight in thrown.weights)
