"""Rules of thumb."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.games import hunt

from oddsmith.dice import d6
from oddsmith.rules import Condition, Then, Thumb, choose, explore, faced, followed, frontier, roll, rule, solve, thumbs


def told(known: list[dict[str, Any]], options: list[str]) -> list[str]:
    found = thumbs(known, options)
    assert found is not None
    assert [followed(found, one) for one in known] == options
    return [
        f"{' & '.join(f'{c.name} {c.sign} {c.value}' for c in thumb.conditions)} -> {thumb.option}" for thumb in found
    ]


def test_one_option_everywhere_is_one_rule():
    assert told([{"ec": ec} for ec in range(9)], ["accept"] * 9) == [" -> accept"]


def test_a_threshold_is_two_rules():
    known = [{"ec": ec, "rank": rank} for ec in range(20) for rank in range(4)]
    assert told(known, ["buy" if one["ec"] >= 10 else "re-toss" for one in known]) == ["ec >= 10 -> buy", " -> re-toss"]


def test_two_things_may_have_to_hold():
    known = [{"ec": ec, "rank": rank} for ec in range(20) for rank in range(4)]
    options = ["buy" if one["ec"] >= 10 and one["rank"] <= 2 else "re-toss" for one in known]
    assert told(known, options) == ["ec >= 10 & rank <= 2 -> buy", " -> re-toss"]


def test_three_options_are_three_rules_where_three_are_enough():
    known = [{"ec": ec} for ec in range(30)]
    options = ["accept" if ec < 5 else "re-toss" if ec < 10 else "buy" for ec in range(30)]
    assert len(told(known, options)) == 3


def test_the_first_rule_that_applies_counts():
    known = [{"face": face} for face in range(1, 7)]
    options = ["keep" if face in (1, 6) else "again" if face < 4 else "wait" for face in range(1, 7)]
    assert len(told(known, options)) == 3  # 1 and 6 are what is left


def test_words_and_yes_or_no_are_tested_for_what_they_are():
    known = [{"tosser": who, "success": good} for who in ("player", "opponent") for good in (True, False)]
    options = ["yes" if one["tosser"] == "player" and not one["success"] else "no" for one in known]
    assert len(told(known, options)) == 2


def test_one_is_not_yes():
    assert told([{"x": 1}, {"x": True}], ["number", "yes"])


def test_what_is_not_known_is_not_equal_to_anything():
    assert not Condition("ec", "=", 3).holds({})
    assert not Condition("ec", ">=", 3).holds({})
    assert Condition("ec", "!=", 3).holds({})


def test_what_is_usually_taken_comes_last_and_each_exception_is_named_once():
    """A list by size alone would begin with what is usual and come back to it."""
    known = [
        {"ec": ec, "rank": rank, "armed": armed} for ec in range(6) for rank in range(5) for armed in (True, False)
    ]
    options = [
        "flee"
        if (one["ec"] == 3 and one["rank"] == 3) or one["rank"] == 0 or (one["ec"] >= 4 and one["armed"])
        else "strike"
        for one in known
    ]
    found = thumbs(known, options)
    assert found is not None
    assert [followed(found, one) for one in known] == options
    assert [rule.option for rule in found] == ["flee", "flee", "flee", "strike"]


def test_what_takes_too_many_rules_has_none():
    assert thumbs([{"x": x} for x in range(40)], [f"option {x % 7}" for x in range(40)]) is None


def test_situations_that_are_alike_and_are_answered_differently_have_none():
    assert thumbs([{"x": 1}, {"x": 1}], ["a", "b"]) is None


@settings(deadline=None, max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.booleans(), st.sampled_from(["a", "b", None]), st.sampled_from("xyz")),
        min_size=1,
        max_size=14,
        unique_by=lambda one: one[:3],
    )
)
def test_rules_take_the_option_of_every_situation_and_say_it_within_the_limit(situations: list[Any]):
    known = [{"number": n, "flag": flag, "word": word} for n, flag, word, _ in situations]
    options = [option for *_, option in situations]
    found = thumbs(known, options)
    if found is not None:
        assert [followed(found, one) for one in known] == options
        assert len(found) <= 6
        assert found[-1].conditions == ()
        for place in range(len(found) - 1):  # each rule decides something that the others would decide otherwise
            fewer = found[:place] + found[place + 1 :]
            assert [followed(fewer, one) for one in known] != options


def worth(outcome: tuple[bool, int]) -> Fraction:
    return outcome[0] - Fraction(outcome[1], 4)


def test_somebody_who_follows_a_plan_faces_what_others_may_bring_about_and_nothing_else():
    solution = solve(explore(hunt(2, 0, True)), worth)
    decisions = faced(solution, "player")
    # Every further shot costs 1/4 and hits in 1/3 or less, and the deer will run: it is best to stop at once.
    assert {(d.call.args, option) for d, _, option in decisions} == {((2, 0, True), "stop")}
    eager = solve(explore(hunt(2, 0, True)), lambda o: o[0])
    # The deer's best is to run; somebody who shoots on may also see it stand.
    assert {d.call.args for d, _, _ in faced(eager, "player")} == {(2, 0, True), (1, 1, True), (1, 1, False)}


@pytest.mark.parametrize("vertex", [0, -1])
def test_a_point_of_a_frontier_is_a_plan_too(vertex: int):
    @rule
    async def chances(left: int, used: int) -> Then[tuple[bool, int]]:
        if await roll(d6) == 6:
            return True, used
        if left and await choose("player", ("stop", "again")) == "again":
            return chances(left - 1, used + 1)
        return False, used

    point = frontier(explore(chances(3, 0)), lambda o: o[0], lambda o: o[1])[vertex]
    decisions = faced(point, "player")
    known = [{"left": d.call.args[0], "face": d.known[0]} for d, _, _ in decisions]
    assert thumbs(known, [option for *_, option in decisions]) == (Thumb((), "again" if vertex else "stop"),)
