"""How likely each value of one throw is, as integer weights: what every exact computation over dice starts from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from oddsmith.dice.limits import MAX_FACES, MAX_WORK, refuse_above
from oddsmith.dice.model.faces import Face, face_order, holds
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.dice.model.die import Die


@dataclass(frozen=True)
class Law:
    """Values with positive weights, ascending (numbers before words)."""

    weights: tuple[tuple[Any, int], ...]

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.weights)


def law_of(weights: Iterable[tuple[Face, int]]) -> Law:
    """The law with these weights; repeated values add up, weights of 0 go away."""
    collected: dict[Face, int] = {}
    for face, weight in weights:
        if weight:
            collected[face] = collected.get(face, 0) + weight
    return Law(tuple(sorted(collected.items(), key=lambda item: face_order(item[0]))))


@lru_cache(maxsize=256)
def throw_law(die: Die[Any]) -> Law:
    """One throw of `die` with its minimum, maximum and rerolls, before any explosion.

    TooLarge when the faces are too many to list.
    """
    refuse_above(MAX_FACES, len(die.faces), "faces", "Use a smaller die; it can still be rolled.")
    read = die.handling.read
    thrown = law_of((read(face), weight) for face, weight in die.weighted_faces())
    reroll = die.handling.reroll
    if reroll is None:
        return thrown
    unlucky = sum(weight for face, weight in thrown.weights if holds(reroll.when, face))
    if reroll.times is None:
        return Law(tuple((face, weight) for face, weight in thrown.weights if not holds(reroll.when, face)))
    # A face that stops the rerolls may come at any of the throws, any other face only at the last one.
    times, total = reroll.times, thrown.total
    refuse_above(MAX_WORK, times * times * total.bit_length(), "steps", "Allow fewer rerolls.")
    stops = sum(unlucky**i * total ** (times - i) for i in range(times + 1))
    last = unlucky**times
    return law_of((face, weight * (last if holds(reroll.when, face) else stops)) for face, weight in thrown.weights)


def check_throws_end(die: Die[Any]) -> None:
    """Refuse a die that would be rerolled or explode for ever; BadInput names which.

    Faces of a large fair die are looked at only near the numbers that its conditions name, where they change.
    """
    handling = die.handling
    watched = [number for number in (handling.minimum, handling.maximum) if number is not None]
    endless = [("reroll", handling.reroll.when)] if handling.reroll and handling.reroll.times is None else []
    if handling.explosion and handling.explosion.limit is None:
        endless.append(("explode", handling.explosion.when))
    if not endless:
        return
    conditions = [condition for _, conditions in endless for condition in conditions]
    watched.extend(condition.face for condition in conditions if isinstance(condition.face, int))
    faces = {handling.read(face) for face in die.faces_near(watched)}
    if handling.reroll and handling.reroll.times is None:
        stopping = {face for face in faces if not holds(handling.reroll.when, face)}
        if not stopping:
            raise BadInput("reroll", str(die), "a condition that some face does not meet")
        faces = stopping
    if (
        handling.explosion
        and handling.explosion.limit is None
        and all(holds(handling.explosion.when, face) for face in faces)
    ):
        raise BadInput("explode", str(die), "a condition that some face does not meet, or a limit")
