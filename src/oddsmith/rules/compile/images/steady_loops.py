"""Loops over values that can no longer change, since nothing but the loop holds them."""

from __future__ import annotations

from typing import Any

from oddsmith.rules.compile.images.snapshots import Freezing
from oddsmith.rules.compile.loops import LIVE, apart, inside


def with_steady_loops(left: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The values that frames keep, where loops go over what nothing else holds as over what cannot change."""
    hands = Freezing()
    for values in left:
        hands.images([value for value in values if not isinstance(value, LIVE)])
        for value in values:
            if isinstance(value, LIVE):
                hands.images([*inside(value)])
    return [
        tuple([apart(value, hands.holds) if isinstance(value, LIVE) else value for value in values]) for values in left
    ]
