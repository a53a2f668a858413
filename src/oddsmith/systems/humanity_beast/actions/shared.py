"""Parts that the actions share: what is asked alone, names of difficulties, and warnings."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules, difficulties
from oddsmith.systems.humanity_beast.inputs.action import USUAL
from oddsmith.wording import worded


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
    table = sorted(set(difficulties(rules).values()))
    if difficulty not in table:
        is_whole = table == [*range(table[0], table[-1] + 1)]
        which = f"runs from {table[0]} to {table[-1]}" if is_whole else f"has {', '.join(map(str, table))}"
        yield f"Difficulty {difficulty} is not on the table, which {which} (R3.5)."


def contest_warnings(difficulty: int, rules: HumanityBeastRules) -> Iterable[str]:
    """Warn of a difficulty that does not apply between two sides (G3.15), or is not on the table."""
    if rules.contest == "meet-difficulty":
        yield from difficulty_warnings(difficulty, rules)
    elif difficulty != USUAL:
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
