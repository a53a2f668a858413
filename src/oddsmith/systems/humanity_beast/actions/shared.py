"""Parts that the actions share: the rolls that inputs make, how outcomes are read, and warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from oddsmith.systems.declaration import Event, Measure
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules, difficulties
from oddsmith.systems.humanity_beast.inputs import ActionInputs, Against, MixInputs
from oddsmith.systems.humanity_beast.rules.reading import reading
from oddsmith.systems.humanity_beast.rules.roll_task import CHECKING, RollTask
from oddsmith.systems.sheets import Change
from oddsmith.wording import worded

# --- rolls ------------------------------------------------------------------------------------------------------------


def action_task(inputs: ActionInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> RollTask:
    """Return the roll of an action. Where only one point of Willpower matters, any more are as good as that one, so
    that such rolls share their work.
    """
    inputs.check_scene(rules)
    willpower = inputs.willpower if asked & CHECKING else min(inputs.willpower, 1)
    return roll_task(inputs.humanity, inputs.beast, inputs.difficulty, willpower, rules, asked)


def mix_task(inputs: MixInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> RollTask:
    """Return the roll of an action, before dice are taken for it."""
    inputs.check_scene(rules)
    return roll_task(0, 0, inputs.difficulty, inputs.willpower, rules, asked)


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


# --- answers ----------------------------------------------------------------------------------------------------------


def answer(name: str) -> Callable[[object], Any]:
    """Read an answer of an outcome by its name; a number that was asked alone is the outcome itself.

    Reading what was not asked raises LookupError.
    """

    def read(outcome: object) -> Any:
        if isinstance(outcome, int):
            return outcome
        value = getattr(outcome, name)
        if value is None:
            raise LookupError(f"{name} was not asked")
        return value

    return read


def event(name: str, title: str, rule: str, *implied_by: str) -> Event[object]:
    """Declare a yes/no that outcomes answer by its name."""
    return Event(name, title, answer(name), rule, implied_by=implied_by)


def measure(name: str, title: str, *changes: Change, one: str = "") -> Measure[object]:
    """Declare a number that outcomes answer by its name."""
    return Measure(name, title, answer(name), changes=changes, one=one)


def spent(name: str, title: str) -> Measure[object]:
    """Declare what is spent: at most one point of Willpower a roll (R3.6)."""
    return Measure(name, title, answer(name), spends=True, most=1)


def alone(names: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Ask each name in a run of its own."""
    return tuple(frozenset({name}) for name in sorted(names))


# --- difficulty and risk ----------------------------------------------------------------------------------------------


def difficulty_named(difficulty: int, rules: HumanityBeastRules) -> str:
    """Write a difficulty with its name on the table, if it has one."""
    names = [name for name, needed in difficulties(rules).items() if needed == difficulty]
    return f"{names[0]} ({difficulty})" if names else str(difficulty)


def difficulty_warnings(difficulty: int, rules: HumanityBeastRules) -> Iterable[str]:
    """Warn of a difficulty that is not on the table."""
    table = difficulties(rules).values()
    if difficulty not in table:
        yield f"Difficulty {difficulty} is not on the table, which runs from {min(table)} to {max(table)} (R3.5)."


def contest_warnings(difficulty: int, rules: HumanityBeastRules) -> Iterable[str]:
    """Warn of a difficulty that does not apply between two sides (G3.15), or is not on the table."""
    if rules.contest == "meet-difficulty":
        yield from difficulty_warnings(difficulty, rules)
    elif difficulty != Against.model_fields["difficulty"].default:
        yield worded(
            "No difficulty applies in a conflict (G3.15); {the house rule contest=meet-difficulty} changes that."
        )


def risk_warnings(humanity: int, beast: int, willpower: int, rules: HumanityBeastRules) -> Iterable[str]:
    """Warn of dice with which any Beast success brings a Humanity check."""
    if beast and willpower == 0:
        yield "With Willpower 0 any Beast success brings a Humanity check (G3.16)."
    elif beast and not humanity:
        yield "Without Humanity dice any Beast success brings a Humanity check (R3.10)."
    if beast and willpower == 1 and rules.current_willpower != "before-spend":
        yield "Once the last point of Willpower is spent, any Beast success brings a Humanity check (G3.6)."
