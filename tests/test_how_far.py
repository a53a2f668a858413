"""How far a computation is: what somebody who looks on is told, against counts by hand."""

from __future__ import annotations

import pytest

from oddsmith.dice import d6, parse
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.how_far import Doing, Onlooker, Stage, counted, finding, looking_on
from oddsmith.rules import Then, odds, roll, rule, simulate


@rule
async def race(left: int) -> Then[int]:
    return 1 if await roll(d6) == 6 or left == 1 else race(left - 1)


def test_parts_are_handed_out_as_they_are_where_nobody_looks_on() -> None:
    parts = [[1], [2, 3]]
    assert counted(parts, Doing.SOLVING, 3, len) is parts


def test_the_share_is_what_is_done_when_the_next_part_is_asked_for() -> None:
    onlooker, told = Onlooker(), []
    with looking_on(onlooker):
        for _ in counted([[1], [2, 3], [4]], Doing.SOLVING, 4, len):
            assert onlooker.stage is not None
            told.append((onlooker.stage.done(), onlooker.stage.whole))
    assert told == [(0, 4), (1, 4), (3, 4)]
    assert onlooker.stage is None


def test_states_of_one_stage_after_another_add_up_also_while_something_is_solved_within() -> None:
    onlooker, count = Onlooker(), [0]
    with looking_on(onlooker):
        with finding(lambda: count[0]):
            count[0] = 5
            assert [onlooker.found for _ in counted("ab", Doing.SOLVING, 2)] == [5, 5]
        count[0] = 0
        with finding(lambda: count[0]):
            count[0] = 2
            assert onlooker.found == 7
    assert onlooker.found == 7


def test_a_chain_of_nine_rolls_has_found_ten_states() -> None:
    onlooker = Onlooker()
    with looking_on(onlooker):
        odds(race(9))
    assert onlooker.found == 10  # race(9) to race(1), and the end


def test_a_simulation_and_rolls_tell_their_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    onlooker, seen = Onlooker(), list[tuple[Doing, int | None]]()
    begun = onlooker.begin

    def noted(stage: Stage) -> None:
        seen.append((stage.doing, stage.whole))
        begun(stage)

    monkeypatch.setattr(onlooker, "begin", noted)
    with looking_on(onlooker):
        simulate(race(9), 100, seed=1)
        roll_many(parse("2d6"), 5, seed=1)
        roll_many(parse("(d4)d6"), 6, seed=1)
    assert [one for one in seen if one[0] is not Doing.SOLVING] == [
        (Doing.FINDING, None),
        (Doing.PLAYING, 10),
        (Doing.ROLLING, 5),
        (Doing.ROLLING, 6),
    ]
