"""Progress of a computation, for whoever looks on while it runs.

What computes says at which stage it is and what it counts there; whoever looks on reads the count when they like, from
another thread. Nothing is kept, and nothing counted, where nobody looks on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Doing(Enum):
    """Kinds of stages, by what they count."""

    FINDING = "states found"
    SOLVING = "states solved"
    PLAYING = "states that runs have come through"
    ROLLING = "rolls thrown"


@dataclass(eq=False)
class Stage:
    """A part of a computation that counts what it does.

    done: how much by now. whole: how much there is to do; None where nobody knows. begun: on the clock `monotonic`.
    """

    doing: Doing
    done: Callable[[], int]
    whole: int | None = None
    begun: float = 0.0


class Onlooker:
    """Somebody who looks on at the stages of a computation, which may be within each other."""

    def __init__(self) -> None:
        self._found = 0
        self._stages: list[Stage] = []

    @property
    def stage(self) -> Stage | None:
        """The innermost stage that is under way."""
        return next(reversed(tuple(self._stages)), None)

    @property
    def found(self) -> int:
        """The number of states that were found so far."""
        return self._found + sum(stage.done() for stage in tuple(self._stages) if stage.doing is Doing.FINDING)

    def begin(self, stage: Stage) -> None:
        """Look at a stage that begins."""
        stage.begun = time.monotonic()
        self._stages.append(stage)

    def end(self, stage: Stage) -> None:
        """Look at a stage no longer."""
        self._stages.remove(stage)
        if stage.doing is Doing.FINDING:
            self._found += stage.done()


_onlooker: ContextVar[Onlooker | None] = ContextVar("onlooker", default=None)


@contextmanager
def looking_on(onlooker: Onlooker) -> Iterator[None]:
    """Let somebody look on at all that is computed within."""
    token = _onlooker.set(onlooker)
    try:
        yield
    finally:
        _onlooker.reset(token)


@contextmanager
def finding(count: Callable[[], int]) -> Iterator[None]:
    """Tell whoever looks on that states are being found. count: of those of this stage, so far."""
    onlooker = _onlooker.get()
    if onlooker is None:
        yield
        return
    stage = Stage(Doing.FINDING, count)
    onlooker.begin(stage)
    try:
        yield
    finally:
        onlooker.end(stage)


def counted(parts: Iterable[T], doing: Doing, whole: int, size: Callable[[T], int] = lambda part: 1) -> Iterable[T]:
    """Return the parts of a stage as they are; whoever looks on is told what is done when the next one is asked for.

    size: of a part. whole: the sizes of all parts together.
    """
    onlooker = _onlooker.get()
    return parts if onlooker is None else _told(parts, onlooker, doing, whole, size)


def _told(parts: Iterable[T], onlooker: Onlooker, doing: Doing, whole: int, size: Callable[[T], int]) -> Iterator[T]:
    done = 0
    stage = Stage(doing, lambda: done, whole)
    onlooker.begin(stage)
    try:
        for part in parts:
            yield part
            done += size(part)
    finally:
        onlooker.end(stage)
