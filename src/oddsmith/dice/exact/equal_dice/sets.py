"""Largest sets of dice that are all alike: how often each face may show is a polynomial, and all faces their product.

Say faces a, b, ... show i, j, ... times, n in all. The dice that show them can be chosen in n! / (i! j! ...) ways. So a
face of weight w that shows at most m times is the sum over i <= m of (w x)**i / i!, and in the product over all faces
the coefficient of x**n, times n!, is the weight of n dice of which no face shows more than m times. (Exponential
generating functions: Flajolet and Sedgewick, Analytic Combinatorics, 2009, chapter II.) From more than half of the dice
up only one face can show so often, and a binomial coefficient says it all.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from math import comb, factorial
from typing import Final

from flint import fmpq, fmpq_poly

from oddsmith.dice.exact.equal_dice.alike import EqualDice, FairDice
from oddsmith.dice.model.faces import Face

_SECONDS_A_WORD: Final = 4e-8
_SECONDS_A_PRODUCT_WORD: Final = 1.5e-8
_SECONDS_A_FACE: Final = 3e-7


def set_weights(dice: EqualDice) -> dict[int, int]:
    """The weight of each size of the largest set."""
    count = dice.number
    groups = Counter(weight for _, weight in dice.pmf.weights)
    weights: dict[int, int] = {}
    smaller = 0  # the weight of everything without a set of this size
    for size in range(1, count // 2 + 1):
        series = {weight: _series(size, weight) for weight in groups}
        # The last product is not needed but for one coefficient: two factors of about equal size are left.
        halves = [
            reduce(
                lambda product, power: product.mul_low(power, count + 1),
                (series[weight].pow_trunc((faces + extra) // 2, count + 1) for weight, faces in groups.items()),
            )
            for extra in (0, 1)
        ]
        upto = _whole(_coefficient(halves[0], halves[1], count) * factorial(count))
        weights[size] = upto - smaller
        smaller = upto
    for size in range(count // 2 + 1, count + 1):
        weights[size] = sum(
            faces * comb(count, size) * weight**size * (dice.pmf.total - weight) ** (count - size)
            for weight, faces in groups.items()
        )
    return {size: weight for size, weight in weights.items() if weight}


def set_face_weights(dice: FairDice) -> dict[tuple[int, Face], int]:
    """The weight of each size of the largest set with its face (the last of several), of fair dice.

    Faces below the last set of this size show so often at most, those above it less often. Of p faces below, say j show
    it so often: there are comb(p, j) ways to choose them, and all other faces show it less often.
    """
    count, faces = dice.number, dice.faces
    each = dice.weight**count
    weights: dict[tuple[int, Face], int] = {}
    for size in range(1, count + 1):
        others = count - size
        if size > others:
            ways = comb(count, size) * (len(faces) - 1) ** others * each
            weights.update({(size, face): ways for face in faces if ways})
            continue
        sets = min(others // size, len(faces) - 1)
        less = _series(size - 1, 1)
        power = less.pow_trunc(len(faces) - 1 - sets, others + 1)
        once = factorial(size)
        ways_with: list[int] = []  # all ways in which these faces, so many, show it so often besides the last
        for j in range(sets, -1, -1):
            arranged = fmpq(factorial(count) * each, once ** (j + 1))
            ways_with.append(_whole(power[others - j * size] * arranged))
            power = power.mul_low(less, others + 1) if j else power
        for place, face in enumerate(faces):
            ways = sum(comb(place, j) * with_j for j, with_j in enumerate(reversed(ways_with[-1 - place :])))
            if ways:
                weights[size, face] = ways
    return weights


def set_seconds(dice: EqualDice) -> float:
    """The time, about, that `set_weights` takes."""
    squarings = 2 * len({weight for _, weight in dice.pmf.weights}) * len(dice.pmf.weights).bit_length()
    return dice.number // 2 * squarings * dice.number * _words(dice.number, dice.pmf.total) * _SECONDS_A_WORD


def set_face_seconds(dice: FairDice) -> float:
    """The time, about, that `set_face_weights` takes."""
    count, faces = dice.number, len(dice.faces)
    terms = sum(min((count - size) // size, faces - 1) + 1 for size in range(1, count // 2 + 1))
    products = terms + count * faces.bit_length()
    words = _words(count, dice.weight * faces)
    return (
        products * count * words * _SECONDS_A_PRODUCT_WORD
        + (terms + count) * faces * (1 + words / 30) * _SECONDS_A_FACE
    )


def _words(number: int, total: int) -> int:
    """The words of a coefficient, of so many dice whose faces have this weight together."""
    return number * total.bit_length() // 32 + 1


def _series(most: int, weight: int) -> fmpq_poly:
    """A face that shows at most so often: the sum of (weight * x)**i / i!."""
    return fmpq_poly([factorial(most) // factorial(shown) * weight**shown for shown in range(most + 1)]) / factorial(
        most
    )


def _coefficient(first: fmpq_poly, second: fmpq_poly, power: int) -> fmpq:
    """One coefficient of a product."""
    left, right = first.numer(), second.numer()
    found = sum(left[place] * right[power - place] for place in range(power + 1))
    return fmpq(found, first.denom() * second.denom())


def _whole(number: fmpq) -> int:
    """A rational number that is known to be whole, as an integer."""
    return int(number.numer())
