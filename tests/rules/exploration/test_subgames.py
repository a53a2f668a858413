"""Games made of subgames: taken apart, they are worth and played as when they are explored whole."""

import sys
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import HEADS, coin, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Solution, StateLimit, Then, asked, best, choose, explore, odds, play, roll, rule, solve
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.subgames import NoSubgames, Subgames
from oddsmith.rules.run.subgame_play import SubgameSolution, solve_subgames
from oddsmith.rules.solvers.players import PLAYERS


class Caught(NamedTuple):
    """The catch of a cast, and the bait and the charms that are left."""

    fish: int
    bait: int
    charms: int


@rule
async def cast(bait: int, charms: int, lucky: bool) -> Then[Caught]:
    """The player may bait the hook; the opponent may charm the fish away, and the player pay bait to undo that."""
    baited = bait > 0 and await choose("player", ("no bait", "bait")) == "bait"
    face = await roll(d6)
    caught = face >= (3 if baited else 5) - lucky
    return tug(bait - baited, charms, caught) if caught else Caught(0, bait - baited, charms)


@rule
async def tug(bait: int, charms: int, caught: bool) -> Then[Caught]:
    who, coins, costs = ("opponent", charms, 1) if caught else ("player", bait, 2)
    if coins < costs or await choose(who, ("leave it", "pay")) == "leave it":
        return Caught(int(caught), bait, charms)
    return tug(bait - costs, charms, True) if who == "player" else tug(bait, charms - costs, False)


@rule
async def fishing(casts: int, bait: int, charms: int) -> Then[int]:
    """So many casts; who has caught most of them is told by the number of fish."""
    return cast(bait, charms, casts % 2 == 0).then(land, casts - 1, 0)


@rule
async def land(caught: Caught, casts: int, fish: int) -> Then[int]:
    fish += caught.fish
    return cast(caught.bait, caught.charms, casts % 2 == 0).then(land, casts - 1, fish) if casts else fish


def taken_apart(casts: int, bait: int, charms: int, enough: int) -> tuple[Solution[int], Solution[int]]:
    call = fishing(casts, bait, charms)
    goal = lambda fish: fish >= enough  # noqa: E731 (one goal for both)
    return solve(explore(call), goal), solve_subgames(Subgames(call, limit=10_000, bound=BOUND), goal, players=PLAYERS)


@given(st.integers(1, 4), st.integers(0, 5), st.integers(0, 3), st.integers(0, 4))
def test_value_outcomes_and_advice_are_those_of_the_whole_game(casts: int, bait: int, charms: int, enough: int) -> None:
    whole, by_subgames = taken_apart(casts, bait, charms, enough)
    assert by_subgames.value == whole.value
    assert by_subgames.distribution == whole.distribution
    reached = {advice.decision: advice for advice in whole.decisions if advice.reached}
    assert {advice.decision: advice for advice in by_subgames.decisions} == reached


def test_the_policy_answers_decisions_that_best_play_does_not_come_to() -> None:
    whole, by_subgames = taken_apart(3, 4, 2, 2)
    assert any(not advice.reached for advice in whole.decisions)
    assert {advice.decision: by_subgames.policy(advice.decision) for advice in whole.decisions} == {
        advice.decision: advice.best for advice in whole.decisions
    }
    assert odds(fishing(3, 4, 2), by_subgames.policy) == whole.distribution
    assert play(fishing(3, 4, 2), decide=by_subgames.policy).outcome in range(4)


def test_it_can_be_asked_at_the_beginning_of_every_subgame() -> None:
    _, by_subgames = taken_apart(3, 4, 2, 2)
    # one more cast, one fish so far, nothing left to spend: a 5 or 6, or 4 with luck
    last = by_subgames.at(land(Caught(1, 0, 0), 1, 0))
    assert last.value == Fraction(1, 3)
    assert last.distribution.pmf(2) == Fraction(1, 3)
    with pytest.raises(RuleError, match="is not the beginning of a stage"):
        by_subgames.at(land(Caught(1, 0, 0), 7, 0))
    with pytest.raises(RuleError, match="does not know"):
        by_subgames.policy(best(cast(1, 0, False), lambda caught: caught.fish).decisions[0].decision)


def test_states_of_subgames_are_explored_once_for_all_situations() -> None:
    few, many = (Subgames(fishing(casts, 4, 2), limit=10_000, bound=BOUND) for casts in (10, 30))
    assert len(few.graph) == len(many.graph)
    assert len(few.situations) < len(many.situations)


