"""Rules and calls go to other processes by the names by which they can be imported."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
from tests.rules.games import gambler, hunt, is_won

from oddsmith.dice import d6, parse
from oddsmith.errors import BadInput, NotationError, OddsmithError, RuleError, TooLarge
from oddsmith.rules import Call, Goal, Solution, best, choose, odds, play, roll, rule


@rule
async def wins(bound: int) -> bool:
    """A die reaches a bound."""
    return await roll(d6) >= bound


def chance(call: Call[bool]) -> Fraction:
    return odds(call).pmf(True)


def test_rules_and_calls_are_themselves_again() -> None:
    assert pickle.loads(pickle.dumps(wins)) is wins
    call = wins(4)
    again = pickle.loads(pickle.dumps(call))
    assert (again, hash(again)) == (call, hash(call))


def test_calls_are_answered_by_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as others:
        assert list(others.map(chance, [wins(4), wins(6)])) == [Fraction(1, 2), Fraction(1, 6)]


def test_a_rule_that_has_no_name_to_be_found_by_is_refused() -> None:
    @rule
    async def inner() -> int:
        return await roll(d6)

    with pytest.raises(RuleError, match="cannot be found again by its name, so it cannot be pickled"):
        pickle.dumps(inner())


def test_what_is_no_rule_any_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(wins)
    monkeypatch.setitem(globals(), "wins", chance)
    with pytest.raises(RuleError, match="is no rule any more"):
        pickle.loads(kept)


@rule
async def hits(dice: int) -> int:
    """Fives and sixes; misses may be thrown again, or everything."""
    found = await roll(d6.pool(dice).count(at_least=5))
    misses = dice - found
    match await choose("player", ("keep", "misses", "all")):
        case "misses":
            found += await roll(d6.pool(misses).count(at_least=5))
        case "all":
            found = await roll(d6.pool(dice).count(at_least=4))
    return found


def answered(solution: Solution[object]) -> tuple[object, ...]:
    """All that a solution tells, here or in another process."""
    advice = [(one.decision.variables, one.best, one.reached) for one in solution.decisions]
    return solution.value, str(solution), solution.distribution, advice


def chance_under(call: Call[object], solution: Solution[object]) -> object:
    return odds(call, solution.policy)


def win(outcome: tuple[bool, int]) -> bool:
    return is_won(outcome[0])


@pytest.mark.parametrize(
    ("call", "goal"),
    [(hits(3), None), (gambler(3, 6), None), (hunt(2, 0, True), win), (wins(4), None)],
    ids=["hits", "gambler", "hunt", "wins"],
)
def test_solutions_are_read_by_another_process(call: Call[object], goal: Goal | None) -> None:
    solution = best(call, goal)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as others:
        assert others.submit(answered, solution).result() == answered(solution)
        assert others.submit(chance_under, call, solution).result() == solution.distribution
        # And made there, it comes back.
        assert answered(others.submit(best, call, goal).result()) == answered(solution)


def test_a_solution_that_went_elsewhere_is_asked_at_its_states() -> None:
    solution = best(gambler(3, 6))
    again = pickle.loads(pickle.dumps(solution))
    assert again.at(gambler(2, 6)).value == solution.at(gambler(2, 6)).value


def test_runs_and_their_trails_are_themselves_again() -> None:
    run = play(hits(3), decide=lambda decision: decision.options[0])
    assert pickle.loads(pickle.dumps(run)) == run


def refusals() -> list[OddsmithError]:
    """Errors of several kinds, as they are raised."""
    raised: list[OddsmithError] = []
    for wrong in (
        lambda: parse("4d6kh"),
        lambda: d6.pool(-1),
        lambda: d6.pool(10**9),
        lambda: best(hits(3), players={}),
    ):
        try:
            wrong()
        except OddsmithError as error:
            raised.append(error)
    return raised


def test_errors_come_back_whole_from_another_process() -> None:
    kinds = [type(error) for error in refusals()]
    assert kinds[:2] == [NotationError, BadInput]
    assert issubclass(kinds[2], TooLarge)
    for error in refusals():
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert (again.code, again.place, again.__dict__.keys()) == (error.code, error.place, error.__dict__.keys())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as others:
        assert [str(error) for error in others.submit(refusals).result()] == [str(error) for error in refusals()]
