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
from oddsmith.systems.humanity_beast.inputs import Chooser, Combatant, ConflictInputs, ConflictMixInputs
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.conflict import DAMAGE, OF_THE_DIFFERENCE, Conflict, fight
from oddsmith.systems.humanity_beast.rules.mix import ChosenSide, pit
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.sheets import Change


def _conflict(inputs: ConflictInputs | ConflictMixInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Conflict:
    """Both rolls of a conflict. Of a side's colours only its Humanity check must know."""
    sides = []
    for who, side, check in (
        ("player", inputs, "humanity_check"),
        ("opponent", inputs.against, "against_humanity_check"),
    ):
        humanity, beast = (side.humanity, side.beast) if isinstance(side, Combatant) else (0, 0)
        known = frozenset({"successes", "beast_successes"} if check in asked else {"successes"})
        task = roll_task(humanity, beast, inputs.difficulty, side.willpower, rules, known)
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
        facts["difficulty"] = difficulty_named(inputs.difficulty, rules)
    return facts


def _chosen(side: Chooser) -> ChosenSide:
    return ChosenSide(side.pool, side.take == "all", side.spend)


def _pit(inputs: ConflictMixInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    conflict = _conflict(inputs, rules, asked)
    return pit(conflict, _chosen(inputs), _chosen(inputs.against), inputs.order)


def _mix_facts(inputs: ConflictMixInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"mixes": 1 if inputs.take == "all" else len(inputs.pool.mixes(none=False))}
    facts["against_mixes"] = 1 if inputs.against.take == "all" else len(inputs.against.pool.mixes(none=False))
    if rules.contest == "meet-difficulty":
        facts["difficulty"] = difficulty_named(inputs.difficulty, rules)
    return facts


def _warnings(inputs: ConflictInputs | ConflictMixInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from contest_warnings(inputs.difficulty, rules)
    if inputs.willpower == 0 or inputs.against.willpower == 0:
        yield (
            "Without Willpower a side is out of Willpower from the start, and any Beast success of its own brings a "
            "Humanity check (G3.16)."
        )


_EVENTS = (
    event("win", "win", "R3.8"),
    event("lose", "lose", "R3.8, G3.14"),
    event("tie", "nobody wins", "R3.8, G3.14"),
    event("humanity_check", "possible Humanity loss: a Humanity check", "R3.9, R3.10"),
    event("against_humanity_check", "a Humanity check for the other side", "R3.9, R3.10"),
    event("out_of_willpower", "out of Willpower", "G3.16"),
    event("against_out_of_willpower", "the other side is out of Willpower", "G3.16"),
)
_MEASURES = (
    measure("damage_dealt", "damage to the other side's Willpower", Change("other", "willpower")),
    measure("damage_taken", "damage to our Willpower", Change("own", "willpower")),
    measure("excess_dealt", "damage dealt beyond the Willpower that was left"),
    measure("excess_taken", "damage taken beyond the Willpower that was left"),
    measure("willpower_left", "Willpower left"),
    measure("against_willpower_left", "Willpower left to the other side"),
    spent("willpower_spent", "Willpower spent"),
    spent("against_willpower_spent", "Willpower spent by the other side"),
)

CONFLICT = Action[ConflictInputs, HumanityBeastRules, object](
    name="conflict",
    title="Conflict",
    summary="Both sides roll; most successes win, and the difference is damage to the loser's Willpower.",
    inputs=ConflictInputs,
    retold=lambda rules: {"inputs": inputs_under(ConflictInputs, rules)},
    call=_fight,
    events=_EVENTS,
    measures=_MEASURES,
    apart=(OF_THE_DIFFERENCE, *alone({"humanity_check", "against_humanity_check"} | DAMAGE)),
    facts=_facts,
    warnings=_warnings,
    decides="the use of Willpower, which is health as well",
    phrase=phrase,
    example="conflict --humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5",
)

CONFLICT_MIX = Action[ConflictMixInputs, HumanityBeastRules, object](
    name="conflict-mix",
    title="Choice of dice for a conflict",
    summary="How many Humanity and Beast dice to take for a conflict, alone or both sides at once and unseen.",
    inputs=ConflictMixInputs,
    retold=lambda rules: {"inputs": inputs_under(ConflictMixInputs, rules)},
    call=_pit,
    events=_EVENTS,
    measures=_MEASURES,
    apart=(OF_THE_DIFFERENCE, *alone({"humanity_check", "against_humanity_check"} | DAMAGE)),
    facts=_mix_facts,
    warnings=_warnings,
    decides="how many dice of each colour each side takes, and the use of Willpower, which is health as well",
    phrase=phrase,
    example="conflict-mix --humanity-dice 5 --beast-dice 5 --willpower 3 --against-humanity-dice 7 "
    "--against-beast-dice 3",
)
