"""Scenes of Humanity and Beast, against plain recursion with the laws of single dice, each 10 rerolled once."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.systems.humanity_beast.pmfs import BEAST, HUMANITY, successes

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import best, first_option, odds
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM

SCENE = SYSTEM.action("scene")


def call(inputs: Mapping[str, Any], **options: Any) -> Any:
    rules = entered(SYSTEM.house_rules, {"again": "once", "pool": "per-scene"} | options)
    return SCENE.call(entered(SCENE.inputs, inputs), rules, SCENE.names)


@cache
def law(
    humanity: int, beast: int, difficulty: int, willpower: int, assured: int
) -> Mapping[tuple[bool, bool], Fraction]:
    """Whether an action meets its difficulty, and whether a Humanity check is due."""
    found: dict[tuple[bool, bool], Fraction] = {}
    for h, p in successes(HUMANITY, humanity).items():
        for b, q in successes(BEAST, beast).items():
            seen = (h + b + assured >= difficulty, b > willpower or b > h)
            found[seen] = found.get(seen, Fraction(0)) + p * q
    return found


@cache
def most_met(difficulties: tuple[int, ...], humanity: int, beast: int, willpower: int, price: Fraction) -> Fraction:
    """The most difficulties met, a Humanity check costing `price`, when what is taken is gone."""
    if not difficulties:
        return Fraction(0)
    worth = [most_met(difficulties[1:], humanity, beast, willpower, price)]  # nothing is tried
    for h in range(humanity + 1):
        for b in range(beast + 1):
            for paid in range(not h + b, 1 + (willpower > 0)):  # no die with a point alone (G3.12)
                rest = most_met(difficulties[1:], humanity - h, beast - b, willpower - paid, price)
                chances = law(h, b, difficulties[0], willpower - paid, paid)
                worth.append(rest + sum(p * (met - check * price) for (met, check), p in chances.items()))
    return max(worth)


@pytest.mark.parametrize(("willpower", "spend"), [(0, "open"), (1, "open"), (2, "open"), (2, "none")])
def test_the_best_plan_of_a_scene_shares_out_dice_and_willpower(willpower: int, spend: str) -> None:
    plan = best(
        call({"humanity_dice": 3, "beast_dice": 2, "difficulties": [2, 1], "willpower": willpower, "spend": spend}),
        lambda outcome: outcome.met,
    )
    known = most_met((2, 1), 3, 2, willpower if spend == "open" else 0, Fraction(0))
    assert plan.value == known


def test_a_price_on_humanity_checks_makes_a_plan_more_careful() -> None:
    inputs = {"humanity_dice": 2, "beast_dice": 2, "difficulties": [2, 2], "willpower": 1}
    plan = best(call(inputs), lambda outcome: outcome.met - Fraction(1, 2) * outcome.humanity_checks)
    assert plan.value == most_met((2, 2), 2, 2, 1, Fraction(1, 2))


def test_without_a_decision_the_dice_are_shared_evenly_and_nothing_is_paid() -> None:
    found = odds(call({"humanity_dice": 4, "beast_dice": 2, "difficulties": [2, 2], "willpower": 3}), first_option)
    one = sum(p for (met, _), p in law(2, 1, 2, 3, 0).items() if met)
    assert found.p(lambda outcome: outcome.met == 2) == one**2
    assert found.p(lambda outcome: outcome.willpower_left == 3) == 1


def test_where_every_action_has_the_full_pool_only_willpower_is_shared() -> None:
    inputs = {"humanity_dice": 3, "beast_dice": 0, "difficulties": [3, 3], "willpower": 1}
    plan = best(call(inputs, pool="each-action"), lambda outcome: outcome.met)
    plain, paid = (sum(p for (met, _), p in law(3, 0, 3, 1, assured).items() if met) for assured in (0, 1))
    assert plan.value == plain + paid


@cache
def lying(humanity: int, beast: int) -> Mapping[tuple[int, ...], Fraction]:
    """Every way in which dice may lie, by the successes of each die, Humanity dice first."""
    lie: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for chances in [HUMANITY] * humanity + [BEAST] * beast:
        lie = {(*dice, n): p * q for dice, p in lie.items() for n, q in enumerate(chances)}
    return lie


def with_a_point_kept(
    difficulties: tuple[int, ...], left: tuple[int, int], taken: tuple[int, int], willpower: int
) -> Fraction:
    """The most difficulties met where the point may reroll any die of what was taken, or be kept."""

    def met(dice: tuple[int, ...], after: int) -> Fraction:
        return (sum(dice) >= difficulties[0]) + scene_either(difficulties[1:], left, after)

    worth = Fraction(0)
    for dice, chance in lying(*taken).items():
        options = [met(dice, willpower)]
        for place in range(len(dice)):
            again = enumerate(HUMANITY if place < taken[0] else BEAST)
            options.append(
                sum((q * met((*dice[:place], n, *dice[place + 1 :]), willpower - 1) for n, q in again), Fraction(0))
            )
        worth += chance * max(options)
    return worth


@cache
def scene_either(difficulties: tuple[int, ...], left: tuple[int, int], willpower: int) -> Fraction:
    """The most difficulties met where a point may be paid before or after each roll."""
    if not difficulties:
        return Fraction(0)
    worth = [scene_either(difficulties[1:], left, willpower)]
    for h in range(left[0] + 1):
        for b in range(left[1] + 1):
            rest = (left[0] - h, left[1] - b)
            for paid in range(not h + b, 1 + (willpower > 0)):  # no die with a point alone (G3.12)
                chance = sum(p for (met, _), p in law(h, b, difficulties[0], willpower, paid).items() if met)
                worth.append(chance + scene_either(difficulties[1:], rest, willpower - paid))
            if willpower:
                worth.append(with_a_point_kept(difficulties, rest, (h, b), willpower))
    return max(worth)


def test_a_point_before_or_after_each_roll_is_planned_as_plain_recursion_has_it() -> None:
    inputs = {"humanity_dice": 2, "beast_dice": 2, "difficulties": [1, 2, 1], "willpower": 2, "spend": "either"}
    asked = call(inputs)
    known = scene_either((1, 2, 1), (2, 2), 2)
    assert best(asked, lambda outcome: outcome.met).value == known
    apart = Subgames(asked, limit=10_000, bound=Fraction(1, 10**18))
    assert solve_subgames(apart, lambda outcome: outcome.met, players={"player": max}).value == known


def test_three_actions_that_may_each_keep_a_point_for_a_reroll_are_few_states() -> None:
    """What is left of the pool, and what was met before, make no difference to how the dice of an action may lie."""
    dice = {"humanity_dice": 5, "beast_dice": 2, "willpower": 1, "spend": "either"}
    two, three = (
        Subgames(call(dice | {"difficulties": [2] * actions}, again="chain"), limit=10_000, bound=Fraction(1, 10**18))
        for actions in (2, 3)
    )
    assert len(two.graph) < len(three.graph) < 1.2 * len(two.graph)


def test_a_scene_with_too_many_rerolls_is_refused_before_it_starts() -> None:
    """Six actions that need very many successes, and may each keep one of 10 points for a reroll."""
    dice = {"humanity_dice": 7, "beast_dice": 3, "willpower": 10, "difficulties": "20,19,18,17,16,15"}

    def states(**given: Any) -> int:
        asked = question("humanity-beast", "scene", dice | {"spend": "either"} | given, {"pool": "per-scene"})
        return SCENE.states(asked.inputs, asked.rules, SCENE.names)

    assert states() > 1_000_000
    assert states(spend="open") == 0
    assert states(willpower=5, difficulties="average,challenging,difficult") < 100_000
    asked = question("humanity-beast", "scene", dice | {"spend": "either"}, {"pool": "per-scene"})
    with pytest.raises(TooLarge) as refused:
        best_document(asked, "actions_met")
    assert "Let spend be open" in str(refused.value.remedy)


def test_no_die_is_taken_with_a_success_that_is_bought_alone() -> None:
    """G3.12. Of a pool of one Humanity die, and a point that buys 2: the point meets one Easy action for certain.

    The die meets the other with 2 successes, a 10 and a success after it: 1/10 * 4/10. Without dice, nobody spends.
    """
    inputs = {"humanity_dice": 1, "beast_dice": 0, "difficulties": [2, 2], "willpower": 1}
    asked = call(inputs, assured_successes=2)
    assert best(asked, lambda outcome: outcome.met).value == 1 + Fraction(1, 25)
    assert odds(asked, first_option, of=lambda outcome: outcome.willpower_spent).mean == 0
    assert best(call(inputs | {"willpower": 0}, assured_successes=2), lambda outcome: outcome.met).value == Fraction(
        1, 25
    )


def test_that_some_action_meets_its_difficulty_is_another_goal_than_that_all_do() -> None:
    """Two Humanity dice for each action: one success at 1 - (3/5)^2, two at 16/25 - 2 * 3/5 * 9/25 (R3.3, R3.4)."""
    asked = question("humanity-beast", "scene", {"humanity_dice": 2, "beast_dice": 0, "difficulties": "1,2"})
    one, two = 1 - Fraction(9, 25), Fraction(16, 25) - 2 * Fraction(3, 5) * Fraction(9, 25)
    for goal, chance in (
        ("any_met", 1 - (1 - one) * (1 - two)),
        ("all_met", one * two),
        ("not any_met", 1),
        ("not all_met", 1),
    ):
        assert Fraction(best_document(asked, goal)["value"]["exact"]) == chance


def test_difficulties_are_entered_by_name_or_number() -> None:
    asked = question("humanity-beast", "scene", {"humanity_dice": 7, "beast_dice": 3, "difficulties": "easy,Hard,3"})
    assert asked.inputs.model_dump()["difficulties"] == (2, 6, 3)


@pytest.mark.parametrize("difficulties", [[], [21], [0], [2] * 7])
def test_a_scene_of_no_action_or_of_too_many_is_refused(difficulties: list[int]) -> None:
    with pytest.raises(BadInput):
        call({"humanity_dice": 7, "beast_dice": 3, "difficulties": difficulties})


def test_a_plan_of_a_scene_tells_once_how_much_willpower_there_is() -> None:
    inputs = {"humanity_dice": 3, "beast_dice": 2, "difficulties": [2, 3], "willpower": 2}
    document = best_document(question(SYSTEM, "scene", inputs, {"pool": "per-scene"}), "all_met")
    names = [[name for name in entry["situation"] if "willpower" in name] for entry in document["plan"]]
    assert {tuple(each) for each in names} == {("willpower",)}


def test_a_plan_in_short_speaks_in_words_however_few_decisions_are_listed() -> None:
    asked = question(
        "humanity-beast",
        "scene",
        {"humanity_dice": 3, "beast_dice": 2, "difficulties": "easy,easy", "willpower": 1, "spend": "either"},
        {"pool": "per-scene"},
    )
    found = best_document(asked, "all_met", most=1)
    in_short = {rule["choose"] for group in found["rules"] for rule in group["rules"] or ()}
    assert {"reroll humanity 0", "reroll beast 0"} <= in_short
    assert found["phrases"]["reroll humanity 0"] == "reroll a Humanity die without a success"
    assert found["phrases"]["reroll beast 0"] == "reroll a Beast die without a success"
