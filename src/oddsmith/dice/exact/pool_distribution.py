"""Exact distributions of the readings of a pool, each by the cheapest way that is right for it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from math import comb, prod
from typing import Any, Final, TypeVar, cast

from oddsmith.dice.exact.compounding_keep import keep_compound
from oddsmith.dice.exact.equal_dice.kept_sum_costs import work_of_kept_sum
from oddsmith.dice.exact.explosion_chains import Score, chain_score, chain_total, compounds_on, listed_size
from oddsmith.dice.exact.extremes import end_compared_with, ends_that_matter, extreme_die, extreme_weights
from oddsmith.dice.exact.keep import closes, keep_score, least_of_kept
from oddsmith.dice.exact.kinds import Left, merges_downwards
from oddsmith.dice.exact.multiset_dp import SECONDS_A_CALL, SECONDS_A_FACE, SECONDS_A_SPLIT, S, final_states
from oddsmith.dice.exact.pool_model import PoolModel, pool_model, refuse_many_shapes, relabelled, some_chains
from oddsmith.dice.exact.several_pools.least_steps import least_of_pool
from oddsmith.dice.exact.several_pools.matching_steps import matching_steps
from oddsmith.dice.exact.several_pools.one_pass import combined_distribution, combined_score
from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.exact.unique_dice import equal_sets, hand_scores, kept_hand_scores, multisets, work_of_hand
from oddsmith.dice.limits import MAX_FACES
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import F, face_order
from oddsmith.dice.model.pool_data import PoolData, Unique, drops_some
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, Selection, passed, places
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.distribution import Distribution, Finite, Generating, Uniform
from oddsmith.distribution.limits import REMEDY, Work, countable, refuse_work, take, work_of_outcomes
from oddsmith.errors import Undecidable

V = TypeVar("V")

_MOST_WORDS: Final = 20_000_000
"""Machine words of all sums against one face of the others; past that, all dice are walked at once."""

_SECONDS_A_CASE: Final = 2e-5
"""Of one face of the others against the dice of one kind."""
_SECONDS_A_LISTED_FACE: Final = 1e-6
_SECONDS_A_PLACE: Final = 2e-8
"""Of a sum against one face of the others."""

_BYTES_A_LISTED_FACE: Final = 100
_SECONDS_A_SHOWN_FACE: Final = 1.2e-7
_BYTES_A_SHOWN_FACE: Final = 10
"""Of what is told of a pool once it is known, in order; pools of many dice are alike for long."""


def die_distribution(die: DieData[F]) -> Distribution[F]:
    """The face of one die, or with explosions their total; of a plain die too large to list as well."""
    if die.handling.explosion is not None:
        return cast("Distribution[F]", chain_total(die))
    faces = die.faces
    if die.handling is PLAIN and die.weights is None and isinstance(faces, range):
        return cast("Distribution[F]", Uniform(faces) if len(faces) > MAX_FACES else Distribution.uniform(faces))
    return Distribution.from_weights(dict(throw_pmf(die).weights))


def score_distribution(pool: Readable[Any], score: Score, span: tuple[int, int] | None = None) -> Distribution[int]:
    """The sum of the counts of the dice that are kept.

    span: all numbers up to the first count the same, and all from the second on; None when each counts its own value.
    """
    if isinstance(pool, CombinationData):
        found = _versus_score(pool, score)
        steps = matching_steps(pool) if found is None else None
        if steps is not None and steps.descending is None:  # nothing needs to be known of the faces before
            from oddsmith.dice.exact.several_pools.count_products import score_by_products  # few notations need it

            found = score_by_products(pool, steps, score)
        return combined_score(pool, score) if found is None else found
    if pool.unique is not None:
        weights = _hand_weights(pool.unique, pool.selection, score) if isinstance(pool.unique, Dealt) else None
        if weights is not None:
            return Distribution.from_weights(weights)
        return read_distribution(pool, 0, lambda total, face, count: total + count * score(face), lambda total: total)
    if not drops_some(pool) or not pool.dice:
        return _sum_of([(_score_die(die, score, scores_totals=span is not None), count) for die, count in pool.dice])
    if _keeps_none(pool):
        return Distribution.certain(0)
    if span is None and len(pool.dice) == 1:
        ((die, count),) = pool.dice
        compound = keep_compound(die, count, pool.selection)
        if compound is not None:
            return compound
    if closes(pool.selection) and (span is not None or not any(compounds_on(die) for die, _ in pool.dice)):
        model = pool_model(pool.dice, closed=False, span=span)
        if model.is_open:
            try:
                return keep_score(model, pool.selection, score)
            except Undecidable:
                pass  # probabilities that are not rational: resolved below as far as the bound says
    if span is None:
        _refuse_long_chains(pool)
    model = pool_model(pool.dice, span=span)
    return kept_distribution(model, pool.selection, score)


def work_of_kept(pool: Readable[Any]) -> Work | None:
    """The work of a sum of a hand, or of kept dice that are plain and all alike; None where all are kept, and else."""
    if isinstance(pool, PoolData) and isinstance(pool.unique, Dealt) and not pool.selection:
        return work_of_hand(pool.unique, int)
    if isinstance(pool, CombinationData) or pool.unique is not None or len(pool.dice) != 1:
        return None
    die, count = pool.dice[0]
    low, high = places(pool.selection, count)
    if die.handling.explosion is not None or not 2 <= high - low < count:
        return None
    return work_of_kept_sum(pool_model(pool.dice), pool.selection, int)


def listed_distribution(pool: PoolData[F]) -> Distribution[tuple[F, ...]]:
    """The kept values as a sorted tuple. TooLarge before it starts when there are too many different pools."""
    low, high = places(pool.selection, sum(count for _, count in pool.dice))
    kept = high - low
    faces = max((len(die.faces) for die, _ in pool.dice), default=1)
    remedy = f"Read the pool instead. {REMEDY}"
    refuse_work(faces * kept * _SECONDS_A_LISTED_FACE, faces * kept * _BYTES_A_LISTED_FACE, remedy)
    pools = comb(faces, kept) if isinstance(pool.unique, Unique) else comb(faces + kept - 1, kept)
    if isinstance(pool.unique, Dealt):
        pools = min(pools, comb(pool.unique.deck.size, kept))
    by_group = prod(comb(len(die.faces) + count - 1, count) for die, count in pool.dice)
    listed = countable(min(pools, by_group) * (kept + 3))
    refuse_work(listed * _SECONDS_A_LISTED_FACE, listed * _BYTES_A_LISTED_FACE, remedy)
    if all(die.handling.explosion is None for die, _ in pool.dice):
        return read_distribution(pool, (), lambda seen, face, count: (*seen, *(face,) * count), lambda seen: seen)
    of_chains = countable(_listed_of_chains(pool))
    refuse_work(of_chains * _SECONDS_A_SHOWN_FACE, of_chains * _BYTES_A_SHOWN_FACE, remedy)
    # Dice that explode are many, and mostly show few faces: what is seen of them is short.
    nothing: tuple[tuple[F, int], ...] = ()
    seen = read_distribution(pool, nothing, lambda seen, face, count: (*seen, (face, count)), lambda seen: seen)
    shown = sum(count for runs in seen.truncated().weights for _, count in runs)
    take(shown * _SECONDS_A_SHOWN_FACE, shown * _BYTES_A_SHOWN_FACE, remedy)
    return seen.map(lambda runs: tuple([face for face, count in runs for _ in range(count)]))


def _listed_of_chains(pool: PoolData[Any]) -> int:
    """The faces, at least, of all that equal dice may show which explode into their pool; 0 of others.

    Where the dropped ones all show the lowest or the highest face, whichever they are dropped from, the others may show
    anything.
    """
    if len(pool.dice) != 1 or pool.unique is not None:
        return 0
    ((die, count),) = pool.dice
    explosion = die.handling.explosion
    if explosion is None or explosion.compound or explosion.penetrating:
        return 0
    refuse_many_shapes(pool.dice, 0)
    (stops, goes), lefts = some_chains(die, count)
    stopping, going = (len(kind.pmf.weights) for kind in (stops, goes))
    if not stopping or not going:
        return 0
    going_first = goes.pmf.weights[0][0] < stops.pmf.weights[0][0]
    going_last = goes.pmf.weights[-1][0] > stops.pmf.weights[-1][0]
    listed = 0
    for stopped, gone in lefts:
        low, high = places(pool.selection, stopped + gone)
        dropped = low, stopped + gone - high
        of_going = dropped[0] * going_first + dropped[1] * going_last
        kept = stopped - sum(dropped) + of_going, gone - of_going
        if min(kept) >= 0:
            listed += comb(stopping + kept[0] - 1, kept[0]) * comb(going + kept[1] - 1, kept[1]) * (high - low)
    return listed


def kept_distribution(model: PoolModel, selection: tuple[Selection, ...], score: Score) -> Distribution[int]:
    """The count of the kept ones of plain dice together."""
    extreme = _single_extreme(selection, model)
    if extreme is None:
        return keep_score(model, selection, score)
    weights: dict[int, int] = {}
    for face, weight in extreme.items():
        counted = score(face)
        weights[counted] = weights[counted] + weight if counted in weights else weight  # long ones are not copied
    return Distribution.from_weights(weights, unresolved=model.whole - sum(extreme.values()))


def read_distribution(
    pool: Readable[Any],
    initial: S,
    step: Callable[[S, Any, int], S],
    final: Callable[[S], V],
    *,
    descending: bool | None = False,
    relabel: Callable[[Any], Any] | None = None,
    readings: int = 1,
) -> Distribution[V]:
    """The value of a reader of the kept dice, face by face.

    descending: highest face first, None where either order will do. relabel: read faces as these labels instead, fewer
    of them; only where every die is kept. readings: so many answer at each step.
    """
    if isinstance(pool, CombinationData):
        return combined_distribution(pool, initial, step, final, descending=descending, readings=readings)
    refuse_work(work_of_reading(pool, descending, relabel).seconds)
    model = pool_model(pool.dice) if pool.unique is None else equal_sets(pool)
    if model is None:
        return _read_multisets(pool, initial, step, final, bool(descending))
    if relabel is not None:
        model = relabelled(model, relabel)
    if descending is None:
        descending = merges_downwards(model.kinds, model.shapes)

    weights: dict[V, int] = {}
    for read, weight in _finals(pool, model, initial, step, descending):
        outcome = final(read)
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution.from_weights(weights, unresolved=model.whole - sum(weights.values()))


def work_of_reading(pool: PoolData[Any], descending: bool | None, relabel: Callable[[Any], Any] | None = None) -> Work:
    """The work of a reading of a pool at least, before any face is listed."""
    of_each = SECONDS_A_FACE + SECONDS_A_CALL  # of a face that one die shows, once at least
    return Work(least_of_pool(pool, SECONDS_A_SPLIT, descending=descending, relabel=relabel, seconds_a_face=of_each))


def _read_multisets(
    pool: PoolData[Any], initial: S, step: Callable[[S, Any, int], S], final: Callable[[S], V], descending: bool
) -> Distribution[V]:
    """The value of a reader, multiset by multiset."""
    low, high = places(pool.selection, sum(count for _, count in pool.dice))
    weights: dict[V, int] = {}
    for values, weight in multisets(pool).items():
        kept = values[low:high]
        state = initial
        for face, same in groupby(reversed(kept) if descending else kept):
            state = step(state, face, len(list(same)))
        outcome = final(state)
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution.from_weights(weights)


def _finals(
    pool: PoolData[Any], model: PoolModel, initial: S, step: Callable[[S, Any, int], S], descending: bool
) -> Iterator[tuple[S, int]]:
    """The states in which a reader of the kept dice ends, with their weights; a state may come several times."""
    if not drops_some(pool):
        starts = {left: {initial: weight} for left, weight in model.shapes.items()}
        yield from final_states(model.kinds, starts, step, descending=descending).items()
        return

    def select(state: tuple[int, int, S], face: Any, count: int) -> tuple[int, int, S]:
        skip, take, read = state
        if not skip and count <= take:  # as mostly
            return 0, take - count, step(read, face, count)
        if not take:
            return 0, 0, read
        skip, take, taken = passed(skip, take, count)
        return skip, take, step(read, face, taken) if taken else read

    selecting: dict[Left, dict[tuple[int, int, S], int]] = {}
    for left, weight in model.shapes.items():
        dice = sum(left)
        low, high = places(pool.selection, dice)
        selecting[left] = {(dice - high if descending else low, high - low, initial): weight}
    for (_, _, read), weight in final_states(model.kinds, selecting, select, descending=descending).items():
        yield read, weight


def _versus_score(data: CombinationData[Any], score: Score) -> Distribution[int] | None:
    """The count of the dice that beat any or all dice of another pool: they are compared with its lowest or highest.

    None where dice are dropped or never repeat, those of the first pool explode, more than two pools are matched, or
    there is too much to add.
    """
    relation, (first, second) = data.relation, data.operands[:2]
    end = end_compared_with(data)
    if end is None or relation is None or data.selection or ends_that_matter(data) != [None, end]:
        return None
    if not isinstance(first, PoolData) or not isinstance(second, PoolData):
        return None
    if not first.dice or first.unique or drops_some(first) or any(die.handling.explosion for die, _ in first.dice):
        return None
    upwards = relation in (Relation.ABOVE, Relation.AT_LEAST)
    model = extreme_die(second.dice, highest=end is End.HIGHEST)
    extreme = dict(model.kinds[0].pmf.weights)
    counted = [0, *(score(face) for die, _ in first.dice for face, _ in throw_pmf(die).weights)]
    dice = sum(count for _, count in first.dice)
    bits = sum(count * die.total.bit_length() for die, count in first.dice)
    words = (max(counted) - min(counted)) * dice * (1 + bits // 64)
    if len(extreme) * words > _MOST_WORDS:
        return None
    refuse_work(len(extreme) * len(first.dice) * _SECONDS_A_CASE)
    order = sorted(extreme, key=face_order, reverse=upwards)  # each is beaten by the faces that beat the last
    beating = [_beating(die, score, relation, order) for die, _ in first.dice]
    cases: list[tuple[int, Distribution[int]]] = []
    for other, scored in zip(order, zip(*beating, strict=True), strict=True):
        sums = [
            Distribution.from_weights(weights).repeat(count)
            for weights, (_, count) in zip(scored, first.dice, strict=True)
        ]
        cases.append((extreme[other], reduce(operator.add, sums)))
    unresolved = model.whole - sum(extreme.values())
    if unresolved:
        cases.append((unresolved, Distribution.from_weights({}, unresolved=1)))
    return Distribution.mixture(cases)


def _beating(die: DieData[Any], score: Score, relation: Relation, others: Sequence[Any]) -> Iterator[dict[int, int]]:
    """The weight of each count of a die against one face after the other, of which each is beaten by more faces."""
    faces = sorted(throw_pmf(die).weights, key=lambda shown: face_order(shown[0]))
    if relation in (Relation.BELOW, Relation.AT_MOST):
        faces.reverse()
    weights = {0: sum(weight for _, weight in faces)}
    for other in others:
        while faces and relation.holds(faces[-1][0], other):
            face, weight = faces.pop()
            weights[0] -= weight
            weights[score(face)] = weights.get(score(face), 0) + weight
        yield {counted: weight for counted, weight in sorted(weights.items()) if weight}


def _hand_weights(dealt: Dealt, selection: tuple[Selection, ...], score: Score) -> dict[int, int] | None:
    """The weight of each count of the kept cards of a hand; None where cards are dropped at both ends."""
    low, high = places(selection, dealt.size)
    if high - low == dealt.size:
        return hand_scores(dealt, score)
    if low == high or (low and high < dealt.size):
        return None
    return kept_hand_scores(dealt, high - low, score, highest=high == dealt.size)


def _keeps_none(pool: PoolData[Any]) -> bool:
    """True when all dice are dropped, whatever they show; chains that add dice keep some."""
    explosions = (die.handling.explosion for die, _ in pool.dice)
    if any(explosion is not None and not explosion.compound for explosion in explosions):
        return False
    low, high = places(pool.selection, sum(count for _, count in pool.dice))
    return low == high


def _refuse_long_chains(pool: PoolData[Any]) -> None:
    """Refuse, before they are listed, totals of compounding dice, and chains, that are too many to keep some of."""
    dice = sum(count for _, count in pool.dice)
    low, high = places(pool.selection, dice)
    without_end = [die for die, _ in pool.dice if compounds_on(die)]
    if high - low > 1 or 0 < low < high < dice:
        longest = max((len(die.faces) for die in without_end), default=0)
        refuse_work(longest**2 * _SECONDS_A_PLACE)
    for die in without_end:
        totals, bits = listed_size(die, dice)
        refuse_work(*work_of_outcomes(totals * (high - low), bits * dice))
    for die, count in pool.dice:
        explosion = die.handling.explosion
        if explosion is not None and explosion.limit is None and not explosion.compound:
            refuse_many_shapes([(die, count)], 0)
            kinds, lefts = some_chains(die, count)
            faces = max(len(kind.pmf.weights) for kind in kinds)
            refuse_work(least_of_kept(faces, max(lefts, key=sum), pool.selection))


def _sum_of(dice: Sequence[tuple[Distribution[int], int]]) -> Distribution[int]:
    """The sum of independent counts, each so many times; of those without limit what has one is a factor as it is."""
    listed = [(one, count) for one, count in dice if isinstance(one, Finite) and not one.unresolved]
    others = [one.repeat(count) for one, count in dice if not isinstance(one, Finite) or one.unresolved]
    endless = reduce(operator.add, others) if others else None
    if isinstance(endless, Generating):
        return endless.plus_several(listed)
    sums = [one.repeat(count) for one, count in listed]
    return reduce(operator.add, [*sums, *others]) if dice else Distribution.certain(0)


def _score_die(die: DieData[Any], score: Score, *, scores_totals: bool) -> Distribution[int]:
    """The count of one die. scores_totals: a compounding die counts `score` of its total, not the total itself."""
    explosion = die.handling.explosion
    if explosion is None:
        weights: dict[int, int] = {}
        for face, weight in throw_pmf(die).weights:
            counted = score(face)
            weights[counted] = weights.get(counted, 0) + weight
        return Finite(dict(sorted(weights.items())))
    if explosion.compound:
        return chain_total(die).map(score) if scores_totals else chain_total(die)
    return chain_score(die, score)


def _single_extreme(selection: tuple[Selection, ...], model: PoolModel) -> dict[Any, int] | None:
    """The weight of each face of the one die that is kept, where that is the highest or the lowest of a fixed number of
    plain dice; else None."""
    if len(model.shapes) != 1 or any(kind.deck for kind in model.kinds):
        return None
    dice = sum(*model.shapes)
    low, high = places(selection, dice)
    if high - low != 1 or (low and high != dice):
        return None
    return extreme_weights(model, highest=high == dice)
