"""Plans as text: the option to choose at each decision, and the worth of the others.

Decisions that differ in one thing that is known, and have the same answer at the same values, are shown as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

from oddsmith.answers.format.plan import short_share
from oddsmith.cli.text.terminal import faint, say, strong, wrapped
from oddsmith.cli.text.words import amount, percent, round_about, shown
from oddsmith.errors import Unknown
from oddsmith.rules.graph.situations import among, beside, bounded
from oddsmith.rules.graph.telling import gathered
from oddsmith.systems import registry

MOST_SHOWN = 12
_MOST_OPTIONS = 8


@dataclass
class _SharedAdvice:
    """Decisions that are shown as one.

    mix: how often each option is taken, of a mix; ruled: options of which the game master says what comes; place: what
    is known there, by name, with every value that it has; ways: how each of them was come to; reached: how often they
    come up together; here, lost: what the next best option costs there, and over all.
    """

    rule: str
    says: str
    who: str
    choose: str
    mix: dict[str, Any]
    values: dict[str, Any]
    costs: dict[str, Any]
    place: dict[str, tuple[Any, ...]]
    ways: list[list[Any]] = field(default_factory=list)
    ruled: list[str] = field(default_factory=list)
    reached: float = 0.0
    here: float = 0.0
    lost: float = 0.0


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
    phrases = document.get("phrases", {})
    advice = _gathered(entry for entry in document["plan"] if entry["reached"]["float"] > 0)
    frequent = sorted(advice, key=lambda shared: -shared.reached)[:most]
    for rule, group in _by_rule(frequent).items():
        say(wrapped(_reworded(document, group[0].says) or rule, indent="  "))
        told = Counter((shared.who, _place(shared)) for shared in group)
        for shared in group:
            alike = told[shared.who, _place(shared)] > 1
            say(wrapped(_situation(shared, phrases, with_ways=alike), indent="    "))
            say(wrapped(_options(shared, phrases, in_percent=in_percent, in_full=in_full), indent="      "))
    if len(advice) > most:
        say(faint(f"  … and {len(advice) - most:,} less frequent ones; --plan NUMBER shows more"))


def chosen_opening(document: dict[str, Any]) -> list[str]:
    """Return the choices before anything happens by chance, without those that decline."""
    return [
        option for option in document["opening"] if option not in ("accept", "none") and not option.startswith("no ")
    ]


def opening_text(document: dict[str, Any]) -> str:
    """Write the choices before anything happens by chance; where several people make them, of each what they choose."""
    phrases = document.get("phrases", {})
    if "opened_by" not in document:
        return ", ".join([phrases.get(option, option) for option in chosen_opening(document)]) or "nothing"
    begins: dict[str, list[str]] = {}
    for who, option in zip(document["opened_by"], document["opening"], strict=True):
        begins.setdefault(who, []).append(phrases.get(option, option))
    return "; ".join([f"{who}: {', '.join(options)}" for who, options in begins.items()])


def _show_opening(document: dict[str, Any]) -> None:
    if len(document["opening"]) > 1:
        say(wrapped(f"{strong('At first')}: {opening_text(document)}."))


def _reworded(document: dict[str, Any], says: str) -> str:
    """Return a line of a rule as it is shown."""
    try:
        return registry.system(document["system"]).reword(says)
    except Unknown:  # of a rulebook that is not here
        return says


def show_rules(document: dict[str, Any]) -> None:
    """Print the plan in short, where a few rules of thumb cover more than one decision each."""
    groups = [group for group in document["rules"] if group["rules"] is not None]
    if not any(group["situations"] > len(group["rules"]) for group in groups):
        return
    groups = [group for group in groups if len(group["rules"]) == 1 or group["situations"] > len(group["rules"])]
    say(strong("In short"))
    phrases = document.get("phrases", {})
    for group in groups:
        say(wrapped(f"{group['who']}, at {_reworded(document, group['says']) or group['rule']}", indent="  "))
        for number, (choose, alike) in enumerate(groupby(group["rules"], itemgetter("choose"))):
            when = ", or ".join([_condition(rule["if"], number) for rule in alike])
            say(wrapped(f"{when}: {strong(phrases.get(choose, choose))}", indent="    "))
    say()


def _condition(conditions: list[dict[str, Any]], number: int) -> str:
    """Write the condition under which a rule of thumb applies."""
    if not conditions:
        return "otherwise" if number else "always"
    bounds: dict[str, dict[str, Any]] = {}
    for condition in conditions:
        bounds.setdefault(condition["name"], {})[condition["sign"]] = condition["value"]
    return " and ".join([bounded(name, signs) for name, signs in bounds.items()])


def _gathered(plan: Iterable[dict[str, Any]]) -> list[_SharedAdvice]:
    by_rule: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for entry in plan:
        by_rule.setdefault((entry["at"]["rule"], entry["who"]), []).append(entry)
    told: list[_SharedAdvice] = []
    for entries in by_rule.values():
        alike: dict[str, list[dict[str, Any]]] = {}
        for entry in entries:
            alike.setdefault(
                repr((entry["choose"], entry["values"], entry.get("ruled"), entry.get("costs"))), []
            ).append(entry)
        for equal in alike.values():
            parts = gathered([entry["situation"] for entry in equal])
            told += [_shared(part, [equal[place] for place in places]) for part, places in parts]
    return told


def _shared(place: dict[str, tuple[Any, ...]], entries: list[dict[str, Any]]) -> _SharedAdvice:
    """Decisions with the same answer at the same values as one."""
    first = entries[0]
    shared = _SharedAdvice(
        rule=first["at"]["rule"],
        says=first["at"]["says"],
        who=first["who"],
        choose=first["choose"],
        mix=first.get("mix", {}),
        values=first["values"],
        costs=first.get("costs", {}),
        place=place,
        ruled=first.get("ruled", []),
    )
    for entry in entries:
        shared.ways.append(entry["at"]["known"])
        shared.reached += entry["reached"]["float"]
        if "loss" in entry:
            shared.here = entry["loss"]["here"]["float"]
            shared.lost += entry["loss"]["in_all"]["float"]
    return shared


def _by_rule(advice: Iterable[_SharedAdvice]) -> dict[str, list[_SharedAdvice]]:
    groups: dict[str, list[_SharedAdvice]] = {}
    for shared in advice:
        groups.setdefault(shared.rule, []).append(shared)
    return groups


def _place(shared: _SharedAdvice) -> str:
    """Write what is known at a decision."""
    return beside([among(name, values) for name, values in shared.place.items()])


def _situation(shared: _SharedAdvice, phrases: Mapping[str, str], *, with_ways: bool) -> str:
    """Write when the decision comes up. with_ways: what is known by name does not tell it from others."""
    ways = _ways(shared.ways, phrases) if with_ways else ""
    when = beside([part for part in (_place(shared), f"as after {ways}" if ways else "") if part])
    if not when and 0.9995 <= shared.reached < 1.0005:
        return "always"
    return f"{when or 'whenever it comes up'} {faint(_often(shared.reached))}"


def _ways(ways: Sequence[list[Any]], phrases: Mapping[str, str]) -> str:
    """Write how a decision was come to, in some of the ways there are."""
    told = [", ".join([phrases.get(text, text) for text in map(shown, values)]) for values in ways if values]
    return " or ".join(told) if len(told) <= 4 else f"{' or '.join(told[:3])} or {len(told) - 3} other ways"


def _often(reached: float) -> str:
    if reached >= 0.9995:
        return "(always)" if reached < 1.0005 else f"({amount(reached)} times on average)"
    return f"({percent(reached)} of the time)" if reached >= 0.001 else f"(1 in {round_about(1 / reached):,} times)"


def _options(shared: _SharedAdvice, phrases: Mapping[str, str], *, in_percent: bool, in_full: bool) -> str:
    """Write the option to take and the worth of each; of many others the best.

    phrases: options in words, where their names alone say little.
    """

    def with_value(option: str) -> str:
        value = shared.values[option]
        if in_full:
            text = str(value["exact"])
        else:
            text = percent(value["float"]) if in_percent else f"{value['float']:.4g}".replace("-", "−")
        if option in shared.costs:
            cost = shared.costs[option]
            text += f" for {cost['exact'] if in_full else amount(cost['float'])}"
        return f"{phrases.get(option, option)}{':' if phrases else ''} {text}"

    others = [option for option in shared.values if option != shared.choose]
    left = len(others) - _MOST_OPTIONS
    if left > 0:
        worth = {option: value["float"] for option, value in shared.values.items()}
        wants_little = worth.get(shared.choose) == min(worth.values()) < max(worth.values())
        kept = sorted(others, key=worth.__getitem__, reverse=not wants_little)[:_MOST_OPTIONS]
        others = [option for option in others if option in kept]
    mixed = [f"{phrases.get(name, name)} {short_share(Fraction(share['exact']))}" for name, share in shared.mix.items()]
    chosen = f"{shared.who}: {strong(' or '.join(mixed) or with_value(shared.choose))}"
    left_open = [f"{phrases.get(option, option)}: up to the game master" for option in shared.ruled]
    rest = ", ".join([*map(with_value, others), *left_open])
    more = f" and {left} {'other' if left == 1 else 'others'}" if left > 0 else ""
    return f"{chosen}; {rest}{more}{_loss(shared, in_percent=in_percent)}" if rest else chosen


def _loss(shared: _SharedAdvice, *, in_percent: bool) -> str:
    """Write what ignoring the advice costs, at the decision and over all."""
    if not shared.here:
        return ""
    here, lost = (percent(loss) if in_percent else amount(loss) for loss in (shared.here, shared.lost))
    return f"; ignoring it costs {here}" + ("" if 0.9995 <= shared.reached < 1.0005 else f" here, {lost} in all")
