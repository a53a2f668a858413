"""Tests in a row for the sake of their effects: what is bought for them, and what they give and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Asked, Unasked
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.buying import SPENT, buyer_facts, buyer_of, buyer_warnings
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.actions.shared import KEPT, held, most_effects, task
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Investing
from oddsmith.systems.t13.rules.buying import phrase
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.effect_menus import YIN_AND_YANG, Levels
from oddsmith.systems.t13.rules.investing import Invested, Tally, Venture, points_worth, worths
from oddsmith.systems.t13.rules.investing import invest as invest_points
from oddsmith.wording import HouseRule

_ALL_LEVELS: Final = SPENT | {"extra_levels", "failure_levels"}


def _facts(own: Investing, rules: T13Rules) -> Mapping[str, Any]:
    worth = worths("worth", own.worth) or points_worth(Rank(own.rank), rules.gain, rules)
    return buyer_facts(own, rules) | {
        "most_effects": most_effects(own, rules),
        "worth_of_effects": {entry.value: number for entry, number in worth.items()},
    }


@T13.action(
    title="Dice tests for their effects",
    facts=_facts,
    warnings=buyer_warnings,
    decides="which dice to buy, what to pay them with, and which effects to take",
    undecided="no die is bought and no effect is taken, so that the purse only loses what failures cost",
    phrases=phrase,
    example="--dice facet:d6,descendant:d8 --difficulty 4 --offers skill:1d6+2,talent:2d6 --sway 14",
    leading="worth",
    lighter="Enter fewer tests; or say in worth what effects are for, such as sway:1: no others are taken then.",
    apart=({"worth"}, {"successes"}, {"debt"}),
)
def invest(own: Investing, rules: T13Rules, asked: Asked) -> Call[Annotated[Invested, Unasked]]:
    """Buy dice for tests in a row; their levels buy effects, which refill the purse."""
    if rules.conversion == "off-the-top":
        raise BadInput(HouseRule("conversion"), "off-the-top", "separate, where effects give and take points")
    rank = Rank(own.rank)
    worth = worths("worth", own.worth) or points_worth(rank, rules.gain, rules)
    venture = Venture(
        held(own, rules),
        buyer_of(own, task(own, rules), 0, rules, _ALL_LEVELS),
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
    return invest_points(venture, venture.purse, Tally(), own.tests)


@T13.event(title="more Sway than at first", rule="R2.7")
def sway_grows(end: Invested) -> bool:
    return end.left.all_sway > end.first.all_sway


@T13.event(title="less Sway than at first", rule="R2.4")
def sway_drains(end: Invested) -> bool:
    return end.left.all_sway < end.first.all_sway


@T13.measure(title="worth of the effects taken, less that of those suffered")
def worth(end: Invested) -> int:
    return end.tally.worth


def _left(currency: Currency) -> Callable[[Invested], int]:
    def left(end: Invested) -> int:
        return end.left.of(currency)

    return left


for _currency, _under in KEPT.items():
    _name = _currency.value
    T13.measure(name=f"{_name}_left", title=f"{_currency} left", left_of=_name, under=_under)(_left(_currency))


@T13.measure(title="tests that succeeded", one="test that succeeded")
def successes(end: Invested) -> int:
    return end.tally.successes


@T13.measure(title="shortfall, in Sway", spends=True)
def debt(end: Invested) -> int:
    return end.tally.debt
