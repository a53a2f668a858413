"""Do one task of an adapter in this process, which needs nothing but the adapter's library.

    python worker.py ADAPTER.py TASK | --grow ADAPTER.py TASK SIZE | --list ADAPTER.py | --version ADAPTER.py

Prints JSON: CPU seconds cold and warm, the peak of memory, and the answer, condensed.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import resource
import sys
import threading
import time
from math import gcd
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

PATIENCE = 60  # processor seconds, of the cold run and again of the warm one
LATE = 75  # the exit code when patience is over


def end_late() -> None:
    """End the process when its patience is over. A limit of the kernel would make its clock coarse: 4 ms."""
    while time.process_time() < began[-1] + PATIENCE:
        time.sleep(1)
    os._exit(LATE)


began = [0.0]  # when runs began, in processor seconds of this process


def work(adapter: Any, task: str) -> dict[str, Any]:
    """Measure one task."""
    start = time.process_time()
    found = adapter.TASKS[task]()
    listed = adapter.canon(found)
    cold = time.process_time() - start
    start = time.process_time()
    began.append(start)
    adapter.canon(adapter.TASKS[task]())
    warm = time.process_time() - start
    unit = 1e6 if sys.platform == "darwin" else 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    weights = {plain(outcome): weight for outcome, weight in listed.items() if weight}
    divisor = gcd(*weights.values())
    # In hexadecimal, since decimals of thousands of digits take long to write.
    text = repr(sorted((outcome, hex(weight // divisor)) for outcome, weight in weights.items()))
    return {"cold": cold, "warm": warm, "megabytes": peak, "answer": hashlib.sha256(text.encode()).hexdigest()[:12]}


def plain(outcome: Any) -> Any:
    """An outcome as numbers and tuples of numbers, whatever an adapter calls them."""
    return int(outcome) if isinstance(outcome, int) else tuple(plain(part) for part in outcome)


if __name__ == "__main__":
    threading.Thread(target=end_late, daemon=True).start()
    match sys.argv[1:]:
        case ["--list", adapter]:
            print(json.dumps(list(importlib.import_module(adapter.removesuffix(".py")).TASKS)))
        case ["--version", adapter]:
            print(importlib.import_module(adapter.removesuffix(".py")).VERSION)
        case ["--grow", adapter, task, size]:
            module = importlib.import_module(adapter.removesuffix(".py"))
            start = time.process_time()
            module.canon(module.GROWING[task](int(size)))
            print(time.process_time() - start)
        case [adapter, task]:
            print(json.dumps(work(importlib.import_module(adapter.removesuffix(".py")), task)))
