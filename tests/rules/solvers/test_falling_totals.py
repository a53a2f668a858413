"""Several totals without end of which some fall: by algebra, by counting ways one by one, and by laws of one total."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError, Undecidable
from oddsmith.rules import odds, roll, rule, simulate

SIXTH = Fraction(1, 6)


@rule
async def worn() -> tuple[int, int]:
    hp, rounds = 20, 0
    while (face := await roll(d6)) != 6:
        hp -= face
        rounds += 1
    return hp, rounds


@rule
async def drift() -> tuple[int, int]:
    ahead = rounds = 0
    while (face := await roll(d6)) != 6:
        ahead += 1 if face > 3 else -1
        rounds += 1
    return ahead, rounds


def ways(faces: range, rounds: int) -> dict[int, int]:
    """Count the ways to each sum."""
    found: dict[int, int] = {0: 1}
    for _ in range(rounds):
        after: dict[int, int] = defaultdict(int)
        for total, count in found.items():
            for face in faces:
                after[total + face] += count
        found = after
    return found


def test_a_total_that_falls_from_a_number_is_counted_down() -> None:
    law = odds(worn())
    for rounds in range(6):
        for lost, count in ways(range(1, 6), rounds).items():
            assert law.pmf((20 - lost, rounds)) == count * SIXTH ** (rounds + 1)
    assert law.pmf((21, 0)) == law.pmf((20, 1)) == law.pmf((14, 1)) == 0
    assert law.map(lambda o: o[0]) == odds(worn(), of=lambda o: o[0])
    assert law.map(lambda o: o[0]).mean == 20 - 15
    assert law.p(lambda o: o[0] <= 0) == odds(worn(), of=lambda o: o[0] <= 0).pmf(True)
    assert law.p(lambda o: o[0] > 0 and o[1] == 2) == SIXTH * Fraction(25, 36)
    assert law.p(lambda o: o[0] <= 0 and o[1] <= 4) == SIXTH**5 * ways(range(1, 6), 4)[20]
    assert repr(law) == "JointTotals((20, 0): 1/6, (19, 1): 1/36, (18, 1): 1/36, ... without end)"


def test_a_total_that_rises_and_falls_is_told_beside_one_that_counts_rounds() -> None:
    law = odds(drift())
    for rounds in range(8):
        for up in range(rounds + 1):
            share = comb(rounds, up) * Fraction(2, 6) ** up * Fraction(3, 6) ** (rounds - up) * SIXTH
            assert law.pmf((2 * up - rounds, rounds)) == share
    assert law.pmf((1, 2)) == law.pmf((3, 2)) == 0
    assert law.map(lambda o: o[1]) == odds(drift(), of=lambda o: o[1])
    assert law.p(lambda o: o[0] > 0 and o[1] <= 3) == sum(law.pmf((a, n)) for n in range(4) for a in range(1, 4))
    with pytest.raises(RuleError, match="the odds are no fractions"):
        law.p(lambda o: o[0] > 0)


def test_what_is_listed_leaves_a_stated_rest() -> None:
    for law in (odds(worn()), odds(drift())):
        listed = law.truncated(Fraction(1, 1000))
        assert 0 < listed.unresolved <= Fraction(1, 1000)
        assert sum((share for _, share in listed.items()), listed.unresolved) == 1
        for outcome in list(listed.weights)[:20]:
            assert listed.pmf(outcome) == law.pmf(outcome)


def test_two_that_rise_by_turns_are_told_by_their_sum() -> None:
    @rule
    async def exchange() -> tuple[int, int]:
        mine = yours = 10
        while (face := await roll(d6)) != 6:
            if face > 3:
                mine, yours = mine + 2, yours - 1
            else:
                mine, yours = mine - 1, yours + 2
        return mine, yours

    law = odds(exchange())
    for up, down in product(range(5), repeat=2):
        share = comb(up + down, up) * Fraction(2, 6) ** up * Fraction(3, 6) ** down * SIXTH
        assert law.pmf((10 + 2 * up - down, 10 + 2 * down - up)) == share


def test_one_that_rises_in_one_loop_and_falls_in_the_next() -> None:
    @rule
    async def there_and_back() -> tuple[int, int]:
        way = steps = 0
        while await roll(d6) != 6:
            way += 1
            steps += 1
        while await roll(d6) != 6:
            way -= 1
            steps += 1
        return way, steps

    law = odds(there_and_back())
    for out, back in product(range(5), repeat=2):
        assert law.pmf((out - back, out + back)) == Fraction(5, 6) ** (out + back) / 36
    assert law.map(lambda o: o[0]) == odds(there_and_back(), of=lambda o: o[0])


def test_what_is_added_and_taken_away_again_is_nothing() -> None:
    @rule
    async def swings() -> tuple[int, int]:
        level, rounds = 3, 0
        while True:
            level += 1
            if await roll(d6) == 6:
                return level, rounds
            level -= 1
            if await roll(d6) == 6:
                return level, rounds
            rounds += await roll(Die.sided(2)) - 1

    law = odds(swings())
    onward = Fraction(25, 36) / 2  # with a round more; as much without
    for rounds in range(6):
        times = onward**rounds / (1 - onward) ** (rounds + 1)
        assert law.pmf((4, rounds)) == times * SIXTH
        assert law.pmf((3, rounds)) == times * Fraction(5, 36)


def test_a_law_of_many_totals_is_shown_as_far_as_it_can_be() -> None:
    @rule
    async def many() -> tuple[int, int, int, int, int, int]:
        a = b = c = d = e = f = 0
        while (face := await roll(d6)) != 6:
            a, b, c = a + face, b - face, c + 1
            d, e, f = d + (1 if face > 2 else -1), e - 2, f + face - 3
        return a, b, c, d, e, f

    assert repr(odds(many())).startswith("JointTotals((0, 0, 0, 0, 0, 0): 1/6, ")
    assert odds(many()).pmf((5, -5, 1, 1, -2, 2)) == SIXTH**2


def test_what_rises_and_falls_by_itself_is_refused_at_once() -> None:
    @rule
    async def adrift() -> tuple[int, int]:
        ahead = hits = 0
        while (face := await roll(d6)) != 6:
            if face < 3:
                hits += 1
            else:
                ahead += 1 if face > 3 else -1
        return hits, ahead

    with pytest.raises(RuleError, match=r"of which number 2 may both rise and fall.*of=lambda outcome"):
        odds(adrift())
    assert odds(adrift(), of=lambda o: o[0]).mean == 2


def test_laws_are_equal_where_all_chances_are() -> None:
    @rule
    async def otherwise() -> tuple[int, int]:
        lost = rounds = 0
        while (face := await roll(d6)) != 6:
            lost += face
            rounds += 1
        return 20 - lost, rounds

    assert odds(otherwise()) == odds(worn())
    assert hash(odds(otherwise())) == hash(odds(worn()))
    assert odds(worn()) != odds(drift()) != odds(worn())
    assert odds(drift()) == odds(drift())


def test_samples_and_simulations_agree_with_the_law() -> None:
    law = odds(drift())
    drawn = [law.sample(Random(seed).randrange) for seed in range(300)]
    assert 20 < sum(outcome == (0, 0) for outcome in drawn) < 90
    runs = simulate(drift(), 10**6, seed=1)
    for outcome in ((0, 0), (1, 1), (-2, 2), (0, 4)):
        assert abs(runs.share(outcome) - float(law.pmf(outcome))) < 0.003


def test_numbers_that_move_apart_are_not_taken_for_one() -> None:
    @rule
    async def clash() -> tuple[int, int]:
        damage = stress = 0
        while (face := await roll(d6)) != 6:
            damage += face
            stress += face == 1
        return damage, stress

    law = odds(clash())
    few = sum((law.pmf((damage, 0)) for damage in range(3)), Fraction(0))
    none = law.map(lambda o: o[1]).pmf(0)
    assert law.p(lambda o: o[1] == 0 and o[0] - o[1] >= 3) == none - few
    assert law.p(lambda o: o[0] - o[1] >= 3 and o[1] == 0) == none - few
    with pytest.raises(Undecidable):  # both may be great, and their difference anything
        law.p(lambda o: o[1] >= 2 and o[0] - o[1] >= 3)


steps = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(steps, steps), min_size=1, max_size=3), st.integers(1, 2), steps)
def test_random_walks_that_count_their_rounds_have_the_chances_of_all_ways(
    table: list[tuple[tuple[int, int], tuple[int, int]]], ends: int, start: tuple[int, int]
) -> None:
    moves = tuple(table)

    @rule
    async def walk() -> tuple[int, int, int]:
        (one, other), calm, rounds = start, 0, 0
        while (face := await roll(Die.sided(len(moves) + ends))) <= len(moves):
            more, beside = moves[face - 1][calm]
            one += more
            other += beside
            calm = 1 - calm
            rounds += 1
        return one, other, rounds

    law = odds(walk())
    each = Fraction(1, len(moves) + ends)
    for rounds in range(4):
        chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for way in product(moves, repeat=rounds):
            added = [move[at % 2] for at, move in enumerate(way)]
            chances[start[0] + sum(a for a, _ in added), start[1] + sum(b for _, b in added)] += each**rounds
        for (one, other), share in chances.items():
            assert law.pmf((one, other, rounds)) == share * each * ends
        assert law.pmf((99, 0, rounds)) == 0
