"""The explicit graph of a rule."""

import gc
import weakref
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import Die, coin, d6, d10
from oddsmith.errors import RuleError
from oddsmith.rules import UNRESOLVED, Call, Decision, StateLimit, Then, choose, explore, roll, rule
from oddsmith.rules.exploration.ways.branches import Branches
from oddsmith.rules.graph.garbage_collection import without_collection


@rule
async def again(left: int) -> Then[int]:
    face = await roll(d6)
    if left and await choose("player", ("keep", "again")) == "again":
        return again(left - 1)
    return face


def test_equal_calls_are_one_node_however_they_are_reached() -> None:
    graph = explore(again(1))
    calls = [label for label in graph.labels if isinstance(label, tuple) and isinstance(label[0], Call)]
    assert len(calls) == 2  # again(1) and again(0), though six faces lead to the second
    assert len(graph.decisions) == 6
    assert sorted(graph.ends.values()) == [1, 2, 3, 4, 5, 6]  # type: ignore[type-var]
    assert set(graph.decisions.values()) == {
        Decision("player", ("keep", "again"), again(1), (face,)) for face in range(1, 7)
    }


def test_weights_of_every_chance_node_add_up_to_one() -> None:
    graph = explore(again(1))
    assert all(sum(weights) == 1 for weights in graph.weights if weights is not None)


@rule
async def twice(face: int) -> Then[int]:
    return again(0) if face < 3 else 1 + again(0)


def test_a_graph_that_nobody_needs_is_gone_at_once() -> None:
    """Graphs are large, and the collector looks at what exploring left only when it looks at everything."""
    gc.collect()
    gc.disable()
    try:
        assert [weakref.ref(explore(call))() for call in (again(2), twice(4))] == [None, None]
    finally:
        gc.enable()


def test_what_was_made_meanwhile_counts_as_old_and_is_still_collected() -> None:
    class Held:
        """Something in a circle."""

    gc.collect()
    with without_collection():
        held: Any = Held()
        held.itself = held
        gone = weakref.ref(held)
        del held
    assert gc.isenabled()
    gc.collect()
    assert gone() is None


@rule
async def steered() -> str:
    return "many" if await roll(d10.explode().pool(2).count(at_least=7)) >= 2 else "few"


@rule
async def odd() -> bool:
    return await roll(d10.explode().pool(2).count(at_least=7)) % 2 == 1


def test_an_unbounded_roll_that_is_compared_leaves_nothing_unresolved() -> None:
    graph = explore(steered())
    assert len(graph) == 3
    assert set(graph.ends.values()) == {"many", "few"}


def test_an_unbounded_roll_that_steers_keeps_its_rest_at_an_unresolved_end() -> None:
    graph = explore(odd(), bound=Fraction(1, 1000))
    rest = next(node for node, outcome in graph.ends.items() if outcome is UNRESOLVED)
    (weight,) = [
        w
        for ts, ws in zip(graph.targets, graph.weights, strict=True)
        for t, w in zip(ts, ws or (), strict=True)
        if t == rest
    ]
    assert 0 < Fraction(str(weight)) < Fraction(1, 1000)


def test_a_capped_roll_that_steers_leaves_nothing_unresolved() -> None:
    @rule
    async def capped() -> str:
        return "many" if await roll(d10.explode().pool(2).count(at_least=7).capped(2)) >= 2 else "few"

    assert set(explore(capped()).ends.values()) == {"many", "few"}


def test_an_option_with_one_way_on_needs_no_node_between() -> None:
    @rule
    async def pick() -> str:
        return await choose("player", ("a", "b"))

    graph = explore(pick())
    assert len(graph) == 3
    assert [graph.ends[target] for target in graph.targets[0]] == ["a", "b"]


def test_a_single_option_is_no_decision() -> None:
    @rule
    async def forced() -> str:
        return await choose("player", ("only",)) + await roll(coin)

    assert explore(forced()).decisions == {}


