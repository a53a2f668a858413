"""Walking a pool face by face: how many dice show this face, then the next face, and so on.

What a reader needs to know of the faces already seen is its state; equal states are one. So the cost grows with faces,
dice and states, and never with the number of ways in which the dice may land. Dice with the same faces are one kind;
how many of a kind show a face follows a binomial law, so a mixed pool only has to track how many of each kind are left.
After Icepool's pools (Liu, AIIDE 2022, https://doi.org/10.1609/aiide.v18i1.21971).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias, TypeVar

from oddsmith.dice.faces import Face, face_order
from oddsmith.dice.law import Law
from oddsmith.dice.limits import MAX_WORK, refuse_above

S = TypeVar("S", bound=Hashable)
Weight: TypeAlias = Any
"""An int, or an fmpz_poly when sums are carried along as powers of z."""
Left: TypeAlias = tuple[int, ...]
"""How many dice of each kind have not shown a face yet."""
Step: TypeAlias = Callable[[S, Any, int], tuple[S, Weight]]
Rest: TypeAlias = Callable[[S, int], Sequence[Sequence[Weight]] | None]


@dataclass(frozen=True)
class Kind:
    """Dice of one law. distinct: they never repeat a face, all sets of faces being equally likely."""

    law: Law
    distinct: bool = False

    def ways(self, count: int, dice: int, weight: int) -> int:
        """The weight of exactly `count` of `dice` showing a face of that weight."""
        if self.distinct:
            return 1 if count <= 1 else 0
        return comb(dice, count) * weight**count


def face_sequence(kinds: Sequence[Kind], *, descending: bool) -> list[Face]:
    """All faces of the kinds in walking order."""
    faces = {face for kind in kinds for face, _ in kind.law.weights}
    return sorted(faces, key=face_order, reverse=descending)


def walk(
    kinds: Sequence[Kind],
    starts: Mapping[Left, Mapping[S, Weight]],
    step: Step[S],
    *,
    descending: bool = False,
    rest: Rest[S] | None = None,
) -> dict[S, Weight]:
    """The weight of every final state.

    starts: how many dice of each kind there are, with the states (and weights) in which the walk begins.
    step(state, face, count): the next state and a factor of the weight; called for faces that at least one die shows.
    rest(state, dice left): when the faces still to come cannot change the state any more, for every face's place and
    every kind what one die contributes that shows none of the faces up to there; else None.

    Raises TooLarge.
    """
    faces = face_sequence(kinds, descending=descending)
    weights = [dict(kind.law.weights) for kind in kinds]
    last = [max((place for place, face in enumerate(faces) if face in table), default=-1) for table in weights]
    _refuse_long(len(faces), starts)
    table: dict[Left, dict[S, Weight]] = {left: dict(states) for left, states in starts.items()}
    ended: dict[S, Weight] = {}
    work = 0
    for place, face in enumerate(faces):
        following: dict[Left, dict[S, Weight]] = {}
        here = [weight.get(face, 0) for weight in weights]
        must = [place == end for end in last]
        steps: dict[tuple[S, int], tuple[S, Weight]] = {}
        for left, states in table.items():
            for taken, ways in _splits(kinds, left, here, must):
                count = sum(taken)
                remaining = tuple(dice - showing for dice, showing in zip(left, taken, strict=True))
                still = sum(remaining)
                work += len(states)
                refuse_above(MAX_WORK, work, "steps", "Use fewer or smaller dice, or simulate.")
                target = following.setdefault(remaining, {})
                for state, weight in states.items():
                    if count:
                        if (state, count) not in steps:
                            steps[state, count] = step(state, face, count)
                        after, factor = steps[state, count]
                        arrived = weight * factor * ways
                    else:
                        after, arrived = state, weight * ways
                    tails = rest(after, still) if rest is not None else None
                    if tails is None:
                        target[after] = target[after] + arrived if after in target else arrived
                    else:
                        arrived *= prod(tail**dice for tail, dice in zip(tails[place], remaining, strict=True) if dice)
                        ended[after] = ended[after] + arrived if after in ended else arrived
        table = following
    for states in table.values():
        for state, weight in states.items():
            ended[state] = ended[state] + weight if state in ended else weight
    return ended


def _splits(
    kinds: Sequence[Kind], left: Left, here: Sequence[int], must: Sequence[bool]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many dice of each kind may show the face at hand, and the weight of that."""
    options: list[list[tuple[int, int]]] = []
    for kind, dice, weight, all_of_them in zip(kinds, left, here, must, strict=True):
        if not dice or not weight:
            options.append([(0, 1)])
            continue
        counts = (dice,) if all_of_them else range(dice + 1)
        counted = ((count, kind.ways(count, dice, weight)) for count in counts)
        options.append([(count, ways) for count, ways in counted if ways])
    if len(options) == 1:
        yield from (((count,), ways) for count, ways in options[0])
        return
    for combination in product(*options):
        yield tuple(count for count, _ in combination), prod(ways for _, ways in combination)


def _refuse_long(faces: int, starts: Mapping[Left, Mapping[Any, Weight]]) -> None:
    """Refuse at once what could not even list its faces."""
    refuse_above(MAX_WORK, faces * max(1, len(starts)), "steps", "Use fewer or smaller dice, or simulate.")
