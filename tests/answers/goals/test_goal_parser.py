"""Goals as people say them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from oddsmith.answers.goals.goal_parser import read_objective, read_quantity
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.goals.objective import AtLeast, AtMost, Objective
from oddsmith.errors import BadInput
from oddsmith.systems import Action, Event, System, registry

Say: TypeAlias = Callable[[str], Objective]


def said(system: str, action: str) -> Say:
    return lambda text: read_objective(registry.system(system).action(action), text)


HUMANITY, BUY = said("humanity-beast", "action"), said("t13", "buy")
TOSS, DUEL = said("edged-coins", "toss"), said("edged-coins", "duel")
ATTACK = said("dot", "attack")


@pytest.mark.parametrize(
    ("say", "text", "name"),
    [
        (HUMANITY, "success", "success"),
        (HUMANITY, "Success but no Humanity check", "success and no_humanity_check"),
        (HUMANITY, "success and not humanity_check", "success and not humanity_check"),
        (HUMANITY, "success without a colour of the Beast", "success and not colour_beast"),
        (HUMANITY, "the difficulty is met without a Humanity check", "clean_success"),
        (HUMANITY, "success or mixed, but no humanity check", "success or colour_mixed and no_humanity_check"),
        (
            HUMANITY,
            "(success or mixed) but no Humanity checks due",
            "(success or colour_mixed) and humanity_checks = 0",
        ),
        (HUMANITY, "not (success and mixed)", "not (success and colour_mixed)"),
        (HUMANITY, "at least 2 humanity successes", "humanity_successes >= 2"),
        (HUMANITY, "2 or more successes and at most 1 humanity check", "successes >= 2 and humanity_checks <= 1"),
        (HUMANITY, "successes > 2 or successes < 1", "successes >= 3 or successes <= 0"),
        (HUMANITY, "3 successes", "successes = 3"),
        (HUMANITY, "successes ≥ 1/2", "successes >= 1/2"),
        (HUMANITY, "successes > -2", "successes >= -1"),
        (BUY, "at least complete", "complete_or_better"),
        (BUY, "Complete Success or better", "complete_or_better"),
        (BUY, "complete or superior", "complete or superior"),
        (HUMANITY, "humanity_checks", "humanity_checks"),
        (HUMANITY, "humanity checks", "humanity_checks"),
        (HUMANITY, "humanity check", "humanity_check"),
        (ATTACK, "hits", "hits"),
        (ATTACK, "hit", "hit"),
        (DUEL, "win the duel", "win"),
        (DUEL, "the first side wins", "win"),
        (DUEL, "hc left - against hc left", "hc_left - against_hc_left"),
        (DUEL, "-rounds", "-rounds"),
        (DUEL, "hc_left + 1/2 rounds", "hc_left + 1/2 rounds"),
    ],
)
def test_what_is_wanted_is_read_as_it_is_said_and_its_name_reads_the_same(say: Say, text: str, name: str):
    assert say(text).quantity.name == name
    assert say(name).quantity.name == name


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("success, coins worth 1/100 each", {"ec_spent": Fraction(1, 100)}),
        ("success with energy coins worth 0.01", {"ec_spent": Fraction(1, 100)}),
        ("success less 1/100 per coin", {"ec_spent": Fraction(1, 100)}),
        ("ec spent, less 3 per success", {"success": Fraction(3)}),
        (
            "success, EC costs 1/100 and the opponent's coins cost -1/200",
            {"ec_spent": Fraction(1, 100), "opposing_ec_spent": Fraction(-1, 200)},
        ),
    ],
)
def test_prices_follow_what_is_wanted(text: str, prices: dict[str, Fraction]):
    assert {declared.name: price for declared, price in TOSS(text).prices.items()} == prices


def test_a_constraint_limits_what_is_spent_on_average():
    constraint = BUY("at least complete for at most 20 sway + 2 chi").constraint
    assert isinstance(constraint, AtMost)
    assert (constraint.most, constraint.cost.name) == (Fraction(20), "sway_spent + 2 chi_spent")


def test_the_goal_that_help_gives_as_an_example_may_be_played_for_where_checks_are_counted_too():
    found = HUMANITY("success but no check").quantity  # `humanity_check` happens, `humanity_checks` counts
    assert (found.name, found.uses) == ("success and not humanity_check", frozenset({"success", "humanity_check"}))
    assert found.title == "the difficulty is met, but no Humanity check"
    assert HUMANITY("humanity checks").quantity.uses == {"humanity_checks"}


def test_a_constraint_may_limit_a_risk():
    constraint = HUMANITY("success for at most 10 % risk of a humanity check").constraint
    assert isinstance(constraint, AtMost)
    assert (constraint.most, constraint.cost.name) == (Fraction(1, 10), "humanity_check")


@pytest.mark.parametrize("level", ["60 %", "at least 60%", "60 % chance of", "3/5"])
def test_a_goal_may_be_to_reach_a_level_for_the_least_of_something(level: str):
    constraint = BUY(f"{level} complete or better for the least sway").constraint
    assert isinstance(constraint, AtLeast)
    assert (constraint.least, constraint.cost.name) == (Fraction(3, 5), "sway_spent")


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("success with only re-toss for at most 1 coin", ("re-toss",)),
        ("success for at most 1 coin, with only re-toss, buy and effort 2", ("re-toss", "buy", "effort 2")),
        ("success with nothing but No Effort, coins worth 1/50 each", ("no effort",)),
        ("success with coins worth 1/50 each", ()),
    ],
)
def test_options_that_may_be_taken_are_named(text: str, only: tuple[str, ...]):
    assert TOSS(text).quantity.name == "success"
    assert TOSS(text).only == only


def test_what_is_wanted_and_what_is_paid_are_worth_what_the_outcome_says():
    class Outcome:
        success, ec_spent, opposing_ec_spent = True, 7, 20

    whole = TOSS("success and at most 8 coins, coins worth 1/100, opposing coins worth 1/10").net
    assert whole.of(Outcome()) == 1 - Fraction(7, 100) - 2
    assert whole.uses == {"success", "ec_spent", "opposing_ec_spent"}
    assert TOSS("success and at most 6 coins").net.of(Outcome()) == 0
    assert TOSS("success or at most 6 coins").net.of(Outcome()) == 1
    assert TOSS("not success").net.of(Outcome()) == 0
    assert TOSS("2 coins - opposing coins").net.of(Outcome()) == -6


def test_what_gains_add_is_known_of_the_whole_where_it_is_known_of_the_parts():
    assert TOSS("2 coins - opposing coins").quantity.per_gain == 0
    assert TOSS("success").quantity.per_gain is None
    assert TOSS("success, coins worth 1/100").net.per_gain is None


def test_titles_tell_it_in_words():
    assert TOSS("success but not 0 coins").quantity.title == "success, but not: EC spent by the player: 0"
    assert TOSS("not success").quantity.title == "failure"  # as the game says it
    assert TOSS("at most 5 coins but not success").quantity.title == "EC spent by the player: 5 or less, but failure"
    assert DUEL("win or draw").quantity.title == "the first side wins, or a draw"


@pytest.mark.parametrize(
    ("say", "text", "message"),
    [
        (TOSS, "sucess", "Did you mean success? Allowed: success, dramatic, ec_spent, "),
        (
            TOSS,
            "success, coinz worth 1/100",
            "'coinz' is not allowed. Did you mean ec_spent? Allowed: success, dramatic, ec_spent, opposing_ec_spent",
        ),
        (HUMANITY, "success and beast", "colour_beast or beast_successes; it may mean any of them"),
        (HUMANITY, "success and willpower", "how much of it, such as 'at least 1 willpower_spent'"),
        (BUY, "at least crisis", "complete_or_better, moderate_or_better"),
        (BUY, "60 % complete", "a number to reach together with 'for the least sway_spent'"),
        (TOSS, "success, coins worth 1/0", "no division by 0"),
        (TOSS, "success, coins worth much", "not understood: 'much'"),
        (TOSS, "success and", "it ends early"),
        (TOSS, "", "it ends early"),
        (TOSS, "(success", "it ends early"),
        (TOSS, "success ? coins", "not understood: '? coins'"),
        (TOSS, "success for at most 3 coins for at most 2 coins", "not understood: 'for at most 2 coins'"),
        (TOSS, "success with only", "it ends early"),
        (TOSS, "success for the least coins", "not understood: 'for the least coins'"),
    ],
)
def test_what_is_not_understood_is_told_with_what_is_allowed(say: Say, text: str, message: str):
    with pytest.raises(BadInput) as error:
        say(text)
    assert error.value.field == "goal"
    assert message in str(error.value)


def test_a_trade_off_has_no_prices(lantern: System):
    cross = lantern.action("cross")
    assert read_quantity(cross, "oil + 2 coin paid").name == "oil_burnt + 2 coin_paid"
    with pytest.raises(BadInput, match="not understood: ', oil worth 1'"):
        read_quantity(cross, "over, oil worth 1")


ACTIONS = [
    pytest.param(action, id=f"{system.name} {action.name}")
    for system in map(registry.system, registry.system_names())
    for action in system.actions
]


@pytest.mark.parametrize("action", ACTIONS)
def test_every_name_and_every_title_as_printed_means_what_has_it(action: Action[Any, Any, Any]):
    declared = declared_by(action)
    for one in declared:
        for name in (one.name, one.name.replace("_", "-"), one.name.replace("_", " ").upper()):
            assert read_quantity(action, name).name == one.name
        if [other.title for other in declared].count(one.title) == 1:
            assert read_quantity(action, one.title).name == one.name
            if isinstance(one, Event):
                assert read_quantity(action, f"not {one.title}").name == f"not {one.name}"


def test_words_that_tell_nothing_elsewhere_tell_one_name_from_another():
    scene = said("humanity-beast", "scene")
    for text in ("any_met", "any-met", "any met", "some action meets its difficulty"):
        assert scene(text).quantity.name == "any_met"
    assert scene("not any_met").quantity.name == "not any_met"
    assert scene("not all met").quantity.name == "not all_met"
    with pytest.raises(BadInput, match="all_met or any_met; it may mean any of them"):
        scene("met")
    with pytest.raises(BadInput, match="'all of them' is not allowed"):
        scene("all of them")
    effects = said("t13", "effects")
    assert [effects(text).quantity.name for text in ("debt", "in debt", "in-debt")] == ["debt", "in_debt", "in_debt"]


def test_a_title_as_printed_is_a_part_of_a_goal():
    test = said("t13", "test")
    assert test("Success (Moderate or better) or a Stalemate (Borderline)").quantity.name == "success or stalemate"
    levels = said("t13", "opposed")("success less 1/10 per failure levels, beyond the opponent's success levels")
    assert {one.name: price for one, price in levels.prices.items()} == {"failure_levels": Fraction(1, 10)}
