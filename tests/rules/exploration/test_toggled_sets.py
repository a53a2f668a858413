"""Sets in which things are toggled: finitely many states, all of which lead back to each other."""

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import d
from oddsmith.errors import TooLarge
from oddsmith.rules import Call, StateLimit, Then, best, choose, explain, explore, odds, roll, rule, simulate
from oddsmith.rules.exploration.limits.trends import Sample, steps_left
from oddsmith.rules.linalg.sparse import affordable_steps


@rule
async def toggled(faces: int) -> int:
    """Two to the power of `faces` sets, less the last, each with a way back to the one before."""
    seen: set[int] = set()
    while len(seen) < faces:
        seen ^= {await roll(d(faces))}
    return 0


@pytest.mark.parametrize("faces", [14, 18, 19, 20])
def test_sets_that_are_toggled_are_refused_since_they_lead_back_to_each_other(faces: int) -> None:
    with at_most(20_000), pytest.raises(StateLimit, match="states lead back to each other") as caught:
        odds(toggled(faces))
    assert not caught.value.endless
    assert "end:" not in caught.value.message
    assert caught.value.line == toggled.function.__code__.co_firstlineno + 5  # from the decorator to the await


def test_graphs_of_sets_that_are_toggled_are_refused_as_their_odds_are() -> None:
    with at_most(20_000), pytest.raises(StateLimit, match="states lead back to each other"):
        explore(toggled(20))


def test_best_play_with_sets_that_are_toggled_is_refused_as_their_odds_are() -> None:
    with at_most(20_000), pytest.raises(StateLimit, match="states lead back to each other"):
        best(toggled(20))  # nothing is added up, so that to ask for a total would come to the same


@rule
async def rolls_that_toggle(faces: int) -> int:
    seen: set[int] = set()
    rolls = 0
    while len(seen) < faces:
        seen ^= {await roll(d(faces))}
        rolls += 1
    return rolls


@pytest.mark.parametrize("call", [toggled(14), toggled(20), rolls_that_toggle(10)])
def test_an_explanation_of_sets_that_are_toggled_says_why_their_odds_are_refused(call: Call[int]) -> None:
    with pytest.raises(TooLarge) as caught:
        odds(call)
    with at_most(20_000):
        assert explain(call).stopped == str(caught.value)


def test_sets_that_are_toggled_are_simulated() -> None:
    assert simulate(toggled(8), 10, seed=1).counts == {0: 10}


@rule
async def toggled_at_will(faces: int) -> int:
    """Everybody may stop at once, so no equation of all sets need ever be solved."""
    seen: set[int] = set()
    while len(seen) < faces and await choose("player", ("stop", "go on")) == "go on":
        seen ^= {await roll(d(faces))}
    return 0


@rule
async def taken_or_left() -> int:
    """Two to the twentieth sets, each once more for each face."""
    seen: set[int] = set()
    while sum(seen) < 200:
        face = await roll(d(20))
        if await choose("player", ("toggle", "leave")) == "toggle":
            seen ^= {face}
    return len(seen)


@rule
async def staked() -> int:
    stake = await choose("player", ("low", "high"))
    seen: set[int] = set()
    while len(seen) < 20:
        seen ^= {await roll(d(20))}
    return 1 if stake == "low" else 2


@pytest.mark.parametrize("call", [toggled_at_will(20), taken_or_left(), staked()], ids=str)
def test_far_too_many_sets_that_somebody_toggles_are_refused_soon(call: Call[int]) -> None:
    with at_most(120_000), pytest.raises(StateLimit, match=r"more than 1,000,000 states"):
        best(call)


def test_sets_that_somebody_may_cease_to_toggle_are_no_equation() -> None:
    with pytest.raises(TooLarge, match="Many states lead back to each other"):
        odds(toggled(10))
    assert best(toggled_at_will(10)).value == 0


def test_few_sets_that_are_toggled_are_solved() -> None:
    assert odds(toggled(7)).pmf(0) == 1  # it ends sooner or later


@rule
async def holding(seen: frozenset[int]) -> Then[int]:
    return holding(seen ^ {await roll(d(20))})


def _samples(*held: set[int]) -> list[Sample]:
    return [(holding(frozenset(each)), depth) for depth, each in enumerate(held)]


def test_sets_of_the_same_things_come_back_and_sets_of_ever_more_things_do_not() -> None:
    back = _samples({1}, {1, 2}, {2, 3}, {1, 3}, {2})
    assert steps_left(back, lambda _: [], 1_000, None, in_doubt=False) == 0
    more = _samples({1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4})
    assert steps_left(more, lambda _: [], 1_000, None, in_doubt=False) is None


def test_a_cube_of_many_dimensions_is_refused_before_its_elimination_begins() -> None:
    """A cube of twelve falls apart only where 924 corners, all of six ones, are taken out: about 924^3 / 3 products."""
    cube = [[corner ^ 1 << side for side in range(12)] for corner in range(2**12)]
    with pytest.raises(TooLarge, match="Many states lead back to each other"):
        affordable_steps(cube)
