"""Explanations say how rules run, where their states are, and how many would be left by a change."""

from __future__ import annotations

import inspect
import linecache
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import comb
from typing import Any
from unittest.mock import patch

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Die, coin, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Then, best, choose, explain, explore, odds, roll, rule
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.subgames import Subgames


def line(call: Call[Any], text: str) -> int:
    """The line of a rule in which a text stands."""
    lines, first = inspect.getsourcelines(call.rule.function)
    return first + next(place for place, one in enumerate(lines) if text in one)


@rule
async def until_six() -> int:
    rolls, others = 1, 0
    while (face := await roll(d6)) != 6:
        rolls += 1
        others += face
    return rolls


def test_a_compiled_rule_tells_what_it_keeps_adds_up_and_forgets():
    (told,) = explain(until_six()).rules
    assert told.compiled
    assert (told.kept, told.gains, told.forgotten) == ((), ("rolls",), ("others", "face"))
    assert (told.line.function, told.line.file, told.line.line) == ("until_six", __file__, line(until_six(), "@rule"))


def without_lowest(got: tuple[int, ...]) -> int:
    return sum(sorted(got)[1:])


@rule
async def best_of(dice: int) -> int:
    got: tuple[int, ...] = ()
    for _ in range(dice):
        got += (await roll(d6),)
    return without_lowest(got)


def multisets(dice: int) -> int:
    return comb(dice + 5, 5)


def test_states_are_told_by_line():
    told = explain(best_of(5))
    before_each_roll = sum(6**dice for dice in range(1, 5))
    here, start = told.lines
    assert (here.line.line, here.states) == (line(best_of(5), "await roll"), before_each_roll)
    assert start.states == 1
    assert told.states == before_each_roll + 1 + told.ends
    assert told.ends == 20 - 4 + 5  # the least sum of four is 4, the greatest 24
    assert told.states == len(explore(best_of(5)))


def test_the_variable_with_most_values_is_named():
    most = explain(best_of(5)).most
    assert most is not None
    assert (most.variable, most.values, most.states) == ("got", 6 + 36 + 216 + 1296, 6 + 36 + 216 + 1296)


def test_faces_in_order_would_be_multisets():
    told = explain(best_of(5))
    assert told.change is not None
    tuples, ordered = sum(6**dice for dice in range(1, 5)), sum(map(multisets, range(1, 5)))
    assert "Keep got in order" in told.change.advice
    assert (told.change.before, told.change.after) == (told.states, told.states - tuples + ordered)
    assert told.change.line.line == line(best_of(5), "await roll")


@rule
async def best_in_order(dice: int) -> int:
    got: tuple[int, ...] = ()
    for _ in range(dice):
        got = tuple(sorted((*got, await roll(d6))))
    return sum(got[1:])


def test_the_change_leaves_as_many_states_as_was_said():
    said = explain(best_of(4)).change
    assert said is not None
    assert len(explore(best_in_order(4))) == said.after


@rule
async def sum_again(number: int) -> int:
    total = 0

    def add(face: int) -> None:
        nonlocal total
        total += face

    for _ in range(number):
        add(await roll(d6))
    return total


def test_a_rule_that_is_run_again_tells_why_and_how_many_steps_a_machine_would_take():
    told = explain(sum_again(6))
    (how,) = told.rules
    assert how.reason == f"it has a nonlocal variable (line {line(sum_again(6), 'nonlocal')})"
    assert told.change is not None
    assert told.change.advice == "Return the value from the inner function instead of setting it there."
    steps = sum(6**dice for dice in range(6))
    totals = sum(len(range(dice, 6 * dice + 1)) for dice in range(6))
    assert (told.change.unit, told.change.before, told.change.after) == ("steps", steps, totals)


@rule
async def history() -> tuple[int, ...]:
    seen: tuple[int, ...] = ()
    while (face := await roll(d6)) != 6:
        seen += (face,)
    return seen


def test_what_is_given_up_is_explained_as_far_as_it_was_seen():
    told = explain(history(), limit=20_000)
    assert "grows without end" in told.stopped
    assert told.lines[0].line.line == line(history(), "await")
    assert told.change is not None
    assert "seen" in told.change.advice
    assert told.change.after < told.states / 4


