"""Work as a number that does not depend on the machine, or on what else it does: calls of functions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SECOND = 5_000_000
"""Calls that take a second at most, where none of them is of a long computation in C."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail where more functions are called within, those of C included."""
    made = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert made <= calls, f"{made:,} calls"
