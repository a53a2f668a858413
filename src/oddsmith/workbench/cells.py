"""How the cells of a sweep get done: tasks handed out, what comes back kept, and what was lost taken apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from oddsmith.workbench.axes import cell_count, places
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.runners.runner import Runner
from oddsmith.workbench.study import Row, Study, refused
from oddsmith.workbench.tasks import Task

#: Tasks are no longer than that, so that whoever is free early finds something left.
_LONGEST: Final = 10_000

#: A task that was lost is taken into so many.
_PIECES: Final = 16

_LOST: Final = "The process that worked it out came to an end: it may have needed more memory than there is."


def work_through(study: Study, parts: Parts, runner: Runner, told: Callable[[int], None]) -> None:
    """Do all cells that are not done; what is done is in `parts` at every moment.

    A cell that takes its process down is done once more with nothing else under way, and refused if it does so again.
    told: called with how many more cells are done. The runner is closed in the end, however that comes.
    """
    waiting = deque(parts.left(cell_count(study.axes)))
    suspects: deque[Task] = deque()
    running = 0

    def keep(task: Task, rows: list[Row]) -> None:
        parts.add(task.first, rows)
        told(len(rows))
        if task.first + len(rows) < task.last:
            waiting.appendleft(Task(task.first + len(rows), task.last))

    try:
        while waiting or running:
            while waiting and running < runner.slots:
                runner.submit(_next(waiting, runner.slots))
                running += 1
            task, rows = runner.finished()
            running -= 1
            if rows is not None:
                keep(task, rows)
            elif task.last - task.first > 1:
                waiting.extendleft(reversed(task.split(_PIECES)))
            else:
                suspects.append(task)
        for suspect in suspects:
            runner.submit(suspect)
            _, rows = runner.finished()
            (place,) = places(study.axes, suspect.first, suspect.last)
            keep(suspect, rows or [refused(study, place, _LOST)])
    finally:
        runner.close()


def _next(waiting: deque[Task], slots: int) -> Task:
    """Take the first cells that wait, few enough that something is left for whoever else is free."""
    task = waiting.popleft()
    left = sum([each.last - each.first for each in (task, *waiting)])
    end = task.first + min(_LONGEST, -(-left // slots))
    if end < task.last:
        waiting.appendleft(Task(end, task.last))
    return Task(task.first, min(end, task.last))
