"""Several pools read together, face by face: a face comes once, with the number of dice of each pool that show it.

So nothing needs to be known of a pool beyond what the reader keeps: 10 dice against 10 are 66 times 66 steps a face,
where all ways in which the first pool may land would have to be remembered if the second came after it.

Where only a sum over the dice that are left is asked for, it is no part of the state: the weights of all sums are the
digits of one number, and a die that counts 3 moves them by three places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from math import prod
from operator import sub
from typing import Any, Final, TypeVar

from flint import fmpz

from oddsmith.dice.exact.extremes import ends_that_matter
from oddsmith.dice.exact.kinds import (
    Left,
    face_sequence,
    merged,
    merges_downwards,
    splits,
)
from oddsmith.dice.exact.multiset_dp import S, tally_of, walked
from oddsmith.dice.exact.pool_model import apart, side_by_side
from oddsmith.dice.exact.several_pools.half_steps import (
    HalfSteps,
    Selecting,
    WorkOfSums,
    accepted,
    digits_of,
    halves_of_lead,
    refuse_by_trend,
    refuse_weights,
    sizes_of_leads,
)
from oddsmith.dice.exact.several_pools.least_steps import (
    SECONDS_A_STEP,
    least_steps,
    model_of,
    most_multisets,
    parts_of_pool,
    refuse_by_fewer,
    refuse_least,
)
from oddsmith.dice.exact.several_pools.matching_steps import Counts, Halves, Lead, MatchingSteps, matching_steps
from oddsmith.dice.model.combination_data import CombinationData, dice_left
from oddsmith.dice.model.faces import Face
from oddsmith.dice.model.pool_data import PoolData, decks_of, dice_of
from oddsmith.dice.model.selection import End
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import countable, refuse_work, spend
from oddsmith.errors import TooLarge

V = TypeVar("V")

_SECONDS_A_LISTED: Final = 2e-5
_BYTES_A_LISTED: Final = 1_000
"""What each way takes in which all pools may lie, where all faces are remembered."""
_SOME: Final = 10_000  # guesses, of which more are not told apart
_MANY_DICE: Final = 24  # dice of each pool from which on smaller ones are looked at first
_MANY_STEPS: Final = 50_000  # of a reader, even with one state, from which on it is
_SECONDS_A_BIT_MORE: Final = 2e-10  # of those that a face adds to them, many at once
_BITS_AT_ONCE: Final = 200_000_000
_MANY_SECONDS: Final = 0.1  # of a face, after which it is told what has been found takes at the next
_SECONDS_A_CALL: Final = 1.5e-6
_SECONDS_A_SELECTING_CALL: Final = 3e-6  # of an answer for a face, the second where pools keep or drop dice
_HALVES: Final = 1.4  # by so much more whole steps there are where half steps are quicker, with what is about them


def together_distribution(
    pools: Sequence[PoolData[Any]],
    initial: S,
    step: Callable[[S, Any, Counts], S],
    final: Callable[[S], V],
    *,
    descending: bool = False,
) -> Distribution[V]:
    """The value of a reader that gets the count of a face in each pool, of the dice that are kept. Raises TooLarge."""
    walk = _Pass(pools, descending)
    walk.refuse_many()
    weights: dict[V, int] = {}
    for read, weight in walk.final_states(lambda sizes: (initial,), step):
        outcome = final(read)
        weights[outcome] = weights.get(outcome, 0) + weight
    return walk.distribution(weights)


def combined_distribution(
    data: CombinationData[Any],
    initial: S,
    step: Callable[[S, Any, int], S],
    final: Callable[[S], V],
    *,
    descending: bool | None = None,
    readings: int = 1,
) -> Distribution[V]:
    """The value of a reader, of so many readings, of the dice left. descending: None where order does not matter."""
    steps = _steps(data, descending)
    if steps is None:
        return _listed(data, initial, step, final, descending=bool(descending))
    match = steps.step

    def read(state: tuple[Any, S], face: Any, counts: Counts) -> tuple[Any, S]:
        matched, known = state
        after, left = match(matched, counts)
        return after, step(known, face, left) if left else known

    ends = ends_that_matter(data)
    walk = _Pass(data.pools, descending if steps.descending is None else steps.descending, ends)
    walk.refuse_many()
    weights: dict[V, int] = {}
    for (matched, known), weight in walk.final_states(
        lambda sizes: ((start, initial) for start in steps.starts(sizes)), read, readings
    ):
        if steps.accepts(matched):
            outcome = final(known)
            weights[outcome] = weights.get(outcome, 0) + weight
    return walk.distribution(weights)


def combined_score(data: CombinationData[Any], score: Callable[[Any], int]) -> Distribution[int]:
    """The sum of the counts of the dice that a combination leaves."""
    steps = _steps(data, None)
    if steps is None:
        return combined_distribution(data, 0, lambda total, face, count: total + count * score(face), int)
    lead = None if any(decks_of(data.pools)) else steps.lead
    ends = ends_that_matter(data)
    walk = _Pass(data.pools, steps.descending if lead is None else lead.descending, ends)
    if lead is not None and all(score(face) == 1 for face in walk.faces):
        walk.refuse_many(halved=True)
        return walk.distribution(walk.sizes_by_lead(lead))
    walk = _Pass(data.pools, steps.descending, ends) if lead is not None else walk
    if any(score(face) < 0 for face in walk.faces):
        return combined_distribution(data, 0, lambda total, face, count: total + count * score(face), int)
    halves = walk.halves(steps)
    walk.refuse_many(halved=halves is not None)
    return walk.distribution(walk.sums(steps, score) if halves is None else walk.sums_by_halves(steps, halves, score))


def _steps(data: CombinationData[Any], descending: bool | None) -> MatchingSteps | None:
    """The steps of a combination from one end, or from either; of ends that both will do the one with fewer guesses."""
    steps = matching_steps(data)
    if steps is not None and (steps.descending is None or descending in (None, steps.descending)):
        return steps
    sizes = tuple(map(dice_of, data.pools))
    found = filter(None, (matching_steps(data, end) for end in (True, False) if descending in (None, end)))
    return min(found, key=lambda steps: _guesses(steps, sizes), default=None)


def _guesses(steps: MatchingSteps, sizes: Counts) -> int:
    """The states in which a pass may begin, as far as they are told apart."""
    try:
        return sum(1 for _ in islice(steps.starts(sizes), _SOME))
    except TooLarge:  # which end is better is not decided by the one that takes too long
        return _SOME + 1


def _listed(
    data: CombinationData[Any],
    initial: S,
    step: Callable[[S, Any, int], S],
    final: Callable[[S], V],
    *,
    descending: bool,
) -> Distribution[V]:
    """As `combined_distribution`, where one pass will not do, since parts begin at different ends: all faces are
    remembered, and matched in the end."""

    def read(faces: tuple[tuple[Face, Counts], ...]) -> V:
        lying = [[face for face, counts in faces for _ in range(counts[pool])] for pool in range(len(data.pools))]
        left = dice_left(data, iter(lying), lambda face: face)
        state = initial
        for face, same in groupby(reversed(left) if descending else left):
            state = step(state, face, len(list(same)))
        return final(state)

    seen = countable(prod(map(most_multisets, map(model_of, data.pools))))
    refuse_work(seen * _SECONDS_A_LISTED, seen * _BYTES_A_LISTED)
    nothing: tuple[tuple[Face, Counts], ...] = ()
    return together_distribution(data.pools, nothing, lambda seen, face, counts: (*seen, (face, counts)), read)


class _Pass:
    """One pass over the faces of several pools."""

    def __init__(
        self, pools: Sequence[PoolData[Any]], descending: bool | None, ends: Sequence[End | None] = ()
    ) -> None:
        """descending: None where either order will do. ends: of each pool the one die that matters, where it is one."""
        ends = ends or [end for pool in pools for end in ends_that_matter(pool)]
        refuse_least(pools, ends, descending=descending)
        marked = zip(pools, decks_of(pools), ends, strict=True)
        parts = [parts_of_pool(pool, number, deck, end) for number, (pool, deck, end) in enumerate(marked)]
        self._pools = pools
        models = [part for own in parts for part in own]
        if descending is None:
            some = side_by_side([replace(model, shapes={max(model.shapes, key=sum): 1}) for model in models])
            descending = merges_downwards(some.kinds, some.shapes)
        self._descending = descending
        self.faces = face_sequence([kind for model in models for kind in model.kinds], descending=descending)
        self._least = least_steps([apart(own) for own in parts], self.faces)
        self.refuse_many(halved=len(pools) == 2)  # before the shapes of all pools are put together
        self._model = side_by_side(models)
        self._owner = [kind.pool for kind in self._model.kinds]
        self._selecting = Selecting(pools, descending=descending)

    def refuse_many(self, *, halved: bool = False) -> None:
        """Raise TooLarge where the pass takes too many steps even with one state, which counts as two (see `sums`)."""
        refuse_work(countable(self._least.halved if halved else 2 * self._least.whole) * SECONDS_A_STEP)

    def distribution(self, weights: Mapping[V, int]) -> Distribution[V]:
        """The distribution with these weights; what is missing is unresolved."""
        return Distribution.from_weights(weights, unresolved=self._model.whole - sum(weights.values()))

    def final_states(
        self, initial: Callable[[Counts], Iterable[S]], step: Callable[[S, Any, Counts], S], readings: int = 1
    ) -> Iterable[tuple[S, int]]:
        """The last states of a reader with their weights. initial(sizes): the first ones, by the dice of each pool."""
        if not self._selecting.pools:

            def plain(shapes: Mapping[Left, int]) -> Mapping[Left, Mapping[S, int]]:
                return {left: dict.fromkeys(initial(self._sizes(left)), weight) for left, weight in shapes.items()}

            return self._walked(plain, step, readings * _SECONDS_A_CALL).items()

        def select(state: tuple[Any, S], face: Any, counts: Counts) -> tuple[Any, S]:
            waiting, read = state
            after, kept = self._selecting.selected(waiting, counts)
            return after, step(read, face, kept) if any(kept) else read

        def starts(shapes: Mapping[Left, int]) -> Mapping[Left, Mapping[tuple[Any, S], int]]:
            waits = {left: self._selecting.waiting(self._sizes(left)) for left in shapes}
            return {
                left: {(wait, read): shapes[left] for read in initial(kept)} for left, (wait, kept) in waits.items()
            }

        ended = self._walked(starts, select, readings * _SECONDS_A_SELECTING_CALL)
        return [(read, weight) for (_, read), weight in ended.items()]

    def _walked(
        self,
        starts: Callable[[Mapping[Left, int]], Mapping[Left, Mapping[S, int]]],
        step: Callable[[S, Any, Counts], S],
        seconds_a_call: float,
    ) -> dict[S, int]:
        """The last states."""

        def walk_of(shapes: Mapping[Left, int]) -> tuple[dict[S, int], float]:
            return walked(
                self._model.kinds,
                starts(shapes),
                step,
                descending=self._descending,
                pools=len(self._pools),
                seconds_a_call=seconds_a_call,
            )

        shapes = self._model.shapes
        largest = max(shapes, key=sum, default=())
        if max(largest, default=0) >= _MANY_DICE and self._least.whole > _MANY_STEPS:
            refuse_by_fewer(self._model.kinds, self.faces, largest, lambda few: walk_of({few: 1})[1])
        return walk_of(shapes)[0]

    def _sizes(self, left: Left) -> Counts:
        """The number of dice of each pool."""
        sizes = [0] * len(self._pools)
        for pool, dice in zip(self._owner, left, strict=True):
            sizes[pool] += dice
        return tuple(sizes)

    # --- sums over the dice that are left ---------------------------------------------------------------------------

    def sums(self, steps: MatchingSteps, score: Callable[[Any], int]) -> dict[int, int]:
        """The weight of each sum of the counts of the dice that are left; no count is below 0."""
        model = self._model
        width = model.whole.bit_length() + 1  # no weight has more digits, so none runs into the next
        match = self._selecting.steps(steps)
        table: dict[Left, dict[Any, fmpz]] = {}
        for left, of_all in model.shapes.items():
            waiting, kept = self._selecting.waiting(self._sizes(left))
            table[left] = {(waiting, start): fmpz(of_all) for start in steps.starts(kept)}
        scores = list(map(score, self.faces))
        ahead = WorkOfSums(model.kinds, self.faces, scores, max(map(sum, table), default=0))
        tally = tally_of(model.kinds, len(self._pools))
        known: dict[Counts, dict[Any, tuple[Any, int]]] = {}
        for place in range(len(self.faces)):
            here, most, merger = ahead.here[place], ahead.later[place], ahead.mergers[place]
            expected, splits_here, _ = ahead.of_face(place, table)
            ahead.work += expected
            spend(expected)
            moved, look, seen = 0, _MANY_SECONDS, (0.0, 0.0)
            digits = width * scores[place]
            following: dict[Left, dict[Any, fmpz]] = {}
            longer = spent = walked = 0  # by so many bits do weights grow, of which so many are counted; splits
            for left, states in table.items():
                gone = moved * SECONDS_A_STEP
                if gone > look and place + 1 < len(self.faces):
                    # What has been found takes so long at least, and half of what is to come finds as much more.
                    _, _, found = ahead.of_face(place + 1, following)
                    more = (found - seen[0]) * (expected - gone) / (gone - seen[1]) / 2 if seen[0] else 0
                    refuse_work(found + max(0, more))
                    look, seen = gone + _MANY_SECONDS + 1e-5 * len(following), (found, gone)
                for taken, count_of_ways in splits(model.kinds, left, here, most):
                    ways = fmpz(count_of_ways)  # long products are quicker so
                    after = merged(tuple(map(sub, left, taken)), merger)
                    target = following.setdefault(after, {})
                    counts = tally(taken)
                    answers = known.setdefault(counts, {})
                    for state, weight in states.items():
                        answer = answers.get(state)
                        if answer is None:
                            answer = answers[state] = match(state, counts)
                        onward, count = answer
                        longer += digits * count
                        arrived = weight * ways << digits * count if count else weight * ways
                        target[onward] = target[onward] + arrived if onward in target else arrived
                    walked += 1
                    moved += len(states) + 1
                    if longer - spent > _BITS_AT_ONCE:  # more dice that show a face move weights farther
                        refuse_work(ahead.work + longer * splits_here / walked * _SECONDS_A_BIT_MORE)
                        spend((longer - spent) * _SECONDS_A_BIT_MORE)
                        spent = longer
            refuse_weights(sum(weight.bit_length() for states in following.values() for weight in states.values()))
            table = following
        return digits_of(accepted(table, steps), width)

    def halves(self, steps: MatchingSteps) -> Halves | None:
        """The half steps of a matching, where there are any and they are quicker."""
        if steps.halves is None or any(decks_of(self._pools)):  # cards of a deck go to all hands at once
            return None
        return steps.halves if self._least.whole > _HALVES * self._least.halved else None

    def sums_by_halves(self, steps: MatchingSteps, halves: Halves, score: Callable[[Any], int]) -> dict[int, int]:
        """As `sums`, for two pools, one after the other at every face."""
        shapes, width = self._model.shapes, self._model.whole.bit_length() + 1

        def walk_of(shapes: Mapping[Left, int], width: int) -> tuple[HalfSteps, Mapping[Left, Mapping[Any, fmpz]]]:
            scores = list(map(score, self.faces))
            walk = HalfSteps(self._model.kinds, self.faces, self._selecting.halves(halves), scores)
            return walk, self._by_halves(walk, halves, steps.starts, 1, lambda face: width * score(face), shapes)

        if len(shapes) == 1 and not self._selecting.pools:
            (left,) = shapes
            if min(self._sizes(left)) >= _MANY_DICE:  # an eighth and a quarter of the dice say how long all take
                fewer = [({tuple([-(-dice // part) for dice in left]): 1}, width // part + 1) for part in (8, 4)]
                refuse_by_trend([(sum(*few), walk_of(few, bits)[0]) for few, bits in fewer], sum(left))
        return digits_of(accepted(walk_of(shapes, width)[1], steps), width)

    def sizes_by_lead(self, lead: Lead) -> dict[int, int]:
        """The weight of each number of dice that are left, where it follows from the lead of the first pool.

        The digits of a weight are those of a lead of 0 at most, 1 at most, and so on; a state has none below its own.
        """
        width = self._model.whole.bit_length() + 1
        halves = halves_of_lead(lead)
        half = self._selecting.halves(halves)
        walk = HalfSteps(self._model.kinds, self.faces, half, least=lambda state: width * max(0, state[1][0]))
        most = max(self._selecting.waiting(self._sizes(left))[1][0] for left in self._model.shapes)
        ones = sum(1 << width * digit for digit in range(most + 1))
        table = self._by_halves(walk, halves, lambda kept: [(0, kept[0])], ones, lambda face: 0, self._model.shapes)
        return sizes_of_leads(table, lead, width)

    def _by_halves(
        self,
        walk: HalfSteps,
        halves: Halves,
        starts: Callable[[Counts], Iterable[Any]],
        weight_of_each: int,
        digits: Callable[[Any], int],
        shapes: Mapping[Left, int],
    ) -> Mapping[Left, Mapping[Any, fmpz]]:
        """The states after all faces. digits(face): the bits by which a die that is left moves a weight."""
        refuse_weights(len(shapes) * (self._model.whole.bit_length() + weight_of_each.bit_length()))
        each = fmpz(weight_of_each)  # long products are quicker so
        table: dict[Left, dict[Any, fmpz]] = {}
        for left, weight in shapes.items():
            waiting, kept = self._selecting.waiting(self._sizes(left))
            table[left] = {(waiting, start): each * weight for start in starts(kept)}
        for place, face in enumerate(self.faces):
            following: dict[Left, dict[Any, fmpz]] = {}
            for first in (0, 1):
                begun = {
                    left: {state: weight for state, weight in states.items() if halves.first(state[1]) == first}
                    for left, states in table.items()
                }
                walk.face(place, first, begun, following, digits(face))
            table = following
        return table
