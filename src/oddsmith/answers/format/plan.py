"""Plans in documents: what to choose where, and what every option is worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.answers.format.plain import arguments, exact, first_line, number, plain
from oddsmith.distribution import Distribution
from oddsmith.rules import Advice, Call, Decision, Next, Prospect

A = TypeVar("A", Advice, Prospect)

#: A plan lists no more decisions than this, unless more are asked for.
MOST_LISTED = 10_000


def listed(decisions: Sequence[A], most: int) -> list[A]:
    """The decisions to list as they come: those that the plan comes to (of too many the most frequent), then others."""
    reached = [advice for advice in decisions if advice.reached]
    if len(reached) > most:
        threshold = sorted((advice.reached for advice in reached), reverse=True)[most - 1]
        return [advice for advice in reached if advice.reached >= threshold][:most]
    return (reached + [advice for advice in decisions if not advice.reached])[:most]


def planned(advice: Advice) -> dict[str, Any]:
    """An entry of a plan: what is known, who decides, what to choose, what every option is worth, how often it is."""
    return _entry(advice, advice.values)


def planned_for(prospect: Prospect, goal: str) -> dict[str, Any]:
    """The same of a plan that was followed for several goals: what every option is worth for one of them."""
    return _entry(prospect, _of(prospect, goal))


def planned_at_a_cost(prospect: Prospect, gain: str, cost: str) -> dict[str, Any]:
    """An entry of a plan that weighs a gain against a cost: for every option both."""
    return _entry(prospect, _of(prospect, gain)) | {"costs": _numbers(_of(prospect, cost))}


def opening(taken: Iterable[tuple[Decision, Hashable]]) -> list[str]:
    """Options that are taken at first, by name."""
    return [chosen(option) for _, option in taken]


_SHORT = 9  # characters of a fraction that is still easily read


def chosen(option: Hashable) -> str:
    """What is chosen, by name; where several options are mixed, each with how likely it is (long fractions rounded).

    >>> chosen("rock"), chosen(Distribution.from_weights({"paper": 1, "rock": 2}))
    ('rock', 'paper 1/3 or rock 2/3')
    """
    if isinstance(option, Distribution):
        return " or ".join(f"{plain(one)} {_short(share)}" for one, share in option.items())
    return str(plain(option))


def _short(share: Fraction) -> str:
    text = exact(share)
    return text if len(text) <= _SHORT else f"{float(share):.4g}"


def counted(decisions: Sequence[A]) -> dict[str, int]:
    """How many decisions there are, and how many of them a plan comes to."""
    return {"all": len(decisions), "reached": sum(1 for advice in decisions if advice.reached)}


def standing(decision: Decision, total: int) -> dict[str, Any]:
    """Where a decision stands: at which rule, in which rules that wait for it, and what gains add up to."""
    at = _standing(decision.call, decision.known)
    if total:
        at["total"] = total
    if decision.within:
        at["within"] = [_standing(call, known) for call, known in _waiting(decision)]
    return at


def _mixed(option: Hashable) -> dict[str, Any]:
    if not isinstance(option, Distribution):
        return {}
    return {"mix": {str(plain(one)): number(share) for one, share in option.items()}}


def _entry(advice: Advice | Prospect, values: Mapping[Hashable, Fraction]) -> dict[str, Any]:
    return {
        "at": standing(advice.decision, advice.total),
        "who": advice.decision.who,
        "choose": chosen(advice.best),
        **_mixed(advice.best),
        "values": _numbers(values),
        "reached": number(advice.reached),
    }


def _numbers(values: Mapping[Hashable, Fraction]) -> dict[str, Any]:
    return {str(plain(option)): number(value) for option, value in values.items()}


def _of(prospect: Prospect, goal: str) -> dict[Hashable, Fraction]:
    return {option: told[goal] for option, told in prospect.options.items()}


def _standing(call: Call[Any] | Next[Any], known: tuple[object, ...]) -> dict[str, Any]:
    """Where a rule stands: which one, what it says, with what arguments, and what it has awaited so far."""
    return {
        "rule": call.rule.name,
        "says": first_line(call.rule.__doc__),
        "arguments": arguments(call),
        "known": [plain(value) for value in known],
    }


def _waiting(decision: Decision) -> list[tuple[Call[Any] | Next[Any], tuple[object, ...]]]:
    return [waiting for waiting in decision.within if isinstance(waiting, tuple)]
