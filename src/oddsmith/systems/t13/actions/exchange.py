"""Exchanges of Sway, Chi and Yarn, and the worth of Boons. No dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Cost, Limits
from oddsmith.systems.fields.field import changed
from oddsmith.systems.t13.actions.levels import T13
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.lookup_inputs import Exchanging
from oddsmith.systems.t13.rules.currencies import Currency, off_the_top, reduced
from oddsmith.systems.t13.rules.exchange import (
    BoonWorth,
    Exchanged,
    appraise,
    exchange,
    exchange_off_the_top,
    reference_dice,
)
from oddsmith.wording import worded


def _convert_facts(exchanging: Exchanging) -> Mapping[str, Any]:
    return {
        "given": f"{exchanging.amount} {Currency(exchanging.from_)}",
        "into": str(Currency(exchanging.to)),
    }


@T13.action(
    title="Exchange",
    facts=_convert_facts,
    decides="",
    example="--amount 8 --from yarn --to sway",
    costs=(Cost("given", lambda exchanging: exchanging.amount, off="from"),),
    leading="received",
    chance=False,
    at_once=True,
)
def convert(exchanging: Exchanging, rules: T13Rules) -> Call[Exchanged]:
    """What an amount of Sway, Chi or Yarn is worth in another currency. No roll."""
    amount, stock = exchanging.amount, exchanging.stock
    given, wanted = Currency(exchanging.from_), Currency(exchanging.to)
    if rules.conversion == "separate":
        if stock:
            raise BadInput("stock", stock, worded("0 (or choose {the house rule conversion=off-the-top})"))
        return exchange(amount, given, wanted, changed(rules))
    if given is Currency.YARN and off_the_top(stock, amount) is None:
        held = f"{stock} Chi are {reduced(stock)} Yarn"
        raise BadInput("amount", amount, f"at most the Yarn in stock: {held}")
    return exchange_off_the_top(amount, given, wanted, stock, changed(rules))


@T13.event(title="nothing is left over", rule="G2.22", otherwise="something is left over")
def even(exchanged: Exchanged) -> bool:
    return exchanged.left_over == 0


@T13.action(
    facts=lambda boon: {"reference_dice": reference_dice(boon)},
    decides="",
    example="--boon 13 --second 13",
    leading="value",
    chance=False,
    at_once=True,
)
def boon(
    boon: Annotated[int, Limits(1, 1_000, "the Boon", "Boon")],
    second: Annotated[
        int | None,
        Limits(1, 1_000, "the Boon of a second Facet, for the Skill that both make", "Boon of a second Facet"),
    ] = None,
) -> Call[BoonWorth]:
    """The Value of a Boon, its average score and dice, and the Skill that two Facets make. No roll."""
    return appraise(boon, second)
