"""Measure every figure of benchmarks/bench_*.py, each in a fresh process, and print it beside its target.

    python benchmarks/run.py [WORD]...     only figures whose module or name contains one of the words

Exits with 1 when a figure is missed. Time is the best of up to three processes, memory the worst: the first says what
the code can do when nothing else keeps the machine busy, the second what it may ask for.
"""

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figure import Figure

HERE = Path(__file__).resolve().parent
REPEATS = 3
PATIENCE = 10.0  # seconds after which a figure is not measured again
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in the unit of ru_maxrss


@dataclass(frozen=True)
class Measured:
    seconds: float
    mebibytes: float


def main(words: list[str]) -> int:
    if words[:1] == ["--work"]:
        return work(*words[1:])
    missed = 0
    print(f"{'figure':<60} {'seconds':>9} {'target':>9} {'MiB':>6} {'target':>6}")
    for module, index, figure in figures():
        if words and not any(word in f"{module} {figure.name}" for word in words):
            continue
        print(f"{figure.name:<60}", end=" ", flush=True)
        try:
            measured = measure(module, index, figure)
        except subprocess.CalledProcessError as error:
            print(f"failed with exit code {error.returncode}")
            missed += 1
            continue
        reached = measured.seconds <= figure.seconds and measured.mebibytes <= figure.mebibytes
        missed += not reached
        print(
            f"{measured.seconds:9.4f} {figure.seconds:9.4f} {measured.mebibytes:6.0f} {figure.mebibytes:6}"
            + ("" if reached else "  MISSED")
        )
    return 1 if missed else 0


def figures() -> Iterator[tuple[str, int, Figure]]:
    """Every figure with the module that declares it and its place there."""
    for path in sorted(HERE.glob("bench_*.py")):
        for index, figure in enumerate(importlib.import_module(path.stem).FIGURES):
            yield path.stem, index, figure


def measure(module: str, index: int, figure: Figure) -> Measured:
    """Measure in fresh processes; raises CalledProcessError when one fails."""
    runs: list[Measured] = []
    while len(runs) < REPEATS and sum(run.seconds for run in runs) < PATIENCE:
        runs.append(measure_once(module, index, figure))
    return Measured(min(run.seconds for run in runs), max(run.mebibytes for run in runs))


def measure_once(module: str, index: int, figure: Figure) -> Measured:
    command = (
        ["/bin/sh", "-c", f"exec {figure.work}"]
        if isinstance(figure.work, str)
        else [sys.executable, __file__, "--work", module, str(index)]
    )
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PATH": tools})
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)  # the only wait that tells the memory of this one child
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    if not isinstance(figure.work, str):
        seconds = float(output.split()[-1])
    return Measured(seconds, usage.ru_maxrss * RSS_UNIT / 2**20)


def work(module: str, index: str) -> int:
    """In the fresh process: do the work of one figure and say how long it took."""
    figure: Figure = importlib.import_module(module).FIGURES[int(index)]
    assert callable(figure.work)
    start = time.perf_counter()
    figure.work()
    print(time.perf_counter() - start)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
