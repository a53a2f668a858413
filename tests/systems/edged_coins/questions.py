"""Questions to Edged Coins, for its tests."""

from collections.abc import Mapping
from typing import Any

from oddsmith.dice import ScriptedSource
from oddsmith.rules import Call, Linear, Noted, OptionTaken, Run, Solution, best, first_option, odds, play
from oddsmith.systems.declaration import Event, Measure
from oddsmith.systems.edged_coins import SYSTEM
from oddsmith.systems.fields.validation import entered


def call(action: str, inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    """The call of an action for what is asked, everything when nothing is named."""
    declared = SYSTEM.action(action)
    names = frozenset(asked) or declared.names
    return declared.call(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options), names)


def answer(action: str, inputs: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    """The probability of every event and the distribution of every measure, asked in the sets the action declares,
    when nobody spends anything."""
    declared = SYSTEM.action(action)
    found: dict[str, Any] = {}
    for asked in declared.apart or (declared.names,):
        distribution = odds(call(action, inputs, *asked, **options), first_option)
        assert distribution.unresolved == 0
        found |= {event.name: distribution.p(event.holds) for event in declared.events if event.name in asked}
        found |= {measure.name: distribution.map(measure.of) for measure in declared.measures if measure.name in asked}
    assert found.keys() == declared.names
    return found


def solved(action: str, inputs: Mapping[str, Any], goal: str, **options: Any) -> Solution[Any]:
    """Best play for an event or measure."""
    declared = SYSTEM.action(action)
    parts: list[Event[Any] | Measure[Any]] = [*declared.events, *declared.measures]
    part = next(part for part in parts if part.name == goal)
    worth = part.holds if isinstance(part, Event) else part.of
    wanted = worth if part.per_gain is None else Linear(worth, part.per_gain)
    return best(call(action, inputs, goal, **options), wanted)


def run(faces: str, chosen: str, action: str, inputs: Mapping[str, Any], **options: Any) -> Run[Any]:
    """One run with the given faces and options, all of which are used."""
    source = ScriptedSource(faces.split(",") if faces else [])
    left = chosen.split(",") if chosen else []
    played = play(call(action, inputs, **options), source, lambda decision: left.pop(0))
    assert source.remaining == ()
    assert not left
    return played


def facts(action: str, inputs: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    declared = SYSTEM.action(action)
    return dict(declared.facts(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options)))


def warnings(action: str, inputs: Mapping[str, Any], **options: Any) -> list[str]:
    declared = SYSTEM.action(action)
    return list(declared.warnings(entered(declared.inputs, inputs), entered(SYSTEM.house_rules, options)))


def notes(played: Run[Any]) -> list[str]:
    return [entry.text for entry in played.trail if isinstance(entry, Noted)]


def choices(played: Run[Any]) -> list[tuple[str, Any]]:
    return [(entry.who, entry.taken) for entry in played.trail if isinstance(entry, OptionTaken)]
