"""Seeds of simulations: texts are as good as numbers."""

from __future__ import annotations

from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.errors import BadInput
from oddsmith.rules import roll, rule, simulate


@rule
async def two_dice() -> int:
    return await roll(d6) + await roll(d6)


def test_a_text_repeats_a_simulation_and_another_text_does_not() -> None:
    counts = [simulate(two_dice(), 10_000, seed=seed).counts for seed in ("friday", "friday", "saturday")]
    assert counts[0] == counts[1] != counts[2]
    rolled = [roll_many(d6.pool(2).sum(), 100, seed).tolist() for seed in ("friday", "friday", "saturday")]
    assert rolled[0] == rolled[1] != rolled[2]


def test_a_text_of_digits_is_that_number() -> None:
    assert simulate(two_dice(), 1_000, seed="12").counts == simulate(two_dice(), 1_000, seed=12).counts


@pytest.mark.parametrize("seed", [-1, True, 1.5, b"friday"])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(BadInput, match="seed"):
        simulate(two_dice(), 10, seed=seed)
