"""Parts that the actions share: the pool of a check, and how outcomes are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from oddsmith.systems.declaration import Event
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import CheckInputs
from oddsmith.systems.dot.rules.hero_sheet import pool_dots
from oddsmith.systems.dot.rules.pool import DotPool, pool_of

DECIDES: Final = "under the house rule reroll=ask, whether a die that shows 6 is rolled again"

_PHRASES: Final = {"reroll": "roll this 6 again", "leave": "leave this 6"}


def phrase(option: str) -> str:
    """R1.7: put an option of the house rule reroll=ask in a phrase."""
    return _PHRASES.get(option, option)


def number(name: str) -> Callable[[Any], Any]:
    """Read a number of an outcome by its name; an outcome that is a number alone is the one that was asked for."""
    return lambda outcome: outcome if isinstance(outcome, int) else getattr(outcome, name)


successes = number("successes")


def exceptional(rules: DotRules, title: str, rule: str, name: str = "exceptional") -> Event[Any]:
    """R1.6: the event of so many successes that they are exceptional."""

    return Event(name, title, lambda outcome: successes(outcome) >= rules.exceptional, rule)


def check_pool(inputs: CheckInputs, rules: DotRules) -> DotPool:
    """R1.3, R1.8: the pool that a sheet and the GM's modifier make."""
    return pool_of(pool_dots(inputs.sheet, rules) + inputs.modifier, rules)