class Catch(NamedTuple):
    """The end of fishing."""

    fish: int
    bait: int


@rule
async def fishing_trip(casts: int, bait: int) -> Then[Catch]:
    return cast(bait, 0, False).then(land_on_trip, casts - 1, 0)


@rule
async def land_on_trip(caught: Caught, casts: int, fish: int) -> Then[Catch]:
    fish += caught.fish
    return cast(caught.bait, 0, False).then(land_on_trip, casts - 1, fish) if casts else Catch(fish, caught.bait)


def test_a_question_is_put_to_the_outcomes_of_a_game_that_is_taken_apart() -> None:
    trip = fishing_trip(3, 2)
    fish = asked(trip, lambda catch: catch.fish)
    assert fish is not None
    taken_apart = solve_subgames(Subgames(fish, limit=10_000, bound=BOUND), None, players=PLAYERS)
    assert taken_apart.value == best(trip, lambda catch: catch.fish).value
    assert taken_apart.distribution == odds(fish, policy=taken_apart.policy)
    assert taken_apart.at(fish).value == taken_apart.value


def test_best_takes_large_games_apart_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = best(fishing(6, 5, 3), lambda fish: fish >= 3)
    monkeypatch.setattr(sys.modules["oddsmith.rules.run.best"], "_WHOLE", 100)
    by_subgames = best(fishing(6, 5, 3), lambda fish: fish >= 3)
    assert isinstance(by_subgames, SubgameSolution)
    assert by_subgames.value == whole.value == by_subgames.distribution.at_least(3)


def test_the_limit_counts_states_and_situations() -> None:
    with pytest.raises(StateLimit, match="Most are of rule"):
        Subgames(fishing(40, 9, 9), limit=50, bound=BOUND)
    states = len(Subgames(fishing(40, 4, 2), limit=10_000, bound=BOUND).graph)
    with pytest.raises(StateLimit, match="situations"):
        Subgames(fishing(80, 4, 2), limit=states, bound=BOUND)


class Weather(NamedTuple):
    """The weather of a day: equal, as a tuple, to a catch of as many fish with as much bait and as many charms left."""

    storm: int
    bait: int
    charms: int


@rule
async def day(bait: int, charms: int) -> Weather:
    return Weather(int(await roll(coin) == HEADS), bait, charms)


@rule
async def sail(weather: Weather, days: int, fish: int) -> Then[int]:
    if weather.storm:
        return fish
    return cast(weather.bait, weather.charms, days % 2 == 0).then(home, days - 1, fish)


@rule
async def home(caught: Caught, days: int, fish: int) -> Then[int]:
    fish += caught.fish
    return day(caught.bait, caught.charms).then(sail, days, fish) if days else fish


@rule
async def voyage(days: int) -> Then[int]:
    return day(2, 1).then(sail, days, 0)


def test_outcomes_of_different_subgames_that_are_equal_are_not_taken_for_each_other() -> None:
    assert len({Weather(1, 0, 0), Caught(1, 0, 0)}) == 1
    whole = solve(explore(voyage(3)))
    by_subgames = solve_subgames(Subgames(voyage(3), limit=10_000, bound=BOUND), None, players=PLAYERS)
    assert by_subgames.value == whole.value
    assert by_subgames.distribution == whole.distribution


@rule
async def rolls_between(caught: Caught, casts: int) -> Then[int]:
    if await roll(coin) == HEADS and casts:
        return cast(1, 0, False).then(rolls_between, casts - 1)
    return caught.fish


@rule
async def gains_between(caught: Caught, casts: int) -> Then[int]:
    return caught.fish + cast(1, 0, False).then(gains_between, casts - 1) if casts else caught.fish


@rule
async def never_stops(caught: Caught, parity: int) -> Then[int]:
    return cast(1, 0, False).then(never_stops, 1 - parity) if caught.fish else 0


@rule
async def starts(which: int) -> Then[int]:
    match which:
        case 0:
            return cast(1, 0, False).then(rolls_between, 2)
        case 1:
            return cast(1, 0, False).then(gains_between, 2)
        case 2:
            return cast(1, 0, False).then(never_stops, 0)
        case _:
            return await roll(d6)


@pytest.mark.parametrize("which", range(4))
def test_other_games_are_not_taken_apart_but_solved_whole(which: int) -> None:
    with pytest.raises(NoSubgames):
        Subgames(starts(which), limit=1000, bound=BOUND)
    assert best(starts(which)).value == solve(explore(starts(which))).value
