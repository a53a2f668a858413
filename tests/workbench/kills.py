"""A sweep killed with SIGKILL at random moments, resumed, and held against one that was left alone.

    python -m tests.workbench.kills [--times 10] [--seed 1]

It prints how much was kept at each kill, and ends with 1 where the tables differ by a byte.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

_ASKED = [sys.executable, "-m", "oddsmith", "sweep", "humanity-beast", "action"]
_ASKED += ["--humanity", "0..9", "--beast", "0..9"]
_ASKED += ["--difficulty", "1..9", "--spend", "none,before", "--of", "success", "--of", "humanity-check"]

#: A sweep that takes some seconds, so that it can be stopped on its way; `--jobs` is the caller's.
SWEEP = [*_ASKED, "--willpower", "0..2"]

#: Less of it, which has some thirty parts all the same, for who kills it as soon as one more is done.
SHORT = [*_ASKED, "--willpower", "0"]

#: More of it, for a sweep that takes a while.
LONG = [*_ASKED, "--willpower", "0..6"]


def kept(out: Path) -> int:
    """Return how many parts of a table are done."""
    return len(list(out.parent.glob(f"{out.name}.parts/*/*.json")))


def killed(command: Sequence[str], out: Path, wait: Callable[[subprocess.Popen[bytes]], None]) -> tuple[int, bool]:
    """Begin or resume a sweep, and kill it after a wait; return what is done by then, and whether it still ran."""
    with subprocess.Popen([*command, "--out", out], stdout=subprocess.DEVNULL) as driver:
        wait(driver)
        runs = driver.poll() is None
        driver.send_signal(signal.SIGKILL)
    return kept(out), runs


def told(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _wait(seconds: float, driver: subprocess.Popen[bytes]) -> None:
    time.sleep(seconds)


def main() -> int:
    """Kill a sweep, and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    command = [*LONG, "--jobs", "2", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        whole, often = Path(folder) / "whole.parquet", Path(folder) / "often.parquet"
        begun = time.monotonic()
        subprocess.run([*command, "--out", whole], check=True, stdout=subprocess.DEVNULL)
        took = time.monotonic() - begun
        told(f"left alone: {took:.1f} s, {whole.stat().st_size:,} bytes")
        for number in range(1, given.times + 1):
            seconds = chance.uniform(0, took / 3)
            parts, ran = killed(command, often, partial(_wait, seconds))
            told(f"kill {number} after {seconds:.2f} s: {parts} parts kept{'' if ran else ', it had ended'}")
        subprocess.run([*command, "--out", often], check=True, stdout=subprocess.DEVNULL)
        same = often.read_bytes() == whole.read_bytes()
    told("the same bytes" if same else "OTHER BYTES")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
