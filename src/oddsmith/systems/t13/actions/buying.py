"""The dice test for which more dice may be bought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.shared import (
    bands,
    currencies,
    dice_facts,
    dice_warnings,
    held,
    level_events,
    or_better_events,
    paid,
    sway_of,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import BuyInputs, InvestInputs, SpenderInputs
from oddsmith.systems.t13.rules.buying import Buyer, BuyOutcome, Purse, marks, phrase, tested
from oddsmith.systems.t13.rules.components import components, paid_in, price, ways
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.tests import TestTask
from oddsmith.wording import HouseRule, worded

#: Events that only dice in Crisis bring about.
_OF_CRISIS: Final = frozenset({"crisis", "also_success", "also_failure", "extra_levels", "failure_levels"})
_BEYOND: Final = frozenset({"extra_levels", "failure_levels"})
_SCORE: Final = frozenset({"score"})
SPENT: Final = frozenset({f"{currency.value}_spent" for currency in Currency} | {"twists_spent"})


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
        Purse(
            held(inputs, rules),
            Rank(inputs.rank),
            twists,
            rules.conversion == "off-the-top",
            changed=changed(rules),
            sway=sway_of(inputs, rules),
        ),
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
        named = ((of.of(currency), paid_in(currency, sway_of(inputs, rules))) for currency in spends)
        prices[str(component)] = " or ".join(f"{number} {currency}" for number, currency in named)
    return dice_facts(inputs, rules) | {"prices": prices, "levels": bands(task(inputs, rules))}


def buyer_warnings(inputs: SpenderInputs, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice, and of offers that cannot be paid."""
    yield from dice_warnings(inputs, rules)
    if inputs.split.bought:
        amount = inputs.split.paid(rules, sway_of(inputs, rules))
        yield f"{amount} for dice that are in `dice` already does not come out of what may be spent."
    for component in components("offers", inputs.offers):
        possible = ways(price(component.kind, rules), Rank(inputs.rank), sway_of(inputs, rules))
        if not any(way.within(inputs.purse) for way in possible):
            yield f"{component} cannot be paid."


def _warnings(inputs: BuyInputs, rules: T13Rules) -> Iterable[str]:
    yield from buyer_warnings(inputs, rules)
    if inputs.twists:
        yield "Twists belong to Goblins, Demons and their kind; the Ref says who else may spend one."


def _spent(currency: Currency) -> Callable[[BuyOutcome], int]:
    return lambda bought: bought.spent.of(currency)


def _measures(rules: T13Rules) -> tuple[Measure[BuyOutcome], ...]:
    return (
        Measure("score", "points scored", attrgetter("score"), one="point scored"),
        Measure("extra_levels", "extra success levels", attrgetter("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels", attrgetter("failures"), one="failure level"),
        *(Measure(f"{c.value}_spent", f"{c} spent", _spent(c), spends=True) for c in currencies(rules)),
        Measure("twists_spent", "Twists spent", lambda bought: bought.twists, spends=True),
    )


def _apart(rules: T13Rules) -> tuple[frozenset[str], ...]:
    return (SPENT & {measure.name for measure in _measures(rules)}, _SCORE, _BEYOND)


BUY = Action[BuyInputs, T13Rules, BuyOutcome](
    name="buy",
    title="Dice test with extra dice",
    summary="A dice test for which more dice may be bought with Sway, Chi and Yarn.",
    inputs=BuyInputs,
    call=_buy,
    events=(*level_events(lambda bought: bought.verdict), *or_better_events(lambda bought: bought.verdict)),
    measures=_measures(T13Rules()),
    apart=_apart(T13Rules()),
    retold=lambda rules: {"measures": _measures(rules), "apart": _apart(rules), "costs": paid(rules)},
    facts=buyer_facts,
    warnings=_warnings,
    decides="which dice to buy and what to pay them with",
    phrase=phrase,
    example="buy --dice facet:d6,descendant:d8 --difficulty 12 --offers skill:1d6+2,talent:2d6 --sway 14",
    costs=paid(T13Rules()),
)
