"""A solution prints as its plan: in the variables of the rule, with what ignoring it costs."""

from fractions import Fraction

from oddsmith import best, choose, coin, d6, roll, rule
from oddsmith.rules.graph.situations import fact, telling


@rule
async def three_throws() -> int:
    total = 0
    for _ in range(3):
        face = await roll(d6)
        if await choose("player", ("keep", "again")) == "again":
            face = await roll(d6)
        total += face
    return total


def test_situations_with_the_same_answer_are_one_line_and_what_does_not_matter_is_left_out() -> None:
    # Again is worth 3.5: keep 4 to 6. Ignoring it costs 2.5, 1.5, 0.5 by face, each in 1 of 6, three times.
    assert str(best(three_throws())).splitlines() == [
        "worth 51/4 (12.75)",
        "player, at three_throws:",
        "  face 1 to 3: again  (ignoring it costs 0.5 to 2.5 here, 2.25 in all)",
        "  face 4 to 6: keep  (ignoring it costs 0.5 to 2.5 here, 2.25 in all)",
    ]


def test_a_long_plan_says_how_many_more_decisions_there_are() -> None:
    @rule
    async def guess() -> int:
        seen = await roll(d6) * 100 + await roll(d6) * 10 + await roll(d6)
        return 1 if int(await choose("player", tuple(range(300)))) == seen * 7 % 300 else 0

    solution = best(guess())
    lines = str(solution).splitlines()
    assert len(lines) <= 15
    assert lines[-1].endswith("more decisions: see .decisions")


def test_who_decides_nothing_is_told_so_and_the_short_form_has_the_value_alone() -> None:
    @rule
    async def heads() -> int:
        return 1 if await roll(coin) == "H" else 0

    assert str(best(heads())) == "worth 1/2 (0.5)\nnothing to decide"
    assert repr(best(heads())) == "<Solution worth 1/2 (0.5)>"


def test_the_loss_is_that_of_the_next_best_option() -> None:
    @rule
    async def three() -> int:
        return {"a": 5, "b": 3, "c": 1}[await choose("player", ("a", "b", "c"))]

    (advice,) = best(three()).decisions
    assert advice.loss == Fraction(2)
    assert "always: a  (ignoring it costs 2)" in str(best(three()))


def test_names_of_several_things_go_after_their_number() -> None:
    assert [fact(name, value) for name, value in {
        "misses": 3, "hits": 1, "oil": 2, "burnt": False, "has_shield": False, "is_hurt": True, "bonus": 2,
        "dice": (1, 4, 6), "left": 0, "tries_left": 1, "successes": -1, "pool": (), "rank": None,
    }.items()] == [
        "3 misses", "1 hit", "oil 2", "not burnt", "no shield", "hurt", "bonus 2",
        "dice 1 4 6", "left 0", "1 try left", "−1 successes", "no pool", "no rank",
    ]  # fmt: skip
    assert fact("seen", tuple(range(40))) == "seen 0 1 2 3 4 5 6 7 8 9 and 30 more"


def test_names_are_kept_where_answers_differ_by_them() -> None:
    known = [{"a": 1, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 1}]
    assert telling(known, ["x", "y", "x"]) == {"b"}
    assert telling(known, ["x", "y", "z"]) == {"a", "b"}
