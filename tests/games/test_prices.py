"""Prices of an action, numbers under house rules, and functions of several outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from oddsmith import d6, roll, rule
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question, question
from oddsmith.errors import BadInput, RuleError
from oddsmith.games import (
    Asked,
    Call,
    Cost,
    Entered,
    Game,
    HouseRules,
    Limits,
    Number,
    Opponent,
    Unasked,
    house_rule,
)
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.sheets import Change


class Rules(HouseRules):
    tolls: Literal["none", "silver"] = house_rule("C1", "Is there a toll?", {"none": "no", "silver": "yes"})


@dataclass(frozen=True)
class Beast:
    camels: Annotated[int, Limits(1, 5, "camels")]
    water: Annotated[int, Limits(0, 9, "water"), Entered(given={"load": ("light",)})] = 0
    load: Annotated[Literal["light", "heavy"], "how much they carry"] = "light"

    def __post_init__(self) -> None:
        if self.load == "heavy" and self.water:
            raise BadInput("water", self.water, "0 with a heavy load")


@dataclass(frozen=True)
class Trip:
    days: Annotated[Fraction | int, Number("days", name="days_taken")]
    left: Annotated[int, Number("water left", left_of="water")]


@dataclass(frozen=True)
class Race:
    lead: int
    days: int


game = Game("Caravan")


@rule
async def ride(camels: int, exact: bool) -> Trip:
    face = await roll(d6)
    return Trip(Fraction(face, 2) if exact else 0, camels)


@rule
async def run(mine: int, theirs: int) -> Race:
    face = await roll(d6)
    return Race(face + mine - theirs, face)


PAID = (
    Cost("silver_paid", lambda own: 2 * own.camels, "silver paid", under={"tolls": ("silver",)}),
    Cost("handed_over", lambda amount: amount, off="what"),
)


@game.action(costs=PAID, apart=({"late"},))
def travel(
    own: Beast,
    rules: Rules,
    asked: Asked,
    amount: Annotated[int, Limits(0, 9, "how much")] = 0,
    what: Annotated[Literal["water", "silver"], "what is handed over"] = "water",
) -> Call[Trip]:
    """Ride a day, or half of one."""
    return ride(own.camels, "late" not in asked)


@game.action
def race(own: Beast, against: Annotated[Beast, Opponent()]) -> Call[Annotated[Race, Unasked]]:
    """Run against somebody."""
    return run(own.camels, against.camels)


@game.event(title="late")
def late(outcome: Trip | Race) -> bool:
    return outcome.days > 2


@game.measure(name="ahead", title="camels ahead", onto="camels", under={"tolls": ("none",)})
def leading(outcome: Race) -> int:
    return outcome.lead


def asked_of(name: str, inputs: dict[str, Any], **options: str) -> Question:
    return question(game.system, game.system.action(name), inputs, options)


def test_a_price_is_of_the_parameters_that_it_names_and_comes_off_a_sheet() -> None:
    action = game.system.action("travel")
    assert [cost.name for cost in action.costs] == ["handed_over"]
    assert action.costs[0].changes == (Change("own", chosen_by="what"),)
    asked = asked_of("travel", {"camels": 3, "amount": 4}, tolls="silver")
    assert [(cost.title, cost.of(asked.inputs, asked.rules), cost.changes) for cost in asked.action.costs] == [
        ("silver paid", 6, (Change("own", "silver"),)),
        ("handed over", 4, (Change("own", chosen_by="what"),)),
    ]


def test_a_function_of_several_outcomes_is_of_actions_that_have_one_of_them() -> None:
    assert {action.name: [event.name for event in action.events] for action in game.system.actions} == {
        "travel": ["late"],
        "race": ["late"],
    }


@dataclass(frozen=True)
class Walk:
    steps: Annotated[int, Number("steps", per_gain=1)]


def test_a_number_by_itself_is_no_number_of_an_outcome() -> None:
    strolls = Game("Strolls")

    @strolls.action
    async def stroll() -> int | Walk:
        return Walk(await roll(d6))

    @strolls.action
    async def count() -> int:
        return await roll(d6)

    @strolls.event(title="far")
    def far(outcome: int | Walk) -> bool:
        return (outcome if isinstance(outcome, int) else outcome.steps) > 1

    assert {action.name: "far" in [each.name for each in action.events] for action in strolls.system.actions} == {
        "stroll": True,
        "count": False,
    }


def test_a_number_is_there_only_under_house_rules_that_have_it() -> None:
    action = game.system.action("race")
    assert [(measure.name, measure.changes) for measure in action.measures] == [
        ("ahead", (Change("own", "camels", 1),))
    ]
    assert action.under(Rules(tolls="silver")).measures == ()


def test_a_number_may_be_a_fraction_and_have_a_name_of_its_own() -> None:
    answer = odds_document(asked_of("travel", {"camels": 3}))
    assert answer["measures"]["days_taken"]["mean"]["exact"] == "7/4"  # half of 7/2


def test_what_is_asked_apart_is_worked_out_by_itself() -> None:
    answer = odds_document(asked_of("travel", {"camels": 3}))
    assert answer["events"]["late"]["p"] == "0"  # asked alone all days are 0, as the rule above has it


def test_a_resource_counts_where_other_inputs_say_so() -> None:
    place = fields_of(game.system.action("race").inputs)["against_water"].place
    assert place is not None
    assert (place.side, place.given) == ("other", {"against_load": ("light",)})


def test_what_is_wrong_with_the_own_side_is_told_before_what_is_with_the_other() -> None:
    wrong: dict[str, Any] = {"camels": 1, "water": 1, "load": "heavy"}
    theirs = {f"against_{name}": value for name, value in wrong.items()}
    with pytest.raises(BadInput) as refused:
        asked_of("race", wrong | theirs)
    assert refused.value.fields == ("water",)
    with pytest.raises(BadInput) as refused:
        asked_of("race", {"camels": 1} | theirs)
    assert refused.value.fields == ("against_water",)


def test_a_price_that_comes_off_no_input_is_refused() -> None:
    odd = Game("Odd")

    @odd.action(costs=(Cost("fee", lambda dice: dice, off="purse"),))
    async def throw(dice: int) -> bool:
        return await roll(d6) > dice

    with pytest.raises(RuleError, match="'purse', which is no input"):
        _ = odd.system
