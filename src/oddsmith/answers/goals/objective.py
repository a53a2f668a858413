"""The objective of play: the quantity to make likely or large, the prices of what is spent, and a constraint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.json_values import exact
from oddsmith.answers.goals.name_matching import Declared, match_price
from oddsmith.answers.goals.quantity import Quantity, net_of_prices
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action
from oddsmith.wording import Named, Price, Text


@dataclass(frozen=True)
class AtMost:
    """A constraint: make the quantity as high as it can be while `cost` is at most `most`, on average."""

    cost: Quantity
    most: Fraction

    @property
    def name(self) -> str:
        """The constraint as a goal states it."""
        return f"for at most {exact(self.most)} {self.cost.name}"


@dataclass(frozen=True)
class AtLeast:
    """A constraint: bring the quantity to at least `least`, on average, for as little `cost` as can be."""

    cost: Quantity
    least: Fraction

    @property
    def name(self) -> str:
        """The constraint as a goal states it."""
        return f"at least {exact(self.least)}, for the least {self.cost.name}"


@dataclass(frozen=True)
class Objective:
    """The objective of play.

    quantity: made likely or large. prices: the cost of one unit of a measure, or of an event that happens, in units of
    the quantity. constraint: a bound to keep besides, in expectation. only: the options that the player may take beside
    those that spend nothing, in lower case; all of them where it is empty.
    """

    quantity: Quantity
    prices: Mapping[Declared, Fraction]
    constraint: AtMost | AtLeast | None = None
    only: tuple[str, ...] = ()

    @property
    def net(self) -> Quantity:
        """The quantity less what is paid."""
        return net_of_prices(self.quantity, {declared: price for declared, price in self.prices.items() if price})

    @property
    def uses(self) -> frozenset[str]:
        """The events and measures that the objective depends on, also those that cost nothing."""
        used = self.net.uses | {declared.name for declared in self.prices}
        return used if self.constraint is None else used | self.constraint.cost.uses


def with_prices(
    action: Action[Any, Any, Any], objective: Objective, prices: Mapping[str, Fraction | int | str]
) -> Objective:
    """Return an objective with more prices, by names of measures and events; BadInput for a wrong name or number."""
    added = dict(objective.prices)
    for name, price in prices.items():
        try:
            declared = match_price(action, name)
        except BadInput as error:
            allowed = Text("a measure or event of the action: ", error.allowed)
            raise BadInput("price", name, allowed, meant=error.meant) from None
        added[declared] = _price(name, price)
    return replace(objective, prices=added)


def single_roll_quantity(objective: Objective) -> Quantity:
    """Return the quantity that one roll is played for.

    BadInput for a constraint, which only holds on average, and for options that may not be taken, as a roll offers all.
    """
    if objective.only:
        raise BadInput("goal", f"with only {', '.join(objective.only)}", "a goal for which every option may be taken")
    if objective.constraint is not None:
        cost = min(objective.constraint.cost.uses)
        raise BadInput(
            "goal",
            objective.constraint.name,
            Text("a price in a single roll, such as '", Named(cost), " worth 1/100 each'"),
        )
    return objective.net


def _price(name: str, price: Fraction | int | str) -> Fraction:
    try:
        return Fraction(price)
    except (ValueError, ZeroDivisionError):
        raise BadInput(Price(name), price, "a number such as 2, 0.001 or 1/1000") from None
