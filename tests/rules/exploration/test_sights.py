"""Numbers without bound that nobody has looked at while somebody decides, who knows what matters of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
from tests.rules.exploration.deciding import program

from oddsmith.dice import d6
from oddsmith.rules import AtLeast, best, choose, odds, roll, rule
from oddsmith.rules.exploration import explore

SIXTH = Fraction(1, 6)


@dataclass(frozen=True)
class Ended:
    mine: int
    theirs: int
    bold: bool = False


@rule
async def strength(bold: bool) -> Ended:
    """A die that goes on with every six; whoever decides has seen it."""
    power = await roll(d6.explode(6))
    if await choose("player", ("stop", "go on")) == "stop":
        return Ended(0, 0, bold)
    return Ended(1 if power >= 5 else -3, power, True)


@rule
async def sixes(start: int) -> int:
    return start + await roll(d6.explode(6).pool(1).count(at_least=6))


@rule
async def side(start: int, who: str) -> Ended:
    """A five lets somebody decide, a six goes on without end."""
    face = await roll(d6)
    if face == 6:
        return Ended(await sixes(start), 0)
    if face == 5:
        return Ended(start + (await choose(who, ("two", "one")) == "two") + 1, 0)
    return Ended(start, 0)


@rule
async def contest(mine: int, theirs: int) -> Ended:
    first = await side(mine, "player")
    second = await side(theirs, "opponent")
    return Ended(first.mine, second.mine)


def test_whoever_decides_knows_of_a_number_what_later_comparisons_tell_apart() -> None:
    solution = best(strength(False), of=lambda o: o.mine)
    known = {advice.decision.variables["power"]: advice.best for advice in solution.decisions}
    assert known == {"1 to 4": "stop", "5 or more": "go on"}
    assert solution.value == 2 * SIXTH
    assert solution.unresolved == 0


def test_a_number_of_which_nothing_more_is_asked_need_not_be_known() -> None:
    solution = best(strength(False), of=lambda o: o.bold)
    assert [advice.decision.variables for advice in solution.decisions] == [{"bold": False}]
    assert solution.value == 1


def test_whoever_decides_knows_all_of_a_number_that_ends_up_in_the_outcome() -> None:
    solution = best(strength(False), of=lambda o: o.theirs)
    assert len(solution.decisions) > 24
    assert all(advice.best == "go on" for advice in solution.decisions)
    assert abs(solution.value - Fraction(21, 5)) < Fraction(1, 10**15)  # the mean of a die that goes on with a six


def law(start: int, *, decided: bool) -> dict[int, Fraction]:
    """P(mine) of one side up to 40 sixes. decided: whether fives take two."""
    found = {start: Fraction(4, 6), start + (2 if decided else 1): SIXTH}
    for more in range(40):  # after one six that begins it
        found[start + more] = found.get(start + more, Fraction(0)) + SIXTH * SIXTH**more * (1 - SIXTH)
    return found


def test_two_numbers_without_bound_are_compared_exactly() -> None:
    for of, holds in (
        (lambda o: o.mine > o.theirs, lambda a, b: a > b),
        (lambda o: o.mine - o.theirs == 0, lambda a, b: a == b),
    ):
        found = odds(contest(1, 0), lambda decision: "two", of=of)
        expected = sum(
            (p * q for a, p in law(1, decided=True).items() for b, q in law(0, decided=True).items() if holds(a, b)),
            Fraction(0),
        )
        assert abs(found.p(bool) - expected) < Fraction(1, 10**15)
    solution = best(contest(1, 0), of=lambda o: o.mine - o.theirs > 0)
    assert solution.unresolved == 0
    expected = sum(
        (p * q for a, p in law(1, decided=True).items() for b, q in law(0, decided=True).items() if a > b), Fraction(0)
    )
    assert abs(solution.value - expected) < Fraction(1, 10**30)


def test_somebody_decides_in_a_sub_rule_while_a_number_waits_above() -> None:
    solution = best(contest(1, 0), of=lambda o: o.mine - o.theirs > 0)
    seen = {
        advice.decision.around[-1]["first"]["mine"]
        for advice in solution.decisions
        if advice.decision.who == "opponent"
    }
    assert seen == {1, 2, 3, "3 or more"}  # a number rolled in full is known as one, and "3 or more" needs no more


def test_of_a_goal_that_does_not_add_all_is_known() -> None:
    asked = best(contest(1, 0), lambda net: net > 0, of=lambda o: o.mine - o.theirs)
    event = best(contest(1, 0), of=lambda o: o.mine - o.theirs > 0)
    assert abs(asked.value - event.value) <= 2 * asked.unresolved
    at_least = best(contest(1, 0), AtLeast(1), of=lambda o: o.mine - o.theirs)
    assert abs(at_least.value - event.value) <= 2 * at_least.unresolved


ASKED: list[tuple[Callable[[Any], Any], Callable[[Any], Any] | None]] = [
    (lambda o: o.ok, None),
    (lambda o: o.n, None),
    (lambda o: o.n - o.m > 0, None),
    (lambda o: (o.ok, o.n > 0), lambda both: both[0] + 2 * both[1]),
    (lambda o: o.n, lambda n: n >= 2),
]


@pytest.mark.parametrize("seed", [4, 10, 13])
def test_random_rules_are_worth_what_they_are_where_all_is_looked_at(seed: int) -> None:
    text, call = program(seed)
    for of, goal in ASKED:
        with patch.object(explore, "Sights", lambda: None):
            known = best(call, goal, of=of)
        found = best(call, goal, of=of)
        assert abs(found.value - known.value) <= 200 * max(found.unresolved, known.unresolved), text
