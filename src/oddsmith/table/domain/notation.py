"""Dice notation rolled at a table like any action: the system `notation` with its action `roll`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pydantic import Field

from oddsmith.dice import Expression, read
from oddsmith.rules import Call, Then, roll, rule
from oddsmith.systems import Action, Finding, HouseRules, Inputs, Measure, System, Tour


class NotationInputs(Inputs):
    """The notation to roll."""

    notation: str = Field(min_length=1, max_length=1000, description="dice notation, such as 4d6kh3")


@rule
async def thrown(expression: Expression[Any]) -> Then[Any]:
    """What a notation says is rolled."""
    return roll(expression)


def _call(inputs: NotationInputs, rules: HouseRules, asked: frozenset[str]) -> Call[Any]:
    return thrown(read(inputs.notation).expression)


def _total(outcome: Any) -> Any:
    """Return the total, where the outcome is a number."""
    return outcome if isinstance(outcome, int | Fraction) else None


def _nothing_odd(rules: HouseRules) -> Iterable[Finding]:
    return ()


NOTATION = System(
    name="notation",
    title="Dice notation",
    summary="Any dice, written your way.",
    house_rules=HouseRules,
    actions=(
        Action(
            name="roll",
            title="Roll",
            summary="Roll any dice notation.",
            inputs=NotationInputs,
            call=_call,
            events=(),
            measures=(Measure("total", "total", _total),),
        ),
    ),
    audit=_nothing_odd,
    tour=Tour("roll", {"notation": "4d6kh3"}, lambda: ""),
    sources=(),
    retelling={"What a notation says is rolled.": "The dice are rolled."},
)
