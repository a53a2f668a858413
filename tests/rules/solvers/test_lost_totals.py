"""Several totals without end, of which a return sets one to a number: the others go on counting."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.rules.games import Harm, Wound

from oddsmith.dice import d6
from oddsmith.rules import Call, explain, odds, roll, rule, simulate


@rule
async def calmed() -> tuple[int, int]:
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        if face == 1:
            return damage, 0
        damage += face
        stress += face == 2
    return damage, stress


@rule
async def calmed_by_name() -> Harm:
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        if face == 1:
            return Harm(damage, stress=0)
        damage += face
        stress += face == 2
    return Harm(damage, stress)


@rule
async def calmed_once() -> Wound:
    damage = stress = 0
    while True:
        face = await roll(d6)
        if face == 1:
            break
        if face == 6:
            return Wound(damage, stress)
        damage += face
        stress += face == 2
    return Wound(damage, 0)


def listed(rounds: int) -> dict[tuple[int, int], Fraction]:
    """The chances of all outcomes after so many rounds at most, way by way."""
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for length in range(rounds + 1):
        for way in product((2, 3, 4, 5), repeat=length):
            share = Fraction(1, 6 ** (length + 1))
            found[sum(way), way.count(2)] += share
            found[sum(way), 0] += share
    return found


@pytest.mark.parametrize("call", [calmed(), calmed_by_name(), calmed_once()], ids=["tuple", "named tuple", "dataclass"])
def test_what_a_return_sets_to_a_number_is_that_beside_all_else(call: Call[Any]) -> None:
    law = odds(call)
    kind = {"calmed": lambda *fields: fields, "calmed_by_name": Harm, "calmed_once": Wound}[call.rule.name]
    for (damage, stress), share in listed(5).items():
        if damage <= 11:  # six rounds have 12 or more
            assert law.pmf(kind(damage, stress)) == share
    first = (lambda o: o[0]) if call.rule is not calmed_once else (lambda o: o.damage)
    second = (lambda o: o[1]) if call.rule is not calmed_once else (lambda o: o.stress)
    assert law.map(first) == odds(call, of=first)
    assert law.map(first).mean == 2 * Fraction(14, 4)
    assert law.map(second).pmf(0) == Fraction(1, 2) + Fraction(1, 2) * Fraction(2, 3)  # of 2s and 6s, a 6 first


def test_questions_to_both_are_exact() -> None:
    law = odds(calmed())
    few = sum(share for (damage, stress), share in listed(4).items() if damage <= 8 and stress == 0)
    assert law.p(lambda o: o[0] <= 8 and o[1] == 0) == few
    part = law.truncated(Fraction(1, 1000))
    assert 0 < part.unresolved <= Fraction(1, 500)
    assert part.pmf((4, 0)) == law.pmf((4, 0))
    assert odds(calmed()) == law
    assert hash(odds(calmed())) == hash(law)
    drawn = [law.sample(Random(seed).randrange) for seed in range(400)]
    assert 80 < sum(outcome == (0, 0) for outcome in drawn) < 190  # 1/3 of them
    runs = simulate(calmed(), 10**6, seed=1)
    for outcome in ((0, 0), (2, 0), (2, 1), (5, 0), (4, 2)):
        assert abs(runs.share(outcome) - float(law.pmf(outcome))) < 0.003
    assert not explain(calmed()).stopped


def test_each_of_two_may_be_lost_by_itself() -> None:
    @rule
    async def risky() -> tuple[int, int]:
        gold = wounds = 0
        while (face := await roll(d6)) != 6:
            if face == 1:
                return 0, wounds
            if face == 2:
                return gold, 7
            if face == 3:
                return 0, 0
            gold += 1
            wounds += 2
        return gold, wounds

    law = odds(risky())
    for rounds in range(1, 6):
        share = Fraction(1, 3) ** rounds / 6
        assert law.pmf((rounds, 2 * rounds)) == share
        assert law.pmf((0, 2 * rounds)) == share
        assert law.pmf((rounds, 7)) == share
    assert law.pmf((0, 0)) == 2 * Fraction(1, 6) + Fraction(1, 6) / (1 - Fraction(1, 3))
    assert law.pmf((0, 7)) == Fraction(1, 6)


def test_equal_laws_of_rules_that_lose_and_that_never_count() -> None:
    @rule
    async def losing() -> tuple[int, int]:
        rounds = hits = 0
        while (face := await roll(d6)) < 5:
            rounds += 1
            hits += 1
        return (rounds, 3) if face == 5 else (0, hits)

    @rule
    async def counting() -> tuple[int, int]:
        face, rounds = await roll(d6), 0
        if face <= 3:
            while await roll(d6) < 5:
                rounds += 1
            return rounds, 3
        while await roll(d6) < 5:
            rounds += 1
        return 0, rounds

    assert odds(losing()) == odds(counting())


def test_a_total_that_falls_may_be_lost_too() -> None:
    @rule
    async def worn() -> tuple[int, int]:
        hp, rounds = 5, 0
        while (face := await roll(d6)) != 6:
            if face == 1:
                return hp, 0
            hp -= face
            rounds += 1
        return hp, rounds

    law = odds(worn())
    for length in range(4):
        for way in product((2, 3, 4, 5), repeat=length):
            assert law.pmf((5 - sum(way), length)) > 0
    for total in range(12):
        ways = [way for length in range(6) for way in product((2, 3, 4, 5), repeat=length) if sum(way) == total]
        lost = sum((Fraction(1, 6 ** (len(way) + 1)) for way in ways), Fraction(0))
        assert law.pmf((5 - total, 0)) == lost + (Fraction(1, 6) if total == 0 else 0)
