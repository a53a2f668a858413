"""The plan of best play for people: what to choose when, and what the other options would be worth.

Decisions that differ only in what has just happened, and get the same answer at the same values, are told as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.cli.terminal import faint, say, strong, wrapped
from oddsmith.cli.words import amount, pairs, percent, round_about, shown

MOST_SHOWN = 12


@dataclass
class _Advice:
    """Decisions told as one. place: where they stand, by name; known: what each of them knew; reached: how often they
    come up.
    """

    rule: str
    says: str
    place: dict[str, Any]
    who: str
    choose: str
    values: dict[str, Any]
    known: list[list[Any]] = field(default_factory=list)
    reached: float = 0.0


def show_plan(document: dict[str, Any], *, most: int, in_percent: bool, in_full: bool = False) -> None:
    """The decisions that best play comes to, those that come up most often where there are too many.

    most: how many to show. in_percent: whether the values are probabilities. in_full: values as exact fractions.
    """
    count = document["decisions"]
    if not count["all"]:
        say("There is nothing to decide.")
        return
    come_up = "one comes up" if count["reached"] == 1 else f"{count['reached']:,} come up"
    say(strong("The plan") + faint(f" (decisions: {count['all']:,}, of which {come_up} when it is followed)"))
    advice = _gathered(entry for entry in document["plan"] if entry["reached"]["float"] > 0)
    frequent = sorted(advice, key=lambda told: -told.reached)[:most]
    varying = _varying(advice)
    for rule, group in _by_rule(frequent).items():
        say(wrapped(group[0].says or rule, indent="  "))
        for told in group:
            say(wrapped(_where(told, varying[rule]), indent="    "))
            say(wrapped(_what(told, in_percent=in_percent, in_full=in_full), indent="      "))
    if len(advice) > most:
        say(faint(f"  … and {len(advice) - most:,} less frequent ones; --plan NUMBER shows more"))


def _gathered(plan: Iterable[dict[str, Any]]) -> list[_Advice]:
    gathered: dict[str, _Advice] = {}
    for entry in plan:
        at = entry["at"]
        place = _place(at)
        key = repr((at["rule"], place, entry["who"], entry["choose"], entry["values"]))
        told = gathered.setdefault(
            key, _Advice(at["rule"], at["says"], place, entry["who"], entry["choose"], entry["values"])
        )
        told.known.append(at["known"])
        told.reached += entry["reached"]["float"]
    return list(gathered.values())


def _place(at: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the rule, then of the rules that wait for it; records by their fields, each under its shortest
    name.
    """
    place: dict[str, Any] = {}
    for standing in (at, *at.get("within", ())):
        for names, value in _leaves(standing["arguments"], ()):
            shorter = (" ".join(names[-length:]) for length in range(1, len(names) + 1))
            name = next((name for name in shorter if name not in place), f"{standing['rule']} {' '.join(names)}")
            place.setdefault(name, value)
    if "total" in at:
        place["total so far"] = at["total"]
    return place


def _leaves(values: dict[str, Any], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value


def _by_rule(advice: Iterable[_Advice]) -> dict[str, list[_Advice]]:
    groups: dict[str, list[_Advice]] = {}
    for told in advice:
        groups.setdefault(told.rule, []).append(told)
    return groups


def _varying(advice: Iterable[_Advice]) -> dict[str, set[str]]:
    """For every rule what tells its decisions apart; what never changes need not be repeated."""
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for told in advice:
        for name, value in told.place.items():
            seen[told.rule][name].add(repr(value))
    return {rule: {name for name, values in names.items() if len(values) > 1} for rule, names in seen.items()}


def _where(told: _Advice, varying: set[str]) -> str:
    """When the decision comes up."""
    place = pairs({name: value for name, value in told.place.items() if name in varying})
    known = _known(told.known)
    when = ", ".join(part for part in (place, f"after {known}" if known else "") if part) or "at once"
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
    """The option to take, and what each is worth."""

    def written(value: dict[str, Any]) -> str:
        if in_full:
            return str(value["exact"])
        return percent(value["float"]) if in_percent else f"{value['float']:.4g}".replace("-", "−")

    others = [f"{option} {written(value)}" for option, value in told.values.items() if option != told.choose]
    chosen = f"{told.who}: {strong(told.choose)} {written(told.values[told.choose])}"
    return f"{chosen}; {', '.join(others)}" if others else chosen
