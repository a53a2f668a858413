"""Tasks: runs of neighbouring cells that one process works out, and the rows that come back."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from oddsmith.systems.registry import load_rulebook, rulebooks
from oddsmith.workbench.axes import places
from oddsmith.workbench.study import Row, Study, row_of

#: After so many seconds a task ends with the cell it is at; others do what is left of it.
SECONDS: Final = 0.5


@dataclass(frozen=True, order=True)
class Task:
    """The cells from `first` up to before `last`."""

    first: int
    last: int

    def split(self, pieces: int) -> list[Task]:
        """Return tasks of as many cells each, in their order; fewer than `pieces` where there are fewer cells."""
        step = -(-(self.last - self.first) // pieces)
        return [Task(first, min(first + step, self.last)) for first in range(self.first, self.last, step)]


def work(study: Study, task: Task, seconds: float = SECONDS) -> list[Row]:
    """Work out cells of a task in their order, at least one, and as many as are begun within some seconds."""
    known = rulebooks()
    for book in study.rulebooks:
        if known.get(book.path) != book:
            load_rulebook(book.path, book.source)
    cell = study.open()
    end = time.monotonic() + seconds
    rows: list[Row] = []
    for place in places(study.axes, task.first, task.last):
        rows.append(row_of(study, cell, place))
        if time.monotonic() >= end:
            break
    return rows
