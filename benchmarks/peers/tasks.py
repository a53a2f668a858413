"""Time the tasks of one or more adapters side by side, each in a fresh process, and compare their answers.

    python benchmarks/peers/tasks.py [--only WORD] [ADAPTER.py]...

An adapter is a module with `TASKS` (name -> function that works a distribution out from scratch), `canon` (distribution
-> whole weight of each outcome) and `VERSION`. Without any, Oddsmith's own is run. Answers are equal when their weights
are, apart from a common factor; exits with 1 when two differ.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import subprocess
import sys
import time
from math import gcd
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
PATIENCE = 60


def adapter(path: str) -> ModuleType:
    """The module of a file."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def work(path: str, task: str) -> None:
    """In a process of its own: do one task and print its time and its answer, condensed."""
    module = adapter(path)
    start = time.perf_counter()
    found = module.TASKS[task]()
    seconds = time.perf_counter() - start
    weights = {_plain(outcome): weight for outcome, weight in module.canon(found).items() if weight}
    divisor = gcd(*weights.values())
    listed = repr(sorted((outcome, weight // divisor) for outcome, weight in weights.items()))
    print(json.dumps({"seconds": seconds, "answer": hashlib.sha256(listed.encode()).hexdigest()[:12]}))


def _plain(outcome: Any) -> Any:
    """An outcome as numbers and tuples of numbers, whatever an adapter calls them."""
    return int(outcome) if isinstance(outcome, int) else tuple(_plain(part) for part in outcome)


def main() -> int:
    """Print the table; give the exit code."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--only", default="")
    arguments.add_argument("adapters", nargs="*", default=[str(HERE / "of_oddsmith.py")])
    given = arguments.parse_args()
    tables = {path: adapter(path) for path in given.adapters}
    tasks = dict.fromkeys(task for module in tables.values() for task in module.TASKS if given.only in task)
    print(f"{'task':<28}" + "".join(f"{module.VERSION:>20}" for module in tables.values()))
    differ = False
    for task in tasks:
        told = [measured(path, task) if task in module.TASKS else {} for path, module in tables.items()]
        answers = {one["answer"] for one in told if "answer" in one}
        differ |= len(answers) > 1
        cells = (f"{one['seconds']:>20.4f}" if one.get("answer") else f"{one.get('error', '-'):>20}" for one in told)
        print(f"{task:<28}{''.join(cells)}{'   answers differ' if len(answers) > 1 else ''}", flush=True)
    return int(differ)


def measured(path: str, task: str) -> dict[str, Any]:
    """The time and answer of one task, or the error that it ends with."""
    try:
        run = subprocess.run(
            [sys.executable, __file__, "--work", path, task],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"over {PATIENCE} s"}
    except subprocess.CalledProcessError as error:
        return {"error": (error.stderr.strip().splitlines() or ["failed"])[-1][:18]}
    told: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return told


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:4])
    else:
        sys.exit(main())
