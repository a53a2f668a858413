"""Rolls that logs of earlier days tell by rules that are no more: what happened is compared, not by which rule.

Damage of Edged Coins to somebody whose HC nobody knows had rules of its own once, and falls did without coins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

#: The first rule of a trail as it was, and as it is.
_SINCE: Final = {
    "strike_and_pay": "harm_of_an_attack",
    "hurt_and_pay": "harm_of_a_blow",
    "fall": "harm_of_a_blow",
    "land_unhurt": "land_unhurt",
}


def what_happened(found: Mapping[str, Any], expected: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return what an event says, and what it should say, without the rules where it went by earlier ones.

    There remain dice, choices and remarks in their order, events and measures; of an outcome that was a number, that.
    """
    first = _first(found)
    if first is None or _SINCE.get(first) != _first(expected):
        return found, expected
    earlier = found.get("outcome")
    number = isinstance(earlier, Mapping) and earlier.keys() == {"value"} and "damage" in expected.get("outcome", {})
    if first == "land_unhurt" and not number:
        return found, expected
    should = {**expected, "trail": _without_rules(expected["trail"])}
    if number:
        should["outcome"] = {"value": expected["outcome"]["damage"]}
    return {**found, "trail": _without_rules(found["trail"])}, should


def _first(body: Mapping[str, Any]) -> str | None:
    """The rule that a trail begins with; None where there is none, or it is not of the form of trails."""
    trail = body.get("trail")
    if not isinstance(trail, list | tuple) or not trail or not all(isinstance(line, Mapping) for line in trail):
        return None
    rule = trail[0].get("rule")
    return rule if isinstance(rule, str) else None


def _without_rules(trail: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    told = [line for line in trail if line.get("kind") != "rule"]
    return [{name: value for name, value in line.items() if name != "depth"} for line in told]
