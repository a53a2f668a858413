"""The game, and its actions that are rolls of one character: with given dice, with a choice of them, and in a scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from oddsmith.rules import Call
from oddsmith.systems.authoring.game import Game
from oddsmith.systems.authoring.marks import Asked
from oddsmith.systems.declaration import Publication, Tour
from oddsmith.systems.humanity_beast.actions.phrases import phrase, rerolls_retold
from oddsmith.systems.humanity_beast.actions.shared import (
    alone,
    difficulty_named,
    difficulty_warnings,
    risk_warnings,
)
from oddsmith.systems.humanity_beast.audit import advice, audit
from oddsmith.systems.humanity_beast.citations import CITATIONS, RETELLING
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import Acting, Mixing, Sharing
from oddsmith.systems.humanity_beast.rolls import action_task, mix_task, roll_task
from oddsmith.systems.humanity_beast.rules.action import act
from oddsmith.systems.humanity_beast.rules.mix import take
from oddsmith.systems.humanity_beast.rules.roll_task import UNBOUNDED, RollOutcome
from oddsmith.systems.humanity_beast.rules.scene import Scene, SceneOutcome, next_action
from oddsmith.wording import worded


def _page(title: str, url: str) -> Publication:
    return Publication(f"Rebuilding Vampire: {title}", "danielhighmoon", url)


HUMANITY_BEAST: Final = Game(
    "Humanity and Beast",
    name="humanity-beast",
    summary="Ten-sided dice of two colours, Humanity and Beast, from Rebuilding Vampire.",
    source=(
        _page("dice mechanics", "https://danielhighmoon.com/2010/05/07/rebuilding-vampire-dice-mechanics/"),
        _page("Humanity", "https://danielhighmoon.com/2010/02/09/rebuilding-vampire-humanity/"),
        _page("it is by will alone", "https://danielhighmoon.com/2010/05/03/rebuilding-vampire-it-is-by-will-alone/"),
        _page(
            "the Gen Con playtest character sheet",
            "https://danielhighmoon.wordpress.com/2010/08/03/rebuilding-vampire-the-gen-con-playtest-character-sheet/",
        ),
    ),
    citations=CITATIONS,
    retelling=RETELLING | rerolls_retold(),
    audit=audit,
    tour=Tour("action", {"humanity": 7, "beast": 3, "difficulty": 3, "willpower": 5, "spend": "none"}, advice),
)

#: Names for which successes need be known only up to some height, and names for which both colours must be known.
_UP_TO_A_HEIGHT: Final = frozenset(
    {"success", "failure", "clean_success", "humanity_check", "no_humanity_check"}
    | {"beast_over_willpower", "willpower_spent"}
)
_OF_BOTH_COLOURS: Final = frozenset(
    {"beast_over_humanity", "colour_humanity", "colour_beast", "colour_mixed", "humanity_checks"}
)


# --- the action: dice of both colours against a difficulty (R3.3 to R3.10) -------------------------------------------


def _facts(acting: Acting, rules: HumanityBeastRules) -> Mapping[str, Any]:
    difficulty = difficulty_named(acting.difficulty, rules)
    facts: dict[str, Any] = {"dice": acting.humanity + acting.beast, "difficulty": difficulty}
    if rules.pool == "per-scene":
        facts["dice_left_this_scene"] = rules.all_dice - facts["dice"] - acting.humanity_used - acting.beast_used
    return facts


def _warnings(acting: Acting, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(acting.difficulty, rules)
    yield from risk_warnings(acting.humanity, acting.beast, acting.willpower, rules)


def _asking_states(beast: int, rules: HumanityBeastRules, asked: frozenset[str]) -> int:
    """Estimate the states where every Beast 10 is a decision and the Beast's own successes matter.

    They multiply with every Beast die; measured: half a minute for three.
    """
    if rules.tens != "ask-beast" or asked <= {"success", "failure", "willpower_spent"}:
        return 0
    return int(1_000 * 6**beast)


@HUMANITY_BEAST.action(
    facts=_facts,
    warnings=_warnings,
    decides="whether the point of Willpower buys a success before the roll or rerolls a die after it, and which die",
    phrases=phrase,
    example="--humanity 7 --beast 3 --difficulty average --willpower 5",
    asks=(
        *("success", "failure", "clean_success", "humanity_check", "no_humanity_check", "beast_over_willpower"),
        *("beast_over_humanity", "colour_humanity", "colour_beast", "colour_mixed"),
        *("successes", "humanity_successes", "beast_successes", "humanity_checks", "willpower_spent"),
    ),
    apart=(_UP_TO_A_HEIGHT, _OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    states=lambda acting, rules, asked: _asking_states(acting.beast, rules, asked),
)
def action(acting: Acting, rules: HumanityBeastRules, asked: Asked) -> Call[RollOutcome | int]:
    """Roll Humanity dice (7 or more) and Beast dice (6 or more) against a difficulty; Beast successes may cost
    Humanity.
    """
    return act(action_task(acting, rules, asked), acting.spend)


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
    apart=(_UP_TO_A_HEIGHT | {"humanity_rolled", "beast_rolled"}, _OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    states=lambda mixing, rules, asked: _asking_states(mixing.beast_dice, rules, asked),
)
def mix(mixing: Mixing, rules: HumanityBeastRules, asked: Asked) -> Call[RollOutcome | int]:
    """How many Humanity and Beast dice to take for an action, and what to do with a point of Willpower."""
    return take(mixing.pool, mix_task(mixing, rules, asked), mixing.spend)


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
    full = (sharing.humanity_dice, sharing.beast_dice)
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
