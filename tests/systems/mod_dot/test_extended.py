"""Extended actions of Mod Dot, against the closed formula for one test (rules page, 0f) and sums written here."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.answers.expected import best_of
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Noted, first_option, odds, play, simulate
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.mod_dot import SYSTEM

EXTENDED = SYSTEM.action("extended")
READINGS = ("ends", "clears", "loses")


def call(inputs: Mapping[str, Any], **options: Any) -> Call[Any]:
    return EXTENDED.call(entered(EXTENDED.inputs, inputs), entered(SYSTEM.house_rules, options), EXTENDED.names)


def shown(faces: str) -> ScriptedSource:
    return ScriptedSource(faces.split(","))


def chance(event: str, inputs: Mapping[str, Any], **options: Any) -> Fraction:
    of = next(e.holds for e in EXTENDED.events if e.name == event)
    found = odds(call(inputs, **options), first_option, of=of)
    assert found.unresolved == 0
    return found.p(bool)


def law(base: int, cap: int, deepest: int) -> dict[int, Fraction]:
    """P(D = 0) = 1/3, P(D = k) = 2/3^(|k|+1); what would be above the cap is at it, the rest at the deepest."""
    found = {base + k: Fraction(2, 3 ** (abs(k) + 1)) for k in range(deepest - base, cap - base)}
    found[base] = Fraction(1, 3)
    found[cap] = Fraction(1, 3 ** (cap - base))
    found[deepest] = Fraction(1, 3 ** (base - deepest))
    assert sum(found.values()) == 1
    return found


def after(gathered: int, successes: int, target: int, botch: str) -> int | None:
    if successes >= 0:
        return min(target, gathered + successes)
    return {"ends": None, "clears": 0, "loses": max(0, gathered + successes)}[botch]


@pytest.mark.parametrize("botch", READINGS)
def test_with_a_limit_on_tries_the_chance_is_that_of_a_sum_over_all_tries(botch: str) -> None:
    target, tries = 10, 4
    one = law(base=3, cap=12, deepest=-target)

    @cache
    def done(gathered: int | None, left: int) -> Fraction:
        if gathered is None:
            return Fraction(0)
        if gathered == target:
            return Fraction(1)
        if left == 0:
            return Fraction(0)
        return sum((p * done(after(gathered, n, target, botch), left - 1) for n, p in one.items()), Fraction(0))

    inputs = {"pool": 6, "target": target, "tries": tries}
    assert chance("success", inputs, extended_botch=botch) == done(0, tries)
    assert chance("failure", inputs, extended_botch=botch) == 1 - done(0, tries)


def test_without_a_limit_a_botch_is_all_that_can_prevent_the_end() -> None:
    one = law(base=2, cap=8, deepest=-1)

    @cache
    def done(gathered: int) -> Fraction:
        if gathered >= 7:
            return Fraction(1)
        onward = sum((p * done(gathered + n) for n, p in one.items() if n > 0), Fraction(0))
        return onward / (1 - one[0])  # a try without any success changes nothing

    inputs = {"pool": 4, "target": 7}
    assert chance("success", inputs) == done(0)
    assert chance("botch", inputs) == 1 - done(0)
    assert chance("success", inputs, extended_botch="clears") == 1
    assert chance("success", inputs, extended_botch="loses") == 1


@pytest.mark.parametrize("botch", READINGS)
def test_the_mean_number_of_tries_solves_its_linear_equations(botch: str) -> None:
    target = 6
    one = law(base=2, cap=8, deepest=-target)
    # mean[g] = 1 + sum p(n) mean[after(g, n)], by elimination over the rationals
    rows = []
    for gathered in range(target):
        row = [Fraction(i == gathered) for i in range(target)] + [Fraction(1)]
        for n, p in one.items():
            next_ = after(gathered, n, target, botch)
            if next_ is not None and next_ < target:
                row[next_] -= p
        rows.append(row)
    for i in range(target):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(target):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    call_ = call({"pool": 4, "target": target}, extended_botch=botch)
    tries = odds(call_, first_option, of=lambda outcome: outcome.tries)
    assert tries.unresolved == 0
    assert tries.mean == rows[0][-1]


def test_one_success_from_one_try_is_the_chance_of_a_test() -> None:
    assert chance("success", {"pool": 10, "target": 1, "tries": 1}) == Fraction(242, 243)  # 0f: 1 - 3^-5


@pytest.mark.parametrize("botch", READINGS)
def test_best_play_for_few_tries_without_a_limit_is_what_is_expected(botch: str) -> None:
    asked = question("mod-dot", "extended", {"pool": 6, "target": 4}, {"extended_botch": botch})
    expected = odds(call({"pool": 6, "target": 4}, extended_botch=botch), of=lambda outcome: outcome.tries).mean
    assert [best_of(asked, goal, {}, 10_000).value for goal in ("- tries", "-2 tries")] == [-expected, -2 * expected]


def test_the_trail_tells_what_was_gathered_and_why_it_ended() -> None:
    source = shown("up,even,down,down,down,down,down,down,even")
    run = play(call({"pool": 6, "target": 8}), source, first_option)
    notes = [entry.text for entry in run.trail if isinstance(entry, Noted)]
    assert notes[-1] == "the botch ends the extended action"
    assert "gathered: 4 of 8" in notes
    assert (run.outcome.done, run.outcome.botched, run.outcome.gathered, run.outcome.tries) == (False, True, 4, 2)


def test_a_botch_that_loses_takes_its_failures_off_what_was_gathered() -> None:
    source = shown("up,even,down,down,down,down,down,even,up,even,up,even")  # 4, then 3 - 5 = -2, then 4 and 4
    run = play(call({"pool": 6, "target": 10}, extended_botch="loses"), source, first_option)
    assert (run.outcome.done, run.outcome.gathered, run.outcome.tries) == (True, 10, 4)


def test_a_run_of_ups_that_is_saved_from_a_botch_brings_no_success() -> None:
    """G0.1: two ups that add nothing leave base -1, from which one up saves, and the test is over."""
    saved: dict[str, Any] = {"up": 0, "lowest_base": "any-up-saves"}
    assert chance("success", {"pool": 2, "difficulty": 8, "target": 1, "tries": 1}, **saved) == 0
    with pytest.raises(BadInput, match="tries"):
        call({"pool": 2, "difficulty": 8, "target": 1}, **saved)


def test_without_any_chance_of_a_success_a_limit_is_asked_for() -> None:
    for inputs in ({"pool": 0}, {"pool": 2, "difficulty": 8, "up": "0", "even": "1/2", "down": "1/2"}):
        with pytest.raises(BadInput, match="tries"):
            call(inputs | {"target": 3})
        assert chance("success", inputs | {"target": 3, "tries": 5}) == 0


@pytest.mark.parametrize(
    ("inputs", "options", "one_try"),
    [
        # two ups, or an up and an even in either order: the cap, 0, does not bind the first two tests
        ({"pool": 0}, {"cap": "continuation"}, Fraction(1, 3)),
        # base 0; two ups add nothing, but a third does
        ({"pool": 2, "difficulty": 7}, {"up": 0}, Fraction(1, 27)),
        # base -1: two further ups after two that add nothing
        ({"pool": 2, "difficulty": 8, "up": "1/2", "even": "0", "down": "1/2"}, {"up": 0}, Fraction(1, 16)),
    ],
)
def test_where_a_try_can_bring_a_success_no_limit_is_asked_for(
    inputs: dict[str, Any], options: dict[str, Any], one_try: Fraction
) -> None:
    """R0.6, G0.4."""
    assert chance("success", inputs | {"target": 1, "tries": 1}, **options) == one_try
    call(inputs | {"target": 2}, **options)


@given(
    pool=st.integers(1, 12), difficulty=st.integers(2, 10), target=st.integers(1, 12), botch=st.sampled_from(READINGS)
)
@settings(max_examples=20, deadline=None)
def test_what_is_simulated_agrees_with_the_odds(pool: int, difficulty: int, target: int, botch: str) -> None:
    inputs = {"pool": pool, "difficulty": difficulty, "target": target, "tries": 6}
    runs = 100_000
    simulated = simulate(call(inputs, extended_botch=botch), runs, first_option, seed=1)
    p = float(chance("success", inputs, extended_botch=botch))
    share = sum(n for outcome, n in simulated.counts.items() if outcome.done) / runs
    assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs) + 1e-12
