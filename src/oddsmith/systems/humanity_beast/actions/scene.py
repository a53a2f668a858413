"""A scene of several actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import difficulty_named, difficulty_warnings, roll_task
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.scene import Scene, SceneOutcome, next_action
from oddsmith.systems.humanity_beast.scene_inputs import SceneInputs
from oddsmith.systems.sheets import left
from oddsmith.wording import worded

_ASKED = frozenset({"success", "humanity_checks", "willpower_spent"})


def _scene(inputs: SceneInputs, rules: HumanityBeastRules) -> Call[SceneOutcome]:
    full = (inputs.humanity_dice, inputs.beast_dice)
    task = roll_task(0, 0, 0, inputs.willpower, rules, _ASKED)
    so_far = SceneOutcome(len(inputs.difficulties), willpower_left=inputs.willpower)
    return next_action(Scene(task, rules.pool == "per-scene", inputs.spend), inputs.difficulties, full, so_far)


def _facts(inputs: SceneInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {
        "actions": len(inputs.difficulties),
        "difficulties": ", ".join(difficulty_named(difficulty, rules) for difficulty in inputs.difficulties),
        "dice": "one pool for all" if rules.pool == "per-scene" else "the full pool for each",
    }


def _warnings(inputs: SceneInputs, rules: HumanityBeastRules) -> Iterable[str]:
    for difficulty in dict.fromkeys(inputs.difficulties):
        yield from difficulty_warnings(difficulty, rules)
    if inputs.humanity_dice + inputs.beast_dice != rules.all_dice:
        yield f"A character has {rules.all_dice} dice of both colours together (R3.1)."
    if rules.pool == "each-action":
        yield worded(
            "Every action has the full pool again (G3.11), so only Willpower is shared; "
            "{the house rule pool=per-scene} shares the dice."
        )


def _states(inputs: SceneInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> int:
    """Estimate in proportion to what was measured: every reroll that may be kept for after a roll has its tables.

    They are those of an action with some Willpower, whatever came before. 7 Humanity and 3 Beast dice: two easy actions
    with 2 Willpower have 6,100, an average, a challenging and a difficult one with 5 have 87,400.
    """
    if inputs.spend != "either":
        return 0
    actions = {
        (difficulty, inputs.willpower - spent)
        for number, difficulty in enumerate(inputs.difficulties)
        for spent in range(min(number, inputs.willpower) + 1)
    }
    hands = (inputs.humanity_dice + 1) * (inputs.beast_dice + 1)
    return sum(hands * 13 * max(difficulty, willpower + 1) ** 2 for difficulty, willpower in actions if willpower)


SCENE = Action[SceneInputs, HumanityBeastRules, SceneOutcome](
    name="scene",
    title="Scene",
    summary="Several actions, one after another: how to share out the dice of the pool and Willpower among them.",
    inputs=SceneInputs,
    retold=lambda rules: {"inputs": inputs_under(SceneInputs, rules)},
    call=OneRule(_scene),
    events=(
        Event("all_met", "every action meets its difficulty", lambda outcome: outcome.met == outcome.of, "R3.5"),
        Event("any_met", "some action meets its difficulty", lambda outcome: outcome.met > 0, "R3.5"),
        Event(
            "clean_scene",
            "every action meets its difficulty, without a Humanity check",
            lambda outcome: outcome.met == outcome.of and outcome.humanity_checks == 0,
            "R3.5, R3.9, R3.10",
        ),
        Event(
            "humanity_check",
            "possible Humanity loss: a Humanity check",
            lambda outcome: outcome.humanity_checks > 0,
            "R3.9, R3.10",
            otherwise="no Humanity check",
        ),
    ),
    measures=(
        Measure("actions_met", "actions that meet their difficulty", lambda outcome: outcome.met),
        Measure("humanity_checks", "Humanity checks due", lambda outcome: outcome.humanity_checks),
        Measure(
            "willpower_left",
            "Willpower left",
            lambda outcome: outcome.willpower_left,
            changes=left("own", "willpower", "willpower"),
        ),
        Measure("willpower_spent", "Willpower spent", lambda outcome: outcome.willpower_spent, spends=True),
    ),
    facts=_facts,
    warnings=_warnings,
    decides="how many dice of each colour every action takes, and its use of Willpower",
    phrase=phrase,
    leading="actions_met",
    states=_states,
    lighter="Let spend be open, so that Willpower is paid before a roll or not at all; or enter fewer actions.",
    example="scene --humanity-dice 7 --beast-dice 3 --willpower 2 --difficulties easy,average --option pool=per-scene",
)
