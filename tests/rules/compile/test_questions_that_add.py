"""Questions that take an outcome without end as it is, add to it, or multiply it: answered where the outcome is."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.rules.games import ones_and_twos

from oddsmith.dice import d6
from oddsmith.rules import explain, odds, roll, rule


@rule
async def a_one_loses_all() -> int:
    total = 0
    while True:
        face = await roll(d6)
        if face == 1:
            return 0
        if face == 6:
            return total
        total += face


def chance(total: int) -> Fraction:
    """Of a total: it is passed by with faces of 2 to 5, and a 6 comes. A 1 comes before a 6 half of the times."""
    passed = [Fraction(1)]
    for k in range(1, total + 1):
        passed.append(sum((passed[k - face] for face in range(2, 6) if face <= k), Fraction(0)) / 6)
    return passed[total] / 6 + (Fraction(1, 2) if total == 0 else 0)


@pytest.mark.parametrize(
    ("of", "image"),
    [
        (lambda o: o, lambda total: total),
        (lambda o: o + 1, lambda total: total + 1),
        (lambda o: 2 * o, lambda total: 2 * total),
        (lambda o: 3 - o, lambda total: 3 - total),
    ],
    ids=["as it is", "more", "twice", "less"],
)
def test_a_total_that_may_be_lost_is_asked_for_sums(of: Callable[[int], int], image: Callable[[int], int]) -> None:
    law = odds(a_one_loses_all(), of=of)
    assert [law.pmf(image(total)) for total in range(9)] == [chance(total) for total in range(9)]


def test_such_a_question_is_explained_by_few_states() -> None:
    assert explain(a_one_loses_all(), of=lambda o: o + 1).states < 10


def test_two_totals_as_they_are_have_the_law_of_the_outcome() -> None:
    law = odds(ones_and_twos(), of=lambda o: o)
    # of k + n throws k are ones, and a 3 follows
    ways = {(0, 0): 1, (1, 0): 1, (0, 1): 1, (1, 1): 2, (2, 1): 3, (2, 2): 6}
    assert {o: law.pmf(o) for o in ways} == {o: Fraction(n, 3 ** (sum(o) + 1)) for o, n in ways.items()}
    assert law == odds(ones_and_twos())
