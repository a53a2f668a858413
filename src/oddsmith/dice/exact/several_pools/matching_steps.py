"""Matching of pools face by face: how many dice of a face are left, and what must be known of the faces before.

`CombinationData.left` says the same of dice that lie on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias, assert_never

from oddsmith.dice.exact.multiset_dp import SECONDS_A_GUESS
from oddsmith.dice.model.combination_data import ASCENDING, EXTRA, UNPAIRED, CombinationData, Matching, Readable
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import Selection, from_one_end, places, to_come
from oddsmith.distribution.limits import refuse_work, spend

State: TypeAlias = Any
"""Hashable; the matching knows what is in it."""
Bounds: TypeAlias = tuple[int, int]
"""The least and the greatest number of dice."""
Counts: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Halves:
    """A face in two steps, the dice of one of two pools first and then those of the other.

    So a face takes n times n times (n + n) steps of pools of n dice, where both at once take n**4. first(state): the
    pool whose dice come first, 0 or 1. step(state, pool, count, second): the next state and the number of dice that are
    known to be left now; called for both pools at every face, also with no dice.
    """

    first: Callable[[State], int]
    step: Callable[[State, int, int, bool], tuple[State, int]]


@dataclass(frozen=True)
class Lead:
    """What the number of dice left depends on: by how many the first pool is ahead of the second at most.

    first: the pool whose dice come first at a face, 0 or 1; the lead counts once those of the first pool have shown.
    left(dice, lead): the number left of so many.
    """

    descending: bool
    first: int
    left: Callable[[int, int], int]


@dataclass(frozen=True)
class MatchingSteps:
    """One pass over the faces.

    descending: the end from which it begins, None for either. starts(sizes): the states in which it may begin, by the
    numbers of dice of all pools; what is not known then is guessed, each guess a state. step(state, counts): the next
    state and the number of dice that are left, by the count of a face in each pool. accepts(state): whether the guess
    in a last state was right; of all guesses just one is. bounds(sizes): how many dice are left in all. halves: the
    same steps for one pool after the other, where two pools can be read so. lead: what the number of
    dice that are left follows from, if it does.
    """

    descending: bool | None
    starts: Callable[[Counts], Iterable[State]]
    step: Callable[[State, Counts], tuple[State, int]]
    accepts: Callable[[State], bool]
    bounds: Callable[[Counts], Bounds]
    halves: Halves | None = None
    lead: Lead | None = None


def matching_steps(data: CombinationData[Any], end: bool | None = None) -> MatchingSteps | None:
    """The steps of a combination; None where there are none from this end.

    end: True from the highest face on, False from the lowest; None for that at which each part needs to know least, and
    then there are none where parts begin at different ends.
    """
    return _steps_from(data, 0, end)[0]


def _steps_from(data: Readable[Any], pool: int, end: bool | None) -> tuple[MatchingSteps | None, int]:
    """The steps of a part of a combination that begins with this pool, and the pool after it."""
    if not isinstance(data, CombinationData):
        return _of_pool(pool), pool + 1
    parts: list[MatchingSteps] = []
    begin = pool
    for operand in data.operands:
        part, pool = _steps_from(operand, pool, end)
        if part is None:
            return None, pool
        parts.append(part)
    own = _own_steps(data)
    if end is not None and own.descending not in (None, end):
        from oddsmith.dice.exact.several_pools.other_end import own_from_other_end  # few notations need it

        turned = own_from_other_end(data, descending=end)
        if turned is None:
            return None, pool
        own = Own(end, turned.starts, turned.step, False, turned.accepts)
    if all(not isinstance(operand, CombinationData) for operand in data.operands):
        steps: MatchingSteps | None = _of_pools(own, begin, pool)
    else:
        steps = _of_parts(own, parts)
    if steps is None or not data.selection:
        return steps, pool
    return _of_kept(steps, data.selection, end), pool


@dataclass(frozen=True)
class Own:
    """The steps of one matching, as `MatchingSteps`, but by its operands. starts(bounds): by the numbers of dice."""

    descending: bool | None
    starts: Callable[[Sequence[Bounds]], Iterable[State]]
    step: Callable[[State, Counts], tuple[State, int]]
    takes_all: bool
    accepts: Callable[[State], bool] = lambda state: True
    halves: Halves | None = None
    lead: Lead | None = None

    def bounds(self, operands: Sequence[Bounds]) -> Bounds:
        return 0, sum(most for _, most in operands) if self.takes_all else operands[0][1]


def _of_pool(pool: int) -> MatchingSteps:
    """The steps of a pool by itself, all dice of which are left."""
    return MatchingSteps(
        None,
        lambda sizes: (None,),
        lambda state, counts: (None, counts[pool]),
        lambda state: True,
        lambda sizes: (sizes[pool], sizes[pool]),
    )


def _of_pools(own: Own, begin: int, end: int) -> MatchingSteps:
    """The steps of a matching of pools, and not of other combinations."""

    def bounds(sizes: Counts) -> list[Bounds]:
        return [(size, size) for size in sizes[begin:end]]

    return MatchingSteps(
        own.descending,
        lambda sizes: own.starts(bounds(sizes)),
        lambda state, counts: own.step(state, counts[begin:end]),
        own.accepts,
        lambda sizes: own.bounds(bounds(sizes)),
        own.halves if begin == 0 else None,
        own.lead if begin == 0 else None,
    )


def _of_parts(own: Own, parts: Sequence[MatchingSteps]) -> MatchingSteps | None:
    """The steps of a matching of others."""
    ends = {own.descending, *(part.descending for part in parts)} - {None}
    if len(ends) > 1:
        return None

    def starts(sizes: Counts) -> Iterator[State]:
        mine = own.starts([part.bounds(sizes) for part in parts])
        return _guessed(mine, *(part.starts(sizes) for part in parts))

    def step(state: State, counts: Counts) -> tuple[State, int]:
        moved = [part.step(known, counts) for part, known in zip(parts, state[1:], strict=True)]
        mine, count = own.step(state[0], tuple([left for _, left in moved]))
        return (mine, *[after for after, _ in moved]), count

    def accepts(state: State) -> bool:
        return own.accepts(state[0]) and all(part.accepts(known) for part, known in zip(parts, state[1:], strict=True))

    return MatchingSteps(
        next(iter(ends), None),
        starts,
        step,
        accepts,
        lambda sizes: own.bounds([part.bounds(sizes) for part in parts]),
    )


def _guessed(*starts: Iterable[State]) -> Iterator[State]:
    """The states of several matchings together in which a pass may begin."""
    guesses = list(map(list, starts))
    refuse_work(prod(map(len, guesses)) * SECONDS_A_GUESS)
    for start in product(*guesses):
        spend(SECONDS_A_GUESS)
        yield start


def _of_kept(matched: MatchingSteps, selection: tuple[Selection, ...], end: bool | None) -> MatchingSteps:
    """The steps of the dice that are kept of those left. State: that of the matching, and what waits; None of a wrong
    guess of how many are left, which is made where dice are not kept from the end at which the pass begins."""
    kept = from_one_end(selection)
    begin = matched.descending if end is None else end
    sure = kept is not None and begin in (None, kept.highest)
    descending = kept.highest if kept is not None and sure else bool(begin)

    def starts(sizes: Counts) -> Iterator[State]:
        least, most = matched.bounds(sizes)
        waiting = partial(to_come, selection, descending=descending)
        waits = [kept] if sure else map(waiting, range(least, most + 1))
        return _guessed(matched.starts(sizes), waits)

    def taken(reached: tuple[State, int], waiting: State) -> tuple[State, int]:
        still, count = waiting.after(reached[1])
        return None if still is None else (reached[0], still), count

    def step(state: State, counts: Counts) -> tuple[State, int]:
        return (None, 0) if state is None else taken(matched.step(state[0], counts), state[1])

    def accepts(state: State) -> bool:
        return state is not None and (sure or not any(state[1])) and matched.accepts(state[0])

    def bounds(sizes: Counts) -> Bounds:
        least, most = (places(selection, left) for left in matched.bounds(sizes))
        return least[1] - least[0], most[1] - most[0]

    halves = matched.halves
    if halves is not None:
        first, of_half = halves.first, halves.step  # what is kept at a face is what is kept at its halves

        def half(state: State, pool: int, count: int, second: bool) -> tuple[State, int]:
            return (None, 0) if state is None else taken(of_half(state[0], pool, count, second), state[1])

        halves = Halves(lambda state: 0 if state is None else first(state[0]), half)
    return MatchingSteps(descending, starts, step, accepts, bounds, halves)


def _own_steps(data: CombinationData[Any]) -> Own:
    matching, relation = data.matching, data.relation
    if relation is None:
        return _stateless(matching)
    match matching:
        case Matching.SORT_PAIR:
            return _sort_pair(relation, ascending=ASCENDING in data.words, extra=EXTRA in data.words)
        case Matching.VERSUS_ANY | Matching.VERSUS_ALL:
            return _versus(relation, every=matching is Matching.VERSUS_ALL)
        case Matching.MAX_PAIR_HIGHEST | Matching.MAX_PAIR_LOWEST:
            highest = matching is Matching.MAX_PAIR_HIGHEST
            return _max_pair(relation, highest=highest, unpaired=UNPAIRED in data.words)
        case Matching.DIFFERENCE | Matching.UNION | Matching.INTERSECTION | Matching.SYMMETRIC_DIFFERENCE:
            raise AssertionError(matching)  # compares nothing, so it has no relation
        case _:
            assert_never(matching)


def _one_start(bounds: Sequence[Bounds]) -> Iterable[State]:
    return (None,)


def _stateless(matching: Matching) -> Own:
    left: dict[Matching, Callable[[Counts], int]] = {
        Matching.DIFFERENCE: lambda counts: max(0, counts[0] - sum(counts[1:])),
        Matching.SYMMETRIC_DIFFERENCE: lambda counts: abs(counts[0] - counts[1]),
        Matching.UNION: max,
        Matching.INTERSECTION: min,
    }
    of_counts = left[matching]
    return Own(None, _one_start, lambda state, counts: (None, of_counts(counts)), matching.takes_all)


def _sort_pair(relation: Relation, *, ascending: bool, extra: bool) -> Own:
    """State: by how many dice the first pool is ahead, how many partners it has left (None: of no interest), and the
    dice of both still to come, where these are sure: being ahead or having partners beyond them is all the same.

    A die of the first pool whose partner has gone before, at a face that comes earlier, is beaten by it or beats it,
    as the order is; one that shows the same face is equal; the others wait for partners at later faces.
    """
    above, below = (Relation.ABOVE, Relation.BELOW) if not ascending else (Relation.BELOW, Relation.ABOVE)
    waiting = relation in (above, Relation.OTHER, _or_equal(above))
    behind = relation in (below, Relation.OTHER, _or_equal(below))
    equal = relation in (Relation.EQUAL, Relation.AT_LEAST, Relation.AT_MOST)
    counted = waiting != extra

    def starts(bounds: Sequence[Bounds]) -> Iterator[State]:
        partners = range(bounds[1][0], bounds[1][1] + 1) if counted else (None,)
        coming = tuple([most for _, most in bounds]) if all(least == most for least, most in bounds) else None
        return ((0, each, coming) for each in partners)

    def step(state: State, counts: Counts) -> tuple[State, int]:
        pool = first(state)
        between, kept = half(state, pool, counts[pool], False)
        after, more = half(between, 1 - pool, counts[1 - pool], True)
        return after, kept + more

    def first(state: State) -> int:
        return int(state[0] >= 0)

    def half(state: State, pool: int, count: int, second: bool) -> tuple[State, int]:
        ahead, partners, coming = state
        if pool == 1:
            late = max(0, ahead) if second else 0  # dice of this face whose partners have not shown an earlier one
            same = min(late, count)
            alone = 0 if partners is None else max(0, -partners)
            kept = (same if equal else 0) + (max(0, late - same - alone) if waiting else 0)
            return told(ahead - count, partners, coming and (coming[0], coming[1] - count), second), kept
        matched = min(count, max(0, -ahead))  # dice whose partners have shown an earlier face or this one
        kept = matched if (equal if second else behind) else 0
        paired = count if partners is None else min(count, max(matched, partners))
        kept += (paired - matched if waiting and second else 0) + (count - paired if extra else 0)
        partners = None if partners is None else partners - count
        return told(ahead + count, partners, coming and (coming[0] - count, coming[1]), second), kept

    def told(ahead: int, partners: int | None, coming: Counts | None, second: bool) -> State:
        if coming is not None:
            mine, theirs = coming
            ahead = max(-mine, min(ahead, theirs) if second and mine else 0 if second else ahead)
            partners = None if partners is None else max(min(partners, mine), 0 if second else partners)
        return ahead, partners, coming

    def accepts(state: State) -> bool:
        return state[1] is None or state[2] is not None or bool(state[0] + state[1] == 0)

    return Own(not ascending, starts, step, False, accepts, Halves(first, half))


def _or_equal(relation: Relation) -> Relation:
    return Relation.AT_LEAST if relation is Relation.ABOVE else Relation.AT_MOST


def _max_pair(relation: Relation, *, highest: bool, unpaired: bool) -> Own:
    strict = relation in (Relation.ABOVE, Relation.BELOW)
    lower = relation in (Relation.BELOW, Relation.AT_MOST)  # the first pool's dice need partners that are higher

    def equal(state: State, counts: Counts) -> tuple[State, int]:
        paired = min(counts)
        return None, counts[0] - paired if unpaired else paired

    def partners_first(free: int, counts: Counts) -> tuple[State, int]:
        """State: partners that are free. They show earlier faces, so that a die takes one as soon as it shows."""
        mine, theirs = counts
        paired = min(mine, free if strict else free + theirs)
        return free + theirs - paired, mine - paired if unpaired else paired

    def partners_later(state: tuple[int, bool, int, int] | None, counts: Counts) -> tuple[State, int]:
        """State: partners that may still show before dice, whether so many have, dice to be paired, partners to come.

        As many partners stay free as are ahead of the dice at most. That number is guessed, and all partners where they
        are not known; so it is known how many dice are paired, those that come first. None: the guess was wrong.
        """
        if state is None:
            return None, 0
        room, reached, chosen, coming = state
        mine, theirs = counts
        least = room - theirs if strict else room - theirs + mine
        if least < 0 or theirs > coming:
            return None, 0
        taken = min(mine, chosen)
        after = (room - theirs + mine, reached or not least, chosen - taken, coming - theirs)
        return after, mine - taken if unpaired else taken

    def guesses(bounds: Sequence[Bounds]) -> Iterator[tuple[int, bool, int, int]]:
        (_, most), (fewest, greatest) = bounds
        for partners in range(fewest, greatest + 1):
            for free in range(max(0, partners - most), partners + 1):
                yield free, not free, partners - free, partners

    if relation is Relation.EQUAL:
        return Own(None, _one_start, equal, False)
    # As many dice lack partners as are ahead of all partners that they could have, at the worst place: no more do,
    # since partners are in order (Hall, On Representatives of Subsets, 1935, says so of any partners).
    lead = Lead(lower, int(not strict), (lambda dice, lead: lead) if unpaired else (lambda dice, lead: dice - lead))
    if highest == lower:
        halves = _as_faces(partners_first, int(not strict))
        return Own(highest, lambda bounds: (0,), partners_first, False, halves=halves, lead=lead)
    return Own(
        highest,
        guesses,
        partners_later,
        False,
        lambda state: state is not None and state[1] and not state[3],
        _as_faces(partners_later, int(strict)),
        lead,
    )


def _as_faces(step: Callable[[Any, Counts], tuple[State, int]], first: int) -> Halves:
    """Halves of a step for which dice of a face may as well show two faces, one right after the other."""

    def half(state: State, pool: int, count: int, second: bool) -> tuple[State, int]:
        return step(state, (0, count) if pool else (count, 0)) if count else (state, 0)

    return Halves(lambda state: first, half)


def _versus(relation: Relation, *, every: bool) -> Own:
    """State: whether a die of the other pool has shown, which is beaten by all that follow, or beats them."""
    equal = relation in (Relation.AT_LEAST, Relation.AT_MOST)
    upwards = relation in (Relation.ABOVE, Relation.AT_LEAST)
    at_once = equal != every  # a die at this face counts as one that has shown

    def step(seen: bool, counts: Counts) -> tuple[State, int]:
        mine, theirs = counts
        now = seen or theirs > 0
        return now, mine if (now if at_once else seen) != every else 0

    halves = _as_faces(step, int(at_once))
    return Own(upwards == every, lambda bounds: (False,), step, False, halves=halves)
