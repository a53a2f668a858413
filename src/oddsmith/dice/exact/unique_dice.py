"""Pools in which no value or card comes twice: all sets alike, or multiset by multiset.

A hand is such a pool: the cards of one face that it holds follow a hypergeometric pmf.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb, lcm, prod
from typing import Any, Final

from oddsmith.dice.exact.kinds import Kind
from oddsmith.dice.exact.pool_model import PoolModel, pool_model
from oddsmith.dice.exact.throw_pmf import Pmf, throw_pmf
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Face, face_order
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.distribution.limits import Work, countable, refuse_foreseen, refuse_work, take
from oddsmith.errors import BadInput

_SECONDS_A_FACE: Final = 1e-6
_SECONDS_A_CHANCE: Final = 4e-6
_SECONDS_A_VALUE: Final = 5e-8
"""More, for each value that lies there already."""
_BYTES_A_CHANCE: Final = 100
_SECONDS_A_KIND: Final = 5e-7
_SECONDS_A_BYTE: Final = 4e-10
_BYTES_A_SUM: Final = 1_000
_SECONDS_A_PLACE: Final = 2e-8
_SECONDS_A_PLACE_PASSED: Final = 2e-7
_BYTES_A_PLACE: Final = 8
"""For each set, as the numbers of one-faced dice, and each face; passed: at every face of a pass over several pools."""
_MOST_BYTES: Final = 50_000_000
_MOST_SUMS: Final = 10**15
"""More than anybody can list: numbers above it stand for that many, since floats end somewhere."""


def check_unique(pool: PoolData[Any]) -> None:
    """Refuse dice that explode, and a die whose values may all have been taken by the dice before it."""
    assert pool.unique is not None  # checked only of such pools
    if isinstance(pool.unique, Dealt):
        return
    before = 0
    for die, count in pool.dice:
        if die.handling.explosion is not None:
            raise BadInput("unique", str(die), "dice that do not explode")
        values = len(die.faces) if die.handling is PLAIN else len(throw_pmf(die).weights)
        before += count
        if before > values and not pool.unique.once:
            raise BadInput("unique", before, f"at most {values} dice where {die} has its turn")


def equal_sets(pool: PoolData[Any]) -> PoolModel | None:
    """The model of a hand, or of fair dice of one kind of which no value shows twice; None for other pools."""
    assert pool.unique is not None  # called only for such pools
    if isinstance(pool.unique, Dealt):
        return _hand(pool.unique)
    if len(pool.dice) != 1 or pool.unique.once:
        return None
    ((die, count),) = pool.dice
    refuse_work(len(die.faces) * count * _SECONDS_A_FACE)
    pmf = throw_pmf(die)
    if len({weight for _, weight in pmf.weights}) != 1:
        return None
    fair = Pmf(tuple((face, 1) for face, _ in pmf.weights))
    return PoolModel((Kind(fair, deck=1),), {(count,): 1}, comb(len(pmf.weights), count))


def _hand(dealt: Dealt) -> PoolModel:
    """The model of cards that are dealt after those of other hands."""
    refuse_work(len(dealt.deck.cards) * dealt.size * _SECONDS_A_FACE)
    cards = Pmf(dealt.deck.cards)
    return PoolModel((Kind(cards, deck=1),), {(dealt.size,): 1}, comb(dealt.deck.size - dealt.before, dealt.size))


def hand_scores(dealt: Dealt, score: Callable[[Any], int]) -> dict[int, int] | None:
    """The weight of each sum of the counts of all cards of one hand; None where sums lie too far apart.

    Of every number of cards dealt so far, the weights of all sums are the digits of one number; a card moves them.
    """
    deck, size = dealt.deck, dealt.size
    copies_of, least, reach = _told_by_scores(dealt, score)
    digit = comb(deck.size, size).bit_length() // 8 + 1
    if digit * (reach + 1) > _MOST_BYTES:
        kinds = len(copies_of)
        sums = min(
            comb(size + kinds - 1, size), prod(min(copies, size) + 1 for copies in copies_of.values()), _MOST_SUMS
        )
        refuse_work(sums * _SECONDS_A_FACE, sums * (_BYTES_A_SUM + 4 * digit))
        return None
    take(*_work_of_sums(dealt, copies_of.values(), digit * (reach + 1)))
    later = deck.size
    table: dict[int, int] = {0: 1}
    for worth, copies in copies_of.items():
        later -= copies
        following: dict[int, int] = {}
        for cards, sums in table.items():
            for count in range(max(0, size - later - cards), min(copies, size - cards) + 1):
                moved = (sums * comb(copies, count)) << 8 * digit * (worth - least) * count
                following[cards + count] = following.get(cards + count, 0) + moved
        table = following
    return _weights_of(table[size], digit, reach, least * size)


def _told_by_scores(dealt: Dealt, score: Callable[[Any], int]) -> tuple[dict[int, int], int, int]:
    """The number of cards that count so much, the least count, and by how much the sums of a hand differ at most."""
    copies_of: dict[int, int] = {}
    for card, copies in dealt.deck.cards:
        counted = score(card)
        copies_of[counted] = copies_of.get(counted, 0) + copies
    least = min(copies_of, default=0)
    left, reach = dealt.size, 0
    for worth in sorted(copies_of, reverse=True):
        taken = min(left, copies_of[worth])
        left, reach = left - taken, reach + taken * (worth - least)
    return copies_of, least, reach


def _work_of_sums(dealt: Dealt, copies: Iterable[int], length: int) -> Work:
    """length: of the weights of all sums of so many cards, in bytes."""
    size = dealt.size
    shown = sum(min(number, size) + 1 for number in copies)
    seconds = shown * (size + 1) * (_SECONDS_A_FACE + length * _SECONDS_A_BYTE / 2)
    return Work(seconds, (size + 1) * length)


def work_of_hand(dealt: Dealt, score: Callable[[Any], int]) -> Work | None:
    """The work of the sum of all cards of a hand; None where sums lie too far apart."""
    copies_of, _, reach = _told_by_scores(dealt, score)
    length = (comb(dealt.deck.size, dealt.size).bit_length() // 8 + 1) * (reach + 1)
    return _work_of_sums(dealt, copies_of.values(), length) if length <= _MOST_BYTES else None


def kept_hand_scores(dealt: Dealt, keep: int, score: Callable[[Any], int], *, highest: bool) -> dict[int, int] | None:
    """The weight of each sum of the counts of the highest (or lowest) cards of one hand, as `hand_scores` has it.

    Once so many are dealt, the others are any of those that come later.
    """
    deck, size = dealt.deck, dealt.size
    cards = [(score(card), copies) for card, copies in (reversed(deck.cards) if highest else deck.cards)]
    least = min((counted for counted, _ in cards), default=0)
    reach = keep * (max((counted for counted, _ in cards), default=0) - least)
    digit = comb(deck.size, size).bit_length() // 8 + 1
    length = digit * (reach + 1)
    if length > _MOST_BYTES:
        return None
    shown = sum(min(copies, keep) + 1 for _, copies in cards)
    take(shown * (keep + 1) * (_SECONDS_A_FACE + length * _SECONDS_A_BYTE / 2), (keep + 1) * length)
    later, ended = deck.size, 0
    table: dict[int, int] = {0: 1}
    for counted, copies in cards:
        later -= copies
        following: dict[int, int] = {}
        for taken, sums in table.items():
            lacking = keep - taken
            for count in range(min(copies, lacking - 1) + 1):
                moved = (sums * comb(copies, count)) << 8 * digit * (counted - least) * count
                following[taken + count] = following.get(taken + count, 0) + moved
            left = size - taken
            ways = sum(
                comb(copies, count) * comb(later, left - count) for count in range(lacking, min(copies, left) + 1)
            )
            ended += (sums * ways) << 8 * digit * (counted - least) * lacking
        table = following
    return _weights_of(ended, digit, reach, least * keep)


def _weights_of(sums: int, digit: int, reach: int, lowest: int) -> dict[int, int]:
    """The weights that are the digits of a number, of so many bytes each, by sum from the lowest on."""
    digits = sums.to_bytes(digit * (reach + 1), "little")
    weights = (int.from_bytes(digits[digit * place : digit * (place + 1)], "little") for place in range(reach + 1))
    return {place + lowest: weight for place, weight in enumerate(weights) if weight}


def unique_pool_model(pool: PoolData[Any], *, passed: bool) -> PoolModel:
    """The pool as plain dice, for readers of several pools: all sets alike, else one-faced dice, set by set.

    passed: all its dice take part in a pass over the faces.
    """
    alike = equal_sets(pool)
    if alike is not None:
        return alike
    if sum(count for _, count in pool.dice) == 1:  # nothing that it could repeat
        return pool_model(pool.dice)
    places, shown = _least_places(pool)
    a_place = _SECONDS_A_PLACE + passed * shown * _SECONDS_A_PLACE_PASSED
    refuse_work(places * a_place, places * _BYTES_A_PLACE)
    weights = multisets(pool)
    faces = sorted({face for values in weights for face in values}, key=face_order)
    # A pass goes through all sets at every face, and looks at every kind of dice in each.
    take(len(weights) * len(faces) ** 2 * _SECONDS_A_KIND, len(weights) * (_BYTES_A_CHANCE + 8 * len(faces)))
    kinds = tuple(Kind(Pmf(((face, 1),))) for face in faces)
    shapes = {tuple(values.count(face) for face in faces): weight for values, weight in weights.items()}
    return PoolModel(kinds, shapes, sum(weights.values()))


def _least_places(pool: PoolData[Any]) -> tuple[int, int]:
    """The numbers of one-faced dice that all sets have at least, and of faces that show."""
    assert isinstance(pool.unique, Unique)  # called only for such pools
    dice = sum(count for _, count in pool.dice)
    least = 0
    shown: set[Face] = set()
    for die, count in pool.dice:
        faces = {face for face, _ in throw_pmf(die).weights}
        shown |= faces
        own = len(faces) + count - 1 if pool.unique.once else len(faces) - dice + count
        least = max(least, comb(max(own, 0), count))
    return countable(least * len(shown)), len(shown)


def number_of_sets(pool: PoolData[Any]) -> tuple[list[int], list[Face]] | None:
    """For every face of equal dice that are thrown again once where they repeat a value, the numbers of dice that are
    left to show it and later ones, told apart; and the faces. None of other dice.
    """
    if not isinstance(pool.unique, Unique) or not pool.unique.once or len(pool.dice) != 1:
        return None
    ((die, dice),) = pool.dice
    if dice == 1:
        return None
    faces = [face for face, _ in throw_pmf(die).weights]
    later = [comb(number + dice, dice) for number in range(len(faces) - 1, 0, -1)]
    return [comb(len(faces) + dice - 1, dice), *later], faces


def multisets(pool: PoolData[Any]) -> dict[tuple[Face, ...], int]:
    """The weight of every multiset of values, in order."""
    assert isinstance(pool.unique, Unique)  # called only for such pools
    take(work_of_multisets(pool).seconds)
    if pool.unique.once:
        return _thrown_again_once(pool)
    chances: dict[tuple[Face, ...], Fraction] = {(): Fraction(1)}
    for die in _one_by_one(pool):
        pmf = throw_pmf(die)
        following: dict[tuple[Face, ...], Fraction] = {}
        for seen, chance in chances.items():
            repeated = sum(weight for face, weight in pmf.weights if face in seen)
            share = chance / (pmf.total - repeated)
            for face, weight in pmf.weights:
                if face not in seen:
                    values = _with(seen, face)
                    following[values] = following.get(values, Fraction(0)) + share * weight
        chances = following
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {values: int(chance * whole) for values, chance in chances.items()}


def _thrown_again_once(pool: PoolData[Any]) -> dict[tuple[Face, ...], int]:
    """The weight of every multiset where a die that repeats a value is thrown once more, and stands then."""
    weights: dict[tuple[Face, ...], int] = {(): 1}
    for die in _one_by_one(pool):
        pmf = throw_pmf(die)
        following: dict[tuple[Face, ...], int] = {}
        for seen, before in weights.items():
            repeated = sum(weight for face, weight in pmf.weights if face in seen)
            for face, weight in pmf.weights:
                ways = weight * (repeated + (0 if face in seen else pmf.total))
                if ways:
                    values = _with(seen, face)
                    following[values] = following.get(values, 0) + before * ways
        weights = following
    return weights


def _with(seen: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """The values in order, with one more."""
    place = bisect(seen, face_order(face), key=face_order)
    return (*seen[:place], face, *seen[place:])


def _one_by_one(pool: PoolData[Any]) -> list[DieData[Any]]:
    return [die for die, count in pool.dice for _ in range(count)]


def work_of_multisets(pool: PoolData[Any]) -> Work:
    """The work of telling all multisets, of which each die makes more. Raises TooLarge where that is too much."""
    assert isinstance(pool.unique, Unique)  # called only for such pools
    faces = {face for die, _ in pool.dice for face, _ in throw_pmf(die).weights}
    seconds, memory, sets = 0.0, 0, 1
    for before, die in enumerate(_one_by_one(pool)):
        own = len(throw_pmf(die).weights)
        seconds += sets * own * (_SECONDS_A_CHANCE + before * _SECONDS_A_VALUE)
        memory = max(memory, sets * own * (_BYTES_A_CHANCE + 8 * before))
        refuse_foreseen([Work(seconds, memory)])
        sets = min(sets * own, comb(len(faces) + before if pool.unique.once else len(faces), before + 1))
    return Work(seconds, memory)
