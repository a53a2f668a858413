"""Tasks in a process of their own beside a worker of a cluster, so that a cell takes down that process and no worker.

Workers of Dask may not have children by `multiprocessing`, so the child is a program that is spoken to through pipes.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from typing import IO

from oddsmith.workbench.study import Row, Study
from oddsmith.workbench.tasks import Task, work

_one_at_a_time = threading.Lock()  # a worker may have several threads
_children: dict[bytes, subprocess.Popen[bytes]] = {}


def isolated(study: bytes, task: Task) -> list[Row] | None:
    """Work a task out as `work` does; None where that takes its process down. study: pickled."""
    with _one_at_a_time:
        child = _children.get(study)
        if child is None:
            for other in list(_children):
                _end(other)
            command = [sys.executable, "-m", "oddsmith.workbench.runners.isolated"]
            child = _children[study] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            pickle.dump((study, task), child.stdin)
            child.stdin.flush()
            rows: list[Row] = pickle.load(child.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            _end(study)
            return None
        return rows


def _end(study: bytes) -> None:
    child = _children.pop(study)
    child.kill()
    with contextlib.suppress(OSError):
        child.communicate()


def _serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    known: dict[bytes, Study] = {}
    with contextlib.suppress(EOFError, OSError):
        while True:
            study, task = pickle.load(asked)
            if study not in known:
                known[study] = pickle.loads(study)
            pickle.dump(work(known[study], task), answers)
            answers.flush()


if __name__ == "__main__":
    _answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a rulebook prints is no answer
    _serve(sys.stdin.buffer, _answers)
