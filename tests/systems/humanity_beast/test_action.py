"""Humanity and Beast: actions and the choice of dice. Expected values are the printed tables, the figures of the rules
page (3f), generating functions, and best play worked out by hand in `by_hand`."""

import json
from fractions import Fraction
from functools import partial
from math import sqrt
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.humanity_beast.by_hand import LEFT_OUT, DiceOnTable
from tests.systems.humanity_beast.questions import HUMANITY_BEAST, answer, call, first_values
from tests.systems.questions import examples_of, notes

from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.rules import DiceRolled, Session, best, first_option, odds, play, simulate
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM
from oddsmith.systems.humanity_beast.audit import audit
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.rules.reading import Reading, count

SEVEN_THREE = {"humanity": 7, "beast": 3, "difficulty": 3, "willpower": 5}
FIVE_FIVE = {"humanity": 5, "beast": 5, "difficulty": 3, "willpower": 5}

# Sums of dice as the page gives them: a Humanity die (6+3z)/(10-z), a Beast die (5+4z)/(10-z).
HUMANITY = Distribution.generating([6, 3], [10, -1])
BEAST = Distribution.generating([5, 4], [10, -1])


examples = partial(examples_of, __file__)
run = partial(HUMANITY_BEAST.run, "action")


def rounded(chance: Fraction) -> float:
    return round(float(chance), 4)


