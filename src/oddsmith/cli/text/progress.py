"""How far a long work is and how long it will take, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Final

import click

#: What takes less is not told of.
_SILENT: Final = 2.0  # seconds


class Progress:
    """A bar with the time left, once a work has taken two seconds; nothing where nobody looks, or with `quiet`."""

    def __init__(self, label: str, steps: int, *, done: int = 0, quiet: bool = False) -> None:
        """steps: of the whole work. done: those that were done before it began; the time left is told without them."""
        self._label = label
        self._steps = steps - done
        self._done = 0
        self._before = done
        self._shown = not quiet and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def step(self, count: int) -> None:
        """Tell that so many more steps are done."""
        self._done += count
        if not self._shown or time.monotonic() < self._begun + _SILENT:
            return
        if self._bar is None:
            label = f"{self._label} ({self._before:,} were done)" if self._before else self._label
            self._bar = click.progressbar(length=self._steps, label=label, file=sys.stderr, show_pos=True)
            # What was done before it was shown counts for the time left; click reads the time of day.
            self._bar.start = time.time() - (time.monotonic() - self._begun)
            self._bar.__enter__()
            count = self._done
        self._bar.update(count)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)
