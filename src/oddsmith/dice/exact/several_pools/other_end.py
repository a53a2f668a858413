"""Steps of matchings from the end at which more has to be known: how many dice are still to come is guessed.

Of dice that pools hold that number is sure; of those that a combination leaves each number is a guess, and a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from oddsmith.dice.model.combination_data import ASCENDING, EXTRA, UNPAIRED, CombinationData, Matching
from oddsmith.dice.model.relation import Relation

State: TypeAlias = Any
Counts: TypeAlias = tuple[int, ...]
Bounds: TypeAlias = tuple[int, int]
"""As of `matching_steps`, which imports this where it is needed."""


class Turned(NamedTuple):
    """The steps of one matching, by its operands, as those of `matching_steps` are."""

    starts: Callable[[Sequence[Bounds]], Iterable[State]]
    step: Callable[[State, Counts], tuple[State, int]]
    accepts: Callable[[State], bool]


def own_from_other_end(data: CombinationData[Any], *, descending: bool) -> Turned | None:
    """The steps of a matching from the end that is not its own; None of pairs which are made one way alone, since from
    the other end they branch."""
    relation = data.relation
    assert relation is not None  # those that compare nothing have no end of their own
    match data.matching:
        case Matching.SORT_PAIR:
            assert descending == (ASCENDING in data.words)
            return _sort_pair(relation, descending=descending, extra=EXTRA in data.words)
        case Matching.VERSUS_ANY | Matching.VERSUS_ALL:
            return _versus(relation, every=data.matching is Matching.VERSUS_ALL)
        case Matching.MAX_PAIR_HIGHEST | Matching.MAX_PAIR_LOWEST:
            if (data.matching is Matching.MAX_PAIR_HIGHEST) == (relation in (Relation.BELOW, Relation.AT_MOST)):
                return None  # a die takes the next free partner, and of those before none is known
            strict = relation in (Relation.ABOVE, Relation.BELOW)
            return _max_pair(strict=strict, unpaired=UNPAIRED in data.words)
        case _:
            return None


def _max_pair(*, strict: bool, unpaired: bool) -> Turned:
    """State: partners that are free, dice without one that come first, and dice that get none in what is still to come.

    Partners come first from this end, so that as many are paired as find one at once; it is guessed how many find none,
    and those that come first are as many.
    """

    def starts(bounds: Sequence[Bounds]) -> Iterator[tuple[int, int, int]]:
        (_, most), _ = bounds
        return ((0, alone, alone) for alone in range(most + 1))

    def step(state: tuple[int, int, int] | None, counts: Counts) -> tuple[State, int]:
        if state is None:
            return None, 0
        free, alone, lacking = state
        mine, theirs = counts
        found = min(mine, free if strict else free + theirs)
        if mine - found > lacking:
            return None, 0  # the guess was wrong
        single = min(mine, alone)
        after = free + theirs - found, alone - single, lacking - mine + found
        return after, single if unpaired else mine - single

    return Turned(starts, step, lambda state: state is not None and not state[1] and not state[2])


def _sort_pair(relation: Relation, *, descending: bool, extra: bool) -> Turned:
    """State: dice of the second pool that go ahead of the partners, or by how many dice the first is ahead since; and
    the dice of the first that come before those with partners.

    Partners go by their places from the other end, so it is guessed by how much the one pool is larger.
    """
    above = relation in (Relation.ABOVE, Relation.AT_LEAST, Relation.OTHER)
    below = relation in (Relation.BELOW, Relation.AT_MOST, Relation.OTHER)
    waiting, behind = (above, below) if descending else (below, above)
    equal = relation in (Relation.EQUAL, Relation.AT_LEAST, Relation.AT_MOST)

    def starts(bounds: Sequence[Bounds]) -> Iterator[tuple[int, int]]:
        (least, most), (fewest, greatest) = bounds
        return ((max(0, -more), max(0, more)) for more in range(least - greatest, most - fewest + 1))

    def step(state: tuple[int, int], counts: Counts) -> tuple[State, int]:
        ahead, alone = state
        mine, theirs = counts
        single = min(mine, alone)
        paired = mine - single
        met = min(paired, max(0, -ahead))  # dice whose partners showed an earlier face
        matched = min(paired, max(0, theirs - ahead))  # and those whose partners have shown this one by now
        kept = (met if behind else 0) + (matched - met if equal else 0) + (paired - matched if waiting else 0)
        return (ahead + paired - theirs, alone - single), kept + (single if extra else 0)

    return Turned(starts, step, lambda state: bool(state == (0, 0)))


def _versus(relation: Relation, *, every: bool) -> Turned:
    """State: the dice of the other pool still to come, of which those that matter come after a die."""
    equal = relation in (Relation.AT_LEAST, Relation.AT_MOST)

    def starts(bounds: Sequence[Bounds]) -> Iterator[int]:
        least, most = bounds[1]
        return iter(range(least, most + 1))

    def step(coming: int | None, counts: Counts) -> tuple[State, int]:
        mine, theirs = counts
        if coming is None or theirs > coming:
            return None, 0  # the guess was wrong
        after = coming - theirs
        met = after if equal == every else coming
        return after, mine if bool(met) != every else 0

    return Turned(starts, step, lambda coming: bool(coming == 0))