def test_growth_without_end_is_explained_soon():
    with at_most(150_000):
        assert explain(history()).stopped


@dataclass(frozen=True)
class Fought:
    damage: int
    coins: int
    notes: tuple[int, ...]


@rule
async def fight(rounds: int) -> Fought:
    damage = coins = hits = 0
    notes: tuple[int, ...] = ()
    for _ in range(rounds):
        face = await roll(d6)
        notes += (face,)
        if face >= 4:
            damage += face
            hits += 1
        if hits == 3:
            coins += 2
    return Fought(damage, coins, notes)


def test_only_what_is_asked_is_kept():
    (told,) = explain(fight(4), of=lambda outcome: 3 * outcome.damage - outcome.coins).rules
    assert "hits" in told.kept
    assert told.gains == ("damage", "coins")
    assert "notes" in told.forgotten
    (whole,) = explain(fight(4)).rules
    assert {"damage", "coins", "hits", "notes"} <= {*whole.kept}


def first_digit(number: int) -> str:
    return str(number)[0]


def test_a_question_that_cannot_be_read_is_asked_of_the_whole():
    assert explain(until_six(), of=first_digit).states >= 3
    (told,) = explain(until_six(), of=print).rules
    assert told.gains == ("rolls",)


# Named as nowhere else: functions of equal code mean the same, and once read from a file they are read for all.
DAMAGE = "lambda made_of_a_text: made_of_a_text.damage"


@pytest.mark.parametrize("of", [eval(DAMAGE), lambda outcome, k=1: outcome.damage * k])
def test_a_question_that_cannot_be_read_is_said_to_follow_all(of: Any) -> None:
    # its source is not in a file, or it has a default
    told = explain(fight(4), of=of)
    assert "All of the outcome is followed" in str(told)
    assert odds(fight(4), of=of) == odds(fight(4), of=lambda outcome: outcome.damage)
    assert "All of the outcome" not in str(explain(fight(4), of=lambda outcome: outcome.damage))


