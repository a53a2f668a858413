"""A watch over rulebooks: what runs on and on without an await would otherwise be waited for until the end of days."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from oddsmith.errors import RulebookError

#: Seconds that the functions of a rulebook may run between two awaits.
SECONDS = 5.0
_LOOK = 0.1  # seconds between two looks


#: The watches of each thread, the innermost last, by what ends them.
_watches: dict[int, list[threading.Event]] = {}


class Endless(RulebookError):
    """A rulebook ran on for seconds without an end or an await."""


class _Ended(BaseException):
    """Raised in a rulebook that runs on without end; no `Exception`, so that it does not catch it."""


@dataclass
class _Stretch:
    """What runs of a rulebook from one await to the next.

    caller: of the outermost of its functions; it is another for every stretch. since: when it was first seen.
    frames: what was on the stack at every look, the outermost first.
    """

    caller: FrameType | None
    since: float
    frames: list[FrameType]


@contextmanager
def watched(files: Collection[str], seconds: float | None = None) -> Iterator[None]:
    """End what runs in this thread where functions of these files go on for longer than that without an await.

    seconds: SECONDS where nothing else is said. Of watches within each other the innermost watches.
    Raises Endless then, with the line at which it went on. In a browser there are no threads, so nobody watches: who
    runs Python there ends it from outside.
    """
    if not files or sys.platform == "emscripten":
        yield
        return
    allowed = SECONDS if seconds is None else seconds
    ident = threading.get_ident()
    over = threading.Event()
    found: list[tuple[str, int]] = []
    watches = _watches.setdefault(ident, [])

    def watch() -> None:
        last: _Stretch | None = None
        while not over.wait(_LOOK):
            last = _looked(ident, files, last) if watches[-1] is over else None
            if last is not None and time.monotonic() - last.since >= allowed:
                frame = last.frames[-1]
                found.append((frame.f_code.co_filename, frame.f_lineno))
                _raise_in(ident, _Ended)
                return

    thread = threading.Thread(target=watch, daemon=True, name="oddsmith-endless")
    watches.append(over)
    thread.start()
    try:
        yield
        over.set()
        thread.join()
        if found:
            _raise_in(ident, None)  # it came to its end at the very moment
    except _Ended as ended:
        from oddsmith.rules.explanation.failures import moment  # slow to import where no rule ran

        file, line = found[0]
        raise Endless(
            file,
            f"ran on for {allowed:g} seconds without an end or an await.",
            line=line,
            remedy="End the loop there: what it waits for must change within it. What rolls is awaited.",
            moment=moment(ended),
        ) from None
    finally:
        over.set()
        thread.join()
        watches.remove(over)


def _looked(ident: int, files: Collection[str], last: _Stretch | None) -> _Stretch | None:
    """What runs now of a rulebook in a thread, after a look before."""
    frames: list[FrameType] = []
    frame = sys._current_frames().get(ident)
    while frame is not None:
        if frame.f_code.co_filename in files:
            frames.insert(0, frame)
        frame = frame.f_back
    if not frames:
        return None
    if last is None or last.caller is not frames[0].f_back:
        return _Stretch(frames[0].f_back, time.monotonic(), frames)
    still = [now for now, before in zip(frames, last.frames, strict=False) if now is before]
    return _Stretch(last.caller, last.since, still) if still else None


def _raise_in(ident: int, error: type[BaseException] | None) -> None:
    """Raise an error in another thread, or take back one that was not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(ident), ctypes.py_object(error) if error is not None else None
    )
