"""Loops of decisions that are never left, and numbers that grow at each of them."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, StateLimit, best, choose, choose_secretly, explore, first_option, odds, roll, rule
from oddsmith.rules.compile.images.paths import Path, answers

MOST = 150_000  # states that are found until what has no end is refused


@rule
async def on_and_on() -> int:
    while await choose("player", ("go", "stop")) == "go":
        pass
    return 0


@rule
async def counted() -> int:
    n = 0
    while await choose("player", ("go", "stop")) == "go":
        n += 1
    return n


@rule
async def there_and_back() -> int:
    n = await roll(d6)
    while await choose("player", ("swap", "stop")) == "swap":
        n = 7 - n
    return n


@rule
async def both_go_on() -> int:
    while await choose_secretly({"player": ("go", "stop"), "opponent": ("go", "stop")}) == ("go", "go"):
        pass
    return 0


@rule
async def counted_and_run_again() -> int:
    n = 0

    def add() -> None:
        nonlocal n
        n += 1

    while await choose("player", ("go", "stop")) == "go":
        add()
    return n


@pytest.mark.parametrize("limit", [50, 1_000_000])
@pytest.mark.parametrize(
    "call",
    [on_and_on(), counted(), there_and_back(), both_go_on(), counted_and_run_again()],
    ids=str,
)
def test_a_loop_of_decisions_that_the_first_option_never_leaves_is_refused(call: Call[int], limit: int) -> None:
    with (
        at_most(MOST),
        pytest.raises(StateLimit, match=r"asks and asks, 20,001 times|is run again for every branch") as caught,
    ):
        odds(call, first_option, limit=limit)
    assert caught.value.file == __file__
    assert caught.value.line > 0
    assert "go on as a call" in caught.value.remedy


def test_long_loops_of_decisions_are_followed() -> None:
    @rule
    async def up_to(most: int) -> int:
        n = 0
        while n < most and await choose("player", ("go", "stop")) == "go":
            n += 1
        return n

    assert odds(up_to(15_000), first_option).mean == 15_000
    assert odds(up_to(30_000), first_option).mean == 30_000
    assert odds(up_to(90_000), first_option).mean == 90_000
    with pytest.raises(StateLimit, match=r"needs more than 1,000,000 answers one after the other") as caught:
        odds(up_to(10**7), first_option)
    assert "about 9,9" in caught.value.remedy
    assert caught.value.line > 0


@rule
async def until_a_six() -> int:
    n = 0
    while await choose("player", ("go", "stop")) == "go":
        n += 1
        if await roll(d6) == 6:
            break
    return n


@rule
async def a_six_loses_all() -> int:
    n = 0
    while await choose("player", ("go", "stop")) == "go":
        n += 1
        if await roll(d6) == 6:
            return 0
    return n


@pytest.mark.parametrize("ask", [best, lambda call: best(call, of=lambda outcome: outcome)])
def test_the_best_of_a_number_that_is_only_added_up_is_found(ask: Callable[[Call[int]], Any]) -> None:
    # going on is never worse than stopping, so play goes on until the first 6, on average with the sixth throw
    with at_most(MOST):
        assert ask(until_a_six()).value == 6


def test_the_best_of_a_number_that_may_be_lost_is_refused_soon() -> None:
    with at_most(MOST), pytest.raises(StateLimit, match="n is a new value in each"):
        best(a_six_loses_all())


@rule
async def growing_pool() -> int:
    n = 1
    while True:
        if 6 in await roll(d6.pool(n)):
            return n
        n += 1


@rule
async def doubled() -> int:
    x = 1
    while await roll(d6) != 6:
        x *= 2
    return x


@rule
async def halved() -> Fraction:
    x = Fraction(1)
    while await roll(d6) != 6:
        x /= 2
    return x


@pytest.mark.parametrize(
    ("call", "variable"),
    [
        (growing_pool(), r"n is a new value in each \(\d"),
        (doubled(), "x is a new value in each"),
        (halved(), "x takes"),
    ],
    ids=str,
)
def test_what_grows_with_every_roll_is_refused_soon(call: Call[Any], variable: str) -> None:
    with at_most(MOST), pytest.raises(StateLimit, match=variable):
        odds(call)


def test_numbers_that_double_up_to_a_bound_are_followed() -> None:
    @rule
    async def doubled_up_to(most: int) -> int:
        x = 1
        while x < most and await roll(d6) != 6:
            x *= 2
        return x

    assert odds(doubled_up_to(2**1_000), of=lambda x: x == 1).mean == Fraction(1, 6)


@rule
async def tail_awaited(n: int) -> int:
    if await choose("player", ("go", "stop")) == "stop" or await roll(d6) == 1:
        return n
    return await tail_awaited(n + 1)


@rule
async def unevenly() -> int:
    n = 0
    while await choose("player", ("go", "stop")) == "go":
        n += await roll(d6)
        if n % 7 == 3:
            n += 1
    return n


@pytest.mark.parametrize("call", [tail_awaited(0), unevenly()], ids=["awaits itself", "loops"])
def test_what_a_policy_never_ends_is_refused_at_once(call: Call[int]) -> None:
    with at_most(MOST), pytest.raises(StateLimit, match="n is a new value in each"):
        odds(call, policy=lambda decision: decision.options[0])


@rule
async def down(n: int) -> int:
    while n > 0:
        face = await roll(d6)
        n -= face if await choose("player", ("all", "one")) == "all" else 1
    return n


def test_ways_to_decisions_far_down_are_not_told_in_full() -> None:
    """Each of 1,000 states that follow one another has another way to it: in full these are half a million answers."""
    told: list[int] = []

    def counted(path: Path) -> tuple[Hashable, ...]:
        found = answers(path)
        told.append(len(found))
        return found

    with patch("oddsmith.rules.compile.activation.answers", counted):
        assert best(down(1_000)).value == 0
    assert sum(told) <= 1_000


@rule
async def more(successes: int, again: int) -> int:
    while again:
        if await choose("player", ("again", "leave")) == "leave":
            again -= 1
        else:
            face = await roll(d6)
            successes += face >= 5
            again -= face < 6
    return successes


@dataclass(frozen=True)
class Shot:
    successes: int
    hits: int


@rule
async def shot(most: int | None) -> Shot:
    successes, again = await roll(Die([(0, 0), (1, 0), (1, 1)]))
    successes = await more(successes, again)
    return Shot(successes, successes if most is None else min(successes, most))


def test_what_is_capped_or_not_is_played_for_without_end() -> None:
    # a die that may be rolled again scores 2/3 * (1/2 + 1/2 * (1 + more)): every reroll adds 2/5 on average
    assert best(shot(None), of=lambda outcome: outcome.hits).value == Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 5)
    # up to two: of the rerolls of one die only that first success counts, which comes with 1/3
    assert best(shot(2), of=lambda outcome: outcome.hits).value == Fraction(2, 3) + Fraction(1, 3) * Fraction(1, 3)


@rule
async def rounds_and_run() -> int:
    """A number that begins again beside one that only grows; their product is read."""
    rounds = run = 0
    while rounds * run != 7_777_777:
        rounds += 1
        run = run + 1 if await roll(d6) > 2 else 0
    return rounds


@rule
async def rounds_and_run_in_the_end() -> tuple[int, int, int]:
    rounds = run = 0
    while True:
        face = await roll(d6)
        rounds += 1
        run = run + 1 if face > 2 else 0
        if face == 6:
            return rounds, run, rounds * run


@pytest.mark.parametrize("call", [rounds_and_run(), rounds_and_run_in_the_end()], ids=str)
def test_a_number_that_begins_again_beside_rounds_is_refused_before_ways_are_followed(call: Call[Any]) -> None:
    with at_most(30_000), pytest.raises(StateLimit, match=r"rounds is a new value in each \(\d+, later \d+\)"):
        odds(call)


@rule
async def products_that_meet(number: int) -> int:
    """It can end: 1,000,003 times 1, or 7,777,777 times 1, and in the second case by other factors too."""
    rounds = run = 0
    while rounds * (run + 1) != number:
        rounds += 1
        run = run + 1 if await roll(d6) > 2 else 0
    return rounds


@pytest.mark.parametrize("number", [1_000_003, 7_777_777])
def test_what_can_end_is_said_not_to_have_been_found_to_end(number: int) -> None:
    with at_most(30_000), pytest.raises(StateLimit, match=r"^This was not found to end: [\d,]+ states follow"):
        odds(products_that_meet(number))


ZOMBIE = {
    "green": Die(("brain", "brain", "brain", "foot", "foot", "shot")),
    "yellow": Die(("brain", "brain", "foot", "foot", "shot", "shot")),
    "red": Die(("brain", "foot", "foot", "shot", "shot", "shot")),
}


@rule
async def zombie_turn() -> int:
    """Three dice from a cup; feet are thrown once more; three shots lose all brains."""
    cup = {"green": 6, "yellow": 4, "red": 3}
    brains, shots = 0, 0
    feet: tuple[str, ...] = ()
    while True:
        hand = feet
        while len(hand) < 3 and any(cup.values()):
            drawn = await roll(Die(tuple([color for color, left in cup.items() for _ in range(left)])))
            cup[drawn] -= 1
            hand += (drawn,)
        feet = ()
        for color in sorted(hand):
            match await roll(ZOMBIE[color]):
                case "brain":
                    brains += 1
                case "shot":
                    shots += 1
                case _:
                    feet += (color,)
        if shots >= 3:
            return 0
        if len(feet) + sum(cup.values()) < 3 or await choose("player", ("stop", "go on")) == "stop":
            return brains


def test_a_number_that_rises_in_each_round_of_a_loop_that_ends_does_not_grow_without_end() -> None:
    assert len(explore(zombie_turn())) > 20_000
