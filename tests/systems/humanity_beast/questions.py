"""Questions to the Humanity and Beast system, for its tests."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from tests.systems.questions import Questions

from oddsmith.rules import best
from oddsmith.systems.humanity_beast import SYSTEM

HUMANITY_BEAST = Questions(SYSTEM)
call = HUMANITY_BEAST.call


@cache
def _answer(action: str, entries: tuple[Any, ...], exact: bool, chosen: tuple[Any, ...]) -> dict[str, Any]:
    return HUMANITY_BEAST.answer(action, dict(entries), exact=exact, **dict(chosen))


def answer(action: str, inputs: Mapping[str, Any], *, exact: bool = True, **options: Any) -> dict[str, Any]:
    """The probability of every event and the distribution of every measure, asked in the sets the action declares."""
    return _answer(action, tuple(inputs.items()), exact, tuple(options.items()))


def first_values(action: str, inputs: Mapping[str, Any], goal: str, **options: Any) -> dict[Any, Fraction]:
    """What each option of the first decision is worth for a goal."""
    declared = SYSTEM.action(action)
    ways: dict[str, Callable[[Any], Any]] = {event.name: event.holds for event in declared.events}
    ways |= {measure.name: measure.of for measure in declared.measures}
    return dict(best(call(action, inputs, goal, **options), ways[goal]).decisions[0].values)
