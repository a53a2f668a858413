"""Tests in a row for the sake of their effects: what is bought for them, and what they give and cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, ge, sub
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Asked, Unasked
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.buying import SPENT, buyer_facts, buyer_of, buyer_warnings, ways_to_buy
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.actions.shared import KEPT, held, most_effects, task
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Investing
from oddsmith.systems.t13.rules.buying import reached
from oddsmith.systems.t13.rules.components import paid_in, ways
from oddsmith.systems.t13.rules.currencies import Currency, Rank
from oddsmith.systems.t13.rules.effect_menus import POINTS, YIN_AND_YANG, Levels, affordable
from oddsmith.systems.t13.rules.investing import Invested, Tally, Venture, points_worth, worths
from oddsmith.systems.t13.rules.investing import invest as invest_points
from oddsmith.systems.t13.rules.proficiencies import Crisis
from oddsmith.systems.t13.rules.purchases import phrase
from oddsmith.systems.t13.rules.tests import halved, judged
from oddsmith.wording import HouseRule

_ALL_LEVELS: Final = SPENT | {"extra_levels", "failure_levels"}


def _facts(own: Investing, rules: T13Rules) -> Mapping[str, Any]:
    worth = worths("worth", own.worth) or points_worth(Rank(own.rank), rules.gain, rules)
    return buyer_facts(own, rules) | {
        "most_effects": most_effects(own, rules),
        "worth_of_effects": {entry.value: number for entry, number in worth.items()},
    }


def _venture(own: Investing, rules: T13Rules, asked: frozenset[str]) -> Venture:
    rank = Rank(own.rank)
    worth = worths("worth", own.worth) or points_worth(rank, rules.gain, rules)
    return Venture(
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


#: Purses are counted up to so many: more are too many by far.
_MOST_PURSES: Final = 120_000
#: Places of a test that are looked at from a purse, beside two for each way to buy dice; five take as long as a state.
_PLACES, _TO_BUY, _PLACES_A_STATE = 50, 2, 5


def _states(own: Investing, rules: T13Rules, asked: frozenset[str]) -> int:
    """Return how many states there are about, by the purses before each test, up to `_MOST_PURSES` of them.

    A purse is what may be left of one before and, with the most effects that can be scored, be gained; the worth of
    what came of it goes with it, if somebody asks. The test is gone through from each.
    """
    ways_here = ways_to_buy(own, rules)
    if ways_here > _MOST_PURSES:
        return ways_here * _TO_BUY // _PLACES_A_STATE * own.tests
    venture = _venture(own, rules, asked)
    buyer = venture.buyer
    score = halved(buyer.totals[-1], buyer.task.halving)
    extra = reached(score, judged(score, Crisis.NONE, buyer.task)).extra
    most = affordable(extra, venture.levels.rank, rules.effect_limit, rules.effect_price, rules)
    kinds = [paid_in(currency, buyer.purse.sway) for currency in buyer.purse.rank.spends]
    gains = {(0,) * (len(kinds) + 1)}
    for place, currency in enumerate(buyer.purse.rank.spends):
        for entry, worth in venture.worth:
            if POINTS.get(entry) is currency and most:
                one = [0] * len(kinds) + [worth if "worth" in venture.counts else 0]
                one[place] = rules.gain
                gains |= {tuple(map(add, gain, one)) for gain in gains if sum(map(bool, gain[:-1])) < most}
    offers = [
        [(*(way.of(kind) for kind in kinds), 0) for way in ways(price, buyer.purse.rank, buyer.purse.sway)]
        for price in buyer.prices
    ]
    here = {(*(venture.purse.of(kind) for kind in kinds), 0)}
    number, bought = 0, len(_paid(here, offers, again=buyer.again))
    for _ in range(own.tests):
        left = _paid(here, offers, again=buyer.again)
        here = left if len(left) > _MOST_PURSES else {tuple(map(add, purse, gain)) for purse in left for gain in gains}
        number += len(here)
        if number > _MOST_PURSES:
            break
    return number * (_PLACES + _TO_BUY * bought) // _PLACES_A_STATE


def _paid(
    purses: Iterable[tuple[int, ...]], offers: Iterable[Sequence[tuple[int, ...]]], *, again: bool
) -> set[tuple[int, ...]]:
    """Return what may be left of purses after dice are bought, up to more than `_MOST_PURSES`."""
    left = set(purses)
    for prices in offers:
        new = left
        while new and len(left) <= _MOST_PURSES:
            new = {tuple(map(sub, purse, price)) for purse in new for price in prices if all(map(ge, purse, price))}
            new -= left
            left |= new
            if not again:
                break
    return left


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
    states=_states,
)
def invest(own: Investing, rules: T13Rules, asked: Asked) -> Call[Annotated[Invested, Unasked]]:
    """Buy dice for tests in a row; their levels buy effects, which refill the purse."""
    if rules.conversion == "off-the-top":
        raise BadInput(HouseRule("conversion"), "off-the-top", "separate, where effects give and take points")
    venture = _venture(own, rules, asked)
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
