"""Loops that keep values in order: what they will come to is counted, and refused early where it is too much."""

from math import comb

import pytest

from oddsmith.dice import d6
from oddsmith.rules import StateLimit, explore, odds, roll, rule


@rule
async def in_order(dice: int) -> tuple[int, ...]:
    return tuple(sorted([await roll(d6) for _ in range(dice)]))


@rule
async def to_four_alike(dice: int) -> tuple[int, ...]:
    faces: list[int] = []
    for _ in range(dice):
        faces.append(await roll(d6))
        if faces.count(6) >= 4:
            break
    return tuple(sorted(faces))


@rule
async def up_to_thirty(dice: int) -> int:
    faces: list[int] = []
    for _ in range(dice):
        faces.append(await roll(d6))
        if sum(faces) >= 30:
            break
    return len(faces) + faces.count(6)


def test_thirty_dice_in_order_are_refused_after_a_few_thousand_states() -> None:
    # multisets of none to 29 faces
    with pytest.raises(StateLimit, match=rf"about {comb(35, 6):,} states; .*in_order.* Read a whole pool") as caught:
        explore(in_order(30))
    assert caught.value.endless
    with pytest.raises(StateLimit, match=rf"about {comb(17, 6):,} states; the limit is 10,000"):
        explore(in_order(12), limit=10_000)


def test_dice_in_order_within_the_limit_are_listed() -> None:
    law = odds(in_order(13), limit=comb(18, 6) + comb(18, 5) + 1)
    assert len(law.weights) == comb(18, 5)  # type: ignore[attr-defined]
    assert law == d6.pool(13).distribution()


def test_loops_that_may_end_early_are_not_counted_so() -> None:
    # 18,564 multisets of up to 12 faces, but only 12,501 of them with fewer than four sixes
    assert len(explore(to_four_alike(12), limit=40_000)) < 40_000
    assert len(explore(up_to_thirty(30), limit=60_000)) < 60_000
