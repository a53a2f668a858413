"""Measure all tasks of all adapters side by side, and write benchmarks/RESULTS.md.

    python benchmarks/peers/results.py [--only WORD] [--repeats 3] [--peers PYTHON] [--out FILE]

Each task runs in a process of its own: once cold, then again warm. Medians are of CPU seconds; the peak of memory is
that of the whole process. Answers of all libraries are compared. `make bench-peers` makes the environment of the peers
first.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import statistics
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from math import exp, log
from pathlib import Path
from typing import Any

from worker import LATE, PATIENCE

from growth import plots

HERE = Path(__file__).resolve().parent
ADAPTERS = {"Oddsmith": "of_oddsmith.py", "Icepool": "of_icepool.py", "dyce": "of_dyce.py"}
QUICK, QUICK_REPEATS = 0.02, 11  # seconds below which a task is repeated so often: they scatter by a fifth
CLOSE = 1.5  # a ratio below this is told as well
OTHERWISE = (
    "Icepool and dyce are plain Python: neither loads a library for large numbers, so that most tasks take them less "
    "memory. Icepool's operators on pools (`a - b`, `a & b`, `if_else`) read shorter than our methods. Geometric means "
    "favour whoever wins by much: one task, {task}, has {times} times the best peer."
)
LOST = 1.0  # a ratio below this is told in the paragraph on where others are better


@dataclass(frozen=True)
class Cell:
    """A task of one library: medians of CPU seconds and the peak of memory, or the reason that there are none."""

    cold: float = 0.0
    warm: float = 0.0
    megabytes: float = 0.0
    answer: str = ""
    why: str = ""


def main() -> int:
    """Measure, print and write; give the exit code: 1 where two answers differ."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--only", default="")
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--peers", default=sys.executable, help="the Python that has the peers installed")
    arguments.add_argument("--out", default=str(HERE.parent / "RESULTS.md"))
    given = arguments.parse_args()
    pythons = {name: sys.executable if name == "Oddsmith" else given.peers for name in ADAPTERS}
    versions = {name: asked(pythons[name], "--version", ADAPTERS[name]) for name in ADAPTERS}
    tasks = {name: json.loads(asked(pythons[name], "--list", ADAPTERS[name])) for name in ADAPTERS}
    names = [task for task in dict.fromkeys(chain(*tasks.values())) if given.only in task]
    table: dict[str, dict[str, Cell]] = {}
    differ = []
    for task in names:
        able = {name: python for name, python in pythons.items() if task in tasks[name]}
        row = {name: Cell(why="-") for name in ADAPTERS} | measured(able, task, given.repeats)
        table[task] = row
        if len({cell.answer for cell in row.values() if cell.answer}) > 1:
            differ.append(task)
        print(f"{task:<28}" + "".join(f"{shown(cell):>14}" for cell in row.values()), flush=True)
    drawn = plots(Path(given.out).parent / "growth", pythons, ADAPTERS) if not given.only else []
    Path(given.out).write_text("\n".join(page(versions, table, differ, drawn)) + "\n", encoding="utf-8")
    return int(bool(differ))


def asked(python: str, *arguments: str) -> str:
    """The last line that the worker prints in a process of its own, which finds its modules compiled."""
    writing = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [python, str(HERE / "worker.py"), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=writing,
    )
    return run.stdout.splitlines()[-1]


