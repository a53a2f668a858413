"""One run at a time: the trail, stepping, saving, resuming."""

import json

import pytest

from oddsmith.dice import ScriptedSource, SeededSource, coin, d6, d10
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules import (
    AtLeast,
    DiceRolled,
    Noted,
    OptionTaken,
    RuleEntered,
    Session,
    Then,
    best,
    choose,
    first_option,
    note,
    odds,
    play,
    roll,
    rule,
)


@rule
async def strike(bonus: int) -> Then[int]:
    """An attack with a follow-up."""
    if await roll(coin) == "T":
        await note("misses")
        return 0
    return bonus + damage(1)


@rule
async def damage(dice: int) -> Then[int]:
    total = await roll(d6.pool(dice).sum())
    if dice < 3 and await choose("player", ("stop", "press on")) == "press on":
        return total + damage(dice + 1)
    return total


@rule
async def battle() -> int:
    return await strike(10) + await strike(0)


def test_play_gives_the_outcome_and_everything_that_happened() -> None:
    run = play(battle(), ScriptedSource(["H", 4, "T"]), first_option)
    assert run.outcome == 14
    assert [type(entry) for entry in run.trail] == [
        RuleEntered,  # battle
        RuleEntered,  # strike
        DiceRolled,
        RuleEntered,  # damage
        DiceRolled,
        OptionTaken,
        RuleEntered,  # strike
        DiceRolled,
        Noted,
    ]
    assert [entry.to_json()["kind"] for entry in run.trail].count("roll") == 3
    assert run.trail[3].to_json() == {"kind": "rule", "rule": "damage", "arguments": {"dice": 1}, "depth": 1}
    assert json.dumps([entry.to_json() for entry in run.trail])


def test_play_without_anybody_to_decide_names_the_decision() -> None:
    with pytest.raises(RuleError, match="damage.*stop, press on"):
        play(battle(), ScriptedSource(["H", 4, "T"]))


def test_a_session_waits_at_every_decision() -> None:
    session = Session(battle(), ScriptedSource(["H", 4, 3, 3, "T"]))
    assert session.pending is not None
    assert session.pending.known == (4,)
    assert session.pending.within == ((battle(), ()),)
    finished = []
    for option in ("press on", "stop"):
        session.answer(option)
        finished.append(session.finished)
    assert finished == [False, True]
    assert session.outcome == 10 + 4 + 6


def test_a_wrong_answer_loses_nothing() -> None:
    session = Session(battle(), ScriptedSource(["H", 4, "T"]))
    with pytest.raises(BadInput, match="'run away'.*stop, press on"):
        session.answer("run away")
    session.answer("stop")
    assert session.outcome == 14


def test_the_outcome_is_not_there_before_the_end() -> None:
    with pytest.raises(RuleError, match="not over"):
        _ = Session(battle(), ScriptedSource(["H", 4, "T"])).outcome


@pytest.mark.parametrize("seed", range(12))
def test_a_saved_session_goes_on_as_if_never_interrupted(seed: int) -> None:
    straight = play(battle(), SeededSource(seed), lambda decision: "press on")
    session: Session[int] = Session(battle(), SeededSource(seed))
    while session.pending is not None:
        session = Session.resume(json.loads(json.dumps(session.save())))
        session.answer("press on")
    session = Session.resume(json.loads(json.dumps(session.save())))
    assert session.outcome == straight.outcome
    assert session.trail == straight.trail


def test_data_that_is_no_session_is_refused() -> None:
    with pytest.raises(BadInput, match="schema"):
        Session.resume({"schema": "something else"})
    saved = Session(battle(), SeededSource(1)).save()
    with pytest.raises(BadInput, match="saved name"):
        Session.resume(saved | {"call": {"call": "os:system", "args": ["true"], "gain": 0}})


def test_a_rule_that_cannot_be_found_again_is_not_saved() -> None:
    @rule
    async def local() -> str:
        return await choose("player", ("a", "b"))

    with pytest.raises(RuleError, match="cannot be found again"):
        Session(local()).save()


def test_the_best_plan_plays_the_game_it_was_made_for() -> None:
    solution = best(battle())
    frequencies = [play(battle(), SeededSource(seed), solution.policy).outcome for seed in range(300)]
    mean = float(solution.value)
    deviation = odds(battle(), solution.policy).sd / 300**0.5
    assert abs(sum(frequencies) / 300 - mean) < 5 * deviation


@rule
async def greedy() -> Then[int]:
    if await choose("player", ("stop", "roll")) == "stop":
        return 0
    return 0 if await roll(d10) == 1 else 1 + greedy()


def test_a_plan_that_depends_on_the_total_is_played_with_it() -> None:
    solution = best(greedy(), goal=AtLeast(2))
    run = play(greedy(), ScriptedSource([5, 5]), solution.policy)
    assert run.outcome == 2
