"""The end of rules that are left where they stand."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from typing import Any, Final

_PERSISTENT: Final = 100  # a rule that catches everything in a loop is not thrown out more often


def leave(running: Coroutine[Any, Any, Any] | Generator[Any, Any, Any]) -> None:
    """End what runs, though it awaits in `finally` or catches everything; what it raises meanwhile is of no account."""
    for _ in range(_PERSISTENT):
        try:
            running.close()
        except Exception:  # noqa: BLE001  # a RuntimeError of Python's own where it goes on awaiting
            continue
        return
