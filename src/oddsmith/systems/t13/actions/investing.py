"""Tests in a row for the sake of their effects: what is bought for them, and what they give and cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial, prod
from typing import Annotated, Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.buying import buyer_facts, buyer_of, buyer_warnings
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.actions.shared import KEPT, held, most_effects, sway_of, task
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Investing
from oddsmith.systems.t13.rules.buying import phrase
from oddsmith.systems.t13.rules.components import components, only, price, ways
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.effect_menus import POINTS, YIN_AND_YANG, Levels, MenuEntry, menu
from oddsmith.systems.t13.rules.investing import Invested, Venture, points_worth, tests_in_a_row, worths
from oddsmith.wording import HouseRule


def _facts(own: Investing, rules: T13Rules) -> Mapping[str, Any]:
    return buyer_facts(own, rules) | {
        "most_effects": most_effects(own, rules),
        "worth_of_effects": {entry.value: number for entry, number in _worth(own, rules).items()},
    }


def _states(own: Investing, rules: T13Rules) -> int:
    """Foretell about how many states there are, where dice are bought before the roll.

    Two for each mix of dice that a test may buy and each purse that may be left then. After the first test that is any
    purse there may be; after its purchases what is left of one currency follows from the others.
    """
    if rules.buying == "after":
        return 0
    rank, sway = Rank(own.rank), sway_of(own, rules)
    offers = [ways(price(offer.kind, rules), rank, sway) for offer in components("offers", own.offers)]
    gained = [POINTS[entry] for entry in _worth(own, rules) if entry in POINTS and entry in menu(rank)]
    sways = (Currency.YIN, Currency.YANG) if rules.yin_yang == "apart" else (Currency.SWAY,)
    purse, states = own.held, 0
    for test in range(own.tests):
        mixes = Fraction(1, factorial(len(offers)))
        for possible in offers:
            mixes *= 1 + sum(have // need for way in possible for have, need in zip(purse, way, strict=True) if need)
        states += int(2 * mixes * prod(number + 1 for number in sorted(purse)[: None if test else -1]))
        for currency in gained:
            for kind in sways if currency is Currency.SWAY else (currency,):
                purse = purse.plus(only(kind, rules.gain))
    return states


def _worth(own: Investing, rules: T13Rules) -> Mapping[MenuEntry, int]:
    """The worth of effects to the player; that of what they move, where none is said."""
    return worths("worth", own.worth) or points_worth(Rank(own.rank), rules.gain, rules)


@T13.action(
    title="Dice tests for their effects",
    facts=_facts,
    warnings=buyer_warnings,
    decides="which dice to buy, what to pay them with, and which effects to take",
    undecided="no die is bought and no effect is taken, so that the purse only loses what failures cost",
    phrases=phrase,
    example="--dice facet:d6,descendant:d8 --difficulty 4 --offers skill:1d6+2,talent:2d6 --sway 14",
    leading="worth",
    states=_states,
    lighter="Enter fewer tests; or say in worth what effects are for, such as sway:1: no others are taken then.",
)
def invest(own: Investing, rules: T13Rules) -> Call[Annotated[Invested, Unasked]]:
    """Buy dice for tests in a row; their levels buy effects, which refill the purse."""
    if rules.conversion == "off-the-top":
        raise BadInput(HouseRule("conversion"), "off-the-top", "separate, where effects give and take points")
    rank = Rank(own.rank)
    worth = _worth(own, rules)
    venture = Venture(
        held(own, rules),
        buyer_of(own, task(own, rules), 0, rules),
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
    )
    return tests_in_a_row(venture, own.tests)


@T13.event(title="more Sway than at first", rule="R2.7")
def sway_grows(end: Invested) -> bool:
    return end.left.all_sway > end.first.all_sway


@T13.event(title="less Sway than at first", rule="R2.4")
def sway_drains(end: Invested) -> bool:
    return end.left.all_sway < end.first.all_sway


@T13.measure(title="worth of the effects taken, less that of those suffered")
def worth(end: Invested) -> int:
    return end.worth


def _left(currency: Currency) -> Callable[[Invested], int]:
    def left(end: Invested) -> int:
        return end.left.of(currency)

    return left


for _currency, _under in KEPT.items():
    _name = _currency.value
    T13.measure(name=f"{_name}_left", title=f"{_currency} left", left_of=_name, under=_under)(_left(_currency))


@T13.measure(title="tests that succeeded", one="test that succeeded")
def successes(end: Invested) -> int:
    return end.successes


@T13.measure(title="shortfall, in Sway", spends=True)
def debt(end: Invested) -> int:
    return end.debt
