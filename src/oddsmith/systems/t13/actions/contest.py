"""The contest: an opposed test before which both sides may buy dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Final

from oddsmith.dice.limits import refuse_above
from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Opponent, Unasked
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.actions.shared import (
    KEPT,
    PAID_BY_BOTH,
    opposed_facts,
    opposed_warnings,
    purse_of,
    sides,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import OFFERS, Contesting, Rival, Spender, offered
from oddsmith.systems.t13.rules.contest import Bidder, Bidding, ContestOutcome, bid, purchases
from oddsmith.systems.t13.rules.currencies import Currency
from oddsmith.systems.t13.rules.levels import scale
from oddsmith.systems.t13.rules.purchases import phrase
from oddsmith.systems.t13.rules.tests import Contestant
from oddsmith.wording import HouseRule

#: Pairs of purchases that a contest may have.
MOST_PURCHASE_PAIRS: Final = 20_000


def _bidder(side: Contestant, own: Spender, rules: T13Rules) -> Bidder:
    return Bidder(side, offered("offers", own.offers), purse_of(own, rules), again=rules.buy_again == "yes")


def _warnings(own: Contesting, against: Rival, rules: T13Rules) -> Iterable[str]:
    yield from opposed_warnings(own, against, rules)
    if rules.buying == "after":
        yield "In a contest dice are bought before anything is rolled, whatever the house rule buying says."
    if rules.adjust == "after-roll":
        yield "In a contest no points are spent on scores (house rule adjust)."


@T13.action(
    facts=opposed_facts,
    warnings=_warnings,
    decides="what both sides buy, and what they pay it with",
    phrases=phrase,
    example="--dice facet:d6,descendant:d8 --offers skill:1d6+2,talent:2d6 --sway 14 "
    "--against-dice facet:d6,descendant:2d6 --against-offers power:2d6 --against-sway 14",
    costs=PAID_BY_BOTH,
)
def contest(
    against: Annotated[  # in forms, after the own inputs that they are like
        Rival,
        Opponent(
            "the opponent's: {}",
            {"offers": f"for the opponent, {OFFERS}"}
            | {currency.value: f"{currency} that the opponent may spend" for currency in Currency},
        ),
    ],
    own: Contesting,
    rules: T13Rules,
) -> Call[Annotated[ContestOutcome, Unasked]]:
    """An opposed test before which both sides may buy dice, in view of each other or unseen."""
    if rules.method == "pools":
        raise BadInput(HouseRule("method"), "pools", "sum, for contests: pools are only compared with a difficulty")
    mine, theirs, _ = sides(own, against, rules)
    bidding = Bidding(_bidder(mine, own, rules), _bidder(theirs, against, rules), own.order, scale(rules))
    mixes = [{purchase.bought for purchase in purchases(side).values()} for side in (bidding.mine, bidding.theirs)]
    pairs = len(mixes[0]) * len(mixes[1])
    refuse_above(MOST_PURCHASE_PAIRS, pairs, "pairs of purchases", "Offer fewer dice, or give less to spend.")
    return bid(bidding)


@T13.event(title="Proficiency Crisis of the opponent")
def against_crisis(outcome: ContestOutcome) -> bool:
    return bool(outcome.against.crisis)


def _spent(currency: Currency) -> Callable[[ContestOutcome], int]:
    def spent(outcome: ContestOutcome) -> int:
        return outcome.against_spent.of(currency)

    return spent


for _currency, _under in KEPT.items():
    _title = f"{_currency} spent by the opponent"
    T13.measure(name=f"against_{_currency.value}_spent", title=_title, spends=True, under=_under)(_spent(_currency))
