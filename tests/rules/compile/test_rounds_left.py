"""Loops over as many rounds as were rolled: the rounds that are left are all that is kept of them."""

from fractions import Fraction

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.rules import StateLimit, best, choose, explain, odds, roll, rule, simulate

F = Fraction


@rule
async def until_a_six() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n


@rule
async def damage() -> int:
    n = await until_a_six()
    total = 0
    for _ in range(n):
        total += await roll(d6)
    return total


@rule
async def damage_of_two() -> int:
    n = await until_a_six() + await until_a_six()
    return sum([await roll(d6) for _ in range(n)])


@rule
async def with_the_count() -> int:
    n = await until_a_six()
    total = 0
    for _ in range(n):
        total += await roll(d6)
    return total + n


@rule
async def twice_as_many() -> int:
    total = 0
    for _ in range(2 * await until_a_six()):
        total += await roll(d6)
    return total


@rule
async def both() -> int:
    return await until_a_six() + await until_a_six()


@rule
async def listed() -> int:
    total = 0
    for _ in range(await both()):
        total += await roll(d6)
    return total


@rule
async def by_hand() -> int:
    n = total = 0
    while await roll(d6) != 6:
        n += 1
    for _ in range(n):
        total += await roll(d6)
    return total


def compound(times: int = 1, own: int = 0) -> Distribution[int]:
    """(1/6) / (1 - 5/6 G(z)), where G is the law of what a round adds."""
    step = [F(1)]
    for _ in range(times):
        more = [F(0)] * (len(step) + 6)
        for k, share in enumerate(step):
            for face in range(1, 7):
                more[k + face] += share / 6
        step = more
    below = [F(1)] + [F(0)] * (len(step) + own - 1)
    for k, share in enumerate(step):
        below[k + own] -= F(5, 6) * share
    whole = 6 ** (times + 1)
    return Distribution.generating([whole // 6], [int(whole * share) for share in below])


def test_a_loop_over_an_endless_number_has_an_exact_law() -> None:
    assert odds(damage()) == compound()
    assert odds(twice_as_many()) == compound(times=2)
    assert odds(damage_of_two()) == compound() + compound()
    assert explain(damage()).states < 20


def test_a_number_that_is_read_again_stays_the_same_number() -> None:
    found = odds(with_the_count())
    assert found == compound(own=1)
    assert found.mean == F(45, 2)


def test_a_law_that_changes_as_it_is_used_up_is_listed_by_the_rounds_left() -> None:
    found, exact = odds(listed()), compound() + compound()
    assert 0 < found.unresolved < F(1, 10**15)
    assert all(found.pmf(k) <= exact.pmf(k) <= found.pmf(k) + found.unresolved for k in range(40))


def test_a_number_that_the_rule_counts_itself_is_refused_soon() -> None:
    with at_most(150_000), pytest.raises(StateLimit, match="was not found to end.*count in a rule of its own"):
        odds(by_hand())


def test_the_same_is_simulated() -> None:
    found = simulate(damage(), 4_000, seed=1).counts
    assert abs(sum(total * runs for total, runs in found.items()) / 4_000 - 17.5) < 3


@rule
async def rounds_rolled() -> int:
    hits = 0
    for _ in range(await roll(d6)):
        hits += await roll(d6) >= 5
    return hits


@rule
async def leaving_early() -> int:
    count = await roll(d6) - 2
    total = 0
    for _ in range(count):
        face = await roll(d6)
        if face == 1:
            break
        if face == 2:
            continue
        total += face
    else:
        return 100 + total
    return total


@rule
async def chosen() -> int:
    face = await roll(d6)
    for _ in range(await roll(d6) - 1):
        if await choose("player", ("keep", "reroll")) == "keep":
            return face
        face = await roll(d6)
    return face


def test_ways_with_as_many_rounds_left_are_one() -> None:
    six = [d6.pool(n).count(at_least=5).distribution() for n in range(1, 7)]
    assert odds(rounds_rolled()) == Distribution.mixture([(F(1, 6), each) for each in six])
    assert explain(rounds_rolled()).states < 20


def test_breaks_and_what_comes_after_the_last_round_stay_as_they_are() -> None:
    laws: list[dict[int, Fraction]] = [{100: F(1)}]
    for _ in range(4):
        law: dict[int, Fraction] = {0: F(1, 6)}
        for k, share in laws[-1].items():
            for add in (0, 3, 4, 5, 6):
                law[k + add] = law.get(k + add, F(0)) + share / 6
        laws.append(law)
    found = odds(leaving_early())
    ways = [laws[max(0, count)] for count in range(-1, 5)]
    assert found.pmf(100) == sum((law.get(100, F(0)) for law in ways), F(0)) / 6
    assert found.p(lambda total: total >= 100) == sum(F(5, 6) ** max(0, count) for count in range(-1, 5)) / 6


def test_a_plan_tells_the_rounds_left() -> None:
    assert "rounds left" in str(best(chosen()))