def measured(pythons: Mapping[str, str], task: str, repeats: int) -> dict[str, Cell]:
    """The medians of one task, library by library. They take turns, and the more of them the shorter the task is."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in pythons}
    failed: dict[str, Cell] = {}
    turn = 0
    while turn < repeats or (turn < QUICK_REPEATS and all(run[0]["cold"] < QUICK for run in runs.values() if run)):
        for name in [name for name in pythons if name not in failed]:
            try:
                runs[name].append(json.loads(asked(pythons[name], ADAPTERS[name], task)))
            except subprocess.CalledProcessError as error:
                late = error.returncode == LATE
                why = (error.stderr.strip().splitlines() or ["killed"])[-1][:40]
                failed[name] = Cell(why=f"over {PATIENCE} s" if late else why)
        turn += 1
    return failed | {name: cell(found) for name, found in runs.items() if name not in failed}


def cell(runs: Sequence[Mapping[str, Any]]) -> Cell:
    """The medians of some runs."""
    return Cell(
        cold=statistics.median(run["cold"] for run in runs),
        warm=statistics.median(run["warm"] for run in runs),
        megabytes=max(run["megabytes"] for run in runs),
        answer=" or ".join(dict.fromkeys(run["answer"] for run in runs)),
    )


def shown(cell: Cell) -> str:
    """The median as text."""
    return cell.why or (f"{cell.cold:.4f} s" if cell.cold < 1 else f"{cell.cold:.2f} s")


def ratio(row: dict[str, Cell], peers: Sequence[str]) -> float | None:
    """Return the time of the best of these peers as a multiple of ours; None where none has an answer."""
    times = [row[peer].cold for peer in peers if row[peer].answer]
    return min(times) / row["Oddsmith"].cold if times and row["Oddsmith"].answer else None


def mean_ratio(table: dict[str, dict[str, Cell]], peers: Sequence[str]) -> float:
    """The geometric mean of the ratios."""
    logs = [log(found) for row in table.values() if (found := ratio(row, peers)) is not None]
    return exp(sum(logs) / len(logs)) if logs else 0.0


def page(
    versions: dict[str, str], table: dict[str, dict[str, Cell]], differ: list[str], drawn: Sequence[str]
) -> Iterator[str]:
    """The page, line by line."""
    yield "# Beside other dice calculators"
    yield ""
    machine = f"{processor()}, {os.cpu_count()} cores, {platform.system()}"
    yield f"Measured on {datetime.now(UTC).date()}: {machine}, Python {platform.python_version()};"
    yield f"{', '.join(versions.values())}. CPU seconds, medians; a process for each task."
    yield "Written by `make bench-peers`."
    yield ""
    peers = [name for name in ADAPTERS if name != "Oddsmith"]
    yield "| task | " + " | ".join(f"{name}, cold (warm), MB" for name in ADAPTERS) + " | times the best peer |"
    yield "|---|" + "--:|" * (len(ADAPTERS) + 1)
    for task, row in table.items():
        cells = [cell.why or f"{cell.cold:.4f} ({cell.warm:.4f}), {cell.megabytes:.0f}" for cell in row.values()]
        found = ratio(row, peers)
        yield f"| {task} | " + " | ".join(cells) + f" | {'' if found is None else f'{found:.2f}'} |"
    yield ""
    yield (
        "Geometric means: "
        + ", ".join(
            [f"{mean_ratio(table, peers):.1f} times the best peer"]
            + [f"{mean_ratio(table, [peer]):.1f} times {peer}" for peer in peers]
        )
        + "."
    )
    lines = {name: code_lines(HERE / file) for name, file in ADAPTERS.items()}
    yield "Lines of code that the tasks took: " + ", ".join(f"{name} {number}" for name, number in lines.items()) + "."
    yield ""
    yield "## Where others are better"
    yield ""
    ratios = [(found, task) for task, row in table.items() if (found := ratio(row, peers)) is not None]
    lost = [(task, found) for found, task in ratios if found < LOST]
    none = [
        task for task, row in table.items() if not row["Oddsmith"].answer and any(row[peer].answer for peer in peers)
    ]
    yield (
        "Slower than the best peer: " + (", ".join(f"{task} ({found:.2f})" for task, found in lost) or "no task") + "."
    )
    yield "Answered by a peer alone: " + (", ".join(none) or "no task") + "."
    yield "Different answers: " + (", ".join(differ) or "none") + "."
    yield from near(table, peers)
    yield ""
    most, task = max(ratios, default=(0.0, "none"))
    yield from textwrap.wrap(OTHERWISE.format(task=task, times=f"{most:,.0f}"), 120)
    if drawn:
        yield ""
        yield "## Growth"
        yield ""
        yield from drawn


def near(table: dict[str, dict[str, Cell]], peers: Sequence[str]) -> Iterator[str]:
    """Where the best peer is close, and what it takes in memory."""
    close = [(task, found) for task, row in table.items() if (found := ratio(row, peers)) is not None and found < CLOSE]
    yield "Closest: " + (", ".join(f"{task} ({found:.2f})" for task, found in close) or "no task") + "."
    memory = {
        name: statistics.median([row[name].megabytes for row in table.values() if row[name].answer] or [0.0])
        for name in ADAPTERS
    }
    yield "Memory, median of the tasks: " + ", ".join(f"{name} {found:.0f} MB" for name, found in memory.items()) + "."


def code_lines(path: Path) -> int:
    """Lines of an adapter that hold code: neither blank nor comments nor docstrings."""
    text = path.read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(
        number not in told and line.strip() != "" and not line.lstrip().startswith("#")
        for number, line in enumerate(text.splitlines(), 1)
    )


def processor() -> str:
    """The name of the processor, as Linux has it; elsewhere its kind."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in told.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    sys.exit(main())
