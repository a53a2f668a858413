"""Questions to the Humanity and Beast system, for its tests."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from oddsmith.rules import Call, Noted, Run, best, first_option, odds
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM


def call(action: str, inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    """The call of an action for what is asked, everything when nothing is named."""
    declared = SYSTEM.action(action)
    names = frozenset(asked) or declared.names
    return declared.call(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options), names)


def answer(action: str, inputs: Mapping[str, Any], *, exact: bool = True, **options: Any) -> dict[str, Any]:
    """The probability of every event and the distribution of every measure, asked in the sets the action declares."""
    return _answer(action, tuple(inputs.items()), exact, tuple(options.items()))


@cache
def _answer(action: str, entries: tuple[Any, ...], exact: bool, chosen: tuple[Any, ...]) -> dict[str, Any]:
    inputs, options = dict(entries), dict(chosen)
    declared = SYSTEM.action(action)
    found: dict[str, Any] = {}
    left = declared.names
    for asked in (*declared.apart, left.difference(*declared.apart)):
        if not asked:
            continue
        distribution = odds(call(action, inputs, *asked, **options), first_option)
        assert distribution.unresolved == 0 or not exact
        found |= {event.name: distribution.p(event.holds) for event in declared.events if event.name in asked}
        found |= {measure.name: distribution.map(measure.of) for measure in declared.measures if measure.name in asked}
    assert found.keys() == declared.names
    return found


def first_values(action: str, inputs: Mapping[str, Any], goal: str, **options: Any) -> dict[Any, Fraction]:
    """What each option of the first decision is worth for a goal."""
    declared = SYSTEM.action(action)
    ways: dict[str, Callable[[Any], Any]] = {event.name: event.holds for event in declared.events}
    ways |= {measure.name: measure.of for measure in declared.measures}
    return dict(best(call(action, inputs, goal, **options), ways[goal]).decisions[0].values)


def notes(played: Run[Any]) -> list[str]:
    return [entry.text for entry in played.trail if isinstance(entry, Noted)]
