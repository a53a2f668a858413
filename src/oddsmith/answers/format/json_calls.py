"""Calls as JSON data: the rule, and its arguments by name."""

from __future__ import annotations

from typing import Any

from oddsmith.answers.format.json_values import plain
from oddsmith.changed import is_told
from oddsmith.rules import Call, Next


@plain.register(Call)
def _call(call: Call[Any]) -> dict[str, Any]:
    """Return a call as JSON data; values hold calls wherever this module is imported."""
    return {"rule": call.rule.name, "arguments": arguments(call)}


def arguments(call: Call[Any] | Next[Any]) -> dict[str, Any]:
    """Return the arguments of a call by the names of its rule's parameters; a `Next`, which waits for an outcome, lacks
    the first.
    """
    unknown = len(call.rule.parameters) - len(call.args)
    named = zip(call.rule.parameters[unknown:], call.args, strict=True)
    return {name: plain(value) for name, value in named if is_told(value)}
