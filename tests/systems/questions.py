"""Questions to a game, for its tests."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import ScriptedSource
from oddsmith.rules import Call, Noted, Reading, Run, first_option, odds, play
from oddsmith.systems.declaration import OneRule, System
from oddsmith.systems.fields.validation import entered


@dataclass(frozen=True)
class Questions:
    """Questions to the actions of a game: inputs and house rules as somebody enters them."""

    system: System

    def call(self, action: str, inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
        """The call of an action for what is asked, everything when nothing is named."""
        declared = self.system.action(action)
        names = frozenset(asked) or declared.names
        return declared.call(entered(declared.inputs, inputs), entered(self.system.house_rules, options), names)

    def answer(self, action: str, inputs: Mapping[str, Any], *, exact: bool = True, **options: Any) -> dict[str, Any]:
        """The probability of every event and the distribution of every measure, when nobody spends anything. They are
        asked in the sets that the action declares; one by one where it has one rule."""
        declared = self.system.action(action)
        found: dict[str, Any] = {}
        if isinstance(declared.call, OneRule):
            call = self.call(action, inputs, **options)
            for event in declared.events:
                part, holds = (of.part, of.holds) if isinstance(of := event.holds, Reading) else (of, bool)
                found[event.name] = odds(call, first_option, of=part).p(holds)
            for measure in declared.measures:
                pmf = found[measure.name] = odds(call, first_option, of=measure.of)
                assert pmf.unresolved == 0 or not exact
            return found
        for asked in declared.together(entered(declared.inputs, inputs), entered(self.system.house_rules, options)):
            pmf = odds(self.call(action, inputs, *asked, **options), first_option)
            assert pmf.unresolved == 0 or not exact
            found |= {event.name: pmf.p(event.holds) for event in declared.events if event.name in asked}
            found |= {measure.name: pmf.map(measure.of) for measure in declared.measures if measure.name in asked}
        assert found.keys() == declared.names
        return found

    def run(
        self, action: str, faces: str | Sequence[int], inputs: Mapping[str, Any], *choices: str, **options: Any
    ) -> Run[Any]:
        """One run with the given faces and choices, all of which are used; then the first option is taken."""
        source = ScriptedSource((faces.split(",") if faces else []) if isinstance(faces, str) else faces)
        left = [*choices]
        call = self.call(action, inputs, **options)
        played = play(call, source, lambda decision: left.pop(0) if left else first_option(decision))
        assert (source.remaining, left) == ((), [])
        return played

    def facts(self, action: str, inputs: Mapping[str, Any], **options: Any) -> dict[str, Any]:
        declared = self.system.action(action)
        return dict(declared.facts(entered(declared.inputs, inputs), entered(self.system.house_rules, options)))

    def warnings(self, action: str, inputs: Mapping[str, Any], **options: Any) -> list[str]:
        declared = self.system.action(action)
        return list(declared.warnings(entered(declared.inputs, inputs), entered(self.system.house_rules, options)))


def notes(played: Run[Any]) -> list[str]:
    return [entry.text for entry in played.trail if isinstance(entry, Noted)]


def examples_of(file: str, check: str) -> list[Any]:
    """The worked examples of a check that stand beside a file of tests, as parameters."""
    examples = json.loads((Path(file).parent / "examples.json").read_text())
    return [pytest.param(e["inputs"], e["expected"], id=e["id"]) for e in examples if e["check"] == check]
