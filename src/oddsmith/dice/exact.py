"""Exact distributions of what is read from a pool, each by the cheapest way that is right for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import gcd, prod
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from flint import fmpz_poly

from oddsmith.dice.bundle import Bundle, bundle, relabelled
from oddsmith.dice.chains import Score, chain_score, chain_total
from oddsmith.dice.law import Law, throw_law
from oddsmith.dice.limits import MAX_WORK, refuse_above
from oddsmith.dice.selection import places
from oddsmith.dice.unique import unique_bundle
from oddsmith.dice.walk import S, Weight, face_sequence, walk
from oddsmith.distribution import Distribution

if TYPE_CHECKING:
    from oddsmith.dice.die import Die
    from oddsmith.dice.pool import Pool

V = TypeVar("V")
Waiting: TypeAlias = tuple[int, int]
"""Dice still to skip and dice still to take, in walking order."""


def score_pool(pool: Pool[Any], score: Score) -> Distribution[int]:
    """The sum, over the dice that are kept, of what each counts."""
    if pool.unique is None and not pool.selection:
        total: Distribution[int] = Distribution.certain(0)
        for die, count in pool.dice:
            total = total + _score_die(die, score).repeat(count)
        return total
    bundled = _bundle(pool)
    extreme = _single_extreme(pool, bundled)
    return _score_selected(pool, bundled, score) if extreme is None else extreme.map(score)


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
    bundled = _bundle(pool)
    if relabel is not None:
        bundled = relabelled(bundled, relabel)

    def advance(state: tuple[Waiting, S], face: Any, count: int) -> tuple[tuple[Waiting, S], Weight]:
        waiting, read = state
        waiting, taken = _take(waiting, count)
        return (waiting, step(read, face, taken) if taken else read), 1

    starts = {
        left: {(_waiting(pool, sum(left), descending), initial): weight} for left, weight in bundled.shapes.items()
    }
    weights: dict[V, int] = {}
    for (_, read), weight in walk(bundled.kinds, starts, advance, descending=descending).items():
        outcome = final(read)
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution.from_weights(weights, unresolved=bundled.whole - sum(weights.values()))


def _bundle(pool: Pool[Any]) -> Bundle:
    return bundle(pool.dice) if pool.unique is None else unique_bundle(pool)


def _score_die(die: Die[Any], score: Score) -> Distribution[int]:
    explosion = die.handling.explosion
    if explosion is None:
        weights: dict[int, int] = {}
        for face, weight in throw_law(die).weights:
            counted = score(face)
            weights[counted] = weights.get(counted, 0) + weight
        return Distribution.from_weights(weights)
    if explosion.compound:
        return chain_total(die).map(score)
    return chain_score(die, score)


# --- keep and drop ---------------------------------------------------------------------------------------------------


def _waiting(pool: Pool[Any], dice: int, descending: bool) -> Waiting:
    low, high = places(pool.selection, dice)
    return (dice - high if descending else low, high - low)


def _take(waiting: Waiting, count: int) -> tuple[Waiting, int]:
    """What waits after `count` more dice, and how many of these are taken."""
    skip, take = waiting
    skipped = min(skip, count)
    taken = min(take, count - skipped)
    return (skip - skipped, take - taken), taken


def _single_extreme(pool: Pool[Any], bundled: Bundle) -> Distribution[Any] | None:
    """The one die that is kept when that is the highest or the lowest of a fixed number of plain dice; else None.

    Of independent dice the highest is at most v when each is, so no face has to be walked.
    """
    if len(bundled.shapes) != 1 or any(kind.distinct for kind in bundled.kinds):
        return None
    ((left, factor),) = bundled.shapes.items()
    dice = sum(left)
    low, high = places(pool.selection, dice)
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


def _score_selected(pool: Pool[Any], bundled: Bundle, score: Score) -> Distribution[int]:
    """Walk from the end at which fewer dice have to be told apart, the sum so far as the exponent of a polynomial."""
    counts = {face: score(face) for face in face_sequence(bundled.kinds, descending=False)}
    base = min(0, *counts.values())
    unit = gcd(*counts.values()) or 1
    powers = {face: (counted - base) // unit for face, counted in counts.items()}
    kept = {left: high - low for left in bundled.shapes for low, high in [places(pool.selection, sum(left))]}
    most = max(kept.values())
    _refuse_wide(max(powers.values()) * most, len(powers))
    descending = _better_from_top(pool, max(sum(left) for left in bundled.shapes))
    faces = face_sequence(bundled.kinds, descending=descending)
    plain = _tails(bundled, faces, lambda face: 0)
    scored = _tails(bundled, faces, lambda face: powers[face])

    def advance(waiting: Waiting, face: Any, count: int) -> tuple[Waiting, Weight]:
        waiting, taken = _take(waiting, count)
        return waiting, _monomial(powers[face] * taken)

    def rest(waiting: Waiting, still: int) -> Sequence[Sequence[Weight]] | None:
        skip, take = waiting
        if not take:
            return plain
        return scored if not skip and take == still else None

    # Exponents are shifted up by -base for each of `most` dice: those that are not kept get theirs at the start.
    starts = {
        left: {_waiting(pool, sum(left), descending): _monomial((kept[left] - most) * base // unit) * weight}
        for left, weight in bundled.shapes.items()
    }
    apart = any(kind.distinct for kind in bundled.kinds)
    finished = walk(bundled.kinds, starts, advance, descending=descending, rest=None if apart else rest)
    total = sum(finished.values(), fmpz_poly([]))
    sums = {power * unit + base * most: int(weight) for power, weight in enumerate(total.coeffs()) if weight}
    return Distribution.from_weights(sums, unresolved=bundled.whole - sum(sums.values()))


def _better_from_top(pool: Pool[Any], dice: int) -> bool:
    """Whether walking down tells fewer dice apart: up to the last kept one, or the last dropped one before the rest."""
    low, high = places(pool.selection, dice)
    from_top = dice - high if low == 0 else dice - low
    from_bottom = low if high == dice else high
    return from_top < from_bottom


def _tails(bundled: Bundle, faces: Sequence[Any], power: Callable[[Any], int]) -> list[list[Weight]]:
    """For every place in `faces` and every kind: one die on any of the faces after it, as a polynomial."""
    laws = [dict(kind.law.weights) for kind in bundled.kinds]
    tails: list[list[Weight]] = [[fmpz_poly([]) for _ in laws]]
    for face in reversed(faces[1:]):
        step = _monomial(power(face))
        tails.append([tail + step * law.get(face, 0) for tail, law in zip(tails[-1], laws, strict=True)])
    return tails[::-1]


def _refuse_wide(width: int, faces: int) -> None:
    refuse_above(MAX_WORK, width * faces, "steps", "Use fewer or smaller dice, or simulate.")


def _monomial(power: int) -> fmpz_poly:
    return fmpz_poly([0] * power + [1])
