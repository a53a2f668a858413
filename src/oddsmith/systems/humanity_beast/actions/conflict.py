"""The conflict of two sides, each with a roll of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import (
    alone,
    contest_warnings,
    difficulty_named,
    event,
    measure,
    roll_task,
    spent,
)
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import ConflictInputs
from oddsmith.systems.humanity_beast.rules.conflict import DAMAGE, OF_THE_DIFFERENCE, Conflict, fight
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.sheets import Change


def _conflict(inputs: ConflictInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Conflict:
    """Both rolls of a conflict. Of a side's colours only its Humanity check must know."""
    sides = []
    for who, humanity, beast, willpower, check in (
        ("player", inputs.humanity, inputs.beast, inputs.willpower, "humanity_check"),
        ("opponent", inputs.against.humanity, inputs.against.beast, inputs.against.willpower, "against_humanity_check"),
    ):
        known = frozenset({"successes", "beast_successes"} if check in asked else {"successes"})
        task = roll_task(humanity, beast, inputs.difficulty, willpower, rules, known)
        meet = rules.contest == "meet-difficulty"
        sides.append(replace(task, who=who, reading=reading(rules, difficulty=meet)))
    return Conflict(
        ours=sides[0],
        theirs=sides[1],
        tie=rules.tie,
        meet=rules.contest == "meet-difficulty",
        after_damage=rules.current_willpower == "after-damage",
        asked=asked,
    )


def _fight(inputs: ConflictInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return fight(_conflict(inputs, rules, asked), inputs.spend, inputs.against.spend)


def _facts(inputs: ConflictInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    facts: dict[str, Any] = {
        "dice": inputs.humanity + inputs.beast,
        "against_dice": inputs.against.humanity + inputs.against.beast,
    }
    if rules.contest == "meet-difficulty":
        facts["difficulty"] = difficulty_named(inputs.difficulty)
    return facts


def _warnings(inputs: ConflictInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from contest_warnings(inputs.difficulty, rules)
    if inputs.willpower == 0 or inputs.against.willpower == 0:
        yield (
            "Without Willpower a side is out of Willpower from the start, and any Beast success of its own brings a "
            "Humanity check (G3.16)."
        )


CONFLICT = Action[ConflictInputs, HumanityBeastRules, object](
    name="conflict",
    title="Conflict",
    summary="Both sides roll; most successes win, and the difference is damage to the loser's Willpower.",
    inputs=ConflictInputs,
    call=_fight,
    events=(
        event("win", "win", "R3.8"),
        event("lose", "lose", "R3.8, G3.14"),
        event("tie", "nobody wins", "R3.8, G3.14"),
        event("humanity_check", "possible Humanity loss: a Humanity check", "R3.9, R3.10"),
        event("against_humanity_check", "a Humanity check for the other side", "R3.9, R3.10"),
        event("out_of_willpower", "out of Willpower", "G3.16"),
        event("against_out_of_willpower", "the other side is out of Willpower", "G3.16"),
    ),
    measures=(
        measure("damage_dealt", "damage to the other side's Willpower", Change("other", "willpower")),
        measure("damage_taken", "damage to our Willpower", Change("own", "willpower")),
        measure("excess_dealt", "damage dealt beyond the Willpower that was left"),
        measure("excess_taken", "damage taken beyond the Willpower that was left"),
        measure("willpower_left", "Willpower left"),
        measure("against_willpower_left", "Willpower left to the other side"),
        spent("willpower_spent", "Willpower spent"),
        spent("against_willpower_spent", "Willpower spent by the other side"),
    ),
    apart=(OF_THE_DIFFERENCE, *alone({"humanity_check", "against_humanity_check"} | DAMAGE)),
    facts=_facts,
    warnings=_warnings,
    decides="the use of Willpower, which is health as well",
    phrase=phrase,
    example="conflict --humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5",
)
