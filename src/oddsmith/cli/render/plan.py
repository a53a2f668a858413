"""The plan of best play for people: what to choose when, and what the other options would be worth.

Decisions that differ only in what has just happened, and get the same answer at the same values, are told as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from oddsmith.answers.format.rules_of_thumb import arguments_of
from oddsmith.cli.render.terminal import faint, say, strong, wrapped
from oddsmith.cli.render.words import amount, pairs, percent, round_about, shown, spoken

MOST_SHOWN = 12
_MOST_OPTIONS = 8


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
    costs: dict[str, Any]
    known: list[list[Any]] = field(default_factory=list)
    reached: float = 0.0


def show_plan(
    document: dict[str, Any], *, most: int, in_percent: bool, in_full: bool = False, opening_told: bool = False
) -> None:
    """The decisions that best play comes to, those that come up most often where there are too many.

    most: how many to show. in_percent: whether the values are probabilities. in_full: values as exact fractions.
    opening_told: whether it is enough to tell how play begins, where nothing is decided after that.
    """
    count = document["decisions"]
    if not count["all"]:
        say("There is nothing to decide.")
        return
    _show_opening(document)
    if opening_told and 1 < len(document["opening"]) == count["reached"]:
        return
    show_rules(document)
    come_up = "one comes up" if count["reached"] == 1 else f"{count['reached']:,} come up"
    say(strong("The plan") + faint(f" (decisions: {count['all']:,}, of which {come_up} when it is followed)"))
    advice = _gathered(entry for entry in document["plan"] if entry["reached"]["float"] > 0)
    frequent = sorted(advice, key=lambda told: -told.reached)[:most]
    varying = _varying(advice)
    for rule, group in _by_rule(frequent).items():
        say(wrapped(group[0].says or rule, indent="  "))
        for told in group:
            say(wrapped(_where(told, varying.get(rule, set())), indent="    "))
            say(wrapped(_what(told, in_percent=in_percent, in_full=in_full), indent="      "))
    if len(advice) > most:
        say(faint(f"  … and {len(advice) - most:,} less frequent ones; --plan NUMBER shows more"))


def told_opening(document: dict[str, Any]) -> list[str]:
    """What is chosen before anything happens by chance, without what is declined."""
    return [
        option for option in document["opening"] if option not in ("accept", "none") and not option.startswith("no ")
    ]


def _show_opening(document: dict[str, Any]) -> None:
    if len(document["opening"]) > 1:
        say(wrapped(f"{strong('At first')}: {', '.join(told_opening(document)) or 'nothing'}."))


def show_rules(document: dict[str, Any]) -> None:
    """The plan in short, where a few rules of thumb say more than one decision of it."""
    told = [group for group in document["rules"] if group["rules"] is not None]
    if not any(group["situations"] > len(group["rules"]) for group in told):
        return
    told = [group for group in told if len(group["rules"]) == 1 or group["situations"] > len(group["rules"])]
    say(strong("In short"))
    for group in told:
        say(wrapped(f"{group['who']}, at {group['says'] or group['rule']}", indent="  "))
        for number, rule in enumerate(group["rules"]):
            say(wrapped(f"{_condition(rule['if'], number)}: {strong(rule['choose'])}", indent="    "))
    say()


def _condition(conditions: list[dict[str, Any]], number: int) -> str:
    """When a rule of thumb applies."""
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
    """Between what bounds something is."""
    match signs:
        case {">=": low, "<=": high}:
            return f"{shown(low)} to {shown(high)}"
        case {">=": low}:
            return f"{shown(low)} or more"
        case {"<=": high}:
            return f"{shown(high)} or less"
    return " and ".join(f"{'' if sign == '=' else 'not '}{shown(value)}" for sign, value in signs.items())


def _gathered(plan: Iterable[dict[str, Any]]) -> list[_Advice]:
    gathered: dict[str, _Advice] = {}
    for entry in plan:
        at = entry["at"]
        place = arguments_of(at)
        costs = entry.get("costs", {})
        key = repr((at["rule"], place, entry["who"], entry["choose"], entry["values"], costs))
        told = gathered.setdefault(
            key, _Advice(at["rule"], at["says"], place, entry["who"], entry["choose"], entry["values"], costs)
        )
        told.known.append(at["known"])
        told.reached += entry["reached"]["float"]
    return list(gathered.values())


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
    """The option to take, and what each is worth; of many others the best."""

    def written(option: str) -> str:
        value = told.values[option]
        if in_full:
            text = str(value["exact"])
        else:
            text = percent(value["float"]) if in_percent else f"{value['float']:.4g}".replace("-", "−")
        if option in told.costs:
            cost = told.costs[option]
            text += f" for {cost['exact'] if in_full else amount(cost['float'])}"
        return text

    others = [option for option in told.values if option != told.choose]
    left = len(others) - _MOST_OPTIONS
    if left > 0:
        worth = {option: value["float"] for option, value in told.values.items()}
        wants_little = worth.get(told.choose) == min(worth.values()) < max(worth.values())
        kept = sorted(others, key=worth.__getitem__, reverse=not wants_little)[:_MOST_OPTIONS]
        others = [option for option in others if option in kept]
    chosen = f"{told.who}: {strong(told.choose)}"
    if told.choose in told.values:  # not a mix
        chosen += f" {written(told.choose)}"
    rest = ", ".join(f"{option} {written(option)}" for option in others)
    more = f" and {left} others" if left > 0 else ""
    return f"{chosen}; {rest}{more}" if others else chosen
