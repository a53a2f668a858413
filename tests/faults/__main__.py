"""Faults and attacks, one after another; writes what came of them.

    python -m tests.faults [--seconds 30] [--write FILE]

`--seconds` is about how long each kind of fault and each attack goes on. It ends with 1 where anything was lost,
doubled or wrong, or others waited longer than they may.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults import durability
from tests.faults.attacks import ATTACKS, BAR, Attacked, attacked
from tests.faults.durability import Durable
from tests.table.postgres import Cluster, binaries
from tests.table.verify.corpus.read import CORPUS
from tests.web.serving import Server

import oddsmith
from oddsmith.errors import BadInput
from oddsmith.table.forms.reading import read_log
from oddsmith.table.verify.check_log import verify


def faults(folder: Path, seconds: float) -> Iterator[Durable]:
    """Yield what came of each kind of fault."""

    def fresh(name: str) -> str:
        (folder / name).mkdir()
        return f"sqlite:///{folder / name}/tables.db"

    def until() -> float:
        return time.monotonic() + seconds

    yield durability.kills(fresh("kills"), until())
    yield durability.full_disk(fresh("disk"), until())
    yield durability.clocks(fresh("clocks"), until())
    if binaries() is not None:
        with Cluster() as cluster:
            yield durability.kills(cluster.database(), until())
            yield durability.lost_connections(cluster.database(), until())


def misjudged() -> int:
    """Return how many logs of the corpus are judged otherwise than they must be."""
    return sum(_verdict(data) != entry.verdict for entry, data in CORPUS)


def _verdict(data: bytes) -> str:
    try:
        return "fails" if verify(read_log(data)).mismatches else "passes"
    except BadInput:
        return "no log"


def attacks(folder: Path, seconds: float) -> Iterator[Attacked]:
    """Yield what others felt of each attack."""
    for number, name in enumerate(ATTACKS):
        server = Server(folder / f"attack{number}.db")
        try:
            felt = asyncio.run(attacked(server.port or 0, name, seconds))
            felt.memory = _most_memory(server.process.pid)
            yield felt
        finally:
            server.stop()


def _most_memory(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def text(durable: list[Durable], wrong: int, felt: list[Attacked], seconds: float) -> str:
    """Write what came of it."""
    load = os.getloadavg()[0]
    lines = [
        "# Faults",
        "",
        (
            f"Written by `make faults`: {seconds:g} s for each line, Oddsmith {oddsmith.__version__}, Python "
            f"{platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the end."
        ),
        "",
        "What a server had acknowledged, held against the log afterwards; some commands were sent once more.",
        "",
        "| fault | times | acknowledged | lost | doubled | mismatches of the log |",
        "|---|---|---|---|---|---|",
        *(
            f"| {each.fault} | {each.times:,} | {each.acknowledged:,} | {each.lost} | {each.doubled} | {each.wrong} |"
            for each in durable
        ),
        "",
        f"Of {len(CORPUS)} logs of the corpus, honest and forged, {wrong} were judged wrongly.",
        "",
        (
            "Somebody rolls and reads at a table while another address attacks: how long they wait "
            f"(the bar is {1000 * BAR:.0f} ms), answers of 500 to the attacker, and the most memory of the server."
        ),
        "",
        "| attack | requests | answers to others | p99 of others, ms | longest, ms | refused to others | failed | MB |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {each.attack} | {each.sent:,} | {len(each.waits):,} | {1000 * each.p99:.0f} "
            f"| {1000 * max(each.waits):.0f} | {each.refused} | {each.broken} "
            f"| {each.memory / 1e6:.0f} |"
            for each in felt
        ),
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    """Try everything, and tell."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=15)
    words.add_argument("--write", type=Path, help="the file that is written; standard output otherwise")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        durable = list(faults(folder, given.seconds))
        wrong = misjudged()
        felt = list(attacks(folder, given.seconds))
    told = text(durable, wrong, felt, given.seconds)
    if given.write is not None:
        given.write.write_text(told, encoding="utf-8")
    print(told)  # noqa: T201 (a program for people)
    held = all(each.held for each in durable) and all(each.held for each in felt)
    return 0 if held and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
