"""The dice test for which more dice may be bought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.shared import (
    PAID,
    bands,
    dice_facts,
    dice_warnings,
    level_events,
    or_better_events,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import BuyInputs, InvestInputs, SpenderInputs
from oddsmith.systems.t13.rules.buying import Buyer, BuyOutcome, Purse, marks, phrase, tested
from oddsmith.systems.t13.rules.components import components, price
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.tests import TestTask
from oddsmith.wording import HouseRule, worded

#: Events that only dice in Crisis bring about.
_OF_CRISIS: Final = frozenset({"crisis", "also_success", "also_failure", "extra_levels", "failure_levels"})
_BEYOND: Final = frozenset({"extra_levels", "failure_levels"})
_SCORE: Final = frozenset({"score"})
SPENT: Final = frozenset({"sway_spent", "chi_spent", "yarn_spent", "twists_spent"})


def buyer_of(inputs: SpenderInputs, about: TestTask, twists: int, rules: T13Rules, asked: frozenset[str]) -> Buyer:
    """Return whoever tests and may spend. asked: what is asked of the outcome; BadInput where dice come in pools."""
    if rules.method == "pools":
        raise BadInput(
            HouseRule("method"), "pools", "sum, for buying: a test by pools lists what was bought among its dice"
        )
    adjusts = rules.adjust == "after-roll"
    dice = throw(inputs, rules)
    if dice.proficiency.count and rules.crisis == "both" and not asked & _OF_CRISIS:
        dice = replace(dice, dice=(*dice.dice, dice.proficiency), proficiency=Dice())  # a Crisis changes nothing then
    buyer = Buyer(
        dice,
        about,
        components("offers", inputs.offers),
        Purse(inputs.purse, Rank(inputs.rank), twists, rules.conversion == "off-the-top", changed=changed(rules)),
        again=rules.buy_again == "yes",
        adjusts=adjusts,
        told=adjusts or bool(asked & SPENT),
    )
    if adjusts or asked & _SCORE:
        return buyer
    return replace(buyer, marks=marks(about, buyer.totals if asked & _BEYOND else None))


def _buy(inputs: BuyInputs, rules: T13Rules, asked: frozenset[str]) -> Call[BuyOutcome]:
    if inputs.twists and rules.adjust == "off":
        raise BadInput("twists", inputs.twists, worded("0 (or choose {the house rule adjust=after-roll})"))
    return tested(buyer_of(inputs, task(inputs, rules), inputs.twists, rules, asked), rules.buying)


def buyer_facts(inputs: BuyInputs | InvestInputs, rules: T13Rules) -> dict[str, Any]:
    """List the dice that are rolled, the prices of others, and the scores of every level."""
    prices = {}
    for component in components("offers", inputs.offers):
        of = price(component.kind, rules)
        spends = Rank(inputs.rank).spends
        prices[str(component)] = " or ".join(f"{of.of(currency)} {currency}" for currency in spends)
    return dice_facts(inputs, rules) | {"prices": prices, "levels": bands(task(inputs, rules))}


def buyer_warnings(inputs: SpenderInputs, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice, and of offers that cannot be paid."""
    yield from dice_warnings(inputs, rules)
    if inputs.split.bought:
        paid = inputs.split.paid(rules)
        yield f"{paid} for dice that are in `dice` already does not come out of what may be spent."
    for component in components("offers", inputs.offers):
        of = price(component.kind, rules)
        if not any(0 < of.of(currency) <= inputs.purse.of(currency) for currency in Currency):
            yield f"{component} cannot be paid."


def _warnings(inputs: BuyInputs, rules: T13Rules) -> Iterable[str]:
    yield from buyer_warnings(inputs, rules)
    if inputs.twists:
        yield "Twists belong to Goblins, Demons and their kind; the Ref says who else may spend one."


BUY = Action[BuyInputs, T13Rules, BuyOutcome](
    name="buy",
    title="Dice test with extra dice",
    summary="A dice test for which more dice may be bought with Sway, Chi and Yarn.",
    inputs=BuyInputs,
    call=_buy,
    events=(*level_events(lambda bought: bought.verdict), *or_better_events(lambda bought: bought.verdict)),
    measures=(
        Measure("score", "points scored", attrgetter("score"), one="point scored"),
        Measure("extra_levels", "extra success levels", attrgetter("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels", attrgetter("failures"), one="failure level"),
        Measure("sway_spent", "Sway spent", lambda bought: bought.spent.sway, spends=True),
        Measure("chi_spent", "Chi spent", lambda bought: bought.spent.chi, spends=True),
        Measure("yarn_spent", "Yarn spent", lambda bought: bought.spent.yarn, spends=True),
        Measure("twists_spent", "Twists spent", lambda bought: bought.twists, spends=True),
    ),
    apart=(SPENT, _SCORE, _BEYOND),
    facts=buyer_facts,
    warnings=_warnings,
    decides="which dice to buy and what to pay them with",
    phrase=phrase,
    example="buy --dice facet:d6,descendant:d8 --difficulty 12 --offers skill:1d6+2,talent:2d6 --sway 14",
    costs=PAID,
)
