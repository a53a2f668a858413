"""A duel at dawn, where both choose at once: a high guard stops a high strike, and a low strike is the weaker one."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.dice import d6
from oddsmith.rules import Call, choose_secretly, roll, rule
from oddsmith.systems import Action, Event, HouseRules, Inputs, Measure, System, Tour


class Rules(HouseRules):
    pass


class Strike(Inputs):
    pass


@dataclass(frozen=True)
class Struck:
    wounded: bool
    high: int


@rule
async def exchange() -> Struck:
    """1: strike and guard are chosen at once; a high strike that is not guarded wounds, a low one from a 4 on."""
    strike, guard = await choose_secretly({"player": ("high", "low"), "opponent": ("high", "low")})
    if strike == guard:
        return Struck(False, strike == "high")
    return Struck(strike == "high" or await roll(d6) >= 4, strike == "high")


def call(inputs: Strike, rules: Rules, asked: frozenset[str]) -> Call[Struck]:
    return exchange()


SYSTEM = System(
    name="dawn",
    title="Dawn",
    summary="A duel at dawn.",
    house_rules=Rules,
    actions=(
        Action(
            name="strike",
            title="Strike",
            summary="One exchange of blows.",
            inputs=Strike,
            call=call,
            events=(Event("wound", "a wound", lambda struck: struck.wounded),),
            measures=(Measure("high", "strikes high", lambda struck: struck.high, spends=True),),
            decides="where to strike, and where to guard",
        ),
    ),
    audit=lambda rules: (),
    tour=Tour("strike", {}, lambda: "Strike low more often."),
    sources=(),
)
