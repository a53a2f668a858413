"""Lantern: a small game of its own, as somebody outside would write it for `--rulebook` or the entry point.

1. Search. Roll a pool of d6; every 5 and 6 finds something, and a 6 is rolled again (house rule: it is not). In a
storm a
   6 finds nothing by itself, it only rolls again.
2. Cross. Roll a d20 against a target. Who falls short may burn a flask of oil to roll again, as often as there is
oil. The
   warden of the bridge may then pay one coin, once, to have a success rolled again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from oddsmith.dice import Expression, d6, d20
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Then, choose, note, odds, roll, rule
from oddsmith.systems import Action, Event, Finding, HouseRules, Inputs, Measure, Publication, System, Tour
from oddsmith.systems.fields.models import house_number, house_rule


class Rules(HouseRules):
    sixes: Literal["again", "stay"] = house_rule(
        "1", "Is a 6 rolled again?", {"again": "yes, as often as it comes up", "stay": "no"}
    )
    finds_on: int = house_number("1", "From which face on does a die find something?", 5, low=2, high=5)


# 1. Search


class Search(Inputs):
    pool: int = Field(ge=0, le=500, description="dice rolled")
    helpers: tuple[int, ...] = Field(default=(), description="dice that each helper adds")
    storm: bool = Field(default=False, description="whether a storm blows")
    needed: int | None = Field(default=None, ge=1, le=99, description="finds needed; without it one is enough")


def all_dice(search: Search) -> int:
    return search.pool + sum(search.helpers)


def finds(search: Search, rules: Rules) -> Expression[int]:
    die = d6.explode() if rules.sixes == "again" else d6
    pool = die.pool(all_dice(search))
    return pool.count(at_least=rules.finds_on, at_most=5) if search.storm else pool.count(at_least=rules.finds_on)


@rule
async def look_around(dice: Expression[int]) -> Then[int]:
    """1: the dice are rolled and what they find is counted."""
    await note("looks into every corner")
    return roll(dice)


def search_warnings(search: Search, rules: Rules) -> Iterator[str]:
    if not all_dice(search):
        yield "No dice are rolled, so nothing can be found."


def search_call(search: Search, rules: Rules, asked: frozenset[str]) -> Call[int]:
    if search.storm and search.helpers:
        raise BadInput("helpers", list(search.helpers), "none in a storm")
    return look_around(finds(search, rules))


def search_facts(search: Search, rules: Rules) -> Mapping[str, Any]:
    return {"dice": all_dice(search)}


# 2. Cross


@dataclass(frozen=True)
class Crossing:
    over: bool
    oil_burnt: int
    coin_paid: int


class Cross(Inputs):
    target: int = Field(ge=2, le=20, description="face of the d20 to reach")
    oil: int = Field(default=0, ge=0, le=50_000_000, description="flasks that may be burnt")
    warden: bool = Field(default=False, description="whether a warden watches the bridge")
    manner: Literal["walk", "run"] = Field(default="walk", description="running makes the target 2 harder")


@rule
async def step(target: int, oil: int, burnt: int, paid: int, watched: bool) -> Then[Crossing]:
    """2: roll against the target; oil helps who falls short, a coin who guards the bridge."""
    if await roll(d20) >= target:
        if not watched or await choose("opponent", ("let pass", "pay a coin")) == "let pass":
            return Crossing(True, burnt, paid)
        await note("the warden pays a coin: again")
        return step(target, oil, burnt, 1, False)
    if oil == 0:
        await note("stops: no oil is left")
        return Crossing(False, burnt, paid)
    if await choose("player", ("turn back", "burn oil")) == "turn back":
        return Crossing(False, burnt, paid)
    return step(target, oil - 1, burnt + 1, paid, watched)


def cross_call(cross: Cross, rules: Rules, asked: frozenset[str]) -> Call[Crossing]:
    return step(cross.target + 2 * (cross.manner == "run"), cross.oil, 0, 0, cross.warden)


# The declaration


def audit(rules: Rules) -> Iterator[Finding]:
    plain, stormy = (odds(search_call(Search(pool=3, storm=storm), rules, frozenset())) for storm in (False, True))
    if stormy.at_least(1) < plain.at_least(1):
        yield Finding("1", "A storm makes finds rarer.", {"plain": plain.at_least(1), "storm": stormy.at_least(1)})


def advice() -> str:
    found = odds(look_around(d6.pool(3).count(at_least=5))).at_least(1)
    return f"Three dice find something in {found} of all caves."


SYSTEM = System(
    name="lantern",
    title="Lantern",
    summary="Searching caves and crossing bridges by lamplight.",
    house_rules=Rules,
    actions=(
        Action(
            name="search",
            title="Search a cave",
            summary="How much is found, and whether it is enough.",
            inputs=Search,
            call=search_call,
            events=(
                Event("found", "Something is found", lambda found: found >= 1, "1"),
                Event("nothing", "Nothing is found", lambda found: found == 0, "1"),
            ),
            measures=(Measure("finds", "things found", lambda found: found),),
            facts=search_facts,
            warnings=search_warnings,
            example="search --pool 3",
        ),
        Action(
            name="cross",
            title="Cross a bridge",
            summary="Whether the bridge is crossed, and the oil it takes.",
            inputs=Cross,
            call=cross_call,
            events=(Event("over", "Over the bridge", lambda crossing: crossing.over, "2"),),
            measures=(
                Measure("oil_burnt", "flasks of oil burnt", lambda crossing: crossing.oil_burnt, spends=True),
                Measure("coin_paid", "coins the warden pays", lambda crossing: crossing.coin_paid, spends=True),
            ),
            decides="when to burn oil, and when the warden pays",
            example="cross --target 15 --oil 2",
        ),
    ),
    audit=audit,
    tour=Tour("search", {"pool": 3}, advice),
    sources=(Publication("The rules are in the text at the top of this file"),),
)
