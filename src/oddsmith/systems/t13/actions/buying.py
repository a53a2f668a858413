"""The dice test for which more dice may be bought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.t13.actions.levels import T13, Bought
from oddsmith.systems.t13.actions.shared import (
    KEPT,
    PAID,
    bands,
    dice_facts,
    dice_warnings,
    purse_of,
    sway_of,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Buying, Investing, Spender
from oddsmith.systems.t13.rules import buying
from oddsmith.systems.t13.rules.buying import Buyer, BuyOutcome, phrase
from oddsmith.systems.t13.rules.components import components, paid_in, price, ways
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.tests import TestTask
from oddsmith.wording import HouseRule, worded


def buyer_of(own: Spender, about: TestTask, twists: int, rules: T13Rules) -> Buyer:
    """Return whoever tests and may spend; BadInput where dice come in pools."""
    if rules.method == "pools":
        raise BadInput(
            HouseRule("method"), "pools", "sum, for buying: a test by pools lists what was bought among its dice"
        )
    return Buyer(
        throw(own, rules),
        about,
        components("offers", own.offers),
        purse_of(own, rules, twists),
        again=rules.buy_again == "yes",
        adjusts=rules.adjust == "after-roll",
    )


def buyer_facts(own: Buying | Investing, rules: T13Rules) -> dict[str, Any]:
    """List the dice that are rolled, the prices of others, and the scores of every level."""
    prices = {}
    for component in components("offers", own.offers):
        of = price(component.kind, rules)
        spends = Rank(own.rank).spends
        named = ((of.of(currency), paid_in(currency, sway_of(own, rules))) for currency in spends)
        prices[str(component)] = " or ".join(f"{number} {currency}" for number, currency in named)
    return dice_facts(own, rules) | {"prices": prices, "levels": bands(task(own, rules))}


def buyer_warnings(own: Spender, rules: T13Rules) -> Iterable[str]:
    """Warn of what is unusual about the dice, and of offers that cannot be paid."""
    yield from dice_warnings(own, rules)
    if own.split.bought:
        amount = own.split.paid(rules, sway_of(own, rules))
        yield f"{amount} for dice that are in `dice` already does not come out of what may be spent."
    for component in components("offers", own.offers):
        possible = ways(price(component.kind, rules), Rank(own.rank), sway_of(own, rules))
        if not any(way.within(own.held) for way in possible):
            yield f"{component} cannot be paid."


def _warnings(own: Buying, rules: T13Rules) -> Iterable[str]:
    yield from buyer_warnings(own, rules)
    if own.twists:
        yield "Twists belong to Goblins, Demons and their kind; the Ref says who else may spend one."


@T13.action(
    title="Dice test with extra dice",
    facts=buyer_facts,
    warnings=_warnings,
    decides="which dice to buy and what to pay them with",
    phrases=phrase,
    example="--dice facet:d6,descendant:d8 --difficulty 12 --offers skill:1d6+2,talent:2d6 --sway 14",
    costs=PAID,
)
def buy(own: Buying, rules: T13Rules) -> Call[Annotated[BuyOutcome, Unasked]]:
    """A dice test for which more dice may be bought with Sway, Chi and Yarn."""
    if own.twists and rules.adjust == "off":
        raise BadInput("twists", own.twists, worded("0 (or choose {the house rule adjust=after-roll})"))
    return buying.buy(buyer_of(own, task(own, rules), own.twists, rules), rules.buying)


def _spent(currency: Currency) -> Callable[[Bought], int]:
    def spent(outcome: Bought) -> int:
        return outcome.spent.of(currency)

    return spent


for _currency, _under in KEPT.items():
    T13.measure(name=f"{_currency.value}_spent", title=f"{_currency} spent", spends=True, under=_under)(
        _spent(_currency)
    )


@T13.measure(title="Twists spent", spends=True)
def twists_spent(outcome: BuyOutcome) -> int:
    return outcome.twists
