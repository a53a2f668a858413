"""State limits: the error for a mechanic with too many states names the rule, the growth and the remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from oddsmith.errors import TooLarge
from oddsmith.rules.compile.activation import State
from oddsmith.rules.language.calls import Call


class StateLimit(TooLarge):
    """A mechanic has more states than the limit; names the rule that has most, what grows, and the remedy.

    That is for whoever writes the rule. grows: those of the rule's parameters that take most values, for whoever asks.
    """

    code = "state-limit"

    def __init__(
        self, reached: int, limit: int, rule: str, growth: str, remedy: str, grows: Sequence[str] = ()
    ) -> None:
        super().__init__("states", reached, limit, remedy=f"Most are of rule {rule}: {growth}. {remedy}")
        self.message = f"This needs more than {limit:,} states; the limit is {limit:,}."
        self.rule = rule
        self.grows = tuple(grows)


def past_limit(labels: Sequence[object], reached: int, limit: int) -> StateLimit:
    """The error for a graph that has grown past its limit. labels: those of its nodes."""
    points = [label for label in labels if isinstance(label, tuple) and isinstance(label[0], (Call, State))]
    rules = Counter(place.rule for place, _, _ in points)
    rule, _ = max(rules.items(), key=lambda item: item[1])
    calls = {place if isinstance(place, Call) else place.call for place, _, _ in points if place.rule is rule}
    within = len({(place, known) for place, known, _ in points if place.rule is rule})
    spread = {name: len({call.args[i] for call in calls}) for i, name in enumerate(rule.parameters)}
    most = sorted(((name, n) for name, n in spread.items() if n > 1), key=lambda item: -item[1])[:3]
    if within * 4 < rules[rule]:
        growth = f"{rules[rule]:,} states at {within:,} points, since what waits for their outcome differs"
        remedy = "Let less wait: `return other(args).then(rule, args)` with few arguments. Or raise the limit."
    elif len(calls) * 4 < within:
        growth = f"{within:,} points within {len(calls):,} calls (a loop of awaits grows as a tree)"
        remedy = "Read a whole pool at once, or go on as a call (`return other(args)`) so that equal states are shared."
    else:
        growth = ", ".join(f"{name} takes {n:,} values" for name, n in most)
        remedy = "Keep running totals out of arguments (`return k + call`), cap them, or raise the limit."
    return StateLimit(reached, limit, rule.name, growth, remedy, [name for name, _ in most])


def too_branched(call: Call[Any] | State, branches: int, limit: int) -> StateLimit:
    """The error for a call that branches too often by itself."""
    return StateLimit(
        branches,
        limit,
        call.rule.name,
        f"one call branches more than {limit:,} times between two decisions or transitions",
        "Read a pool in one roll, or go on as a call (`return other(args)`) so that equal states are shared.",
    )
