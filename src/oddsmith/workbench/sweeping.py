"""How the cells of a sweep get done: tasks handed out, what comes back kept, and what was lost taken apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from oddsmith.workbench.axes import cell_count, places
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.runners.runner import Runner
from oddsmith.workbench.study import Study, refused
from oddsmith.workbench.tasks import Task

#: Tasks are no longer than that, so that whoever is free early finds something left.
_LONGEST: Final = 10_000

#: A task that was lost is taken into so many.
_PIECES: Final = 16

_LOST: Final = "The process that worked it out came to an end: it may have needed more memory than there is."


def work_through(study: Study, parts: Parts, runner: Runner, told: Callable[[int], None]) -> None:
    """Do all cells that are not done; what is done is in `parts` at every moment.

    A cell that takes its process down, alone, is refused. told: called with how many more cells are done. The runner
    is closed in the end, however that comes.
    """
    cells = cell_count(study.axes)
    waiting = deque(piece for run in parts.left(cells) for piece in run.split(-(-(run.last - run.first) // _LONGEST)))
    running = 0
    try:
        while waiting or running:
            while waiting and running < runner.slots:
                runner.submit(waiting.popleft())
                running += 1
            task, rows = runner.finished()
            running -= 1
            if rows is None and task.last - task.first > 1:
                waiting.extendleft(reversed(task.split(_PIECES)))
                continue
            if rows is None:
                (place,) = places(study.axes, task.first, task.last)
                rows = [refused(study, place, _LOST)]
            parts.add(task.first, rows)
            told(len(rows))
            if task.first + len(rows) < task.last:
                waiting.appendleft(Task(task.first + len(rows), task.last))
    finally:
        runner.close()
