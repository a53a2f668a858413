"""Plans as rules of thumb, in documents."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oddsmith.answers.format.json_values import first_line
from oddsmith.answers.format.plan import choice_text, position, situation
from oddsmith.rules import Decision, Point, Solution, Thumb, faced, thumbs

#: The most situations for which rules are looked for.
_MOST = 2_000


def rules_of_thumb(plan: Solution[Any] | Point[Any]) -> list[dict[str, Any]]:
    """Return the rules of thumb for each person and each rule of the game at which that person decides.

    `rules` together agree with the plan in every situation that its follower may come to, whatever the others do: each
    has `if`, conditions (`name`, `sign`, `value`) that all must hold, and the option to `choose` then; the first that
    applies counts. It is null where a few rules cannot say it. `situations` counts the situations.
    """
    groups: dict[tuple[str, str], list[tuple[Decision, int, Hashable]]] = {}
    for who in plan._planned.graph.deciders:
        for one in faced(plan, who):
            groups.setdefault((who, one[0].call.rule.name), []).append(one)
    return [_group_rules(who, rule, group) for (who, rule), group in groups.items()]


def _group_rules(who: str, rule: str, group: list[tuple[Decision, int, Hashable]]) -> dict[str, Any]:
    found = None
    if len(group) <= _MOST:
        known = [situation(position(decision, total)) for decision, total, _ in group]
        found = thumbs(known, [choice_text(option) for *_, option in group])
    return {
        "who": who,
        "rule": rule,
        "says": first_line(group[0][0].call.rule.__doc__),
        "situations": len(group),
        "rules": None if found is None else [_rule(thumb) for thumb in found],
    }


def _rule(thumb: Thumb) -> dict[str, Any]:
    conditions = [{"name": c.name, "sign": c.sign, "value": c.value} for c in thumb.conditions]
    return {"if": conditions, "choose": thumb.option}
