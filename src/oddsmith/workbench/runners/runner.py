"""What a sweep needs of whoever works its tasks out, and the plainest of them."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from oddsmith.workbench.study import Row, Study
from oddsmith.workbench.tasks import Task, work


class Runner(Protocol):
    """Works tasks out."""

    #: How many tasks may be under way.
    slots: int

    def submit(self, task: Task) -> None:
        """Begin a task."""

    def finished(self) -> tuple[Task, list[Row] | None]:
        """Wait for a task that is under way; None where it has taken its process down."""
        ...

    def close(self) -> None:
        """End at once what is under way."""


class Here:
    """Works tasks out in this process, when their rows are asked for."""

    slots = 1

    def __init__(self, study: Study) -> None:
        self._study = study
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        self._tasks.append(task)

    def finished(self) -> tuple[Task, list[Row] | None]:
        task = self._tasks.popleft()
        return task, work(self._study, task)

    def close(self) -> None:
        self._tasks.clear()