# --- R3.1 to R3.5: dice and difficulties -----------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "expected"), examples("difficulty"))
def test_difficulties_have_the_printed_names(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    model = SYSTEM.action("action").inputs
    for written in (inputs["name"], inputs["name"].lower().replace(" ", "-"), str(expected["successes_needed"])):
        read = entered(model, {"humanity": 1, "beast": 1, "difficulty": written})
        assert read.difficulty == expected["successes_needed"]


@pytest.mark.parametrize(("inputs", "expected"), examples("face"))
def test_faces_succeed_as_printed(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    dice = {"humanity": int(inputs["die"] == "H"), "beast": int(inputs["die"] == "B")}
    name = "humanity_successes" if inputs["die"] == "H" else "beast_successes"
    if expected["may_reroll"]:
        with pytest.raises(MissingAnswer):
            run(str(inputs["face"]), dice)
    faces = f"{inputs['face']},1" if expected["may_reroll"] else str(inputs["face"])
    outcome = run(faces, dice).outcome
    assert getattr(outcome, name) == outcome.successes == expected["success"]


def test_a_single_die_has_the_distribution_of_the_rules_page() -> None:
    humanity = answer("action", {"humanity": 1, "beast": 0})["successes"]
    beast = answer("action", {"humanity": 0, "beast": 1})["successes"]
    assert (humanity, beast) == (HUMANITY, BEAST)
    assert [humanity.pmf(k) for k in range(3)] == [Fraction(3, 5), Fraction(9, 25), Fraction(9, 250)]
    assert [beast.pmf(k) for k in range(3)] == [Fraction(1, 2), Fraction(9, 20), Fraction(9, 200)]
    assert (humanity.mean, beast.mean) == (Fraction(4, 9), Fraction(5, 9))


def test_rerolled_once_a_die_has_the_means_of_the_rules_page() -> None:
    for dice, mean in (({"humanity": 1, "beast": 0}, "0.44"), ({"humanity": 0, "beast": 1}, "0.55")):
        assert answer("action", dice, again="once")["successes"].mean == Fraction(mean)


@pytest.mark.parametrize(
    ("humanity", "beast", "willpower", "met", "check"),
    [
        (10, 0, 5, {2: 0.9577, 3: 0.8561, 5: 0.4649}, 0.0),
        (7, 3, 5, {2: 0.9724, 3: 0.8953, 5: 0.5386}, 0.1456),
        (5, 5, 5, {2: 0.9793, 3: 0.9163, 5: 0.5870}, 0.5149),
        (5, 5, 2, {2: 0.9793, 3: 0.9163, 5: 0.5870}, 0.6550),
    ],
)
def test_the_samples_of_the_rules_page(
    humanity: int, beast: int, willpower: int, met: dict[int, float], check: float
) -> None:
    for difficulty, chance in met.items():
        inputs = {"humanity": humanity, "beast": beast, "willpower": willpower, "difficulty": difficulty}
        found = answer("action", inputs)
        assert rounded(found["success"]) == chance
        assert rounded(found["humanity_check"]) == check


def test_the_figures_of_the_example_character_are_exact() -> None:
    found = answer("action", SEVEN_THREE)
    total = HUMANITY.repeat(7) + BEAST.repeat(3)
    assert found["success"] == total.at_least(3) == Fraction(3497281, 3906250)  # 0.895303936
    humanity, beast = HUMANITY.repeat(7), BEAST.repeat(3)
    # more than 5 Beast successes, or of fewer more than Humanity successes
    check = beast.at_least(6) + sum(beast.pmf(b) * humanity.at_most(b - 1) for b in range(6))
    assert found["humanity_check"] == check
    assert str(float(check)).startswith("0.145576112")
    assert found["beast_over_humanity"] == found["colour_beast"] == beast.beats(humanity)
    assert found["colour_humanity"] == humanity.beats(beast)
    assert found["colour_mixed"] == humanity.ties(beast)
    assert found["beast_over_willpower"] == beast.at_least(6)
    assert (found["successes"], found["humanity_successes"], found["beast_successes"]) == (total, humanity, beast)


@pytest.mark.parametrize("dice", range(1, 11))
def test_beast_dice_alone_bring_a_check_whenever_one_succeeds(dice: int) -> None:
    found = answer("action", {"humanity": 0, "beast": dice, "willpower": 5})
    assert found["beast_over_humanity"] == 1 - Fraction(1, 2**dice)


@given(humanity=st.integers(0, 5), beast=st.integers(0, 5))
@settings(max_examples=10)
def test_nothing_succeeds_as_often_as_all_dice_fail(humanity: int, beast: int) -> None:
    if humanity + beast == 0:
        return
    found = answer("action", {"humanity": humanity, "beast": beast})
    assert found["successes"].pmf(0) == Fraction(3, 5) ** humanity * Fraction(1, 2) ** beast


def test_target_numbers_can_be_adjusted() -> None:
    found = answer("action", {"humanity": 2, "beast": 1, "difficulty": 1}, humanity_target=9, beast_target=10)
    assert found["success"] == 1 - Fraction(8, 10) ** 2 * Fraction(9, 10)


# --- R3.6: Willpower -------------------------------------------------------------------------------------------------


def test_an_assured_success_counts_for_the_total_and_lowers_current_willpower() -> None:
    found = answer("action", SEVEN_THREE | {"spend": "before"})
    humanity, beast = HUMANITY.repeat(7), BEAST.repeat(3)
    assert found["success"] == (humanity + beast).at_least(2)
    assert found["beast_over_willpower"] == beast.at_least(5)  # Willpower is 4 now
    assert found["beast_over_humanity"] == beast.beats(humanity)
    assert found["willpower_spent"] == Distribution.certain(1)


@pytest.mark.parametrize(("assured", "humanity", "beast"), [("neither", 0, 0), ("humanity", 1, 0), ("beast", 0, 1)])
def test_the_assured_success_has_the_colour_that_the_table_says(assured: str, humanity: int, beast: int) -> None:
    found = answer("action", SEVEN_THREE | {"spend": "before"}, assured=assured)
    ours, theirs = HUMANITY.repeat(7) + humanity, BEAST.repeat(3) + beast
    assert found["successes"] == HUMANITY.repeat(7) + BEAST.repeat(3) + 1
    assert (found["humanity_successes"], found["beast_successes"]) == (ours, theirs)
    assert found["colour_beast"] == theirs.beats(ours)
    assert found["humanity_check"] == theirs.at_least(5) + sum(theirs.pmf(b) * ours.at_most(b - 1) for b in range(5))


def test_the_colour_of_the_assured_success_may_be_the_players_choice() -> None:
    values = {
        colour: answer("action", SEVEN_THREE | {"spend": "before"}, assured=colour)["colour_beast"]
        for colour in ("humanity", "beast")
    }
    assert first_values("action", SEVEN_THREE | {"spend": "before"}, "colour_beast", assured="chosen") == values


def test_current_willpower_may_be_that_before_the_point_was_spent() -> None:
    found = answer("action", SEVEN_THREE | {"spend": "before"}, current_willpower="before-spend")
    assert found["beast_over_willpower"] == BEAST.repeat(3).at_least(6)


def test_without_dice_only_an_assured_success_makes_a_roll() -> None:
    found = answer("action", {"humanity": 0, "beast": 0, "difficulty": 1, "willpower": 1})
    assert (found["success"], found["willpower_spent"].mean) == (1, 1)


def test_with_willpower_0_nothing_can_be_spent() -> None:
    assert best(call("action", SEVEN_THREE | {"willpower": 0}, "success"), lambda o: o.success).decisions == ()


def hand_goal(name: str, willpower: int, table: DiceOnTable) -> Any:
    """The goal of that name as the reference takes it; Willpower counts after the spend, the assured success is of
    neither colour."""

    def goal(humanity: int, beast: int, extra: int, spent: int) -> int:
        total = humanity + beast + extra
        check = beast > willpower - spent or beast > humanity
        return {
            "success": total >= table.difficulty,
            "successes": total,
            "humanity_check": check,
            "no_humanity_check": not check,
            "clean_success": total >= table.difficulty and not check,
            "beast_over_humanity": beast > humanity,
            "beast_over_willpower": beast > willpower - spent,
            "colour_mixed": beast == humanity,
            "colour_humanity": humanity > beast,
            "beast_successes": beast,
        }[name]

    return goal


GOALS = ("success", "no_humanity_check", "clean_success", "humanity_check", "colour_mixed", "successes")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("humanity", "beast", "difficulty", "willpower"), [(2, 1, 2, 1), (1, 2, 1, 2), (0, 2, 2, 3), (2, 2, 3, 1)]
)
def test_best_play_with_one_reroll_a_die_is_that_by_hand(
    goal: str, humanity: int, beast: int, difficulty: int, willpower: int
) -> None:
    table = DiceOnTable(difficulty)
    inputs = {"humanity": humanity, "beast": beast, "difficulty": difficulty, "willpower": willpower}
    assert first_values("action", inputs, goal, again="once") == table.values(
        humanity, beast, hand_goal(goal, willpower, table)
    )


@pytest.mark.parametrize(
    ("goal", "humanity", "beast", "difficulty", "willpower"),
    [
        ("success", 2, 1, 2, 1),
        ("no_humanity_check", 1, 2, 2, 2),
        ("clean_success", 2, 1, 3, 2),
        ("beast_over_willpower", 1, 1, 2, 3),
    ],
)
def test_best_play_with_chains_is_that_by_hand(
    goal: str, humanity: int, beast: int, difficulty: int, willpower: int
) -> None:
    table = DiceOnTable(difficulty, once=False)
    inputs = {"humanity": humanity, "beast": beast, "difficulty": difficulty, "willpower": willpower}
    by_hand = table.values(humanity, beast, hand_goal(goal, willpower, table))
    found = first_values("action", inputs, goal)
    for use, value in by_hand.items():
        assert 0 <= found[use] - value <= (humanity + beast + 1) * LEFT_OUT


@pytest.mark.parametrize("goal", ["colour_mixed", "beast_over_humanity", "successes"])
def test_best_play_is_near_that_by_hand_where_it_must_leave_something_unresolved(goal: str) -> None:
    table = DiceOnTable(2, once=False)
    by_hand = table.values(1, 1, hand_goal(goal, 1, table))
    found = first_values("action", {"humanity": 1, "beast": 1, "difficulty": 2, "willpower": 1}, goal)
    for use, value in by_hand.items():
        assert abs(found[use] - value) < 10 * LEFT_OUT


@pytest.mark.parametrize("goal", ["success", "clean_success", "no_humanity_check", "colour_humanity", "successes"])
@pytest.mark.parametrize("tens", ["always", "ask-beast", "never-on-beast", "stop-when-met"])
@pytest.mark.parametrize("last_face", [False, True])
def test_best_play_under_house_rules_is_that_by_hand(goal: str, tens: str, last_face: bool) -> None:
    table = DiceOnTable(2, tens=tens, last_face=last_face)
    options = {"tens": tens, "willpower_reroll": "last-face" if last_face else "whole-chain", "again": "once"}
    inputs = {"humanity": 1, "beast": 2, "difficulty": 2, "willpower": 1}
    assert first_values("action", inputs, goal, **options) == table.values(1, 2, hand_goal(goal, 1, table))


def test_last_faces_of_chains_are_rerolled_as_by_hand() -> None:
    table = DiceOnTable(2, once=False, last_face=True)
    inputs = {"humanity": 1, "beast": 1, "difficulty": 2, "willpower": 1}
    found = first_values("action", inputs, "clean_success", willpower_reroll="last-face")
    for use, value in table.values(1, 1, hand_goal("clean_success", 1, table)).items():
        assert 0 <= found[use] - value <= 3 * LEFT_OUT


@pytest.mark.parametrize("difficulty", range(2, 8))
def test_a_reroll_policy_lies_between_doing_nothing_and_the_best_reroll(difficulty: int) -> None:
    inputs = SEVEN_THREE | {"difficulty": difficulty}
    values = first_values("action", inputs, "success")
    policy = odds(call("action", inputs | {"spend": "after"}, "success")).p(lambda o: o.success)
    assert values["none"] < policy == values["after"] < values["before"]


def test_the_reroll_policy_takes_a_failed_beast_die_first() -> None:
    # 1 success is short of 3; the failed Beast die comes to a success, or two, or none: 9/20, 1/20 and 1/2
    played = run("7,1,1,9,1,1,8", {"humanity": 4, "beast": 2, "difficulty": 4, "willpower": 1, "spend": "after"})
    assert played.outcome.successes == 3
    assert "pays 1 Willpower for a reroll (beast 0)" in notes(played)


def test_the_reroll_policy_keeps_the_point_when_the_difficulty_is_met() -> None:
    played = run("7,7,1", {"humanity": 2, "beast": 1, "difficulty": 2, "willpower": 1, "spend": "after"})
    assert played.outcome.willpower_spent == 0
    assert "keeps the point of Willpower: nothing is short" in notes(played)


def test_a_reroll_replaces_the_whole_chain_and_stands_even_if_worse() -> None:
    inputs = {"humanity": 2, "beast": 0, "difficulty": 3, "willpower": 1}
    played = run("10,1,10,3,4", inputs, "after", "reroll humanity 2")  # 10, 10, 3 is rerolled and shows 4
    assert (played.outcome.successes, played.outcome.willpower_spent) == (0, 1)
    played = run("10,1,10,3,4", inputs, "after", "reroll humanity miss", willpower_reroll="last-face")
    assert played.outcome.successes == 2


def test_a_reroll_offers_every_kind_of_die_on_the_table() -> None:
    session = Session(
        call("action", {"humanity": 3, "beast": 2, "willpower": 1}), ScriptedSource(["10", "7", "2", "1", "9", "4"])
    )
    session.answer("after")
    assert session.pending is not None
    assert session.pending.options == (
        "keep",
        "reroll beast 0",
        "reroll humanity 0",
        "reroll beast 1",
        "reroll humanity 1",
    )


# --- R3.4, G3.1, G3.2: 10s -------------------------------------------------------------------------------------------


def test_10s_are_rerolled_after_all_dice_of_the_colour_have_landed() -> None:
    # three Humanity dice show 10; they are rerolled to 9, to 6, and to 10 and then 1
    played = run("10,10,10,9,6,10,1,5", {"humanity": 3, "beast": 1, "difficulty": 3})
    assert played.outcome.humanity_successes == 2 + 1 + 2
    assert [str(entry.rolled.expression) for entry in played.trail if isinstance(entry, DiceRolled)] == [
        str(count(Reading(), "humanity", 3)),
        str(count(Reading(), "beast", 1)),
    ]


def test_a_die_is_rerolled_once_where_the_table_says_so() -> None:
    played = run("10,10,6", {"humanity": 1, "beast": 1}, again="once")
    assert (played.outcome.humanity_successes, played.outcome.beast_successes) == (2, 1)


def test_10s_of_beast_dice_stay_where_the_table_says_so() -> None:
    played = run("10,1,10", {"humanity": 1, "beast": 1}, tens="never-on-beast")
    assert (played.outcome.humanity_successes, played.outcome.beast_successes) == (1, 1)
    found = answer("action", SEVEN_THREE, tens="never-on-beast")
    assert found["beast_successes"] == Distribution.from_weights({0: 1, 1: 1}).repeat(3)
    assert found["humanity_successes"] == HUMANITY.repeat(7)


def test_rerolling_10s_stops_when_the_difficulty_is_met() -> None:
    inputs = {"humanity": 2, "beast": 1, "difficulty": 3}
    played = run("10,1,10,8", inputs, tens="stop-when-met")  # the Humanity 10 is rerolled first, and that is enough
    assert (played.outcome.humanity_successes, played.outcome.beast_successes) == (2, 1)
    assert "stops: the difficulty is met" in notes(played)
    assert answer("action", SEVEN_THREE, tens="stop-when-met")["success"] == answer("action", SEVEN_THREE)["success"]


def test_stopping_when_met_lowers_the_risk_but_not_the_chance() -> None:
    stopping = answer("action", FIVE_FIVE, tens="stop-when-met")
    always = answer("action", FIVE_FIVE)
    assert stopping["success"] == always["success"]
    assert stopping["humanity_check"] < always["humanity_check"]


def test_a_10_of_a_beast_die_may_be_the_players_decision() -> None:
    inputs = {"humanity": 1, "beast": 2, "difficulty": 3, "spend": "none"}
    played = run("10,1,10,10,6,5", inputs, "reroll beast", "reroll beast", tens="ask-beast")
    assert played.outcome.beast_successes == 3
    assert run("10,1,10,10", inputs, "leave", tens="ask-beast").outcome.beast_successes == 2


def test_whoever_fears_for_humanity_leaves_a_beast_10_that_whoever_wants_success_rerolls() -> None:
    inputs = {"humanity": 1, "beast": 1, "difficulty": 2, "willpower": 1, "spend": "none"}
    for goal, wise in (("success", "reroll beast"), ("no_humanity_check", "leave")):
        solution = best(call("action", inputs, goal, tens="ask-beast"), attrgetter(goal))
        assert {advice.best for advice in solution.decisions if len(set(advice.values.values())) == 2} == {wise}


def test_odds_leave_a_beast_10_that_is_the_players_decision() -> None:
    asked = answer("action", SEVEN_THREE, exact=False, tens="ask-beast")
    never = answer("action", SEVEN_THREE, tens="never-on-beast")
    for event in ("success", "humanity_check", "clean_success"):
        assert asked[event] == never[event]


# --- R3.7, R3.9, R3.10: what successes mean --------------------------------------------------------------------------


def test_both_reasons_for_a_check_are_shown_and_lead_to_one_check_or_two() -> None:
    inputs = {"humanity": 1, "beast": 2, "willpower": 1, "difficulty": 2}
    for checks, due in (("one", 1), ("two", 2)):
        played = run("1,6,7", inputs, checks=checks)
        assert (played.outcome.beast_over_willpower, played.outcome.beast_over_humanity) == (True, True)
        assert played.outcome.humanity_checks == due
        assert notes(played)[-2:] == [
            "possible Humanity loss: more Beast successes, 2, than Willpower, 1",
            "possible Humanity loss: more Beast successes, 2, than Humanity successes, 0",
        ]


def test_two_checks_are_as_many_as_there_are_reasons_on_average() -> None:
    found = answer("action", FIVE_FIVE, checks="two")
    assert found["humanity_checks"].mean == found["beast_over_willpower"] + found["beast_over_humanity"]
    assert answer("action", FIVE_FIVE)["humanity_checks"].mean == found["humanity_check"]


def test_the_trail_tells_margin_and_colour_in_words() -> None:
    assert "1 Humanity + 1 Beast = 2 successes; difficulty 3 not met, 1 short" in notes(
        run("7,6", {"humanity": 1, "beast": 1})
    )
    played = run("7,6", {"humanity": 1, "beast": 1, "difficulty": 2, "willpower": 1}, "before")
    assert notes(played) == [
        "pays 1 Willpower for one assured success",
        "1 Humanity + 1 Beast + 1 assured = 3 successes; difficulty 2 met, 1 over",
        "possible Humanity loss: more Beast successes, 1, than Willpower, 0",
        "out of Willpower",
    ]
    assert (played.outcome.margin, played.outcome.colour_mixed) == (1, True)


@given(humanity=st.integers(0, 6), beast=st.integers(0, 4), willpower=st.integers(0, 6), difficulty=st.integers(1, 8))
@settings(max_examples=15)
def test_events_that_exclude_each_other_add_up(humanity: int, beast: int, willpower: int, difficulty: int) -> None:
    if humanity + beast == 0:
        return
    inputs = {"humanity": humanity, "beast": beast, "willpower": willpower, "difficulty": difficulty}
    found = answer("action", inputs)
    assert found["colour_humanity"] + found["colour_beast"] + found["colour_mixed"] == 1
    assert found["humanity_check"] + found["no_humanity_check"] == 1
    assert found["clean_success"] <= min(found["success"], found["no_humanity_check"])
    assert found["successes"].mean == Fraction(4, 9) * humanity + Fraction(5, 9) * beast


# --- all readings of one mechanic agree ------------------------------------------------------------------------------

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"again": "once"},
    {"tens": "stop-when-met"},
    {"willpower_reroll": "last-face", "tens": "never-on-beast"},
    {"assured": "beast", "current_willpower": "before-spend", "checks": "two"},
)
USES = ("none", "before", "after")


