"""Exact distributions of what is read from a pool, each by the cheapest way that is right for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from oddsmith.dice.exact.compounding_keep import keep_compound
from oddsmith.dice.exact.explosion_chains import Score, chain_score, chain_total
from oddsmith.dice.exact.keep import closes, keep_score
from oddsmith.dice.exact.multiset_dp import Left, S, face_sequence, walk
from oddsmith.dice.exact.pool_model import Bundle, bundle, relabelled
from oddsmith.dice.exact.throw_pmf import Law, throw_law
from oddsmith.dice.model.selection import Selection, places
from oddsmith.dice.model.unique import unique_bundle
from oddsmith.distribution import Distribution
from oddsmith.errors import Undecidable

if TYPE_CHECKING:
    from oddsmith.dice.model.die import Die
    from oddsmith.dice.model.pool import Pool

V = TypeVar("V")


def score_pool(pool: Pool[Any], score: Score, span: tuple[int, int] | None = None) -> Distribution[int]:
    """The sum, over the dice that are kept, of what each counts.

    span: all numbers up to the first count the same, and all from the second on; None when each counts its own value.
    """
    if pool.unique is not None:
        return walk_pool(pool, 0, lambda total, face, count: total + count * score(face), lambda total: total)
    if not pool.selection or not pool.dice:
        total: Distribution[int] = Distribution.certain(0)
        for die, count in pool.dice:
            total = total + _score_die(die, score, scores_totals=span is not None).repeat(count)
        return total
    if span is None and len(pool.dice) == 1:
        ((die, count),) = pool.dice
        compound = keep_compound(die, count, pool.selection)
        if compound is not None:
            return compound
    if closes(pool.selection) and (span is not None or not any(_compounds_on(die) for die, _ in pool.dice)):
        bundled = bundle(pool.dice, closed=False, span=span)
        if bundled.is_open:
            try:
                return keep_score(bundled, pool.selection, score)
            except Undecidable:
                pass  # probabilities that are not rational: resolved below as far as the bound says
    bundled = bundle(pool.dice, span=span)
    return kept_total(bundled, pool.selection, score)


def kept_total(bundled: Bundle, selection: tuple[Selection, ...], score: Score) -> Distribution[int]:
    """What the kept ones of plain dice count together."""
    extreme = _single_extreme(selection, bundled)
    return keep_score(bundled, selection, score) if extreme is None else extreme.map(score)


def walk_pool(
    pool: Pool[Any],
    initial: S,
    step: Callable[[S, Any, int], S],
    final: Callable[[S], V],
    *,
    descending: bool = False,
    relabel: Callable[[Any], Any] | None = None,
) -> Distribution[V]:
    """What a reader makes of the kept dice, face by face.

    relabel: read faces as these labels instead, fewer of them; only where every die is kept.
    """
    bundled = bundle(pool.dice) if pool.unique is None else unique_bundle(pool)
    if relabel is not None:
        bundled = relabelled(bundled, relabel)

    weights: dict[V, int] = {}
    for read, weight in _finals(pool, bundled, initial, step, descending):
        outcome = final(read)
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution.from_weights(weights, unresolved=bundled.whole - sum(weights.values()))


def _finals(
    pool: Pool[Any], bundled: Bundle, initial: S, step: Callable[[S, Any, int], S], descending: bool
) -> Iterator[tuple[S, int]]:
    """The states in which a reader of the kept dice ends, with their weights; a state may come several times."""
    if not pool.selection:
        starts = {left: {initial: weight} for left, weight in bundled.shapes.items()}
        yield from walk(bundled.kinds, starts, step, descending=descending).items()
        return

    def select(state: tuple[int, int, S], face: Any, count: int) -> tuple[int, int, S]:
        skip, take, read = state
        taken = min(take, max(0, count - skip))
        return max(0, skip - count), take - taken, step(read, face, taken) if taken else read

    selecting: dict[Left, dict[tuple[int, int, S], int]] = {}
    for left, weight in bundled.shapes.items():
        dice = sum(left)
        low, high = places(pool.selection, dice)
        selecting[left] = {(dice - high if descending else low, high - low, initial): weight}
    for (_, _, read), weight in walk(bundled.kinds, selecting, select, descending=descending).items():
        yield read, weight


def _compounds_on(die: Die[Any]) -> bool:
    """Whether the total of one die has no limit."""
    explosion = die.handling.explosion
    return explosion is not None and explosion.compound and explosion.limit is None


def _score_die(die: Die[Any], score: Score, *, scores_totals: bool) -> Distribution[int]:
    """What one die counts. scores_totals: a compounding die counts `score` of its total, not the total itself."""
    explosion = die.handling.explosion
    if explosion is None:
        weights: dict[int, int] = {}
        for face, weight in throw_law(die).weights:
            counted = score(face)
            weights[counted] = weights.get(counted, 0) + weight
        return Distribution.from_weights(weights)
    if explosion.compound:
        return chain_total(die).map(score) if scores_totals else chain_total(die)
    return chain_score(die, score)


def _single_extreme(selection: tuple[Selection, ...], bundled: Bundle) -> Distribution[Any] | None:
    """The one die that is kept when that is the highest or the lowest of a fixed number of plain dice; else None.

    Of independent dice the highest is at most v when each is, so no face has to be walked.
    """
    if len(bundled.shapes) != 1 or any(kind.distinct for kind in bundled.kinds):
        return None
    ((left, factor),) = bundled.shapes.items()
    dice = sum(left)
    low, high = places(selection, dice)
    if high - low != 1 or (low and high != dice):
        return None
    faces = face_sequence(bundled.kinds, descending=high != dice)
    weights = dict.fromkeys(faces, 0)
    reached = [_cumulated(kind.law, faces) for kind in bundled.kinds]
    before = 0
    for place, face in enumerate(faces):
        upto = factor * prod(table[place] ** count for table, count in zip(reached, left, strict=True))
        weights[face] = upto - before
        before = upto
    return Distribution.from_weights(weights, unresolved=bundled.whole - before)


def _cumulated(law: Law, faces: Sequence[Any]) -> list[int]:
    table = dict(law.weights)
    return list(accumulate(table.get(face, 0) for face in faces))
