"""The plan of best play for people: what to choose when, and what the other options would be worth.

Decisions that differ only in what has just happened, and get the same answer at the same values, are told as one.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.cli.terminal import faint, say, strong, wrapped
from oddsmith.cli.words import amount, beside, pairs, percent, round_about, shown

_MOST_SHOWN = 12


@dataclass
class _Advice:
    """Decisions told as one. known: what each of them knew; reached: how often any of them comes up."""

    at: dict[str, Any]
    who: str
    choose: str
    values: dict[str, Any]
    known: list[list[Any]] = field(default_factory=list)
    reached: float = 0.0


def show_plan(plan: Sequence[dict[str, Any]], *, in_percent: bool, in_full: bool = False) -> None:
    """The decisions that best play comes to, the first ones of many.

    in_percent: whether the values are probabilities. in_full: values as exact fractions.
    """
    if not plan:
        say("There is nothing to decide.")
        return
    reached = [entry for entry in plan if entry["reached"]["float"] > 0]
    advice = _gathered(reached)
    come_up = "all" if len(reached) == len(plan) else f"{len(reached):,}"
    say(strong("The plan") + faint(f" ({len(plan):,} decisions, of which {come_up} come up when it is followed)"))
    varying = _varying(advice)
    for says, group in itertools.groupby(advice[:_MOST_SHOWN], key=lambda told: told.at["says"]):
        say(wrapped(says, indent="  "))
        for told in group:
            say(wrapped(_where(told, varying[told.at["rule"]]), indent="    "))
            say(wrapped(_what(told, in_percent=in_percent, in_full=in_full), indent="      "))
    untold = len(advice) - _MOST_SHOWN
    if untold > 0:
        say(faint(f"  … and {untold:,} more; --json lists all"))


def _gathered(plan: Sequence[dict[str, Any]]) -> list[_Advice]:
    gathered: dict[str, _Advice] = {}
    for entry in plan:
        at = {name: value for name, value in entry["at"].items() if name != "known"}
        key = repr((at, entry["who"], entry["choose"], entry["values"]))
        told = gathered.setdefault(key, _Advice(at, entry["who"], entry["choose"], entry["values"]))
        told.known.append(entry["at"]["known"])
        told.reached += entry["reached"]["float"]
    return list(gathered.values())


def _varying(advice: Sequence[_Advice]) -> dict[str, set[str]]:
    """For every rule the arguments that tell its decisions apart; those that never change need not be repeated."""
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for told in advice:
        for name, value in told.at["arguments"].items():
            seen[told.at["rule"]][name].add(repr(value))
    return {rule: {name for name, values in names.items() if len(values) > 1} for rule, names in seen.items()}


def _where(told: _Advice, varying: set[str]) -> str:
    """When the decision comes up."""
    place = pairs({name: value for name, value in told.at["arguments"].items() if name in varying})
    known = _known(told.known)
    total = f"with {shown(told.at['total'])} so far" if "total" in told.at else ""
    when = ", ".join(part for part in (place, f"after {known}" if known else "", total) if part) or "at once"
    return f"{when} {faint(_often(told.reached))}"


def _known(known: Sequence[list[Any]]) -> str:
    """What has happened in the rule by then: for a single number the range, else every way it may have gone."""
    if all(len(values) == 1 and type(values[0]) is int for values in known):
        numbers = sorted(values[0] for values in known)
        if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{shown(numbers[0])} to {shown(numbers[-1])}"
    ways = [", ".join(map(shown, values)) for values in known if values]
    return " or ".join(ways) if len(ways) <= 4 else f"{' or '.join(ways[:3])} or {len(ways) - 3} other ways"


def _often(reached: float) -> str:
    if reached >= 0.9995:
        return "(always)" if reached < 1.0005 else f"({amount(reached)} times on average)"
    return f"({percent(reached)} of the time)" if reached >= 0.001 else f"(1 in {round_about(1 / reached):,} times)"


def _what(told: _Advice, *, in_percent: bool, in_full: bool) -> str:
    """The option to take and, in order of worth, what each is worth."""

    def written(value: dict[str, Any]) -> str:
        if in_full:
            return str(value["exact"])
        return percent(value["float"]) if in_percent else beside(value["exact"], value["float"])

    others = [f"{option} {written(value)}" for option, value in told.values.items() if option != told.choose]
    chosen = f"{told.who}: {strong(told.choose)} {written(told.values[told.choose])}"
    return f"{chosen}; {', '.join(others)}" if others else chosen
