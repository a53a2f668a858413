"""Computing processes end with the server, however that ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvloop

from oddsmith.answers.format.problem import of_error
from oddsmith.errors import TooLarge
from oddsmith.systems import registry
from oddsmith.web.compute import jobs
from oddsmith.web.compute.worker_pool import JobFailed, WorkerPool
from oddsmith.web.limits.fair_queue import QueueLimits

#: A server that has something computed for ever, and says which process does it.
_SERVER = """
import asyncio
from oddsmith.answers.format.problem import of_error
from oddsmith.web.limits.fair_queue import QueueLimits
from oddsmith.web.compute.worker_pool import WorkerPool

async def main():
    workers = WorkerPool(QueueLimits(1, 1, 1, 1, 60), of_error)
    computing = asyncio.create_task(workers.run((exec, ("while True: pass",)), 600))
    while not workers._all and not computing.done():
        await asyncio.sleep(0.05)
    print(workers._all[0].process.pid, flush=True)
    await computing

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_a_computing_process_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(_SERVER)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        time.sleep(0.5)
        assert running(worker)
        server.kill()
    until = time.monotonic() + 60
    while running(worker) and time.monotonic() < until:
        time.sleep(0.05)
    if running(worker):
        os.kill(worker, signal.SIGKILL)
        pytest.fail("it computes on")


@pytest.mark.parametrize("loop", [uvloop.new_event_loop, asyncio.new_event_loop])
def test_jobs_and_answers_of_any_size_are_exchanged_while_the_server_goes_on(loop: Callable[[], Any]) -> None:
    async def exchanged() -> None:
        workers = WorkerPool(QueueLimits(1, 1, 1, 1, 60), of_error)
        try:
            for size in (200_000, 1_000_000, 15_000_000, 10):
                assert await workers.run((bytes.upper, (b"a" * size,)), 60) == b"A" * size
            assert len(workers._all) == 1  # none has died of it
        finally:
            workers.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(exchanged())


@pytest.mark.skipif(not Path("/proc").exists(), reason="limits memory as Linux does")
def test_a_computation_that_takes_too_much_memory_is_refused_and_the_next_is_answered() -> None:
    async def asked() -> None:
        workers = WorkerPool(QueueLimits(1, 1, 1, 1, 60), of_error, memory=200 * 2**20)
        try:
            assert len(await workers.run((bytes, (50 * 2**20,)), 60)) == 50 * 2**20
            with pytest.raises(JobFailed, match="the limit is 200"):
                await workers.run((bytes, (300 * 2**20,)), 60)
            with pytest.raises(TooLarge, match="the limit is 200"):  # as libraries in C end where there is no memory
                await workers.run((os.abort, ()), 60)
            assert await workers.run((bytes.upper, (b"a",)), 60) == b"A"
        finally:
            workers.close()

    asyncio.run(asked())


def test_a_process_that_dies_is_replaced() -> None:
    async def asked() -> None:
        workers = WorkerPool(QueueLimits(1, 1, 1, 1, 60), of_error)
        try:
            with pytest.raises(RuntimeError, match="died"):
                await workers.run((os._exit, (3,)), 60)
            assert await workers.run((bytes.upper, (b"a",)), 60) == b"A"
        finally:
            workers.close()

    asyncio.run(asked())


def test_ctrl_c_reaches_no_computing_process_also_while_they_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "oddsmith", "serve", "--port", "0", "--db", str(tmp_path / "tables.db")]
    for pause in (0.0, 0.5):
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as server:
            assert server.stdout is not None
            server.stdout.readline()
            time.sleep(pause)
            os.killpg(server.pid, signal.SIGINT)  # as a terminal does
            _, said = server.communicate(timeout=60)
        assert (server.returncode, said) == (0, "")


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


_RULEBOOK = """from dataclasses import dataclass
from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Broken Inside")
class Own(BaseException): pass
@dataclass(frozen=True)
class R:
    hits: int
@game.action
async def slip() -> R:
    return R(await roll(d6))
@game.event
def great(r: R) -> bool:
    return r.hit >= 3
@game.action
async def own(n: int = 3) -> bool:
    if await roll(d6) == n: raise Own("of it")
    return True
@game.action
async def ends(n: int = 3) -> bool:
    if await roll(d6) == n: raise SystemExit(n)
    return True
"""


@pytest.mark.usefixtures("only_ours")
def test_no_error_of_a_rulebook_ends_a_process(tmp_path: Path) -> None:
    file = tmp_path / "inside.py"
    file.write_text(_RULEBOOK)

    async def told() -> dict[str, str]:
        book = registry.rulebooks()[str(file)]
        workers = WorkerPool(QueueLimits(1, 1, 1, 1, 60), of_error, [book])
        found = {}
        try:
            for action in ("slip", "own", "ends"):
                with pytest.raises(JobFailed) as failed:
                    await workers.run((jobs.odds, ("broken-inside", action, {}, {}, 1_000)), 60)
                found[action] = failed.value.document["detail"]
            assert len(workers._all) == 1  # none has died of it
        finally:
            workers.close()
        return found

    registry.load_rulebook(str(file))
    found = asyncio.run(told())
    assert "inside.py, line 12: AttributeError: 'R' object has no attribute 'hit'" in found["slip"]
    assert "inside.py, line 17: Own: of it. In own(n=3), when roll(d6) came to 3." in found["own"]
    assert "inside.py, line 21: SystemExit: 3. In ends(n=3), when roll(d6) came to 3." in found["ends"]


@pytest.fixture
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
