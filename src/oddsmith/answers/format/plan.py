"""Plans in documents: the option to choose at each decision, and the worth of every option."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.answers.format.json_calls import arguments
from oddsmith.answers.format.json_values import exact, first_line, number, plain
from oddsmith.changed import numbers_of
from oddsmith.distribution import Distribution
from oddsmith.rules import Advice, Call, Decision, Next, Prospect
from oddsmith.rules.graph.telling import leaves, said, telling, together
from oddsmith.rules.solvers.advice import loss

A = TypeVar("A", Advice, Prospect)

#: The most decisions that a plan lists unless more are asked for.
MOST_LISTED = 10_000


def most_frequent(decisions: Sequence[A], most: int) -> list[A]:
    """Return the decisions to list: first those that the plan comes to (of too many the most frequent), then others."""
    reached = [advice for advice in decisions if advice.reached]
    if len(reached) > most:
        threshold = sorted((advice.reached for advice in reached), reverse=True)[most - 1]
        return [advice for advice in reached if advice.reached >= threshold][:most]
    return (reached + [advice for advice in decisions if not advice.reached])[:most]


def plan_entry(advice: Advice) -> dict[str, Any]:
    """Return an entry of a plan: position, who decides, the option to choose, the worth of each, how often, and the
    `loss` of whoever takes the next best option: `here`, and `in_all`, times how often."""
    return _entry(advice, advice.values)


def plan_entry_for(prospect: Prospect, goal: str) -> dict[str, Any]:
    """Return an entry of a plan that was followed for several goals, with the worth of every option for one of them."""
    return _entry(prospect, _of(prospect, goal))


def plan_entry_with_cost(prospect: Prospect, gain: str, cost: str) -> dict[str, Any]:
    """Return an entry of a plan that weighs a gain against a cost, with both for every option."""
    entry = _entry(prospect, _of(prospect, gain)) | {"costs": _numbers(_of(prospect, cost))}
    entry.pop("loss", None)  # what is lost of the one is won of the other
    return entry


def in_situations(plan: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of a plan, each with its `situation`: by name what tells it from other decisions of the same
    person at the same rule. Decisions that the plan comes to count, where it comes to one.
    """
    entries = list(plan)
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault((entry["who"], entry["at"]["rule"]), []).append(entry)
    for group in groups.values():
        for entry in group:
            entry["situation"] = situation(entry["at"])
        counting = [entry for entry in group if entry["reached"]["float"] > 0] or group
        answers = [(entry["choose"], entry["values"], entry.get("costs")) for entry in counting]
        options = [tuple(entry["values"]) for entry in counting]
        read = {name: of for entry in counting for name, of in entry["at"].get("readings", {}).items()}
        names = telling([entry["situation"] for entry in counting], answers, options, read)
        for entry in group:
            entry["situation"] = {name: value for name, value in entry["situation"].items() if name in names}
    return entries


def situation(at: dict[str, Any]) -> dict[str, Any]:
    """Return what is known at a decision, by name: the variables of its rule and of those that wait for it. Records go
    by their fields, each under its shortest name.
    """
    found = leaves(
        {**at["variables"], **together(at.get("readings", {}))}, [rule["variables"] for rule in at.get("within", ())]
    )
    return found | {"total so far": at["total"]} if "total" in at else found


def opening(taken: Iterable[tuple[Decision, Hashable]]) -> list[str]:
    """Return the names of the options that are taken first."""
    return [choice_text(option) for _, option in taken]


def opening_by(taken: Sequence[tuple[Decision, Hashable]]) -> dict[str, list[str]]:
    """Return the part of a document that tells the options taken first, and where several people take them, who."""
    people = [decision.who for decision, _ in taken]
    return {"opening": opening(taken)} | ({"opened_by": people} if len({*people}) > 1 else {})


_SHORT = 9  # characters of a fraction that is still easily read


def choice_text(option: Hashable) -> str:
    """Return the name of a chosen option; of a mix, each option with its probability (long fractions rounded).

    >>> choice_text("rock"), choice_text(Distribution.from_weights({"paper": 1, "rock": 2}))
    ('rock', 'paper 1/3 or rock 2/3')
    """
    if isinstance(option, Distribution):
        return " or ".join(f"{plain(one)} {short_share(share)}" for one, share in option.items())
    return _name(option)


def _name(option: Hashable) -> str:
    return option if type(option) is str else str(plain(option))


def short_share(share: Fraction) -> str:
    """Write how often an option of a mix is taken: as a fraction, if that is short, else in decimals."""
    text = exact(share)
    return text if len(text) <= _SHORT else f"{float(share):.4g}"


def decision_counts(decisions: Sequence[A]) -> dict[str, int]:
    """Count all decisions, and those that a plan comes to."""
    return {"all": len(decisions), "reached": sum(1 for advice in decisions if advice.reached)}


def position(decision: Decision, total: int) -> dict[str, Any]:
    """Return the position of a decision: its rule, the rules that wait for it, and the sum of gains.

    Of each rule `variables` are what all ways that come here have in common and is still read; `arguments` and `known`
    are those of one way. `readings` are numbers that the rule reads of each list among its variables.
    """
    at = _rule_position(decision.call, decision.known, decision.variables)
    if decision.readings:
        at["readings"] = {name: dict(numbers) for name, numbers in decision.readings.items()}
    if total:
        at["total"] = total
    if decision.within:
        waiting = zip(decision.within, decision.around, strict=True)
        at["within"] = [_rule_position(place[0], place[1], of) for place, of in waiting if isinstance(place, tuple)]
    return at


def _mixed(option: Hashable) -> dict[str, Any]:
    if not isinstance(option, Distribution):
        return {}
    return {"mix": {str(plain(one)): number(share) for one, share in option.items()}}


def _entry(advice: Advice | Prospect, values: Mapping[Hashable, Fraction]) -> dict[str, Any]:
    return {
        "at": position(advice.decision, advice.total),
        "who": advice.decision.who,
        "choose": choice_text(advice.best),
        **_mixed(advice.best),
        "values": _numbers(values),
        "reached": number(advice.reached),
        **_lost(values, advice.best, advice.reached),
    }


def _numbers(values: Mapping[Hashable, Fraction]) -> dict[str, Any]:
    return {_name(option): number(value) for option, value in values.items()}


def _of(prospect: Prospect, goal: str) -> dict[Hashable, Fraction]:
    return {option: expected[goal] for option, expected in prospect.options.items()}


def _rule_position(
    call: Call[Any] | Next[Any], known: tuple[object, ...], variables: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the position of a rule: its name, title, arguments and variables, and the values it has awaited so far."""
    return {
        "rule": call.rule.name,
        "says": first_line(call.rule.__doc__),
        "variables": {
            name: plain(numbers_of(value) or said(value, call.rule.function)) for name, value in variables.items()
        },
        "arguments": arguments(call),
        "known": [plain(value) for value in known],
    }


def _lost(values: Mapping[Hashable, Fraction], best: Hashable, reached: Fraction) -> dict[str, Any]:
    """Return the cost of ignoring advice: what the next best option loses here, and over all."""
    lost = loss(values, best)
    return {} if lost is None else {"loss": {"here": number(lost), "in_all": number(lost * reached)}}
