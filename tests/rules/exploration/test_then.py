"""Going on as a call, and with its outcome as another rule."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from oddsmith.dice import HEADS, ScriptedSource, coin, d6
from oddsmith.errors import RuleError
from oddsmith.rules import (
    Linear,
    RuleEntered,
    Session,
    Then,
    best,
    choose,
    explore,
    first_option,
    note,
    odds,
    part,
    play,
    roll,
    rule,
    simulate,
)


@rule
async def push(coins: int, heads: int) -> Then[int]:
    """Toss as often as there are coins to pay for it; the heads are the outcome."""
    landed = heads + int(await roll(coin) == HEADS)
    if coins and await choose("player", ("stop", "push")) == "push":
        return push(coins - 1, landed)
    return landed


@rule
async def within_reach(heads: int, target: int) -> bool:
    return heads + await roll(d6) >= target


@rule
async def waits_with_await(coins: int, target: int) -> Then[bool]:
    return within_reach(await push(coins, 0), target)


@rule
async def waits_with_then(coins: int, target: int) -> Then[bool]:
    return push(coins, 0).then(within_reach, target)


@pytest.mark.parametrize("target", range(1, 9))
def test_it_means_what_awaiting_means(target: int) -> None:
    awaited, sequel = waits_with_await(2, target), waits_with_then(2, target)
    assert best(awaited).value == best(sequel).value
    assert odds(awaited, first_option) == odds(sequel, first_option)
    plan = best(sequel).policy
    assert odds(sequel, plan) == best(sequel).distribution
    assert simulate(sequel, 1000, plan, seed=1).runs == 1000


def test_states_that_differ_only_in_how_they_came_about_are_one() -> None:
    @rule
    async def first_awaits(target: int) -> Then[bool]:
        return waits_with_await(await choose("player", (3, 2, 1)), target)

    @rule
    async def first_sequel(target: int) -> Then[bool]:
        return waits_with_then(await choose("player", (3, 2, 1)), target)

    assert best(first_awaits(6)).value == best(first_sequel(6)).value
    assert len(explore(first_sequel(6))) < len(explore(first_awaits(6)))


@rule
async def doubled(count: int, bonus: int) -> Then[int]:
    return 2 * count + bonus


def test_gains_before_it_reach_the_next_rule_and_gains_around_it_the_outcome() -> None:
    @rule
    async def both() -> Then[int]:
        return 100 + (10 + push(0, 0)).then(doubled, bonus=5)

    assert {outcome: odds(both()).pmf(outcome) for outcome in (125, 127)} == {125: Fraction(1, 2), 127: Fraction(1, 2)}
    assert play(both(), ScriptedSource(["H"])).outcome == 127


def test_a_trail_goes_on_in_the_next_rule() -> None:
    run = play(waits_with_then(0, 3), ScriptedSource(["H", 2]))
    assert run.outcome is True
    entered = [(entry.call, entry.depth) for entry in run.trail if isinstance(entry, RuleEntered)]
    assert entered == [(waits_with_then(0, 3), 0), (push(0, 0), 1), (within_reach(1, 3), 0)]


@part
async def dash(bonus: int) -> int:
    await note("off they go")
    return (await steps()) + bonus


@rule
async def steps() -> int:
    return await roll(d6)


@part
async def arrives(distance: int, goal: int) -> bool:
    await note(f"{distance} of {goal}")
    return distance >= goal


@rule
async def run_for_it(goal: int) -> Then[bool]:
    return dash(2).then(arrives, goal)


@rule
async def run_for_it_at_once(goal: int) -> bool:
    await note("off they go")
    distance = (await steps()) + 2
    await note(f"{distance} of {goal}")
    return distance >= goal


def test_a_rule_that_is_cut_into_parts_is_told_as_if_it_were_whole() -> None:
    cut, whole = (play(call, ScriptedSource([4])) for call in (run_for_it(6), run_for_it_at_once(6)))
    told = [[entry.to_json() for entry in run.trail] for run in (cut, whole)]
    told[1][0]["rule"] = "run_for_it"
    assert told[0] == told[1]
    assert cut.outcome is whole.outcome is True


def test_a_decision_tells_what_waits_and_a_saved_session_goes_on() -> None:
    session = Session(waits_with_then(1, 3), ScriptedSource(["H", "T"]))
    assert session.pending is not None
    assert repr(session.pending.within) == "((within_reach, target=3, ()),)"
    again = Session.resume(session.save(), ScriptedSource(["T", 2]))
    again.answer("push")
    assert again.outcome is True


def test_it_can_be_returned_only() -> None:
    @rule
    async def waits() -> bool:
        return await push(0, 0).then(within_reach, 3)  # type: ignore[misc, no-any-return]

    with pytest.raises(RuleError, match="cannot be awaited.*Return it instead"):
        play(waits(), ScriptedSource(["H"]))


def test_other_arguments_are_checked_as_those_of_a_call() -> None:
    with pytest.raises(RuleError, match="'target' is a list"):
        push(0, 0).then(within_reach, [3])  # type: ignore[arg-type]


@dataclass(frozen=True)
class Score:
    """An outcome of one's own that gains can be added to."""

    points: int
    paid: int

    def __add__(self, more: int) -> "Score":
        return Score(self.points + more, self.paid)


