"""Several totals without end: the chance of each beside the others, by algebra, by bounded rules, and by one total."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.games import Harm, Wound

from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, RuleError, Undecidable
from oddsmith.rules import Call, choose, explain, first_option, odds, roll, rule, simulate

d3 = Die.sided(3)


@rule
async def clash() -> tuple[int, int]:
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return damage, stress


@rule
async def harm() -> Harm:
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return Harm(damage, stress)


@rule
async def wound() -> Wound:
    damage = stress = 0
    while (face := await roll(d6)) != 6:
        damage += face
        stress += face == 1
    return Wound(damage, stress)


@rule
async def counted() -> tuple[int, int]:
    """Of the throws before the first 6, those of 1 or 2, and of 3."""
    low = threes = 0
    while (face := await roll(d6)) != 6:
        if face <= 2:
            low += 1
        elif face == 3:
            threes += 1
    return low, threes


@rule
async def again() -> tuple[int, int]:
    if await roll(d6) == 6:
        return 0, 0
    damage, stress = await again()
    return damage + 1, stress + 2


@rule
async def clash_of(rounds: int) -> tuple[int, int]:
    damage = stress = 0
    for _ in range(rounds):
        face = await roll(d6)
        if face == 6:
            return damage, stress
        damage += face
        stress += face == 1
    return -1, -1


def test_two_counts_are_a_negative_multinomial() -> None:
    law = odds(counted())
    # throws that neither count nor end (4 and 5) fall away: 2/4 low, 1/4 three, 1/4 the end
    for low in range(8):
        for threes in range(8):
            expected = comb(low + threes, low) * Fraction(1, 2) ** low * Fraction(1, 4) ** threes * Fraction(1, 4)
            assert law.pmf((low, threes)) == expected
    assert law.map(lambda o: o[0]).mean == 2
    assert law.map(lambda o: o[1]).mean == 1
    # of a negative multinomial with one failure of chance q: cov = p1 p2 / q^2
    assert law.covariance(lambda o: o[0], lambda o: o[1]) == 2
    assert law.map(lambda o: o[0]).variance == 6


@pytest.mark.parametrize("turned_round", [lambda o: o[::-1], lambda o: tuple(reversed(o))])
def test_totals_in_another_order_are_totals_again(turned_round: Callable[[Any], Any]) -> None:
    law = odds(counted(), of=turned_round)
    for low in range(5):
        for threes in range(5):
            expected = comb(low + threes, low) * Fraction(1, 2) ** low * Fraction(1, 4) ** threes * Fraction(1, 4)
            assert law.pmf((threes, low)) == expected
    assert law == odds(counted()).map(turned_round)


def test_sums_of_totals_are_totals_again() -> None:
    law = odds(counted()).map(lambda o: (o[0] + o[1] + 1, "thrown", o[1]))
    # three of four throws that matter count, one in three of these shows a 3
    for threes in range(4):
        expected = comb(3, threes) * Fraction(1, 4) ** threes * Fraction(1, 2) ** (3 - threes) * Fraction(1, 4)
        assert law.pmf((4, "thrown", threes)) == expected
    assert odds(counted(), of=lambda o: o[:1]).pmf((3,)) == Fraction(2, 3) ** 3 * Fraction(1, 3)


def test_small_totals_are_those_of_a_bounded_rule() -> None:
    # with seven rounds, damage of 6 or less has come to its end or is not to be told apart from what is yet to come
    bounded, law = odds(clash_of(8)), odds(clash())
    for damage in range(7):
        for stress in range(damage + 2):
            assert law.pmf((damage, stress)) == bounded.pmf((damage, stress))


@pytest.mark.parametrize("call", [clash(), harm(), wound()], ids=["tuple", "named tuple", "dataclass"])
def test_outcomes_of_any_kind_have_the_same_law(call: Call[Any]) -> None:
    law: Distribution[Any] = odds(call)
    kind = {"clash": lambda *fields: fields, "harm": Harm, "wound": Wound}[call.rule.name]
    assert law.pmf(kind(0, 0)) == Fraction(1, 6)
    assert law.pmf(kind(1, 1)) == Fraction(1, 36)
    assert law.pmf(kind(2, 2)) == Fraction(1, 216)
    assert law.pmf(kind(2, 1)) == 0
    assert law.pmf(kind(1, 0)) == 0
    assert law.pmf(kind(-1, 0)) == 0
    assert law.p(kind(5, 0)) == Fraction(1, 36) + 2 * Fraction(1, 216)  # 5; 2 and 3; 3 and 2
    assert law.modes == (kind(0, 0),)


def test_the_law_of_one_field_is_that_of_one_total() -> None:
    law = odds(wound())
    assert law.map(lambda o: o.damage) == odds(wound(), of=lambda o: o.damage)
    assert law.map(lambda o: o.stress) == odds(wound(), of=lambda o: o.stress)
    assert law.map(lambda o: 3 * o.damage - o.stress + 1) == odds(wound(), of=lambda o: 3 * o.damage - o.stress + 1)


def test_events_of_one_number_are_exact() -> None:
    law = odds(wound())
    assert law.p(lambda o: o.damage >= 10) == odds(wound(), of=lambda o: o.damage).at_least(10)
    assert law.p(lambda o: 3 <= o.damage - o.stress < 9) == odds(
        wound(), of=lambda o: 3 <= o.damage - o.stress < 9
    ).pmf(True)
    assert law.map(lambda o: min(o.damage, 3)) == odds(wound(), of=lambda o: min(o.damage, 3))
    assert law.p(lambda o: o.stress > 0) == Fraction(1, 2)


def test_events_of_several_numbers_are_exact() -> None:
    law = odds(counted())
    listed = {(a, b): law.pmf((a, b)) for a in range(3) for b in range(4)}
    few = sum(listed.values())
    assert law.p(lambda o: o[0] < 3 and o[1] < 4) == few
    assert law.p(lambda o: o[0] >= 3 or o[1] >= 4) == 1 - few
    assert law.map(lambda o: (min(o[0], 1), min(o[1], 1))).pmf((1, 1)) == 1 - sum(
        [law.map(lambda o: o[0]).pmf(0), law.map(lambda o: o[1]).pmf(0), -law.pmf((0, 0))]
    )
    # lexicographic, as tuples are
    assert law.at_least((1, 2)) == 1 - law.map(lambda o: o[0]).pmf(0) - law.pmf((1, 0)) - law.pmf((1, 1))
    assert law.at_most((1, 1)) == 1 - law.at_least((1, 2))


def test_a_comparison_of_two_totals_is_asked_of_the_whole() -> None:
    # damage is at least stress, and ahead by 4 or less after ones alone, or with a single 2 to 5
    ones = Fraction(1, 6)
    behind = sum((ones**n for n in range(200)), Fraction(0)) / 6  # ones, then a 6
    ahead = odds(clash(), of=lambda o: o[0] > o[1]).pmf(True)
    assert 0 < 1 - ahead - behind < Fraction(1, 10**100)
    assert odds(clash(), of=lambda o: o[0] == o[1]).pmf(True) == 1 - ahead == Fraction(1, 5)


def test_a_comparison_that_goes_both_ways_round_is_refused() -> None:
    with pytest.raises(RuleError, match="the odds are no fractions"):
        odds(counted(), of=lambda o: o[0] > o[1])


def test_outcomes_are_listed_until_a_stated_rest_is_left() -> None:
    for bound in (Fraction(1, 10), Fraction(1, 10**6), Fraction(1, 10**18)):
        listed = odds(clash()).truncated(bound)
        assert 0 < listed.unresolved <= bound
        assert sum((share for _, share in listed.items()), listed.unresolved) == 1
        assert listed.pmf((5, 0)) == odds(clash()).pmf((5, 0))
    assert "unresolved" in odds(clash()).table(rows=3)
    assert str(odds(again())) == "JointTotals((0, 0): 1/6, (1, 2): 5/36, (2, 4): 25/216, ... without end)"


def test_a_rule_that_adds_to_both_fields_of_its_own_outcome_goes_on_as_it() -> None:
    law = odds(again())
    for passes in range(20):
        assert law.pmf((passes, 2 * passes)) == Fraction(5, 6) ** passes / 6
    assert law.pmf((1, 1)) == 0
    assert odds(again(), of=lambda o: o[1] - o[0]) == odds(clash(), of=lambda o: 0) + law.map(lambda o: o[0])


def test_what_another_rule_gains_is_added() -> None:
    @rule
    async def both() -> tuple[int, int]:
        damage, stress = await clash()
        more, _ = await again()
        return damage + more, stress

    law = odds(both())
    assert law.pmf((0, 0)) == Fraction(1, 36)
    assert law.pmf((1, 0)) == Fraction(1, 6) * Fraction(5, 36)
    assert law.map(lambda o: o[0]).mean == 20


def test_a_word_beside_the_totals_stays_a_word() -> None:
    @rule
    async def fight() -> tuple[str, int, int]:
        damage = rounds = 0
        face = 1
        while face < 5:
            face = await roll(d6)
            damage += face
            rounds += 1
        return ("won" if face == 6 else "lost"), damage, rounds

    law = odds(fight())
    assert law.pmf(("won", 6, 1)) == law.pmf(("lost", 5, 1)) == Fraction(1, 6)
    assert law.pmf(("won", 5, 1)) == 0
    assert law.pmf(("won", 7, 2)) == Fraction(1, 36)
    assert law.map(lambda o: o[0]) == Distribution.uniform(["won", "lost"])
    assert law.map(lambda o: o[2]) == odds(fight(), of=lambda o: o[2])
    assert law.p(lambda o: o[0] == "won" and o[2] == 2) == Fraction(2, 3) * Fraction(1, 6)


def test_a_bust_loses_all_that_was_gained() -> None:
    @rule
    async def risky() -> tuple[int, int]:
        damage = rounds = 0
        while (face := await roll(d6)) != 6:
            if face == 5:
                return 0, 0
            damage += face
            rounds += 1
        return damage, rounds

    law = odds(risky())
    assert law.pmf((0, 0)) == Fraction(1, 2) + Fraction(1, 6)
    assert law.pmf((4, 1)) == Fraction(1, 36)
    assert law.map(lambda o: o[1]) == odds(risky(), of=lambda o: o[1])
    assert law.p(lambda o: o[0] == 0 and o[1] == 0) == law.pmf((0, 0))
    assert law == odds(risky())
    assert [law.map(lambda o: o[::-1]).pmf(o[::-1]) for o in [(0, 0), (4, 1), (9, 3)]] == [
        law.pmf(o) for o in [(0, 0), (4, 1), (9, 3)]
    ]
    assert law.pmf((9, 9)) == law.truncated().pmf((9, 9))


def test_a_cap_makes_one_total_finite() -> None:
    @rule
    async def capped() -> tuple[int, int]:
        damage = rounds = 0
        while (face := await roll(d6)) != 6:
            damage += face
            rounds += 1
        return min(damage, 5), rounds

    law = odds(capped())
    assert law.map(lambda o: o[0]) == odds(clash(), of=lambda o: min(o[0], 5))
    assert law.pmf((5, 1)) == Fraction(1, 36)
    assert law.pmf((5, 2)) == Fraction(1, 216) * 19  # 25 pairs of 1 to 5, of which 6 are less than 5


def test_endless_rolls_are_listed_and_their_rest_is_stated() -> None:
    @rule
    async def bursts() -> tuple[int, int]:
        damage = rounds = 0
        while await roll(d6) != 6:
            damage += await roll(d3.explode(3))
            rounds += 1
        return damage, rounds

    law = odds(bursts())
    assert 0 < law.unresolved < Fraction(1, 10**15)
    assert law.pmf((1, 1)) == Fraction(5, 6) * Fraction(1, 3) * Fraction(1, 6)
    rounds = law.map(lambda o: o[1])
    assert 0 < Fraction(5, 36) - rounds.pmf(1) < law.unresolved


def test_policies_answer_decisions() -> None:
    @rule
    async def pressed() -> tuple[int, int]:
        damage = stress = 0
        while (face := await roll(d6)) != 6:
            damage += face
            if await choose("player", ("breathe", "press")) == "press":
                damage += 1
                stress += 1
        return damage, stress

    assert odds(pressed(), first_option).map(lambda o: o[1]) == Distribution.certain(0)
    pressing = odds(pressed(), lambda decision: "press")
    assert pressing.map(lambda o: o[1]) == odds(again()).map(lambda o: o[0])
    assert pressing.pmf((2, 1)) == Fraction(1, 36)


def test_what_has_no_answer_is_refused() -> None:
    law = odds(wound())
    with pytest.raises(BadInput, match="ask one field"):
        _ = law.mean
    with pytest.raises(Undecidable, match="no one answer"):
        law.p(lambda o: o.damage % 2 == 0 and o.stress > 0)
    for refused in (law.items, lambda: law.median, lambda: law + law, lambda: law.given(lambda o: o.stress == 0)):
        with pytest.raises(Undecidable):
            refused()


def test_laws_are_equal_where_all_chances_are() -> None:
    @rule
    async def otherwise() -> tuple[int, int]:
        """As `counted`, but that only throws which count or end are looked at, one state for each kind."""
        low = threes = 0
        while True:
            face = await roll(Die.sided(4))
            if face == 4:
                return low, threes
            if face == 3:
                threes += 1
            else:
                low += 1

    assert odds(otherwise()) == odds(counted())
    assert hash(odds(otherwise())) == hash(odds(counted()))
    assert odds(counted()) != odds(clash())
    assert odds(counted()) != odds(again())
    assert pickle.loads(pickle.dumps(odds(counted()))) == odds(counted())


def test_samples_and_simulations_agree_with_the_law() -> None:
    law = odds(harm())
    drawn = [law.sample(iter_below(seed)) for seed in range(300)]
    assert 20 < sum(outcome == Harm(0, 0) for outcome in drawn) < 90
    runs = simulate(harm(), 10**6, seed=1)
    for outcome in (Harm(0, 0), Harm(5, 0), Harm(6, 1), Harm(9, 2)):
        assert abs(runs.share(outcome) - float(law.pmf(outcome))) < 0.003
    ahead = simulate(clash(), 10**6, seed=1, of=lambda o: o[0] > o[1])
    assert abs(ahead.share(True) - 0.8) < 0.003


def iter_below(seed: int) -> Callable[[int], int]:
    return Random(seed).randrange


def test_an_explanation_tells_that_both_are_added_up() -> None:
    told = explain(clash())
    assert not told.stopped
    assert told.states == 3
    assert [each.gains for each in told.rules] == [("damage", "stress")]
    assert not explain(clash(), of=lambda o: o[0] > o[1]).stopped


gains = st.tuples(st.integers(0, 3), st.integers(0, 3))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(gains, gains), min_size=1, max_size=4), st.integers(1, 3))
def test_random_walks_have_the_laws_of_one_total(
    steps: list[tuple[tuple[int, int], tuple[int, int]]], ends: int
) -> None:
    table = tuple(steps)

    @rule
    async def walk() -> tuple[int, int]:
        one = other = calm = 0
        while (face := await roll(Die.sided(len(table) + ends))) <= len(table):
            more, beside = table[face - 1][calm]
            one += more
            other += beside
            calm = 1 - calm
        return one, other

    law = odds(walk())
    total = sum((law.pmf((a, b)) for a in range(4) for b in range(4)), Fraction(0))
    assert law.p(lambda o: o[0] < 4 and o[1] < 4) == total
    for of in (lambda o: o[0], lambda o: o[1], lambda o: o[0] + 2 * o[1]):
        assert law.map(of) == odds(walk(), of=of)
    if not law.is_finite:
        listed = law.truncated(Fraction(1, 1000))
        assert listed.unresolved <= Fraction(1, 1000)
        assert sum((share for _, share in listed.items()), listed.unresolved) == 1
