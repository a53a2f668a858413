"""Tasks in processes of this machine, one task each. A task that takes its process down takes no other with it."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Final

from oddsmith.workbench.study import Row, Study
from oddsmith.workbench.tasks import Task, work

#: So much memory a process may have in any case: what Python and its libraries are mapped into is half of it.
_LEAST: Final = 2**30


class Processes:
    """Works tasks out in processes that end with this one."""

    def __init__(self, study: Study, slots: int) -> None:
        """slots: how many processes there are."""
        self._study = study
        self.slots = slots
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Task]] = {}

    def submit(self, task: Task) -> None:
        worker = self._idle.pop() if self._idle else _Worker(self._context, self._study, self.slots)
        with contextlib.suppress(OSError):  # whoever is gone is noticed when its rows are waited for
            worker.pipe.send(task)
        self._busy[worker.pipe] = worker, task

    def finished(self) -> tuple[Task, list[Row] | None]:
        pipe = multiprocessing.connection.wait(list(self._busy))[0]
        assert isinstance(pipe, Connection)
        worker, task = self._busy.pop(pipe)
        try:
            rows: list[Row] = pipe.recv()
        except (EOFError, OSError):
            worker.stop()
            return task, None
        self._idle.append(worker)
        return task, rows

    def close(self) -> None:
        for worker in [*self._idle, *[worker for worker, _ in self._busy.values()]]:
            worker.stop()
        self._idle.clear()
        self._busy.clear()


class _Worker:
    """A process and the pipe to it."""

    process: SpawnProcess
    pipe: Connection

    def __init__(self, context: SpawnContext, study: Study, slots: int) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, study, slots), daemon=True)
        with _out_of_reach():
            self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextlib.contextmanager
def _out_of_reach() -> Iterator[None]:
    """Start processes that Ctrl+C never reaches, from their first moment on; until then it waits for this one, too."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # where that begins, it lets Ctrl+C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, study: Study, slots: int) -> None:
    """Work out one task after another until nobody is at the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for whoever waits
    os.dup2(2, 1)  # what a rulebook or a library prints is no part of the table
    _share_memory(slots)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task: Task = pipe.recv()
            pipe.send(work(study, task))


def _share_memory(slots: int) -> None:
    """Let a process have its share of the machine's memory and no more, where the system can hold it to that."""
    if sys.platform == "win32":
        return
    import resource

    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    share = max(_LEAST, whole // slots)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or share < most:
        resource.setrlimit(resource.RLIMIT_AS, (share, most))
