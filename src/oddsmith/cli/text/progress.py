"""How far a long work is and how long it will take: one line on standard error, where that is a terminal.

The line is there from two seconds on, is written anew until the work is done, and then goes away.
"""

from __future__ import annotations

import math
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Final

from oddsmith.cli.text.terminal import bar
from oddsmith.cli.text.words import counted
from oddsmith.how_far import Doing, Onlooker, Stage, looking_on

#: What takes less is not told of.
_SILENT: Final = 2.0  # seconds
_BETWEEN: Final = 0.2  # seconds from one writing of the line to the next
_SETTLED: Final = 1.0  # a stage is told of after so many seconds
_BAR: Final = 24  # columns


class Progress:
    """How many steps of a work are done, as a bar with the time left."""

    def __init__(self, label: str, steps: int, *, done: int = 0, quiet: bool = False) -> None:
        """steps: of the whole work. done: those that were done before it began; the time left is told without them."""
        self._label = f"{label} ({done:,} were done)" if done else label
        self._steps = steps - done
        self._done = 0
        self._begun = time.monotonic()
        self._line = _Line(self._text, quiet=quiet)

    def __enter__(self) -> Progress:
        self._line.begin()
        return self

    def step(self, count: int) -> None:
        """Tell that so many more steps are done."""
        self._done += count

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.end(stopped=kind is KeyboardInterrupt)

    def _text(self) -> str:
        seconds = time.monotonic() - self._begun
        share = self._done / self._steps if self._steps else 1.0
        told = f"{self._label} {bar(share, _BAR)} {self._done:,} of {self._steps:,}"
        return f"{told}, {duration(seconds / share - seconds)} left" if share else f"{told}, {duration(seconds)} so far"


@contextmanager
def telling(*, quiet: bool) -> Iterator[None]:
    """Tell how far everything is that is computed within."""
    onlooker, begun = Onlooker(), time.monotonic()
    line = _Line(lambda: how_far(onlooker, begun), quiet=quiet)
    if not line.shown:
        yield
        return
    stopped = False
    line.begin()
    try:
        with looking_on(onlooker):
            yield
    except KeyboardInterrupt:
        stopped = True
        raise
    finally:
        line.end(stopped=stopped)


def how_far(onlooker: Onlooker, begun: float) -> str:
    """Say how far a computation is that began at a time on the clock `monotonic`."""
    now = time.monotonic()
    so_far = f"{duration(now - begun)} so far"
    found, stage = onlooker.found, onlooker.stage
    if stage is not None and stage.whole and now >= stage.begun + _SETTLED:
        return f"{_of_whole(stage, stage.whole, now - stage.begun)}; {so_far}"
    return f"{counted(found, 'state')}, {so_far}" if found else so_far


def _of_whole(stage: Stage, whole: int, seconds: float) -> str:
    """Say how much of a stage is done, and how long the rest of it takes if it goes on as it did."""
    share = stage.done() / whole
    told = f"{_DOING[stage.doing].format(f'{whole:,}')}: {math.floor(100 * share)} %"
    return f"{told}, about {duration(seconds / share - seconds)} more" if share else told


_DOING: Final = {
    Doing.FINDING: "finding {} states",
    Doing.SOLVING: "solving {} states",
    Doing.PLAYING: "playing through {} states",
    Doing.ROLLING: "rolling {} times",
}


def duration(seconds: float) -> str:
    """Write a time in the units that matter.

    >>> duration(9.2), duration(200), duration(9000)
    ('9 s', '3 min 20 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60} min"


class _Line:
    """A line that a thread of its own writes. shown: whether somebody looks at it."""

    def __init__(self, text: Callable[[], str], *, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self._text = text
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._columns = 0  # that it takes now

    def begin(self) -> None:
        """Begin to write, where somebody looks."""
        if self.shown:
            self._thread.start()

    def end(self, *, stopped: bool) -> None:
        """Take the line away. Where the work was stopped it stays, beside the ^C that the terminal shows."""
        if not self.shown:
            return
        self._over.set()
        self._thread.join()
        if self._columns and not stopped:
            self._put("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self) -> None:
        wait = _SILENT
        with suppress(OSError):  # the terminal may go away
            while not self._over.wait(wait):
                self._put(self._text())
                wait = _BETWEEN

    def _put(self, text: str) -> None:
        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self._columns))
        sys.stderr.flush()
        self._columns = len(text)
