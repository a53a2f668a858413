"""Rules and calls go to other processes by the names by which they can be imported."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.exploration.test_subgames import fishing
from tests.rules.games import gambler, hunt, is_won

from oddsmith.dice import ScriptedSource, SeededSource, Source, d6, parse
from oddsmith.errors import BadInput, NotationError, OddsmithError, RuleError, TooLarge
from oddsmith.rules import Call, Goal, Session, Solution, Then, best, choose, explain, odds, play, roll, rule, simulate
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.language.choices import OptionDrawn
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.players import PLAYERS


@pytest.fixture(scope="module")
def others() -> Iterator[ProcessPoolExecutor]:
    """Another process, which knows nothing of this one's rules but where they are written."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


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


def test_calls_are_answered_by_another_process(others: ProcessPoolExecutor) -> None:
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


@pytest.mark.parametrize("lost", ["a_module_that_is_not_there", "__main__"])
def test_a_rule_that_another_process_does_not_have_is_told(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    kept = pickle.dumps(wins, 0)
    with pytest.raises(RuleError, match=f"Rule {lost}:wins: cannot be found in this process.* Define it in a file"):
        pickle.loads(kept.replace(__name__.encode(), lost.encode()))


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


def answered(solution: Solution[Any]) -> tuple[object, ...]:
    """All that a solution tells, here or in another process."""
    advice = [(one.decision.variables, one.best, one.reached) for one in solution.decisions]
    return solution.value, str(solution), solution.distribution, advice


def chance_under(call: Call[Any], solution: Solution[Any]) -> object:
    return odds(call, solution.policy)


def win(outcome: tuple[bool, int]) -> bool:
    return is_won(outcome[0])


@pytest.mark.parametrize(
    ("call", "goal"),
    [(hits(3), None), (gambler(3, 6), None), (hunt(2, 0, True), win), (wins(4), None)],
    ids=["hits", "gambler", "hunt", "wins"],
)
def test_solutions_are_read_by_another_process(call: Call[Any], goal: Goal | None, others: ProcessPoolExecutor) -> None:
    solution = best(call, goal)
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


@rule
async def rerolled(dice: int) -> int:
    """Each die may be thrown once more; the rule is compiled, and its states are known to this process alone."""
    found = 0
    for _ in range(dice):
        face = await roll(d6)
        if face < 4 and await choose("player", ("keep", "again")) == "again":
            face = await roll(d6)
        found += face
    return found


def is_high(total: int) -> bool:
    return total >= 8


@rule
async def heap(dice: int) -> tuple[int, bool]:
    total = await rerolled(dice)
    return total, total % 2 == 0


def total_of(outcome: tuple[int, bool]) -> int:
    return outcome[0]


READINGS: dict[str, Callable[[Call[Any], Solution[Any]], object]] = {
    "simulated": lambda call, solution: simulate(call, 100, solution.policy),
    "asked": lambda call, solution: odds(call, solution.policy),
    "played": lambda call, solution: play(call, SeededSource(1), solution.policy),
    "explained": lambda call, solution: explain(call),
    "printed": lambda call, solution: str(solution),
    "advised": lambda call, solution: [solution.policy(advice.decision) for advice in solution.decisions],
    "law": lambda call, solution: solution.distribution,
    "later": lambda call, solution: solution.at(call).value,
}


@given(st.lists(st.sampled_from(sorted(READINGS)), unique=True), st.sampled_from([rerolled(2), hits(2), gambler(2, 4)]))
@settings(max_examples=12, deadline=None)
def test_a_solution_and_its_policy_are_pickled_whatever_was_read_of_them(readings: list[str], call: Call[Any]) -> None:
    solution = best(call)
    read = {reading: READINGS[reading](call, solution) for reading in readings}
    again = pickle.loads(pickle.dumps(solution))
    policy = pickle.loads(pickle.dumps(solution.policy))
    pickle.dumps(read)
    assert again.value == solution.value
    assert odds(call, policy) == odds(call, again.policy) == solution.distribution


def test_what_was_simulated_explained_and_played_goes_to_a_fresh_process(others: ProcessPoolExecutor) -> None:
    whole, asked = best(rerolled(2), is_high), best(heap(2), of=total_of)
    simulate(rerolled(2), 100, whole.policy)
    odds(rerolled(2), whole.policy)
    simulate(heap(2), 100, asked.policy, of=total_of)
    odds(heap(2), asked.policy, of=total_of)
    assert others.submit(answered, whole).result() == answered(whole)
    assert others.submit(odds, rerolled(2), whole.policy).result() == whole.distribution
    # A function that asks has a name there, too.
    assert others.submit(odds, heap(2), asked.policy, of=total_of).result() == asked.distribution


def test_a_solution_of_what_a_lambda_asks_is_read_after_it_was_pickled() -> None:
    solution = best(heap(2), of=lambda outcome: outcome[0])
    again = pickle.loads(pickle.dumps(solution))
    assert answered(again) == answered(solution)
    # Of both dice the better half is kept: 4, 5, 6 stay, and 1, 2, 3 are thrown again for 3.5.
    assert again.value == 2 * (Fraction(15, 6) + Fraction(3, 6) * Fraction(7, 2))


def test_stages_that_are_solved_one_by_one_go_to_a_fresh_process(others: ProcessPoolExecutor) -> None:
    call = fishing(3, 2, 1)
    solution = solve_subgames(Subgames(call, limit=10_000, bound=BOUND), None, players=PLAYERS)
    odds(call, solution.policy)
    assert others.submit(answered, solution).result() == answered(solution)
    assert others.submit(chance_under, call, solution).result() == solution.distribution


def test_stages_whose_rules_have_changed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(Subgames(catch(2), limit=10_000, bound=BOUND))
    again = pickle.loads(kept)
    assert len(again.graph) == len(Subgames(catch(2), limit=10_000, bound=BOUND).graph)
    monkeypatch.setattr(catch, "function", catch_more.function)
    monkeypatch.setattr(catch, "begin", catch_more.function)
    with pytest.raises(RuleError, match="has other states than when its solution was pickled"):
        pickle.loads(kept)


@rule
async def catch(casts: int) -> Then[int]:
    return rerolled(1).then(after, casts - 1)


@rule
async def catch_more(casts: int) -> Then[int]:
    return rerolled(2).then(after, casts - 1)


@rule
async def after(caught: int, casts: int) -> Then[int]:
    return rerolled(1).then(after, casts - 1) if casts else caught


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


def test_errors_come_back_whole_from_another_process(others: ProcessPoolExecutor) -> None:
    kinds = [type(error) for error in refusals()]
    assert kinds[:2] == [NotationError, BadInput]
    assert issubclass(kinds[2], TooLarge)
    for error in refusals():
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert (again.code, again.place, again.__dict__.keys()) == (error.code, error.place, error.__dict__.keys())
    assert [str(error) for error in others.submit(refusals).result()] == [str(error) for error in refusals()]


def finished(session: Session[int], answers: list[str]) -> tuple[int, str]:
    """Answer what is pending, and tell how it ended."""
    for option in answers:
        session.answer(option)
    return session.outcome, str(session.trail)


@pytest.mark.parametrize("source", [SeededSource(7), ScriptedSource([5, 1, 2, 6, 3])], ids=["seeded", "scripted"])
def test_a_session_goes_on_in_another_process(source: Source, others: ProcessPoolExecutor) -> None:
    here = Session(hits(3), pickle.loads(pickle.dumps(source)))
    session = Session(hits(3), source)
    assert others.submit(finished, session, ["misses"]).result() == finished(here, ["misses"])


def test_a_session_that_went_elsewhere_throws_other_faces_of_the_system() -> None:
    session = Session(hits(100))
    first, second = (pickle.loads(pickle.dumps(session)) for _ in range(2))
    assert first.trail == second.trail == session.trail
    assert len({str(finished(one, ["all"])) for one in (session, first, second)}) == 3


def test_an_option_that_was_drawn_before_a_session_was_pickled_leaves_its_draw_in_the_trail() -> None:
    session = Session(hits(2), SeededSource(3))
    option = session.ask(lambda decision: {"keep": Fraction(1, 2), "misses": Fraction(1, 2)})
    again = pickle.loads(pickle.dumps(session))
    assert finished(again, [str(option)]) == finished(session, [str(option)])
    assert [entry for entry in again.trail if isinstance(entry, OptionDrawn)]


class Pushed(NamedTuple):
    points: int
    rolls: int


@rule
async def pushed() -> Pushed:
    """More than 8 points are worth no more, so they are not told apart; their number has no end."""
    points = rolls = 0
    while await choose("player", ("stop", "go")) == "go":
        face = await roll(d6)
        rolls += 1
        if face == 1:
            return Pushed(0, rolls)
        points += face
    return Pushed(min(points, 8), rolls)


def points_of(outcome: Pushed) -> int:
    return outcome.points


def mean_points(plan: Plan) -> Fraction:
    return odds(pushed(), plan).map(points_of).mean


def test_a_plan_keeps_the_limits_to_what_it_tells_apart(others: ProcessPoolExecutor) -> None:
    solved = best(pushed(), of=points_of)
    # v(n) = max(min(n, 8), sum of v(n + face) / 6 for faces 2 to 6)
    worth = [Fraction(min(points, 8)) for points in range(15)]
    for points in range(7, -1, -1):
        worth[points] = max(worth[points], sum(worth[points + 2 : points + 7], Fraction(0)) / 6)
    assert solved.value == worth[0]
    plan = solved.policy
    assert mean_points(pickle.loads(pickle.dumps(plan))) == worth[0]
    assert others.submit(mean_points, plan).result() == worth[0]