def test_several_calls_share_their_states() -> None:
    graph = explore(again(2), again(5))
    assert len(graph) == len(explore(again(5)))
    assert [graph.labels[root][0] for root in graph.roots] == [again(2), again(5)]
    assert graph.state(again(5)) == graph.roots[1]
    assert graph.labels[graph.state(again(3))] == (again(3), (), None)


def test_a_call_with_a_gain_is_a_state_of_its_own() -> None:
    graph = explore(again(1), 10 + again(1))
    with_gain = graph.state(10 + again(1))
    assert graph.targets[with_gain] == (graph.state(again(1)),)
    assert graph.gains[with_gain] == (10,)


def test_a_call_that_play_never_comes_to_is_no_state() -> None:
    with pytest.raises(RuleError, match=r"again\(left=7\) is not a state"):
        explore(again(2)).state(again(7))


def test_probabilities_are_fractions_that_add_up_to_one() -> None:
    graph = explore(again(1))
    assert graph.probabilities(0) == (Fraction(1, 6),) * 6
    assert graph.probabilities(graph.targets[0][0]) == ()  # a decision


@rule
async def told(face: int) -> int:
    return face


@rule
async def asks_another_rule() -> int:
    return await told(await roll(d6))


def test_wherever_the_limit_is_reached_it_is_the_limit_that_is_told() -> None:
    states = 19  # the rule itself, six calls of the other, each with its end, and the six ends of the rule
    for limit in range(1, states):
        with pytest.raises(StateLimit):
            explore(asks_another_rule(), limit=limit)
    explore(asks_another_rule(), limit=states)


@rule
async def waited_for(left: int) -> Then[int]:
    if left and await choose("player", ("stop", "go on")) == "go on":
        return waited_for(left - 1)
    return left


@rule
async def waits_for_many(number: int) -> Then[int]:
    return number * await waited_for(2)


@rule
async def any_of_many() -> Then[int]:
    return waits_for_many(await roll(Die.sided(1000)))


def test_where_most_states_differ_by_what_waits_the_error_says_so() -> None:
    with pytest.raises(
        StateLimit, match=r"rule waited_for \(line \d+\): .* since what waits for their outcome differs.*\.then"
    ):
        explore(any_of_many(), limit=3000)


@rule
async def kept(dice: int) -> int:
    """Of some dice one is kept, and another one is rolled; it may be rolled once more."""
    faces = await roll(d6.pool(dice))
    face = await choose("player", {f"die {place} ({face})": face for place, face in enumerate(faces)})
    more = await roll(d6)
    if await choose("player", ("stay", "again")) == "again":
        more = await roll(d6)
    return face + more


def test_what_follows_options_of_one_meaning_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three dice fall in 6 ³ ways, with three options each, which mean one of six faces."""
    followed: list[object] = []
    follow = Branches.follow

    def counted(*args: Any, **more: Any) -> Any:
        followed.append(args[2])
        return follow(*args, **more)

    monkeypatch.setattr(Branches, "follow", counted)
    graph = explore(kept(3))
    decisions = [node for node, decision in graph.decisions.items() if len(decision.options) == 3]
    first = [known for known in followed if known and str(known[0]).startswith("die")]  # type: ignore[index]
    assert len(decisions) > 6
    assert len(first) == 6
    for node in decisions:
        for option, target in zip(graph.decisions[node].options, graph.targets[node], strict=True):
            reached = [graph.decisions[after].variables["face"] for after in graph.targets[target]]
            assert reached == [int(str(option)[-2])] * 6


def test_what_follows_options_of_equal_values_of_two_types_is_found_for_each() -> None:
    @rule
    async def told_apart() -> str:
        face = await roll(Die((1, 2)))
        said = await choose("player", {"yes": True, "no": False} if face == 1 else {"one": 1, "none": 0})
        return f"{said} {await roll(coin)}"

    ends = {str(end).split()[0] for end in explore(told_apart()).ends.values()}
    assert ends == {"True", "False", "1", "0"}
