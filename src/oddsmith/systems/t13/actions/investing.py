"""Tests in a row for the sake of their effects: what is bought for them, and what they give and cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.sheets import left
from oddsmith.systems.t13.actions.buying import SPENT, buyer_facts, buyer_of, buyer_warnings
from oddsmith.systems.t13.actions.shared import most_effects, task
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import InvestInputs
from oddsmith.systems.t13.rules.buying import phrase
from oddsmith.systems.t13.rules.currencies import Rank
from oddsmith.systems.t13.rules.effect_menus import Levels
from oddsmith.systems.t13.rules.investing import Invested, Tally, Venture, invest, points_worth, worths
from oddsmith.wording import HouseRule

_ALL_LEVELS: Final = SPENT | {"extra_levels", "failure_levels"}


def _invest(inputs: InvestInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Invested]:
    if rules.conversion == "off-the-top":
        raise BadInput(HouseRule("conversion"), "off-the-top", "separate, where effects give and take points")
    rank = Rank(inputs.rank)
    worth = worths("worth", inputs.worth) or points_worth(rank, rules.gain, rules)
    venture = Venture(
        inputs.purse,
        buyer_of(inputs, task(inputs, rules), 0, rules, _ALL_LEVELS),
        rules.buying,
        Levels(
            0,
            0,
            rank,
            rules.effect_limit,
            rules.failure_effects,
            rules.gain,
            wanted=frozenset(worth),
            changed=changed(rules),
        ),
        rules.effect_price,
        tuple(worth.items()),
        asked & frozenset(Tally._fields),
    )
    return invest(venture, inputs.purse, Tally(), inputs.tests)


def _facts(inputs: InvestInputs, rules: T13Rules) -> Mapping[str, Any]:
    worth = worths("worth", inputs.worth) or points_worth(Rank(inputs.rank), rules.gain, rules)
    return buyer_facts(inputs, rules) | {
        "most_effects": most_effects(inputs, rules),
        "worth_of_effects": {entry.value: number for entry, number in worth.items()},
    }


INVEST = Action[InvestInputs, T13Rules, Invested](
    name="invest",
    title="Dice tests for their effects",
    summary="Buy dice for tests in a row; their levels buy effects, which refill the purse.",
    inputs=InvestInputs,
    call=_invest,
    events=(
        Event("sway_grows", "more Sway than at first", lambda end: end.left.sway > end.first.sway, "R2.7"),
        Event("sway_drains", "less Sway than at first", lambda end: end.left.sway < end.first.sway, "R2.4"),
    ),
    measures=(
        Measure("worth", "worth of the effects taken, less that of those suffered", lambda end: end.tally.worth),
        Measure("sway_left", "Sway left", lambda end: end.left.sway, changes=left("own", "sway", "sway")),
        Measure("chi_left", "Chi left", lambda end: end.left.chi, changes=left("own", "chi", "chi")),
        Measure("yarn_left", "Yarn left", lambda end: end.left.yarn, changes=left("own", "yarn", "yarn")),
        Measure("successes", "tests that succeeded", lambda end: end.tally.successes, one="test that succeeded"),
        Measure("debt", "shortfall, in Sway", lambda end: end.tally.debt, spends=True, changes=()),
    ),
    apart=(frozenset({"worth"}), frozenset({"successes"}), frozenset({"debt"})),
    facts=_facts,
    warnings=buyer_warnings,
    decides="which dice to buy, what to pay them with, and which effects to take",
    phrase=phrase,
    example="invest --dice facet:d6,descendant:d8 --difficulty 4 --offers skill:1d6+2,talent:2d6 --sway 14",
    leading="worth",
)
