"""A rule that is run again and awaits other rules goes on where it was left for them."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import d4, d6
from oddsmith.distribution import Finite
from oddsmith.rules import StateLimit, odds, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.language.driver import Activation


@rule
async def face_up_to(most: int) -> int:
    return min(most, await roll(d6))


@rule
async def rounds_of_faces(rounds: int) -> int:
    """Run again: an inner function sets a variable. Every round awaits a call that is new, unless totals are equal."""
    total = 0

    def add(points: int) -> None:
        nonlocal total
        total = 3 * total + points

    for _ in range(rounds):
        add(await face_up_to(total % 5 + 1) + await roll(d4))
    return total


def _by_hand(rounds: int) -> dict[int, Fraction]:
    counts: Counter[int] = Counter()
    for rolled in product(product(range(1, 7), range(1, 5)), repeat=rounds):
        total = 0
        for face, added in rolled:
            total = 3 * total + min(total % 5 + 1, face) + added
        counts[total] += 1
    return {total: Fraction(count, 24**rounds) for total, count in counts.items()}


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_all_ways_count_whichever_sub_rules_were_solved_between_them(rounds: int) -> None:
    assert isinstance(engine(rounds_of_faces), str)  # the reason why it is run again
    law = odds(rounds_of_faces(rounds))
    assert isinstance(law, Finite)
    assert {total: law.pmf(total) for total in law.outcomes} == _by_hand(rounds)


@rule
async def hopeless() -> int:
    n = 0

    def add() -> None:
        nonlocal n
        n += 1

    while await face_up_to(n) < 6:
        add()
    return n % 5


def test_each_answer_is_handed_to_a_rule_once_until_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: Counter[str] = Counter()
    proceed = Activation.proceed

    def counted(at: Activation, answer: object) -> None:
        handed[at.call.rule.name] += 1
        proceed(at, answer)

    monkeypatch.setattr(Activation, "proceed", counted)
    with at_most(30_000), pytest.raises(StateLimit, match="it has a nonlocal variable"):
        odds(hopeless())
    # some two thousand rounds; one answer in each, and not all those before it for every new call that is awaited
    assert handed["hopeless"] < 10_000
