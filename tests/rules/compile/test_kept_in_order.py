"""Lists and dicts of which the order is not read: the same odds, of as many states as there are ways to have what."""

import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import pytest

from oddsmith.dice import d4, d6
from oddsmith.rules import Call, explain, explore, odds, roll, rule


@rule
async def middle(dice: int) -> Any:
    return statistics.median([await roll(d4) for _ in range(dice)])


@rule
async def product_of(dice: int) -> int:
    faces: tuple[int, ...] = ()
    for _ in range(dice):
        faces += (await roll(d4),)
    return prod(faces)


@rule
async def whether_any(dice: int) -> bool:
    return any([await roll(d4) == 4 for _ in range(dice)])


@rule
async def whether_all(dice: int) -> bool:
    return all([await roll(d4) > 1 for _ in range(dice)])


@rule
async def most_alike(dice: int) -> int:
    return Counter([await roll(d4) for _ in range(dice)]).most_common(1)[0][1]


@rule
async def counted(dice: int) -> int:
    found: Counter[int] = Counter()
    for _ in range(dice):
        found[await roll(d4)] += 1
    return max(found.values())


@rule
async def in_a_dict(dice: int) -> int:
    found: dict[int, int] = {}
    for _ in range(dice):
        face = await roll(d4)
        found[face] = found.get(face, 0) + 1
    return 10 * found.get(4, 0) + len(found)


@rule
async def first_seen(dice: int) -> int:
    found: dict[int, int] = {}
    for _ in range(dice):
        found[await roll(d4)] = 1
    return next(iter(found))


@rule
async def halves_in_a_dict(dice: int) -> float:
    found: dict[int, float] = {}
    for _ in range(dice):
        face = await roll(d4)
        found[face] = face / 2 if face > 2 else face
    return sum(found.values())


@rule
async def hits(dice: int) -> int:
    return sum(1 for face in [await roll(d4) for _ in range(dice)] if face >= 3)


@rule
async def fours(dice: int) -> int:
    return Counter([await roll(d4) for _ in range(dice)])[4]


@rule
async def until_two_fours(dice: int) -> int:
    faces = []
    for _ in range(dice):
        face = await roll(d4)
        faces.append(face)
        if faces.count(4) == 2:
            break
    return faces.count(4)


@rule
async def from_on(dice: int, least: int) -> int:
    faces = [await roll(d4) for _ in range(dice)]
    return len([face for face in faces if face >= least])


@rule
async def at_least(dice: int, least: int | None) -> int:
    faces = [await roll(d4) for _ in range(dice)]
    return 0 if least is None else len([face for face in faces if face >= least])


def enumerated(dice: int, of: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    law: dict[Any, Fraction] = {}
    for faces in product(range(1, 5), repeat=dice):
        law[of(faces)] = law.get(of(faces), Fraction(0)) + Fraction(1, 4**dice)
    return law


@pytest.mark.parametrize(
    ("made", "of"),
    [
        (middle, statistics.median),
        (product_of, prod),
        (whether_any, lambda faces: 4 in faces),
        (whether_all, lambda faces: 1 not in faces),
        (most_alike, lambda faces: max(map(faces.count, faces))),
        (counted, lambda faces: max(map(faces.count, faces))),
        (in_a_dict, lambda faces: 10 * faces.count(4) + len(set(faces))),
        (hits, lambda faces: sum(face >= 3 for face in faces)),
        (fours, lambda faces: faces.count(4)),
        (until_two_fours, lambda faces: min(2, faces.count(4))),
        (lambda dice: at_least(dice, 2), lambda faces: sum(face >= 2 for face in faces)),
        (lambda dice: from_on(dice, 2), lambda faces: sum(face >= 2 for face in faces)),
        (lambda dice: at_least(dice, None), lambda faces: 0),
        (first_seen, lambda faces: faces[0]),
        (halves_in_a_dict, lambda faces: sum(f / 2 if f > 2 else f for f in set(faces))),
    ],
)
def test_odds_are_those_of_all_ways(made: Callable[[int], Call[Any]], of: Callable[[tuple[int, ...]], Any]) -> None:
    for dice in (1, 4, 5):
        assert dict(odds(made(dice)).items()) == enumerated(dice, of)


@pytest.mark.parametrize("made", [middle, product_of, most_alike, counted, in_a_dict])
def test_states_are_the_ways_to_have_what(made: Callable[[int], Call[Any]]) -> None:
    ends = len(dict(odds(made(9)).items()))
    assert len(explore(made(9))) <= comb(8 + 4, 4) + ends + 1  # multisets of none to 8 faces


def test_whether_any_of_thirty_dice_is_a_six_is_a_state_or_two_for_each() -> None:
    assert odds(whether_any(30)).p(True) == 1 - Fraction(3, 4) ** 30
    assert len(explore(whether_all(30))) <= 4 * 30


@pytest.mark.parametrize("made", [hits, fours, lambda dice: from_on(dice, 3)])
def test_values_that_are_only_counted_are_a_number(made: Callable[[int], Call[Any]]) -> None:
    assert len(explore(made(30))) <= comb(32, 2)
    share = odds(made(1)).p(1)
    assert odds(made(30)).pmf(2) == comb(30, 2) * share**2 * (1 - share) ** 28


def test_order_is_named_where_it_is_what_costs() -> None:
    @rule
    async def place_of_a_six(dice: int) -> int:
        faces = [await roll(d6) for _ in range(dice)]
        return faces.index(6) if 6 in faces else -1

    @rule
    async def kinds(dice: int) -> int:
        found: dict[int, int] = {}
        for _ in range(dice):
            face = await roll(d6)
            found[face] = found.get(face, 0) + 1
        return next(iter(found))

    for call in (place_of_a_six(5), kinds(5)):
        change = explain(call).change
        assert change is not None
        assert "in order (`sorted`)" in change.advice


@rule
async def rolled_and_kept(dice: int, kept: int) -> int:
    """The best of some dice are kept, the others rolled again; the best of all count."""
    faces = sorted([await roll(d4) for _ in range(dice)])
    return sum(sorted(faces[-kept:] + [await roll(d4) for _ in range(dice - kept)])[-kept:])


@rule
async def put_before(dice: int) -> int:
    first = [await roll(d4) for _ in range(dice)]
    second = [await roll(d4) for _ in range(dice)]
    return max(second + first) * (sorted(first + second) == sorted(second + first))


@rule
async def put_in_turn(dice: int) -> tuple[int, ...]:
    """Order counts here."""
    first = [0, 5]
    second = [await roll(d4) for _ in range(dice)]
    return tuple(first + second)


def test_lists_put_together_are_kept_in_order_where_that_is_all_that_is_read() -> None:
    ways = Counter(sum(sorted([*sorted(faces[:4])[-2:], *faces[4:]])[-2:]) for faces in product(range(1, 5), repeat=6))
    found = dict(odds(rolled_and_kept(4, 2)).items())
    assert found == {total: Fraction(number, 4**6) for total, number in ways.items()}
    assert explain(rolled_and_kept(7, 3)).states == 11  # what three dice of four faces add up to, and the start
    most = Counter(max(faces) for faces in product(range(1, 5), repeat=4))
    assert dict(odds(put_before(2)).items()) == {face: Fraction(number, 4**4) for face, number in most.items()}
    each = Fraction(1, 4**2)
    assert dict(odds(put_in_turn(2)).items()) == {(0, 5, *way): each for way in product(range(1, 5), repeat=2)}
