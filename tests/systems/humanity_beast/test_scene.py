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
            for paid in range(2 if willpower and h + b else int(h + b > 0)):
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


def test_a_scene_with_too_many_rerolls_is_refused_before_it_starts() -> None:
    """Three actions that may each keep one of 5 points for a reroll: over a million states."""
    dice = {"humanity_dice": 7, "beast_dice": 3, "willpower": 5, "difficulties": "average,challenging,difficult"}

    def states(**given: Any) -> int:
        asked = question("humanity-beast", "scene", dice | {"spend": "either"} | given, {"pool": "per-scene"})
        return SCENE.states(asked.inputs, asked.rules, SCENE.names)

    assert states() > 1_000_000
    assert states(spend="open") == 0
    assert 200_000 < states(willpower=2, difficulties="easy,easy,easy") < 1_000_000
    asked = question("humanity-beast", "scene", dice | {"spend": "either"}, {"pool": "per-scene"})
    with pytest.raises(TooLarge) as refused:
        best_document(asked, "actions_met")
    assert "Let spend be open" in str(refused.value.remedy)


def test_difficulties_are_entered_by_name_or_number() -> None:
    asked = question("humanity-beast", "scene", {"humanity_dice": 7, "beast_dice": 3, "difficulties": "easy,Hard,3"})
    assert asked.inputs.model_dump()["difficulties"] == (2, 6, 3)


@pytest.mark.parametrize("difficulties", [[], [21], [0], [2] * 7])
def test_a_scene_of_no_action_or_of_too_many_is_refused(difficulties: list[int]) -> None:
    with pytest.raises(BadInput):
        call({"humanity_dice": 7, "beast_dice": 3, "difficulties": difficulties})
