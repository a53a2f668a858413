"""The game, and its first action: the roll of one character with given dice."""

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
from oddsmith.systems.humanity_beast.inputs.action import Acting
from oddsmith.systems.humanity_beast.rolls import action_task
from oddsmith.systems.humanity_beast.rules.action import act
from oddsmith.systems.humanity_beast.rules.roll_task import UNBOUNDED, RollOutcome


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
    continued=tuple([f"{__package__}.{name}" for name in ("choices", "conflict", "humanity")]),
    tour=Tour("action", {"humanity": 7, "beast": 3, "difficulty": 3, "willpower": 5, "spend": "none"}, advice),
)

#: Names for which successes need be known only up to some height, and names for which both colours must be known.
UP_TO_A_HEIGHT: Final = frozenset(
    {"success", "failure", "clean_success", "humanity_check", "no_humanity_check"}
    | {"beast_over_willpower", "willpower_spent"}
)
OF_BOTH_COLOURS: Final = frozenset(
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


def asking_states(beast: int, rules: HumanityBeastRules, asked: frozenset[str]) -> int:
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
    apart=(UP_TO_A_HEIGHT, OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    states=lambda acting, rules, asked: asking_states(acting.beast, rules, asked),
)
def action(acting: Acting, rules: HumanityBeastRules, asked: Asked) -> Call[RollOutcome | int]:
    """Roll Humanity dice (7 or more) and Beast dice (6 or more) against a difficulty; Beast successes may cost
    Humanity.
    """
    return act(action_task(acting, rules, asked), acting.spend)