def test_a_text_of_another_name_is_not_taken_for_the_source_of_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lambda made of a text is in a file of the name `<string>`, as is what `python -c` runs."""
    of = eval(DAMAGE)
    for text in ("lambda made_of_a_text: made_of_a_text.coins", "lambda made_of_a_text: made_of_a_text.coins + 100"):
        monkeypatch.setitem(linecache.cache, "<string>", (len(text), None, [text], "<string>"))
        assert odds(fight(4), of=of) == odds(fight(4), of=lambda outcome: outcome.damage)
        assert "All of the outcome is followed" in str(explain(fight(4), of=of))


@rule
async def in_a_comprehension(dice: int) -> int:
    faces = [place + await roll(d6) for place in range(dice)]
    return faces[0] * faces[-1] + await roll(d6) * await roll(d6)


def test_what_machines_keep_for_themselves_is_told_by_what_it_is() -> None:
    text = str(explain(in_a_comprehension(3)))
    assert all(kept in text for kept in ("the list made so far", "what the loop goes over", "the place in the loop"))
    assert "value that is kept" not in text


@rule
async def push(total: int) -> Then[int]:
    face = await roll(d6)
    if face == 1:
        return 0
    if total + face >= 20 or await choose("player", ("on", "stop")) == "stop":
        return min(total + face, 20)
    return push(total + face)


def test_decisions_are_explored_as_for_best():
    told = explain(push(0))
    graph = explore(push(0))
    assert (told.states, told.ends, told.decisions) == (len(graph), len(graph.ends), len(graph.decisions))
    assert told.decisions > 0


@rule
async def pair(times: int) -> int:
    total = 0
    for _ in range(times):
        total += await thrice()
    return total


@rule
async def thrice() -> int:
    heads = 0
    for _ in range(3):
        heads += (await roll(coin)) == "H"
    return heads


def test_sub_rules_are_told_too():
    told = explain(pair(4))
    assert [each.line.function for each in told.rules] == ["pair", "thrice"]
    assert {each.line.function for each in told.lines} == {"pair", "thrice"}


def test_several_calls_are_explained_together():
    one, other = explain(until_six()), explain(best_of(3))
    both = explain(until_six(), best_of(3))
    assert both.states == one.states + other.states
    assert len(both.rules) == 2


def test_time_is_told_by_what_it_was_spent_on():
    """By a clock that is a second later whenever it is looked at."""
    clock = count()
    with ExitStack() as patched:
        for module in ("explanation.record", "explanation.explain", "compile.programs"):
            patched.enter_context(patch(f"oddsmith.rules.{module}.process_time", lambda: next(clock)))
        spent = explain(best_of(5)).spent
    assert min(spent.making, spent.checking, spent.exploring, spent.solving) >= 0
    assert spent.total == next(clock) - 1 > 0


def test_it_prints_as_text():
    text = str(explain(best_of(5)))
    at = f"test_explain.py:{line(best_of(5), 'await roll')}"
    assert f"1,554  best_of ({at})" in text
    assert f"Most values: got, 1,554 values in 1,554 states, at {at}" in text
    assert "About 231 states in place of 1,576." in text


def test_nothing_is_invented_where_nothing_would_help():
    assert explain(until_six()).change is None
    assert "None:" in str(explain(until_six()))


def test_errors_of_rules_are_errors():
    @rule
    async def wrong() -> list[int]:
        return [await roll(d6)]

    with pytest.raises(RuleError):
        odds(wrong())
    with pytest.raises(RuleError):
        explain(wrong())


@dataclass(frozen=True)
class Sum:
    total: int
    sixes: int


@rule
async def daring(dice: int) -> Sum:
    """A 1 may be rolled again; only the sixes are asked for."""
    total = sixes = 0
    for _ in range(dice):
        face = await roll(d6)
        if face == 1 and await choose("player", ("keep", "again")) == "again":
            face = await roll(d6)
        total += face
        sixes += face == 6
    return Sum(total, sixes)


def test_what_is_asked_of_a_rule_with_decisions_is_explored_as_for_best():
    told = explain(daring(6), of=lambda outcome: outcome.sixes)
    # for each die: the roll, the choice after a 1, and the second roll; the question, the call and one end
    assert told.states <= 3 * 6 + 3
    assert (told.decisions, told.stopped) == (6, "")
    assert told.states < explain(daring(6)).states / 10


@rule
async def thrown(dice: int) -> tuple[int, ...]:
    return tuple([await roll(d6) for _ in range(dice)])


@rule
async def thrown_in_order(dice: int) -> tuple[int, ...]:
    return tuple(sorted([await roll(d6) for _ in range(dice)]))


@rule
async def all_but_the_least(dice: int, in_order: bool) -> int:
    faces = await (thrown_in_order if in_order else thrown)(dice)
    more = await roll(d6)
    return sum(sorted(faces)[1:]) + more


def test_a_sub_rule_that_returns_values_as_they_came_is_told_to_put_them_in_order():
    told = explain(all_but_the_least(5, False))
    assert told.change is not None
    assert "Return the values of thrown in order" in str(told)
    assert explain(all_but_the_least(5, True)).states <= told.change.after < told.states / 4


@dataclass(frozen=True)
class Held:
    faces: tuple[int, ...] = ()


@rule
async def held_in_an_object(dice: int) -> int:
    held = Held()
    for _ in range(dice):
        held = Held((*held.faces, await roll(d6)))
    return sum(sorted(held.faces)[1:])


def test_what_was_worked_out_before_an_await_may_be_put_in_order():
    told = explain(held_in_an_object(5))
    assert told.change is not None
    assert "Keep what was worked out before the await in order (`sorted`)" in str(told)
    assert told.change.after < told.states / 4


@rule
async def blows_until_it_falls() -> tuple[int, int]:
    left, blows = 5, 0
    while left > 0:
        left -= await roll(Die((1, 2, 3)))
        blows += 1
        if left == 2:
            left += 1
    return blows, left


def test_two_totals_of_which_one_is_looked_at_are_explained_as_they_are_answered() -> None:
    with at_most(5_000):  # with its ways told one by one it was 400,000
        told = explain(blows_until_it_falls())
    assert odds(blows_until_it_falls()).pmf((3, 0)) == Fraction(7, 27)
    assert not told.stopped
    assert told.states < 100
    assert "None: " in str(told).partition("Change that would help")[2]
    assert explain(blows_until_it_falls(), of=lambda outcome: outcome[1]).states < 100


@rule
async def throws(number: int) -> int:
    total = 0
    for _ in range(number):
        total += await roll(d6)
    return total


@pytest.mark.parametrize("call", [until_six(), throws(20)])
def test_a_number_that_is_only_compared_is_explained_as_odds_explores_it(call: Call[Any]) -> None:
    """A number is a total, where nobody decides, of which no state knows how much it is by then."""
    assert explain(call, of=lambda number: number >= 100).states == explain(call).states < 30


@rule
async def losses(coins: int) -> Then[int]:
    while True:
        how = await choose("player", ("safe", "bold"))
        if await roll(d6) > (4 if how == "safe" else 3):
            return coins
        coins -= 1 if how == "safe" else 2


def test_decisions_without_end_are_explained_as_best_plays_them() -> None:
    told = explain(losses(3), limit=50_000)
    # the start, the choice, a roll after each option, and the end: a loss is added, not known
    assert (told.states, told.decisions, told.stopped) == (5, 1, "")
    assert best(losses(3)).value == 3 - 2  # to be safe loses a coin with 4/6, so 4/6 / (2/6) coins are lost


@rule
async def cast(mine: int) -> int:
    face = await roll(d6)
    return mine + face if await choose("player", ("take", "leave")) == "take" else mine


@rule
async def after(mine: int, casts: int) -> Then[int]:
    return cast(mine % 7).then(after, casts - 1) if casts else mine


def test_a_game_that_is_taken_apart_is_explained_by_its_subgames(monkeypatch: pytest.MonkeyPatch) -> None:
    call = after(0, 6)
    whole = len(explore(call))
    assert explain(call).states == whole
    monkeypatch.setattr("oddsmith.rules.run.best._WHOLE", whole - 1)
    apart = len(Subgames(call, limit=10_000, bound=BOUND).graph)
    assert apart < whole
    assert explain(call).states == apart


async def one_die() -> int:
    return await roll(d6)


@rule
async def best_by_helper(dice: int) -> int:
    got: tuple[int, ...] = ()
    for _ in range(dice):
        got += (await one_die(),)
    return without_lowest(got)


def test_what_waits_for_a_helper_may_be_kept_in_order_too() -> None:
    told, plain = explain(best_by_helper(5)).change, explain(best_of(5)).change
    assert told is not None
    assert plain is not None
    assert "Keep got in order" in told.advice
    assert (told.advice, told.before, told.after) == (plain.advice, plain.before, plain.after)
    assert (told.line.function, told.line.line) == ("best_by_helper", line(best_by_helper(5), "await one_die"))


@rule
async def risk(attackers: int, defenders: int) -> tuple[int, int]:
    while attackers and defenders:
        attack = sorted([await roll(d6) for _ in range(min(3, attackers))], reverse=True)
        defence = sorted([await roll(d6) for _ in range(min(2, defenders))], reverse=True)
        for ours, theirs in zip(attack, defence, strict=False):
            if ours > theirs:
                defenders -= 1
            else:
                attackers -= 1
    return attackers, defenders


@rule
async def risk_with_pools(attackers: int, defenders: int) -> tuple[int, int]:
    while attackers and defenders:
        attack = sorted(await roll(d6.pool(min(3, attackers))), reverse=True)
        defence = sorted(await roll(d6.pool(min(2, defenders))), reverse=True)
        for ours, theirs in zip(attack, defence, strict=False):
            if ours > theirs:
                defenders -= 1
            else:
                attackers -= 1
    return attackers, defenders


def test_dice_that_are_rolled_one_by_one_are_told_to_be_a_pool_with_the_states_that_leaves() -> None:
    change = explain(risk(8, 8)).change
    assert change is not None
    assert odds(risk(8, 8)) == odds(risk_with_pools(8, 8))
    left = len(explore(risk_with_pools(8, 8)))
    for pool in ("attack", "defence", "d6.pool(min(3, attackers))", "d6.pool(min(2, defenders))"):
        assert pool in change.further
    assert change.further.endswith(f": about {left:,} states.")
    assert change.before > 10 * left
