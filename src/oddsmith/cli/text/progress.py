"""Progress of a long work, and the time it will take: one line on standard error, where that is a terminal.

The line is there from two seconds on, is written anew until the work is done, and then goes away.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
import threading
import time
from bisect import bisect_right
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
_LONG: Final = 1 / 6  # of the time so far, for one step: nobody knows what those to come take


class Progress:
    """The steps of a work that are done, as a bar, with the time left where none took long: then the rest may, too."""

    def __init__(self, label: str, steps: int, *, done: int = 0, quiet: bool = False) -> None:
        """steps: of the whole work. done: those that were done before it began; the time left is told without them."""
        self._label = f"{label} ({done:,} were done)" if done else label
        self._steps = steps - done
        self._done = 0
        self._begun = self._last = time.monotonic()
        self._slowest = 0.0
        self._seen = [(self._begun, 0)]
        self._line = _Line(self._text, quiet=quiet)

    def __enter__(self) -> Progress:
        self._line.begin()
        return self

    def step(self, count: int) -> None:
        """Tell that so many more steps are done."""
        now = time.monotonic()
        self._slowest = max(self._slowest, now - self._last)
        self._last = now
        self._done += count
        if now - self._seen[-1][0] >= _BETWEEN:
            self._seen.append((now, self._done))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.end(stopped=kind is KeyboardInterrupt)

    def _text(self) -> str:
        now = time.monotonic()
        seconds = now - self._begun
        share = self._done / self._steps if self._steps else 1.0
        alike = max(self._slowest, now - self._last) < _LONG * seconds
        told = f"{self._label} {bar(share, _BAR)} {self._done:,} of {self._steps:,}"
        lately, quickly = self._lately(now)
        if quickly and alike:
            return f"{told}, {duration((self._steps - self._done) * lately / quickly)} left"
        return f"{told}, {duration(seconds)} so far"

    def _lately(self, now: float) -> tuple[float, int]:
        """Return the seconds of the later half of the time so far, and how many steps were done in it: those to come
        are like these rather than like the first.
        """
        half = bisect_right(self._seen, ((self._begun + now) / 2, math.inf)) - 1
        since, done = self._seen[half]
        return now - since, self._done - done


@contextmanager
def telling(*, quiet: bool) -> Iterator[None]:
    """Tell how far everything is that is computed within."""
    onlooker = Onlooker()
    line = _Line(_HowFar(onlooker).text, quiet=quiet)
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


class Trend:
    """Estimates how long the rest of a stage takes, by how its share has grown with time until now.

    Later parts may be dearer than earlier ones, as sums of many dice are. The time is taken to grow as a power of the
    share, the first power at least, which is read off what was seen.

    >>> trend = Trend()
    >>> trend.left(0.1, 1.0)  # one thing seen is no trend
    >>> trend.left(0.2, 4.0), trend.left(0.5, 25.0)  # it grows as the square: 100 seconds in all
    (96.0, 75.0)
    """

    def __init__(self) -> None:
        self._seen: list[tuple[float, float]] = []

    def left(self, share: float, seconds: float) -> float | None:
        """Return the seconds that the rest takes when a share is done after so many; None where nobody can tell."""
        earlier = bisect_right(self._seen, (share / _APART, math.inf)) - 1
        if share > 0 and (not self._seen or share > self._seen[-1][0]):
            self._seen.append((share, seconds))
        if earlier < 0:
            return None
        before, then = self._seen[earlier]
        power = max(1.0, math.log(seconds / then) / math.log(share / before))
        if power * -math.log(share) > _FAR:
            return None
        return float(round(seconds * (share**-power - 1), 6))


#: Shares of which a trend is read off are so many times apart.
_APART: Final = 1.5

#: The logarithm of how many times longer than until now a work may take, where it is told.
_FAR: Final = 7.0


class _HowFar:
    """Words for a computation while it runs."""

    def __init__(self, onlooker: Onlooker) -> None:
        self._onlooker = onlooker
        self._begun = time.monotonic()
        self._stage: Stage | None = None
        self._trend = Trend()

    def text(self) -> str:
        """Say how far it is."""
        now = time.monotonic()
        so_far = f"{duration(now - self._begun)} so far"
        found, stage = self._onlooker.found, self._onlooker.stage
        if stage is not self._stage:
            self._stage, self._trend = stage, Trend()
        if stage is not None and stage.whole:
            share = stage.done() / stage.whole
            left = self._trend.left(share, now - stage.begun)
            if now >= stage.begun + _SETTLED:
                told = f"{_DOING[stage.doing].format(f'{stage.whole:,}')}: {math.floor(100 * share)} %"
                return f"{told}; {so_far}" if left is None else f"{told}, about {duration(left)} more; {so_far}"
        return f"{counted(found, 'state')}, {so_far}" if found else so_far


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
        self.shown = not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"  # that writes no line anew
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
        from_now_on = time.monotonic() + _SILENT
        with suppress(OSError):  # the terminal may go away
            while not self._over.wait(_BETWEEN):
                text = self._text()  # also before it is shown, for the trend
                if time.monotonic() >= from_now_on:
                    self._put(text)

    def _put(self, text: str) -> None:
        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self._columns))
        sys.stderr.flush()
        self._columns = len(text)
