"""Questions to Edged Coins, for its tests."""

from collections.abc import Mapping
from typing import Any

from tests.systems.questions import Questions

from oddsmith.answers.asking import asking_for, graph_for
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource
from oddsmith.rules import OptionTaken, Run, Solution, play, solve
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.edged_coins import SYSTEM

EDGED_COINS = Questions(SYSTEM)
call, answer = EDGED_COINS.call, EDGED_COINS.answer
facts, warnings = EDGED_COINS.facts, EDGED_COINS.warnings


def run(faces: str, chosen: str, action: str, inputs: Mapping[str, Any], **options: Any) -> Run[Any]:
    """One run with the given faces and options, all of which are used."""
    source = ScriptedSource(faces.split(",") if faces else [])
    left = chosen.split(",") if chosen else []
    played = play(call(action, inputs, **options), source, lambda decision: left.pop(0))
    assert source.remaining == ()
    assert not left
    return played


def solved(action: str, inputs: Mapping[str, Any], goal: str, **options: Any) -> Solution[Any]:
    """Best play for an event or measure."""
    alone, objective, names = asking_for(question(SYSTEM, action, inputs, options), goal, {})
    return solve(graph_for(alone, objective, names, STATE_LIMIT), objective.net.goal)


def choices(played: Run[Any]) -> list[tuple[str, Any]]:
    return [(entry.who, entry.taken) for entry in played.trail if isinstance(entry, OptionTaken)]
