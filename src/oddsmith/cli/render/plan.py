"""Plans as text: the option to choose at each decision, and the worth of the others.

Decisions that differ only in the last events, and have the same answer at the same values, are shown as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.answers.format.rules_of_thumb import arguments_of
from oddsmith.cli.text.terminal import faint, say, strong, wrapped
from oddsmith.cli.text.words import amount, pairs, percent, round_about, shown, spoken

MOST_SHOWN = 12
_MOST_OPTIONS = 8


@dataclass
class _SharedAdvice:
    """Decisions that are shown as one.

    place: the arguments at which they stand, by name; known: the values that each of them knew; reached: how often they
    come up together.
    """

    rule: str
    says: str
    place: dict[str, Any]
    who: str
    choose: str
    values: dict[str, Any]
    costs: dict[str, Any]
    known: list[list[Any]] = field(default_factory=list)
    reached: float = 0.0


def show_plan(
    document: dict[str, Any], *, most: int, in_percent: bool, in_full: bool = False, opening_is_enough: bool = False
) -> None:
    """Print the decisions that best play comes to; of too many, those that come up most often.

    most: the most decisions to show. in_percent: values are probabilities. in_full: values as exact fractions.
    opening_is_enough: print the opening alone where nothing is decided after it.
    """
    count = document["decisions"]
    if not count["all"]:
        say("There is nothing to decide.")
        return
    _show_opening(document)
    if opening_is_enough and 1 < len(document["opening"]) == count["reached"]:
        return
    show_rules(document)
    come_up = "one comes up" if count["reached"] == 1 else f"{count['reached']:,} come up"
    say(strong("The plan") + faint(f" (decisions: {count['all']:,}, of which {come_up} when it is followed)"))
    advice = _gathered(entry for entry in document["plan"] if entry["reached"]["float"] > 0)
    frequent = sorted(advice, key=lambda shared: -shared.reached)[:most]
    varying = _varying(advice)
    for rule, group in _by_rule(frequent).items():
        say(wrapped(group[0].says or rule, indent="  "))
        for shared in group:
            say(wrapped(_situation(shared, varying.get(rule, set())), indent="    "))
            say(wrapped(_options(shared, in_percent=in_percent, in_full=in_full), indent="      "))
    if len(advice) > most:
        say(faint(f"  … and {len(advice) - most:,} less frequent ones; --plan NUMBER shows more"))


def chosen_opening(document: dict[str, Any]) -> list[str]:
    """Return the choices before anything happens by chance, without those that decline."""
    return [
        option for option in document["opening"] if option not in ("accept", "none") and not option.startswith("no ")
    ]


def _show_opening(document: dict[str, Any]) -> None:
    if len(document["opening"]) > 1:
        say(wrapped(f"{strong('At first')}: {', '.join(chosen_opening(document)) or 'nothing'}."))


def show_rules(document: dict[str, Any]) -> None:
    """Print the plan in short, where a few rules of thumb cover more than one decision each."""
    groups = [group for group in document["rules"] if group["rules"] is not None]
    if not any(group["situations"] > len(group["rules"]) for group in groups):
        return
    groups = [group for group in groups if len(group["rules"]) == 1 or group["situations"] > len(group["rules"])]
    say(strong("In short"))
    for group in groups:
        say(wrapped(f"{group['who']}, at {group['says'] or group['rule']}", indent="  "))
        for number, rule in enumerate(group["rules"]):
            say(wrapped(f"{_condition(rule['if'], number)}: {strong(rule['choose'])}", indent="    "))
    say()


def _condition(conditions: list[dict[str, Any]], number: int) -> str:
    """Write the condition under which a rule of thumb applies."""
    if not conditions:
        return "otherwise" if number else "always"
    bounds: dict[str, dict[str, Any]] = {}
    for condition in conditions:
        bounds.setdefault(condition["name"], {})[condition["sign"]] = condition["value"]
    after = [_bounded(signs) for name, signs in bounds.items() if name.startswith("known ")]
    within = [f"{spoken(name)} {_bounded(signs)}" for name, signs in bounds.items() if not name.startswith("known ")]
    parts = [f"after {' and '.join(after)}"] if after else []
    return ", ".join([*parts, f"with {' and '.join(within)}"] if within else parts)


def _bounded(signs: dict[str, Any]) -> str:
    """Write the bounds of a value."""
    match signs:
        case {">=": low, "<=": high}:
            return f"{shown(low)} to {shown(high)}"
        case {">=": low}:
            return f"{shown(low)} or more"
        case {"<=": high}:
            return f"{shown(high)} or less"
    return " and ".join(f"{'' if sign == '=' else 'not '}{shown(value)}" for sign, value in signs.items())


def _gathered(plan: Iterable[dict[str, Any]]) -> list[_SharedAdvice]:
    gathered: dict[str, _SharedAdvice] = {}
    for entry in plan:
        at = entry["at"]
        place = arguments_of(at)
        costs = entry.get("costs", {})
        key = repr((at["rule"], place, entry["who"], entry["choose"], entry["values"], costs))
        shared = gathered.setdefault(
            key, _SharedAdvice(at["rule"], at["says"], place, entry["who"], entry["choose"], entry["values"], costs)
        )
        shared.known.append(at["known"])
        shared.reached += entry["reached"]["float"]
    return list(gathered.values())


def _by_rule(advice: Iterable[_SharedAdvice]) -> dict[str, list[_SharedAdvice]]:
    groups: dict[str, list[_SharedAdvice]] = {}
    for shared in advice:
        groups.setdefault(shared.rule, []).append(shared)
    return groups


def _varying(advice: Iterable[_SharedAdvice]) -> dict[str, set[str]]:
    """Return for every rule the names by which its decisions differ; the others need not be repeated."""
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for shared in advice:
        for name, value in shared.place.items():
            seen[shared.rule][name].add(repr(value))
    return {rule: {name for name, values in names.items() if len(values) > 1} for rule, names in seen.items()}


def _situation(shared: _SharedAdvice, varying: set[str]) -> str:
    """Write when the decision comes up."""
    place = pairs({name: value for name, value in shared.place.items() if name in varying})
    known = _known(shared.known)
    when = ", ".join(part for part in (place, f"after {known}" if known else "") if part) or "at once"
    return f"{when} {faint(_often(shared.reached))}"


def _known(known: Sequence[list[Any]]) -> str:
    """Write the values that the rule knew by then: for single numbers the range, else each of them."""
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


def _options(shared: _SharedAdvice, *, in_percent: bool, in_full: bool) -> str:
    """Write the option to take and the worth of each; of many others the best."""

    def with_value(option: str) -> str:
        value = shared.values[option]
        if in_full:
            text = str(value["exact"])
        else:
            text = percent(value["float"]) if in_percent else f"{value['float']:.4g}".replace("-", "−")
        if option in shared.costs:
            cost = shared.costs[option]
            text += f" for {cost['exact'] if in_full else amount(cost['float'])}"
        return text

    others = [option for option in shared.values if option != shared.choose]
    left = len(others) - _MOST_OPTIONS
    if left > 0:
        worth = {option: value["float"] for option, value in shared.values.items()}
        wants_little = worth.get(shared.choose) == min(worth.values()) < max(worth.values())
        kept = sorted(others, key=worth.__getitem__, reverse=not wants_little)[:_MOST_OPTIONS]
        others = [option for option in others if option in kept]
    chosen = f"{shared.who}: {strong(shared.choose)}"
    if shared.choose in shared.values:  # not a mix
        chosen += f" {with_value(shared.choose)}"
    rest = ", ".join(f"{option} {with_value(option)}" for option in others)
    more = f" and {left} others" if left > 0 else ""
    return f"{chosen}; {rest}{more}" if others else chosen
