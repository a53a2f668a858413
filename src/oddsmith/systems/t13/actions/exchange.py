"""Exchanges of Sway, Chi and Yarn, and the worth of Boons. No dice."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Cost, Event, Measure
from oddsmith.systems.fields.field import changed
from oddsmith.systems.sheets import Change
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.lookup_inputs import BoonInputs, ConvertInputs
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


def _convert(inputs: ConvertInputs, rules: T13Rules) -> Call[Exchanged]:
    given, wanted = Currency(inputs.from_), Currency(inputs.to)
    if rules.conversion == "separate":
        if inputs.stock:
            raise BadInput("stock", inputs.stock, worded("0 (or choose {the house rule conversion=off-the-top})"))
        return exchange(inputs.amount, given, wanted, changed(rules))
    if given is Currency.YARN and off_the_top(inputs.stock, inputs.amount) is None:
        held = f"{inputs.stock} Chi are {reduced(inputs.stock)} Yarn"
        raise BadInput("amount", inputs.amount, f"at most the Yarn in stock: {held}")
    return exchange_off_the_top(inputs.amount, given, wanted, inputs.stock, changed(rules))


def _convert_facts(inputs: ConvertInputs, rules: T13Rules) -> Mapping[str, Any]:
    return {"given": f"{inputs.amount} {Currency(inputs.from_)}", "into": str(Currency(inputs.to))}


CONVERT = Action[ConvertInputs, T13Rules, Exchanged](
    name="convert",
    title="Exchange",
    summary="What an amount of Sway, Chi or Yarn is worth in another currency. No roll.",
    inputs=ConvertInputs,
    call=AllAtOnce(_convert),
    events=(
        Event(
            "even",
            "nothing is left over",
            lambda exchanged: exchanged.left_over == 0,
            "G2.22",
            otherwise="something is left over",
        ),
    ),
    measures=(
        Measure("received", "received", attrgetter("received"), changes=(Change("own", times=1, chosen_by="to"),)),
        Measure(
            "left_over",
            "left over of what was given",
            attrgetter("left_over"),
            changes=(Change("own", times=1, chosen_by="from"),),
        ),
    ),
    facts=_convert_facts,
    example="convert --amount 8 --from yarn --to sway",
    costs=(Cost("given", "given", lambda inputs, rules: inputs.amount, (Change("own", chosen_by="from"),)),),
    leading="received",
    chance=False,
)


def _boon(inputs: BoonInputs, rules: T13Rules) -> Call[BoonWorth]:
    return appraise(inputs.boon, inputs.second)


def _boon_facts(inputs: BoonInputs, rules: T13Rules) -> Mapping[str, Any]:
    return {"reference_dice": reference_dice(inputs.boon)}


BOON = Action[BoonInputs, T13Rules, BoonWorth](
    name="boon",
    title="Boon",
    summary="The Value of a Boon, its average score and dice, and the Skill that two Facets make. No roll.",
    inputs=BoonInputs,
    call=AllAtOnce(_boon),
    events=(),
    measures=(
        Measure("value", "Value", attrgetter("value")),
        Measure("score", "average score", attrgetter("score")),
        Measure("skill", "Boon of the Skill with the second Facet", attrgetter("skill")),
    ),
    facts=_boon_facts,
    example="boon --boon 13 --second 13",
    leading="value",
    chance=False,
)
