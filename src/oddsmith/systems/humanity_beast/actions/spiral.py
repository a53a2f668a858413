"""The spiral: risky actions until no Humanity is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Measure
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import difficulty_warnings, mix_task
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import MixInputs, SpiralInputs
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.checks import check_rules
from oddsmith.systems.humanity_beast.rules.spiral import Course, risk
from oddsmith.wording import worded


def _course(inputs: SpiralInputs, rules: HumanityBeastRules) -> Course:
    asked = frozenset({"humanity_checks"} if inputs.count == "all" else {"humanity_checks", "success"})
    one_action = inputs_under(MixInputs, rules)(
        humanity_dice=inputs.humanity,
        beast_dice=rules.all_dice - inputs.humanity,
        difficulty=inputs.difficulty,
        willpower=inputs.willpower,
    )
    task = mix_task(one_action, rules, asked)
    return Course(task, inputs.min_beast, inputs.take, inputs.count, check_rules(rules))


def _spiral(inputs: SpiralInputs, rules: HumanityBeastRules) -> Call[int]:
    return risk(_course(inputs, rules), inputs.humanity)


def _facts(inputs: SpiralInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {"beast": rules.all_dice - inputs.humanity, "leaves_play_at": check_rules(rules).end}


def _warnings(inputs: SpiralInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(inputs.difficulty, rules)
    if rules.humanity_loss == "ask":
        yield worded(
            "The rules do not settle checks (G3.8): here every possible loss comes true. "
            "{The house rules humanity_loss=aug2010} and =custom roll for them."
        )


SPIRAL = Action[SpiralInputs, HumanityBeastRules, int](
    name="spiral",
    title="Spiral",
    summary="How many risky actions, one after another, until no Humanity is left.",
    inputs=SpiralInputs,
    retold=lambda rules: {"inputs": inputs_under(SpiralInputs, rules)},
    call=AllAtOnce(_spiral),
    events=(),
    measures=(Measure("actions", "actions that are counted", lambda actions: actions, per_gain=1),),
    facts=_facts,
    warnings=_warnings,
    decides="with take open, how many Beast dice every action takes",
    example="spiral --humanity 7 --willpower 5 --option humanity-loss=aug2010",
    phrase=phrase,
)
