"""Decisions know their variables by name: what is still read past them, and of what they were made."""

from collections import Counter
from itertools import combinations
from typing import Any

from oddsmith import Die, best, choose, d6, explore, odds, roll, rule
from oddsmith.rules import Call, Decision, Session

d2 = Die(range(1, 3))


def decisions(call: Call[Any]) -> list[Decision]:
    graph = explore(call)
    return [graph.decisions[node] for node in sorted(graph.decisions)]


def variables(call: Call[Any]) -> list[dict[str, Any]]:
    return [dict(decision.variables) for decision in decisions(call)]


def each(found: list[dict[str, Any]]) -> set[tuple[tuple[str, Any], ...]]:
    return {tuple(one.items()) for one in found}


def keeps(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted({kept for n in range(len(dice) + 1) for kept in combinations(dice, n)}))


@rule
async def two_rolls(start: int) -> int:
    left = start + 1
    first = await roll(d2)
    second = await roll(d2)
    total = first + second
    if await choose("player", ("stay", "again")) == "again":
        total = await roll(d6)
    return total + left


def test_ways_that_merge_have_the_variables_that_are_still_read():
    # 1 + 2 and 2 + 1 come together; first and second are read no more, and neither is start
    assert each(variables(two_rolls(1))) == {(("left", 2), ("total", total)) for total in (2, 3, 4)}


@rule
async def once(bonus: int, unread: int) -> int:
    if await choose("player", ("stay", "go")) == "go":
        return bonus + 1
    return 0


def test_a_rule_that_awaits_once_is_told_by_what_it_still_reads():
    assert variables(once(3, 4)) == [{"bonus": 3}]


@rule
async def guarded(tries: int) -> int:
    face = await roll(d2)
    unread = face + 1
    try:
        pass
    finally:
        more = face + unread - 1
        await choose("player", ("stay", "go"))
    return more


def test_a_rule_that_is_not_compiled_is_told_by_its_own_variables():
    assert each(variables(guarded(1))) == {
        (("tries", 1), ("face", face), ("unread", face + 1), ("more", 2 * face)) for face in (1, 2)
    }


@rule
async def turn() -> int:
    dice = await roll(d2.pool(2))
    for _ in range(2):
        kept = await choose("player", keeps(dice))
        dice = tuple(sorted(kept + await roll(d2.pool(2 - len(kept)))))
    return sum(dice)


def test_variables_of_which_options_are_made_are_told_and_so_is_the_round():
    assert each(variables(turn())) == {
        (("dice", dice), ("round", number)) for dice in ((1, 1), (1, 2), (2, 2)) for number in (1, 2)
    }


@rule
async def named_rounds() -> int:
    total = await roll(d2)
    for _left, (low, _) in enumerate([(3, 0), (5, 0)]):
        if await choose("player", ("stay", "again")) == "again":
            total = await roll(d6)
        total += low
    return total


def test_an_index_has_the_names_that_the_loop_gives_to_its_items():
    assert {tuple(one) for one in variables(named_rounds())} == {
        ("total", "low", "round")
    }  # a tuple in a tuple has no name

    @rule
    async def plain() -> int:
        total = await roll(d2)
        for number, worth in ((1, 3), (2, 5)):
            if await choose("player", ("stay", "again")) == "again":
                total += worth * number
        return total

    assert set(map(tuple, variables(plain()))) == {("total", "number", "worth")}
    assert {(one["number"], one["worth"]) for one in variables(plain())} == {(1, 3), (2, 5)}


@rule
async def parity() -> int:
    first, second = await roll(d2), await roll(d2)
    options = ("stay", "odd") if (first + second) % 2 else ("stay", "even")
    return 1 if await choose("player", options) != "stay" else 0


def test_a_variable_in_which_ways_differ_is_not_told():
    # 1 + 2 and 2 + 1 have the same options and go on alike, and so do 1 + 1 and 2 + 2
    assert variables(parity()) == [{}, {}]


async def ask(total: int, bonus: int) -> str:
    bonus += 1
    return await choose("player", ("stay", f"take {bonus}"))


@rule
async def by_helper(bonus: int) -> int:
    total = await roll(d2) + await roll(d2)
    taken = await ask(total, bonus)
    return total + (bonus if taken != "stay" else 0)


def test_a_helper_is_named_only_where_names_collide():
    assert each(variables(by_helper(3))) == {(("bonus", 3), ("total", t), ("ask bonus", 4)) for t in (2, 3, 4)}


@rule
async def gathering() -> int:
    seen: list[int] = []
    counts: Counter[int] = Counter()
    for _ in range(2):
        face = await roll(d2)
        seen.append(face)
        counts[face] += 1
    if await choose("player", ("stay", "again")) == "again":
        seen.append(7)
    return len(seen) + counts[1]


def test_lists_are_shown_as_tuples_and_are_what_they_were_at_the_decision():
    assert ({"seen": (1, 2), "counts": {1: 1, 2: 1}}) in variables(gathering())
    assert all(len(one["seen"]) == 2 for one in variables(gathering()))


@rule
async def inner(face: int) -> int:
    return face if await choose("player", ("stay", "double")) == "stay" else 2 * face


@rule
async def outer(bonus: int) -> int:
    unread = await roll(d2)
    return await inner(unread) + bonus


def test_rules_that_wait_have_variables_too():
    found = decisions(outer(5))
    assert [decision.variables for decision in found] == [{"face": 1}, {"face": 2}]
    assert [decision.around for decision in found] == [({"bonus": 5},)] * 2


def test_a_session_tells_the_same():
    session = Session(two_rolls(1))
    assert session.pending is not None
    assert tuple(session.pending.variables.items()) in each(variables(two_rolls(1)))


def test_a_policy_may_go_by_variables_and_ways_stay_together():
    greedy = odds(two_rolls(0), lambda decision: "again" if decision.variables["total"] < 4 else "stay")
    assert greedy == best(two_rolls(0), lambda total: total).distribution
    graph = explore(two_rolls(0))
    assert len(graph.decisions) == 3


def test_a_policy_may_go_by_variables_in_which_ways_differ():
    """Of four equal ways, first is 1 in two; these stay apart for such a policy."""
    law = odds(parity(), lambda decision: decision.options[decision.variables["first"] == 1])
    assert law.mean * 2 == 1
