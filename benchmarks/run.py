"""Measure every figure of benchmarks/bench_*.py, each in a fresh process, and print it beside its target.

    python benchmarks/run.py [WORD]...     only figures whose module or name contains one of the words

Exits with 1 when a figure is missed. Time is the best of up to three processes, memory the worst: the first says what
the code can do when nothing else keeps the machine busy, the second what it may ask for.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from figure import Figure

HERE = Path(__file__).resolve().parent
REPEATS = 3
PATIENCE = 10.0  # seconds after which a figure is not measured again
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in the unit of ru_maxrss


@dataclass(frozen=True)
class Task:
    """A figure as a command to run; one that times itself prints the seconds as the last thing it says."""

    module: str
    name: str
    command: list[str]
    times_itself: bool
    seconds: float
    mebibytes: int


@dataclass(frozen=True)
class Measured:
    seconds: float
    mebibytes: float


def main(words: list[str]) -> int:
    """Print the table; give the exit code."""
    missed = 0
    print(f"{'figure':<60} {'seconds':>9} {'target':>9} {'MiB':>6} {'target':>6}")
    for task in tasks():
        if words and not any(word in f"{task.module} {task.name}" for word in words):
            continue
        print(f"{task.name:<60}", end=" ", flush=True)
        try:
            measured = measure(task)
        except subprocess.CalledProcessError as error:
            print(f"failed with exit code {error.returncode}")
            missed += 1
            continue
        reached = measured.seconds <= task.seconds and measured.mebibytes <= task.mebibytes
        missed += not reached
        print(
            f"{measured.seconds:9.4f} {task.seconds:9.4f} {measured.mebibytes:6.0f} {task.mebibytes:6}"
            + ("" if reached else "  MISSED")
        )
    return 1 if missed else 0


def tasks() -> Iterator[Task]:
    """What the modules declare. They are read in processes of their own: a process that measures must itself stay
    small, since the peak of memory that the system tells of a child is never below that of its parent.
    """
    for path in sorted(HERE.glob("bench_*.py")):
        rows = subprocess.check_output([sys.executable, __file__, "--list", path.stem])
        yield from (Task(**row) for row in json.loads(rows))


def measure(task: Task) -> Measured:
    """Measure in fresh processes; raises CalledProcessError when one fails."""
    runs: list[Measured] = []
    while len(runs) < REPEATS and sum(run.seconds for run in runs) < PATIENCE:
        runs.append(measure_once(task))
    return Measured(min(run.seconds for run in runs), max(run.mebibytes for run in runs))


def measure_once(task: Task) -> Measured:
    """Measure in one fresh process; raises CalledProcessError when it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # Modules are compiled once, as for whoever has the package installed; an empty value says so.
    environment = {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": ""}
    start = time.perf_counter()
    process = subprocess.Popen(task.command, stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)  # the only wait that tells the memory of this one child
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, task.command)
    if task.times_itself:
        seconds = float(output.split()[-1])
    return Measured(seconds, usage.ru_maxrss * RSS_UNIT / 2**20)


def list_tasks(module: str) -> None:
    """In a process of its own: print what a module declares."""
    rows: list[dict[str, object]] = []
    for index, figure in enumerate(figures(module)):
        if isinstance(figure.work, str):
            command, times_itself = ["/bin/sh", "-c", figure.work], False
        else:
            command, times_itself = [sys.executable, __file__, "--work", module, str(index)], True
        rows.append(asdict(Task(module, figure.name, command, times_itself, figure.seconds, figure.mebibytes)))
    print(json.dumps(rows))


def work(module: str, index: int) -> None:
    """In a process of its own: do the work of one figure and print how many seconds it took, or says it took."""
    figure = figures(module)[index]
    assert callable(figure.work)
    start = time.perf_counter()
    measured = figure.work()
    print(measured if isinstance(measured, float) else time.perf_counter() - start)


def figures(module: str) -> list[Figure]:
    """The figures that a module declares."""
    declared: list[Figure] = importlib.import_module(module).FIGURES
    return declared


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--list", module]:
            list_tasks(module)
        case ["--work", module, index]:
            work(module, int(index))
        case words:
            sys.exit(main(words))
