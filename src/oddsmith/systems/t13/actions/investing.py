"""Tests in a row for the sake of their effects: what is bought for them, and what they give and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.sheets import left
from oddsmith.systems.t13.actions.buying import SPENT, buyer_facts, buyer_of, buyer_warnings
from oddsmith.systems.t13.actions.shared import currencies, held, most_effects, task
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import InvestInputs
from oddsmith.systems.t13.rules.buying import phrase
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.effect_menus import YIN_AND_YANG, Levels
from oddsmith.systems.t13.rules.investing import Invested, Tally, Venture, invest, points_worth, worths
from oddsmith.wording import HouseRule

_ALL_LEVELS: Final = SPENT | {"extra_levels", "failure_levels"}


def _invest(inputs: InvestInputs, rules: T13Rules, asked: frozenset[str]) -> Call[Invested]:
    if rules.conversion == "off-the-top":
        raise BadInput(HouseRule("conversion"), "off-the-top", "separate, where effects give and take points")
    rank = Rank(inputs.rank)
    worth = worths("worth", inputs.worth) or points_worth(rank, rules.gain, rules)
    venture = Venture(
        held(inputs, rules),
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
            sways=YIN_AND_YANG if rules.yin_yang == "apart" else (None,),
        ),
        rules.effect_price,
        tuple(worth.items()),
        asked & frozenset(Tally._fields),
    )
    return invest(venture, venture.purse, Tally(), inputs.tests)


def _facts(inputs: InvestInputs, rules: T13Rules) -> Mapping[str, Any]:
    worth = worths("worth", inputs.worth) or points_worth(Rank(inputs.rank), rules.gain, rules)
    return buyer_facts(inputs, rules) | {
        "most_effects": most_effects(inputs, rules),
        "worth_of_effects": {entry.value: number for entry, number in worth.items()},
    }


def _left(currency: Currency) -> Callable[[Invested], int]:
    return lambda end: end.left.of(currency)


def _measures(rules: T13Rules) -> tuple[Measure[Invested], ...]:
    return (
        Measure("worth", "worth of the effects taken, less that of those suffered", lambda end: end.tally.worth),
        *(
            Measure(f"{c.value}_left", f"{c} left", _left(c), changes=left("own", c.value, c.value))
            for c in currencies(rules)
        ),
        Measure("successes", "tests that succeeded", lambda end: end.tally.successes, one="test that succeeded"),
        Measure("debt", "shortfall, in Sway", lambda end: end.tally.debt, spends=True, changes=()),
    )


INVEST = Action[InvestInputs, T13Rules, Invested](
    name="invest",
    title="Dice tests for their effects",
    summary="Buy dice for tests in a row; their levels buy effects, which refill the purse.",
    inputs=InvestInputs,
    call=_invest,
    events=(
        Event("sway_grows", "more Sway than at first", lambda end: end.left.all_sway > end.first.all_sway, "R2.7"),
        Event("sway_drains", "less Sway than at first", lambda end: end.left.all_sway < end.first.all_sway, "R2.4"),
    ),
    measures=_measures(T13Rules()),
    retold=lambda rules: {"measures": _measures(rules)},
    apart=(frozenset({"worth"}), frozenset({"successes"}), frozenset({"debt"})),
    facts=_facts,
    warnings=buyer_warnings,
    decides="which dice to buy, what to pay them with, and which effects to take",
    phrase=phrase,
    example="invest --dice facet:d6,descendant:d8 --difficulty 4 --offers skill:1d6+2,talent:2d6 --sway 14",
    leading="worth",
)
