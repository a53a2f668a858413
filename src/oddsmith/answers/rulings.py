"""What hinges on a ruling of the game master: neither chance nor a player's choice, so no number stands for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oddsmith.answers.format.plan import plan_entry
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.answers.question import Question
from oddsmith.distribution import Distribution
from oddsmith.errors import Undecidable
from oddsmith.rules import (
    Decision,
    Graph,
    Plan,
    Point,
    Policy,
    Solution,
    answered,
    first_choices,
    first_option,
    odds,
    solve,
)
from oddsmith.systems.declaration import Action, Event, Measure


class Ruled:
    """The policy by which the game master rules one way, and every other decision is answered with its first option.

    others: whether there was any other decision.
    """

    def __init__(self, option: str, otherwise: Policy = first_option) -> None:
        """option: the ruling. otherwise: answers every other decision, in the place of the first option."""
        self.option = option
        self.otherwise = otherwise
        self.others = False

    def __call__(self, decision: Decision) -> Hashable:
        """Answer a decision."""
        if self.option in decision.options:
            return self.option
        self.others |= len(decision.options) > 1
        return self.otherwise(decision)


def is_ruling(action: Action[Any, Any, Any], options: Iterable[Hashable]) -> bool:
    """Tell whether a decision with these options is the game master's."""
    return any(option in action.ruling for option in options)


def chosen_first(action: Action[Any, Any, Any], plan: Solution[Any] | Point[Any]) -> list[tuple[Decision, Hashable]]:
    """Return what people choose before anything happens by chance; what the game master rules is none of it."""
    return [(decision, taken) for decision, taken in first_choices(plan) if not is_ruling(action, decision.options)]


@dataclass(frozen=True)
class Settled:
    """A plan whose goal hinges on no ruling: its outcomes under each, and best play under each; empty where nothing is
    ruled.
    """

    laws: Mapping[str, Distribution[Any]]
    plans: Sequence[Solution[Any]]


def settled_by(question: Question, net: Quantity, plan: Plan, names: frozenset[str], limit: int) -> Settled:
    """Return a plan under each ruling. names: what outcomes must answer.

    Raises Undecidable where what the plan is for hinges on a ruling, or another plan would be better under one.
    """
    action = question.action
    if not action.ruling:
        return Settled({}, ())
    call = question.call(names)
    laws = {option: odds(call, Ruled(option, plan), limit=limit) for option in action.ruling}
    settled(action, lambda ruled: laws[ruled.option], {net.title: net.of})
    each = under_rulings(action, question.graph(names, limit))
    plans = [solve(ruled, net.goal, limit=limit) for ruled in each]
    if len({one.value for one in plans}) > 1:
        raise _undecidable(net.title)
    return Settled(laws, plans)


def under_rulings(action: Action[Any, Any, Any], graph: Graph) -> list[Graph]:
    """Return a graph as each ruling has it; the graph alone where nothing is ruled."""
    if not action.ruling:
        return [graph]
    ruling_on = {decision.who for decision in graph.decisions.values() if is_ruling(action, decision.options)}
    return [answered(graph, dict.fromkeys(ruling_on, Ruled(option))) for option in action.ruling]


def refuse_hinging(
    question: Question,
    plans: Iterable[Solution[Any] | Point[Any]],
    quantities: Iterable[Quantity],
    names: frozenset[str],
    limit: int,
) -> None:
    """Raise Undecidable where one of some quantities hinges on a ruling in one of some plans.

    plans: best ones under each ruling. Where none hinges, all are to be had whatever the ruling, so none is better
    under one than under another. names: what outcomes must answer.
    """
    if not question.action.ruling:
        return
    call = question.call(names)
    readings = {each.title: each.of for each in quantities}
    for plan in plans:

        def law(ruled: Ruled, plan: Plan = plan.policy) -> Distribution[Any]:
            return odds(call, Ruled(ruled.option, plan), limit=limit)

        settled(question.action, law, readings)


def leave_open(plan: Iterable[dict[str, Any]], settled_plan: Settled) -> None:
    """Take the worth of options that hinges on a ruling out of the entries of a plan, which name them as `ruled`."""
    worth: dict[str, dict[str, set[str]]] = {}
    for one in settled_plan.plans:
        for advice in one.decisions:
            entry = plan_entry(advice)
            values = worth.setdefault(_where(entry), {})
            for option, value in entry["values"].items():
                values.setdefault(option, set()).add(value["exact"])
    for entry in plan:
        ruled = [option for option, values in worth.get(_where(entry), {}).items() if len(values) > 1]
        if ruled:
            entry["values"] = {option: value for option, value in entry["values"].items() if option not in ruled}
            entry["ruled"] = ruled
            entry.pop("loss", None)


def _where(entry: Mapping[str, Any]) -> str:
    return repr((entry["who"], entry["at"]["rule"], entry["at"]["arguments"], entry["at"]["known"]))


def ruling(question: Question, found: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, Any] | None:
    """Return what hinges on the ruling, in words and numbers; None where nothing does.

    found: for each ruling, the `events` and `measures` of a document, which are all told under `options`. `says` also
    has the events that are `sure`, whatever the ruling.
    """
    (first, *others) = found.values()
    hinging = {
        kind: [name for name in entries if any(other[kind][name] != entries[name] for other in others)]
        for kind, entries in first.items()
    }
    if not any(hinging.values()):
        return None
    says = []
    for option, answer in found.items():
        told = [
            _event(event, answer["events"][event.name]) for event in question.events if event.name in hinging["events"]
        ]
        told += [
            _measure(measure, answer["measures"][measure.name]["mean"])
            for measure in question.action.measures
            if measure.name in hinging["measures"]
        ]
        condition = question.action.ruling[option]
        says.append(f"{condition[:1].upper()}{condition[1:]}: {', '.join(told)}.")
    sure = {
        event.name: _event(event, first["events"][event.name])
        for event in question.events
        if event.name not in hinging["events"] and first["events"][event.name]["p"] in ("0", "1")
    }
    if sure:
        says.append(f"Either way: {', '.join(sure.values())}.")
    return {
        "says": " ".join(["Up to the game master.", *says]),
        "hinging": [name for names in hinging.values() for name in names],
        "sure": list(sure),
        "options": [{"option": one, "if": question.action.ruling[one], **answer} for one, answer in found.items()],
    }


def settled(
    action: Action[Any, Any, Any],
    law: Callable[[Ruled], Distribution[Any]],
    readings: Mapping[str, Callable[[Any], Any]],
) -> None:
    """Raise Undecidable where one of some readings of an outcome hinges on a ruling, so that no number stands for it.

    law: the outcomes under a ruling. readings: by what they are called.
    """
    first, *others = [law(Ruled(option)) for option in action.ruling]
    for title, of in readings.items():
        if any(other.map(of) != first.map(of) for other in others):
            raise _undecidable(title)


def _undecidable(title: str) -> Undecidable:
    return Undecidable(f"Up to the game master: {title}.", remedy="A house rule may settle it with a roll.")


def _event(event: Event[Any], entry: Mapping[str, Any]) -> str:
    sure = {"0": event.failed, "1": event.title}
    return sure.get(entry["p"]) or f"{event.title} {entry['float']:.2%}"


def _measure(measure: Measure[Any], mean: Mapping[str, Any]) -> str:
    if mean["exact"] == "0":
        return f"no {measure.title}"
    return f"{measure.title} {mean['float']:.3g}{' on average' if '/' in mean['exact'] else ''}"