@pytest.mark.parametrize("spend", USES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_asked_at_once_gives_the_same_odds_as_asked_apart(spend: str, options: dict[str, str]) -> None:
    inputs = SEVEN_THREE | {"spend": spend}
    at_once = odds(call("action", inputs, **options), first_option)
    assert at_once.unresolved < Fraction(1, 10**15)
    apart = answer("action", inputs, exact=False, **options)
    for event in SYSTEM.action("action").events:
        assert 0 <= apart[event.name] - at_once.p(event.holds) <= at_once.unresolved


@pytest.mark.parametrize("spend", USES)
def test_a_billion_simulated_runs_agree_with_the_odds(spend: str) -> None:
    inputs, runs = SEVEN_THREE | {"spend": spend}, 10**9
    counts = simulate(call("action", inputs), runs, first_option, seed=7).counts
    chances = answer("action", inputs, exact=False)
    for event in SYSTEM.action("action").events:
        share = sum(n for outcome, n in counts.items() if event.holds(outcome)) / runs
        chance = float(chances[event.name])
        assert abs(share - chance) <= 5 * sqrt(chance * (1 - chance) / runs)


@pytest.mark.parametrize("spend", USES)
def test_rolls_come_out_as_often_as_the_odds_say(spend: str) -> None:
    inputs, runs = SEVEN_THREE | {"spend": spend}, 500
    rolling, source = call("action", inputs), SeededSource(f"humanity {spend}")
    outcomes = [play(rolling, source, first_option).outcome for _ in range(runs)]
    chances = answer("action", inputs, exact=False)
    for event in SYSTEM.action("action").events:
        chance = float(chances[event.name])
        share = sum(event.holds(outcome) for outcome in outcomes) / runs
        assert abs(share - chance) <= 5 * sqrt(chance * (1 - chance) / runs) + 0.5 / runs


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_what_is_lumped_is_judged_like_what_is_known_in_full(seed: int) -> None:
    """The same faces and the same choices lead to the same answer, whatever else is asked."""
    inputs = {"humanity": 3, "beast": 2, "difficulty": 3, "willpower": 2, "spend": "after"}
    full = play(call("action", inputs), SeededSource(seed), first_option).outcome
    for event in ("success", "clean_success", "humanity_check", "colour_mixed"):
        alone = play(call("action", inputs, event), SeededSource(seed), first_option).outcome
        assert getattr(alone, event) == getattr(full, event)


def test_a_session_is_put_away_and_taken_up_again() -> None:
    session = Session(call("action", SEVEN_THREE), SeededSource(4))
    session.answer("after")
    saved = json.loads(json.dumps(session.save()))
    again = Session.resume(saved)
    for one in (session, again):
        one.answer(one.pending.options[-1])  # type: ignore[union-attr]
    assert again.outcome == session.outcome


@given(humanity=st.integers(0, 4), beast=st.integers(0, 3), difficulty=st.integers(1, 5), willpower=st.integers(1, 4))
@settings(max_examples=10)
def test_best_play_is_at_least_as_good_as_any_fixed_use(
    humanity: int, beast: int, difficulty: int, willpower: int
) -> None:
    if humanity + beast == 0:
        return
    inputs = {"humanity": humanity, "beast": beast, "difficulty": difficulty, "willpower": willpower}
    solution = best(call("action", inputs, "clean_success"), lambda o: o.clean_success)
    for use in USES:
        fixed = odds(call("action", inputs | {"spend": use}, "clean_success"), first_option)
        assert fixed.p(lambda o: o.clean_success) <= solution.value
    assert odds(call("action", inputs, "clean_success"), solution.policy) == solution.distribution


def test_a_price_on_willpower_decides_whether_it_is_spent() -> None:
    def spends(price: Fraction) -> Any:
        asked = call("action", SEVEN_THREE, "success", "willpower_spent")
        return best(asked, lambda o: o.success - price * o.willpower_spent).decisions[0].best

    gain = first_values("action", SEVEN_THREE, "success")
    worth = gain["before"] - gain["none"]
    assert spends(worth - Fraction(1, 1000)) != "none"
    assert spends(Fraction(1)) == "none"


# --- R3.2: the choice of dice ----------------------------------------------------------------------------------------


def test_every_mix_is_an_option_and_worth_what_its_action_is_worth() -> None:
    inputs = {"humanity_dice": 2, "beast_dice": 2, "difficulty": 2, "willpower": 1}
    values = first_values("mix", inputs, "clean_success")
    assert set(values) == {f"{h}H+{b}B" for h in range(3) for b in range(3)}
    for h in range(3):
        for b in range(3):
            dice = {"humanity": h, "beast": b, "difficulty": 2, "willpower": 1}
            own = best(call("action", dice, "clean_success"), lambda o: o.clean_success).value
            assert values[f"{h}H+{b}B"] == own


def test_the_first_mix_takes_all_dice() -> None:
    inputs = {"humanity_dice": 7, "beast_dice": 3, "difficulty": 3, "willpower": 5}
    mixed, acted = answer("mix", inputs), answer("action", SEVEN_THREE)
    assert {name: mixed[name] for name in acted} == acted
    assert (mixed["humanity_rolled"].mean, mixed["beast_rolled"].mean) == (7, 3)


def test_minima_and_used_dice_limit_the_mixes() -> None:
    inputs = {"humanity_dice": 3, "beast_dice": 2, "min_beast": 1, "humanity_used": 2}
    values = first_values("mix", inputs, "success", pool="per-scene")
    assert set(values) == {"1H+2B", "0H+2B", "1H+1B", "0H+1B"}


def test_no_dice_are_a_mix_only_where_a_success_can_be_bought() -> None:
    inputs = {"humanity_dice": 1, "beast_dice": 0, "difficulty": 1}
    assert first_values("mix", inputs | {"willpower": 1}, "success")["0H+0B"] == 1
    assert best(call("mix", inputs, "success"), lambda o: o.success).decisions == ()


def test_risk_has_a_price_that_changes_the_mix() -> None:
    inputs = {"humanity_dice": 5, "beast_dice": 5, "difficulty": 2, "willpower": 0}

    def mix(price: int) -> Any:
        asked = call("mix", inputs, "success", "humanity_checks")
        return best(asked, lambda o: o.success - price * o.humanity_checks).decisions[0].best

    assert (mix(0), mix(1)) == ("5H+5B", "5H+0B")


# --- what is entered -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inputs", "field", "value"),
    [
        ({"humanity": -3, "beast": 1}, "humanity", -3),
        ({"humanity": 11, "beast": 0}, "humanity", 11),
        ({"humanity": 10**9, "beast": 0}, "humanity", 10**9),
        ({"humanity": 7, "beast": 4}, "beast", 4),
        ({"humanity": 0, "beast": 0}, "humanity", 0),
        ({"humanity": 0, "beast": 0, "willpower": 1, "spend": "after"}, "humanity", 0),
        ({"humanity": 1, "beast": 1, "difficulty": "impossible"}, "difficulty", "impossible"),
        ({"humanity": 1, "beast": 1, "difficulty": 0}, "difficulty", 0),
        ({"humanity": 1, "beast": 1, "spend": "before"}, "spend", "before"),
        ({"humanity": 1, "beast": 1, "spend": "often"}, "spend", "often"),
        ({"humanity": 1, "beast": 1, "willpower": 11}, "willpower", 11),
        ({"humanity": 1, "beast": 1, "beast_used": 9}, "beast_used", 9),
        ({"humanity": 1, "beast": 1, "humanity_used": 1}, "humanity_used", 1),
        ({"humanity": 1}, "beast", None),
    ],
)
def test_what_cannot_be_is_refused_by_field_and_value(inputs: dict[str, Any], field: str, value: object) -> None:
    with pytest.raises(BadInput) as error:
        call("action", inputs)
    assert (error.value.field, error.value.value) == (field, value)
    assert error.value.allowed


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"humanity_dice": 7, "beast_dice": 4}, "beast_dice"),
        ({"humanity_dice": 3, "beast_dice": 3, "min_humanity": 4}, "min_humanity"),
        ({"humanity_dice": 3, "beast_dice": 3, "beast_used": 4}, "beast_used"),
        ({"humanity_dice": 3, "beast_dice": 3, "beast_used": 2, "min_beast": 2}, "min_beast"),
        ({"humanity_dice": 0, "beast_dice": 0}, "humanity_dice"),
    ],
)
def test_an_action_that_demands_too_many_dice_is_not_available(inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as error:
        call("mix", inputs, pool="per-scene")
    assert error.value.field == field


def test_facts_and_warnings_tell_what_is_known_without_chance() -> None:
    declared = SYSTEM.action("action")
    inputs = entered(declared.inputs, {"humanity": 0, "beast": 3, "difficulty": 12, "beast_used": 2})
    rules = HumanityBeastRules(pool="per-scene")
    assert declared.facts(inputs, rules) == {"dice": 3, "difficulty": "12", "dice_left_this_scene": 5}
    assert [warning[:30] for warning in declared.warnings(inputs, rules)] == [
        "Difficulty 12 is not on the ta",
        "With Willpower 0 any Beast suc",
    ]
    facts = declared.facts(entered(declared.inputs, SEVEN_THREE), HumanityBeastRules())
    assert facts == {"dice": 10, "difficulty": "average (3)"}


# --- what is odd -----------------------------------------------------------------------------------------------------


def test_the_audit_finds_what_is_odd_by_computing() -> None:
    findings = {finding.rule: finding for finding in audit(HumanityBeastRules(humanity_loss="aug2010"))}
    assert set(findings) == {"R3.5", "R3.9, R3.10", "R3.10", "R3.6", "G3.6", "G3.8"}
    assert findings["R3.10"].figures["5 Beast dice"] == Fraction(31, 32)
    assert findings["R3.5"].figures["legendary"] == (BEAST.repeat(10) + 1).at_least(10)


def test_the_audit_follows_the_house_rules() -> None:
    rules = HumanityBeastRules(current_willpower="before-spend", humanity_target=2, beast_target=2)
    found = {finding.rule for finding in audit(rules)}
    assert "G3.6" not in found
    assert "R3.5" not in found


def test_the_advice_of_the_tour_names_the_better_use() -> None:
    assert SYSTEM.tour is not None
    assert SYSTEM.tour.advice().startswith("Against difficulty 5, an assured success lifts success from 53.9% to 74.4%")
