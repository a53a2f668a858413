"""Decisions that notice when a policy looks at more of them than all the ways that come there have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oddsmith.rules.graph.graph import Decision


class WaysRead(Exception):
    """A policy goes by how play came to a decision, so ways that come to equal states must be kept apart."""


class _Watched(Decision):
    """A decision at which several ways may have come together."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("call", "known", "within", "around"):
            raise WaysRead
        if name == "variables":
            return _InCommon(super().__getattribute__(name))
        return super().__getattribute__(name)


class _InCommon(Mapping[str, Any]):
    """Variables that all ways have in common. Whoever looks for more must see the ways apart."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise WaysRead from None

    def __iter__(self) -> Iterator[str]:
        raise WaysRead

    def __len__(self) -> int:
        raise WaysRead


def watched(decision: Decision) -> Decision:
    """The decision, as a policy written by hand is shown it: reading what other ways do not share raises WaysRead."""
    if decision.key is None:
        return decision
    made = _Watched.__new__(_Watched)
    made.__dict__.update(decision.__dict__)  # of which some is found only once it is asked for
    return made