@rule
async def streak(paid: int) -> Then[Score]:
    return 1 + streak(paid) if await roll(coin) == HEADS else Score(0, paid)


@rule
async def three_tries(left: int, paid: int) -> Then[Score]:
    return 1 + three_tries(left - 1, paid) if left and await roll(coin) == HEADS else Score(0, paid)


def test_gains_may_be_added_to_outcomes_of_ones_own() -> None:
    assert odds(three_tries(3, 7)).pmf(Score(3, 7)) == Fraction(1, 8)
    assert play(streak(2), ScriptedSource(["H", "H", "T"])).outcome == Score(2, 2)
    assert simulate(streak(2), 1000, seed=5).counts.keys() >= {Score(0, 2), Score(1, 2)}
    # such outcomes without end are listed until next to nothing is left, which is told
    endless = odds(streak(2))
    assert endless.pmf(Score(4, 2)) == Fraction(1, 32)
    assert 0 < endless.unresolved < Fraction(1, 10**18)


def test_a_gain_for_an_outcome_that_cannot_count_is_refused() -> None:
    @rule
    async def won() -> bool:
        return await roll(coin) == HEADS

    @rule
    async def worse() -> Then[str]:
        return 1 + named()  # type: ignore[operator, return-value]

    @rule
    async def named() -> str:
        return str(await won())

    with pytest.raises(RuleError, match="gain cannot be added to the outcome"):
        odds(worse())


# --- totals without end in a field of what a rule goes on with -------------------------------------------------------


@dataclass(frozen=True)
class Left:
    """HC below 0 by the wounds, and the coins that are left. Adding a number adds HC."""

    hc: int
    coins: int

    def __add__(self, more: int) -> "Left":
        return replace(self, hc=self.hc + more)


@dataclass(frozen=True)
class Wounds:
    wounds: int
    paid: int

    def __add__(self, more: int) -> "Wounds":
        return replace(self, wounds=self.wounds + more)


@rule
async def wound(coins: int) -> Then[Left]:
    """Every head is a wound and another toss; for a coin a tail is tossed again."""
    landed = await roll(coin)
    if landed != HEADS and coins and await choose("player", ("accept", "again")) == "again":
        return wound(coins - 1)
    if landed != HEADS:
        return Left(0, coins)
    return -1 + wound(coins)


@rule
async def reckon(left: Left, coins: int) -> Wounds:
    return Wounds(-left.hc, coins - left.coins)


@rule
async def wounded(coins: int) -> Then[Wounds]:
    return wound(coins).then(reckon, coins)


@pytest.mark.parametrize("coins", range(4))
def test_a_total_without_end_is_one_of_what_the_next_rule_makes_of_it(coins: int) -> None:
    # with every coin as with none, heads before a tail are geometric: 1 on average
    law = odds(wounded(coins), first_option, of=lambda outcome: outcome.wounds)
    assert [law.pmf(n) for n in range(5)] == [Fraction(1, 2 ** (n + 1)) for n in range(5)]
    assert law.mean == 1
    assert not law.unresolved
    assert odds(wounded(coins), first_option, of=lambda outcome: outcome.paid).pmf(0) == 1
    # each coin is worth another such run, and is spent
    played = best(wounded(coins), Linear(lambda wounds: wounds, 1), of=lambda outcome: outcome.wounds)
    assert played.value == 1 + coins
    priced = best(wounded(coins), Linear(lambda outcome: outcome.wounds - Fraction(1, 4) * outcome.paid, 1))
    assert priced.value == 1 + Fraction(3, 4) * coins


def test_the_outcome_of_the_next_rule_is_known_whole_as_well() -> None:
    whole = odds(wounded(2), first_option)
    assert [whole.pmf(Wounds(n, 0)) for n in range(5)] == [Fraction(1, 2 ** (n + 1)) for n in range(5)]
    assert sum(simulate(wounded(2), 100, first_option, seed=1).counts.values()) == 100
