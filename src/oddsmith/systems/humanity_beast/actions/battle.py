"""The battle: conflicts, round after round, until a side is out of Willpower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import contest_warnings
from oddsmith.systems.humanity_beast.house_rules import COLOURS, HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import MOST_ROUNDS, BattleInputs, BattleSide
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.battle import (
    Battle,
    BattleOutcome,
    Combatant,
    WillpowerStanding,
    battle_round,
    rounds_alone,
)
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.sheets import left
from oddsmith.wording import worded


def _combatant(side: BattleSide) -> Combatant:
    return Combatant(
        side.humanity,
        side.beast,
        chooses=side.take == "open",
        spends=side.spend != "none",
        min_beast=side.min_beast,
        rerolls=side.spend == "either",
    )


def _battle(inputs: BattleInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[BattleOutcome] | Call[int]:
    battle = Battle(
        ours=_combatant(inputs),
        theirs=_combatant(inputs.against),
        order=inputs.order,
        how=replace(reading(rules), tens="never-on-beast" if rules.tens == "never-on-beast" else "always"),
        colours=COLOURS if rules.assured == "chosen" else (rules.assured,),
        needed=inputs.difficulty if rules.contest == "meet-difficulty" else 0,
        current=rules.current_willpower,
        looks="humanity_check" in asked,
        counts_rounds="rounds" in asked,
    )
    if inputs.rounds is None and not any(
        side.reaches(battle.how, battle.needed) for side in (battle.ours, battle.theirs)
    ):
        needed = f"1 to {MOST_ROUNDS}: with these dice nobody can have the {battle.needed} successes that win a round"
        raise BadInput("rounds", None, needed)
    standing = WillpowerStanding(inputs.willpower, inputs.against.willpower, checked=False)
    begin = rounds_alone if asked == _ROUNDS else battle_round
    return begin(battle, standing, inputs.rounds)


def _facts(inputs: BattleInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    return {"difficulty": inputs.difficulty} if rules.contest == "meet-difficulty" else {}


def _warnings(inputs: BattleInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from contest_warnings(inputs.difficulty, rules)
    if rules.tens in ("ask-beast", "stop-when-met"):
        yield worded(f"In a battle every 10 is rerolled; {{the house rule tens={rules.tens}}} is for single rolls.")
    if rules.pool == "per-scene":
        yield "Every round has the full pool of dice again (G3.11)."


_ROUNDS = frozenset({"rounds"})


def _win(outcome: Any) -> bool:
    return bool(outcome.willpower and not outcome.against_willpower)


def _lose(outcome: Any) -> bool:
    return bool(outcome.against_willpower and not outcome.willpower)


def _ahead(outcome: Any) -> bool:
    return bool(outcome.willpower > outcome.against_willpower)


def _behind(outcome: Any) -> bool:
    return bool(outcome.willpower < outcome.against_willpower)


def _draw(outcome: Any) -> bool:
    return not _win(outcome) and not _lose(outcome)


BATTLE = Action[BattleInputs, HumanityBeastRules, "BattleOutcome | int"](
    name="battle",
    title="Battle",
    summary="Conflicts, round after round, until a side is out of Willpower, with the dice taken anew every round.",
    inputs=BattleInputs,
    retold=lambda rules: {"inputs": inputs_under(BattleInputs, rules)},
    call=_battle,
    events=(
        Event("win", "the player wins", _win, "R3.8, G3.16", per_gain=0, otherwise="the player does not win"),
        Event("lose", "the opponent wins", _lose, "R3.8, G3.16", per_gain=0),
        Event("draw", "nobody wins", _draw, "G3.16", per_gain=0),
        Event("ahead", "more Willpower left than the opponent", _ahead, "R3.8", per_gain=0, implied_by=("win",)),
        Event("behind", "less Willpower left than the opponent", _behind, "R3.8", per_gain=0, implied_by=("lose",)),
        Event(
            "humanity_check",
            "a Humanity check is due after the battle",
            attrgetter("checked"),
            "R3.9, R3.10",
            per_gain=0,
        ),
    ),
    measures=(
        Measure(
            "willpower_left",
            "Willpower left",
            attrgetter("willpower"),
            per_gain=0,
            changes=left("own", "willpower", "willpower"),
        ),
        Measure(
            "against_willpower_left",
            "Willpower left to the opponent",
            attrgetter("against_willpower"),
            per_gain=0,
            changes=left("other", "willpower", "against_willpower"),
        ),
        Measure("rounds", "rounds", lambda o: o if isinstance(o, int) else o.rounds, per_gain=1, one="round"),
    ),
    apart=(frozenset({"win", "lose", "draw", "ahead", "behind", "willpower_left", "against_willpower_left"}), _ROUNDS),
    facts=_facts,
    warnings=_warnings,
    decides="every round, for both sides: how many Beast dice to take, and whether to pay a point of Willpower before "
    "the roll; with spend either, also for a reroll after it",
    example="battle --humanity 7 --beast 3 --willpower 5 --against-humanity 5 --against-beast 5 --against-willpower 5",
    phrase=phrase,
)
