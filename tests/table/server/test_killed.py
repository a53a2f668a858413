"""A server that is killed at any moment, under load, loses nothing that it acknowledged and half-spends nothing."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import time
from functools import partial
from multiprocessing.context import ForkServerContext
from pathlib import Path

from tests.table import worker
from tests.table.group import Group
from tests.table.postgres import Cluster

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

COINS = 1_000_000


def test_fifty_kills_lose_nothing(tmp_path: Path, runner: asyncio.Runner) -> None:
    _killed(f"sqlite:///{tmp_path}/tables.db", runner, kills=50)


def test_kills_lose_nothing_on_a_shared_database(cluster: Cluster, runner: asyncio.Runner) -> None:
    _killed(cluster.database(), runner, kills=8)


def _killed(url: str, runner: asyncio.Runner, kills: int) -> None:
    tables = Tables(open_database(url))
    runner.run(tables.start())
    group = Group.opened(tables, runner)
    mara = group.host.character("Mara", resources={"ec": {"value": COINS}})
    runner.run(tables.close())
    acknowledged: list[tuple[int, str, str]] = []
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.table.worker", "oddsmith.systems.edged_coins"])
    for _ in range(kills):
        acknowledged += _served(context, url, group.table, group.host.token, mara)
    tables = Tables(open_database(url))
    runner.run(tables.start())
    group.tables = tables
    log = group.host.log()
    digests = {event["number"]: event["digest"] for event in log["events"]}
    assert len(acknowledged) > 5 * kills
    for number, digest, _ in acknowledged:
        assert digests[number] == digest
    report = group.host.verifies()
    assert report.mismatches == []
    finished = [event["body"] for event in log["events"] if event["kind"] == "roll.finished"]
    spent = -sum(effect["by"] for body in finished for effect in body["effects"])
    assert group.host.value(mara, "ec") == COINS - spent
    held = group.host.sees()["characters"][0]["resources"]["ec"]["held"]
    assert held == report.unfinished  # one coin for each roll that waits for a decision
    # A client that heard nothing sends its command again, and it is done once.
    number, _, key = acknowledged[-1]
    again = tables.command(
        group.table, secret_digest(group.host.token), partial(notes.write_note, body=_NOTE), key, "f"
    )
    assert json.loads(runner.run(again).text())["number"] == number
    runner.run(tables.close())


def _served(context: ForkServerContext, *arguments: str) -> list[tuple[int, str, str]]:
    """What a server acknowledged until it was killed."""
    ours, theirs = context.Pipe(duplex=False)
    server = context.Process(target=worker.run, args=(*arguments, theirs))
    server.start()
    theirs.close()
    told, enough = b"", random.randint(6, 25)
    while told.count(b"\n") < enough:
        more = os.read(ours.fileno(), 1 << 16)
        assert more, "the server ended by itself"
        told += more
    time.sleep(random.uniform(0, 0.01))  # also between two answers
    server.kill()
    while more := os.read(ours.fileno(), 1 << 16):
        told += more
    server.join()
    ours.close()
    return [(int(number), digest, key) for number, digest, key in map(str.split, told.decode().splitlines())]


_NOTE = notes.WriteNote(text="again")
