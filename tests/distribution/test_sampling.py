from fractions import Fraction as F
from random import Random

import pytest

from oddsmith.distribution import Distribution

CHAIN = Distribution.generating([6, 3], [10, -1])


@pytest.mark.parametrize(
    "made",
    [
        Distribution.from_weights({"a": 1, "b": 2, "c": 7}),
        Distribution.uniform(range(1, 7)).repeat(3),
        CHAIN.repeat(3),
        -CHAIN.repeat(3),
        CHAIN.repeat(4) - Distribution.generating([5, 4], [10, -1]).repeat(3),
    ],
)
def test_frequencies_match_probabilities(made):
    draws = 4000
    below = Random(5).randrange
    counts: dict[object, int] = {}
    for _ in range(draws):
        outcome = made.sample(below)
        counts[outcome] = counts.get(outcome, 0) + 1
    expected = {outcome: float(made.pmf(outcome)) * draws for outcome in counts}
    cells = [outcome for outcome in counts if expected[outcome] >= 5]
    deviation = sum((counts[outcome] - expected[outcome]) ** 2 / expected[outcome] for outcome in cells)
    # Chi square has mean len(cells) and variance twice that; four standard deviations are generous.
    assert deviation < len(cells) + 4 * (2 * len(cells)) ** 0.5
    assert all(expected[outcome] > 0 for outcome in counts)


def test_a_listed_outcome_takes_one_draw_from_the_total():
    made = Distribution.from_weights({"a": 1, "b": 2})
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return 1

    assert made.sample(below) == "b"
    assert asked == [3]


def test_every_draw_of_a_listed_outcome_is_its_share():
    made = Distribution.uniform(range(1, 7)).repeat(2)
    places = iter(range(36))
    drawn = [made.sample(lambda _: next(places)) for _ in range(36)]
    assert drawn == sorted(drawn)
    assert Distribution.uniform(drawn) == made


def test_digits_are_drawn_until_they_settle_the_outcome():
    # P(0) = 3/5 is no multiple of 2**-64: the 64 bits around it leave 0 and 1 open, and the next 64 decide.
    first = (1 << 64) * 6 // 10
    script = iter([first, 0])
    assert CHAIN.sample(lambda _: next(script)) == 0
    script = iter([first, (1 << 64) - 1])
    assert CHAIN.sample(lambda _: next(script)) == 1


def test_outcomes_far_out_come_up_when_the_digits_say_so():
    script = iter([(1 << 64) - 1, (1 << 64) - 1, (1 << 63)])
    outcome = CHAIN.sample(lambda _: next(script))
    assert outcome > 30
    assert CHAIN.at_least(outcome) > F(1, 1 << 140)


def test_the_operating_system_is_the_source_when_none_is_given():
    assert Distribution.certain("x").sample() == "x"
    assert CHAIN.sample() >= 0
