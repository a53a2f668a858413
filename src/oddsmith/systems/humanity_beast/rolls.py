"""The rolls that inputs make under house rules."""

from __future__ import annotations

from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs.action import Acting
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.humanity_beast.rules.roll_task import CHECKING, RollTask


def action_task(acting: Acting, rules: HumanityBeastRules, asked: frozenset[str]) -> RollTask:
    """Return the roll of an action. Where only one point of Willpower matters, any more are as good as that one, so
    that such rolls share their work.
    """
    acting.check_scene(rules)
    willpower = acting.willpower if asked & CHECKING else min(acting.willpower, 1)
    return roll_task(acting.humanity, acting.beast, acting.difficulty, willpower, rules, asked)


def roll_task(
    humanity: int, beast: int, difficulty: int, willpower: int, rules: HumanityBeastRules, asked: frozenset[str]
) -> RollTask:
    """Return a roll under the house rules."""
    return RollTask(
        humanity=humanity,
        beast=beast,
        difficulty=difficulty,
        willpower=willpower,
        reading=reading(rules),
        assured_as=rules.assured,
        before_spend=rules.current_willpower == "before-spend",
        two_checks=rules.checks == "two",
        asked=asked,
    )
