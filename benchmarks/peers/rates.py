"""How many rolls of a notation a second: Oddsmith beside d20 and, through Node, rpg-dice-roller, in one run.

    python benchmarks/peers/rates.py

A roll starts from the text and ends with the whole result tree. All three are asked in turn, several rounds of each,
and the best round of each counts, since a busy machine only slows one down. What is not installed is left out (see
README.md). Exits with 1 where Oddsmith reaches less than five times the rate of d20, or too few rolls at once.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from oddsmith.dice import SystemSource, read
from oddsmith.dice.notation import roll
from oddsmith.dice.simulation.bulk import roll_many

HERE = Path(__file__).resolve().parent
# The same roll in each notation. d20 has no successes: there `10d10>=7` compares the total, which is less work.
NOTATIONS = {"10d10>=7": "10d10>=7", "4d6kh3": "4d6kh3", "100d6!": "100d6e6"}
ROUNDS = 5
SECONDS = 0.4
WANTED = 5.0
BULK = 1_000_000
WANTED_BULK = 5_000_000


def rate(work: Callable[[], object], seconds: float = SECONDS) -> float:
    """How often work() is done in a second."""
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        for _ in range(20):
            work()
        done += 20
    return done / elapsed


def of_oddsmith(notation: str) -> Callable[[], object]:
    source = SystemSource()
    return lambda: roll(read(notation), source)


def of_oddsmith_written(notation: str) -> Callable[[], object]:
    """With the line for a chat, which d20 writes as well."""
    source = SystemSource()
    return lambda: roll(read(notation), source).line()


def of_d20(notation: str) -> Callable[[], object] | None:
    try:
        import d20  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return None
    return lambda: d20.roll(notation)


def of_rpg_dice_roller(notation: str) -> float | None:
    """The rate that Node tells; None where there is no Node or the package is not installed."""
    if shutil.which("node") is None or not (HERE / "node_modules").exists():
        return None
    line = subprocess.run(
        ["node", "rates.mjs", notation, str(SECONDS)], cwd=HERE, capture_output=True, text=True, check=True
    ).stdout
    told: float = json.loads(line)
    return told


def main() -> int:
    reached = True
    print(f"{'rolls a second':<16}{'Oddsmith':>12}{'and told':>14}{'d20':>12}{'times d20':>12}{'rpg-dice-roller':>18}")
    for notation, in_d20 in NOTATIONS.items():
        ours, told, theirs, other = 0.0, 0.0, 0.0, 0.0
        d20 = of_d20(in_d20)
        for _ in range(ROUNDS):
            ours = max(ours, rate(of_oddsmith(notation)))
            told = max(told, rate(of_oddsmith_written(notation)))
            theirs = max(theirs, rate(d20)) if d20 is not None else 0.0
            other = max(other, of_rpg_dice_roller(notation) or 0.0)
        times = ours / theirs if theirs else float("inf")
        reached &= times >= WANTED
        print(f"{notation:<16}{ours:12,.0f}{told:14,.0f}{theirs:12,.0f}{times:12.1f}{other:18,.0f}")
    expression = read("10d10>=7").expression
    bulk = max(BULK / _seconds(lambda: roll_many(expression, BULK)) for _ in range(ROUNDS))
    reached &= bulk >= WANTED_BULK
    print(f"10d10>=7, {BULK:,} at once: {bulk:,.0f} rolls a second")
    return 0 if reached else 1


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
