"""The dice test for which more dice may be bought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import comb, factorial, prod
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Asked, Unasked
from oddsmith.systems.t13.actions.levels import T13, Bought
from oddsmith.systems.t13.actions.shared import (
    KEPT,
    PAID,
    bands,
    dice_facts,
    dice_warnings,
    held,
    purse_of,
    sway_of,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Buying, Investing, Spender
from oddsmith.systems.t13.rules.buying import Buyer, BuyOutcome, marks, tested
from oddsmith.systems.t13.rules.components import components, paid_in, price, ways
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.dice_codes import Dice
from oddsmith.systems.t13.rules.purchases import phrase
from oddsmith.systems.t13.rules.tests import TestTask
from oddsmith.wording import HouseRule, worded

#: Events that only dice in Crisis bring about.
_OF_CRISIS: Final = frozenset({"crisis", "also_success", "also_failure", "extra_levels", "failure_levels"})
_BEYOND: Final = frozenset({"extra_levels", "failure_levels"})
_SCORE: Final = frozenset({"score"})
SPENT: Final = frozenset({f"{currency.value}_spent" for currency in Currency} | {"twists_spent"})


def buyer_of(own: Spender, about: TestTask, twists: int, rules: T13Rules, asked: frozenset[str]) -> Buyer:
    """Return whoever tests and may spend. asked: what is asked of the outcome; BadInput where dice come in pools."""
    if rules.method == "pools":
        raise BadInput(
            HouseRule("method"), "pools", "sum, for buying: a test by pools lists what was bought among its dice"
        )
    adjusts = rules.adjust == "after-roll"
    dice = throw(own, rules)
    if dice.proficiency.count and rules.crisis == "both" and not asked & _OF_CRISIS:
        dice = replace(dice, dice=(*dice.dice, dice.proficiency), proficiency=Dice())  # a Crisis changes nothing then
    buyer = Buyer(
        dice,
        about,
        components("offers", own.offers),
        purse_of(own, rules, twists),
        again=rules.buy_again == "yes",
        adjusts=adjusts,
        told=adjusts or bool(asked & SPENT),
    )
    if adjusts or asked & _SCORE:
        return buyer
    return replace(buyer, marks=marks(about, buyer.totals if asked & _BEYOND else None))


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
    spender = purse_of(own, rules)
    for component in components("offers", own.offers):
        if not any(map(spender.covers, ways(spender.price(component.kind), spender.rank, spender.sway))):
            yield f"{component} cannot be paid."


def _warnings(own: Buying, rules: T13Rules) -> Iterable[str]:
    yield from buyer_warnings(own, rules)
    if own.twists:
        yield "Twists belong to Goblins, Demons and their kind; the Ref says who else may spend one."


def ways_to_buy(own: Buying | Investing, rules: T13Rules) -> int:
    """Return about how many purchases a purse allows: numbers of dice of every offer, and the ways to pay each of them.

    Where dice or points are paid for one by one, after the roll, these are the purses that may be left of it.
    """
    holds, rank, sway = held(own, rules), Rank(own.rank), sway_of(own, rules)
    purse = [holds.of(paid_in(currency, sway)) for currency in rank.spends]
    if rules.adjust == "after-roll" or rules.buying == "after":
        return prod(points + 1 for points in purse)
    most, kinds = [], 1
    for component in components("offers", own.offers):
        cost = price(component.kind, rules)
        dice = [points // max(1, cost.of(currency)) for points, currency in zip(purse, rank.spends, strict=True)]
        most.append(sum(dice) if rules.buy_again == "yes" else min(1, sum(dice)))
        kinds = max(kinds, sum(map(bool, dice)))
    # All offers share the purse, so that few are bought of one where many are of another; on average half of the most.
    baskets = prod(number + 1 for number in most) // factorial(len(most) if rules.buy_again == "yes" else 0)
    return baskets * comb(max(most, default=0) // 2 + kinds - 1, kinds - 1)


@T13.action(
    title="Dice test with extra dice",
    facts=buyer_facts,
    warnings=_warnings,
    decides="which dice to buy and what to pay them with",
    phrases=phrase,
    example="--dice facet:d6,descendant:d8 --difficulty 12 --offers skill:1d6+2,talent:2d6 --sway 14",
    costs=PAID,
    apart=(SPENT, _SCORE, _BEYOND),
    states=ways_to_buy,
    lighter="Enter less Sway, Chi or Yarn, or fewer offers; or buy-again=no.",
)
def buy(own: Buying, rules: T13Rules, asked: Asked) -> Call[Annotated[BuyOutcome, Unasked]]:
    """A dice test for which more dice may be bought with Sway, Chi and Yarn."""
    if own.twists and rules.adjust == "off":
        raise BadInput("twists", own.twists, worded("0 (or choose {the house rule adjust=after-roll})"))
    return tested(buyer_of(own, task(own, rules), own.twists, rules, asked), rules.buying)


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
