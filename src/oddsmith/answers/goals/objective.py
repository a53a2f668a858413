"""What play is for, as a whole: what is wanted, what things cost, and what it must not cost more than."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.plain import exact
from oddsmith.answers.goals.naming import Named, priceable
from oddsmith.answers.goals.wanted import Wanted, less
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action


@dataclass(frozen=True)
class Within:
    """A constraint: what is wanted shall be as high as can be while `cost` is at most `most`, on average."""

    cost: Wanted
    most: Fraction

    @property
    def name(self) -> str:
        """As a goal says it."""
        return f"for at most {exact(self.most)} {self.cost.name}"


@dataclass(frozen=True)
class Reaching:
    """A constraint: what is wanted shall be at least `least`, on average, for as little `cost` as can be."""

    cost: Wanted
    least: Fraction

    @property
    def name(self) -> str:
        """As a goal says it."""
        return f"at least {exact(self.least)}, for the least {self.cost.name}"


@dataclass(frozen=True)
class Aim:
    """What play is for.

    wanted: made likely or large. prices: what one unit of a measure costs, or that an event happens, in units
    of what is wanted. constraint: what must hold besides, in expectation.
    """

    wanted: Wanted
    prices: Mapping[Named, Fraction]
    constraint: Within | Reaching | None = None

    @property
    def worth(self) -> Wanted:
        """What is wanted, less what is paid."""
        return less(self.wanted, {declared: price for declared, price in self.prices.items() if price})

    @property
    def asked(self) -> frozenset[str]:
        """The events and measures that are looked at, also those that cost nothing."""
        asked = self.worth.asked | {declared.name for declared in self.prices}
        return asked if self.constraint is None else asked | self.constraint.cost.asked

    @property
    def is_chance(self) -> bool:
        """Whether what best play is worth is a probability."""
        return self.worth.chance


def priced(action: Action[Any, Any, Any], aim: Aim, prices: Mapping[str, Fraction | int | str]) -> Aim:
    """An aim with more prices, by names of measures and events; BadInput for a name or number that is none."""
    added = dict(aim.prices)
    for name, price in prices.items():
        try:
            found = priceable(action, name)
        except BadInput as error:
            raise BadInput("price", name, f"a measure or event of the action: {error.allowed}") from None
        added[found] = _price(name, price)
    return replace(aim, prices=added)


def unpriced(aim: Aim) -> Wanted:
    """What a single roll can be played for. BadInput for a constraint, which only holds on average over many."""
    if aim.constraint is not None:
        cost = measure_names(aim.constraint.cost)
        raise BadInput("goal", aim.constraint.name, f"a price in a single roll, such as '{cost} worth 1/100 each'")
    return aim.worth


def measure_names(cost: Wanted) -> str:
    """The first measure that a cost looks at."""
    return min(cost.asked)


def _price(name: str, price: Fraction | int | str) -> Fraction:
    try:
        return Fraction(price)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"price of {name}", price, "a number such as 2, 0.001 or 1/1000") from None
