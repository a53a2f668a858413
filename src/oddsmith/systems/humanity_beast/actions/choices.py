"""The actions of one character who chooses dice: for one action, and for those of a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Asked
from oddsmith.systems.humanity_beast.actions.action import (
    HUMANITY_BEAST,
    OF_BOTH_COLOURS,
    UP_TO_A_HEIGHT,
    asking_states,
)
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import alone, difficulty_named, difficulty_warnings, risk_warnings
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs.choices import Mixing, Sharing
from oddsmith.systems.humanity_beast.rolls import roll_task
from oddsmith.systems.humanity_beast.rules.mix import take
from oddsmith.systems.humanity_beast.rules.roll_task import UNBOUNDED, RollOutcome
from oddsmith.systems.humanity_beast.rules.scene import DiceLeft, Scene, SceneOutcome, next_action
from oddsmith.wording import worded

# --- the choice of dice for an action (R3.2) -------------------------------------------------------------------------


def _mix_facts(mixing: Mixing, rules: HumanityBeastRules) -> Mapping[str, Any]:
    none = mixing.willpower > 0 and mixing.spend in ("open", "before")
    facts: dict[str, Any] = {
        "mixes": len(mixing.pool.mixes(none=none)),
        "difficulty": difficulty_named(mixing.difficulty, rules),
    }
    if rules.pool == "per-scene":
        facts["dice_there"] = str(mixing.pool)
    return facts


def _mix_warnings(mixing: Mixing, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(mixing.difficulty, rules)
    if mixing.humanity_dice + mixing.beast_dice != rules.all_dice:
        yield f"A character has {rules.all_dice} dice of both colours together (R3.1)."
    yield from risk_warnings(mixing.pool.humanity, mixing.pool.beast, mixing.willpower, rules)


@HUMANITY_BEAST.action(
    title="Choice of dice",
    facts=_mix_facts,
    warnings=_mix_warnings,
    decides="how many dice of each colour to roll, and the use of Willpower",
    phrases=phrase,
    example="--humanity-dice 7 --beast-dice 3 --difficulty hard --willpower 5",
    apart=(UP_TO_A_HEIGHT | {"humanity_rolled", "beast_rolled"}, OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    states=lambda mixing, rules, asked: asking_states(mixing.beast_dice, rules, asked),
)
def mix(mixing: Mixing, rules: HumanityBeastRules, asked: Asked) -> Call[RollOutcome | int]:
    """How many Humanity and Beast dice to take for an action, and what to do with a point of Willpower."""
    mixing.check_scene(rules)
    task = roll_task(0, 0, mixing.difficulty, mixing.willpower, rules, asked)
    return take(mixing.pool, task, mixing.spend)


# --- the scene: several actions out of one pool of dice (R3.2, G3.11) ------------------------------------------------


def _scene_facts(sharing: Sharing, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {
        "actions": len(sharing.difficulties),
        "difficulties": ", ".join(difficulty_named(difficulty, rules) for difficulty in sharing.difficulties),
        "dice": "one pool for all" if rules.pool == "per-scene" else "the full pool for each",
    }


def _scene_warnings(sharing: Sharing, rules: HumanityBeastRules) -> Iterable[str]:
    for difficulty in dict.fromkeys(sharing.difficulties):
        yield from difficulty_warnings(difficulty, rules)
    if sharing.humanity_dice + sharing.beast_dice != rules.all_dice:
        yield f"A character has {rules.all_dice} dice of both colours together (R3.1)."
    if rules.pool == "each-action":
        yield worded(
            "Every action has the full pool again (G3.11), so only Willpower is shared; "
            "{the house rule pool=per-scene} shares the dice."
        )


def _scene_states(sharing: Sharing) -> int:
    """Estimate in proportion to what was measured: every reroll that may be kept for after a roll has its tables.

    They are those of an action with some Willpower, whatever came before. 7 Humanity and 3 Beast dice: two easy actions
    with 2 Willpower have 6,100, an average, a challenging and a difficult one with 5 have 87,400.
    """
    if sharing.spend != "either":
        return 0
    actions = {
        (difficulty, sharing.willpower - spent)
        for number, difficulty in enumerate(sharing.difficulties)
        for spent in range(min(number, sharing.willpower) + 1)
    }
    hands = (sharing.humanity_dice + 1) * (sharing.beast_dice + 1)
    return sum(hands * 13 * max(difficulty, willpower + 1) ** 2 for difficulty, willpower in actions if willpower)


@HUMANITY_BEAST.action(
    facts=_scene_facts,
    warnings=_scene_warnings,
    decides="how many dice of each colour every action takes, and its use of Willpower",
    phrases=phrase,
    leading="actions_met",
    states=_scene_states,
    lighter="Let spend be open, so that Willpower is paid before a roll or not at all; or enter fewer actions.",
    example="--humanity-dice 7 --beast-dice 3 --willpower 2 --difficulties easy,average --option pool=per-scene",
)
def scene(sharing: Sharing, rules: HumanityBeastRules) -> Call[SceneOutcome]:
    """Several actions, one after another: how to share out the dice of the pool and Willpower among them."""
    full = DiceLeft((sharing.humanity_dice, sharing.beast_dice))
    asked = frozenset({"success", "humanity_checks", "willpower_spent"})
    task = roll_task(0, 0, 0, sharing.willpower, rules, asked)
    so_far = SceneOutcome(len(sharing.difficulties), willpower_left=sharing.willpower)
    return next_action(Scene(task, rules.pool == "per-scene", sharing.spend), sharing.difficulties, full, so_far)


@HUMANITY_BEAST.event(title="every action meets its difficulty", rule="R3.5")
def all_met(outcome: SceneOutcome) -> bool:
    return outcome.met == outcome.of


@HUMANITY_BEAST.event(title="some action meets its difficulty", rule="R3.5")
def any_met(outcome: SceneOutcome) -> bool:
    return outcome.met > 0


@HUMANITY_BEAST.event(title="every action meets its difficulty, without a Humanity check", rule="R3.5, R3.9, R3.10")
def clean_scene(outcome: SceneOutcome) -> bool:
    return outcome.met == outcome.of and outcome.humanity_checks == 0


@HUMANITY_BEAST.event(
    title="possible Humanity loss: a Humanity check", rule="R3.9, R3.10", otherwise="no Humanity check"
)
def humanity_check(outcome: SceneOutcome) -> bool:
    return outcome.humanity_checks > 0
