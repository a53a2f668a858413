"""Mod Dot. Expected values are the book's worked examples (`examples.json`), closed formulas, and sums over
every sequence of tests, made here without the engine."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.questions import Questions, examples_of, notes

from oddsmith.dice import ScriptedSource, SeededSource, Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.rules import Decision, Session, Together, best, odds, play, simulate
from oddsmith.systems.fields.field import readings_of
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.mod_dot import SYSTEM
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.test import Character, base_successes, half, modifier, two_tests

THIRD = Fraction(1, 3)
FAIR = {"up": THIRD, "even": THIRD, "down": THIRD}


examples = partial(examples_of, __file__)


MOD_DOT = Questions(SYSTEM)
call, answer, run = MOD_DOT.call, MOD_DOT.answer, partial(MOD_DOT.run, "test")


# --- the book's examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "expected"), examples("resolve"))
def test_the_worked_examples_come_out_as_printed(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    parts = ",".join(f"{name}:{dice}" for name, dice in inputs["pool_parts"].items())
    for pool in ({"pool": inputs["pool"]}, {"parts": parts}):
        entries = pool | {"difficulty": inputs["difficulty"]}
        played = run(",".join(inputs["tests"]), entries)
        assert played.outcome.base == expected["base"]
        assert played.outcome.successes == expected["successes"]
        assert (played.outcome.successes < 0) == expected["botch"]
        facts = facts_of(entries)
        assert facts["half"] == expected.get("base_before_difficulty", half(inputs["pool"]))
        assert facts["most_successes"] == expected.get("cap", 2 * inputs["pool"])


@pytest.mark.parametrize(("inputs", "expected"), examples("delta"))
def test_two_tests_add_what_the_text_says(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    played = run(",".join(inputs["tests"]), {"pool": 10})
    assert played.outcome.successes - played.outcome.base == expected["delta"]


@pytest.mark.parametrize(("inputs", "expected"), examples("difficulty_modifier"))
def test_the_table_of_difficulties(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert modifier(inputs["difficulty"]) == expected["modifier"]


@pytest.mark.parametrize(
    ("faces", "inputs", "reason"),
    [
        pytest.param("even,up", {"pool": 10}, "stops: neither two ups nor two downs", id="luigi"),
        pytest.param(
            "up,up,up,up,up,down",
            {"pool": 10},
            "stops: down ends the run of ups and costs nothing",
            id="tatiana",
        ),
        pytest.param(
            "down,down,down,down,down,down,down,even",
            {"pool": 12},
            "stops: the last test was not down, which ends the run and gains nothing",
            id="aziz",
        ),
        pytest.param("up,even", {"pool": 6, "difficulty": 8}, "stops: neither two ups nor two downs", id="harold"),
        pytest.param("even,even", {"pool": 2, "difficulty": 8}, "stops: neither two ups nor two downs", id="tara"),
        pytest.param(
            "up,up,up",
            {"pool": 2, "difficulty": 6},
            "stops: no more than 4 successes, twice the pool, may be tested for",
            id="at the cap",
        ),
    ],
)
def test_the_trail_says_why_a_test_stopped(faces: str, inputs: dict[str, Any], reason: str) -> None:
    assert reason in notes(run(faces, inputs))


def test_a_test_that_is_not_over_asks_for_the_next_face() -> None:
    with pytest.raises(MissingAnswer, match="answer 3 is missing"):
        run("up,up", {"pool": 10})


# --- exact results ---------------------------------------------------------------------------------------------------


def test_pool_10_at_difficulty_6_is_the_published_result() -> None:
    found = answer("test", {"pool": "10", "difficulty": "6"})
    assert (found["success"], found["botch"], found["failure"]) == (
        Fraction(242, 243),
        Fraction(1, 729),
        Fraction(2, 729),
    )


@pytest.mark.parametrize("pool", range(1, 13))
@pytest.mark.parametrize("difficulty", [2, 5, 6, 8, 11])
def test_success_failure_and_botch_follow_from_the_base_alone(pool: int, difficulty: int) -> None:
    base = base_successes(pool, difficulty)
    found = answer("test", {"pool": pool, "difficulty": difficulty})
    if base == -1:
        expected = (Fraction(2, 3), Fraction(2, 9), Fraction(1, 9))
    elif base == 0:
        expected = (THIRD, THIRD, THIRD)
    else:
        expected = (THIRD ** (base + 1), 2 * THIRD ** (base + 1), 1 - THIRD**base)
    assert (found["botch"], found["failure"], found["success"]) == expected
    assert found["base"] == Distribution.certain(base)


def test_every_number_of_successes_has_the_probability_of_the_free_walk_until_the_cap_takes_the_rest() -> None:
    successes = answer("test", {"pool": 10})["successes"]  # base 5, cap 20
    assert successes.pmf(5) == THIRD
    for change in [*range(-200, 0), *range(1, 15)]:
        assert successes.pmf(5 + change) == 2 * THIRD ** (abs(change) + 1)
    assert successes.pmf(20) == successes.at_least(20) == THIRD**15
    assert successes.maximum == 20
    assert successes.minimum is None
    assert successes.mean == 5 - THIRD**15 / 2  # each level beyond the cap would have added 3^-k


def sequences(
    throws: Mapping[str, Fraction], base: int, cap: int, deepest: int, *, clip: bool = True, one_up_saves: bool = False
) -> dict[int, Fraction]:
    """Probabilities of all totals from `deepest` on, by following every sequence of tests; deeper ones are left out."""
    worth = {"up": 1, "even": 0, "down": -1}
    totals: dict[int, Fraction] = {}

    def end(total: int, p: Fraction) -> None:
        total = min(total, cap) if clip else total
        totals[total] = totals.get(total, Fraction(0)) + p

    def chain(total: int, p: Fraction, face: str) -> None:
        while p and (total < cap if face == "up" else total >= deepest):
            end(total, p * (1 - throws[face]))
            total, p = total + worth[face], p * throws[face]
        if p and face == "up":
            end(total, p)

    for first, p in throws.items():
        for second, q in throws.items():
            total = base + worth[first] + worth[second]
            if first == second != "even":
                chain(total, p * q, first)
            elif one_up_saves and base == -1 and "up" in (first, second):
                end(max(total, 0), p * q)
            else:
                end(total, p * q)
    return {total: p for total, p in totals.items() if p and total >= deepest}


weights = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)).filter(lambda w: w[0] + w[1] > 0)


@given(
    pool=st.integers(0, 9),
    difficulty=st.integers(-2, 13),
    weight=weights,
    cap_reading=st.sampled_from(["always", "continuation"]),
    lowest=st.sampled_from(["arithmetic", "any-up-saves"]),
)
@settings(max_examples=60)
def test_the_odds_are_those_of_every_sequence_of_tests(
    pool: int, difficulty: int, weight: tuple[int, int, int], cap_reading: str, lowest: str
) -> None:
    throws = {face: Fraction(w, sum(weight)) for face, w in zip(FAIR, weight, strict=True)}
    found = answer(
        "test",
        {"pool": pool, "difficulty": difficulty} | {face: str(p) for face, p in throws.items()},
        cap=cap_reading,
        lowest_base=lowest,
    )
    by_hand = sequences(
        throws,
        base_successes(pool, difficulty),
        2 * pool,
        -8,
        clip=cap_reading == "always",
        one_up_saves=lowest == "any-up-saves",
    )
    successes = found["successes"]
    assert {total: successes.pmf(total) for total in range(-8, 30) if successes.pmf(total)} == by_hand
    assert found["success"] == sum(p for total, p in by_hand.items() if total >= 1)
    assert found["failure"] == by_hand.get(0, 0)
    assert found["success"] + found["failure"] + found["botch"] == 1


def test_a_billion_simulated_runs_agree_with_the_odds() -> None:
    runs = 10**9
    successes = answer("test", {"pool": 4, "difficulty": 7})["successes"]
    counts: Counter[int] = Counter()
    for outcome, count in simulate(call("test", {"pool": 4, "difficulty": 7}), runs, seed=7).counts.items():
        counts[outcome.successes] += count
    for total in range(-6, 9):
        p = float(successes.pmf(total))
        assert abs(counts[total] - runs * p) <= 5 * sqrt(runs * p * (1 - p))


def test_rolls_come_up_as_often_as_the_odds_say() -> None:
    runs = 4_000
    source = SeededSource("mod dot")
    test = call("test", {"pool": 3})
    counts = Counter(play(test, source).outcome.successes for _ in range(runs))
    successes = answer("test", {"pool": 3})["successes"]
    for total in range(-2, 7):
        p = float(successes.pmf(total))
        assert abs(counts[total] - runs * p) <= 5 * sqrt(runs * p * (1 - p))


# --- the pool --------------------------------------------------------------------------------------------------------


def facts_of(inputs: Mapping[str, Any], **options: Any) -> Mapping[str, Any]:
    declared = SYSTEM.action("test")
    return declared.facts(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options))


def warnings_of(inputs: Mapping[str, Any], **options: Any) -> list[str]:
    declared = SYSTEM.action("test")
    return list(declared.warnings(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options)))


def test_half_the_pool_is_rounded_up_before_the_difficulty_changes_it() -> None:
    assert [half(pool) for pool in range(7)] == [0, 1, 1, 2, 2, 3, 3]
    assert facts_of({"pool": 5, "difficulty": 8}) == {
        "pool": 5,
        "half": 3,
        "modifier": -2,
        "base": 1,
        "most_successes": 10,
    }


def test_the_base_is_never_above_the_pool_nor_below_minus_one() -> None:
    assert [base_successes(2, difficulty) for difficulty in (2, 5, 6, 7, 8, 20)] == [2, 2, 1, 0, -1, -1]
    assert base_successes(30, 10) == 11


def test_a_specialty_adds_a_die_to_the_parts() -> None:
    assert facts_of({"parts": "dexterity:3,melee:4,celerity:2", "specialty": "yes"})["pool"] == 10


def test_a_pool_that_is_brought_to_nothing_cannot_succeed() -> None:
    for parts in ("strength:1,wounds:-1", "strength:1,wounds:-3"):
        found = answer("test", {"parts": parts, "difficulty": 2})
        assert (found["success"], found["successes"].maximum) == (0, 0)
        assert facts_of({"parts": parts, "difficulty": 2})["base"] == 0
        assert any("cannot succeed" in warning for warning in warnings_of({"parts": parts}))


def test_an_empty_pool_may_succeed_with_a_point_of_willpower() -> None:
    """G0.5, G0.10: the tests end at 0 at most, two thirds of the time (an up, two evens, or one of each kind)."""
    asked: dict[str, Any] = {"pool": 0, "willpower": 1}
    found = best(call("test", asked, willpower="one-success"), value_of("test", "success"))
    assert found.value == Fraction(2, 3)
    warned = MOD_DOT.warnings("test", asked, willpower="one-success")
    assert warned == ["The pool is 0: the tests bring no success (G0.5)."]


def test_a_house_rule_grants_one_die_to_an_empty_pool() -> None:
    granted = answer("test", {"pool": 0}, empty_pool="one-die")
    assert granted == answer("test", {"pool": 1})


def test_a_house_rule_refuses_an_empty_pool() -> None:
    with pytest.raises(BadInput, match="empty_pool=refuse"):
        call("test", {"pool": 0}, empty_pool="refuse")


def test_a_difficulty_below_the_table_is_carried_on_with_a_warning() -> None:
    assert facts_of({"pool": 12, "difficulty": 1})["modifier"] == 5
    assert "below the table's lowest" in warnings_of({"pool": 12, "difficulty": 1})[0]
    assert warnings_of({"pool": 12, "difficulty": 11}) == []


# --- house rules about the tests -------------------------------------------------------------------------------------


def test_from_base_minus_one_an_up_and_a_down_are_a_botch_unless_one_up_saves() -> None:
    tara = {"pool": 2, "difficulty": 8}
    assert run("up,down", tara).outcome.successes == -1
    assert run("up,down", tara, lowest_base="any-up-saves").outcome.successes == 0
    assert run("down,up", tara, lowest_base="any-up-saves").outcome.successes == 0
    assert run("down,even", tara, lowest_base="any-up-saves").outcome.successes == -2
    assert run("down,down,up", tara, lowest_base="any-up-saves").outcome.successes == -3
    assert answer("test", tara, lowest_base="any-up-saves")["botch"] == Fraction(4, 9)


def test_an_up_saves_only_from_base_minus_one() -> None:
    assert run("up,down", {"pool": 2, "difficulty": 7}, lowest_base="any-up-saves").outcome.successes == 0
    assert run("even,down", {"pool": 2, "difficulty": 7}, lowest_base="any-up-saves").outcome.successes == -1


def test_the_cap_binds_the_first_two_tests_unless_a_house_rule_says_otherwise() -> None:
    assert run("up,up", {"pool": 1}).outcome.successes == 2
    assert run("up,up", {"pool": 1}, cap="continuation").outcome.successes == 3
    assert answer("test", {"pool": 1}, cap="continuation")["successes"].pmf(3) == Fraction(1, 9)
    assert answer("test", {"pool": 0}, cap="continuation")["success"] == THIRD


def test_who_may_stop_is_asked_before_every_further_test() -> None:
    source = ScriptedSource(["up", "up", "up"])
    answers = iter(["go on", "stop"])
    played = play(call("test", {"pool": 10}, continuing="ask"), source, lambda decision: next(answers))
    assert played.outcome.successes == 8
    assert "stops: chooses to" in notes(played)


def test_asked_and_always_going_on_the_odds_are_those_of_going_on_by_itself() -> None:
    assert answer("test", {"pool": 6}, continuing="ask") == answer("test", {"pool": 6})


@pytest.mark.parametrize("goal", ["success", "successes"])
def test_going_on_after_two_ups_is_never_worse_than_stopping(goal: str) -> None:
    asked = call("test", {"pool": 3, "difficulty": 8}, continuing="ask")
    solution = best(asked, of=value_of("test", goal))
    assert solution.decisions
    for advice in solution.decisions:
        assert advice.values["go on"] >= advice.values["stop"]


# --- Willpower -------------------------------------------------------------------------------------------------------


def value_of(action: str, name: str) -> Any:
    declared = SYSTEM.action(action)
    for event in declared.events:
        if event.name == name:
            return event.holds
    return next(measure.of for measure in declared.measures if measure.name == name)


def test_a_point_of_willpower_buys_one_success_before_the_tests() -> None:
    inputs = {"pool": 4, "difficulty": 8, "willpower": 3}
    source = ScriptedSource(["down", "even"])
    played = play(call("test", inputs, willpower="one-success"), source, lambda decision: "spend Willpower")
    assert (played.outcome.successes, played.outcome.willpower_spent) == (0, 1)  # base 0, less 1, plus 1
    assert "pays 1 Willpower: one success beside what is tested" in notes(played)


def test_willpower_is_not_spent_unless_somebody_says_so() -> None:
    found = answer("test", {"pool": 4, "willpower": 3}, willpower="one-success")
    assert found == answer("test", {"pool": 4})
    assert found["willpower_spent"] == Distribution.certain(0)


def test_willpower_is_spent_where_it_is_worth_its_price() -> None:
    test = call("test", {"pool": 2, "willpower": 1}, willpower="one-success")
    both = Together((value_of("test", "success"), value_of("test", "willpower_spent")))

    def worth(price: Fraction) -> Fraction:
        return best(test, lambda asked: asked[0] - price * asked[1], of=both).value

    # Base 1: 2/3 without, 8/9 with the point, so it is worth 2/9.
    assert worth(Fraction(1, 9)) == Fraction(8, 9) - Fraction(1, 9)
    assert worth(Fraction(1, 3)) == Fraction(2, 3)


@pytest.mark.parametrize("goal", ["success", "successes", "willpower_spent"])
def test_best_play_is_at_least_as_good_as_any_fixed_way(goal: str) -> None:
    inputs = {"pool": 3, "difficulty": 8, "willpower": 2}
    options = {"continuing": "ask", "willpower": "one-success"}
    test = call("test", inputs, **options)
    value = best(test, of=value_of("test", goal)).value

    def always(pick: int, decision: Decision) -> Any:
        return decision.options[pick]

    for pick in (0, -1):
        fixed = odds(test, partial(always, pick)).map(value_of("test", goal))
        assert value >= fixed.mean * (1 - fixed.unresolved)


def test_best_play_for_everything_at_once_is_exact() -> None:
    test = call("test", {"pool": 2, "willpower": 1}, willpower="one-success", continuing="ask")
    solution = best(test, lambda outcome: outcome.successes)
    assert solution.unresolved == 0
    assert {advice.best for advice in solution.decisions} == {"spend Willpower", "go on"}


# --- opposed tests ---------------------------------------------------------------------------------------------------


def net_by_hand(base: int, cap: int, against: tuple[int, int], low: int, deepest: int) -> Iterator[Fraction]:
    """P(net >= k) for k = low, low+1, ..., 3, from totals down to `deepest`; at most 2 * 3^deepest too low."""
    mine, theirs = sequences(FAIR, base, cap, deepest), sequences(FAIR, *against, deepest)
    for k in range(low, 4):
        yield sum((p * q for a, p in mine.items() for b, q in theirs.items() if a - b >= k), Fraction(0))


def test_an_opposed_test_compares_two_unbounded_numbers_exactly() -> None:
    found = answer("opposed", {"pool": 6, "against_pool": 4}, opposed="tie-to-defender")
    deepest = -30
    at_most_missing = 2 * THIRD ** (-deepest)
    for k, expected in zip(range(-3, 4), net_by_hand(3, 12, (2, 8), -3, deepest), strict=True):
        assert 0 <= found["net"].at_least(k) - expected <= at_most_missing
    assert found["win"] == found["net"].at_least(1)
    assert found["tie"] == found["net"].pmf(0)
    assert found["win"] + found["lose"] == 1
    mine, theirs = answer("test", {"pool": 6}), answer("test", {"pool": 4})
    assert found["successes"] == mine["successes"]
    assert found["against_successes"] == theirs["successes"]
    assert found["net"].mean == mine["successes"].mean - theirs["successes"].mean


def test_between_equals_both_are_ahead_equally_often() -> None:
    found = answer("opposed", {"pool": 5, "against_pool": 6}, opposed="tie-to-defender")  # both base 3
    near = answer("opposed", {"pool": 6, "against_pool": 5}, opposed="tie-to-defender")
    assert found["win"] == 1 - near["win"] - near["tie"]


def test_an_opposed_test_is_told_from_both_sides() -> None:
    source: Source = ScriptedSource(["up", "even", "down", "down", "down", "up"])
    played = play(call("opposed", {"pool": 6, "against_pool": 4}, opposed="tie-to-defender"), source)
    assert (played.outcome.successes, played.outcome.against_successes) == (4, -1)
    assert notes(played)[-1] == "wins by 5"
    tie = ScriptedSource(["even", "even", "up", "even"])
    assert notes(play(call("opposed", {"pool": 6, "against_pool": 4}, opposed="tie-to-defender"), tie))[-1] == (
        "a tie: it goes to the defender"
    )


def test_both_sides_of_an_opposed_test_may_be_asked_to_go_on() -> None:
    asked = call("opposed", {"pool": 2, "against_pool": 2}, opposed="tie-to-defender", continuing="ask")
    solution = best(asked, of=value_of("opposed", "win"))
    assert {advice.decision.who for advice in solution.decisions} == {"player", "opponent"}
    assert solution.value == answer("opposed", {"pool": 2, "against_pool": 2}, opposed="tie-to-defender")["win"]


def test_opposed_tests_are_off_unless_the_house_rule_is_chosen() -> None:
    with pytest.raises(BadInput, match="tie-to-defender"):
        call("opposed", {"pool": 6, "against_pool": 4})


# --- what may be entered ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inputs", "field", "allowed"),
    [
        ({"pool": "-3"}, "pool", "from 0 to 200"),
        ({"pool": 10**9}, "pool", "from 0 to 200"),
        ({"pool": "many"}, "pool", "a whole number"),
        ({}, "pool", "parts"),
        ({"pool": 4, "difficulty": "hard"}, "difficulty", "a whole number"),
        ({"pool": 4, "parts": "strength:2"}, "parts", "final"),
        ({"pool": 4, "specialty": "yes"}, "specialty", "final"),
        ({"parts": "strength"}, "parts", "names with whole numbers"),
        ({"parts": "luck:150,more:150"}, "parts", "at most 200"),
        ({"pool": 4, "up": "1/2", "even": "1/3", "down": "1/3"}, "up, even, down", "chances that total 1"),
        ({"pool": 4, "up": "1/2", "down": "2/3"}, "up, down", "chances that total at most 1"),
        ({"pool": 4, "even": "3/2"}, "even", "a chance of at most 1"),
        ({"pool": 4, "up": "-1/3"}, "up", "from 0 to 1"),
        ({"pool": 4, "up": "1/0"}, "up", "from 0 to 1"),
        ({"pool": 4, "up": "1e999999999"}, "up", "from 0 to 1"),
        ({"pool": 4, "up": 0, "even": 0, "down": 1}, "down", "never end"),
        ({"pool": 4, "willpower": 1}, "willpower", "house rule"),
        ({"pool": 4, "willpower": 11}, "willpower", "from 0 to 10"),
        ({"pool": 4, "rank": 9}, "rank", "pool"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(inputs: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        call("test", inputs)
    assert refused.value.field == field
    assert allowed in refused.value.allowed


@pytest.mark.parametrize(
    ("entry", "chances"),
    [
        ({}, ["1/3", "1/3", "1/3"]),
        ({"up": "1/2"}, ["1/2", "1/4", "1/4"]),
        ({"up": "0.5", "down": "1/8"}, ["1/2", "3/8", "1/8"]),
        ({"even": "1"}, ["0", "1", "0"]),
        ({"up": "1/999983", "even": "1/999979"}, ["1/999983", "1/999979", "999960000395/999962000357"]),
    ],
)
def test_chances_that_are_not_given_share_what_the_others_leave(entry: dict[str, str], chances: list[str]) -> None:
    inputs: Any = entered(SYSTEM.action("test").inputs, {"pool": 4, **entry})
    assert [inputs.up, inputs.even, inputs.down] == [Fraction(chance) for chance in chances]


def test_an_unknown_reading_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="arithmetic, any-up-saves"):
        call("test", {"pool": 4}, lowest_base="kind")


def test_a_test_that_is_always_won_climbs_to_the_cap() -> None:
    found = answer("test", {"pool": 3, "up": 1, "even": 0, "down": 0})
    assert found["successes"] == Distribution.certain(6)


def test_the_largest_pools_are_answered() -> None:
    found = answer("test", {"pool": 200, "difficulty": 10})
    assert found["success"] == 1 - THIRD**96
    assert found["successes"].maximum == 400


# --- the rest of the declaration -------------------------------------------------------------------------------------


def test_a_saved_test_goes_on_where_it_stood() -> None:
    test = call("test", {"pool": 4, "willpower": 1}, willpower="one-success", continuing="ask")
    session = Session(test, SeededSource(4))
    again = Session.resume(json.loads(json.dumps(session.save())))
    for standing in (session, again):
        while standing.pending is not None:
            standing.answer(standing.pending.options[-1])
    assert session.outcome == again.outcome
    assert session.trail == again.trail


def test_a_run_of_two_tests_is_a_state_of_its_own() -> None:
    assert odds(two_tests(Character(base=2, cap=8))).p(lambda tested: tested.falling) == Fraction(1, 9)


def findings(**options: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for finding in SYSTEM.audit(ModDotRules(**options)):
        found.setdefault(finding.rule, []).append(finding)
    return found


def test_the_audit_finds_dice_that_add_nothing() -> None:
    (idle,) = findings()["R0.2"]
    assert "number 2, 4, 6, 8, 10, 12" in idle.text
    assert idle.figures["success with pool 9"] == idle.figures["success with pool 10"] == Fraction(242, 243)


def test_the_audit_finds_where_the_limits_of_the_base_bite() -> None:
    easy, hard = findings()["R0.4"]
    # Half the pool + 6 - difficulty is the pool at the one end, and -1 at the other.
    assert easy.figures == {f"pool {pool}": 6 + half(pool) - pool for pool in range(1, 8)}
    assert hard.figures == {f"pool {pool}": 7 + half(pool) for pool in range(1, 5)}


def test_the_audit_follows_the_house_rules() -> None:
    assert "lifts the chance to succeed by 66.7%" in findings()["G0.5"][0].text
    assert "as good as a pool of 1" in findings(empty_pool="one-die")["G0.5"][0].text
    assert "G0.5" not in findings(empty_pool="refuse")
    for options, lost in (({}, Fraction(1, 6)), ({"cap": "continuation"}, Fraction(1, 18))):
        limited = findings(**options)["R0.7"][0].figures
        means = {1: 1 - lost, 2: 1 - Fraction(1, 54)}
        assert limited == {f"base with pool {pool}": 1 for pool in means} | {
            f"successes on average with pool {pool}": mean for pool, mean in means.items()
        }
    assert "of twice the pool" in findings()["R0.7"][0].text
    assert "of 1 times the pool" in findings(cap_times=1)["R0.7"][0].text
    assert "no base is below -2" in findings(lowest=-2)["R0.4"][1].text
    assert "G0.10" not in findings()
    (ties,) = findings(opposed="tie-to-defender")["G0.10"]
    assert ties.figures["win"] * 2 + ties.figures["tie"] == 1


def test_the_tour_computes_its_advice() -> None:
    assert SYSTEM.tour is not None
    assert SYSTEM.tour.advice() == (
        "At difficulty 8, dice number 8 and 10 bring no success nearer; number 11 lifts the chance from 96.3% to 98.8%."
    )


def test_every_gap_with_an_alternative_has_its_house_rule() -> None:
    readings = {name: tuple(field.readings or ()) for name, field in readings_of(ModDotRules).items()}
    assert readings == {
        "lowest_base": ("arithmetic", "any-up-saves"),
        "cap": ("always", "continuation"),
        "empty_pool": ("floor", "refuse", "one-die"),
        "continuing": ("automatic", "ask"),
        "opposed": ("off", "tie-to-defender"),
        "willpower": ("off", "one-success"),
        "extended_botch": ("ends", "clears", "loses"),
    }
