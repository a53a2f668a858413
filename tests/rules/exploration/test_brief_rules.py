"""Rules that ask once and return are explored in one go: into the same states as those that do more."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.exploration.brief_families import family

from oddsmith.dice import d6, d8
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Then, best, choose, explore, note, odds, roll, rule
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.ways.brief_rules import BriefRules
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import PLAYER, opposed


@rule
async def climb(height: int, steps: int) -> Then[int]:
    """A face each step; a 1 ends it, and a 6 lets one choose."""
    if not steps:
        return height
    face = await roll(d6)
    if face == 1:
        await note("slipped")
        return 0
    return rest(height, steps) if face == 6 else climb(min(height + face, 9), steps - 1)


@rule
async def rest(height: int, steps: int) -> Then[int]:
    taken = await choose("player", {"rest": 0, "go on": 1})
    return height if taken == 0 else climb(height + taken, steps - 1)


@rule
async def twice(steps: int) -> Then[int]:
    """The first climb is handed on to a rule that waits."""
    return climb(0, steps).then(added, 2)


@rule
async def added(height: int, more: int) -> int:
    return height + more


@rule
async def leaping(height: int) -> Then[int]:
    """A rule whose sub-rule is solved by itself, with a gain."""
    leap = 10 * await higher(height % 3)
    return leap if leap > 20 else 1 + leaping((height + 1) % 3)


@rule
async def higher(least: int) -> int:
    return max(least, await roll(d8) // 2)


@rule
async def waiting(steps: int) -> int:
    """It awaits a rule with decisions, so that it waits for each of its outcomes."""
    reached = await climb(0, steps)
    return 1 if reached > 8 else 0


CALLS: dict[str, Callable[[], Call[Any]]] = {
    "chance and decisions": lambda: climb(0, 4),
    "a rule that goes on": lambda: twice(3),
    "a sub-rule with a gain": lambda: leaping(0),
    "a rule that waits": lambda: waiting(3),
    "a toss": lambda: opposed(PLAYER, 2, 0, 0, 14, 11, TossRules()),
}


def graph_of(call: Call[Any]) -> Any:
    """All of a graph that can be compared; or the error, since both ways must raise the same."""
    try:
        graph = explore(call)
    except Exception as error:  # noqa: BLE001 (whatever a random rule raises)
        return f"{type(error).__name__}: {error}"
    labels = list(map(str, graph.labels))  # frames are told apart by identity
    return graph.targets, graph.weights, graph.gains, graph.ends, labels, graph.decisions


def branch_by_branch(call: Call[Any]) -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BriefRules, "ways", lambda *_, **__: None)
        return graph_of(call)


@pytest.fixture
def expanded(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Tells of each node at which a rule was tried as a brief one whether it was."""
    found: list[bool] = []
    kept = BriefRules.ways

    def told(self: BriefRules, node: int | None, call: Call[Any], stack: Any, *, decides: bool = False) -> Any:
        ways = kept(self, node, call, stack, decides=decides)
        found.append(ways is not None)
        return ways

    monkeypatch.setattr(BriefRules, "ways", told)
    return found


@pytest.mark.parametrize("made", CALLS.values(), ids=CALLS)
def test_the_graph_is_the_same_as_branch_by_branch(made: Callable[[], Call[Any]], expanded: list[bool]) -> None:
    assert graph_of(made()) == branch_by_branch(made())
    assert any(expanded)


def test_so_it_is_for_random_families_of_rules(expanded: list[bool]) -> None:
    for seed in range(250):
        text, call = family(seed)
        assert graph_of(call) == branch_by_branch(call), text
    assert sum(expanded) > 1_000
    assert not all(expanded)


def test_best_play_of_brief_rules_is_that_of_hand() -> None:
    """Two steps: at a 6 on the first, resting is worth 0 and going on 1 + a step, of which a 1 is lost."""
    after = [Fraction(sum(min(height + face, 9) for face in (2, 3, 4, 5)) + height + 1, 6) for height in range(7)]
    expected = (sum(after[2:6]) + max(Fraction(0), after[1])) / 6
    assert best(climb(0, 2)).value == expected


@rule
async def failing(left: int) -> Then[int]:
    face = await roll(d6)
    return face if not left else failing(left // (left - 3))  # divides by zero at 3


@rule
async def counting_down(left: int) -> Then[int]:
    face = await roll(d6)
    return counting_down(left - 1) if left else 6 // (face - face)


def test_an_error_tells_the_rule_its_arguments_and_answers() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        odds(counting_down(9))
    place, _, answers = vars(caught.value)["_stood"]
    assert getattr(place, "call", place) == counting_down(0)
    assert len(answers or place.known) == 1


@rule
async def talking(left: int) -> Then[int]:
    face = await choose("player", (1, 2))
    while left == 0:
        await note("on and on")
    return talking(left - face if left > face else 0)


def test_remarks_without_end_are_refused() -> None:
    with pytest.raises(StateLimit, match="talking"):
        best(talking(9), limit=2_000)


LATELY: list[int] = []


@rule
async def unsteady(left: int) -> Then[int]:
    """It asks something else whenever it is run again, from the fourth call on."""
    LATELY.append(left)
    sides = ("a", "b", len(LATELY)) if left < 4 else ("a", "b")
    taken = await choose("player", sides)
    return unsteady(left - 1) if left and taken == "a" else left


def test_a_rule_that_asks_something_else_is_refused_though_it_did_not_at_first() -> None:
    LATELY.clear()
    with pytest.raises(RuleError, match="unsteady|outlives"):
        best(unsteady(8))


@rule
async def die_of_many(left: int) -> Then[int]:
    face = await roll(d6)
    return die_of_many(left - 1) if left else face


def test_a_limit_below_the_answers_of_one_roll_is_kept() -> None:
    with pytest.raises(StateLimit):
        odds(die_of_many(3), limit=5)
