"""Decisions that notice when a policy looks at more of them than all the ways that come there have in common."""

from __future__ import annotations

from typing import Any, cast

from oddsmith.rules.compile.activation import State
from oddsmith.rules.graph.graph import Decision


class WaysRead(Exception):
    """A policy goes by how play came to a decision, so ways that come to equal states must be kept apart."""


class _Watched(Decision):
    """A decision at which several ways may have come together."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("call", "known", "within"):
            raise WaysRead
        return super().__getattribute__(name)


def watched(decision: Decision) -> Decision:
    """The decision, as a policy written by hand is shown it: reading what other ways do not share raises WaysRead."""
    places = cast("tuple[tuple[object, object], ...]", decision.key)
    if not any(isinstance(place, State) for place, _ in places):
        return decision
    return _Watched(
        decision.who, decision.options, decision.call, decision.known, decision.within, decision.beside, decision.key
    )
